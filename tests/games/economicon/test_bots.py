"""Decisions of the bots as their docstrings describe them, and market statistics (N18)."""

from __future__ import annotations

from collections import Counter
from statistics import mean

import pytest

import classkit
from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.policy import Reply, read_reply
from classkit.games.economicon.bots import CommodityTrader, Speculator
from classkit.games.economicon.bots.central_banker import PASS, CentralBanker
from classkit.games.economicon.bots.duties import Duties, get_duties
from classkit.games.economicon.bots.purchase_choice import (
    build_purchase,
    estimate_end_worth,
    get_spare_money,
)
from classkit.games.economicon.presentation.view import EconomiconView

from .tables import asked, at_phase, held, told, trading

MIXED = ("gold_anchor", "commodity_trader", "printing_press", "gold_anchor")


def play(seed: int, bots: tuple[str, ...] = MIXED, keep: Keep | None = None):
    """A whole match of bots."""
    options = {"max_players": 6}
    m = classkit.new("economicon", seats=len(bots), seed=seed, options=options, keep=keep)
    return m.play(bots=dict(zip(m.seats, bots, strict=True)))


def answer_of(banker: CentralBanker, m: Match) -> Answer:
    """What a banker answers as the first nation; in trade those asked before it pass."""
    while m.requests()[0].name == "trade" and m.requests()[0].seat != "A":
        m.answer("pass")
    asked_now = m.requests("A")[0]
    return read_reply(banker(m.view("A"), asked_now), asked_now)


def test_a_view_tells_what_pays_and_what_is_short():
    """A purse is own currency and gold; only measures below the least asked are short."""
    m = trading(A={"reserves": {"gold": 7, "cur:A": 3, "oil": 2, "grain": 5}})
    view = m.view("A")
    assert view.purse("A") == (3, 7)
    assert view.short_of("A", [("reserves.gold", 9), ("reserves.own", 3), ("bought.lots", 1)]) == {
        "reserves.gold": 2, "bought.lots": 1,
    }  # fmt: skip
    assert view.lacking("A", {"oil": 4, "grain": 5}) == [("oil", 2)]


def test_gold_anchor():
    """Never leaves gold, orders at most 4 of each, and swaps its currency for gold at the end.

    Not where that would leave less: what goods are worth falls with the gold of the market.
    """
    from classkit.games.economicon.bots import GoldAnchor

    m = play(3, ("gold_anchor",) * 4)
    assert told(m, "peg_changed") == []
    made = [facts["qty"] for facts in told(m, "moved") if facts["reason"] == "produced"]
    assert max(made) <= 8
    fed = {"grain": 5, "oil": 5, "tech": 5}
    bare = dict.fromkeys(fed, 0)
    ends = ((8, fed, "pass"), (9, fed, "gold"), (10, bare, "gold"), (10, fed, "pass"))
    for now, goods, unit in ends:
        m = trading(round=now, A={"reserves": goods}, market={"gold": 90})
        answer = answer_of(GoldAnchor(), m)
        assert answer.fields.get("unit", answer.move) == unit


def test_commodity_trader():
    """Pegs to a commodity in rounds 2, 5 and 8 only, and spends its gold in the last round."""
    m = play(3, ("commodity_trader",) * 4)
    changes = told(m, "peg_changed")
    assert changes and {facts["round"] for facts in changes} <= {2, 5, 8}
    assert all(facts["new"] in ("grain", "oil", "tech") for facts in changes)
    spent = [held(m, seat, "gold") for seat in m.seats]
    assert mean(spent) < 8


def test_printing_press():
    """Floats in round 2, creates ten a round, buys back, and pegs to the dearest money in round 9.

    B has bought its own currency up by then, so it is dearer than gold.
    """
    m = play(3)
    assert [(f["round"], f["new"]) for f in told(m, "peg_changed") if f["nation"] == "C"] == [
        (2, "none"), (9, "cur:B"),
    ]  # fmt: skip
    created = Counter()
    for facts in told(m, "moved"):
        if facts["reason"] == "currency_created":
            created[facts["round"]] += facts["qty"]
    assert created and max(created.values()) == 10 and set(created) <= set(range(2, 9))
    assert any(f["unit"] == "cur:C" and f["nation"] == "C" for f in told(m, "bought"))


