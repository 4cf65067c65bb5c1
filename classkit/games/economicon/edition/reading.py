"""Reading an edition, and checking that it can be played.

An edition can change single cards of the edition that it extends, or add some: they stand under
``[[edit_event]]`` and ``[[edit_law]]``, by their ids.

>>> list(EDITIONS.shipped)
['economicon-classic']
>>> EDITIONS.read({"extends": "economicon-classic", "mining": {"die": 1}})
Traceback (most recent call last):
classkit.engine.errors.EditionError: edition: mining.die: must be 2 to 20, not 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from classkit.engine.editions import Editions, Files
from classkit.engine.reading import Section

from ..state import PHASES
from .cards import read_events, read_laws
from .contents import (
    COMMODITIES,
    STANDING,
    EconomiconRules,
    Effects,
    EventCard,
    LawCard,
    Standing,
)

FIGURES = {
    "edition": ("id", "title", "rounds", "players_min", "players_max", "commodities", "phases"),
    "opening_reserves": ("gold", *COMMODITIES, "own_currency"),
    "opening_market": ("gold", *COMMODITIES, "each_currency"),
    "counters": (
        "gold", "each_commodity", "each_currency", "volatility_tokens", "peg_tokens_per_nation",
    ),
    "mining": ("die",),
    "production": ("minimum_each", "cost_numerator", "cost_denominator"),
    "reward": ("gold", "tokens_removed"),
    "float": ("units_per_round",),
    "laws": ("rounds",),
}  # fmt: skip
DECKS = ("event", "law", "edit_event", "edit_law")
SMALLEST_TABLE = 4
"""A table of two or three nations is as large as one of four (section 2: T)."""
COUNTERS_MAX = 10_000
ROUNDS = range(1, 21)
SEATS_MAX = 6


def read_rules(files: Files) -> EconomiconRules:
    """Return the rules of an edition after checking that it can be played."""
    files.only(*FIGURES, *DECKS)
    at = {table: files.section(table) for table in FIGURES}
    for table, keys in FIGURES.items():
        at[table].only(*keys)
    check_fixed(at["edition"], at["counters"])
    head, production, counters = at["edition"], at["production"], at["counters"]
    low = head.whole("players_min", 2, SEATS_MAX)
    units = ("gold", *COMMODITIES)
    reserves = {key: at["opening_reserves"].whole(key, 0, COUNTERS_MAX)
                for key in (*units, "own_currency")}  # fmt: skip
    market = {key: at["opening_market"].whole(key, 1, COUNTERS_MAX)
              for key in (*units, "each_currency")}  # fmt: skip
    each = counters.whole("each_commodity", 1, COUNTERS_MAX)
    there = {
        "gold": counters.whole("gold", 1, COUNTERS_MAX),
        **dict.fromkeys(COMMODITIES, each),
        "each_currency": counters.whole("each_currency", 1, COUNTERS_MAX),
    }
    check_counters(counters, reserves, market, there)
    law_rounds = at["laws"].wholes("rounds", ROUNDS[0], ROUNDS[-1])
    if law_rounds != sorted(dict.fromkeys(law_rounds)):
        raise at["laws"].refuse("rounds", "must be different rounds in rising order.")
    events, laws = read_events(files), read_laws(files)
    return EconomiconRules(
        rounds=head.whole("rounds", ROUNDS[0], ROUNDS[-1]),
        players_min=low,
        players_max=head.whole("players_max", low, SEATS_MAX),
        reserves=reserves,
        market=market,
        counters=there,
        tokens=counters.whole("volatility_tokens", 0, 100),
        die=at["mining"].whole("die", 2, 20),
        minimum_each=production.whole("minimum_each", 0, 100),
        cost_num=production.whole("cost_numerator", 1, 100),
        cost_den=production.whole("cost_denominator", 1, 100),
        reward_gold=at["reward"].whole("gold", 0, 100),
        tokens_removed=at["reward"].whole("tokens_removed", 0, 100),
        float_limit=at["float"].whole("units_per_round", 0, 100),
        law_rounds=tuple(law_rounds),
        events=events,
        laws=laws,
        event_effects=effects_of(events),
        law_effects=effects_of(laws),
    )


def effects_of(cards: Mapping[str, EventCard] | Mapping[str, LawCard]) -> dict[str, Effects]:
    """Return kind of standing effect -> card -> its effects, without cards that have none."""
    found: dict[str, dict[str, tuple[Standing, ...]]] = {kind: {} for kind in STANDING}
    for card in cards.values():
        for effect in card.standing:
            found[effect.do][card.id] = (*found[effect.do].get(card.id, ()), effect)
    return dict(found)


def check_fixed(head: Section, counters: Section) -> None:
    """Refuse other commodities, phases or peg counters, which an edition cannot change."""
    if tuple(head.texts("commodities")) != COMMODITIES:
        raise head.refuse("commodities", f"must be {', '.join(COMMODITIES)}: cards name them.")
    if tuple(head.wholes("phases")) != PHASES:
        raise head.refuse("phases", f"must be {', '.join(map(str, PHASES))} (N6.4).")
    counters.whole("peg_tokens_per_nation", 1, 1)


def check_counters(
    section: Section,
    reserves: Mapping[str, int],
    market: Mapping[str, int],
    there: Mapping[str, int],
) -> None:
    """Refuse too few counters to lay out the table, full of nations (N1.1, N1.2)."""
    size = SMALLEST_TABLE
    for unit, count in there.items():
        of_nations = reserves.get(unit, 0) * size
        if unit == "gold":
            of_nations += size  # one on each peg (N1.2)
        if unit == "each_currency":
            of_nations = reserves["own_currency"]  # of one nation
        needed = market[unit] * size + of_nations
        if count * size < needed:
            key = "each_commodity" if unit in COMMODITIES else unit
            raise section.refuse(
                key,
                f"{count * size:,} for {size} places, and {needed:,} are laid out (N1.1).",
            )


EDITIONS = Editions(
    Path(__file__).with_name("shipped"), read_rules, also={"classic": "economicon-classic"}
)
