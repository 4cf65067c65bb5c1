"""External cards: what each states, its effect, and where the card goes (Q3.12, Q8.9 to Q8.15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from classkit.engine.moves import Move
from classkit.engine.reading import Whole, Word
from classkit.engine.requests import Decision, Flow, Seat

from ..contents import BoardSpace, CardKind, percent
from ..state import BANK, DECK, REMOVED, TABLE, Opoly
from ..vocabulary import MONEY, USUAL, CardEffect
from .auctions import landing_minimum, sell_property
from .bank import GameStops, bank_pays, grant
from .charges import charge
from .ethics import ethical_opportunity
from .holdings import change_limit
from .merger import merger_fever
from .pawn import forward
from .recession import end_recession, enter_recession
from .shedding import shed_all

CARD_RULE = "Q3.12"


class Boost(NamedTuple):
    """The increase of rent on the space reached by a card that moves the pawn (Q8.12)."""

    rent_multiplier: int = 1
    dice_multiplier: int = 0


NO_BOOST = Boost()
Land = Callable[[Opoly, Boost], Flow[None]]
"""A function that carries out the space that the pawn has reached.

A card may move the pawn, and a space may draw a card: so landing is passed in.
"""


def draw_external(t: Opoly, land: Land) -> Flow[None]:
    """Draw the top external card and carry it out; an empty deck does nothing (Q3.12)."""
    if t.decks["external"]:
        card = yield from t.draw_card("external", CARD_RULE)
        yield from apply_card(t, card, land)


def closing_card(t: Opoly, land: Land) -> Flow[None]:
    """Draw after the third payment; Recession or Depression end the game (Q4.6).

    Any other card is carried out, and the recession is over.
    """
    card = ""
    if t.decks["external"]:
        card = yield from t.draw_card("external", "Q4.6")
        if t.edition.cards[card].effect in RECESSIONS:
            raise GameStops("card", "Q4.6")
    end_recession(t, "third_payment", "Q4.6")
    if card:
        yield from apply_card(t, card, land)


def apply_card(t: Opoly, card: str, land: Land) -> Flow[None]:
    """Carry out a card, then put it where its row says (Q3.12)."""
    kind = t.edition.cards[card]
    used = True
    if kind.effect in AT_ONCE:
        AT_ONCE[kind.effect].deed(t, kind)
    elif kind.effect in PAWN_MOVES:
        yield from land(t, PAWN_MOVES[kind.effect].deed(t, kind))
    else:
        used = yield from ASKING[kind.effect].deed(t, kind)
    target = {"bottom": DECK, "table": TABLE, "removed": REMOVED}.get(kind.after, DECK)
    if kind.after == "removed_if_used" and used:
        target = REMOVED
    t.move_card(card, target, CARD_RULE)


# --- effects ------------------------------------------------------------------------------------


def start_recession(t: Opoly, kind: CardKind) -> None:
    """Begin a recession (Q4.1, Q8.10)."""
    enter_recession(t, "recession", "Q4.1")


def start_depression(t: Opoly, kind: CardKind) -> None:
    """Begin a depression (Q4.1, Q8.10)."""
    enter_recession(t, "depression", "Q4.1")


def lay_on_table(t: Opoly, kind: CardKind) -> None:
    """Lay a Fiscal Stimulus on the table, where its row keeps it until used (Q8.10)."""


def limit_all(t: Opoly, kind: CardKind) -> Flow[bool]:
    """Change every seat's limit for good (Q8.11)."""
    for seat in t.charged:
        change_limit(t, seat, kind["amount"], kind.id, "Q8.11")
    yield from shed_all(t, kind.id)
    return True


def limit_largest(t: Opoly, kind: CardKind) -> Flow[bool]:
    """Change the limit of the active seat with most properties for good (Q8.11)."""

    def size(seat: Seat) -> tuple[int, int]:
        held = t.properties_of(seat)
        return len(held), sum(t.edition.spaces[space].price for space in held)

    if t.active:
        largest = max(t.active, key=size)  # the first in lead order of those that are equal
        change_limit(t, largest, kind["amount"], kind.id, "Q8.11")
        yield from shed_all(t, kind.id)
    return True


def move_to(t: Opoly, kind: CardKind) -> Boost:
    """Move the pawn forward to a space; onto or past Go it pays (Q8.12, Q3.16)."""
    size = len(t.edition.board)
    steps = (kind["space"] - t.here().number) % size or size
    forward(t, steps, "card", "Q8.12")
    return NO_BOOST


def move_to_next(t: Opoly, kind: CardKind) -> Boost:
    """Move the pawn forward to the next railroad or utility, with a higher rent (Q8.12)."""
    board = t.edition.board
    here = t.here().number
    steps = next(
        step for step in range(1, len(board) + 1)
        if board[(here + step) % len(board)].kind == kind.target
    )  # fmt: skip
    forward(t, steps, "card", "Q8.12")
    return Boost(**kind.figures)


