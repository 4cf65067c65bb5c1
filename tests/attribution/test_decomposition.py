"""Decompositions, computed a second time from ledger and prices."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

import classkit
from classkit.attribution.decomposition import Decomposition, decompose_metric, to_fraction
from classkit.engine.errors import ClasskitError
from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match

from . import referee
from .referee import Parts

MATCHES, FEW = 100, 3
RACES: dict[str, tuple[str, Callable[[Match, str, int, int], Parts]]] = {
    "poleconomy": ("net_worth", referee.poleconomy),
    "economicon": ("worth", referee.economicon),
    "economy": ("points", referee.economy),
    "opoly": ("asset_score", referee.opoly),
}


def played(game: str, seed: int) -> Match:
    """A match that is over: of both games of Poleconomy, of three and four seats."""
    options: dict[str, Any] = {"game": 1 + seed % 2} if game == "poleconomy" else {}
    bots = [None, "random"][seed % 7 == 3]
    match = classkit.new(game, seats=3 + seed % 2, seed=seed, options=options)
    return match.play(until="end", bots=bots)


def by_name(split: Decomposition) -> Parts:
    return {
        f"worth {part.name}" if part.kind == "worth" else part.name: Fraction(part.exact)
        for part in split.parts
        if part.exact
    }


@pytest.mark.parametrize("game", RACES)
def test_parts_are_what_ledger_and_prices_come_to(game: str, deep: bool) -> None:
    """Each part of each turn of each seat, to the last dollar; all sum to the change."""
    figure, reckon = RACES[game]
    for seed in range(MATCHES if deep else FEW):
        m = played(game, seed)
        turns = [row["turn"] for row in m.history]
        seats = m.seats if deep else m.seats[seed % len(m.seats) :][:1]
        for seat in seats:
            values = {row["turn"]: to_fraction(row[figure][seat]) for row in m.history}
            for since, turn in list(pairwise(turns))[:: 1 if deep else 3]:
                split = decompose_metric(m, figure, seat, turn, viewer=INSTRUCTOR)
                assert (split.since, split.turn) == (since, turn)
                assert to_fraction(split.change) == values[turn] - values[since]
                assert sum(to_fraction(part.amount) for part in split.parts) == to_fraction(
                    split.change
                )
                compare(game, split, reckon(m, seat, turn, since))


def compare(game: str, split: Decomposition, parts: Parts) -> None:
    """Compare the parts found with those reckoned; 487-opoly's buildings come on top of these."""
    found, where = by_name(split), f"turn {split.turn} of {split.seat}"
    small = {name for name in {*found, *parts} if abs(parts.get(name, 0)) <= SHOWN_FROM}
    if game == "opoly":
        if {"merger", "busted"} & {*found, *parts}:
            return  # a score that is given, and no sum of holdings
        for name in {*found, *parts} - referee.PROPERTY_CHANGES:
            if name not in found and owed_all(split, name, parts[name]):
                continue
            owed = sum(
                line.amount
                for part in split.parts
                if part.name == name
                for line in part.lines
                if line.transfer is None
            )
            assert found.get(name, 0) - owed == parts.get(name, 0), f"{where}: {name}"
        return
    for name in {*found, *parts} - small:
        assert found.get(name) == parts.get(name), f"{where}: {name}"
    assert found.keys() - small == parts.keys() - small, where


SHOWN_FROM = Fraction(1, 200)
"""What is no more than half a hundredth is not shown as a part."""


def owed_all(split: Decomposition, reason: str, worth: Fraction) -> bool:
    """Whether all that went for a reason was mortgaged for what it is worth: it changes nothing."""
    return reason in ("abandoned", "limit", "pledge", "deal", "merger", "forced_sale") and worth < 0


def test_a_split_tells_what_was_bought_and_what_is_worth_more() -> None:
    m = classkit.new(
        "poleconomy", seats=["Ada", "Bo", "Cy", "Di"], seed=1, options={"game": 1}
    ).play(until="end")
    assert str(m.why("net_worth", seat="A", turn=11)) == (
        "Net worth of Ada: +$100,000 in turn 11\n"
        "  +$100,000  Bought at auction: Birchbark Cinema, worth $160,000, for $60,000"
    )
    assert str(m.why("net_worth", seat="C", turn=41)) == (
        "Net worth of Cy: +$2,160,000 in turn 41\n"
        "  +$1,800,000  Cy's three companies are worth more now that the Inflation Number has "
        "risen from 1 to 7\n"
        "  +$360,000  Cy's three advertising squares are worth more now that the Inflation Number "
        "has risen from 1 to 7"
    )


