"""The metrics of 487-opoly, and the charts that show them (section 7 of the rules)."""

from __future__ import annotations

from classkit.engine.metrics import Chart, Metric
from classkit.engine.metrics.counters import set_by, unsplit_value

from ..state import OpolyState
from . import metric_components


def price_index(t: OpolyState) -> float:
    """Return prices over the last 5 auctions, in percent of appraised value (Q2.5)."""
    appraised = sum(value for _, value in t.prices)
    return round(100 * sum(price for price, _ in t.prices) / appraised, 1) if appraised else 100.0


def lot_price(t: OpolyState) -> float | None:
    """Return the price of the last lot sold in this turn, in percent of appraised value (Q2.5).

    Return None if no lot was sold, if it was not a property, or if a rent was paid later.
    """
    lot = t.edition.spaces.get(t.headline.get("lot", ""))
    return round(100 * t.headline["price"] / lot.price, 1) if lot and lot.price else None


HOLDING_EVENTS = ("property_moved", "merger_done", "busted")
ALLIANCE_EVENTS = ("alliance_signed", "alliance_ended")
"""Events that change holdings and the contracts in force."""

METRICS = (
    Metric(
        "cash", "Cash", "$", "seat", metric_components.CASH, "Q5.2",
        "A company's cash at this moment, in dollars.",
    ),
    Metric(
        "asset_score", "ASSET", "$", "seat", metric_components.ASSET, "Q11.1",
        "A company's ASSET as if the match ended at this moment, in dollars: cash, the "
        "appraised value of cards and unmortgaged properties, and half the listed cost of "
        "buildings.",
    ),
    Metric(
        "future_score", "FUTURE EARNINGS", "$", "seat", metric_components.FUTURE, "Q11.2",
        "A company's FUTURE EARNINGS as if the match ended at this moment, in dollars: the "
        "rents of one landing on each of its properties, divided by 40 (or the edition's "
        "divisor), times the number of its properties.",
    ),
    Metric(
        "properties", "Properties", "properties", "seat",
        set_by(
            *HOLDING_EVENTS, value=lambda t, seat: len(t.get_properties(seat)),
            also=[metric_components.PROPERTIES],
        ), "Q6.9",
        "The properties that a company holds at this moment, including mortgaged ones.",
    ),
    Metric(
        "limit", "Limit", "properties", "seat",
        set_by("limit_changed", value=OpolyState.get_limit), "Q6.9",
        "The number of properties that a company may hold at this moment, without those that "
        "Diversification exempts.",
    ),
    Metric(
        "surplus_paid", "Value above cost", "$", "seat", metric_components.SURPLUS, "Q2.5",
        "The appraised value of the properties that a company holds at this moment, minus what "
        "it paid for them, in dollars, without buildings.",
        relative_to="what it paid for them",
    ),
    Metric(
        "rent_income", "Rent so far", "$", "seat", metric_components.RENT_INCOME, "Q3.5",
        "The rent that a company has received from the bank since the match began, in dollars, "
        "including its share in alliances.", window="since the match began",
    ),
    Metric(
        "charge_exposure", "One recession payment", "$", "seat", metric_components.CHARGE, "Q4.5",
        "The cost of one payment in a recession, or in the current depression, for a company at "
        "this moment, in dollars.",
    ),
    Metric(
        "bank_balance", "Bank", "$", "table", metric_components.BANK_CASH, "Q5.6",
        "The bank's cash at this moment, in dollars.",
    ),
    Metric(
        "money_in_hands", "In hands", "$", "table", metric_components.CASH_IN_HANDS, "Q5.7",
        "The cash of all companies together at this moment, in dollars.",
    ),
    Metric(
        "price_index", "Price index", "%", "table", set_by("lot_sold", value=price_index), "Q2.5",
        "The sum of the prices of the last 5 properties auctioned, as a percentage of the sum of "
        "their appraised values. Sales in the set-up count; before the first sale, the index is "
        "100.",
        window="the last 5 properties auctioned", relative_to="their appraised values",
    ),
    Metric(
        "lot_price", "Price of the lot", "%", "table", set_by("lot_sold", value=lot_price), "Q2.5",
        "The price of the last lot sold in this turn, as a percentage of its appraised value; "
        "empty if none was sold, if it was not a property, or if a rent was paid after it.",
        window="this turn", relative_to="its appraised value",
    ),
    Metric(
        "money_left_on_table", "Left on the table", "$", "table",
        set_by("lot_sold", value=lambda t: t.left_on_table if "lot" in t.headline else 0), "Q2.3",
        "The price of the last lot sold in this turn minus the second bid, or minus the minimum "
        "if nobody else bid, in dollars; 0 if none was sold or if a rent was paid after it.",
        window="this turn", relative_to="the second bid",
    ),
    Metric(
        "houses_left", "Houses", "houses", "table",
        set_by("buildings_changed", value=lambda t: t.get_stock("house")), "Q6.13",
        "The houses in stock at this moment.",
    ),
    Metric(
        "hotels_left", "Hotels", "hotels", "table",
        set_by("buildings_changed", value=lambda t: t.get_stock("hotel")), "Q6.13",
        "The hotels in stock at this moment.",
    ),
    Metric(
        "unowned", "Unowned", "properties", "table", metric_components.UNOWNED, "Q3.10",
        "The properties that the bank owns at this moment.",
    ),
    Metric(
        "alliances", "Alliances", "contracts", "table",
        set_by(*ALLIANCE_EVENTS, value=lambda t: len(t.alliances)), "Q7.3",
        "The alliance contracts in force at this moment, including contracts under notice.",
    ),
    Metric(
        "recession_turns", "Recession turns", "turns", "table",
        metric_components.RECESSION_TURNS, "Q4.1",
        "The turns since the match began at whose start there was a recession or depression.",
        window="since the match began",
    ),
    Metric(
        "recession_cost", "Paid in recessions", "$", "table",
        metric_components.RECESSION_COST, "Q4.5",
        "What all companies together have paid in recessions and depressions since the match "
        "began, in dollars.", window="since the match began",
    ),
    Metric(
        "recession", "Recession", "", "table",
        unsplit_value(
            lambda t: t.banded,
            "It has a value from the turn in which a recession begins to the turn in which it "
            "ends.",
        ), "Q4.1",
        "The recession or depression of this turn, in words, including one that starts or ends "
        "in it; empty without one.", window="this turn",
    ),
    Metric(
        "ownership", "Property owned", "$", "parts", metric_components.OWNERSHIP, "Q2.5",
        "The appraised value of the properties that each company, and the bank, holds at this "
        "moment, in dollars.",
    ),
    Metric(
        "ownership_hhi", "Concentration", "", "table", metric_components.CONCENTRATION, "Q2.6",
        "The sum of the companies' squared percentage shares of the appraised value that "
        "companies own at this moment: a plain number up to 10,000, which means a single owner; "
        "0 if they own none.", relative_to="the appraised value that companies own",
    ),
)  # fmt: skip

