"""The three charts that always stand on a page: prices, purse and scores."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import classkit
from classkit.attribution.metric_selection import race_metrics
from classkit.charts.instruments import choose_instruments, get_role
from classkit.charts.rows import chart_plans
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.metrics import Chart
from classkit.testing.match_strategies import Setup
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_state
from tests.every_game import for_every_game
from tests.toy import GAME as TOY


@for_every_game
def test_every_game_has_three_and_the_last_shows_who_wins(game: Game[Any]) -> None:
    seats = 3 if 3 in game.seat_numbers else 4
    match = classkit.new(game, seats=seats, seed=3)
    for _ in range(2):
        found = choose_instruments(match)
        charts = {chart.key: chart for chart in match.game.active_charts(match.table)}
        assert len({*found}) == 3 and {*found} <= {*charts}
        scopes = {metric.key: metric.scope for metric in match.game.active_metrics(match.table)}
        assert scopes[charts[found[2]].metrics[0]] == "seat"
        match.play(until="round")


@pytest.mark.parametrize("name", ["poleconomy", "opoly", "economicon"])
def test_the_scores_are_the_metric_of_the_race(name: str) -> None:
    match = classkit.new(name, seats=4, seed=3)
    charts = {chart.key: chart for chart in match.game.active_charts(match.table)}
    raced = {metric.key for metric in race_metrics(match, None).values()}
    assert {*charts[choose_instruments(match)[2]].metrics} & raced


def toy_with(*charts: Chart) -> Match:
    """A match of the toy game that declares these charts alone."""
    game: Any = type("Fewer", (type(TOY),), {"charts": charts, "__module__": __name__})()
    return Setup(game, 3, 5, {}).new()


def test_a_game_that_names_none_gets_those_whose_words_say_so() -> None:
    known = {chart.key: chart for chart in TOY.charts}
    assert choose_instruments(Setup(TOY, 3, 5, {}).new()) == ("afloat", "bank", "coins")
    priced = replace(known["afloat"], key="price_level", title="Price level")
    match = toy_with(known["coins"], known["bank"], priced)
    assert choose_instruments(match) == ("price_level", "bank", "coins")


def test_a_game_with_fewer_charts_has_fewer_instruments() -> None:
    known = {chart.key: chart for chart in TOY.charts}
    assert choose_instruments(toy_with(known["coins"])) == ("coins",)
    assert {*choose_instruments(toy_with(known["coins"], known["bank"]))} == {"coins", "bank"}


def test_the_plans_of_charts_say_which_instrument_they_are() -> None:
    match = classkit.new("poleconomy", seats=4, seed=3)
    roles = {plan["key"]: plan["role"] for plan in chart_plans(match) if plan["role"]}
    assert roles == {"inflation": "prices", "treasury": "purse", "net_worth": "scores"}
    assert get_role("debt", choose_instruments(match)) == ""


def test_scores_whose_course_is_hidden_are_bars_with_a_label_for_each_seat() -> None:
    """Economy hides the course of worth (E6.5): who leads, and by how much, is still said."""
    match = classkit.new("economy", seats=4, seed=5)
    for _ in range(5):
        match.play(until="round")
    view = PageView(MatchController(match))
    key = choose_instruments(match)[2]
    chart = build_state(view, [key])["charts"][key]
    worth = {seat: match.table.worth(seat) for seat in match.seats}
    best = sorted(worth.values(), reverse=True)
    labels = list(chart["labels"].values())
    assert [one["value"] for one in labels] == [str(value) for value in best]
    assert [worth[one["seat"]] for one in labels] == best
    assert "at" not in labels[0], "it stands beside the bars, not at the end of a line"
    leads = f"{labels[0]['name']} leads by {best[0] - best[1]} points"
    assert chart["head"]["remark"] == leads
    shapes = chart["traces"][chart["order"][0]]["marker"]["pattern"]["shape"]
    assert len(set(shapes)) == 4
