"""N8 Production."""

from __future__ import annotations

import pytest

from classkit.engine.decisions import Sealed

from .tables import (
    asked,
    at_phase,
    buy,
    edition_with,
    event,
    held,
    law,
    market,
    moved,
    nothing,
    order,
    refused,
)


def form(m, seat: str = "A"):
    """The one move of a production order."""
    return m.requests(seat)[0].moves[0]


def test_the_requirement():
    """N8.1: one of each on what was produced, more where a card requires; less is legal."""
    require = {"do": "require", "unit": "oil", "n": 3}
    edition = edition_with(laws=[law("Y1", standing=[require, {**require, "n": 2}])])
    m = at_phase(6, edition=edition, D={"laws": ["Y1"]})
    order(m, A=(1, 1, 1), B=(5, 1, 0), C=(0, 0, 0), D=(1, 2, 1))
    assert [m.view(None).measure(seat, "unmet.production") for seat in "ABCD"] == [0, 1, 3, 1]


def test_a_card_may_lower_the_requirement():
    """N17.4: the minimum becomes what the card says, also where that is less than one of each."""
    idle = {"do": "require", "unit": "all", "n": 0}
    edition = edition_with(
        events=[event("X1", standing=[idle])],
        laws=[law("Y1", standing=[{"do": "require", "unit": "oil", "n": 2}])],
    )
    m = at_phase(6, edition=edition, event="X1", D={"laws": ["Y1"]})
    order(m, A=(0, 0, 0), B=(0, 0, 0), C=(0, 0, 0), D=(0, 1, 0))
    assert [m.view(None).measure(seat, "unmet.production") for seat in "ABCD"] == [0, 0, 0, 1]


def test_costs_use_the_market_at_the_start():
    """N8.2: also when costs are paid into the market, and orders are carried out in turn."""
    options = {
        "production_cost_to": "market", "production_order": "in_turn", "production_hidden": False,
    }  # fmt: skip
    m = at_phase(6, options=options, market={"gold": 20, "grain": 20})
    m.answer("order", grain=20, oil=0, tech=0)
    assert market(m, "gold") == 30
    m.answer("order", grain=20, oil=0, tech=0)
    assert [row[1] for row in moved(m, "production_cost")] == [10, 10]
    assert market(m, "gold") == 40


def test_nothing_ordered_costs_nothing():
    """N8.2: quantity 0 is free, quantity 1 at least 1."""
    m = order(at_phase(6), B=(1, 0, 0))
    assert moved(m, "production_cost") == [("gold", 1, "reserve:B", "supply")]


@pytest.mark.parametrize(
    ("how", "quantity", "cost"),
    [("half", 12, 6), ("full", 12, 12), ("split", 12, 7), ("split", 1, 1), ("split", 2, 2)],
)
def test_cost_options(how: str, quantity: int, cost: int):
    """N8.3: half, full, or the first unit at full value; the ratio is the edition's."""
    m = at_phase(6, options={"production_cost": how}, market={"gold": 100, "oil": 100})
    order(m, A=(0, quantity, 0))
    assert moved(m, "production_cost")[0][1] == cost


def test_factors_multiply_under_every_option():
    """N8.3: a cost factor counts whatever the option."""
    for how, cost in (("half", 12), ("full", 24), ("split", 13)):
        m = at_phase(6, options={"production_cost": how}, event="E01",
                     market={"gold": 100, "grain": 100}, A={"reserves": {"gold": 30}})  # fmt: skip
        order(m, A=(12, 0, 0))
        assert moved(m, "production_cost")[0][1] == cost


def test_the_ratio_of_the_edition():
    """N8.2: a third of market value, if an instructor says so."""
    edition = edition_with(production={"cost_denominator": 3})
    m = at_phase(6, edition=edition, market={"gold": 100, "oil": 100})
    assert moved(order(m, A=(0, 12, 0)), "production_cost")[0][1] == 4


def test_what_production_is_paid_with():
    """N8.4: gold; or any payment unit, its count replacing gold's, also one being produced."""
    m = at_phase(6)
    assert "pay_with" not in form(m).fields
    m = at_phase(6, options={"production_pay": "gold_or_native"}, A={"peg": "grain"})
    refused(m, "order", "cur:B", seat="A", grain=1, oil=0, tech=0, pay_with="cur:B")
    m.answer("order", seat="A", grain=6, oil=1, tech=0, pay_with="grain")
    for seat in "BCD":
        m.answer("order", seat=seat, grain=0, oil=0, tech=0, pay_with="gold")
    # 6 grain for grain at half value: 3; 1 oil: 144/240 = 0.6 -> 1
    assert moved(m, "production_cost") == [("grain", 4, "reserve:A", "supply")]
    assert held(m, "A", "grain") == 1