def test_the_press_turns_its_revalued_currency_into_gold_before_the_last_round():
    """In round 9 its notes buy gold at par, in round 10 both buy what lasts."""
    from classkit.games.economicon.bots import PrintingPress

    fed = {"grain": 5, "oil": 5, "tech": 5, "cur:A": 12, "gold": 9}
    m = trading(round=9, A={"reserves": fed})
    assert answer_of(PrintingPress(), m).fields == {
        "unit": "gold", "quantity": 12, "pay_with": "cur:A",
    }  # fmt: skip
    m = trading(round=10, A={"reserves": fed})
    assert answer_of(PrintingPress(), m).fields["pay_with"] == "cur:A"
    m = trading(round=10, A={"reserves": fed | {"cur:A": 0}})
    assert answer_of(PrintingPress(), m).fields["pay_with"] == "gold"


def test_an_anchor_spends_scarce_gold_in_the_last_round():
    """Only there, and only if the market has at most three times the gold of the bank."""
    from classkit.games.economicon.bots import GoldAnchor

    fed = {"grain": 5, "oil": 5, "tech": 5, "cur:A": 0, "gold": 12}
    for now, there, move in ((10, 36, "buy"), (10, 37, "pass"), (9, 12, "pass")):
        m = trading(round=now, A={"reserves": fed}, market={"gold": there})
        assert answer_of(GoldAnchor(), m).move == move, (now, there)


def test_a_speculator_follows_goes_to_gold_and_floats():
    """To the richest in commodities in round 2, to gold two rounds before the end, then off."""
    m = play(3, ("speculator", "gold_anchor", "commodity_trader", "printing_press"))
    changes = [(f["round"], f["new"]) for f in told(m, "peg_changed") if f["nation"] == "A"]
    assert [found[0] for found in changes] == [2, 8, 9]
    assert changes[0][1].startswith("cur:")
    assert [new for _, new in changes[1:]] == ["gold", "none"]
    assert any(f["nation"] == "A" and f["reason"] == "peg" for f in told(m, "token_changed"))


def test_a_speculator_buys_from_its_partner_round_the_market():
    """N10: what its people lack, as far as he can spare it, with his money or gold."""
    poor = {"grain": 0, "oil": 5, "tech": 5, "cur:A": 10, "gold": 9}
    facts = {"round": 3, "market": {"gold": 60}}
    facts["A"] = {"peg": "cur:B", "laws": ["L01"], "reserves": poor}
    deal = {
        "side": "buy", "partner": "B", "unit": "grain", "quantity": 2, "pay_with": "gold",
    }  # fmt: skip
    m = trading(**facts, B={"reserves": {"grain": 5}})
    answer = answer_of(Speculator(), m)
    assert (answer.move, answer.fields) == ("direct", deal)
    m.answer(answer)
    assert m.request.name == "consent" and m.play("decision").table.get_reserve("A", "grain") == 2
    m = trading(**facts, B={"reserves": {"grain": 2}})  # of which he needs one himself
    assert answer_of(Speculator(), m).fields == deal | {"quantity": 1}
    m = trading(**facts, B={"reserves": {"grain": 1}})
    assert answer_of(Speculator(), m).move == "buy"  # in the market


def test_a_speculator_runs_on_gold():
    """It buys its own currency back, then gold with it, until the market has nearly none."""
    fed = {"grain": 5, "oil": 5, "tech": 5, "cur:A": 10, "gold": 32}
    m = trading(round=8, A={"peg": "none", "reserves": fed}, market={"gold": 60})
    first = answer_of(Speculator(), m)
    assert first.fields == {"unit": "cur:A", "quantity": 27, "pay_with": "gold"}
    m.answer(first)
    while asked(m)[0] != "A":
        m.answer("pass")
    second = answer_of(Speculator(), m)  # 37 notes of 33 that are left in the market
    assert second.fields == {"unit": "gold", "quantity": 87, "pay_with": "cur:A"}
    m.answer(second)
    assert told(m, "gold_depleted") and m.table.get_reserve("A", "gold") == 92
    while asked(m)[0] != "A":
        m.answer("pass")
    assert answer_of(Speculator(), m).move == "pass"
    pegged = trading(round=8, A={"reserves": fed}, market={"gold": 60})
    assert answer_of(Speculator(), pegged).move == "pass"


def test_food_comes_first():
    """A banker buys what its people will eat, with its own currency while there is any."""
    from classkit.games.economicon.bots import GoldAnchor

    m = trading(A={"laws": ["L01", "L07"], "reserves": {"grain": 1}})
    answer = answer_of(GoldAnchor(), m)
    assert answer.fields == {"unit": "grain", "quantity": 2, "pay_with": "cur:A"}


