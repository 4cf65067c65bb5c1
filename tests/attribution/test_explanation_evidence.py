"""Places, seats and amounts of an explanation come from its own ledger rows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import classkit
from classkit.engine.match import Match


def played(name: str, seed: int, **options: Any) -> Match:
    return classkit.new(name, seats=4, seed=seed, options=options).play(until="end")


def test_two_incomes_of_a_turn_are_two() -> None:
    """P9.3: an Opportunity Square pays, and so does the square to which it leads."""
    m = played("poleconomy", 1, game=1)
    why = m.why("net_worth", "C", turn=18)
    assert "Income: $1,100,000 at Opportunity ×10 and $2,200,000 at Income ×20" in str(why)
    (rows,) = [part.evidence.transfers for part in why.statements[1:]]
    assert [m.transfers[row - 1].amount for row in rows] == [1_100_000, 2_200_000]


def incomes(m: Match) -> Iterator[tuple[int, str, str, str, int]]:
    """Yield the incomes of Poleconomy as its events tell: turn, seat, reason, square, amount."""
    places: dict[str | None, str] = {}
    for event in m.events:
        facts = event.facts
        if event.name == "beaver_moved":
            places[event.seat] = facts["to"]
        elif event.name == "payment" and facts["reason"] in ("income", "own_company"):
            yield event.turn, facts["payee"], facts["reason"], places[event.seat], facts["amount"]
        elif event.name == "payment" and facts["reason"] == "company_profit":
            place = places[facts["payer"]]
            yield event.turn, facts["payee"], facts["reason"], place, facts["amount"]


@pytest.mark.parametrize("game", (1, 2))
def test_incomes_name_their_squares(game: int) -> None:
    """Recomputed from the events of eight matches."""
    checked = 0
    for seed in range(1, 9):
        m = played("poleconomy", seed, game=game)
        turns = [row["turn"] for row in m.history]
        found = list(incomes(m))
        for since, turn in pairwise(turns):
            for seat in m.seats:
                own = [one for one in found if one[0] == turn and one[1] == seat]
                if not own:
                    continue
                told = str(m.why("net_worth", seat, turn=turn, since=since))
                for _, _, _, place, amount in own:
                    assert m.say().space(place) in told, (own, told)
                    assert f"{amount:,}" in told, (own, told)
                checked += len(own)
    assert checked > 20


def test_rents_name_their_properties() -> None:
    checked = 0
    for seed in (1, 2, 3):
        m, place = played("opoly", seed), ""
        rents: dict[tuple[int, str], set[str]] = {}
        for event in m.events:
            if event.name == "pawn_moved":
                place = event.facts["to"]
            elif event.name == "money_moved" and event.facts["reason"] in ("rent", "rent_share"):
                rents.setdefault((event.turn, event.facts["payee"]), set()).add(place)
        turns = [row["turn"] for row in m.history]
        for (turn, seat), spaces in rents.items():
            since = max(one for one in turns if one < turn)
            told = str(m.why("cash", seat, turn=turn, since=since))
            if "ent on " not in told:
                continue  # what came and went for a reason is 0 in all
            for space in spaces:
                assert m.say().space(space) in told, told
            checked += 1
    assert checked > 40


def test_payments_both_ways_have_their_signs() -> None:
    """C pays B on one square and receives from B on another: not one sum of both."""
    m = played("poleconomy", 4, game=1)
    why = m.why("net_worth", "C", turn=36, since=30)
    profits = [part["text"] for part in why.data["parts"] if "Profit" in part["text"]]
    assert all(" and " not in text or ("+$" in text and "-$" in text) for text in profits)


def test_evidence_of_a_part_is_all_of_its_rows_and_their_events() -> None:
    m = played("economy", 2)
    whole = m.why("points", m.seats[0], since=0)
    for part, (_, evidence) in zip(whole.split.parts, whole.statements[1:], strict=True):
        rows = [m.transfers[number - 1] for number in evidence.transfers]
        assert sum(row.amount for row in rows) == part.amount
        assert {"sector_scored", "points_scored"} == {
            m.events[number - 1].name for number in evidence.events
        }
