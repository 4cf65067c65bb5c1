"""What is this?: the game in three sentences before the first step."""

from __future__ import annotations

import pytest

import classkit
from classkit.widgets.about_panel import MAX_PICTURE_CHARS, build_introduction, read_picture
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_constants
from tests.toy import GAME

GAMES = ("poleconomy", "opoly", "economicon", "economy")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_opens_with_what_it_is(game: str) -> None:
    match = classkit.new(game, seats=4, seed=7)
    sight = PageView(MatchController(match))
    about = build_constants(sight)["about"]
    assert [title for title, _ in about["sentences"]] == ["About", "Who wins", "Measured by"]
    assert about["picture"].startswith("<svg") and "<title>" in about["picture"]
    assert len(about["picture"]) <= MAX_PICTURE_CHARS
    assert not any(bad in about["picture"] for bad in ("<script", "http://www.w3.org/1999", "href"))


def test_options_change_the_sentences() -> None:
    """A bankrupt Treasury lets nobody win (P15.5); the target follows the players (E5.1)."""
    told = dict(about_of("poleconomy", seats=4, seed=1, options={"game": 2})["sentences"])
    assert "bankrupt" in told["Who wins"]
    assert "45 points" in dict(about_of("economy", seats=3, seed=1)["sentences"])["Who wins"]
    assert (
        "4 volatility"
        in dict(about_of("economicon", seats=3, seed=1, options={"disqualify_at": 4})["sentences"])[
            "Who wins"
        ]
    )
    sums = about_of("opoly", seats=3, seed=1, options={"combined_score": "sum_of_places"})[
        "sentences"
    ]
    assert "smallest sum" in dict(sums)["Who wins"]


def about_of(name: str, /, **chosen: object) -> dict[str, list[list[str]]]:
    about = build_introduction(classkit.new(name, **chosen))  # type: ignore[arg-type]
    assert about is not None
    return about


def test_a_game_without_a_picture_has_none() -> None:
    about = build_introduction(classkit.new(GAME, seats=2, seed=1))
    assert about is not None and about["picture"] == ""
    assert read_picture("no.such.package") == ""
