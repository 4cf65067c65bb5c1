"""The decisions of a match that may be taken the other way.

The other way is what another bot of the game would have done there. Where all bots agree it is the
best of some other places to go, by a few futures: a choice that somebody might have made.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from classkit.assignments.deciding import words_of
from classkit.assignments.drawing import Drawing
from classkit.engine.errors import ClasskitError
from classkit.engine.log import Entry
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.policy import read_reply
from classkit.engine.requests import Decision
from classkit.study.ahead.candidates import answers_to_compare
from classkit.study.ahead.compare import answer_words, compare_moves

from .past import Past

LOOKED_AT = 200
"""The steps of a match that are looked at for decisions."""
ENOUGH = 16
"""The decisions that are kept, of which each student gets one."""
CHOICES, TRIED = 6, 10
"""The most choices that are looked at where all bots agree, and the futures of each."""
SHORT = 60
"""The most characters of an answer that is quoted."""
ENDING = ("propose_end",)
"""Moves that end the match, or propose to: no choice within the game."""


class Crossroads(NamedTuple):
    """A decision of the match: its step and turn, the answer that was given, and another."""

    step: int
    turn: int
    seat: str
    name: str
    made: Answer
    other: Answer
    by_bot: bool
    """True if another bot of the game would have given the other answer."""


def decisions_of(past: Past) -> list[Crossroads]:
    """Return decisions at which another bot of the game would have answered otherwise.

    They are spread over the match, and after each of them the score of the seat moved.
    """
    again = past.match.fork()
    given = again.answers
    found: list[Crossroads] = []
    # at random, since decisions of one kind may stand at every second step
    for step in Drawing(f"crossroads|{len(given)}").shuffled(range(len(given)))[:LOOKED_AT]:
        made = answer_of(given[step])
        if made is None:
            continue
        again.goto(step=step)
        request, turn = again.request, again.turn
        if not turn or not isinstance(request, Decision) or request.private:
            continue
        if request.seat != given[step].seat or not moved_afterwards(past, request.seat, turn):
            continue
        if not is_quotable(again, request, made):
            continue
        of_bots = [one for one in bots_answers(again, request) if one != made]
        by_bot = bool(of_bots)
        if by_bot:
            other: Answer | None = of_bots[len(found) % len(of_bots)]
        else:
            other = best_of_others(again, request, made)
        if other is not None:
            found.append(Crossroads(step, turn, request.seat, request.name, made, other, by_bot))
        if len(found) == ENOUGH:
            break
    return found


def horizon_of(match: Match) -> int:
    """Return how many turns the futures go on: two rounds."""
    return 2 * len(match.seats)


def moved_afterwards(past: Past, seat: str, turn: int) -> bool:
    """Return True if a seat's score changed in the match itself within the horizon of a turn."""
    horizon = horizon_of(past.match)
    seen = [of[seat] for at, of in past.scores() if turn - 1 <= at < turn + horizon]
    return len(set(seen)) > 1


def answer_of(entry: Entry) -> Answer | None:
    """Return the answer of an entry, or None if it is none, or ends the match."""
    if entry.kind != "answer" or entry.name in ENDING:
        return None
    return Answer(entry.name, dict(entry.value) if isinstance(entry.value, dict) else {})


def bots_answers(match: Match, decision: Decision) -> list[Answer]:
    """Return what the bots of the game would answer, each answer once, as far as it is short."""
    found: dict[str, Answer] = {}
    for name in match.game.policies:
        try:
            bot = match.game.bot(name)
            policy: Any = bot() if isinstance(bot, type) else bot
            answer = read_reply(policy(match.view(decision.seat), decision), decision)
        except ClasskitError:
            continue  # a bot that has no answer here
        if is_quotable(match, decision, answer) and answer.move not in ENDING:
            found.setdefault(words_of(answer), Answer(answer.move, dict(answer.fields)))
    return list(found.values())


def best_of_others(match: Match, decision: Decision, made: Answer) -> Answer | None:
    """Return the best of some choices other than the one that was made; None if there is none."""
    others = [one for one in other_choices(match, decision) if one != made]
    if len(others) < 2:
        return next(iter(others), None)
    best = compare_moves(
        match, TRIED, horizon=horizon_of(match), seat=decision.seat, seed=match.step, processes=1,
        among=[(one.move, dict(one.fields)) for one in others],
    ).compared()[0]  # fmt: skip
    move, fields = best.answer
    return Answer(move, dict(fields))


def other_choices(match: Match, decision: Decision) -> list[Answer]:
    """Return other choices where all bots agree: among names, such as spaces, and no amounts."""
    return [
        answer
        for answer in answers_to_compare(decision, None, CHOICES, 0)
        if answer.move not in ENDING
        and answer.fields
        and all(isinstance(value, str) for value in answer.fields.values())
        and is_quotable(match, decision, answer)
    ]


def is_quotable(match: Match, decision: Decision, answer: Answer) -> bool:
    """Return True for an answer in a few words: no law, no list of orders, nothing given away."""
    plain = all(isinstance(value, (int, float, str)) for value in answer.fields.values())
    return plain and len(answer_words(match.say(False), decision.name, answer)) <= SHORT
