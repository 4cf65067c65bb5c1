"""Section 7: one description is the chart on the page, in a notebook, and in an export."""

from __future__ import annotations

import json
from typing import Any

import classkit
from classkit.engine.events import EVERYBODY, INSTRUCTOR
from classkit.engine.game import Game
from classkit.widgets.charts.fill import PAPER, Source, fill
from classkit.widgets.figure import make_figure
from tests.every_game import for_every_game

from .drawn import ask
from .fake_charts import FILE, written
from .pages import Page

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
    """Else: python -m tests.widgets.fake_charts."""
    assert FILE.read_text() == written()
