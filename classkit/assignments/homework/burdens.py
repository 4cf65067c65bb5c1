"""Questions on public money: who bore a tax, and what the debt cost."""

from __future__ import annotations

from functools import partial

from classkit.assignments.answers import Number
from classkit.assignments.question import Question

from .past import AUCTION, Past, Variant, sums

TREASURY = "treasury"
NOT_TAX = ("buy", "built", "build", "payment", "purchase", "mortgage", "trade", "deal", AUCTION)
SHARE = "A share is the part divided by the whole; the whole is what all paid together."


def shares_of_tax(past: Past) -> list[Variant]:
    """Ask what share of the heaviest tax or charge one seat bore."""
    charges = {t.reason: past.paid(t.reason) for t in past.moneys}
    charges = {
        reason: paid
        for reason, paid in charges.items()
        if len(paid) > 1 and not reason.startswith(NOT_TAX) and not is_between_seats(past, reason)
    }
    for reason, paid in sorted(
        charges.items(), key=lambda item: ("tax" not in item[0], -sum(item[1].values()))
    ):
        if len(set(paid.values())) > 2:  # all alike would be no burden to compare
            return [partial(share_of_tax, past, reason, paid, seat) for seat in paid]
    return []


def share_of_tax(past: Past, reason: str, paid: dict[str, int], seat: str) -> Question:
    """Return the question on one seat's share of one charge."""
    together = ", ".join(f"{past.say.seat(s)} {amount:,}" for s, amount in sorted(paid.items()))
    return Question(
        "Who bears a tax? Of all that seats paid under the heading "
        f"“{past.say.reason(reason)}” (the column “text” of the ledger), what percentage did "
        f"{past.say.seat(seat)} pay?",
        Number("%", whole=False, tolerance=0.5, low=SHARE, high=SHARE),
        100 * paid[seat] / sum(paid.values()),
        worked=f"In {past.say.unit(past.money)}: {together}.",
    )


def is_between_seats(past: Past, reason: str) -> bool:
    """Return True if seats pay each other for this reason."""
    return any(
        past.holder(t.target) for t in past.moneys if t.reason == reason and t.source in past.seats
    )


def costs_of_debt(past: Past) -> list[Variant]:
    """Ask what share of public spending went into interest, or to another purpose."""
    spent = sums((t for t in past.moneys if t.source == TREASURY), lambda transfer: transfer.reason)
    taxes = sum(t.amount for t in past.moneys if t.target == TREASURY and "tax" in t.reason)
    found: list[Variant] = []
    for reason, amount in spent.items():
        if len(spent) > 1:
            found.append(partial(share_of_spending, past, reason, amount, sum(spent.values())))
        if taxes:
            found.append(partial(share_of_revenue, past, reason, amount, taxes))
    return found


def share_of_spending(past: Past, reason: str, amount: int, total: int) -> Question:
    """Return the question what part of the Treasury's spending one purpose took."""
    return Question(
        "What percentage of all the money that the Treasury paid out in this match went under "
        f"the heading “{past.say.reason(reason)}” (in the ledger its source is “{TREASURY}”)?",
        Number("%", whole=False, tolerance=0.5, low=SHARE, high=SHARE),
        100 * amount / total,
        worked=f"{amount:,} of {total:,} {past.say.unit(past.money)}.",
    )


def share_of_revenue(past: Past, reason: str, amount: int, taxes: int) -> Question:
    """Return the question how one purpose compares with what taxes brought in."""
    hint = "Divide by what taxes brought in, not by all income: borrowed money is not revenue."
    return Question(
        "A state covers what it spends by taxes or by borrowing. In this match the Treasury paid "
        f"out {amount:,} {past.say.unit(past.money)} under the heading "
        f"“{past.say.reason(reason)}”. What percentage of its revenue from taxes was that, all "
        "turns taken together?",
        Number("%", whole=False, tolerance=0.5, low=hint, high=hint),
        100 * amount / taxes,
        worked=f"{amount:,} of {taxes:,} {past.say.unit(past.money)} of tax.",
    )
