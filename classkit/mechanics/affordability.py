"""Error message for an account that cannot pay a price."""

from __future__ import annotations

from classkit.engine.state import GameState


def unaffordable_reason(
    t: GameState, payer: str, item: str, price: int, rule: str, *, name: str = ""
) -> str | None:
    """Return a message stating that an account has less cash than a price, or None if it can pay.

    Args:
        t: The state.
        payer: The account.
        item: The item to be paid for.
        price: The price in the unit of money.
        rule: The clause.
        name: Name of the payer, if the payer is not a seat.

    Example:
        >>> import classkit
        >>> t = classkit.new("opoly", seats=3, position={"A.cash": 40}).table
        >>> unaffordable_reason(t, "A", "lifting", 66, "Q6.4")
        'A has $40, but lifting costs $66 (Q6.4).'
        >>> unaffordable_reason(t, "A", "lifting", 40, "Q6.4")
    """
    cash = t.cash(payer)
    if price <= cash:
        return None
    has, costs = map(t.currency.write, (cash, price))
    return f"{name or payer} has {has}, but {item} costs {costs} ({rule})."
