"""State of Harbour; holdings are in the ledger."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from classkit.engine.decisions import Seat
from classkit.engine.state import GameState

from .edition import HarbourRules


@dataclass(slots=True, kw_only=True, eq=False)
class HarbourTable(GameState):
    """The state of a match of Harbour."""

    money: ClassVar[str] = "coins"
    reporting_events: ClassVar[frozenset[str]] = frozenset(
        {"goods_drawn", "good_lost", "coins_minted"}
    )

    edition: HarbourRules = field(metadata={"fixed": True})
    ships: dict[Seat, str]
    """Place of each ship."""
    phase: str = "loading"
    """Next phase: ``loading``, ``market`` or ``voyage``."""
    mover: Seat = "A"
    sailed: int = 0
    """Number of finished voyages of this round."""
    has_offered: bool = False
    """True if the mover has made his offer of this voyage (T3.5)."""
    time_up: bool = False

    def held(self, account: str) -> dict[str, int]:
        """Return the goods of an account."""
        balance = self.ledger.balance
        return {good: balance(account, good) for good in self.edition.goods}

    def bag(self) -> list[str]:
        """Return the goods in the sea, one by one."""
        return [good for good, count in self.held("sea").items() for _ in range(count)]

    @property
    def hands_are_hidden(self) -> bool:
        """True if only the merchant sees what he holds (T1.3)."""
        return not self.options.open_hands

    def receive(self, payer: str, seat: Seat, amount: int, reason: str, rule: str) -> None:
        """Pay a merchant, who may win the match by it (T5.2)."""
        self.pay(payer, seat, amount, reason, rule)
        self.check_goal(seat)

    def check_goal(self, seat: Seat) -> None:
        """End the match if a merchant has reached the goal (T5.2)."""
        if 0 < self.options.goal <= self.cash(seat):
            self.finish("goal", "T5.2", seat)

    def finish(self, why: str, rule: str, seat: Seat | None = None) -> None:
        """End the match, and log why."""
        self.ending = why
        self.tell("match_ended", rule, seat, why=why)
