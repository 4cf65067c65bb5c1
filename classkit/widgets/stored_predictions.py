"""What a class expected, in the record of its match: kept with it, and read when it is opened.

A record may be of anybody, and what makes no sense among its predictions is passed over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from classkit.charts.hidden_figures import hidden_course, hidden_present
from classkit.charts.shapes import Guess, Prediction
from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match
from classkit.engine.views import read_viewer

from .expected import PredictionRow, all_rows, read_prediction

Data = dict[str, Any]

MOST_BYTES = 1_000_000
MOST_PREDICTIONS = 100
"""The most charts with predictions."""


def read_predictions(match: Match) -> dict[str, Prediction]:
    """Return the predictions that the record of a match states, of charts that it has."""
    charts = {chart.key for chart in match.game.charts_of(match.table)}
    found: dict[str, Prediction] = {}
    for chart, one in list(match.predictions.items())[:MOST_PREDICTIONS]:
        with suppress(ClasskitError):
            if chart in charts:
                found[chart] = read_prediction(one)
    return found


def take_predictions(match: Match) -> dict[str, Prediction]:
    """Return the predictions of a match and remove them from it; its branch keeps them from now."""
    found, match.predictions = read_predictions(match), {}
    return found


def to_keep(predictions: Mapping[str, Prediction]) -> tuple[dict[str, Prediction], str]:
    """Return the predictions to write into a record, and a note for whoever saves it, or "".

    The size of a record is limited, so drawn lines are left out if there are very many.
    """
    told = NAMES_IN_IT if any(one["who"] for one in guesses_of(predictions)) else ""
    if len(json.dumps(predictions)) <= MOST_BYTES:
        return dict(predictions), told
    short = {chart: without_lines(asked) for chart, asked in predictions.items()}
    return short, f"{told} {LEFT_OUT}".strip()


NAMES_IN_IT = "The predictions of the class are in it, with the names that were typed to them."
LEFT_OUT = "Drawn lines were too many for one file: of each only the answer is in it."


def guesses_of(predictions: Mapping[str, Prediction]) -> list[Guess]:
    """Return all answers, whatever chart they are about."""
    return [guess for asked in predictions.values() for guess in asked["guesses"]]


def without_lines(asked: Prediction) -> Prediction:
    """Return a prediction with its answers alone."""
    guesses: list[Guess] = [
        {"who": guess["who"], "value": guess["value"]} for guess in asked["guesses"]
    ]
    return {**asked, "guesses": guesses}


def without_names(match: Match) -> dict[str, Prediction]:
    """Return the predictions in a record with numbers in place of who answered."""
    return {
        chart: {
            **asked,
            "guesses": [
                {**guess, "who": f"Answer {number}"} if guess["who"] else guess
                for number, guess in enumerate(asked["guesses"], 1)
            ],
        }
        for chart, asked in read_predictions(match).items()
    }


def rows_of_record(match: Match, seen_as: str, *, names: bool = False) -> list[PredictionRow]:
    """Return the answers in a record as rows, with what came where ``seen_as`` may know it.

    Without ``names`` nobody is named who answered.
    """
    viewer = read_viewer(seen_as, match.seats, match.names)
    unseen = {*hidden_course(match, viewer), *hidden_present(match, viewer)}
    rows = all_rows(match, read_predictions(match), unseen)
    return rows if names else [{**row, "who": ""} for row in rows]
