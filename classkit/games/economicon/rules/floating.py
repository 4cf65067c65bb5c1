"""Floating: a nation without a peg creates and destroys its own currency (N11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from classkit.engine.moves import ANY_AMOUNT, Amount, Chance, Field, Move, Preview
from classkit.engine.requests import Aside, Decision, Draw, Flow, Request, Roll, Sealed, Seat
from classkit.procedures.limits import ANY, Limit, least, refused

from ..accounts import CURRENCY, MARKET, SUPPLY
from ..state import NO_PEG, Economicon
from .standing_effects import forbids

MORE_OR_LESS = Amount(-ANY_AMOUNT.high, ANY_AMOUNT.high)
FLOATING = "float_money"
WAITING = {"order_production": "production orders are", "consent": "a partner's consent is"}
OPEN_DECISIONS = frozenset({"choose_peg", "release_goods", "trade"})
"""The decisions that may wait while currency is created or destroyed (N11.1)."""


def open_asides(t: Economicon, decision: Decision, seats: Sequence[Seat]) -> list[Aside]:
    """List ``float_money`` for these nations, barred with the reason for pegged ones."""
    if decision.name not in OPEN_DECISIONS:
        return []
    return [floating(t, seat) for seat in seats]


def floating(t: Economicon, seat: Seat) -> Aside:
    """Create (more than 0) or destroy (less than 0) units of the nation's own currency."""
    barred = refuse_floating(t, seat)
    move = Move(FLOATING, barred=barred, rule="N11.1") if barred else float_move(t, seat)
    return Aside(seat, move, partial(float_money, t, seat), "N11.1")


def no_aside(request: Request | None, name: str) -> str:
    """Return why nobody may create or destroy currency now (N11.1).

    The decision that waits is not one of the open ones.
    """
    if name != FLOATING:
        return ""
    if request is None:
        return "Nothing is created or destroyed once phase 10 of the last round is over (N11.1)."
    if isinstance(request, (Roll, Draw)):
        return "Currency is created or destroyed while a decision waits, not a throw (N11.1)."
    asked = "production orders are" if isinstance(request, Sealed) else WAITING[request.name]
    return f"Nobody creates or destroys currency while {asked} awaited (N11.1)."


def float_move(t: Economicon, seat: Seat) -> Move:
    """Return the move of a floating nation; barred when it can neither create nor destroy."""
    return Move(
        FLOATING,
        form=partial(float_form, t, seat),
        why_none=partial(cannot_float, t, seat),
        refuse=partial(refuse_amount, t, seat),
        sample=partial(sample_amount, t, seat),
        preview=partial(preview_amount, t, seat),
        rule="N11.1",
        space=CURRENCY[seat],
        amount=MORE_OR_LESS,
    )


def float_form(t: Economicon, seat: Seat) -> dict[str, Field]:
    """Return the field: how much to create, or less than 0 to destroy."""
    create, destroy = most_created(t, seat), most_destroyed(t, seat)
    worth = partial(worth_offering, create, destroy)
    why = partial(refuse_number, t, seat)
    return {"amount": Amount(-destroy, create, unit=CURRENCY[seat], sensible=worth, why=why)}


def cannot_float(t: Economicon, seat: Seat) -> str:
    """Return why nothing can be created or destroyed now; an empty text if it can."""
    if most_created(t, seat) or most_destroyed(t, seat):
        return ""
    if not left_this_round(t, seat):
        return f"{seat} has created and destroyed its {t.float_limit} of this round (N11.4)."
    return f"{seat} can neither create nor destroy currency now (N11.2, N11.3)."


