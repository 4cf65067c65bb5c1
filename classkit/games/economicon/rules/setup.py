"""Set-up: reserves, the market, pegs, events and piles of laws (N1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from classkit.engine.ledger import Ledger
from classkit.engine.options import Options, chosen
from classkit.engine.requests import Flow, Seat

from ..accounts import CURRENCY, MARKET, PEG, RESERVE, STAGED, STOCK, SUPPLY, TOKEN, UNITS_OF
from ..contents import COMMODITIES, EconomiconRules, places_for
from ..state import Economicon, Nation


def lay_table(seats: tuple[Seat, ...], options: Options, edition: EconomiconRules) -> Economicon:
    """Place everything that exists in the supply and the common stock (N0.2, N1.4)."""
    places = places_for(len(seats))
    accounts = [MARKET, SUPPLY]
    for names in (RESERVE, PEG, STAGED):
        accounts += [names[seat] for seat in seats]
    counters = edition.counters
    there = {"gold": counters.gold, **dict.fromkeys(COMMODITIES, counters.each_commodity)}
    there |= {CURRENCY[seat]: counters.each_currency for seat in seats}
    balances = {
        unit: dict.fromkeys(accounts, 0) | {SUPPLY: count * places} for unit, count in there.items()
    }
    balances[TOKEN] = {STOCK: counters.volatility_tokens * places, **dict.fromkeys(seats, 0)}
    return Economicon(
        seats=seats,
        options=options,
        ledger=Ledger.open(balances),
        edition=edition,
        units=UNITS_OF[len(seats)],
        nations={seat: Nation(pile=len(edition.laws) // len(seats)) for seat in seats},
        rounds=chosen(options.rounds, edition.head.rounds),
        law_rounds=tuple(chosen(options.law_rounds, edition.law_rounds)),
        float_limit=chosen(options.float_limit, edition.floating.units_per_round),
        order=seats,
        events_left=list(edition.events),
        laws_left=list(edition.laws),
    )


def set_up(t: Economicon) -> Flow[None]:
    """Lay opening reserves, opening market, and gold on every peg counter (N1.1, N1.2).

    Events and laws are not shuffled beforehand. Each is drawn when it is turned up, which makes
    no difference to players and leaves no secret on the table (N1.3).
    """
    yield from ()  # a flow that asks nothing
    told: dict[str, Any] = {"seats": list(t.seats), "T": t.places, "options": dict(t.options)}
    t.tell("game_set_up", "N1.1", **told)
    reserves = asdict(t.edition.reserves)
    own = reserves.pop("own_currency")
    for seat in t.seats:
        there = as_far_as_there_is(t, {**reserves, CURRENCY[seat]: own})
        t.move_each(there, SUPPLY, RESERVE[seat], "opening_reserve", "N1.1")
    there = as_far_as_there_is(t, opening_market(t))
    t.move_each(there, SUPPLY, MARKET, "opening_market", "N1.1")
    for seat in t.seats:
        t.draw_from_supply("gold", 1, PEG[seat], "peg_counter", "N1.2")
    t.phase = 1


def opening_market(t: Economicon) -> dict[str, int]:
    """Return how many of each unit lie in the market at the start (N1.1)."""
    market = asdict(t.edition.market)
    return {unit: market.get(unit, market["each_currency"]) * t.places for unit in t.units}


def as_far_as_there_is(t: Economicon, amounts: Mapping[str, int]) -> dict[str, int]:
    """Return the amounts of units, each cut to what the supply has (N0.3)."""
    found: dict[str, int] = {}
    for unit, amount in amounts.items():
        there = t.in_supply(unit)
        found[unit] = amount if amount < there else there
    return found
