"""The metrics of Economicon, and the charts that show them (section 7)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from classkit.engine.metrics import Chart, Metric
from classkit.engine.metrics.counters import set_by
from classkit.engine.metrics.expressions import holding

from ..account_names import CURRENCY, ISSUER, MARKET, SEATS, UNITS_BY_COUNT
from ..rules_data import COMMODITIES
from ..state import EconomiconState
from . import metric_components, metric_values
from .board import GOODS_COLOURS, NOTE_COLOURS

GOLD = "gold"
PER_UNIT = "gold per unit"


def get_unit_name(unit: str) -> str:
    """Return the name of a unit, for texts without the names of seats.

    >>> get_unit_name("grain"), get_unit_name("cur:B")
    ('grain', "nation B's notes")
    """
    return f"nation {ISSUER[unit]}'s notes" if unit in ISSUER else unit


FLOAT_COLOUR = "#9AA3AD"
"""Colour of a floating currency."""


def get_goods_colours(t: EconomiconState) -> dict[str, str]:
    """Return the board colours of commodities."""
    return {good: GOODS_COLOURS[good] for good in COMMODITIES}


def get_unit_colours(t: EconomiconState) -> dict[str, str]:
    """Return the board colours of goods, and a colour for each nation's notes."""
    notes = {CURRENCY[seat]: colour for seat, colour in zip(SEATS, NOTE_COLOURS, strict=True)}
    return {unit: notes.get(unit) or GOODS_COLOURS[unit] for unit in t.units}


def get_peg_colours(t: EconomiconState) -> dict[str, str]:
    """Return the colour of each possible peg, and grey for a floating currency."""
    units = get_unit_colours(t)
    notes = {f"notes {seat}": units[CURRENCY[seat]] for seat in t.seats}
    return {unit: units[unit] for unit in ("gold", *COMMODITIES)} | notes | {"floats": FLOAT_COLOUR}


def build_price_metric(unit: str) -> Metric:
    """Return the metric of a unit's price. A currency's price is its nation's exchange rate."""
    how = f"the gold in the market divided by the {get_unit_name(unit)} in it"
    if unit == "gold":
        how = "always 1"
    elif unit in ISSUER:
        how += ", or by the count of their peg where they have one"
    return Metric(
        f"price_{unit}", f"Price of {get_unit_name(unit)}", PER_UNIT, "table",
        metric_components.PRICES[unit], "N2.2",
        f"The price of {get_unit_name(unit)} at this moment, in gold per unit: {how}.",
        colours=lambda t: {f"price_{unit}": get_unit_colours(t)[unit]},
        same_as=f"exchange_rate.{ISSUER[unit]}" if unit in ISSUER else "",
    )  # fmt: skip


def build_stock_metric(unit: str) -> Metric:
    """Return the metric of a unit's number in the market."""
    return Metric(
        f"market_{unit}", f"In the market: {get_unit_name(unit)}", "units", "table",
        holding(unit, MARKET), "N2.1",
        f"The units of {get_unit_name(unit)} in the market at this moment.",
    )  # fmt: skip


