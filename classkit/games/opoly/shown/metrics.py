"""The figures that a class looks at, and the charts that show them (section 7 of the rules)."""

from __future__ import annotations

from classkit.engine.metrics import Chart, Metric
from classkit.engine.requests import Seat

from ..rules.holdings import basis_in_sums
from ..rules.recession import payment_of
from ..rules.scores import asset_of, exact_scores, future_of
from ..state import BANK, Opoly


def cash(t: Opoly, seat: Seat) -> int:
    """Return cash at the end of the turn, in dollars."""
    return t.cash(seat)


def asset_score(t: Opoly, seat: Seat) -> float:
    """Return ASSET as if the game ended now, in dollars (Q11.1)."""
    if t.mergers or t.scores_at_end or t.companies[seat].status not in ("active", "bankrupt"):
        return round(float(exact_scores(t, "asset")[seat]), 2)
    return asset_of(t, seat)


def future_score(t: Opoly, seat: Seat) -> float:
    """Return FUTURE EARNINGS as if the game ended now, in dollars (Q11.2)."""
    if t.mergers or t.scores_at_end or t.companies[seat].status not in ("active", "bankrupt"):
        return round(float(exact_scores(t, "future")[seat]), 2)
    _, adjusted, count = future_of(t, seat)
    return round(adjusted * count / t.edition.future_divisor, 2)


def properties(t: Opoly, seat: Seat) -> int:
    """Return the number of properties held (Q6.9)."""
    return len(t.properties_of(seat))


def limit(t: Opoly, seat: Seat) -> int:
    """Return the number of properties allowed (Q6.9)."""
    return t.limit_of(seat)


def surplus_paid(t: Opoly, seat: Seat) -> int:
    """Return appraised value minus cost basis of the properties held, in dollars (Q2.5)."""
    return sum(
        t.edition.spaces[space].price - basis_in_sums(t, space) for space in t.properties_of(seat)
    )


def rent_income(t: Opoly, seat: Seat) -> int:
    """Return the rent received from the bank so far, in dollars (Q3.5)."""
    return t.companies[seat].rent


def charge_exposure(t: Opoly, seat: Seat) -> int:
    """Return what one payment would cost now: a recession's, or the depression's (Q4.5)."""
    return payment_of(t, seat)


def bank_balance(t: Opoly) -> int:
    """Return the cash of the bank, in dollars (Q5.6)."""
    return t.cash(BANK)


def money_in_hands(t: Opoly) -> int:
    """Return the cash of all seats, in dollars (Q5.7)."""
    return sum(t.cash(seat) for seat in t.seats)


def price_index(t: Opoly) -> float:
    """Return prices in per cent of appraised value, over the last 5 auctions (Q2.5)."""
    appraised = sum(value for _, value in t.prices)
    return round(100 * sum(price for price, _ in t.prices) / appraised, 1) if appraised else 100.0


def money_left_on_table(t: Opoly) -> int:
    """Return price minus second bid of the last lot sold in this turn, in dollars (Q2.3)."""
    return t.left_on_table if "lot" in t.headline else 0


def houses_left(t: Opoly) -> int:
    """Return the houses in stock (Q6.13)."""
    return t.left("house")


def hotels_left(t: Opoly) -> int:
    """Return the hotels in stock (Q6.13)."""
    return t.left("hotel")


def unowned(t: Opoly) -> int:
    """Return the number of properties with the bank (Q3.10)."""
    return len(t.properties_of(BANK))


def alliances(t: Opoly) -> int:
    """Return the number of contracts in force (Q7.3)."""
    return len(t.alliances)


def recession_turns(t: Opoly) -> int:
    """Return the number of recession turns so far (Q4.1)."""
    return t.recession_turns


def recession_cost(t: Opoly) -> int:
    """Return what all seats have paid in recessions so far, in dollars (Q4.5)."""
    return t.recession_cost


def recession(t: Opoly) -> str:
    """Return the recession or depression of this turn; empty without one (Q4.1)."""
    return t.banded


def ownership(t: Opoly) -> dict[str, int]:
    """Return the appraised value of the properties of each seat and of the bank."""
    worth = dict.fromkeys((*t.seats, BANK), 0)
    for space in t.edition.properties:
        worth[t.owner(space)] += t.edition.spaces[space].price
    return worth


def ownership_hhi(t: Opoly) -> int:
    """Return the sum of squared percentages of value owned by seats, 0 to 10,000."""
    worth = ownership(t)
    held = [worth[seat] for seat in t.seats]
    total = sum(held)
    return round(sum((100 * part / total) ** 2 for part in held)) if total else 0


