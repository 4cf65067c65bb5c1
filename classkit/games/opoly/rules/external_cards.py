"""External cards: their parameters, effects and destinations (Q3.12, Q8.9 to Q8.15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.moves import Move
from classkit.engine.schema import Whole, Word

from ..effect_kinds import MONEY_READER, USUAL_DESTINATIONS, CardEffect
from ..rules_data import BoardSpace, CardKind, floor_percent
from ..state import BANK, DECK, REMOVED, TABLE, OpolyState
from .bank import OpolyStop, pay_from_bank, pay_grants
from .charges import charge_seats
from .ethics import run_ethical_opportunity
from .holdings import change_limit
from .lot_auctions import get_landing_minimum, sell_property
from .merger import run_merger_fever
from .pawn import move_forward
from .property_limit import shed_all_excess
from .recession import end_recession, enter_recession

CARD_RULE = "Q3.12"


class RentBoost(NamedTuple):
    """The increased rent on the space to which a card moves the pawn (Q8.12)."""

    rent_multiplier: int = 1
    dice_multiplier: int = 0


NO_BOOST = RentBoost()
LandFunction = Callable[[OpolyState, RentBoost], Flow[None]]
"""Function that resolves the space that the pawn has reached.

It is a parameter because a card may move the pawn, and a space may draw a card.
"""


def draw_external_card(t: OpolyState, land: LandFunction) -> Flow[None]:
    """Draw and resolve the top external card, unless the deck is empty (Q3.12)."""
    if t.decks["external"]:
        card = yield from t.draw_card("external", CARD_RULE)
        yield from apply_card(t, card, land)


def draw_closing_card(t: OpolyState, land: LandFunction) -> Flow[None]:
    """Draw a card after the third payment, end the recession and resolve the card (Q4.6).

    Raises:
        OpolyStop: If the card is Recession or Depression.
    """
    card = ""
    if t.decks["external"]:
        card = yield from t.draw_card("external", "Q4.6")
        if t.edition.cards[card].effect in RECESSION_EFFECTS:
            raise OpolyStop("card", "Q4.6")
    end_recession(t, "third_payment", "Q4.6")
    if card:
        yield from apply_card(t, card, land)


def apply_card(t: OpolyState, card: str, land: LandFunction) -> Flow[None]:
    """Resolve a card, then move it to the destination that its row states (Q3.12)."""
    kind = t.edition.cards[card]
    used = True
    if kind.effect in INSTANT_EFFECTS:
        INSTANT_EFFECTS[kind.effect].apply(t, kind)
    elif kind.effect in PAWN_EFFECTS:
        yield from land(t, PAWN_EFFECTS[kind.effect].apply(t, kind))
    else:
        used = yield from ASKING_EFFECTS[kind.effect].apply(t, kind)
    target = {"bottom": DECK, "table": TABLE, "removed": REMOVED}.get(kind.after, DECK)
    if kind.after == "removed_if_used" and used:
        target = REMOVED
    t.move_card(card, target, CARD_RULE)


# --- effects ------------------------------------------------------------------------------------


def start_recession(t: OpolyState, kind: CardKind) -> None:
    """Begin a recession (Q4.1, Q8.10)."""
    enter_recession(t, "recession", "Q4.1")


def start_depression(t: OpolyState, kind: CardKind) -> None:
    """Begin a depression (Q4.1, Q8.10)."""
    enter_recession(t, "depression", "Q4.1")


def lay_on_table(t: OpolyState, kind: CardKind) -> None:
    """Do nothing now: a Fiscal Stimulus stays on the table until it is used (Q8.10)."""


def change_all_limits(t: OpolyState, kind: CardKind) -> Flow[bool]:
    """Change every seat's limit permanently (Q8.11)."""
    for seat in t.charged:
        change_limit(t, seat, kind["amount"], kind.id, "Q8.11")
    yield from shed_all_excess(t, kind.id)
    return True


