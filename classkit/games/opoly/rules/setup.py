"""Set-up: the initial state, and the auctions of the first lots (Q1)."""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.decisions import Flow, Seat
from classkit.engine.ledger import Ledger
from classkit.engine.options import Options

from ..rules_data import OpolyRules
from ..state import BANK, DECK, REMOVED, STOCK, TABLE, OpolyState
from ..state_types import Company, DrawDeck
from .bank import OpolyStop, pay_from_bank
from .ending import finish_game
from .lot_auctions import sell_card, sell_property

MAX_SMALL_SEATS = 5
"""Maximum number of seats with the smaller total of money (Q1.2)."""
CLASSIC_BANK_TOTAL = 15_140


def get_bank_total(seats: int, limit: str, edition: OpolyRules) -> int:
    """Return the total money of the game, in dollars (Q1.2)."""
    if limit == "classic_15140":
        return CLASSIC_BANK_TOTAL
    return edition.bank_total if seats <= MAX_SMALL_SEATS else edition.bank_total_large


def create_state(seats: tuple[Seat, ...], options: Options, edition: OpolyRules) -> OpolyState:
    """Create the initial state: money, decks, stocks, and the pawn on Go (Q1.1 to Q1.3)."""
    total = get_bank_total(len(seats), options.bank_limit, edition)
    balances: Mapping[str, Mapping[str, int]] = {
        "dollars": {BANK: total, **dict.fromkeys(seats, 0)},
        "house": {STOCK: edition.houses},
        "hotel": {STOCK: edition.hotels},
    }
    titles = dict.fromkeys(edition.properties, BANK)
    titles |= dict.fromkeys((*edition.external, *edition.internal), DECK)
    slots = edition.slots[len(seats)]
    return OpolyState(
        seats=seats,
        options=options,
        edition=edition,
        ledger=Ledger.open(balances, titles, empty=(TABLE, REMOVED, *edition.spaces)),
        companies={seat: Company(limit=slots) for seat in seats},
        decks={
            name: DrawDeck(shuffled=list(edition.get_deck(name)))
            for name in ("external", "internal")
        },
        pawn=edition.board[0].id,
        lead=seats[0],
    )


def set_up(t: OpolyState) -> Flow[None]:
    """Play one step of set-up: draw the first lots, then sell one at a time (Q1.4, Q1.5)."""
    if t.lot_number == 0:
        t.tell("game_started", "Q1.1", seats=list(t.seats), options=dict(t.options))
        pay_from_bank(t, [(seat, t.edition.start_cash, "start_cash") for seat in t.seats], "Q1.1")
        yield from draw_lots(t)
    if t.lots:
        try:
            yield from sell_lot(t, t.lots.pop(0))
        except OpolyStop as stop:
            finish_game(t, stop.cause, stop.rule)
            return
    t.ready = not t.lots


def draw_lots(t: OpolyState) -> Flow[None]:
    """Draw ten deeds, cheapest first, then five internal cards by name (Q1.4, Q1.5)."""
    edition = t.edition
    deeds = yield from t.draw(
        edition.properties, purpose="deeds", rule="Q1.4", count=edition.initial_properties
    )
    internal = t.decks["internal"].shuffled
    cards = yield from t.draw(
        internal, purpose="first_cards", rule="Q1.5",
        count=min(edition.initial_internal_cards, len(internal)),
    )  # fmt: skip
    for card in cards:
        internal.remove(card)
        t.tell("card_drawn", "Q1.5", deck="internal", card=card)
    spaces = edition.spaces
    by_price = sorted(deeds, key=lambda space: (spaces[space].price, spaces[space].number))
    by_name = sorted(cards, key=lambda card: edition.cards[card].name.lower())
    t.lots = [*by_price, *by_name]


def sell_lot(t: OpolyState, lot: str) -> Flow[None]:
    """Auction one lot of the set-up from the minimum bid, and pass the lead (Q0.2, Q1.4, Q1.5)."""
    t.lot_number += 1
    t.lead = t.seats[(t.lot_number - 1) % len(t.seats)]
    minimum = t.edition.first_lots_min_bid
    if lot in t.edition.spaces:
        yield from sell_property(t, lot, minimum, "first_lots")
    else:
        yield from sell_card(t, lot, minimum, "first_lots")
