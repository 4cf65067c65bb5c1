"""Games with several races: the standings show each, and the end says who wins which."""

from __future__ import annotations

from typing import Any

import classkit
from classkit.engine.match import Match
from classkit.frames.file_export import list_races
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_constants, build_state

ORANGE = ["st_james_place", "tennessee_avenue", "new_york_avenue"]


def ended(**options: Any) -> Match:
    """A match of 487-opoly that is over: A has the better prospects, B more cash."""
    position = {
        "turn": 80, "A": {"properties": ORANGE, "cash": 200}, "B": {"cash": 3000},
        "C": {"cash": 5}, "luck": [(5, 5)],
    }  # fmt: skip
    return classkit.new("opoly", seats=["Ada", "Bo", "Cy"], position=position, options=options)


def test_two_scores_stand_beside_each_other() -> None:
    """Each with its place, in the order of the first (Q11.3); FUTURE EARNINGS to two decimals."""
    desk = MatchController(ended(), "passive")
    assert (build_constants(PageView(desk))["score"], build_constants(PageView(desk))["races"]) == (
        "ASSET",
        ["FUTURE EARNINGS"],
    )
    standings = build_state(PageView(desk))["standings"]
    assert [(line["seat"], line["text"], line["races"]) for line in standings] == [
        ("B", "$3,000", [("$0.00", 2)]), ("A", "$760", [("$6.60", 1)]), ("C", "$5", [("$0.00", 2)]),
    ]  # fmt: skip


def test_the_end_says_who_wins_which_race() -> None:
    """Two winners do not share one win; the sums of places are a race more (Q11.3)."""
    over = build_state(PageView(MatchController(ended(), "passive")))["over"]
    assert over == "Time is up, and the game is over. Bo wins ASSET. Ada wins FUTURE EARNINGS."
    added = MatchController(ended(combined_score="sum_of_places"), "passive")
    assert build_constants(PageView(added))["score"] == "Sum of places"
    assert build_state(PageView(added))["over"].endswith(
        "Ada and Bo share Sum of places. Bo wins ASSET. Ada wins FUTURE EARNINGS."
    )


def test_one_race_stays_as_it_was() -> None:
    """Other games have a score, and no further column."""
    desk = MatchController(classkit.new("poleconomy", seats=3, seed=7), "passive")
    assert (build_constants(PageView(desk))["score"], build_constants(PageView(desk))["races"]) == (
        "Net worth",
        [],
    )
    assert all("races" not in line for line in build_state(PageView(desk))["standings"])


def test_races_are_taken_along() -> None:
    """An export has the lines of further races beside the standings."""
    lines = list_races(ended())["FUTURE EARNINGS"]
    assert (lines[0]["seat"], lines[0]["score"]) == ("A", 6.6)
    assert list_races(classkit.new("poleconomy", seats=3, seed=7)) == {}


def test_a_place_below_a_smaller_score_has_its_reason() -> None:
    """Q11.4: a bankrupt seat drops a place; said where the places are read."""
    match = classkit.new("opoly", seats=4, seed=7).play(until="end")
    lines = {line.seat: line for line in match.races()["FUTURE EARNINGS"]}
    assert lines["B"].score > lines["C"].score and lines["B"].place > lines["C"].place
    standings = build_state(PageView(MatchController(match)))["standings"]
    told = {line["seat"]: line.get("held_back") for line in standings}
    assert told == {
        "A": None, "C": None, "D": None,
        "B": ["FUTURE EARNINGS: is bankrupt and drops a place (Q11.4)"],
    }  # fmt: skip
    match = classkit.new("economicon", seats=4, seed=8).play(until="end")
    standings = build_state(PageView(MatchController(match)))["standings"]
    assert [line["held_back"] for line in standings if "held_back" in line] == [
        ["has 3 volatility tokens and cannot win (N16.2)"]
    ]