def change_top_limit(t: OpolyState, kind: CardKind) -> Flow[bool]:
    """Change the limit of the active seat with most properties permanently (Q8.11)."""

    def size(seat: Seat) -> tuple[int, int]:
        held = t.get_properties(seat)
        return len(held), sum(t.edition.spaces[space].price for space in held)

    if t.active:
        largest = max(t.active, key=size)  # ties: the first in lead order
        change_limit(t, largest, kind["amount"], kind.id, "Q8.11")
        yield from shed_all_excess(t, kind.id)
    return True


def move_to_space(t: OpolyState, kind: CardKind) -> RentBoost:
    """Move the pawn forward to a space. Passing Go pays (Q8.12, Q3.16)."""
    size = len(t.edition.board)
    steps = (kind["space"] - t.get_pawn_space().number) % size or size
    move_forward(t, steps, "card", "Q8.12")
    return NO_BOOST


def move_to_kind(t: OpolyState, kind: CardKind) -> RentBoost:
    """Move the pawn forward to the next space of a kind, with an increased rent (Q8.12)."""
    board = t.edition.board
    here = t.get_pawn_space().number
    steps = next(
        step for step in range(1, len(board) + 1)
        if board[(here + step) % len(board)].kind == kind.target
    )  # fmt: skip
    move_forward(t, steps, "card", "Q8.12")
    return RentBoost(**kind.parameters)


def move_back(t: OpolyState, kind: CardKind) -> RentBoost:
    """Move the pawn back. Passing Go does not pay (Q3.4, Q8.12)."""
    board = t.edition.board
    there = board[(t.get_pawn_space().number - kind["spaces"]) % len(board)].id
    t.move_pawn(there, "card", False, "Q8.12")
    return NO_BOOST


def get_building_amount(t: OpolyState, seat: Seat, kind: CardKind) -> int:
    """Return the card's amount for all buildings of a seat, in dollars."""
    rates = kind["per_house"], kind["per_hotel"]
    return sum(t.get_building_charge(space, *rates) for space in t.get_properties(seat))


def charge_buildings(t: OpolyState, kind: CardKind) -> Flow[bool]:
    """Charge for each house and hotel: Storm Damage (Q8.13)."""
    yield from charge_seats(
        t, {seat: get_building_amount(t, seat, kind) for seat in t.charged}, "card_charge", "Q8.13"
    )
    return True


def charge_property(t: OpolyState, kind: CardKind) -> Flow[bool]:
    """Charge for each property: Wage Pressure (Q8.13)."""
    bills = {seat: kind["amount"] * len(t.get_properties(seat)) for seat in t.charged}
    yield from charge_seats(t, bills, "card_charge", "Q8.13")
    return True


def charge_mortgaged(t: OpolyState, kind: CardKind) -> Flow[bool]:
    """Charge for each mortgaged property: Interest Rate Rise (Q8.13)."""
    bills = {
        seat: kind["amount"] * sum(space in t.mortgaged for space in t.get_properties(seat))
        for seat in t.charged
    }
    yield from charge_seats(t, bills, "card_charge", "Q8.13")
    return True


def charge_cash_percent(t: OpolyState, kind: CardKind) -> Flow[bool]:
    """Charge a percentage of cash: Market Crash (Q8.13)."""
    bills = {seat: floor_percent(t.cash(seat), kind["pct"]) for seat in t.charged}
    yield from charge_seats(t, bills, "card_charge", "Q8.13")
    return True


def grant_buildings(t: OpolyState, kind: CardKind) -> None:
    """Pay active seats for each house and hotel: Housing Boom (Q8.14)."""
    grants = {seat: get_building_amount(t, seat, kind) for seat in t.active}
    pay_grants(t, grants, "card_grant", "Q8.14")


def grant_each(t: OpolyState, kind: CardKind) -> None:
    """Pay the same amount to every active seat: Tax Rebate (Q8.14)."""
    pay_grants(t, dict.fromkeys(t.active, kind["amount"]), "card_grant", "Q8.14")


def grant_cards(t: OpolyState, kind: CardKind) -> None:
    """Pay active seats for each internal card: Technology Boom (Q8.14)."""
    grants = {seat: kind["amount"] * len(t.hand(seat)) for seat in t.active}
    pay_grants(t, grants, "card_grant", "Q8.14")


