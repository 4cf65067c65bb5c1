"""Big swings: their sentences, reckoned again from history, and their evidence."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

import classkit
from classkit.attribution.decomposition import decompose_metric
from classkit.attribution.largest_change import find_swing, format_swing

SWING = re.compile(r"(?:In all, )?(\w+) (gains|loses) \$?(\d[\d,]*(?:\.\d+)?)")


@pytest.mark.parametrize("game", ["poleconomy", "economicon", "economy", "opoly"])
def test_a_swing_says_by_how_much_its_seat_moved(game: str, deep: bool) -> None:
    swings = 0
    for seed in range(10 if deep else 2):
        match = classkit.new(game, seats=4, seed=seed).play(until="end")
        rows: list[dict[str, Any]] = [{"turn": row["turn"], "values": row} for row in match.history]
        for before, now in pairwise(rows):
            swing = find_swing(match, None, before, now)
            if swing is None:
                continue
            key, seat = swing.split.metric.key, swing.split.seat
            assert seat is not None
            change = Fraction(str(now["values"][key][seat])) - Fraction(
                str(before["values"][key][seat])
            )
            said = SWING.match(format_swing(match, match.say(), None, swing.split))
            assert said and said[1] == match.say().seat(seat)
            assert abs(abs(change) - Fraction(said[3].replace(",", ""))) < Fraction(1, 100)
            assert (change > 0) is (said[2] == "gains")
            own = {
                number
                for number, row in enumerate(match.transfers, 1)
                if before["turn"] < row.turn <= now["turn"]
                and seat in (row.source.split(":")[-1], row.target.split(":")[-1])
            }
            hidden = match.game.has_secrets(match.table)
            assert hidden or own <= {*swing.evidence.transfers}
            assert swing.evidence.events or swing.evidence.transfers
            swings += 1
    assert swings


def test_a_swing_of_several_causes_is_told_as_the_whole() -> None:
    """Regression: "N2 loses $740,000. N2 loses $300,000: ...", as if they were two losses."""
    told = set()
    m = classkit.new("poleconomy", seats=4, seed=7004).play(until="end")
    for turn in range(1, m.turn + 1):
        for seat in m.seats:
            split = decompose_metric(m, "net_worth", seat, turn, turn - 1)
            if split.main_cause is not None:
                several = split.main_cause.amount != split.change
                told.add(several)
                assert format_swing(m, m.say(), None, split).startswith("In all, ") is several
    assert told == {True, False}
