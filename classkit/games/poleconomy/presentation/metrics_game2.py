"""The figures of Game 2: the Treasury, the public debt, the budget and votes."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from classkit.engine.decisions import Seat
from classkit.engine.metrics import Chart, Metric

from ..country_state import BUDGET_REASONS, TREASURY, CountryState
from ..state import BANK, PoleconomyState
from .distribution_components import get_budget_components, get_debt_components, get_vote_components
from .metric_components import get_treasury_components
from .metrics import GAME_1_CHARTS, GAME_1_METRICS, OFFICE_EVENTS


def get_public_debt(t: CountryState) -> dict[str, int]:
    """Return the issued bonds by holder: the Bank, or players (P17.1)."""
    held = t.ledger.balances["bond"]
    return {BANK: held[BANK], "players": sum(held[seat] for seat in t.seats)}


def get_budget(t: CountryState) -> dict[str, int]:
    """Return the Treasury's payments of this round by reason; those it made are negative."""
    return {
        reason: t.budget.get(reason, 0) * (1 if reason == BUDGET_REASONS[0] else -1)
        for reason in BUDGET_REASONS
    }


def compute_vote_share(t: CountryState, seat: Seat) -> float:
    """Return the votes of a player as a percentage of all votes (P16.3)."""
    return round(100 * t.votes.get(seat, 0) / t.total_votes, 1) if t.votes else 0


def format_government(t: CountryState) -> str:
    """Return the members of the Government, the Prime Minister first."""
    others = [seat for seat in t.government if seat != t.prime_minister]
    return " + ".join([t.prime_minister, *others]) if t.prime_minister else ""


BOND_EVENTS = ("bonds_issued", "bonds_redeemed")
"""The events that change how many bonds are issued."""

GAME_2_METRICS = (
    Metric(
        "treasury_cash", "Treasury", "$", "table", lambda t: t.cash(TREASURY), "P17.1",
        "The Treasury's cash at this moment, in dollars.", made_of=get_treasury_components,
    ),
    Metric(
        "bonds_issued", "Bonds issued", "bonds", "table", lambda t: t.issued, "P17.6",
        "The bonds issued and not redeemed at this moment, whoever holds them.",
        told_by=BOND_EVENTS,
    ),
    Metric(
        "next_interest", "Next interest", "$", "table", lambda t: t.next_interest, "P17.6",
        "What the Treasury owes when the marker next stops on Bonds, in dollars, if the bonds "
        "issued at this moment stay so.", told_by=BOND_EVENTS,
    ),
    Metric(
        "public_debt", "Public debt", "bonds", "parts", get_public_debt, "P17.6",
        "The bonds issued and not redeemed at this moment, by holder: the Bank, or the players "
        "together.", made_of=get_debt_components,
    ),
    Metric(
        "budget", "Budget", "$", "parts", get_budget, "P17.2",
        "What the Treasury has received and paid in this round, in dollars, by reason: tax comes "
        "in; salaries, subsidies and bond interest go out and are negative.", window="this round",
        made_of=get_budget_components,
    ),
    Metric(
        "budget_balance", "Balance of the budget", "$", "table",
        lambda t: sum(get_budget(t).values()), "P17.2",
        "Tax less salaries, subsidies and bond interest in this round, in dollars; bonds issued "
        "and redeemed are not in it.", window="this round", made_of=get_budget_components,
    ),
    Metric(
        "vote_share", "Votes", "%", "seat", compute_vote_share, "P16.3",
        "A player's votes as thrown at the last election, in per cent of all votes.",
        window="the last election", relative_to="all votes", made_of=get_vote_components,
    ),
    Metric(
        "government", "Government", "", "table", format_government, "P16.4",
        "The members of the Government at this moment, by letter, the Prime Minister first.",
        told_by=OFFICE_EVENTS,
    ),
    Metric(
        "in_government", "In the Government", "", "seat",
        lambda t, seat: int(seat in t.government), "P16.4",
        "1 if the player belongs to the Government at this moment, 0 if not.",
        unsplit="An election, or a lost vote of confidence, decides who governs.",
    ),
    Metric(
        "election", "Election", "elections", "table", lambda t: t.elections, "P16.1",
        "The number of elections since the match began, the first included.",
        window="since the match began", told_by=("election_started",),
    ),
)  # fmt: skip
METRICS = GAME_1_METRICS + GAME_2_METRICS


@lru_cache(maxsize=16)
def build_game_2_charts(bonds: int) -> tuple[Chart, ...]:
    """Return the charts of Game 2 for a country with ``bonds`` bonds.

    The Treasury begins empty and often stays so for many turns: its charts follow those that move.
    """
    treasury = Chart(
        "treasury", "Treasury cash", "line", ("treasury_cash", "next_interest"), "$",
        lines=((0, ""),), told=("bonds_issued",),
        note="Below zero it cannot go: bonds are issued for what is short, until none is left.",
    )  # fmt: skip
    debt = Chart(
        "debt", "Public debt", "stacked_area", ("public_debt",), "bonds issued",
        lines=((bonds, f"all {bonds} bonds issued"),),
        note="Each of them bears interest whenever the marker stops on Bonds.",
    )  # fmt: skip
    parts = Chart(
        "budget", "Budget of each round", "stacked_bar", ("budget",), "$", per="round",
        lines=((0, ""),), note="Tax comes in; salaries, subsidies and interest go out.",
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
"""Every chart of both games, as an edition with 30 bonds draws them."""


def get_metrics(t: PoleconomyState) -> tuple[Metric, ...]:
    """Return the figures of a table; those of the state belong to Game 2 alone."""
    return METRICS if isinstance(t, CountryState) else GAME_1_METRICS


def get_charts(t: PoleconomyState) -> tuple[Chart, ...]:
    """Return the charts of a table, those of the game that it plays."""
    if isinstance(t, CountryState):
        return build_game_2_charts(t.edition.treasury.bonds)
    return GAME_1_CHARTS
