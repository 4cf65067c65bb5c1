"""Questions on public money: who bore a tax, and what the debt cost."""

from __future__ import annotations

from collections.abc import Iterator

from classkit.assignments.answers import Number
from classkit.assignments.question import Question

from .past import AUCTION, Past, sums

TREASURY = "treasury"
NOT_TAX = ("buy", "built", "build", "payment", "purchase", "mortgage", "trade", "deal", AUCTION)
SHARE = "A share is the part divided by the whole; the whole is what all paid together."
REVENUE = "Divide by what taxes brought in, not by all income: borrowed money is not revenue."


def shares_of_tax(past: Past) -> Iterator[Question]:
    """Ask what share of the heaviest tax or charge one seat bore."""
    charges = {t.reason: past.paid(t.reason) for t in past.moneys}
    burdens = [
        (reason, paid)
        for reason, paid in charges.items()
        if len(set(paid.values())) > 2  # all alike would be no burden to compare
        and not reason.startswith(NOT_TAX)
        and not is_between_seats(past, reason)
    ]
    if not burdens:
        return
    reason, paid = min(burdens, key=lambda item: ("tax" not in item[0], -sum(item[1].values())))
    together = ", ".join(f"{past.say.seat(seat)} {paid[seat]:,}" for seat in sorted(paid))
    for seat, amount in paid.items():
        yield Question(
            "Who bears a tax? Of all that seats paid under the heading "
            f"“{past.say.reason(reason)}” (the column “text” of the ledger), what percentage did "
            f"{past.say.seat(seat)} pay?",
            Number("%", whole=False, tolerance=0.5, miss=SHARE),
            100 * amount / sum(paid.values()),
            worked=f"In {past.say.unit(past.money)}: {together}.",
        )


def is_between_seats(past: Past, reason: str) -> bool:
    """Return True if seats pay each other for this reason."""
    return any(
        past.holder(t.target) for t in past.moneys if t.reason == reason and t.source in past.seats
    )


def costs_of_debt(past: Past) -> Iterator[Question]:
    """Ask what share of public spending went into interest, or to another purpose."""
    spent = sums((t for t in past.moneys if t.source == TREASURY), lambda transfer: transfer.reason)
    total, units = sum(spent.values()), past.say.unit(past.money)
    taxes = sum(t.amount for t in past.moneys if t.target == TREASURY and "tax" in t.reason)
    for reason, amount in spent.items():
        heading = f"the heading “{past.say.reason(reason)}”"
        if len(spent) > 1:
            yield Question(
                "What percentage of all the money that the Treasury paid out in this match went "
                f"under {heading} (in the ledger its source is “{TREASURY}”)?",
                Number("%", whole=False, tolerance=0.5, miss=SHARE),
                100 * amount / total,
                worked=f"{amount:,} of {total:,} {units}.",
            )
        if taxes:
            yield Question(
                "A state covers what it spends by taxes or by borrowing. In this match the "
                f"Treasury paid out {amount:,} {units} under {heading}. What percentage of its "
                "revenue from taxes was that, all turns taken together?",
                Number("%", whole=False, tolerance=0.5, miss=REVENUE),
                100 * amount / taxes,
                worked=f"{amount:,} of {taxes:,} {units} of tax.",
            )