METRICS = (
    Metric("cash", "Cash", "$", "seat", cash, "Q5.2"),
    Metric("asset_score", "ASSET", "$", "seat", asset_score, "Q11.1"),
    Metric("future_score", "FUTURE EARNINGS", "$", "seat", future_score, "Q11.2"),
    Metric("properties", "Properties", "properties", "seat", properties, "Q6.9"),
    Metric("limit", "Limit", "properties", "seat", limit, "Q6.9"),
    Metric("surplus_paid", "Value above cost", "$", "seat", surplus_paid, "Q2.5"),
    Metric("rent_income", "Rent so far", "$", "seat", rent_income, "Q3.5"),
    Metric("charge_exposure", "One recession payment", "$", "seat", charge_exposure, "Q4.5"),
    Metric("bank_balance", "Bank", "$", "table", bank_balance, "Q5.6"),
    Metric("money_in_hands", "In hands", "$", "table", money_in_hands, "Q5.7"),
    Metric("price_index", "Price index", "%", "table", price_index, "Q2.5"),
    Metric("money_left_on_table", "Left on the table", "$", "table", money_left_on_table, "Q2.3"),
    Metric("houses_left", "Houses", "houses", "table", houses_left, "Q6.13"),
    Metric("hotels_left", "Hotels", "hotels", "table", hotels_left, "Q6.13"),
    Metric("unowned", "Unowned", "properties", "table", unowned, "Q3.10"),
    Metric("alliances", "Alliances", "contracts", "table", alliances, "Q7.3"),
    Metric("recession_turns", "Recession turns", "turns", "table", recession_turns, "Q4.1"),
    Metric("recession_cost", "Paid in recessions", "$", "table", recession_cost, "Q4.5"),
    Metric("recession", "Recession", "", "table", recession, "Q4.1"),
    Metric("ownership", "Property owned", "$", "parts", ownership, "Q2.5"),
    Metric("ownership_hhi", "Concentration", "", "table", ownership_hhi, "Q2.6"),
)

BANDS = "recession"
CHARTS = (
    Chart(
        "asset_race", "The ASSET race", "line", ("asset_score",), "$", bands=BANDS,
        note="What each company has. Bands are recessions.",
    ),
    Chart(
        "future_race", "The FUTURE EARNINGS race", "line", ("future_score",), "$", bands=BANDS,
        note="What each company is placed to receive.",
    ),
    Chart(
        "liquidity", "Liquidity and exposure", "bar", ("cash", "charge_exposure"), "$", now=True,
        note="Cash beside what one recession payment would cost now.",
    ),
    Chart("cash", "Cash", "line", ("cash",), "$", bands=BANDS),
    Chart(
        "treasury", "The bank's money", "line", ("bank_balance", "money_in_hands"), "$",
        lines=((0, "the bank runs out"),), bands=BANDS,
    ),
    Chart(
        "price_index", "Price index of property", "line", ("price_index",), "% of appraised value",
        lines=((100, "appraised value"),), bands=BANDS,
        note="The last five properties auctioned.",
    ),
    Chart(
        "surplus", "The winner's curse", "bar", ("surplus_paid",), "$", now=True,
        note="Appraised value minus what was paid for the properties held.",
    ),
    Chart(
        "left_on_table", "Money left on the table", "bar", ("money_left_on_table",), "$",
        bands=BANDS,
        note="The price of the last lot of the turn minus the second bid.",
    ),
    Chart("rent", "Rent so far", "line", ("rent_income",), "$", bands=BANDS),
    Chart(
        "scarcity", "Houses and hotels left", "step", ("houses_left", "hotels_left"), "in stock",
        bands=BANDS,
    ),
    Chart("capacity", "Properties held", "step", ("properties",), "properties", bands=BANDS),
    Chart("limit", "Properties allowed", "step", ("limit",), "properties", bands=BANDS),
    Chart("unowned", "Property with the bank", "line", ("unowned",), "properties", bands=BANDS),
    Chart("alliances", "Alliances in force", "step", ("alliances",), "contracts", bands=BANDS),
    Chart(
        "concentration", "Concentration of ownership", "line", ("ownership_hhi",), "0 to 10,000",
        bands=BANDS,
    ),
    Chart(
        "ownership", "Who owns the property", "stacked_area", ("ownership",), "$ appraised",
        bands=BANDS,
    ),
    Chart(
        "recessions", "What recessions have cost", "step", ("recession_cost",), "$ so far",
        bands=BANDS,
    ),
    Chart(
        "recession_turns", "Turns in recession", "step", ("recession_turns",), "turns so far",
        bands=BANDS,
    ),
    Chart(
        "two_scores", "Have or be placed to have", "scatter", ("asset_score", "future_score"),
        "FUTURE EARNINGS, $",
        note="Each line is a company: ASSET to the right, FUTURE EARNINGS upward.",
    ),
)  # fmt: skip
