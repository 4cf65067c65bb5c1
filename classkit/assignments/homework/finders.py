"""The questions of a homework: what turned in this match, drawn for each student.

Each finder looks for one thing, asks for the idea of one lesson, and yields the variants of a
question, of which each student gets one. Finders know no game: they read the figures, the ledger
and the events of any. What has one answer for the class, an answer of zero, or one that is read
without thought is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import NamedTuple, TypeAlias

from classkit.assignments.answers import Number
from classkit.assignments.drawing import Drawing
from classkit.assignments.names import SHEETS
from classkit.assignments.plan import Maker, Plan
from classkit.assignments.question import Question
from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match

from .burdens import balances, tax_rates
from .counterfactual import WHAT_IF, what_if
from .own import Own, are_enough, causes_of, enough_mattered, explained, own_of
from .past import Past
from .prices import baskets_in_notes, earned, real_changes, relative_prices
from .reasons import reasons
from .returns import over_value, paybacks
from .rivals import property_mergers, shop_mergers, spillovers

Finder: TypeAlias = Callable[[Past], Iterable[Question]]
Asked: TypeAlias = tuple[str, list[Question]]
"""The key of a question, and its variants."""
Decided: TypeAlias = Callable[[Drawing], Own]
"""Returns the decision of a student, with its futures."""
REASON = "reason"
"""The key of the question why a figure changed."""
QUESTIONS = 5
"""The questions of a homework; the last two ask about a decision, if enough decisions mattered."""
FEWEST = 1
"""The fewest questions of a match that nobody will continue."""
VARIANTS = 3
"""The fewest different answers to a question, so that neighbours seldom share one."""
MANY = 6
"""The variants that put a question before those with fewer: a class has thirty students."""
TRIVIAL = (0, 100, -100, 10_000)
KEPT = 4
"""The plans kept in memory, so that their futures are played once for a class."""
FARTHEST = 60
"""The most turns that bots play on to see what would be enough."""
STEP = 3
"""The turns that bots play between two checks whether it is enough."""


class Idea(NamedTuple):
    """A question, and the lesson whose idea it asks for."""

    lesson: int
    idea: str
    find: Finder


IDEAS: dict[str, Idea] = {
    "real-change": Idea(1, "nominal and real values", real_changes),
    "basket-in-notes": Idea(8, "the money in which prices are stable", baskets_in_notes),
    "relative-price": Idea(7, "relative prices", relative_prices),
    "over-value": Idea(5, "the price of an auction, and what the thing is worth", over_value),
    "payback": Idea(6, "what is sunk, and what it brings", paybacks),
    "tax-rate": Idea(2, "vertical equity", tax_rates),
    "balance": Idea(3, "what comes in, what goes out, and the balance of both", balances),
    "spillover": Idea(4, "complements and external effects", spillovers),
    "shops": Idea(4, "horizontal mergers, and what a market is", shop_mergers),
    "property": Idea(4, "concentration of property, which is no market's", property_mergers),
    "earned": Idea(1, "what is earned, and what only becomes dearer", earned),
    REASON: Idea(1, "what moved, for what reason, and what is only worth more", reasons),
}
"""Key of a question -> its idea; those that ask most of the match come first."""
COUNTERFACTUAL = (9, "one decision changed, the luck left alone")
BY_PARTS = (4, "which chain pays whom, whoever lands there")
"""The lesson and the idea behind the reason question, for a score that counts by parts."""


class TooShort(ClasskitError):
    """A match in which too little has happened for good questions."""


_plans: dict[tuple[str, str], Plan] = {}


def plan_of(sheet: str, played: Match) -> Plan:
    """Return the plan of the homework on a match, by the name of its sheet.

    Raises :class:`TooShort` with what would be enough if there is no good question yet.
    """
    key = (sheet, played.digest())
    if key not in _plans:
        plan = plan_on(sheet, played)
        for oldest in [*_plans][: len(_plans) + 1 - KEPT]:
            del _plans[oldest]
        _plans[key] = plan
    return _plans[key]


def plan_on(sheet: str, played: Match) -> Plan:
    """Make the plan of the homework on a match, which may go on or go back afterwards."""
    makers = questions(Past(played.fork()))
    if len(makers) < FEWEST:
        raise TooShort(too_short(played, len(makers)))
    return Plan(sheet, f"Homework on a match of {played.game.title}", makers)


def questions(past: Past) -> dict[str, Maker]:
    """Return makers of up to five questions on this match by key.

    >>> import classkit
    >>> past = Past(classkit.new("poleconomy", seats=4, seed=7).play(until="end", bots="saver"))
    >>> [*questions(past)][3:]
    ['what-if', 'reason']
    """
    last = on_a_decision(past)
    found = ((key, variants) for key, variants in worth_asking(past) if key not in last)
    some = most_varied(found, QUESTIONS - len(last))
    return {**{key: partial(one_of, key, past, variants) for key, variants in some}, **last}


def most_varied(found: Iterable[Asked], number: int) -> list[Asked]:
    """Return ``number`` questions, or all there are: those with many variants come first.

    >>> few, many = [Question("", Number("%"), 1)] * 3, [Question("", Number("%"), 1)] * 9
    >>> [key for key, _ in most_varied([("a", few), ("b", many), ("c", many)], 2)]
    ['b', 'c']
    """
    kept: list[Asked] = []
    others: list[Asked] = []
    for key, variants in found:
        (kept if len(variants) >= MANY else others).append((key, variants))
        if len(kept) == number:
            break
    return [*kept, *others][:number]


def on_a_decision(past: Past) -> dict[str, Maker]:
    """Return the makers of the counterfactual and of its reason; empty if few decisions mattered.

    The reason question asks why the two answers end apart. Where too few decisions have a cause
    that stands out, a student whose decision has none gets a change in the match instead. If the
    match has too few such changes as well, there is no reason question.
    """
    if not enough_mattered(past, VARIANTS):
        return {}
    some = explained(past)
    own = partial(own_of, past, some)
    makers: dict[str, Maker] = {WHAT_IF: partial(counterfactual, past, own)}
    changes = [] if are_enough(some) else with_different_answers(reasons(past))
    if are_enough(some) or len(changes) >= VARIANTS:
        makers[REASON] = partial(why, past, own, causes_of(some), changes)
    return makers


def worth_asking(past: Past) -> Iterator[Asked]:
    """Yield the key of each question that is worth asking on this match, and its variants."""
    for key, idea in IDEAS.items():
        variants = with_different_answers(idea.find(past))
        if len(variants) >= VARIANTS:
            yield key, variants


def one_of(key: str, past: Past, variants: Sequence[Question], draw: Drawing) -> Question:
    """Draw one variant of a question; its text names the lesson that it belongs to."""
    idea = idea_of_reasons(past) if key == REASON else (IDEAS[key].lesson, IDEAS[key].idea)
    return of_lesson(draw.one_of(variants), *idea)


def counterfactual(past: Past, own: Decided, draw: Drawing) -> Question:
    """Ask the counterfactual of a student's own decision."""
    return of_lesson(what_if(past, own(draw).found), *COUNTERFACTUAL)


