"""Conversion of predictions about rounds to the turn axis of a chart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .chart_types import MetricRowData, PredictionData

Place = tuple[float, float]
"""A round, and its last turn."""


def rounds_to_turns(asked: PredictionData, rows: Sequence[MetricRowData]) -> PredictionData:
    """Convert a question about a round, and its drawn lines, to the last turn of the round.

    ``rows`` are the rows of the chart so far. Future rounds are assumed to be as long as the last
    one.

    >>> rows = [{"turn": turn, "round": (turn + 3) // 4, "values": {}} for turn in range(10)]
    >>> line = {"who": "Bo", "value": "9", "line": [(1, 0.0), (2.5, 7.0), (4, 9.0)]}
    >>> told = rounds_to_turns({"turn": 2, "figure": "", "seat": "", "at": 4, "unit": "round",
    ...                     "top": 9, "guesses": [line]}, rows)
    >>> told["at"], told["unit"], told["guesses"][0]["line"]
    (16, 'turn', [(2, 0.0), (10.0, 7.0), (16.0, 9.0)])
    """
    if asked["unit"] != "round" or not rows:
        return asked
    places = round_ends(asked["turn"], rows)
    return {
        **asked,
        "unit": "turn",
        "at": round(interpolate_turn(asked["at"], places)),
        "guesses": [
            {**guess, "line": [(interpolate_turn(x, places), y) for x, y in guess["line"]]}
            if "line" in guess
            else guess
            for guess in asked["guesses"]
        ],
    }


def round_ends(since: int, rows: Sequence[MetricRowData]) -> list[Place]:
    """Return the position of a question and the ends of later rounds, as pairs of round and turn.

    After the finished rounds, two more rounds are added, which are assumed to be as long as the
    last.
    """
    last = {row["round"]: row["turn"] for row in rows}
    over = [*last.items()][:-1]
    began = max((number for number, turn in last.items() if turn <= since), default=0)
    if since > last.get(began, since):
        began += 1  # the question was asked in the next round
    places: list[Place] = [(began, since), *(one for one in over if one[0] > began)]
    number, end = over[-1] if over else (rows[0]["round"], rows[0]["turn"])
    lengths = [turn - before for (_, before), (_, turn) in pairwise(over)]
    length = lengths[-1] if lengths else max(1, rows[-1]["turn"] - end)
    coming = int(places[-1][0]) + 1
    return [*places, *((one, end + (one - number) * length) for one in (coming, coming + 1))]


def interpolate_turn(number: float, places: Sequence[Place]) -> float:
    """Return the turn for a (fractional) round, by interpolation or extrapolation.

    >>> [interpolate_turn(place, [(1, 4), (2, 8)]) for place in (1.5, 4, 0)]
    [6.0, 16.0, 4]
    """
    if number <= places[0][0]:
        return places[0][1]
    within = [pair for pair in pairwise(places) if pair[0][0] < number]
    (low, since), (high, turn) = within[-1]
    return since + (number - low) * (turn - since) / (high - low)
