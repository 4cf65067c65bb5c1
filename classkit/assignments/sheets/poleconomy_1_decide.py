"""Poleconomy, Game 1: the value of a decision."""

from __future__ import annotations

from typing import Any

from classkit.engine.match import Match
from classkit.engine.requests import Seat

from ..answers import Number, as_table
from ..contest import Contest
from ..deciding import Moment, on_decision, weigh_clearly
from ..drawing import Drawing
from ..plan import Plan
from ..policies import Policies
from ..question import Question
from .poleconomy_tables import COMPANIES, at_table, title

DICE = [(one, two) for one in range(1, 7) for two in range(1, 7)]


def takeover(draw: Drawing) -> Question:
    """Ask what a takeover costs on average (P12), found by trying every throw."""
    square, marker = draw.one_of(COMPANIES), draw.whole(0, 13)
    cash = draw.whole(900_000, 1_200_000, 10_000)

    def paid(*dice: tuple[int, int]) -> int:
        position = {
            "mover": "A", "prime_minister": "B", "marker": marker,
            "A": {"cash": cash, "at": "I00"}, "B": {"squares": [square]},
            "luck": [list(pair) for pair in dice],
        }  # fmt: skip
        match = at_table(position)
        match.answer("C2").answer("target", square=square)
        return cash - match.table.cash("A") if match.request else 0

    won = [pair for pair in DICE if pair[0] == pair[1]]
    first = [paid(pair) for pair in won]
    second = [paid((1, 2), pair) for pair in DICE]
    failed = len(DICE) - len(won)
    expected = (sum(first) * len(DICE) + failed * sum(second)) / len(DICE) ** 2
    table = at_table({"marker": marker}).table
    return Question(
        text=f"The Inflation Number is **{table.number}**. A stands at McLeod Young Weir with "
        f"**{cash:,}** in cash and bids for {title(at_table({}), square)}, a company of B's. What "
        "does the bid cost A **on average**, fee and price together, before the dice are thrown?",
        kind=Number(
            "dollars", whole=False, tolerance=1_000,
            low="The fee is paid in any case, and two throws give more than one chance (P12.2).",
            high="The price is paid only if the bid is won. How likely is one double in two "
            "throws (P12.2)?",
        ),
        right=expected,
        worked=f"No double in two throws: 25 of 36; so it is won in 11 of 36. 30,000 + 11/36 × "
        f"{table.company_price:,} = {expected:,.0f}.",
        facts={"number": table.number, "cash": cash},
    )  # fmt: skip


def arrow(draw: Drawing) -> Moment:
    """Return a decision on the Prime Minister's arrow, where the ring is steep (P4.3)."""
    companies = draw.shuffled(COMPANIES)
    position: dict[str, Any] = {
        "mover": "A", "prime_minister": "A", "turn": 9, "marker": draw.one_of((3, 4, 5, 9, 10, 11)),
        "arrow": draw.one_of(("clockwise", "anticlockwise")),
    }  # fmt: skip
    rows = []
    for seat, life in zip("ABCD", (1, 2, 2, 1), strict=True):
        count = draw.whole(3, 5) if seat == "A" else draw.whole(0, 2)
        has = position[seat] = {
            "squares": [companies.pop() for _ in range(count)],
            "cash": draw.whole(100_000, 500_000, 10_000), "life": life,
            "at": draw.one_of(("I00", "I04", "I12", "I20", "O00", "O10", "O20", "O30")),
        }  # fmt: skip
        rows.append((seat, has["cash"], count, has["at"]))
    match = at_table(position, seats=4)
    weighed = weigh_clearly(draw, match, "net_worth", bots="tycoon", horizon=4)
    t = match.table
    ring = ", ".join(map(str, t.edition.index.numbers))
    return Moment(
        match=match,
        text=f"A is Prime Minister and on turn. The marker is on position **{t.marker}** (Number "
        f"{t.number}) of the ring {ring}; the arrow points **{t.arrow}**. A may `keep` or "
        "`reverse` it (P4.3); nobody but a Prime Minister can.\n\n"
        + as_table(("player", "cash", "companies", "stands on"), rows),
        aim="A's net worth in dollars four turns later",
        weighed=weighed,
        players="the bot `tycoon` on every seat",
    )


RICH = 3_500_000
"""The net worth in dollars that a policy must reach: far more than default answers end with."""


def is_rich_without_squares(match: Match, seat: Seat) -> bool:
    """Return whether a player ends rich and owns no square (P15.3)."""
    figures = match.metrics()
    return bool(figures["net_worth"][seat] >= RICH and not figures["ownership"][seat])


def policy(draw: Drawing) -> Question:
    """Ask for a policy that grows rich without buying a square."""
    seeds = tuple(draw.seed() for _ in range(8))
    contest = Contest("poleconomy", 4, "A", "passive", seeds, {}, is_rich_without_squares)
    return Question(
        text="Write `policy(view, decision)`. It plays seat A in eight matches; B, C and D "
        "always give the default answer, which is to throw the dice and to buy nothing. A "
        "invests for a pension fund that may hold neither companies nor advertising: at the "
        f"end A must own **no square** and have a net worth of at least **{RICH:,}** (P15.3), "
        "in **five** of the eight.",
        kind=Policies(contest, "What else can be bought, and what is each worth at the end?"),
        right=5,
        worked="A life policy costs 100,000 and is worth 1,000,000 at the end: buying as many "
        "as there is cash for, and no square, does it in nearly all matches.",
    )


DECIDE = Plan(
    "poleconomy-1-decide",
    "Poleconomy, Game 1: what a decision is worth",
    {
        "takeover": takeover, **on_decision(arrow), "policy": policy,
    },
)  # fmt: skip
