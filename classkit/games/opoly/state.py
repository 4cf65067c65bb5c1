"""State of a match of 487-opoly, as plain data.

In the ledger, money, houses and hotels are units, and deeds and cards are titles. The account for
the buildings on a lot is named after its space. Companies, contracts, decks and the pawn are
fields of :class:`OpolyState`. All money is in whole dollars.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, ClassVar

from classkit.engine.decisions import Flow, Roll, Seat
from classkit.engine.state import GameState

from .effect_kinds import LIMIT, InternalEffect
from .rules_data import HOTEL_LEVEL, BoardSpace, CardKind, OpolyRules, ceil_percent
from .state_types import Alliance, Auction, Company, DrawDeck

BANK = "bank"
STOCK = "stock"
DECK = "deck"
TABLE = "table"
REMOVED = "removed"
SOUL = "soul"
"""The cost basis of a stolen property, which counts as 0 in sums (Q8.4)."""
OWNING_STATUSES = ("active", "bankrupt")
"""Statuses with which a seat owns assets and pays charges (Q0.3)."""


@dataclass(slots=True, kw_only=True, eq=False)
class OpolyState(GameState):
    """The state of one match of 487-opoly."""

    reporting_events: ClassVar[frozenset[str]] = frozenset(
        {"money_moved", "money_printed", "property_moved", "card_moved", "buildings_changed"}
    )
    told_with_seat: ClassVar[frozenset[str]] = frozenset(
        {
            "bid_made", "bid_passed", "property_pledged", "pledge_released", "pledge_forfeited",
            "limit_changed", "seat_bankrupt", "charge_waived", "busted", "scored", "deal_answered",
        }
    )  # fmt: skip
    """Events whose facts name the seat (section 6 of the rules file)."""

    edition: OpolyRules = field(metadata={"fixed": True})
    companies: dict[Seat, Company]
    decks: dict[str, DrawDeck]
    pawn: str
    """The space of the pawn."""
    lead: Seat
    """The seat that decides first (Q0.2)."""
    lots: list[str] = field(default_factory=list)
    """The lots that set-up still has to sell, in order (Q1.4, Q1.5)."""
    lot_number: int = 0
    ready: bool = False
    """True after set-up, when turns are played."""
    mortgaged: dict[str, bool] = field(default_factory=dict)
    basis: dict[str, int | str] = field(default_factory=dict)
    """Dollars that the holder paid for each property or internal card, or ``soul`` (Q2.5, Q8.4)."""
    paid_for_levels: dict[str, list[int]] = field(default_factory=dict)
    """Dollars paid for each level of building on a space, lowest first (Q1.6)."""
    alliances: dict[str, Alliance] = field(default_factory=dict)
    past_alliances: list[Alliance] = field(default_factory=list)
    copies: dict[str, str] = field(default_factory=dict)
    """The kind of card that each Second Mover copies (Q8.5)."""
    lines_chosen: dict[str, str] = field(default_factory=dict)
    """The line of each Diversification card (Q8.8)."""
    flagships: dict[str, str] = field(default_factory=dict)
    """The hotel to which each Flagship is attached (Q8.6)."""
    campaigned: list[str] = field(default_factory=list)
    """Ad Campaigns that shifted the pawn in the last pawn roll (Q8.1)."""
    recession: str = ""
    """``recession``, ``depression`` or "" (Q4.1)."""
    payments: int = 0
    """Number of payments in this recession (Q4.6)."""
    doubles: int = 0
    """Number of successive doubles outside a recession (Q3.3)."""
    total: int = 0
    """The dice total of this turn's pawn roll (Q3.8)."""
    no_building_until: int = 0
    """The last turn in which nobody may build (Q8.15)."""
    actors: list[Seat] = field(default_factory=list)
    """The seats that acted on an Ethical Opportunity (Q8.4)."""
    mergers: list[tuple[Seat, Seat, int]] = field(default_factory=list)
    """Survivor, merged seat, and its percentage of the survivor's scores, oldest first (Q9.3)."""
    skip_window: bool = False
    """True if this turn has no action window because a lot had no buyer (Q3.10)."""
    time_up: bool = False
    """True after the host has reported that the time is over (Q10.3)."""
    timed_out: bool = False
    """True during a time-out, which lasts until the next roll (Q10.3)."""
    prices: list[tuple[int, int]] = field(default_factory=list)
    """Prices and appraised values of the latest properties auctioned, for the price index."""
    left_on_table: int = 0
    """The winner's price minus the second bid, for the last lot sold, in dollars."""
    recession_turns: int = 0
    recession_cost: int = 0
    banded: str = ""
    """The kind of recession that charts mark for this turn, or ""."""
    path: tuple[str, ...] = ()
    """The spaces where the pawn stopped in this turn."""
    headline: dict[str, Any] = field(default_factory=dict)
    """The last sale or rent of this turn.

    A sale contains the facts of `lot_sold`. A rent contains its ``space``, and the dollars ``paid``
    by seat.
    """
    auction: Auction | None = None
    """The auction in progress, if any."""
    scores_at_end: dict[Seat, tuple[int, int, int, int]] = field(default_factory=dict)

    # --- companies ------------------------------------------------------------------------

    def is_active(self, seat: Seat) -> bool:
        """Return whether the seat still makes decisions (Q0.3)."""
        return self.companies[seat].status == "active"

    def is_charged(self, seat: Seat) -> bool:
        """Return whether the seat owns assets and pays charges, as active or bankrupt (Q0.3)."""
        return self.companies[seat].status in OWNING_STATUSES

    @property
    def lead_order(self) -> tuple[Seat, ...]:
        """All seats, starting with the lead (Q0.2)."""
        return self.clockwise(self.lead)

    @property
    def active(self) -> list[Seat]:
        """The active seats in lead order (Q0.2)."""
        companies = self.companies
        return [seat for seat in self.lead_order if companies[seat].status == "active"]

    @property
    def trustees(self) -> list[Seat]:
        """The bankrupt seats in lead order. A trustee runs each of them (Q5.3)."""
        companies = self.companies
        return [seat for seat in self.lead_order if companies[seat].status == "bankrupt"]

    @property
    def charged(self) -> list[Seat]:
        """The seats that pay charges, active or bankrupt, in lead order (Q0.3)."""
        companies = self.companies
        return [seat for seat in self.lead_order if companies[seat].status in OWNING_STATUSES]

    # --- properties and buildings ------------------------------------------------------------

    def owner(self, space: str) -> str:
        """Return the owner of a property: a seat, or ``bank``."""
        return self.ledger.titles[space]

    def get_properties(self, account: str) -> list[str]:
        """Return the properties of a seat or of the bank, in board order."""
        titles = self.ledger.titles
        return [space for space in self.edition.properties if titles[space] == account]

    def level(self, space: str) -> int:
        """Return the buildings on a lot: 0 to 4 houses, or 5 for a hotel (Q6.2)."""
        built = self.paid_for_levels.get(space)
        return len(built) if built else 0

    def get_building_charge(self, space: str, per_house: int, per_hotel: int) -> int:
        """Return the charge for the buildings on a lot, in dollars (Q4.5, Q8.13)."""
        level = self.level(space)
        return per_hotel if level == HOTEL_LEVEL else level * per_house

    def get_title(self, asset: str) -> str:
        """Return the name of a property or a card."""
        space = self.edition.spaces.get(asset)
        return self.edition.cards[asset].name if space is None else space.name

    def is_built(self, group: str) -> bool:
        """Return whether any lot of a group has buildings."""
        paid = self.paid_for_levels
        return any(paid.get(space) for space in self.edition.groups[group])

    def owners(self, group: str) -> list[str]:
        """Return the distinct owners of a group, including the bank, in board order."""
        titles = self.ledger.titles
        return list(dict.fromkeys(titles[space] for space in self.edition.groups[group]))

    def count_owned(self, group: str, account: str) -> int:
        """Return the number of a group's properties that a seat or the bank owns (Q3.6 to Q3.8)."""
        titles = self.ledger.titles
        return sum(titles[space] == account for space in self.edition.groups[group])

    def get_stock(self, kind: str) -> int:
        """Return the number of houses or hotels in stock."""
        return self.ledger.balances[kind].get(STOCK, 0)

    def get_pawn_space(self) -> BoardSpace:
        """Return the space of the pawn."""
        return self.edition.spaces[self.pawn]

    # --- cards ------------------------------------------------------------------------------

    def hand(self, seat: Seat) -> list[str]:
        """Return the internal cards in a seat's hand, in the order of the deck list."""
        titles = self.ledger.titles
        return [card for card in self.edition.internal if titles[card] == seat]

    def get_kind(self, card: str) -> CardKind:
        """Return the kind of a card, which is the copied kind for a Second Mover (Q8.5)."""
        copied = self.copies.get(card)
        return self.edition.kinds[copied] if copied else self.edition.cards[card]

    def get_effect_cards(self, seat: Seat, effect: InternalEffect) -> list[str]:
        """Return a seat's cards with an effect, including copies, in deck order."""
        titles, copies, word = self.ledger.titles, self.copies, effect.word
        cards = [card for card in self.edition.by_effect[word] if titles[card] == seat]
        if not copies:
            return cards
        # A Second Mover has the effect of the copied card, not its own.
        cards = [card for card in cards if card not in copies]
        added = [c for c in copies if titles[c] == seat and self.get_kind(c).effect == word]
        if not added:
            return cards
        return [card for card in self.edition.internal if card in cards or card in added]

    def get_effect_values(self, seat: Seat, effect: InternalEffect) -> list[int]:
        """Return the value of each of a seat's cards with an effect, in deck order."""
        return [self.get_kind(card).effect_value for card in self.get_effect_cards(seat, effect)]

    def reduce_cost(self, seat: Seat, cost: int, effect: InternalEffect) -> int:
        """Reduce a cost by each of the seat's cards with this effect, rounded up (Q0.4)."""
        for pct in self.get_effect_values(seat, effect):
            cost = ceil_percent(cost, pct)
        return cost

    def has_effect(self, seat: Seat, effect: InternalEffect) -> bool:
        """Return whether a seat holds a card with an effect, including copies."""
        cards = self.edition.by_effect[effect.word]
        if len(cards) == 1 and not self.copies:
            return self.ledger.titles[cards[0]] == seat
        return bool(self.get_effect_cards(seat, effect))

    def list_effect_holders(self, effect: InternalEffect) -> list[tuple[Seat, str]]:
        """Return each holder and card with an effect, including copies, in lead order.

        Cards of a seat that is out of the game have no effect (Q8.4).
        """
        titles, companies, copies = self.ledger.titles, self.companies, self.copies
        word = effect.word
        held = [card for card in self.edition.by_effect[word] if titles[card] in companies]
        held += [card for card in copies if self.get_kind(card).effect == word]
        if not held:
            return []
        return [(seat, card) for seat in self.charged for card in held if titles[card] == seat]

    def get_limit(self, seat: Seat, gained: Sequence[str] = (), without: Sequence[str] = ()) -> int:
        """Return the number of properties that a seat may hold (Q6.9).

        Count the cards in ``gained`` as held, and ignore the cards in ``without``.
        """
        cards = [card for card in self.get_effect_cards(seat, LIMIT) if card not in without]
        cards += [card for card in gained if self.get_kind(card).effect == LIMIT.word]
        return max(
            self.companies[seat].limit + sum(self.get_kind(card).effect_value for card in cards), 0
        )

    def get_table_cards(self) -> list[str]:
        """Return the face-up external cards on the table (Q8.10)."""
        titles = self.ledger.titles
        return [card for card in self.edition.external if titles[card] == TABLE]

    # --- moves and their events ----------------------------------------------------------------

    def pay(self, payer: str, payee: str, amount: int, reason: str, rule: str) -> None:
        """Move money and log the payment. An amount of 0 does nothing."""
        if amount == 0:
            return
        GameState.move(self, "dollars", amount, payer, payee, reason, rule)
        seat = payer if payer in self.companies else payee
        self.tell(
            "money_moved", rule, seat, payer=payer, payee=payee, amount=amount, reason=reason,
            turn=self.turn,
        )  # fmt: skip

    def roll_dice(
        self, dice: int, purpose: str, rule: str, seat: Seat | None
    ) -> Flow[tuple[int, ...]]:
        """Roll dice and log their faces (Q3.1)."""
        faces: tuple[int, ...] = yield Roll(dice, 6, purpose, rule, seat)
        self.tell("dice_rolled", rule, seat, purpose=purpose, faces=list(faces))
        return faces

    def move_pawn(self, space: str, cause: str, passed_go: bool, rule: str) -> None:
        """Put the pawn on a space."""
        facts: dict[str, Any] = {"from": self.pawn, "to": space, "cause": cause}
        self.tell("pawn_moved", rule, **facts, passed_go=passed_go)
        self.path = (*(self.path or (self.pawn,)), space)
        self.pawn = space

    def draw_card(self, name: str, rule: str) -> Flow[str]:
        """Draw the top card of a nonempty deck, at random if its order is not known yet."""
        deck = self.decks[name]
        if deck.shuffled:
            (card,) = yield from self.draw(deck.shuffled, purpose=name, rule=rule, seat=self.lead)
            deck.shuffled.remove(card)
        else:
            card = deck.under.pop(0)
        self.tell("card_drawn", rule, deck=name, card=card)
        return str(card)

    @contextmanager
    def log_limit_changes(self, cause: str, rule: str) -> Iterator[None]:
        """Log the limits that change within the block, whatever the reason (Q6.9)."""
        before = {seat: self.get_limit(seat) for seat in self.seats}
        yield
        for seat, old in before.items():
            new = self.get_limit(seat)
            if new != old:
                self.tell("limit_changed", rule, seat, old=old, new=new, cause=cause)

    def move_card(
        self, card: str, target: str, rule: str, keeps: bool = False, reason: str = "card"
    ) -> None:
        """Move a card to a seat, the table, out of play, or under its own deck (Q3.12).

        The choices made for a card are cleared when it leaves a hand, unless ``keeps`` is set. A
        card that returns to its deck goes to the bottom or, with the option, is shuffled in.
        """
        source, kind = self.ledger.titles[card], self.get_kind(card)
        with self.log_limit_changes(kind.id, rule) if kind.effect == LIMIT.word else nullcontext():
            if source != target:
                GameState.move(self, card, 1, source, target, reason, rule)
            facts: dict[str, Any] = {"card": card, "from": source, "to": target}
            self.tell("card_moved", rule, target if target in self.companies else None, **facts)
            if target != source and not keeps:
                self.clear_card_choices(card)
        if target == DECK:
            deck = self.decks[self.edition.cards[card].deck]
            if self.options.returned_cards == "shuffle":
                deck.shuffled += [*deck.under, card]
                deck.under = []
            else:
                deck.under.append(card)

    def clear_card_choices(self, card: str) -> None:
        """Clear the choices made for a card that leaves a hand."""
        self.copies.pop(card, None)
        self.lines_chosen.pop(card, None)
        self.flagships.pop(card, None)
        self.basis.pop(card, None)

    def is_hotel(self, space: str) -> bool:
        """Return whether a lot has a hotel."""
        return self.level(space) == HOTEL_LEVEL
