"""Exports for a seat, for the public, and for the instructor (design 3, "Views")."""

from __future__ import annotations

import json
from typing import Any

import pytest

import classkit
from classkit.engine.errors import UnknownName
from classkit.engine.match import Match
from classkit.frames import answer_rows, event_rows, history_rows, history_table, to_data
from classkit.frames import ledger_rows as moved
from tests.toy import GAME
from tests.toy.game import Harbour, HarbourSecrecy


@pytest.fixture
def match() -> Match:
    return classkit.new(GAME, seats=["Ada", "Bo", "Cy"], seed=5).play("round").play("round")


class CoinsTell(HarbourSecrecy):
    """The history of the coins would reveal too much."""

    def metrics_without_history(self, table: Any) -> tuple[str, ...]:
        return ("coins",)


class Guarded(Harbour):
    """A harbour in which it would."""

    secrecy = CoinsTell()


def test_goods_drawn_are_exported_to_whom_they_are_known(match: Match) -> None:
    """T1.3: what a merchant draws only he sees."""
    for whom in ("instructor", "everybody", "A", "B"):
        for row in event_rows(match, whom):
            if row["event"] == "goods_drawn":
                assert ("goods" in row["facts"]) == (whom in ("instructor", row["seat"]))
        loads = [row["target"] for row in moved(match, whom) if row["reason"] == "first_load"]
        seers = {"instructor": {"A", "B", "C"}, "everybody": set()}.get(whom, {whom})
        assert set(loads) == seers


def test_the_instructor_gets_everything_unless_asked_otherwise(match: Match) -> None:
    assert to_data(match) == to_data(match, "instructor")
    assert [row["facts"].get("goods") for row in event_rows(match)] == [
        event.facts.get("goods") for event in match.events
    ]
    assert [row["move"] for row in answer_rows(match)] == [entry.name for entry in match.answers]


def test_sealed_orders_are_exported_to_their_own_seat_alone(match: Match) -> None:
    """T2.1: merchants decide in secret how much to sell."""
    orders = [row for row in answer_rows(match) if row["move"] == "sell"]
    assert {row["seat"] for row in orders} == {"A", "B", "C"}
    assert {row["seat"] for row in answer_rows(match, "A") if row["move"] == "sell"} == {"A"}
    masked = [row for row in answer_rows(match, "everybody") if row["move"] == "hidden"]
    assert masked and all(row["fields"] == {} for row in masked)
    assert len(answer_rows(match, "everybody")) == len(answer_rows(match))


def test_figures_whose_course_is_hidden_are_exported_as_of_now() -> None:
    match = classkit.new(Guarded(), seats=3, seed=5).play("round").play("round")
    turns = {row["turn"] for row in history_rows(match, "A") if row["metric"] == "coins"}
    assert turns == {match.history[-1]["turn"]}
    table = history_table(match, "everybody")
    assert ["coins.A" in row for row in table] == [False] * (len(table) - 1) + [True]
    assert all("coins.A" in row for row in history_table(match))


def test_data_say_whose_knowledge_they_are(match: Match) -> None:
    assert [to_data(match, whom)["seen_as"] for whom in ("B", "everybody", "instructor")] == [
        "B", "everybody", "instructor",
    ]  # fmt: skip
    json.dumps(to_data(match, "B"), default=str)


def test_a_seat_that_is_not_there_is_refused_with_its_reason(match: Match) -> None:
    with pytest.raises(UnknownName, match=r"There is no viewer 'D'.*everybody, instructor"):
        to_data(match, "D")
