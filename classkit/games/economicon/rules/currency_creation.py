"""Currency creation and destruction by floating nations (N11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from classkit.engine.decisions import Aside, Decision, Draw, Flow, Request, Roll, Sealed, Seat
from classkit.engine.moves import ANY_AMOUNT, Amount, Field, Move, Preview, RandomGenerator
from classkit.mechanics.bounds import UNLIMITED_AMOUNT, Limit, limit_refusal, min_limit

from ..account_names import CURRENCY, MARKET, SUPPLY
from ..state import NO_PEG, EconomiconState
from .standing_effects import is_forbidden

ANY_CHANGE = Amount(-ANY_AMOUNT.high, ANY_AMOUNT.high)
FLOAT_ACTION = "float_money"
WAITING_TEXTS = {"order_production": "production orders are", "consent": "a partner's consent is"}
OPEN_DECISIONS = frozenset({"choose_peg", "release_goods", "trade"})
"""Decisions during which currency may be created or destroyed (N11.1)."""


def list_open_asides(t: EconomiconState, decision: Decision, seats: Sequence[Seat]) -> list[Aside]:
    """Return ``float_money`` for each nation. It is barred for pegged nations and says why."""
    if decision.name not in OPEN_DECISIONS:
        return []
    return [build_float_aside(t, seat) for seat in seats]


def build_float_aside(t: EconomiconState, seat: Seat) -> Aside:
    """Return the side action that creates (above 0) or destroys (below 0) a nation's currency."""
    barred = refuse_floating(t, seat)
    move = Move(FLOAT_ACTION, barred=barred, rule="N11.1") if barred else build_float_move(t, seat)
    return Aside(seat, move, partial(float_money, t, seat), "N11.1")


def explain_no_float(request: Request | None, name: str) -> str:
    """Return the reason why nobody may create or destroy currency now (N11.1).

    Called when the pending decision does not allow it.
    """
    if name != FLOAT_ACTION:
        return ""
    if request is None:
        return "No currency can be created or destroyed after the last round (N11.1)."
    if isinstance(request, (Roll, Draw)):
        return "Currency can be created or destroyed only during a decision (N11.1)."
    asked = "production orders are" if isinstance(request, Sealed) else WAITING_TEXTS[request.name]
    return f"No currency can be created or destroyed while {asked} awaited (N11.1)."


def build_float_move(t: EconomiconState, seat: Seat) -> Move:
    """Return the move of a floating nation, barred if it can neither create nor destroy."""
    return Move(
        FLOAT_ACTION,
        form=partial(build_float_form, t, seat),
        why_none=partial(explain_empty_float, t, seat),
        refuse=partial(refuse_amount, t, seat),
        sample=partial(sample_amount, t, seat),
        preview=partial(preview_amount, t, seat),
        rule="N11.1",
        space=CURRENCY[seat],
        amount=ANY_CHANGE,
    )


def build_float_form(t: EconomiconState, seat: Seat) -> dict[str, Field]:
    """Return the form field: units to create, or below 0 to destroy."""
    create, destroy = get_max_created(t, seat), get_max_destroyed(t, seat)
    worth = partial(suggest_amounts, create, destroy)
    why = partial(refuse_number, t, seat)
    return {"amount": Amount(-destroy, create, unit=CURRENCY[seat], sensible=worth, why=why)}


def explain_empty_float(t: EconomiconState, seat: Seat) -> str:
    """Return the reason why nothing can be created or destroyed now, or ""."""
    if get_max_created(t, seat) or get_max_destroyed(t, seat):
        return ""
    if not count_units_left(t, seat):
        return f"{seat} has used its limit of {t.float_limit} for this round (N11.4)."
    return f"{seat} can neither create nor destroy currency now (N11.2, N11.3)."


