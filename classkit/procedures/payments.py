"""Payments: why an account cannot pay what something costs."""

from __future__ import annotations

from classkit.engine.table import Table


def too_dear(
    t: Table, payer: str, what: str, cost: int, rule: str, *, name: str = ""
) -> str | None:
    """Say that an account has less cash than something costs, in dollars; None where it can pay.

    ``name`` is the payer's in words, where that is no seat.

    >>> import classkit
    >>> t = classkit.new("opoly", seats=3, position={"A.cash": 40}).table
    >>> too_dear(t, "A", "lifting", 66, "Q6.4")
    'A has $40 and lifting costs $66 (Q6.4).'
    >>> too_dear(t, "A", "lifting", 40, "Q6.4")
    """
    cash = t.cash(payer)
    if cost <= cash:
        return None
    return f"{name or payer} has ${cash:,} and {what} costs ${cost:,} ({rule})."
