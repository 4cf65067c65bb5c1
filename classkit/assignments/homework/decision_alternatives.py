"""Decisions of a match with alternative answers, for counterfactual questions.

An alternative is the answer that another bot of the game would have given. If all bots agree, the
alternative is the best of several other choices, estimated with a few futures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from classkit.assignments.decision_questions import format_option
from classkit.assignments.random_draw import QuestionRandom
from classkit.engine.decisions import Decision
from classkit.engine.errors import ClasskitError
from classkit.engine.events import Entry
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.policy import read_reply
from classkit.study.rollouts.candidate_moves import pick_answers
from classkit.study.rollouts.move_comparison import compare_moves, format_answer

from .played_match import PlayedMatch

MAX_STEPS_SEARCHED = 600
"""Maximum number of steps in a match that are searched for decisions."""
MAX_ALTERNATIVES = 3
"""Maximum number of alternatives to one answer."""
MAX_CHOICES, TRIAL_FUTURES = 6, 5
"""If no bot differs: the maximum number of choices to try, and the number of futures of each."""
MAX_QUOTE_LENGTH = 80
"""Maximum length of a quoted answer."""
MAX_HORIZON = 8
"""Maximum number of turns of a future."""
ENDING_MOVES = ("propose_end",)
"""Moves that end the match or propose to end it. They are excluded from questions."""


class AlternativeAnswer(NamedTuple):
    """Another answer to a decision."""

    answer: Answer
    by_bot: bool
    """True if another bot of the game would have given this answer."""
    tried: int
    """Number of futures that were played to find this answer."""


class DecisionAlternative(NamedTuple):
    """A decision of the match: its step and turn, the answer given, and an alternative."""

    step: int
    turn: int
    seat: str
    name: str
    made: Answer
    other: Answer
    by_bot: bool
    """True if another bot of the game would have given the alternative."""
    tried: int
    """Number of futures that were played to find the alternative."""


def find_decisions(past: PlayedMatch) -> Iterator[list[DecisionAlternative]]:
    """Yield decisions that affected the seat's score, and up to three alternatives to each.

    The decisions are spread over the match and over the kinds of decision.
    """
    again = past.match.fork()
    given = again.answers
    for step in choose_steps(past, again, given):
        request, made = again.goto(step=step).request, get_answer(given[step])
        assert isinstance(request, Decision) and made is not None, "it is one to ask about"
        others = find_alternatives(again, request, made)
        found = [
            DecisionAlternative(step, again.turn, request.seat, request.name, made, *other)
            for other in others[:MAX_ALTERNATIVES]
        ]
        if found:
            yield found


def find_alternatives(match: Match, decision: Decision, made: Answer) -> list[AlternativeAnswer]:
    """Return alternatives to an answer: bots' answers, or else the best other choices."""
    bots = [one for one in list_bot_answers(match, decision) if one != made]
    bots.sort(key=lambda one: one.move == made.move)  # prefer another move to another amount
    if bots:
        return [AlternativeAnswer(one, True, 0) for one in bots]
    return find_best_alternatives(match, decision, made)


def choose_steps(past: PlayedMatch, again: Match, given: Sequence[Entry]) -> list[int]:
    """Return the steps of decisions to ask about, alternating between kinds of decision."""
    by_kind: dict[str, list[int]] = {}
    # random, because decisions of one kind may occur at every second step
    drawing = QuestionRandom(f"crossroads|{len(given)}")
    for step in sorted(drawing.shuffle_options(range(len(given)))[:MAX_STEPS_SEARCHED]):
        made = get_answer(given[step])
        if made is not None:
            request = again.goto(step=step).request
            if isinstance(request, Decision) and can_ask(past, again, request, given[step], made):
                by_kind.setdefault(request.name, []).append(step)
    some = [drawing.shuffle_options(steps) for steps in by_kind.values()]
    return [step for steps in zip_longest(*some) for step in steps if step is not None]


def can_ask(past: PlayedMatch, again: Match, request: Decision, entry: Entry, made: Answer) -> bool:
    """Return True if the open decision of a match is suitable for a question."""
    return (
        again.turn > 0
        and not request.private
        and request.seat == entry.seat
        and has_score_moved(past, request.seat, again.turn)
        and is_quotable(again, request, made)
    )


def get_horizon(match: Match) -> int:
    """Return the length of futures in turns: two rounds, up to ``MAX_HORIZON`` turns."""
    return min(2 * len(match.seats), MAX_HORIZON)


def has_score_moved(past: PlayedMatch, seat: str, turn: int) -> bool:
    """Return True if a seat's score changed within the horizon after a turn of the match."""
    horizon = get_horizon(past.match)
    seen = [of[seat] for at, of in past.list_scores() if turn - 1 <= at < turn + horizon]
    return len(set(seen)) > 1


def get_answer(entry: Entry) -> Answer | None:
    """Return the answer in an entry, or None for other entries and for match-ending moves."""
    if entry.kind != "answer" or entry.name in ENDING_MOVES:
        return None
    return Answer(entry.name, dict(entry.value) if isinstance(entry.value, dict) else {})


def list_bot_answers(match: Match, decision: Decision) -> list[Answer]:
    """Return the distinct answers of the game's bots, omitting answers too long to quote."""
    found: dict[str, Answer] = {}
    for name in match.game.policies:
        try:
            bot = match.game.bot(name)
            policy: Any = bot() if isinstance(bot, type) else bot
            answer = read_reply(policy(match.view(decision.seat), decision), decision)
        except ClasskitError:
            continue  # this bot has no answer here
        if is_quotable(match, decision, answer) and answer.move not in ENDING_MOVES:
            found.setdefault(format_option(answer), Answer(answer.move, dict(answer.fields)))
    return list(found.values())


def find_best_alternatives(
    match: Match, decision: Decision, made: Answer
) -> list[AlternativeAnswer]:
    """Return other choices, ranked by a few futures."""
    others = [one for one in list_other_choices(match, decision) if one != made]
    if len(others) < 2:
        return [AlternativeAnswer(one, False, 0) for one in others]
    compared = compare_moves(
        match,
        TRIAL_FUTURES,
        horizon=get_horizon(match),
        seat=decision.seat,
        seed=match.step,
        processes=1,
        among=[(one.move, dict(one.fields)) for one in others],
    ).rank_answers()
    played = [TRIAL_FUTURES * len(others), *[0] * len(compared)]
    return [
        AlternativeAnswer(Answer(one.answer.move, dict(one.answer.fields)), False, tried)
        for one, tried in zip(compared, played, strict=False)
    ]


def list_other_choices(match: Match, decision: Decision) -> list[Answer]:
    """Return more answers to try, whose fields contain names (such as spaces) but no amounts."""
    return [
        answer
        for answer in pick_answers(decision, None, MAX_CHOICES, 0)
        if answer.move not in ENDING_MOVES
        and all(isinstance(value, str) for value in answer.fields.values())
        and is_quotable(match, decision, answer)
    ]


def is_quotable(match: Match, decision: Decision, answer: Answer) -> bool:
    """Return True for an answer with plain fields that is short enough to quote."""
    plain = all(isinstance(value, (int, float, str)) for value in answer.fields.values())
    return plain and len(format_answer(match.say(False), decision.name, answer)) <= MAX_QUOTE_LENGTH
