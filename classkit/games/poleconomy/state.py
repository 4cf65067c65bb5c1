"""State of a Poleconomy match, as plain data.

Money, savings cards, bonds and policies are ledger units, and squares are ledger titles. This
module defines the rest: beavers, marker, offices and debts. All money is in whole dollars.

Game 2 adds law, votes, parties and Cabinet in :class:`.country_state.CountryState`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from classkit.engine.decisions import Flow, Roll, Seat
from classkit.engine.state import GameState

from .rules_data import PoleconomyRules

BANK = "bank"
REVERSED_ARROW = {"clockwise": "anticlockwise", "anticlockwise": "clockwise"}
"""The opposite of each of the arrow's directions."""


@dataclass(slots=True, kw_only=True, eq=False)
class PlayerState:
    """A player's state, except for ledger accounts."""

    at: str
    """The square or corner of the player's beaver."""
    basic_income: int = 0
    owes: dict[str, int] = field(default_factory=dict)
    """Debts in dollars by creditor, which is a seat or ``bank`` (P13.4)."""
    received: dict[str, int] = field(default_factory=dict)
    """Dollars received in this round, by payment reason."""
    tax_paid: int = 0
    tax_lapsed: int = 0
    turns_in_office: int = 0


@dataclass(slots=True, kw_only=True, eq=False)
class PoleconomyState(GameState):
    """The state of Game 1, which Game 2 extends."""

    reporting_events: ClassVar[frozenset[str]] = frozenset({"payment", "asset_moved"})
    told_with_seat: ClassVar[frozenset[str]] = frozenset(
        {
            "dice_thrown", "basic_income_set", "turn_started", "beaver_moved", "tax_assessed",
            "opportunity_used", "disaster", "pm_elected", "party_changed", "banker_changed",
            "cabinet_changed", "salary_set",
        }
    )  # fmt: skip
    """Events whose facts include the seat (section 6 of the rules file)."""

    edition: PoleconomyRules = field(metadata={"fixed": True})
    players: dict[Seat, PlayerState]
    banker: Seat
    mover: Seat
    marker: int
    """Position of the marker on the Inflation Index, from 0."""
    arrow: str
    """``clockwise`` or ``anticlockwise``."""
    prime_minister: Seat | None = None
    ready: bool = False
    """True after set-up."""
    fresh: bool = True
    """True until the first answer or action of the turn."""
    elected: bool = False
    """True if this turn had an election, so that the Prime Minister moves next (P3.9)."""
    index_word: str = ""
    """The index word that the marker triggered in this turn, if any (P4.4)."""
    trail: tuple[tuple[str, str], ...] = ()
    """The beaver's path in the last turn, as stops and the reason for each."""
    offers_made: int = 0
    """Number of trades offered by the mover in this turn (P13.1)."""
    end_proposed: bool = False
    """True if the mover proposed to end the game in this turn (P15.2)."""
    time_up: bool = False
    """True after the host has called time (P15.1)."""

    @property
    def incumbent(self) -> Seat:
        """The Prime Minister. Every turn has one (P2.7)."""
        assert self.prime_minister is not None, "a turn has begun without a Prime Minister (P2.7)"
        return self.prime_minister

    # --- prices ---------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The Inflation Number (P4.2)."""
        return self.edition.index.numbers[self.marker]

    @property
    def company_price(self) -> int:
        """The price of a company (P4.2)."""
        return self.edition.prices.company_per_point * self.number

    @property
    def company_profit(self) -> int:
        """The Company Profit that visitors pay, equal to the company price (P4.2)."""
        return self.company_price

    @property
    def advert_price(self) -> int:
        """The price of an advertising square (P4.2)."""
        return self.edition.prices.advert_per_point * self.number

    def get_price(self, square: str) -> int:
        """Return the current value of a company or advertising square, in dollars (P4.2)."""
        company = self.edition.squares[square].kind == "company"
        return self.company_price if company else self.advert_price

    def get_bond_interest(self, bonds: int) -> int:
        """Return the interest on a number of bonds at one Bonds stop, in dollars (P4.6, P17.6)."""
        return self.edition.interest.bond_per_bond * bonds

    # --- holdings; the first ledger titles are the companies (see setup.create_state) ---------

    def count_stock(self, account: str, stock: str) -> int:
        """Return the number of savings cards, bonds or policies in an account."""
        return self.ledger.balances[stock].get(account, 0)

    def get_owner(self, square: str) -> str:
        """Return the owner of a square: a seat, or ``bank``."""
        return self.ledger.titles[square]

    def squares_of(self, account: str) -> list[str]:
        """Return the squares that an account owns, smallest id first."""
        titles = self.ledger.titles
        return [square for square in self.edition.ownable_squares if titles[square] == account]

    def count_squares(self, account: str) -> tuple[int, int]:
        """Return the numbers of companies and advertising squares that an account owns."""
        owners = list(self.ledger.titles.values())
        first_advert = len(self.edition.companies)
        return owners[:first_advert].count(account), owners[first_advert:].count(account)

    def list_company_owners(self) -> list[str]:
        """Return the owner of each company, a seat or ``bank``, smallest company id first."""
        owners = list(self.ledger.titles.values())
        return owners[: len(self.edition.companies)]

    def list_companies(self, account: str) -> list[str]:
        """Return the companies that an account owns, smallest id first."""
        titles = self.ledger.titles
        return [square for square in self.edition.companies if titles[square] == account]

    def list_adverts(self, account: str) -> list[str]:
        """Return the advertising squares that an account owns, smallest id first."""
        titles = self.ledger.titles
        return [square for square in self.edition.adverts if titles[square] == account]

    # --- payments, transfers, dice and moves ------------------------------------------------

    def pay(self, payer: str, payee: str, amount: int, reason: str, rule: str) -> None:
        """Pay money and log the payment. An amount of 0 does nothing."""
        if amount == 0:
            return
        self.move("dollars", amount, payer, payee, reason, rule)
        players = self.players
        if payee in players:
            received = players[payee].received
            received[reason] = received.get(reason, 0) + amount
        seat = payer if payer in players else payee
        self.tell("payment", rule, seat, payer=payer, payee=payee, amount=amount, reason=reason)

    def transfer_square(
        self, square: str, source: str, target: str, reason: str, rule: str
    ) -> None:
        """Transfer the card of a square (P1.4)."""
        self.move(square, 1, source, target, reason, rule)
        facts: dict[str, Any] = {"asset": self.edition.squares[square].kind, "ids": (square,)}
        self._tell_transfer(facts, source, target, reason, rule)

    def transfer_stock(
        self, stock: str, count: int, source: str, target: str, reason: str, rule: str
    ) -> None:
        """Transfer savings cards, bonds or policies. A count of 0 does nothing (P1.4)."""
        if count == 0:
            return
        self.move(stock, count, source, target, reason, rule)
        self._tell_transfer({"asset": stock, "count": count}, source, target, reason, rule)

    def _tell_transfer(
        self, facts: dict[str, Any], source: str, target: str, reason: str, rule: str
    ) -> None:
        seat = source if source in self.players else target
        facts |= {"from": source, "to": target, "reason": reason}
        self.tell("asset_moved", rule, seat, **facts)

    def roll_dice(self, seat: Seat, purpose: str, rule: str) -> Flow[tuple[int, ...]]:
        """Roll two dice for a player (P1.6)."""
        dice: tuple[int, ...] = yield Roll(2, 6, purpose, rule, seat)
        self.tell("dice_thrown", rule, seat, d1=dice[0], d2=dice[1], purpose=purpose)
        return dice

    def reverse_arrow(self, prime_minister: Seat) -> None:
        """Reverse the arrow of the Inflation Index (P4.3)."""
        self.arrow = REVERSED_ARROW[self.arrow]
        self.tell("arrow_set", "P4.3", prime_minister, pm=prime_minister, direction=self.arrow)

    def move_beaver(self, seat: Seat, target: str, by: str, rule: str) -> None:
        """Move the player's beaver to a square or corner (P1.3)."""
        player = self.players[seat]
        facts: dict[str, Any] = {"from": player.at, "to": target, "by": by}
        self.tell("beaver_moved", rule, seat, **facts)
        start = self.trail or ((player.at, ""),)
        self.trail = (*start, (target, by))
        player.at = target
