"""N12 Consumption, N13 Rewards, N14 Resolution, N15 Tokens, N16 End, N17 Cards, N18 Tuning."""

from __future__ import annotations

from fractions import Fraction

import pytest

import classkit
from classkit.engine.errors import EditionError
from classkit.games.economicon.cards import ROUND_MEASURES, STATE_MEASURES
from classkit.games.economicon.measures import MEASURES

from .tables import (
    at_phase,
    buy,
    edition_with,
    event,
    held,
    last,
    law,
    market,
    moved,
    refused,
    tokens,
    told,
    trading,
)

NOTHING = {"gold": 0, "grain": 0, "oil": 0, "tech": 0, "own": 0}
MADE = {"counted": {"produced": {"grain": 1, "oil": 1, "tech": 1}}}
FAILED = {"counted": {"unmet_production": 1}}


def judged(m, seat: str = "A"):
    """How a nation was judged."""
    return next(facts for facts in told(m, "judged") if facts["nation"] == seat)


# --- N12 ------------------------------------------------------------------------------------------


def test_consumption():
    """N12.1: of each as many as laws are in force, changed by effects, never below 0."""
    edition = edition_with(laws=[
        law("Y1", standing=[{"do": "consume", "unit": "oil", "n": -9}]),
        law("Y2", standing=[{"do": "consume", "unit": "all", "n": 1}]),
    ])  # fmt: skip
    m = at_phase(8, edition=edition, event="E10", A={"laws": ["Y1"]}, B={"laws": ["Y2", "L01"]})
    eaten = {(row[2][-1], row[0]): row[1] for row in moved(m, "consumed")}
    assert eaten == {
        ("A", "grain"): 1, ("A", "tech"): 2, ("B", "grain"): 3, ("B", "oil"): 3, ("B", "tech"): 4,
        ("C", "tech"): 1, ("D", "tech"): 1,
    }  # fmt: skip


def test_shortage():
    """N12.2: all there is is consumed, the rest counted and not owed."""
    m = at_phase(8, A={"laws": ["L01", "L02"], "reserves": {"grain": 1, "oil": 0}})
    assert [(f["commodity"], f["short"]) for f in told(m, "shortage")] == [("grain", 1), ("oil", 2)]
    assert held(m, "A", "grain", "oil", "tech") == [0, 0, 3]
    assert judged(m)["consumption_ok"] is False


# --- N13 ------------------------------------------------------------------------------------------


def test_reward():
    """N13.1: one new gold, and one token less."""
    m = at_phase(9, A={**MADE, "tokens": 2}, B=MADE, C=FAILED, D=FAILED)
    assert moved(m, "reward") == [
        ("gold", 1, "supply", "reserve:A"), ("gold", 1, "supply", "reserve:B"),
    ]  # fmt: skip
    assert tokens(m) == {"A": 1, "B": 0, "C": 1, "D": 1}


@pytest.mark.parametrize(("how", "after"), [("single", 1), ("per_cause", 2)])
def test_penalty(how: str, after: int):
    """N13.2: one in all; or one for production and consumption, and one for laws."""
    m = at_phase(
        9, options={"token_counting": how},
        A={"laws": ["L02", "L03"], "reserves": {"grain": 0, "oil": 0},
           "counted": {"short": {"grain": 2}, "unmet_production": 3}},
        B={**MADE, "laws": ["L04"], "reserves": {"tech": 0}},
    )  # fmt: skip
    assert judged(m)["laws_broken"] == ["L02", "L03"]
    assert (tokens(m)["A"], tokens(m)["B"]) == (after, 1)


def test_all_are_judged_first():
    """N13.3: on the state at the start; the reward of one changes nothing for another."""
    edition = edition_with(laws=[
        law("Y1", must={"m": "reserves.gold", "op": ">=", "v": 20}),
        law("Y2", must={"m": "tokens", "op": "<=", "v": 0}),
    ])  # fmt: skip
    m = at_phase(9, edition=edition, A={**MADE, "laws": ["Y1"], "reserves": {"gold": 19}},
                 B={**MADE, "laws": ["Y2"], "tokens": 1})  # fmt: skip
    names = [e.name for e in m.events if e.name in ("judged", "moved", "token_changed")
             and e.facts["phase"] == 9]  # fmt: skip
    assert names[:4] == ["judged"] * 4
    assert judged(m, "A")["laws_broken"] == ["Y1"] and judged(m, "B")["laws_broken"] == ["Y2"]


