"""Section 7: one description is the chart on the page, in a notebook, and in an export."""

from __future__ import annotations

import json
from itertools import pairwise
from statistics import median
from typing import Any

import pytest

import classkit
from classkit.charts.figure import make_figure
from classkit.charts.fill import PAPER, Source, fill
from classkit.charts.rows import Rows
from classkit.engine.game import Game
from classkit.engine.log import EVERYBODY, INSTRUCTOR
from classkit.engine.registry import list_games
from tests.every_game import for_every_game
from tests.widgets.pages import Page

from .drawn import ask
from .fake_charts import FILE, written

Data = dict[str, Any]

THEME = {name: PAPER[name] for name in ("ink", "faint", "paper", "size", "wide")}


def page_of(game: Game[Any], seen_as: str) -> Page:
    """A page in the middle of a match: with another branch, a prediction and futures."""
    seats = 3 if 3 in game.seat_numbers else 4
    page = Page.of(classkit.new(game, seats=seats, seed=3).play("round", "default"))
    page.do("seen_as", seen_as=seen_as)
    page.do("name", seat="B", name="Bo <b>& Co")
    page.do("predict", chart=page.fixed["charts"][0]["key"], value="6,0")
    page.do("fork")
    page.do("back")
    page.do("futures", n=3, horizon=2, unit="round")
    for _ in range(9):
        page.do("step", until="decision")
    return page


def plain(value: Any) -> Any:
    """Return a picture without the room that names need, which each side finds by itself."""
    text = json.dumps(value)
    picture: Any = json.loads(text)
    picture["layout"].pop("margin")
    return picture


@for_every_game
def test_the_page_and_a_notebook_draw_the_same_of_every_chart(game: Game[Any]) -> None:
    for seen_as in (EVERYBODY, INSTRUCTOR):
        page = page_of(game, seen_as)
        now, fan = page.now, page.now.get("fan")
        faded = bool(now["futures"].get("stale"))
        rows = now["chart"]["rows"]
        source: Data = {"rows": rows, "branches": now["branches"], "fan": fan, "faded": faded}
        assert set(now["charts"]) == {plan["key"] for plan in page.fixed["charts"]}
        for description in now["charts"].values():
            ours = fill(description, Source(rows, now["branches"], fan, faded))
            theirs = ask(act="fill", description=description, source=source, theme=THEME)
            assert plain(ours) == plain(theirs)


@for_every_game
def test_a_figure_has_what_the_page_draws(game: Game[Any]) -> None:
    page = page_of(game, INSTRUCTOR)
    page.do("clear")
    for key, description in page.now["charts"].items():
        source = {"rows": page.now["chart"]["rows"], "branches": [], "fan": None, "faded": False}
        drawn = ask(act="fill", description=description, theme=THEME, source=source)
        figure = json.loads(make_figure(page.match, key).to_json())
        own = [
            t for t in drawn["data"] if "/" not in t["meta"] and not t["meta"].startswith("fan.")
        ]
        assert [trace.get("meta") for trace in figure["data"][: len(own)]] == [
            t["meta"] for t in own
        ]


@for_every_game
def test_a_step_sends_no_description_that_it_leaves_as_it_is(game: Game[Any]) -> None:
    """They hold columns, not points: a step sends its row."""
    page = page_of(game, EVERYBODY)
    page.do("clear")
    sent = []
    for _ in range(12):
        answer = page.do("step", until="turn")
        if answer["kind"] == "step":
            sent.append(len(json.dumps(answer["change"].get("in", {}).get("charts", ""))))
    assert sorted(sent)[len(sent) // 2] == 2, "most steps send nothing of them"


def test_the_made_up_matches_have_the_descriptions_of_today() -> None:
    """Else: python -m tests.charts.fake_charts."""
    assert FILE.read_text() == written()


# --- what stands beside the board ---------------------------------------------

LESSON = 12
"""So many turns are some minutes of a lesson: by then each chart in sight has told something."""

KINDS: list[tuple[str, Data]] = [
    *((name, {}) for name in list_games()),
    ("poleconomy", {"game": 2}),
]


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_both_charts_beside_the_board_move_from_the_beginning(name: str, options: Data) -> None:
    """Issue 19, item 1: one that stays flat gives its place to one that moves.

    Luck decides too, so this is of most matches, as the game's own bots play them.
    """
    moves: list[list[int]] = [[], []]
    for seed in range(1, 6):
        match = classkit.new(name, seats=4, seed=seed, **options)
        charts = match.game.charts_of(match.table)[:2]
        seen: list[Data] = []
        for _ in range(LESSON):
            match.play("turn")
            seen.append(Rows().upto_now(match, None)[-1]["values"])
        for chart, counted in zip(charts, moves, strict=True):
            shown = [[values[key] for key in chart.metrics] for values in seen]
            counted.append(sum(one != other for one, other in pairwise(shown)))
    assert all(median(counted) >= 2 for counted in moves), moves


@for_every_game
def test_every_chart_reaches_from_the_opening_to_this_very_moment(game: Game[Any]) -> None:
    """Design, section 7: also in mid-turn, after going back, and in a fork."""
    page = page_of(game, INSTRUCTOR)
    for act in ({}, {"do": "back"}, {"do": "goto", "turn": page.now["turn"] // 2}, {"do": "fork"}):
        if act:
            page.do(act.pop("do"), **act)
        for _ in range(3):
            rows = page.now["chart"]["rows"]
            opening = 0 if not page.match.history else page.match.history[0]["turn"]
            assert (rows[0]["turn"], rows[-1]["turn"]) == (opening, page.now["turn"])
            page.do("step", until="decision")
