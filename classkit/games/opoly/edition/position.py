"""Positions: the facts for a match that starts at the beginning of any turn.

Omitted facts have their values after a set-up in which nobody has bid. The bank has the remaining
money.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any, Literal

from classkit.engine.errors import PositionError, truncate_text
from classkit.engine.positions import StatedAmount, place_amounts
from classkit.engine.schema import (
    Entries,
    ErrorPath,
    PositionSchema,
    Whole,
    Word,
    collect_facts,
    copy_fields,
    position_field,
    read_facts,
    state_field,
)

from ..rules.holdings import get_excess, is_supported
from ..rules.setup import get_bank_total
from ..rules_data import HOTEL_LEVEL, MAX_MONEY
from ..state import BANK, OWNING_STATUSES, REMOVED, SOUL, STOCK, OpolyState
from .position_cards import place_cards, place_choices
from .position_contracts import ContractFacts, get_contract_facts, place_contracts

MAX_TURN = 100_000

Seat = Annotated[str, Word(lambda t: t.seats)]
Property = Annotated[str, Word(lambda t: t.edition.properties, lambda t: get_space_aliases(t))]
Space = Annotated[str, Word(lambda t: t.edition.spaces, lambda t: get_space_aliases(t))]
InternalCard = Annotated[str, Word(lambda t: t.edition.internal, lambda t: get_card_aliases(t))]
Asset = Annotated[
    str, Word(lambda t: list_assets(t), lambda t: {**get_space_aliases(t), **get_card_aliases(t)})
]
AnyCard = Annotated[str, Word(lambda t: t.edition.cards, lambda t: get_card_aliases(t))]
Dollars = Annotated[int, Whole(0, MAX_MONEY)]
Turns = Annotated[int, Whole(0, 10**6)]
Cost = Annotated[int, Whole(0, MAX_MONEY)]
Once = Entries(once=True)
Cards = Annotated[tuple[AnyCard, ...], Once]
InternalCards = Annotated[tuple[InternalCard, ...], Once]


def read_basis(place: ErrorPath, value: Any, about: Any) -> int | str:
    """Read a cost basis: dollars, or "soul" for a stolen property (Q8.4)."""
    return SOUL if value == SOUL else Whole(0, MAX_MONEY)(place, value, about)


@dataclass(frozen=True, kw_only=True)
class OpolyStateFacts:
    """Facts about the table in a position."""

    turn: Annotated[int, Whole(1, MAX_TURN)] = position_field(
        "number of the turn that begins, from 1 (Q0.1)", 1
    )
    pawn: Space | None = state_field("space of the pawn, by id, number or name (Q1.3)")
    recession: Literal["", "recession", "depression"] = state_field(
        "recession, depression, or nothing (Q4.1)", ""
    )
    payments: Annotated[int, Whole(0, 20)] = state_field(
        "payments made in this recession (Q4.6)", 0
    )
    doubles: Annotated[int, Whole(0, 2)] = state_field(
        "doubles in a row outside recession (Q3.3)", 0
    )
    printed: Dollars = position_field(
        "dollars added to the money of the game, if the bank is unlimited (Q5.6)", 0
    )
    buildings: Mapping[Space, Annotated[int, Whole(0, HOTEL_LEVEL)]] | None = position_field(
        "levels by street: 1 to 4 houses, 5 for a hotel (Q6.11)"
    )
    building_costs: Mapping[Space, tuple[Cost, ...]] | None = position_field(
        "dollars paid for each level, by street; by default the listed cost (Q1.6)"
    )
    alliances: tuple[ContractFacts, ...] = position_field("contracts in force (Q7)", ())
    on_table: Annotated[tuple[Annotated[str, Word(lambda t: t.edition.external)], ...], Once] = (
        position_field("external cards on the table", ())
    )
    removed: Cards = position_field("cards that are out of play", ())
    under: Cards = position_field("cards under their decks, in order", ())
    actors: Annotated[tuple[Seat, ...], Once] = state_field(
        "seats that acted on an Ethical Opportunity (Q8.4)", ()
    )
    mergers: tuple[tuple[Seat, Seat, Annotated[int, Whole(1, 99)]], ...] = state_field(
        "survivor, merged seat, and its percentage of the scores, oldest first (Q9.3)", ()
    )
    campaigned: InternalCards = state_field(
        "ad campaigns that shifted the pawn on the last roll (Q8.1)", ()
    )
    time_up: bool = state_field("whether the host has called time (Q10.3)", False)
    no_building_until: Turns = state_field("last turn in whose window nobody may build (Q8.15)", 0)
    copies: Mapping[InternalCard, Annotated[str, Word(lambda t: t.edition.kinds)]] | None = (
        position_field("kind of card that each Second Mover copies (Q8.5)")
    )
    lines: Mapping[InternalCard, Annotated[str, Word(lambda t: t.edition.lines)]] | None = (
        position_field("line chosen for each Diversification card (Q8.8)")
    )
    flagships: Mapping[InternalCard, Property] | None = position_field(
        "hotel to which each Flagship card is attached (Q8.6)"
    )


@dataclass(frozen=True, kw_only=True)
class OpolySeatFacts:
    """Facts about a seat in a position."""

    cash: Dollars | None = position_field("dollars in hand; by default the starting cash (Q1.2)")
    properties: Annotated[tuple[Property, ...], Once] = position_field(
        "properties owned, by id, number or name", ()
    )
    mortgaged: Annotated[tuple[Property, ...], Once] = position_field(
        "properties owned that are mortgaged (Q6.3)", ()
    )
    cards: InternalCards = position_field("internal cards in hand", ())
    limit: Annotated[int, Whole(-100, 100)] | None = state_field(
        "maximum number of properties it may hold (Q6.9)"
    )
    status: Literal["active", "bankrupt", "disgraced", "destroyed", "merged"] = state_field(
        "whether the company is active, or how it went out (Q10.1)", "active"
    )
    basis: Mapping[Asset, Annotated[int | str, read_basis]] | None = position_field(
        "dollars paid for a property or card, or soul (Q8.4)"
    )
    rent: Dollars = state_field("dollars of rent received so far; for the charts", 0)
    frozen: tuple[Dollars, Dollars, Dollars, Dollars] | None = position_field(
        "its score when it was disgraced (Q8.4)"
    )


def get_space_aliases(t: OpolyState) -> dict[str, str]:
    """Return the ids of spaces by number, and by name if the name is unique."""
    spaces = t.edition.spaces.values()
    names = [space.name for space in spaces]
    by_name = {space.name: space.id for space in spaces if names.count(space.name) == 1}
    return {**by_name, **{str(space.number): space.id for space in spaces}}


def list_assets(t: OpolyState) -> tuple[str, ...]:
    """Return the assets that have a cost basis: properties and internal cards."""
    return (*t.edition.properties, *t.edition.internal)


def get_card_aliases(t: OpolyState) -> dict[str, str]:
    """Return the ids of cards by name, for kinds with a single card."""
    kinds = t.edition.kinds
    return {kinds[card].name: card for card in t.edition.cards if card in kinds}


POSITION_SCHEMA = PositionSchema(OpolyStateFacts, OpolySeatFacts)


def get_position_facts(t: OpolyState) -> dict[str, Any]:
    """Return the facts of a table at the beginning of a turn, or {} during set-up."""
    if not t.ready:
        return {}
    titles = t.ledger.titles
    total = sum(t.ledger.balances["dollars"].values())
    facts: dict[str, Any] = {
        **collect_facts(OpolyStateFacts, t),
        "turn": t.turn + 1,
        "printed": total - get_total_money(t),
        "buildings": {space: len(costs) for space, costs in t.paid_for_levels.items()},
        "building_costs": {space: list(costs) for space, costs in t.paid_for_levels.items()},
        "alliances": [get_contract_facts(a) for a in t.alliances.values()],
        "on_table": t.get_table_cards(),
        "removed": [card for card in t.edition.cards if titles[card] == REMOVED],
        "under": [card for deck in t.decks.values() for card in deck.under],
        "copies": dict(t.copies),
        "lines": dict(t.lines_chosen),
        "flagships": dict(t.flagships),
    }
    for seat, company in t.companies.items():
        held = [*t.get_properties(seat), *t.hand(seat)]
        facts[seat] = {
            **collect_facts(OpolySeatFacts, company),
            "cash": t.cash(seat),
            "properties": t.get_properties(seat),
            "mortgaged": [space for space in t.get_properties(seat) if space in t.mortgaged],
            "cards": t.hand(seat),
            "basis": {asset: t.basis[asset] for asset in held if asset in t.basis},
        }
        if company.frozen is not None:
            facts[seat]["frozen"] = list(company.frozen)
    return facts


def get_total_money(t: OpolyState) -> int:
    """Return the total money at the start of the game, in dollars (Q1.2)."""
    return get_bank_total(len(t.seats), t.options.bank_limit, t.edition)


def place_facts(t: OpolyState, facts: Mapping[str, Any]) -> None:
    """Change a table just after set-up to match the position."""
    stated, seats = read_facts(facts, OpolyStateFacts, OpolySeatFacts, t.seats, t)
    place_common_facts(t, stated)
    place_deeds(t, seats)
    hands = {seat: own.cards for seat, own in seats.items()}
    place_cards(t, hands, on_table=stated.on_table, removed=stated.removed, under=stated.under)
    for seat, own in seats.items():
        place_company(t, seat, own)
    place_buildings(t, stated.buildings or {}, stated.building_costs or {})
    place_contracts(t, stated.alliances)
    place_cash(t, stated.printed, {seat: own.cash for seat, own in seats.items()})
    place_choices(t, stated.copies or {}, stated.lines or {}, stated.flagships or {})
    check_state(t)


# --- the table -----------------------------------------------------------------------------------


def place_common_facts(t: OpolyState, stated: OpolyStateFacts) -> None:
    """Set the turn, the pawn, the recession and the other facts about the table."""
    copy_fields(stated, t)
    t.turn = stated.turn - 1
    t.begin_round(ceil(t.turn / len(t.seats)))  # the round of the previous turn
    t.lead = t.seats[max(t.turn - 1, 0) % len(t.seats)]
    if t.recession and stated.pawn is None:
        t.pawn = t.edition.board[t.edition.recession_space].id
    if t.recession and t.get_pawn_space().number != t.edition.recession_space:
        raise PositionError("pawn", "must be on the recession space during a recession (Q4.1).")
    if not t.recession and t.payments:
        raise PositionError("payments", "must be 0 outside a recession (Q4.5).")
    if t.recession and t.payments >= t.edition.max_recession_payments:
        raise PositionError("payments", "would have ended the recession (Q4.6).")


def place_company(t: OpolyState, seat: str, stated: OpolySeatFacts) -> None:
    """Set a seat's status, limit, rent so far, frozen score and cost bases."""
    company = t.companies[seat]
    copy_fields(stated, company)
    company.frozen = stated.frozen
    for asset, paid in (stated.basis or {}).items():
        if t.ledger.titles.get(asset) != seat:
            reason = f"{truncate_text(asset)} does not belong to {seat}."
            raise PositionError(f"{seat}.basis", reason)
        t.basis[asset] = paid


