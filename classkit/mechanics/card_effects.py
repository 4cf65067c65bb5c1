"""Kinds of card effects, and the keys that cards of an edition state for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from classkit.engine.schema import Reader, Section


@dataclass(frozen=True, slots=True)
class Effect:
    """A kind of effect, with the keys of its amounts and places.

    Games add what the rules do and the words, so that each kind is defined in one place.

    >>> from classkit.engine.schema import Whole
    >>> gift = Effect({"amount": Whole(1, 9)})
    >>> gift.read(Section("cards.toml", "card[0]", {"effect": "gift", "amount": 5}))
    {'amount': 5}
    >>> gift.read(Section("cards.toml", "card[0]", {"effect": "gift"}))
    Traceback (most recent call last):
    classkit.engine.errors.EditionError: cards.toml: card[0].amount: is missing.
    """

    keys: Mapping[str, Reader] = field(default_factory=dict)
    """Reader of each key."""
    may_lack: tuple[str, ...] = ()
    """Optional keys."""

    def read(self, at: Section) -> dict[str, Any]:
        """Return the values of a card by key; EditionError for a missing or wrong one."""
        stated = [key for key in self.keys if key in at or key not in self.may_lack]
        return {key: at.get_required(key, self.keys[key]) for key in stated}
