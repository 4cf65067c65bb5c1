"""N8 Production, N9 Trade, N10 Direct trade, N11 Floating."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.errors import OptionError
from classkit.engine.requests import Sealed

from .tables import (
    DICE,
    asked,
    at_phase,
    buy,
    by_default,
    edition_with,
    event,
    held,
    last,
    law,
    legal,
    market,
    moved,
    nothing,
    order,
    refused,
    refused_float,
    rest_of_round,
    told,
    trading,
)


def form(m, seat: str = "A"):
    """The one move of a production order."""
    return m.requests(seat)[0].moves[0]


# --- N8 -------------------------------------------------------------------------------------------


def test_the_requirement():
    """N8.1: one of each on what was produced, more where a card requires; less is legal."""
    require = {"do": "require", "unit": "oil", "n": 3}
    edition = edition_with(laws=[law("Y1", standing=[require, {**require, "n": 2}])])
    m = at_phase(6, edition=edition, D={"laws": ["Y1"]})
    order(m, A=(1, 1, 1), B=(5, 1, 0), C=(0, 0, 0), D=(1, 2, 1))
    assert [m.view(None).measure(seat, "unmet.production") for seat in "ABCD"] == [0, 1, 3, 1]


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
    refused(m, "order", "costs 3 gold and D has 2 (N8.5)", seat="D", grain=1, oil=1, tech=1)
    poor = at_phase(6, D={"reserves": {"gold": 0}})
    refused(poor, "order", "more than 0", seat="D", grain=1, oil=0, tech=0)


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
    """N8.6: asked and carried out in order of play; hidden until all are in, or seen at once."""
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
    """N8.8: units of one kind are interchangeable, whoever made them."""
    m = order(at_phase(6), A=(3, 0, 0), B=(2, 0, 0))
    for _ in "ABCD":
        nothing(m)
    assert market(m, "grain") == 149
    assert buy(m, "grain", 5, "gold").ledger.balance("reserve:A", "grain") == 10


def test_preview_of_an_order():
    """N8.2: what each commodity costs, and what is left."""
    preview = form(at_phase(6)).preview({"grain": 7, "oil": 5, "tech": 0})
    assert preview.rows == (("grain", 7, 1), ("oil", 5, 1), ("tech", 0, 0))
    assert "In all 2 gold; 18 remain" in preview.note and "tech" in preview.note


# --- N9 -------------------------------------------------------------------------------------------


def test_delivery():
    """N9.1: staged goods to the market, kept ones to reserves, and what is released with them."""
    m = at_phase(7, A={"laws": ["L19"], "staged": {"grain": 3, "oil": 1}})
    assert moved(m, "kept") == [
        ("grain", 1, "staged:A", "reserve:A"), ("oil", 1, "staged:A", "reserve:A"),
    ]  # fmt: skip
    refused(m, "release", "more than 6", grain=7, oil=0, tech=0)
    m.answer("release", grain=6, oil=0, tech=2)
    assert moved(m, "delivered") == [("grain", 2, "staged:A", "market")]
    assert held(m, "A", "grain", "oil", "tech") == [0, 6, 3]
    assert market(m, "grain", "oil", "tech") == [152, 120, 98]
    assert m.view(None).measure("A", "sent.total") == 8
    assert held(m, "A", "gold") == 20


def test_keeping_adds_up():
    """N9.1, N17.4: several keep effects add up, as far as there is produce."""
    edition = edition_with(laws=[law("Y1", standing=[{"do": "keep", "n": 2}])])
    m = at_phase(7, edition=edition, A={"laws": ["L19", "Y1"], "staged": {"grain": 5, "oil": 2}})
    assert [row[1] for row in moved(m, "kept")] == [3, 2]


def test_turns_go_round():
    """N9.2: one purchase, one deal or a pass, in order, going round."""
    m = trading()
    buy(m, "grain", 1, "gold")
    seats = []
    for _ in range(5):
        seats.append(asked(m)[0])
        m.answer("pass") if len(seats) < 3 else buy(m, "grain", 1, "gold")
    assert seats == ["B", "C", "D", "A", "D"]


def test_illegal_purchases():
    """N9.3: too many, too dear, forbidden, each refused with its reason."""
    m = trading(event="E02")
    refused(m, "buy", "more than 144", unit="grain", quantity=145, pay_with="gold")
    refused(m, "buy", "holds 96 tech, not 97", unit="tech", quantity=97, pay_with="gold")
    refused(m, "buy", "costs 60 gold", unit="grain", quantity=143, pay_with="gold")
    refused(m, "buy", "Oil Embargo forbids", unit="oil", quantity=1, pay_with="gold")


def test_one_unit_stays():
    """N9.4: of every commodity and currency; gold may be bought to the last."""
    m = trading(market={"grain": 2, "gold": 2, "cur:B": 1}, luck=DICE[:4])
    refused(m, "buy", "(N9.4)", unit="cur:B", quantity=1, pay_with="gold")
    refused(m, "buy", "(N9.4)", unit="grain", quantity=2, pay_with="gold")
    buy(m, "gold", 2, "cur:A")
    assert told(m, "gold_depleted")[0]["nation"] == "A"


def test_depletion_with_an_empty_supply():
    """N9.5: the market stays at 0, read as 1, until gold is paid in; laws do not change dice."""
    m = trading(
        market={"gold": 1}, A={"laws": ["L18"], "reserves": {"gold": 101}},
        B={"reserves": {"gold": 98}}, C={"reserves": {"gold": 98}}, D={"reserves": {"gold": 98}},
        luck=[6, 6, 6, 6],
    )  # fmt: skip
    assert m.ledger.balance("supply", "gold") == 0
    buy(m, "gold", 1, "cur:A")
    assert market(m, "gold") == 0 and moved(m, "depletion_mined") == []
    assert m.view(None).count("gold") == 1
    buy(m, "grain", 1, "gold")
    assert market(m, "gold") == 1 and len(told(m, "gold_depleted")) == 1


def test_depletion_dice_are_not_changed_by_laws():
    """N9.5: L18 takes nothing from what comes to the market."""
    m = trading(market={"gold": 1}, A={"laws": ["L18"]}, luck=[4, 3, 2, 1])
    buy(m, "gold", 1, "cur:A")
    assert market(m, "gold") == 10
    assert [facts["nation"] for facts in told(m, "moved")
            if facts["reason"] == "depletion_mined"] == list("ABCD")  # fmt: skip


def test_a_pass_is_final():
    """N9.6: until all have passed; without pass_final, until all pass one after another."""
    m = trading()
    m.answer("pass")
    for _ in range(2):
        for _ in "BCD":
            assert asked(m)[0] != "A"
            buy(m, "grain", 1, "gold")
    m = trading(options={"pass_final": False})
    seats = []
    for move in ("pass", "pass", "pass", "buy", "pass", "pass", "pass"):
        seats.append(asked(m)[0])
        m.answer("pass") if move == "pass" else buy(m, "grain", 1, "gold")
    assert seats == list("ABCDABC") and m.table.phase == 7
    m.answer("pass")
    assert [facts["phase"] for facts in told(m, "judged")] == [9] * 4


@pytest.mark.parametrize("final", [True, False])
def test_trade_turns_are_limited(final: bool):
    """N9.7: after the last one a nation is passed by force, and not asked again."""
    m = trading(options={"trade_turn_limit": 2, "pass_final": final})
    for _ in range(8):
        buy(m, "grain", 1, "cur:" + asked(m)[0])
    assert [facts["forced"] for facts in told(m, "passed")] == [True] * 4
    assert len(told(m, "judged")) == 4


def test_trade_must_end():
    """N9.7: no limit cannot go with passes that are not final."""
    with pytest.raises(OptionError, match=r"N9.7"):
        classkit.new("economicon", trade_turn_limit=0, pass_final=False)
    m = trading(options={"trade_turn_limit": 0})
    for _ in range(30):
        buy(m, "grain", 1, "gold") if held(m, asked(m)[0], "gold") else m.answer("pass")
    assert len(told(m, "bought")) > 20


def test_forced_passes_count_as_passing():
    """N9.7: with pass_final false a nation at its limit passes from then on."""
    m = trading(options={"trade_turn_limit": 1, "pass_final": False}, seats=2)
    buy(m, "grain", 1, "gold")
    assert asked(m)[0] == "B"
    m.answer("pass")
    assert len(told(m, "judged")) == 2


def test_own_currency_is_bought_back():
    """N9.8: like any other, by a floating nation too."""
    m = buy(trading(A={"peg": "none"}), "cur:A", 5, "gold")
    assert held(m, "A", "cur:A") == 15 and market(m, "cur:A") == 55
    assert m.view(None).measure("A", "bought.own") == 5
    assert m.view(None).measure("A", "bought.foreign") == 0


# --- N10 ------------------------------------------------------------------------------------------


def deal(m, **changed):
    """A's proposal to buy 4 tech from B."""
    terms = {"side": "buy", "partner": "B", "unit": "tech", "quantity": 4, "pay_with": "cur:A"}
    return m.answer("direct", **{**terms, **changed})


