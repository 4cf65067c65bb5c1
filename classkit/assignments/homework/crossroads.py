"""The decisions of a match that may be taken the other way.

The other way is what another bot of the game would have done there. Where no other bot is left that
would do anything else, it is the best of some other choices, by a few futures: a choice that
somebody might have made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
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

LOOKED_AT = 600
"""The steps of a match that are looked at for decisions."""
OTHERS = 3
"""The most other answers to one decision that are looked at."""
CHOICES, TRIED = 6, 5
"""Where no bot differs: the most choices to try, and the futures of each."""
SHORT = 80
"""The most characters of an answer that is quoted."""
LONGEST = 8
"""The most turns of a future."""
ENDING = ("propose_end",)
"""The moves that end the match or propose to, about which nothing is asked."""


class Other(NamedTuple):
    """Another answer to a decision."""

    answer: Answer
    by_bot: bool
    """True if another bot of the game would have given it."""
    tried: int
    """The futures that were played to find it."""


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
    tried: int
    """The futures that were played to find the other answer."""


def decisions_of(past: Past) -> Iterator[list[Crossroads]]:
    """Yield decisions after which the score of the seat moved, each with up to three other answers.

    They are spread over the match and over the kinds of its decisions.
    """
    again = past.match.fork()
    given = again.answers
    for step in steps_to_ask(past, again, given):
        request, made = again.goto(step=step).request, answer_of(given[step])
        assert isinstance(request, Decision) and made is not None, "it is one to ask about"
        others = others_to(again, request, made)
        found = [
            Crossroads(step, again.turn, request.seat, request.name, made, *other)
            for other in others[:OTHERS]
        ]
        if found:
            yield found


def others_to(match: Match, decision: Decision, made: Answer) -> list[Other]:
    """Return other answers to a decision: those of bots, or else the best of some choices."""
    bots = [one for one in bots_answers(match, decision) if one != made]
    bots.sort(key=lambda one: one.move == made.move)  # another amount is less of a choice
    if bots:
        return [Other(one, True, 0) for one in bots]
    return best_of_others(match, decision, made)


def steps_to_ask(past: Past, again: Match, given: Sequence[Entry]) -> list[int]:
    """Return the steps of decisions to ask about, taking the kinds of decision in turn."""
    by_kind: dict[str, list[int]] = {}
    # at random, since decisions of one kind may stand at every second step
    drawing = Drawing(f"crossroads|{len(given)}")
    for step in sorted(drawing.shuffled(range(len(given)))[:LOOKED_AT]):
        made = answer_of(given[step])
        if made is not None:
            request = again.goto(step=step).request
            if isinstance(request, Decision) and is_to_ask(past, again, request, given[step], made):
                by_kind.setdefault(request.name, []).append(step)
    some = [drawing.shuffled(steps) for steps in by_kind.values()]
    return [step for steps in zip_longest(*some) for step in steps if step is not None]


def is_to_ask(past: Past, again: Match, request: Decision, entry: Entry, made: Answer) -> bool:
    """Return whether the decision at which a match stands may be asked about."""
    return (
        again.turn > 0
        and not request.private
        and request.seat == entry.seat
        and moved_afterwards(past, request.seat, again.turn)
        and is_quotable(again, request, made)
    )


def horizon_of(match: Match) -> int:
    """Return how many turns the futures go on: two rounds, but eight turns at most."""
    return min(2 * len(match.seats), LONGEST)


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
    """Return the different answers that the game's bots would give, if short enough to quote."""
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


def best_of_others(match: Match, decision: Decision, made: Answer) -> list[Other]:
    """Return some choices other than the one that was made, the best by a few futures first."""
    others = [one for one in other_choices(match, decision) if one != made]
    if len(others) < 2:
        return [Other(one, False, 0) for one in others]
    compared = compare_moves(
        match, TRIED, horizon=horizon_of(match), seat=decision.seat, seed=match.step, processes=1,
        among=[(one.move, dict(one.fields)) for one in others],
    ).compared()  # fmt: skip
    played = [TRIED * len(others), *[0] * len(compared)]
    return [
        Other(Answer(one.answer.move, dict(one.answer.fields)), False, tried)
        for one, tried in zip(compared, played, strict=False)
    ]


def other_choices(match: Match, decision: Decision) -> list[Answer]:
    """Return further answers to try, whose fields hold names, such as spaces, but no amounts."""
    return [
        answer
        for answer in answers_to_compare(decision, None, CHOICES, 0)
        if answer.move not in ENDING
        and all(isinstance(value, str) for value in answer.fields.values())
        and is_quotable(match, decision, answer)
    ]


def is_quotable(match: Match, decision: Decision, answer: Answer) -> bool:
    """Return True for an answer in a few words: no law, no list of orders, nothing given away."""
    plain = all(isinstance(value, (int, float, str)) for value in answer.fields.values())
    return plain and len(answer_words(match.say(False), decision.name, answer)) <= SHORT
