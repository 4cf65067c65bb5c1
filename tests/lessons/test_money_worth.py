"""Lesson 7 says what its cells show: ratios, the quantity theory, a basket in three moneys (N2)."""

from __future__ import annotations

from ast import literal_eval
from base64 import b64decode
from fractions import Fraction
from typing import Any

import pytest
from numpy import frombuffer

import classkit

from .books import cell, lesson, results, says

NAMES = ["Ada", "Bo", "Cy", "Di"]
PLOTLY = "application/vnd.plotly.v1+json"


@pytest.fixture(scope="module")
def book() -> Any:
    return lesson("07-")


def trading(**facts: Any) -> Any:
    """A match in which A, who has most gold, trades first and nobody has released anything."""
    options = {"final_valuation": "liquidation", **facts.pop("options", {})}
    facts.setdefault("A", {"reserves": {"gold": 20}})
    position = {"round": 2, "phase": 7, **facts}
    match = classkit.new("economicon", seats=NAMES, seed=7, position=position, options=options)
    while match.request.name == "release_goods":
        match.answer("release", grain=0, oil=0, tech=0)
    assert match.request.seat == "A"
    return match


def floating(book: Any) -> dict[str, Any]:
    """The nations of Part 2, as its cell states them."""
    stated: dict[str, Any] = {}
    exec(cell(book, "position-2").source, stated)
    nations: dict[str, Any] = stated["nations"]
    return nations


def test_one_purchase_moves_every_price_in_gold(book: Any) -> None:
    """N2.2, N9.3."""
    before = literal_eval(results(book, "look"))
    after, index = literal_eval(results(book, "bought"))
    assert before == {"grain": 0.417, "oil": 0.5, "tech": 0.625, "grain in oil": 0.833}
    assert after == {"grain": 0.486, "oil": 0.583, "tech": 0.875, "grain in oil": 0.833}
    gold, tech = Fraction(70, 60), Fraction(96, 80)
    assert gold - 1 == Fraction(1, 6) and tech - 1 == Fraction(1, 5)
    assert gold * tech - 1 == Fraction(2, 5) and index == 126.13
    says(book, "part-1", "60 gold, 144 grain, 120 oil, and 96 tech", "16 × 60 / 96 = **10 gold**",
         "one unit of grain is worth 60 / 144 = 0.42 gold, one unit of oil 0.50,",
         "one unit of tech 0.63")  # fmt: skip
    says(book, "notice-1", "one sixth in gold. The market held 60 gold before and now holds 70",
         "two fifths", "only 80 of 96 units are left", "7/6 × 6/5 = 7/5", "0.833 oil",
         "rose from 100 to 126.13")  # fmt: skip


def test_twice_the_notes_are_twice_the_prices_in_notes(book: Any) -> None:
    """N11.2: reserves are untouched; N2.1."""
    costs, rate, worth = literal_eval(results(book, "before"))
    costs_after, rate_after, worth_after = literal_eval(results(book, "created"))
    assert costs == {"gold": 5, "cur:A": 5} and costs_after == {"gold": 5, "cur:A": 10}
    assert (rate, rate_after) == (1.0, 0.5)
    lost = {seat: round(worth[seat] - worth_after[seat], 2) for seat in worth}
    assert lost == {"A": 3.96, "B": 4.55, "C": 0, "D": 0}
    assert (10 * (rate - rate_after), 12 * (rate - rate_after)) == (5, 6)
    match = trading(**floating(book), options={"float_limit": 60})
    market = match.metrics()["market"]
    assert market["cur:A"] == 60 and market["gold"] == 60
    match.aside("float_money", seat="A", amount=60)
    assert match.metrics()["market"]["cur:A"] == 120
    moved = [event.facts for event in match.events if event.facts.get("reason") ==
             "currency_created"]  # fmt: skip
    assert [(one["from"], one["to"], one["qty"]) for one in moved] == [("supply", "market", 60)]
    says(book, "notice-2", "cost 5 gold before and after, but 10 notes instead of 5",
         "A note is worth 0.5 gold instead of 1", "60 × 1 and 120 × 0.5",
         "lost 6 gold on his 12 notes, and Ada lost 5 on her 10", "Bo lost 4.55 and Ada lost 3.96",
         "from the supply to the market",
         )  # fmt: skip


def test_the_same_round_with_and_without_creation(book: Any) -> None:
    ends = literal_eval(results(book, "rest"))
    assert ends == {
        "Main": {"in gold": 25.42, "in notes": 10.67},
        "Notes created": {"in gold": 25.42, "in notes": 121.32},
    }
    assert abs(221.32 / 110.67 - 2) < 0.001
    says(book, "notice-3", "25.42 % in both branches", "10.67 % without the new notes and 121.32 %",
         "between 110.67 and 221.32 is again two")  # fmt: skip
    match = trading(**floating(book))
    players = {"A": "passive", "B": "gold_anchor", "C": "commodity_trader", "D": "gold_anchor"}
    match.play(until="round", bots=players)
    gold = [e.facts for e in match.events if e.name == "bought" and e.facts["pay_with"] == "gold"]
    assert {one["nation"] for one in gold} == {"C"} and sum(one["cost"] for one in gold) == 8
    says(book, "rest-text", "Cy's purchases put 8 gold into the market")


