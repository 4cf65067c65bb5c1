"""N17 Cards."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.errors import EditionError
from classkit.games.economicon.bots.duties import MeasureBounds, combine_bounds
from classkit.games.economicon.rules.measures import ROUND_MEASURES, STATE_MEASURES

from .tables import (
    at_phase,
    buy,
    edition_with,
    event,
    judged,
    last,
    law,
    moved,
    refused,
    trading,
)

MADE = {"counted": {"produced": {"grain": 1, "oil": 1, "tech": 1}}}


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


@pytest.mark.parametrize(("per_nation", "met"), [(False, False), (True, True)])
def test_a_goal_of_one_of_several(per_nation: bool, met: bool):
    """N17.1: ``in`` is an operator of goals too, each of its numbers times the nations."""
    goal = {"m": "tokens", "op": "in", "v": [1, 3], "agg": "sum", "per_nation": per_nation}
    stated = {seat: {"tokens": 1} for seat in "ABCD"}
    edition = edition_with([event("X1", goal=goal)])
    m = at_phase(7, edition=edition, event="X1", **stated)
    needed = [4, 12] if per_nation else [1, 3]
    assert m.view(None).goal == (4, needed, met)
    said = f"4 so far, one of {needed[0]}, {needed[1]} needed"
    assert any(said in row.text for row in m.game.scene(m.table).looks["event"].rows)
    m = at_phase(10, edition=edition, event="X1", **stated)
    resolved = last(m, "event_resolved")
    assert (resolved.facts["needed"], resolved.facts["met"]) == (needed, met)
    assert f"one of {needed[0]}, {needed[1]} needed" in m.say().event_sentence(resolved)


def test_a_law_and_an_event_of_one_id():
    """N17: the decks are two; what a law of the id of an event asks is its own."""
    edition = edition_with(laws=[law("E05", must={"m": "produced.oil", "op": ">=", "v": 3})])
    rules = at_phase(6, edition=edition).edition.rules
    assert combine_bounds(rules, "", (("E05", 0),)) == {"produced.oil": MeasureBounds(low=3)}
    assert combine_bounds(rules, "E05", ()) == {"reserves.gold": MeasureBounds(low=5)}


def test_measures_of_the_round():
    """N17.2: every one, after a round of doing everything."""
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
        "unmet.production": 1, "unmet.consumption": 0,
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
    refused(m, "order", "allows at most 2 grain", seat="A", grain=3, oil=0, tech=0)
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


NO_WORD = r"must be one of .*\(N17\.6\)"

WRONG = [
    ("law", {"must": {"m": "reserves.silver", "op": ">=", "v": 1}}, "must.m", NO_WORD),
    ("law", {"must": {"m": "tokens", "op": "=>", "v": 1}}, "must.op", NO_WORD),
    ("law", {"must": {"m": "tokens", "op": ">=", "v": "x"}}, "must.v", "whole number"),
    ("law", {"must": {"m": "market.gold", "op": ">=", "v": 1}}, "must.m", NO_WORD),
    ("law", {"must": {"m": "peg_kind", "op": "in", "v": ["silver"]}}, r"must.v\[0\]", "one of"),
    ("law", {"must": {"m": "peg_kind", "op": "in", "v": []}}, "must.v", "at least 1"),
    ("law", {"must": {"m": "tokens", "op": "in", "v": []}}, "must.v", "1 to 100"),
    ("event", {"goal": {"m": "tokens", "op": "in", "v": 1, "agg": "sum"}}, "goal.v", "a list"),
    ("law", {"must": {"some": []}}, "must.some", "not a known key"),
    ("law", {"must": {"any": []}}, "must.any", "conditions"),
    ("law", {"standing": [{"do": "abolish", "n": 1}]}, r"standing\[0\].do", NO_WORD),
    ("law", {"standing": [{"do": "keep", "n": 1, "unit": "oil"}]}, "unit", "not a known key"),
    ("law", {"standing": [{"do": "forbid", "act": "buy"}]}, r"standing\[0\].do",
     r"only for events.*\(N7.3, N17.6\)"),
    ("law", {"standing": [{"do": "cap_production", "n": 1}]}, "do", "only for events"),
    ("law", {"colour": "red"}, "colour", "not a known key"),
    ("law", {"lasts": 0}, "lasts", "1 to 100"),
    ("event", {"standing": [{"do": "forbid", "act": "sing"}]}, "act", NO_WORD),
    ("event", {"standing": [{"do": "forbid", "act": "float", "unit": "oil"}]}, "unit", "act buy"),
    ("event", {"standing": [{"do": "cost_factor", "unit": "gold", "num": 1, "den": 2}]}, "unit",
     NO_WORD),
    ("event", {"standing": [{"do": "cost_factor", "unit": "oil", "num": 1, "den": 0}]}, "den",
     "1 to"),
    ("event", {"success": [{"do": "give", "who": "some", "unit": "oil", "n": 1}]}, "who", "all"),
    ("event", {"success": [{"do": "give", "who": "all", "unit": "cur:A", "n": 1}]}, "unit",
     NO_WORD),
    ("event", {"success": [{"do": "give", "who": "all", "unit": "oil"}]}, "n", "missing"),
    ("event", {"immediate": [{"do": "market_pct", "unit": "oil", "pct": 2.5}]}, "pct", "whole"),
    ("event", {"goal": {"m": "market.gold", "op": ">=", "v": 1, "agg": "sum"}}, "agg", "omitted"),
    ("event", {"goal": {"m": "tokens", "op": ">=", "v": 1, "agg": "mean"}}, "agg", NO_WORD),
    ("event", {"goal": {"m": "tokens", "op": ">=", "v": 1}}, "agg", "missing"),
    ("event", {"goal": {"m": "peg_kind", "op": "==", "v": 1, "agg": "max"}}, "m", NO_WORD),
]  # fmt: skip


@pytest.mark.parametrize(("deck", "parts", "key", "reason"), WRONG)
def test_words_outside_the_vocabulary(deck: str, parts, key: str, reason: str):
    """N17.6: refused when loaded, with file, key and reason."""
    card = law(**parts) if deck == "law" else event(**parts)
    cards = {"laws": [card]} if deck == "law" else {"events": [card]}
    with pytest.raises(EditionError, match=rf"edition: {deck}\[0\].*{key}.*{reason}"):
        classkit.new("economicon", edition=edition_with(**cards))
