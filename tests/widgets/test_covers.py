"""What gives a covered figure away is covered on the board, in the head and in the news too."""

from __future__ import annotations

import json
from typing import Any

import pytest

import classkit
from classkit.engine.game import Game
from classkit.engine.registry import find
from tests.widgets.pages import Page

GAMES = ("poleconomy", "opoly", "economy", "economicon")


def page_of(game: str, **settings: Any) -> Page:
    match = classkit.new(game, seats=4, seed=7, **settings)
    return Page.of(match, match.game.policies and next(iter(match.game.policies)))


def test_the_number_is_told_nowhere_while_its_chart_is_covered() -> None:
    page = page_of("poleconomy")
    page.do("cover", chart="inflation", on=True)
    for _ in range(12):
        page.do("step", until="turn")
        board = json.dumps(page.now["board"])
        assert "Company $" not in board and '"number"' not in board and "note" not in board
        assert not any(one["id"] == "marker" for one in page.now["board"]["pieces"])
        assert "Inflation Number" not in page.now["said"]
        assert not any("Inflation Number" in line["text"] for line in page.now["news"])
    with_it = page.now["covered_with"]
    assert with_it["prices"] == "Inflation Number" and "net_worth" not in with_it
    page.do("why", figure="company_price")
    assert page.last["kind"] == "refused" and "covered" in page.last["reason"]
    page.do("cover", chart="inflation", on=False)
    assert page.now["covered_with"] == {}
    assert {"number", "price.company"} <= {*page.now["board"]["signs"]}
    assert any("Inflation Number" in line["text"] for line in page.now["news"])


@pytest.mark.parametrize("name", GAMES)
def test_the_figures_beside_the_seats_are_covered_with_the_chart_of_the_race(name: str) -> None:
    page = page_of(name)
    page.do("step", until="round")
    chart = next(
        chart["key"] for chart in page.fixed["charts"] if page.fixed["figure"] in chart["metrics"]
    )
    before = page.now["standings"]
    page.do("cover", chart=chart, on=True)
    rows = page.now["standings"]
    assert [(row["score"], row["text"], row["place"]) for row in rows] == [(None, "covered", 1)] * 4
    assert [row["seat"] for row in rows] == sorted(row["seat"] for row in rows)
    page.do("step", until="end")
    assert page.now["end"] is None
    page.do("cover", chart=chart, on=False)
    assert page.now["end"] is not None and before[0]["text"] != "covered"


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_says_gives_a_figure_away_is_there(name: str) -> None:
    """Figures and events by their names, what stands on the board by how its ids begin."""
    game: Game[Any] = find(name)
    known = {metric.key for metric in game.metrics}
    options = {"game": 2} if name == "poleconomy" else {}
    scene = game.scene(classkit.new(name, seats=4, seed=7, **options).table, None)
    signs = [*(one.id for one in scene.signs), *(one.id for one in scene.gauges)]
    for key, tells in game.gives_away.items():
        assert {key, *tells.figures} <= known
        assert {*tells.events} <= {*game.words.events}
        for starts, ids in ((tells.pieces, [one.id for one in scene.pieces]),
                            (tells.spaces, [*scene.looks]), (tells.signs, signs)):  # fmt: skip
            assert all(any(one.startswith(start) for one in ids) for start in starts), starts