def test_where_the_cost_goes():
    """N8.4: discarded to the supply, or paid into the market."""
    assert moved(order(at_phase(6), A=(0, 1, 0)), "production_cost")[0][3] == "supply"
    m = order(at_phase(6, options={"production_cost_to": "market"}), A=(0, 1, 0))
    assert moved(m, "production_cost")[0][3] == "market"
    assert market(m, "gold") == 61


def test_an_order_too_dear():
    """N8.5: refused with the cost, and the form stops where gold does."""
    m = at_phase(6, D={"reserves": {"gold": 2}})
    assert form(m, "D").fields["grain"].high == 11  # 11 * 60 / 288 = 2.29
    refused(m, "order", "costs 3 gold, but D has 2 (N8.5)", seat="D", grain=1, oil=1, tech=1)
    poor = at_phase(6, D={"reserves": {"gold": 0}})
    refused(poor, "order", "costs 1 gold, but D has 0 (N8.5)", seat="D", grain=1, oil=0, tech=0)


def test_default_order():
    """N8.5: one each, in turn, while gold lasts and the cap allows."""
    m = at_phase(6, B={"reserves": {"gold": 2}}, C={"reserves": {"gold": 0}})
    defaults = [m.requests(seat)[0].default.fields for seat in "ABC"]
    assert defaults == [
        {"grain": 1, "oil": 1, "tech": 1}, {"grain": 1, "oil": 1, "tech": 0},
        {"grain": 0, "oil": 0, "tech": 0},
    ]  # fmt: skip
    capped = edition_with([event("X1", standing=[{"do": "cap_production", "n": 0}])])
    m = at_phase(6, edition=capped, event="X1")
    assert m.requests("A")[0].default.fields == {"grain": 0, "oil": 0, "tech": 0}


def test_sealed_orders():
    """N8.6: nothing moves until the last is in; then in seat order."""
    m = at_phase(6, A={"reserves": {"gold": 1}})
    assert isinstance(m.request, Sealed)
    for seat in "DCB":
        m.answer("order", seat=seat, grain=1, oil=0, tech=0)
    assert moved(m, "produced") == []
    m.withdraw("C").answer("order", seat="C", grain=0, oil=1, tech=0)
    m.answer("order", seat="A", grain=1, oil=0, tech=0)
    assert [row[3] for row in moved(m, "produced")] == [f"staged:{seat}" for seat in "ABCD"]


@pytest.mark.parametrize("hidden", [True, False])
def test_orders_in_turn(hidden: bool):
    """N8.6: asked and carried out in order of play; hidden until the end, or public."""
    options = {"production_order": "in_turn", "production_hidden": hidden}
    m = at_phase(6, options=options, A={"reserves": {"gold": 1}})
    assert asked(m) == ("B", "order_production")
    m.answer("order", grain=1, oil=0, tech=0)
    assert len(moved(m, "produced")) == (0 if hidden else 1)
    for _ in "CDA":
        m.answer("order", grain=0, oil=1, tech=0)
    assert [row[3] for row in moved(m, "produced")] == [f"staged:{seat}" for seat in "BCDA"]


def test_supply_too_small():
    """N8.7: served in turn; what is not served is not charged."""
    m = at_phase(6, market={"oil": 332})  # 360 less 332 and 4 times 5
    assert m.ledger.balance("supply", "oil") == 8
    order(m, A=(0, 6, 0), B=(0, 6, 0), C=(0, 6, 0))
    assert [row[1] for row in moved(m, "produced")] == [6, 2]
    assert [row[2] for row in moved(m, "production_cost")] == ["reserve:A", "reserve:B"]
    assert m.view(None).measure("B", "produced.oil") == 2
    assert m.view(None).measure("C", "unmet.production") == 3


def test_one_supply_for_all():
    """N8.8: units of one kind are interchangeable, regardless of their maker."""
    m = order(at_phase(6), A=(3, 0, 0), B=(2, 0, 0))
    for _ in "ABCD":
        nothing(m)
    assert market(m, "grain") == 149
    assert buy(m, "grain", 5, "gold").ledger.balance("reserve:A", "grain") == 10


def test_preview_of_an_order():
    """N8.2: what each commodity costs, and what is left."""
    preview = form(at_phase(6)).preview({"grain": 7, "oil": 5, "tech": 0})
    assert preview.rows == (("grain", 7, 1), ("oil", 5, 1), ("tech", 0, 0))
    assert "In all 2 gold; 18 left in reserves." in preview.note and "tech" in preview.note
