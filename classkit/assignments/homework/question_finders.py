"""Question finders: find homework questions in a match, and draw variants.

Each finder searches for one kind of event, asks about the idea of one lesson, and yields variants
of a question. Each student gets one variant. Finders do not depend on a game: they read the
metrics, the ledger and the events of any game. A question is omitted if the whole class would have
the same answer, if the answer is zero, or if it is obvious.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import NamedTuple, TypeAlias

from classkit.assignments.answer_types import NumberAnswer
from classkit.assignments.random_draw import QuestionRandom
from classkit.assignments.sheet_plan import QuestionMaker, SheetPlan
from classkit.assignments.sheet_question import SheetQuestion
from classkit.assignments.student_names import SHEET_NAMES
from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match
from classkit.engine.renaming.renamed_game import RenamedGame

from .counterfactual import WHAT_IF_KEY, ask_what_if
from .investment_questions import ask_over_value, ask_paybacks
from .merger_questions import ask_property_mergers, ask_shop_mergers, ask_spillovers
from .played_match import PlayedMatch
from .price_questions import ask_basket_prices, ask_earnings, ask_real_changes, ask_relative_prices
from .public_finance_questions import ask_balances, ask_tax_rates
from .reason_questions import ask_reasons
from .student_decision import (
    StudentDecision,
    count_causes,
    draw_decision,
    find_explained_decisions,
    has_enough_clear,
    is_enough,
)

QuestionFinder: TypeAlias = Callable[[PlayedMatch], Iterable[SheetQuestion]]
QuestionVariants: TypeAlias = tuple[str, list[SheetQuestion]]
"""Key of a question, with its variants."""
DecisionGetter: TypeAlias = Callable[[QuestionRandom], StudentDecision]
"""Function that returns a student's decision and its futures."""
REASON_KEY = "reason"
"""Key of the question that asks why a metric changed."""
QUESTION_COUNT = 5
"""Number of homework questions. The last two are about a decision, if enough decisions mattered."""
MIN_QUESTIONS = 1
"""Minimum number of questions for a match that nobody will continue."""
MIN_VARIANTS = 3
"""Minimum number of different answers to a question, so that neighbours seldom share one."""
MANY_VARIANTS = 6
"""Number of variants above which a question is preferred, for a class of thirty students."""
TRIVIAL_ANSWERS = (0, 100, -100, 10_000)
MAX_PLANS = 4
"""Number of cached plans. The futures of a plan are played once for a class."""
MAX_EXTRA_TURNS = 60
"""Maximum number of extra turns that bots play to find enough questions."""
CHECK_INTERVAL = 3
"""Number of extra turns between two checks for enough questions."""


class LessonIdea(NamedTuple):
    """A lesson, its idea, and the finder of questions about the idea.

    If ``names_things`` is True, the questions name the things of a single game, and they are
    omitted if an edition gives these other names.
    """

    lesson: int
    idea: str
    find: QuestionFinder
    names_things: bool = False


LESSON_IDEAS: dict[str, LessonIdea] = {
    "real-change": LessonIdea(1, "nominal and real values", ask_real_changes),
    "basket-in-notes": LessonIdea(
        8, "the money in which prices are stable", ask_basket_prices, True
    ),
    "relative-price": LessonIdea(7, "relative prices", ask_relative_prices, True),
    "over-value": LessonIdea(5, "the auction price and the value of the item", ask_over_value),
    "payback": LessonIdea(6, "sunk costs and returns", ask_paybacks, True),
    "tax-rate": LessonIdea(2, "vertical equity", ask_tax_rates),
    "balance": LessonIdea(3, "income, spending, and their balance", ask_balances),
    "spillover": LessonIdea(4, "complements and externalities", ask_spillovers, True),
    "shops": LessonIdea(
        4, "horizontal mergers and the definition of a market", ask_shop_mergers, True
    ),
    "property": LessonIdea(
        4,
        "concentration of property, as opposed to market concentration",
        ask_property_mergers,
        True,
    ),
    "earned": LessonIdea(1, "earnings, as opposed to mere price increases", ask_earnings),
    REASON_KEY: LessonIdea(1, "payments by reason and changes in value", ask_reasons),
}
"""Maps the key of a question to its idea. Questions most specific to the match are first."""
COUNTERFACTUAL_IDEA = (9, "changing one decision under the same luck")
PARTS_IDEA = (4, "which chain pays whom, no matter who lands there")
"""Lesson and idea of the reason question if the score is a sum of parts."""


class MatchTooShort(ClasskitError):
    """Raised when too little has happened in a match for good questions."""


_plans: dict[tuple[str, str], SheetPlan] = {}