def place_deeds(t: OpolyState, seats: Mapping[str, OpolySeatFacts]) -> None:
    """Move the properties to their owners, and mortgage the ones stated as mortgaged."""
    for seat, stated in seats.items():
        for space in stated.properties:
            if t.owner(space) != BANK:
                reason = f"{space} already belongs to {t.owner(space)}."
                raise PositionError(f"{seat}.properties", reason)
            t.ledger.move(space, 1, BANK, seat)
            t.basis[space] = t.edition.spaces[space].price
        for space in stated.mortgaged:
            if t.owner(space) != seat:
                raise PositionError(f"{seat}.mortgaged", f"{space} does not belong to {seat}.")
            t.mortgaged[space] = True


def place_buildings(
    t: OpolyState, levels: Mapping[str, int], costs: Mapping[str, tuple[int, ...]]
) -> None:
    """Move buildings from the stock to lots, and record their cost."""
    for space, level in levels.items():
        fact = f"buildings.{space}"
        if space not in t.edition.spaces or t.edition.spaces[space].kind != "street":
            raise PositionError(fact, "is not a street.")
        if not level:
            continue
        if t.owner(space) == BANK:
            raise PositionError(fact, "belongs to the bank (Q6.11).")
        kind, count = ("hotel", 1) if level == HOTEL_LEVEL else ("house", level)
        if t.get_stock(kind) < count:
            raise PositionError(fact, f"there are not enough {kind}s in the game (Q6.13).")
        t.ledger.move(kind, count, STOCK, space)
        listed_cost = t.edition.house_cost[t.edition.spaces[space].group]
        paid = costs.get(space, (listed_cost,) * level)
        if len(paid) != level:
            raise PositionError(f"building_costs.{space}", f"must list {level} amounts.")
        t.paid_for_levels[space] = list(paid)


