"""Worked examples 1 to 22 of the rules file, with exact amounts."""

from __future__ import annotations

from fractions import Fraction

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
    moved,
    moves,
    order,
    refused,
    refused_float,
    rest_of_round,
    tokens,
    told,
    trading,
)


def test_1_source_example():
    """N2.3: 5 grain at 5 gold and 20 grain cost 1.25, paid 1."""
    m = trading(market={"gold": 5, "grain": 20})
    buy(m, "grain", 5, "gold")
    facts = last(m, "bought").facts
    assert (facts["exact_cost"], facts["cost"]) == (Fraction(5, 4), 1)
    assert facts["price"] == Fraction(1, 4)
    assert market(m, "gold", "grain") == [6, 15]
    assert held(m, "A", "gold", "grain") == [19, 10]


def test_2_half_rounds_up():
    """N2.3: 2.5 gold are 3."""
    m = buy(trading(), "grain", 6, "gold")
    assert last(m, "bought").facts["exact_cost"] == Fraction(5, 2)
    assert market(m, "gold", "grain") == [63, 138]


def test_3_minimum():
    """N2.3: less than one half costs 1 all the same."""
    m = buy(trading(), "grain", 1, "gold")
    assert last(m, "bought").facts["exact_cost"] == Fraction(60, 144)
    assert held(m, "A", "gold") == 19


def test_4_last_unit():
    """N9.3, N9.4: one unit stays, and what is too dear is refused."""
    m = trading(A={"reserves": {"gold": 16}}, B={"reserves": {"gold": 15}},
                C={"reserves": {"gold": 15}}, D={"reserves": {"gold": 15}})  # fmt: skip
    refused(m, "buy", "(N9.4)", unit="grain", quantity=144, pay_with="gold")
    refused(m, "buy", "costs 60 gold, but A has 16", unit="grain", quantity=143, pay_with="gold")


def test_5_pegged_currency_pays():
    """N2.1, N2.4: the peg is counted, and the currency moves."""
    m = buy(trading(), "tech", 10, "cur:A")
    assert last(m, "bought").facts["cost"] == 6
    assert market(m, "cur:A", "tech", "gold") == [66, 86, 60]
    buy(m, "tech", 10, "gold")
    assert last(m, "bought").facts["cost"] == 7


def test_6_commodity_as_money():
    """N3.2: the unit it is pegged to is native."""
    m = trading(A={"peg": "tech"})
    twin = m.fork()
    buy(m, "grain", 7, "tech")
    assert last(m, "bought").facts["cost"] == 5
    assert market(m, "tech", "grain") == [101, 137]
    buy(twin, "grain", 7, "cur:A")
    assert last(twin, "bought").facts["cost"] == 5
    assert market(twin, "tech", "cur:A") == [96, 65]


def test_7_chain():
    """N3.4: value follows the chain, the right to pay goes one link."""
    m = trading(A={"peg": "cur:B"}, B={"peg": "oil"})
    refused(m, "buy", "oil", unit="grain", quantity=1, pay_with="oil")
    buy(m, "grain", 10, "cur:A")
    facts = last(m, "bought").facts
    assert (facts["exact_cost"], facts["cost"]) == (Fraction(25, 3), 8)


def test_8_cycle():
    """N3.5: B may not close the ring; C, pegged to nothing, may join the chain."""
    m = at_phase(3, A={"peg": "cur:B"}, C={"peg": "none"})
    m.answer("keep")
    assert asked(m) == ("B", "choose_peg")
    refused(m, "cur:A", "circle")
    m.answer("keep")
    assert asked(m) == ("C", "choose_peg") and "cur:A" in moves(m)
    assert m.answer("cur:A").view(None).peg("C") == "cur:A"


def test_9_buying_a_pegged_currency():
    """N2.4: by its peg, or by its own units."""
    facts = {"market": {"cur:B": 80}, "C": {"reserves": {"gold": 30}}}
    m = buy(trading(**facts), "cur:B", 5, "gold")
    assert asked(m)[0] == "D" and last(m, "bought").facts["cost"] == 5
    m = buy(trading(options={"peg_values": "payment_only"}, **facts), "cur:B", 5, "gold")
    assert last(m, "bought").facts["exact_cost"] == Fraction(15, 4)
    assert last(m, "bought").facts["cost"] == 4


