"""Metrics and charts (section 7)."""

from __future__ import annotations

import pytest

import classkit
from classkit.charts.instruments import choose_instruments
from classkit.games.poleconomy import GAME

from .tables import at_turn, everybody, in_country

SPEC = {
    "inflation_number", "company_price", "advert_price", "net_worth", "real_worth", "worth_split",
    "income_by_source", "liquid_share", "bank_cash", "money_in_circulation", "tax_paid",
    "tax_lapsed", "ownership", "concentration", "worth_gini", "pm_terms",
}  # fmt: skip
STATE = {
    "treasury_cash", "next_interest", "bonds_issued", "public_debt", "budget_balance", "vote_share",
}  # fmt: skip
"""Metrics and charts of Game 2 only."""


def test_every_figure_of_game_1_is_there():
    """Section 7, without what only Game 2 has; a chart is only there when its game is played."""
    table = classkit.new("poleconomy", seats=2, seed=1, options={"game": 1}).table
    keys = {metric.key for metric in GAME.active_metrics(table)}
    assert keys >= SPEC and not keys & STATE
    charts = GAME.active_charts(table)
    charted = {key for chart in charts for key in (*chart.metrics, chart.marks) if key}
    assert charted <= keys and keys - charted <= {"pm_terms"}


def test_every_figure_of_game_2_is_there():
    """Section 7: the three instruments are prices, the public purse and the scores; the debt."""
    match = classkit.new("poleconomy", seats=2, seed=1, options={"game": 2})
    table = match.table
    keys = {metric.key for metric in GAME.active_metrics(table)}
    assert keys >= SPEC | STATE and keys == {metric.key for metric in GAME.metrics}
    charts = {chart.key: chart for chart in GAME.active_charts(table)}
    assert choose_instruments(match) == ("inflation", "treasury", "net_worth")
    assert charts["treasury"].zero
    assert charts["debt"].lines == ((30, "all 30 bonds issued"),)
    assert charts["votes"].per == "election" and charts["budget"].per == "round"
    assert set(charts) == {chart.key for chart in GAME.charts}
    charted = {
        key
        for chart in charts.values()
        for key in (*chart.metrics, *chart.told, chart.marks, chart.shade, chart.per)
    }
    assert charted - {"", "turn", "round"} == keys - {"pm_terms", "government", "bonds_issued"}


def test_figures_of_the_state():
    """P17.2, P17.6: debt by holder, the budget by reason, its balance, and votes."""
    m = in_country(
        [(1, 2)], marker=2, treasury=900_000, unissued=24, turn=4,
        A={"squares": ["I07"], "bonds": 2}, B={"bonds": 1},
    )  # fmt: skip
    figures = m.metrics()
    assert figures["public_debt"] == {"bank": 3, "players": 3}
    assert (figures["bonds_issued"], figures["next_interest"]) == (6, 600_000)
    assert (figures["treasury_cash"], figures["budget_balance"]) == (900_000, 0)
    assert figures["money_in_circulation"] + figures["bank_cash"] == 59_800_000
    assert figures["government"] == "A" and figures["vote_share"]["A"] == 64.5
    assert figures["in_government"] == {seat: int(seat == "A") for seat in m.seats}
    m.answer("propose_subsidy", purpose="exports", when=[], amount=10_000, delay_rounds=0)
    everybody(m, A="yes")
    m.answer("done").answer("throw")  # position 4, Bonds
    figures = m.metrics()
    assert figures["budget"] == {
        "tax": 0, "salary": 0, "subsidy": -30_000, "bond_interest": -600_000,
    }  # fmt: skip
    assert (figures["budget_balance"], figures["treasury_cash"]) == (-630_000, 270_000)
    income = figures["income_by_source"]["A"]
    assert (income["subsidy"], income["bond_interest"]) == (10_000, 200_000)
    m.answer("done").answer("C1").answer("no").answer("done").answer("C1").answer("no")
    assert m.metrics()["budget_balance"] == -630_000
    m.answer("done")
    assert m.metrics()["budget_balance"] == 0


