"""Poleconomy, Game 2: the value of a vote."""

from __future__ import annotations

from typing import Any

from classkit.engine.match import Match
from classkit.engine.requests import Seat

from ..answers import Number, as_table, many
from ..contest import Contest
from ..deciding import Moment, on_decision, weigh_clearly
from ..drawing import Drawing
from ..plan import Plan
from ..policies import Policies
from ..question import Question
from ..records import told
from .poleconomy_tables import COMPANIES, at_table

SEATS = ("A", "B", "C", "D")


def promise(draw: Drawing) -> Question:
    """Ask what a subsidy costs the Treasury (P19.5, P19.6)."""
    owned = {seat: draw.whole(0, 4) for seat in SEATS}
    low = draw.whole(0, 2)
    high, amount = low + draw.whole(0, 2), draw.whole(20_000, 100_000, 10_000)
    cash = draw.whole(100_000, 500_000, 10_000)
    companies = draw.shuffled(COMPANIES)
    position: dict[str, Any] = {
        seat: {
            "squares": [companies.pop() for _ in range(count)], "votes": 20 if seat == "A" else 3,
        }
        for seat, count in owned.items()
    }  # fmt: skip
    position |= {"prime_minister": "A", "mover": "A", "treasury": cash}
    match = at_table(position, seats=4, game=2)
    when = [{"field": "companies", "min": low, "max": high}]
    match.answer(
        "propose_subsidy", purpose="household_support", when=when, amount=amount, delay_rounds=0
    )
    for decision in list(match.requests()):
        match.answer("yes", seat=decision.seat)
    paid = sum(one["amount"] for one in told(match, "payment") if one["reason"] == "subsidy")
    draw.need(paid)
    return Question(
        text=f"A, who is Prime Minister with a majority, has a subsidy voted: **{amount:,}** at "
        f"once to every player who owns {between(low, high)}. Companies owned: "
        + ", ".join(f"{seat} {count}" for seat, count in owned.items())
        + f". The Treasury holds {cash:,}. What does the subsidy cost the Treasury?",
        kind=Number(
            "dollars",
            low="Both ends of a condition are included, and the Prime Minister may be among "
            "those who are paid (P19.2, P19.5).",
            high="Only those who meet the condition are paid (P19.5).",
        ),
        right=paid,
        worked=f"{paid // amount} players meet the condition: {paid:,}.",
        facts={"owned": owned, "low": low, "high": high, "amount": amount},
        match=match,
    )


def between(low: int, high: int) -> str:
    """Say in words how many companies one must own."""
    if low == high:
        return f"exactly {many(low, 'company', 'companies')}" if low else "**no** company"
    return f"**{low} to {high}** companies (both included)"


def vote(draw: Drawing) -> Moment:
    """Return B's decisive vote on a law that would burden B (P19.1)."""
    companies = draw.shuffled(COMPANIES)
    count = {"A": draw.whole(0, 1), "B": draw.whole(2, 5), "C": draw.whole(0, 3), "D": 1}
    rate = draw.one_of((10_000, 20_000, 120_000, 160_000, 200_000))
    bonds = draw.whole(0, 3)
    position: dict[str, Any] = {
        "prime_minister": "A", "mover": "A", "marker": draw.one_of((0, 2, 5, 8)), "turn": 9,
        "treasury": 300_000, "unissued": 20,
    }  # fmt: skip
    rows = []
    for seat, votes in zip(SEATS, (12, 8, 6, 6), strict=True):
        cash = draw.whole(300_000, 700_000, 10_000)
        position[seat] = {
            "squares": [companies.pop() for _ in range(count[seat])], "votes": votes, "cash": cash,
            "bonds": bonds if seat == "B" else 0, "life": 1,
            "at": draw.one_of(("I00", "I04", "O10")),
        }  # fmt: skip
        rows.append((seat, votes, count[seat], position[seat]["bonds"], cash))
    law = {"bracket": [{"per_company": rate}], "relief": {}}
    match = at_table(position, seats=4, game=2)
    match.answer("propose_tax", law=law)
    match.answer("yes", seat="A").answer("no", seat="C").answer("no", seat="D")
    weighed = weigh_clearly(draw, match, "net_worth", bots="passive", horizon=12, seat="B")
    return Moment(
        match=match,
        text=f"A is Prime Minister and has tabled a tax of **{rate:,}** per company, in place of "
        "50,000 per company and 10,000 per advertising square. C and D are against it; B's votes "
        "decide. The marker is on position "
        f"{match.table.marker}; ten bonds are issued, the Treasury holds 300,000.\n\n"
        + as_table(("player", "votes", "companies", "bonds", "cash"), rows)
        + "\n\nB votes `yes` or `no`.",
        aim="B's net worth in dollars twelve turns later",
        weighed=weighed,
        players="seats that always give the default answer, which is to throw the dice and buy "
        "nothing",
    )


HEAD_TAX = 50_000
"""The dollars that everybody must owe at least by the law that a policy has to pass."""


def is_head_tax(match: Match, seat: Seat) -> bool:
    """Return whether the law in force asks the same of everybody, whatever they own (P19.4)."""
    view: Any = match.view(None)  # a view of this game
    brackets = view.law["bracket"]
    return all(
        not bracket.get("when")
        and bracket.get("flat", 0) >= HEAD_TAX
        and not any(value for key, value in bracket.items() if key not in ("when", "flat"))
        for bracket in brackets
    )


def policy(draw: Drawing) -> Question:
    """Ask for a policy that wins votes for a law (P16, P19)."""
    seeds = tuple(draw.seed() for _ in range(24))
    contest = Contest("poleconomy", 4, "A", "passive", seeds, {"game": 2}, is_head_tax)
    return Question(
        text="Write `policy(view, decision)`. It plays seat A in 24 matches; B, C and D always "
        "give the default answer. A wants **another tax law**: at the end the law in force must "
        f"ask the same **{HEAD_TAX:,}** or more of everybody (`flat`), and nothing for companies, "
        "squares, savings or bonds (P19.4), in **eight** of the 24. Only a Prime Minister can "
        "table a bill (P19.1).",
        kind=Policies(
            contest,
            "Who becomes Prime Minister, by whose votes, and what can those do who are not "
            "(P16.7, P20.1)?",
        ),
        right=8,
        worked="Naming oneself as Prime Minister, tabling the bill once in office, and until then "
        "moving no confidence at every chance, does it in about half of the matches: the others "
        "of the Government vote for its bills.",
    )


DECIDE = Plan(
    "poleconomy-2-decide",
    "Poleconomy, Game 2: what a vote is worth",
    {
        "promise": promise, **on_decision(vote), "policy": policy,
    },
)  # fmt: skip
