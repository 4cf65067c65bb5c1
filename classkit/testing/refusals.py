"""Laws of refusing: every answer not offered is refused with its own reason and clause.

A match is played twice by the same hands. The first time everything that is ever named or offered
is noted. The second time everything that is not offered at a moment is tried: each space of the
board that was named anywhere, each seat, each option that the field names or offers at another
moment, amounts above and below what is possible, and moves and asides of other moments. A sentence
that only lists what may be answered instead is no reason.
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

from classkit.engine.errors import ClasskitError, IllegalMove
from classkit.engine.fields import Amount, Bundle, Field, ListOf, OneOf, SomeOf
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.moves import Move
from classkit.engine.requests import Decision

from .matches import Setup, law, setups, some, walk

STEPS = 120
FEW = 6
"""The number of options not offered that are tried of each field at each moment."""

Place = tuple[str, ...]
"""A decision or aside, a move, a field, and the path within it."""
EACH = "each"
"""The part of a path that stands for any item of a list."""


@dataclass
class Offered:
    """The offers that a match has made at any moment."""

    options: dict[Place, set[Any]] = field(default_factory=lambda: defaultdict(set))
    moves: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    spaces: set[str] = field(default_factory=set)
    asides: set[str] = field(default_factory=set)


@law
@given(st.data())
def test_what_is_not_offered_is_refused_with_its_own_reason(game: Any, data: st.DataObject) -> None:
    """Check that each option not offered has a reason that is no list, and a clause."""
    setup: Setup = data.draw(setups(game))
    offered = Offered()
    for m in moments(setup):
        note(m, offered)
    for step, m in enumerate(moments(setup)):
        for decision in m.requests():
            try_moves(m, decision, offered)
            for move in decision.moves:
                try_options(m, decision.seat, decision.name, move, offered, step)
            try_alone(m, decision, offered, step)
        for aside in m.asides():
            try_options(m, aside.seat, "", aside.move, offered, step)
        try_asides(m, offered)


def moments(setup: Setup) -> Iterator[Match]:
    """Play by chance, always in the same way, and yield the match at every moment."""
    m = setup.new()
    chance = Stream(f"refusals {setup.seed}")
    for _ in walk(m, chance, STEPS):
        yield m


def note(m: Match, offered: Offered) -> None:
    """Note all that is offered now."""
    for decision in m.requests():
        for move in decision.moves:
            offered.moves[decision.name].add(move.name)
            offered.spaces.update([move.space] if move.space else [])
            for place, one in choices_of(decision.name, move):
                note_field(place, one, offered)
    for aside in m.asides():
        offered.asides.add(aside.move.name)
        for place, one in choices_of("", aside.move):
            note_field(place, one, offered)


def note_field(place: Place, one: Field, offered: Offered) -> None:
    """Note what a field names and offers."""
    offered.options[place].update(options_of(one))
    if isinstance(one, (OneOf, SomeOf)) and one.of == "space":
        offered.spaces.update(named_by(one))


def named_by(one: OneOf | SomeOf) -> Collection[Any]:
    """List all that a field can name, offered or not."""
    return one.one.named if isinstance(one, SomeOf) else one.named


def choices_of(asked: str, move: Move) -> Iterator[tuple[Place, Field]]:
    """Yield the fields of a move, and those inside them, with the way to each."""
    for name, one in move.fields.items():
        yield from inside((asked, move.name, name), one)


def inside(place: Place, one: Field) -> Iterator[tuple[Place, Field]]:
    """Yield a field and those inside it."""
    yield place, one
    if isinstance(one, Bundle):
        for name, part in one.fields.items():
            yield from inside((*place, name), part)
    if isinstance(one, ListOf):
        yield from inside((*place, EACH), one.item)


def options_of(one: Field) -> Collection[Any]:
    """List the options that a field offers, if it is one that does."""
    return one.options if isinstance(one, (OneOf, SomeOf)) else ()


# --- what is tried ------------------------------------------------------------------------------


def try_moves(m: Match, decision: Decision, offered: Offered) -> None:
    """Try a move that the same decision has listed at another moment."""
    listed = [move.name for move in decision.moves]
    for name in sorted(offered.moves[decision.name] - set(listed)):
        refused_well(m, decision, name, {}, listed)
    if any(move.name == move.space for move in decision.moves):  # moves named after spaces
        for space in (one for one in spaces_of(m, offered) if one not in listed):
            refused_well(m, decision, space, {}, listed)


def try_options(
    m: Match, seat: str, asked: str, move: Move, offered: Offered, step: int
) -> None:  # fmt: skip
    """Try what the fields of a move do not offer now; without ``asked`` those of an aside."""
    first = {name: next(iter(one.suggest()), None) for name, one in move.fields.items()}
    for place, one in choices_of(asked, move):
        for value in some(step, not_offered(m, place, one, offered), FEW):
            values = {**first, place[2]: put(first[place[2]], place[3:], value, one)}
            if move.refusal(values) is None:
                continue  # the form may list less than the law allows
            if asked:
                decision = next(d for d in m.requests(seat) if d.name == asked)
                refused_well(m, decision, move.name, values, options_of(one))
            else:
                with pytest.raises(IllegalMove) as refusal:
                    m.aside(move.name, seat=seat, **values)
                check_reason(m, str(refusal.value), options_of(one))


def try_alone(m: Match, decision: Decision, offered: Offered, step: int) -> None:
    """Try a space alone, as m.answer("I07"), where a move has a field for one."""
    listed = [move.name for move in decision.moves]
    for move in decision.moves:
        for place, one in choices_of(decision.name, move):
            if len(place) == 3 and isinstance(one, OneOf):
                for value in some(step, not_offered(m, place, one, offered), FEW):
                    if one.knows(value) and value not in listed and not is_answer(decision, value):
                        refused_well(m, decision, value, {}, one.options)


def is_answer(decision: Decision, value: Any) -> bool:
    """Return whether a bare value answers a decision, as it may by another move."""
    try:
        decision.read(value)
    except IllegalMove:
        return False
    return True


def try_asides(m: Match, offered: Offered) -> None:
    """Try asides that the seat had at another moment, or that another seat has now."""
    for seat in m.seats:
        names = sorted({aside.move.name for aside in m.asides(seat)})
        for name in sorted(offered.asides - set(names)):
            with pytest.raises(ClasskitError) as refusal:
                m.aside(name, seat=seat)
            check_reason(m, str(refusal.value), names)


def not_offered(m: Match, place: Place, one: Field, offered: Offered) -> list[Any]:
    """List the values that a field could name, here or elsewhere, but does not offer now."""
    if isinstance(one, Amount):
        return list(bands_around(one))
    if not isinstance(one, (OneOf, SomeOf)):
        return []
    of_kind = {"space": spaces_of(m, offered), "seat": list(m.seats)}.get(one.of, [])
    elsewhere = sorted(offered.options[place], key=str)
    all_there_are = dict.fromkeys([*of_kind, *named_by(one), *elsewhere])
    return [value for value in all_there_are if value not in one.options]


def bands_around(one: Amount) -> Iterator[int]:
    """Yield amounts that people name and may not have: a step too far, far too much, too little."""
    highest = max(one.high, *(n for n in one.also if isinstance(n, int)), 0)
    for value in (highest + one.step, highest * 10 + one.step, one.low - one.step, 0):
        if value >= 0 and one.refuse(value) is not None:
            yield value


def spaces_of(m: Match, offered: Offered) -> list[str]:
    """List the spaces of the board that anything has named; decorations are never chosen."""
    return [space.id for space in m.game.board(m.table).spaces if space.id in offered.spaces]


def put(whole: Any, way: Place, value: Any, one: Field) -> Any:
    """Put a value into the first suggestion for a field, at its place."""
    if not way:
        return [value] if isinstance(one, SomeOf) else value
    if way[0] == EACH:
        first = next(iter(whole or ()), None)
        return [put(first, way[1:], value, one)]
    inner = whole if isinstance(whole, Mapping) else {}
    return {**inner, way[0]: put(inner.get(way[0]), way[1:], value, one)}


# --- how it is refused --------------------------------------------------------------------------


def refused_well(
    m: Match, decision: Decision, move: Any, values: Mapping[str, Any], options: Collection[Any]
) -> None:
    """Give an answer that is not allowed; check that its refusal has a reason and a clause."""
    with pytest.raises(IllegalMove) as refusal:
        m.answer(move, seat=decision.seat, **values)
    check_reason(m, str(refusal.value), options)


ONLY_LISTS = re.compile(
    r"must (be|have) [^:]*, not (?!\$?0\.)[^:]*[.?]$|nothing to choose from|No amount is possible"
    r"|is no answer to|Possible: |Nothing can be done aside"
)
"""Sentences that list what may be answered, and not why this may not; of 0 that says enough."""
CITED = re.compile(r" \([A-Z]\d+(\.\d+)?(, [A-Z]\d+(\.\d+)?)*\)")
"""Clauses in brackets, as a reason cites them."""
WORDS = 3
"""The fewest words that a reason must have besides the options that it names."""


def check_reason(m: Match, reason: str, options: Collection[Any]) -> None:
    """Check that a reason says why in a sentence, and cites a clause of the rulebook."""
    clauses = re.findall(r"[A-Z]\d+(?:\.\d+)?", reason)
    assert any(clause in m.game.rulebook.clauses for clause in clauses), reason
    sentence = CITED.sub("", reason).strip()
    assert not ONLY_LISTS.search(sentence), reason
    named = {str(option) for option in options}
    words = [word for word in re.findall(r"[A-Za-z][\w'-]*", sentence) if word not in named]
    assert len(words) >= WORDS, reason
