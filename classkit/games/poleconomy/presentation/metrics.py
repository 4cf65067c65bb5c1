"""The figures that a class looks at, and the charts that show them."""

from __future__ import annotations

from classkit.engine.decisions import Seat
from classkit.engine.metrics import Chart, Metric, once_a_row

from ..country_state import TREASURY, CountryState
from ..rules.ending import compute_net_worth, compute_worth_parts
from ..state import BANK, PoleconomyState
from .distribution_components import (
    get_circulation_components,
    get_concentration_components,
    get_gini_components,
    get_income_components,
    get_liquid_components,
    get_square_components,
    get_worth_part_components,
)
from .metric_components import get_bank_components, get_real_worth_components, get_worth_components


def get_index_colours(t: PoleconomyState) -> dict[str, str]:
    """Return the colour of each word of the Index, that of its squares on the board (P1.2)."""
    from classkit.engine.board import TONE_COLOURS  # not needed to play

    return {word: TONE_COLOURS[tone] for word, tone in t.edition.index.colours.items()}


def compute_circulation(t: PoleconomyState) -> int:
    """Return the cash of all players and, in Game 2, of the Treasury, in dollars."""
    return sum(t.cash(seat) for seat in t.seats) + t.cash(TREASURY)


def get_income_sources(t: PoleconomyState, seat: Seat) -> dict[str, int]:
    """Return the dollars received in this round, by reason of payment."""
    received = t.players[seat].received
    return {**(NO_INCOME_GAME_2 if isinstance(t, CountryState) else NO_INCOME), **received}


INCOME_SOURCES = (
    "start", "income", "savings_interest", "company_profit", "own_company", "advert_share",
    "bond_interest", "salary", "cash_savings", "cash_bonds", "surrender_life", "takeover_price",
    "trade", "loan_repaid",
)  # fmt: skip
"""The reasons for which a player can be paid in Game 1."""
OFFICE_EVENTS = ("pm_elected", "election_started", "government_formed", "confidence_vote")
"""The events with which a Prime Minister comes or goes."""
NUMBER_EVENTS = ("marker_moved", "disaster")
"""The events that change the Inflation Number."""
NO_INCOME = dict.fromkeys(INCOME_SOURCES, 0)
NO_INCOME_GAME_2 = dict.fromkeys((*INCOME_SOURCES, "subsidy", "bond_redemption"), 0)


get_worth_parts = once_a_row(compute_worth_parts)
"""The parts of a player's net worth, in dollars (P15.3)."""


def get_net_worth(t: PoleconomyState, seat: Seat) -> int:
    """Return a player's net worth, in dollars (P15.3)."""
    return sum(get_worth_parts(t, seat).values())


def compute_liquid_share(t: PoleconomyState, seat: Seat) -> float:
    """Return cash and savings cards as a percentage of net worth; 0 if that is not positive."""
    parts = get_worth_parts(t, seat)
    worth = sum(parts.values())
    return round(100 * (parts["cash"] + parts["savings"]) / worth, 1) if worth > 0 else 0


def count_ownership(t: PoleconomyState) -> dict[str, int]:
    """Return how many squares each player owns; unsold squares are the Bank's."""
    owners = list(t.ledger.titles.values())
    return {account: owners.count(account) for account in (*t.seats, BANK)}


def compute_concentration(t: PoleconomyState) -> float:
    """Return the sum of squared shares of the companies that players own; 0 if they own none."""
    titles = t.ledger.titles
    owners = [titles[company] for company in t.edition.companies]
    owned = [owners.count(seat) for seat in t.seats]
    total = sum(owned)
    return round(sum(count * count for count in owned) / total**2, 4) if total else 0


def compute_worth_gini(t: PoleconomyState) -> float:
    """Return the Gini coefficient of net worths, those below 0 counted as 0."""
    worths = sorted(max(get_net_worth(t, seat), 0) for seat in t.seats)
    total = sum(worths)
    if not total:
        return 0
    n = len(worths)
    weighted = sum(rank * worth for rank, worth in enumerate(worths, start=1))
    return round(2 * weighted / (n * total) - (n + 1) / n, 4)


