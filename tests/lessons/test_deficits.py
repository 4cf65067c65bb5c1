"""Lesson 3 says what its cells show: deficits, bonds, bankruptcy without a winner (P17)."""

from __future__ import annotations

from ast import literal_eval
from itertools import pairwise
from typing import Any

import pytest

import classkit
from classkit.games.poleconomy.laws import compute_tax, read_law
from classkit.games.poleconomy.rules.treasury import compute_redemption_cost

from .books import cell, dollars, lesson, results, says


@pytest.fixture(scope="module")
def book() -> Any:
    return lesson("03-")


def stated(book: Any, *cells: str) -> dict[str, Any]:
    """What the cells that only state facts bind to names."""
    names: dict[str, Any] = {}
    for one in cells:
        exec(cell(book, one).source, names)
    return names


def test_the_snowball_doubles_until_nothing_is_left(book: Any) -> None:
    """P17.4 to P17.6."""
    position = stated(book, "position")["position"]
    table = classkit.new("poleconomy", 3, options={"game": 2}, seed=7, position=position).table
    assert literal_eval(results(book, "thrown")) == [table.issued, 8, 16, 16] == [4, 8, 16, 16]
    facts, winners = literal_eval(results(book, "bankrupt"))
    assert (facts["bill"], facts["cash"], facts["unissued"], winners) == (1_600_000, 0, 14, ())
    says(
        book, "notice-1", "from 4 to 8 to 16", f"The third bill is {dollars(facts['bill'])}",
        f"14 unissued bonds cover only {dollars(14 * table.edition.prices.bond)}",
    )  # fmt: skip
    assert len(set(literal_eval(results(book, "circulation")))) == 1, "not by a dollar"


def test_interest_to_a_player_is_new_money(book: Any) -> None:
    rows, winners = literal_eval(results(book, "creditor"))
    assert [sum(debt.values()) for debt, _ in rows] == [4, 8, 16, 16] and winners == ()
    money = [amount for _, amount in rows]
    assert money[0] == literal_eval(results(book, "circulation"))[0], "both begin alike"
    assert [after - before for before, after in pairwise(money)] == [
        400_000, 400_000, 0
    ]  # fmt: skip
    worth = literal_eval(results(book, "cy"))
    assert worth["C"] > worth["A"] + worth["B"]
    says(book, "notice-same", "400,000 in new money", "has not won")


def test_a_bond_makes_money_and_a_promise_moves_it(book: Any) -> None:
    money, treasury = literal_eval(results(book, "borrows"))
    before, issued, promised = money
    assert issued == before and promised - issued == 400_000 and treasury == 0
    names = stated(book, "players", "country", "laws")
    match = classkit.new("poleconomy", 4, options={"game": 2}, seed=10, position=names["country"])
    bots = dict.fromkeys("ABCD", "saver")
    match.answer("propose_tax", law=names["no_tax"]).play("decision", bots=bots)
    match.answer("issue_bonds", count=4)
    assert match.metrics()["treasury_cash"] == 400_000, "the Treasury has it, the public has not"
    says(book, "notice-2", "gave the Treasury 400,000 and the public nothing",
         "put 400,000 into the public's hands")  # fmt: skip


def test_one_country_goes_bankrupt_and_one_does_not(book: Any) -> None:
    """P17.5: nobody wins; the other is played to its last round."""
    ends = literal_eval(results(book, "ends"))
    cause, round_, _, winners = ends["Ada borrows"]
    assert (cause, winners) == ("bankrupt", ()) and round_ < 10
    cause, round_, debt, winners = ends["Ada taxes"]
    assert (cause, round_) == ("rounds", 10) and winners and sum(debt.values()) < 30


def test_the_charts_show_what_is_to_be_noticed(book: Any) -> None:
    borrowed, taxed = figures(book, "borrowed"), figures(book, "taxed")
    assert set(borrowed["Treasury"][0]["y"]) == {0}, "stays at zero"
    balance = borrowed["Balance of the budget"][0]["y"]
    assert max(balance) <= 0 and min(balance) < 0, "never above zero"
    parts = {trace["name"]: trace["y"] for trace in borrowed["Budget of each round"]}
    interest = next(y for name, y in parts.items() if "interest" in name.lower())
    others = [sum(y) for y in zip(*(y for y in parts.values() if y is not interest), strict=True)]
    assert interest[0] == others[0] == 0, "the opening position"
    assert interest[1] == 0 > others[1], "at first the promise and salaries"
    assert min(balance) == min(interest) < min(others), "the deepest bar is interest"
    debt = [
        sum(bonds) for bonds in zip(*(one["y"] for one in borrowed["Public debt"]), strict=True)
    ]
    steps = [after - before for before, after in pairwise(debt)]
    assert steps.count(0) > len(steps) / 2 and max(steps) >= 4, "it stands still, then jumps"
    balance = taxed["Balance of the budget"][0]["y"]
    assert min(balance) < 0 < max(balance), "also has deficits"
    assert sum(amount > 0 for amount in balance) >= 2, "Taxation comes around again"
    assert max(after - before for before, after in pairwise(taxed["Treasury"][0]["y"])) > 0


