"""The kinds of card effects and their parameters.

Rules use these kinds to find the internal cards that change them. The effects of external cards
are in :mod:`.rules.external_cards`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from classkit.engine.schema import Reader, Whole
from classkit.mechanics.card_effects import Effect

from .rules_data import BoardSpace

MONEY_READER, PERCENT_READER = Whole(0, 100_000), Whole(0, 1_000)
RENT_RAISE_READER = Whole(100, 1_000)
USUAL_DESTINATIONS = ("bottom", "removed")
NO_DESTINATIONS: tuple[str, ...] = ()
"""No destination: the card stays in the hand until its clause moves it."""

MAX_CARDS = 60
"""Maximum number of cards in a deck."""

BoardCheck: TypeAlias = Callable[[Sequence[BoardSpace], Mapping[str, Any]], tuple[str, str] | None]
"""Function that returns the key and the reason if a card does not fit the board, or None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEffect(Effect):
    """A kind of effect: the destinations of its card, and the maximum number of cards."""

    after: tuple[str, ...] = USUAL_DESTINATIONS
    max_count: int = MAX_CARDS
    refuse_board: BoardCheck | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InternalEffect(CardEffect):
    """A kind of effect of internal cards. ``word`` is its name in editions."""

    word: str


INTERNAL_EFFECTS: dict[str, InternalEffect] = {}
"""All kinds of effects of internal cards, by word."""


def declare_internal(
    word: str, after: tuple[str, ...] = NO_DESTINATIONS, **parameter: Reader
) -> InternalEffect:
    """Declare a kind of effect of internal cards that has one parameter or none."""
    INTERNAL_EFFECTS[word] = kind = InternalEffect(parameter, word=word, after=after)
    return kind


SHIFT_PAWN = declare_internal("shift_pawn", reach=Whole(1, 6))  # Q8.1
END_RECESSION = declare_internal("end_recession", after=USUAL_DESTINATIONS)  # Q4.2
EXEMPT_ONE_IN_LINE = declare_internal("exempt_one_in_line")  # Q8.8
LIMIT = declare_internal("limit", amount=Whole(1, 5))  # Q6.9
PREEMPT = declare_internal("preempt", price_pct=PERCENT_READER)  # Q8.2
COPY = declare_internal("copy")  # Q8.5
HOTEL_RENT_PCT = declare_internal("hotel_rent_pct", pct=RENT_RAISE_READER)  # Q8.6
TAX_PCT = declare_internal("tax_pct", pct=Whole(0, 100))  # Q8.16
BUILD_COST_PCT = declare_internal("build_cost_pct", pct=Whole(1, 100))  # Q6.11
RAIL_RENT_PCT = declare_internal("rail_rent_pct", pct=RENT_RAISE_READER)  # Q3.9
ALL_RENT_PCT = declare_internal("all_rent_pct", pct=RENT_RAISE_READER)  # Q8.7
POACH = declare_internal("poach", after=USUAL_DESTINATIONS, fee=MONEY_READER)  # Q8.3
GO_BONUS = declare_internal("go_bonus", amount=MONEY_READER)  # Q3.4
RECESSION_PCT = declare_internal("recession_pct", pct=Whole(0, 100))  # Q4.5