def test_in_the_last_round_people_are_fed_only_where_tokens_decide():
    """N13.2, N16.2: with the second token a nation may still win, and loses that by a third."""
    from classkit.games.economicon.bots import GoldAnchor

    poor = {"grain": 0, "oil": 5, "tech": 5, "cur:A": 0, "gold": 4}
    rich = poor | {"gold": 20}
    for now, tokens, reserves, move in (
        (10, 0, rich, "pass"), (10, 2, rich, "buy"), (10, 6, rich, "pass"), (9, 0, rich, "buy"),
        (10, 2, poor, "pass"),  # another has twice its worth
    ):  # fmt: skip
        facts = {"laws": ["L21"], "reserves": reserves, "tokens": tokens}
        m = trading(round=now, A=facts, market={"gold": 120})
        assert answer_of(GoldAnchor(), m).move == move, (now, tokens)
    broken = {"laws": ["L07"], "reserves": poor, "tokens": 2}  # it has made no tech
    assert answer_of(GoldAnchor(), trading(round=10, A=broken)).move == "pass"


@pytest.mark.parametrize(
    ("options", "pegs"),
    [
        ({}, {"A": "oil", "B": "cur:A"}),
        ({"peg_values": "payment_only"}, {"A": "oil", "B": "cur:A"}),
        ({"peg_cycles": "float"}, {"A": "cur:B", "B": "cur:A"}),
    ],
    ids=["along pegs", "by themselves", "in a ring"],
)
def test_the_worth_at_the_end_is_that_of_the_rules(options: dict, pegs: dict) -> None:
    """N2.4, N3.5, N16.1: what a bot reckons before it buys comes true if nobody eats."""
    held = {"grain": 8, "oil": 5, "cur:A": 7, "cur:B": 4}
    seats = {seat: {"peg": peg, "reserves": held} for seat, peg in pegs.items()}
    m = trading(options=options, round=10, market={"gold": 60, "grain": 40}, **seats)
    view, duties = m.view("A"), get_duties(*m.view("A").in_force("A"))
    assert estimate_end_worth(view, "A", duties, {}) == view.worth("A")
    cost = view.cost("grain", 5, "gold")
    expected = estimate_end_worth(view, "A", duties, {"grain": -5, "gold": cost})
    m.answer("buy", seat="A", unit="grain", quantity=5, pay_with="gold")
    assert m.view("A").worth("A") == expected


def test_an_anchor_keeps_six_gold_unless_people_would_go_hungry():
    """Section 9: what is only spare it buys with gold beyond six; others with gold beyond two."""
    from classkit.games.economicon.bots import GoldAnchor

    spare = {"unit": "grain", "quantity": 1, "pay_with": "gold"}
    for gold, of_anchor, of_trader in ((2, None, None), (6, None, spare), (7, spare, spare)):
        m = trading(A={"reserves": {"gold": gold, "grain": 0, "oil": 1, "tech": 1, "cur:A": 0}})
        while asked(m)[0] != "A":
            m.answer("pass")
        assert (answer_of(GoldAnchor(), m).fields or None) == of_anchor
        assert (answer_of(CommodityTrader(), m).fields or None) == of_trader
    m = trading(
        A={"laws": ["L01"], "reserves": {"gold": 6, "grain": 0, "oil": 2, "tech": 2, "cur:A": 0}}
    )
    while asked(m)[0] != "A":
        m.answer("pass")
    assert answer_of(GoldAnchor(), m).fields["unit"] == "grain"


def test_what_laws_ask_is_done():
    """Release for L17, produce for L05 and L08, hold foreign currency for L12."""
    from classkit.games.economicon.bots import GoldAnchor

    banker = GoldAnchor()
    m = at_phase(6, A={"laws": ["L05", "L08"]}, market={"gold": 200})
    order = answer_of(banker, m).fields
    assert order["grain"] >= 3 and sum(order.values()) >= 6
    m = at_phase(7, A={"laws": ["L17"]})
    assert sum(answer_of(banker, m).fields.values()) == 1
    m = trading(A={"laws": ["L12"]})
    assert answer_of(banker, m).fields["unit"].startswith("cur:")


