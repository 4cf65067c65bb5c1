"""State of a Game 2 match: Treasury, parties, Government and laws (P16 to P20).

The Treasury's cash and its unissued bonds are in the ledger account ``treasury``. The Bank and the
players hold the issued bonds. All money is in whole dollars.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from classkit.engine.decisions import Seat

from .law_forms import LawLanguage, get_language
from .laws import Deferred, FieldValues, TaxLaw, compute_tax, dump_subsidy
from .state import PoleconomyState

TREASURY = "treasury"
BUDGET_REASONS = ("tax", "salary", "subsidy", "bond_interest")
"""Payment reasons that count for the budget balance. Only ``tax`` is revenue."""


@dataclass(slots=True, kw_only=True, eq=False)
class CountryState(PoleconomyState):
    """The state of Game 2."""

    law: TaxLaw
    """The tax law in force (P19.3)."""
    parties: dict[Seat, str] = field(default_factory=dict)
    """The party of each seat (P16.2), without independents."""
    votes: dict[Seat, int] = field(default_factory=dict)
    """The votes of each seat until the next election (P16.3)."""
    government: tuple[Seat, ...] = ()
    """The members of the Government in seat order, including the Prime Minister."""
    cabinet: dict[Seat, str] = field(default_factory=dict)
    """The position of each minister (P18.1)."""
    salaries: dict[Seat, int] = field(default_factory=dict)
    """Salaries of the Prime Minister and each minister, by seat (P18.2)."""
    deferred: list[Deferred] = field(default_factory=list)
    """Passed but unpaid subsidies, in the order in which they passed (P19.5)."""
    elections: int = 0
    motion_made: bool = False
    """True if no confidence was moved since the start of the Prime Minister's last turn (P20.1)."""
    budget: dict[str, int] = field(default_factory=dict)
    """Dollars that the Treasury received or paid in this round, by payment reason."""

    # Counters of one turn, reset by `begin_turn`.
    subsidised: dict[Seat, int] = field(default_factory=dict)
    """Subsidies received in this turn (P19.6)."""
    acts: int = 0
    """The Prime Minister's political acts (P17.10). `bills` counts the bills among them (P19.1)."""
    bills: int = 0
    arrow_reversed: bool = False
    redeemed_own: int = 0
    """The Prime Minister's own bonds redeemed. The next field counts bonds of others (P17.9)."""
    redeemed_others: int = 0
    salaries_before: dict[Seat, int] = field(default_factory=dict)
    """Salaries at the start of the turn, as the base for raises (P18.3)."""

    @property
    def law_language(self) -> LawLanguage:
        """The limits of laws, in the currency of the game (P19.2)."""
        language, currency = self.edition.politics.language, self.currency
        if currency is language.currency:
            return language
        return get_language(language, currency, currency.layout)

    # --- votes ----------------------------------------------------------------------------

    @property
    def total_votes(self) -> int:
        """The sum of all players' votes (P16.4)."""
        return sum(self.votes.values())

    def has_majority(self, votes: int) -> bool:
        """Return True if `votes` are more than half of all votes (P16.4)."""
        return 2 * votes > self.total_votes

    def sum_votes(self, seats: tuple[Seat, ...]) -> int:
        return sum(self.votes[seat] for seat in seats)

    # --- the Treasury ---------------------------------------------------------------------

    @property
    def unissued(self) -> int:
        """Number of bonds that the Treasury has not issued (P17.1)."""
        return self.count_stock(TREASURY, "bond")

    @property
    def issued(self) -> int:
        """Number of bonds that the Bank and the players hold, which is the public debt."""
        return self.edition.treasury.bonds - self.unissued

    @property
    def payable_funds(self) -> int:
        """The largest bill that the Treasury can pay, from cash and all unissued bonds (P17.5)."""
        return self.cash(TREASURY) + self.edition.prices.bond * self.unissued

    @property
    def next_interest(self) -> int:
        """The interest due at the next Bonds stop on the bonds issued now, in dollars (P17.6)."""
        return self.get_bond_interest(self.issued)

    def count_bonds_needed(self, bill: int) -> int:
        """Return the number of bonds to issue so that the Treasury can pay `bill` (P17.4)."""
        short = max(bill - self.cash(TREASURY), 0)
        return -(-short // self.edition.prices.bond)

    def get_field_values(self, seat: Seat) -> FieldValues:
        """Return a player's values that a law may test (P19.2)."""
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

    def get_tax_due(self, seat: Seat) -> int:
        """Return the tax that a player would owe under the law in force, in dollars (P19.4)."""
        return compute_tax(self.law, self.get_field_values(seat))

    def dump_deferred(self) -> list[dict[str, Any]]:
        """Return the unpaid subsidies and their due turns as plain data."""
        listed = self.edition.politics.language.purposes
        return [{**dump_subsidy(d.subsidy, listed), "due_turn": d.due_turn} for d in self.deferred]

    def begin_turn(self) -> None:
        """Reset the per-turn counters."""
        if self.subsidised:
            self.subsidised.clear()
        self.redeemed_own = self.redeemed_others = 0
        if self.mover == self.prime_minister:
            self.acts = self.bills = 0
            self.arrow_reversed = False
            self.salaries_before = dict(self.salaries)
            self.motion_made = False  # at most one motion until the mover's next turn (P20.1)

    def spend_treasury(self, payee: str, amount: int, reason: str, rule: str) -> None:
        """Pay part of a bill from the Treasury and add it to the round's budget (P17.2)."""
        self.pay(TREASURY, payee, amount, reason, rule)
        self.record_budget(reason, amount)

    def record_budget(self, reason: str, amount: int) -> None:
        """Add an amount in dollars to the round's budget."""
        self.budget[reason] = self.budget.get(reason, 0) + amount
