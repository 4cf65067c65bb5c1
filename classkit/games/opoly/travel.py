"""The pawn: moving, Go pay, and what the space reached brings about (Q3.4 to Q3.16)."""

from __future__ import annotations

from classkit.engine.moves import Move
from classkit.engine.requests import Decision, Flow, Seat

from .auctions import landing_minimum, sell_card, sell_property
from .edition import percent, percent_up
from .holdings import hand_property, has_slot, pledgeable
from .internal import ask_shift
from .money import bank_pays, charge
from .recession import enter_recession
from .rents import collect_rent
from .state import BANK, DECK, REMOVED, Opoly

FLAT_OR_PERCENT = (Move("flat"), Move("percent"))


def move_by_roll(t: Opoly, total: int) -> Flow[None]:
    """A roll that moves the pawn; an ad campaign may shift the landing (Q3.1, Q8.1)."""
    shift = yield from ask_shift(t, total)
    forward(t, total + shift, "shift" if shift else "roll", "Q8.1" if shift else "Q3.1")
    yield from resolve(t)


def forward(t: Opoly, steps: int, cause: str, rule: str) -> None:
    """Move on; onto or past Go every active seat collects once (Q3.4)."""
    board = t.edition.board
    here = t.here().number
    passed = here + steps >= len(board)
    t.stand_on(board[(here + steps) % len(board)].id, cause, passed, rule)
    if passed:
        pay_go(t)


def pay_go(t: Opoly) -> None:
    """The bank pays $200 to each active seat, and the bonuses of its cards (Q3.4, Q8.16)."""
    payments = []
    for seat in t.active:
        payments.append((seat, t.edition.go_pay, "go"))
        for card in t.with_effect(seat, "go_bonus"):
            payments.append((seat, t.kind(card)["amount"], "go_bonus"))
    bank_pays(t, payments, "Q3.4")


def resolve(t: Opoly, surge: int = 1, dice_multiplier: int = 0) -> Flow[None]:
    """What the space reached brings about (Q3.5 to Q3.16).

    ``surge`` and ``dice_multiplier`` are those of the card that moved the pawn there (Q8.12).
    """
    space = t.here()
    if space.ownable:
        yield from visit_property(t, space.id, surge, dice_multiplier)
    elif space.kind == "internal":
        yield from draw_internal(t)
    elif space.kind == "external":
        from .external import draw_external  # a card moves the pawn, which may draw a card

        yield from draw_external(t)
    elif space.kind == "income_tax":
        yield from income_tax(t)
    elif space.kind == "luxury_tax":
        yield from luxury_tax(t)
    elif space.kind == "go_to_recession":
        enter_recession(t, "recession", "Q4.1")


# --- property ---------------------------------------------------------------------------------


def visit_property(t: Opoly, space: str, surge: int, dice_multiplier: int) -> Flow[None]:
    """Owned, the bank pays the rent; unowned, it is for sale (Q3.5, Q3.10)."""
    if t.owner(space) == BANK:
        buyer = yield from offer_property(t, space)
        if buyer is None and t.options.roll_again_skips_window:
            t.skip_window = True
        return
    spike = 0
    if dice_multiplier and space not in t.mortgaged:
        faces = yield from t.throw(2, "power_demand", "Q8.12", t.lead)
        spike = dice_multiplier * sum(faces)
    collect_rent(t, space, t.total, surge, spike)


def offer_property(t: Opoly, space: str) -> Flow[Seat | None]:
    """First Mover holders first, then the auction at half of appraised value (Q3.10, Q8.2)."""
    for seat, card in t.in_hands("preempt"):
        bought = yield from first_mover(t, seat, card, space)
        if bought:
            return seat
    minimum = landing_minimum(t, space)
    buyer = yield from sell_property(t, space, minimum, "landing")
    return buyer