def place_cash(t: OpolyState, printed: int, cash: Mapping[str, int | None]) -> None:
    """Move cash from the bank to the seats. Raise PositionError if the bank has too little."""
    if printed and t.options.bank_limit != "unlimited":
        raise PositionError("printed", "needs the option bank_limit = unlimited (Q5.6).")
    t.ledger.mint("dollars", printed, BANK)
    wanted: list[StatedAmount] = []
    for seat in t.seats:
        amount = cash.get(seat)
        if amount is None:
            amount = t.edition.start_cash if t.is_active(seat) else 0
        wanted.append(StatedAmount(f"{seat}.cash", "dollars", seat, amount))
    place_amounts(t.ledger, BANK, wanted, "Q5.7")


def check_state(t: OpolyState) -> None:
    """Check facts against each other: supported buildings, limits, and active seats."""
    for group in t.edition.house_cost:
        built = [space for space in t.edition.groups[group] if t.level(space)]
        if built and not is_supported(t, group):
            raise PositionError("buildings", f"the group {group} is not complete (Q6.15).")
        if built and any(space in t.mortgaged for space in t.edition.groups[group]):
            raise PositionError("buildings", f"a lot of {group} is mortgaged (Q6.3).")
    for seat in t.charged:
        if get_excess(t, seat) > 0:
            raise PositionError(f"{seat}.properties", "exceed the limit (Q6.9).")
    if len(t.active) < 2:
        raise PositionError("status", "at least two seats must be active (Q10.1).")
    for seat, company in t.companies.items():
        if company.status == "disgraced" and company.frozen is None:
            raise PositionError(f"{seat}.frozen", "is missing: give the score at disgrace (Q8.4).")
        gone = company.status not in OWNING_STATUSES and company.status != "disgraced"
        if gone and (t.get_properties(seat) or t.hand(seat)):
            raise PositionError(f"{seat}.status", "a seat out of play cannot hold anything (Q0.3).")
