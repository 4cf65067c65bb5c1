"""Reading an edition, and checking that it can be played.

An edition that is based on another states the cards that differ under ``[[event]]`` and
``[[law]]``, by their ids (:mod:`classkit.engine.based_on`).

>>> list(EDITIONS.shipped)
['economicon-classic']
>>> EDITIONS.read({"based_on": "economicon-classic", "mining": {"die": 1}})
Traceback (most recent call last):
classkit.engine.errors.EditionError: edition: mining.die: must be a whole number from 2 to \
20, not 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from classkit.engine.based_on import Values
from classkit.engine.editions import Editions, Files

from ..contents import (
    COMMODITIES,
    Counters,
    EconomiconRules,
    Effects,
    EventCard,
    Floating,
    Head,
    LawCard,
    LawRounds,
    Market,
    Mining,
    Production,
    Reserves,
    Reward,
    StandingEffect,
    places_for,
)
from ..rules.standing_effects import STANDING
from ..state import PHASES
from .cards import read_events, read_laws

TABLES = (
    "edition", "opening_reserves", "opening_market", "counters", "mining", "production", "reward",
    "float", "laws", "event", "law", "edit_event", "edit_law",
)  # fmt: skip
SMALLEST_TABLE = places_for(2)
"""A table of two or three nations is as large as one of four (section 2: T)."""


def read_rules(files: Files) -> EconomiconRules:
    """Return the rules of an edition after checking that it can be played."""
    files.only(*TABLES)
    events, laws = read_events(files), read_laws(files)
    rules = EconomiconRules(
        head=files.head(Head),
        reserves=files.table("opening_reserves", Reserves),
        market=files.table("opening_market", Market),
        counters=files.table("counters", Counters),
        mining=files.table("mining", Mining),
        production=files.table("production", Production),
        reward=files.table("reward", Reward),
        floating=files.table("float", Floating),
        law_rounds=files.table("laws", LawRounds).rounds,
        events=events,
        laws=laws,
        event_effects=effects_of(events),
        law_effects=effects_of(laws),
    )
    check_fixed(files, rules)
    check_counters(files, rules)
    return rules


def effects_of(cards: Mapping[str, EventCard] | Mapping[str, LawCard]) -> dict[str, Effects]:
    """Return kind of standing effect -> card -> its effects, without cards that have none."""
    found: dict[str, dict[str, tuple[StandingEffect, ...]]] = {kind: {} for kind in STANDING}
    for card in cards.values():
        for effect in card.standing:
            found[effect.do][card.id] = (*found[effect.do].get(card.id, ()), effect)
    return dict(found)


def check_fixed(files: Files, rules: EconomiconRules) -> None:
    """Refuse other commodities or phases, which no edition can change, and rounds out of order."""
    head = files.section("edition")
    if rules.head.commodities != COMMODITIES:
        raise head.refuse("commodities", f"must be {', '.join(COMMODITIES)}: cards name them.")
    if rules.head.phases != PHASES:
        raise head.refuse("phases", f"must be {', '.join(map(str, PHASES))} (N6.4).")
    if rules.law_rounds != tuple(sorted(set(rules.law_rounds))):
        reason = "must be different rounds in rising order."
        raise files.section("laws").refuse("rounds", reason)


def check_counters(files: Files, rules: EconomiconRules) -> None:
    """Refuse too few counters to lay out the table, full of nations (N1.1, N1.2)."""
    size, reserves, counters = SMALLEST_TABLE, asdict(rules.reserves), asdict(rules.counters)
    reserves["gold"] += 1  # one on each peg (N1.2)
    for unit, laid in asdict(rules.market).items():
        key = "each_commodity" if unit in COMMODITIES else unit
        needed = (laid + reserves.get(unit, 0)) * size
        if unit == "each_currency":
            needed += rules.reserves.own_currency  # of one nation
        there = counters[key] * size
        if there < needed:
            reason = f"{there:,} for {size} places, and {needed:,} are laid out (N1.1)."
            raise files.section("counters").refuse(key, reason)


VALUES = Values(whole=("event.goal", "edit_event.goal", "law.must", "edit_law.must"))
"""Goals and conditions: their keys depend on the measure, or are ``all`` or ``any`` (N17.1)."""
EDITIONS = Editions(
    Path(__file__).with_name("shipped"), read_rules, {"classic": "economicon-classic"}, VALUES
)
