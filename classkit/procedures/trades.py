"""Trades: a proposal, an answer, and the exchange of what both sides hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from classkit.engine.moves import Move
from classkit.engine.requests import NO_FACTS, Flow, Seat
from classkit.engine.table import Table

ACCEPT_OR_REFUSE = (Move("accept"), Move("refuse"))


@dataclass(frozen=True, slots=True)
class Goods:
    """The goods of one side of a trade: amounts of each unit, and titles."""

    units: Mapping[str, int] = field(default_factory=dict)
    titles: Sequence[str] = ()

    def lacking(self, t: Table, seat: Seat) -> str | None:
        """Return a sentence that names what the seat lacks; None if it holds everything.

        What it holds is read from the ledger of the table ``t``.
        """
        for unit, amount in self.units.items():
            held = t.ledger.balance(seat, unit)
            if amount > held:
                return f"{seat} has {held:,} {unit} and cannot give {amount:,}."
        for title in self.titles:
            if t.ledger.holder(title) != seat:
                return f"{title} does not belong to {seat}."
        return None


def offer(
    t: Table,
    partner: Seat,
    decision: str,
    *,
    rule: str,
    about: Mapping[str, Any] = NO_FACTS,
    default: str = "refuse",
) -> Flow[bool]:
    """Put an offer to a partner. Return True if it was accepted.

    ``t`` is the table; ``decision`` is the name of what the partner is asked, ``rule`` the clause,
    and ``about`` says what is offered for what. ``default`` is "accept" or "refuse", for a partner
    that does not care.
    """
    answer = yield from t.ask(
        partner, decision, ACCEPT_OR_REFUSE, rule=rule, default=default, about=about
    )
    return answer.move == "accept"


def exchange(
    t: Table, one: Seat, other: Seat, gives: Goods, gets: Goods, reason: str, rule: str
) -> None:
    """Exchange what both sides give: ``one`` gives ``gives``, and gets ``gets`` of ``other``.

    Both must hold it (see :meth:`Goods.lacking`). ``reason`` and ``rule`` are those of each row of
    the ledger of the table ``t``.
    """
    for giver, taker, goods in ((one, other, gives), (other, one, gets)):
        for unit, amount in goods.units.items():
            t.move(unit, amount, giver, taker, reason, rule)
        for title in goods.titles:
            t.move(title, 1, giver, taker, reason, rule)
