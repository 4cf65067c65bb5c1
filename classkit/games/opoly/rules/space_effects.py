"""Landing: the effects of the spaces that the pawn reaches (Q3.5 to Q3.12)."""

from __future__ import annotations

from functools import partial

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Move

from ..effect_kinds import PREEMPT
from ..rules_data import floor_percent
from ..state import BANK, DECK, REMOVED, OpolyState
from .external_cards import NO_BOOST, RentBoost, draw_external_card
from .holdings import has_slot, list_pledgeable, refuse_pledge, transfer_property
from .internal_cards import ask_shift
from .lot_auctions import (
    forfeit_pledge,
    get_landing_minimum,
    pledge_property,
    sell_card,
    sell_property,
)
from .pawn import move_forward
from .recession import enter_recession
from .rents import collect_rent
from .tax_spaces import charge_income_tax, charge_luxury_tax


def move_by_roll(t: OpolyState, total: int) -> Flow[None]:
    """Move the pawn by a roll. An ad campaign may shift the landing (Q3.1, Q8.1)."""
    shift = yield from ask_shift(t, total)
    move_forward(t, total + shift, "shift" if shift else "roll", "Q8.1" if shift else "Q3.1")
    yield from resolve_landing(t)


def resolve_landing(t: OpolyState, boost: RentBoost = NO_BOOST) -> Flow[None]:
    """Resolve the space that the pawn has reached (Q3.5 to Q3.16)."""
    space = t.get_pawn_space()
    if space.is_ownable:
        yield from resolve_property(t, space.id, boost)
    elif space.kind == "internal":
        yield from draw_internal_card(t)
    elif space.kind == "external":
        yield from draw_external_card(t, resolve_landing)
    elif space.kind == "income_tax":
        yield from charge_income_tax(t)
    elif space.kind == "luxury_tax":
        yield from charge_luxury_tax(t)
    elif space.kind == "go_to_recession":
        enter_recession(t, "recession", "Q4.1")


# --- property ---------------------------------------------------------------------------------


def resolve_property(t: OpolyState, space: str, boost: RentBoost) -> Flow[None]:
    """Pay the rent of owned property, or offer unowned property (Q3.5, Q3.10)."""
    if t.owner(space) == BANK:
        buyer = yield from offer_property(t, space)
        if buyer is None and t.options.roll_again_skips_window:
            t.skip_window = True
        return
    card_rent = 0
    if boost.dice_multiplier and space not in t.mortgaged:
        faces = yield from t.roll_dice(2, "power_demand", "Q8.12", t.lead)
        card_rent = boost.dice_multiplier * sum(faces)
    collect_rent(t, space, t.total, boost.rent_multiplier, card_rent)


def offer_property(t: OpolyState, space: str) -> Flow[Seat | None]:
    """Ask First Mover holders, then auction at half of appraised value (Q3.10, Q8.2)."""
    for seat, card in t.list_effect_holders(PREEMPT):
        bought = yield from ask_first_mover(t, seat, card, space)
        if bought:
            return seat
    minimum = get_landing_minimum(t, space)
    buyer = yield from sell_property(t, space, minimum, "landing")
    return buyer


def ask_first_mover(t: OpolyState, seat: Seat, card: str, space: str) -> Flow[bool]:
    """Ask a holder to buy at First Mover's reduced price, or to lose the card (Q8.2)."""
    price = floor_percent(t.edition.spaces[space].price, t.get_kind(card).effect_value)
    fee = t.edition.abandon_fee
    moves = []
    if t.is_active(seat) and t.cash(seat) >= price and has_slot(t, seat, space):
        moves.append(Move("buy"))
    elif t.is_active(seat) and t.cash(seat) >= price + fee:
        for given in list_pledgeable(t, seat, space):
            moves.append(Move(given, space=given))
    if not moves:
        t.move_card(card, DECK, "Q8.2")
        return False
    answer = yield from t.ask(
        seat, "use_first_mover", (*moves, Move("decline")), rule="Q8.2", default="decline",
        about={"card": card, "space": space, "price": price, "fee": fee},
        why=partial(refuse_purchase, t, seat, space),
    )  # fmt: skip
    if answer.move == "decline":
        t.move_card(card, DECK, "Q8.2")
        return False
    if answer.move != "buy":
        pledge_property(t, seat, answer.move, space)
        forfeit_pledge(t, seat, answer.move)
    t.pay(seat, BANK, price, "first_mover", "Q8.2")
    transfer_property(t, space, seat, price, "first_mover", "Q8.2")
    t.move_card(card, REMOVED, "Q8.2")
    return True


def refuse_purchase(t: OpolyState, seat: Seat, lot: str, name: str) -> str | None:
    """Return why First Mover cannot buy, with a slot or with a pledge (Q8.2, Q2.7)."""
    if name == "buy":
        return f"{seat} has no slot for {t.get_title(lot)}: name a property to pledge (Q8.2)."
    if name not in t.edition.spaces:
        return None
    if has_slot(t, seat, lot):
        return f"{seat} has a slot for {t.get_title(lot)}, so no pledge is needed (Q8.2)."
    return refuse_pledge(t, seat, lot, name)


# --- internal cards -----------------------------------------------------------------------------


def draw_internal_card(t: OpolyState) -> Flow[None]:
    """Auction the top internal card, or draw an external card if the deck is empty (Q3.11)."""
    if not t.decks["internal"]:
        yield from draw_external_card(t, resolve_landing)
        return
    card = yield from t.draw_card("internal", "Q3.11")
    yield from sell_card(t, card, 1, "drawn")
