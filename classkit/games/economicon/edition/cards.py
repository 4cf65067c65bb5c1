"""Reader for the events and laws of an edition, which may use only the card vocabulary (N17.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from classkit.engine.editions import EditionFiles
from classkit.engine.errors import EditionError, truncate_text
from classkit.engine.schema import Entries, Section, Word, read_unchanged

from ..rules.card_vocabulary import COUNT, MAX_CARD_NUMBER, Vocabulary
from ..rules.instant_effects import INSTANT_EFFECTS, NATION_EFFECTS
from ..rules.measures import AGGREGATES, MARKET_MEASURES, MEASURES, OPERATORS, PEG_KINDS
from ..rules.standing_effects import STANDING
from ..rules_data import (
    AllOf,
    AnyOf,
    Condition,
    EventCard,
    Goal,
    InstantEffect,
    LawCard,
    MeasureComparison,
    StandingEffect,
    Value,
)

MAX_CARDS = 200


# --- decks ----------------------------------------------------------------------------------------


def read_events(files: EditionFiles) -> dict[str, EventCard]:
    """Read all events by id (N5)."""
    return read_deck(files, "event", read_event)


def read_laws(files: EditionFiles) -> dict[str, LawCard]:
    """Read all laws by id (N7)."""
    return read_deck(files, "law", read_law)


def read_deck(files: EditionFiles, key: str, read: Callable[[Section], Any]) -> dict[str, Any]:
    """Read the cards of a deck by id.

    Cards under ``edit_KEY`` are added, or replace the card with the same id. Only editions and
    records from before `based_on` have this key.
    """
    deck: dict[str, Any] = {}
    edited = f"edit_{key}"
    for listed in (files.get_rows(key), files.get_rows(edited) if edited in files.data else []):
        seen: list[str] = []
        for row in listed[: MAX_CARDS + 1]:
            card = read(row)
            if card.id in seen:
                raise row.make_error("id", f"{card.id} is already in this list.")
            seen.append(card.id)
            deck[card.id] = card
    if not 1 <= len(deck) <= MAX_CARDS:
        reason = f"must have 1 to {MAX_CARDS} cards, not {len(deck)}."
        raise EditionError(files.find_file(key), key, reason)
    return deck


def read_event(row: Section) -> EventCard:
    """Read one event with its four parts (N5.1)."""
    row.forbid_extra("id", "name", "text", "immediate", "standing", "goal", "success", "failure")
    return EventCard(
        id=row.get_text("id", 12),
        name=row.get_text("name", 40),
        text=row.get_text("text", 300),
        goal=read_goal(row.get_section("goal")),
        immediate=read_instants(row, "immediate"),
        standing=read_standing_effects(row, law=False),
        success=read_instants(row, "success"),
        failure=read_instants(row, "failure"),
    )


def read_law(row: Section) -> LawCard:
    """Read one law, its condition and its effects while in force (N7)."""
    row.forbid_extra("id", "name", "short", "text", "must", "standing", "lasts")
    return LawCard(
        id=row.get_text("id", 12),
        name=row.get_text("name", 40),
        text=row.get_text("text", 300),
        must=read_condition(row.get_section("must")),
        standing=read_standing_effects(row, law=True),
        lasts=row.get_int("lasts", 1, 100) if "lasts" in row else 0,
        short=row.get_text("short", 20) if "short" in row else row.get_text("name", 40),
    )


# --- conditions (N17.1) ---------------------------------------------------------------------------


def read_condition(at: Section, deep: int = 0) -> Condition:
    """Read a comparison, or several conditions joined by ``all`` or ``any``."""
    for word, kind in (("all", AllOf), ("any", AnyOf)):
        if word in at:
            at.forbid_extra(word)
            parts = at.get_sections(word)
            if not 1 <= len(parts) <= 20 or deep > 5:
                raise at.make_error(word, "must have 1 to 20 conditions, nested at most 5 deep.")
            return kind(tuple(read_condition(part, deep + 1) for part in parts))
    at.forbid_extra("m", "op", "v")
    measure = at.get_required("m", Vocabulary(tuple(MEASURES), "only these measure one nation"))
    operator = at.get_required("op", Vocabulary(tuple(OPERATORS)))
    return MeasureComparison(measure, operator, read_value(at, measure, operator))


def read_value(at: Section, measure: str, operator: str) -> Value:
    """Read the value of a comparison, which is either whole numbers or kinds of peg."""
    if measure == "peg_kind":
        if operator == "in":
            kinds: tuple[str, ...] = at.get_required(
                "v", tuple[Annotated[str, Word(PEG_KINDS)], ...]
            )
            if not kinds:
                raise at.make_error("v", "must have at least 1 kind of peg.")
            return kinds
        if operator != "==":
            raise at.make_error("op", "must be == or in for a kind of peg.")
        return at.get_text("v", among=PEG_KINDS)
    return read_numbers(at) if operator == "in" else at.get_int("v", 0, MAX_CARD_NUMBER)


def read_numbers(at: Section) -> tuple[int, ...]:
    """Read the accepted numbers of a measure."""
    found: tuple[int, ...] = at.get_required("v", tuple[Annotated[int, COUNT], ...])
    if not 1 <= len(found) <= 100:
        raise at.make_error("v", f"must have 1 to 100 numbers, not {len(found)}.")
    return found


def read_goal(at: Section) -> Goal:
    """Read an event's goal and its aggregate over nations (N17.1)."""
    at.forbid_extra("m", "op", "v", "agg", "per_nation")
    measures = tuple(word for word in MEASURES if word != "peg_kind")
    known = Vocabulary((*measures, *MARKET_MEASURES), "only these measure a goal")
    measure, operator = (
        at.get_required("m", known),
        at.get_required("op", Vocabulary(tuple(OPERATORS))),
    )
    of_market = measure in MARKET_MEASURES
    if of_market and "agg" in at:
        raise at.make_error("agg", "must be omitted: there is only one market to measure.")
    aggregate = "" if of_market else at.get_required("agg", Vocabulary(tuple(AGGREGATES)))
    per_nation = "per_nation" in at and at.get_required("per_nation", bool)
    value = read_numbers(at) if operator == "in" else at.get_int("v", 0, MAX_CARD_NUMBER)
    return Goal(measure, operator, value, aggregate, per_nation)


