"""The widget: an ordinary Jupyter widget whose every control is a method."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ipywidgets
import pytest

import classkit
from classkit import widgets
from classkit.engine.errors import ClasskitError, UnknownName
from classkit.widgets.asset_loader import loader_source
from classkit.widgets.live_table import Table


def table(**settings: Any) -> Table:
    settings = {"options": {"game": 1}, **settings}
    made: Table = classkit.table("poleconomy", seats=3, seed=7, bots="passive", **settings)
    return made


def test_it_goes_into_boxes_and_tabs() -> None:
    live = table()
    assert isinstance(live, ipywidgets.DOMWidget)
    box = ipywidgets.VBox([live, ipywidgets.Tab([widgets.board(live)])])
    assert box.children[0] is live


def test_traits_are_told_about_and_can_be_observed() -> None:
    live, seen = table(), []
    live.observe(lambda change: seen.append(change["new"]), "turn")
    live.step(until="turn").step(until="turn").back(until="turn")
    assert seen == [2, 3, 2]
    for name in ("turn", "round", "answers", "over", "branch_name", "theme", "read_only"):
        assert Table.class_traits()[name].help


def test_no_trait_of_the_match_is_synced() -> None:
    """One step is one custom message: no state message besides (design 7)."""
    assert {"turn", "theme", "read_only"}.isdisjoint(table().get_state())


def test_every_control_is_a_method(tmp_path: Path) -> None:
    live = table()
    live.step(until="round").back().forward().goto(turn=2).autoplay(speed=3).pause()
    live.fork("What if").bookmark("here").branch("Main").drop_branch("What if")
    live.hand("B", to="tycoon").hand("B", to="person").rename("B", "Bo")
    live.cover("inflation").predict("inflation", 5).cover("inflation", on=False).curtain("A")
    live.curtain(None).new_seed().reset()
    live.theme = "dark"
    assert live.page_view.theme == "dark" and live.names == {"B": "Bo"}
    path = live.save(tmp_path / "monday.classkit.json")
    assert live.open(path).branch_name == "Opened"
    assert live.open(path.read_text()).branch_name == "Opened 2"
    live.new(seats=5, options={"quick_start": True})
    assert len(live.match.seats) == 5
    seat = live.match.requests()[0].seat
    live.answer(live.match.requests()[0].default.move, seat=seat)


def test_a_match_of_ones_own_is_shown() -> None:
    match = classkit.new("poleconomy", seats=2, seed=1, options={"game": 1})
    assert classkit.table(match).match is match
    with pytest.raises(UnknownName, match="can be set only for a new match"):
        classkit.table(match, seats=3)


def test_a_table_looks_as_asked_from_the_start() -> None:
    live = table(theme="projector", covered=["inflation"])
    assert live.theme == "projector" and live.page_view.covered == ["inflation"]
    with pytest.raises(UnknownName):
        table(theme="pink")


def test_unknown_settings_are_refused_with_a_hint() -> None:
    with pytest.raises(ClasskitError, match="quick_start"):
        table(quick_starts=True)


def test_a_table_that_only_looks_on_says_so_to_python_too() -> None:
    live = table()
    live.read_only = "Another page plays this match now."
    with pytest.raises(ClasskitError, match="Another page"):
        live.step()
    live.read_only = None
    live.step()


def test_changes_are_told_to_those_who_keep_the_match() -> None:
    live, told = table(), []
    live.on_change(lambda: told.append(live.match.step))
    live.step().rename("A", "Ada").hand("A", to="tycoon")
    live.theme = "dark"
    live.cover("inflation")
    assert told == [1, 1, 1], "looks are not kept"
    live._channel.receive_message({"do": "step", "id": 1})
    assert told[-1] == 2


def test_names_may_be_set() -> None:
    live = table()
    live.names = {"A": "Ada", "C": "Cy"}
    assert live.match.say().seat("C") == "Cy"


def test_parts_follow_the_table_they_were_taken_from() -> None:
    live = table()
    board, chart = widgets.board(live), widgets.chart(live, "inflation")
    live.step(until="turn")
    assert board.turn == chart.turn == 2
    assert (board.part, chart.part, chart.chart) == ("board", "chart", "inflation")
    with pytest.raises(UnknownName, match="inflation"):
        widgets.chart(live, "inflatoin")
    with pytest.raises(UnknownName):
        widgets.part(live, "kitchen")
    alone = widgets.news(classkit.new("poleconomy", seats=2, seed=1, options={"game": 1}))
    assert alone.part == "news"
    for name in ("ask", "timeline", "standings"):
        assert getattr(widgets, name)(live).part == name


def test_a_closed_table_is_out_of_the_way() -> None:
    live = table()
    board = widgets.board(live)
    board.close()
    live.step()
    assert len(live.hub.channels) == 1


def charts_of(game: int) -> list[str]:
    """The charts of a game of the box."""
    m = classkit.new("poleconomy", options={"game": game})
    return [chart.key for chart in m.game.active_charts(m.table)]


@pytest.mark.parametrize(
    ("game", "key"), [(game, key) for game in (1, 2) for key in charts_of(game)]
)
def test_each_chart_is_an_ordinary_figure_too(game: int, key: str) -> None:
    live = table(options={"game": game}).step(until="round").rename("A", "<a href=x>Ada</a>")
    figure = live.figure(key)
    assert type(figure).__name__ == "Figure" and len(figure.data) >= 1
    assert "<a" not in figure.to_json()


def test_unknown_figures_are_refused() -> None:
    with pytest.raises(UnknownName, match="inflation"):
        table().figure("inflatoin")


def test_the_widgets_own_module_is_a_few_lines_and_names_no_other_server() -> None:
    text = loader_source()
    assert "@VERSION@" not in text and "@INSTALLED@" not in text
    assert "http" not in text and len(text) < 6_000


@pytest.mark.parametrize(
    "said",
    [
        {"method": "\ud800"}, {"method": ["update"]}, {}, None, 5, "custom",
        {"method": "update", "state": {}, "buffer_paths": None},
        {"method": "update", "state": {}, "buffer_paths": 1},
        {"method": "update", "state": {}, "buffer_paths": [None]},
        {"method": "update", "state": None},
    ],
    ids=ascii,
)  # fmt: skip
def test_what_is_no_message_of_a_page_leaves_no_traceback(
    said: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Ipywidgets takes it apart before anybody judges it."""
    shown, moved = table(), table().step()
    for _ in range(3):
        shown._handle_msg({"content": {"data": said}, "buffers": [b"x"]})
    told = [record.getMessage() for record in caplog.records]
    assert len(told) <= 1 and not any(record.exc_info for record in caplog.records)
    assert all("ignored an invalid message" in one for one in told)
    assert shown.step().answers == moved.answers