GAME_1_METRICS = (
    Metric(
        "inflation_number", "Inflation Number", "", "table", lambda t: t.number, "P4.2",
        "The Inflation Number where the marker stands at this moment, a plain number.",
        told_by=NUMBER_EVENTS,
    ),
    Metric(
        "index_word", "Marker stops on", "", "table", lambda t: t.index_word, "P4.4",
        "The word on which the marker last stopped in this turn, in words; empty if it did not "
        "move.", window="this turn", colours=get_index_colours,
    ),
    Metric(
        "company_price", "Company", "$", "table", lambda t: t.company_price, "P4.2",
        "The price of a company at this moment, in dollars; it follows the Inflation Number.",
        told_by=NUMBER_EVENTS,
    ),
    Metric(
        "company_profit", "Company Profit", "$", "table", lambda t: t.company_profit, "P6.2",
        "What a visitor owes the owner of a company at this moment, in dollars; it follows the "
        "Inflation Number, unless a rule caps it.", told_by=NUMBER_EVENTS,
    ),
    Metric(
        "advert_price", "Advertising square", "$", "table", lambda t: t.advert_price, "P4.2",
        "The price of an advertising square at this moment, in dollars; it follows the Inflation "
        "Number.", told_by=NUMBER_EVENTS,
    ),
    Metric(
        "bank_cash", "Bank", "$", "table", lambda t: t.cash(BANK), "P1.1",
        "The Bank's cash at this moment, in dollars.", made_of=get_bank_components,
    ),
    Metric(
        "money_in_circulation", "In circulation", "$", "table", compute_circulation, "P1.1",
        "The cash of all players and, in Game 2, of the Treasury at this moment, in dollars. "
        "Savings cards are not in it; the usual definition leaves out the Treasury as well.",
        made_of=get_circulation_components,
    ),
    Metric(
        "net_worth", "Net worth", "$", "seat", get_net_worth, "P15.3",
        "A player's cash, squares at the present Number, savings cards, bonds, life policies and "
        "loans given, less loans owed, at this moment, in dollars. Business policies count 0.",
        made_of=get_worth_components,
    ),
    Metric(
        "real_worth", "Real worth", "companies", "seat",
        lambda t, seat: round(get_net_worth(t, seat) / t.company_price, 3), "P15.3",
        "A player's net worth divided by the price of a company, both at this moment: how many "
        "companies it would buy.", relative_to="the price of a company",
        made_of=get_real_worth_components,
    ),
    Metric(
        "worth_split", "Parts of net worth", "$", "seat_parts", get_worth_parts, "P15.3",
        "The parts of a player's net worth at this moment, in dollars; loans are those given less "
        "those owed.", made_of=get_worth_part_components,
    ),
    Metric(
        "income_by_source", "Income by source", "$", "seat_parts", get_income_sources, "P3.10",
        "All that a player has been paid in this round, in dollars, by reason of payment; what was "
        "sold, cashed in or borrowed counts too.", window="this round",
        made_of=get_income_components,
    ),
    Metric(
        "liquid_share", "Liquid share", "%", "seat", compute_liquid_share, "P14.1",
        "A player's cash and savings cards at this moment, in per cent of net worth; 0 if net "
        "worth is not positive.", relative_to="net worth", made_of=get_liquid_components,
    ),
    Metric(
        "tax_paid", "Tax paid", "$", "seat", lambda t, seat: t.players[seat].tax_paid, "P4.5",
        "The tax that a player has paid since the match began, in dollars.",
        window="since the match began", told_by=("tax_assessed",),
    ),
    Metric(
        "tax_lapsed", "Tax lapsed", "$", "seat",
        lambda t, seat: t.players[seat].tax_lapsed, "P14.1",
        "The tax that a player has owed and not been able to pay since the match began, in "
        "dollars.", window="since the match began", told_by=("tax_assessed",),
    ),
    Metric(
        "ownership", "Squares owned", "squares", "parts", count_ownership, "P1.4",
        "The squares that each player owns at this moment, companies and advertising squares "
        "alike; the Bank's are unsold.", made_of=get_square_components,
    ),
    Metric(
        "concentration", "Concentration", "", "table", compute_concentration, "P6.1",
        "Each player's share of the companies that players own at this moment, squared and added: "
        "a plain number up to 1, which means one owner; 0 if they own none.",
        relative_to="the companies that players own", made_of=get_concentration_components,
    ),
    Metric(
        "worth_gini", "Inequality (Gini)", "", "table", compute_worth_gini, "P15.3",
        "The Gini coefficient of the players' net worths at this moment, a plain number from 0, "
        "all are equal, towards 1; a net worth below 0 counts as 0.", made_of=get_gini_components,
    ),
    Metric(
        "pm_terms", "Turns in office", "turns", "seat",
        lambda t, seat: t.players[seat].turns_in_office, "P4.8",
        "The turns since the match began at whose start the player was Prime Minister, whoever "
        "moved.", window="since the match began",
        unsplit="It grows by 1 with each turn at whose start the player is Prime Minister.",
    ),
    Metric(
        "prime_minister", "Prime Minister", "", "table", lambda t: t.prime_minister or "", "P4.8",
        "The seat of the Prime Minister at this moment, by letter; empty while nobody is in "
        "office.", told_by=OFFICE_EVENTS,
    ),
)  # fmt: skip

