"""The metrics of Game 2: the Treasury, the public debt, the budget and votes."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from classkit.engine.metrics import Chart, Metric
from classkit.engine.metrics.counters import unsplit_value

from ..country_state import CountryState
from ..state import PoleconomyState
from . import metric_components
from .metric_components import follow_bonds, follow_office
from .metrics import GAME_1_CHARTS, GAME_1_METRICS


def format_government(t: CountryState) -> str:
    """Return the members of the Government, starting with the Prime Minister."""
    others = [seat for seat in t.government if seat != t.prime_minister]
    return " + ".join([t.prime_minister, *others]) if t.prime_minister else ""


GAME_2_METRICS = (
    Metric(
        "treasury_cash", "Treasury", "$", "table",
        metric_components.TREASURY_CASH, "P17.1",
        "The Treasury's cash at this moment, in dollars.",
    ),
    Metric(
        "bonds_issued", "Bonds issued", "bonds", "table", metric_components.BONDS_ISSUED, "P17.6",
        "The bonds issued and not redeemed at this moment, whoever holds them.",
    ),
    Metric(
        "next_interest", "Next interest", "$", "table",
        follow_bonds(lambda t: t.next_interest), "P17.6",
        "The interest that the Treasury will owe at the next Bonds stop of the marker, in "
        "dollars, on the bonds issued at this moment.",
    ),
    Metric(
        "public_debt", "Public debt", "bonds", "parts", metric_components.PUBLIC_DEBT, "P17.6",
        "The bonds issued and not redeemed at this moment, by holder: the Bank, or the players "
        "together.",
    ),
    Metric(
        "budget", "Budget", "$", "parts", metric_components.BUDGET, "P17.2",
        "The Treasury's receipts and payments in this round, in dollars, by reason. Taxes are "
        "positive; salaries, subsidies and bond interest are negative.", window="this round",
    ),
    Metric(
        "budget_balance", "Balance of the budget", "$", "table",
        metric_components.BUDGET_BALANCE, "P17.2",
        "Tax minus salaries, subsidies and bond interest in this round, in dollars, without "
        "bonds issued or redeemed.", window="this round",
    ),
    Metric(
        "vote_share", "Votes", "%", "seat", metric_components.VOTE_SHARE, "P16.3",
        "A player's votes as thrown at the last election, as a percentage of all votes.",
        window="the last election", relative_to="all votes",
    ),
    Metric(
        "government", "Government", "", "table", follow_office(format_government), "P16.4",
        "The members of the Government at this moment, by letter, the Prime Minister first.",
    ),
    Metric(
        "in_government", "In the Government", "", "seat",
        unsplit_value(
            lambda t, seat: int(seat in t.government),
            "An election, or a lost vote of confidence, decides who governs.",
            leaf="office",
        ), "P16.4",
        "1 if the player belongs to the Government at this moment, 0 if not.",
    ),
    Metric(
        "election", "Election", "elections", "table", metric_components.ELECTION, "P16.1",
        "The number of elections since the match began, including the first.",
        window="since the match began",
    ),
)  # fmt: skip
METRICS = GAME_1_METRICS + GAME_2_METRICS


@lru_cache(maxsize=16)
def build_game_2_charts(bonds: int) -> tuple[Chart, ...]:
    """Return the charts of Game 2 for a country with ``bonds`` bonds.

    The Treasury is empty at first, and often for many turns, so its charts come after more active
    ones.
    """
    treasury = Chart(
        "treasury", "Treasury", "step", ("treasury_cash", "next_interest"), "$",
        names=("Cash", "Due"),
        note="It cannot fall below zero: bonds are issued for the shortfall, until none is left.",
    )  # fmt: skip
    debt = Chart(
        "debt", "Public debt", "stacked_area", ("public_debt",), "bonds issued",
        lines=((bonds, f"all {bonds} bonds issued"),),
        note="Each of them bears interest whenever the marker stops on Bonds.",
    )  # fmt: skip
    parts = Chart(
        "budget", "Budget of each round", "stacked_bar", ("budget",), "$", per="round",
        lines=((0, ""),), note="Taxes are positive; salaries, subsidies and interest are negative.",
    )  # fmt: skip
    balance = Chart(
        "budget_balance", "Balance of the budget", "bar", ("budget_balance",), "$", per="round",
        lines=((0, "balanced"),),
    )  # fmt: skip
    votes = Chart(
        "votes", "Votes at each election", "stacked_bar", ("vote_share",), "%", per="election",
        lines=((50, "more than this governs"),), shade="in_government",
        note="In full colour: the Government.",
    )  # fmt: skip
    inflation, worth, bank, money, *others = GAME_1_CHARTS
    money = replace(
        money, marks="index_word", note="The cash of all players and of the Treasury."
    )  # fmt: skip
    return (inflation, worth, treasury, debt, parts, balance, money, votes, bank, *others)


CHARTS = build_game_2_charts(30)
"""All charts of both games, for an edition with 30 bonds."""


def get_metrics(t: PoleconomyState) -> tuple[Metric, ...]:
    """Return the metrics of a table. Metrics of the country exist only in Game 2."""
    return METRICS if isinstance(t, CountryState) else GAME_1_METRICS


def get_charts(t: PoleconomyState) -> tuple[Chart, ...]:
    """Return the charts for this table's game."""
    charts: tuple[Chart, ...] = GAME_1_CHARTS
    if isinstance(t, CountryState):
        charts = build_game_2_charts(t.edition.treasury.bonds)
    return reach_numbers(charts, max(t.edition.index.numbers))


@lru_cache(maxsize=16)
def reach_numbers(charts: tuple[Chart, ...], greatest: int) -> tuple[Chart, ...]:
    """Return the charts with the axis of the Inflation Number extended to its maximum."""
    inflation, *others = charts
    return (replace(inflation, most=greatest), *others)
