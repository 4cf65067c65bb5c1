"""A long afternoon: matches that are not on the screen are kept small (issue 15, 10)."""

from __future__ import annotations

import gc
import zlib
from dataclasses import replace
from typing import Any

import pytest

import classkit
from classkit.charts.redaction import get_history_hidden
from classkit.charts.rows import RowCache, filter_rows, line_metrics
from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.registry import record_replay
from classkit.widgets.branches import MAX_LOADED, Branches
from classkit.widgets.json_diff import common_prefix_length
from classkit.widgets.stored_branch import StoredBranch
from tests.widgets.pages import Page

GAMES = ["poleconomy", "economy", "opoly", "economicon"]


@pytest.fixture
def played_again(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games of all matches that are played again while the test runs."""
    found: list[str] = []
    usual = record_replay.replay

    def count(data: Any, **settings: Any) -> Match:
        found.append(data["game"])
        return usual(data, **settings)

    monkeypatch.setattr(record_replay, "replay", count)
    return found


def afternoon(page: Page, matches: int, turns: int = 3) -> None:
    """So many matches on one page, one after another."""
    for _ in range(matches):
        for _ in range(turns):
            page.do("step", until="turn")
        page.do("new_seed")


def whole_lines() -> int:
    """How many matches are held with their whole past."""
    gc.collect()
    return sum(type(one) is Match for one in gc.get_objects())


def test_however_many_matches_were_played_few_are_held() -> None:
    before = whole_lines()
    page = Page.of(classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}))
    afternoon(page, 12)
    assert len(page.desk.branches.all) == 13
    assert whole_lines() - before <= MAX_LOADED
    for name in list(page.desk.branches.all):
        page.do("branch", name=name)
        page.do("back")
    assert whole_lines() - before <= MAX_LOADED


def test_steps_play_no_kept_match_again(played_again: list[str]) -> None:
    page = Page.of(classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}))
    afternoon(page, 6)
    for verb in ("step", "step", "back", "back", "forward", "step"):
        page.do(verb)
    page.do("snapshot")
    assert played_again == []
    page.do("branch", name="Main as it was")
    assert played_again == ["poleconomy"]


@pytest.mark.parametrize("game", GAMES)
def test_the_match_that_is_played_again_is_the_very_same(game: str) -> None:
    """With what lies ahead, and where it stands."""
    match = classkit.new(game, seats=3, seed=3)
    for _ in range(6):
        match.play("turn").undo().play("decision", bots="random")
    match.goto(step=match.last_step // 2)
    again = StoredBranch.from_match(match).replay_match()
    assert again.to_record() == match.to_record()
    for told in ("step", "last_step", "last_turn", "can_redo", "seats", "options", "seed", "keep"):
        assert getattr(again, told) == getattr(match, told), told
    assert again.digest() == match.digest() and again.events == match.events
    assert again.history == match.history
    left = [one.goto(step=one.last_step).back("turn").step for one in (again, match)]
    assert left[0] == left[1], "Back undoes what was one step"
    assert again.goto(step=again.last_step).digest() == match.goto(step=match.last_step).digest()
    assert again.play("turn", bots="random").digest() == match.play("turn", bots="random").digest()


def test_a_branch_comes_back_with_all_that_belongs_to_it() -> None:
    page = Page.of(classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}))
    page.do("charts", charts=["inflation"])
    for _ in range(4):
        page.do("step", until="turn")
    page.do("bookmark", label="here")
    page.do("name", seat="B", name="Bo")
    page.do("back", until="turn")
    page.do("fork", name="What if")
    page.do("branch", name="Main")
    before, names, rows = page.now, page.desk.names, page.rows
    for number in range(MAX_LOADED):
        page.do("fork", name=f"Other {number}")
        page.do("name", seat="C", name=f"Cy {number}")
    assert page.desk.branches.get_branch("Main").held is None
    page.do("branch", name="Main")
    same = ("timeline", "board", "standings", "turn", "round", "step", "rounds", "over")
    assert {key: page.now[key] for key in same} == {key: before[key] for key in same}
    assert page.rows == rows
    assert len(page.now["news"]) == len(before["news"])
    assert page.match.names is page.desk.names is names and names["C"] == "Cy 2"


def drawn_whole(page: Page, viewer: str | None) -> list[dict[str, Any]]:
    """What charts draw of the branches, from the whole matches: the plain statement of it."""
    active = RowCache().get_current_rows(page.match, viewer)
    drawn, titles = [], page.desk.branches.titles()
    for branch in page.desk.branches:
        match = branch.match
        if branch is page.desk.branches.active or match.seed != page.match.seed:
            drawn.append(
                {"name": branch.name, "title": titles[branch.name], "from_turn": 0, "rows": []}
            )
            continue
        own = RowCache().get_current_rows(match.fork().goto(step=match.last_step), viewer)
        same = common_prefix_length(own, active)
        lines = line_metrics(match) - {*get_history_hidden(match, viewer)}
        drawn.append({
            "name": branch.name,
            "title": titles[branch.name],
            "from_turn": own[same - 1]["turn"] if same else 0,
            "rows": filter_rows(own[same:], lines),
        })  # fmt: skip
    return drawn


@pytest.mark.parametrize("game", GAMES)
def test_charts_draw_of_kept_branches_what_they_draw_of_whole_ones(game: str) -> None:
    page = Page.of(classkit.new(game, seats=3, seed=3), bots=None)
    for number in range(3):
        for _ in range(4):
            page.do("step", until="turn")
        page.do("back")
        page.do("fork", name=f"What if {number}")
        page.do("step", until="turn")
    page.do("reset")
    page.do("step")
    for seen_as, viewer in (("everybody", None), ("instructor", INSTRUCTOR), ("B", "B")):
        page.do("seen_as", seen_as=seen_as)
        assert page.drawn_branches == drawn_whole(page, viewer)
        assert any(branch["rows"] for branch in page.drawn_branches)


def test_a_match_longer_than_a_record_may_be_stays_at_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("classkit.widgets.stored_branch.MAX_BYTES", 100)
    page = Page.of(classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}))
    afternoon(page, MAX_LOADED + 1)
    first = page.desk.branches.get_branch("Main as it was")
    assert first.stored is None and first.held is not None
    page.do("branch", name=first.name)
    assert page.match.turn == 4


def test_a_branch_that_the_rules_no_longer_agree_with_is_shown_as_far_as_they_do() -> None:
    page = Page.of(classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}))
    afternoon(page, 1, turns=6)
    branches: Branches = page.desk.branches
    first = branches.get_branch("Main as it was")
    text = classkit.engine.serialization.format_record(spoilt(first.match))
    assert first.stored is not None
    first.stored, first.held = replace(first.stored, record=zlib.compress(text.encode())), None
    answer = page.do("branch", name="Main as it was")
    assert answer["kind"] == "step" and "does not match the rules" in page.now["said"]
    assert page.now["branch"] == "Main as it was as far as it goes"
    assert 0 < page.match.turn < 7 and page.do("step")["kind"] == "step"
    assert branches.get_branch("Main as it was").stored is not None


def spoilt(match: Match) -> dict[str, Any]:
    """The record of a match with a wrong fingerprint in the middle."""
    record = match.to_record()
    marks = [line for line in record["log"] if "digest" in line]
    marks[len(marks) // 2]["digest"] = "0" * 16
    return record
