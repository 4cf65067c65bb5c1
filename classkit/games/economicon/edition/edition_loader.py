"""Loader for editions. It checks that they are playable.

An edition that is based on another one lists only the changed cards under ``[[event]]`` and
``[[law]]``, by id (:mod:`classkit.engine.edition_inheritance`).

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

from classkit.engine.edition_inheritance import AtomicTables
from classkit.engine.editions import EditionFiles, Editions

from ..rules.standing_effects import STANDING
from ..rules_data import (
    COMMODITIES,
    Counters,
    EconomiconHeader,
    EconomiconRules,
    Effects,
    EventCard,
    FloatLimits,
    LawCard,
    LawRounds,
    Mining,
    OpeningMarket,
    OpeningReserves,
    Production,
    Reward,
    StandingEffect,
    get_place_count,
)
from ..state import PHASES
from .cards import read_events, read_laws

TABLES = (
    "edition", "opening_reserves", "opening_market", "counters", "mining", "production", "reward",
    "float", "laws", "event", "law", "edit_event", "edit_law",
)  # fmt: skip
MIN_PLACE_COUNT = get_place_count(2)
"""The smallest table size: two or three nations use a table for four (section 2: T)."""


def read_rules(files: EditionFiles) -> EconomiconRules:
    """Read and check the rules of an edition."""
    files.forbid_extra(*TABLES)
    events, laws = read_events(files), read_laws(files)
    rules = EconomiconRules(
        head=files.read_head(EconomiconHeader),
        reserves=files.read_table("opening_reserves", OpeningReserves),
        market=files.read_table("opening_market", OpeningMarket),
        counters=files.read_table("counters", Counters),
        mining=files.read_table("mining", Mining),
        production=files.read_table("production", Production),
        reward=files.read_table("reward", Reward),
        floating=files.read_table("float", FloatLimits),
        law_rounds=files.read_table("laws", LawRounds).rounds,
        events=events,
        laws=laws,
        event_effects=group_effects(events),
        law_effects=group_effects(laws),
    )
    check_fixed(files, rules)
    check_counters(files, rules)
    return rules


def group_effects(cards: Mapping[str, EventCard] | Mapping[str, LawCard]) -> dict[str, Effects]:
    """Group card effects by kind of standing effect and card. Empty entries are left out."""
    found: dict[str, dict[str, tuple[StandingEffect, ...]]] = {kind: {} for kind in STANDING}
    for card in cards.values():
        for effect in card.standing:
            found[effect.do][card.id] = (*found[effect.do].get(card.id, ()), effect)
    return dict(found)


def check_fixed(files: EditionFiles, rules: EconomiconRules) -> None:
    """Check the commodities and phases, which editions cannot change, and the order of rounds."""
    head = files.get_section("edition")
    if rules.head.commodities != COMMODITIES:
        raise head.make_error("commodities", f"must be {', '.join(COMMODITIES)}, as on the cards.")
    if rules.head.phases != PHASES:
        raise head.make_error("phases", f"must be {', '.join(map(str, PHASES))} (N6.4).")
    if rules.law_rounds != tuple(sorted(set(rules.law_rounds))):
        reason = "must be different rounds in ascending order."
        raise files.get_section("laws").make_error("rounds", reason)


def check_counters(files: EditionFiles, rules: EconomiconRules) -> None:
    """Check that the supply has enough units to set up a full table (N1.1, N1.2)."""
    size, reserves, counters = MIN_PLACE_COUNT, asdict(rules.reserves), asdict(rules.counters)
    reserves["gold"] += 1  # on each peg (N1.2)
    for unit, laid in asdict(rules.market).items():
        key = "each_commodity" if unit in COMMODITIES else unit
        needed = (laid + reserves.get(unit, 0)) * size
        if unit == "each_currency":
            needed += rules.reserves.own_currency  # per nation
        there = counters[key] * size
        if there < needed:
            reason = f"has {there:,} for {size} nations, but the set-up needs {needed:,} (N1.1)."
            raise files.get_section("counters").make_error(key, reason)


ATOMIC_TABLES = AtomicTables(whole=("event.goal", "edit_event.goal", "law.must", "edit_law.must"))
"""Goals and conditions are replaced as a whole: their keys depend on the measure (N17.1)."""
EDITIONS = Editions(
    Path(__file__).with_name("shipped"),
    read_rules,
    {"classic": "economicon-classic"},
    ATOMIC_TABLES,
)
