"""Metrics of Harbour, and their charts."""

from __future__ import annotations

from classkit.engine.decisions import Seat
from classkit.engine.metrics import Chart, Metric
from classkit.engine.metrics.expressions import holding
from classkit.engine.metrics.titles import titles

from .state import HarbourTable


def score(t: HarbourTable, seat: Seat) -> int:
    """Coins, the prices of docks, and 1 for each good (T5.4)."""
    return t.cash(seat) + docks(t, seat) + sum(t.held(seat).values())


def wealth(t: HarbourTable, seat: Seat) -> dict[str, int]:
    """Coins and the prices of docks: what everybody knows of a merchant."""
    return {"coins": t.cash(seat), "docks": docks(t, seat)}


def afloat(t: HarbourTable) -> dict[str, int]:
    """How many of each good are left in the match, in the sea or in ships."""
    totals = t.ledger.totals()
    return {good: totals[good] for good in t.edition.goods}


def docks(t: HarbourTable, seat: Seat) -> int:
    """The prices of a merchant's docks."""
    return sum(t.edition.places[dock].price for dock in t.ledger.list_titles(seat))


def storm(t: HarbourTable) -> int:
    """How many ships lie in the storm."""
    return sum(t.edition.places[place].kind == "storm" for place in t.ships.values())


DOCKS = titles(lambda t: t.ledger.titles, worth=lambda t, dock: t.edition.places[dock].price)
METRICS = (
    Metric(
        "coins", "Coins", "coins", "seat", holding("coins"), "T1.1",
        "The coins of a merchant at this moment.",
    ),
    Metric(
        "wealth", "Coins and docks", "coins", "seat_parts", wealth, "T5.4",
        "The coins of a merchant and the prices of the docks owned, at this moment.",
    ),
    Metric(
        "bank", "The Bank's coins", "coins", "table", holding("coins", "bank"), "T1.2",
        "The coins of the Bank at this moment.",
    ),
    Metric(
        "afloat", "Goods left", "goods", "parts", afloat, "T4.6",
        "The goods left in the match at this moment, in the sea or in ships.",
    ),
    Metric(
        "docks", "Price of the docks", "coins", "seat", DOCKS, "T4.2",
        "The prices of the docks that a merchant owns at this moment, in coins.",
    ),
    Metric(
        "storm", "Ships in the storm", "ships", "table", storm, "T4.6",
        "The ships that lie in the storm at this moment.",
    ),
    Metric(
        "phase", "Next phase", "", "table", lambda t: t.phase, "T1.5",
        "The phase that is played next at this moment, in words.",
    ),
)  # fmt: skip

STARTING_FACTS = (
    Metric(
        "first_mover", "Sails first", "", "table", lambda t: t.mover, "T1.4",
        "The merchant that sails first after the opening, by letter.", window="the opening",
    ),
    Metric(
        "start_coins", "Coins at the opening", "coins", "seat", lambda t, seat: t.cash(seat),
        "T1.2",
        "The coins of a merchant at the opening.", window="the opening",
    ),
)  # fmt: skip

CHARTS = (
    Chart("coins", "Coins", "line", ("coins",), "coins", bands="storm", log=True),
    Chart("bank", "The Bank", "step", ("bank",), "coins", marks="phase"),
    Chart("wealth", "Coins and docks", "stacked_bar", ("wealth",), "coins", per="round"),
    Chart("afloat", "Goods left", "stacked_area", ("afloat",), "goods"),
    Chart("holdings", "Who holds what", "heat_map", ("wealth",), "coins"),
    Chart("trade", "Coins against docks", "scatter", ("docks", "coins"), "coins", log=True),
    Chart("now", "Coins and docks now", "bar", ("coins", "docks"), "coins", now=True),
    Chart("sea", "What the sea holds now", "bar", ("afloat",), "goods", now=True),
)
