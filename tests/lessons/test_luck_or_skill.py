"""Lesson 9: what its cells compute is what its text says."""

from __future__ import annotations

import re
from ast import literal_eval
from functools import cache
from math import sqrt as root
from typing import Any

import pytest
from numpy import array, sqrt
from numpy.random import default_rng
from pandas import DataFrame

import classkit
from classkit import study

from .books import cell, dollars, lesson, results, says


@cache
def book() -> Any:
    return lesson("09-")


@cache
def shares() -> dict[int, dict[str, list[int]]]:
    """After so many matches: share of wins, and its interval, by bot; in per cent."""
    found = literal_eval(results(book(), "shares"))
    return {
        matches: {bot: [int(one) for one in re.findall(r"\d+", said)] for bot, said in row.items()}
        for matches, row in found.items()
    }


def test_one_match() -> None:
    worth = dict(literal_eval(results(book(), "one")))
    assert list(worth) == ["Cy", "Bo", "Ada"]
    says(book(), "notice-1", *(f"{dollars(one)}" for one in worth.values()))


def test_how_often_each_wins() -> None:
    last = shares()[1200]
    won = {bot: share for bot, (share, _, _) in last.items()}
    assert won == {"saver": 38, "tycoon": 32, "politician": 30}
    assert last["saver"][1] > last["politician"][2], "skill"
    says(book(), "notice-2", "saver has won 38%, the tycoon 32%, and the politician 30%")
    assert last["saver"] == [38, 35, 41]
    assert (last["tycoon"][1:], last["politician"][1:]) == ([30, 35], [27, 33])


def test_differences_are_taken_seed_by_seed() -> None:
    """Each with an interval of the difference, wider for three at once; zero is in the third."""
    line = r"(\w+) − (\w+): (-?[\d.]+)%, interval (-?[\d.]+)% to (-?[\d.]+)%"
    rows = {
        (one, other): (float(mean), float(low), float(high))
        for one, other, mean, low, high in re.findall(line, results(book(), "differences"))
    }
    assert rows == {
        ("saver", "politician"): (8.0, 3.1, 12.9),
        ("saver", "tycoon"): (5.5, 0.6, 10.4),
        ("tycoon", "politician"): (2.5, -2.5, 7.5),
    }
    assert [low > 0 for _, low, _ in rows.values()] == [True, True, False]
    says(book(), "notice-differences", "8.0 points more often than the politician",
         "interval 3.1 to 12.9", "5.5 points more often than the tycoon (0.6 to 10.4)",
         "ahead of the politician by 2.5 points", "from −2.5 to 7.5")  # fmt: skip


def test_three_intervals_hold_together() -> None:
    """Bonferroni: at 1 − 0.05/3 each, three differences of three means are right in 95 of 100."""
    from scipy.stats import norm  # it loads slowly, in each process that reads this file

    assert "confidence_interval(1 - 0.05 / 3)" in cell(book(), "differences").source
    says(book(), "difference-text", "1 − 0.05/3 = 98.3%")
    assert round(100 * (1 - 0.05 / 3), 1) == 98.3
    rng = default_rng(9)
    means = rng.normal(size=(100_000, 3))  # of three equals, in standard errors of one mean
    apart = abs(means - means[:, [1, 2, 0]]) / sqrt(2)
    for level, least, most in ((0.95, 0.87, 0.89), (1 - 0.05 / 3, 0.95, 0.97)):
        assert least < (apart <= norm.ppf(0.5 + level / 2)).all(axis=1).mean() < most


def test_four_times_the_matches_halve_the_interval() -> None:
    width = {size: row["saver"][2] - row["saver"][1] for size, row in shares().items()}
    assert width == {12: 47, 48: 27, 300: 11, 1200: 6}
    assert shares()[12]["saver"] == [33, 14, 61]
    says(book(), "notice-2", "the saver was at 33%, and the interval went from 14 to 61%",
         "from 47 points to 27.", "to 1,200, it shrank from 11 points to 6")  # fmt: skip
    needed = [0.35 * 0.65 * (1.96 / points) ** 2 for points in (0.05, 0.01)]
    assert needed == pytest.approx([350, 8700], rel=0.01)
    says(book(), "notice-2", "≈ 350", "about 8,700")


