"""Positions: a match that starts at the beginning of any turn, stated in the words of the rules.

What is left out is as after a set-up in which nobody has bid; money is balanced against the bank.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any, Literal

from classkit.engine.errors import PositionError, shorten
from classkit.engine.positions import Stated, place_amounts
from classkit.engine.reading import (
    Entries,
    FactKinds,
    Place,
    Whole,
    Word,
    fact,
    keep_facts,
    kept,
    kept_facts,
    read_facts,
)

from ..contents import HOTEL, MONEY_MAX
from ..rules.holdings import excess, is_supported
from ..rules.setup import bank_total
from ..state import BANK, PAID, REMOVED, SOUL, STOCK, Opoly
from .position_cards import place_cards, place_choices
from .position_contracts import ContractFacts, contract_facts, place_contracts

TURN_MAX = 100_000

Seat = Annotated[str, Word(lambda t: t.seats)]
Property = Annotated[str, Word(lambda t: t.edition.properties, lambda t: named(t))]
Space = Annotated[str, Word(lambda t: t.edition.spaces, lambda t: named(t))]
InternalCard = Annotated[str, Word(lambda t: t.edition.internal, lambda t: cards_named(t))]
Asset = Annotated[str, Word(lambda t: assets(t), lambda t: {**named(t), **cards_named(t)})]
AnyCard = Annotated[str, Word(lambda t: t.edition.cards, lambda t: cards_named(t))]
Dollars = Annotated[int, Whole(0, MONEY_MAX)]
Turns = Annotated[int, Whole(0, 10**6)]
Cost = Annotated[int, Whole(0, MONEY_MAX)]
Once = Entries(once=True)
Cards = Annotated[tuple[AnyCard, ...], Once]
InternalCards = Annotated[tuple[InternalCard, ...], Once]


def read_basis(place: Place, value: Any, about: Any) -> int | str:
    """Return a cost basis: dollars, or the soul that a theft cost (Q8.4)."""
    return SOUL if value == SOUL else Whole(0, MONEY_MAX)(place, value, about)


@dataclass(frozen=True, kw_only=True)
class TableFacts:
    """The facts of the table."""

    turn: Annotated[int, Whole(1, TURN_MAX)] = fact(
        "number of the turn that begins, from 1 (Q0.1)", 1
    )
    pawn: Space | None = kept("space of the pawn, by id, number or name (Q1.3)")
    recession: Literal["", "recession", "depression"] = kept(
        "recession, depression, or nothing (Q4.1)", ""
    )
    payments: Annotated[int, Whole(0, 20)] = kept("payments made in this recession (Q4.6)", 0)
    doubles: Annotated[int, Whole(0, 2)] = kept("doubles in a row outside recession (Q3.3)", 0)
    printed: Dollars = fact("dollars beyond those of the game, with an endless bank (Q5.6)", 0)
    buildings: Mapping[Space, Annotated[int, Whole(0, HOTEL)]] | None = fact(
        "levels by street: 1 to 4 houses, 5 for a hotel (Q6.11)"
    )
    building_costs: Mapping[Space, tuple[Cost, ...]] | None = fact(
        "dollars paid for each level, by street; by default the listed cost (Q1.6)"
    )
    alliances: tuple[ContractFacts, ...] = fact("contracts in force (Q7)", ())
    on_table: Annotated[tuple[Annotated[str, Word(lambda t: t.edition.external)], ...], Once] = (
        fact("external cards that lie on the table", ())
    )
    removed: Cards = fact("cards that are out of play", ())
    under: Cards = fact("cards under their decks, in order", ())
    actors: Annotated[tuple[Seat, ...], Once] = kept(
        "seats that acted on an Ethical Opportunity (Q8.4)", ()
    )
    mergers: tuple[tuple[Seat, Seat, Annotated[int, Whole(1, 99)]], ...] = kept(
        "survivor, merged seat, and its per cent of the scores, oldest first (Q9.3)", ()
    )
    campaigned: InternalCards = kept(
        "ad campaigns that shifted the pawn on the last roll (Q8.1)", ()
    )
    time_up: bool = kept("whether the host has reported that the time is over (Q10.3)", False)
    no_building_until: Turns = kept("last turn in whose window nobody may build (Q8.15)", 0)
    copies: Mapping[InternalCard, Annotated[str, Word(lambda t: t.edition.kinds)]] | None = fact(
        "kind of card that each Second Mover copies (Q8.5)"
    )
    lines: Mapping[InternalCard, Annotated[str, Word(lambda t: t.edition.lines)]] | None = fact(
        "line chosen for each Diversification card (Q8.8)"
    )
    flagships: Mapping[InternalCard, Property] | None = fact(
        "hotel to which each Flagship card is attached (Q8.6)"
    )


@dataclass(frozen=True, kw_only=True)
class SeatFacts:
    """The facts of a seat."""

    cash: Dollars | None = fact("dollars in hand; by default the starting cash (Q1.2)")
    properties: Annotated[tuple[Property, ...], Once] = fact(
        "properties owned, by id, number or name", ()
    )
    mortgaged: Annotated[tuple[Property, ...], Once] = fact(
        "those of them that are mortgaged (Q6.3)", ()
    )
    cards: InternalCards = fact("internal cards in hand", ())
    limit: Annotated[int, Whole(-100, 100)] | None = kept("how many properties it may hold (Q6.9)")
    status: Literal["active", "bankrupt", "disgraced", "destroyed", "merged"] = kept(
        "whether the company is active, or how it went out (Q10.1)", "active"
    )
    basis: Mapping[Asset, Annotated[int | str, read_basis]] | None = fact(
        "dollars paid for a property or card, or soul (Q8.4)"
    )
    rent: Dollars = kept("dollars of rent received so far; for the charts", 0)
    frozen: tuple[Dollars, Dollars, Dollars, Dollars] | None = fact(
        "its score as it was when it was disgraced (Q8.4)"
    )


def named(t: Opoly) -> dict[str, str]:
    """Return the spaces by their names, where one alone has a name, and by their numbers."""
    spaces = t.edition.spaces.values()
    names = [space.name for space in spaces]
    by_name = {space.name: space.id for space in spaces if names.count(space.name) == 1}
    return {**by_name, **{str(space.number): space.id for space in spaces}}


def assets(t: Opoly) -> tuple[str, ...]:
    """Return all that has a cost basis: properties and internal cards."""
    return (*t.edition.properties, *t.edition.internal)


def cards_named(t: Opoly) -> dict[str, str]:
    """Return the cards by their names, where there is one alone of a kind."""
    kinds = t.edition.kinds
    return {kinds[card].name: card for card in t.edition.cards if card in kinds}


FACTS = FactKinds(TableFacts, SeatFacts)


def facts_of(t: Opoly) -> dict[str, Any]:
    """Return the facts of this table at the beginning of a turn; none before set-up is done."""
    if not t.ready:
        return {}
    titles = t.ledger.titles
    total = sum(t.ledger.balances["dollars"].values())
    facts: dict[str, Any] = {
        **kept_facts(TableFacts, t),
        "turn": t.turn + 1,
        "printed": total - money_of_game(t),
        "buildings": {space: len(costs) for space, costs in t.paid_for_levels.items()},
        "building_costs": {space: list(costs) for space, costs in t.paid_for_levels.items()},
        "alliances": [contract_facts(a) for a in t.alliances.values()],
        "on_table": t.on_table(),
        "removed": [card for card in t.edition.cards if titles[card] == REMOVED],
        "under": [card for deck in t.decks.values() for card in deck.under],
        "copies": dict(t.copies),
        "lines": dict(t.lines_chosen),
        "flagships": dict(t.flagships),
    }
    for seat, company in t.companies.items():
        held = [*t.properties_of(seat), *t.hand(seat)]
        facts[seat] = {
            **kept_facts(SeatFacts, company),
            "cash": t.cash(seat),
            "properties": t.properties_of(seat),
            "mortgaged": [space for space in t.properties_of(seat) if space in t.mortgaged],
            "cards": t.hand(seat),
            "basis": {asset: t.basis[asset] for asset in held if asset in t.basis},
        }
        if company.frozen is not None:
            facts[seat]["frozen"] = list(company.frozen)
    return facts


def money_of_game(t: Opoly) -> int:
    """Return the money with which the game began, in dollars (Q1.2)."""
    return bank_total(len(t.seats), t.options.bank_limit, t.edition)


def place_facts(t: Opoly, facts: Mapping[str, Any]) -> None:
    """Turn a table fresh from set-up into the position stated."""
    stated, seats = read_facts(facts, TableFacts, SeatFacts, t.seats, t)
    place_table(t, stated)
    place_deeds(t, seats)
    hands = {seat: own.cards for seat, own in seats.items()}
    place_cards(t, hands, on_table=stated.on_table, removed=stated.removed, under=stated.under)
    for seat, own in seats.items():
        place_company(t, seat, own)
    place_buildings(t, stated.buildings or {}, stated.building_costs or {})
    place_contracts(t, stated.alliances)
    place_cash(t, stated.printed, {seat: own.cash for seat, own in seats.items()})
    place_choices(t, stated.copies or {}, stated.lines or {}, stated.flagships or {})
    check_table(t)


# --- the table -----------------------------------------------------------------------------------


def place_table(t: Opoly, stated: TableFacts) -> None:
    """Place the turn, the pawn, the recession, and what else the table keeps."""
    keep_facts(stated, t)
    t.turn = stated.turn - 1
    t.begin_round(ceil(t.turn / len(t.seats)))  # the round of the turn before
    t.lead = t.seats[max(t.turn - 1, 0) % len(t.seats)]
    if t.recession and stated.pawn is None:
        t.pawn = t.edition.board[t.edition.recession_space].id
    if t.recession and t.here().number != t.edition.recession_space:
        raise PositionError("pawn", "stands on the recession space in a recession (Q4.1).")
    if not t.recession and t.payments:
        raise PositionError("payments", "are made in a recession only (Q4.5).")
    if t.recession and t.payments >= t.edition.max_recession_payments:
        raise PositionError("payments", "would have ended the recession (Q4.6).")


def place_company(t: Opoly, seat: str, stated: SeatFacts) -> None:
    """Place the status, the limit, the rent so far, the frozen score and cost bases."""
    company = t.companies[seat]
    keep_facts(stated, company)
    company.frozen = stated.frozen
    for asset, paid in (stated.basis or {}).items():
        if t.ledger.titles.get(asset) != seat:
            raise PositionError(f"{seat}.basis", f"{shorten(asset)} is not {seat}'s.")
        t.basis[asset] = paid


def place_deeds(t: Opoly, seats: Mapping[str, SeatFacts]) -> None:
    """Hand the properties to their owners, and turn over what is mortgaged."""
    for seat, stated in seats.items():
        for space in stated.properties:
            if t.owner(space) != BANK:
                reason = f"{space} is {t.owner(space)}'s already."
                raise PositionError(f"{seat}.properties", reason)
            t.ledger.move(space, 1, BANK, seat)
            t.basis[space] = t.edition.spaces[space].price
        for space in stated.mortgaged:
            if t.owner(space) != seat:
                raise PositionError(f"{seat}.mortgaged", f"{space} is not {seat}'s.")
            t.mortgaged[space] = True


def place_buildings(
    t: Opoly, levels: Mapping[str, int], costs: Mapping[str, tuple[int, ...]]
) -> None:
    """Place levels on lots, out of the stock, and note what was paid for them."""
    for space, level in levels.items():
        fact = f"buildings.{space}"
        if space not in t.edition.spaces or t.edition.spaces[space].kind != "street":
            raise PositionError(fact, "is no street.")
        if not level:
            continue
        if t.owner(space) == BANK:
            raise PositionError(fact, "belongs to the bank (Q6.11).")
        kind, count = ("hotel", 1) if level == HOTEL else ("house", level)
        if t.left(kind) < count:
            raise PositionError(fact, f"there are not enough {kind}s in the game (Q6.13).")
        t.ledger.move(kind, count, STOCK, space)
        listed_cost = t.edition.house_cost[t.edition.spaces[space].group]
        paid = costs.get(space, (listed_cost,) * level)
        if len(paid) != level:
            raise PositionError(f"building_costs.{space}", f"must list {level} amounts.")
        t.paid_for_levels[space] = list(paid)


def place_cash(t: Opoly, printed: int, cash: Mapping[str, int | None]) -> None:
    """Give the seats their cash; the bank holds the rest, and never less than none."""
    if printed and t.options.bank_limit != "unlimited":
        raise PositionError("printed", "needs the option bank_limit = unlimited (Q5.6).")
    t.ledger.mint("dollars", printed, BANK)
    wanted: list[Stated] = []
    for seat in t.seats:
        amount = cash.get(seat)
        if amount is None:
            amount = t.edition.start_cash if t.is_active(seat) else 0
        wanted.append(Stated(f"{seat}.cash", "dollars", seat, amount))
    place_amounts(t.ledger, BANK, wanted, "Q5.7")


def check_table(t: Opoly) -> None:
    """Check what single facts cannot show: support of buildings, limits, who is still in."""
    for group in t.edition.house_cost:
        built = [space for space in t.edition.groups[group] if t.level(space)]
        if built and not is_supported(t, group):
            raise PositionError("buildings", f"the group {group} is not complete (Q6.15).")
        if built and any(space in t.mortgaged for space in t.edition.groups[group]):
            raise PositionError("buildings", f"a lot of {group} is mortgaged (Q6.3).")
    for seat in t.charged:
        if excess(t, seat) > 0:
            raise PositionError(f"{seat}.properties", "are more than the limit (Q6.9).")
    if len(t.active) < 2:
        raise PositionError("status", "at least two seats are active (Q10.1).")
    for seat, company in t.companies.items():
        if company.status == "disgraced" and company.frozen is None:
            raise PositionError(f"{seat}.frozen", "is missing: the score as it was (Q8.4).")
        gone = company.status not in PAID and company.status != "disgraced"
        if gone and (t.properties_of(seat) or t.hand(seat)):
            raise PositionError(f"{seat}.status", "a seat that is gone holds nothing (Q0.3).")
