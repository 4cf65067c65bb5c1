"""Reason questions: which of four causes explains a change of the score.

Descriptions of causes omit amounts, which would reveal the largest cause. The wrong causes also
occurred, with large payments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from typing import NamedTuple

from classkit.assignments.answer_types import NameAnswer
from classkit.assignments.sheet_question import SheetQuestion
from classkit.attribution.contributions import ContributionKind
from classkit.attribution.decomposition import Decomposition, decompose_metric, find_components
from classkit.attribution.explanation_text import (
    ExplanationWriter,
    format_reason,
    format_worth_changes,
)
from classkit.engine.events import INSTRUCTOR
from classkit.engine.rulebook_text import TextFormatter

from .market_exchanges import sum_causes
from .played_match import PlayedMatch
from .score_parts import diff_parts

CAUSE_LETTERS = ("a", "b", "c", "d")
"""Letters of the causes."""
STRETCH_COUNT = 4
"""Number of consecutive stretches into which a match is divided for questions."""
MIN_LEAD_RATIO = 1.1
"""Minimum ratio of the right cause to the next largest in its direction."""
MIN_CAUSE_SHARE = 0.05
"""Minimum size of the right cause, as a share of the whole change."""
MIN_OTHER_SHARE = 0.03
"""Minimum size of the largest other cause, as a share of the right one."""
MAX_SAME_CAUSE = 2
"""Maximum number of changes with the same right cause. More would make it easy to guess."""
LOOK_HINT = "Add up the payments for each reason, and the changes in value."
PARTS_HINT = "Add up the gains in each part."


class CauseSelector(NamedTuple):
    """Selects the cause to ask about: the largest in a direction (place 0), or the second (1).

    The direction is 1 for causes that contribute to the change and -1 for causes that counteract
    it.
    """

    direction: int
    place: int
    sought: str


FOR_SELECTOR = CauseSelector(1, 0, "contributed most to it, in the direction of that {change}")
NEXT_SELECTOR = CauseSelector(
    1, 1, "contributed **second** most to it, in the direction of that {change}"
)
AGAINST_SELECTOR = CauseSelector(
    -1, 0, "worked most **against** it, so that the {change} would be larger without it"
)
CAUSE_SELECTORS = (FOR_SELECTOR, NEXT_SELECTOR, AGAINST_SELECTOR)


class Cause(NamedTuple):
    """Description, amount and gross flow of a contribution to a change."""

    words: str
    amount: float
    flow: float


def get_splits(past: PlayedMatch) -> list[Decomposition]:
    """Return the changes of each seat's score over several stretches of the match."""
    if past.score_splits is None:
        past.score_splits = list(iter_splits(past))
    found: list[Decomposition] = past.score_splits
    return found