def suggest_amounts(create: int, destroy: int, low: int, high: int) -> list[tuple[str, int]]:
    """Suggest amounts: create all, half or one unit, or destroy all.

    >>> suggest_amounts(10, 3, -10, 10)
    [('Create', 10), ('Create', 5), ('Create', 1), ('Destroy', -3)]
    """
    creating = [("Create", number) for number in (create, create // 2, 1) if 0 < number <= create]
    return creating + ([("Destroy", -destroy)] if destroy else [])


def refuse_floating(t: EconomiconState, seat: Seat) -> str:
    """Return the reason why the nation may neither create nor destroy currency, or "" (N11.1)."""
    peg = t.nations[seat].peg
    if peg != NO_PEG:
        return f"{seat} is pegged to {peg}: only a floating nation can create currency (N11.1)."
    if is_forbidden(t, "float"):
        return f"{t.get_event_name()} forbids creating and destroying currency (N17.4)."
    return ""


def count_units_left(t: EconomiconState, seat: Seat) -> int:
    """Return how many units may still be created or destroyed in this round (N11.4)."""
    nation = t.nations[seat]
    if not t.float_limit:
        return sum(t.ledger.balances[CURRENCY[seat]].values())
    left = t.float_limit - nation.created - nation.destroyed
    return left if left > 0 else 0


ROUND_LIMIT_TEXT = "{seat} may create and destroy {most} more in this round, not {number} (N11.4)."
NO_COUNTER_TEXT = "No counter of {unit} is left in the supply (N11.2)."
NOT_ISSUED_TEXT = "{seat} has {most} created units outstanding, not {number} (N11.3)."
LAST_UNIT_TEXT = "The market holds {there} {unit}, and one must stay there (N11.2)."


def list_creation_limits(t: EconomiconState, seat: Seat) -> tuple[Limit, ...]:
    """Return the limits of creation: the limit per round, and an empty supply (N11.2, N11.4).

    A nearly empty supply does not limit creation: the nation gets the remaining counters (N0.3).
    """
    counters = UNLIMITED_AMOUNT if t.get_supply_units(CURRENCY[seat]) else 0
    return (count_units_left(t, seat), ROUND_LIMIT_TEXT), (counters, NO_COUNTER_TEXT)


def list_destruction_limits(t: EconomiconState, seat: Seat) -> tuple[Limit, ...]:
    """Return the limits of destruction: per round, own issue and the market (N11.2, N11.3)."""
    own = t.options.destroy_scope == "own_issue"
    return (
        (count_units_left(t, seat), ROUND_LIMIT_TEXT),
        (t.nations[seat].issue if own else UNLIMITED_AMOUNT, NOT_ISSUED_TEXT),
        (t.get_market_units(CURRENCY[seat]) - 1, LAST_UNIT_TEXT),
    )


def get_max_created(t: EconomiconState, seat: Seat) -> int:
    """Return the largest legal amount to create. The supply may have fewer (N11.2, N11.4)."""
    return min_limit(list_creation_limits(t, seat))


def get_max_destroyed(t: EconomiconState, seat: Seat) -> int:
    """Return the largest amount to destroy, which leaves one unit in the market (N11.2, N11.3)."""
    return min_limit(list_destruction_limits(t, seat))


def refuse_amount(t: EconomiconState, seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Return the reason why an amount may not be created or destroyed, or None."""
    return refuse_number(t, seat, values["amount"])


def refuse_number(t: EconomiconState, seat: Seat, amount: int) -> str | None:
    """Return the reason why a positive or negative amount is illegal, or None (N11.2 to N11.4)."""
    if amount == 0:
        return "0 has no effect: enter more to create, less to destroy (N11.1)."
    unit, limits = CURRENCY[seat], list_destruction_limits(t, seat)
    if amount > 0:
        limits = list_creation_limits(t, seat)
    return limit_refusal(
        limits,
        abs(amount),
        seat=seat,
        unit=unit,
        there=t.get_market_units(unit),
        event=t.get_event_name(),
    )


def sample_amount(t: EconomiconState, seat: Seat, chance: RandomGenerator) -> dict[str, int]:
    """Return a random legal amount."""
    create, destroy = get_max_created(t, seat), get_max_destroyed(t, seat)
    pick = chance.below(create + destroy) - destroy
    return {"amount": pick if pick < 0 else pick + 1}


def count_moved_units(t: EconomiconState, seat: Seat, amount: int) -> int:
    """Return the number of units that move. The supply limits creation (N0.3, N11.2)."""
    return min(amount, t.get_supply_units(CURRENCY[seat]))


def preview_amount(t: EconomiconState, seat: Seat, values: Mapping[str, Any]) -> Preview:
    """Preview the units in the market and the price of one in gold (N2.1, N11.2)."""
    unit, gold = CURRENCY[seat], t.get_market_units("gold") or 1
    amount = count_moved_units(t, seat, values["amount"])
    before = t.get_market_units(unit)
    after = before + amount
    rows = (("before", before), ("after", after))
    note = f"One unit is worth {gold / (before or 1):.2f} gold now, {gold / after:.2f} afterwards."
    return Preview(("", "in the market"), rows, "units", note)


def float_money(t: EconomiconState, seat: Seat, amount: int) -> Flow[None]:
    """Move units between supply and market. Reserves do not change (N11.2)."""
    yield from ()  # makes this function a generator although it needs no decision
    unit, nation = CURRENCY[seat], t.nations[seat]
    amount = count_moved_units(t, seat, amount)
    nation.issue += amount
    issue = {"issue": nation.issue}
    if amount > 0:
        nation.created += amount
        t.move(unit, amount, SUPPLY, MARKET, "currency_created", "N11.1", also=issue)
    else:
        nation.destroyed -= amount
        t.move(unit, -amount, MARKET, SUPPLY, "currency_destroyed", "N11.1", also=issue)
