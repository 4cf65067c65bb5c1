"""Branches and bookmarks: nothing is lost by one click."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.errors import ClasskitError, IllegalMove, NothingToDo
from classkit.widgets import match_lifecycle
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.widgets.desks import desk_of
from tests.widgets.pages import Page

# --- branches ------------------------------------------------------------------------------------


def test_a_new_answer_after_back_keeps_the_old_line_as_a_branch() -> None:
    """What if the Prime Minister had turned the arrow (design 1)?"""
    desk = desk_of()
    for _ in range(5):
        desk.step("turn")
    desk.goto(step=0)
    asked = desk.open_decisions()[0]
    other = next(move.name for move in asked.legal if move.name != asked.default.move)
    desk.answer(other, asked.seat)
    assert list(desk.branches.all) == ["Main", "Main as it was"]
    assert desk.branches.get_branch("Main as it was").match.turn == 6
    assert desk.match.turn == 1 and desk.branches.active.name == "Main"


def test_the_same_answer_after_back_is_no_new_branch() -> None:
    desk = desk_of()
    desk.step("turn")
    desk.goto(step=0)
    desk.answer_default(desk.open_decisions()[0].seat)
    assert list(desk.branches.all) == ["Main"]
    assert desk.match.can_redo


@pytest.mark.parametrize("order", ["together", "in_turn"])
def test_a_fork_that_takes_sealed_answers_along_says_so_before(order: str) -> None:
    """In the fork they are opened when the others have answered, while they stay sealed here."""
    m = classkit.new("economicon", seats=3, seed=5, options={"production_order": order})
    while m.requests()[0].name != "order_production":
        m.play("decision", "passive")
    page = Page.of(m, bots="person")
    assert page.now["opens"] == ""
    page.do("answer", seat="A", move="order", **{"with": {"grain": 3, "oil": 0, "tech": 2}})
    assert page.now["opens"] == (
        "What Ada has answered under seal is copied into a fork. It is opened there as soon as all "
        "have answered, but stays sealed in Main."
    )
    told = page.now["opens"]
    page.do("back")
    assert not page.match.unopened_seats and page.now["opens"] == told, "Forward gives it again"
    page.do("fork")
    page.do("forward")
    page.do("default", seat="B")
    page.do("default", seat="C")
    assert page.now["opens"] == "" and "Ada produces 3 grain." in str(page.now["news"])
    page.do("back")
    assert page.match.unopened_seats == ("A", "B") and page.now["opens"] == ""


def test_a_refused_answer_keeps_no_branch() -> None:
    desk = desk_of()
    desk.step("turn")
    desk.goto(step=0)
    with pytest.raises(IllegalMove):
        desk.answer("fly", desk.open_decisions()[0].seat)
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


@pytest.mark.parametrize("begin", [match_lifecycle.reseed_match, match_lifecycle.start_new_match])
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


@pytest.mark.parametrize("begin", [match_lifecycle.reseed_match, match_lifecycle.start_new_match])
def test_predictions_belong_to_their_match(begin: Any) -> None:
    desk = desk_of()
    desk.step("turn")
    desk.predict("inflation", "it rises")
    expected = desk.predictions
    assert [guess["value"] for guess in expected["inflation"]["guesses"]] == ["it rises"]
    begin(desk)
    assert desk.predictions == {}
    kept = next(name for name in desk.branches.all if name != desk.branches.active.name)
    desk.branch(kept)
    assert desk.predictions == expected
    desk.fork("What if")
    PageView(desk).cover("inflation")
    assert desk.predictions["inflation"]["guesses"] == []
    desk.branch(kept)
    assert desk.predictions == expected
    desk.predict("inflation", "")
    assert desk.predictions == {}


@pytest.mark.parametrize("begin", [match_lifecycle.reset_match, match_lifecycle.reseed_match])
def test_beginning_anew_loses_nothing(begin: Any) -> None:
    """Reset and New seed keep what was there (design 7)."""
    desk = desk_of()
    desk.step("round")
    digest, seed = desk.match.digest(), desk.match.seed
    desk.bookmark("the first round")
    begin(desk)
    assert desk.match.step == 0
    assert (desk.match.seed == seed) == (begin is match_lifecycle.reset_match)
    kept = desk.branches.get_branch("Main as it was")
    assert kept.match.digest() == digest and kept.marks == {4: "the first round"}


def otherwise(desk: MatchController) -> None:
    """Decide otherwise than by default."""
    asked = desk.open_decisions()[0]
    desk.answer(next(m.name for m in asked.legal if m.name != asked.default.move), asked.seat)


def test_branches_without_a_name_are_called_by_their_decision() -> None:
    page = Page.of(desk_of().match)
    page.do("step", until="round")
    page.do("goto", step=0)
    page.do("fork")
    assert [one["title"] for one in page.now["branches"]] == ["Main", "Branch 1"]
    otherwise(page.desk)
    page.do("step")
    titles = {one["name"]: one["title"] for one in page.now["branches"]}
    assert titles == {"Main": "Main: Bruno keeps the arrow", "Branch 1": "Bruno reverses the arrow"}
    assert page.desk.branches.get_branch("Bruno reverses the arrow").name == "Branch 1"
    page.do("branch", name="Bruno reverses the arrow")
    assert page.now["branch"] == "Branch 1"
    assert page.sight.get_divergence()


def test_what_a_new_answer_cuts_off_is_called_by_what_was_decided_there() -> None:
    desk = desk_of()
    desk.step("round")
    desk.goto(step=0)
    otherwise(desk)
    titles = ["Main: Bruno reverses the arrow", "Bruno keeps the arrow"]
    assert list(desk.branches.titles().values()) == titles
    desk.goto(step=0)
    desk.answer_default(desk.open_decisions()[0].seat)
    assert "Bruno reverses the arrow" in desk.branches.titles().values()
    titles = list(desk.branches.titles().values())
    assert len(titles) == len({*titles}) == 3


def titles(desk: MatchController) -> list[str]:
    """What the list of branches says, from the first to the last."""
    return list(desk.branches.titles().values())


def test_a_branch_goes_on_being_called_by_what_made_it_whatever_is_looked_at() -> None:
    """A fork at the end of the line, and then another one before it, on the branch itself."""
    page = Page.of(desk_of().match)
    desk = page.desk
    for _ in range(5):
        page.do("step", until="turn")
    page.do("fork")
    page.do("answer", move="throw")
    made = desk.branches.title
    assert made.endswith(" throws the dice") and titles(desk) == ["Main", made]
    page.do("step", until="round")
    page.do("goto", turn=4)
    page.do("fork")
    asked = desk.open_decisions()[0]
    page.do("answer", move=next(m.name for m in asked.legal if m.name != asked.default.move))
    known = titles(desk)
    assert known[:2] == ["Main", made] and len({*known}) == 3
    for branch in (*desk.branches.all, *desk.branches.all):
        page.do("branch", name=branch, stay=True)
        assert [(one["title"], one["folded"]) for one in page.now["branches"]] == [
            (title, False) for title in known
        ]
    page.do("branch", name="Branch 2")
    page.do("branch", name="Branch 1", stay=True)
    assert f"({made}) and “{known[2]}” diverge." in page.now["apart"]["parts"]


def test_branches_of_the_same_decision_are_told_apart_by_its_turn() -> None:
    page = Page.of(desk_of().match)
    desk = page.desk
    page.do("step", until="round")
    page.do("step", until="round")
    again = 2 + len(desk.match.seats)
    for turn in (2, again, 2):
        page.do("branch", name="Main")
        page.do("goto", turn=turn)
        page.do("fork")
        page.do("answer", move="C0")
    bank, found = "Chiara goes to the Royal Bank of Canada", titles(desk)
    assert found[1:] == [bank, f"{bank}, turn {again}", f"{bank}, turn 2"]
    page.do("drop_branch", name="Branch 1")
    assert titles(desk)[1:] == found[2:], "nobody gets the name of another that has gone"


def test_a_branch_that_is_decided_anew_leaves_its_name_to_what_it_has_cut_off() -> None:
    desk = desk_of()
    desk.step("turn")
    desk.fork()
    desk.answer("throw")
    desk.step("turn")
    desk.step("turn")
    desk.goto(turn=3)
    desk.answer("C0")
    assert desk.branches.title == "Chiara throws the dice", "it was decided in it all the same"
    assert titles(desk)[-1] == "Ada throws the dice"
    desk.goto(turn=2)
    desk.answer("C1")
    assert titles(desk)[1:] == [
        "Chiara goes to the Canada Life Assurance Company",
        "Ada throws the dice",
        "Chiara throws the dice",
    ]


def test_names_that_a_class_gave_stay_as_they_are() -> None:
    desk = desk_of()
    desk.step("round")
    desk.goto(step=0)
    desk.fork("Arrow turned")
    otherwise(desk)
    assert desk.branches.titles() == {"Main": "Main", "Arrow turned": "Arrow turned"}


def test_old_branches_without_a_name_are_folded_away_and_give_way_and_it_is_said() -> None:
    page = Page.of(desk_of().match)
    page.do("step", until="turn")
    for _ in range(30):
        assert page.do("reset")["kind"] == "step"
        page.do("step", until="turn")
    assert len(page.now["branches"]) == 20
    folded = [one["name"] for one in page.now["branches"] if one["folded"]]
    assert len(folded) == 19, "all but the one on the screen"
    assert sum(bool(one["rows"]) for one in page.drawn_branches) <= 1
    page.do("reset")
    assert "at most 20 branches are kept." in page.now["said"]
    assert "Main up to turn 2" in page.now["said"]
    page.do("step", until="turn")
    assert "Dropped" not in page.now["said"]


def test_nothing_that_a_class_has_named_or_bookmarked_gives_way() -> None:
    desk = desk_of()
    desk.step("turn")
    desk.fork("Ours")
    desk.step("turn")
    desk.fork()
    desk.bookmark("here")
    marked = desk.branches.active
    desk.fork()
    kept = desk.branches.active.name
    desk.name_branch(kept, "Kept too")
    for _ in range(25):
        desk.step("turn")
        desk.fork()
        for turn in list(desk.branches.active.marks):
            desk.unbookmark(turn)
    names = {*desk.branches.all}
    assert {"Main", "Ours", "Kept too", marked.name} <= names and len(names) == 20
    for number in range(16):
        desk.fork(f"Named {number}")
    with pytest.raises(ClasskitError, match="Drop one in the tab Match"):
        desk.fork()
    assert {"Main", "Ours", "Kept too", marked.name} <= {*desk.branches.all}


def test_choosing_a_branch_stays_at_the_turn_that_is_shown() -> None:
    page = Page.of(desk_of(bots="saver").match, bots="saver")
    for _ in range(3):
        page.do("step", until="round")
    page.do("goto", turn=5)
    turn, step = page.match.turn, page.match.step
    page.do("fork")
    page.do("branch", name="Main", stay=True)
    assert (page.match.turn, page.match.step) == (turn, step)
    page.do("goto", turn=8)
    page.do("branch", name="Branch 1", stay=True)
    assert page.match.turn == 8, "what both share lies ahead of it too"
    page.do("goto", turn=3)
    page.do("branch", name="Main", stay=True)
    assert page.match.turn == 3 and page.match.last_turn == 10
    page.do("branch", name="Branch 1")
    assert page.match.turn == 3


def test_a_branch_that_ends_before_is_shown_at_its_end_and_it_is_said() -> None:
    page = Page.of(desk_of().match)
    page.do("step", until="turn")
    page.do("fork")
    otherwise(page.desk)
    page.do("step", until="round")
    page.do("step", until="round")
    page.do("branch", name="Main", stay=True)
    assert page.match.turn == 2 and "ends at turn 2, so this turn is shown." in page.now["said"]


def test_branches_are_drawn_beside_the_active_one() -> None:
    desk = desk_of()
    for _ in range(3):
        desk.step("turn")
    desk.fork("What if")
    desk.step("turn")
    desk.branch("Main")
    desk.step("turn")
    desk.step("turn")
    sight = PageView(desk)
    shown = {b["name"]: b for b in sight.get_branch_rows(sight.get_rows())}
    assert shown["Main"]["rows"] == []
    desk.branch("What if")
    rows = sight.get_rows()
    shown = {b["name"]: b for b in sight.get_branch_rows(rows)}
    assert shown["Main"]["rows"][-1]["turn"] == 6, "the turn that it stands in"


def test_a_branch_left_in_mid_turn_is_drawn_to_its_end_when_the_turn_goes_on() -> None:
    """Its last point was the same as the active one's, which the turn under way then moves."""
    desk = MatchController(classkit.new("poleconomy", seats=4, seed=1))
    sight = PageView(desk)
    before: list[Any] = []
    while desk.match.turn < 30:  # until a step that moves the last point of a turn under way
        rows = sight.get_rows()
        twin = PageView(MatchController(desk.match.fork(), dict(desk.players)))
        twin.controller.step()
        after = twin.get_rows()
        if len(rows) == len(after) and rows[-1]["turn"] == after[-1]["turn"] != 0:
            before = rows
            if rows[-1]["values"] != after[-1]["values"]:
                break
        desk.step()
    desk.fork("What if")
    (main, _) = sight.get_branch_rows(sight.get_rows())
    assert main["rows"] == [], "up to here both are the same"
    desk.step()
    (main, _) = sight.get_branch_rows(sight.get_rows())
    end = main["rows"][-1]
    assert end["turn"] == before[-1]["turn"]
    assert end["values"].items() <= before[-1]["values"].items()


def test_bookmarks_come_and_go() -> None:
    desk = desk_of()
    desk.step("turn")
    desk.bookmark("here")
    assert desk.branches.active.visible_bookmarks() == [{"turn": 2, "label": "here"}]
    desk.unbookmark(2)
    with pytest.raises(NothingToDo):
        desk.unbookmark(2)
