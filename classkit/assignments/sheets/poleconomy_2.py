"""Poleconomy sheet for Game 2: taxes, votes and debt."""

from __future__ import annotations

from functools import partial
from typing import Any

from classkit.engine.registry import find
from classkit.engine.seats import SEAT_NAMES

from ..answer_types import NumberAnswer, SetAnswer, format_table, join_names
from ..random_draw import QuestionRandom
from ..recorded_matches import find_max_steps, get_event_facts, play_recorded_match
from ..sheet_plan import SheetPlan
from ..sheet_question import SheetQuestion
from .poleconomy_2_decide import DECIDE_PLAN
from .poleconomy_positions import (
    ADVERTS,
    COMPANIES,
    CURRENCY,
    RECORD_BOTS,
    ask_illusion,
    draw_dice,
    get_start_square,
    start_match,
)
from .rule_cases import make_case_question

CLAUSES = find("poleconomy").rulebook.clauses
SEATS = ("A", "B", "C", "D")


def draw_holdings(draw: QuestionRandom) -> dict[str, dict[str, int]]:
    """Draw the number of companies, advertising squares and life policies of four players."""
    life = 6
    found = {}
    for seat in SEATS:
        policies = draw.draw_integer(0, min(2, life))
        life -= policies
        found[seat] = {
            "companies": draw.draw_integer(0, 4),
            "adverts": draw.draw_integer(0, 5),
            "life": policies,
        }
    return found


def build_position(
    draw: QuestionRandom, held: dict[str, dict[str, int]], cash: int
) -> dict[str, Any]:
    """Build position fields for these holdings and the same cash for every player."""
    companies, adverts = draw.shuffle_options(COMPANIES), draw.shuffle_options(ADVERTS)
    return {
        seat: {
            "squares": [companies.pop() for _ in range(has["companies"])]
            + [adverts.pop() for _ in range(has["adverts"])],
            "life": has["life"], "cash": cash,
        }
        for seat, has in held.items()
    }  # fmt: skip


def draw_law(draw: QuestionRandom) -> dict[str, Any]:
    """Draw a tax law with one bracket and a deduction for life policies."""
    return {
        "per_company": draw.draw_integer(20_000, 100_000, 10_000),
        "per_advert": draw.draw_integer(0, 30_000, 10_000),
        "flat": draw.draw_integer(0, 60_000, 10_000),
        "free_companies": draw.draw_integer(0, 2),
        "life_deduction": draw.draw_integer(0, 50_000, 10_000),
    }


def build_tabled_law(law: dict[str, Any]) -> dict[str, Any]:
    """Convert the law to the form that the game accepts (P19.3)."""
    bracket = {name: value for name, value in law.items() if name != "life_deduction"}
    return {"bracket": [bracket], "relief": {"life_deduction": law["life_deduction"]}}


def format_law(law: dict[str, Any]) -> str:
    return (
        f"a flat amount of **{law['flat']:,}**, **{law['per_company']:,}** per company"
        f"{format_exemption(law['free_companies'])}, **{law['per_advert']:,}** per advertising "
        f"square, less **{law['life_deduction']:,}** per life policy, but never below 0"
    )


def format_exemption(free: int) -> str:
    """Describe how many companies are exempt from the tax, or return '' if none are."""
    return f" beyond the first {f'**{free}**' if free > 1 else ''}".rstrip() if free else ""


def format_holdings(held: dict[str, dict[str, int]]) -> str:
    head = ("player", "companies", "advertising squares", "life policies")
    return format_table(head, ((seat, *has.values()) for seat, has in held.items()))


