"""Set-up: reserves, market, pegs, events and laws (N1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.ledger import Ledger
from classkit.engine.options import Options, chosen_values

from ..account_names import (
    CURRENCY,
    MARKET,
    PEG,
    RESERVE,
    STAGING,
    STOCK,
    SUPPLY,
    TOKEN,
    UNITS_BY_COUNT,
)
from ..rules_data import COMMODITIES, EconomiconRules, get_place_count
from ..state import EconomiconState, NationState


def create_state(
    seats: tuple[Seat, ...], options: Options, edition: EconomiconRules
) -> EconomiconState:
    """Create the state with all units in the supply and the common stock (N0.2, N1.4)."""
    places = get_place_count(len(seats))
    accounts = [MARKET, SUPPLY]
    for names in (RESERVE, PEG, STAGING):
        accounts += [names[seat] for seat in seats]
    counters = edition.counters
    there = {"gold": counters.gold, **dict.fromkeys(COMMODITIES, counters.each_commodity)}
    there |= {CURRENCY[seat]: counters.each_currency for seat in seats}
    balances = {
        unit: dict.fromkeys(accounts, 0) | {SUPPLY: count * places} for unit, count in there.items()
    }
    balances[TOKEN] = {STOCK: counters.volatility_tokens * places, **dict.fromkeys(seats, 0)}
    return EconomiconState(
        seats=seats,
        options=options,
        ledger=Ledger.open(balances),
        edition=edition,
        units=UNITS_BY_COUNT[len(seats)],
        nations={seat: NationState(pile=len(edition.laws) // len(seats)) for seat in seats},
        rounds=chosen_values(options.rounds, edition.head.rounds),
        law_rounds=tuple(chosen_values(options.law_rounds, edition.law_rounds)),
        float_limit=chosen_values(options.float_limit, edition.floating.units_per_round),
        order=seats,
        events_left=list(edition.events),
        laws_left=list(edition.laws),
    )


def play_setup(t: EconomiconState) -> Flow[None]:
    """Place opening reserves, opening market, and gold on every peg (N1.1, N1.2).

    Events and laws are not shuffled but drawn at random when needed. Players see no difference, and
    the state contains no secret (N1.3).
    """
    yield from ()  # makes this function a generator although it needs no decision
    facts: dict[str, Any] = {"seats": list(t.seats), "T": t.places, "options": dict(t.options)}
    t.tell("game_set_up", "N1.1", **facts)
    reserves = asdict(t.edition.reserves)
    own = reserves.pop("own_currency")
    with t.link_rows("game_set_up"):
        for seat in t.seats:
            there = limit_to_supply(t, {**reserves, CURRENCY[seat]: own})
            t.move_each(there, SUPPLY, RESERVE[seat], "opening_reserve", "N1.1")
        there = limit_to_supply(t, get_opening_market(t))
        t.move_each(there, SUPPLY, MARKET, "opening_market", "N1.1")
        for seat in t.seats:
            t.draw_from_supply("gold", 1, PEG[seat], "peg_counter", "N1.2")
    t.phase = 1


def get_opening_market(t: EconomiconState) -> dict[str, int]:
    """Return the opening market by unit (N1.1)."""
    market = asdict(t.edition.market)
    return {unit: market.get(unit, market["each_currency"]) * t.places for unit in t.units}


def limit_to_supply(t: EconomiconState, amounts: Mapping[str, int]) -> dict[str, int]:
    """Limit each amount to the stock of the supply (N0.3)."""
    found: dict[str, int] = {}
    for unit, amount in amounts.items():
        there = t.get_supply_units(unit)
        found[unit] = amount if amount < there else there
    return found
