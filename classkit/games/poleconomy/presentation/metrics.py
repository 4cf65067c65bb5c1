"""The metrics of Poleconomy, and the charts that show them."""

from __future__ import annotations

from classkit.engine.metrics import Chart, Metric
from classkit.engine.metrics.counters import set_by, unsplit_value

from ..rules.ending import compute_net_worth
from ..state import PoleconomyState
from . import metric_components
from .metric_components import follow_number, follow_office


def get_index_colours(t: PoleconomyState) -> dict[str, str]:
    """Return the colour of each index word, the same as its squares on the board (P1.2)."""
    from classkit.engine.board import TONE_COLOURS  # not needed to play

    return {word: TONE_COLOURS[tone] for word, tone in t.edition.index.colours.items()}


GAME_1_METRICS = (
    Metric(
        "inflation_number", "Inflation Number", "", "table",
        follow_number(lambda t: t.number), "P4.2",
        "The Inflation Number where the marker stands at this moment, a plain number.",
    ),
    Metric(
        "index_word", "Marker stops on", "", "table",
        set_by(value=lambda t: t.index_word, leaf="number"), "P4.4",
        "The word on which the marker last stopped in this turn, in words; empty if it did not "
        "move.", window="this turn", colours=get_index_colours,
    ),
    Metric(
        "company_price", "Company", "$", "table",
        metric_components.COMPANY_PRICE, "P4.2",
        "The price of a company at this moment, in dollars; it follows the Inflation Number.",
    ),
    Metric(
        "company_profit", "Company Profit", "$", "table",
        follow_number(lambda t: t.company_profit), "P6.2",
        "What a visitor owes the owner of a company at this moment, in dollars; it follows the "
        "Inflation Number, unless a rule caps it.",
    ),
    Metric(
        "advert_price", "Advertising square", "$", "table",
        follow_number(lambda t: t.advert_price), "P4.2",
        "The price of an advertising square at this moment, in dollars; it follows the Inflation "
        "Number.",
    ),
    Metric(
        "bank_cash", "Bank", "$", "table", metric_components.BANK_CASH, "P1.1",
        "The Bank's cash at this moment, in dollars.",
    ),
    Metric(
        "money_in_circulation", "In circulation", "$", "table",
        metric_components.CIRCULATION, "P1.1",
        "The cash of all players and, in Game 2, of the Treasury at this moment, in dollars. It "
        "excludes savings cards; the usual definition excludes the Treasury as well.",
    ),
    Metric(
        "net_worth", "Net worth", "$", "seat", metric_components.NET_WORTH, "P15.3",
        "A player's cash, squares at the present Number, savings cards, bonds, life policies and "
        "loans given, minus loans owed, at this moment, in dollars. Business policies count as "
        "0.",
    ),
    Metric(
        "real_worth", "Real worth", "companies", "seat", metric_components.REAL_WORTH, "P15.3",
        "A player's net worth divided by the price of a company, both at this moment: how many "
        "companies it would buy.", relative_to="the price of a company",
    ),
    Metric(
        "worth_split", "Parts of net worth", "$", "seat_parts",
        metric_components.WORTH_SPLIT, "P15.3",
        "The parts of a player's net worth at this moment, in dollars; loans are loans given "
        "minus loans owed.",
    ),
    Metric(
        "income_by_source", "Income by source", "$", "seat_parts",
        metric_components.INCOME, "P3.10",
        "All that a player has been paid in this round, in dollars, by reason of payment, "
        "including proceeds of sales, cashed-in assets and loans.", window="this round",
    ),
    Metric(
        "liquid_share", "Liquid share", "%", "seat", metric_components.LIQUID_SHARE, "P14.1",
        "A player's cash and savings cards at this moment, as a percentage of net worth; 0 if "
        "net worth is not positive.", relative_to="net worth",
    ),
    Metric(
        "tax_paid", "Tax paid", "$", "seat",
        set_by("tax_assessed", value=lambda t, seat: t.players[seat].tax_paid), "P4.5",
        "The tax that a player has paid since the match began, in dollars.",
        window="since the match began",
    ),
    Metric(
        "tax_lapsed", "Tax lapsed", "$", "seat",
        set_by("tax_assessed", value=lambda t, seat: t.players[seat].tax_lapsed), "P14.1",
        "The tax that a player has owed but could not pay since the match began, in dollars.",
        window="since the match began",
    ),
    Metric(
        "ownership", "Squares owned", "squares", "parts", metric_components.OWNERSHIP, "P1.4",
        "The squares that each player owns at this moment, companies and advertising squares "
        "alike; the Bank's are unsold.",
    ),
    Metric(
        "concentration", "Concentration", "", "table", metric_components.CONCENTRATION, "P6.1",
        "The sum of the players' squared shares of the companies that players own at this "
        "moment: a plain number up to 1, which means a single owner; 0 if they own none.",
        relative_to="the companies that players own",
    ),
    Metric(
        "worth_gini", "Inequality (Gini)", "", "table", metric_components.WORTH_GINI, "P15.3",
        "The Gini coefficient of the players' net worths at this moment: a plain number from 0, "
        "which means that all are equal, to nearly 1; a net worth below 0 counts as 0.",
    ),
    Metric(
        "pm_terms", "Turns in office", "turns", "seat",
        unsplit_value(
            lambda t, seat: t.players[seat].turns_in_office,
            "It grows by 1 with each turn at whose start the player is Prime Minister.",
            leaf="office",
        ), "P4.8",
        "The turns since the match began at whose start the player was Prime Minister, whoever "
        "moved.", window="since the match began",
    ),
    Metric(
        "prime_minister", "Prime Minister", "", "table",
        follow_office(lambda t: t.prime_minister or ""), "P4.8",
        "The seat of the Prime Minister at this moment, by letter; empty while nobody is in "
        "office.",
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
        note="Markers show where the marker stopped.", marks="index_word", most=8,
    ),
    Chart("net_worth", "Net worth", "line", ("net_worth",), "$"),
    Chart(
        "bank", "The Bank's cash", "line", ("bank_cash",), "$",
    ),
    Chart(
        "money", "Money in circulation", "line", ("money_in_circulation",), "$",
        note="The cash of all players. All other dollars are in the Bank.",
    ),
    Chart(
        "real_worth", "Real worth", "line", ("real_worth",), "companies",
        note="Net worth divided by the price of a company.",
    ),
    Chart("prices", "Prices", "line", ("company_price", "advert_price"), "$"),
    Chart(
        "profit", "Company Profit", "step", ("company_profit", "company_price"), "$",
        note="The amount that visitors owe, next to the price of a company.",
    ),
    Chart(
        "income", "Income by source", "stacked_bar", ("income_by_source",), "$ per round",
        per="round",
    ),
    Chart("worth_split", "Composition of net worth", "stacked_bar", ("worth_split",), "$"),
    Chart("ownership", "Who owns the squares", "stacked_area", ("ownership",), "squares"),
    Chart(
        "concentration", "Concentration and inequality", "line", ("concentration", "worth_gini"),
        "0 to 1",
    ),
    Chart("liquid_share", "Liquid share of net worth", "line", ("liquid_share",), "%"),
    Chart("tax", "Tax paid and lapsed", "bar", ("tax_paid", "tax_lapsed"), "$ so far", per="round"),
    Chart("pm_terms", "Who is Prime Minister", "timeline", ("prime_minister",), ""),
)  # fmt: skip
