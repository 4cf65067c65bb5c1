"""Reasons as people read them: the rules refuse in ids, a page shows names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import classkit
from classkit.engine.id_names import replace_ids
from classkit.engine.match import Match
from classkit.engine.moves import Amount, Move, OneOf, SomeOf
from classkit.engine.randomness import RandomStream
from classkit.widgets.forms import check_values
from tests.browser.decisions import PLAYS, positions
from tests.widgets.pages import Page

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
UNREAD = re.compile(r"\w_\w|\w:\w|(?<![\w.'])[B-H](?![\w.])|\bA\b(?! [a-z])|\b[IOC]\d\d?\b")
"""What only a program reads: underscores, colons, letters of seats, ids of squares."""


def named(match: Match) -> Match:
    """Give each seat a name."""
    for seat, name in zip(match.seats, NAMES, strict=False):
        match.rename(seat, name)
    return match


def wrong_values(field: Any) -> Iterator[Any]:
    """Give values that a field does not take, of the kind that a form can hold."""
    if isinstance(field, Amount):
        yield from (field.high + 1, field.low - 1, 987_654_321, field.low + 1)
    elif isinstance(field, OneOf):
        yield from (name for name in field.named if field.refuse(name))
    elif isinstance(field, SomeOf):
        yield from ([name] for name in field.one.named if field.refuse([name]))


def reasons(move: Move, chance: RandomStream) -> Iterator[str]:
    """Give the reasons with which a move may be refused now."""
    if move.barred:
        yield move.barred
        return
    answer = move.draw(chance)
    if answer is None:
        return
    for name, field in move.fields.items():
        for value in wrong_values(field):
            reason = check_values(move, {**answer.fields, name: value})["reason"]
            if reason:
                yield reason


@pytest.mark.parametrize("game", PLAYS)
def test_no_reason_speaks_in_ids(game: str) -> None:
    """Every reason of every decision, with seats that have names."""
    unread, chance = set(), RandomStream("reasons")
    for match in positions(game).values():
        say = named(match.fork()).say()
        moves = [move for decision in match.requests() for move in decision.moves]
        for move in [*moves, *(aside.move for aside in match.asides())]:
            for reason in reasons(move, chance):
                if UNREAD.search(replace_ids(say, reason)):
                    unread.add(replace_ids(say, reason))
    assert not unread


@pytest.mark.parametrize(
    ("reason", "read"),
    [
        ("A has $5 (P6.1).", "Ada has $5 (P6.1)."),
        ("A bid is at least $5 (P8.1).", "A bid is at least $5 (P8.1)."),
        ("There is no square that A or B owns.", "There is no square that Ada or Bo owns."),
        ("The parts are for C, D, one for each.", "The parts are for Cy, Di, one for each."),
        ("That costs 41 cur:A and A has 1 cur:B (N9.3).",
         "That costs 41 Ada notes and Ada has 1 Bo note (N9.3)."),
        ("Cur:D cannot pay for cur:C (N2.5).", "Di's notes cannot pay for Cy's notes (N2.5)."),
        ("C1.2 is a clause, Plan 9 none.", "C1.2 is a clause, Plan 9 none."),
    ],
)  # fmt: skip
def test_a_reason_is_read_in_names(reason: str, read: str) -> None:
    """Letters of seats and units; an article and a clause stay what they are."""
    assert replace_ids(named(classkit.new("economicon", seats=4, seed=1)).say(), reason) == read


def test_the_page_is_told_names() -> None:
    """What is barred, what a form would be refused for, and what was refused when it was sent."""
    match = named(positions("poleconomy")["buy_square"].fork())
    page = Page.of(match, bots="person")
    (ask,) = page.now["asks"]
    reason = "Bo has $480,000, but the square costs $600,000 (P6.1)."
    assert [move["barred"] for move in ask["moves"] if "barred" in move] == [reason]
    assert page.do("answer", seat="B", move="yes")["reason"] == reason
    values = {"savings": 0, "bonds": 9, "life": 0}
    checked = page.do("check", seat="B", move="cash_in", aside=True, **{"with": values})
    assert checked["data"]["reason"].endswith(": Bo holds no more bonds.")


def test_names_that_are_letters_are_not_read_twice() -> None:
    """A seat may be called like another one."""
    match = classkit.new("economicon", seats=["B", "C", "D"], seed=1)
    assert replace_ids(match.say(), "A owes B nothing.") == "B owes C nothing."