def first_mover(t: Opoly, seat: Seat, card: str, space: str) -> Flow[bool]:
    """Use it or lose it: buy at half price without auction, with a slot or a pledge (Q8.2)."""
    price = percent(t.edition.spaces[space].price, t.kind(card)["price_pct"])
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
    )  # fmt: skip
    if answer.move == "decline":
        t.move_card(card, DECK, "Q8.2")
        return False
    if answer.move != "buy":
        t.pay(seat, BANK, fee, "pledge_fee", "Q2.7")
        t.tell("property_pledged", "Q2.7", seat, space=answer.move, lot=space)
        t.tell("pledge_forfeited", "Q2.7", seat, space=answer.move)
        hand_property(t, answer.move, BANK, 0, "pledge", "Q2.7")
    t.pay(seat, BANK, price, "first_mover", "Q8.2")
    hand_property(t, space, seat, price, "first_mover", "Q8.2")
    t.move_card(card, REMOVED, "Q8.2")
    return True


# --- internal cards -----------------------------------------------------------------------------


def draw_internal(t: Opoly) -> Flow[None]:
    """The top internal card is shown and auctioned; else an external card is drawn (Q3.11)."""
    if not t.decks["internal"]:
        from .external import draw_external

        yield from draw_external(t)
        return
    card = yield from draw_top(t, "internal", "Q3.11")
    yield from sell_card(t, card, 1, "drawn")


def draw_top(t: Opoly, name: str, rule: str) -> Flow[str]:
    """The top card of a deck that is not empty: by chance while its order is unknown."""
    deck = t.decks[name]
    if deck.shuffled:
        (card,) = yield from t.draw(deck.shuffled, purpose=name, rule=rule, seat=t.lead)
        deck.shuffled.remove(card)
    else:
        card = deck.under.pop(0)
    t.tell("card_drawn", rule, deck=name, card=card)
    return str(card)


# --- taxes ---------------------------------------------------------------------------------------


def worth_for_tax(t: Opoly, seat: Seat) -> int:
    """Cash, properties at appraised value, buildings at cost, internal cards that have a value."""
    edition = t.edition
    worth = t.cash(seat)
    for space in t.properties_of(seat):
        lot = edition.spaces[space]
        worth += lot.price + t.level(space) * edition.house_cost.get(lot.group, 0)
    return worth + sum(edition.cards[card].appraised for card in t.hand(seat))


def income_tax_of(t: Opoly, seat: Seat, choice: str) -> int:
    """What the choice costs, with Government Relations less (Q3.13, Q8.16)."""
    owed = t.edition.income_tax_flat
    if choice == "percent":
        owed = percent(worth_for_tax(t, seat), t.edition.income_tax_pct)
    return with_relations(t, seat, owed)


def with_relations(t: Opoly, seat: Seat, owed: int) -> int:
    """Government Relations halves the taxes of an active holder, rounded up (Q8.16)."""
    if t.is_active(seat):
        for card in t.with_effect(seat, "tax_pct"):
            owed = percent_up(owed, t.kind(card)["pct"])
    return owed


def lesser_tax(t: Opoly, seat: Seat) -> str:
    """The choice that costs less."""
    less = income_tax_of(t, seat, "percent") < income_tax_of(t, seat, "flat")
    return "percent" if less else "flat"


def income_tax(t: Opoly) -> Flow[None]:
    """Every seat pays the flat sum or a tenth of its worth, chosen in secret (Q3.13)."""
    choices = dict.fromkeys(t.charged, "flat")
    if t.options.income_tax == "choice":
        asked = [
            Decision(seat, "income_tax_choice", FLAT_OR_PERCENT, "Q3.13", lesser_tax(t, seat))
            for seat in t.active
        ]
        answers = yield from t.ask_all(asked)
        choices = {seat: lesser_tax(t, seat) for seat in t.trustees}
        choices |= {seat: answer.move for seat, answer in answers.items()}
    bills = {seat: income_tax_of(t, seat, choice) for seat, choice in choices.items()}
    yield from charge(t, bills, "income_tax", "Q3.13")


def luxury_tax(t: Opoly) -> Flow[None]:
    """Every seat pays $75 (Q3.14)."""
    bills = {seat: with_relations(t, seat, t.edition.luxury_tax) for seat in t.charged}
    yield from charge(t, bills, "luxury_tax", "Q3.14")
