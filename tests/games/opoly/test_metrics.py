"""Tests of metrics, charts and record sheets (section 7 of the rules, Q1.6)."""

from __future__ import annotations

import json

import classkit
from classkit.frames.file_export import export_files
from classkit.games.opoly import GAME
from classkit.games.opoly.rules.scores import get_exact_scores

from .tables import BLUES, ORANGE, at_turn, end_turn, on

SECTION_7 = {
    "cash", "asset_score", "future_score", "properties", "limit", "surplus_paid", "rent_income",
    "charge_exposure", "bank_balance", "money_in_hands", "price_index", "money_left_on_table",
    "houses_left", "hotels_left", "unowned", "alliances", "recession_turns", "recession_cost",
    "ownership_hhi",
}  # fmt: skip


def test_every_metric_of_the_rules_exists():
    """The metrics are those of section 7, and each is in a chart."""
    keys = {metric.key for metric in GAME.metrics}
    assert keys >= SECTION_7
    assert {key for chart in GAME.charts for key in chart.metrics} >= SECTION_7
    for chart in GAME.charts:  # behind all that run over turns
        over_turns = not chart.now and chart.kind != "scatter"
        assert (chart.bands == "recession") == over_turns, chart.key
        assert chart.y_title, chart.key


def test_metrics_on_a_known_position():
    """At a glance: holdings, exposure, surplus, concentration."""
    m = on(
        "free_parking", A={"cash": 700, "properties": BLUES, "basis": {"boardwalk": 500}},
        B={"properties": ORANGE, "cards": ["land_bank"]}, buildings=dict.fromkeys(BLUES, 2),
    )  # fmt: skip
    row = m.metrics()
    assert row["cash"]["A"] == 700 and row["properties"] == {"A": 2, "B": 3, "C": 0, "D": 0}
    assert row["limit"] == {"A": 5, "B": 6, "C": 5, "D": 5}
    assert row["surplus_paid"]["A"] == -100 and row["charge_exposure"]["A"] == 20 + 20
    assert row["asset_score"]["A"] == 700 + 750 + 400
    assert row["money_in_hands"] + row["bank_balance"] == 20580
    assert row["houses_left"] == 28 and row["unowned"] == 23
    shares = [100 * 750 / 1310, 100 * 560 / 1310]
    assert row["ownership_hhi"] == round(sum(share**2 for share in shares))
    assert row["ownership"]["A"] == 750


def test_price_index_and_money_left():
    """Q2.5: the last five properties; the second bid."""
    m = on("boardwalk")
    m.table.prices += [(100, 200), (300, 200)]
    assert m.metrics()["price_index"] == 100
    m.answer("bid", amount=500).answer("pass").answer("bid", amount=600).answer("pass")
    m.answer("pass")
    assert m.metrics()["price_index"] == 125 and m.metrics()["money_left_on_table"] == 100


def test_money_left_where_nobody_else_bids():
    """Q2.3: a missing bid counts as the minimum."""
    m = on("boardwalk")
    m.answer("bid", amount=250).answer("pass").answer("pass").answer("pass")
    assert m.metrics()["money_left_on_table"] == 50


def test_nothing_is_left_where_nothing_is_sold():
    """Q2.3: a turn without a sale has no bar."""
    m = on("boardwalk", luck=[(5, 6)])
    m.answer("bid", amount=250).answer("pass").answer("pass").answer("pass")
    end_turn(m)
    assert m.turn == 2 and m.metrics()["money_left_on_table"] == 0
    assert m.history[-1]["money_left_on_table"] == 50


def test_recessions_are_bands():
    """Q4.1: the turn of entering, and each recession turn."""
    m = at_turn([(1, 2), (2, 2)], recession="depression", A={"properties": BLUES})
    assert m.metrics()["recession"] == "depression" and m.metrics()["recession_turns"] == 1
    assert m.metrics()["recession_cost"] == 40
    m.play(until="turn", bots="passive")
    assert m.history[-1]["recession"] == "depression"


def test_the_recession_that_ends_the_game_has_cost_something():
    """Q4.5, Q10.1: payments that leave one company count too."""
    m = at_turn([(1, 2)], recession="recession", A={"cash": 5, "properties": BLUES[:1]},
                B={"cash": 3, "properties": BLUES[1:]}, C={"status": "bankrupt"})  # fmt: skip
    assert m.ending == "one_left" and m.metrics()["recession_cost"] == 8


def test_a_stolen_property_costs_nothing_in_sums():
    """Q8.4: "soul" counts 0."""
    m = on("free_parking", A={"properties": ["boardwalk"], "basis": {"boardwalk": "soul"}})
    assert m.metrics()["surplus_paid"]["A"] == 400


def test_record_sheets_are_exported(tmp_path):
    """Q1.6: record sheets are exported as three more CSV files, and within the JSON."""
    m = on("boardwalk", A={"properties": BLUES[:1]}, B={"properties": ORANGE[:1]},
           C={"properties": ORANGE[1:]}, alliances=[{"group": "orange", "signed": 1}])  # fmt: skip
    m.answer("bid", amount=220).answer("pass").answer("pass").answer("pass")
    names = {path.name for path in export_files(m, tmp_path, "monday")}
    assert {f"monday-{sheet}.csv" for sheet in ("cash-flow", "holdings", "contracts")} <= names
    flow = (tmp_path / "monday-cash-flow.csv").read_text(encoding="utf-8")
    assert "A,1,auction,bank,0,220,Q2.5,1280" in flow
    data = json.loads((tmp_path / "monday.json").read_text(encoding="utf-8"))
    assert [row["seat"] for row in data["sheets"]["contracts"]] == ["B", "C"]
    held = {row["asset"]: row["cost_basis"] for row in data["sheets"]["holdings"]}
    assert held["boardwalk"] == 220


def test_record_sheets_add_up():
    """Q1.6: for every company the balance of the last row is its cash, at the end of a game."""
    m = classkit.new("opoly", seats=4, seed=11)
    m.play(bots={"A": "appraiser", "B": "empire_builder", "C": "banker", "D": "random"})
    for seat in m.seats:
        sheet = m.view(None).sheet(seat)
        assert sheet.cash_flow[-1]["balance"] == m.ledger.balance(seat)
        assert sum(sheet.by_reason.values()) == m.ledger.balance(seat)
        assert {row["asset"] for row in sheet.assets} == {
            title for title, holder in m.ledger.titles.items() if holder == seat
        }
        assert json.dumps(sheet)


def test_scores_of_one_seat_are_those_of_all_seats() -> None:
    """Scores computed for one seat equal those computed for all (Q11.1, Q11.2)."""
    for seed, bots in ((3, "random"), (4, "appraiser"), (6, "random")):
        m = classkit.new("opoly", seats=4, seed=seed)
        while not m.is_over and m.turn < 60:
            m.play("turn", bots)
            figures = m.metrics()
            for race in ("asset", "future"):
                exact = get_exact_scores(m.table, race)
                assert figures[f"{race}_score"] == {
                    seat: round(float(score), 2) for seat, score in exact.items()
                }
