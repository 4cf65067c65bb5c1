"""Lesson 8 says what its cells show: pegs, chains, floats, and what a bank gives up (N3, N11)."""

from __future__ import annotations

from ast import literal_eval
from fractions import Fraction
from typing import Any

import pytest

import classkit
from classkit.engine.errors import IllegalMove

from .books import PLOTLY, cell, lesson, numbers, results, says

NAMES = ["Ada", "Bo", "Cy", "Di"]


@pytest.fixture(scope="module")
def book() -> Any:
    return lesson("08-")


def new(options: dict[str, Any] | None = None, **facts: Any) -> Any:
    options = {"final_valuation": "liquidation", **(options or {})}
    return classkit.new("economicon", seats=NAMES, seed=7, position=facts, options=options)


def trading(options: dict[str, Any] | None = None, **facts: Any) -> Any:
    """A match in which A, who has most gold, trades first and nobody has released anything."""
    nation = {"reserves": {"gold": 20}, **facts.pop("A", {})}
    match = new(options, round=2, phase=7, A=nation, **facts)
    while match.request.name == "release_goods":
        match.answer("release", grain=0, oil=0, tech=0)
    assert match.request.seat == "A"
    return match


def test_part_1_describes_the_table(book: Any) -> None:
    stated: dict[str, Any] = {}
    exec(cell(book, "position").source, stated)
    match = new(**stated["position"])
    pegs = {"gold": "gold", "oil": "oil", "cur:B": "Bo's notes", "none": "nothing (floats)"}
    for seat, name in zip("ABCD", NAMES, strict=True):
        peg = pegs[match.view("A").peg(seat)]
        rate = {1.0: "1", 0.5: "0.50"}[match.metrics()["exchange_rate"][seat]]
        says(book, "part-1", f"| **{name}** | {peg} | {rate} |")
    market = match.metrics()["market"]
    units = [market[unit] for unit in ("gold", "grain", "oil", "tech", "cur:A", "cur:D")]
    assert units == [60, 144, 120, 96, 60, 60]
    assert match.view("A").staged("D", "oil") == 30
    says(book, "part-1", "60 gold, 144 grain, 120 oil, 96 tech, and 60 notes", "**30 oil**")


def test_a_glut_of_oil_reaches_the_end_of_the_chain(book: Any) -> None:
    """N3.4."""
    assert literal_eval(results(book, "rates")) == {"A": 1.0, "B": 0.5, "C": 0.5, "D": 1.0}
    assert literal_eval(results(book, "delivered")) == {"A": 1.0, "B": 0.4, "C": 0.4, "D": 1.0}
    says(book, "notice-1", "Oil fell from 0.50 to 0.40 gold, and Bo's notes fell with it")


def test_gold_that_becomes_cheap_takes_along_who_is_pegged_to_it(book: Any) -> None:
    before, after, rates = literal_eval(results(book, "gold"))
    assert before == {"A": 2.4, "B": 0.96, "C": 0.96, "D": 2.4}
    assert {seat for seat in before if before[seat] != after[seat]} == {"A"}
    assert after["A"] == 2.06
    assert rates == {"A": 1.0, "B": round(0.4 * 7 / 6, 3), "C": round(0.4 * 7 / 6, 3),
                     "D": round(7 / 6, 3)}  # fmt: skip
    says(book, "gold-text", "Ada buys 16 tech and pays 10 gold")
    assert Fraction(16 * 60, 96) == 10
    says(book, "notice-1", "rose by one sixth", "2.06 grain instead of 2.40")


def test_one_harvest_under_three_regimes(book: Any) -> None:
    """N11.1."""
    kept = literal_eval(results(book, "three"))

    def pair(rate: float, grain: float) -> dict[str, float]:
        return {"a note in gold": rate, "grain in notes": grain}

    assert kept == {
        "Gold": (pair(1.0, 0.417), pair(1.0, 0.357)),
        "Oil": (pair(0.5, 0.833), pair(0.484, 0.738)),
        "Float": (pair(1.0, 0.417), pair(1.0, 0.357)),
    }
    told = literal_eval(results(book, "policy"))
    assert told["Float"] == pair(0.857, 0.417)
    for name in ("Gold", "Oil"):
        assert "only a floating nation can create currency (N11.1)" in told[name]
    assert Fraction(70, 168) == Fraction(60, 144) and 144 + 4 * 6 == 168
    says(book, "notice-2", "from 0.417 to 0.357", "creates 10 notes, and grain is back at 0.417",
         "70 : 168 = 60 : 144", "0.857 gold", "falls to 0.484", "falls from 0.833 to 0.738",
         )  # fmt: skip


def test_the_fall_of_the_floating_note_is_drawn(book: Any) -> None:
    """What the class is to read off the second chart: from 1 to 0.857, and nobody else moves.

    Behind the lines of each branch stand those of the others, with the branch in their names.
    """
    gold, floating = (
        [numbers(line["y"]) for line in output["data"][PLOTLY]["data"] if "/" not in line["meta"]]
        for output in cell(book, "charts").outputs
        if PLOTLY in output.get("data", {})
    )
    assert all(set(line) == {1.0} for line in gold)
    assert [round(one, 3) for one in floating[0][-2:]] == [1.0, 0.857]
    assert all(set(line) == {1.0} for line in floating[1:])


