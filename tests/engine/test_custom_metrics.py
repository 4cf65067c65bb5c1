"""Custom metrics and charts on a shipped game: none is silently dropped."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit import study
from classkit.assignments.homework.homework_notebook import write_homework
from classkit.attribution.turning_points import turning_points
from classkit.engine.errors import ClasskitError, FigureError, RecordError
from classkit.engine.events import Keep
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.metrics import Chart, Metric, filter_declared
from classkit.engine.registry import find, list_games, load, loads
from classkit.engine.serialization import format_record
from classkit.widgets.actions import get_chart_rows
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.widgets.pages import Page

MINE = Metric(
    "mine", "Mine", "seats", "table", lambda t: len(t.seats), "", "The seats at this moment."
)
DRAWN = Chart("mine", "Mine", "line", ("mine",), "seats")


def with_mine(name: str) -> Game[Any]:
    """Return a shipped game with an additional metric and a chart."""
    game = find(name)
    own = {"metrics": (*game.metrics, MINE), "charts": (DRAWN, *game.charts)}
    made: Game[Any] = type("Mine", (type(game),), own)()
    return made


def played(name: str, **options: Any) -> Match:
    if name == "poleconomy":
        options = {"game": 1, **options}
    m = classkit.new(with_mine(name), seats=4, seed=7, options=options)
    return m.play(until="round", bots="random")


for_every_name = pytest.mark.parametrize("name", list_games())


@for_every_name
def test_a_figure_of_ones_own_stands_wherever_figures_do(name: str) -> None:
    m = played(name)
    assert m.metrics()["mine"] == m.fork().metrics()["mine"] == 4
    assert {row["mine"] for row in m.history} == {4}
    assert set(m.history_frame(wide=True)["mine"]) == {4}
    assert m.goto(step=0).metrics()["mine"] == 4
    assert get_chart_rows(PageView(MatchController(m)), "mine")["rows"][0]["values"] == {"mine": 4}
    fan = study.futures(m, n=2, metrics=["mine"], processes=1).wait()
    assert {row["metric"] for row in fan.rows()} == {"mine"}


@for_every_name
def test_the_figures_and_charts_that_ship_stay_as_the_table_has_them(name: str) -> None:
    m = played(name)
    shipped = find(name)
    assert m.game.active_metrics(m.table) == (*shipped.active_metrics(m.table), MINE)
    assert m.game.active_charts(m.table) == (DRAWN, *shipped.active_charts(m.table))


def test_figures_of_game_2_stay_out_of_game_1() -> None:
    m = played("poleconomy", game=1)
    assert "mine" in m.metrics() and "treasury_cash" not in m.metrics()
    assert "treasury_cash" in played("poleconomy", game=2).metrics()


def test_one_may_stand_for_one_that_ships_where_the_table_has_that() -> None:
    treasury = Metric("treasury_cash", "Mine", "", "table", lambda t: -1)
    worth = Metric("net_worth", "Mine", "", "table", lambda t: -2)
    game = find("poleconomy")
    others = [m for m in game.metrics if m.key not in ("treasury_cash", "net_worth")]
    own = type("Mine", (type(game),), {"metrics": (worth, *others, treasury)})()
    assert own.custom_metrics == ("net_worth", "treasury_cash")
    for number, found in ((1, None), (2, -1)):
        row = classkit.new(own, seats=3, seed=7, options={"game": number}).metrics()
        assert (row["net_worth"], row.get("treasury_cash")) == (-2, found)


def test_a_study_has_it() -> None:
    frame = study.simulate(with_mine("opoly"), n=2, metrics=["mine"], processes=1)
    assert set(frame["mine"]) == {4}


def test_only_what_is_asked_for_is_kept() -> None:
    m = classkit.new(with_mine("poleconomy"), seats=2, seed=7, keep=Keep(figures=("mine",)))
    assert set(m.play(until="round", bots="random").history[0]) == {"turn", "round", "mine"}


# --- said where a match begins --------------------------------------------------------------------

PLAYERS = Metric("players", "Players", "seats", "table", lambda t: len(t.seats))


@for_every_name
def test_a_figure_is_an_argument_and_its_chart_is_shown_first(name: str) -> None:
    m = classkit.new(name, seats=4, seed=7, metrics=[PLAYERS]).play(until="round", bots="random")
    shipped = find(name)
    assert m.metrics()["players"] == m.history[-1]["players"] == 4
    first = m.game.first_charts(m.table)
    assert first[0] == "players"
    assert len(first) == max(2, len(shipped.first_charts(m.table)))
    assert {*first} <= {chart.key for chart in m.game.active_charts(m.table)}


def test_a_table_shows_its_chart() -> None:
    live = classkit.table(
        "poleconomy", seats=3, seed=7, bots="passive", metrics=[PLAYERS], options={"game": 1}
    )
    live.step()
    assert live.figure("players").layout.yaxis.title.text == "seats"


def test_a_match_is_opened_by_stating_it_again(tmp_path: Path) -> None:
    m = classkit.new("opoly", seats=3, seed=7, metrics=[PLAYERS]).play(until="turn", bots="random")
    path = m.save(tmp_path / "monday.classkit.json")
    assert load(path, metrics=[PLAYERS]).history == m.history
    with pytest.raises(RecordError, match=r"Pass the same metrics=\.\.\. or game="):
        load(path)


def test_a_study_takes_it_among_the_keys_in_several_processes_too() -> None:
    frame = study.simulate(
        "opoly", n=2, metrics=["asset_score", PLAYERS], processes=2, progress=False
    )
    assert set(frame["players"]) == {4}
    assert "asset_score.A" in frame


@pytest.mark.parametrize(
    ("metrics", "said"),
    [
        ("net_worth", "metrics must be a list of classkit.Metric"),
        (["net_worth"], "must be classkit.Metric"),
        (
            [Metric("net_worth", "Mine", "$", "table", len)],
            "the game already has a metric 'net_worth'",
        ),
        (5, "metrics must be a list of classkit.Metric"),
        ([Metric("mine", 5, "$", "table", len)], "the label and the unit of the metric 'mine'"),  # type: ignore[arg-type]
        ([PLAYERS, PLAYERS], "the game already has a metric 'players'"),
        (
            [Metric("two words", "Mine", "$", "table", len)],
            "the key of a metric must be a Python identifier",
        ),
        ([Metric("mine", "Mine", "$", "table", 5)], "'mine' must be a function, not 5"),  # type: ignore[arg-type]
        ([Metric("mine", "Mine", "$", "seats", len)], "must be one of table, .* not 'seats'"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_figure_of_ones_own_is_refused(metrics: Any, said: str) -> None:
    with pytest.raises(ClasskitError, match=said):
        classkit.new("poleconomy", seats=2, metrics=metrics, options={"game": 1})


def breaks(t: Any) -> int:
    """Break from the third turn on, in a line that the sentence has to name."""
    return 1 // max(0, 3 - t.turn)


BREAKS = Metric("broken", "Broken", "", "table", breaks)
LINE = breaks.__code__.co_firstlineno + 2
TOLD = (
    r"The metric 'broken' cannot be computed \(ZeroDivisionError in line "
    rf"{LINE} of test_custom_metrics\.py: integer"
)


def begun_with(metric: Metric) -> Match:
    m = classkit.new("poleconomy", seats=2, seed=7, metrics=[metric], options={"game": 1})
    return m.play("turn").play("turn").play("turn")


@pytest.mark.parametrize(
    "computed",
    [
        lambda m: m.metrics(),
        lambda m: study.futures(m, n=1, metrics="broken", processes=1),
        lambda m: study.compare_moves(m, n=1, outcome="broken", processes=1),
        lambda m: m.why("broken"),
    ],
    ids=["metrics", "futures", "moves", "why"],
)
def test_one_that_breaks_is_named_with_its_line_and_no_rule_is_blamed(computed: Any) -> None:
    m = begun_with(BREAKS)
    with pytest.raises(FigureError, match=TOLD):
        computed(m)
    assert m.play("turn").turn == 5, "the match goes on"


def test_its_place_is_empty_in_the_rows_in_frames_and_in_its_chart() -> None:
    m = begun_with(BREAKS)
    assert [row["broken"] for row in m.history] == [0, 0, 1, None]
    assert m.present_row()["broken"] is None
    for wide in (True, False):
        with pytest.warns(UserWarning, match=TOLD):
            frame = m.history_frame(wide=wide)
        told = frame["broken"] if wide else frame[frame["metric"] == "broken"]["value"]
        assert told.isna().tolist() == [False, False, False, True]
    with pytest.warns(UserWarning, match=TOLD):
        drawn = classkit.table(m).figure("broken")
    assert drawn.data[0].y[-1] is None


@pytest.mark.parametrize("scope", ["table", "seat", "parts", "seat_parts"])
def test_one_that_breaks_breaks_no_other(scope: Any) -> None:
    def computed(t: Any, *_: Any) -> Any:
        held = 1 // max(0, 3 - t.turn)
        return {"gold": held} if "parts" in scope else held

    m = begun_with(Metric("broken", "Broken", "", scope, computed))
    other = begun_with(MINE)
    values = m.present_row()
    assert values["net_worth"] == other.metrics()["net_worth"]
    assert str(m.why("net_worth", "A")) == str(other.why("net_worth", "A"))
    assert m.standings() == other.standings()
    assert classkit.table(m).figure("inflation") == classkit.table(other).figure("inflation")
    ahead = study.futures(m, n=2, metrics="net_worth", processes=1).wait()
    same = study.futures(other, n=2, metrics="net_worth", processes=1).wait()
    assert ahead.frame().equals(same.frame())
    assert study.futures(m, n=1, processes=1).wait().done == 1


def test_a_record_is_opened_with_one_that_breaks() -> None:
    m = begun_with(BREAKS)
    again = loads(format_record(m.to_record()), metrics=[BREAKS], keep=Keep(copies=False))
    assert again.history == m.history and again.play("turn").turn == 5


def test_a_race_whose_figure_breaks_has_no_turning_points() -> None:
    game = find("poleconomy")
    (worth,) = (one for one in game.metrics if one.key == "net_worth")
    metrics = tuple(
        replace(worth, compute=lambda t, seat: breaks(t)) if one is worth else one
        for one in game.metrics
    )
    own: Game[Any] = type("Own", (type(game),), {"metrics": metrics})()
    m = classkit.new(own, seats=2, seed=7, options={"round_limit": 3}).play("end")
    assert turning_points(m, m.say(), None) == []
    assert Page.of(m).now["end"]["turns"] == []


def test_so_is_one_that_breaks_only_in_the_futures() -> None:
    ahead = study.futures(begun_with(BREAKS).goto(turn=2), n=1, metrics="broken", processes=1)
    with pytest.raises(ClasskitError, match=rf"^{TOLD}"):
        ahead.wait()


@pytest.mark.parametrize("by", ["match", "turn"])
def test_so_is_one_that_breaks_in_a_study(by: str) -> None:
    with pytest.raises(ClasskitError, match=rf"^Match 1 \(seed 1\): {TOLD}"):
        study.simulate(
            "poleconomy", n=1, seats=2, metrics=[BREAKS], by=by, progress=False, options={"game": 1}
        )


def test_one_that_takes_other_arguments_is_told_where_it_begins() -> None:
    other = Metric("broken", "Broken", "", "seat", breaks)
    with pytest.raises(FigureError, match=rf"TypeError in line {LINE - 2} of test_custom_metrics"):
        begun_with(other).metrics()


def test_one_of_python_itself_has_no_line() -> None:
    with pytest.raises(FigureError, match=r"cannot be computed \(TypeError: object of type"):
        begun_with(Metric("broken", "Broken", "", "table", len)).metrics()


def test_one_in_a_notebook_is_told_by_its_cell() -> None:
    cell = compile("def f(t):\n    return t.no", "/tmp/ipykernel_1/2.py", "exec")
    names: dict[str, Any] = {}
    exec(cell, names)
    with pytest.raises(FigureError, match=r"\(AttributeError in line 2 of its cell:"):
        begun_with(Metric("broken", "Broken", "", "table", names["f"])).metrics()


@pytest.mark.parametrize("scope", ["parts", "seat_parts"])
def test_one_without_the_parts_that_it_should_have_is_named(scope: Any) -> None:
    with pytest.raises(FigureError, match="must return a dict of parts, not 5"):
        begun_with(Metric("broken", "Broken", "", scope, lambda *_: 5)).metrics()


def test_what_goes_with_one_is_named_where_it_breaks_too() -> None:
    drawn = Metric("broken", "Broken", "", "table", lambda t: 5, colours=breaks)
    with pytest.raises(FigureError, match=rf"cannot be coloured .* in line {LINE} of"):
        classkit.table(begun_with(drawn)).figure("broken")
    split = Metric("broken", "Broken", "", "table", lambda t: 5, made_of=breaks)
    with pytest.raises(FigureError, match=rf"cannot be split .* in line {LINE} of"):
        begun_with(split).why("broken")


# --- opened again -------------------------------------------------------------------------------


def test_a_record_names_figures_of_ones_own_and_no_others(tmp_path: Path) -> None:
    m = played("poleconomy")
    assert m.to_record()["figures"] == ["mine"]
    assert json.loads(m.record_text())["figures"] == ["mine"]
    assert (
        "figures"
        not in classkit.new("poleconomy", seats=2, seed=7, options={"game": 1}).to_record()
    )
    path = m.save(tmp_path / "monday.classkit.json")
    again = load(path, game=with_mine("poleconomy"))
    assert again.metrics()["mine"] == 4 and again.history == m.history


def test_without_its_game_it_is_refused_with_the_remedy(tmp_path: Path) -> None:
    path = played("economy").save(tmp_path / "monday.classkit.json")
    with pytest.raises(RecordError, match=r"custom metrics that .*: mine\..* game=") as refused:
        load(path)
    assert refused.value.match is not None and refused.value.match.step > 1
    without = load(path, partial=True)
    assert "mine" not in without.metrics() and "figures" not in without.to_record()


ECONOMY: Any = type(find("economy"))


class Listed(ECONOMY):
    """Has an additional metric in every state."""

    def active_metrics(self, table: Any) -> Any:
        return (*super().active_metrics(table), MINE)


class Raced(ECONOMY):
    """Has a race of its own."""

    def races(self, table: Any) -> Any:
        return {**super().races(table), "Mine": super().standings(table)}


@pytest.mark.parametrize("made", [Listed, Raced])
def test_a_class_of_ones_own_is_needed_again_to_open_its_match(made: Any) -> None:
    """What it shows was dropped without a word, as the record named the game that it changes."""
    m = classkit.new(made(), seats=3, seed=1).play("round", bots="random")
    text = m.record_text()
    assert json.loads(text)["class"] == made.__name__
    with pytest.raises(
        RecordError, match=rf"custom game, the class {made.__name__}, .* game=.*partial="
    ):
        loads(text)
    with pytest.raises(RecordError, match="game="):
        loads(text, game=find("economy"))
    again = loads(text, game=made())
    assert (again.metrics(), again.races()) == (m.metrics(), m.races())
    beyond = loads(classkit.new(made(), seats=3, metrics=[PLAYERS]).record_text(), game=made(),
                   metrics=[PLAYERS])  # fmt: skip
    assert beyond.metrics()["players"] == 3
    without = loads(text, partial=True)
    assert "class" not in without.to_record() and without.game is find("economy")


def test_a_game_of_another_name_has_no_figures_but_its_own() -> None:
    class Renamed(type(find("opoly"))):  # type: ignore[misc]  # a class found by its game
        name = "renamed"
        metrics = (*find("opoly").metrics, MINE)

    m = classkit.new(Renamed(), seats=3, seed=7)
    assert m.metrics()["mine"] == 3
    assert "figures" not in m.to_record()
    assert loads(m.record_text(), game=Renamed()).metrics()["mine"] == 3


@pytest.mark.parametrize("figures", [3, "mine", [3], ["x" * 1_000], ["mine"] * 2_000, ["\n"]])
def test_what_is_no_list_of_figures_is_refused(figures: Any) -> None:
    record = {**classkit.new("opoly", seats=3, seed=7).to_record(), "figures": figures}
    with pytest.raises(RecordError, match="invalid"):
        loads(format_record(record))


def test_homework_of_it_is_refused_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(ClasskitError, match=r"partial=True"):
        write_homework(played("poleconomy"), tmp_path, "monday")


def test_what_is_declared_is_looked_up_on_a_table() -> None:
    shipped = tuple(Chart(key, key, "line", (key,), "$") for key in "abc")
    a, b, c = shipped
    assert filter_declared(shipped, shipped, (c, a)) == (c, a)
    assert filter_declared((DRAWN, *shipped), shipped, (c, a)) == (DRAWN, c, a)
    assert filter_declared((b, DRAWN), shipped, (c, a)) == (DRAWN,)
