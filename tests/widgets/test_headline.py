"""The headline of a step is what mattered in it, not what was told last."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.game import Game
from classkit.engine.words import ROUTINE, TURNING_POINT
from classkit.widgets.present import headline
from tests.every_game import every_game
from tests.games.poleconomy.tables import at_turn

from .pages import Page

TURNS = 40


def test_a_jump_of_the_number_comes_before_the_tax_that_it_brings() -> None:
    """P4.4, P4.5: taxation is told after the Number, four times, and matters less."""
    holdings = {seat: {"at": "I03", "squares": [f"I0{at}"]} for at, seat in enumerate("ABC", 5)}
    page = Page.of(at_turn([(3, 3)], mover="B", marker=0, **holdings), bots="random")
    page.do("answer", move="throw", seat="B")
    told = [line["text"] for line in page.now["news"]]
    assert "tax" in told[-1]
    assert page.now["said"].startswith(
        "The Inflation Number rises from 1 to 2, Taxation: prices are twice as high."
    )


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_nothing_weightier_is_told_in_a_step_than_its_headline(game: Game[Any]) -> None:
    page = Page.of(classkit.new(game, seats=min(4, max(game.seat_numbers)), seed=5), bots="random")
    told, weights = len(page.match.events), set()
    for _ in range(TURNS):
        if page.match.is_over:
            break
        page.do("step", until="turn")
        new = [line for line in page.now["news"] if line["id"] > told]
        told = new[-1]["id"] if new else told
        first = [line for line in new if page.now["said"].startswith(line["text"])]
        if new:
            assert max(line["weight"] for line in new) in {line["weight"] for line in first}
            weights.add(first[0]["weight"])
    assert len(weights) > 1 or not game.words.weights, "all steps matter alike"


def test_of_what_matters_alike_the_latest_leads_and_the_rest_keeps_its_order() -> None:
    lines = [{"id": at, "weight": weight} for at, weight in enumerate((0, 2, 1, 2, 0, 2), 1)]
    assert [line["id"] for line in headline(lines)] == [6, 2, 4]
    assert headline([]) == []


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_the_end_of_a_match_is_its_headline(game: Game[Any]) -> None:
    """Also where scores are told after it."""
    if game.ending_event not in game.words.weights:
        pytest.skip("this game weighs nothing")
    assert game.words.weights[game.ending_event] == TURNING_POINT > ROUTINE
