"""The counterfactual: what the other answer to a decision would have brought on the average."""

from __future__ import annotations

from classkit.assignments.answers import Number
from classkit.assignments.question import Question
from classkit.engine.requests import Decision

from .crossroads import horizon_of
from .past import Past
from .weighing import APART, FUTURES, Weighing, near_to

WHAT_IF = "what-if"
"""The key of the question."""
BY_BOT = "another bot of the game would have said"
BEST = "of some other choices the best, by a few futures, was"
FURTHER = "another choice was"
"""Words before the other answer: given by a bot, the best of several, or any other."""
CODE = """from classkit.study import compare_moves

then = work.played.fork().goto(step={step})
print(then.request, then.legal_moves())  # what may be answered here
answers = [..., ...]  # the two answers, each as "move" or ("move", {{"field": value}})
futures = compare_moves(then, n={n}, horizon={horizon}, seed={step}, among=answers, processes=1)
futures.frame()"""
"""The code shown with the question, in which the student fills in the two answers."""


def what_if(past: Past, found: Weighing) -> Question:
    """Ask what the other answer to one decision would have brought on the average."""
    one, right = found.one, found.difference
    decision = found.match.request
    assert isinstance(decision, Decision)
    asked = past.say.question(one.name, one.seat, decision.about)
    made, other = found.answers_in_words(past.say)
    after_made, after_other = found.means
    whose = BY_BOT if one.by_bot else BEST if one.tried else FURTHER
    seat, horizon = past.say.seat(one.seat), horizon_of(found.match)
    unit = past.say.unit(past.money) if past.money else "points"
    score = past.score.label if past.score else "score in the standings"
    hint = "The difference is that of two means: the other answer less the one that was given."
    return Question(
        f"In turn {one.turn} {seat} was asked: {asked} The answer was “{made}”; {whose} "
        f"“{other}”. Go back to that moment and play {FUTURES} futures of "
        f"{horizon} turns after each of the two, with the game's own bots and the seed {one.step}. "
        f"The code below is begun: put the two answers into it. By how much is the mean score of "
        f"{seat} (“{score}”) higher after “{other}” than after “{made}”? Lower is negative. Give "
        f"two decimals: an answer that is off by more than {APART}, or by more than half a per "
        "cent if that is more, is wrong.",
        Number(unit, whole=False, tolerance=near_to(right), low=hint, high=hint),
        right,
        worked=f"Mean after “{other}” {after_other:,.2f}, after “{made}” {after_made:,.2f}; "
        f"“{other}” ended higher in {found.ended_higher} of {FUTURES} futures.",
        facts={
            "made": [one.made.move, dict(one.made.fields)],
            "other": [one.other.move, dict(one.other.fields)],
        },
        code=CODE.format(step=one.step, n=FUTURES, horizon=horizon),
    )
