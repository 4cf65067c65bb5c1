"""Sentences of a student's report, reckoned again from history, answers and ledger."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import pytest

import classkit
from classkit.attribution.metric_selection import race_metrics
from classkit.classroom.student_report import Classmates, build_story

GAMES = ("poleconomy", "economicon", "economy", "opoly")
KEY_TURN = re.compile(r"Turn (\d+) (brought you|cost you) most: ([+-])(\$?\d[\d,]*(?:\.\d+)?)")
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
                turn, sign = int(found[1]), 1 if found[3] == "+" else -1
                amount = sign * Fraction(found[4].replace("$", "").replace(",", ""))
                assert abs(amount - changes[turn]) < Fraction(1, 100), text
                ends = changes.values()
                assert changes[turn] == (max(ends) if found[2] == "brought you" else min(ends))
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
