"""Metrics recomputed from events and transfers according to their definitions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import classkit
from classkit.engine.match import Match

GOODS = ("grain", "oil", "tech")


@pytest.fixture(scope="module", params=[5, 6])
def match(request: pytest.FixtureRequest) -> Match:
    """A finished match of the game's own bots and a random one."""
    bots = [*classkit.bots("economicon")]
    match = classkit.new("economicon", seats=4, seed=request.param)
    return match.play("end", {seat: bots[place] for place, seat in enumerate(match.seats)})


def markets(match: Match) -> dict[int, Counter[str]]:
    """Turn -> the units in the market at its end, from all that moved."""
    there: Counter[str] = Counter()
    found = {}
    for row in match.history:
        for moved in match.transfers:
            if moved.turn == row["turn"]:
                if moved.source == "market":
                    there[moved.unit] -= moved.amount
                if moved.target == "market":
                    there[moved.unit] += moved.amount
        found[row["turn"]] = there.copy()
    return found


def basket(there: Counter[str]) -> Fraction:
    """One grain, one oil and one tech, in gold."""
    return sum((Fraction(there["gold"] or 1, there[good]) for good in GOODS), Fraction(0))


def test_the_price_index_is_relative_to_the_opening_market(match: Match) -> None:
    found = markets(match)
    for row in match.history:
        index = 100 * basket(found[row["turn"]]) / basket(found[0])
        assert row["price_index"] == pytest.approx(float(index), abs=0.0051)
        for good in GOODS:
            assert row[f"market_{good}"] == found[row["turn"]][good]


def test_inflation_is_the_change_since_the_end_of_the_round_before(match: Match) -> None:
    found = markets(match)
    ends = {row["round"]: found[row["turn"]] for row in match.history}
    for row in match.history[1:]:
        before = basket(ends[row["round"] - 1])
        change = 100 * (basket(found[row["turn"]]) / before - 1)
        assert row["inflation"] == pytest.approx(float(change), abs=0.0051)


def test_goods_produced_and_consumed_are_those_of_the_round(match: Match) -> None:
    produced: Counter[tuple[str, str]] = Counter()
    eaten: Counter[tuple[str, str]] = Counter()
    round_ = 0
    for row in match.history[1:]:
        if row["round"] != round_:
            round_ = row["round"]
            produced.clear()
            eaten.clear()
        for moved in match.transfers:
            if moved.turn == row["turn"]:
                if moved.reason == "produced":
                    produced[moved.target[-1], moved.unit] += moved.amount
                if moved.reason == "consumed":
                    eaten[moved.source[-1], moved.unit] += moved.amount
        for seat in match.seats:
            for good in GOODS:
                assert row["produced"][seat][good] == produced[seat, good]
                assert row["consumed"][seat][good] == eaten[seat, good]


def test_own_issue_is_created_less_destroyed_since_the_match_began(match: Match) -> None:
    issue = dict.fromkeys(match.seats, 0)
    for row in match.history:
        for moved in match.transfers:
            if moved.turn == row["turn"] and moved.reason == "currency_created":
                issue[moved.unit[-1]] += moved.amount
            if moved.turn == row["turn"] and moved.reason == "currency_destroyed":
                issue[moved.unit[-1]] -= moved.amount
        assert row["own_issue"] == issue


def test_the_share_of_goals_is_of_the_events_resolved(match: Match) -> None:
    results: list[bool] = []
    for row in match.history:
        results += [
            event.facts["met"]
            for event in match.events
            if event.turn == row["turn"] and event.name == "event_resolved"
        ]
        share = 100 * sum(results) / len(results) if results else 0
        assert row["goals_met_share"] == pytest.approx(share, abs=0.051)
        assert row["goal_met"] == (results[-1] if results else 0)
    assert len(results) == 10


def test_the_stock_of_gold_is_without_what_lies_on_peg_counters(match: Match) -> None:
    gold: Counter[str] = Counter()
    for row in match.history:
        for moved in match.transfers:
            if moved.turn == row["turn"] and moved.unit == "gold":
                gold[moved.source] -= moved.amount
                gold[moved.target] += moved.amount
        held = gold["market"] + sum(gold[f"reserve:{seat}"] for seat in match.seats)
        assert row["gold_stock"] == held
