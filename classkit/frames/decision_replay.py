"""Replay of a match to find the decision behind each answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from classkit.engine.decisions import Decision
from classkit.engine.events import ANSWER_KINDS, Entry
from classkit.engine.fields import Amount, Field, OneOf

if TYPE_CHECKING:
    from classkit.engine.match import Match


class AnsweredEntry(NamedTuple):
    """An entry of a match, its position in the match and its decision.

    ``number`` is counted from 1. ``decision`` and ``rule`` are the name and the clause of the
    decision. ``forced`` is True if no other answer was possible, and None for entries without a
    decision (an aside, a signal).
    """

    number: int
    turn: int
    round: int
    entry: Entry
    decision: str = ""
    rule: str = ""
    forced: bool | None = None


def replay_entries(match: Match) -> Iterator[AnsweredEntry]:
    """Yield all entries so far, oldest first. The match does not change.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).answer("keep")
    >>> [(given.number, given.turn, given.decision, given.forced) for given in replay_entries(m)]
    [(1, 1, 'set_arrow', False)]
    """
    again = match.fork()
    again.goto(step=0)
    number = 0
    for _, entries in match.entries:
        for entry in entries:
            if entry.kind in ANSWER_KINDS:
                number += 1
                yield pair_with_decision(again, number, entry)
            if match.is_step(entry):
                again.redo()


def pair_with_decision(match: Match, number: int, entry: Entry) -> AnsweredEntry:
    """Return the next entry of a match together with the decision that it answers."""
    turn, round_ = match.turn, match.round
    if entry.kind != "answer":
        return AnsweredEntry(number, turn, round_, entry)
    decision = next(one for one in match.requests() if one.seat == entry.seat)
    return AnsweredEntry(
        number, turn, round_, entry, decision.name, decision.rule, is_forced(decision)
    )


def is_forced(decision: Decision) -> bool:
    """Return whether only one answer is possible: a single move whose fields leave no choice.

    >>> from classkit.engine.moves import Move
    >>> buy = Move("buy", barred="It costs more than A has.")
    >>> is_forced(Decision("A", "go", [Move("pass"), buy], "T1", "pass"))
    True
    """
    legal = decision.legal
    return len(legal) == 1 and all(has_single_value(field) for field in legal[0].fields.values())


def has_single_value(field: Field) -> bool:
    """Return whether a field allows only a single value."""
    if isinstance(field, Amount):
        fitting = (field.high - field.low) // field.step + 1 if field.high >= field.low else 0
        return fitting + len(field.also) == 1
    return isinstance(field, OneOf) and len(field.options) == 1