# --- N14, N15 -------------------------------------------------------------------------------------


def test_resolution():
    """N14.1: judged once; every who before the first effect; in listed order."""
    poor = {"m": "reserves.gold", "op": "<", "v": 5}
    card = event("X1", failure=[
        {"do": "give", "who": "all", "unit": "gold", "n": 9},
        {"do": "token", "who": poor, "n": 1},
        {"do": "market_pct", "unit": "gold", "pct": -10},
    ])  # fmt: skip
    m = at_phase(10, edition=edition_with([card]), event="X1", A={"reserves": {"gold": 4}})
    assert held(m, "A", "gold") >= 13 and tokens(m)["A"] == 1 and tokens(m)["B"] == 0
    assert market(m, "gold") == 54


@pytest.mark.parametrize(("paid", "met"), [(4, True), (3, False)])
def test_goals_met_and_missed(paid: int, met: bool):
    """N14.1: E04 needs 4 gold a nation."""
    m = at_phase(10, event="E04", **{s: {"counted": {"paid_gold": paid}} for s in "ABCD"})
    assert last(m, "event_resolved").facts["met"] is met
    assert m.metrics()["goal_met"] == int(met) and m.metrics()["goals_met_share"] == 100 * met
    assert bool(moved(m, "event_give")) is met


def test_the_event_leaves_and_counters_begin_anew():
    """N14.2: with the next round."""
    m = at_phase(
        10, event="E06", A={"counted": {"lots": 3, "changed_peg": 1}, "laws": [["L20", 2]]}
    )
    assert m.round == 3 and m.table.nations["A"].lots == 0
    assert "E06" not in m.table.events_left and m.view(None).laws("A") == []


def test_where_tokens_come_from():
    """N15.1: phase 9, a repeated change of peg, events; who has none loses none."""
    m = at_phase(10, event="E02", A={"tokens": 1, "counted": {"sent": {"oil": 4}}})
    assert tokens(m) == dict.fromkeys("ABCD", 0)
    assert [f["nation"] for f in told(m, "token_changed")] == ["A"]


def test_an_empty_stock():
    """N15.2: no further token is taken, and it is told."""
    m = at_phase(9, A={**FAILED, "tokens": 8}, B={**FAILED, "tokens": 8},
                 C={**FAILED, "tokens": 7}, D=FAILED)  # fmt: skip
    assert tokens(m) == {"A": 9, "B": 8, "C": 7, "D": 0}
    assert [f["nation"] for f in told(m, "token_short")] == ["B", "C", "D"]


# --- N16 ------------------------------------------------------------------------------------------


def ending(**facts):
    """The end of a game; reserves hold gold alone unless stated."""
    options = facts.pop("options", None)
    stated = {}
    for seat, fact in facts.items():
        reserves = {**NOTHING, **fact.get("reserves", {})}
        stated[seat] = {**fact, "reserves": reserves}
    return at_phase(10, round=10, options=options, **stated)


def test_the_last_round():
    """N16.1: after round 10, or as the option or the edition says."""
    m = classkit.new("economicon", seats=2, seed=1).play(bots="default")
    assert m.is_over and m.round == 10 and m.turn == 90
    m = classkit.new("economicon", seats=2, seed=1, rounds=3).play(bots="default")
    assert m.round == 3
    edition = edition_with(edition={"rounds": 2})
    assert classkit.new("economicon", seats=2, edition=edition).play().round == 2
    assert classkit.new("economicon", seats=2, edition=edition, rounds=4).play().round == 4


def test_worth_is_exact():
    """N16.1: as a fraction, shown to two decimals."""
    facts = {"reserves": {"grain": 1}}
    m = ending(A=facts, B={}, C={}, D={})
    assert last(m, "valued").facts["nation"] == "D"
    assert told(m, "valued")[0]["worth"] == Fraction(60, 144)
    assert m.standings()[0].score == 0.42