def load_plan(sheet: str, played: Match) -> SheetPlan:
    """Return the plan of the homework about a match, by the name of its sheet.

    Raises :class:`MatchTooShort` if there is no good question yet. The message states how long to
    continue the match.
    """
    key = (sheet, played.digest())
    if key not in _plans:
        plan = make_plan(sheet, played)
        for oldest in [*_plans][: len(_plans) + 1 - MAX_PLANS]:
            del _plans[oldest]
        _plans[key] = plan
    return _plans[key]


def make_plan(sheet: str, played: Match) -> SheetPlan:
    """Create the homework plan from a copy of the match, so that the match can change."""
    makers = build_question_makers(PlayedMatch(played.fork()))
    if len(makers) < MIN_QUESTIONS:
        raise MatchTooShort(explain_too_short(played, len(makers)))
    return SheetPlan(sheet, f"Homework on a match of {played.game.title}", makers)


def build_question_makers(past: PlayedMatch) -> dict[str, QuestionMaker]:
    """Return the makers of up to five questions about a match, by key.

    >>> import classkit
    >>> match = classkit.new("poleconomy", seats=4, seed=7).play(until="end", bots="saver")
    >>> [*build_question_makers(PlayedMatch(match))][3:]
    ['what-if', 'reason']
    """
    last = make_decision_questions(past)
    found = ((key, variants) for key, variants in find_question_variants(past) if key not in last)
    some = choose_varied(found, QUESTION_COUNT - len(last))
    return {**{key: partial(draw_variant, key, past, variants) for key, variants in some}, **last}


def choose_varied(found: Iterable[QuestionVariants], number: int) -> list[QuestionVariants]:
    """Return up to ``number`` questions, most varied first.

    >>> question = SheetQuestion("", NumberAnswer("%"), 1)
    >>> few, many = [question] * 3, [question] * 9
    >>> [key for key, _ in choose_varied([("a", few), ("b", many), ("c", many)], 2)]
    ['b', 'c']
    """
    kept: list[QuestionVariants] = []
    others: list[QuestionVariants] = []
    for key, variants in found:
        (kept if len(variants) >= MANY_VARIANTS else others).append((key, variants))
        if len(kept) == number:
            break
    return [*kept, *others][:number]


def make_decision_questions(past: PlayedMatch) -> dict[str, QuestionMaker]:
    """Return the makers of the what-if and reason questions.

    Return an empty dict if few decisions mattered.

    The reason question asks why the two answers lead to different scores. If too few decisions have
    a prominent cause, students whose decision has none are asked about a change in the match
    instead. If the match also has too few such changes, there is no reason question.
    """
    if not has_enough_clear(past, MIN_VARIANTS):
        return {}
    some = find_explained_decisions(past)
    own = partial(draw_decision, past, some)
    makers: dict[str, QuestionMaker] = {WHAT_IF_KEY: partial(ask_counterfactual, past, own)}
    changes = [] if is_enough(some) else filter_distinct_answers(ask_reasons(past))
    if is_enough(some) or len(changes) >= MIN_VARIANTS:
        makers[REASON_KEY] = partial(ask_reason, past, own, count_causes(some), changes)
    return makers


def find_question_variants(past: PlayedMatch) -> Iterator[QuestionVariants]:
    """Yield the key and variants of each question that suits this match."""
    game = past.match.game
    has_other_names = isinstance(game, RenamedGame) and game.has_other_units
    for key, idea in LESSON_IDEAS.items():
        if idea.names_things and has_other_names:
            continue
        variants = filter_distinct_answers(idea.find(past))
        if len(variants) >= MIN_VARIANTS:
            yield key, variants


def draw_variant(
    key: str, past: PlayedMatch, variants: Sequence[SheetQuestion], draw: QuestionRandom
) -> SheetQuestion:
    """Draw one variant of a question, and add a note about its lesson."""
    idea = (
        get_reason_idea(past)
        if key == REASON_KEY
        else (LESSON_IDEAS[key].lesson, LESSON_IDEAS[key].idea)
    )
    return add_lesson_note(draw.choose_option(variants), *idea)


def ask_counterfactual(
    past: PlayedMatch, own: DecisionGetter, draw: QuestionRandom
) -> SheetQuestion:
    """Build the what-if question about a student's decision."""
    return add_lesson_note(ask_what_if(past, own(draw).found), *COUNTERFACTUAL_IDEA)


