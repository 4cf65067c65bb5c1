"""The figures of Economicon, and the charts that show them (section 7)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from classkit.engine.metrics import Chart, Metric

from ..accounts import CURRENCY, ISSUER, SEATS, UNITS_OF
from ..edition.contents import COMMODITIES
from ..state import Economicon
from . import figures
from .board import GOODS_COLOURS
from .figures import figure_of_unit

GOLD = "gold"
PER_UNIT = "gold per unit"


def words(unit: str) -> str:
    """Return the name of a unit where no names of seats are known.

    >>> words("grain"), words("cur:B")
    ('grain', 'notes of B')
    """
    return f"notes of {ISSUER[unit]}" if unit in ISSUER else unit


NOTE_COLOURS = ("#2F6FA8", "#8A6D1D", "#3E9C78", "#B873A1", "#B5532A", "#6F7A86")
"""Colours of notes of nations from A: like the colours of seats, and unlike any good."""


def colours_of_goods(t: Economicon) -> dict[str, str]:
    """Return the colours that commodities have on the board."""
    return {good: GOODS_COLOURS[good] for good in COMMODITIES}


def colours_of_units(t: Economicon) -> dict[str, str]:
    """Return the colours that goods have on the board, and one for each nation's notes."""
    notes = {CURRENCY[seat]: colour for seat, colour in zip(SEATS, NOTE_COLOURS, strict=True)}
    return {unit: notes.get(unit) or GOODS_COLOURS[unit] for unit in t.units}


def unit_metrics(
    key: str, label: str, unit: str, clause: str, compute: Callable[[Economicon, str], float]
) -> tuple[Metric, ...]:
    """Return one figure of the table for each unit: ``key_grain``, ``key_cur:A``, and so on."""
    return tuple(
        Metric(
            f"{key}_{name}", f"{label} {words(name)}", unit, "table",
            figure_of_unit(compute, name), clause,
        )
        for name in UNITS_OF[6]
    )  # fmt: skip


TABLE_METRICS = (
    Metric("price_index", "Price index", "% of the opening", "table", figures.price_index, "N2.2"),
    Metric("inflation", "Inflation", "%", "table", figures.inflation, "N2.2"),
    Metric(
        "market",
        "In the market",
        "units",
        "parts",
        figures.market,
        "N2.1",
        colours=colours_of_units,
    ),
    Metric("gold_stock", "Gold in market and reserves", GOLD, "table", figures.gold_stock, "N0.3"),
    Metric("trade_volume", "Trade volume", GOLD, "table", figures.trade_volume, "N9.3"),
    Metric(
        "produced_in_all",
        "Produced in all",
        "units",
        "parts",
        figures.in_all(figures.produced),
        "N8.7",
        colours=colours_of_goods,
    ),
    Metric(
        "consumed_in_all",
        "Consumed in all",
        "units",
        "parts",
        figures.in_all(figures.consumed),
        "N12.1",
        colours=colours_of_goods,
    ),
    Metric(
        "short_in_all",
        "Short in all",
        "units",
        "parts",
        figures.in_all(figures.short),
        "N12.2",
        colours=colours_of_goods,
    ),
    Metric("goal_met", "Goal met", "", "table", lambda t: t.event_met, "N14.1"),
    Metric("goals_met_share", "Goals met so far", "%", "table", figures.goals_share, "N14.1"),
)
NATION_METRICS = (
    Metric("exchange_rate", "Exchange rate", PER_UNIT, "seat", figures.exchange_rate, "N2.2"),
    Metric("currency_afloat", "Currency afloat", "units", "seat", figures.afloat, "N11.2"),
    Metric("own_issue", "Own issue", "units", "seat", figures.own_issue, "N11.3"),
    Metric("treasury_gold", "Gold in reserves", GOLD, "seat", figures.treasury_gold, "N0.5"),
    Metric("worth", "Worth", GOLD, "seat", figures.worth_now, "N16.1"),
    Metric("worth_parts", "Worth by unit", GOLD, "seat_parts", figures.worth_by_unit, "N16.1",
           colours=colours_of_units),
    Metric("tokens", "Volatility tokens", "tokens", "seat", figures.tokens, "N15.1"),
    Metric("produced", "Produced", "units", "seat_parts", figures.produced, "N8.7",
           colours=colours_of_goods),
    Metric("consumed", "Consumed", "units", "seat_parts", figures.consumed, "N12.1",
           colours=colours_of_goods),
    Metric("short", "Short", "units", "seat_parts", figures.short, "N12.2",
           colours=colours_of_goods),
    Metric("peg", "Peg", "", "seat", figures.peg, "N3.1"),
)  # fmt: skip
METRICS = (
    *unit_metrics("price", "Price of", PER_UNIT, "N2.2", figures.price),
    *unit_metrics("market", "In the market:", "units", "N2.1", figures.in_market),
    *TABLE_METRICS,
    *NATION_METRICS,
)
"""Every figure, as a table of six has them."""


