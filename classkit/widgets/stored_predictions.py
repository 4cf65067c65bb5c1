"""What a class expected, beside the record of its match: monday.predictions.json.

The record itself is the match alone, so that it can be checked; a file of predictions may be of
anybody, and what makes no sense in it is passed over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from classkit.charts.hidden_figures import hidden_course, hidden_present
from classkit.charts.shapes import Prediction
from classkit.engine.data import read_json
from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match
from classkit.engine.record import names_path, write_whole
from classkit.engine.views import read_viewer

from .expected import all_rows, read_prediction

MOST_BYTES = 2_000_000
MOST_PREDICTIONS = 100
"""So many charts have predictions at most."""


def predictions_path(path: Path) -> Path:
    """Return where predictions stand: monday.classkit.json -> monday.predictions.json.

    >>> predictions_path(Path("monday.classkit.json")).name
    'monday.predictions.json'
    """
    stem = names_path(path).name.removesuffix(".names.json")
    return path.with_name(f"{stem}.predictions.json")


def as_json(predictions: Mapping[str, Prediction]) -> str:
    """Return predictions by chart as the text of a file."""
    return json.dumps(predictions, ensure_ascii=False, indent=1) + "\n"


def save_predictions(path: Path, predictions: Mapping[str, Prediction]) -> None:
    """Write what was expected beside the record at ``path``; without any, what was there goes."""
    beside = predictions_path(path)
    try:
        if predictions:
            write_whole(beside, as_json(predictions).encode())
        elif beside.exists():
            beside.unlink()
    except OSError as error:
        raise ClasskitError(
            f"The predictions could not be saved ({error.strerror or error}); the match is."
        ) from error


def read_predictions(path: Path, match: Match) -> dict[str, Prediction]:
    """Read the predictions beside a record, of charts that the match has."""
    beside = predictions_path(path)
    try:
        with beside.open("rb") as stream:
            stated = read_json(stream.read(MOST_BYTES + 1), MOST_BYTES)
    except (OSError, ClasskitError):
        return {}
    found: dict[str, Prediction] = {}
    charts = {chart.key for chart in match.game.charts_of(match.table)}
    for chart, one in list(stated.items())[:MOST_PREDICTIONS] if isinstance(stated, dict) else ():
        try:
            if chart in charts:
                found[chart] = read_prediction(one)
        except ClasskitError:
            continue
    return found


def rows_beside(
    path: Path, match: Match, seen_as: str, *, names: bool = False
) -> list[dict[str, Any]]:
    """Return the answers beside a record as rows, with what came where ``seen_as`` may know it.

    Without ``names`` nobody is named who answered.
    """
    viewer = read_viewer(seen_as, match.seats, match.names)
    unseen = {*hidden_course(match, viewer), *hidden_present(match, viewer)}
    rows = all_rows(match, read_predictions(path, match), unseen)
    return rows if names else [{**row, "who": ""} for row in rows]