def test_forty_classes() -> None:
    assert results(book(), "classes").strip() == "from 20% to 57%, ± 17%, missed by 2"
    says(book(), "notice-classes", "from 20% to 57%", "Two of the forty intervals miss")


def test_the_same_luck() -> None:
    means, apart, paired = results(book(), "tests").strip().splitlines()
    assert means == "mean of the Bidder 3.75, mean of the tycoon 3.98"
    assert apart == "other luck: difference -0.09 to 0.56 million, p = 0.153"
    assert paired == "same luck: difference 0.06 to 0.41 million, p = 0.009"
    says(book(), "notice-3", "with 3.98 million, and the bidder with 3.75", "0.24 million",
         "from −0.09 to 0.56 million", "(p = 0.15)", "from 0.06 to 0.41 million (p = 0.009)",
         "saves 70% of the matches")  # fmt: skip
    spread, saved = results(book(), "saved").strip().splitlines()
    other, same = (float(one) for one in re.findall(r"(\d\.\d\d)", spread))
    assert "70%" in saved and (other, same) == (2.33, 1.27)
    needed = [(1.96 * one / 0.1) ** 2 for one in (other, same)]
    assert needed == pytest.approx([2090, 620], rel=0.01)
    says(book(), "answers", "≈ 2,090 seeds", "≈ 620")


FLOWS = {
    "paid by squares": {"company_profit", "own_company", "advert_share"},
    "bought": {"buy_company", "buy_advert", "auction"},
    "taken over": {"takeover_price"},
    "tax": {"tax"},
}
"""The reasons of payments that have to do with squares."""


def parts(player: Any, seed: int) -> dict[str, int]:
    """What the first seat has at the end, in dollars, by where it comes from."""
    match = classkit.new("poleconomy", seats=3, seed=seed, options={"game": 1})
    match.play(until="end", bots={"A": player, "B": "saver", "C": "politician"})
    found = dict.fromkeys([*FLOWS, "other"], 0)
    for moved in match.transfers:
        if moved.unit == "dollars" and "A" in (moved.source, moved.target):
            kind = next((kind for kind in FLOWS if moved.reason in FLOWS[kind]), "other")
            found[kind] += moved.amount if moved.target == "A" else -moved.amount
    worth = match.metrics()["worth_split"]["A"]
    assert sum(found.values()) == worth["cash"]
    found["squares"] = worth["companies"] + worth["adverts"]
    found["other"] += sum(worth.values()) - worth["cash"] - found["squares"]
    return found


def test_where_the_quarter_of_a_million_comes_from() -> None:
    """Every dollar of the difference has its part, and the parts are those that the notes name."""
    stated: dict[str, Any] = {"study": study}
    exec(cell(book(), "bidder").source, stated)
    tycoon, bidder = (
        DataFrame([parts(player(), seed) for seed in range(1, 201)]).mean() / 1e6
        for player in (stated["Tycoon"], stated["Bidder"])
    )
    apart = tycoon - bidder
    gains = [one.squares + one.bought + one["taken over"] for one in (tycoon, bidder)]
    assert [round(gain, 2) for gain in gains] == [0.47, 0.24]
    shares = [apart["paid by squares"], gains[0] - gains[1], apart.tax, apart.other]
    assert [round(one, 2) for one in shares] == [0.12, 0.22, -0.05, -0.06]
    assert round(sum(shares), 2) == 0.24 == round(apart.sum(), 2)
    cents = [round(-100 * one.bought / one.squares) for one in (bidder, tycoon)]
    assert cents == [62, 56]


def test_twenty_comparisons() -> None:
    assert results(book(), "twenty").strip() == "below 0.05: 2 | smallest: 0.012"
    says(
        book(),
        "notice-4",
        "Two of twenty are below 0.05, and the smallest p is 0.012",
        "= 64%",
    )
    assert round(1 - 0.95**20, 2) == 0.64


