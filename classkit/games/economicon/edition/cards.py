"""Reading events and laws from TOML; a word outside the vocabulary is refused (N17.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from classkit.engine.editions import Files
from classkit.engine.errors import EditionError, shorten
from classkit.engine.reading import Entries, Place, Reader, Section, Text, Whole, Word, as_it_is

from .contents import (
    ACTS,
    AGGREGATES,
    COMMODITIES,
    MARKET_MEASURES,
    OPERATORS,
    PEG_KINDS,
    ROUND_MEASURES,
    STATE_MEASURES,
    UNITS,
    AllOf,
    AnyOf,
    Compare,
    Condition,
    EventCard,
    Goal,
    Instant,
    LawCard,
    StandingEffect,
    Value,
)

NATION_MEASURES = (*ROUND_MEASURES, *STATE_MEASURES)
MOST = 10_000
"""The largest number that a card may name."""
CARDS_MAX = 200


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """One word of the vocabulary; any other is refused (N17.6)."""

    words: tuple[str, ...]
    why: str = ""

    def __call__(self, place: Place, value: Any, about: Any) -> str:
        word: str = Text(40)(place, value, about)
        if word not in self.words:
            reason = f"{shorten(word)} is not in the vocabulary of cards (N17.6){self.why}"
            raise place.refuse(f"{reason}: {', '.join(self.words)}.")
        return word


COUNT, CHANGE = Whole(0, MOST), Whole(-MOST, MOST)
GOOD, GOODS, UNIT = Vocabulary(COMMODITIES), Vocabulary((*COMMODITIES, "all")), Vocabulary(UNITS)
STANDING: Mapping[str, Mapping[str, Reader]] = {
    "cost_factor": {"unit": GOOD, "num": Whole(0, 100), "den": Whole(1, 100)},
    "consume": {"unit": GOODS, "n": CHANGE},
    "require": {"unit": GOODS, "n": COUNT},
    "cap_production": {"n": COUNT},
    "keep": {"n": COUNT},
    "mining": {"n": CHANGE},
    "forbid": {"act": Vocabulary(ACTS)},
}
"""Standing effects, and what each says; a ban of buying may name a unit too (N17.4)."""
INSTANT: Mapping[str, Mapping[str, Reader]] = {
    "give": {"who": as_it_is, "unit": UNIT, "n": COUNT},
    "take": {"who": as_it_is, "unit": UNIT, "n": COUNT},
    "token": {"who": as_it_is, "n": CHANGE},
    "market": {"unit": UNIT, "n": CHANGE},
    "market_pct": {"unit": UNIT, "pct": Whole(-100, MOST)},
}
"""Effects that happen once, and what each says (N17.5)."""
EVENTS_ONLY = ("forbid", "cap_production")
"""Effects that make an act illegal, for events only (N7.3, N17.6)."""


# --- decks ----------------------------------------------------------------------------------------


def read_events(files: Files) -> dict[str, EventCard]:
    """Read all events by id (N5)."""
    return read_deck(files, "event", read_event)


def read_laws(files: Files) -> dict[str, LawCard]:
    """Read all laws by id (N7)."""
    return read_deck(files, "law", read_law)


def read_deck(files: Files, key: str, read: Callable[[Section], Any]) -> dict[str, Any]:
    """Read the cards under ``key``, then those under ``edit_KEY``.

    An edited card replaces the card with its id; without one it is added to the deck.
    """
    deck: dict[str, Any] = {}
    edited = f"edit_{key}"
    for listed in (files.rows(key), files.rows(edited) if edited in files.data else []):
        seen: list[str] = []
        for row in listed[: CARDS_MAX + 1]:
            card = read(row)
            if card.id in seen:
                raise row.refuse("id", f"{card.id} stands in this list already.")
            seen.append(card.id)
            deck[card.id] = card
    if not 1 <= len(deck) <= CARDS_MAX:
        reason = f"a deck has 1 to {CARDS_MAX} cards, not {len(deck)}."
        raise EditionError(files.file_of(key), key, reason)
    return deck


def read_event(row: Section) -> EventCard:
    """Read one event: its four parts (N5.1)."""
    row.only("id", "name", "text", "immediate", "standing", "goal", "success", "failure")
    return EventCard(
        id=row.text("id", 12),
        name=row.text("name", 40),
        text=row.text("text", 300),
        goal=read_goal(row.section("goal")),
        immediate=read_instants(row, "immediate"),
        standing=read_standing_effects(row, law=False),
        success=read_instants(row, "success"),
        failure=read_instants(row, "failure"),
    )


def read_law(row: Section) -> LawCard:
    """Read one law: its condition, and its effects while it is in force (N7)."""
    row.only("id", "name", "short", "text", "must", "standing", "lasts")
    return LawCard(
        id=row.text("id", 12),
        name=row.text("name", 40),
        text=row.text("text", 300),
        must=read_condition(row.section("must")),
        standing=read_standing_effects(row, law=True),
        lasts=row.whole("lasts", 1, 100) if "lasts" in row else 0,
        short=row.text("short", 20) if "short" in row else row.text("name", 40),
    )


# --- conditions (N17.1) ---------------------------------------------------------------------------


def read_condition(at: Section, deep: int = 0) -> Condition:
    """Read a comparison, or ``all`` or ``any`` of several."""
    for word, kind in (("all", AllOf), ("any", AnyOf)):
        if word in at:
            at.only(word)
            parts = at.sections(word)
            if not 1 <= len(parts) <= 20 or deep > 5:
                raise at.refuse(word, "holds 1 to 20 conditions, at most 5 deep.")
            return kind(tuple(read_condition(part, deep + 1) for part in parts))
    at.only("m", "op", "v")
    measure = at.take("m", Vocabulary(NATION_MEASURES, "; it is no measure of one nation"))
    operator = at.take("op", Vocabulary(OPERATORS))
    return Compare(measure, operator, read_value(at, measure, operator))


def read_value(at: Section, measure: str, operator: str) -> Value:
    """Read what a measure is compared with: whole numbers, or kinds of pegs."""
    if measure == "peg_kind":
        if operator == "in":
            kinds: tuple[str, ...] = at.take("v", tuple[Annotated[str, Word(PEG_KINDS)], ...])
            if not kinds:
                raise at.refuse("v", "holds at least 1 kind of peg.")
            return kinds
        if operator != "==":
            raise at.refuse("op", "a kind of peg can be compared by == or in only.")
        return at.text("v", among=PEG_KINDS)
    return numbers(at) if operator == "in" else at.whole("v", 0, MOST)


def numbers(at: Section) -> tuple[int, ...]:
    """Read the numbers of which a measure has to be one."""
    found: tuple[int, ...] = at.take("v", tuple[Annotated[int, COUNT], ...])
    if not 1 <= len(found) <= 100:
        raise at.refuse("v", f"holds 1 to 100 numbers, not {len(found)}.")
    return found


def read_goal(at: Section) -> Goal:
    """Read the goal of an event, with its aggregate over the nations (N17.1)."""
    at.only("m", "op", "v", "agg", "per_nation")
    measures = tuple(word for word in NATION_MEASURES if word != "peg_kind")
    known = Vocabulary((*measures, *MARKET_MEASURES), "; it is no measure of a goal")
    measure, operator = at.take("m", known), at.take("op", Vocabulary(OPERATORS))
    of_market = measure in MARKET_MEASURES
    if of_market and "agg" in at:
        raise at.refuse("agg", "the market is one: its measures have no aggregate.")
    aggregate = "" if of_market else at.take("agg", Vocabulary(AGGREGATES))
    per_nation = "per_nation" in at and at.take("per_nation", bool)
    value = numbers(at) if operator == "in" else at.whole("v", 0, MOST)
    return Goal(measure, operator, value, aggregate, per_nation)


# --- effects (N17.4, N17.5) -----------------------------------------------------------------------


def read_standing_effects(row: Section, law: bool) -> tuple[StandingEffect, ...]:
    """Read the effects that stand while the card is in force (N17.4)."""
    return tuple(read_standing_effect(at, law) for at in listed(row, "standing"))


def read_standing_effect(at: Section, law: bool) -> StandingEffect:
    """Read one standing effect (N17.4); one without a unit, or of "all", is of every unit."""
    do = at.take("do", Vocabulary(tuple(STANDING)))
    if law and do in EVENTS_ONLY:
        raise at.refuse(
            "do", f"{do} may stand on events only: laws never make an act illegal (N7.3, N17.6)."
        )
    keys = STANDING[do]
    if do == "forbid" and "unit" in at:
        if at.get("act") != "buy":
            raise at.refuse("unit", f"only buy names a unit, {shorten(at.get('act'))} does not.")
        keys = {**keys, "unit": UNIT}
    found = read_effect(at, keys)
    if found.get("unit") == "all":
        del found["unit"]
    return StandingEffect(**found)


def read_instants(row: Section, key: str) -> tuple[Instant, ...]:
    """Read the effects that happen once, in listed order (N17.5)."""
    return tuple(read_instant(at) for at in listed(row, key))


def read_instant(at: Section) -> Instant:
    """Read one instant effect (N17.5)."""
    found = read_effect(at, INSTANT[at.take("do", Vocabulary(tuple(INSTANT)))])
    if "who" in found:
        found["who"] = read_who(at)
    return Instant(**found)


def read_who(at: Section) -> Condition | None:
    """Read ``all``, or the condition that a nation meets."""
    if at["who"] == "all":
        return None
    if isinstance(at["who"], str):
        raise at.refuse("who", f'must be "all" or a condition, not {shorten(at["who"])}.')
    return read_condition(at.section("who"))


def read_effect(at: Section, keys: Mapping[str, Reader]) -> dict[str, Any]:
    """Read what an effect says: its word, and the keys that belong to this word."""
    at.only("do", *keys)
    return {"do": at["do"]} | {key: at.take(key, read) for key, read in keys.items()}


def listed(row: Section, key: str) -> list[Section]:
    """Read the tables of a list that may be left out."""
    return row.sections(key, Entries(0, 20, "effects")) if key in row else []