STARTING_FACTS = (
    Metric(
        "first_mover", "Leads the first turn", "", "table",
        lambda t: t.seats[t.turn % len(t.seats)], "Q0.2",
        "The seat that leads the first turn after the opening, by letter.", window="the opening",
    ),
    Metric(
        "start_cash", "Cash at the opening", "$", "seat", OpolyState.cash, "Q1.1",
        "A company's cash at the opening, in dollars, once the lots of the set-up are sold.",
        window="the opening",
    ),
    Metric(
        "start_properties", "Properties at the opening", "properties", "seat",
        lambda t, seat: len(t.get_properties(seat)), "Q1.4",
        "The number of properties that a company holds at the opening, once the lots of the "
        "set-up are sold.", window="the opening",
    ),
    Metric(
        "start_asset", "ASSET at the opening", "$", "seat", metric_components.ASSET.value, "Q11.1",
        "A company's ASSET at the opening, in dollars, once the lots of the set-up are sold.",
        window="the opening",
    ),
)  # fmt: skip

BAND_METRIC = "recession"
CHARTS = (
    Chart(
        "asset_race", "Asset", "line", ("asset_score",), "$", bands=BAND_METRIC,
        note="Worth of each company's holdings. Bands are recessions.",
    ),
    Chart(
        "future_race", "Future earnings", "line", ("future_score",), "$",
        bands=BAND_METRIC,
        note="Rents that each company is placed to receive.",
    ),
    Chart(
        "liquidity", "Liquidity and exposure", "bar", ("cash", "charge_exposure"), "$", now=True,
        note="Cash next to the current cost of one recession payment.",
    ),
    Chart("cash", "Cash", "line", ("cash",), "$", bands=BAND_METRIC),
    Chart(
        "treasury", "The bank's money", "line", ("bank_balance", "money_in_hands"), "$",
        lines=((0, "the bank runs out"),), bands=BAND_METRIC,
    ),
    Chart(
        "price_index", "Price index", "line", ("price_index",), "list price = 100%", zero=False,
        lines=((100, ""),), bands=BAND_METRIC,
        note="The last five properties auctioned.",
    ),
    Chart(
        "lot_price", "Price of each lot", "bar", ("lot_price",), "% of value",
        lines=((100, "appraised value"),), bands=BAND_METRIC,
        note="The last property auctioned in the turn.",
    ),
    Chart(
        "surplus", "Appraised value above cost", "bar", ("surplus_paid",), "$", now=True,
        note="Appraised value minus what was paid for the properties held.",
    ),
    Chart(
        "left_on_table", "Money left on the table", "bar", ("money_left_on_table",), "$",
        bands=BAND_METRIC,
        note="The price of the last lot of the turn minus the second bid.",
    ),
    Chart("rent", "Rent so far", "line", ("rent_income",), "$", bands=BAND_METRIC),
    Chart(
        "scarcity", "Houses and hotels left", "step", ("houses_left", "hotels_left"), "in stock",
        bands=BAND_METRIC,
    ),
    Chart("capacity", "Properties held", "step", ("properties",), "properties", bands=BAND_METRIC),
    Chart("limit", "Properties allowed", "step", ("limit",), "properties", bands=BAND_METRIC),
    Chart(
        "unowned", "Property with the bank", "line", ("unowned",), "properties",
        bands=BAND_METRIC,
    ),
    Chart(
        "alliances", "Alliances in force", "step", ("alliances",), "contracts",
        bands=BAND_METRIC,
    ),
    Chart(
        "concentration", "Concentration of ownership", "line", ("ownership_hhi",), "0 to 10,000",
        bands=BAND_METRIC,
    ),
    Chart(
        "ownership", "Who owns the property", "stacked_area", ("ownership",), "$ appraised",
        bands=BAND_METRIC,
    ),
    Chart(
        "recessions", "What recessions have cost", "step", ("recession_cost",), "$ so far",
        bands=BAND_METRIC,
    ),
    Chart(
        "recession_turns", "Turns in recession", "step", ("recession_turns",), "turns so far",
        bands=BAND_METRIC,
    ),
    Chart(
        "two_scores", "Have or be placed to have", "scatter", ("asset_score", "future_score"),
        "FUTURE EARNINGS",
        note="Each line is a company: ASSET to the right, FUTURE EARNINGS upward.",
    ),
)  # fmt: skip
