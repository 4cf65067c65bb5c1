"""Which charts of a table the class is asked about, and what it expects of them."""

from __future__ import annotations

from classkit.charts.shapes import Prediction

from .questions import About
from .results import guesses_of
from .room import Room


def as_prediction(about: About) -> Prediction:
    """Return what is asked about a table as its charts have it, unanswered."""
    return {
        "turn": about["turn"], "figure": about["figure"], "seat": about["seat"],
        "at": about["at"], "unit": about["unit"], "top": 0, "guesses": [],
    }  # fmt: skip


def predictions_at(room: Room, place: int) -> dict[str, Prediction]:
    """Return what is expected of the charts of a table, by chart.

    Who answered what is there once it is told. A figure of the class is covered at each table, and
    expected of none.
    """
    found = dict[str, Prediction]()
    for question in room.questions.values():
        if question.about is None or not question.covers(place):
            continue
        prediction, chart = as_prediction(question.about), question.about["chart"]
        if not question.told:
            found[chart] = prediction
        elif question.about["place"] == place:
            found[chart] = {**prediction, "guesses": guesses_of(question, room)}
    return found


def covered_at(room: Room, place: int) -> list[str]:
    """Return the charts of a table that are covered on the projector, those asked last first."""
    open_ones = (one for one in reversed(room.questions.values()) if not one.told)
    return list(
        dict.fromkeys(one.about["chart"] for one in open_ones if one.about and one.covers(place))
    )