@pytest.mark.parametrize(("limit", "winner"), [(3, "B"), (4, "A")])
def test_disqualification(limit: int, winner: str):
    """N16.2: three tokens, or four."""
    m = ending(options={"disqualify_at": limit}, A={"reserves": {"gold": 50}, "tokens": 3},
               B={"reserves": {"gold": 9}}, C={}, D={})  # fmt: skip
    assert m.winners == (winner,)


def test_ties():
    """N16.3: fewer tokens, then more gold, then shared."""
    grain = {"market": {"grain": 60}}
    even = {"reserves": {"gold": 5, "grain": 5}}
    m = at_phase(10, round=10, **grain, A={"reserves": {**NOTHING, "grain": 10, "gold": 0}},
                 B={"reserves": {**NOTHING, **even["reserves"]}},
                 C={"reserves": {**NOTHING, **even["reserves"]}},
                 D={"reserves": NOTHING})  # fmt: skip
    assert m.winners == ("B", "C")
    assert [line.place for line in m.standings()] == [1, 1, 3, 4]
    m = ending(A={"reserves": {"gold": 5}, "tokens": 1}, B={"reserves": {"gold": 5}}, C={}, D={})
    assert m.winners == ("B",)


@pytest.mark.parametrize("how", ["fewest_tokens", "nobody"])
def test_nobody_is_eligible(how: str):
    """N16.4: those with the fewest tokens, or nobody."""
    facts = {seat: {"tokens": 4, "reserves": {"gold": 5}} for seat in "ABC"}
    m = ending(options={"no_eligible": how}, **facts, D={"tokens": 5, "reserves": {"gold": 50}})
    assert m.ending == how == last(m, "game_ended").facts["reason"]
    assert m.winners == (("A", "B", "C") if how == "fewest_tokens" else ())


# --- N17 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("must", "kept"),
    [
        ({"m": "reserves.gold", "op": "<=", "v": 20}, True),
        ({"m": "reserves.gold", "op": "<", "v": 20}, False),
        ({"m": "reserves.gold", "op": ">", "v": 20}, False),
        ({"m": "reserves.gold", "op": ">=", "v": 20}, True),
        ({"m": "reserves.gold", "op": "==", "v": 20}, True),
        ({"m": "reserves.gold", "op": "in", "v": [1, 20]}, True),
        ({"m": "peg_kind", "op": "in", "v": ["none", "currency"]}, False),
        ({"m": "peg_kind", "op": "==", "v": "gold"}, True),
        ({"all": [{"m": "tokens", "op": "==", "v": 0}, {"m": "laws", "op": "==", "v": 2}]}, False),
        ({"any": [{"m": "tokens", "op": "==", "v": 0}, {"m": "laws", "op": "==", "v": 2}]}, True),
    ],
)
def test_conditions(must, kept: bool):
    """N17.1: comparisons, all and any."""
    m = at_phase(9, edition=edition_with(laws=[law("Y1", must=must)]), A={**MADE, "laws": ["Y1"]})
    assert (judged(m)["laws_broken"] == []) is kept


@pytest.mark.parametrize(
    ("goal", "measured", "needed"),
    [
        ({"m": "produced.oil", "op": ">=", "v": 2, "agg": "sum"}, 10, 2),
        ({"m": "produced.oil", "op": ">=", "v": 2, "agg": "sum", "per_nation": True}, 10, 8),
        ({"m": "produced.oil", "op": ">=", "v": 2, "agg": "min"}, 1, 2),
        ({"m": "produced.oil", "op": "<=", "v": 2, "agg": "max"}, 4, 2),
        ({"m": "market.oil", "op": ">=", "v": 100}, 120, 100),
    ],
)
def test_goals(goal, measured: int, needed: int):
    """N17.1: sum, least or most over the nations, or the market; v times the nations."""
    facts = {s: {"counted": {"produced": {"oil": n}}} for s, n in zip("ABCD", (1, 2, 3, 4),
                                                                     strict=True)}  # fmt: skip
    m = at_phase(10, edition=edition_with([event("X1", goal=goal)]), event="X1", **facts)
    resolved = last(m, "event_resolved").facts
    assert (resolved["measured"], resolved["needed"]) == (measured, needed)
    assert resolved["met"] == (measured >= needed if goal["op"] == ">=" else measured <= needed)


