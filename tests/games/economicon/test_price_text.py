"""Each sentence about prices is recomputed from the market and the ledger."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise

import pytest

import classkit
from classkit.engine.events import Transfer
from tests.widgets.pages import Page

Market = dict[str, int]

PRICE = re.compile(
    r"The price of (grain|oil|tech) (rises|falls) from ([\d.]+) to ([\d.]+) gold because the "
    r"market (.*?)\.(?: |$)"
)
CHANGES = re.compile(r"((?:(?:Grain|Oil|Tech|oil|tech)[\w, ]*? (?:(?:rise|fall)s? )?by \d+%"
                     r"(?:, | and )?)+)(?:\.| because)")  # fmt: skip
FLOW = re.compile(r"(?:(gains|loses) )(\d+) (gold|grain|oil|tech)(?: \((.*?)\))?")
REASONS = {
    "delivered": "delivered", "released from reserves": "released", "mined": "depletion_mined",
    "paid by buyers": "payment", "bought": "purchase", "by the event": "event_market",
}  # fmt: skip


def check_prices(said: str, before: Market, now: Market, moved: list[Transfer]) -> int:
    """Recompute each statement about prices from the market and the rows of the step (N2.2)."""
    price = {good: (then["gold"] / then[good], after["gold"] / after[good])
             for then, after in ((before, now),) for good in ("grain", "oil", "tech")}  # fmt: skip
    change = {good: 100 * (last / first - 1) for good, (first, last) in price.items()}
    told: set[str] = set()
    for good, verb, first, last, causes in PRICE.findall(said):
        told.add(good)
        assert [float(first), float(last)] == pytest.approx(price[good], abs=0.0051)
        assert (verb == "rises") == (change[good] > 0)
        force = {one: abs(math.log(last / first)) for one, (first, last) in price.items()}
        assert force[good] == pytest.approx(max(force.values()))
        check_flows(causes, before, now, moved, good)
    for part in CHANGES.findall(said):
        verb = ""
        for names, new_verb, percent in re.findall(
            r"([A-Za-z, ]+?) (?:(rise|fall)s? )?by (\d+)%", part
        ):
            verb = new_verb or verb
            for name in re.findall("grain|oil|tech", names.lower()):
                told.add(name)
                assert (verb == "rise") == (change[name] > 0), said
                assert abs(abs(change[name]) - int(percent)) <= 0.51, said
    if told:
        assert told == {good for good, by in change.items() if abs(by) >= 0.5}, said
    return len(told)


def check_flows(causes: str, before: Market, now: Market, moved: list[Transfer], good: str) -> None:
    verb, seen = "", set()
    for new_verb, amount, unit, reasons in FLOW.findall(causes):
        verb = new_verb or verb
        seen.add(unit)
        assert (1 if verb == "gains" else -1) * int(amount) == now[unit] - before[unit], causes
        flows = Counter[str]()
        for one in moved:
            if one.unit == unit and "market" in (one.source, one.target):
                flows[one.reason] += one.amount
        parts = dict(
            reversed(one.split(" ", 1)) for one in reasons.split(", ") if one[:1].isdigit()
        )
        parts = parts or {reasons: amount}
        assert {REASONS[name]: int(count) for name, count in parts.items()} == flows, causes
    assert seen and seen <= {"gold", good}


@pytest.mark.parametrize("seed", range(1, 41))
def test_each_sentence_about_prices_is_what_the_market_and_the_ledger_say(
    seed: int, deep: bool
) -> None:
    """Gold and goods are never added up: each price has its own cause (N2.2)."""
    if seed > 4 and not deep:
        pytest.skip("runs with --deep")
    page = Page.of(classkit.new("economicon", seats=2 + seed % 3, seed=seed), bots=None)
    m, told, found = page.match, len(page.match.transfers), 0
    sum_up = m.say().words.sum_up
    assert sum_up is not None
    until = ("turn", "round")[seed % 2]
    while not m.is_over:
        row, events = page.rows[-1] if page.rows else None, len(m.events)
        page.do("step", until=until)
        moved, told = m.transfers[told:], len(m.transfers)
        if row and len(m.events) > events:
            now = page.rows[-1]
            said = " ".join(one.text for one in sum_up(m.say(), m.events[events:], row, now))
            before, after = (one["values"]["market"] for one in (row, now))
            found += check_prices(said, before, after, list(moved))
    assert found >= 5, "trade has moved prices"


def test_a_changed_price_index_is_explained_by_what_moved_each_price() -> None:
    m = classkit.new("economicon", seats=4, seed=1).play(until="end")
    ends = {row["round"]: row for row in m.history}
    found = 0
    for first, last in pairwise(ends.values()):
        moved = [one for one in m.transfers if first["turn"] < one.turn <= last["turn"]]
        for line in str(m.why("price_index", since=first["turn"], turn=last["turn"])).split("\n"):
            if match := re.search(
                r"The price of (\w+) \w+ from .* gold because the market (.*)", line
            ):
                check_flows(match[2], first["market"], last["market"], moved, match[1])
                found += 1
    assert found > 10
