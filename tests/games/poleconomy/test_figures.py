"""The metrics and charts of section 7."""

from __future__ import annotations

import pytest

import classkit
from classkit.games.poleconomy import GAME

from .tables import at_turn

SPEC = {
    "inflation_number", "company_price", "advert_price", "net_worth", "real_worth", "worth_split",
    "income_by_source", "liquid_share", "bank_cash", "money_in_circulation", "tax_paid",
    "tax_lapsed", "ownership", "concentration", "worth_gini", "pm_terms",
}  # fmt: skip


def test_every_figure_of_game_1_is_there():
    """Section 7, without what only Game 2 has."""
    keys = {metric.key for metric in GAME.metrics}
    assert keys >= SPEC
    charted = {key for chart in GAME.charts for key in (*chart.metrics, chart.marks) if key}
    assert charted <= keys and keys - charted <= {"pm_terms"}


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
    m = classkit.new("poleconomy", seats=4, seed=6, quick_start=True)
    m.play(bots={"A": "random", "B": "saver", "C": "politician", "D": "tycoon"})
    shown = set(m.history[0]["income_by_source"]["A"])
    paid = {
        e.facts["reason"] for e in m.events if e.name == "payment" and e.facts["payee"] in "ABCD"
    }
    assert paid <= shown


def test_history_has_marks_and_terms():
    """One row a turn; the word on the index only when the marker moved."""
    m = classkit.new("poleconomy", seats=3, seed=9).play(bots="tycoon")
    rows = m.history
    assert [row["turn"] for row in rows] == list(range(m.turn + 1))
    moved = {e.turn: e.facts["kind"] for e in m.events if e.name == "marker_moved"}
    assert {row["turn"]: row["index_word"] for row in rows if row["index_word"]} == moved
    assert sum(rows[-1]["pm_terms"].values()) == m.turn
    assert all(row["prime_minister"] in "ABC" for row in rows)
    assert rows[-1]["net_worth"] == {line.seat: line.score for line in m.standings()}