def ask_reason(
    past: PlayedMatch,
    own: DecisionGetter,
    asked_for: Mapping[str, int],
    changes: Sequence[SheetQuestion],
    draw: QuestionRandom,
) -> SheetQuestion:
    """Build the question about the cause of the what-if difference, or of a past change."""
    question = own(draw).ask_reason(past, asked_for, draw.draw_integer(0, 3))
    return add_lesson_note(question or draw.choose_option(changes), *get_reason_idea(past))


def get_reason_idea(past: PlayedMatch) -> tuple[int, str]:
    """Return the lesson and the idea of the reason question."""
    return (
        PARTS_IDEA
        if past.parts_metric is not None
        else (LESSON_IDEAS[REASON_KEY].lesson, LESSON_IDEAS[REASON_KEY].idea)
    )


def add_lesson_note(question: SheetQuestion, lesson: int, idea: str) -> SheetQuestion:
    """Return the question with a note about its lesson."""
    return replace(question, text=f"{question.text}\n\n(Lesson {lesson}: {idea}.)")


def filter_distinct_answers(variants: Iterable[SheetQuestion]) -> list[SheetQuestion]:
    """Return variants with distinct right answers that require a calculation.

    Variants answered with names may share answers, because there are few names. If they have enough
    different answers, all are returned; otherwise, none.

    >>> kind = NumberAnswer("%", whole=False, tolerance=0.5)
    >>> asked = [SheetQuestion("", kind, one) for one in (7, 99.7, 6.2, 8.1)]
    >>> [one.right for one in filter_distinct_answers(asked)]
    [6.2, 8.1]
    """
    asked = list(variants)
    if any(not isinstance(one.kind, NumberAnswer) for one in asked):
        return asked if len({one.right for one in asked}) >= MIN_VARIANTS else []
    kept: list[SheetQuestion] = []
    highest = -inf
    for one in sorted(asked, key=lambda variant: get_right_range(variant)[1]):
        low, high = get_right_range(one)
        if low > highest and not any(low <= trivial <= high for trivial in TRIVIAL_ANSWERS):
            kept.append(one)
            highest = high
    return kept


def get_right_range(question: SheetQuestion) -> tuple[float, float]:
    """Return the smallest and the largest right answer."""
    assert isinstance(question.kind, NumberAnswer)
    right, tolerance = float(question.right), question.kind.tolerance
    return right - tolerance, right + tolerance


# --- matches that are too short ---------------------------------------------------------------


def explain_too_short(played: Match, found: int) -> str:
    """Explain that a match is too short for homework, and when it would be long enough."""
    sheets = [one for one in SHEET_NAMES if one.startswith(played.game.name) and "read" in one]
    instead = (
        f" Or hand out an assignment about the rules: {' or '.join(sheets)} (`classkit "
        "assignment list`)."
        if sheets
        else ""
    )
    many = f"only {found} good question{'s' * (found != 1)}" if found else "no good question"
    said = (
        f"This match of {played.turn} turns yields {many} with answers that differ between "
        f"students. A homework assignment needs {QUESTION_COUNT}."
    )
    if played.is_over:
        return f"{said} The match is over, so choose another match.{instead}"
    enough = find_enough_turn(played)
    if enough is None:
        return f"{said} Continue the match, and try again.{instead}"
    return (
        f"{said} If bots continue the match, it has enough at the end of turn {enough}: use "
        f"`classkit homework RECORD --play-on`, or play that far yourselves.{instead}"
    )


def continue_match(match: Match) -> Match:
    """Let bots continue a copy of a match until it has five good questions, and return the copy.

    Raises :class:`MatchTooShort` after ``MAX_EXTRA_TURNS`` turns or at the end of the match.
    """
    twin = match.fork()
    while not has_enough_questions(PlayedMatch(twin, hurried=True)):
        if twin.is_over or twin.turn >= match.turn + MAX_EXTRA_TURNS:
            raise MatchTooShort(
                f"Bots have continued the match to turn {twin.turn}, and it still does not "
                f"have {QUESTION_COUNT} good questions. Choose another match."
            )
        for _ in range(CHECK_INTERVAL):
            if not twin.is_over:
                twin.play("turn")
    return twin


def has_enough_questions(past: PlayedMatch) -> bool:
    """Return True if there are five good questions.

    No futures are played if the other questions are too few.
    """
    without_futures = [key for key, _ in find_question_variants(past) if key != REASON_KEY]
    return (
        len(without_futures) >= QUESTION_COUNT - len((WHAT_IF_KEY, REASON_KEY))
        and len(build_question_makers(past)) >= QUESTION_COUNT
    )


def find_enough_turn(match: Match) -> int | None:
    """Return the turn after which there are five good questions if bots continue, or None."""
    try:
        return continue_match(match).turn - 1
    except MatchTooShort:
        return None
