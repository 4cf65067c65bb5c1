"""Predictions of a class in the record of a match.

Records are untrusted, so invalid predictions are skipped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from classkit.charts.chart_types import GuessData, PredictionData
from classkit.charts.redaction import get_fully_hidden, get_history_hidden
from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match
from classkit.engine.views import read_viewer

from .predictions import PredictionRow, build_prediction_rows, parse_prediction

Data = dict[str, Any]

MAX_PREDICTION_BYTES = 1_000_000
MAX_PREDICTIONS = 100
"""Maximum number of charts with predictions that are read from a record."""


def read_predictions(match: Match) -> dict[str, PredictionData]:
    """Return the valid predictions in the record of a match, by chart."""
    charts = {chart.key for chart in match.game.active_charts(match.table)}
    found: dict[str, PredictionData] = {}
    for chart, one in list(match.predictions.items())[:MAX_PREDICTIONS]:
        with suppress(ClasskitError):
            if chart in charts:
                found[chart] = parse_prediction(one)
    return found


def pop_predictions(match: Match) -> dict[str, PredictionData]:
    """Remove the predictions from a match and return them. From now on, its branch stores them."""
    found, match.predictions = read_predictions(match), {}
    return found


def prepare_predictions(
    predictions: Mapping[str, PredictionData],
) -> tuple[dict[str, PredictionData], str]:
    """Return the predictions to save in a record, and a note for the person who saves it.

    Because the size of a record is limited, drawn lines are omitted if the predictions are too
    large. The note is "" if there are no names and nothing is omitted.
    """
    told = NAMES_NOTE if any(one["who"] for one in list_guesses(predictions)) else ""
    if len(json.dumps(predictions)) <= MAX_PREDICTION_BYTES:
        return dict(predictions), told
    short = {chart: drop_lines(asked) for chart, asked in predictions.items()}
    return short, f"{told} {LINES_NOTE}".strip()


NAMES_NOTE = "It also contains the predictions of the class, with the names that people entered."
LINES_NOTE = "The drawn lines are too large for one file, so it contains only the answers."


def list_guesses(predictions: Mapping[str, PredictionData]) -> list[GuessData]:
    """Return the answers about all charts."""
    return [guess for asked in predictions.values() for guess in asked["guesses"]]


def drop_lines(asked: PredictionData) -> PredictionData:
    """Return a prediction without drawn lines."""
    guesses: list[GuessData] = [
        {"who": guess["who"], "value": guess["value"]} for guess in asked["guesses"]
    ]
    return {**asked, "guesses": guesses}


def anonymize_predictions(match: Match) -> dict[str, PredictionData]:
    """Return the predictions in a record with names replaced by numbers."""
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


def record_prediction_rows(
    match: Match, seen_as: str, *, names: bool = False
) -> list[PredictionRow]:
    """Return the answers in a record, and the outcomes that ``seen_as`` may see, as rows.

    The names of the people who answered are omitted unless ``names`` is true.
    """
    viewer = read_viewer(seen_as, match.seats, match.seat_names)
    unseen = {*get_history_hidden(match, viewer), *get_fully_hidden(match, viewer)}
    rows = build_prediction_rows(match, read_predictions(match), unseen)
    return rows if names else [{**row, "who": ""} for row in rows]