TABLE_METRICS = (
    Metric(
        "price_index", "Price index", "% of the opening", "table",
        metric_components.PRICE_INDEX, "N2.2",
        "The sum of the prices of one grain, one oil and one tech at this moment, as a "
        "percentage of the opening market. The opening market is the edition's, even if a match "
        "starts from a position.", relative_to="the opening market",
    ),
    Metric(
        "inflation", "Inflation", "%", "table", metric_components.INFLATION, "N2.2",
        "The change in the price index in this round so far, as a percentage of the price index "
        "at the end of the round before, or, in the first round, at the opening.",
        window="this round", relative_to="the price index at the end of the round before",
    ),
    Metric(
        "market", "In the market", "units", "parts", metric_components.MARKET_STOCKS, "N2.1",
        "The units in the market at this moment, by kind.",
        colours=get_unit_colours, same_as="market_{part}",
    ),
    Metric(
        "gold_stock", "Gold in market and reserves", GOLD, "table",
        metric_components.GOLD_STOCK, "N0.3",
        "The gold in the market and in all reserves at this moment, without gold on peg counters.",
    ),
    Metric(
        "trade_volume", "Trade volume", GOLD, "table", metric_components.TRADE_VOLUME, "N9.3",
        "The payments for all purchases in this round, direct deals included, in gold at the "
        "price of the payment unit just before each payment.", window="this round",
    ),
    Metric(
        "produced_in_all", "Produced in all", "units", "parts",
        metric_components.TOTAL_PRODUCED, "N8.7",
        "The units that all nations together have produced in this round, by commodity.",
        window="this round", colours=get_goods_colours,
    ),
    Metric(
        "consumed_in_all", "Consumed in all", "units", "parts",
        metric_components.TOTAL_CONSUMED, "N12.1",
        "The units that all peoples together have consumed in this round, by commodity.",
        window="this round", colours=get_goods_colours,
    ),
    Metric(
        "short_in_all", "Short in all", "units", "parts",
        metric_components.TOTAL_SHORTAGE, "N12.2",
        "The units that all peoples together wanted but did not receive in this round, by "
        "commodity.", window="this round", colours=get_goods_colours,
    ),
    Metric(
        "goal_met", "Goal met", "", "table",
        set_by("event_resolved", value=lambda t: t.event_met), "N14.1",
        "1 if the goal of the last event resolved was met, 0 if not, and before the first.",
        window="the last event resolved",
    ),
    Metric(
        "goals_met_share", "Goals met so far", "%", "table",
        set_by("event_resolved", value=metric_values.compute_goals_share), "N14.1",
        "The goals met since the match began, as a percentage of the events resolved; 0 before "
        "the first.", window="since the match began", relative_to="the events resolved",
    ),
)  # fmt: skip
NATION_METRICS = (
    Metric(
        "exchange_rate", "Exchange rate", PER_UNIT, "seat", metric_components.EXCHANGE_RATE, "N2.2",
        "The price of a nation's currency on the market at this moment, in gold per unit, by the "
        "count of its peg where it has one.",
    ),
    Metric(
        "currency_afloat", "Currency afloat", "units", "seat",
        metric_components.CURRENCY_AFLOAT, "N11.2",
        "The units of a nation's currency in the market and in all reserves at this moment.",
    ),
    Metric(
        "own_issue", "Own issue", "units", "seat", metric_components.ISSUE, "N11.3",
        "The units of its currency that a nation has created since the match began, minus the "
        "units that it has destroyed.", window="since the match began",
    ),
    Metric(
        "treasury_gold", "Gold in reserves", GOLD, "seat", metric_components.RESERVE_GOLD, "N0.5",
        "The gold in a nation's reserves at this moment.",
    ),
    Metric(
        "worth", "Worth", GOLD, "seat", metric_components.WORTH, "N16.1",
        "The worth of a nation's reserves, in gold, as if the market at this moment were the "
        "final one.",
    ),
    Metric(
        "worth_parts", "Worth by unit", GOLD, "seat_parts", metric_components.WORTH_PARTS, "N16.1",
        "The worth of a nation's reserves by kind of unit, in gold, as if the market at this "
        "moment were the final one.", colours=get_unit_colours,
    ),
    Metric(
        "tokens", "Volatility tokens", "tokens", "seat",
        set_by("token_changed", value=EconomiconState.count_tokens), "N15.1",
        "The volatility tokens that a nation has at this moment.",
    ),
    Metric(
        "produced", "Produced", "units", "seat_parts", metric_components.PRODUCED, "N8.7",
        "The units that a nation has produced in this round, by commodity.",
        window="this round", colours=get_goods_colours,
    ),
    Metric(
        "consumed", "Consumed", "units", "seat_parts", metric_components.CONSUMED, "N12.1",
        "The units that a nation's people has consumed in this round, by commodity.",
        window="this round", colours=get_goods_colours,
    ),
    Metric(
        "short", "Short", "units", "seat_parts", metric_components.SHORTAGE, "N12.2",
        "The units that a nation's people wanted but did not receive in this round, by commodity.",
        window="this round", colours=get_goods_colours,
    ),
    Metric(
        "peg", "Peg", "", "seat",
        set_by("peg_changed", value=metric_values.get_peg_name), "N3.1",
        "The peg of a nation's currency at this moment, in words: gold, a commodity, another "
        "nation's notes, or floating.", colours=get_peg_colours,
    ),
)  # fmt: skip
STARTING_FACTS = (
    Metric(
        "start_worth", "Worth at the opening", GOLD, "seat", metric_values.get_worth, "N1.1",
        "The worth of a nation's reserves at the opening, in gold, on the market there.",
        window="the opening",
    ),
    Metric(
        "start_gold", "Gold at the opening", GOLD, "seat", metric_components.RESERVE_GOLD, "N1.1",
        "The gold in a nation's reserves at the opening, before the first is mined.",
        window="the opening",
    ),
    Metric(
        "start_peg", "Peg at the opening", "", "seat", metric_values.get_peg_name, "N1.2",
        "The peg of a nation's currency at the opening, in words.", window="the opening",
    ),
)  # fmt: skip
METRICS = (
    *(build_price_metric(unit) for unit in UNITS_BY_COUNT[6]),
    *(build_stock_metric(unit) for unit in UNITS_BY_COUNT[6]),
    *TABLE_METRICS,
    *NATION_METRICS,
)
"""All metrics, for a table of six nations."""


