"""The table of Game 2: a country with a Treasury, parties, a Government and laws (P16 to P20).

The Treasury's cash and its unissued bonds are the ledger's account ``treasury``; issued bonds lie
with the Bank and the players. All money is in whole dollars.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from classkit.engine.requests import Seat

from .laws import Deferred, Has, TaxLaw, plain_subsidy, tax_under
from .state import Poleconomy

TREASURY = "treasury"
BUDGET = ("tax", "salary", "subsidy", "bond_interest")
"""The reasons of payment that make up the balance of the budget; only the first comes in."""


@dataclass(slots=True, kw_only=True, eq=False)
class Country(Poleconomy):
    """The table of Game 2."""

    law: TaxLaw
    """The tax law in force (P19.3)."""
    parties: dict[Seat, str] = field(default_factory=dict)
    """Seat -> its party; independents are not in it (P16.2)."""
    votes: dict[Seat, int] = field(default_factory=dict)
    """Seat -> its votes until the next election (P16.3)."""
    government: tuple[Seat, ...] = ()
    """The members of the Government, the Prime Minister among them, in order of the seats."""
    cabinet: dict[Seat, str] = field(default_factory=dict)
    """Minister -> position (P18.1)."""
    salaries: dict[Seat, int] = field(default_factory=dict)
    """The salary of the Prime Minister and of each minister (P18.2)."""
    deferred: list[Deferred] = field(default_factory=list)
    """Subsidies passed and not yet paid, in the order in which they were passed (P19.5)."""
    elections: int = 0
    motion_made: bool = False
    """True if no confidence was moved since the start of a Prime Minister's turn (P20.1)."""
    budget: dict[str, int] = field(default_factory=dict)
    """Reason of payment -> dollars that the Treasury received or paid in this round."""

    # What counts within one turn; set anew by `begin`.
    subsidised: dict[Seat, int] = field(default_factory=dict)
    """Subsidies received in this turn (P19.6)."""
    acts: int = 0
    """Political acts of the Prime Minister (P17.10), and bills among them (P19.1)."""
    bills: int = 0
    arrow_reversed: bool = False
    redeemed_own: int = 0
    """Bonds of the Prime Minister's own redeemed, and those of others and the Bank (P17.9)."""
    redeemed_others: int = 0
    salaries_before: dict[Seat, int] = field(default_factory=dict)
    """Salaries at the start of the turn, from which raises are counted (P18.3)."""

    # --- votes ----------------------------------------------------------------------------

    @property
    def all_votes(self) -> int:
        """The votes of all players (P16.4)."""
        return sum(self.votes.values())

    def has_majority(self, votes: int) -> bool:
        """Return whether votes are more than half of all votes; exactly half is not (P16.4)."""
        return 2 * votes > self.all_votes

    def votes_of(self, seats: tuple[Seat, ...]) -> int:
        """Return the votes of some seats together."""
        return sum(self.votes[seat] for seat in seats)

    # --- the Treasury ---------------------------------------------------------------------

    @property
    def unissued(self) -> int:
        """Bonds that the Treasury has not issued (P17.1)."""
        return self.count(TREASURY, "bond")

    @property
    def issued(self) -> int:
        """Bonds that the Bank and the players hold: the public debt."""
        return self.edition.treasury.bonds - self.unissued

    @property
    def means(self) -> int:
        """The largest bill that is no bankruptcy: cash and what unissued bonds bring (P17.5)."""
        return self.cash(TREASURY) + self.edition.prices.bond * self.unissued

    @property
    def next_interest(self) -> int:
        """What falls due when the marker next stops on Bonds, in dollars (P17.6).

        It counts the bonds issued at this moment.
        """
        return self.bond_interest(self.issued)

    def bonds_for(self, bill: int) -> int:
        """Return how many bonds would have to be issued for a bill of the Treasury (P17.4)."""
        short = max(bill - self.cash(TREASURY), 0)
        return -(-short // self.edition.prices.bond)

    def has(self, seat: Seat) -> Has:
        """Return the figures of a player that a law may look at (P19.2)."""
        companies, adverts = self.count_squares(seat)
        held = self.ledger.balances
        return {
            "basic_income": self.players[seat].basic_income,
            "companies": companies,
            "adverts": adverts,
            "squares": companies + adverts,
            "savings": held["savings"][seat],
            "bonds": held["bond"][seat],
            "life": held["life"][seat],
            "business": held["business"][seat],
        }

    def tax_due(self, seat: Seat) -> int:
        """Return what a player would owe on Taxation under the law in force, in dollars (P19.4)."""
        return tax_under(self.law, self.has(seat))

    def plain_deferred(self) -> list[dict[str, Any]]:
        """Return the subsidies still to be paid as they were tabled, each with its due turn."""
        listed = self.edition.politics.language.purposes
        return [{**plain_subsidy(d.subsidy, listed), "due_turn": d.due_turn} for d in self.deferred]

    def begin(self) -> None:
        """Begin a turn: reset what is counted within one turn."""
        if self.subsidised:
            self.subsidised.clear()
        self.redeemed_own = self.redeemed_others = 0
        if self.mover == self.prime_minister:
            self.acts = self.bills = 0
            self.arrow_reversed = False
            self.salaries_before = dict(self.salaries)
            self.motion_made = False  # at most one motion until his next turn (P20.1)

    def spend(self, payee: str, amount: int, reason: str, rule: str) -> None:
        """Pay a part of a bill from the Treasury and note it in the budget of the round (P17.2)."""
        self.pay(TREASURY, payee, amount, reason, rule)
        self.enter(reason, amount)

    def enter(self, reason: str, amount: int) -> None:
        """Note in the budget of this round what the Treasury received or paid, in dollars."""
        self.budget[reason] = self.budget.get(reason, 0) + amount
