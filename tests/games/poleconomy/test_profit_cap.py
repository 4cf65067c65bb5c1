"""The Company Profit chart under a variant rule that caps the profit."""

from __future__ import annotations

import pytest

import classkit
from classkit.games.poleconomy.state import PoleconomyState
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_state

CAP = 200_000


def lines_of(match: classkit.Match) -> tuple[list[int], list[int]]:
    """Return the lines of the chart: what visitors owe, and the price of a company."""
    chart = build_state(PageView(MatchController(match)), ["profit"])["charts"]["profit"]
    traces = [chart["traces"][name]["y"] for name in ("company_profit", "company_price")]
    return traces[0], traces[1]


def test_profit_follows_the_price_until_it_is_capped(monkeypatch: pytest.MonkeyPatch) -> None:
    """P6.2: what is owed is as much as the price; rent control holds it down, and pays less."""
    free = classkit.new("poleconomy", seats=4, seed=11, options={"game": 1}).play(
        until="end", bots="tycoon"
    )
    profit, price = lines_of(free)
    assert profit == price and max(price) > CAP

    monkeypatch.setattr(
        PoleconomyState, "company_profit", property(lambda t: min(t.company_price, CAP))
    )
    capped = classkit.new("poleconomy", seats=4, seed=11, options={"game": 1}).play(
        until="end", bots="tycoon"
    )
    profit, price = lines_of(capped)
    assert max(price) > CAP and profit == [min(one, CAP) for one in price]
    found = [row["income_by_source"] for row in capped.history]
    reasons = {reason for row in found for paid in row.values() for reason in paid}
    assert "company_profit" in reasons
    moved = capped.view(None).ledger
    paid = [one.amount for one in moved if one.reason == "company_profit"]
    assert paid and max(paid) <= CAP
