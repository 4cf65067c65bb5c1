"""Why the futures of two answers end apart: the difference of their means, split into causes.

Every future is split as a change of the past is, so the causes of the difference sum to it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from classkit.assignments.question import Question
from classkit.causes.words import Teller
from classkit.engine.log import INSTRUCTOR
from classkit.engine.match import Match
from classkit.study.ahead.compare import Comparison

from .past import Past
from .reasons import (
    Cause,
    Way,
    cause_words,
    outstanding,
    question_on,
    where_it_comes_from,
)
from .weighing import FUTURES, LEDGER, Weighing, future_of, mean_causes, near_to

CODE = """from classkit.assignments.homework.differences import what_moved

# run the code of “what-if” first: `futures` are those of its two answers, number 0 and number 1
what_moved(futures, 0, "{figure}")  # the mean of each cause after the first of them"""
"""The code of the question: it shows how its futures are split."""


def cause_of_difference(past: Past, found: Weighing, way: Way) -> Cause | None:
    """Return the cause that stands out in the difference that a decision would have made.

    Return None where the causes do not sum to the difference, where none stands out, where the
    largest may be luck, and where the answers themselves name it, since that needs no thought.
    """
    if past.score is None:
        return None
    causes, rest = causes_apart(past, found)
    whole = sum(cause.amount for cause in causes) + rest
    if abs(whole - found.difference) > near_to(found.difference):
        return None
    cause = outstanding(causes, rest, way)
    if cause is None or stands_in(past, found, cause.words):
        return None
    key = next(key for key in found.causes if cause_words(past.say, *key) == cause.words)
    return cause if found.is_clear_of(key) else None


def causes_apart(past: Past, found: Weighing) -> tuple[list[Cause], float]:
    """Return the causes of the difference of the means, and what no cause explains.

    A cause that brought the same after both answers is among them: it took place as well.
    """
    causes = [
        Cause(
            cause_words(past.say, *key),
            float(found.causes[key]),
            float(abs(made) + abs(other)),
        )
        for key, (made, other) in found.flows.items()
        if key[0] != "rest"
    ]
    return causes, float(sum(by for key, by in found.causes.items() if key[0] == "rest"))


def shows_at_once(past: Past, found: Weighing, words: str, way: Way) -> bool:
    """Return whether a cause is already the largest of its direction in the turn of the decision.

    Then the board shows it, and a student needs no futures to see it.
    """
    direction = way.direction if found.difference > 0 else -way.direction
    there = {key: by * direction for key, by in found.at_once.items() if by * direction > 0}
    return bool(there) and cause_words(past.say, *max(there, key=there.__getitem__)) == words


def stands_in(past: Past, found: Weighing, words: str) -> bool:
    """Return whether a decision's question or one of its answers names a cause.

    One word is enough: a question about buying bonds already points to interest on bonds.
    """
    one = found.one
    asked = past.say.question(one.name, one.seat, getattr(found.match.request, "about", {}))
    said = stems(" ".join((one.name, asked, *found.answers_in_words(past.say))))
    for words_of_one_thing in SAME_THING:
        if said & words_of_one_thing:
            said |= words_of_one_thing
    return bool(stems(words) & said)


SAME_THING = ({"bid", "auction"}, {"currency", "note"}, {"debt", "loan"}, {"pledge", "mortgage"})
"""Sets of words, in decisions and in causes, that count as the same word."""


def stems(words: str) -> set[str]:
    """Return the telling words of a text, in lower case and without a plural s.

    >>> sorted(stems("Changes in the worth of tech, and interest on bonds"))
    ['bond', 'interest', 'tech']
    """
    found = re.findall(r"[^\W_]{3,}", words.casefold())
    return {word.removesuffix("s") for word in found} - TELLS_NOTHING


TELLS_NOTHING = {
    "and", "change", "for", "from", "its", "the", "worth", "with", "what", "not", "are", "you",
    "your", "how", "many", "much", "own", "paid", "other",
}  # fmt: skip
"""Words so common in causes and decisions that they tell nothing."""


def reason_of_difference(
    past: Past, found: Weighing, way: Way, asked_for: Mapping[str, int], at: int = 0
) -> Question | None:
    """Ask which cause contributed most to a difference, or worked most against it.

    None where no cause can be asked for: see :func:`cause_of_difference`. ``asked_for`` are the
    causes that are asked for in the same match.
    """
    cause = cause_of_difference(past, found, way)
    if cause is None or past.score is None:
        return None
    made, other = found.answers_in_words(past.say)
    teller = Teller(past.match, past.say, INSTRUCTOR)
    asked = (
        f"Why is that so? From the decision of “what-if” on (turn {found.one.turn}), "
        f"{past.score_named} of {past.say.seat(found.one.seat)} changes for several reasons. "
        f"{where_it_comes_from(past)} The mean of each over the {FUTURES} futures differs between "
        f"“{made}” and “{other}”, and these differences sum to the one that you found. Some causes "
        "bring the same after both. Which of these "
        f"{way.sought.format(change='difference')}?"
    )
    signed = partial(teller.signed, unit=past.score.unit)
    question = question_on(
        asked, cause, causes_apart(past, found)[0], asked_for, at, signed, past.parted is not None
    )
    return replace(question, code=CODE.format(figure=past.score.key))


def what_moved(futures: Comparison, answer: int, figure: str) -> dict[str, float]:
    """Return what moved a figure of the deciding seat after one of the answers compared.

    That is the mean over the futures, by cause in words, the largest first; ``answer`` is the place
    of the answer among those compared.

    >>> import classkit
    >>> from classkit.study import compare_moves
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
    >>> futures = compare_moves(m, n=3, horizon=3, processes=1)
    >>> now = m.metrics()["net_worth"][futures.seat]
    >>> mean = {row["move"]: row["mean"] for row in futures.rows()}[futures.answers[0].move]
    >>> abs(now + sum(what_moved(futures, 0, "net_worth").values()) - mean) < 0.1
    True
    """
    start = Match.at(futures.scenario.point, 0, LEDGER)
    metrics = {one.key: one for one in start.game.metrics_of(start.table)}
    say = start.say(False)
    played = [
        future_of(futures.scenario, answer, number, futures.seat, metrics[figure])
        for number in range(futures.n)
    ]
    largest = sorted(mean_causes(played).items(), key=lambda pair: -abs(pair[1]))
    return {cause_words(say, *cause): round(float(amount), 2) for cause, amount in largest}
