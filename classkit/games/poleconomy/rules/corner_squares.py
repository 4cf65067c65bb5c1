"""Corner Squares: arrival, the Royal Bank, and insurance policies (P3.6, P10, P11)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Amount, Answer, Move, RandomGenerator
from classkit.mechanics.affordability import unaffordable_reason

from ..state import BANK, PoleconomyState
from .shared_moves import NO, YES_OR_NO
from .takeover import bid_for_square

POLICIES = {"life": ("life", "P11.1"), "business": ("business insurance", "P11.3")}
"""The name of each kind of policy, and the clause for its sale."""
NO_PURCHASE = Answer("buy", {"savings": 0, "bonds": 0})


def use_corner(t: PoleconomyState, seat: Seat) -> Flow[None]:
    """Let the arriving mover use the corner's function once, or do nothing (P3.6)."""
    function = t.edition.corners[t.players[seat].at].function
    if function == "savings_and_bonds":
        return visit_royal_bank(t, seat)
    if function == "takeover":
        return bid_for_square(t, seat)
    return buy_policy(t, seat, function)


def visit_royal_bank(t: PoleconomyState, seat: Seat) -> Flow[None]:
    """Sell savings cards and bonds from the Bank's stock for cash (P10.2, P10.3)."""
    answer = yield from t.ask(
        seat, "royal_bank", partial(list_bank_moves, t, seat), rule="P10.2", default=NO_PURCHASE,
        about=lambda: {"cash": t.cash(seat)},  # recomputed after each side action
    )  # fmt: skip
    cards, bonds = int(answer.fields["savings"]), int(answer.fields["bonds"])
    t.pay(seat, BANK, cards * t.edition.prices.savings, "buy_savings", "P10.2")
    t.transfer_stock("savings", cards, BANK, seat, "buy_savings", "P10.2")
    t.pay(seat, BANK, bonds * t.edition.prices.bond, "buy_bonds", "P10.2")
    t.transfer_stock("bond", bonds, BANK, seat, "buy_bonds", "P10.2")


def list_bank_moves(t: PoleconomyState, seat: Seat) -> tuple[Move, ...]:
    """Return the purchases at the Royal Bank that the mover can afford (P10.2, P10.3)."""
    cash, prices = t.cash(seat), t.edition.prices
    cards = min(cash // prices.savings, t.count_stock(BANK, "savings"))
    bonds = min(cash // prices.bond, t.count_stock(BANK, "bond"))

    def refuse(values: Mapping[str, Any]) -> str | None:
        cost = values["savings"] * prices.savings + values["bonds"] * prices.bond
        return unaffordable_reason(t, seat, "that", cost, "P10.2")

    def within_cash(chance: RandomGenerator) -> dict[str, Any]:
        bought = chance.below(cards + 1)
        left = (cash - bought * prices.savings) // prices.bond
        return {"savings": bought, "bonds": chance.below(min(bonds, left) + 1)}

    return (
        Move(
            "buy", refuse=refuse, sample=within_cash,
            savings=Amount(
                0, cards, unit="cards", why=explain_purchase_limit(t, seat, "savings", cards)
            ),
            bonds=Amount(
                0, bonds, unit="bonds", why=explain_purchase_limit(t, seat, "bond", bonds)
            ),
        ),
    )  # fmt: skip


def explain_purchase_limit(t: PoleconomyState, seat: Seat, stock: str, most: int) -> str:
    """Return the limit of a purchase as text: the Bank's stock or the mover's cash."""
    if t.count_stock(BANK, stock) == most:
        return "the Bank holds no more (P10.3)"
    return f"{seat} has {t.currency.write(t.cash(seat))} in cash (P10.2)"


def buy_policy(t: PoleconomyState, seat: Seat, kind: str) -> Flow[None]:
    """Offer one life or business policy if one is left (P11.1, P11.3)."""
    _, rule = POLICIES[kind]
    price = t.edition.prices.life if kind == "life" else t.edition.prices.business
    answer = yield from t.ask(
        seat, f"buy_{kind}", partial(list_policy_moves, t, seat, kind, price), rule=rule,
        default="no", about=lambda: {"price": price, "left": t.count_stock(BANK, kind)},
    )  # fmt: skip
    if answer.move == "yes":
        t.pay(seat, BANK, price, f"buy_{kind}", rule)
        t.transfer_stock(kind, 1, BANK, seat, f"buy_{kind}", rule)


def list_policy_moves(t: PoleconomyState, seat: Seat, kind: str, price: int) -> tuple[Move, ...]:
    """Return the moves: yes, barred without stock or cash, and no (P11.1, P11.3, P14.2)."""
    name, rule = POLICIES[kind]
    barred = unaffordable_reason(t, seat, "a policy", price, rule)
    if not t.count_stock(BANK, kind):
        barred = f"No {name} policy is left ({rule})."
    return (Move("yes", barred=barred), NO) if barred else YES_OR_NO
