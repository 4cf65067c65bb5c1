"""Lesson 11: what its cells compute is what its text says."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import classkit
from classkit.engine.errors import IllegalMove

from .books import Shown, cell, lesson, says

DEFINITIONS = ("edition", "position", "live", "rates", "baskets", "stores", "order", "plan",
               "bots", "traders", "deals", "play")  # fmt: skip
"""The cells that define what the lesson plays with."""


@pytest.fixture(scope="module")
def book() -> Any:
    return lesson("11")


@pytest.fixture(scope="module")
def space(book: Any) -> dict[str, Any]:
    """The names that these cells define."""
    names: dict[str, Any] = {}
    for cell_id in DEFINITIONS:
        exec(cell(book, cell_id).source, names)
    return names


def begin(space: dict[str, Any], **changes: Any) -> Any:
    """The position of Part 1, with changes of its facts."""
    return classkit.new(
        "economicon", seed=7, position={**space["position"], **changes}, **space["settings"]
    )


def own_price(space: dict[str, Any], match: Any, seat: str) -> float:
    """What one tech costs a nation in grain that it gives up."""
    found = space["costs"](match.view(None), seat)
    return float(found["tech"] / found["grain"])


def test_costs_and_price_of_part_1(book: Any, space: dict[str, Any]) -> None:
    """N2.2, N8.2: as the table of the text has them."""
    match = begin(space)
    assert Shown(book)["rates"] == {
        "A": {"grain": 1.0, "tech": 2.0}, "B": {"grain": 0.5, "tech": 0.5}
    }  # fmt: skip
    assert [match.view(seat).held(seat, "gold") for seat in "AB"] == [24, 24]
    assert match.view("A").cost("tech", 10, "grain") == 15
    says(book, "part-1", "| **Ada** | 1 gold | 2 gold | 24 |",
         "| **Bo** | half a gold | half a gold | 24 |", "buys 10 tech from him and pays 15 grain",
         )  # fmt: skip


def test_both_nations_spend_the_same_gold_alone_and_with_the_deal(space: dict[str, Any]) -> None:
    """All of it, N8.4; the deal moves no gold and leaves the market as it is, N10.2."""
    for orders in ({"A": (8, 8), "B": (24, 24)}, {"A": (24, 0), "B": (12, 36)}):
        match = begin(space)
        for seat, (grain, tech) in orders.items():
            match.answer("order", seat=seat, grain=grain, oil=0, tech=tech)
        assert [match.view(seat).held(seat, "gold") for seat in "AB"] == [0, 0]
    match.play(until=lambda m: m.request.name == "trade" and m.request.seat == "A", bots="passive")
    before = match.metrics()["market"]
    match.answer("direct", **{**space["terms"], "quantity": 10}).answer("accept")
    assert match.metrics()["market"] == before


def test_an_embargo_is_known_before_production(space: dict[str, Any]) -> None:
    """N5.1, N9.3, N10.3: whoever knows of it makes what it needs, as alone."""
    match = begin(space, event="E02")
    assert match.request.name == "order_production" and match.view("A").event.id == "E02"
    match.answer("order", seat="A", grain=8, oil=0, tech=8)
    match.answer("order", seat="B", grain=24, oil=0, tech=24)
    match.play(until=lambda m: m.request.name == "trade" and m.request.seat == "A", bots="passive")
    with pytest.raises(IllegalMove):
        match.answer("buy", unit="oil", quantity=1, pay_with="grain")
    assert [one["baskets"] for one in space["baskets"](match).values()] == [8, 24]


def test_three_events_leave_no_deal(space: dict[str, Any]) -> None:
    """Epidemic, Drought and Chip Breakthrough, in each of 20 games."""
    drawn: Counter[str] = Counter()
    dealt: Counter[str] = Counter()
    for seed in range(1, 21):
        match = classkit.new("economicon", seed=seed, position=space["start"], **space["settings"])
        match.play("end", bots={"A": space["Dealing"](), "B": space["Dealing"]()})
        event = ""
        for one in match.events:
            event = one.facts["id"] if one.name == "event_drawn" else event
            if one.name == "event_drawn":
                drawn[event] += 1
            elif one.name == "deal_answered":
                assert one.facts["accepted"]
                dealt[event] += 1
    assert len(drawn) == 10 and set(drawn.values()) == set(dealt.values()) == {20}
    assert set(drawn) - set(dealt) == {"E01", "E03", "E08"}
    for event in ("E01", "E03"):
        match = begin(space, event=event)
        assert [own_price(space, match, seat) for seat in "AB"] == [1, 0.5]
        view = match.view(None)
        assert view.price("tech") / view.price("grain") == 1.5
    assert begin(space, event="E08").view(None).production_cap("A") == 3


def with_factors(space: dict[str, Any], **factors: Any) -> Any:
    """Part 1 with other costs of Bo's."""
    edition = {**space["edition"], "law": [space["ada"], space["land"]("L26", "Bo", **factors)]}
    settings = {**space["settings"], "edition": edition}
    return classkit.new("economicon", seed=7, position=space["position"], **settings)


def test_answers_1_and_2(space: dict[str, Any]) -> None:
    """Half of both costs changes no ratio; half of the cost of grain (L05) doubles it."""
    match = with_factors(space, grain=(1, 2), tech=(1, 3))
    assert space["costs"](match.view(None), "B") == {"grain": 0.25, "tech": 0.25}
    assert [own_price(space, match, seat) for seat in "AB"] == [2, 1]
    match = with_factors(space, grain=(1, 2), tech=(2, 3))
    assert space["costs"](match.view(None), "B") == {"grain": 0.25, "tech": 0.5}
    assert [own_price(space, match, seat) for seat in "AB"] == [2, 2]


def test_answer_3_bo_makes_only_tech(space: dict[str, Any]) -> None:
    """48 tech, of which the whole harvest of Ada would buy 16, and leave her no grain."""
    match = begin(space)
    rate = match.view("B").production_costs("B")["tech"]
    assert rate.get_max_quantity(24) == 48
    assert match.view("A").cost("tech", 16, "grain") == 24
    assert min(24, 48 - 16) == 24, "no more baskets than alone, if he took all her grain"


def test_answer_5_a_tax_on_imports(book: Any, space: dict[str, Any]) -> None:
    price = begin(space).view("A").cost("tech", 8, "grain")
    assert price == 12 == Shown(book)["eight"][3]["8 tech cost"]
    assert Shown(book)["eight"][3]["Ada gains"] == 4
    arrived = 8 * 0.9
    assert round(price / arrived, 2) == 1.67
    assert round(2 * arrived, 1) == 14.4 and round(2 * arrived - price, 1) == 2.4
    assert price / (8 * 0.75) == 2
