"""Counterfactual question: the mean effect of another answer to a decision."""

from __future__ import annotations

from classkit.assignments.answer_types import NumberAnswer
from classkit.assignments.sheet_question import SheetQuestion
from classkit.engine.decisions import Decision

from .decision_alternatives import get_horizon
from .decision_futures import FUTURE_COUNT, MIN_TOLERANCE, DecisionFutures, get_tolerance
from .played_match import PlayedMatch

WHAT_IF_KEY = "what-if"
"""Key of the question."""
BOT_PHRASE = "another of the game's bots would have answered"
BEST_PHRASE = "the best of several other choices, by the mean score in a few futures, was"
FURTHER_PHRASE = "another choice was"
"""Phrases that introduce the other answer: from a bot, the best of several, or any other."""
CODE_TEMPLATE = """from classkit.study import compare_moves

then = work.played.fork().goto(step={step})
print(then.request, then.legal_moves())  # the answers that are allowed here
answers = [..., ...]  # the two answers, each as "move" or ("move", {{"field": value}})
futures = compare_moves(then, n={n}, horizon={horizon}, seed={step}, among=answers, processes=1)
futures.frame()"""
"""Code shown with the question. The student fills in the two answers."""


def ask_what_if(past: PlayedMatch, found: DecisionFutures) -> SheetQuestion:
    """Build the question that asks how much another answer to a decision changes the mean score."""
    one, right = found.decision, found.difference
    decision = found.match.request
    assert isinstance(decision, Decision)
    asked = past.say.decision_question(one.name, one.seat, decision.about)
    made, other = found.format_answers(past.say)
    after_made, after_other = found.means
    whose = BOT_PHRASE if one.by_bot else BEST_PHRASE if one.tried else FURTHER_PHRASE
    seat, horizon = past.say.seat(one.seat), get_horizon(found.match)
    unit = past.answer_unit if past.money else "points"
    score = past.score.label if past.score else "score in the standings"
    hint = "Subtract the mean after the actual answer from the mean after the other answer."
    return SheetQuestion(
        f"In turn {one.turn}, {seat} was asked: {asked} The answer was “{made}”; {whose} "
        f"“{other}”. Go back to that moment, and play {FUTURE_COUNT} futures of {horizon} "
        "turns after each of the two answers, with the game's own bots and the seed "
        f"{one.step}. To do so, complete the code below with the two answers. By how much is "
        f"{seat}'s mean score (“{score}”) higher after “{other}” than after “{made}”? If it is "
        "lower, the answer is negative. Round to two decimal places. Your answer may be off by "
        f"{MIN_TOLERANCE} or half a percent, whichever is larger.",
        NumberAnswer(unit, whole=False, tolerance=get_tolerance(right), low=hint, high=hint),
        right,
        worked=f"Mean after “{other}” {after_other:,.2f}, after “{made}” {after_made:,.2f}; "
        f"“{other}” ended higher in {found.higher_count} of {FUTURE_COUNT} futures.",
        facts={
            "made": [one.made.move, dict(one.made.fields)],
            "other": [one.other.move, dict(one.other.fields)],
        },
        code=CODE_TEMPLATE.format(step=one.step, n=FUTURE_COUNT, horizon=horizon),
    )
