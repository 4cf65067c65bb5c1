"""Why the futures of two answers end apart: the difference of their means, split into causes.

Every future is split as a change of the past is, so the causes of the difference sum to it.
"""

from __future__ import annotations

from dataclasses import replace

from classkit.assignments.question import Question
from classkit.causes.parts import Kind
from classkit.causes.words import Teller, changes_of_worth, reason_words
from classkit.engine.log import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.words import Say
from classkit.study.ahead.compare import Comparison

from .past import Past
from .reasons import cause_of
from .weighing import FUTURES, LEDGER, Causes, Weighing, future_of, mean_causes, near_to

CODE = """from classkit.assignments.homework.differences import what_moved

# run the code of “what-if” first: `futures` are those of its two answers, number 0 and number 1
what_moved(futures, 0, "{figure}")  # the mean of each cause after the first of them"""
"""The code of the question: it shows how its futures are split."""


def reason_of_difference(past: Past, found: Weighing, at: int = 0) -> Question | None:
    """Ask which cause contributed most to the difference that a decision would have made.

    None where the causes do not sum to the difference, or none stands out, or the largest may be
    luck, or is the place that one of the answers names, which needs no thought.
    """
    if past.score is None:
        return None
    moved: Causes = dict(found.causes)
    named = {*found.one.made.fields.values(), *found.one.other.fields.values()}
    rest = float(moved.pop(("rest", ""), 0))
    largest = max(moved, key=lambda cause: abs(moved[cause]), default=("rest", ""))
    whole = sum(moved.values()) + rest
    if abs(float(whole) - found.difference) > near_to(found.difference) or largest[1] in named:
        return None
    if not found.is_clear_of(largest):
        return None
    made, other = found.answers_in_words(past.say)
    teller = Teller(past.match, past.say, INSTRUCTOR)
    causes = {cause_words(past.say, *cause): float(amount) for cause, amount in moved.items()}
    if len(causes) < len(moved):
        return None  # two causes have the same words
    asked = (
        f"Why is that so? From the decision of “what-if” on (turn {found.one.turn}), "
        f"{past.score_named} of {past.say.seat(found.one.seat)} changes for several reasons: money "
        "and things come and go, and what is held becomes worth more or less. The mean of each "
        f"over the {FUTURES} futures differs between “{made}” and “{other}”, and these differences "
        "sum to the one that you found. Which of these contributed most to it, in the direction of "
        "that difference?"
    )

    def amounts(amount: float) -> str:
        return teller.signed(round(amount, 2), past.score.unit if past.score else "")

    question = cause_of(causes, rest, at, asked, amounts)
    if question is None:
        return None
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


def cause_words(say: Say, kind: Kind, name: str) -> str:
    """Return a cause in words."""
    if kind == "rest":
        return "other changes"
    return changes_of_worth(say, name) if kind == "worth" else reason_words(say, name)
