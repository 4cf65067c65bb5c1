"""Causes that homework asks for, reckoned again from the ledger and the rows of metrics."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import classkit
from classkit.assignments.homework import reason_questions
from classkit.assignments.homework.market_exchanges import sum_causes
from classkit.assignments.homework.played_match import PlayedMatch
from classkit.assignments.homework.reason_questions import describe_change, get_splits, list_causes
from classkit.testing.match_sentences import list_event_sentences
from classkit.testing.sentence_facts import Scope, signed_total
from classkit.testing.sentence_laws import name_seats
from classkit.testing.story_checks import StoryChecker

GAMES = ("poleconomy", "economicon", "economy", "opoly")
CENT = Fraction(1, 50)
BUILDING = "build"
"""What is built lies outside the ledger, and counts for a part of what it costs."""


def list_false_causes(game: str, seed: int, **options: Any) -> Iterator[str]:
    """Yield what is wrong about the causes of one match."""
    match = classkit.new(game, seats=3, seed=seed, options=options).play(until="end")
    past = PlayedMatch(name_seats(match), names=True)
    checker = StoryChecker(match)
    sentences = list_event_sentences(checker, 0)
    for split in get_splits(past):
        scope = Scope.of_turns(checker.facts, split.since, split.turn)
        seat = split.seat or ""
        text = describe_change(past, split)
        change = [token for token in checker.reader.read(text) if token.sign][-1]
        if not any(
            change.fits(by) and by * change.sign >= 0 for by in checker.list_changes(seat, scope)
        ):
            yield f"{text}: no metric changes so"
        named = {token.ids[0] for token in checker.reader.read(text) if token.kind == "seat"}
        if named != {seat}:
            yield f"{text}: about {named}"
        causes, rest = list_causes(past, split)
        total = sum((Fraction(str(one.amount)) for one in causes), Fraction(str(rest)))
        if abs(total - change.signed) > change.tolerance + CENT:
            yield f"{text}: its causes sum to {float(total)}"
        for cause in causes:
            amount = Fraction(str(cause.amount))
            yield from map(str, checker.check_cause(cause.words, seat, amount, scope, sentences))
            rows = [
                row
                for row in scope.rows
                if seat in (row.payer, row.payee)
                and row.transfer.reason != BUILDING
                and checker.say.reason(row.transfer.reason) == cause.words
            ]
            is_money = {row.transfer.unit for row in rows} <= {"gold", "dollars", "points"}
            if rows and is_money and signed_total(rows, seat) != amount:
                yield f"{text}: {cause.words} {cause.amount}, {checker.describe_rows(rows)}"


@pytest.mark.parametrize("game", GAMES)
def test_causes_agree_with_the_ledger(game: str, deep: bool) -> None:
    for seed in range(20 if deep else 1):
        assert not list(list_false_causes(game, seed))


def test_causes_with_the_amounts_of_others_are_found(monkeypatch: pytest.MonkeyPatch) -> None:

    def swap_amounts(*asked: Any) -> list[Any]:
        found = sum_causes(*asked)
        amounts = [one.amount for one in found]
        return [
            one._replace(amount=amount)
            for one, amount in zip(found, [*amounts[1:], *amounts[:1]], strict=True)
        ]

    monkeypatch.setattr(reason_questions, "sum_causes", swap_amounts)
    assert any("pays" in one or "dollars" in one for one in list_false_causes("poleconomy", 1))
