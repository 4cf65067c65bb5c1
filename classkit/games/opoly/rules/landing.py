"""Landing: the effects of the space that the pawn reaches (Q3.5 to Q3.12)."""

from __future__ import annotations

from functools import partial

from classkit.engine.moves import Move
from classkit.engine.requests import Flow, Seat

from ..contents import percent
from ..state import BANK, DECK, REMOVED, Opoly
from ..vocabulary import PREEMPT
from .auctions import forfeit, landing_minimum, pledge, sell_card, sell_property
from .external import NO_BOOST, Boost, draw_external
from .holdings import hand_property, has_slot, pledgeable, refuse_pledge
from .internal import ask_shift
from .pawn import forward
from .recession import enter_recession
from .rents import collect_rent
from .taxes import income_tax, luxury_tax


def move_by_roll(t: Opoly, total: int) -> Flow[None]:
    """Move the pawn by a roll; an ad campaign may shift the landing (Q3.1, Q8.1)."""
    shift = yield from ask_shift(t, total)
    forward(t, total + shift, "shift" if shift else "roll", "Q8.1" if shift else "Q3.1")
    yield from land(t)


def land(t: Opoly, boost: Boost = NO_BOOST) -> Flow[None]:
    """Carry out the space that the pawn has reached (Q3.5 to Q3.16)."""
    space = t.here()
    if space.ownable:
        yield from visit_property(t, space.id, boost)
    elif space.kind == "internal":
        yield from draw_internal(t)
    elif space.kind == "external":
        yield from draw_external(t, land)
    elif space.kind == "income_tax":
        yield from income_tax(t)
    elif space.kind == "luxury_tax":
        yield from luxury_tax(t)
    elif space.kind == "go_to_recession":
        enter_recession(t, "recession", "Q4.1")


# --- property ---------------------------------------------------------------------------------


def visit_property(t: Opoly, space: str, boost: Boost) -> Flow[None]:
    """Pay rent on property that is owned; offer property that is not (Q3.5, Q3.10)."""
    if t.owner(space) == BANK:
        buyer = yield from offer_property(t, space)
        if buyer is None and t.options.roll_again_skips_window:
            t.skip_window = True
        return
    spike = 0
    if boost.dice_multiplier and space not in t.mortgaged:
        faces = yield from t.throw(2, "power_demand", "Q8.12", t.lead)
        spike = boost.dice_multiplier * sum(faces)
    collect_rent(t, space, t.total, boost.rent_multiplier, spike)


def offer_property(t: Opoly, space: str) -> Flow[Seat | None]:
    """Ask First Mover holders, then auction at half of appraised value (Q3.10, Q8.2)."""
    for seat, card in t.in_hands(PREEMPT):
        bought = yield from first_mover(t, seat, card, space)
        if bought:
            return seat
    minimum = landing_minimum(t, space)
    buyer = yield from sell_property(t, space, minimum, "landing")
    return buyer


def first_mover(t: Opoly, seat: Seat, card: str, space: str) -> Flow[bool]:
    """Let a holder use or lose it: half price, no auction, a slot or a pledge (Q8.2)."""
    price = percent(t.edition.spaces[space].price, t.kind(card).figure)
    fee = t.edition.abandon_fee
    moves = []
    if t.is_active(seat) and t.cash(seat) >= price and has_slot(t, seat, space):
        moves.append(Move("buy"))
    elif t.is_active(seat) and t.cash(seat) >= price + fee:
        for given in pledgeable(t, seat, space):
            moves.append(Move(given, space=given))
    if not moves:
        t.move_card(card, DECK, "Q8.2")
        return False
    answer = yield from t.ask(
        seat, "use_first_mover", (*moves, Move("decline")), rule="Q8.2", default="decline",
        about={"card": card, "space": space, "price": price, "fee": fee},
        why=partial(why_not_bought, t, seat, space),
    )  # fmt: skip
    if answer.move == "decline":
        t.move_card(card, DECK, "Q8.2")
        return False
    if answer.move != "buy":
        pledge(t, seat, answer.move, space)
        forfeit(t, seat, answer.move)
    t.pay(seat, BANK, price, "first_mover", "Q8.2")
    hand_property(t, space, seat, price, "first_mover", "Q8.2")
    t.move_card(card, REMOVED, "Q8.2")
    return True


def why_not_bought(t: Opoly, seat: Seat, lot: str, name: str) -> str | None:
    """Say why First Mover does not buy in this way: a slot is free, or none (Q8.2, Q2.7)."""
    if name == "buy":
        return f"{seat} has no slot for {t.title(lot)}: name a property to pledge (Q8.2)."
    if name not in t.edition.spaces:
        return None
    if has_slot(t, seat, lot):
        return f"{seat} has a slot for {t.title(lot)}, so nothing is pledged (Q8.2)."
    return refuse_pledge(t, seat, lot, name)


# --- internal cards -----------------------------------------------------------------------------


def draw_internal(t: Opoly) -> Flow[None]:
    """Auction the top internal card; without one draw an external card (Q3.11)."""
    if not t.decks["internal"]:
        yield from draw_external(t, land)
        return
    card = yield from t.draw_card("internal", "Q3.11")
    yield from sell_card(t, card, 1, "drawn")
