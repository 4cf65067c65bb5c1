"""The question behind each answer, found by playing a match again from its start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from classkit.engine.fields import Amount, Field, OneOf
from classkit.engine.log import GIVEN, Entry
from classkit.engine.requests import Decision

if TYPE_CHECKING:
    from classkit.engine.match import Match


class Given(NamedTuple):
    """One entry of a match, with the moment and the question it was given in.

    ``number`` counts what was given, from 1. ``decision`` and ``rule`` name the question.
    ``forced`` tells that nothing else could have been answered; it is None for what answers no
    question (an aside, a signal).
    """

    number: int
    turn: int
    round: int
    entry: Entry
    decision: str = ""
    rule: str = ""
    forced: bool | None = None


def walk(match: Match) -> Iterator[Given]:
    """Yield everything given up to now, oldest first.

    The match itself is not changed.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).answer("keep")
    >>> [(given.number, given.turn, given.decision, given.forced) for given in walk(m)]
    [(1, 1, 'set_arrow', False)]
    """
    again = match.fork()
    again.goto(step=0)
    number = 0
    for _, entries in match.entries:
        for entry in entries:
            if entry.kind in GIVEN:
                number += 1
                yield asked(again, number, entry)
            if match.is_step(entry):
                again.redo()


def asked(match: Match, number: int, entry: Entry) -> Given:
    """Return the next entry of a match together with the question it answers."""
    turn, round_ = match.turn, match.round
    if entry.kind != "answer":
        return Given(number, turn, round_, entry)
    decision = next(one for one in match.requests() if one.seat == entry.seat)
    return Given(number, turn, round_, entry, decision.name, decision.rule, is_forced(decision))


def is_forced(decision: Decision) -> bool:
    """Return True if only one answer is possible: one move, whose fields leave no choice.

    >>> from classkit.engine.moves import Move
    >>> buy = Move("buy", barred="It costs more than A has.")
    >>> is_forced(Decision("A", "go", [Move("pass"), buy], "T1", "pass"))
    True
    """
    legal = decision.legal
    return len(legal) == 1 and all(leaves_no_choice(field) for field in legal[0].fields.values())


def leaves_no_choice(field: Field) -> bool:
    """Return True if a field allows a single value only."""
    if isinstance(field, Amount):
        fitting = (field.high - field.low) // field.step + 1 if field.high >= field.low else 0
        return fitting + len(field.also) == 1
    return isinstance(field, OneOf) and len(field.options) == 1
