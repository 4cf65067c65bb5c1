"""Changes of prices, indices, shares and flows, computed a second time."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

import classkit
from classkit.attribution.decomposition import (
    Decomposition,
    decompose_change,
    decompose_metric,
    to_fraction,
    values_by_turn,
)
from classkit.attribution.explanation import Explanation
from classkit.attribution.explanation_text import ExplanationWriter
from classkit.attribution.metric_selection import MetricOfSeat, list_decomposable
from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match

from .referee import holdings

GAMES = ("poleconomy", "opoly", "economicon", "economy")
SHORT, FEW = 30, 1
"""Some turns of some matches; with --deep whole matches, twenty of each game."""


def played(game: str, seed: int, turns: int) -> Match:
    options: dict[str, Any] = {"game": 2} if game == "poleconomy" else {}
    match = classkit.new(game, seats=3 + seed % 2, seed=seed, options=options)
    while not match.is_over and match.turn < turns:
        match.play(until="turn", bots=[None, "random"][seed % 3 == 2])
    return match


@pytest.mark.parametrize("game", GAMES)
def test_every_point_is_split_into_parts_that_sum_to_its_change(game: str, deep: bool) -> None:
    """Decompose every metric of a chart for each seat, part and turn, without a rest."""
    for seed in range(20 if deep else FEW):
        m = played(game, seed, 400 if deep else SHORT)
        told = {key for chart in m.game.active_charts(m.table) for key in chart.metrics}
        unsplit = {one.key for one in m.game.active_metrics(m.table) if one.unsplit}
        figures = [one for one in list_decomposable(m, INSTRUCTOR) if one.metric.key in told]
        assert told <= {one.metric.key for one in figures} | unsplit, "none is forgotten"
        for figure in figures:
            check_every_turn(m, figure, step=1 if deep else 4)


def check_every_turn(m: Match, figure: MetricOfSeat, step: int) -> None:
    """Check the decompositions of one metric turn by turn, or at intervals."""
    values = values_by_turn(m, figure, INSTRUCTOR)
    rounds = {row["turn"]: row["round"] for row in [*m.history, m.metrics()]}
    for since, turn in list(pairwise(sorted(values)))[::step]:
        split = decompose_change(m, figure, since, turn, values, INSTRUCTOR)
        if split.words is not None:
            changed = values[since] != values[turn]
            assert [part.name for part in split.parts] == [str(turn)] * changed
            continue
        anew = figure.metric.window == "this turn" or (
            figure.metric.window == "this round" and rounds[since] != rounds[turn]
        )
        before = 0 if anew else to_fraction(values[since])  # type: ignore[arg-type]  # no words
        change = to_fraction(values[turn]) - before  # type: ignore[arg-type]
        assert abs(to_fraction(split.change) - change) <= Fraction(1, 2 * 10**split.digits), figure
        assert sum(to_fraction(part.amount) for part in split.parts) == to_fraction(split.change), (
            figure
        )
        untold = [part for part in split.parts if part.kind == "rest" and not part.name]
        assert not untold, f"{figure} in turn {turn}"


# --- reckoned a second time: from rows of the history and the ledger ------------------------------


def rows_of(m: Match) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each turn's row of the history, with the one before."""
    return pairwise(m.history)


def amounts(split: Decomposition) -> dict[str, float]:
    """The parts of a split by the name of the term or the reason."""
    return {part.name.rpartition(":")[2]: float(part.exact) for part in split.parts}


def test_the_price_index_is_split_by_what_each_good_adds() -> None:
    """In points of the opening's prices: price now less price then, over the opening's sum."""
    m = played("economicon", 4, 60)
    opening = sum(m.history[0][f"price_{good}"] for good in ("grain", "oil", "tech"))
    seen = 0
    for before, row in rows_of(m):
        found = amounts(decompose_metric(m, "price_index", turn=row["turn"]))
        for good in ("grain", "oil", "tech"):
            change = 100 * (row[f"price_{good}"] - before[f"price_{good}"]) / opening
            assert found.get(good, 0) == pytest.approx(change, abs=0.05)
            seen += bool(change)
    assert seen > 10


def test_a_price_is_split_by_what_comes_to_the_market_and_goes() -> None:
    """Each row of the ledger, in its order, changes gold in the market over grain in it."""
    m = played("economicon", 4, 60)
    seen = 0
    for before, row in rows_of(m):
        there = {unit: holdings(m, {"market"}, before["turn"])[unit] for unit in ("gold", "grain")}
        parts: dict[str, Fraction] = defaultdict(Fraction)
        price = Fraction(there["gold"] or 1, there["grain"] or 1)
        for moved in m.transfers:
            if moved.turn == row["turn"] and moved.unit in there:
                way = (moved.target == "market") - (moved.source == "market")
                there[moved.unit] += way * moved.amount
                now = Fraction(there["gold"] or 1, there["grain"] or 1)
                parts[moved.reason] += now - price
                price = now
        found = amounts(decompose_metric(m, "price_grain", turn=row["turn"]))
        for reason, by in parts.items():
            assert found.get(reason, 0) == pytest.approx(float(by), abs=1e-9)
        seen += len(parts) > 1
    assert seen > 4


def test_trade_is_split_into_its_payments() -> None:
    m = played("economicon", 4, 60)
    for row in m.history[1:]:
        split = decompose_metric(m, "trade_volume", turn=row["turn"])
        assert split.change == row["trade_volume"] - split.before
        paid = [line.transfer for part in split.parts for line in part.lines]
        assert all(one and one.reason in ("payment", "direct_payment") for one in paid)


