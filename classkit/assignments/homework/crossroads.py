"""The counterfactual: a decision of the match, taken the other way, and the futures of both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from classkit.assignments.answers import Number
from classkit.assignments.deciding import Weighed, weigh, words_of
from classkit.assignments.drawing import Drawing
from classkit.assignments.question import Question
from classkit.engine.match import Match
from classkit.engine.moves import Answer, Move
from classkit.engine.requests import Decision
from classkit.study.ahead.candidates import answers_to_compare

from .past import Past

WHAT_IF = "what-if"
"""The key of the question."""
FUTURES = 30
LOOKS = 4
"""The decisions that are played out to find one that matters clearly."""
LOOKED_AT = 150
"""The steps of a match that are looked at for decisions."""
SPARED = 4
"""The last turns, after which there is hardly any future."""
MOST = 4
"""The most answers that are compared."""
PLAIN = 6
"""Decisions without fields that are enough, and the most answers that such a decision may have."""
SHORT = 40
ENDING = ("propose_end",)
"""Moves that end the match, or propose to: no choice within the game."""
APART = 0.01
"""What an answer may be off by, however small the difference is."""
CLEAR = 2.0
"""Standard errors by which two answers must differ to be asked about first."""


class Crossroads(NamedTuple):
    """A decision of the match: its step and turn, and the answer that was given."""

    step: int
    turn: int
    seat: str
    name: str
    made: str


def decisions_of(past: Past) -> list[Crossroads]:
    """Return the decisions between a few answers, those without fields if there are enough."""
    again = past.match.fork()
    last = again.step
    plain: list[Crossroads] = []
    others: list[Crossroads] = []
    # at random, since decisions of one kind may stand at every second step
    for step in sorted(Drawing(f"crossroads|{last}").shuffled(range(last))[:LOOKED_AT]):
        again.goto(step=step)
        request, turn, before = again.request, again.turn, len(again.answers)
        if not turn or turn > past.match.turn - SPARED or not isinstance(request, Decision):
            continue
        if request.private or not has_choice(request):
            continue
        again.redo()
        entry = next((e for e in again.answers[before:] if e.kind == "answer"), None)
        if entry is None or entry.seat != request.seat:
            continue
        made = words_of(Answer(entry.name, entry.value if isinstance(entry.value, dict) else {}))
        if not is_short(made) or made in ENDING:
            continue
        one = Crossroads(step, turn, request.seat, request.name, made)
        legal = moves_within(request)
        if any(move.fields for move in legal):
            others.append(one)
        elif len(legal) <= PLAIN:
            plain.append(one)
    return plain if len(plain) >= PLAIN else plain + others


def moves_within(request: Decision) -> list[Move]:
    """Return the legal moves after which the match goes on."""
    return [move for move in request.legal if move.name not in ENDING]


def has_choice(request: Decision) -> bool:
    """Return True where two answers differ; one move may have fields with a single value each."""
    if len(moves_within(request)) > 1:
        return True
    answers = answers_to_compare(request, None, MOST, 0)
    return sum(answer.move not in ENDING for answer in answers) > 1


def is_short(answer: str) -> bool:
    """Return True for an answer that can be quoted: no law, no list of orders."""
    return len(answer) <= SHORT and not set(answer) & set("{}[]")


def horizon_of(match: Match) -> int:
    """Return how many turns the futures go on: two rounds."""
    return 2 * len(match.seats)


class Weighing(NamedTuple):
    """A decision with the futures of its answers, and the answer compared with the one made."""

    one: Crossroads
    match: Match
    weighed: Weighed
    other: str

    @property
    def difference(self) -> float:
        """The mean after the other answer less the mean after the one that was made."""
        return self.weighed.mean(self.other) - self.weighed.mean(self.one.made)

    @property
    def clearness(self) -> float:
        """The difference in standard errors."""
        two = {name: self.weighed.outcomes[name] for name in (self.other, self.one.made)}
        return Weighed(two).lead()


def weighing(past: Past, one: Crossroads, draw: Drawing) -> Weighing:
    """Play the futures of one decision, and choose an answer that differs clearly, if any does."""
    then = past.match.fork().goto(step=one.step)
    horizon = horizon_of(then)
    weighed = weigh(
        then, "score", bots=None, seed=one.step, horizon=horizon, most=MOST, n=FUTURES
    )  # fmt: skip
    others = [name for name in weighed.outcomes if name not in (one.made, *ENDING)]
    others = [name for name in others if is_short(name)] or others
    found = [Weighing(one, then, weighed, other) for other in others]
    clear = [weighing for weighing in found if weighing.clearness >= CLEAR]
    return draw.one_of(clear) if clear else max(found, key=lambda weighing: weighing.clearness)


def what_if(past: Past, found: Sequence[Crossroads], draw: Drawing) -> Question:
    """Ask about a decision drawn for the student, one that made a clear difference if there is any.

    Some are looked at, and more only while none of them made any difference; of these the clearest
    is asked about.
    """
    first, *others = draw.shuffled(found)
    best = weighing(past, first, draw)
    for looked, one in enumerate(others, start=1):
        if best.clearness >= CLEAR or (best.difference and looked >= LOOKS):
            break
        best = max(best, weighing(past, one, draw), key=lambda weighed: weighed.clearness)
    return question_on(past, best)


def question_on(past: Past, found: Weighing) -> Question:
    """Return the question on one decision."""
    one, weighed, other, right = found.one, found.weighed, found.other, found.difference
    assert isinstance(found.match.request, Decision)
    asked = past.say.question(one.name, one.seat, found.match.request.about)
    seat, horizon = past.say.seat(one.seat), horizon_of(found.match)
    unit = past.say.unit(past.money) if past.money else "points"
    score = past.score.label if past.score else "score in the standings"
    hint = "The difference is that of two means: the other answer less the one that was given."
    return Question(
        f"In turn {one.turn} {seat} was asked: {asked} The answer was “{one.made}”. Go back to "
        f"that moment and play {FUTURES} futures of {horizon} turns after each answer, with the "
        f"game's own bots and the seed {one.step}, as below. By how much is the mean score of "
        f"{seat} "
        f"(“{score}”) higher after “{other}” than after “{one.made}”? Lower is negative. Give two "
        f"decimals: an answer that is off by more than {APART}, or by more than half a per cent "
        "if that is more, is wrong.",
        Number(unit, whole=False, tolerance=max(APART, abs(right) / 200), low=hint, high=hint),
        right,
        worked=f"Mean after “{other}” {weighed.mean(other):,.2f}, after “{one.made}” "
        f"{weighed.mean(one.made):,.2f}; “{other}” ended higher in "
        f"{weighed.better_in(other, one.made)} of {FUTURES} futures.",
        code=CODE.format(step=one.step, n=FUTURES, horizon=horizon, most=MOST),
    )


CODE = """from classkit.study import compare_moves

then = work.played.fork().goto(step={step})
futures = compare_moves(then, n={n}, horizon={horizon}, seed={step}, most={most}, processes=1)
futures.frame()"""