def debased():
    """A floats, has created 10, and has 16 gold."""
    same = {"reserves": {"gold": 15}}
    m = trading(A={"peg": "none", "reserves": {"gold": 16}}, B=same, C=same, D=same)
    return m.aside("float_money", seat="A", amount=10)


def test_10_debasement():
    """N11.2, N2.2: more notes, each worth less."""
    m = debased()
    assert market(m, "cur:A") == 70
    refused(m, "buy", "costs 17 gold, but A has 16", unit="cur:A", quantity=20, pay_with="gold")
    buy(m, "cur:A", 18, "gold")
    assert last(m, "bought").facts["exact_cost"] == Fraction(1080, 70)
    assert last(m, "bought").facts["cost"] == 15
    assert market(m, "gold", "cur:A") == [75, 52]


def test_11_limits_of_destroying():
    """N11.3, N11.4: no more than was created, and no more than ten a round."""
    m = buy(debased(), "cur:A", 18, "gold")
    refused_float(m, "A", -1, "(N11.4)")
    m = by_default(rest_of_round(m), "choose_peg")
    assert market(m, "cur:A") == 52 and m.table.nations["A"].issue == 10
    refused_float(m, "A", -11, "11")
    m.aside("float_money", seat="A", amount=-10)
    assert market(m, "cur:A") == 42 and m.table.nations["A"].issue == 0


def test_12_production():
    """N8.2: half of market value, each rounded by itself."""
    m = order(at_phase(6), A=(7, 5, 4), B=(8, 0, 0))
    assert moved(m, "production_cost") == [
        ("gold", 3, "reserve:A", "supply"), ("gold", 2, "reserve:B", "supply"),
    ]  # fmt: skip


def test_13_full_and_split_cost():
    """N8.3: 3 oil for 1, 2 and 1."""
    costs = {}
    for how in ("half", "full", "split"):
        m = order(at_phase(6, options={"production_cost": how}), A=(0, 3, 0))
        ((_, costs[how], _, _),) = moved(m, "production_cost")
    assert costs == {"half": 1, "full": 2, "split": 1}


def test_14_drought_with_farm_support():
    """N8.2: factors multiply, unrounded until the end."""
    m = at_phase(6, event="E01", A={"laws": ["L05"]})
    order(m, A=(7, 0, 0), B=(7, 0, 0))
    assert [qty for _, qty, _, _ in moved(m, "production_cost")] == [1, 3]


def test_15_gold_depleted():
    """N9.5: every nation mines for the market, after the payment has been placed."""
    m = trading(
        market={"gold": 3, "tech": 12}, A={"peg": "tech", "reserves": {"tech": 14}},
        luck=[2, 5, 1, 6],
    )  # fmt: skip
    buy(m, "gold", 3, "tech")
    assert last(m, "bought").facts["cost"] == 12
    assert market(m, "gold", "tech") == [14, 24]
    assert [qty for _, qty, _, _ in moved(m, "depletion_mined")] == [2, 5, 1, 6]


def test_16_peg_twice():
    """N6.2: two changes in two rounds cost a token immediately; in round 7 nothing."""
    m = at_phase(3, round=4).answer("oil")
    assert tokens(m)["A"] == 0
    m = by_default(rest_of_round(m), "choose_peg")
    while asked(m)[0] != "A":
        m.answer("keep")
    before = tokens(m)["A"]
    m.answer("tech")
    assert tokens(m)["A"] == before + 1
    assert last(m, "token_changed").facts["reason"] == "peg"
    m = at_phase(3, round=7, A={"changed_in": 5}).answer("oil")
    assert tokens(m)["A"] == 0


def test_17_consumption_and_judgement():
    """N12.2, N13.2: laws are kept, and yet one token and no gold."""
    m = trading(
        A={
            "laws": ["L01", "L07"], "counted": {"produced": {"grain": 1, "oil": 1, "tech": 2}},
            "reserves": {"grain": 4, "oil": 1, "tech": 2, "gold": 6},
        },
    )  # fmt: skip
    for _ in m.seats:
        m.answer("pass")
    assert [row for row in moved(m, "consumed") if row[2] == "reserve:A"] == [
        ("grain", 2, "reserve:A", "supply"), ("oil", 1, "reserve:A", "supply"),
        ("tech", 2, "reserve:A", "supply"),
    ]  # fmt: skip
    (short,) = told(m, "shortage")
    assert (short["nation"], short["commodity"], short["short"]) == ("A", "oil", 1)
    judged = next(facts for facts in told(m, "judged") if facts["nation"] == "A")
    assert (judged["production_ok"], judged["consumption_ok"]) == (True, False)
    assert judged["laws_broken"] == []
    assert tokens(m)["A"] == 1
    assert "reserve:A" not in [row[3] for row in moved(m, "reward")]