def test_measures_of_the_round():
    """N17.2: every one, after a round of doing everything."""
    assert set(MEASURES) == {*ROUND_MEASURES, *STATE_MEASURES}
    m = trading(A={"peg": "cur:B", "counted": {"produced": {"grain": 2, "tech": 1}}},
                C={"peg": "none"}, options={"float_limit": 0})  # fmt: skip
    buy(m, "grain", 3, "gold")  # 1
    m.aside("float_money", seat="C", amount=4)
    for _ in "BCD":
        m.answer("pass")
    buy(m, "cur:B", 2, "cur:A")  # 2
    buy(m, "cur:A", 3, "gold")  # 3
    buy(m, "gold", 2, "cur:A")  # 2
    m.answer("direct", side="sell", partner="B", unit="oil", quantity=2, pay_with="gold")
    m.answer("accept")
    view = m.view(None)
    found = {name: view.measure("A", name) for name in ROUND_MEASURES}
    assert found == {
        "produced.grain": 2, "produced.oil": 0, "produced.tech": 1, "produced.total": 3,
        "sent.grain": 0, "sent.oil": 0, "sent.tech": 0, "sent.total": 0,
        "bought.gold": 2, "bought.grain": 3, "bought.oil": 0, "bought.tech": 0, "bought.own": 3,
        "bought.foreign": 2, "bought.goods": 3, "bought.lots": 4,
        "paid.gold": 4, "paid.native": 4, "paid.total": 8,
        "created": 0, "destroyed": 0, "direct_trades": 1, "changed_peg": 0,
        "unmet.production": 0, "unmet.consumption": 0,
    }  # fmt: skip
    assert view.measure("C", "created") == 4
    assert view.measure("B", "bought.oil") == 2 and view.measure("B", "direct_trades") == 1


def test_measures_of_state():
    """N17.3: reserves, tokens, laws, the kind and the age of a peg."""
    m = at_phase(3, round=6, A={"reserves": {"gold": 20, "cur:B": 2, "cur:C": 1}, "peg": "cur:B",
                                "changed_in": 4, "tokens": 2, "laws": ["L01"]},
                 C={"peg": "oil"}, D={"peg": "none"})  # fmt: skip
    view = m.view(None)
    assert {name: view.measure("A", name) for name in STATE_MEASURES} == {
        "reserves.gold": 20, "reserves.grain": 5, "reserves.oil": 5, "reserves.tech": 5,
        "reserves.goods": 15, "reserves.own": 10, "reserves.foreign": 3,
        "tokens": 2, "laws": 1, "peg_kind": "currency", "peg_age": 2,
    }  # fmt: skip
    assert [view.measure(seat, "peg_kind") for seat in "BCD"] == ["gold", "commodity", "none"]
    assert view.measure("B", "peg_age") == 6


def test_caps_and_bans():
    """N17.4: the smallest cap counts; a ban without a unit is of every unit."""
    card = event("X1", standing=[
        {"do": "cap_production", "n": 5}, {"do": "cap_production", "n": 2},
        {"do": "forbid", "act": "buy"},
    ])  # fmt: skip
    m = at_phase(6, edition=edition_with([card]), event="X1")
    refused(m, "order", "more than 2", seat="A", grain=3, oil=0, tech=0)
    m = trading(edition=edition_with([card]), event="X1")
    assert [move.name for move in m.legal_moves()] == ["pass"]


def test_standing_effects_of_a_law_are_its_nations():
    """N17.5: those of an event are everybody's."""
    m = at_phase(6, A={"laws": ["L05"]}, event="E01")
    costs = {seat: m.requests(seat)[0].about["costs"]["grain"].cost(12) for seat in "AB"}
    assert costs == {"A": 3, "B": 5}


