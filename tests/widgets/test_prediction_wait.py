"""Cells that wait for the class: nothing tells before it has answered, and nothing waits alone."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.widgets import live_table as live_module
from classkit.widgets import prediction_wait
from classkit.widgets.live_table import Table


@pytest.fixture
def people(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook that somebody looks at."""
    monkeypatch.setattr(live_module, "is_interactive", lambda: True)


def asked() -> Table:
    table = classkit.table("poleconomy", seats=3, seed=7, bots="tycoon", options={"game": 1})
    return table.ask("inflation", at=1)


def test_without_people_a_cell_goes_on_at_once_and_shows_its_result() -> None:
    table = asked()
    assert table.once_answered(lambda: table.step(until="turn").turn) == 2
    assert table.page_view.covered == []


@pytest.mark.usefixtures("people")
def test_a_throw_waits_until_the_class_has_answered() -> None:
    table = asked()
    shown: list[int] = []
    cell = table.once_answered(lambda: shown.append(table.step(until="turn").turn))
    second = table.once_answered(lambda: shown.append(table.turn * 10))
    assert isinstance(cell, prediction_wait.WaitingCell) and isinstance(
        second, prediction_wait.WaitingCell
    )
    assert (table.turn, shown) == (1, []), "the table stands before the throw"
    table.predict("inflation", 7)
    assert table.turn == 1
    table.cover("inflation", on=False)
    assert shown == [2, 20], "one cell after the other, each once"
    table.cover("inflation").cover("inflation", on=False)
    assert shown == [2, 20]


@pytest.mark.usefixtures("people")
def test_a_table_that_asks_nothing_waits_for_nothing() -> None:
    table = classkit.table("poleconomy", seats=3, seed=7, options={"game": 1})
    assert table.once_answered("shown") == "shown"


@pytest.mark.usefixtures("people")
def test_a_class_without_an_answer_goes_on_by_a_button() -> None:
    table = asked()
    shown: list[Any] = []
    cell = table.once_answered(lambda: shown.append(table.turn))
    cell.button.click()
    assert shown == [1] and table.page_view.covered == []
    assert cell.children == (cell.output_area,)


@pytest.mark.parametrize(
    ("server", "there"), [("voila/0.5.8", True), ("", False), ("nginx/1.2", False)]
)
def test_voila_has_people(monkeypatch: pytest.MonkeyPatch, server: str, there: bool) -> None:
    monkeypatch.setenv("SERVER_SOFTWARE", server)
    assert prediction_wait.is_interactive() is there
