"""The end of a match: who won which race, by what, and what turned it (issue 19, item 4)."""

from __future__ import annotations

import json

import pytest

import classkit
from classkit.engine.events import Event
from classkit.engine.words import NOTABLE, TURNING_POINT, Say, Words
from classkit.widgets.desk import Desk
from classkit.widgets.ending import Moment, end_shown, moments, turning_points
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
