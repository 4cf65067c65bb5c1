"""Lesson 10: what its cells compute is what its text says."""

from __future__ import annotations

import re
from ast import literal_eval
from functools import cache
from typing import Any

import classkit
from classkit.engine.registry import find

from .books import cell, dollars, lesson, results, says


@cache
def book() -> Any:
    return lesson("10")


def test_one_match() -> None:
    """Who is richest, and that the first decision is one that the lesson shows."""
    lines = literal_eval(results(book(), "played"))
    assert [(place, seat) for place, seat, _ in lines] == [(1, "C"), (2, "B"), (3, "A")]
    (_, _, most), (_, _, second), (_, _, least) = lines
    says(book(), "notice-1", *(dollars(score) for score in (most, second, least)))
    assert 6 <= most / least <= 8, "about a seventh"
    seat, name, moves, default = literal_eval(results(book(), "asked"))
    assert seat in "ABC" and name and default in moves


def test_the_price_to_stop_at_hardly_matters() -> None:
    """To buy is worth 0.4 million; from N = 2 on there is no difference beyond chance."""
    from scipy.stats import ttest_rel  # it loads slowly, in each process that reads this file

    stated: dict[str, Any] = {"classkit": classkit}
    exec(cell(book(), "buyer").source, stated)
    worths: dict[int, list[float]] = {}
    bought: dict[int, float] = {}
    for limit in (0, 2, 8):
        ends = []
        for seed in range(1, 61):
            match = classkit.new("poleconomy", seats=3, seed=seed, options={"game": 1})
            policy = stated["up_to"](limit)
            ends.append(match.play(bots={"A": policy, "B": "saver", "C": "tycoon"}))
        worths[limit] = [match.metrics()["net_worth"]["A"] / 1e6 for match in ends]
        reasons = {"buy_company", "buy_advert"}
        paid = [
            moved for match in ends for moved in match.transfers
            if moved.source == "A" and moved.unit == "dollars" and moved.reason in reasons
        ]  # fmt: skip
        bought[limit] = round(len(paid) / 60, 1)
    assert bought == {0: 0.0, 2: 2.4, 8: 4.3}
    never, dear = (ttest_rel(worths[2], worths[limit]) for limit in (0, 8))
    assert never.confidence_interval().low > 0.2
    assert dear.confidence_interval().low < -0.05 and dear.confidence_interval().high > 0.05
    gain = sum(worths[2]) / 60 - sum(worths[0]) / 60
    assert round(gain, 1) == 0.4


def test_the_check_finds_the_mistake_and_the_mended_file_has_none() -> None:
    told = results(book(), "checked")
    assert "bidder.py, line 7, in policy: it answered 'bid'" in told and "1 problem." in told
    found = re.search(r"[A-C] has \$([\d,]+) and cannot bid \$([\d,]+) \(P8\.1\)", told)
    assert found is not None
    says(book(), "notice-2", f"a bid of {found[2]} with {found[1]} in cash")
    assert "first in match 3," in told
    again = results(book(), "checked-again")
    assert "No problems: it is ready to play." in again
    won = re.search(r"It won ([\d.]+); a player of average strength would win (\d+)", again)
    assert won is not None and float(won[1]) <= 2 < int(won[2]), "it hardly ever wins"


def test_taking_decisions_away() -> None:
    wins = literal_eval(results(book(), "ablation"))
    assert wins.pop("choose_move") == 0 and wins.pop("buy_life") == 2
    assert min(wins.values()) >= 8 and max(wins.values()) <= 12
    life, at_end, corner = literal_eval(results(book(), "prices"))
    phrase = f"costs {dollars(life)} and is worth {dollars(at_end)}"
    says(book(), "insured-text", phrase, f"the corner {corner}")
    assert find("poleconomy").edition().rules.supply.life == 6


def test_the_table_of_the_tournament() -> None:
    """What the notes say of the intervals, read from the frame that the lesson shows."""
    rows = {}
    for line in results(book(), "figures").splitlines()[1:]:
        _, name, *figures = line.split()
        rows[name] = [float(figure) for figure in figures]
    rating, low, high, win_share, _, forfeits = range(6)
    assert rows["insured"][low] > rows["bidder"][high], "their intervals do not touch"
    assert rows["insured"][win_share] > rows["bidder"][win_share]
    for bot in ("saver", "tycoon"):
        assert rows[bot][rating] > rows["insured"][rating]
    says(book(), "notice-3", "*insured* ranks above *bidder*, and both rank below the two bots")
    overlap = min(rows["saver"][high], rows["tycoon"][high]) - max(
        rows["saver"][low], rows["tycoon"][low]
    )
    assert overlap > 5
    assert rows["sly"][forfeits] > 0
    assert all(row[forfeits] == 0 for name, row in rows.items() if name != "sly")
    failed = results(book(), "failed")
    assert "sly" in failed and "AttributeError" in failed and "bidder" not in failed


def test_two_policies_are_compared_seed_by_seed() -> None:
    """Far from zero for one pair, with zero in it for the other; two intervals, so each wider."""
    assert "confidence_interval(1 - 0.05 / 2)" in cell(book(), "differences").source
    line = r"− (\w+): (-?[\d.]+) million, (-?[\d.]+) to (-?[\d.]+)"
    rows = {
        name: tuple(float(one) for one in found)
        for name, *found in re.findall(line, results(book(), "differences"))
    }
    assert rows == {"bidder": (1.38, 0.99, 1.76), "saver": (-0.42, -1.05, 0.22)}
    says(book(), "notice-4", "1.38 million richer", "0.99 to 1.76", "0.42 million *poorer*",
         "−1.05 to 0.22", "we compute each at 97.5%")  # fmt: skip


def test_eight_to_twelve_wins_of_thirty_are_no_sign() -> None:
    """In 99 cases of 100 one of three equals wins 4 to 17 of thirty, so in 95 five of them do."""
    from scipy.stats import binom  # it loads slowly, in each process that reads this file

    fair = binom(30, 1 / 3)
    assert fair.cdf(17) - fair.cdf(3) > 0.99 > fair.cdf(16) - fair.cdf(3)
    wins = literal_eval(results(book(), "ablation"))
    assert len(wins) == 5 and 1 - 5 * 0.01 >= 0.95
    assert {name for name, won in wins.items() if not 4 <= won <= 17} == {"choose_move", "buy_life"}


def test_the_table_is_shown_as_one() -> None:
    shown = [
        output["data"]["text/html"]
        for output in cell(book(), "tournament").outputs
        if "text/html" in output.get("data", {})
    ]
    assert len(shown) == 1 and shown[0].count("<bdi>") == 5
