"""The Corner Squares: arriving there, the Royal Bank, and buying insurance (P3.6, P10, P11)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Answer, Chance, Move
from classkit.engine.requests import Flow, Seat

from ..state import BANK, Poleconomy
from .answers import NO, YES_OR_NO
from .takeover import bid_for_square

POLICIES = {"life": "P11.1", "business": "P11.3"}
POLICY_NAMES = {"life": "life", "business": "business insurance"}
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

    def too_dear(values: Mapping[str, Any]) -> str | None:
        cost = values["savings"] * prices.savings + values["bonds"] * prices.bond
        return f"That costs ${cost:,} and {seat} has ${cash:,} (P10.2)." if cost > cash else None

    def within_cash(chance: Chance) -> dict[str, Any]:
        bought = chance.below(cards + 1)
        left = (cash - bought * prices.savings) // prices.bond
        return {"savings": bought, "bonds": chance.below(min(bonds, left) + 1)}

    return (
        Move(
            "buy", refuse=too_dear, sample=within_cash,
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
    rule = POLICIES[kind]
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
    cash, rule = t.cash(seat), POLICIES[kind]
    if not t.count(BANK, kind):
        reason = f"No {POLICY_NAMES[kind]} policy is left ({rule})."
    elif cash < price:
        reason = f"{seat} has ${cash:,} and a policy costs ${price:,} ({rule})."
    else:
        return YES_OR_NO
    return (Move("yes", barred=reason), NO)
