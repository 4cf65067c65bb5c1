"""The counterfactual: a decision of the match, taken the other way, and the futures of both.

The other way is what another bot of the game would have done there, or another place to go where
all bots agree: a choice that somebody might have made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from classkit.assignments.answers import Number
from classkit.assignments.deciding import Weighed, words_of
from classkit.assignments.drawing import Drawing, shared
from classkit.assignments.question import Question
from classkit.engine.errors import ClasskitError
from classkit.engine.log import Entry
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.policy import read_reply
from classkit.engine.requests import Decision
from classkit.engine.words import Say
from classkit.study.ahead.candidates import answers_to_compare
from classkit.study.ahead.compare import Comparison, answer_words, compare_moves

from .past import Past

WHAT_IF = "what-if"
"""The key of the question."""
FUTURES = 30
LOOKS = 3
"""The decisions that are played out to find one that matters clearly."""
LOOKED_AT = 200
"""The steps of a match that are looked at for decisions."""
ENOUGH = 16
"""The decisions that are kept, of which each student gets one."""
CHOICES = 6
"""The most choices that are looked at where all bots agree."""
SHORT = 60
"""The most characters of an answer that is quoted."""
ENDING = ("propose_end",)
"""Moves that end the match, or propose to: no choice within the game."""
APART = 0.01
"""What an answer may be off by, however small the difference is."""
CLEAR = 2.0
"""Standard errors by which two answers must differ to be asked about first."""


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
    given = [entry for entry in again.answers if not entry.undone]
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
        others = of_bots or [one for one in other_choices(again, request) if one != made]
        if others:
            other = others[len(found) % len(others)]
            by_bot = bool(of_bots)
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


class Weighing(NamedTuple):
    """A decision with the futures of its two answers: first the one that was made."""

    one: Crossroads
    match: Match
    futures: Comparison
    weighed: Weighed

    @property
    def made(self) -> str:
        """The answer that was given, as the futures are named."""
        return words_of(self.one.made)

    @property
    def other(self) -> str:
        """The other answer."""
        return words_of(self.one.other)

    def answers_in_words(self, say: Say) -> tuple[str, str]:
        """Return both answers as people say them, first the one that was given."""
        made, other = (
            answer_words(say, self.one.name, one) for one in (self.one.made, self.one.other)
        )
        return made, other

    @property
    def difference(self) -> float:
        """The mean after the other answer less the mean after the one that was made."""
        return self.weighed.mean(self.other) - self.weighed.mean(self.made)

    @property
    def clearness(self) -> float:
        """The difference in standard errors; 0 if it is smaller than an answer may be off."""
        return self.weighed.lead() if abs(self.difference) > 2 * APART else 0.0


def near_to(difference: float) -> float:
    """Return by how much an answer may be off a difference of means."""
    return max(APART, abs(difference) / 200)


def weighing(past: Past, one: Crossroads) -> Weighing:
    """Play the futures of both answers to one decision."""
    then = past.match.fork().goto(step=one.step)
    among = [(answer.move, dict(answer.fields)) for answer in (one.made, one.other)]
    compared = compare_moves(
        then, FUTURES, horizon=horizon_of(then), seat=one.seat, among=among, seed=one.step,
        processes=1,
    ).wait()  # fmt: skip
    outcomes = {
        words_of(answer): tuple(compared.values[at, number][0] for number in range(FUTURES))
        for at, answer in enumerate((one.made, one.other))
    }
    return Weighing(one, then, compared, Weighed(outcomes))


def any_mattered(past: Past, found: Sequence[Crossroads]) -> bool:
    """Return True if one of these decisions made a difference; none is played after it."""
    return any(looked.clearness for looked in weighed_in_turn(past, found))


def drawn(
    past: Past, found: Sequence[Crossroads], draw: Drawing, fits: Callable[[Weighing], Any]
) -> Weighing:
    """Return a decision drawn for the student: the first that made a clear difference and fits.

    If none of a few does both, the clearest is taken. ClasskitError if none made any difference.
    """
    best: Weighing | None = None
    order = shared(draw, "decision").shuffled(found)
    for number, looked in enumerate(weighed_in_turn(past, order), start=1):
        if looked.clearness >= CLEAR and fits(looked):
            return looked
        if best is None or looked.clearness > best.clearness:
            best = looked
        if best.clearness and number >= LOOKS:
            break
    if best is None or not best.clearness:
        raise ClasskitError("no decision that was looked at made any difference.")
    return best


def weighed_in_turn(past: Past, found: Sequence[Crossroads]) -> Iterator[Weighing]:
    """Yield decisions with their futures, each played only when it is asked for, and once."""
    known = past.weighed
    for one in found:
        if one.step not in known:
            known[one.step] = weighing(past, one)
        yield known[one.step]


def what_if(past: Past, found: Weighing) -> Question:
    """Ask what the other answer to one decision would have brought on the average."""
    one, weighed, right = found.one, found.weighed, found.difference
    decision = found.match.request
    assert isinstance(decision, Decision)
    asked = past.say.question(one.name, one.seat, decision.about)
    made, other = found.answers_in_words(past.say)
    whose = "another bot of the game would have said" if one.by_bot else "another choice was"
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
        worked=f"Mean after “{other}” {weighed.mean(found.other):,.2f}, after “{made}” "
        f"{weighed.mean(found.made):,.2f}; “{other}” ended higher in "
        f"{weighed.better_in(found.other, found.made)} of {FUTURES} futures.",
        facts={
            "made": [one.made.move, dict(one.made.fields)],
            "other": [one.other.move, dict(one.other.fields)],
        },
        code=CODE.format(step=one.step, n=FUTURES, horizon=horizon),
    )


CODE = """from classkit.study import compare_moves

then = work.played.fork().goto(step={step})
print(then.request, then.legal_moves())  # what may be answered here
answers = [..., ...]  # the two answers, each as "move" or ("move", {{"field": value}})
futures = compare_moves(then, n={n}, horizon={horizon}, seed={step}, among=answers, processes=1)
futures.frame()"""
