"""Poleconomy sheet for Game 1: prices, and who pays."""

from __future__ import annotations

from functools import partial
from typing import Any

from classkit.engine.registry import find
from classkit.engine.seats import SEAT_NAMES

from ..answer_types import (
    NameAnswer,
    NumberAnswer,
    SetAnswer,
    format_count,
    format_table,
    join_names,
)
from ..random_draw import QuestionRandom
from ..recorded_matches import find_max_steps, get_event_facts, play_recorded_match
from ..sheet_plan import SheetPlan
from ..sheet_question import SheetQuestion
from .poleconomy_1_decide import DECIDE_PLAN
from .poleconomy_positions import (
    ADVERTS,
    COMPANIES,
    CURRENCY,
    INFLATION_SQUARES,
    RECORD_BOTS,
    ask_illusion,
    draw_dice,
    format_square,
    get_start_square,
    start_match,
)
from .rule_cases import make_case_question

CLAUSES = find("poleconomy").rulebook.clauses
SEATS = ("A", "B", "C", "D")


def draw_landing(draw: QuestionRandom) -> tuple[dict[str, Any], Any, dict[str, Any]]:
    """Build a match in which B lands on C's company with little cash and some savings cards.

    Return the facts of the question, the match, and the facts of its last ``profit_due`` event.
    """
    square, dice, marker = draw.choose_option(COMPANIES), draw_dice(draw), draw.draw_integer(0, 13)
    cash, cards = draw.draw_integer(20_000, 400_000, 10_000), draw.draw_integer(0, 5)
    position = {
        "mover": "B", "prime_minister": "A", "marker": marker,
        "B": {"at": get_start_square(square, dice), "cash": cash, "savings": cards},
        "C": {"squares": [square]},
        "luck": [list(dice)],
    }  # fmt: skip
    match = start_match(position, game=1)
    facts = {
        "number": match.table.number, "cash": cash, "savings": cards, "square": square,
        "name": format_square(match, square),
    }  # fmt: skip
    match.answer("throw")
    due = get_event_facts(match, "profit_due")[-1]
    draw.require(due["due"] > cash)
    draw.require(cards)
    return facts, match, due


def format_landing(facts: dict[str, Any]) -> str:
    """Describe the position that :func:`draw_landing` returned."""
    return (
        f"The Inflation Number is **{facts['number']}**. It is B's turn. B throws and lands on "
        f"**{facts['name']}**, a company that C owns. B holds **{facts['cash']:,}** in cash "
        f"and {format_count(facts['savings'], 'savings card')}, but no bonds or policies."
    )


def ask_landing(draw: QuestionRandom) -> SheetQuestion:
    """Ask how much the owner of a company receives after a landing (P6.2, P14.1)."""
    facts, match, due = draw_landing(draw)
    return SheetQuestion(
        text=f"{format_landing(facts)} How much does C receive?",
        kind=NumberAnswer(
            CURRENCY,
            low="Did you include the Inflation Number (P4.2) and all that B can raise (P14.1)?",
            high="Can B raise that much? See P14.1.",
        ),
        right=due["paid"],
        worked=f"{due['due']:,} is due (P6.2: 100,000 × the Number). B has {facts['cash']:,} in "
        f"cash and cards worth {100_000 * facts['savings']:,}. B pays {due['paid']:,}, and "
        f"{due['lapsed']:,} lapses (P14.1).",
        facts=facts,
        match=match,
    )


CASES = {
    "B lands on a company that C owns. Under which clause does B owe C anything at all?": ("P6.2",),
    "B owes C 300,000 and has 180,000 in cash and one savings card. Under which clause does "
    "C lose the rest forever?": ("P14.1",),
    "B lands on B's own company. Under which clause does the Bank pay B?": ("P6.3",),
    "B lands on one of C's advertising squares. Under which clause may C send B on to a "
    "company?": ("P7.2",),
    "The marker stops on Taxation. Under which clause does B owe 50,000 for each of its "
    "companies?": ("P4.5",),
    "B lands on an income square. Under which clause does the Bank pay B?": ("P5.1",),
}  # fmt: skip
"""Maps each case to the clauses that settle it."""
ask_landing_clause = make_case_question(CASES, CLAUSES)


