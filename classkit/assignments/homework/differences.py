"""Causes of the difference between the futures of two answers.

Every future is split into causes like a past change, so that the causes sum to the difference of
the means.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from classkit.assignments.sheet_question import SheetQuestion
from classkit.attribution.explanation_text import ExplanationWriter
from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match
from classkit.study.rollouts.move_comparison import Comparison

from .decision_futures import (
    FUTURE_COUNT,
    LEDGER_KEEP,
    DecisionFutures,
    average_causes,
    get_tolerance,
    play_future,
)
from .played_match import PlayedMatch
from .reason_questions import (
    Cause,
    CauseSelector,
    build_cause_question,
    describe_sources,
    find_prominent_cause,
    format_cause,
)

CODE_TEMPLATE = """from classkit.assignments.homework.differences import what_moved

# first run the code of “what-if”: `futures` contains its two answers, number 0 and number 1
what_moved(futures, 0, "{figure}")  # mean of each cause after answer 0"""
"""Code shown with the question. It splits the futures into causes."""


def find_difference_cause(
    past: PlayedMatch, found: DecisionFutures, way: CauseSelector
) -> Cause | None:
    """Return the prominent cause of the difference between two answers, or None.

    The result is None if the causes do not sum to the difference, if no cause is prominent, if the
    largest cause may be luck, or if the question or its answers already name it.
    """
    if past.score is None:
        return None
    causes, rest = split_difference(past, found)
    whole = sum(cause.amount for cause in causes) + rest
    if abs(whole - found.difference) > get_tolerance(found.difference):
        return None
    cause = find_prominent_cause(causes, rest, way)
    if cause is None or is_cause_named(past, found, cause.words):
        return None
    key = next(key for key in found.causes if format_cause(past.say, *key) == cause.words)
    return cause if found.is_cause_clear(key) else None


def split_difference(past: PlayedMatch, found: DecisionFutures) -> tuple[list[Cause], float]:
    """Return the causes of the difference between the means, and the unexplained rest.

    Causes with the same amount after both answers are included.
    """
    causes = [
        Cause(
            format_cause(past.say, *key),
            float(found.causes[key]),
            float(abs(made) + abs(other)),
        )
        for key, (made, other) in found.cause_means.items()
        if key[0] != "rest"
    ]
    return causes, float(sum(by for key, by in found.causes.items() if key[0] == "rest"))


def is_immediate(past: PlayedMatch, found: DecisionFutures, words: str, way: CauseSelector) -> bool:
    """Return True if the cause is already the largest in its direction in the deciding turn.

    In that case the board shows the cause, and a student needs no futures to find it.
    """
    direction = way.direction if found.difference > 0 else -way.direction
    there = {
        key: by * direction for key, by in found.immediate_causes.items() if by * direction > 0
    }
    return bool(there) and format_cause(past.say, *max(there, key=there.__getitem__)) == words


def is_cause_named(past: PlayedMatch, found: DecisionFutures, words: str) -> bool:
    """Return True if a decision's question or one of its answers names the cause.

    One shared word is enough: a question about buying bonds suggests interest on bonds.
    """
    one = found.decision
    asked = past.say.decision_question(
        one.name, one.seat, getattr(found.match.request, "about", {})
    )
    said = extract_stems(" ".join((one.name, asked, *found.format_answers(past.say))))
    for words_of_one_thing in SYNONYM_SETS:
        if said & words_of_one_thing:
            said |= words_of_one_thing
    return bool(extract_stems(words) & said)


SYNONYM_SETS = ({"bid", "auction"}, {"currency", "note"}, {"debt", "loan"}, {"pledge", "mortgage"})
"""Sets of words that count as the same word when decisions are compared with causes."""


def extract_stems(words: str) -> set[str]:
    """Return the significant words of a text, in lower case and without a plural s.

    >>> sorted(extract_stems("Changes in the worth of tech, and interest on bonds"))
    ['bond', 'interest', 'tech']
    """
    found = re.findall(r"[^\W_]{3,}", words.casefold())
    return {word.removesuffix("s") for word in found} - STOP_WORDS


STOP_WORDS = {
    "and", "change", "for", "from", "its", "the", "worth", "with", "what", "not", "are", "you",
    "your", "how", "many", "much", "own", "paid", "other",
}  # fmt: skip
"""Words that are too common in causes and decisions to be significant."""


def ask_difference_reason(
    past: PlayedMatch,
    found: DecisionFutures,
    way: CauseSelector,
    asked_for: Mapping[str, int],
    at: int = 0,
) -> SheetQuestion | None:
    """Build the question that asks which cause increased or reduced a difference the most.

    Return None if there is no prominent cause (:func:`find_difference_cause`). ``asked_for`` counts
    how often each cause is asked for in the same match.
    """
    cause = find_difference_cause(past, found, way)
    if cause is None or past.score is None:
        return None
    made, other = found.format_answers(past.say)
    teller = ExplanationWriter(past.match, past.say, INSTRUCTOR)
    asked = (
        f"Why is that so? After the decision in “what-if” (turn {found.decision.turn}), "
        f"{past.say.seat(found.decision.seat)}'s {past.score_name} changes for several "
        f"reasons. {describe_sources(past)} For each reason, the mean over the {FUTURE_COUNT} "
        f"futures differs between “{made}” and “{other}”, and these differences add up to the "
        "difference that you found. Some causes contribute equally after both answers. Which "
        f"of these {way.sought.format(change='difference')}?"
    )
    signed = partial(teller.format_signed, unit=past.score.unit)
    question = build_cause_question(
        asked,
        cause,
        split_difference(past, found)[0],
        asked_for,
        at,
        signed,
        past.parts_metric is not None,
    )
    return replace(question, code=CODE_TEMPLATE.format(figure=past.score.key))


def what_moved(futures: Comparison, answer: int, figure: str) -> dict[str, float]:
    """Return the mean contribution of each cause to a metric of the deciding seat.

    Args:
        futures: A comparison of moves.
        answer: The index of the answer among the compared answers.
        figure: The key of the metric.

    Returns:
        A dict from the description of each cause to its mean contribution over the futures, largest
        first.

    Raises:
        KeyError: If the game does not have this metric.

    Example:
        >>> import classkit
        >>> from classkit.study import compare_moves
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
        >>> futures = compare_moves(m, n=3, horizon=3, processes=1)
        >>> now = m.metrics()["net_worth"][futures.seat]
        >>> mean = {row["move"]: row["mean"] for row in futures.rows()}[futures.answers[0].move]
        >>> abs(now + sum(what_moved(futures, 0, "net_worth").values()) - mean) < 0.1
        True
    """
    start = Match.at(futures.plan.point, 0, LEDGER_KEEP)
    metrics = {one.key: one for one in start.game.active_metrics(start.table)}
    say = start.say(False)
    played = [
        play_future(futures.plan, answer, number, futures.seat, metrics[figure])
        for number in range(futures.n)
    ]
    largest = sorted(average_causes(played).items(), key=lambda pair: -abs(pair[1]))
    return {format_cause(say, *cause): round(float(amount), 2) for cause, amount in largest}
