"""Homework questions about public finance: tax rates, and balances of the Treasury."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from classkit.assignments.answer_types import NumberAnswer
from classkit.assignments.sheet_question import SheetQuestion

from .investment_questions import ask_cash_flow
from .played_match import PlayedMatch

TREASURY = "treasury"
TAX_REASON = "tax"
"""Reason of transfers that pay a tax under the current law."""
WORTH_METRIC = "net_worth"
"""Metric that measures ability to pay."""
BORROWING_REASONS = ("bond_issue", "bond_redemption")
"""Reasons of transfers that borrow and repay money."""
INTEREST_REASON = "bond_interest"
BEGINNING_TURN = -1
"""Number of the turn before the set-up, which is turn 0."""
PART_COUNT = 8
"""Number of equal parts of a match. Stretches start and end at the boundaries of parts."""
RATE_HINT = "Divide the tax by the net worth at the end of the previous turn."
PRIMARY_HINT = "Exclude borrowing, repayments and interest: the remainder is the primary balance."


def ask_tax_rates(past: PlayedMatch) -> Iterator[SheetQuestion]:
    """Yield questions about the share of its net worth that a seat paid as tax."""
    if not past.has_metrics(WORTH_METRIC):
        return
    rows = {row["turn"]: row for row in past.rows}
    taxes = [
        t for t in past.money_transfers if t.reason == TAX_REASON and past.get_holder(t.source)
    ]
    for turn in sorted({t.turn for t in taxes} & {turn + 1 for turn in rows}):
        paid: dict[str, int] = {}
        for transfer in taxes:
            if transfer.turn == turn:
                seat = past.get_holder(transfer.source)
                paid[seat] = paid.get(seat, 0) + transfer.amount
        for seat, amount in paid.items():
            worth = rows[turn - 1][WORTH_METRIC][seat]
            if worth <= 0:
                continue
            yield SheetQuestion(
                "Vertical equity means that people who can afford more should pay more. In turn "
                f"{turn}, {past.say.seat(seat)} paid a tax (“{past.say.reason(TAX_REASON)}” in "
                "the ledger). What percentage of its net worth, "
                f"{past.format_metric(WORTH_METRIC)}, at the end of turn {turn - 1} was that? "
                "(This is the amount paid, which may be less than the law requires, and it "
                "does not show who bears the tax.) Round to one decimal place.",
                NumberAnswer("%", whole=False, tolerance=0.06, miss=RATE_HINT),
                100 * amount / worth,
                worked=f"{amount:,} of {worth:,}.",
            )


def ask_balances(past: PlayedMatch) -> Iterator[SheetQuestion]:
    """Yield questions about the primary balance of the Treasury.

    If no Treasury pays interest, ask about the cash flow of a seat instead.
    """
    found = [*ask_primary_balances(past)]
    yield from found if found else ask_cash_flow(past)


def ask_primary_balances(past: PlayedMatch) -> Iterator[SheetQuestion]:
    """Yield questions about the Treasury's primary balance while it paid interest."""
    unit = past.money_noun
    for since, turn in combinations(list_part_ends(past), 2):
        then = (t for t in past.money_transfers if since < t.turn <= turn)
        some = [t for t in then if t.reason not in BORROWING_REASONS]
        income = sum(t.amount for t in some if t.target == TREASURY)
        spent = sum(t.amount for t in some if t.source == TREASURY and t.reason != INTEREST_REASON)
        interest = sum(
            t.amount for t in some if t.source == TREASURY and t.reason == INTEREST_REASON
        )
        if not interest or income == spent:
            continue
        begun = "beginning of the match" if since == BEGINNING_TURN else f"end of turn {since}"
        yield SheetQuestion(
            "A country's primary balance is its revenue without borrowing minus its spending "
            "without interest and repayments. What was the Treasury's primary balance "
            f"from the {begun} to the end of turn {turn}, in {unit}? A deficit is "
            "negative.",
            NumberAnswer(past.answer_unit, whole=False, tolerance=0.5, miss=PRIMARY_HINT),
            income - spent,
            worked=f"It took in {income:,} and paid {spent:,}, plus {interest:,} in interest.",
        )


def list_part_ends(past: PlayedMatch) -> list[int]:
    """Return the turns at which stretches start or end. Empty without a Treasury."""
    if not any(TREASURY in (t.source, t.target) for t in past.money_transfers):
        return []
    turns = [row["turn"] for row in past.rows]
    last = {turns[(len(turns) - 1) * at // PART_COUNT] for at in range(1, PART_COUNT + 1)}
    return sorted({BEGINNING_TURN, *last})
