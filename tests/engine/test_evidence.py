"""Which events report which ledger rows is declared by the rules and kept by the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.engine.events import Keep
from classkit.engine.evidence import EventLinks
from classkit.engine.game import Game
from classkit.engine.match import Match
from tests.every_game import every_game

SEEDS = (1, 2, 3)


def played(name: str, seed: int, **options: Any) -> Match:
    return classkit.new(name, seats=4, seed=seed, options=options).play(until="end")


@pytest.mark.sweep(5)
@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
@pytest.mark.parametrize("seed", SEEDS)
def test_each_row_is_reported_by_an_event_that_names_it(game: Game[Any], seed: int) -> None:
    """Its amount, unit or an end; only what is laid out before the first turn has no event."""
    m = classkit.new(game, seats=min(4, max(game.seat_numbers)), seed=seed).play(until="end")
    links = m.links
    for number, row in enumerate(m.transfers, 1):
        events = [m.events[event - 1] for event in links.get_events(number)]
        assert events or not row.turn, row
        named = [f"{event.facts} {event.seat}" for event in events]
        words = (str(row.amount), row.unit, row.target.rpartition(":")[2])
        assert not events or any(word in facts for facts in named for word in words), (row, events)


def test_the_next_event_does_not_report_a_row_unless_the_game_says_so() -> None:
    """What is laid out for the first turn belongs to no throw of the dice."""
    m = classkit.new("economy", seats=3, seed=1).play(until="turn")
    assert m.transfers[0].reason == "set_up" and m.links.get_events(1) == ()


def test_both_directions_agree() -> None:
    links = (m := played("opoly", 1)).links
    pairs = {(event, row) for event in range(1, len(m.events) + 1) for row in links.get_rows(event)}
    back = {
        (event, row) for row in range(1, len(m.transfers) + 1) for event in links.get_events(row)
    }
    assert pairs == back and pairs


COMPOSED = {
    "trade_done": ("poleconomy", {"game": 1}), "auction_held": ("poleconomy", {"game": 1}),
    "bonds_issued": ("poleconomy", {"game": 2}), "subsidy_paid": ("poleconomy", {"game": 2}),
    "lot_sold": ("opoly", {}), "pledge_forfeited": ("opoly", {}), "deal_answered": ("opoly", {}),
    "mortgage_changed": ("opoly", {}), "bought": ("economicon", {}),
    "peg_changed": ("economicon", {}), "sector_scored": ("economy", {}),
}  # fmt: skip
"""Events that report several rows, or rows that have events of their own."""


@pytest.mark.parametrize("name", COMPOSED)
def test_an_event_that_reports_other_events_has_their_rows(name: str) -> None:
    """Under an accepted trade stood "Nothing changed hands here"."""
    game, options = COMPOSED[name]
    found = 0
    for seed in range(1, 9):
        m = played(game, seed, **options)
        for number, event in enumerate(m.events, 1):
            facts = event.facts
            if event.name != name or not facts.get("accepted", True):
                continue
            if facts.get("form", "deal") != "deal":
                continue  # an alliance
            if name == "auction_held" and not facts["winner"]:
                continue
            if name == "subsidy_paid" and not facts["seats"]:
                continue
            rows = [m.transfers[row - 1] for row in m.links.get_rows(number)]
            assert rows, event
            if name == "sector_scored":
                assert sum(row.amount for row in rows) == facts["total"]
            if name == "bought":
                paid, bought = rows
                assert (paid.amount, paid.unit) == (facts["cost"], facts["pay_with"])
                assert (bought.amount, bought.unit) == (facts["qty"], facts["unit"])
            if name == "trade_done":
                cash = sum(row.amount for row in rows if row.unit == "dollars")
                assert cash == facts["give"]["cash"] + facts["get"]["cash"]
            found += 1
        if found > 2:
            return
    assert found, "no match has such an event"


def test_links_follow_from_the_answers(tmp_path: Path) -> None:
    """They are not in a record: a match that is read, undone or forked has the same."""
    m = played("poleconomy", 3)
    numbers = range(1, len(m.events) + 1)
    links = [m.links.get_rows(number) for number in numbers]
    read, fork, replayed = classkit.load(m.save(tmp_path / "match.json")), m.fork(), m.fork()
    replayed.goto(turn=5)
    replayed.play(until="end")
    for twin in (read, fork, replayed):
        assert [twin.links.get_rows(number) for number in numbers] == links


def test_without_events_there_are_no_links() -> None:
    m = classkit.new("economy", seats=3, seed=1, keep=Keep(events=False)).play(until="end")
    assert m.transfers and m.links.get_events(1) == ()


def test_numbers_that_there_are_not_have_no_links() -> None:
    m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    links = EventLinks(m)
    assert links.get_rows(0) == links.get_rows(10**6) == links.get_events(0) == ()
