"""A turn: one pawn roll and all that follows from it (Q0.1, Q3, section 4)."""

from __future__ import annotations

from classkit.engine.requests import Flow

from ..state import Opoly
from .alliances import end_noticed
from .bank import GameStops
from .building import build
from .deals import propose_all
from .ending import finish, time_is_over
from .ethics import busted_check
from .external import closing_card
from .internal import lose_campaigns
from .landing import land, move_by_roll
from .management import manage
from .recession import (
    end_by_choice,
    end_recession,
    enter_recession,
    is_last_payment,
    pay_recession,
)

THIRD = 3
"""The number of doubles in a row that lead to Recession (Q3.3)."""
SNAKE_EYES = 2
"""The pawn roll that brings out what an actor has done (Q8.4)."""


def play_turn(t: Opoly) -> Flow[None]:
    """Play the events, then the action window, unless the game stops (Q0.6, Q6.1)."""
    begin_turn(t)
    try:
        yield from events(t)
        end_noticed(t)
        if not t.skip_window:
            yield from action_window(t)
    except GameStops as stop:
        finish(t, stop.cause, stop.rule)


def begin_turn(t: Opoly) -> None:
    """Count the turn and pass the lead on (Q0.1, Q0.2)."""
    t.turn += 1
    t.lead = t.seats[(t.turn - 1) % len(t.seats)]
    if (t.turn - 1) % len(t.seats) == 0:
        t.begin_round((t.turn - 1) // len(t.seats) + 1)
    t.skip_window, t.path, t.headline = False, (), {}
    t.banded = t.recession
    if t.recession:
        t.recession_turns += 1
    t.tell("turn_started", "Q0.2", t.lead, turn=t.turn, lead=t.lead)


def events(t: Opoly) -> Flow[None]:
    """Play everything that the roll causes, before anybody may act (Q0.6)."""
    if t.recession:
        yield from end_by_choice(t)
    pay_first = t.options.recession_order == "pay_then_roll"
    if t.recession and pay_first:
        yield from pay_recession(t)
    purpose = "recession" if t.recession else "move"
    dice = yield from t.throw(2, purpose, "Q4.4" if t.recession else "Q3.1", t.lead)
    t.timed_out = False
    t.total = sum(dice)
    doubles = dice[0] == dice[1]
    lose_campaigns(t, t.total)
    if t.total == SNAKE_EYES:
        yield from busted_check(t)
    if doubles and time_is_over(t):
        raise GameStops("time", "Q10.3")
    if t.recession:
        yield from recession_roll(t, doubles, pay_first)
        return
    third = t.options.three_doubles_recession
    t.doubles = t.doubles + 1 if doubles and third else 0
    if t.doubles >= THIRD:
        enter_recession(t, "recession", "Q3.3")
    else:
        yield from move_by_roll(t, t.total)


def recession_roll(t: Opoly, doubles: bool, paid: bool) -> Flow[None]:
    """End a recession by doubles, or let each seat pay; draw after the third (Q4.4, Q4.6)."""
    if doubles:
        end_recession(t, "doubles", "Q4.4")
        yield from move_by_roll(t, t.total)
        return
    if not paid:
        yield from pay_recession(t)
    if is_last_payment(t):
        yield from closing_card(t, land)


def action_window(t: Opoly) -> Flow[None]:
    """Run management and proposals in lead order, then sealed build orders (Q6.1)."""
    opened = {space: len(paid) for space, paid in t.paid_for_levels.items()}
    for seat in t.active:
        yield from manage(t, seat)
    yield from propose_all(t)
    yield from build(t, opened)