def move_back(t: Opoly, kind: CardKind) -> Boost:
    """Move the pawn back a few spaces; moving backward never pays (Q3.4, Q8.12)."""
    board = t.edition.board
    there = board[(t.here().number - kind["spaces"]) % len(board)].id
    t.stand_on(there, "card", False, "Q8.12")
    return NO_BOOST


def per_building(t: Opoly, seat: Seat, kind: CardKind) -> int:
    """Return the amount for all houses and hotels of a seat, in dollars."""
    rates = kind["per_house"], kind["per_hotel"]
    return sum(t.for_buildings(space, *rates) for space in t.properties_of(seat))


def charge_buildings(t: Opoly, kind: CardKind) -> Flow[bool]:
    """Charge for each house and hotel: Storm Damage (Q8.13)."""
    yield from charge(
        t, {seat: per_building(t, seat, kind) for seat in t.charged}, "card_charge", "Q8.13"
    )
    return True


def charge_property(t: Opoly, kind: CardKind) -> Flow[bool]:
    """Charge for each property: Wage Pressure (Q8.13)."""
    bills = {seat: kind["amount"] * len(t.properties_of(seat)) for seat in t.charged}
    yield from charge(t, bills, "card_charge", "Q8.13")
    return True


def charge_mortgaged(t: Opoly, kind: CardKind) -> Flow[bool]:
    """Charge for each mortgaged property: Interest Rate Rise (Q8.13)."""
    bills = {
        seat: kind["amount"] * sum(space in t.mortgaged for space in t.properties_of(seat))
        for seat in t.charged
    }
    yield from charge(t, bills, "card_charge", "Q8.13")
    return True


def charge_cash_pct(t: Opoly, kind: CardKind) -> Flow[bool]:
    """Charge a percentage of cash: Market Crash (Q8.13)."""
    bills = {seat: percent(t.cash(seat), kind["pct"]) for seat in t.charged}
    yield from charge(t, bills, "card_charge", "Q8.13")
    return True


def grant_buildings(t: Opoly, kind: CardKind) -> None:
    """Pay active seats for each house and hotel: Housing Boom (Q8.14)."""
    grants = {seat: per_building(t, seat, kind) for seat in t.active}
    grant(t, grants, "card_grant", "Q8.14")


def grant_each(t: Opoly, kind: CardKind) -> None:
    """Pay the same to every active seat: Tax Rebate (Q8.14)."""
    grant(t, dict.fromkeys(t.active, kind["amount"]), "card_grant", "Q8.14")


def grant_cards(t: Opoly, kind: CardKind) -> None:
    """Pay active seats for each internal card: Technology Boom (Q8.14)."""
    grants = {seat: kind["amount"] * len(t.hand(seat)) for seat in t.active}
    grant(t, grants, "card_grant", "Q8.14")


def no_building(t: Opoly, kind: CardKind) -> None:
    """Ban building in this window and those of the next turns: Materials Shortage (Q8.15)."""
    t.no_building_until = max(t.no_building_until, t.turn + kind["turns"] - 1)


def auction_top_unowned(t: Opoly, kind: CardKind) -> Flow[bool]:
    """Auction the dearest unowned property: Foreign Entry (Q8.15)."""
    unowned = t.properties_of(BANK)
    if unowned:
        dearest = max(unowned, key=lambda space: t.edition.spaces[space].price)
        yield from sell_property(t, dearest, landing_minimum(t, dearest), "foreign_entry")
    return bool(unowned)


SUPPORT_OR_OPPOSE = (Move("support"), Move("oppose"))


def environment(t: Opoly, kind: CardKind) -> Flow[bool]:
    """Hold a sealed vote on a levy; opposers pay double if it passes (Q8.9)."""
    asked = [
        Decision(
            seat, "environment_vote", SUPPORT_OR_OPPOSE, "Q8.9", "support",
            {"levy": levy_on(t, seat, kind), "supporters_needed": len(t.active)},
        )
        for seat in t.active
    ]  # fmt: skip
    answers = yield from t.ask_all(asked)
    votes = {seat: answer.move == "support" for seat, answer in answers.items()}
    supporters = sum(votes.values())
    die, passed = None, supporters == len(votes)
    if not passed:
        (die,) = yield from t.throw(1, "environment", "Q8.9", t.lead)
        passed = die <= 1 + supporters
    t.tell(
        "vote_counted", "Q8.9", kind="environment", yes=supporters, no=len(votes) - supporters,
        passed=passed, die=die, votes=votes,
    )  # fmt: skip
    if passed:
        multiplier = kind["oppose_multiplier"]
        bills = {
            seat: levy_on(t, seat, kind) * (1 if votes.get(seat, True) else multiplier)
            for seat in t.charged
        }
        yield from charge(t, bills, "card_charge", "Q8.9")
        owner = t.owner(t.edition.electric) if t.edition.electric else BANK
        if t.options.electric_owner == "receives" and owner in t.active:
            bank_pays(t, [(owner, kind["electric_owner"], "card_grant")], "Q8.9")
    return passed


