"""Law of illegal moves: every answer that is not offered is rejected with a reason and a clause.

The same match is played twice. The first time, all named and offered values are recorded. The
second time, values that are not offered are tried at each step:

- each space of the board that was named anywhere, and each seat,
- each option that the field names, or offers at another step,
- amounts above and below the limits,
- moves and side actions of other steps.

A sentence that only lists the possible answers does not count as a reason.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.decisions import Decision
from classkit.engine.errors import ClasskitError, IllegalMove
from classkit.engine.fields import Amount, Field, FieldGroup, ListOf, OneOf, SomeOf
from classkit.engine.match import Match
from classkit.engine.moves import Move
from classkit.engine.randomness import RandomStream

from .match_strategies import Setup, law, sample_items, setups, walk_randomly

STEPS = 120
MAX_TRIED_OPTIONS = 6
"""Number of values to try for each field at each step."""

FieldPath = tuple[str, ...]
"""Names of a decision (or "" for an aside), a move and a field, and the path within the field."""
ITEM_KEY = "each"
"""Path component that matches any item in a list."""


@dataclass
class OfferHistory:
    """The values that a match has offered at any step so far."""

    options: dict[FieldPath, set[Any]] = field(default_factory=lambda: defaultdict(set))
    moves: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    spaces: set[str] = field(default_factory=set)
    asides: set[str] = field(default_factory=set)


@law
@given(st.data())
def test_what_is_not_offered_is_refused_with_its_own_reason(game: Any, data: st.DataObject) -> None:
    """Check that each value not on offer is rejected with a reason and a clause."""
    setup: Setup = data.draw(setups(game))
    offered = OfferHistory()
    for m in iter_moments(setup):
        record_offers(m, offered)
    for step, m in enumerate(iter_moments(setup)):
        for decision in m.requests():
            try_moves(m, decision, offered)
            for move in decision.moves:
                try_options(m, decision.seat, decision.name, move, offered, step)
            try_bare_values(m, decision, offered, step)
        for aside in m.asides():
            try_options(m, aside.seat, "", aside.move, offered, step)
        try_asides(m, offered)


def iter_moments(setup: Setup) -> Iterator[Match]:
    """Play randomly but reproducibly, and yield the match before every step."""
    m = setup.new()
    chance = RandomStream(f"refusals {setup.seed}")
    for _ in walk_randomly(m, chance, STEPS):
        yield m


def record_offers(m: Match, offered: OfferHistory) -> None:
    """Record everything that the match offers now."""
    for decision in m.requests():
        for move in decision.moves:
            offered.moves[decision.name].add(move.name)
            offered.spaces.update([move.space] if move.space else [])
            for place, one in iter_fields(decision.name, move):
                record_field(place, one, offered)
    for aside in m.asides():
        offered.asides.add(aside.move.name)
        for place, one in iter_fields("", aside.move):
            record_field(place, one, offered)


def record_field(place: FieldPath, one: Field, offered: OfferHistory) -> None:
    """Record the values that a field can name and offers."""
    offered.options[place].update(get_options(one))
    if isinstance(one, (OneOf, SomeOf)) and one.of == "space":
        offered.spaces.update(get_named_options(one))


def get_named_options(one: OneOf | SomeOf) -> Collection[Any]:
    """Return all values that a field can name, offered or not."""
    return one.one.named if isinstance(one, SomeOf) else one.named


def iter_fields(asked: str, move: Move) -> Iterator[tuple[FieldPath, Field]]:
    """Yield the fields of a move, their nested fields and the paths of all."""
    for name, one in move.fields.items():
        yield from iter_nested_fields((asked, move.name, name), one)


def iter_nested_fields(place: FieldPath, one: Field) -> Iterator[tuple[FieldPath, Field]]:
    """Yield a field, its nested fields and the paths of all."""
    yield place, one
    if isinstance(one, FieldGroup):
        for name, part in one.fields.items():
            yield from iter_nested_fields((*place, name), part)
    if isinstance(one, ListOf):
        yield from iter_nested_fields((*place, ITEM_KEY), one.item)


def get_options(one: Field) -> Collection[Any]:
    """Return the options that a field offers, or () for a field without options."""
    return one.options if isinstance(one, (OneOf, SomeOf)) else ()


# --- values to try ------------------------------------------------------------------------------


def try_moves(m: Match, decision: Decision, offered: OfferHistory) -> None:
    """Try moves that the same decision offered at another step."""
    listed = [move.name for move in decision.moves]
    for name in sorted(offered.moves[decision.name] - set(listed)):
        check_refusal(m, decision, name, {}, listed)
    if any(move.name == move.space for move in decision.moves):  # moves named after spaces
        for space in (one for one in get_offered_spaces(m, offered) if one not in listed):
            check_refusal(m, decision, space, {}, listed)


def try_options(
    m: Match, seat: str, asked: str, move: Move, offered: OfferHistory, step: int
) -> None:  # fmt: skip
    """Try values that the fields of a move, or of an aside if ``asked`` is "", do not offer."""
    first = {name: next(iter(one.suggest()), None) for name, one in move.fields.items()}
    for place, one in iter_fields(asked, move):
        for value in sample_items(
            step, get_unoffered_values(m, place, one, offered), MAX_TRIED_OPTIONS
        ):
            values = {**first, place[2]: replace_nested(first[place[2]], place[3:], value, one)}
            if move.refusal(values) is None:
                continue  # forms may list fewer values than the rules allow
            if asked:
                decision = next(d for d in m.requests(seat) if d.name == asked)
                check_refusal(m, decision, move.name, values, get_options(one))
            else:
                with pytest.raises(IllegalMove) as refusal:
                    m.aside(move.name, seat=seat, **values)
                check_reason(m, str(refusal.value), get_options(one))


def try_bare_values(m: Match, decision: Decision, offered: OfferHistory, step: int) -> None:
    """Try values without a move, as in ``m.answer("I07")``."""
    listed = [move.name for move in decision.moves]
    for move in decision.moves:
        for place, one in iter_fields(decision.name, move):
            if len(place) == 3 and isinstance(one, OneOf):
                for value in sample_items(
                    step, get_unoffered_values(m, place, one, offered), MAX_TRIED_OPTIONS
                ):
                    if (
                        one.contains_value(value)
                        and value not in listed
                        and not is_answer(decision, value)
                    ):
                        check_refusal(m, decision, value, {}, one.options)


def is_answer(decision: Decision, value: Any) -> bool:
    """Return whether a value without a move is a legal answer, for example by another move."""
    try:
        decision.read(value)
    except IllegalMove:
        return False
    return True


def try_asides(m: Match, offered: OfferHistory) -> None:
    """Try asides that the seat had at another step, or that another seat has now."""
    for seat in m.seats:
        names = sorted({aside.move.name for aside in m.asides(seat)})
        for name in sorted(offered.asides - set(names)):
            with pytest.raises(ClasskitError) as refusal:
                m.aside(name, seat=seat)
            check_reason(m, str(refusal.value), names)


def get_unoffered_values(
    m: Match, place: FieldPath, one: Field, offered: OfferHistory
) -> list[Any]:
    """Return the values that a field could name, here or elsewhere, but does not offer now."""
    if isinstance(one, Amount):
        return list(iter_impossible_amounts(one))
    if not isinstance(one, (OneOf, SomeOf)):
        return []
    of_kind = {"space": get_offered_spaces(m, offered), "seat": list(m.seats)}.get(one.of, [])
    elsewhere = sorted(offered.options[place], key=str)
    all_there_are = dict.fromkeys([*of_kind, *get_named_options(one), *elsewhere])
    return [value for value in all_there_are if value not in one.options]


def iter_impossible_amounts(one: Amount) -> Iterator[int]:
    """Yield illegal amounts: one step and ten times above the limit, one step below, and zero."""
    highest = max(one.high, *(n for n in one.also if isinstance(n, int)), 0)
    for value in (highest + one.step, highest * 10 + one.step, one.low - one.step, 0):
        if value >= 0 and one.refuse(value) is not None:
            yield value


def get_offered_spaces(m: Match, offered: OfferHistory) -> list[str]:
    """Return the spaces of the board that the match has named, which excludes decorations."""
    return [space.id for space in m.game.board(m.table).spaces if space.id in offered.spaces]


def replace_nested(whole: Any, way: FieldPath, value: Any, one: Field) -> Any:
    """Return ``whole``, the first suggestion for a field, with a value inserted at a path."""
    if not way:
        return [value] if isinstance(one, SomeOf) else value
    if way[0] == ITEM_KEY:
        first = next(iter(whole or ()), None)
        return [replace_nested(first, way[1:], value, one)]
    inner = whole if isinstance(whole, Mapping) else {}
    return {**inner, way[0]: replace_nested(inner.get(way[0]), way[1:], value, one)}


# --- checks of refusals -------------------------------------------------------------------------


def check_refusal(
    m: Match, decision: Decision, move: Any, values: Mapping[str, Any], options: Collection[Any]
) -> None:
    """Submit an illegal answer and check that its refusal has a reason and a clause."""
    with pytest.raises(IllegalMove) as refusal:
        m.answer(move, seat=decision.seat, **values)
    check_reason(m, str(refusal.value), options)


LIST_ONLY_PATTERN = re.compile(
    r"must (be|have) [^:]*, not (?![^\s\w]?0\.)[^:]*[.?]$|nothing to choose from"
    r"|No amount is possible|is not an answer to|Possible: |Nothing can be done aside"
)
"""Matches sentences that only list possible answers, unless they are about an amount of 0."""
CITATION_PATTERN = re.compile(r" \([A-Z]\d+(\.\d+)?(, [A-Z]\d+(\.\d+)?)*\)")
"""Matches cited clauses in parentheses."""
MIN_WORDS = 3
"""Minimum number of words in a reason, excluding names of options."""


def check_reason(m: Match, reason: str, options: Collection[Any]) -> None:
    """Check that a reason is more than a list of options, and cites a clause of the rulebook."""
    clauses = re.findall(r"[A-Z]\d+(?:\.\d+)?", reason)
    assert any(clause in m.game.rulebook.clauses for clause in clauses), reason
    sentence = CITATION_PATTERN.sub("", reason).strip()
    assert not LIST_ONLY_PATTERN.search(sentence), reason
    named = {str(option) for option in options}
    words = [word for word in re.findall(r"[A-Za-z][\w'-]*", sentence) if word not in named]
    assert len(words) >= MIN_WORDS, reason
