"""Companies, alliances, auctions and decks, the data classes of the state."""

from __future__ import annotations

from dataclasses import dataclass, field

from classkit.engine.decisions import Seat


@dataclass(slots=True, kw_only=True, eq=False)
class Company:
    """The state of a company, except for its ledger accounts."""

    status: str = "active"
    """``active``, ``bankrupt``, ``disgraced``, ``destroyed`` or ``merged`` (Q0.3)."""
    limit: int
    """The property limit, without additions from cards (Q6.9)."""
    rent: int = 0
    """Rent received from the bank so far, in dollars."""
    frozen: tuple[int, int, int, int] | None = None
    """ASSET, TOTAL RENT, ADJUSTED RENT and count of a seat when it was disgraced (Q8.4)."""


@dataclass(slots=True, kw_only=True, eq=False)
class Alliance:
    """A contract over a group (Q7)."""

    group: str
    parties: list[Seat]
    shares: dict[Seat, int] = field(default_factory=dict)
    """Whole percentages. Empty if all parties keep the rents of their own lots (Q7.4)."""
    building: str = "free"
    note: str = ""
    signed: int = 0
    """The turn in which it was signed, or created by a theft (Q7.7)."""
    ends: int = 0
    """The turn in which a notice ends it, or 0 without notice (Q7.6)."""
    noticed_by: str = ""
    own_rents: bool = False
    """True if each party keeps its own rents until the end, regardless of shares (Q7.7)."""

    @property
    def end_turn(self) -> int:
        """The turn in which it ends, or 0 if unknown (Q7.6)."""
        return self.ends

    @property
    def has_percentages(self) -> bool:
        """True if rents are divided by percentages (Q7.4)."""
        return bool(self.shares) and not self.own_rents


@dataclass(slots=True, kw_only=True, eq=False)
class DatedAlliance(Alliance):
    """A contract that ends on a fixed date, unless notice ends it earlier (Q7.1)."""

    until: int
    """The turn in which it ends."""

    @property
    def end_turn(self) -> int:
        return min(self.ends or self.until, self.until)


@dataclass(slots=True, kw_only=True, eq=False)
class Auction:
    """The auction in progress, all of which is public (Q2)."""

    lot: str
    minimum: int
    sealed: bool
    bidders: list[Seat]
    """The seats that are still bidding."""
    passed: list[Seat] = field(default_factory=list)
    standing: int = 0
    """The standing bid in dollars. 0 without a bid, and in a sealed auction."""
    holder: Seat | None = None

    def record_bid(self, seat: Seat, amount: int) -> None:
        """Record a bid, or a pass if it is 0. A trustee joins by bidding (Q2.2, Q2.10)."""
        if amount:
            self.standing, self.holder = amount, seat
            if seat not in self.bidders:
                self.bidders.append(seat)
        elif seat in self.bidders:
            self.bidders.remove(seat)
            self.passed.append(seat)


@dataclass(slots=True, kw_only=True, eq=False)
class DrawDeck:
    """A deck: first cards in unknown order, then cards put under them, in order."""

    shuffled: list[str]
    under: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.shuffled) + len(self.under)
