"""N12 Consumption, N13 Rewards, N14 Resolution, N15 Tokens."""

from __future__ import annotations

import pytest

from .tables import (
    at_phase,
    edition_with,
    event,
    held,
    judged,
    last,
    law,
    market,
    moved,
    tokens,
    told,
)

MADE = {"counted": {"produced": {"grain": 1, "oil": 1, "tech": 1}}}
FAILED = {"counted": {"unmet_production": 1}}


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
    said = [m.say().event_sentence(event) for event in m.events if event.name == "judged"]
    laws = "the Granary Act and the Strategic Oil Reserve"
    assert said[0] == f"Ada misses the production and consumption requirements and breaks {laws}."
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
