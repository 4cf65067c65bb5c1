"""The figures of Game 2: the Treasury, the public debt, the budget and votes."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from classkit.engine.metrics import Chart, Metric
from classkit.engine.requests import Seat

from ..country import BUDGET, TREASURY, Country
from ..state import BANK, Poleconomy
from .makeup import treasury_made_of
from .metrics import GAME_1_CHARTS, GAME_1_METRICS, OFFICE
from .shares import debt_held_by, in_the_budget, votes_made_of


def public_debt(t: Country) -> dict[str, int]:
    """Return the issued bonds by holder: the Bank, or players (P17.1)."""
    held = t.ledger.balances["bond"]
    return {BANK: held[BANK], "players": sum(held[seat] for seat in t.seats)}


def budget(t: Country) -> dict[str, int]:
    """Return the Treasury's payments of this round by reason; those it made are negative."""
    return {
        reason: t.budget.get(reason, 0) * (1 if reason == BUDGET[0] else -1) for reason in BUDGET
    }


def vote_share(t: Country, seat: Seat) -> float:
    """Return the votes of a player as a percentage of all votes (P16.3)."""
    return round(100 * t.votes.get(seat, 0) / t.all_votes, 1) if t.votes else 0


def government(t: Country) -> str:
    """Return the members of the Government, the Prime Minister first."""
    others = [seat for seat in t.government if seat != t.prime_minister]
    return " + ".join([t.prime_minister, *others]) if t.prime_minister else ""


BONDS = ("bonds_issued", "bonds_redeemed")
"""The events that change how many bonds are issued."""

STATE_METRICS = (
    Metric(
        "treasury_cash", "Treasury", "$", "table", lambda t: t.cash(TREASURY), "P17.1",
        "The Treasury's cash at this moment, in dollars.", made_of=treasury_made_of,
    ),
    Metric(
        "bonds_issued", "Bonds issued", "bonds", "table", lambda t: t.issued, "P17.6",
        "The bonds issued and not redeemed at this moment, whoever holds them.",
        told_by=BONDS,
    ),
    Metric(
        "next_interest", "Next interest", "$", "table", lambda t: t.next_interest, "P17.6",
        "What the Treasury owes when the marker next stops on Bonds, in dollars, if the bonds "
        "issued at this moment stay so.", told_by=BONDS,
    ),
    Metric(
        "public_debt", "Public debt", "bonds", "parts", public_debt, "P17.6",
        "The bonds issued and not redeemed at this moment, by holder: the Bank, or the players "
        "together.", made_of=debt_held_by,
    ),
    Metric(
        "budget", "Budget", "$", "parts", budget, "P17.2",
        "What the Treasury has received and paid in this round, in dollars, by reason: tax comes "
        "in; salaries, subsidies and bond interest go out and are negative.", window="this round",
        made_of=in_the_budget,
    ),
    Metric(
        "budget_balance", "Balance of the budget", "$", "table",
        lambda t: sum(budget(t).values()), "P17.2",
        "Tax less salaries, subsidies and bond interest in this round, in dollars; bonds issued "
        "and redeemed are not in it.", window="this round", made_of=in_the_budget,
    ),
    Metric(
        "vote_share", "Votes", "%", "seat", vote_share, "P16.3",
        "A player's votes as thrown at the last election, in per cent of all votes.",
        window="the last election", relative_to="all votes", made_of=votes_made_of,
    ),
    Metric(
        "government", "Government", "", "table", government, "P16.4",
        "The members of the Government at this moment, by letter, the Prime Minister first.",
        told_by=OFFICE,
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
METRICS = GAME_1_METRICS + STATE_METRICS


@lru_cache(maxsize=16)
def state_charts(bonds: int) -> tuple[Chart, ...]:
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


CHARTS = state_charts(30)
"""Every chart of both games, as an edition with 30 bonds draws them."""


def metrics_of(t: Poleconomy) -> tuple[Metric, ...]:
    """Return the figures of a table; those of the state belong to Game 2 alone."""
    return METRICS if isinstance(t, Country) else GAME_1_METRICS


def charts_of(t: Poleconomy) -> tuple[Chart, ...]:
    """Return the charts of a table, those of the game that it plays."""
    if isinstance(t, Country):
        return state_charts(t.edition.treasury.bonds)
    return GAME_1_CHARTS