def test_one_basket_in_three_moneys(book: Any) -> None:
    ends = {money: last for money, (_, last) in literal_eval(results(book, "baskets")).items()}
    assert ends == {"gold": 131.98, "quiet notes": 62.7, "printed notes": 140.6}
    growth, indices, issues = literal_eval(results(book, "gold"))
    goods = [growth[good] for good in ("grain", "oil", "tech")]
    assert growth["gold"] == 2.03 and (min(goods), max(goods)) == (1.38, 1.69)
    assert indices == {"Main": 131.98, "Notes printed": 131.98}, "the same in gold"
    assert issues == [0, 70]
    says(book, "notice-4", "131.98 after eight rounds in both branches", "2.03 times as much gold",
         "1.38 to 1.69 times as many goods", "fell to 62.7", "rose to 140.6", "created 70 notes",
         )  # fmt: skip


def test_both_lines_jump_to_gold_when_it_is_pegged_again(book: Any) -> None:
    """N2.4: the number of notes is of no account to a pegged price."""
    chart = next(out for out in cell(book, "chart").outputs if PLOTLY in out.data)
    lines = {one["name"]: numbers(one["y"]) for one in chart.data[PLOTLY]["data"]}
    assert set(lines) == {"gold", "quiet notes", "printed notes"}
    pairs = list(zip(lines["quiet notes"], lines["gold"], strict=True))
    assert len(pairs) == 10
    assert all(abs(notes / gold - 1) < 0.03 for notes, gold in pairs[8:]), "near gold"
    assert lines["quiet notes"][7] < 0.5 * lines["gold"][7]
    assert lines["quiet notes"][8] > 2 * lines["quiet notes"][7], "a jump"


def numbers(drawn: Any) -> list[float]:
    """The numbers of a trace, which plotly packs where it can."""
    if isinstance(drawn, dict):
        return [float(one) for one in frombuffer(b64decode(drawn["bdata"]), dtype=drawn["dtype"])]
    return [float(one) for one in drawn]


def test_twenty_games(book: Any) -> None:
    means = literal_eval(results(book, "twenty"))
    assert means == {"quiet": [150, 65], "printed": [150, 144]}
    assert means["printed"][1] > 2 * means["quiet"][1], "more than double"
    says(
        book,
        "notice-5",
        "In gold, it costs 150 on average",
        "65 if she is quiet and 144 if",
        "more than double",
    )


def test_answer_1_buying_back_before_a_new_peg(book: Any) -> None:
    """N2.4, N11.5."""
    match = trading(**floating(book), options={"float_limit": 60})
    match.aside("float_money", seat="A", amount=60)
    match.answer("buy", unit="cur:A", quantity=40, pay_with="gold")
    view = match.view("A")
    assert (view.held("A", "gold"), view.held("A", "cur:A")) == (0, 50)
    match.play(until="round", bots="passive")
    while match.request.seat != "A":
        match.answer("keep")
    match.answer("gold")
    assert match.metrics()["exchange_rate"]["A"] == 1.0
    assert match.metrics()["worth_parts"]["A"]["cur:A"] == 30.77
    says(book, "answers", "40 × 60 / 120 = 20 gold, all that she has", "50 notes are worth 50 gold",
         "sold them all at once, they would bring 31")  # fmt: skip


def test_answers_2_and_3(book: Any) -> None:
    assert Fraction(70, 168) == Fraction(60, 144)
    match = trading(A={"peg": "none", "reserves": {"gold": 20}}, market={"grain": 168})
    match.aside("float_money", seat="A", amount=10)
    row = match.metrics()
    assert round(row["price_grain"] / row["exchange_rate"]["A"], 3) == 0.417
    match = trading(market={"tech": 156})
    assert match.view("A").cost("tech", 16, "gold") == 6 == round(16 * 60 / 156)
    match.answer("buy", unit="tech", quantity=16, pay_with="gold")
    assert match.metrics()["price_oil"] == 0.55
    says(book, "answers", "create 10 notes: 70 : 168 = 60 : 144",
         "16 × 60 / 156 = 6.15, rounded to 6", "66 / 120 = 0.55")  # fmt: skip


def test_answer_4_one_lot_or_three(book: Any) -> None:
    """N2.3."""
    match = trading()
    assert match.view("A").cost("grain", 30, "gold") == 13
    paid = []
    for _ in range(3):
        while match.request.seat != "A":
            match.answer("pass")
        paid.append(match.view("A").cost("grain", 10, "gold"))
        match.answer("buy", unit="grain", quantity=10, pay_with="gold")
    assert paid == [4, 5, 6]
    says(book, "answers", "12.5, rounded up to 13", "4.17, then 4.78, and then 5.56",
         "rounded to 4, 5, and 6: 15 gold in all")  # fmt: skip
    exact = [Fraction(600, 144), Fraction(640, 134), Fraction(690, 124)]
    assert [round(float(one), 2) for one in exact] == [4.17, 4.78, 5.56]


def test_answer_5_without_a_limit(book: Any) -> None:
    """N11.4."""
    match = trading(**floating(book), options={"float_limit": 0})
    match.aside("float_money", seat="A", amount=60)
    match.answer("buy", unit="cur:A", quantity=40, pay_with="gold")
    match.aside("float_money", seat="A", amount=-60)
    row = match.metrics()
    assert (row["market"]["cur:A"], row["market"]["gold"]) == (20, 80)
    assert row["exchange_rate"]["A"] == 4 and row["worth_parts"]["A"]["cur:A"] == 57.14
    says(book, "answers", "which leaves 80 notes and 80 gold", "80 / 20 = 4 gold", "worth 200",
         "they would bring only 57")  # fmt: skip