def test_18_direct_deal():
    """N10.2: between the two reserves, at market cost; the market stays."""
    m = trading(A={"peg": "cur:B"})
    before = market(m, *m.table.units)
    m.answer("direct", side="buy", partner="B", unit="tech", quantity=4, pay_with="cur:A")
    assert asked(m) == ("B", "consent")
    m.answer("accept")
    assert last(m, "deal_answered").facts["cost"] == 3
    assert held(m, "B", "cur:A", "tech") == [3, 1] and held(m, "A", "tech") == 9
    assert market(m, *m.table.units) == before
    assert m.view(None).measure("B", "reserves.foreign") == 3


def test_19_order_of_play():
    """N0.5: B and C roll; C first, then clockwise."""
    gold = {"A": 9, "B": 12, "C": 12, "D": 4}
    m = at_phase(
        3, luck=[3, 5], **{seat: {"reserves": {"gold": count}} for seat, count in gold.items()}
    )
    assert m.table.order == ("C", "D", "A", "B")
    assert [facts["nation"] for facts in told(m, "die_rolled")] == ["B", "C"]


def test_20_final_worth():
    """N16.1: in gold on the final market; or as if everything were sold."""
    facts = {
        "market": {"gold": 90, "grain": 60, "oil": 72, "tech": 45, "cur:B": 50},
        "A": {"reserves": {"gold": 11, "grain": 6, "oil": 0, "tech": 4, "own": 3, "cur:B": 5}},
        "B": {"peg": "none", "reserves": {"gold": 12, "own": 3}},
    }
    m = at_phase(3, **facts)
    assert m.view(None).worth("A") == 40
    m = at_phase(3, options={"final_valuation": "liquidation"}, **facts)
    exact = (
        11 + Fraction(6 * 90, 66) + Fraction(4 * 90, 49) + Fraction(3 * 90, 93)
        + Fraction(5 * 90, 55)
    )  # fmt: skip
    assert m.view(None).worth("A") == exact
    assert f"{float(exact):.2f}" == "37.61"


def at_the_end(held_gold: dict[str, int], held_tokens: dict[str, int]):
    """The last phase of the last round; worth is gold alone."""
    nothing = {"grain": 0, "oil": 0, "tech": 0, "own": 0}
    facts = {
        seat: {"reserves": {**nothing, "gold": held_gold[seat]}, "tokens": held_tokens[seat]}
        for seat in held_gold
    }
    return at_phase(10, round=10, **facts)


def test_21_winner():
    """N16.2 to N16.4: three tokens exclude; ties go to fewer tokens; else the fewest count."""
    worths = {"A": 40, "B": 33, "C": 33, "D": 20}
    m = at_the_end(worths, {"A": 3, "B": 2, "C": 1, "D": 0})
    assert m.is_over and m.winners == ("C",) and m.ending == "eligible"
    m = at_the_end(worths, {"A": 4, "B": 5, "C": 4, "D": 3})
    assert m.winners == ("D",) and m.ending == "fewest_tokens"


def test_22_event():
    """N14.1, N17.5: 7 of 8 released is failure, and who has nothing loses nothing."""
    sent = {"A": 3, "B": 2, "C": 2, "D": 0}
    facts = {seat: {"counted": {"sent": {"grain": count}}} for seat, count in sent.items()}
    facts["D"]["reserves"] = {"gold": 0}
    m = at_phase(10, event="E10", **facts)
    resolved = last(m, "event_resolved").facts
    assert (resolved["met"], resolved["measured"], resolved["needed"]) == (False, 7, 8)
    assert [row[2] for row in moved(m, "event_take")] == ["reserve:A", "reserve:B", "reserve:C"]


def test_an_event_of_ones_own_is_played():
    """N17.6: what an instructor adds is judged like the rest."""
    edition = edition_with([event("X1", failure=[{"do": "market", "unit": "oil", "n": -500}])])
    m = at_phase(10, edition=edition, event="X1")
    assert market(m, "oil") == 1