@pytest.mark.parametrize(
    ("game", "figure", "scale"),
    [("economy", "overall_hhi", 100), ("opoly", "ownership_hhi", 100),
     ("poleconomy", "concentration", 1)],
)  # fmt: skip
def test_concentration_is_split_by_whose_share_rose_or_fell(
    game: str, figure: str, scale: int
) -> None:
    """The square of each share of two turns, from who held which titles at their ends."""
    m = played(game, 1, 45)
    table, accounts = m.table, {seat: {seat, f"player:{seat}"} for seat in m.seats}
    worth = {
        "economy": lambda: {card: table.deck.cards[card].points for card in table.deck.ids},
        "opoly": lambda: {one: table.edition.spaces[one].price for one in table.edition.properties},
        "poleconomy": lambda: dict.fromkeys(table.edition.companies, 1),
    }[game]()

    def squares(turn: int) -> dict[str, Fraction]:
        held = {seat: holdings(m, accounts[seat], turn) for seat in m.seats}
        own = {seat: sum(worth[one] * held[seat][one] for one in worth) for seat in m.seats}
        total = sum(own.values()) or 1
        return {seat: Fraction(scale * own[seat], total) ** 2 for seat in m.seats}

    seen = 0
    for before, row in rows_of(m):
        then, now = squares(before["turn"]), squares(row["turn"])
        found = amounts(decompose_metric(m, figure, turn=row["turn"]))
        for seat in m.seats:
            assert found.get(seat, 0) == pytest.approx(float(now[seat] - then[seat]), abs=1e-9)
            seen += now[seat] != then[seat]
    assert seen >= 3


def test_a_share_is_its_own_change_and_that_of_the_total() -> None:
    """Liquid share: what came counts at the new net worth, what was held by how that changed."""
    m = played("poleconomy", 3, 45)
    seen = 0
    for before, row in rows_of(m):
        for seat in m.seats:
            parts = [one["worth_split"][seat] for one in (before, row)]
            liquid = [Fraction(one["cash"] + one["savings"]) for one in parts]
            total = [one["net_worth"][seat] for one in (before, row)]
            if min(total) <= 0:
                continue
            split = decompose_metric(m, "liquid_share", seat, row["turn"])
            worth = sum(Fraction(part.exact) for part in split.parts if part.kind == "worth")
            moved = sum(Fraction(part.exact) for part in split.parts if part.kind == "moved")
            assert worth == 100 * liquid[0] / total[1] - 100 * liquid[0] / total[0]
            assert moved == 100 * (liquid[1] - liquid[0]) / total[1]
            seen += bool(worth and moved)
    assert seen > 6


def test_income_and_budget_are_the_rows_of_the_ledger() -> None:
    m = played("poleconomy", 3, 45)
    seen = 0
    for row in m.history[1::2]:
        for seat, sources in row["income_by_source"].items():
            for source in ("start", *(one for one, amount in sources.items() if amount)):
                split = decompose_metric(m, "income_by_source", seat, row["turn"], part=source)
                paid = sum(
                    one.amount for one in m.transfers
                    if split.since < one.turn <= row["turn"] and one.unit == "dollars"
                    and (one.target, one.reason) == (seat, source)
                )  # fmt: skip
                assert split.change == paid
                seen += bool(paid)
    assert seen > 4


def test_what_is_counted_in_a_round_begins_anew_with_it() -> None:
    """A point of a chart by rounds tells the whole of its round, and none of the one before."""
    m = played("economicon", 4, 60)
    last = {row["round"]: row for row in m.history}
    for number in (2, 4):
        turns = [row["turn"] for row in m.history if row["round"] == number]
        split = decompose_metric(m, "produced_in_all", turn=turns[-1], since=0, part="grain")
        assert (split.before, split.since) == (0, turns[0] - 1)
        assert split.change == last[number]["produced_in_all"]["grain"] > 0
        assert {line.turn for part in split.parts for line in part.lines} <= set(turns)


def test_a_figure_in_words_tells_when_it_changed() -> None:
    m = played("economicon", 4, 60)
    before, row = next(
        (one, other) for one, other in rows_of(m) if one["peg"]["B"] != other["peg"]["B"]
    )
    told = str(m.why("peg", "B", turn=row["turn"])).split("\n")
    was, now = (m.say().unit(one["peg"]["B"]) for one in (before, row))
    assert told[0] == f"Peg of Bruno: from {was} to {now} in turn {row['turn']}"
    assert told[1].strip().startswith("Bruno ")


def test_a_price_is_told_with_what_was_held_only_where_that_comes_to_the_amount() -> None:
    """Seen of a whole match: "The price of its 61 notes rises from 1 to 1: -7,017.38 gold"."""
    told = 0
    words = re.compile(r"(\d+) .* in reserve (?:rises?|falls?) from ([\d.,]+) to ([\d.,]+) gold")
    for seed in (7, 8, 9):
        match = classkit.new("economicon", seats=3, seed=seed).play(until="end")
        ends = {row["round"]: row["turn"] for row in match.history}
        windows = [(0, match.turn), *pairwise(ends.values())]
        for (since, turn), seat in product(windows, match.seats):
            split = decompose_metric(match, "worth", seat, turn, since, INSTRUCTOR)
            for part in Explanation(split, ExplanationWriter(match, match.say(), INSTRUCTOR)).data[
                "parts"
            ]:
                found = words.match(part["text"])
                if found is None:
                    continue
                count, before, after = (float(one.replace(",", "")) for one in found.groups())
                amount = float(part["amount"].replace(",", "").replace("−", "-").split()[0])
                assert abs(count * (after - before) - amount) <= count * 0.011 + 0.01, part
                told += 1
    assert told > 40
