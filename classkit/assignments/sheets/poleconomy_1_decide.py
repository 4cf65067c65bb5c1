"""Poleconomy sheet for Game 1: the value of a decision."""

from __future__ import annotations

from typing import Any

from classkit.engine.decisions import Seat
from classkit.engine.match import Match

from ..answer_types import NumberAnswer, format_table
from ..contest import Contest
from ..decision_questions import DecisionMoment, build_decision_makers, simulate_clear_answers
from ..policy_answer import PolicyAnswer
from ..random_draw import QuestionRandom
from ..sheet_plan import SheetPlan
from ..sheet_question import SheetQuestion
from .poleconomy_positions import COMPANIES, CURRENCY, format_square, start_match

DICE_ROLLS = [(one, two) for one in range(1, 7) for two in range(1, 7)]


def ask_takeover(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the mean cost of a takeover bid (P12) over all outcomes of two rolls."""
    square, marker = draw.choose_option(COMPANIES), draw.draw_integer(0, 13)
    cash = draw.draw_integer(900_000, 1_200_000, 10_000)

    def paid(*dice: tuple[int, int]) -> int:
        position = {
            "mover": "A", "prime_minister": "B", "marker": marker,
            "A": {"cash": cash, "at": "I00"}, "B": {"squares": [square]},
            "luck": [list(pair) for pair in dice],
        }  # fmt: skip
        match = start_match(position, game=1)
        match.answer("C2").answer("target", square=square)
        return cash - match.table.cash("A") if match.request else 0

    won = [pair for pair in DICE_ROLLS if pair[0] == pair[1]]
    first = [paid(pair) for pair in won]
    second = [paid((1, 2), pair) for pair in DICE_ROLLS]
    failed = len(DICE_ROLLS) - len(won)
    expected = (sum(first) * len(DICE_ROLLS) + failed * sum(second)) / len(DICE_ROLLS) ** 2
    match = start_match({"marker": marker}, game=1)
    table, name = match.table, format_square(match, square)
    return SheetQuestion(
        text=f"The Inflation Number is **{table.number}**. A stands at McLeod Young Weir with "
        f"**{cash:,}** in cash and bids for {name}, which B owns. Before the dice are thrown, what "
        "does the bid cost A **on average**, including both the fee and the price?",
        kind=NumberAnswer(
            CURRENCY, whole=False, tolerance=1_000,
            low="A pays the fee in any case, and has two throws (P12.2).",
            high="A pays the price only if the bid succeeds. How likely is a double in two "
            "throws (P12.2)?",
        ),
        right=expected,
        worked=f"Two throws have no double in 25 cases of 36, so the bid wins in 11. 30,000 + "
        f"11/36 × {table.company_price:,} = {expected:,.0f}.",
        facts={"number": table.number, "cash": cash},
    )  # fmt: skip


def draw_arrow_decision(draw: QuestionRandom) -> DecisionMoment:
    """Draw A's decision to keep or reverse the arrow where prices change steeply (P4.3)."""
    companies = draw.shuffle_options(COMPANIES)
    position: dict[str, Any] = {
        "mover": "A",
        "prime_minister": "A",
        "turn": 9,
        "marker": draw.choose_option((3, 4, 5, 9, 10, 11)),
        "arrow": draw.choose_option(("clockwise", "anticlockwise")),
    }
    rows = []
    for seat, life in zip("ABCD", (1, 2, 2, 1), strict=True):
        count = draw.draw_integer(3, 5) if seat == "A" else draw.draw_integer(0, 2)
        has = position[seat] = {
            "squares": [companies.pop() for _ in range(count)],
            "cash": draw.draw_integer(100_000, 500_000, 10_000), "life": life,
            "at": draw.choose_option(("I00", "I04", "I12", "I20", "O00", "O10", "O20", "O30")),
        }  # fmt: skip
        rows.append((seat, has["cash"], count, has["at"]))
    match = start_match(position, game=1, seats=4)
    weighed = simulate_clear_answers(draw, match, "net_worth", bots="tycoon", horizon=4)
    t = match.table
    ring = ", ".join(map(str, t.edition.index.numbers))
    return DecisionMoment(
        match=match,
        text=(
            f"A is Prime Minister, and it is A's turn. The marker is on position **{t.marker}** "
            f"(Number {t.number}) of the ring {ring}. The arrow points **{t.arrow}**. Only the "
            "Prime Minister may `keep` or `reverse` it (P4.3).\n\n"
        )
        + format_table(("player", "cash", "companies", "position"), rows),
        aim=f"A's net worth in {CURRENCY.many} four turns later",
        weighed=weighed,
        players="the bot `tycoon` on every seat",
    )


MIN_WORTH = 3_500_000
"""Net worth that a policy must reach, far above the result of default answers."""


def is_rich_without_squares(match: Match, seat: Seat) -> bool:
    """Return True if a player ends with ``MIN_WORTH`` and owns no squares (P15.3)."""
    figures = match.metrics()
    return bool(figures["net_worth"][seat] >= MIN_WORTH and not figures["ownership"][seat])


def ask_policy(draw: QuestionRandom) -> SheetQuestion:
    """Ask for a policy that becomes rich without owning a square."""
    seeds = tuple(draw.draw_seed() for _ in range(8))
    contest = Contest("poleconomy", 4, "A", "passive", seeds, {"game": 1}, is_rich_without_squares)
    return SheetQuestion(
        text="Write `policy(view, decision)`, which plays seat A in eight matches. B, C and D "
        "always give the default answer, which is to throw the dice and buy nothing. A "
        "invests for a pension fund that may hold neither companies nor advertising. At the "
        f"end, A must own **no squares** and have a net worth of at least **{MIN_WORTH:,}** "
        "(P15.3) in **five** of the eight matches.",
        kind=PolicyAnswer(contest, "What else can be bought, and what is each worth at the end?"),
        right=5,
        worked=(
            "A life policy costs 100,000 and is worth 1,000,000 at the end. In nearly all matches, "
            "it is enough to buy as many as the cash allows, and no squares."
        ),
    )


DECIDE_PLAN = SheetPlan(
    "poleconomy-1-decide",
    "Poleconomy, Game 1: what a decision is worth",
    {
        "takeover": ask_takeover,
        **build_decision_makers("arrow", draw_arrow_decision),
        "policy": ask_policy,
    },
)
