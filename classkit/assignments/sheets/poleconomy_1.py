"""Poleconomy, Game 1: prices and who pays."""

from __future__ import annotations

from functools import partial
from typing import Any

from classkit.engine.registry import find

from ..answers import Name, Number, Several, as_table, listed, many
from ..drawing import Drawing
from ..plan import Plan
from ..question import Question
from ..records import largest_step, recorded, told
from .cases import clause_for
from .poleconomy_1_decide import DECIDE
from .poleconomy_tables import (
    ADVERTS,
    COMPANIES,
    INFLATION,
    RECORD,
    at_table,
    before,
    illusion,
    throw,
    title,
)

CLAUSES = find("poleconomy").rulebook.clauses
SEATS = ("A", "B", "C", "D")


def landing_of(draw: Drawing) -> tuple[dict[str, Any], Any, dict[str, Any]]:
    """Let B land on C's company with too little cash. Return facts, match and the amount due."""
    square, dice, marker = draw.one_of(COMPANIES), throw(draw), draw.whole(0, 13)
    cash, cards = draw.whole(20_000, 400_000, 10_000), draw.whole(0, 5)
    position = {
        "mover": "B", "prime_minister": "A", "marker": marker,
        "B": {"at": before(square, dice), "cash": cash, "savings": cards},
        "C": {"squares": [square]},
        "luck": [list(dice)],
    }  # fmt: skip
    match = at_table(position)
    facts = {
        "number": match.table.number, "cash": cash, "savings": cards, "square": square,
        "name": title(match, square),
    }  # fmt: skip
    match.answer("throw")
    due = told(match, "profit_due")[-1]
    draw.need(due["due"] > cash)
    draw.need(cards)
    return facts, match, due


def landing_text(facts: dict[str, Any]) -> str:
    """Describe the position in words."""
    return (
        f"The Inflation Number is **{facts['number']}**. It is B's turn; B throws and lands on "
        f"**{facts['name']}**, a company that belongs to C. B holds **{facts['cash']:,}** in cash "
        f"and {many(facts['savings'], 'savings card')}, no bonds and no policies."
    )


def landing(draw: Drawing) -> Question:
    """Ask what a landing costs (P6.2, P14.1)."""
    facts, match, due = landing_of(draw)
    return Question(
        text=f"{landing_text(facts)} How much does C receive?",
        kind=Number(
            "dollars",
            low="Did you count the Inflation Number (P4.2), and what B can raise (P14.1)?",
            high="Can B raise as much as that? See P14.1.",
        ),
        right=due["paid"],
        worked=f"{due['due']:,} is due (P6.2: 100,000 × the Number). B has {facts['cash']:,} and "
        f"cards worth {100_000 * facts['savings']:,} and pays {due['paid']:,}; {due['lapsed']:,} "
        "lapses (P14.1).",
        facts=facts,
        match=match,
    )


CASES = {
    "B lands on a company that belongs to C. Under which clause does B owe C anything at "
    "all?": ("P6.2",),
    "B owes C 300,000 and has 180,000 in cash and one savings card. Under which clause is "
    "the rest lost to C for ever?": ("P14.1",),
    "B lands on a company of B's own. Under which clause does the Bank pay B?": ("P6.3",),
    "B lands on an advertising square of C's. Under which clause may C send B on to a "
    "company?": ("P7.2",),
    "The marker stops on Taxation. Under which clause does B owe 50,000 for each of its "
    "companies?": ("P4.5",),
    "B lands on an income square. Under which clause does the Bank pay B?": ("P5.1",),
}  # fmt: skip
"""Case -> the clauses that settle it."""
landing_clause = clause_for(CASES, CLAUSES)


def cards_left(draw: Drawing) -> Question:
    """Ask how many savings cards are left after a landing (P14.1)."""
    facts, match, due = landing_of(draw)
    draw.need(match.table.count("B", "savings"))
    return Question(
        text=f"Another table. {landing_text(facts)} How many savings cards has B afterwards?",
        kind=Number(
            "savings cards",
            low="No more cards are cashed than needed, and change stays with B (P14.1).",
            high="Is the cash enough without them? See P14.1.",
        ),
        right=match.table.count("B", "savings"),
        worked=f"{due['due']:,} is due, {facts['cash']:,} is there: cards are cashed one at a time "
        f"until the rest is covered or none is left.",
        facts=facts,
        match=match,
    )


def marker(draw: Drawing) -> Question:
    """Ask where the price level goes (P4.1, P4.2)."""
    square, dice = draw.one_of(INFLATION), throw(draw)
    start, arrow = draw.whole(0, 13), draw.one_of(("clockwise", "anticlockwise"))
    position = {
        "mover": "B", "prime_minister": "A", "marker": start, "arrow": arrow,
        "B": {"at": before(square, dice)}, "luck": [list(dice), *[[6, 5], [1, 2], [1, 3]]],
    }  # fmt: skip
    match = at_table(position)
    number = match.table.number
    ring = match.table.edition.index.numbers
    steps = match.table.edition.squares[square].number
    match.answer("throw")
    moved = told(match, "marker_moved")[-1]
    draw.need(moved["number"] != number)
    facts = {"marker": start, "arrow": arrow, "steps": steps, "numbers": list(ring)}
    return Question(
        text=f"The Inflation Index is a ring of 14 positions, 0 to 13, with the Numbers "
        f"{', '.join(map(str, ring))}; clockwise the positions count up. The marker is on "
        f"position **{start}** (Number {number}) and the arrow points **{arrow}**. "
        f"B lands on an inflation square with the number **{steps}**. What does a company cost "
        "after that?",
        kind=Number(
            "dollars",
            miss="Count positions, not Numbers, in the direction of the arrow (P4.1).",
        ),
        right=100_000 * moved["number"],
        worked=f"The marker goes to position {moved['to']}, Number {moved['number']} (P4.1); a "
        "company costs 100,000 × the Number (P4.2).",
        facts=facts,
        match=match,
    )


