"""N9 Trade."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest

import classkit
from classkit.engine.errors import OptionError
from classkit.games.economicon.rules.direct_trades import DirectPurchase
from classkit.games.economicon.rules.purchases import MarketPurchase

from .tables import (
    DICE,
    asked,
    at_phase,
    buy,
    edition_with,
    held,
    law,
    market,
    moved,
    refused,
    told,
    trading,
)


def test_delivery():
    """N9.1: staged goods to the market, kept ones to reserves, and what is released with them."""
    m = at_phase(7, A={"laws": ["L19"], "staged": {"grain": 3, "oil": 1}})
    assert moved(m, "kept") == [
        ("grain", 1, "staged:A", "reserve:A"), ("oil", 1, "staged:A", "reserve:A"),
    ]  # fmt: skip
    refused(m, "release", "A holds only 6 grain", grain=7, oil=0, tech=0)
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
    refused(m, "buy", "holds 144 grain, not 145", unit="grain", quantity=145, pay_with="gold")
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
        classkit.new("economicon", options={"trade_turn_limit": 0, "pass_final": False})
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


@pytest.mark.parametrize("event", ["E01", "E02"])
def test_the_most_that_is_bought_is_what_the_law_allows(event: str):
    """N9.3, N9.4, N10.3: one unit more is refused, in the market and from a partner; less is not.

    Costs are rounded up and down, oil is forbidden by one event, and one tech is the last.
    """
    m = trading(event=event, A={"peg": "cur:B", "reserves": {"gold": 21, "cur:B": 3}},
                market={"gold": 29, "tech": 1, "cur:B": 60})  # fmt: skip
    t, view, most = m.table, m.view("A"), {}
    for unit, pay_with in product(t.units, t.units):
        market = partial(MarketPurchase, t, "A", unit, pay_with=pay_with)
        partner = partial(DirectPurchase, t, "A", unit, pay_with=pay_with, seller="B")
        for lot in (market, partner):
            most[lot] = lot(1).max_quantity
            legal = [n for n in range(1, most[lot] + 3) if lot(n).refuse() is None]
            assert legal == [*range(1, most[lot] + 1)], (unit, pay_with)
        if pay_with in view.native("A"):
            assert view.most_for(unit, pay_with, view.held("A", pay_with)) == most[market]
    assert len({*most.values()}) > 5


def test_own_currency_is_bought_back():
    """N9.8: like any other, by a floating nation too."""
    m = buy(trading(A={"peg": "none"}), "cur:A", 5, "gold")
    assert held(m, "A", "cur:A") == 15 and market(m, "cur:A") == 55
    assert m.view(None).measure("A", "bought.own") == 5
    assert m.view(None).measure("A", "bought.foreign") == 0
