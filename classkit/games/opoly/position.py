"""Positions: a match that starts at the beginning of any turn, stated in the words of the rules.

Facts of the table: ``turn``, ``pawn``, ``recession``, ``payments``, ``doubles``, ``buildings``
(``{space: levels}``), ``alliances`` (a list of contracts), ``on_table``, ``removed``, ``under``
(cards under each deck), and the rarer ones of TABLE_FACTS. Facts of a seat: ``cash``,
``properties``, ``mortgaged``, ``cards``, ``limit``, ``status``, ``basis``, ``rent``, ``frozen``.
What is left out is as after a set-up in which nobody has bid; money is balanced against the bank.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.errors import PositionError, shorten
from classkit.engine.requests import Seat

from .edition import HOTEL
from .holdings import excess, is_supported
from .position_cards import place_cards, place_choices
from .position_contracts import contract_facts, place_contracts
from .position_reading import listed, one_of, pair, table_of, whole
from .state import BANK, PAID, REMOVED, SOUL, STOCK, Opoly

STATUSES = ("active", "bankrupt", "disgraced", "destroyed", "merged")
SEAT_FACTS = (
    "cash", "properties", "mortgaged", "cards", "limit", "status", "basis", "rent", "frozen",
)  # fmt: skip
COUNTS: Mapping[str, tuple[int, int]] = {
    "payments": (0, 20),
    "doubles": (0, 2),
    "no_building_until": (0, 10**6),
    "left_on_table": (-(10**9), 10**9),
    "recession_turns": (0, 10**6),
    "recession_cost": (0, 10**9),
    "printed": (0, 10**9),
}
CHOICES = ("copies", "lines", "flagships")
TABLE_FACTS = (
    "turn", "pawn", "recession", "buildings", "building_costs", "alliances", "past_alliances",
    "on_table", "removed", "under", "actors", "mergers", "campaigned", "time_up", "timed_out",
    "prices", *COUNTS, *CHOICES,
)  # fmt: skip
TURN_MAX = 100_000


def facts_of(t: Opoly) -> dict[str, Any]:
    """The facts that make this table, at the beginning of a turn; none before set-up is done."""
    if not t.ready:
        return {}
    titles = t.ledger.titles
    total = sum(t.ledger.balances["dollars"].values())
    facts: dict[str, Any] = {
        "turn": t.turn + 1,
        "pawn": t.pawn,
        "recession": t.recession,
        "payments": t.payments,
        "doubles": t.doubles,
        "printed": total - money_of_game(t),
        "buildings": {space: len(costs) for space, costs in t.paid_for_levels.items()},
        "building_costs": {space: list(costs) for space, costs in t.paid_for_levels.items()},
        "alliances": [contract_facts(a) for a in t.alliances.values()],
        "past_alliances": [contract_facts(a) for a in t.past_alliances],
        "on_table": t.on_table(),
        "removed": [card for card in t.edition.cards if titles[card] == REMOVED],
        "under": [card for deck in t.decks.values() for card in deck.under],
        "actors": list(t.actors),
        "mergers": [list(merger) for merger in t.mergers],
        "campaigned": list(t.campaigned),
        "time_up": t.time_up,
        "timed_out": t.timed_out,
        "prices": [list(price) for price in t.prices],
        "no_building_until": t.no_building_until,
        "left_on_table": t.left_on_table,
        "recession_turns": t.recession_turns,
        "recession_cost": t.recession_cost,
        "copies": dict(t.copies),
        "lines": dict(t.lines_chosen),
        "flagships": dict(t.flagships),
    }
    for seat, company in t.companies.items():
        held = [*t.properties_of(seat), *t.hand(seat)]
        facts[seat] = {
            "cash": t.cash(seat),
            "properties": t.properties_of(seat),
            "mortgaged": [space for space in t.properties_of(seat) if space in t.mortgaged],
            "cards": t.hand(seat),
            "limit": company.limit,
            "status": company.status,
            "basis": {asset: t.basis[asset] for asset in held if asset in t.basis},
            "rent": company.rent,
        }
        if company.frozen is not None:
            facts[seat]["frozen"] = list(company.frozen)
    return facts


def money_of_game(t: Opoly) -> int:
    """All the money that the game began with (Q1.2)."""
    from .setup import bank_total

    return bank_total(len(t.seats), t.options.bank_limit, t.edition)


def place_facts(t: Opoly, facts: Mapping[str, Any]) -> None:
    """Change a table fresh from set-up into the position stated."""
    seats = {seat: facts[seat] for seat in t.seats if seat in facts}
    for name in facts:
        if name not in seats and name not in TABLE_FACTS:
            raise PositionError(name, "is no fact of this game.")
    for seat, stated in seats.items():
        if not isinstance(stated, Mapping):
            raise PositionError(seat, "is a table of facts.")
        for name in stated:
            if name not in SEAT_FACTS:
                raise PositionError(f"{seat}.{name}", "is no fact of a seat.")
    place_table(t, facts)
    place_deeds(t, seats)
    place_cards(t, facts, seats)
    for seat, stated in seats.items():
        place_company(t, seat, stated)
    place_buildings(t, facts)
    place_contracts(t, facts)
    place_cash(t, facts, seats)
    place_choices(t, facts)
    check_table(t)


# --- the table -----------------------------------------------------------------------------------


def place_table(t: Opoly, facts: Mapping[str, Any]) -> None:
    """Turn, pawn, recession, and what the table remembers."""
    t.turn = whole("turn", facts.get("turn", 1), 1, TURN_MAX) - 1
    if t.turn % len(t.seats):
        t.begin_round(t.turn // len(t.seats) + 1)
    t.lead = t.seats[max(t.turn - 1, 0) % len(t.seats)]
    t.prices, t.left_on_table = [], 0
    if "pawn" in facts:
        t.pawn = one_of("pawn", facts["pawn"], tuple(t.edition.spaces))
    t.recession = one_of("recession", facts.get("recession", ""), ("", "recession", "depression"))
    for name, (low, high) in COUNTS.items():
        if name in facts and name != "printed":
            setattr(t, name, whole(name, facts[name], low, high))
    if t.recession and "pawn" not in facts:
        t.pawn = t.edition.board[t.edition.recession_space].id
    if t.recession and t.here().number != t.edition.recession_space:
        raise PositionError("pawn", "stands on the recession space in a recession (Q4.1).")
    if not t.recession and t.payments:
        raise PositionError("payments", "are made in a recession only (Q4.5).")
    if t.recession and t.payments >= t.edition.max_recession_payments:
        raise PositionError("payments", "would have ended the recession (Q4.6).")
    for name in ("time_up", "timed_out"):
        if name in facts:
            if not isinstance(facts[name], bool):
                raise PositionError(name, "is true or false.")
            setattr(t, name, facts[name])
    t.actors = [one_of("actors", seat, t.seats) for seat in listed(facts, "actors")]
    for price in listed(facts, "prices")[-5:]:
        paid, value = pair("prices", price, 2)
        t.prices.append((whole("prices", paid, 0, 10**9), whole("prices", value, 1, 10**9)))
    for merger in listed(facts, "mergers"):
        survivor, merged, share = pair("mergers", merger, 3)
        seats = one_of("mergers", survivor, t.seats), one_of("mergers", merged, t.seats)
        t.mergers.append((*seats, whole("mergers", share, 1, 99)))


def place_company(t: Opoly, seat: Seat, stated: Mapping[str, Any]) -> None:
    """Status, limit, rent so far, the frozen score and cost bases."""
    company = t.companies[seat]
    company.status = one_of(f"{seat}.status", stated.get("status", "active"), STATUSES)
    if "limit" in stated:
        company.limit = whole(f"{seat}.limit", stated["limit"], -100, 100)
    company.rent = whole(f"{seat}.rent", stated.get("rent", 0), 0, 10**9)
    if "frozen" in stated:
        parts = pair(f"{seat}.frozen", stated["frozen"], 4)
        asset, total, adjusted, count = (whole(f"{seat}.frozen", part, 0, 10**9) for part in parts)
        company.frozen = (asset, total, adjusted, count)
    bases = stated.get("basis", {})
    if not isinstance(bases, Mapping):
        raise PositionError(f"{seat}.basis", "is a table: property or card, and dollars.")
    for asset, paid in bases.items():
        if t.ledger.titles.get(asset) != seat:
            raise PositionError(f"{seat}.basis", f"{shorten(asset)} is not {seat}'s.")
        if paid != SOUL:
            paid = whole(f"{seat}.basis", paid, 0, 10**9)
        t.basis[asset] = paid


def place_deeds(t: Opoly, seats: Mapping[str, Mapping[str, Any]]) -> None:
    """Who owns which property, and what is mortgaged."""
    for seat, stated in seats.items():
        for space in listed(stated, "properties", seat):
            fact = f"{seat}.properties"
            one_of(fact, space, t.edition.properties)
            if t.owner(space) != BANK:
                raise PositionError(fact, f"{space} is {t.owner(space)}'s already.")
            t.ledger.move(space, 1, BANK, seat)
            t.basis[space] = t.edition.spaces[space].price
        for space in listed(stated, "mortgaged", seat):
            if space not in t.edition.spaces or t.ledger.titles.get(space) != seat:
                raise PositionError(f"{seat}.mortgaged", f"{shorten(space)} is not {seat}'s.")
            t.mortgaged[space] = True


def place_buildings(t: Opoly, facts: Mapping[str, Any]) -> None:
    """Levels on lots, out of the stock, and what was paid for them."""
    levels = table_of(facts, "buildings")
    costs = table_of(facts, "building_costs")
    for space, level in levels.items():
        fact = f"buildings.{shorten(space).strip(chr(39))}"
        if space not in t.edition.spaces or t.edition.spaces[space].kind != "street":
            raise PositionError(fact, "is no street.")
        level = whole(fact, level, 0, HOTEL)
        if not level:
            continue
        if t.owner(space) == BANK:
            raise PositionError(fact, "belongs to the bank (Q6.11).")
        kind, count = ("hotel", 1) if level == HOTEL else ("house", level)
        if t.left(kind) < count:
            raise PositionError(fact, f"there are not enough {kind}s in the game (Q6.13).")
        t.ledger.move(kind, count, STOCK, space)
        listed_cost = t.edition.house_cost[t.edition.spaces[space].group]
        paid = costs.get(space, [listed_cost] * level)
        if not isinstance(paid, list) or len(paid) != level:
            raise PositionError(f"building_costs.{space}", f"must list {level} amounts.")
        t.paid_for_levels[space] = [whole(fact, cost, 0, 10**9) for cost in paid]


def place_cash(
    t: Opoly, facts: Mapping[str, Any], seats: Mapping[str, Mapping[str, Any]]
) -> None:  # fmt: skip
    """Cash of the seats; the bank has the rest, and cannot have less than none."""
    printed = whole("printed", facts.get("printed", 0), 0, 10**9)
    if printed and t.options.bank_limit != "unlimited":
        raise PositionError("printed", "needs the option bank_limit = unlimited (Q5.6).")
    t.ledger.mint("dollars", printed, BANK)
    for seat in t.seats:
        t.ledger.move("dollars", t.cash(seat), seat, BANK)
    for seat in t.seats:
        default = t.edition.start_cash if t.is_active(seat) else 0
        wanted = whole(f"{seat}.cash", seats.get(seat, {}).get("cash", default), 0, 10**9)
        left = t.cash(BANK)
        if wanted > left:
            raise PositionError(f"{seat}.cash", f"only {left:,} are left for {seat} (Q5.7).")
        t.ledger.move("dollars", wanted, BANK, seat)


def check_table(t: Opoly) -> None:
    """What single facts cannot judge: support of buildings, limits, who is still in."""
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