@cache
def get_metrics(nations: int) -> tuple[Metric, ...]:
    """Return the metrics for a table of this size. Currencies of missing nations are left out."""
    missing = {CURRENCY[seat] for seat in SEATS[nations:]}
    return tuple(m for m in METRICS if m.key.partition("_")[2] not in missing)


@cache
def get_charts(disqualify_at: int = 3) -> tuple[Chart, ...]:
    """Return the charts of a table. ``disqualify_at`` is the number of tokens that disqualifies."""
    goods = tuple(f"price_{good}" for good in COMMODITIES)
    charts = (
        Chart(
            "prices", "Prices in gold", "line", goods, PER_UNIT, log=True,
            note="Gold in the market per unit of the commodity in the market.",
        ),
        Chart(
            "price_index", "Price index", "line", ("price_index",), "opening = 100", zero=False,
            lines=((100, ""),), behind=goods,
            note="One grain, one oil and one tech. The lines behind show their prices, each "
                 "starting at 100; the numbers are in gold.",
        ),
        Chart(
            "inflation", "Inflation", "bar", ("inflation",), "% per round", per="round",
            lines=((0, ""),), note="Change of the price index since the end of the previous round.",
        ),
        Chart(
            "currencies", "Currencies in gold", "line", ("exchange_rate",), PER_UNIT, log=True,
            lines=((1, "one gold"),), note="A currency pegged to gold is worth one gold.",
        ),
        Chart(
            "quantity", "Money and its price", "scatter", ("currency_afloat", "exchange_rate"),
            PER_UNIT, log=True,
            note="Each nation's currency in circulation against the worth of one unit: the "
                 "quantity theory at a glance.",
        ),
        Chart("money", "Currency afloat", "line", ("currency_afloat",), "units",
              note="In the market and in all reserves."),
        Chart("issue", "Own issue", "step", ("own_issue",), "units",
              lines=((0, ""),), note="Units created minus units destroyed so far."),
        Chart("gold_stock", "Gold in the world", "line", ("gold_stock",), GOLD,
              note="Market and all reserves. Mining adds gold, and production costs remove it."),
        Chart("gold_market", "Gold in the market", "step", ("market_gold",), GOLD,
              note="The gold in the market, which pays for goods sold there."),
        Chart("supply", "The market", "stacked_area", ("market",), "units"),
        Chart("worth", "Worth of reserves", "line", ("worth",), GOLD,
              note="Worth of each nation's reserves in the current market."),
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
              per="round", note="Units that all peoples together wanted but did not receive."),
        Chart("produced", "Production of each nation", "stacked_bar", ("produced",), "units",
              note="In this round, after goods are produced."),
        Chart("consumed", "Consumption of each nation", "stacked_bar", ("consumed",), "units",
              note="In this round, after the people are fed."),
        Chart("short", "People who went short", "stacked_bar", ("short",), "units",
              note="In this round, after the people are fed."),
        Chart("pegs", "Pegs", "timeline", ("peg",), ""),
        Chart("trade_volume", "Trade", "bar", ("trade_volume",), GOLD, per="round"),
        Chart("goals", "Goals of events met", "bar", ("goal_met",), "1 for met", per="round"),
        Chart("goals_share", "Share of goals met", "line", ("goals_met_share",), "%"),
    )  # fmt: skip
    # A match is counted in rounds, so the charts use rounds too.
    return tuple(replace(chart, ticks="round") for chart in charts)


CHARTS = get_charts()
