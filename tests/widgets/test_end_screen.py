"""The end of a match: who won which race, and by what."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

import classkit
from classkit.engine.game import Game
from classkit.widgets.end_screen import build_end
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_state
from tests.every_game import for_every_game

GAMES = ("poleconomy", "opoly", "economicon", "economy")
LARGEST = 8_000
"""Bytes: the end may be larger than a step, but not by much."""


@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_shown_when_a_match_is_over_and_only_then(game: str) -> None:
    """Winners, races and turning points are there; the whole stays small."""
    match = classkit.new(game, seats=4, seed=7)
    sight = PageView(MatchController(match))
    assert build_state(sight)["end"] is None
    match.play(until="end")
    end = build_state(sight)["end"]
    assert [one for one in match.winners if match.say().seat(one) in end["head"]]
    assert end["why"].endswith(".") and len(json.dumps(end)) < LARGEST
    for race in end["races"]:
        assert sorted(seat for seat, _, _ in race["lines"]) == sorted(match.seats)
        assert [place for _, _, place in race["lines"]] == sorted(p for _, _, p in race["lines"])
    drawn = {chart.key: chart.metrics for chart in match.game.active_charts(match.table)}
    assert end["courses"] and {*end["courses"], *end["below"]} <= drawn.keys()
    marked = {metric for key in end["courses"] for metric in drawn[key]}
    assert {point["figure"] for point in end["turns"]} <= marked, "each on a chart that is shown"
    assert build_state(sight)["end"] is end, "computed once"
    match.undo()
    assert build_state(sight)["end"] is None


def test_the_winner_leads_by_a_figure() -> None:
    match = classkit.new("poleconomy", seats=["Ada", "Bo", "Cy"], seed=7).play(until="end")
    best, second = match.standings()[:2]
    end = build_end(match, match.say(), None)
    assert end is not None
    name, other = match.say().seat(best.seat), match.say().seat(second.seat)
    ahead = match.say().money(int(best.score - second.score))
    assert end["head"] == f"{name} wins."
    assert end["races"][0]["title"] == "Net worth"
    score = match.say().money(int(best.score))
    assert (
        end["races"][0]["words"] == f"{name} is worth {score}, which is {ahead} more than {other}."
    )


def test_a_leader_who_does_not_win_is_told_with_the_reason() -> None:
    """Q11.4: a bankrupt seat drops a place, with however much; N16.2: tokens bar a nation."""
    match = classkit.new("opoly", seats=4, seed=21).play(until="end")
    end = build_end(match, match.say(), None)
    assert end is not None and end["races"][1]["words"] == (
        "FUTURE EARNINGS: Dov has $456.00, which is $148.18 more than Ada. Bruno has $615.90, but "
        "is bankrupt and drops a place (Q11.4)."
    )
    match = classkit.new("economicon", seats=4, seed=6).play(until="end")
    end = build_end(match, match.say(), None)
    worth = next(line.score for line in match.standings() if line.seat == "B")
    tokens = match.metrics()["tokens"]["B"]
    assert end is not None and end["races"][0]["words"].endswith(
        f"Bruno is worth {worth:,.2f} gold, but has {tokens} volatility tokens and cannot win "
        "(N16.2)."
    )


def test_each_race_has_its_winner() -> None:
    """487-opoly has two winners (Q11.3): the headline names each with its race."""
    match = classkit.new("opoly", seats=3, seed=3).play(until="end")
    end = build_end(match, match.say(), None)
    assert end is not None
    assert [race["title"] for race in end["races"]] == ["ASSET", "FUTURE EARNINGS"]
    for race in end["races"]:
        first = [seat for seat, _, place in race["lines"] if place == 1]
        assert race["words"].startswith(f"{race['title']}: {match.seat_names[first[0]]} ")
        assert race["title"] in end["head"]


def test_nobody_wins_with_a_bankrupt_treasury() -> None:
    """The country is bankrupt: the game ends without a winner (P17.5)."""
    for seed in range(200):
        match = classkit.new("poleconomy", seats=3, seed=seed, options={"game": 2})
        match.play(until="end", bots="random")  # shipped bots keep the country solvent
        if not match.winners:
            break
    end = build_end(match, match.say(), None)
    assert end is not None and (end["head"], end["sum"]) == (
        "Nobody wins.", "The country is bankrupt"
    )  # fmt: skip
    assert end["why"].startswith("The Treasury cannot pay ")
    assert end["void"] and end["courses"] == ["treasury"]
    assert "net_worth" in end["below"], "the scores stand below what ended it"
    assert {point["figure"] for point in end["turns"]} == {"next_interest"}
    assert not any(race["words"] or race["lead"] for race in end["races"])


def test_a_tie_is_told_with_what_breaks_it() -> None:
    """N16.3: fewer tokens, then more gold in reserves; E5.3: the greater worth of property."""
    match = classkit.new("economicon", seats=4, seed=4).play(until="end", bots="gold_anchor")
    first, second = match.standings()[:2]
    assert first.score == second.score
    gold = [match.table.get_reserve(line.seat, "gold") for line in (first, second)]
    assert match.table.count_tokens(first.seat) == match.table.count_tokens(second.seat)
    assert gold[0] > gold[1]
    how = f"more gold in reserves, {gold[0]} to {gold[1]} (N16.3)"
    end = build_state(PageView(MatchController(match)))["end"]
    assert end["races"][0]["words"].endswith(
        f"as much as {match.seat_names[second.seat]}, and wins the tie thanks to {how}."
    )
    assert end["races"][0]["ties"] == [], "told already"
    assert build_state(PageView(MatchController(match)))["standings"][0]["tie"] == how

    match = classkit.new("economy", seats=4, seed=6).play(until="end", bots="raider")
    line = next(one for one in match.standings() if one.tie)
    below = match.standings()[line.place]
    worth = [match.table.worth(seat) for seat in (line.seat, below.seat)]
    assert line.score == below.score and worth[0] > worth[1]
    how = f"more valuable property: {worth[0]} points against {worth[1]} (E5.3)"
    end = build_state(PageView(MatchController(match)))["end"]
    assert line.place > 1 and line.tie == how
    first, second = (match.seat_names[one.seat] for one in (line, below))
    assert end["races"][0]["ties"] == [f"{first} ranks above {second} thanks to {how}."]


def test_no_tie_is_told_where_scores_differ_or_a_place_is_shared() -> None:
    for game, bots in (("economicon", "gold_anchor"), ("economy", "raider"), ("opoly", "passive")):
        for seed in range(6):
            match = classkit.new(game, seats=4, seed=seed).play(until="end", bots=bots)
            lines = match.standings()
            for line, below in pairwise(lines):
                alike = line.score == below.score and line.place < below.place
                barred = line.held_back or below.held_back
                assert bool(line.tie) == (alike and not barred), (game, seed)
            assert not lines[-1].tie


def test_a_winner_who_is_bankrupt_is_told_of_once() -> None:
    """Q11.4: all but one are out, and the first is bankrupt as well."""
    match = classkit.new("opoly", seats=4, seed=19).play(until="end", bots="empire_builder")
    end = build_end(match, match.say(), None)
    assert end is not None and end["races"][0]["words"].count(" is worth $1,620") == 1


# --- evidence -------------------------------------------------------------------------------------


@for_every_game
def test_the_evidence_of_the_end_contains_the_final_scores(game: Game[Any]) -> None:
    match = classkit.new(game, seats=3, seed=3).play(until="end")
    end = build_end(match, match.say(), None)
    assert end is not None
    events = [match.events[number - 1] for number in end["evidence"]["events"]]
    assert game.ending_event in {event.name for event in events}
    assert {event.turn for event in events} == {match.turn}
    told = {seat for event in events for seat in match.seats if seat in repr((event, event.seat))}
    assert told == {*match.seats} or end["evidence"]["transfers"], "events, or the whole ledger"


def test_the_evidence_of_the_end_contains_the_bankruptcy_that_caused_it() -> None:
    match = classkit.new("poleconomy", seats=4, seed=13).play(until="end", bots="random")
    end = build_end(match, match.say(), None)
    assert end is not None
    events = [match.events[number - 1].name for number in end["evidence"]["events"]]
    assert events[-2:] == ["treasury_bankrupt", "game_ended"]
