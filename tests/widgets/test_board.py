"""What a page is told of a board and its charts: as plain data, and no more than changes."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.engine.board import Link, Look, Scene
from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.moves import Move, OneOf
from classkit.engine.words import Say
from classkit.widgets.forms import move_form
from classkit.widgets.patch import board_patch
from classkit.widgets.rows import chart_plans, charted
from classkit.widgets.scene import board_now, lean
from tests.laws.matches import TOY, Setup

from .pages import Page


def harbour(**options: Any) -> Match:
    """A match of the toy game: stacks, cards face-down, links, all kinds of charts."""
    return Setup(TOY, 3, 5, {"rounds": 20, **options}).new()


def test_a_look_is_sent_without_what_is_empty() -> None:
    card = Look(title="Steel", colour="#5d6d7e", emblem="factory")
    assert lean(card) == {"title": "Steel", "colour": "#5d6d7e", "emblem": "factory"}
    assert lean(Look(emblem="house", count=3)) == {"emblem": "house", "count": 3}
    assert lean(Look(level=0.0)) == {"level": 0.0}, "an empty stack is a stack"
    assert lean(Link("p", "A", "gold")) == {"id": "p", "source": "A", "target": "gold"}


def test_links_and_what_is_told_are_sent_when_they_change() -> None:
    before = {**scene_data(Scene(told="A lands.")), "links": [{"id": "p"}]}
    after = {**before, "told": "B lands."}
    assert board_patch(before, after) == {"told": "B lands."}
    assert board_patch(before, {**before, "links": []}) == {"links": []}
    assert board_patch(before, dict(before)) == {}


def scene_data(scene: Scene) -> dict[str, Any]:
    """A scene as the page has it."""
    keys = ("looks", "pieces", "signs", "path", "links", "told")
    plain = scene.plain()
    return {key: list(plain[key]) if key in keys[1:5] else plain[key] for key in keys}


def test_a_page_that_puts_patches_together_sees_the_board_that_is() -> None:
    """Stacks that shrink, cards that turn, links that come and go, both ways."""
    page = Page.of(harbour(pilots=True), bots="patient")
    told = set()
    for _ in range(40):
        if page.match.is_over:
            break
        page.do("step", until="decision")
        assert page.now["board"] == board_now(page.match, page.desk.viewer)
        told.add(page.now["board"]["told"])
    for _ in range(10):
        page.do("back", until="decision")
        assert page.now["board"] == board_now(page.match, page.desk.viewer)
    assert len(told) > 5
    assert any(look.get("level") for look in page.now["board"]["looks"].values())


def test_the_ways_to_a_choice_reach_the_page() -> None:
    ways = {"d3": ["c2", "c3", "d3"], "b2": ["b2"]}
    move = Move("go", to=OneOf(("d3", "b2"), of="space", ways=ways))
    form = move_form(move, "move", Say())["fields"][0]["form"]
    assert form["ways"] == {"d3": "c2 c3 d3", "b2": "b2"} and form["options"] == ["d3", "b2"]
    without = move_form(Move("go", to=OneOf(("d3",), of="space")), "move", Say())
    assert "ways" not in without["fields"][0]["form"]


def test_charts_tell_of_bands_logarithms_and_the_present() -> None:
    match = harbour()
    plans = {plan["key"]: plan for plan in chart_plans(match)}
    assert plans["coins"]["bands"] == "storm" and plans["coins"]["log"] is True
    assert plans["now"]["now"] is True and plans["now"]["log"] is False
    assert plans["holdings"]["kind"] == "heat_map" and plans["trade"]["kind"] == "scatter"
    assert "storm" in charted(match), "what stands behind the lines is sent as well"


@pytest.mark.parametrize("open_hands", [True, False])
def test_what_lies_face_down_is_marked_so(open_hands: bool) -> None:
    """The instructor's page has the content, and that nobody else may see it."""
    match = harbour(open_hands=open_hands).play(until="turn", bots="patient")
    look = board_now(match, INSTRUCTOR)["looks"]["hold-A"]
    assert look["title"] and look.get("hidden", False) is not open_hands
    public = match.game.scene(match.table, None).looks["hold-A"]
    assert bool(public.title) is open_hands
