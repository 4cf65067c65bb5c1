"""Metrics recomputed from events and transfers according to their definitions."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.decisions import Roll
from classkit.engine.match import Match

Row = dict[str, Any]


@pytest.fixture(scope="module", params=[5, 6, 7])
def match(request: pytest.FixtureRequest) -> Match:
    """A finished match of Game 2 by bots that tax, vote, trade and take over."""
    match = classkit.new("poleconomy", seats=4, options={"game": 2}, seed=request.param)
    bots = {"A": "politician", "B": "tycoon", "C": "saver", "D": "random"}
    return match.play("end", bots)


def rows(match: Match) -> list[Row]:
    """The rows of the history from turn 1 on."""
    found = [row for row in match.history if row["turn"]]
    assert len(found) == match.turn
    return found


def test_tax_paid_is_what_players_have_paid_since_the_match_began(match: Match) -> None:
    """From the ledger: dollars that moved from the player for the reason tax (P4.5, P19.4)."""
    paid = dict.fromkeys(match.seats, 0)
    for row in rows(match):
        for moved in match.transfers:
            if moved.turn == row["turn"] and moved.unit == "dollars" and moved.reason == "tax":
                paid[moved.source] += moved.amount
        assert row["tax_paid"] == paid
    assert sum(paid.values())


def test_money_in_circulation_is_all_but_the_banks_cash(match: Match) -> None:
    """Players' cash and the Treasury's, from all dollars that moved (P1.1)."""
    cash = dict.fromkeys((*match.seats, "treasury"), 0)
    for row in match.history:
        for moved in match.transfers:
            if moved.turn == row["turn"] and moved.unit == "dollars":
                if moved.source in cash:
                    cash[moved.source] -= moved.amount
                if moved.target in cash:
                    cash[moved.target] += moved.amount
        assert row["money_in_circulation"] == sum(cash.values())


def test_income_by_source_is_what_the_round_has_paid(match: Match) -> None:
    """All dollars paid to the player in the turns of this round, by reason (P3.10)."""
    for row in rows(match):
        first = (row["round"] - 1) * len(match.seats) + 1
        for seat in match.seats:
            paid: dict[str, int] = {}
            for moved in match.transfers:
                to_seat = moved.unit == "dollars" and moved.target == seat
                if to_seat and first <= moved.turn <= row["turn"]:
                    paid[moved.reason] = paid.get(moved.reason, 0) + moved.amount
            income = row["income_by_source"][seat]
            shown = {reason: dollars for reason, dollars in income.items() if dollars}
            assert shown == paid


def test_the_balance_of_the_budget_is_tax_less_what_the_round_has_paid_out(match: Match) -> None:
    """Tax in, salaries, subsidies and bond interest out; bonds are not in it (P17.2)."""
    for row in rows(match):
        first, balance = (row["round"] - 1) * len(match.seats) + 1, 0
        for moved in match.transfers:
            if moved.unit == "dollars" and first <= moved.turn <= row["turn"]:
                if moved.target == "treasury" and moved.reason == "tax":
                    balance += moved.amount
                if moved.source == "treasury":
                    balance -= moved.amount * (
                        moved.reason in ("salary", "subsidy", "bond_interest")
                    )
        assert row["budget_balance"] == balance == sum(row["budget"].values())


def test_turns_in_office_are_those_that_began_under_the_player(match: Match) -> None:
    """Whoever moves: each turn counts for the Prime Minister at its start (P4.8)."""
    office, turns = "", dict.fromkeys(match.seats, 0)
    shown = {row["turn"]: row["pm_terms"] for row in match.history}
    for event in match.events:
        if event.name == "pm_elected":
            office = event.facts["seat"]
        if event.name == "turn_started":
            assert shown[event.turn - 1] == turns
            turns[office] += 1
    assert shown[match.turn] == turns


def test_real_worth_is_net_worth_in_companies(match: Match) -> None:
    """Recomputed from cash, cards and squares at 100,000 and 20,000 times the Number (P15.3)."""
    number = 1
    for event in match.events:
        number = event.facts["number"] if event.name == "marker_moved" else number
    for seat in match.seats:
        worth = match.ledger.balance(seat) + 100_000 * (
            match.ledger.balance(seat, "savings") + match.ledger.balance(seat, "bond")
        )
        worth += 1_000_000 * match.ledger.balance(seat, "life")
        for square, owner in match.ledger.titles.items():
            if owner == seat:
                company = match.edition.rules.squares[square].kind == "company"
                worth += (100_000 if company else 20_000) * number
        owed = sum(debt.get(seat, 0) for debt in (p.owes for p in match.table.players.values()))
        worth += owed - sum(match.table.players[seat].owes.values())
        assert match.metrics()["net_worth"][seat] == worth
        assert match.metrics()["real_worth"][seat] == pytest.approx(
            worth / (100_000 * number), 1e-3
        )


def test_vote_share_is_of_the_last_election(match: Match) -> None:
    """Votes as rolled last, in per cent of all (P16.3)."""
    votes = [event for event in match.events if event.name == "votes_counted"][-1].facts["votes"]
    for seat, share in match.metrics()["vote_share"].items():
        assert share == pytest.approx(100 * votes[seat] / sum(votes.values()), abs=0.05)
    elections = [event for event in match.events if event.name == "election_started"]
    assert match.metrics()["election"] == len(elections)


def test_votes_are_shown_while_the_room_throws_for_them() -> None:
    """P16.3 by hand: who has not rolled yet has none."""
    match = classkit.new("poleconomy", seats=3, options={"game": 2}, seed=1, luck="by_hand")
    shown = []
    while match.turn == 0:
        if isinstance(match.request, Roll):
            match.answer([3, 1] if len(shown) % 2 else [4, 1])
        else:
            decision = match.requests()[0]
            match.answer(decision.default.move, seat=decision.seat, **decision.default.fields)
        shown.append(match.metrics()["vote_share"])
    thrown = [{seat for seat, share in shares.items() if share} for shares in shown]
    assert {"A"} in thrown and {"A", "B"} in thrown and {"A", "B", "C"} in thrown