def figures(book: Any, cell_id: str) -> dict[str, list[dict[str, Any]]]:
    """The charts that a cell shows: title -> its series, amounts as plain lists."""
    shown = [
        output["data"]["application/vnd.plotly.v1+json"] for output in cell(book, cell_id).outputs
    ]
    return {one["layout"]["title"]["text"]: one["data"] for one in shown}


def test_who_would_have_gained_by_a_tax(book: Any) -> None:
    """P17.5, P19.4: the branch of Ada who borrows again, with the tax law tabled later."""
    names = stated(book, "players", "country", "laws")
    bots, taxes = names["bots"], names["taxes"]
    options = {"game": 2, "round_limit": 10}
    match = classkit.new("poleconomy", 4, seed=10, position=names["country"], options=options)
    match.answer("propose_tax", law=names["no_tax"]).play("decision", bots=bots)
    match.answer("issue_bonds", count=4)
    match.answer("propose_subsidy", delay_rounds=0, **names["promise"])
    match.play(until="end", bots=bots)
    assert (match.round, match.winners, match.metrics()["public_debt"]) == (
        6, (), literal_eval(results(book, "ends"))["Ada borrows"][2]
    )  # fmt: skip
    stops = [event.facts["kind"] for event in match.events if event.name == "marker_moved"]
    assert stops == ["salary", "bonds", "salary", "election", "bonds"]
    worths = next(row for row in reversed(match.history) if row["round"] == 5)["net_worth"]
    first, second, *_ = sorted(worths, key=worths.__getitem__, reverse=True)
    assert (first, second, worths["B"]) == ("B", "A", 3_340_000)
    then = match.fork().goto(turn=20).table
    due = {seat: compute_tax(read_law(taxes), then.get_field_values(seat)) for seat in then.seats}
    assert due["B"] == 350_000 and worths["A"] < worths["B"] < worths["A"] + 200_000
    left = {seat: worths[seat] - due[seat] for seat in due}
    assert max(left, key=left.__getitem__) == "B", "he stays in the lead"
    bonds = {seat: match.table.get_field_values(seat)["bonds"] for seat in match.seats}
    assert bonds["B"] + bonds["C"] == sum(bonds.values()) == 9
    for turn, round_ in ((4, 2), (8, 3), (12, 4), (16, 5), (19, 5)):
        other = match.fork().goto(turn=turn)
        while other.request.name != "pm_action":
            other.play("decision", bots=bots)
        assert other.round == round_
        other.answer("propose_tax", law=taxes)
        while other.request.name != "pm_action":
            for asked in other.requests():
                other.answer("yes", seat=asked.seat)
        other.play(until="end", bots=bots)
        assert other.events[-1].facts["cause"] == "bankrupt" and other.round == 6
        assert not any(other.metrics()["tax_paid"].values())
    says(
        book, "answers", "At the end of round 5, Bo leads with 3,340,000", "350,000 from Bo",
        "the nine bonds that Bo and Cy hold", "Salary, Bonds, Salary, Election, and Bonds",
    )  # fmt: skip


def test_forty_games_bear_out_the_comparison(book: Any) -> None:
    bankrupt, only = literal_eval(results(book, "forty"))
    assert bankrupt["borrows"] >= 1.5 * bankrupt["taxes"] > 0, "half as often again; both do"
    assert bankrupt == {"borrows": 18, "taxes": 7} and only == {"borrows": 12, "taxes": 1}
    from scipy.stats import binomtest  # it loads slowly, in each process that reads this file

    chance = binomtest(only["taxes"], sum(only.values())).pvalue
    assert round(1 / chance, -2) == 300
    says(book, "notice-3", "once in 300")


def test_no_tax_law_helps_where_the_marker_does_not_stop_on_taxation(book: Any) -> None:
    """Of the seven that tax and go bankrupt three never saw Taxation (P19.4)."""
    names = stated(book, "players", "country", "laws")
    without = []
    for seed in range(1, 41):
        options = {"game": 2, "round_limit": 10}
        match = classkit.new("poleconomy", 4, seed=seed, position=names["country"], options=options)
        names["govern"](match, names["taxes"], 2)
        match.play(until="end", bots=names["bots"])
        if match.events[-1].facts["cause"] == "bankrupt":
            stops = [e.facts["kind"] for e in match.events if e.name == "marker_moved"]
            without.append("taxation" not in stops)
    assert (len(without), sum(without)) == (7, 3)
    says(book, "notice-3", "In three of the seven, the marker never stopped on *Taxation*")


