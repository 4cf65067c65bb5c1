"""The end of a match: who won which race, by what, and what turned it (issue 19, item 4)."""

from __future__ import annotations

import json

import pytest

import classkit
from classkit.engine.log import Event
from classkit.engine.words import NOTABLE, TURNING_POINT, Say, Words
from classkit.widgets.desk import Desk
from classkit.widgets.ending import Moment, end_shown, leads_taken, moments, turning_points
from classkit.widgets.present import now
from classkit.widgets.sight import Sight

GAMES = ("poleconomy", "opoly", "economicon", "economy")
LARGEST = 8_000
"""Bytes: the end may be larger than a step, but not by much."""

TOLD = Words(events={"risen": "It rises to {to}.", "sold": "Sold.", "hushed": lambda say, f: None})


def moment(name: str, turn: int, weight: int, to: int = 0) -> Moment:
    return Moment(Event(name, {"to": to}, "", turn), weight)


@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_shown_when_a_match_is_over_and_only_then(game: str) -> None:
    """Winners, races and turning points are there; the whole stays small."""
    match = classkit.new(game, seats=4, seed=7)
    sight = Sight(Desk(match))
    assert now(sight)["end"] is None
    match.play(until="end")
    end = now(sight)["end"]
    assert [one for one in match.winners if match.say().seat(one) in end["head"]]
    assert end["why"].endswith(".") and len(json.dumps(end)) < LARGEST
    for race in end["races"]:
        assert sorted(seat for seat, _, _ in race["lines"]) == sorted(match.seats)
        assert [place for _, _, place in race["lines"]] == sorted(p for _, _, p in race["lines"])
    assert end["chart"] in {chart.key for chart in match.game.charts_of(match.table)}
    assert now(sight)["end"] is end, "computed once"
    match.undo()
    assert now(sight)["end"] is None


def test_the_winner_leads_by_a_figure() -> None:
    match = classkit.new("poleconomy", seats=["Ada", "Bo", "Cy"], seed=7).play(until="end")
    best, second = match.standings()[:2]
    end = end_shown(match, match.say(), None)
    assert end is not None
    name, other = match.say().seat(best.seat), match.say().seat(second.seat)
    ahead = match.say().money(int(best.score - second.score))
    assert end["head"] == f"{name} wins."
    assert end["races"][0]["title"] == "Net worth"
    score = match.say().money(int(best.score))
    assert end["races"][0]["words"] == f"{name} has {score}, {ahead} more than {other}."


def test_a_leader_who_does_not_win_is_told_with_the_reason() -> None:
    """Q11.4: a bankrupt seat drops a place, with however much; N16.2: tokens bar a nation."""
    match = classkit.new("opoly", seats=4, seed=4).play(until="end")
    end = end_shown(match, match.say(), None)
    assert end is not None and end["races"][1]["words"] == (
        "FUTURE EARNINGS: C has $460.20, $126.95 more than D. B has $729.58, but is bankrupt and "
        "drops a place."
    )
    match = classkit.new("economicon", seats=4, seed=5).play(until="end")
    end = end_shown(match, match.say(), None)
    assert end is not None and end["races"][0]["words"].endswith(
        "B has 39.22 gold, but has 3 volatility tokens and cannot win."
    )


def test_the_change_of_lead_that_decided_is_a_turning_point() -> None:
    """Economy has few weighty events; three turning points are asked (issue 19, item 4)."""
    for seed in range(1, 6):
        match = classkit.new("economy", seats=4, seed=seed).play(until="end")
        end = end_shown(match, match.say(), None)
        winner = match.winners[0]
        points = {row["turn"]: row["points"] for row in match.history}
        assert end is not None and len(end["turns"]) == 3
        decided = [one for one in end["turns"] if one["text"].startswith(f"{winner} overtakes ")]
        turn = decided[-1]["turn"]
        others = [seat for seat in match.seats if seat != winner]
        assert any(points[turn - 1][seat] >= points[turn - 1][winner] for seat in others)
        for later in range(turn, match.turn + 1):
            assert points[later][winner] >= max(points[later][seat] for seat in others)


