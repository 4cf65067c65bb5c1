"""Reading events and laws from TOML; a word outside the vocabulary is refused (N17.6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from classkit.engine.editions import Files
from classkit.engine.errors import EditionError, shorten
from classkit.engine.reading import Entries, Section

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
    Standing,
    Value,
)

MEASURES = (*ROUND_MEASURES, *STATE_MEASURES)
MOST = 10_000
"""The largest number that a card may name."""
CARDS_MAX = 200
FIELDS_OF_STANDING = {
    "cost_factor": ("unit", "num", "den"), "consume": ("unit", "n"), "require": ("unit", "n"),
    "cap_production": ("n",), "keep": ("n",), "mining": ("n",), "forbid": ("act", "unit"),
}  # fmt: skip
FIELDS_OF_INSTANT = {
    "give": ("who", "unit", "n"), "take": ("who", "unit", "n"), "token": ("who", "n"),
    "market": ("unit", "n"), "market_pct": ("unit", "pct"),
}  # fmt: skip
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
        standing=read_standings(row, law=False),
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
        standing=read_standings(row, law=True),
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
    measure = word_of(at, "m", MEASURES, "it is no measure of one nation")
    operator = word_of(at, "op", OPERATORS)
    return Compare(measure, operator, read_value(at, measure, operator))


def read_value(at: Section, measure: str, operator: str) -> Value:
    """Read what a measure is compared with: whole numbers, or kinds of pegs."""
    if measure == "peg_kind":
        if operator == "in":
            kinds = tuple(at.texts("v", among=PEG_KINDS))
            if not kinds:
                raise at.refuse("v", "holds at least 1 kind of peg.")
            return kinds
        if operator != "==":
            raise at.refuse("op", "a kind of peg can be compared by == or in only.")
        return at.text("v", among=PEG_KINDS)
    return numbers(at) if operator == "in" else at.whole("v", 0, MOST)


def numbers(at: Section) -> tuple[int, ...]:
    """Read the numbers of which a measure has to be one."""
    found = tuple(at.wholes("v", 0, MOST))
    if not 1 <= len(found) <= 100:
        raise at.refuse("v", f"holds 1 to 100 numbers, not {len(found)}.")
    return found


def read_goal(at: Section) -> Goal:
    """Read the goal of an event, with its aggregate over the nations (N17.1)."""
    at.only("m", "op", "v", "agg", "per_nation")
    measures = tuple(word for word in MEASURES if word != "peg_kind")
    measure = word_of(at, "m", (*measures, *MARKET_MEASURES), "it is no measure of a goal")
    operator = word_of(at, "op", OPERATORS)
    of_market = measure in MARKET_MEASURES
    if of_market and "agg" in at:
        raise at.refuse("agg", "the market is one: its measures have no aggregate.")
    aggregate = "" if of_market else word_of(at, "agg", AGGREGATES)
    per_nation = at.flag("per_nation", default=False)
    value = numbers(at) if operator == "in" else at.whole("v", 0, MOST)
    return Goal(measure, operator, value, aggregate, per_nation)


# --- effects (N17.4, N17.5) -----------------------------------------------------------------------


def read_standings(row: Section, law: bool) -> tuple[Standing, ...]:
    """Read the effects that stand while the card is in force (N17.4)."""
    return tuple(read_standing(at, law) for at in listed(row, "standing"))


def read_standing(at: Section, law: bool) -> Standing:
    """Read one standing effect (N17.4)."""
    do = word_of(at, "do", tuple(FIELDS_OF_STANDING))
    if law and do in EVENTS_ONLY:
        raise at.refuse(
            "do", f"{do} may stand on events only: laws never make an act illegal (N7.3, N17.6)."
        )
    at.only("do", *FIELDS_OF_STANDING[do])
    if do == "cost_factor":
        unit = word_of(at, "unit", COMMODITIES)
        return Standing(do, unit, num=at.whole("num", 0, 100), den=at.whole("den", 1, 100))
    if do == "forbid":
        act = word_of(at, "act", ACTS)
        if "unit" in at and act != "buy":
            raise at.refuse("unit", f"only buy names a unit, {act} does not.")
        return Standing(do, word_of(at, "unit", UNITS) if "unit" in at else "", act=act)
    if do in ("consume", "require"):
        unit = word_of(at, "unit", (*COMMODITIES, "all"))
        return Standing(
            do, "" if unit == "all" else unit, at.whole("n", -MOST if do == "consume" else 0, MOST)
        )
    return Standing(do, n=at.whole("n", -MOST if do == "mining" else 0, MOST))


def read_instants(row: Section, key: str) -> tuple[Instant, ...]:
    """Read the effects that happen once, in listed order (N17.5)."""
    return tuple(read_instant(at) for at in listed(row, key))


def read_instant(at: Section) -> Instant:
    """Read one instant effect (N17.5)."""
    do = word_of(at, "do", tuple(FIELDS_OF_INSTANT))
    fields = FIELDS_OF_INSTANT[do]
    at.only("do", *fields)
    who = read_who(at) if "who" in fields else None
    unit = word_of(at, "unit", UNITS) if "unit" in fields else ""
    if do == "market_pct":
        return Instant(do, None, unit, at.whole("pct", -100, MOST))
    return Instant(do, who, unit, at.whole("n", -MOST if do in ("token", "market") else 0, MOST))


def read_who(at: Section) -> Condition | None:
    """Read ``all``, or the condition that a nation meets."""
    if at.get("who") == "all":
        return None
    if isinstance(at.get("who"), str):
        raise at.refuse("who", f'must be "all" or a condition, not {shorten(at["who"])}.')
    return read_condition(at.section("who"))


# --- small readings -------------------------------------------------------------------------------


def listed(row: Section, key: str) -> list[Section]:
    """Read the tables of a list that may be left out."""
    return row.sections(key, Entries(0, 20, "effects")) if key in row else []


def word_of(at: Section, key: str, among: Sequence[str], why: str = "") -> str:
    """Read one word of the vocabulary; any other is refused (N17.6)."""
    word = at.text(key, 40)
    if word not in among:
        reason = f"{shorten(word)} is not in the vocabulary of cards (N17.6)"
        raise at.refuse(key, f"{reason}{'; ' + why if why else ''}: {', '.join(among)}.")
    return word
