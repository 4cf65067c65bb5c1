"""Poleconomy, Game 2: the value of a vote."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..answers import Number, as_table, many
from ..deciding import LEAD_MIN, Moment, on_decision, weigh
from ..drawing import Drawing
from ..plan import Plan
from ..question import Question
from ..records import told
from .poleconomy_1_decide import policy
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
    weighed = weigh(match, "net_worth", bots="passive", seed=draw.seed(), horizon=12, seat="B")
    draw.need(weighed.lead() >= LEAD_MIN)
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


DECIDE = Plan(
    "poleconomy-2-decide",
    "Poleconomy, Game 2: what a vote is worth",
    {
        "promise": promise, **on_decision(vote), "policy": partial(policy, {"game": 2}),
    },
)  # fmt: skip
