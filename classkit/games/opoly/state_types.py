"""Companies, alliances, auctions and decks: the data classes that make up the state."""

from __future__ import annotations

from dataclasses import dataclass, field

from classkit.engine.decisions import Seat


@dataclass(slots=True, kw_only=True, eq=False)
class Company:
    """The state of a company that is not in the ledger."""

    status: str = "active"
    """``active``, ``bankrupt``, ``disgraced``, ``destroyed`` or ``merged`` (Q0.3)."""
    limit: int
    """The number of properties it may hold, without those that its cards add (Q6.9)."""
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
    """Whole percentages; empty if all parties keep the rents of their own lots (Q7.4)."""
    building: str = "free"
    note: str = ""
    signed: int = 0
    """The turn in which it was signed, or came about by theft (Q7.7)."""
    ends: int = 0
    """The turn in which a notice ends it; 0 while no notice has been given (Q7.6)."""
    noticed_by: str = ""
    own_rents: bool = False
    """True if each party keeps its own rents until the end, whatever the shares (Q7.7)."""

    @property
    def end_turn(self) -> int:
        """The turn in which it ends; 0 while unknown (Q7.6)."""
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
    """The auction under way; all of it is public (Q2)."""

    lot: str
    minimum: int
    sealed: bool
    bidders: list[Seat]
    """The seats still bidding."""
    passed: list[Seat] = field(default_factory=list)
    standing: int = 0
    """The standing bid in dollars; 0 while nobody has bid, and in a sealed auction."""
    holder: Seat | None = None

    def record_bid(self, seat: Seat, amount: int) -> None:
        """Record a bid, or a pass if it is 0; a trustee joins by bidding (Q2.2, Q2.10)."""
        if amount:
            self.standing, self.holder = amount, seat
            if seat not in self.bidders:
                self.bidders.append(seat)
        elif seat in self.bidders:
            self.bidders.remove(seat)
            self.passed.append(seat)


@dataclass(slots=True, kw_only=True, eq=False)
class DrawDeck:
    """A deck: cards in unknown order, then the cards put under them, in order."""

    shuffled: list[str]
    under: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.shuffled) + len(self.under)
