"""Cashing in savings cards, bonds and life policies in one's own turn (P10.6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Move
from classkit.engine.requests import Aside, Flow, Seat

from ..state import Poleconomy
from .ending import finish
from .money import BankRunOut, take_back


def cashing_in(t: Poleconomy, seat: Seat) -> Aside:
    """Return the side action that hands cards, bonds and life policies to the Bank (P10.6)."""
    savings, bonds, life = (t.count(seat, stock) for stock in ("savings", "bond", "life"))
    barred = "" if savings + bonds + life else f"{seat} has nothing to cash in (P10.6)."
    cash_in = Move(
        "cash_in", barred=barred, refuse=refuse_nothing,
        savings=Amount(0, savings, unit="cards", why=f"{seat} holds no more savings cards"),
        bonds=Amount(0, bonds, unit="bonds", why=f"{seat} holds no more bonds"),
        life=Amount(0, life, unit="policies", why=f"{seat} holds no more life policies"),
    )  # fmt: skip
    return Aside(seat, cash_in, partial(cash, t, seat), "P10.6")


def refuse_nothing(values: Mapping[str, Any]) -> str | None:
    return None if any(values.values()) else "Choose at least one thing to cash in (P10.6)."


def cash(t: Poleconomy, seat: Seat, savings: int, bonds: int, life: int) -> Flow[None]:
    """Cash in one by one: savings cards, then bonds, then life policies (P10.6)."""
    t.fresh = False
    prices = t.edition.prices
    returned = (
        ("savings", savings, prices.savings, "cash_savings"),
        ("bond", bonds, prices.bond, "cash_bonds"),
        ("life", life, prices.life_surrender, "surrender_life"),
    )
    try:
        for stock, count, value, reason in returned:
            for _ in range(count):
                take_back(t, seat, stock, value, reason, "P10.6")
    except BankRunOut:
        finish(t, "bank")  # what the Bank could not take back stays where it is (P14.3)
    return
    yield  # asks nothing