@pytest.mark.parametrize(
    ("effect", "moves"),
    [
        ({"do": "give", "who": "all", "unit": "oil", "n": 2}, [2, 2, 2, 2]),
        ({"do": "take", "who": "all", "unit": "oil", "n": 7}, [5, 5, 5, 5]),
        ({"do": "market", "unit": "oil", "n": 7}, [7]),
        ({"do": "market", "unit": "oil", "n": -200}, [119]),
        ({"do": "market", "unit": "oil", "n": 9_000}, [220]),
        ({"do": "market_pct", "unit": "oil", "pct": -33}, [39]),
        ({"do": "market_pct", "unit": "oil", "pct": 10}, [12]),
        ({"do": "market_pct", "unit": "oil", "pct": -100}, [119]),
    ],
)
def test_instant_effects(effect, moves: list[int]):
    """N17.5: as far as held, rounded down, and the market never below 1."""
    m = at_phase(10, edition=edition_with([event("X1", failure=[effect])]), event="X1")
    assert [row[1] for reason in ("event_give", "event_take", "event_market")
            for row in moved(m, reason)] == moves  # fmt: skip


WRONG = [
    ("law", {"must": {"m": "reserves.silver", "op": ">=", "v": 1}}, "must.m", "vocabulary"),
    ("law", {"must": {"m": "tokens", "op": "=>", "v": 1}}, "must.op", "vocabulary"),
    ("law", {"must": {"m": "tokens", "op": ">=", "v": "x"}}, "must.v", "whole number"),
    ("law", {"must": {"m": "market.gold", "op": ">=", "v": 1}}, "must.m", "vocabulary"),
    ("law", {"must": {"m": "peg_kind", "op": "in", "v": ["silver"]}}, r"must.v\[0\]", "one of"),
    ("law", {"must": {"some": []}}, "must.some", "not a key"),
    ("law", {"must": {"any": []}}, "must.any", "conditions"),
    ("law", {"standing": [{"do": "abolish", "n": 1}]}, r"standing\[0\].do", "vocabulary"),
    ("law", {"standing": [{"do": "keep", "n": 1, "unit": "oil"}]}, "unit", "not a key"),
    ("law", {"standing": [{"do": "forbid", "act": "buy"}]}, r"standing\[0\].do", "events only"),
    ("law", {"standing": [{"do": "cap_production", "n": 1}]}, "do", "events only"),
    ("law", {"colour": "red"}, "colour", "not a key"),
    ("law", {"lasts": 0}, "lasts", "1 to 100"),
    ("event", {"standing": [{"do": "forbid", "act": "sing"}]}, "act", "vocabulary"),
    ("event", {"standing": [{"do": "forbid", "act": "float", "unit": "oil"}]}, "unit", "only buy"),
    ("event", {"standing": [{"do": "cost_factor", "unit": "gold", "num": 1, "den": 2}]}, "unit",
     "vocabulary"),
    ("event", {"standing": [{"do": "cost_factor", "unit": "oil", "num": 1, "den": 0}]}, "den",
     "1 to"),
    ("event", {"success": [{"do": "give", "who": "some", "unit": "oil", "n": 1}]}, "who", "all"),
    ("event", {"success": [{"do": "give", "who": "all", "unit": "cur:A", "n": 1}]}, "unit",
     "vocabulary"),
    ("event", {"success": [{"do": "give", "who": "all", "unit": "oil"}]}, "n", "missing"),
    ("event", {"immediate": [{"do": "market_pct", "unit": "oil", "pct": 2.5}]}, "pct", "whole"),
    ("event", {"goal": {"m": "market.gold", "op": ">=", "v": 1, "agg": "sum"}}, "agg", "aggregate"),
    ("event", {"goal": {"m": "tokens", "op": ">=", "v": 1, "agg": "mean"}}, "agg", "vocabulary"),
    ("event", {"goal": {"m": "tokens", "op": ">=", "v": 1}}, "agg", "missing"),
    ("event", {"goal": {"m": "peg_kind", "op": "==", "v": 1, "agg": "max"}}, "m", "vocabulary"),
]  # fmt: skip


@pytest.mark.parametrize(("deck", "parts", "key", "reason"), WRONG)
def test_words_outside_the_vocabulary(deck: str, parts, key: str, reason: str):
    """N17.6: refused when loaded, with file, key and reason."""
    card = law(**parts) if deck == "law" else event(**parts)
    cards = {"laws": [card]} if deck == "law" else {"events": [card]}
    with pytest.raises(EditionError, match=rf"edition: edit_{deck}\[0\].*{key}.*{reason}"):
        classkit.new("economicon", edition=edition_with(**cards))