def levy_on(t: Opoly, seat: Seat, kind: CardKind) -> int:
    """Return what the levy costs a supporter, in dollars (Q8.9)."""
    held = t.properties_of(seat)
    owed = per_building(t, seat, kind)
    owed += kind["per_railroad"] * sum(t.edition.spaces[s].kind == "railroad" for s in held)
    if t.edition.electric in held and t.options.electric_owner == "pays":
        owed += kind["electric_owner"]
    return owed


def merger_or_nothing(t: Opoly, kind: CardKind) -> Flow[bool]:
    """Hold Merger Fever, if mergers are played with (Q8.10, Q9.1)."""
    if t.options.mergers:
        yield from merger_fever(t)
    return True


def ethics(t: Opoly, kind: CardKind) -> Flow[bool]:
    """Offer an Ethical Opportunity; return whether somebody acted (Q8.4)."""
    acted = yield from ethical_opportunity(t)
    return acted


# --- figures that do not fit the board ----------------------------------------------------------


def no_such_space(
    board: Sequence[BoardSpace], figures: Mapping[str, Any]
) -> tuple[str, str] | None:
    """Refuse a space that the board does not have."""
    if figures["space"] < len(board):
        return None
    return "space", f"the board has spaces 0 to {len(board) - 1}."


def none_of_kind(board: Sequence[BoardSpace], figures: Mapping[str, Any]) -> tuple[str, str] | None:
    """Refuse a kind of space that the board does not have."""
    if any(space.kind == figures["kind"] for space in board):
        return None
    return "kind", f"there is no {figures['kind']} on the board."


# --- the vocabulary -----------------------------------------------------------------------------


AtOnce: TypeAlias = Callable[[Opoly, CardKind], None]
MovesPawn: TypeAlias = Callable[[Opoly, CardKind], Boost]
Asks: TypeAlias = Callable[[Opoly, CardKind], Flow[bool]]
"""A function that carries out an effect; one that asks returns whether the card was used."""
Deed = TypeVar("Deed", AtOnce, MovesPawn, Asks)


@dataclass(frozen=True, slots=True, kw_only=True)
class External(CardEffect, Generic[Deed]):
    """A kind of effect of an external card, and what it does."""

    deed: Deed


PER_BUILDING = {"per_house": MONEY, "per_hotel": MONEY}

RECESSIONS: Mapping[str, External[AtOnce]] = {
    "start_recession": External(deed=start_recession),
    "start_depression": External(deed=start_depression),
}
"""Effects that begin a recession; as the closing card they end the game (Q4.6)."""

AT_ONCE: Mapping[str, External[AtOnce]] = {
    **RECESSIONS,
    "lay_on_table": External({"grant": MONEY}, after=("table",), deed=lay_on_table),
    "grant_buildings": External(PER_BUILDING, deed=grant_buildings),
    "grant_each": External({"amount": MONEY}, deed=grant_each),
    "grant_cards": External({"amount": MONEY}, deed=grant_cards),
    "no_building": External({"turns": Whole(1, 100)}, deed=no_building),
}
"""Effects that need no answer."""

PAWN_MOVES: Mapping[str, External[MovesPawn]] = {
    "move_to": External({"space": Whole(0, 199)}, unfit=no_such_space, deed=move_to),
    "move_to_next": External(
        {
            "kind": Word(("railroad", "utility", "street")),
            "rent_multiplier": Whole(1, 10), "dice_multiplier": Whole(1, 100),
        },
        ("rent_multiplier", "dice_multiplier"),
        unfit=none_of_kind,
        deed=move_to_next,
    ),
    "move_back": External({"spaces": Whole(1, 39)}, deed=move_back),
}  # fmt: skip
"""Effects that move the pawn, which then lands (Q8.12)."""

ASKING: Mapping[str, External[Asks]] = {
    "ethics": External(after=("removed_if_used", *USUAL), deed=ethics),
    "environment": External(
        {
            **PER_BUILDING, "per_railroad": MONEY, "electric_owner": MONEY,
            "oppose_multiplier": Whole(1, 10),
        },
        deed=environment,
    ),
    "merger_or_nothing": External(most=1, deed=merger_or_nothing),
    "limit_all": External({"amount": Whole(-5, 5)}, deed=limit_all),
    "limit_largest": External({"amount": Whole(-5, 5)}, deed=limit_largest),
    "charge_buildings": External(PER_BUILDING, deed=charge_buildings),
    "charge_property": External({"amount": MONEY}, deed=charge_property),
    "charge_mortgaged": External({"amount": MONEY}, deed=charge_mortgaged),
    "charge_cash_pct": External({"pct": Whole(0, 100)}, deed=charge_cash_pct),
    "auction_top_unowned": External(deed=auction_top_unowned),
}  # fmt: skip
"""Effects that may need an answer."""

EXTERNAL: Mapping[str, CardEffect] = {**AT_ONCE, **PAWN_MOVES, **ASKING}
"""All effects of external cards, with what a card states of each (Q8.4, Q8.9 to Q8.15)."""