def worth_offering(create: int, destroy: int, low: int, high: int) -> list[tuple[str, int]]:
    """Return amounts worth offering: all, half or one unit to create, and all to destroy.

    >>> worth_offering(10, 3, -10, 10)
    [('Create', 10), ('Create', 5), ('Create', 1), ('Destroy', -3)]
    """
    creating = [("Create", number) for number in (create, create // 2, 1) if 0 < number <= create]
    return creating + ([("Destroy", -destroy)] if destroy else [])


def refuse_floating(t: Economicon, seat: Seat) -> str:
    """Return why the nation may neither create nor destroy; an empty text if it may (N11.1)."""
    peg = t.nations[seat].peg
    if peg != NO_PEG:
        return f"{seat} is pegged to {peg}: only a floating nation creates currency (N11.1)."
    if forbids(t, "float"):
        return f"{t.event_name()} forbids creating and destroying currency (N17.4)."
    return ""


def left_this_round(t: Economicon, seat: Seat) -> int:
    """Return how many units may still be created or destroyed: all without a limit (N11.4)."""
    nation = t.nations[seat]
    if not t.float_limit:
        return sum(t.ledger.balances[CURRENCY[seat]].values())
    left = t.float_limit - nation.created - nation.destroyed
    return left if left > 0 else 0


ROUND = "{seat} may create and destroy {most} more in this round, not {number} (N11.4)."
NO_COUNTER = "No counter of {unit} is left in the supply (N11.2)."
NOT_ISSUED = "{seat} has {most} created units outstanding, not {number} (N11.3)."
LAST_ONE = "{there} {unit} lie in the market and one has to stay there (N11.2)."


def creating_limits(t: Economicon, seat: Seat) -> tuple[Limit, ...]:
    """Return what limits creating: the round, and a supply with no counter left (N11.2, N11.4).

    A few counters are enough for any number: no more are created than there are (N0.3).
    """
    counters = ANY if t.in_supply(CURRENCY[seat]) else 0
    return (left_this_round(t, seat), ROUND), (counters, NO_COUNTER)


def destroying_limits(t: Economicon, seat: Seat) -> tuple[Limit, ...]:
    """Return what limits destroying: the round, the own issue, the market (N11.2, N11.3)."""
    own = t.options.destroy_scope == "own_issue"
    return (
        (left_this_round(t, seat), ROUND),
        (t.nations[seat].issue if own else ANY, NOT_ISSUED),
        (t.in_market(CURRENCY[seat]) - 1, LAST_ONE),
    )


def most_created(t: Economicon, seat: Seat) -> int:
    """Return the most to be asked for; with few counters left, fewer come (N11.2, N11.4)."""
    return least(creating_limits(t, seat))


def most_destroyed(t: Economicon, seat: Seat) -> int:
    """Return at most the own issue; one unit stays in the market (N11.2, N11.3)."""
    return least(destroying_limits(t, seat))


def refuse_amount(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Refuse an amount that may not be created or destroyed."""
    return refuse_number(t, seat, values["amount"])


def refuse_number(t: Economicon, seat: Seat, amount: int) -> str | None:
    """Return why so much may not be created, or less than 0 destroyed (N11.2 to N11.4)."""
    if amount == 0:
        return "0 is neither: more than 0 creates, less than 0 destroys (N11.1)."
    unit, limits = CURRENCY[seat], destroying_limits(t, seat)
    if amount > 0:
        limits = creating_limits(t, seat)
    return refused(
        limits, abs(amount), seat=seat, unit=unit, there=t.in_market(unit), event=t.event_name()
    )


def sample_amount(t: Economicon, seat: Seat, chance: Chance) -> dict[str, int]:
    """Draw a legal amount."""
    create, destroy = most_created(t, seat), most_destroyed(t, seat)
    pick = chance.below(create + destroy) - destroy
    return {"amount": pick if pick < 0 else pick + 1}


def moved(t: Economicon, seat: Seat, amount: int) -> int:
    """Return how many units move: what is created as far as there are counters (N0.3, N11.2)."""
    return min(amount, t.in_supply(CURRENCY[seat]))


def preview_amount(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> Preview:
    """Preview the units in the market, and the price of one in gold (N2.1, N11.2)."""
    unit, gold = CURRENCY[seat], t.in_market("gold") or 1
    amount = moved(t, seat, values["amount"])
    before = t.in_market(unit)
    after = before + amount
    rows = (("before", before), ("after", after))
    note = f"One unit is worth {gold / (before or 1):.2f} gold now, {gold / after:.2f} afterwards."
    return Preview(("", "in the market"), rows, "units", note)


def float_money(t: Economicon, seat: Seat, amount: int) -> Flow[None]:
    """Move units between supply and market, free of charge; reserves are untouched (N11.2)."""
    yield from ()  # a flow that asks nothing
    unit, nation = CURRENCY[seat], t.nations[seat]
    amount = moved(t, seat, amount)
    nation.issue += amount
    issue = {"issue": nation.issue}
    if amount > 0:
        nation.created += amount
        t.move(unit, amount, SUPPLY, MARKET, "currency_created", "N11.1", also=issue)
    else:
        nation.destroyed -= amount
        t.move(unit, -amount, MARKET, SUPPLY, "currency_destroyed", "N11.1", also=issue)
