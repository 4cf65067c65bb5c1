"""Kinds of card effects, and the keys that a card in an edition must define for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from classkit.engine.schema import Reader, Section


@dataclass(frozen=True, slots=True)
class Effect:
    """A kind of card effect, and the keys for its amounts and places.

    Games subclass it to add the rules and texts, so that each kind is defined in one place.

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
        """Return the values of a card by key, or raise EditionError for an invalid value."""
        stated = [key for key in self.keys if key in at or key not in self.may_lack]
        return {key: at.get_required(key, self.keys[key]) for key in stated}
