"""Section 7: one chart is what the page, a notebook and an export show."""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import Any

import pytest

import classkit
from classkit.charts.export import make_figure
from classkit.charts.rows import RowCache
from classkit.engine.events import EVERYBODY, INSTRUCTOR
from classkit.engine.game import Game
from classkit.engine.registry import list_games
from classkit.widgets.live_table import Table
from tests.every_game import for_every_game
from tests.widgets.pages import Page

from .fake_charts import FILE, written

Data = dict[str, Any]


def page_of(game: Game[Any], seen_as: str) -> Page:
    """A page in the middle of a match: with another branch, a prediction and futures."""
    seats = 3 if 3 in game.seat_numbers else 4
    page = Page.of(classkit.new(game, seats=seats, seed=3).play("round", "passive"))
    page.do("seen_as", seen_as=seen_as)
    page.do("name", seat="B", name="Bo <b>& Co")
    page.do("predict", chart=page.fixed["charts"][0]["key"], value="6,0")
    page.do("fork")
    page.do("back")
    page.do("futures", n=3, horizon=2, unit="round")
    for _ in range(9):
        page.do("step", until="decision")
    return page


def keys_of(page: Page) -> list[str]:
    return [plan["key"] for plan in page.fixed["charts"]]


@pytest.mark.sweep(1)
@for_every_game
def test_a_figure_has_what_the_page_draws(game: Game[Any]) -> None:
    """The points of each line are the same; a page shows fewer where many would hide the newer."""
    page = page_of(game, INSTRUCTOR)
    page.do("clear")
    page.do("charts", charts=keys_of(page))
    for key, chart in page.now["charts"].items():
        figure = make_figure(page.match, key)
        points = {trace.meta: [as_list(trace.x), as_list(trace.y)] for trace in figure.data}
        own = [name for name in chart["order"] if "/" not in name and not name.startswith("fan.")]
        assert own == [trace.meta for trace in figure.data][: len(own)]
        for name in own:
            trace = chart["traces"][name]
            most = len(trace["x"]) if name.startswith("trail.") else 0
            assert [trace["x"], trace.get("y")] == [one and one[-most:] for one in points[name]]


def as_list(values: Any) -> Any:
    return None if values is None else list(values)


@pytest.mark.sweep(1)
@for_every_game
def test_a_table_draws_what_the_page_draws_with_branches_and_futures(game: Game[Any]) -> None:
    page = page_of(game, EVERYBODY)
    page.do("charts", charts=keys_of(page))
    table = Table(page.match)
    table.hub, table.page_view = page.channel.hub, page.sight
    for key, chart in page.now["charts"].items():
        assert [trace.meta for trace in table.figure(key).data][: len(chart["order"])] == (
            [] if chart.get("absent") else chart["order"]
        )


@for_every_game
def test_charts_out_of_view_cost_nothing(game: Game[Any]) -> None:
    """Else a step would send all of them: a page says which it shows."""
    page = page_of(game, EVERYBODY)
    page.do("clear")
    assert page.now["charts"] == {} and page.now["filled"] == []
    keys = keys_of(page)
    page.do("charts", charts=keys[:2])
    assert set(page.now["charts"]) == set(page.now["filled"]) == set(keys[:2])
    page.do("charts", charts=keys[1:2])
    for _ in range(6):
        sent = page.do("step", until="turn").get("change", {}).get("in", {})
        assert set(sent.get("charts", {}).get("in", {})) <= {keys[1]}
    left = page.now["charts"][keys[0]]
    page.do("charts", charts=keys[:1])
    assert page.now["charts"][keys[0]] == whole(page, keys[0])
    assert page.now["charts"][keys[0]] != left or page.match.is_over


def whole(page: Page, key: str) -> Data:
    """A chart as a page gets it that has not had it before."""
    other = Page(page.channel.hub, page.sight)
    other.do("snapshot")
    other.do("charts", charts=[key])
    chart: Data = other.now["charts"][key]
    return chart


@pytest.mark.sweep(1)
@for_every_game
def test_a_chart_that_grows_step_by_step_is_the_chart_that_is_drawn_anew(game: Game[Any]) -> None:
    """After steps, on the way back, in a fork: what a page put together is the whole chart."""
    page = page_of(game, EVERYBODY)
    keys = keys_of(page)
    page.do("charts", charts=keys, numbers=keys[:1])
    for verb, more in (("step", {}), ("step", {"until": "turn"}), ("back", {}), ("step", {}),
                       ("fork", {}), ("back", {"until": "turn"}), ("step", {})):  # fmt: skip
        page.do(verb, **more)
        here = {key: {**chart} for key, chart in page.now["charts"].items()}
        assert here.get(keys[0], {}).pop("numbers", True)
        assert here == {key: whole(page, key) for key in page.now["filled"]}


def test_the_made_up_matches_have_the_charts_of_today() -> None:
    """Else: python -m tests.charts.fake_charts."""
    assert FILE.read_text() == written()


# --- what stands beside the board ---------------------------------------------

LESSON = 16
"""So many turns are four rounds: by then each chart in sight has told something."""

KINDS: list[tuple[str, Data]] = [
    *((name, {}) for name in list_games()),
    ("poleconomy", {"game": 2}),
]


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_both_charts_beside_the_board_move_from_the_beginning(name: str, options: Data) -> None:
    """One that stays flat gives its place to one that moves.

    Luck decides too, so this is of most matches, as the game's own bots play them.
    """
    moves: list[list[int]] = [[], []]
    for seed in range(1, 6):
        match = classkit.new(name, seats=4, seed=seed, options=options)
        charts = match.game.active_charts(match.table)[:2]
        seen: list[Data] = []
        for _ in range(LESSON):
            match.play("turn")
            seen.append(RowCache().get_current_rows(match, None)[-1]["values"])
        for chart, counted in zip(charts, moves, strict=True):
            shown = [[values[key] for key in chart.metrics] for values in seen]
            counted.append(sum(one != other for one, other in pairwise(shown)))
    assert all(median(counted) >= 2 for counted in moves), moves


@pytest.mark.sweep(2)
@for_every_game
def test_every_chart_reaches_from_the_opening_to_this_very_moment(game: Game[Any]) -> None:
    """Design, section 7: also in mid-turn, after going back, and in a fork."""
    page = page_of(game, INSTRUCTOR)
    for act in ({}, {"do": "back"}, {"do": "goto", "turn": page.now["turn"] // 2}, {"do": "fork"}):
        if act:
            page.do(act.pop("do"), **act)
        for _ in range(3):
            rows = page.sight.get_rows()
            opening = 0 if not page.match.history else page.match.history[0]["turn"]
            assert (rows[0]["turn"], rows[-1]["turn"]) == (opening, page.now["turn"])
            page.do("step", until="decision")
