"""Poleconomy, Game 2: taxes, votes and debt."""

from __future__ import annotations

from functools import partial
from typing import Any

from classkit.engine.registry import find

from ..answers import Number, Several, as_table, listed
from ..drawing import Drawing
from ..plan import Plan
from ..question import Question
from ..records import largest_step, recorded, told
from .cases import clause_for
from .poleconomy_2_decide import DECIDE
from .poleconomy_tables import ADVERTS, COMPANIES, RECORD, at_table, before, illusion, throw

CLAUSES = find("poleconomy").rulebook.clauses
SEATS = ("A", "B", "C", "D")


def holdings(draw: Drawing) -> dict[str, dict[str, int]]:
    """Draw what four players hold: squares and policies."""
    life = 6
    found = {}
    for seat in SEATS:
        policies = draw.whole(0, min(2, life))
        life -= policies
        found[seat] = {
            "companies": draw.whole(0, 4), "adverts": draw.whole(0, 5), "life": policies,
        }  # fmt: skip
    return found


def placed(draw: Drawing, held: dict[str, dict[str, int]], cash: int) -> dict[str, Any]:
    """Return the holdings as facts of a position, with this cash for everybody."""
    companies, adverts = draw.shuffled(COMPANIES), draw.shuffled(ADVERTS)
    return {
        seat: {
            "squares": [companies.pop() for _ in range(has["companies"])]
            + [adverts.pop() for _ in range(has["adverts"])],
            "life": has["life"], "cash": cash,
        }
        for seat, has in held.items()
    }  # fmt: skip


def law_of(draw: Drawing) -> dict[str, Any]:
    """Draw a tax law of one bracket."""
    return {
        "per_company": draw.whole(20_000, 100_000, 10_000),
        "per_advert": draw.whole(0, 30_000, 10_000), "flat": draw.whole(0, 60_000, 10_000),
        "free_companies": draw.whole(0, 2), "life_deduction": draw.whole(0, 50_000, 10_000),
    }  # fmt: skip


def stated(law: dict[str, Any]) -> dict[str, Any]:
    """Return the law as it is tabled (P19.3)."""
    bracket = {name: value for name, value in law.items() if name != "life_deduction"}
    return {"bracket": [bracket], "relief": {"life_deduction": law["life_deduction"]}}


def law_words(law: dict[str, Any]) -> str:
    return (
        f"a flat sum of **{law['flat']:,}**, **{law['per_company']:,}** per company"
        f"{beyond(law['free_companies'])}, **{law['per_advert']:,}** per advertising square, less "
        f"**{law['life_deduction']:,}** per life policy, never below 0"
    )


def beyond(free: int) -> str:
    """Say in words how many companies are free of the tax."""
    return f" beyond the first {f'**{free}**' if free > 1 else ''}".rstrip() if free else ""


def table_words(held: dict[str, dict[str, int]]) -> str:
    head = ("player", "companies", "advertising squares", "life policies")
    return as_table(head, ((seat, *has.values()) for seat, has in held.items()))


def taxed(draw: Drawing) -> tuple[dict[str, Any], dict[str, Any], dict[str, int], Any]:
    """Draw a law and holdings. Return them, what each owes at Taxation, and the match."""
    held, law, dice = holdings(draw), law_of(draw), throw(draw)
    position: dict[str, Any] = {
        **placed(draw, held, 1_500_000), "mover": "B", "prime_minister": "A", "marker": 0,
        "law": stated(law), "luck": [list(dice)],
    }  # fmt: skip
    position["B"] |= {"at": before("I09", dice)}
    match = at_table(position, seats=4, game=2)
    match.answer("throw")
    dues = {one["seat"]: one["due"] for one in told(match, "tax_assessed")}
    return held, law, {seat: dues.get(seat, 0) for seat in SEATS}, match


def tax_due(draw: Drawing) -> Question:
    """Ask what one player owes under a law (P19.4)."""
    held, law, dues, match = taxed(draw)
    seat = draw.one_of(SEATS)
    draw.need(dues[seat] and held[seat]["companies"] and held[seat]["life"])
    return Question(
        text=f"The law in force: {law_words(law)}. The marker stops on Taxation.\n\n"
        f"{table_words(held)}\n\nHow much does **{seat}** owe?",
        kind=Number(
            "dollars",
            low="Is every part of the law in your sum? Companies are freed first (P19.4).",
            high="Did you take off what is free and what is deducted (P19.4)?",
        ),
        right=dues[seat],
        worked=f"{seat} owes {dues[seat]:,} by the formula of P19.4.",
        facts={"seat": seat, "held": held[seat], "law": law},
        match=match,
    )


def liability(draw: Drawing) -> Question:
    """Ask who pays less under a bill than without one (P4.5, P19.4)."""
    held, law, dues, match = taxed(draw)
    default = {seat: 50_000 * has["companies"] + 10_000 * has["adverts"]
               for seat, has in held.items()}  # fmt: skip
    less = frozenset(seat for seat in SEATS if dues[seat] < default[seat])
    draw.need(0 < len(less) < 4)
    return Question(
        text=f"A bill is tabled: {law_words(law)}. The law in force takes 50,000 per company and "
        f"10,000 per advertising square.\n\n{table_words(held)}\n\nWho would owe **less** under "
        "the bill than now?",
        kind=Several(SEATS, "seats", "Work out both sums for every player (P19.4)."),
        right=less,
        worked=", ".join(f"{seat} {default[seat]:,} → {dues[seat]:,}" for seat in SEATS) + ".",
        facts={"held": held, "law": law},
        match=match,
    )


