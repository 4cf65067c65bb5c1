"""What the figures beside the seats count: said once, and only where they do not say it."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.match import Match
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_state, score_caption


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("poleconomy", {"title": "Net worth", "unit": "net worth", "shared": ""}),
        ("opoly", {"title": "ASSET", "unit": "ASSET", "shared": ""}),
        ("economicon", {"title": "Worth", "unit": "", "shared": "gold"}),
        ("economy", {"title": "", "unit": "", "shared": "points"}),
    ],
)
def test_amounts_of_money_are_counted_in_the_title(game: str, told: dict[str, Any]) -> None:
    """Gold lies on the table as well, and is no title; what stands for points says what it is."""
    assert (
        build_state(PageView(MatchController(classkit.new(game, seats=4, seed=7))))["counted"]
        == told
    )


def test_points_say_themselves_that_they_are_points() -> None:
    match: Match = classkit.new("economy", seats=4, seed=7)
    assert score_caption(match, match.say(), "points") == {
        "title": "",
        "unit": "",
        "shared": "points",
    }