def test_a_trader_takes_what_has_risen_least_or_nothing():
    """Section 9: into one commodity, in lots of four or more, with gold beyond eight."""
    market = {"gold": 60, "grain": 40, "oil": 200, "tech": 20}
    assert trader_answers(8, market).move == "pass"
    found = [trader_answers(gold, market).fields for gold in (9, 18)]
    assert [(one["unit"], one["quantity"]) for one in found] == [("oil", 4), ("oil", 34)]
    # three oil only, and four grain would be had: not three, and nothing else
    assert trader_answers(9, {"gold": 60, "grain": 165, "oil": 140, "tech": 20}).move == "pass"


def trader_answers(gold: int, market: dict[str, int]) -> Answer:
    """What a trader without notes does with so much gold, its people fed."""
    fed = {"grain": 5, "oil": 5, "tech": 5, "cur:A": 0, "gold": gold}
    m = trading(A={"reserves": fed}, market=market)
    while asked(m)[0] != "A":
        m.answer("pass")
    return answer_of(CommodityTrader(), m)


def test_a_trader_changes_its_peg_whatever_stands_against_it():
    """Section 9: in rounds 2, 5 and 8, also under L14."""
    for now, expected in ((4, "keep"), (5, "tech")):
        m = at_phase(3, round=now, A={"laws": ["L14"]})
        answer = answer_of(CommodityTrader(), m)
        assert answer.move == expected


@pytest.mark.parametrize("seed", range(3))
def test_bots_play_the_same_again(seed: int):
    """Whatever was played before with the same bots."""
    assert play(seed).digest() == play(seed).digest()


class Cornerer(CentralBanker):
    """Puts all it can into grain from round 1, but for what food and the next order need."""

    keeps_gold = 3

    def spend_surplus(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """As much grain as there is money for."""
        kept = 0 if view.round == view.rounds else self.keeps_gold
        for pay_with, budget in get_spare_money(view, seat, duties, kept):
            if quantity := view.most_for("grain", pay_with, budget):
                return build_purchase("grain", quantity, pay_with)
        return PASS


def test_cornering_is_rich_and_seldom_eligible():
    """N18.1, N18.2: among mixed policies, of which one corners grain, prices end near gold's."""
    policies = {"A": "gold_anchor", "B": "commodity_trader", "C": "printing_press", "D": Cornerer()}
    wins: Counter[str] = Counter()
    worths: list[float] = []
    prices: list[list[float]] = []
    eligible, games = 0, 60
    for seed in range(games):
        m = classkit.new("economicon", seats=4, seed=seed, keep=Keep(copies=False, history=False))
        view = m.play(bots=policies).view(None)
        wins.update(m.winners)
        worths.append(float(view.worth("D")))
        prices.append([float(view.price(good)) for good in ("grain", "oil", "tech")])
        eligible += view.tokens("D") < 3
    others = max(wins[seat] for seat in "ACD")
    assert mean(worths) > 40 and max(worths) > 80
    assert eligible < games / 4
    assert wins["B"] > others and wins["D"] < games / 4
    assert all(0.8 < mean(of_good) < 1.5 for of_good in zip(*prices, strict=True))


def test_tuning_record():
    """N18.1, N18.2: prices rise, the market is never empty, few go short, most stay eligible."""
    keep = Keep(copies=False)
    ends: list[float] = []
    short = nations = nobody = 0
    least = 999
    for seed in range(40):
        m = play(seed, (*MIXED[:3], "commodity_trader"), keep=keep)
        ends.append(m.metrics()["price_grain"])
        least = min(least, *(row["market_grain"] for row in m.history))
        short += len({(f["round"], f["nation"]) for f in told(m, "shortage") if f["round"] < 10})
        nations += 36  # in the last round bots feed their people only where it decides something
        nobody += m.ending != "eligible"
    assert 0.6 <= mean(ends) <= 1.8
    assert least > 60
    assert short / nations < 0.15
    assert nobody <= 4


def test_a_speculator_stops_going_round_in_a_circle() -> None:
    """N9: with no limit on trades it sold its notes for gold and bought them back for ever."""
    bots = dict(zip("ABCD", ("speculator", "speculator", "random", "gold_anchor"), strict=True))
    unlimited = {
        "trade_turn_limit": 0, "production_cost": "full", "peg_cycles": "float",
        "peg_values": "payment_only", "production_order": "in_turn", "law_rounds": [1, 3, 6, 10],
        "disqualify_at": 4, "token_counting": "per_cause", "float_limit": 0,
    }  # fmt: skip
    m = classkit.new("economicon", seats=4, seed=75851548, options=unlimited)
    assert m.play(bots=bots).is_over and m.step < 2_000