def test_partners():
    """N10.1: one is directly pegged to the other's currency; either may propose."""
    m = trading(A={"peg": "cur:B"}, C={"peg": "cur:A"}, D={"peg": "cur:C"})
    (move,) = [move for move in m.legal_moves() if move.name == "direct"]
    assert list(move.fields["partner"].options) == ["B", "C"]
    m.answer("pass")
    (move,) = [move for move in m.legal_moves() if move.name == "direct"]
    assert list(move.fields["partner"].options) == ["A"]
    refused(trading(), "direct", "no partner", side="buy", partner="B", unit="tech", quantity=1,
            pay_with="gold")  # fmt: skip


def test_what_the_buyer_may_pay_with():
    """N10.1: in a sale the partner's payment units count."""
    m = trading(A={"peg": "cur:B"})
    refused(m, "direct", "B cannot pay with cur:A", side="sell", partner="B", unit="tech",
            quantity=2, pay_with="cur:A")  # fmt: skip
    deal(m, side="sell", quantity=2, pay_with="cur:B").answer("accept")
    assert held(m, "B", "tech", "cur:B") == [7, 9] and held(m, "A", "tech", "cur:B") == [3, 1]


def test_a_deal_leaves_the_market():
    """N10.2: at market cost, and the last unit of a reserve may go."""
    m = trading(A={"peg": "cur:B"})
    deal(m, quantity=5).answer("accept")
    assert held(m, "B", "tech") == 0 and market(m, "tech", "cur:A") == [96, 60]


