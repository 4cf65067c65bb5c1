"""Reading events and laws from TOML; a word outside the vocabulary is refused (N17.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from classkit.engine.editions import Files
from classkit.engine.errors import EditionError, shorten
from classkit.engine.reading import Entries, Section, Word, as_it_is

from ..contents import (
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
from ..rules.effects import INSTANT, ON_NATIONS
from ..rules.measures import AGGREGATES, MARKET_MEASURES, MEASURES, OPERATORS, PEG_KINDS
from ..rules.standing_effects import STANDING
from ..rules.vocabulary import COUNT, MOST, Vocabulary

CARDS_MAX = 200


# --- decks ----------------------------------------------------------------------------------------


def read_events(files: Files) -> dict[str, EventCard]:
    """Read all events by id (N5)."""
    return read_deck(files, "event", read_event)


def read_laws(files: Files) -> dict[str, LawCard]:
    """Read all laws by id (N7)."""
    return read_deck(files, "law", read_law)


def read_deck(files: Files, key: str, read: Callable[[Section], Any]) -> dict[str, Any]:
    """Read the cards of a deck by id.

    Those under ``edit_KEY`` replace the card with their id whole, or are added. So editions changed
    cards before they could be based on others: it is read for the old files and records alone.
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
    measure = at.take("m", Vocabulary(tuple(MEASURES), "others are no measures of one nation"))
    operator = at.take("op", Vocabulary(tuple(OPERATORS)))
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
    measures = tuple(word for word in MEASURES if word != "peg_kind")
    known = Vocabulary((*measures, *MARKET_MEASURES), "others are no measures of a goal")
    measure, operator = at.take("m", known), at.take("op", Vocabulary(tuple(OPERATORS)))
    of_market = measure in MARKET_MEASURES
    if of_market and "agg" in at:
        raise at.refuse("agg", "the market is one: its measures have no aggregate.")
    aggregate = "" if of_market else at.take("agg", Vocabulary(tuple(AGGREGATES)))
    per_nation = "per_nation" in at and at.take("per_nation", bool)
    value = numbers(at) if operator == "in" else at.whole("v", 0, MOST)
    return Goal(measure, operator, value, aggregate, per_nation)


# --- effects (N17.4, N17.5) -----------------------------------------------------------------------


def read_standing_effects(row: Section, law: bool) -> tuple[StandingEffect, ...]:
    """Read the effects that stand while the card is in force (N17.4)."""
    return tuple(read_standing_effect(at, law) for at in listed(row, "standing"))


def read_standing_effect(at: Section, law: bool) -> StandingEffect:
    """Read one standing effect (N17.4)."""
    do = at.take("do", Vocabulary(tuple(STANDING)))
    kind = STANDING[do]
    if law and kind.events_only:
        raise at.refuse(
            "do", f"{do} may stand on events only: laws never make an act illegal (N7.3, N17.6)."
        )
    at.only("do", *kind.keys)
    return StandingEffect(do, **kind.read(at))


def read_instants(row: Section, key: str) -> tuple[Instant, ...]:
    """Read the effects that happen once, in listed order (N17.5)."""
    return tuple(read_instant(at) for at in listed(row, key))


def read_instant(at: Section) -> Instant:
    """Read one instant effect (N17.5)."""
    do = at.take("do", Vocabulary(tuple(INSTANT)))
    effect, who = INSTANT[do], ("who",) if do in ON_NATIONS else ()
    at.only("do", *who, *effect.keys)
    return Instant(do, read_who(at) if who else None, **effect.read(at))


def read_who(at: Section) -> Condition | None:
    """Read ``all``, or the condition that a nation meets."""
    if at.take("who", as_it_is) == "all":
        return None
    if isinstance(at["who"], str):
        raise at.refuse("who", f'must be "all" or a condition, not {shorten(at["who"])}.')
    return read_condition(at.section("who"))


def listed(row: Section, key: str) -> list[Section]:
    """Read the tables of a list that may be left out."""
    return row.sections(key, Entries(0, 20, "effects")) if key in row else []
