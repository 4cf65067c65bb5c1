"""Poleconomy sheet for Game 2: the value of a vote."""

from __future__ import annotations

from typing import Any

from classkit.engine.decisions import Seat
from classkit.engine.match import Match

from ..answer_types import NumberAnswer, format_count, format_table
from ..contest import Contest
from ..decision_questions import DecisionMoment, build_decision_makers, simulate_clear_answers
from ..policy_answer import PolicyAnswer
from ..random_draw import QuestionRandom
from ..recorded_matches import get_event_facts
from ..sheet_plan import SheetPlan
from ..sheet_question import SheetQuestion
from .poleconomy_positions import COMPANIES, CURRENCY, start_match

SEATS = ("A", "B", "C", "D")


def ask_promise(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the amount that the Treasury pays for a subsidy (P19.5, P19.6)."""
    owned = {seat: draw.draw_integer(0, 4) for seat in SEATS}
    low = draw.draw_integer(0, 2)
    high, amount = low + draw.draw_integer(0, 2), draw.draw_integer(20_000, 100_000, 10_000)
    cash = draw.draw_integer(100_000, 500_000, 10_000)
    companies = draw.shuffle_options(COMPANIES)
    position: dict[str, Any] = {
        seat: {
            "squares": [companies.pop() for _ in range(count)], "votes": 20 if seat == "A" else 3,
        }
        for seat, count in owned.items()
    }  # fmt: skip
    position |= {"prime_minister": "A", "mover": "A", "treasury": cash}
    match = start_match(position, seats=4, game=2)
    when = [{"field": "companies", "min": low, "max": high}]
    match.answer(
        "propose_subsidy", purpose="household_support", when=when, amount=amount, delay_rounds=0
    )
    for decision in list(match.requests()):
        match.answer("yes", seat=decision.seat)
    paid = sum(
        one["amount"] for one in get_event_facts(match, "payment") if one["reason"] == "subsidy"
    )
    draw.require(paid)
    return SheetQuestion(
        text=f"A is Prime Minister, has a majority, and passes a subsidy: every player who owns "
        f"{format_company_range(low, high)} gets **{amount:,}** immediately. Companies owned: "
        + ", ".join(f"{seat} {count}" for seat, count in owned.items())
        + f". The Treasury holds {cash:,}. How much does the subsidy cost the Treasury?",
        kind=NumberAnswer(
            CURRENCY,
            low="Both ends of a condition are included, and the Prime Minister may be paid too "
            "(P19.2, P19.5).",
            high="Only players who meet the condition are paid (P19.5).",
        ),
        right=paid,
        worked=f"{paid // amount} players meet the condition: {paid:,}.",
        facts={"owned": owned, "low": low, "high": high, "amount": amount},
        match=match,
    )


def format_company_range(low: int, high: int) -> str:
    """Format an inclusive range of numbers of companies."""
    if low == high:
        return f"exactly {format_count(low, 'company', 'companies')}" if low else "**no** company"
    return f"**{low} to {high}** companies (both included)"


def draw_vote_decision(draw: QuestionRandom) -> DecisionMoment:
    """Draw B's decisive vote on a tax per company, higher or lower than the current tax (P19.1)."""
    companies = draw.shuffle_options(COMPANIES)
    count = {
        "A": draw.draw_integer(0, 1),
        "B": draw.draw_integer(2, 5),
        "C": draw.draw_integer(0, 3),
        "D": 1,
    }
    rate = draw.choose_option((10_000, 20_000, 120_000, 160_000, 200_000))
    bonds = draw.draw_integer(0, 3)
    position: dict[str, Any] = {
        "prime_minister": "A", "mover": "A", "marker": draw.choose_option((0, 2, 5, 8)), "turn": 9,
        "treasury": 300_000, "unissued": 20,
    }  # fmt: skip
    rows = []
    for seat, votes in zip(SEATS, (12, 8, 6, 6), strict=True):
        cash = draw.draw_integer(300_000, 700_000, 10_000)
        position[seat] = {
            "squares": [companies.pop() for _ in range(count[seat])], "votes": votes, "cash": cash,
            "bonds": bonds if seat == "B" else 0, "life": 1,
            "at": draw.choose_option(("I00", "I04", "O10")),
        }  # fmt: skip
        rows.append((seat, votes, count[seat], position[seat]["bonds"], cash))
    law = {"bracket": [{"per_company": rate}], "relief": {}}
    match = start_match(position, seats=4, game=2)
    match.answer("propose_tax", law=law)
    match.answer("yes", seat="A").answer("no", seat="C").answer("no", seat="D")
    weighed = simulate_clear_answers(draw, match, "net_worth", bots="passive", horizon=12, seat="B")
    return DecisionMoment(
        match=match,
        text=f"A is Prime Minister and has introduced a tax of **{rate:,}** per company to replace "
        "the current tax of 50,000 per company and 10,000 per advertising square. C and D are "
        "against it, so B's votes decide. The marker is on position "
        f"{match.table.marker}. Ten bonds are issued, and the Treasury holds 300,000.\n\n"
        + format_table(("player", "votes", "companies", "bonds", "cash"), rows)
        + "\n\nB votes `yes` or `no`.",
        aim=f"B's net worth in {CURRENCY.many} twelve turns later",
        weighed=weighed,
        players="seats that always give the default answer, which is to throw the dice and buy "
        "nothing",
    )


MIN_HEAD_TAX = 50_000
"""Minimum head tax in the law that a policy must pass."""


def is_head_tax(match: Match, seat: Seat) -> bool:
    """Return True if the law charges everybody ``MIN_HEAD_TAX`` or more (P19.4).

    The law must have no conditions and no other taxes. Reliefs are ignored.
    """
    view: Any = match.view(None)  # the view of this game
    brackets = view.law["bracket"]
    return all(
        not bracket.get("when")
        and bracket.get("flat", 0) >= MIN_HEAD_TAX
        and not any(value for key, value in bracket.items() if key not in ("when", "flat"))
        for bracket in brackets
    )


def ask_policy(draw: QuestionRandom) -> SheetQuestion:
    """Ask for a policy that wins enough votes for a law (P16, P19)."""
    seeds = tuple(draw.draw_seed() for _ in range(24))
    contest = Contest("poleconomy", 4, "A", "passive", seeds, {"game": 2}, is_head_tax)
    return SheetQuestion(
        text="Write `policy(view, decision)`, which plays seat A in 24 matches. B, C and D always "
        "give the default answer. A wants **a different tax law**. At the end, the law in force "
        f"must charge everybody the same **{MIN_HEAD_TAX:,}** or more (`flat`), and nothing for "
        "companies, squares, savings or bonds (P19.4), in **eight** of the 24 matches. Only a "
        "Prime Minister can introduce a bill (P19.1).",
        kind=PolicyAnswer(
            contest,
            "Who becomes Prime Minister, with whose votes, and what can the others do (P16.7, "
            "P20.1)?",
        ),
        right=8,
        worked=(
            "Name yourself as Prime Minister, move no confidence at every chance until you are in "
            "office, and then introduce the bill. In about half of the matches, that is enough, "
            "because the other members of the Government vote for its bills."
        ),
    )


DECIDE_PLAN = SheetPlan(
    "poleconomy-2-decide",
    "Poleconomy, Game 2: what a vote is worth",
    {
        "promise": ask_promise,
        **build_decision_makers("vote", draw_vote_decision),
        "policy": ask_policy,
    },
)
