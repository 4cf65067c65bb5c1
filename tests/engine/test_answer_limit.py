"""A match without end stops at the maximum number of answers."""

from __future__ import annotations

from pathlib import Path

import pytest

import classkit
from classkit.cli import main
from classkit.engine.events import Keep
from classkit.engine.history import MAX_ANSWERS
from classkit.study import futures
from classkit.widgets import table
from tests.endless import to_and_fro
from tests.widgets.pages import Page

SAID = r"maximum of {:,} answers.*save it.*go back"


def test_it_stops_and_can_be_looked_at_saved_and_opened(
    tmp_path: Path, deep: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 20,000 answers; in the short form at a tenth of that."""
    assert MAX_ANSWERS == 20_000
    most = MAX_ANSWERS if deep else MAX_ANSWERS // 10
    monkeypatch.setattr("classkit.engine.history.log_cursor.MAX_ANSWERS", most)
    m = classkit.new("economy", seats=3, seed=1, keep=Keep.nothing())
    for _ in range(2):  # it cannot continue afterwards either
        with pytest.raises(classkit.EndlessMatch, match=SAID.format(most)):
            m.play(until="end", bots=to_and_fro)
    assert (m.step, m.is_over) == (most, False)
    again = classkit.load(m.save(tmp_path / "long.classkit.json"), keep=Keep.nothing())
    assert (again.step, again.digest()) == (m.step, m.digest())


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> int:
    """A lower limit, for what is the same at any."""
    monkeypatch.setattr("classkit.engine.history.log_cursor.MAX_ANSWERS", 60)
    return 60


def test_what_was_played_can_be_taken_back_and_decided_otherwise(short: int) -> None:
    m = classkit.new("economy", seats=3, seed=1)
    with pytest.raises(classkit.EndlessMatch):
        m.play(bots=to_and_fro)
    with pytest.raises(classkit.EndlessMatch):
        m.answer("roll") if m.request.name == "roll" else m.answer(m.request.default.move)
    assert m.step == short and m.undo().step == short - 1
    m.play(until="decision")
    assert m.back("end").step == 0


def test_the_table_says_so_and_shows_where_it_stands(short: int) -> None:
    live = table("economy", seats=3, seed=1, bots=to_and_fro)
    with pytest.raises(classkit.EndlessMatch):
        live.step(until="end")
    assert live.answers == short, "the traits follow, and whoever keeps the match is told"
    page = Page.of(classkit.new("economy", seats=3, seed=1), to_and_fro)
    told = page.do("step", until="end")
    assert told["kind"] == "refused" and "cannot continue" in told["reason"]
    assert page.now["step"] == short
    assert page.do("back", until="end")["kind"] == "step" and page.now["step"] == 0


def test_the_command_sums_up_saves_and_says_so(
    short: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "m.classkit.json"
    assert main(["play", "economy", "--seed", "1", "--save", str(saved)]) == 1
    shown = capsys.readouterr()
    assert "not over" in shown.out and "cannot continue" in shown.err
    assert classkit.load(saved).step == short


def test_futures_of_it_are_left_as_they_stand(short: int) -> None:
    m = classkit.new("economy", seats=3, seed=1).play(until="turn")
    ahead = futures(m, n=2, bots=to_and_fro, processes=1).wait()
    assert ahead.done == 2 and [one.ending for one in ahead.outcomes] == [None, None]