def test_consent():
    """N10.3: a refusal leaves the turn, but no further proposal; consent uses no turn."""
    m = trading(A={"peg": "cur:B"})
    deal(m).answer("decline")
    assert asked(m) == ("A", "trade") and "direct" not in legal(m)
    refused(m, "direct", "(N10.3)", side="buy", partner="B", unit="tech", quantity=1,
            pay_with="gold")  # fmt: skip
    buy(m, "grain", 1, "gold")
    assert asked(m) == ("B", "trade")
    m.answer("pass").answer("pass").answer("pass")
    assert asked(m) == ("A", "trade")
    deal(m)
    assert asked(m) == ("B", "consent")  # though it has passed
    m.answer("accept")
    assert asked(m) == ("A", "trade")


def test_deals_that_cannot_be_proposed():
    """N10.3: what either side cannot honour, what is forbidden, and forbidden direct trade."""
    m = trading(A={"peg": "cur:B"})
    refused(m, "direct", "B has 5 tech, not 6", side="buy", partner="B", unit="tech", quantity=6,
            pay_with="cur:A")  # fmt: skip
    refused(m, "direct", "costs 13 cur:B and B has 10", side="sell", partner="B", unit="gold",
            quantity=13, pay_with="cur:B")  # fmt: skip
    refused(m, "direct", "", side="buy", partner="B", unit="tech", quantity=0, pay_with="gold")
    m = trading(A={"peg": "cur:B"}, event="E02")
    refused(m, "direct", "forbids buying oil", side="buy", partner="B", unit="oil", quantity=1,
            pay_with="gold")  # fmt: skip
    edition = edition_with([event("X1", standing=[{"do": "forbid", "act": "direct_trade"}])])
    m = trading(A={"peg": "cur:B"}, edition=edition, event="X1")
    assert "direct" not in legal(m)


def test_how_a_deal_counts():
    """N10.4: a purchase of the buyer, a direct trade of both."""
    m = trading(A={"peg": "cur:B"})
    deal(m).answer("accept")
    view = m.view(None)
    assert [view.measure("A", name) for name in ("bought.lots", "bought.tech", "paid.native")] == [
        1, 4, 3,
    ]  # fmt: skip
    assert [view.measure(seat, "direct_trades") for seat in "AB"] == [1, 1]
    assert view.measure("B", "bought.lots") == 0
    assert m.metrics()["trade_volume"] == 3


# --- N11 ------------------------------------------------------------------------------------------