def test_a_lead_from_the_first_turn_or_with_a_hidden_course_is_not_told() -> None:
    """A figure of which only the present may be seen tells nobody when it crossed (E6.5)."""
    match = classkit.new("opoly", seats=4, seed=1).play(until="end")  # C leads from the beginning
    assert leads_taken(match, match.say(), None) == []
    match = classkit.new("poleconomy", seats=4, seed=1).play(until="end")
    assert leads_taken(match, match.say(), None)[-1] == (18, "C overtakes D and stays ahead.")
    hides = {"now_only": lambda self, table: ("net_worth",)}
    match.game = type("Hiding", (type(match.game),), hides)()  # type: ignore[misc]
    assert leads_taken(match, match.say(), None) == []


def test_turning_points_are_counted_as_the_timeline_counts() -> None:
    """Economicon stands at "Round 9 of 10", so its turns are not named (issue 19, item 6)."""
    match = classkit.new("economicon", seats=4, seed=1).play(until="end")
    end = end_shown(match, match.say(), None)
    assert end is not None and [one["at"] for one in end["turns"]] == [
        "round 2", "round 2", "round 9"
    ]  # fmt: skip
    match = classkit.new("poleconomy", seats=4, seed=1).play(until="end")
    end = end_shown(match, match.say(), None)
    assert end is not None and all(one["at"] == f"turn {one['turn']}" for one in end["turns"])


def test_each_race_has_its_winner() -> None:
    """487-opoly has two winners (Q11.3): the headline names each with its race."""
    match = classkit.new("opoly", seats=3, seed=3).play(until="end")
    end = end_shown(match, match.say(), None)
    assert end is not None
    assert [race["title"] for race in end["races"]] == ["ASSET", "FUTURE EARNINGS"]
    for race in end["races"]:
        first = [seat for seat, _, place in race["lines"] if place == 1]
        assert race["words"].startswith(f"{race['title']}: {first[0]} ")
        assert race["title"] in end["head"]


def test_nobody_wins_with_a_bankrupt_treasury() -> None:
    """The country is bankrupt: the game ends without a winner (P17.5)."""
    for seed in range(200):
        match = classkit.new("poleconomy", seats=3, seed=seed, game=2).play(until="end")
        if not match.winners:
            break
    end = end_shown(match, match.say(), None)
    assert end is not None and (end["head"], end["why"]) == (
        "Nobody wins.", "The country is bankrupt."
    )  # fmt: skip
    assert not any(race["words"] for race in end["races"])


def test_turning_points_are_the_weightiest_and_at_most_one_a_turn() -> None:
    found = [
        moment("risen", 2, NOTABLE, 3), moment("risen", 5, TURNING_POINT, 9),
        moment("sold", 5, TURNING_POINT), moment("risen", 8, NOTABLE, 4),
        moment("hushed", 9, TURNING_POINT),
    ]  # fmt: skip
    chosen = turning_points(found, Say(words=TOLD))
    assert [(event.turn, text) for event, text in chosen] == [
        (2, "It rises to 3."), (5, "Sold."), (8, "It rises to 4."),
    ]  # fmt: skip


def test_turning_points_are_of_several_kinds_and_spread() -> None:
    """Ten elections in a row are not told as three; what is alike is taken from far apart."""
    found = [moment("risen", turn, TURNING_POINT, turn) for turn in range(10, 20)]
    chosen = turning_points([*found, moment("sold", 15, TURNING_POINT)], Say(words=TOLD))
    assert [event.name for event, _ in chosen] == ["risen", "sold", "risen"]
    turns = [event.turn for event, _ in chosen]
    assert turns == [10, 15, 19]


def test_turning_points_keep_what_is_hidden() -> None:
    """A seat that may not know an event is not told of it at the end either (E6.2)."""
    match = classkit.new("economy", seats=4, seed=7).play(until="end")
    table = match.table_shown(None)
    for one in moments(match, match.say(), None):
        assert match.game.event_seen(one.event, table, None) == one.event
