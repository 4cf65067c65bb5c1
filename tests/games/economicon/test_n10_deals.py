"""N10 Direct trade, N11 Floating."""

from __future__ import annotations

from .tables import (
    asked,
    at_phase,
    buy,
    by_default,
    edition_with,
    event,
    held,
    last,
    market,
    moves,
    refused,
    refused_float,
    rest_of_round,
    told,
    trading,
)

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
    refused(trading(), "direct", "no trading", side="buy", partner="B", unit="tech", quantity=1,
            pay_with="gold")  # fmt: skip


def test_preview_of_a_deal():
    """N10.2, N2.3: the exact cost, what rounding takes, and that prices stay."""
    m = trading(A={"peg": "cur:B"})
    move = next(move for move in m.legal_moves() if move.name == "direct")
    terms = {"side": "buy", "partner": "B", "unit": "tech", "quantity": 4, "pay_with": "cur:A"}
    preview = move.preview(terms)
    assert preview.columns == ("", "tech afterwards", "A's notes afterwards")
    assert preview.rows == (("A", 9, 7), ("B", 1, 3))
    assert preview.note.startswith("A pays 3 A notes to B: 2.5 at market value, rounded up, "
                                   "adding 0.5. The market and its prices")  # fmt: skip


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
    assert asked(m) == ("A", "trade") and "direct" not in moves(m)
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
    refused(m, "direct", "costs 13 cur:B, but B has 10", side="sell", partner="B", unit="gold",
            quantity=13, pay_with="cur:B")  # fmt: skip
    refused(m, "direct", "", side="buy", partner="B", unit="tech", quantity=0, pay_with="gold")
    m = trading(A={"peg": "cur:B"}, event="E02")
    refused(m, "direct", "forbids buying oil", side="buy", partner="B", unit="oil", quantity=1,
            pay_with="gold")  # fmt: skip
    edition = edition_with([event("X1", standing=[{"do": "forbid", "act": "direct_trade"}])])
    m = trading(A={"peg": "cur:B"}, edition=edition, event="X1")
    assert "direct" not in moves(m)


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
    refused_float(m, "A", 3, "while production orders are awaited (N11.1)")
    m = trading(A={"peg": "none"}, B={"peg": "cur:A"})
    deal(m, pay_with="gold")
    refused_float(m, "A", 3, "while a partner's consent is awaited (N11.1)")
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
    refused_float(m, "A", 11, "4 more")
    refused_float(m, "A", 0, "0 has no effect")
    refused_float(m, "A", 1.5, "whole number")
    create(create(m, -3), 1)
    refused_float(m, "A", 1, "10 for this round")
    m = trading(A={"peg": "none"}, options={"float_limit": 0})
    assert market(create(m, 89), "cur:A") == 149
    m = trading(A={"peg": "none"}, edition=edition_with(float={"units_per_round": 3}))
    refused_float(m, "A", 4, "3 more")


def test_giving_up_the_float():
    """N11.5: the power ends immediately, the outstanding issue is remembered."""
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