def test_a_notebook_shows_the_ledger_behind_each_part() -> None:
    m = classkit.new(
        "poleconomy", seats=["<b>Ada</b>", "Bo", "Cy"], seed=0, options={"game": 1}
    ).play(until="end")
    html = m.why("net_worth", seat="A", since=0)._repr_html_()
    assert "<b>Ada" not in html and "&lt;b&gt;Ada" in html
    assert "<details><summary>" in html and "Turn " in html


def test_a_split_of_the_present_turn_is_of_what_was_done_in_it() -> None:
    m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
    assert m.why("net_worth", "A").split.change == 0, "at the opening"
    m.play(until="turn").play(until="turn")
    now = m.why("net_worth", "A").split
    assert (now.since, now.turn) == (m.turn - 2, m.turn - 1), "nothing is done: the last turn"
    for _ in range(40):
        m.play(until="decision")
        split = m.why("net_worth", "A").split
        before = {row["turn"]: row["net_worth"]["A"] for row in m.history}
        if split.turn == m.turn:
            assert split.change == m.metrics()["net_worth"]["A"] - before[split.since]
            assert not split.whole


def test_a_figure_of_the_table_and_one_without_a_makeup() -> None:
    m = classkit.new("poleconomy", seats=4, seed=0, options={"game": 1}).play(until="end")
    bank = m.why("bank_cash", turn=17).split
    assert sum(part.amount for part in bank.parts) == bank.change == -1_500_000
    number = str(m.why("inflation_number", turn=23))
    assert number == (
        "Inflation Number: +1 in turn 23\n"
        "  +1  The Number rises from 6 to 7 (Taxation): prices rise by 17%"
    )


def test_a_figure_that_events_change_is_told_turn_by_turn() -> None:
    """Seen: "+1: The Number drops from 4 to 1", "-2: A buys Loon Lake Lumber"."""
    m = classkit.new("poleconomy", options={"game": 2}, seats=4, seed=1).play(until="end")
    rows = {row["turn"]: row["inflation_number"] for row in m.history}
    why = m.why("inflation_number", turn=21, since=10)
    changes = {
        str(turn): rows[turn] - rows[turn - 1]
        for turn in range(11, 22)
        if rows[turn] != rows[turn - 1]
    }
    assert {part.name: part.amount for part in why.split.parts} == changes
    assert sum(changes.values()) == why.split.change == rows[21] - rows[10]
    for part, shown in zip(why.split.parts, why.data["parts"], strict=True):
        turn = int(part.name)
        assert shown["text"].startswith(f"Turn {turn}: The Number ")
        assert f"to {rows[turn]} (" in shown["text"]


