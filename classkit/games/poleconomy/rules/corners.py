"""The Corner Squares: arriving there, the Royal Bank, and buying insurance (P3.6, P10, P11)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Answer, Chance, Move
from classkit.engine.requests import Flow, Seat
from classkit.procedures.payments import too_dear

from ..state import BANK, Poleconomy
from .answers import NO, YES_OR_NO
from .takeover import bid_for_square

POLICIES = {"life": ("life", "P11.1"), "business": ("business insurance", "P11.3")}
"""The names of both policies, and the clauses by which they are sold."""
NOTHING = Answer("buy", {"savings": 0, "bonds": 0})


def use_corner(t: Poleconomy, seat: Seat) -> Flow[None]:
    """Let the mover who arrives use the corner's function once, or simply sit (P3.6)."""
    function = t.edition.corners[t.players[seat].at].function
    if function == "savings_and_bonds":
        return visit_royal_bank(t, seat)
    if function == "takeover":
        return bid_for_square(t, seat)
    return buy_policy(t, seat, function)


def visit_royal_bank(t: Poleconomy, seat: Seat) -> Flow[None]:
    """Sell savings cards and bonds that the Bank holds, for cash (P10.2, P10.3)."""
    answer = yield from t.ask(
        seat, "royal_bank", partial(bank_counter, t, seat), rule="P10.2", default=NOTHING,
        about=lambda: {"cash": t.cash(seat)},  # made anew after each side action
    )  # fmt: skip
    cards, bonds = int(answer.fields["savings"]), int(answer.fields["bonds"])
    t.pay(seat, BANK, cards * t.edition.prices.savings, "buy_savings", "P10.2")
    t.hand_stock("savings", cards, BANK, seat, "buy_savings", "P10.2")
    t.pay(seat, BANK, bonds * t.edition.prices.bond, "buy_bonds", "P10.2")
    t.hand_stock("bond", bonds, BANK, seat, "buy_bonds", "P10.2")


def bank_counter(t: Poleconomy, seat: Seat) -> tuple[Move, ...]:
    """Return what can be bought at the Royal Bank with the cash in hand (P10.2, P10.3)."""
    cash, prices = t.cash(seat), t.edition.prices
    cards = min(cash // prices.savings, t.count(BANK, "savings"))
    bonds = min(cash // prices.bond, t.count(BANK, "bond"))

    def refuse(values: Mapping[str, Any]) -> str | None:
        cost = values["savings"] * prices.savings + values["bonds"] * prices.bond
        return too_dear(t, seat, "that", cost, "P10.2")

    def within_cash(chance: Chance) -> dict[str, Any]:
        bought = chance.below(cards + 1)
        left = (cash - bought * prices.savings) // prices.bond
        return {"savings": bought, "bonds": chance.below(min(bonds, left) + 1)}

    return (
        Move(
            "buy", refuse=refuse, sample=within_cash,
            savings=Amount(0, cards, unit="cards", why=why_no_more(t, seat, "savings", cards)),
            bonds=Amount(0, bonds, unit="bonds", why=why_no_more(t, seat, "bond", bonds)),
        ),
    )  # fmt: skip


def why_no_more(t: Poleconomy, seat: Seat, stock: str, most: int) -> str:
    """Return what limits a purchase at the Royal Bank: the Bank's stock, or the cash."""
    if t.count(BANK, stock) == most:
        return "the Bank holds no more (P10.3)"
    return f"{seat} has ${t.cash(seat):,} in cash (P10.2)"


def buy_policy(t: Poleconomy, seat: Seat, kind: str) -> Flow[None]:
    """Offer one life or business policy, if one is left (P11.1, P11.3)."""
    _, rule = POLICIES[kind]
    price = t.edition.prices.life if kind == "life" else t.edition.prices.business
    answer = yield from t.ask(
        seat, f"buy_{kind}", partial(policy_moves, t, seat, kind, price), rule=rule,
        default="no", about=lambda: {"price": price, "left": t.count(BANK, kind)},
    )  # fmt: skip
    if answer.move == "yes":
        t.pay(seat, BANK, price, f"buy_{kind}", rule)
        t.hand_stock(kind, 1, BANK, seat, f"buy_{kind}", rule)


def policy_moves(t: Poleconomy, seat: Seat, kind: str, price: int) -> tuple[Move, ...]:
    """List yes, legal while a policy and the cash are there, and no (P11.1, P11.3, P14.2)."""
    name, rule = POLICIES[kind]
    barred = too_dear(t, seat, "a policy", price, rule)
    if not t.count(BANK, kind):
        barred = f"No {name} policy is left ({rule})."
    return (Move("yes", barred=barred), NO) if barred else YES_OR_NO