def majority(draw: Drawing) -> Question:
    """Ask what a bill still needs (P16.4, P19.1)."""
    votes = {seat: draw.whole(4, 20) for seat in SEATS}
    facts = {seat: {"votes": count} for seat, count in votes.items()}
    match = at_table(
        {**facts, "prime_minister": "A", "government": list(SEATS)}, seats=4, game=2
    )  # fmt: skip
    table = match.table
    draw.need(not table.has_majority(votes["A"]))
    needed = next(n for n in range(1, 200) if table.has_majority(votes["A"] + n))
    return Question(
        text="The votes: "
        + listed(f"{seat} **{count}**" for seat, count in votes.items())
        + ". A is Prime Minister and tables a bill. How many votes **besides A's own** does it "
        "need at least?",
        kind=Number(
            "votes",
            low="Exactly half is not enough (P19.1).",
            high="More than half of all votes, and A's own count (P19.1).",
        ),
        right=needed,
        worked=f"{sum(votes.values())} votes in all; more than half is {votes['A'] + needed}.",
        facts={"votes": votes},
    )


def interest(draw: Drawing) -> Question:
    """Ask what a Bonds position does to the debt (P17.4, P17.6)."""
    issued, private = draw.whole(4, 14), draw.whole(1, 4)
    cash, dice = draw.whole(0, 900_000, 10_000), throw(draw)
    position: dict[str, Any] = {
        "mover": "B", "prime_minister": "A", "marker": 3, "treasury": cash,
        "unissued": 30 - issued, "C": {"bonds": private}, "luck": [list(dice)],
        "B": {"at": before("I09", dice)},
    }  # fmt: skip
    match = at_table(position, seats=4, game=2)
    match.answer("throw")
    draw.need(not match.is_over)
    left = match.table.unissued
    draw.need(left < 30 - issued)
    return Question(
        text=f"**{issued}** bonds are issued: {private} to C and the others to the Bank; "
        f"{30 - issued} are unissued. The Treasury holds **{cash:,}**. The marker stops on "
        "**Bonds**. How many bonds are **issued** after it?",
        kind=Number(
            "bonds",
            low="The whole bill is paid, also to the Bank, and new bonds are sold for what is "
            "missing (P17.4, P17.6).",
            high="As few bonds as suffice are sold, and they bear no interest this time "
            "(P17.4, P17.6).",
        ),
        right=30 - left,
        worked=f"The bill is {100_000 * issued:,}; the Treasury has {cash:,}; {30 - left - issued} "
        "more bonds are issued.",
        facts={"issued": issued, "cash": cash},
        match=match,
    )


CASES = {
    "Under which clause does **nobody** win when the Treasury cannot pay?": ("P17.5", "P15.5"),
    "A bill of the Treasury falls due, its cash is short, and bonds are left to issue. Under "
    "which clause are bonds issued to the Bank although nobody asks for it?": ("P17.4",),
    "Under which clause does the Treasury pay 100,000 for each bond that is issued, also to "
    "the Bank?": ("P17.6",),
    "The Treasury still has cash. Under which clause may the Prime Minister sell bonds to "
    "the Bank all the same?": ("P17.3",),
    "A player offers the Treasury 200,000 to save it. Under which clause is that "
    "refused?": ("P17.2",),
}  # fmt: skip
"""Case -> the clauses that settle it."""
bankrupt_clause = clause_for(CASES, CLAUSES)


def debt(draw: Drawing) -> Question:
    """Ask for the turn in which the public debt rose most (P17)."""
    match = recorded("poleconomy", 4, draw.seed(), RECORD, game=2)
    turns = largest_step(match.history, lambda old, new: owed(new) - owed(old))
    draw.need(len(turns) <= 2 and max(owed(row) for row in match.history) >= 4)
    return Question(
        text="Another recorded match of Game 2: `sheet.match('debt').history`. "
        "`row['public_debt']` says how many bonds the Bank and the players hold. In which turn did "
        "the public debt rise by the largest number of bonds?",
        kind=Number("", ordered=False, miss="Add up what all hold, and subtract the row before."),
        right=turns,
        worked=f"Turn {listed(map(str, turns))}.",
        facts={"turns": len(match.history) - 1},
        match=match,
        open=True,
    )


def owed(row: Any) -> int:
    """Return the bonds issued."""
    return int(sum(row["public_debt"].values()))


READ = Plan(
    "poleconomy-2-read",
    "Poleconomy, Game 2: taxes, votes and debt",
    {
        "tax_due": tax_due, "liability": liability, "majority": majority, "interest": interest,
        "bankrupt_clause": bankrupt_clause, "illusion": partial(illusion, 2), "debt": debt,
    },
)  # fmt: skip
PLANS = {plan.name: plan for plan in (READ, DECIDE)}
