"""What a page is told of a board and its charts: as plain data, and no more than changes."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.charts.rows import chart_plans, get_charted_keys
from classkit.engine.board import BoardSign, Scene, SpaceLink, SpaceLook
from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.moves import Move, OneOf
from classkit.engine.rulebook_text import TextFormatter
from classkit.testing.match_strategies import Setup
from classkit.widgets.board_state import (
    build_board,
    build_board_state,
    build_place_names,
    get_scene,
    to_lean_json,
)
from classkit.widgets.forms import build_move
from classkit.widgets.json_diff import diff_json
from tests.every_game import TOY

from .pages import Page


def harbour(**options: Any) -> Match:
    """A match of the toy game: stacks, cards face-down, links, all kinds of charts."""
    return Setup(TOY, 3, 5, {"rounds": 20, **options}).new()


def board_seen(match: Match, viewer: str | None) -> dict[str, Any]:
    """The board as a page has it that is shown to this viewer."""
    return build_board_state(get_scene(match, viewer), match.say())


def test_a_legend_is_sent_as_pairs_of_a_tone_and_its_words() -> None:
    match = harbour()
    board = match.game.board(match.table)
    assert build_board(board)["legend"] == list(board.legend) != []


def test_a_look_is_sent_without_what_is_empty() -> None:
    card = SpaceLook(title="Steel", colour="#5d6d7e", emblem="factory")
    assert to_lean_json(card) == {"title": "Steel", "colour": "#5d6d7e", "emblem": "factory"}
    assert to_lean_json(SpaceLook(emblem="house", count=3)) == {"emblem": "house", "count": 3}
    assert to_lean_json(SpaceLook(level=0.0)) == {"level": 0.0}, "an empty stack is a stack"
    assert to_lean_json(SpaceLink("p", "A", "gold")) == {"id": "p", "source": "A", "target": "gold"}


def test_a_scene_is_sent_with_what_is_lit_and_how_hot_it_is() -> None:
    """Nothing is lit and nothing is hot where a game does not say so; roles travel with signs."""
    plain = build_board_state(Scene(), TextFormatter())
    assert (plain["lit"], plain["heat"]) == ([], None)
    price = BoardSign("p", 1, 1, "$500,000", role="price", label="Company", short="$500k")
    sent = build_board_state(Scene(signs=(price,), lit=("N03",), heat=0.5), TextFormatter())
    assert (sent["lit"], sent["heat"]) == (["N03"], 0.5)
    assert sent["signs"]["p"]["role"] == "price" and sent["signs"]["p"]["short"] == "$500k"
    assert "role" not in to_lean_json(BoardSign("p", 1, 1, "x")), "a plain sign is as before"


def test_links_and_what_is_told_are_sent_when_they_change() -> None:
    before = {**build_board_state(Scene(told="A lands."), TextFormatter()), "links": [{"id": "p"}]}
    assert diff_json(before, {**before, "told": "B lands."}) == {"in": {"told": {"is": "B lands."}}}
    assert diff_json(before, {**before, "links": []}) == {"in": {"links": {"is": []}}}
    assert diff_json(before, dict(before)) is None


def test_a_page_that_carries_out_changes_sees_the_board_that_is() -> None:
    """Stacks that shrink, cards that turn, links that come and go, both ways."""
    page = Page.of(harbour(pilots=True), bots="patient")
    told = set()
    for _ in range(40):
        if page.match.is_over:
            break
        page.do("step", until="decision")
        assert page.now["board"] == board_seen(page.match, page.sight.viewer)
        told.add(page.now["board"]["told"])
    for _ in range(10):
        page.do("back", until="decision")
        assert page.now["board"] == board_seen(page.match, page.sight.viewer)
    assert len(told) > 5
    assert any(look.get("level") for look in page.now["board"]["looks"].values())


def test_the_ways_to_a_choice_reach_the_page() -> None:
    ways = {"d3": ["c2", "c3", "d3"], "b2": ["b2"]}
    move = Move("go", to=OneOf(("d3", "b2"), of="space", ways=ways))
    form = build_move(move, "move", TextFormatter())["fields"][0]["form"]
    assert form["ways"] == {"d3": "c2 c3 d3", "b2": "b2"}
    assert [option["value"] for option in form["options"]] == ["d3", "b2"]
    without = build_move(Move("go", to=OneOf(("d3",), of="space")), "move", TextFormatter())
    assert "ways" not in without["fields"][0]["form"]


def test_charts_tell_of_bands_logarithms_and_the_present() -> None:
    match = harbour()
    plans = {plan["key"]: plan for plan in chart_plans(match)}
    assert plans["coins"]["bands"] == "storm" and plans["coins"]["log"] is True
    assert plans["now"]["now"] is True and plans["now"]["log"] is False
    assert plans["holdings"]["kind"] == "heat_map" and plans["trade"]["kind"] == "scatter"
    assert "storm" in get_charted_keys(match), "what stands behind the lines is sent as well"


@pytest.mark.parametrize("open_hands", [True, False])
def test_what_lies_face_down_is_marked_so(open_hands: bool) -> None:
    """The instructor's page has the content, and that nobody else may see it."""
    match = harbour(open_hands=open_hands).play(until="turn", bots="patient")
    look = board_seen(match, INSTRUCTOR)["looks"]["hold-A"]
    assert look["title"] and look.get("hidden", False) is not open_hands
    public = match.game.scene(match.table, None).looks["hold-A"]
    assert bool(public.title) is open_hands


def test_a_choice_of_a_space_is_called_by_its_place_and_by_what_lies_there() -> None:
    """And not by what lies there face-down, whoever looks."""
    match = harbour(open_hands=False).play(until="turn", bots="patient")
    for viewer in (INSTRUCTOR, None, "A"):
        assert build_place_names(match, get_scene(match, viewer), match.say())["hold-A"].endswith(
            ", face down"
        )
    shown = harbour(open_hands=True).play(until="turn", bots="patient")
    names = build_place_names(shown, get_scene(shown, None), shown.say())
    look = get_scene(shown, None).looks["hold-A"]
    assert look.title and f": {look.title}" in names["hold-A"]
    move = Move("look", at=OneOf(("hold-A", "nowhere"), of="space"))
    options = build_move(move, "look", shown.say(), names)["fields"][0]["form"]["options"]
    assert options == [
        {"value": "hold-A", "label": names["hold-A"]},
        {"value": "nowhere", "label": "nowhere"},
    ]