def ban_building(t: OpolyState, kind: CardKind) -> None:
    """Ban building in the action windows of this and later turns: Materials Shortage (Q8.15)."""
    t.no_building_until = max(t.no_building_until, t.turn + kind["turns"] - 1)


def auction_top_unowned(t: OpolyState, kind: CardKind) -> Flow[bool]:
    """Auction the most expensive unowned property: Foreign Entry (Q8.15)."""
    unowned = t.get_properties(BANK)
    if unowned:
        dearest = max(unowned, key=lambda space: t.edition.spaces[space].price)
        yield from sell_property(t, dearest, get_landing_minimum(t, dearest), "foreign_entry")
    return bool(unowned)


VOTE_MOVES = (Move("support"), Move("oppose"))


def run_environment_vote(t: OpolyState, kind: CardKind) -> Flow[bool]:
    """Hold a sealed vote on a levy. If it passes, its opponents pay a multiple (Q8.9)."""
    asked = [
        Decision(
            seat, "environment_vote", VOTE_MOVES, "Q8.9", "support",
            {"levy": get_levy(t, seat, kind), "supporters_needed": len(t.active)},
        )
        for seat in t.active
    ]  # fmt: skip
    answers = yield from t.ask_all(asked)
    votes = {seat: answer.move == "support" for seat, answer in answers.items()}
    supporters = sum(votes.values())
    die, passed = None, supporters == len(votes)
    if not passed:
        (die,) = yield from t.roll_dice(1, "environment", "Q8.9", t.lead)
        passed = die <= 1 + supporters
    t.tell(
        "vote_counted", "Q8.9", kind="environment", yes=supporters, no=len(votes) - supporters,
        passed=passed, die=die, votes=votes,
    )  # fmt: skip
    if passed:
        multiplier = kind["oppose_multiplier"]
        bills = {
            seat: get_levy(t, seat, kind) * (1 if votes.get(seat, True) else multiplier)
            for seat in t.charged
        }
        yield from charge_seats(t, bills, "card_charge", "Q8.9")
        owner = t.owner(t.edition.electric_company) if t.edition.electric_company else BANK
        if t.options.electric_owner == "receives" and owner in t.active:
            pay_from_bank(t, [(owner, kind["electric_owner"], "card_grant")], "Q8.9")
    return passed


def get_levy(t: OpolyState, seat: Seat, kind: CardKind) -> int:
    """Return the cost of the levy for a supporter, in dollars (Q8.9)."""
    held = t.get_properties(seat)
    owed = get_building_amount(t, seat, kind)
    owed += kind["per_railroad"] * sum(t.edition.spaces[s].kind == "railroad" for s in held)
    if t.edition.electric_company in held and t.options.electric_owner == "pays":
        owed += kind["electric_owner"]
    return owed


def run_merger_card(t: OpolyState, kind: CardKind) -> Flow[bool]:
    """Hold Merger Fever if the option allows mergers (Q8.10, Q9.1)."""
    if t.options.mergers:
        yield from run_merger_fever(t)
    return True


def run_ethics_card(t: OpolyState, kind: CardKind) -> Flow[bool]:
    """Offer an Ethical Opportunity, and return whether a seat acted (Q8.4)."""
    acted = yield from run_ethical_opportunity(t)
    return acted


# --- parameters that do not fit the board -------------------------------------------------------


def refuse_unknown_space(
    board: Sequence[BoardSpace], parameters: Mapping[str, Any]
) -> tuple[str, str] | None:
    """Return the key and the error if the space is not on the board."""
    if parameters["space"] < len(board):
        return None
    return "space", f"the board has spaces 0 to {len(board) - 1}."


def refuse_unknown_kind(
    board: Sequence[BoardSpace], parameters: Mapping[str, Any]
) -> tuple[str, str] | None:
    """Return the key and the error if the board has no space of the kind."""
    if any(space.kind == parameters["kind"] for space in board):
        return None
    return "kind", f"the board has no {parameters['kind']} space."


# --- the vocabulary -----------------------------------------------------------------------------