def tax(draw: Drawing) -> Question:
    """Ask whose tax cannot be paid in full (P4.5, P14.1)."""
    companies, adverts = draw.shuffled(COMPANIES), draw.shuffled(ADVERTS)
    square, dice = "I09", throw(draw)  # one step, to a position of Taxation
    position: dict[str, Any] = {
        "mover": "D", "prime_minister": "D", "marker": 0, "D": {"at": before(square, dice)},
        "luck": [list(dice)],
    }  # fmt: skip
    facts: dict[str, Any] = {}
    for seat in SEATS:
        held = draw.whole(0, 4), draw.whole(0, 5)
        squares = [companies.pop() for _ in range(held[0])] + [
            adverts.pop() for _ in range(held[1])
        ]
        has = {"cash": draw.whole(0, 200_000, 10_000), "savings": draw.whole(0, 1),
               "bonds": draw.whole(0, 3)}  # fmt: skip
        position[seat] = {**position.get(seat, {}), **has, "squares": squares}
        facts[seat] = {"companies": held[0], "adverts": held[1], **has}
    match = at_table(position, seats=4)
    match.answer("keep").answer("throw")
    assessed = told(match, "tax_assessed")
    short = frozenset(one["seat"] for one in assessed if one["lapsed"])
    draw.need(0 < len(short) < 4)
    head = ("player", "companies", "advertising squares", "cash", "savings cards", "bonds")
    return Question(
        text="The marker stops on **Taxation**. Which players cannot pay all they owe?\n\n"
        + as_table(head, ((seat, *has.values()) for seat, has in facts.items())),
        kind=Several(SEATS, "seats", "What must be cashed for tax, and what never? (P4.5, P14.1)"),
        right=short,
        worked=" ".join(
            f"{one['seat']} owes {one['due']:,} and pays {one['paid']:,}." for one in assessed
        ),
        facts=facts,
        match=match,
    )


def auction(draw: Drawing) -> Question:
    """Ask who gets the square when bids are equal (P8.2)."""
    lander, square, dice = draw.one_of(SEATS), draw.one_of(COMPANIES), throw(draw)
    wanted = draw.one_of(SEATS)  # else the later seats would win most often
    others = [seat for seat in SEATS if seat != lander]
    high = draw.whole(50_000, 200_000, 10_000)
    tied = draw.some_of(others, 2)
    bids = {
        seat: high if seat in tied else draw.whole(10_000, high - 10_000, 10_000) for seat in others
    }
    position = {
        "mover": lander, "prime_minister": others[0], "luck": [list(dice)],
        lander: {"at": before(square, dice)},
    }  # fmt: skip
    match = at_table(position, seats=4)
    match.answer("throw").answer("no")
    for seat, amount in bids.items():
        match.answer("bid", amount=amount, seat=seat)
    held = told(match, "auction_held")[-1]
    draw.need(held["winner"] != tied[0] or lander in "BC")
    draw.need(held["winner"] == wanted)
    return Question(
        text=f"**{lander}** lands on {title(match, square)}, which nobody owns, and does not buy "
        "it. The sealed bids are "
        + listed(f"{seat} **{amount:,}**" for seat, amount in bids.items())
        + ". Who gets the company?",
        kind=Name(
            SEATS,
            "a seat",
            {lander: f"{lander} landed there and declined: see P8.1."},
            "Who comes first where bids are equal? See P8.2.",
        ),
        right=held["winner"],
        worked=f"{listed(tied)} bid the same; clockwise from {lander} {held['winner']} comes "
        "first (P8.2).",
        facts={"lander": lander, "bids": bids},
        match=match,
    )


def jump(draw: Drawing) -> Question:
    """Ask for the turn in which prices rose most (P4.1)."""
    match = recorded("poleconomy", 4, draw.seed(), RECORD)
    key = "inflation_number"
    turns = largest_step(match.history, lambda old, new: new[key] - old[key])
    draw.need(len(turns) <= 3)
    return Question(
        text="Another recorded match: `sheet.match('jump').history`. In which turn did the price "
        "of a company rise most, in dollars?",
        kind=Number("", ordered=False, miss="Subtract the row before; falls do not count (P4.2)."),
        right=turns,
        worked=f"Turn {listed(map(str, turns))}: the Number made its largest step up.",
        facts={"turns": len(match.history) - 1},
        match=match,
        open=True,
    )


READ = Plan(
    "poleconomy-1-read",
    "Poleconomy, Game 1: prices and who pays",
    {
        "landing": landing, "landing_clause": landing_clause, "cards_left": cards_left,
        "marker": marker, "tax": tax, "auction": auction, "illusion": partial(illusion, 1),
        "jump": jump,
    },
)  # fmt: skip
PLANS = {plan.name: plan for plan in (READ, DECIDE)}