def test_the_answers_for_the_teacher() -> None:
    """The standard error by seed, and the rule of question 4."""
    from scipy.stats import ttest_ind  # it loads slowly, in each process that reads this file

    turns = [["tycoon", "saver", "politician"], ["saver", "politician", "tycoon"],
             ["politician", "tycoon", "saver"]]  # fmt: skip
    runs = study.simulate(
        "poleconomy",
        n=400,
        seats=3,
        vary={"bots": turns},
        by="seat",
        progress=False,
        options={"game": 1},
    )
    won = runs[runs.bot == "saver"].groupby("seed").won.mean()
    assert 100 * won.std() / root(400) == pytest.approx(1.2, abs=0.05)
    assert 100 * root(won.mean() * (1 - won.mean()) / 1200) == pytest.approx(1.4, abs=0.05)
    says(book(), "answers", "1.2 points from the 400 means, compared with 1.4")
    means = runs[runs.bot == "tycoon"].groupby("seed").score.mean().to_numpy().reshape(40, 10)
    p = [float(ttest_ind(means[at], means[at + 20]).pvalue) for at in range(20)]
    assert sum(one < 0.05 for one in p) == 2 and round(min(p), 3) == 0.002 < 0.0025
    says(book(), "answers", "Again, two of twenty are below 0.05, and the smallest p is 0.002")
    rule = study.simulate(
        "poleconomy", bots=turns[0], n=200, seats=3, progress=False,
        vary={"disaster_still_moves": [True, False]}, options={"game": 1},
    )  # fmt: skip
    worth = rule.pivot(index="seed", columns="disaster_still_moves", values="score.A") / 1e6
    assert worth.mean().round(2).to_dict() == {True: 3.98, False: 3.80}
    paired = (worth[False] - worth[True]).std() / root(200)
    apart = root((worth[False].var() + worth[True].var()) / 200)
    assert (round(paired, 2), round(apart, 2)) == (0.07, 0.17)
    says(book(), "answers", "3.98 and 3.80 million", "0.07 seed by seed and 0.17 otherwise")


def test_real_worth_is_harder_to_show() -> None:
    """Answer 3: perhaps richer in companies too; the spread is larger beside its mean (P4.2)."""
    from scipy.stats import ttest_rel  # it loads slowly, in each process that reads this file

    stated: dict[str, Any] = {"study": study}
    exec(cell(book(), "bidder").source, stated)
    either = [[player, "saver", "politician"] for player in ("tycoon", stated["Bidder"])]
    vary = {"bots": either}
    pairs = study.simulate(
        "poleconomy",
        n=200,
        seats=3,
        vary=vary,
        metrics=["real_worth"],
        progress=False,
        options={"game": 1},
    )
    real, dollar = (
        pairs.pivot(index="seed", columns="bot.A", values=f"{name}.A")
        for name in ("real_worth", "score")
    )
    assert real.mean().round(1).to_dict() == {"Bidder": 10.6, "tycoon": 11.5}
    found = ttest_rel(real.tycoon, real.Bidder).confidence_interval()
    assert [round(one, 1) for one in found] == [-0.3, 2.0]
    for player in ("tycoon", "Bidder"):
        spreads = [frame[player].std() / frame[player].mean() for frame in (real, dollar)]
        assert spreads[0] > spreads[1]
    says(book(), "answers", "11.5 companies compared with 10.6", "from −0.3 to 2.0")


def test_three_looks_find_nothing_too_often() -> None:
    """Of equals, some 11% are found different at one of three looks, at 300, 600 and 900."""
    rng = default_rng(5)
    sums = rng.normal(size=(100_000, 3)).cumsum(axis=1)
    found = abs(sums / sqrt(array([1, 2, 3]))) > 1.96
    assert 0.10 < found.any(axis=1).mean() < 0.115
    assert 0.045 < found[:, 0].mean() < 0.055, "5% at one look"
