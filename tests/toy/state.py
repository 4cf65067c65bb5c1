"""The table of Harbour: the ledger holds what is owned, the rest is here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from classkit.engine.events import ALL
from classkit.engine.requests import Seat
from classkit.engine.table import Table

from .edition import HarbourRules


class MatchIsWon(Exception):
    """A merchant's coins have reached the goal: the match ends wherever it stands (T5.2)."""


@dataclass(slots=True, kw_only=True, eq=False)
class HarbourTable(Table):
    """What lies on the table."""

    money: ClassVar[str] = "coins"

    edition: HarbourRules = field(metadata={"fixed": True})
    ships: dict[Seat, str]
    """Where each ship lies."""
    phase: str = "loading"
    """``loading``, ``market`` or ``voyage``: what comes next."""
    mover: Seat = "A"
    sailed: int = 0
    """How many voyages of this round are done."""
    has_offered: bool = False
    """Whether the mover has made his offer of this voyage (T3.5)."""
    time_up: bool = False

    def held(self, account: str) -> dict[str, int]:
        """The goods of an account."""
        balance = self.ledger.balance
        return {good: balance(account, good) for good in self.edition.goods}

    def docks_of(self, account: str) -> list[str]:
        """The docks of an account."""
        return self.ledger.titles_of(account)

    def bag(self) -> list[str]:
        """The goods in the sea, one by one."""
        return [good for good, count in self.held("sea").items() for _ in range(count)]

    def who_sees(self, seat: Seat) -> tuple[Seat, ...]:
        """Who sees what the seat draws (T1.3)."""
        return ALL if self.options.open_hands else (seat,)

    @property
    def hands_are_hidden(self) -> bool:
        """Whether a merchant alone sees what he holds (T1.3)."""
        return not self.options.open_hands

    def receive(self, payer: str, seat: Seat, amount: int, reason: str, rule: str) -> None:
        """A merchant is paid; the match may be won by it (T5.2)."""
        self.pay(payer, seat, amount, reason, rule)
        self.check_goal(seat)

    def check_goal(self, seat: Seat) -> None:
        """Whether a merchant has reached the goal (T5.2)."""
        goal = self.options.goal
        if goal and self.cash(seat) >= goal:
            self.finish("goal", "T5.2", seat)
            raise MatchIsWon

    def finish(self, why: str, rule: str, seat: Seat | None = None) -> None:
        """End the match, and tell why."""
        self.ending = why
        self.tell("match_ended", rule, seat, why=why)
