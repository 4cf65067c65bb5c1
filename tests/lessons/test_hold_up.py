"""Lesson 6: what its cells compute is what its text says."""

from __future__ import annotations

import re
from ast import literal_eval
from functools import cache
from typing import Any

import classkit

from .books import Shown, cell, lesson, results, says


@cache
def book() -> Any:
    return lesson("06")


def test_the_contract() -> None:
    """Apart the two lots bring 85, together 170; under own rents 70 and 100."""
    own, halves = literal_eval(results(book(), "preview"))
    assert sum(row[1] for row in own) == 85
    assert sum(sum(row[2:]) for row in own) == sum(sum(row[2:]) for row in halves) == 170
    assert [sum(row[at] for row in own) for at in (2, 3)] == [70, 100]
    assert literal_eval(results(book(), "sign"))[0]["ends"] is None
    says(book(), "notice-1", "Together, the two lots bring 170", "Ada 70 and Bo 100")


def test_the_hold_up() -> None:
    """600 invested, 300 come back; ASSET stands, FUTURE EARNINGS fall from 27.50 to below 1."""
    before, after = (literal_eval(results(book(), part)) for part in ("build", "notice"))
    cash, asset, future = range(3)
    assert before[cash]["A"] == 900 and after[cash]["A"] == 1200
    assert before[asset]["A"] == after[asset]["A"]
    assert before[future]["A"] == 27.5 and after[future]["A"] < 1
    assert after[future]["B"] < before[future]["B"]
    flow, notice_by, ends = literal_eval(results(book(), "sheet"))
    assert flow[-1] == (12, "building_sale", 300, 0, 1200)
    assert (notice_by, ends) == ("B", 12), "it is Bo who gives notice"
    assert after[future] == {"A": 0.88, "B": 1.25, "C": 0.0}, "what each has alone"
    says(book(), "notice-2", "recovers 300 of the 600", "from 27.50 to 0.88")


def test_the_line_collapses_on_the_chart() -> None:
    """What the class is to read off is drawn."""
    lines = Shown(book()).charts("figure")["Future earnings"]
    assert lines["Ada"][-2:] == [27.5, 0.88] and lines["Bo"][-2:] == [2.5, 1.25]


def test_when_the_time_comes_bo_would_rather_not() -> None:
    """Backward induction: ending it is worse for Bo than letting it stand, and worst for Ada."""
    outcomes = literal_eval(results(book(), "outcomes"))
    stays, gives, ends = outcomes.values()
    assert ends[1] < stays[1] < gives[1] and ends[0] < gives[0] < stays[0]
    assert sum(stays) == sum(gives) == 30
    quasi_rents = [round(one - alone, 2) for one, alone in zip(stays, ends, strict=True)]
    assert quasi_rents == [26.62, 1.25] and 300 / 26.62 < 12
    share = round(ends[1] + (30 - sum(ends)) / 2, 2)
    says(book(), "answers", f"Bo gets {share} instead of 2.50")
    says(
        book(),
        "notice-2",
        "quasi-rent is 26.62 per turn, and Bo's is 1.25",
        "He would let it stand",
    )


def test_answer_5_what_a_house_earns_its_builder() -> None:
    """With the contract and after it, beside the 1.75 of a Park Place without houses (Q3.6)."""
    own, _ = literal_eval(results(book(), "preview"))
    outcomes = literal_eval(results(book(), "outcomes"))
    bare = own[0][2] / 40
    stays, _, ends = outcomes.values()
    shared = ends[0] + (30 - sum(ends)) / 2
    assert bare == 1.75 and [round(one - bare) for one in (stays[0], shared)] == [26, 13]
    assert [round(600 / (one - bare)) for one in (stays[0], shared)] == [23, 46]
    says(book(), "answers", "26 more per turn", "about 13", "46 turns instead of 23")


def test_nobody_sells_anything_in_part_3() -> None:
    """Each proposal of these bots is an alliance: nothing else separates the two rows of games."""
    stated: dict[str, Any] = {"classkit": classkit}
    exec(cell(book(), "many").source.partition("paid =")[0], stated)
    options = {"proposals_per_window": 1, "play_rolls": 60}
    for seed in range(2):
        match = classkit.new("opoly", seats=4, seed=seed, options=options)
        match.play("end", bots=stated["bots"])
        offered = [e.facts["form"] for e in match.events if e.name == "deal_offered"]
        assert offered and set(offered) == {"alliance"}


def test_what_alliances_are_worth() -> None:
    """About four times the rent, in every game."""
    found = re.search(r"without alliances (\d+), with alliances (\d+)", results(book(), "means"))
    assert found and int(found[2]) > 2 * int(found[1])
    assert (found[1], found[2]) == ("1545", "6262") and round(6262 / 1545) == 4
    says(book(), "notice-3", "about fourfold, from 1,545 to 6,262", "in all twelve games")