STARTING_FACTS = (
    Metric(
        "first_mover", "Takes the first turn", "", "table", lambda t: t.mover, "P2.7",
        "The seat that takes the first turn after the opening, by letter: the Prime Minister's, "
        "unless a position says otherwise.", window="the opening",
    ),
    Metric(
        "basic_income", "Basic Income", "$", "seat",
        lambda t, seat: t.players[seat].basic_income, "P2.3",
        "A player's Basic Income at the opening, in dollars; Opportunity may change it later.",
        window="the opening",
    ),
    Metric(
        "start_worth", "Net worth at the opening", "$", "seat", compute_net_worth, "P15.3",
        "A player's net worth at the opening, in dollars.", window="the opening",
    ),
    Metric(
        "start_squares", "Squares at the opening", "squares", "seat",
        lambda t, seat: sum(t.count_squares(seat)), "P2.5",
        "The squares that a player owns at the opening.", window="the opening",
    ),
    Metric(
        "start_number", "Inflation Number at the opening", "", "table", lambda t: t.number, "P2.1",
        "The Inflation Number at the opening, a plain number.", window="the opening",
    ),
)  # fmt: skip

GAME_1_CHARTS = (
    Chart(
        "inflation", "Inflation Number", "step", ("inflation_number",), "Number",
        note="Markers show where the marker stopped.", marks="index_word",
    ),
    Chart("net_worth", "Net worth: the asset scores", "line", ("net_worth",), "$"),
    Chart(
        "bank", "The Bank's cash", "line", ("bank_cash",), "$", lines=((0, "the Bank runs out"),),
    ),
    Chart(
        "money", "Money in circulation", "line", ("money_in_circulation",), "$",
        note="The cash of all players. Every other dollar lies in the Bank.",
    ),
    Chart(
        "real_worth", "Real worth", "line", ("real_worth",), "companies",
        note="Net worth divided by the price of a company.",
    ),
    Chart("prices", "Prices", "line", ("company_price", "advert_price"), "$"),
    Chart(
        "profit", "Company Profit", "step", ("company_profit", "company_price"), "$",
        note="What visitors owe, beside the price of a company.",
    ),
    Chart(
        "income", "Income by source", "stacked_bar", ("income_by_source",), "$ per round",
        per="round",
    ),
    Chart("worth_split", "What net worth is made of", "stacked_bar", ("worth_split",), "$"),
    Chart("ownership", "Who owns the squares", "stacked_area", ("ownership",), "squares"),
    Chart(
        "concentration", "Concentration and inequality", "line", ("concentration", "worth_gini"),
        "0 to 1",
    ),
    Chart("liquid_share", "Liquid share of net worth", "line", ("liquid_share",), "%"),
    Chart("tax", "Tax paid and lapsed", "bar", ("tax_paid", "tax_lapsed"), "$ so far", per="round"),
    Chart("pm_terms", "Who is Prime Minister", "timeline", ("prime_minister",), ""),
)  # fmt: skip
