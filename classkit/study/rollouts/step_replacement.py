"""Replacement of the step that caused a turning point, used to estimate the effect of the point.

This module defines what it means to replay a match *without* a turning point:

1. The moment of the turning point is replayed. The relevant *step* is the step that moved the
   metric of the point's seat most in the direction of the change. For a bar, it is the step that
   started the bar.
2. If most other outcomes of the dice or cards drawn in that step would have moved the metric by a
   different amount, the step is *random*. The same answer is given, and the outcomes are redrawn
   until the metric moves by a different amount.
3. Otherwise an *answer* is replaced: the answer given in that step or, among simultaneous answers,
   the answer of the point's seat. If that answer was forced, the last earlier answer in the moment
   that was not forced is used instead; for a bar, the last such answer of the barred seat. The seat
   gives its default answer instead, also for later decisions of the same name in the moment. If the
   default was given, up to four other answers are tried, and the best for the deciding seat counts.
4. If the step is an *aside*, it is omitted, and the seat uses no asides until the moment is over.

After that, bots play the match to its end with random outcomes of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, Literal, Protocol, TypeAlias

from classkit.engine.decisions import Decision, Sealed
from classkit.engine.errors import ClasskitError
from classkit.engine.events import ANSWER_KINDS, OUTCOME_KINDS, Entry, Keep, copy_plain_fields
from classkit.engine.match import Match
from classkit.engine.metrics import compute_row
from classkit.engine.moves import Answer
from classkit.engine.positions import FIRST_SEED, Point

from .candidate_moves import pick_answers

MAX_ALTERNATIVES = 4
"""Maximum number of other answers tried if the default answer was given."""
REDRAWS = 12
"""Number of redraws used to find out whether the outcomes matter."""

ReplacementKind: TypeAlias = Literal["random", "answer", "aside"]
Measure: TypeAlias = Callable[[Match], Fraction]


class WeighablePoint(Protocol):
    """A turning point, as returned by ``classkit.attribution.turning_points``.

    Example:
        >>> import classkit
        >>> from classkit.attribution.turning_points import turning_points
        >>> m = classkit.new("economicon", seats=3, seed=7).play(until="end")
        >>> point: WeighablePoint = turning_points(m, m.say(), None)[0]
        >>> point.since < point.turn
        True
    """

    @property
    def turn(self) -> int:
        """Turn at the end of which the change is complete."""

    @property
    def since(self) -> int:
        """Last turn before the change."""

    @property
    def seat(self) -> str:
        """Seat whose metric changed."""

    @property
    def figure(self) -> str:
        """Key of the metric."""

    @property
    def change(self) -> Any:
        """Change of the metric."""

    @property
    def kind(self) -> str:
        """Kind of the turning point."""

    @property
    def race(self) -> str:
        """Title of the race."""


@dataclass(frozen=True, slots=True, eq=False)
class StepReplacement:
    """A step to replace in a match, and the points from which play continues with or without it.

    Args:
        kind: What is replaced: random outcomes, an answer, or an aside.
        turn: Turn of the step.
        round: Round of the step.
        last_turn: Last turn of the moment.
        entry: The recorded entry, or None for an outcome drawn without an answer.
        decision: Name of the decision that the entry answers, or during which the aside was used.
        default: The default answer of that decision.
        private: True if only the deciding seat may see the decision.
        alternatives: Answers to give instead.
        then: Simultaneous entries of other seats, which are repeated.
        before: The point before the entry.
        after: The point after the step, or None if the match was over.
        moved: Change of the metric in the step.
        outcomes: The outcomes drawn in the step.
    """

    kind: ReplacementKind
    turn: int
    round: int
    last_turn: int
    entry: Entry | None
    decision: str
    default: Answer | None
    private: bool
    alternatives: tuple[Answer, ...]
    then: tuple[Entry, ...]
    before: Point
    after: Point | None
    moved: Fraction
    outcomes: tuple[Entry, ...]

    @property
    def seat(self) -> str:
        """The seat whose answer or aside is replaced, or an empty string for random outcomes."""
        return "" if self.entry is None or self.kind == "random" else self.entry.seat or ""


@dataclass(frozen=True, slots=True)
class MomentMeasure:
    """Picklable function that measures the metric of a turning point in a match."""

    figure: str
    seat: str
    bar: bool

    def __call__(self, match: Match) -> Fraction:
        """Return the value of the metric. For a bar, return 1 if the seat is held back, else 0."""
        game, table = match.game, match.table
        if self.bar:
            lines = chain.from_iterable(game.all_races(table).values())
            return Fraction(any(line.held_back for line in lines if line.seat == self.seat))
        metrics = tuple(one for one in game.active_metrics(table) if one.key == self.figure)
        value = compute_row(metrics, table)[self.figure]
        return Fraction(str(value[self.seat] if self.seat else value))


def find_replacement(match: Match, point: WeighablePoint) -> StepReplacement:
    """Return the step to replace when a match is replayed without a turning point.

    Args:
        match: Match that is over. It is not changed.
        point: One of the match's turning points.

    Raises:
        ClasskitError: If the match is not over, the point reports no change, or no step in the
            moment can be replaced.
    """
    twin = match.fork()
    twin.goto(step=twin.last_step)
    if not twin.is_over:
        raise ClasskitError(
            "A turning point can be weighed only after the match is over. Play it to its end."
        )
    if point.kind == "course" or not (point.change or point.kind == "bar"):
        raise ClasskitError(
            "This sentence does not report a change at a single moment, so no step can be "
            "replaced. Choose another turning point."
        )
    measure = MomentMeasure(point.figure, point.seat, point.kind == "bar")
    first, moves = measure_steps(twin, point, measure)
    upwards = 1 if measure.bar or point.change > 0 else -1
    step = first + max(range(len(moves)), key=lambda at: (upwards * moves[at], at)) + 1
    moved = moves[step - first - 1]
    found = leave_out_outcomes(twin, point, step, moved, measure)
    for back in range(step, first, -1):
        found = found or leave_out_answer(twin, point, back, step, moved)
    if found is None:
        raise ClasskitError(
            "No step of this moment can be replaced: neither an answer nor an outcome caused "
            "the change. Choose another turning point."
        )
    return found


def measure_steps(
    match: Match, point: WeighablePoint, measure: Measure
) -> tuple[int, list[Fraction]]:
    """Return the first step of a moment, and the change of the metric in each of its steps.

    The moment begins with the answer that led into its first turn.
    """
    match.goto(turn=point.since + 1)
    if match.can_undo:
        match.undo()
    first, value = match.step, measure(match)
    moves: list[Fraction] = []
    while match.can_redo and match.turn <= point.turn:
        now = measure(match.redo())
        moves.append(now - value)
        value = now
    return first, moves


def leave_out_outcomes(
    match: Match, point: WeighablePoint, step: int, moved: Fraction, measure: Measure
) -> StepReplacement | None:
    """Return a replacement with other outcomes, or None if outcomes made no difference."""
    entry, outcomes, before = take_step(match, step)
    if not outcomes:
        return None
    value = measure(match.goto(step=step - 1))
    if match.turn <= point.since:  # the step draws the new turn's outcomes
        match.goto(step=step)
    turn, number, others = match.turn, match.round, 0
    for at in range(REDRAWS):
        other = Match.at(before, FIRST_SEED + at, Keep.nothing())
        if entry is not None:
            other.repeat(entry)
        others += measure(other) - value != moved
    if 2 * others <= REDRAWS:
        return None
    return StepReplacement(
        "random", turn, number, point.turn, entry, "", None, False, (), (), before,
        get_point(match, step), moved, outcomes,
    )  # fmt: skip


def leave_out_answer(
    match: Match, point: WeighablePoint, back: int, step: int, moved: Fraction
) -> StepReplacement | None:
    """Return a replacement for the answer of a step, or None if the answer was forced.

    If a sealed request has several answers, the answer of the point's seat is replaced.
    """
    match.goto(step=back - 1)
    while isinstance(match.request, Sealed) and point.seat in match.answered_seats:
        match.undo()
        back = match.step + 1
    entry, outcomes, before = take_step(match, back)
    match.goto(step=back - 1)
    decision = find_decision(match, entry)
    if entry is None or entry.kind not in ("answer", "aside") or decision is None:
        return None
    if point.kind == "bar" and entry.seat != point.seat:
        return None
    is_aside = entry.kind == "aside"
    others = () if is_aside else find_alternatives(decision, entry)
    if not others and not (is_aside and is_still_asked(match, decision, back)):
        return None
    default = Answer(decision.default.move, copy_plain_fields(decision.default.fields))
    name, private = decision.name, decision.private
    match.goto(step=back - 1)
    turn, number, sealed = match.turn, match.round, isinstance(match.request, Sealed)
    then = tuple(given for _, given in match.steps[back:step]) if sealed else ()
    return StepReplacement(
        "aside" if is_aside else "answer", turn, number, point.turn, entry, name, default, private,
        others, then, before, get_point(match, step), moved, outcomes,
    )  # fmt: skip


def is_still_asked(match: Match, decision: Decision, step: int) -> bool:
    """Return whether a decision is still open after an aside, so that nothing else happened."""
    match.goto(step=step)
    return any((one.name, one.seat) == (decision.name, decision.seat) for one in match.requests())


def take_step(match: Match, step: int) -> tuple[Entry | None, tuple[Entry, ...], Point]:
    """Return the entry of a step, the outcomes drawn in the step, and the point before it."""
    match.goto(step=step - 1)
    before, known = match.point(), count_entries(match)
    match.goto(step=step)
    fresh = list(chain.from_iterable(given for _, given in match.entries))[known:]
    answer = next((one for one in fresh if one.kind in ANSWER_KINDS), None)
    return answer, tuple(one for one in fresh if one.kind in OUTCOME_KINDS), before


def count_entries(match: Match) -> int:
    """Return the number of entries so far, including outcomes and forced answers."""
    return sum(len(given) for _, given in match.entries)


def get_point(match: Match, step: int) -> Point | None:
    """Return the point after a step, or None if the match is over there."""
    match.goto(step=step)
    return None if match.is_over else match.point()


def find_decision(match: Match, entry: Entry | None) -> Decision | None:
    """Return the open decision that an entry answers, or during which an aside is used."""
    asked = match.requests()
    if entry is not None and entry.kind == "aside":
        return asked[0] if asked else None
    return next((one for one in asked if entry is not None and one.seat == entry.seat), None)


def find_alternatives(decision: Decision, entry: Entry) -> tuple[Answer, ...]:
    """Return the answers to try instead: the default, or up to four others."""
    made = Answer(entry.name, copy_plain_fields(entry.value or {}))
    default = Answer(decision.default.move, copy_plain_fields(decision.default.fields))
    if default != made:
        return (default,)
    others = pick_answers(decision, None, 2 * MAX_ALTERNATIVES, 0)
    return tuple(one for one in others if one != made)[:MAX_ALTERNATIVES]