def iter_splits(past: PlayedMatch) -> Iterator[Decomposition]:
    """Yield the decompositions of score changes, by stretch and seat."""
    if past.score is None or past.score.key in past.match.game.secrecy.metrics_without_history(
        past.match.table
    ):
        return
    turns = list_change_turns(past)
    ends = sorted(
        {turns[(len(turns) - 1) * at // STRETCH_COUNT] for at in range(STRETCH_COUNT + 1)}
    )
    for since, turn in [*pairwise(ends), *zip(ends, ends[2:], strict=False)]:
        for seat in past.seats:
            found = decompose_metric(past.match, past.score.key, seat, turn, since)
            if found.change:
                yield found


def list_change_turns(past: PlayedMatch) -> list[int]:
    """Return the turns of the match, starting at the last turn before scores changed."""
    scores = past.list_scores()[: len(past.calm_rows)]
    still = [turn for turn, of in scores if of == scores[0][1]]
    begun = next((turn for turn, of in scores if of != scores[0][1]), None)
    before = max((turn for turn in still if begun is None or turn < begun), default=0)
    return [turn for turn, _ in scores if turn >= before]


def describe_change(past: PlayedMatch, split: Decomposition) -> str:
    """Describe a change in a sentence: metric, seat, turns and amount."""
    teller = ExplanationWriter(past.match, past.say, INSTRUCTOR)
    assert split.seat is not None
    return (
        f"From the end of turn {split.since} to the end of turn {split.turn}, "
        f"{past.say.seat(split.seat)}'s {past.score_name} changed by "
        f"{teller.format_signed(split.change, split.metric.unit)}"
    )


class ScoreChange(NamedTuple):
    """A past change of the score, and the cause to ask about."""

    split: Decomposition
    way: CauseSelector
    cause: Cause
    causes: list[Cause]


def ask_reasons(past: PlayedMatch) -> Iterator[SheetQuestion]:
    """Yield questions about the cause that contributed most to a change, or reduced it most.

    Each cause is the right answer for only a few changes, and a wrong answer for another.
    """
    teller = ExplanationWriter(past.match, past.say, INSTRUCTOR)
    found = find_changes(past)
    asked_for = Counter(one.cause.words for one in found)
    wrong = {
        other.words
        for one in found
        for other in choose_distractors(one.cause, one.causes, asked_for)
    }
    for at, one in enumerate(one for one in found if one.cause.words in wrong):
        yield build_cause_question(
            f"{describe_change(past, one.split)}. {describe_sources(past)} Which of these "
            f"{one.way.sought.format(change='change')}?",
            one.cause,
            one.causes,
            asked_for,
            at,
            partial(teller.format_signed, unit=one.split.metric.unit),
            past.parts_metric is not None,
        )


def find_changes(past: PlayedMatch) -> list[ScoreChange]:
    """Return the changes with a prominent cause, at most ``MAX_SAME_CAUSE`` for each cause."""
    found: list[ScoreChange] = []
    asked_for = Counter[str]()
    for split, way in product(get_splits(past), CAUSE_SELECTORS):
        causes, rest = list_causes(past, split)
        cause = find_prominent_cause(causes, rest, way)
        if cause is not None and asked_for[cause.words] < MAX_SAME_CAUSE:
            asked_for[cause.words] += 1
            found.append(ScoreChange(split, way, cause, causes))
    return found


def describe_sources(past: PlayedMatch) -> str:
    """Return a sentence about the kinds of causes that change the score."""
    if past.parts_metric is not None:
        return f"The score is the sum of the parts of {past.format_metric(past.parts_metric.key)}."
    return "Players receive and give money and things, and holdings become worth more or less."


def list_causes(past: PlayedMatch, split: Decomposition) -> tuple[list[Cause], float]:
    """Return the causes of a past change, and the unexplained rest."""
    if past.parts_metric is not None and split.seat is not None:
        rows = {row["turn"]: row[past.parts_metric.key][split.seat] for row in past.rows}
        parts = diff_parts(rows[split.since], rows[split.turn])
        return [
            Cause(past.say.part_label(one), float(by), float(by)) for one, by in parts.items()
        ], 0
    some = [part for part in split.parts if part.kind != "rest"]
    found = [
        Cause(format_cause(past.say, *one.key), float(one.amount), float(one.flow))
        for one in sum_causes(
            some, find_components(split.figure, past.match.table), split.metric.unit
        )
    ]
    return found, float(sum(part.amount for part in split.parts if part.kind == "rest"))


def format_cause(say: TextFormatter, kind: ContributionKind, name: str) -> str:
    """Describe a cause without an amount."""
    if kind == "rest":
        return "other changes"
    if kind == "term":
        return say.part_label(name)
    return format_worth_changes(say, name) if kind == "worth" else format_reason(say, name)


def find_prominent_cause(causes: Sequence[Cause], rest: float, way: CauseSelector) -> Cause | None:
    """Return the cause that ``way`` selects, or None if it is not prominent.

    A cause is prominent if it meets the minimum size, if neither another cause nor the unexplained
    ``rest`` is nearly as large, if at least one other cause is significant, and if there are enough
    causes with distinct descriptions.

    >>> causes = [Cause("rent", 90, 90), Cause("Go", 60, 60), Cause("tax", -40, 40)]
    >>> causes.append(Cause("fee", -5, 5))
    >>> find_prominent_cause(causes, 0, AGAINST_SELECTOR).words
    'tax'
    >>> find_prominent_cause(causes, 0, NEXT_SELECTOR).words
    'Go'
    """
    words = {cause.words for cause in causes}
    if len(words) < len(causes) or len(words) < len(CAUSE_LETTERS):
        return None
    change = sum(cause.amount for cause in causes) + rest
    there = [cause for cause in causes if cause.amount * change * way.direction > 0]
    there.sort(key=lambda cause: -abs(cause.amount))
    if len(there) <= way.place:
        return None
    sought = there[way.place]
    amount = abs(sought.amount)
    if amount < MIN_CAUSE_SHARE * abs(change) or amount < MIN_LEAD_RATIO * abs(rest):
        return None
    in_order = [abs(one.amount) for one in there[: way.place + 2]]
    stands_out = all(one >= MIN_LEAD_RATIO * other for one, other in pairwise(in_order))
    next_to_it = max(abs(one.amount) for one in causes if one != sought)
    return sought if stands_out and next_to_it >= MIN_OTHER_SHARE * amount else None


def choose_distractors(
    cause: Cause, causes: Sequence[Cause], asked_for: Mapping[str, int]
) -> list[Cause]:
    """Return the wrong causes to show with a right cause.

    They are chosen in this order:

    - Causes that contributed more, so that the second largest cause is not the largest of the four.
    - Causes in the same direction that other questions of this match often ask for, so that neither
      the name nor the sign reveals the right cause.
    - Causes with the largest gross flow.
    """

    def told_apart(one: Cause) -> tuple[bool, int, float]:
        along = one.amount * cause.amount > 0
        is_more = along and abs(one.amount) > abs(cause.amount)
        return not is_more, -along - asked_for.get(one.words, 0), -one.flow

    return sorted((one for one in causes if one != cause), key=told_apart)[: len(CAUSE_LETTERS) - 1]


def build_cause_question(
    asked: str,
    cause: Cause,
    causes: Sequence[Cause],
    asked_for: Mapping[str, int],
    at: int,
    signed: Callable[[float], str],
    is_of_parts: bool = False,
) -> SheetQuestion:
    """Build a question with four causes. ``at`` determines the letter of the right cause."""
    right, others = at % len(CAUSE_LETTERS), choose_distractors(cause, causes, asked_for)
    shown = dict(zip(CAUSE_LETTERS, [*others[:right], cause, *others[right:]], strict=True))
    told = "\n\n".join(f"**{letter}**: {one.words}" for letter, one in shown.items())
    hint = PARTS_HINT if is_of_parts else LOOK_HINT
    amounts = ", ".join(f"{letter} {signed(round(one.amount, 2))}" for letter, one in shown.items())
    return SheetQuestion(
        f"{asked}\n\n{told}",
        NameAnswer(CAUSE_LETTERS, "the letter of a cause", miss=hint),
        CAUSE_LETTERS[right],
        worked=f"Contributions: {amounts}.",
    )
