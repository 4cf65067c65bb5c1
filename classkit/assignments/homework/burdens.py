"""Questions on public money: what was paid in tax, by whom, and what debt and spending did."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from classkit.assignments.answers import Number
from classkit.assignments.question import Question

from .past import Past
from .returns import cash_flow

TREASURY = "treasury"
TAX = "tax"
"""The reason for which a tax that the law in force asks for is paid."""
WORTH = "net_worth"
"""The figure that tells who can afford more."""
BORROWED = ("bond_issue", "bond_redemption")
"""The reasons for which money is borrowed and paid back."""
INTEREST = "bond_interest"
BEGINNING = -1
"""The turn before the set-up, which is turn 0."""
WINDOWS = 8
"""The number of equal parts into which a match is cut. A stretch begins and ends at their ends."""
RATE = "Divide the tax by the net worth at the end of the turn before."
PRIMARY = "Leave out what was borrowed or paid back, and interest: what is left is primary."


def tax_rates(past: Past) -> Iterator[Question]:
    """Ask what part of its net worth a seat paid when a tax fell due."""
    if not past.has(WORTH):
        return
    rows = {row["turn"]: row for row in past.rows}
    taxes = [t for t in past.moneys if t.reason == TAX and past.holder(t.source)]
    for turn in sorted({t.turn for t in taxes} & {turn + 1 for turn in rows}):
        paid: dict[str, int] = {}
        for transfer in taxes:
            if transfer.turn == turn:
                seat = past.holder(transfer.source)
                paid[seat] = paid.get(seat, 0) + transfer.amount
        for seat, amount in paid.items():
            worth = rows[turn - 1][WORTH][seat]
            if worth <= 0:
                continue
            yield Question(
                f"Vertical equity asks for more from those who can afford more. In turn {turn} "
                f"{past.say.seat(seat)} paid a tax (“{past.say.reason(TAX)}” in the ledger). What "
                f"percentage of its net worth, {past.named(WORTH)}, at the end of turn {turn - 1} "
                "was that? (This is what was paid, which may be less than the law asks for, and "
                "does not say who bears it.) Give one decimal.",
                Number("%", whole=False, tolerance=0.06, miss=RATE),
                100 * amount / worth,
                worked=f"{amount:,} of {worth:,}.",
            )


def balances(past: Past) -> Iterator[Question]:
    """Ask for the primary balance of a Treasury; of a seat, where no Treasury pays interest."""
    found = [*primary_balances(past)]
    yield from found if found else cash_flow(past)


def primary_balances(past: Past) -> Iterator[Question]:
    """Ask for the primary balance of the Treasury over a stretch in which it paid interest."""
    unit = past.say.unit(past.money)
    for since, turn in combinations(ends(past), 2):
        then = (t for t in past.moneys if since < t.turn <= turn)
        some = [t for t in then if t.reason not in BORROWED]
        income = sum(t.amount for t in some if t.target == TREASURY)
        spent = sum(t.amount for t in some if t.source == TREASURY and t.reason != INTEREST)
        interest = sum(t.amount for t in some if t.source == TREASURY and t.reason == INTEREST)
        if not interest or income == spent:
            continue
        begun = "beginning of the match" if since == BEGINNING else f"end of turn {since}"
        yield Question(
            "The primary balance of a state is what it takes in, borrowing left out, less what it "
            "pays out, interest and repayments left out. What was that of the Treasury from the "
            f"{begun} to the end of turn {turn}, in {unit}? A deficit is negative.",
            Number(unit, whole=False, tolerance=0.5, miss=PRIMARY),
            income - spent,
            worked=f"It took in {income:,} and paid {spent:,}, besides {interest:,} of interest.",
        )


def ends(past: Past) -> list[int]:
    """Return the turns at whose ends stretches begin or end; none without a Treasury."""
    if not any(TREASURY in (t.source, t.target) for t in past.moneys):
        return []
    turns = [row["turn"] for row in past.rows]
    last = {turns[(len(turns) - 1) * at // WINDOWS] for at in range(1, WINDOWS + 1)}
    return sorted({BEGINNING, *last})
