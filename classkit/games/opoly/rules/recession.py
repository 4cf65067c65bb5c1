"""Recession and depression: puts, stimulus, payments and the closing card (Q4)."""

from __future__ import annotations

from functools import partial

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Move
from classkit.mechanics.sealed_votes import sealed_vote

from ..effect_kinds import END_RECESSION, RECESSION_PCT
from ..state import DECK, OpolyState
from .bank import pay_grants
from .charges import charge_seats
from .holdings import refuse_not_held
from .internal_cards import discard_used_card
from .offers import PASS_MOVE


def enter_recession(t: OpolyState, kind: str, rule: str) -> None:
    """Move the pawn to Recession without pay at Go, and begin a recession (Q4.1)."""
    there = t.edition.board[t.edition.recession_space].id
    t.move_pawn(there, "recession", False, rule)
    t.recession, t.payments, t.doubles = kind, 0, 0
    t.banded = kind
    t.tell("recession_started", rule, kind=kind)


def end_recession(t: OpolyState, cause: str, rule: str) -> None:
    """End a recession. After a depression, reshuffle the external deck (Q4.7)."""
    kind, t.recession, t.payments, t.doubles = t.recession, "", 0, 0
    t.tell("recession_ended", rule, kind=kind, cause=cause)
    if kind == "depression":
        deck = t.decks["external"]
        deck.shuffled, deck.under = [*deck.shuffled, *deck.under], []
        t.tell("deck_reshuffled", "Q4.7", deck="external")


def run_recession_choices(t: OpolyState) -> Flow[None]:
    """Offer the ways to end a recession before the roll: puts and stimulus (Q4.2, Q4.3)."""
    if t.recession == "recession":
        yield from run_put_window(t)
    if t.recession and t.get_table_cards():
        yield from run_stimulus_vote(t)


def run_put_window(t: OpolyState) -> Flow[None]:
    """Ask holders of puts in lead order. The first put played ends the recession (Q4.2)."""
    for seat in t.active:
        puts = t.get_effect_cards(seat, END_RECESSION)
        if not puts:
            continue
        answer = yield from t.ask(
            seat, "play_put", (*(Move(card) for card in puts), PASS_MOVE), rule="Q4.2",
            default="pass", about={"exposure": get_payment(t, seat), "payments": t.payments},
            why=partial(refuse_put, t, seat),
        )  # fmt: skip
        if answer.move != "pass":
            discard_used_card(t, answer.move, "Q4.2")
            end_recession(t, "put", "Q4.2")
            return


def refuse_put(t: OpolyState, seat: Seat, name: str) -> str | None:
    """Return why the seat cannot play a card as a put, or None for other names (Q4.2)."""
    if name not in t.edition.internal:
        return None
    return (
        refuse_not_held(t, seat, name, "Q4.2")
        or f"{t.get_title(name)} cannot end a recession (Q4.2)."
    )


def run_stimulus_vote(t: OpolyState) -> Flow[None]:
    """Hold a vote on a stimulus, which needs a majority of the active seats (Q4.3)."""
    vote = yield from sealed_vote(
        t, t.active, "stimulus_vote", rule="Q4.3",
        about={"payments": t.payments, "exposures": {s: get_payment(t, s) for s in t.active}},
    )  # fmt: skip
    passed = vote.has_majority()
    t.tell(
        "vote_counted", "Q4.3", kind="stimulus", yes=vote.yes, no=vote.no, passed=passed, die=None,
        votes=dict(vote.answers),
    )  # fmt: skip
    if not passed:
        return
    card = t.get_table_cards()[0]
    each = t.edition.cards[card]["grant"]
    t.move_card(card, DECK, "Q4.3")
    pay_grants(t, dict.fromkeys(t.active, each), "stimulus_grant", "Q4.3")
    end_recession(t, "stimulus", "Q4.3")


def get_payment(t: OpolyState, seat: Seat) -> int:
    """Return the current cost of one recession payment for a seat, in dollars (Q4.5)."""
    owed, cost = 0, t.edition.recession
    for space in t.get_properties(seat):
        owed += cost.per_property + t.get_building_charge(space, cost.per_house, cost.per_hotel)
    if t.recession == "depression":
        owed *= cost.depression_multiplier
    return t.reduce_cost(seat, owed, RECESSION_PCT)


def pay_recession(t: OpolyState) -> Flow[None]:
    """Charge each seat for its properties, houses and hotels (Q4.5)."""
    t.payments += 1
    t.tell("recession_payment", "Q4.5", kind=t.recession, number=t.payments)
    bills = {seat: get_payment(t, seat) for seat in t.charged}
    yield from charge_seats(t, bills, t.recession, "Q4.5")


def is_last_payment(t: OpolyState) -> bool:
    """Return whether the third payment has been made (Q4.6)."""
    return t.payments >= t.edition.max_recession_payments
