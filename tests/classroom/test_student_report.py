"""Sentences of a student's report, reckoned again from history, answers and ledger."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

import classkit
from classkit.attribution.decomposition import decompose_metric
from classkit.attribution.metric_selection import race_metrics
from classkit.classroom import student_report
from classkit.classroom.student_report import Classmates, build_story
from classkit.engine.match import Match
from classkit.testing.match_sentences import list_event_sentences
from classkit.testing.sentence_checks import FalseSentence
from classkit.testing.sentence_laws import name_seats
from classkit.testing.story_checks import StoryChecker

GAMES = ("poleconomy", "economicon", "economy", "opoly")
KEY_TURN = re.compile(
    r"Your (best|worst) turn was turn (\d+)\. You (gained|lost) (\$?\d[\d,]*(?:\.\d+)?)"
)
SEEDS = 2


@pytest.mark.parametrize("game", GAMES)
def test_the_key_turns_are_the_largest_changes_and_have_their_rows(game: str, deep: bool) -> None:
    told = 0
    for seed in range(20 if deep else SEEDS):
        match = classkit.new(game, seats=4, seed=seed).play(until="end")
        rows, transfers = match.history, match.transfers
        for seat in match.seats:
            story = build_story(match, 1, seat, [], "code", Classmates("", []))
            assert len(story["said"]) == len(story["evidence"])
            key = next(iter(race_metrics(match, seat).values())).key
            changes = {
                now["turn"]: Fraction(str(now[key][seat])) - Fraction(str(then[key][seat]))
                for then, now in pairwise(rows)
            }
            before = {now["turn"]: then["turn"] for then, now in pairwise(rows)}
            for text, evidence in zip(story["said"], story["evidence"], strict=True):
                found = KEY_TURN.match(text)
                if found is None:
                    assert evidence == ((), ())
                    continue
                turn, sign = int(found[2]), 1 if found[3] == "gained" else -1
                amount = sign * Fraction(found[4].replace("$", "").replace(",", ""))
                assert abs(amount - changes[turn]) < Fraction(1, 100), text
                ends = changes.values()
                assert changes[turn] == (max(ends) if found[1] == "best" else min(ends))
                own = {
                    number
                    for number, row in enumerate(transfers, 1)
                    if before[turn] < row.turn <= turn
                    and seat in (row.source.split(":")[-1], row.target.split(":")[-1])
                    and (not row.seen_by or seat in row.seen_by)
                }
                assert own <= {*evidence.transfers}, text
                told += 1
    assert told >= SEEDS * 4


def check_stories(match: Match) -> list[FalseSentence]:
    """Return the false sentences in the reports of all seats of a match."""
    found: list[FalseSentence] = []
    for seat in match.seats:
        checker = StoryChecker(match, you=seat)
        sentences = list_event_sentences(checker, 0)
        story = build_story(match, 1, seat, [], "code", Classmates("", []))
        for text in story["said"]:
            if text.startswith(("Your best turn", "Your worst turn")):
                found += checker.check_key_turn(text, seat, sentences)
    return found


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_stories_agree_with_the_ledger(game: str, deep: bool) -> None:
    for seed in range(40 if deep else SEEDS):
        match = name_seats(classkit.new(game, seats=4, seed=seed)).play(until="end")
        assert not check_stories(match)


def test_a_story_of_another_turn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The causes are those of the turn before."""

    def split_earlier(match: Match, key: str, seat: str, turn: int, since: int, *more: str) -> Any:
        found = decompose_metric(match, key, seat, turn, since, *more)
        earlier = decompose_metric(match, key, seat, since, max(since - 1, 0), *more)
        return found._replace(parts=earlier.parts or found.parts)

    monkeypatch.setattr(student_report, "decompose_metric", split_earlier)
    matches = (name_seats(classkit.new("poleconomy", seats=4, seed=seed)) for seed in range(8))
    assert any(check_stories(match.play(until="end")) for match in matches)


def test_a_turn_that_did_not_bring_most_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    list_scores = student_report.list_scores

    def forget_the_end(*asked: Any) -> dict[int, Any]:
        scores = list_scores(*asked)
        return {turn: scores[turn] for turn in [*scores][: len(scores) // 4]}

    monkeypatch.setattr(student_report, "list_scores", forget_the_end)
    match = name_seats(classkit.new("poleconomy", seats=4, seed=1)).play(until="end")
    assert any(
        "no metric had that as its largest change" in one.found for one in check_stories(match)
    )
