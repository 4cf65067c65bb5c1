"""Saving a match and opening it again."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.errors import ClasskitError
from classkit.widgets import match_lifecycle
from classkit.widgets.match_controller import MatchController
from tests.widgets.desks import desk_of


def test_a_saved_match_opens_in_a_branch_of_its_own() -> None:
    desk = desk_of(bots="random")
    desk.step("round")
    digest = desk.match.digest()
    text = match_lifecycle.build_record_file(desk)["text"]
    other = MatchController(classkit.new("poleconomy", seats=2, seed=1))
    match_lifecycle.open_file(other, text.encode())
    assert other.match.digest() == digest and len(other.players) == 3
    assert list(other.branches.all) == ["Main", "Opened"]


def test_a_record_to_take_along_has_the_past_and_another_seed() -> None:
    desk = desk_of(bots="random")
    desk.step("round")
    opened = classkit.engine.registry.loads(match_lifecycle.build_record_file(desk)["text"])
    assert opened.digest() == desk.match.digest() and opened.seed != desk.match.seed


def test_a_match_from_a_position_can_be_taken_along_too() -> None:
    desk = desk_of(position={"marker": 2, "A.cash": 400_000})
    desk.step("turn")
    opened = classkit.engine.registry.loads(match_lifecycle.build_record_file(desk)["text"])
    assert opened.position() == desk.match.position()
    assert opened.seed != desk.match.seed


@pytest.mark.parametrize(
    "text", ["", "no", "{", '{"classkit": 1}', "[" * 5_000, "/etc/passwd", '{"a": NaN}']
)
def test_what_is_no_record_is_refused_and_the_match_goes_on(text: str) -> None:
    desk = desk_of()
    desk.step("turn")
    with pytest.raises(ClasskitError):
        match_lifecycle.open_file(desk, text.encode())
    assert desk.match.turn == 2 and list(desk.branches.all) == ["Main"]


def test_a_page_never_opens_a_file_by_its_path(tmp_path: Any) -> None:
    desk = desk_of()
    path = desk.match.save(tmp_path / "a.classkit.json")
    with pytest.raises(ClasskitError):
        match_lifecycle.open_file(desk, bytes(path))
    match_lifecycle.open_record(desk, path)
    assert desk.branches.active.name == "Opened"


def test_a_record_that_stops_agreeing_opens_up_to_there() -> None:
    desk = desk_of(bots="passive")
    for _ in range(4):
        desk.step("turn")
    text = match_lifecycle.build_record_file(desk)["text"]
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if '"turn": 3' in line)
    lines[at] = lines[at].replace('"digest": "', '"digest": "0')
    match_lifecycle.open_file(desk, "\n".join(lines).encode())
    assert desk.branches.active.name == "Opened" and "turn 3" in desk.notice