def test_votes_are_counted_by_election():
    """P16.1: each election has a number of its own, the first is 1; charts go back in time."""
    m = classkit.new("poleconomy", seats=4, seed=2, options={"game": 2}).play(bots="politician")
    assert m.history[-1]["election"] == len([e for e in m.events if e.name == "election_started"])
    assert m.history[-1]["election"] > 1
    assert round(sum(m.history[-1]["vote_share"].values())) == 100
    rows = len(m.history)
    assert len(m.goto(turn=3).history) == 3 < rows


def test_worth_and_its_parts():
    """P15.3: real worth is in companies; parts add up."""
    m = at_turn(
        marker=2,
        A={"cash": 100_000, "squares": ["I07", "I01"], "savings": 1, "bonds": 2, "life": 1},
        B={"debts": {"A": 40_000}},
    )  # fmt: skip
    figures = m.metrics()
    assert figures["worth_split"]["A"] == {
        "cash": 100_000, "companies": 300_000, "adverts": 60_000, "savings": 100_000,
        "bonds": 200_000, "life": 1_000_000, "loans": 40_000,
    }  # fmt: skip
    assert figures["net_worth"]["A"] == 1_800_000 and figures["real_worth"]["A"] == 6
    assert figures["liquid_share"]["A"] == 11.1
    assert figures["money_in_circulation"] + figures["bank_cash"] == 59_800_000


def test_liquid_share_without_worth():
    """0 if net worth is not positive."""
    m = at_turn(A={"cash": 10_000, "debts": {"B": 10_000}})
    assert m.metrics()["liquid_share"]["A"] == 0


def test_ownership_and_concentration():
    """Unsold squares are the Bank's; squared shares of companies owned by players."""
    m = at_turn(A={"squares": ["I07", "I11", "O05", "I01"]}, B={"squares": ["O08"]})
    figures = m.metrics()
    assert figures["ownership"] == {"A": 4, "B": 1, "C": 0, "bank": 40}
    assert figures["concentration"] == pytest.approx((9 + 1) / 16)
    assert at_turn().metrics()["concentration"] == 0


def test_gini():
    """Of max(net worth, 0); 0 if all are 0."""
    m = at_turn(A={"cash": 400_000}, B={"cash": 0, "debts": {"bank": 50_000}}, C={"cash": 0})
    assert m.metrics()["worth_gini"] == pytest.approx(2 / 3, abs=1e-4)
    m = at_turn(A={"cash": 0}, B={"cash": 0}, C={"cash": 0})
    assert m.metrics()["worth_gini"] == 0
    m = at_turn()
    assert m.metrics()["worth_gini"] == 0


def test_income_is_counted_for_one_round():
    """Payments received in this round, by reason; 0 again when the next begins."""
    m = at_turn([(1, 3), (1, 3), (1, 3)], turn=1, A={"savings": 1})
    m.answer("throw")
    received = m.metrics()["income_by_source"]["A"]
    assert received["income"] == 210_000 and received["savings_interest"] == 100_000
    m.answer("done").answer("throw").answer("done").answer("keep").answer("C1").answer("no")
    assert m.metrics()["income_by_source"]["A"]["income"] == 210_000
    m.answer("done")
    assert set(m.metrics()["income_by_source"]["A"].values()) == {0}


def test_every_payment_to_a_player_has_a_source():
    """What is received in a round adds up, whatever the reason."""
    m = classkit.new("poleconomy", seats=4, seed=6, options={"game": 1, "quick_start": True})
    m.play(bots={"A": "random", "B": "saver", "C": "politician", "D": "tycoon"})
    shown = set(m.history[0]["income_by_source"]["A"])
    paid = {
        e.facts["reason"] for e in m.events if e.name == "payment" and e.facts["payee"] in "ABCD"
    }
    assert paid <= shown


def test_history_has_marks_and_terms():
    """One row a turn; the word on the index only when the marker moved."""
    m = classkit.new("poleconomy", seats=3, seed=9, options={"game": 1}).play(bots="tycoon")
    rows = m.history
    assert [row["turn"] for row in rows] == list(range(m.turn + 1))
    moved = {e.turn: e.facts["kind"] for e in m.events if e.name == "marker_moved"}
    assert {row["turn"]: row["index_word"] for row in rows if row["index_word"]} == moved
    assert sum(rows[-1]["pm_terms"].values()) == m.turn
    assert all(row["prime_minister"] in "ABC" for row in rows)
    assert rows[-1]["net_worth"] == {line.seat: line.score for line in m.standings()}