@cache
def metrics_of(nations: int) -> tuple[Metric, ...]:
    """Return the figures of a table of so many nations, without currencies that it lacks."""
    missing = {CURRENCY[seat] for seat in SEATS[nations:]}
    return tuple(m for m in METRICS if m.key.partition("_")[2] not in missing)


@cache
def charts_of(disqualify_at: int = 3) -> tuple[Chart, ...]:
    """Return the charts of a table where ``disqualify_at`` tokens disqualify."""
    goods = tuple(f"price_{good}" for good in COMMODITIES)
    return (
        Chart(
            "prices", "Prices in gold", "line", goods, PER_UNIT, log=True,
            note="Units of gold in the market for each unit of the commodity in it.",
        ),
        Chart(
            "price_index", "Price index", "line", ("price_index",), "opening = 100",
            lines=((100, "opening"),), note="Grain, oil and tech, one of each.",
        ),
        Chart(
            "inflation", "Inflation", "bar", ("inflation",), "% per round", per="round",
            lines=((0, ""),), note="Change of the price index on the end of the round before.",
        ),
        Chart(
            "currencies", "Currencies in gold", "line", ("exchange_rate",), PER_UNIT, log=True,
            lines=((1, "one gold"),), note="A currency pegged to gold is worth one gold.",
        ),
        Chart(
            "quantity", "Money and its price", "scatter", ("currency_afloat", "exchange_rate"),
            PER_UNIT, log=True,
            note="Each nation's currency afloat against what one unit of it is worth: the "
            "quantity theory at a glance.",
        ),
        Chart("money", "Currency afloat", "line", ("currency_afloat",), "units",
              note="In the market and in all reserves."),
        Chart("issue", "Own issue", "step", ("own_issue",), "units",
              lines=((0, ""),), note="Units created less units destroyed so far."),
        Chart("gold_stock", "Gold in the world", "line", ("gold_stock",), GOLD,
              note="Market and all reserves; mining adds, production costs take away."),
        Chart("supply", "The market", "stacked_area", ("market",), "units"),
        Chart("worth", "Reserves in gold", "line", ("worth",), GOLD,
              note="What each nation's reserves are worth on the present market."),
        Chart("worth_parts", "What reserves are made of", "stacked_bar", ("worth_parts",), GOLD,
              now=True),
        Chart("treasury", "Gold in reserves", "line", ("treasury_gold",), GOLD),
        Chart("tokens", "Volatility", "step", ("tokens",), "tokens",
              lines=((disqualify_at, "cannot win"),)),
        Chart("production", "Production by round", "stacked_bar", ("produced_in_all",), "units",
              per="round", note="All nations together."),
        Chart("consumption", "Consumption by round", "stacked_bar", ("consumed_in_all",), "units",
              per="round", note="All peoples together."),
        Chart("shortage", "Shortage by round", "stacked_bar", ("short_in_all",), "units",
              per="round", note="What all peoples together wanted and did not get."),
        Chart("produced", "Production of each nation", "stacked_bar", ("produced",), "units",
              note="Of this round, once goods are produced."),
        Chart("consumed", "Consumption of each nation", "stacked_bar", ("consumed",), "units",
              note="Of this round, once the people are fed."),
        Chart("short", "People who went short", "stacked_bar", ("short",), "units",
              note="Of this round, once the people are fed."),
        Chart("pegs", "Pegs", "timeline", ("peg",), ""),
        Chart("trade_volume", "Trade", "bar", ("trade_volume",), GOLD, per="round"),
        Chart("goals", "Goals of events met", "bar", ("goal_met",), "1 for met", per="round"),
        Chart("goals_share", "Share of goals met", "line", ("goals_met_share",), "%"),
    )  # fmt: skip


CHARTS = charts_of()
