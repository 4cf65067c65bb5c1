"""Usual returns: measured in matches of bots, and shown as what they are."""

from __future__ import annotations

import json

import pytest

from classkit.engine.registry import find
from classkit.widgets.usual_returns import MIN_SAMPLES, find_usual_returns, read_usual_returns
from tests.usual_returns import CHECKED, MATCHES, find_file, measure_returns

GAMES = ("economicon", "economy", "opoly", "poleconomy")


@pytest.mark.parametrize("game", GAMES)
def test_the_first_matches_measured_again_give_what_the_file_says(game: str) -> None:
    """If this fails, rules or bots have changed: run `python -m tests.usual_returns`."""
    data = json.loads(find_file(game).read_text(encoding="utf-8"))
    assert (data["matches"], data["checked"]["matches"]) == (MATCHES, CHECKED)
    assert measure_returns(game, range(1, CHECKED + 1)) == data["checked"]["rows"]
    counts = {(row["kind"], row["label"], row["level"]): row["samples"] for row in data["rows"]}
    for row in data["checked"]["rows"]:
        assert counts[row["kind"], row["label"], row["level"]] >= row["samples"]


@pytest.mark.parametrize("game", GAMES)
def test_every_label_says_that_it_is_usual(game: str) -> None:
    found = read_usual_returns(find(game).rulebook.package)
    assert found
    assert all("usual" in one.label for one in found)


def test_the_price_is_told_from_the_present_level_and_rare_ones_are_left_out() -> None:
    package = find("poleconomy").rulebook.package
    low, high = (find_usual_returns(package, "company", level)[-1] for level in ("1", "8"))
    assert low.amount > 0 > high.amount
    assert all(one.samples >= MIN_SAMPLES for one in (low, high))
    assert [one.level for one in find_usual_returns(package, "company", "99")] == [""]


def test_a_game_of_somebody_else_has_none() -> None:
    assert find_usual_returns("", "company", "1") == []
    assert find_usual_returns("classkit.engine", "company", "1") == []