def test_a_ring_is_refused_and_an_anchor_moves_its_chain(book: Any) -> None:
    """N3.5."""
    shown = results(book, "ring")
    assert "peg currencies in a circle (B to C to B)" in shown
    assert literal_eval(shown[shown.index("{") :]) == dict.fromkeys("ABCD", 1.0)
    match = new(round=2, phase=3, B={"peg": "oil"}, C={"peg": "cur:B"})
    assert match.metrics()["exchange_rate"]["C"] == 0.5
    says(book, "notice-ring", "*Cy's* notes doubled in value along with Bo's, from 0.50 to 1.00",
         "three tokens can't win")  # fmt: skip
    assert match.table.options.disqualify_at == 3


def test_two_changes_running_cost_a_token(book: Any) -> None:
    """N6.2."""
    match = new(round=3, phase=3, A={"changed_in": 2, "reserves": {"gold": 20}})
    match.answer("oil")
    assert match.metrics()["tokens"] == {"A": 1, "B": 0, "C": 0, "D": 0}
    says(book, "notice-ring", "in two consecutive rounds costs a token")


def test_four_regimes_in_one_game(book: Any) -> None:
    swings = literal_eval(results(book, "swings"))
    means = literal_eval(results(book, "twenty"))
    assert swings == {"A": [1.0, 1.76], "B": [1.7, 1.06], "C": [1.7, 1.06], "D": [2.14, 1.3]}
    assert means == {"A": [1.0, 1.72], "B": [1.84, 1.16], "C": [1.84, 1.16], "D": [1.84, 1.25]}
    assert max(swings, key=lambda seat: swings[seat][0]) == "D", "Di's rate changes the most"
    for found in (swings, means):
        assert found["D"][0] > 0.95 * found["B"][0], "on average as much as Bo's"
        assert found["D"][1] < found["A"][1], "and her prices less than Ada's"
        assert all(max(pair) > 1.6 for pair in found.values()), "nobody has two figures near 1"
    says(book, "notice-3", "is 1.76 times her lowest", "1.00 and 1.72", "hardly change, 1.06",
         "swings by a factor of 1.70", "1.16 and 1.84", "2.14, and on average as much",
         "1.30 in the first game and 1.25 on average",
         )  # fmt: skip


def test_the_four_are_pegged_as_it_says(book: Any) -> None:
    """The bankers differ by their pegs alone."""
    says(
        book,
        "four-text",
        "Ada is on **gold**, Bo on **oil**, and Cy on **Bo's notes**",
        "Di **floats**",
    )
    stated: dict[str, Any] = {}
    exec(cell(book, "players").source, stated)
    pegged = stated["Pegged"]
    bots = {"A": "gold_anchor", "B": pegged("oil"), "C": pegged("cur:B"), "D": pegged("none")}
    match = new().play(until="end", bots=bots)
    for row in match.history[18::9]:
        assert row["peg"] == {"A": "gold", "B": "oil", "C": "notes B", "D": "floats"}
        assert set(row["own_issue"].values()) == {0}, "floating without creating anything"


def test_answer_1_a_peg_the_market_does_not_believe(book: Any) -> None:
    """N2.4: worked example 9."""
    costs = []
    for rule in ("both", "payment_only"):
        match = trading({"peg_values": rule}, market={"cur:B": 80})
        costs.append(match.view("A").cost("cur:B", 5, "gold"))
    assert costs == [5, 4] and Fraction(5 * 60, 80) == Fraction(15, 4)
    says(book, "answers", "5 × 60 / 60 = 5 gold under `both`",
         "5 × 60 / 80 = 3.75, rounded to 4 gold, under `payment_only`")  # fmt: skip


def test_answer_2_what_a_chain_lets_one_pay_in(book: Any) -> None:
    """N3.2, N3.4."""
    match = trading(A={"peg": "cur:B"}, B={"peg": "oil"})
    assert match.view("A").native("A") == ("gold", "cur:A", "cur:B")
    says(book, "answers", "with gold, her own notes, and Bo's notes")


def test_answer_3_a_float_cannot_destroy_what_it_has_not_created(book: Any) -> None:
    """N11.3, N11.4."""
    assert 144 * 3 // 4 == 108 and Fraction(45, 108) == Fraction(60, 144)
    match = trading(A={"peg": "none"}, market={"grain": 108})
    with pytest.raises(IllegalMove, match=r"0 created units outstanding, not 1 \(N11.3\)"):
        match.aside("float_money", seat="A", amount=-1)
    with pytest.raises(IllegalMove, match=r"destroy 10 more in this round, not 15 \(N11.4\)"):
        match.aside("float_money", seat="A", amount=-15)
    says(book, "answers", "45 : 108 = 60 : 144", "destroy 15 of the 60", "at most ten per round")


def test_answers_4_and_5_what_the_events_do(book: Any) -> None:
    cards = {card.name: card for card in new().edition.rules.events.values()}
    assert "Nobody may buy gold" in cards["Run on the Banks"].text
    assert cards["Speculative Attack"].goal.measure == "changed_peg"
    says(book, "further", "*Run on the Banks* forbids everybody to buy gold")
    match = trading(event="E05")
    with pytest.raises(IllegalMove, match="Run on the Banks"):
        match.answer("buy", unit="gold", quantity=1, pay_with="cur:A")
