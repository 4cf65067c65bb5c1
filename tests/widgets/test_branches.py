"""Branches and bookmarks: nothing is lost by one click."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.errors import ClasskitError, IllegalMove, NothingToDo
from classkit.widgets import records
from classkit.widgets.desk import Desk
from classkit.widgets.sight import Sight
from tests.widgets.desks import desk_of
from tests.widgets.pages import Page

# --- branches ------------------------------------------------------------------------------------


def test_a_new_answer_after_back_keeps_the_old_line_as_a_branch() -> None:
    """What if the Prime Minister had turned the arrow? (design 1)"""
    desk = desk_of()
    for _ in range(5):
        desk.step("turn")
    desk.goto(step=0)
    asked = desk.asked()[0]
    other = next(move.name for move in asked.legal if move.name != asked.default.move)
    desk.answer(other, asked.seat)
    assert list(desk.branches.all) == ["Main", "Main as it was"]
    assert desk.branches.find("Main as it was").match.turn == 6
    assert desk.match.turn == 1 and desk.branches.active.name == "Main"


def test_the_same_answer_after_back_is_no_new_branch() -> None:
    desk = desk_of()
    desk.step("turn")
    desk.goto(step=0)
    desk.default(desk.asked()[0].seat)
    assert list(desk.branches.all) == ["Main"]
    assert desk.match.can_redo


@pytest.mark.parametrize("order", ["together", "in_turn"])
def test_a_fork_that_takes_sealed_answers_along_says_so_before(order: str) -> None:
    """In the fork they are opened when the others have answered, while they stay sealed here."""
    m = classkit.new("economicon", seats=3, seed=5, production_order=order)
    while m.requests()[0].name != "order_production":
        m.play("decision", "passive")
    page = Page.of(m, bots={})
    assert page.now["opens"] == ""
    page.do("answer", seat="A", move="order", **{"with": {"grain": 3, "oil": 0, "tech": 2}})
    assert page.now["opens"] == (
        "What A has answered under seal goes along into a fork, and is opened there as soon as "
        "all have answered, while it stays sealed in Main."
    )
    told = page.now["opens"]
    page.do("back")
    assert not page.match.unopened and page.now["opens"] == told, "Forward gives it again"
    page.do("fork")
    page.do("forward")
    page.do("default", seat="B")
    page.do("default", seat="C")
    assert page.now["opens"] == "" and "A produces 3 grain." in str(page.now["news"])
    page.do("back")
    assert page.match.unopened == ("A", "B") and page.now["opens"] == ""


def test_a_refused_answer_keeps_no_branch() -> None:
    desk = desk_of()
    desk.step("turn")
    desk.goto(step=0)
    with pytest.raises(IllegalMove):
        desk.answer("fly", desk.asked()[0].seat)
    assert list(desk.branches.all) == ["Main"] and desk.match.can_redo


def test_fork_and_change_branches() -> None:
    desk = desk_of()
    desk.step("turn")
    desk.fork("What if")
    desk.step("turn")
    assert desk.match.turn == 3
    desk.branch("Main")
    assert desk.match.turn == 2
    with pytest.raises(ClasskitError, match="on the screen"):
        desk.drop_branch("Main")
    desk.drop_branch("What if")
    assert list(desk.branches.all) == ["Main"]


def test_a_fork_in_the_past_plays_on_without_touching_the_rest() -> None:
    desk = desk_of(bots="saver")
    for _ in range(5):
        desk.step("turn")
    latest = desk.match.digest()
    desk.goto(turn=2)
    desk.fork()
    desk.hand("A", "tycoon")
    desk.step("turn")
    assert list(desk.branches.all) == ["Main", "Branch 1"]
    desk.branch("Main")
    desk.goto(step=desk.match.last_step)
    assert desk.match.digest() == latest


@pytest.mark.parametrize("begin", [records.new_luck, records.new_match])
def test_lines_of_an_older_match_are_not_drawn_in_a_new_one(begin: Any) -> None:
    """Those of the same match, told otherwise, are: that is what branches are for."""
    page = Page.of(desk_of().match)
    page.do("step", until="round")
    page.do("fork", name="What if")
    page.do("back")
    page.do("branch", name="Main")
    page.do("goto", step=0)
    begin(page.desk)
    page.do("step", until="turn")
    assert len(page.now["branches"]) == 3
    assert [branch["rows"] for branch in page.drawn_branches] == [[], [], []]
    page.do("branch", name="What if")
    drawn = {branch["name"] for branch in page.drawn_branches if branch["rows"]}
    assert drawn <= {"Main as it was", "Main"} and len(drawn) == 1


@pytest.mark.parametrize("begin", [records.new_luck, records.new_match])
def test_predictions_belong_to_their_match(begin: Any) -> None:
    desk = desk_of()
    desk.step("turn")
    desk.predict("inflation", "about 3,5")
    expected = desk.predictions
    assert [guess["value"] for guess in expected["inflation"]["guesses"]] == ["about 3,5"]
    begin(desk)
    assert desk.predictions == {}
    kept = next(name for name in desk.branches.all if name != desk.branches.active.name)
    desk.branch(kept)
    assert desk.predictions == expected
    desk.fork("What if")
    Sight(desk).cover("inflation")
    assert desk.predictions["inflation"]["guesses"] == []
    desk.branch(kept)
    assert desk.predictions == expected
    desk.predict("inflation", "")
    assert desk.predictions == {}


@pytest.mark.parametrize("begin", [records.reset, records.new_luck])
def test_beginning_anew_loses_nothing(begin: Any) -> None:
    """Reset and New seed keep what was there (design 7)."""
    desk = desk_of()
    desk.step("round")
    digest, seed = desk.match.digest(), desk.match.seed
    desk.bookmark("the first round")
    begin(desk)
    assert desk.match.step == 0
    assert (desk.match.seed == seed) == (begin is records.reset)
    kept = desk.branches.find("Main as it was")
    assert kept.match.digest() == digest and kept.marks == {4: "the first round"}


def test_twenty_branches_are_kept_and_the_oldest_kept_by_itself_goes_first() -> None:
    desk = desk_of()
    desk.step("turn")
    oldest = desk.match
    for _ in range(30):
        records.reset(desk)
        desk.step("turn")
    assert len(desk.branches.all) == 20
    assert oldest not in [branch.match for branch in desk.branches]
    for _ in range(19):
        desk.fork()
    with pytest.raises(ClasskitError, match="drop one"):
        desk.fork()


def test_branches_are_drawn_beside_the_active_one() -> None:
    desk = desk_of()
    for _ in range(3):
        desk.step("turn")
    desk.fork("What if")
    desk.step("turn")
    desk.branch("Main")
    desk.step("turn")
    desk.step("turn")
    sight = Sight(desk)
    shown = {b["name"]: b for b in sight.branches_shown(sight.rows_shown())}
    assert shown["Main"]["rows"] == []
    desk.branch("What if")
    rows = sight.rows_shown()
    shown = {b["name"]: b for b in sight.branches_shown(rows)}
    assert shown["Main"]["rows"][-1]["turn"] == 6, "the turn that it stands in"


def test_a_branch_left_in_mid_turn_is_drawn_to_its_end_when_the_turn_goes_on() -> None:
    """Its last point was the same as the active one's, which the turn under way then moves."""
    desk = Desk(classkit.new("poleconomy", seats=4, seed=1))
    sight = Sight(desk)
    before: list[Any] = []
    while desk.match.turn < 30:  # until a step that moves the last point of a turn under way
        rows = sight.rows_shown()
        twin = Sight(Desk(desk.match.fork(), dict(desk.players)))
        twin.desk.step()
        after = twin.rows_shown()
        if len(rows) == len(after) and rows[-1]["turn"] == after[-1]["turn"] != 0:
            before = rows
            if rows[-1]["values"] != after[-1]["values"]:
                break
        desk.step()
    desk.fork("What if")
    (main, _) = sight.branches_shown(sight.rows_shown())
    assert main["rows"] == [], "up to here both are the same"
    desk.step()
    (main, _) = sight.branches_shown(sight.rows_shown())
    end = main["rows"][-1]
    assert end["turn"] == before[-1]["turn"]
    assert end["values"].items() <= before[-1]["values"].items()


def test_bookmarks_come_and_go() -> None:
    desk = desk_of()
    desk.step("turn")
    desk.bookmark("here")
    assert desk.branches.active.plain_marks() == [{"turn": 2, "label": "here"}]
    desk.unbookmark(2)
    with pytest.raises(NothingToDo):
        desk.unbookmark(2)
