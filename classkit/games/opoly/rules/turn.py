"""A turn: one pawn roll, its events and the action window (Q0.1, Q3, section 4)."""

from __future__ import annotations

from classkit.engine.decisions import Flow

from ..state import OpolyState
from .alliances import end_due_alliances
from .bank import OpolyStop
from .building import run_building
from .deal_offers import run_proposals
from .ending import finish_game, has_time_ended
from .ethics import run_busted_check
from .external_cards import draw_closing_card
from .internal_cards import lose_campaigns
from .management import run_management
from .recession import (
    end_recession,
    enter_recession,
    is_last_payment,
    pay_recession,
    run_recession_choices,
)
from .space_effects import move_by_roll, resolve_landing

RECESSION_DOUBLES = 3
"""Number of successive doubles that lead to Recession (Q3.3)."""
SNAKE_EYES = 2
"""The pawn roll on which actors may be busted (Q8.4)."""


def play_turn(t: OpolyState) -> Flow[None]:
    """Play the events of a turn, then its action window (Q0.6, Q6.1)."""
    begin_turn(t)
    try:
        yield from play_events(t)
        end_due_alliances(t)
        if not t.skip_window:
            yield from run_action_window(t)
    except OpolyStop as stop:
        finish_game(t, stop.cause, stop.rule)


def begin_turn(t: OpolyState) -> None:
    """Increment the turn number and pass the lead (Q0.1, Q0.2)."""
    t.turn += 1
    t.lead = t.seats[(t.turn - 1) % len(t.seats)]
    if (t.turn - 1) % len(t.seats) == 0:
        t.begin_round((t.turn - 1) // len(t.seats) + 1)
    t.skip_window, t.path, t.headline = False, (), {}
    t.banded = t.recession
    if t.recession:
        t.recession_turns += 1
    t.tell("turn_started", "Q0.2", t.lead, turn=t.turn, lead=t.lead)


def play_events(t: OpolyState) -> Flow[None]:
    """Play the events of the roll, before the action window (Q0.6)."""
    if t.recession:
        yield from run_recession_choices(t)
    pay_first = t.options.recession_order == "pay_then_roll"
    if t.recession and pay_first:
        yield from pay_recession(t)
    purpose = "recession" if t.recession else "move"
    dice = yield from t.roll_dice(2, purpose, "Q4.4" if t.recession else "Q3.1", t.lead)
    t.timed_out = False
    t.total = sum(dice)
    doubles = dice[0] == dice[1]
    lose_campaigns(t, t.total)
    if t.total == SNAKE_EYES:
        yield from run_busted_check(t)
    if doubles and has_time_ended(t):
        raise OpolyStop("time", "Q10.3")
    if t.recession:
        yield from play_recession_roll(t, doubles, pay_first)
        return
    third = t.options.three_doubles_recession
    t.doubles = t.doubles + 1 if doubles and third else 0
    if t.doubles >= RECESSION_DOUBLES:
        enter_recession(t, "recession", "Q3.3")
    else:
        yield from move_by_roll(t, t.total)


def play_recession_roll(t: OpolyState, doubles: bool, paid: bool) -> Flow[None]:
    """End a recession on doubles, or charge a payment and, after the third, draw (Q4.4, Q4.6)."""
    if doubles:
        end_recession(t, "doubles", "Q4.4")
        yield from move_by_roll(t, t.total)
        return
    if not paid:
        yield from pay_recession(t)
    if is_last_payment(t):
        yield from draw_closing_card(t, resolve_landing)


def run_action_window(t: OpolyState) -> Flow[None]:
    """Run management and proposals in lead order, then carry out building orders (Q6.1)."""
    opened = {space: len(paid) for space, paid in t.paid_for_levels.items()}
    for seat in t.active:
        yield from run_management(t, seat)
    yield from run_proposals(t)
    yield from run_building(t, opened)
