"""Replacement of a step: what is left out of a match to weigh one of its turning points.

"Without it" is defined here, in one place:

1. The moment of the turning point is replayed. The *step* that counts is the one in which the
metric of the point's seat moved most in the direction of the change; for a bar, the one with which
the bar began. 2. If most other outcomes of the dice or cards drawn in that step would have moved
the metric by another amount, the step is *random*: without it, the same answer is given, and the
outcomes are drawn again until the metric moves by another amount. 3. Otherwise an *answer* is left
out: the one that was given in that step, or among answers given at the same time that of the
point's seat. If it could not have been another, the last answer before it in the moment that could;
for a bar, the last one of the barred seat. Without it, the seat gives its default answer instead,
and continues to do so for every decision of the same name until the moment is over. If the default
was given, up to four other answers are tried, and the best for the deciding seat counts. 4. If the
step is an *aside*, it is not carried out, and the seat uses no asides until the moment is over.

After that, bots play the match to its end with outcomes of their own.
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
"""Number of times that outcomes are drawn again to find out whether they matter."""

ReplacementKind: TypeAlias = Literal["random", "answer", "aside"]
Measure: TypeAlias = Callable[[Match], Fraction]


class WeighablePoint(Protocol):
    """A turning point of a match, as ``classkit.attribution.turning_points`` returns them.

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
        """Turn at whose end the change is complete."""

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
    """A step to leave out of a match, and the points from which play continues with and without it.

    Args:
        kind: What is left out: random outcomes, an answer, or an aside.
        turn: Turn of the step.
        round: Round of the step.
        last_turn: Last turn of the moment.
        entry: The entry that was given; None for an outcome that was drawn by itself.
        decision: Name of the decision that it answers, or at which the aside was used.
        default: The default answer of that decision.
        private: True if only its seat may see that decision.
        alternatives: Answers to give instead.
        then: Entries that others gave at the same time, which are repeated.
        before: The point before the entry.
        after: The point after the step; None if the match was over.
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
        """The seat whose answer or aside is left out; empty for random outcomes."""
        return "" if self.entry is None or self.kind == "random" else self.entry.seat or ""


@dataclass(frozen=True, slots=True)
class MomentMeasure:
    """Measures the metric of a turning point in a state of the match. Can be sent to a process."""

    figure: str
    seat: str
    bar: bool

    def __call__(self, match: Match) -> Fraction:
        """Return the value; for a bar 1 if the seat is held back, else 0."""
        game, table = match.game, match.table
        if self.bar:
            lines = chain.from_iterable(game.all_races(table).values())
            return Fraction(any(line.held_back for line in lines if line.seat == self.seat))
        metrics = tuple(one for one in game.active_metrics(table) if one.key == self.figure)
        value = compute_row(metrics, table)[self.figure]
        return Fraction(str(value[self.seat] if self.seat else value))


def find_replacement(match: Match, point: WeighablePoint) -> StepReplacement:
    """Return what to leave out when a match is replayed without a turning point.

    Args:
        match: Match that is over; it is not changed.
        point: One of its turning points.

    Raises:
        ClasskitError: The match is not over, the point reports no change, or nothing in the moment
            could have been otherwise.
    """
    twin = match.fork()
    twin.goto(step=twin.last_step)
    if not twin.is_over:
        raise ClasskitError(
            "A turning point is weighed when the match is over: play it to its end."
        )
    if point.kind == "course" or not (point.change or point.kind == "bar"):
        raise ClasskitError(
            "This sentence reports no change in one moment, so nothing can be left out. Choose "
            "another turning point."
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
            "Nothing in this moment could have been otherwise: neither an answer nor an outcome "
            "made the change. Choose another turning point."
        )
    return found


def measure_steps(
    match: Match, point: WeighablePoint, measure: Measure
) -> tuple[int, list[Fraction]]:
    """Return the step at which a moment begins, and by how much each of its steps moves a metric.

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
    """Return the replacement by other outcomes, or None if outcomes made no difference."""
    entry, outcomes, before = take_step(match, step)
    if not outcomes:
        return None
    value = measure(match.goto(step=step - 1))
    if match.turn <= point.since:  # the outcomes of the new turn follow the last answer before it
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
    """Return the replacement of the answer of a step, or None if it had to be given.

    Among answers to the same sealed request, the one of the point's seat is left out.
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
    """Return whether a decision still waits after an aside, so that nothing else has happened."""
    match.goto(step=step)
    return any((one.name, one.seat) == (decision.name, decision.seat) for one in match.requests())


def take_step(match: Match, step: int) -> tuple[Entry | None, tuple[Entry, ...], Point]:
    """Return the entry of a step, the outcomes drawn in it, and the point before it."""
    match.goto(step=step - 1)
    before, known = match.point(), count_entries(match)
    match.goto(step=step)
    fresh = list(chain.from_iterable(given for _, given in match.entries))[known:]
    answer = next((one for one in fresh if one.kind in ANSWER_KINDS), None)
    return answer, tuple(one for one in fresh if one.kind in OUTCOME_KINDS), before


def count_entries(match: Match) -> int:
    """Return the number of entries so far, with outcomes and forced answers."""
    return sum(len(given) for _, given in match.entries)


def get_point(match: Match, step: int) -> Point | None:
    """Return the point after a step; None if the match is over there."""
    match.goto(step=step)
    return None if match.is_over else match.point()


def find_decision(match: Match, entry: Entry | None) -> Decision | None:
    """Return the open decision that an entry answers, or at which an aside is used."""
    asked = match.requests()
    if entry is not None and entry.kind == "aside":
        return asked[0] if asked else None
    return next((one for one in asked if entry is not None and one.seat == entry.seat), None)


def find_alternatives(decision: Decision, entry: Entry) -> tuple[Answer, ...]:
    """Return the answers that take the place of one: the default, or up to four others."""
    made = Answer(entry.name, copy_plain_fields(entry.value or {}))
    default = Answer(decision.default.move, copy_plain_fields(decision.default.fields))
    if default != made:
        return (default,)
    others = pick_answers(decision, None, 2 * MAX_ALTERNATIVES, 0)
    return tuple(one for one in others if one != made)[:MAX_ALTERNATIVES]