def why(
    past: Past,
    own: Decided,
    asked_for: Mapping[str, int],
    changes: Sequence[Question],
    draw: Drawing,
) -> Question:
    """Ask for the reason of what the counterfactual finds, or else of a change in the match."""
    question = own(draw).reason(past, asked_for, draw.whole(0, 3))
    return of_lesson(question or draw.one_of(changes), *idea_of_reasons(past))


def idea_of_reasons(past: Past) -> tuple[int, str]:
    """Return the number of the lesson behind the reason question, and the idea that it asks for."""
    return BY_PARTS if past.parted is not None else (IDEAS[REASON].lesson, IDEAS[REASON].idea)


def of_lesson(question: Question, lesson: int, idea: str) -> Question:
    """Return a question that names the lesson whose idea it asks for."""
    return replace(question, text=f"{question.text}\n\n(Lesson {lesson}: {idea}.)")


def with_different_answers(variants: Iterable[Question]) -> list[Question]:
    """Return the variants that share no right answer and need a calculation.

    Variants answered by names may share one, since names are few. All of them are kept if enough
    names are right, and none otherwise.

    >>> rights = (7, 99.7, 6.2, 8.1)
    >>> asked = [Question("", Number("%", whole=False, tolerance=0.5), one) for one in rights]
    >>> [one.right for one in with_different_answers(asked)]
    [6.2, 8.1]
    """
    asked = list(variants)
    if any(not isinstance(one.kind, Number) for one in asked):
        return asked if len({one.right for one in asked}) >= VARIANTS else []
    kept: list[Question] = []
    highest = -inf
    for one in sorted(asked, key=lambda variant: right_range(variant)[1]):
        low, high = right_range(one)
        if low > highest and not any(low <= trivial <= high for trivial in TRIVIAL):
            kept.append(one)
            highest = high
    return kept


def right_range(question: Question) -> tuple[float, float]:
    """Return the least and the greatest answer that is right."""
    assert isinstance(question.kind, Number)
    right, tolerance = float(question.right), question.kind.tolerance
    return right - tolerance, right + tolerance


# --- a match that is too short ---------------------------------------------------------------


def too_short(played: Match, found: int) -> str:
    """Say that a match is too short for a homework, and what would be enough."""
    sheets = [one for one in SHEETS if one.startswith(played.game.name) and "read" in one]
    instead = (
        f" Or hand out an assignment on what the rules allow: {' or '.join(sheets)} "
        "(`classkit assignment list`)."
        if sheets
        else ""
    )
    many = f"only {found} good question{'s' * (found != 1)}" if found else "no good question"
    said = (
        f"This match of {played.turn} turns yields {many} with answers that differ from student to "
        f"student, and a homework has {QUESTIONS}."
    )
    if played.is_over:
        return f"{said} It is over, so take another match.{instead}"
    enough = enough_turns(played)
    if enough is None:
        return f"{said} Play on, and try again.{instead}"
    return (
        f"{said} If bots play on from here, it has enough at the end of turn {enough}: "
        f"`classkit homework RECORD --play-on` does that, or play so far yourselves.{instead}"
    )


def play_on(match: Match) -> Match:
    """Return a match that bots have played on from here until it has five good questions.

    Raises :class:`TooShort` if it has not after so many turns, or at its end.
    """
    twin = match.fork()
    while not has_enough(Past(twin, hurried=True)):
        if twin.is_over or twin.turn >= match.turn + FARTHEST:
            raise TooShort(
                f"Bots have played on to turn {twin.turn}, and there are still no {QUESTIONS} good "
                "questions: take another match."
            )
        for _ in range(STEP):
            if not twin.is_over:
                twin.play("turn")
    return twin


def has_enough(past: Past) -> bool:
    """Return True if there are five good questions; no future is played where there cannot be."""
    without_futures = [key for key, _ in worth_asking(past) if key != REASON]
    return (
        len(without_futures) >= QUESTIONS - len((WHAT_IF, REASON))
        and len(questions(past)) >= QUESTIONS
    )


def enough_turns(match: Match) -> int | None:
    """Return the turn at whose end there are five good questions if bots play on; None if never."""
    try:
        return play_on(match).turn - 1
    except TooShort:
        return None
