"""The words in which cards state their effects, each with the figures that it needs.

A law asks for the internal cards that change it by one of the kinds below. What external cards do
when they are drawn is told with their kinds, in :mod:`.rules.external`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from classkit.engine.reading import Reader, Whole
from classkit.procedures.effects import Effect

from .contents import BoardSpace

MONEY, PERCENT = Whole(0, 100_000), Whole(0, 1_000)
MORE_RENT = Whole(100, 1_000)
USUAL = ("bottom", "removed")
STAYS: tuple[str, ...] = ()
"""No place to go: the card stays in the hand until its clause says otherwise."""

CARDS_MAX = 60
"""The most cards of a deck."""

Unfit: TypeAlias = Callable[[Sequence[BoardSpace], Mapping[str, Any]], tuple[str, str] | None]
"""A function that returns which key of a card does not fit the board, and why; None if all fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEffect(Effect):
    """A kind of effect: the places where its card may go afterwards, and how many there may be."""

    after: tuple[str, ...] = USUAL
    most: int = CARDS_MAX
    unfit: Unfit | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Internal(CardEffect):
    """A kind of effect of internal cards, for which laws ask; ``word`` is its name in editions."""

    word: str


INTERNAL: dict[str, Internal] = {}
"""All effects of internal cards, by their words."""


def internal(word: str, after: tuple[str, ...] = STAYS, **figure: Reader) -> Internal:
    """Declare a kind of effect of internal cards, with one figure or none."""
    INTERNAL[word] = kind = Internal(figure, word=word, after=after)
    return kind


SHIFT_PAWN = internal("shift_pawn", reach=Whole(1, 6))  # Q8.1
END_RECESSION = internal("end_recession", after=USUAL)  # Q4.2
EXEMPT_ONE_IN_LINE = internal("exempt_one_in_line")  # Q8.8
LIMIT = internal("limit", amount=Whole(1, 5))  # Q6.9
PREEMPT = internal("preempt", price_pct=PERCENT)  # Q8.2
COPY = internal("copy")  # Q8.5
HOTEL_RENT_PCT = internal("hotel_rent_pct", pct=MORE_RENT)  # Q8.6
TAX_PCT = internal("tax_pct", pct=Whole(0, 100))  # Q8.16
BUILD_COST_PCT = internal("build_cost_pct", pct=Whole(1, 100))  # Q6.11
RAIL_RENT_PCT = internal("rail_rent_pct", pct=MORE_RENT)  # Q3.9
ALL_RENT_PCT = internal("all_rent_pct", pct=MORE_RENT)  # Q8.7
POACH = internal("poach", after=USUAL, fee=MONEY)  # Q8.3
GO_BONUS = internal("go_bonus", amount=MONEY)  # Q3.4
RECESSION_PCT = internal("recession_pct", pct=Whole(0, 100))  # Q4.5
