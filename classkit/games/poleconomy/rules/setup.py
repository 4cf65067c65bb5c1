"""Set-up: Basic Incomes, opening capital, quick start and the first election (P2)."""

from __future__ import annotations

from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.ledger import Ledger
from classkit.engine.options import Options

from ..country_state import TREASURY, CountryState
from ..rules_data import PoleconomyRules
from ..state import BANK, PlayerState, PoleconomyState
from .elections import elect_government
from .inflation_index import hold_election
from .money import pay_from_bank
from .squares import roll_basic_income

CARDS_PER_SEAT = 3
"""Number of companies, and of advertising squares, dealt to each player in the quick start."""


def create_state(
    seats: tuple[Seat, ...], options: Options, edition: PoleconomyRules, bank_cash: int
) -> PoleconomyState:
    """Create the state before the first roll: marker, beavers and stocks (P2.1, P2.2)."""
    supply = edition.supply
    stocks = {
        "dollars": bank_cash,
        "savings": supply.savings,
        "bond": supply.bonds,
        "life": supply.life,
        "business": supply.business,
    }
    nobody = dict.fromkeys(seats, 0)
    balances = {stock: {BANK: count, **nobody} for stock, count in stocks.items()}
    facts: dict[str, Any] = {
        "seats": seats,
        "options": options,
        "edition": edition,
        "players": {seat: PlayerState(at=edition.start) for seat in seats},
        "banker": options.banker_seat,
        "mover": options.banker_seat,
        "marker": edition.index.start_position,
        "arrow": edition.index.start_arrow,
    }
    titles = dict.fromkeys((*edition.companies, *edition.adverts), BANK)
    if options.game == 1:
        return PoleconomyState(ledger=Ledger.open(balances, titles, empty=(TREASURY,)), **facts)
    treasury = edition.treasury
    balances["dollars"][BANK] -= treasury.cash
    balances["dollars"][TREASURY] = treasury.cash
    balances["bond"][BANK] = 0  # unissued, in the Treasury (P2.2, P17.1)
    balances["bond"][TREASURY] = treasury.bonds
    ledger = Ledger.open(balances, titles=titles)
    return CountryState(ledger=ledger, law=edition.politics.default_law, **facts)


def play_setup(t: PoleconomyState) -> Flow[None]:
    """Carry out the set-up clockwise from the Banker (P2.3 to P2.7)."""
    t.tell(
        "game_started", "P2.1", game=t.options.game, seats=list(t.seats), options=dict(t.options)
    )
    order = t.clockwise(t.banker)
    for seat in order:
        yield from roll_basic_income(t, seat, "P2.3")
    for seat in order:
        multiple = t.edition.opening.income_multiple * t.players[seat].basic_income
        pay_from_bank(t, seat, t.edition.opening.capital + multiple, "start", "P2.4")
    if t.options.quick_start:
        yield from deal_quick_start(t, order)
    if isinstance(t, CountryState):
        yield from elect_government(t, "start")
    else:
        yield from hold_election(t, "start")
    assert t.prime_minister is not None, "the election returned no Prime Minister (P2.6)"
    t.mover = t.prime_minister
    t.ready = True


def deal_quick_start(t: PoleconomyState, order: tuple[Seat, ...]) -> Flow[None]:
    """Shuffle the companies, then the advertising cards, and deal the top 3 of each (P2.5)."""
    for purpose, cards in (("companies", t.edition.companies), ("adverts", t.edition.adverts)):
        pile = yield from t.draw(cards, purpose=purpose, rule="P2.5", count=len(cards))
        for place, seat in enumerate(order):
            for square in pile[place * CARDS_PER_SEAT : (place + 1) * CARDS_PER_SEAT]:
                t.transfer_square(square, BANK, seat, "quick_start", "P2.5")
