"""Recession and depression: puts, stimulus, payments and the closing card (Q4)."""

from __future__ import annotations

from functools import partial

from classkit.engine.moves import Move
from classkit.engine.requests import Flow, Seat
from classkit.procedures.votes import sealed_vote

from ..state import DECK, Opoly
from ..vocabulary import END_RECESSION, RECESSION_PCT
from .bank import grant
from .charges import charge
from .holdings import not_held
from .internal import use_up
from .offers import PASS


def enter_recession(t: Opoly, kind: str, rule: str) -> None:
    """Move the pawn to Recession without Go pay; the next turn is its first (Q4.1)."""
    there = t.edition.board[t.edition.recession_space].id
    t.stand_on(there, "recession", False, rule)
    t.recession, t.payments, t.doubles = kind, 0, 0
    t.banded = kind
    t.tell("recession_started", rule, kind=kind)


def end_recession(t: Opoly, cause: str, rule: str) -> None:
    """End a recession; after a depression the external deck is reshuffled (Q4.7)."""
    kind, t.recession, t.payments, t.doubles = t.recession, "", 0, 0
    t.tell("recession_ended", rule, kind=kind, cause=cause)
    if kind == "depression":
        deck = t.decks["external"]
        deck.shuffled, deck.under = [*deck.shuffled, *deck.under], []
        t.tell("deck_reshuffled", "Q4.7", deck="external")


def end_by_choice(t: Opoly) -> Flow[None]:
    """End a recession before the roll, by a put or a vote on stimulus (Q4.2, Q4.3)."""
    if t.recession == "recession":
        yield from put_window(t)
    if t.recession and t.on_table():
        yield from stimulus_window(t)


def put_window(t: Opoly) -> Flow[None]:
    """Ask holders of a put in lead order; the first to play one ends it for all (Q4.2)."""
    for seat in t.active:
        puts = t.with_effect(seat, END_RECESSION)
        if not puts:
            continue
        answer = yield from t.ask(
            seat, "play_put", (*(Move(card) for card in puts), PASS), rule="Q4.2",
            default="pass", about={"exposure": payment_of(t, seat), "payments": t.payments},
            why=partial(why_no_put, t, seat),
        )  # fmt: skip
        if answer.move != "pass":
            use_up(t, answer.move, "Q4.2")
            end_recession(t, "put", "Q4.2")
            return


def why_no_put(t: Opoly, seat: Seat, name: str) -> str | None:
    """Say why a card is no put that the seat could play; None for what is no card (Q4.2)."""
    if name not in t.edition.internal:
        return None
    return not_held(t, seat, name, "Q4.2") or f"{t.title(name)} ends no recession (Q4.2)."


def stimulus_window(t: Opoly) -> Flow[None]:
    """Vote on a stimulus; more than half of the active seats must say yes (Q4.3)."""
    vote = yield from sealed_vote(
        t, t.active, "stimulus_vote", rule="Q4.3",
        about={"payments": t.payments, "exposures": {s: payment_of(t, s) for s in t.active}},
    )  # fmt: skip
    passed = vote.more_than_half()
    t.tell(
        "vote_counted", "Q4.3", kind="stimulus", yes=vote.yes, no=vote.no, passed=passed, die=None,
        votes=dict(vote.answers),
    )  # fmt: skip
    if not passed:
        return
    card = t.on_table()[0]
    each = t.edition.cards[card]["grant"]
    t.move_card(card, DECK, "Q4.3")
    grant(t, dict.fromkeys(t.active, each), "stimulus_grant", "Q4.3")
    end_recession(t, "stimulus", "Q4.3")


def payment_of(t: Opoly, seat: Seat) -> int:
    """Return what one payment costs a seat now, a recession's or the depression's (Q4.5)."""
    owed, cost = 0, t.edition.recession
    for space in t.properties_of(seat):
        owed += cost.per_property + t.for_buildings(space, cost.per_house, cost.per_hotel)
    if t.recession == "depression":
        owed *= cost.depression_multiplier
    return t.lowered(seat, owed, RECESSION_PCT)


def pay_recession(t: Opoly) -> Flow[None]:
    """Charge each seat for its properties, houses and hotels (Q4.5)."""
    t.payments += 1
    t.tell("recession_payment", "Q4.5", kind=t.recession, number=t.payments)
    bills = {seat: payment_of(t, seat) for seat in t.charged}
    yield from charge(t, bills, t.recession, "Q4.5")


def is_last_payment(t: Opoly) -> bool:
    """Return whether the third payment has been made (Q4.6)."""
    return t.payments >= t.edition.max_recession_payments