def ask_cards_left(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the number of savings cards left after a landing (P14.1)."""
    facts, match, due = draw_landing(draw)
    draw.require(match.table.count_stock("B", "savings"))
    return SheetQuestion(
        text=f"At another table: {format_landing(facts)} How many savings cards does B "
        "have afterward?",
        kind=NumberAnswer(
            "savings cards",
            low="B cashes no more cards than necessary and keeps the change (P14.1).",
            high="Is the cash enough on its own? See P14.1.",
        ),
        right=match.table.count_stock("B", "savings"),
        worked=f"{due['due']:,} is due, and B has {facts['cash']:,} in cash. B cashes cards one at "
        "a time until the rest is covered or no cards are left.",
        facts=facts,
        match=match,
    )


def ask_marker(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the price of a company after the marker has moved (P4.1, P4.2)."""
    square, dice = draw.choose_option(INFLATION_SQUARES), draw_dice(draw)
    start, arrow = draw.draw_integer(0, 13), draw.choose_option(("clockwise", "anticlockwise"))
    position = {
        "mover": "B",
        "prime_minister": "A",
        "marker": start,
        "arrow": arrow,
        "B": {"at": get_start_square(square, dice)},
        "luck": [list(dice), *[[6, 5], [1, 2], [1, 3]]],
    }
    match = start_match(position, game=1)
    number = match.table.number
    ring = match.table.edition.index.numbers
    steps = match.table.edition.squares[square].number
    match.answer("throw")
    moved = get_event_facts(match, "marker_moved")[-1]
    draw.require(moved["number"] != number)
    facts = {"marker": start, "arrow": arrow, "steps": steps, "numbers": list(ring)}
    return SheetQuestion(
        text=f"The Inflation Index is a ring of 14 positions, 0 to 13, with the Numbers "
        f"{', '.join(map(str, ring))}. The positions increase clockwise. The marker is on "
        f"position **{start}** (Number {number}), and the arrow points **{arrow}**. "
        f"B lands on an inflation square with the number **{steps}**. How much does a company "
        "then cost?",
        kind=NumberAnswer(
            CURRENCY,
            miss="Count positions, not Numbers, in the direction of the arrow (P4.1).",
        ),
        right=100_000 * moved["number"],
        worked=f"The marker moves to position {moved['to']}, Number {moved['number']} (P4.1). A "
        "company costs 100,000 × the Number (P4.2).",
        facts=facts,
        match=match,
    )


def ask_tax(draw: QuestionRandom) -> SheetQuestion:
    """Ask which players cannot pay their tax in full (P4.5, P14.1)."""
    companies, adverts = draw.shuffle_options(COMPANIES), draw.shuffle_options(ADVERTS)
    square, dice = "I09", draw_dice(draw)  # one step before Taxation
    position: dict[str, Any] = {
        "mover": "D",
        "prime_minister": "D",
        "marker": 0,
        "D": {"at": get_start_square(square, dice)},
        "luck": [list(dice)],
    }
    facts: dict[str, Any] = {}
    for seat in SEATS:
        held = draw.draw_integer(0, 4), draw.draw_integer(0, 5)
        squares = [companies.pop() for _ in range(held[0])] + [
            adverts.pop() for _ in range(held[1])
        ]
        has = {"cash": draw.draw_integer(0, 200_000, 10_000), "savings": draw.draw_integer(0, 1),
               "bonds": draw.draw_integer(0, 3)}  # fmt: skip
        position[seat] = {**position.get(seat, {}), **has, "squares": squares}
        facts[seat] = {"companies": held[0], "adverts": held[1], **has}
    match = start_match(position, game=1, seats=4)
    match.answer("keep").answer("throw")
    assessed = get_event_facts(match, "tax_assessed")
    short = frozenset(one["seat"] for one in assessed if one["lapsed"])
    draw.require(0 < len(short) < 4)
    head = ("player", "companies", "advertising squares", "cash", "savings cards", "bonds")
    return SheetQuestion(
        text="The marker stops on **Taxation**. Which players can't pay everything they owe?\n\n"
        + format_table(head, ((seat, *has.values()) for seat, has in facts.items())),
        kind=SetAnswer(
            SEATS,
            "seats",
            "What must be cashed to pay tax, and what is never cashed? (P4.5, P14.1)",
            SEAT_NAMES,
        ),
        right=short,
        worked=" ".join(
            f"{one['seat']} owes {one['due']:,} and pays {one['paid']:,}." for one in assessed
        ),
        facts=facts,
        match=match,
    )


def ask_auction(draw: QuestionRandom) -> SheetQuestion:
    """Ask which bidder gets the square when bids are equal (P8.2)."""
    lander, square, dice = draw.choose_option(SEATS), draw.choose_option(COMPANIES), draw_dice(draw)
    wanted = draw.choose_option(SEATS)  # matches that another seat wins are rejected below
    others = [seat for seat in SEATS if seat != lander]
    high = draw.draw_integer(50_000, 200_000, 10_000)
    tied = draw.sample_options(others, 2)
    bids = {
        seat: high if seat in tied else draw.draw_integer(10_000, high - 10_000, 10_000)
        for seat in others
    }
    position = {
        "mover": lander, "prime_minister": others[0], "luck": [list(dice)],
        lander: {"at": get_start_square(square, dice)},
    }  # fmt: skip
    match = start_match(position, game=1, seats=4)
    match.answer("throw").answer("no")
    for seat, amount in bids.items():
        match.answer("bid", amount=amount, seat=seat)
    held = get_event_facts(match, "auction_held")[-1]
    draw.require(held["winner"] != tied[0] or lander in "BC")
    draw.require(held["winner"] == wanted)
    return SheetQuestion(
        text=f"**{lander}** lands on {format_square(match, square)}, which nobody owns, and "
        "declines to buy it. The sealed bids are "
        + join_names(f"{seat} **{amount:,}**" for seat, amount in bids.items())
        + ". Who gets the company?",
        kind=NameAnswer(
            SEATS,
            "a seat",
            {lander: f"{lander} landed there and declined to buy. See P8.1."},
            "Who comes first when bids are equal? See P8.2.",
            SEAT_NAMES,
        ),
        right=held["winner"],
        worked=f"{join_names(tied)} bid the same amount. Clockwise from {lander}, {held['winner']} "
        "comes first (P8.2).",
        facts={"lander": lander, "bids": bids},
        match=match,
    )


def ask_jump(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the turn in which the price of a company rose most (P4.2)."""
    match = play_recorded_match("poleconomy", 4, draw.draw_seed(), RECORD_BOTS, game=1)
    key = "inflation_number"
    turns = find_max_steps(match.history, lambda old, new: new[key] - old[key])
    draw.require(len(turns) <= 3)
    return SheetQuestion(
        text="Here is another recorded match: `sheet.match('jump').history`. In which turn did the "
        f"price of a company rise the most in {CURRENCY.many}?",
        kind=NumberAnswer(
            "", ordered=False, miss="Subtract the previous row; decreases don't count (P4.2)."
        ),
        right=turns,
        worked=f"Turn {join_names(map(str, turns))}: the Number rose the most.",
        facts={"turns": len(match.history) - 1},
        match=match,
        open=True,
    )


READ_PLAN = SheetPlan(
    "poleconomy-1-read",
    "Poleconomy, Game 1: prices and who pays",
    {
        "landing": ask_landing,
        "landing_clause": ask_landing_clause,
        "cards_left": ask_cards_left,
        "marker": ask_marker,
        "tax": ask_tax,
        "auction": ask_auction,
        "illusion": partial(ask_illusion, 1),
        "jump": ask_jump,
    },
)
PLANS = {plan.name: plan for plan in (READ_PLAN, DECIDE_PLAN)}