def draw_taxation(
    draw: QuestionRandom,
) -> tuple[dict[str, Any], dict[str, Any], dict[str, int], Any]:
    """Draw holdings and a law. Return them, the tax owed by each player, and the match."""
    held, law, dice = draw_holdings(draw), draw_law(draw), draw_dice(draw)
    position: dict[str, Any] = {
        **build_position(draw, held, 1_500_000), "mover": "B", "prime_minister": "A", "marker": 0,
        "law": build_tabled_law(law), "luck": [list(dice)],
    }  # fmt: skip
    position["B"] |= {"at": get_start_square("I09", dice)}
    match = start_match(position, seats=4, game=2)
    match.answer("throw")
    dues = {one["seat"]: one["due"] for one in get_event_facts(match, "tax_assessed")}
    return held, law, {seat: dues.get(seat, 0) for seat in SEATS}, match


def ask_tax_due(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the tax that one player owes under a law (P19.4)."""
    held, law, dues, match = draw_taxation(draw)
    seat = draw.choose_option(SEATS)
    draw.require(dues[seat] and held[seat]["companies"] and held[seat]["life"])
    return SheetQuestion(
        text=f"The law in force charges {format_law(law)}. The marker stops on Taxation.\n\n"
        f"{format_holdings(held)}\n\nHow much does **{seat}** owe?",
        kind=NumberAnswer(
            CURRENCY,
            low="Does your total include every part of the law? First subtract the exempt "
            "companies (P19.4).",
            high="Did you subtract exemptions and deductions (P19.4)?",
        ),
        right=dues[seat],
        worked=f"{seat} owes {dues[seat]:,} by the formula in P19.4.",
        facts={"seat": seat, "held": held[seat], "law": law},
        match=match,
    )


def ask_liability(draw: QuestionRandom) -> SheetQuestion:
    """Ask which players owe less under a bill than under the current law (P4.5, P19.4)."""
    held, law, dues, match = draw_taxation(draw)
    default = {seat: 50_000 * has["companies"] + 10_000 * has["adverts"]
               for seat, has in held.items()}  # fmt: skip
    less = frozenset(seat for seat in SEATS if dues[seat] < default[seat])
    draw.require(0 < len(less) < 4)
    return SheetQuestion(
        text=f"A bill proposes {format_law(law)}. The law in force charges 50,000 per company and "
        f"10,000 per advertising square.\n\n{format_holdings(held)}\n\nWho would owe **less** "
        "under the bill than now?",
        kind=SetAnswer(
            SEATS, "seats", "Work out both amounts for every player (P19.4).", SEAT_NAMES
        ),
        right=less,
        worked=", ".join(f"{seat} {default[seat]:,} → {dues[seat]:,}" for seat in SEATS) + ".",
        facts={"held": held, "law": law},
        match=match,
    )


def ask_majority(draw: QuestionRandom) -> SheetQuestion:
    """Ask how many votes a bill needs besides its proposer's votes (P16.4, P19.1)."""
    votes = {seat: draw.draw_integer(4, 20) for seat in SEATS}
    facts = {seat: {"votes": count} for seat, count in votes.items()}
    match = start_match(
        {**facts, "prime_minister": "A", "government": list(SEATS)}, seats=4, game=2
    )  # fmt: skip
    table = match.table
    draw.require(not table.has_majority(votes["A"]))
    needed = next(n for n in range(1, 200) if table.has_majority(votes["A"] + n))
    return SheetQuestion(
        text="The players have these votes: "
        + join_names(f"{seat} **{count}**" for seat, count in votes.items())
        + ". A is Prime Minister and introduces a bill. What is the smallest number of votes that "
        "it needs **besides A's own**?",
        kind=NumberAnswer(
            "votes",
            low="Exactly half is not enough (P19.1).",
            high="The bill needs more than half of all votes, and A's own votes count (P19.1).",
        ),
        right=needed,
        worked=f"There are {sum(votes.values())} votes in all; more than half is "
        f"{votes['A'] + needed}.",
        facts={"votes": votes},
    )


def ask_interest(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the number of bonds issued after the marker stops on Bonds (P17.4, P17.6)."""
    issued, private = draw.draw_integer(4, 14), draw.draw_integer(1, 4)
    cash, dice = draw.draw_integer(0, 900_000, 10_000), draw_dice(draw)
    position: dict[str, Any] = {
        "mover": "B", "prime_minister": "A", "marker": 3, "treasury": cash,
        "unissued": 30 - issued, "C": {"bonds": private}, "luck": [list(dice)],
        "B": {"at": get_start_square("I09", dice)},
    }  # fmt: skip
    match = start_match(position, seats=4, game=2)
    match.answer("throw")
    draw.require(not match.is_over)
    left = match.table.unissued
    draw.require(left < 30 - issued)
    return SheetQuestion(
        text=f"**{issued}** bonds are issued: C holds {private}, and the Bank holds the others. "
        f"{30 - issued} are unissued. The Treasury holds **{cash:,}**. The marker stops on "
        "**Bonds**. How many bonds are **issued** after that?",
        kind=NumberAnswer(
            "bonds",
            low="The Treasury pays the whole bill, including the Bank's part, and sells new bonds "
            "for what is missing (P17.4, P17.6).",
            high="The Treasury sells only as many bonds as necessary, and they bear no interest "
            "this time (P17.4, P17.6).",
        ),
        right=30 - left,
        worked=f"The bill is {100_000 * issued:,}, and the Treasury has {cash:,}, so it issues "
        f"{30 - left - issued} more bonds.",
        facts={"issued": issued, "cash": cash},
        match=match,
    )


CASES = {
    "Under which clause does **nobody** win when the Treasury cannot pay?": ("P17.5", "P15.5"),
    "The Treasury must pay a bill, its cash is short, and unissued bonds are left. Under which "
    "clause are bonds issued to the Bank even if nobody asks for it?": ("P17.4",),
    "Under which clause does the Treasury pay 100,000 for each issued bond, including those "
    "that the Bank holds?": ("P17.6",),
    "The Treasury still has cash. Under which clause may the Prime Minister still sell "
    "bonds to the Bank?": ("P17.3",),
    "A player offers the Treasury 200,000 to save it. Under which clause is that "
    "not allowed?": ("P17.2",),
}  # fmt: skip
"""Maps each case to the clauses that settle it."""
ask_bankrupt_clause = make_case_question(CASES, CLAUSES)


def ask_debt(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the turn in which the public debt rose most (P17)."""
    match = play_recorded_match("poleconomy", 4, draw.draw_seed(), RECORD_BOTS, game=2)
    turns = find_max_steps(match.history, lambda old, new: count_bonds(new) - count_bonds(old))
    draw.require(len(turns) <= 2 and max(count_bonds(row) for row in match.history) >= 4)
    return SheetQuestion(
        text="Here is another recorded match of Game 2: `sheet.match('debt').history`. "
        "`row['public_debt']` contains the number of bonds that the Bank and each player hold. In "
        "which turn did the public debt rise by the largest number of bonds?",
        kind=NumberAnswer(
            "", ordered=False, miss="Add up all holdings, and subtract the previous row."
        ),
        right=turns,
        worked=f"Turn {join_names(map(str, turns))}.",
        facts={"turns": len(match.history) - 1},
        match=match,
        open=True,
    )


def count_bonds(row: Any) -> int:
    """Return the number of bonds that the Bank and the players hold."""
    return int(sum(row["public_debt"].values()))


READ_PLAN = SheetPlan(
    "poleconomy-2-read",
    "Poleconomy, Game 2: taxes, votes and debt",
    {
        "tax_due": ask_tax_due,
        "liability": ask_liability,
        "majority": ask_majority,
        "interest": ask_interest,
        "bankrupt_clause": ask_bankrupt_clause,
        "illusion": partial(ask_illusion, 2),
        "debt": ask_debt,
    },
)
PLANS = {plan.name: plan for plan in (READ_PLAN, DECIDE_PLAN)}