def create(m, amount: int, seat: str = "A"):
    """Create or destroy."""
    return m.aside("float_money", seat=seat, amount=amount)


def test_at_any_open_decision():
    """N11.1: while any seat's open decision waits, from the moment it floats."""
    m = at_phase(3, options={"float_limit": 0}, D={"reserves": {"gold": 30}})
    assert asked(m)[0] == "D"
    m.answer("keep").answer("none")
    assert asked(m) == ("B", "choose_peg")
    create(m, 3)
    by_default(m, "order_production")
    assert m.asides() == []
    m = by_default(m, "release_goods")
    create(m, 2)
    m = create(by_default(m, "trade"), 1)
    assert m.table.nations["A"].created == 6
    assert [facts["issue"] for facts in told(m, "moved")
            if facts["reason"] == "currency_created"] == [3, 5, 6]  # fmt: skip


def test_not_while_orders_or_consent_are_awaited():
    """N11.1: nor after the end."""
    m = at_phase(6, A={"peg": "none"}, options={"production_order": "in_turn"})
    refused_float(m, "A", 3, "cannot do float_money now")
    m = trading(A={"peg": "none"}, B={"peg": "cur:A"})
    deal(m, pay_with="gold")
    refused_float(m, "A", 3, "cannot do float_money now")
    m = at_phase(10, round=10, A={"peg": "none"})
    assert m.is_over and m.asides() == []


def test_only_the_market_changes():
    """N11.2: reserves are untouched, one unit stays, few counters are all that come."""
    m = trading(A={"peg": "none", "issue": 60}, options={"float_limit": 0})
    create(m, -59)
    assert market(m, "cur:A") == 1 and held(m, "A", "cur:A") == 10
    refused_float(m, "A", -1, "N11.2")
    m = trading(A={"peg": "none"}, market={"cur:A": 146})
    create(m, 10)  # 160 less 146, 10 in reserves and 1 on the peg leave 3
    assert market(m, "cur:A") == 149 and m.table.nations["A"].created == 3
    refused_float(m, "A", 1, "supply")


def test_what_may_be_destroyed():
    """N11.3: the own outstanding issue; or any of it that lies in the market."""
    m = trading(A={"peg": "none", "issue": 4})
    refused_float(m, "A", -5, "4 created units outstanding")
    assert create(m, -4).table.nations["A"].issue == 0
    m = trading(A={"peg": "none"}, options={"destroy_scope": "any_in_market"})
    assert market(create(m, -10), "cur:A") == 50
    assert m.metrics()["own_issue"]["A"] == -10


def test_ten_a_round():
    """N11.4: created plus destroyed; 0 for no limit but the supply."""
    m = create(trading(A={"peg": "none"}), 6)
    refused_float(m, "A", 5, "4 more")
    refused_float(m, "A", 11, "more than 10")
    refused_float(m, "A", 0, "0 is neither")
    refused_float(m, "A", 1.5, "whole number")
    create(create(m, -3), 1)
    refused_float(m, "A", 1, "10 of this round")
    m = trading(A={"peg": "none"}, options={"float_limit": 0})
    assert market(create(m, 89), "cur:A") == 149
    m = trading(A={"peg": "none"}, edition=edition_with(float={"units_per_round": 3}))
    refused_float(m, "A", 4, "more than 3")


def test_giving_up_the_float():
    """N11.5: the power ends at once, the outstanding issue is remembered."""
    m = at_phase(3, A={"peg": "none", "issue": 7}).answer("gold")
    refused_float(m, "A", 1, "pegged to gold")
    m = by_default(rest_of_round(m), "choose_peg")
    while asked(m)[0] != "A":
        m.answer("keep")
    create(m.answer("none"), -7)
    assert last(m, "moved").facts["issue"] == 0


def test_floating_may_be_forbidden():
    """N17.4: forbid float bars both."""
    edition = edition_with([event("X1", standing=[{"do": "forbid", "act": "float"}])])
    m = trading(A={"peg": "none"}, edition=edition, event="X1")
    refused_float(m, "A", 1, "forbids")


def test_what_waited_is_asked_again():
    """N11.1: a purchase that has just become affordable is offered."""
    m = trading(A={"peg": "none"}, market={"cur:A": 40})
    waiting = m.request
    create(m, 10, "A")
    assert m.request is waiting and m.view("A").cost("cur:A", 5, "gold") == 6