# --- effects (N17.4, N17.5) -----------------------------------------------------------------------


def read_standing_effects(row: Section, law: bool) -> tuple[StandingEffect, ...]:
    """Read the effects that apply while the card is in force (N17.4)."""
    return tuple(read_standing_effect(at, law) for at in list_effect_sections(row, "standing"))


def read_standing_effect(at: Section, law: bool) -> StandingEffect:
    """Read one standing effect (N17.4)."""
    do = at.get_required("do", Vocabulary(tuple(STANDING)))
    kind = STANDING[do]
    if law and kind.events_only:
        raise at.make_error(
            "do", f"{do} is only for events: a law cannot make an act illegal (N7.3, N17.6)."
        )
    at.forbid_extra("do", *kind.keys)
    return StandingEffect(do, **kind.read(at))


def read_instants(row: Section, key: str) -> tuple[InstantEffect, ...]:
    """Read the effects that happen once, in listed order (N17.5)."""
    return tuple(read_instant(at) for at in list_effect_sections(row, key))


def read_instant(at: Section) -> InstantEffect:
    """Read one instant effect (N17.5)."""
    do = at.get_required("do", Vocabulary(tuple(INSTANT_EFFECTS)))
    effect, who = INSTANT_EFFECTS[do], ("who",) if do in NATION_EFFECTS else ()
    at.forbid_extra("do", *who, *effect.keys)
    return InstantEffect(do, read_who(at) if who else None, **effect.read(at))


def read_who(at: Section) -> Condition | None:
    """Read ``all``, or a condition that selects nations."""
    if at.get_required("who", read_unchanged) == "all":
        return None
    if isinstance(at["who"], str):
        raise at.make_error("who", f'must be "all" or a condition, not {truncate_text(at["who"])}.')
    return read_condition(at.get_section("who"))


def list_effect_sections(row: Section, key: str) -> list[Section]:
    """Return the tables of an optional list."""
    return row.get_sections(key, Entries(0, 20, "effects")) if key in row else []
