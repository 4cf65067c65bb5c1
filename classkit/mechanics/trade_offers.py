"""Trades: an offer, the partner's answer, and the exchange of goods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from classkit.deprecation import warn_about_members
from classkit.engine.decisions import NO_FACTS, Flow, Seat
from classkit.engine.moves import Move
from classkit.engine.state import GameState

ACCEPT_OR_REFUSE = (Move("accept"), Move("refuse"))


@warn_about_members
@dataclass(frozen=True, slots=True)
class TradeSide:
    """The goods that one side of a trade gives.

    Args:
        units: Amount of each unit.
        titles: Names of titles.

    Example:
        >>> import classkit
        >>> t = classkit.new("opoly", seats=3, seed=7).table
        >>> TradeSide({"dollars": 100}).missing_goods(t, "A") is None
        True
    """

    units: Mapping[str, int] = field(default_factory=dict)
    titles: Sequence[str] = ()

    def missing_goods(self, t: GameState, seat: Seat) -> str | None:
        """Return a sentence that names the goods that a seat lacks, or None.

        Args:
            t: The state.
            seat: The seat that gives these goods.

        Returns:
            The sentence, or None if the seat has everything.
        """
        for unit, amount in self.units.items():
            held = t.ledger.balance(seat, unit)
            if amount > held:
                return f"{seat} has {held:,} {unit} and cannot give {amount:,}."
        for title in self.titles:
            if t.ledger.holder(title) != seat:
                return f"{title} does not belong to {seat}."
        return None


def offer_trade(
    t: GameState,
    partner: Seat,
    decision: str,
    *,
    rule: str,
    about: Mapping[str, Any] = NO_FACTS,
    default: str = "refuse",
) -> Flow[bool]:
    """Ask a partner to accept or refuse an offer.

    Args:
        t: The state.
        partner: Seat that answers.
        decision: Name of the decision.
        rule: The clause.
        about: Facts about the offer.
        default: Answer of a partner without a preference, "accept" or "refuse".

    Returns:
        A generator that yields the request and returns whether the partner accepted.

    Example:
        >>> import classkit
        >>> t = classkit.new("opoly", seats=3, seed=7).fork().table
        >>> next(offer_trade(t, "B", "trade", rule="X1")).legal
        [accept(), refuse()]
    """
    answer = yield from t.ask(
        partner, decision, ACCEPT_OR_REFUSE, rule=rule, default=default, about=about
    )
    return answer.move == "accept"


def exchange_goods(
    t: GameState, one: Seat, other: Seat, gives: TradeSide, gets: TradeSide, reason: str, rule: str
) -> None:
    """Exchange the goods of two seats.

    Both seats must have the goods they give (see :meth:`TradeSide.missing_goods`).

    Args:
        t: The state.
        one: A seat.
        other: The other seat.
        gives: Goods that ``one`` gives to ``other``.
        gets: Goods that ``one`` receives from ``other``.
        reason: Reason of the transfers.
        rule: Clause of the transfers.

    Example:
        >>> import classkit
        >>> t = classkit.new("opoly", seats=3, seed=7).fork().table
        >>> exchange_goods(t, "A", "B", TradeSide({"dollars": 100}), TradeSide(), "trade", "X1")
        >>> t.cash("A"), t.cash("B")
        (1400, 1600)
    """
    for giver, taker, goods in ((one, other, gives), (other, one, gets)):
        for unit, amount in goods.units.items():
            t.move(unit, amount, giver, taker, reason, rule)
        for title in goods.titles:
            t.move(title, 1, giver, taker, reason, rule)
