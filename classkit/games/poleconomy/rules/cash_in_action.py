"""Side action that cashes in savings cards, bonds and life policies (P10.6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.decisions import Aside, Flow, Seat
from classkit.engine.moves import Amount, Move

from ..state import PoleconomyState
from .ending import finish_game
from .money import BankRunOut, sell_to_bank


def build_cash_in_aside(t: PoleconomyState, seat: Seat) -> Aside:
    """Return the side action that sells cards, bonds and life policies to the Bank (P10.6)."""
    savings, bonds, life = (t.count_stock(seat, stock) for stock in ("savings", "bond", "life"))
    barred = "" if savings + bonds + life else f"{seat} has nothing to cash in (P10.6)."
    cash_in = Move(
        "cash_in", barred=barred, refuse=refuse_zero_amounts,
        savings=Amount(0, savings, unit="cards", why=f"{seat} holds no more savings cards"),
        bonds=Amount(0, bonds, unit="bonds", why=f"{seat} holds no more bonds"),
        life=Amount(0, life, unit="policies", why=f"{seat} holds no more life policies"),
    )  # fmt: skip
    return Aside(seat, cash_in, partial(cash_in_assets, t, seat), "P10.6")


def refuse_zero_amounts(values: Mapping[str, Any]) -> str | None:
    return None if any(values.values()) else "Choose at least one thing to cash in (P10.6)."


def cash_in_assets(
    t: PoleconomyState, seat: Seat, savings: int, bonds: int, life: int
) -> Flow[None]:
    """Cash in items one by one: savings cards, then bonds, then life policies (P10.6)."""
    yield from ()  # makes this function a generator although it needs no decision
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
                sell_to_bank(t, seat, stock, value, reason, "P10.6")
    except BankRunOut:
        finish_game(t, "bank")  # the player keeps the items that the Bank could not buy (P14.3)
