"""The words in which cards state their effects: the limits of figures, and places to go."""

from __future__ import annotations

from dataclasses import dataclass

from classkit.engine.reading import Whole
from classkit.procedures.effects import Effect

MONEY, PERCENT = Whole(0, 100_000), Whole(0, 1_000)
USUAL = ("bottom", "removed")
STAYS: tuple[str, ...] = ()
"""No place to go: the card stays in the hand until its clause says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEffect(Effect):
    """A kind of effect, and the places where its card may go afterwards."""

    after: tuple[str, ...] = USUAL