InstantEffect: TypeAlias = Callable[[OpolyState, CardKind], None]
PawnEffect: TypeAlias = Callable[[OpolyState, CardKind], RentBoost]
AskingEffect: TypeAlias = Callable[[OpolyState, CardKind], Flow[bool]]
"""Function that applies an effect and may ask seats. Returns whether the card was used."""
EffectFunction = TypeVar("EffectFunction", InstantEffect, PawnEffect, AskingEffect)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalEffect(CardEffect, Generic[EffectFunction]):
    """A kind of effect of external cards, and the function that applies it."""

    apply: EffectFunction


BUILDING_KEYS = {"per_house": MONEY_READER, "per_hotel": MONEY_READER}

RECESSION_EFFECTS: Mapping[str, ExternalEffect[InstantEffect]] = {
    "start_recession": ExternalEffect(apply=start_recession),
    "start_depression": ExternalEffect(apply=start_depression),
}
"""Effects that begin a recession. On the closing card they end the game (Q4.6)."""

INSTANT_EFFECTS: Mapping[str, ExternalEffect[InstantEffect]] = {
    **RECESSION_EFFECTS,
    "lay_on_table": ExternalEffect({"grant": MONEY_READER}, after=("table",), apply=lay_on_table),
    "grant_buildings": ExternalEffect(BUILDING_KEYS, apply=grant_buildings),
    "grant_each": ExternalEffect({"amount": MONEY_READER}, apply=grant_each),
    "grant_cards": ExternalEffect({"amount": MONEY_READER}, apply=grant_cards),
    "no_building": ExternalEffect({"turns": Whole(1, 100)}, apply=ban_building),
}
"""Effects that require no decision."""

PAWN_EFFECTS: Mapping[str, ExternalEffect[PawnEffect]] = {
    "move_to": ExternalEffect(
        {"space": Whole(0, 199)}, refuse_board=refuse_unknown_space, apply=move_to_space
    ),
    "move_to_next": ExternalEffect(
        {
            "kind": Word(("railroad", "utility", "street")),
            "rent_multiplier": Whole(1, 10), "dice_multiplier": Whole(1, 100),
        },
        ("rent_multiplier", "dice_multiplier"),
        refuse_board=refuse_unknown_kind,
        apply=move_to_kind,
    ),
    "move_back": ExternalEffect({"spaces": Whole(1, 39)}, apply=move_back),
}  # fmt: skip
"""Effects that move the pawn and then resolve the landing (Q8.12)."""

ASKING_EFFECTS: Mapping[str, ExternalEffect[AskingEffect]] = {
    "ethics": ExternalEffect(after=("removed_if_used", *USUAL_DESTINATIONS), apply=run_ethics_card),
    "environment": ExternalEffect(
        {
            **BUILDING_KEYS, "per_railroad": MONEY_READER, "electric_owner": MONEY_READER,
            "oppose_multiplier": Whole(1, 10),
        },
        apply=run_environment_vote,
    ),
    "merger_or_nothing": ExternalEffect(max_count=1, apply=run_merger_card),
    "limit_all": ExternalEffect({"amount": Whole(-5, 5)}, apply=change_all_limits),
    "limit_largest": ExternalEffect({"amount": Whole(-5, 5)}, apply=change_top_limit),
    "charge_buildings": ExternalEffect(BUILDING_KEYS, apply=charge_buildings),
    "charge_property": ExternalEffect({"amount": MONEY_READER}, apply=charge_property),
    "charge_mortgaged": ExternalEffect({"amount": MONEY_READER}, apply=charge_mortgaged),
    "charge_cash_pct": ExternalEffect({"pct": Whole(0, 100)}, apply=charge_cash_percent),
    "auction_top_unowned": ExternalEffect(apply=auction_top_unowned),
}  # fmt: skip
"""Effects that may require decisions."""

EXTERNAL_EFFECTS: Mapping[str, CardEffect] = {**INSTANT_EFFECTS, **PAWN_EFFECTS, **ASKING_EFFECTS}
"""All kinds of effects of external cards, by word (Q8.4, Q8.9 to Q8.15)."""