def test_answers_1_and_2_what_a_law_can_carry(book: Any) -> None:
    names = stated(book, "players", "country", "laws")
    table = classkit.new(
        "poleconomy", 4, options={"game": 2}, seed=10, position=names["country"]
    ).table
    assert all(table.get_field_values(seat)["companies"] == 3 for seat in table.seats)
    kinds = list(table.edition.index.kinds)
    assert [kinds.count(kind) for kind in ("taxation", "salary", "bonds")] == [5, 4, 3]
    salaries = sum(table.salaries.values())
    assert salaries == 500_000

    def carried(law: Any) -> int:
        yields = sum(compute_tax(law, table.get_field_values(seat)) for seat in table.seats)
        return (5 * yields - 4 * salaries) // (3 * table.edition.interest.bond_per_bond)

    laws = names["taxes"], {"bracket": [{"per_company": 50_000}]}, names["no_tax"]
    assert [carried(read_law(law)) for law in laws][:2] == [16, 3]
    assert carried(read_law(laws[2])) < 0
    says(
        book, "answers", "1. Sixteen", "5 Taxations, 4 Salaries, and 3 Bonds", "yield 1,400,000",
        "= 5,000,000", "2. Three bonds: 5 × 600,000 − 4 × 500,000 = 1,000,000",
    )  # fmt: skip


def test_answers_3_and_4(book: Any) -> None:
    """P17.5, P17.8."""
    table = classkit.new(
        "poleconomy", 4, options={"game": 2}, seed=7, position={"C.bonds": 4, "unissued": 22}
    ).table
    of_cy = compute_redemption_cost(table, {"from_bank": 0, "from_players": {"C": 4}})
    of_bank = compute_redemption_cost(table, {"from_bank": 4, "from_players": {}})
    says(
        book,
        "answers",
        f"It would cost {dollars(of_cy)}, which is twice",
        f"or {dollars(of_bank)} if the Bank held them",
    )
    assert 2 * of_bank == of_cy
    throw = {**stated(book, "position")["position"], "luck": [[1, 2]]}
    survives = {}
    for issued, cash in ((15, 0), (16, 0), (16, 100_000), (16, 200_000)):
        facts = {**throw, "unissued": 30 - issued, "treasury": cash}
        match = classkit.new("poleconomy", 3, options={"game": 2}, seed=7, position=facts)
        survives[issued, cash] = not match.play(until="turn", bots="passive").is_over
    assert survives == {
        (15, 0): True, (16, 0): False, (16, 100_000): False, (16, 200_000): True
    }  # fmt: skip
    says(book, "answers", "the bill of 1,500,000", "Having 200,000 in cash would save the country")


def test_answer_5_what_moves_when(book: Any) -> None:
    """P1.1: circulation is what players and Treasury hold together."""

    def public(row: dict[str, Any]) -> int:
        held: int = row["money_in_circulation"] - row["treasury_cash"]
        return held

    def moved(law: Any, luck: Any, **facts: Any) -> dict[str, int]:
        position = {**stated(book, "position")["position"], "law": law, "luck": luck, **facts}
        match = classkit.new("poleconomy", 3, options={"game": 2}, seed=7, position=position)
        before = match.metrics()
        after = match.play(until="turn", bots="passive").metrics()
        assert public(after) - public(before) == (-300_000 if "A.at" in facts else 0)
        keys = ("money_in_circulation", "treasury_cash", "bank_cash")
        return {key: after[key] - before[key] for key in keys}

    no_tax = {"bracket": [{"when": []}]}
    poll = {"bracket": [{"flat": 100_000}]}
    taxed = moved(poll, [[1, 2]], **{"A.at": "I06"})
    assert taxed == {"money_in_circulation": 0, "treasury_cash": 300_000, "bank_cash": 0}
    paid = moved(no_tax, [[1, 2]], treasury=400_000)
    assert paid == {
        "money_in_circulation": -400_000, "treasury_cash": -400_000, "bank_cash": 400_000
    }  # fmt: skip
    match = classkit.new(
        "poleconomy", 3, options={"game": 2}, seed=7, position={"prime_minister": "A"}
    )
    before = match.metrics()
    after = match.answer("issue_bonds", count=1).metrics()
    assert public(after) == public(before), "a bond issued to the Bank"
    assert after["treasury_cash"] - before["treasury_cash"] == 100_000
    assert after["money_in_circulation"] - before["money_in_circulation"] == 100_000
    assert after["bank_cash"] - before["bank_cash"] == -100_000