def test_a_figure_that_is_no_money_is_not_split_as_if_it_were() -> None:
    """Seen: "Rent so far of B: +$68 Deal from D, -$68 Other changes"."""
    m = classkit.new("opoly", seats=4, seed=1).play(until="end")
    rent = m.why("rent_income", "B", since=0)
    assert {part.name for part in rent.split.parts} <= {"rent", "rent_share"}
    with pytest.raises(ClasskitError, match=r"Recession turns is not split\. It grows by 1"):
        m.why("recession_turns")
    own = classkit.Metric("luck", "Luck", "", "seat", lambda t, seat: t.cash(seat) % 7, "Q5.2",
                          "What a company's cash leaves when it is divided by 7.")  # fmt: skip
    m = classkit.new("opoly", seats=4, seed=1, metrics=[own]).play(until="round")
    with pytest.raises(
        ClasskitError, match=r"Luck \(luck\) cannot be split, because neither the ledger"
    ):
        m.why("luck", "B", since=0)
    m = classkit.new("poleconomy", options={"game": 2}, seats=4, seed=3).play(until="end")
    tax = m.why("tax_paid", "B", since=0)
    assert tax.split.parts and all("tax" in part["text"] for part in tax.data["parts"])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"figure": "net_wort", "seat": "A"}, "Did you mean 'net_worth'"),
        ({"figure": "net_worth"}, "Pass a seat, as in seat='A'"),
        ({"figure": "net_worth", "seat": "Z"}, "There is no seat 'Z'"),
        ({"figure": "bank_cash", "seat": "A"}, "Omit `seat`"),
        ({"figure": "net_worth", "seat": "A", "turn": 900}, "turn=900 has not been played"),
        ({"figure": "net_worth", "seat": "A", "turn": "x"}, "turn='x' has not been played"),
        ({"figure": "net_worth", "seat": "A", "turn": [1]}, "turn=.1. has not"),
        ({"figure": "net_worth", "seat": "A", "since": 5}, "since=5 has not been played"),
        ({"figure": "net_worth", "seat": "A", "seen_as": "nobody"}, "There is no viewer"),
        ({"figure": "net_worth", "seat": "A", "part": "cash"}, "has no parts: omit part='cash'"),
        ({"figure": "ownership"}, "has parts. Pass one, as in part='A'"),
        ({"figure": "ownership", "part": "bonk"}, "Did you mean 'bank'"),
        ({"figure": "ownership", "part": ["A"]}, "part"),
    ],
)
def test_what_cannot_be_split_is_refused_with_the_reason(asked: dict[str, Any], said: str) -> None:
    m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play(until="round")
    with pytest.raises(ClasskitError, match=said):
        m.why(**asked)


def test_a_hidden_course_is_not_split_for_those_from_whom_it_is_hidden() -> None:
    """E6.5: how property grew would tell which cards lie face-down."""
    m = classkit.new("economy", seats=4, seed=7).play(until="end")
    with pytest.raises(ClasskitError, match="would reveal secrets"):
        m.why("property_worth", "A", seen_as="B")
    split = m.why("property_worth", "A", since=0).split
    assert split.change == split.after and split.parts[0].name == "taken"


def test_the_landing_of_a_hidden_sector_is_told_without_it() -> None:
    """E6.2: the space is known, the sector of a card that lies face-down is not."""
    m = classkit.new("economy", seats=4, seed=2).play(until="end")
    public, own = m.why("points", "A", 65, seen_as="everybody"), m.why("points", "A", 65)
    assert str(public).endswith("  +4 points  Chiara's landing on a2")
    assert re.search(r"Chiara's landing on a2 \([^ ].*\)", str(own))


def test_games_of_others_need_no_makeup() -> None:
    """By default the ledger tells the reasons, and what it does not know is the rest."""
    from classkit.testing.starter.orchard import GAME

    m = classkit.new(GAME, seats=3, seed=1).play(until="end")
    split = m.why("money", "A", since=0).split
    assert {part.name for part in split.parts} == {"sold", "costs"}
    assert sum(part.amount for part in split.parts) == split.change


@pytest.mark.parametrize(("seats", "seed"), [(5, 5), (6, 5)])
def test_a_purchase_is_not_charged_with_what_was_done_to_it_in_its_turn(
    seats: int, seed: int
) -> None:
    """A house built on it, or a mortgage taken, is a part of its own (487-opoly, Q11.1)."""
    bots = ["empire_builder", "opportunist", *["random"] * (seats - 2)]
    m = classkit.new("opoly", seats, seed=seed)
    m.play(until="end", bots=dict(zip(m.seats, bots, strict=True)))
    spaces, bought = m.table.edition.spaces, Counter[tuple[int, str]]()
    along = set()
    for moved in m.transfers:
        if moved.reason in ("mortgage", "build"):
            along.add((moved.turn, moved.source if moved.reason == "build" else moved.target))
        if moved.reason != "auction":
            continue
        if moved.unit in spaces:
            bought[moved.turn, moved.target] += spaces[moved.unit].price
        elif moved.unit == "dollars":
            bought[moved.turn, moved.source] -= moved.amount
    asked = [(turn, seat) for turn, seat in bought if (turn, seat) in along]
    assert len(asked) > 3
    for turn, seat in asked:
        parts = m.why("asset_score", seat=seat, turn=turn).split.parts
        found = sum(part.amount for part in parts if (part.kind, part.name) == ("moved", "auction"))
        assert found == bought[turn, seat], (turn, seat)
