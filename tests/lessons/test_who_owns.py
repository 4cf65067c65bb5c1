"""Lesson 4 says what its cells show: value chains, concentration, and what is remembered."""

from __future__ import annotations

from ast import literal_eval
from itertools import pairwise
from statistics import mean, stdev
from typing import Any

import pytest

import classkit

from .books import Shown, cell, lesson, results, says


@pytest.fixture(scope="module")
def book() -> Any:
    return lesson("04-")


def test_one_landing_pays_the_chain(book: Any) -> None:
    """E4.1: worked example 11 and 20 of the rules."""
    assert literal_eval(results(book, "landed")) == ({"A": 3, "B": 3, "C": 1, "D": 0}, 3877.6)
    says(book, "notice-1", "Ada scores 3, Bo 3, and Cy 1", "43%, Bo 43%, and Cy 14%", "3877.6")


def test_a_merger_moves_income(book: Any) -> None:
    mergers = literal_eval(results(book, "merger"))
    of_shops, hhi, points = mergers["Ada takes Bo over"]
    assert of_shops == literal_eval(results(book, "markets"))[1] == 5_000, "vertical"
    assert points == {"A": 6, "B": 0, "C": 1, "D": 0} and sum(points.values()) == 7
    assert hhi == 7551.0 and round(2 * (300 / 7) ** 2, 1) == round(7551.02 - 3877.55, 1) == 3673.5
    of_shops, _, points = mergers["Bo buys Cy's shop"]
    assert of_shops == 10_000 == 5_000 + 2 * 50 * 50 and sum(points.values()) == 7
    says(book, "notice-merger", "7551.0", "rises from 5,000 to 10,000", "2 × 50 × 50 = 5,000",
         "The chain earns 7 points no matter who owns it")  # fmt: skip


def test_two_kinds_of_concentration(book: Any) -> None:
    points, winners, market, overall = literal_eval(results(book, "played"))
    assert points == {"A": 44, "B": 46, "C": 43} and winners == ("B",)
    assert market == 6100 and 3333 <= overall < 3600
    sectors = literal_eval(results(book, "sectors"))
    assert [name for name, hhi in sectors.items() if hhi == 10_000] == ["health"]
    says(
        book,
        "notice-2",
        "near 6,100",
        "player owns all of Health",
        "46 points, Ada with 44, and Cy with 43",
    )


def test_nobody_is_shown_what_lies_face_down(book: Any) -> None:
    """E6.1."""
    ends = literal_eval(results(book, "one"))
    assert sum(ends["closed"].values()) == 0 and sum(ends["open"][seat] for seat in "BCD") > 0
    down, shown = literal_eval(results(book, "shown"))
    assert len(down) > 0 and shown == [None] * len(down)


def test_what_all_know_is_no_asset(book: Any) -> None:
    totals = literal_eval(results(book, "forty"))
    closed, open_ = totals["closed"][0], totals["open"][0]
    others = [closed[seat] for seat in "BCD"]
    assert closed["A"] >= 1.5 * max(others), "half as often again as anybody else"
    assert all(open_[seat] > open_["A"] for seat in "BCD")
    assert sum(open_.values()) > sum(closed.values())
    assert abs(totals["closed"][1] - totals["open"][1]) <= 8
    share = {
        name: round(100 * done["A"] / sum(done.values())) for name, (done, _) in totals.items()
    }
    assert share == {"closed": 38, "open": 16} and min(open_[seat] for seat in "BCD") >= 58


def test_answer_2_the_smallest_index_of_a_chain() -> None:
    shares = [300 / 7, 200 / 7, 100 / 7, 100 / 7]
    assert round(sum(one**2 for one in shares), 1) == 3061.2
    assert [round(one, 2) for one in shares] == [42.86, 28.57, 14.29, 14.29]


def test_both_lines_of_concentration_are_as_described(book: Any) -> None:
    """From 10,000; all property to about a third at once, the chains bit by bit."""
    lines = Shown(book).charts("concentration")["Concentration of the market"]
    chains = [one for one in lines["Mean of the sectors (HHI)"] if one is not None]
    overall = [one for one in lines["All property (HHI)"] if one is not None]
    assert chains[0] == overall[0] == 10_000
    assert overall[2] == pytest.approx(3_333, abs=1) and max(overall[2:]) < 3_600
    steps = [after - before for before, after in pairwise(chains)]
    assert sum(step < 0 for step in steps) > sum(step > 0 for step in steps) > 0, "with setbacks"
    late = lines["Mean of the sectors (HHI)"][44:]
    assert all(abs(one - 6_100) < 130 for one in late) and late[-1] == pytest.approx(6_100, abs=1)
    earlier = lines["Mean of the sectors (HHI)"][43]
    assert abs(earlier - 6_100) > 300, "not before turn 44"


def test_how_many_games_the_worth_of_notes_takes(book: Any, deep: bool) -> None:
    """The teacher's answer, from games of its own; all 400 seeds with --deep."""
    stated: dict[str, Any] = {"names": ["Ada", "Bo", "Cy", "Di"], "classkit": classkit}
    for part in ("players", "lookers"):
        exec(cell(book, part).source, stated)
    exec(cell(book, "one").source.partition("ends =")[0], stated)
    seeds = range(1, 401 if deep else 81)
    won = [
        ["A" in stated["play"](seed, open_memory).winners for open_memory in (False, True)]
        for seed in seeds
    ]
    closed, opened = (sum(one) for one in zip(*won, strict=True))
    assert closed > opened
    if deep:
        apart = [a - b for a, b in won]
        assert (closed, opened) == (176, 135)
        half = 1.96 * stdev(apart) / 400**0.5
        assert [round(100 * one) for one in (mean(apart) - half, mean(apart) + half)] == [5, 15]
        assert [round((1.96 * stdev(apart) / at) ** 2, -1) for at in (0.1, 0.05)] == [110, 430]
    says(
        book,
        "answers",
        "176 games with closed memory and 135 with",
        "interval 5 to 15",
        "110 seeds",
        "430",
    )
