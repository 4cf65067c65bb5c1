"""Kinds of effects that cards have: what a card of an edition states of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from classkit.engine.reading import Reader, Section


@dataclass(frozen=True, slots=True)
class Effect:
    """A kind of effect, with the keys by which a card states its amounts and places.

    A game adds what else belongs to a kind, such as what the rules do and its words, so that a
    kind is told in one place.

    >>> from classkit.engine.reading import Whole
    >>> gift = Effect({"amount": Whole(1, 9)})
    >>> gift.read(Section("cards.toml", "card[0]", {"effect": "gift", "amount": 5}))
    {'amount': 5}
    >>> gift.read(Section("cards.toml", "card[0]", {"effect": "gift"}))
    Traceback (most recent call last):
    classkit.engine.errors.EditionError: cards.toml: card[0].amount: is missing.
    """

    keys: Mapping[str, Reader] = field(default_factory=dict)
    """Key -> the reader of its value."""
    may_lack: tuple[str, ...] = ()
    """The keys that a card may leave out."""

    def read(self, at: Section) -> dict[str, Any]:
        """Return what a card states, by key; EditionError for a key that it lacks or misuses."""
        stated = [key for key in self.keys if key in at or key not in self.may_lack]
        return {key: at.take(key, self.keys[key]) for key in stated}
