"""Charts of a table that are covered while the class predicts them."""

from __future__ import annotations

from classkit.charts.chart_types import PredictionData

from .poll_model import PredictionTarget
from .poll_results import list_guesses
from .room import Room


def build_prediction(about: PredictionTarget) -> PredictionData:
    """Return an unanswered prediction in the format of the table's charts."""
    return {
        "turn": about["turn"], "figure": about["figure"], "seat": about["seat"],
        "at": about["at"], "unit": about["unit"], "top": 0, "guesses": [],
    }  # fmt: skip


def get_predictions(room: Room, place: int) -> dict[str, PredictionData]:
    """Return the predictions for the charts of a table, by chart.

    The answers are included once they have been revealed. A prediction about the whole class covers
    a chart at each table and has no answers there.
    """
    found = dict[str, PredictionData]()
    for question in room.questions.values():
        if question.about is None or not question.covers_table(place):
            continue
        prediction, chart = build_prediction(question.about), question.about["chart"]
        if not question.is_revealed:
            found[chart] = prediction
        elif question.about["place"] == place:
            found[chart] = {**prediction, "guesses": list_guesses(question, room)}
    return found


def list_covered_charts(room: Room, place: int) -> list[str]:
    """List the charts of a table that are covered on the projector, most recent question first."""
    open_ones = (one for one in reversed(room.questions.values()) if not one.is_revealed)
    return list(
        dict.fromkeys(
            one.about["chart"] for one in open_ones if one.about and one.covers_table(place)
        )
    )
