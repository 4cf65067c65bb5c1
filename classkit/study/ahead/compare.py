"""Compare moves: what each answer to the present decision leads to, by the very same lucks."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from math import isnan, sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any, NamedTuple

from classkit.engine.errors import ClasskitError, IllegalMove, UnknownName, shorten
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.requests import Decision, Draw, Roll
from classkit.engine.segments import plain_fields
from classkit.engine.words import Say, how_many

from ..processes import standing
from .asked import Bots, metrics_of, read_bots, read_horizon, read_number
from .future import Course, Outcome
from .futures import point_of, read_seed

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]

MOST_ANSWERS = 12
"""So many answers are compared at most: more would not fit on a screen."""
MADE = ("score", "win")
"""What an outcome may be besides a figure."""
TELLING = 2.0
"""A difference of so many standard errors is not likely to be luck."""


class Compared(NamedTuple):
    """One answer and what it leads to.

    ``mean`` and ``standard_error`` are of the outcome; ``difference`` is the mean less that of the
    best answer (0 for the best), and ``difference_error`` its standard error, by the differences
    within each pair of futures with the same luck. ``wins`` is the share of futures won, or led at
    the horizon. ``made`` marks the answer that was given in the match.
    """

    answer: Answer
    n: int
    mean: float
    standard_error: float
    difference: float
    difference_error: float
    wins: float
    made: bool

    @property
    def is_telling(self) -> bool:
        """Whether it is worse than the best by more than luck would explain."""
        return -self.difference > TELLING * self.difference_error


def compare_moves(
    match: Match,
    n: int = 100,
    bots: Bots | None = None,
    outcome: str = "score",
    *,
    horizon: int | None = None,
    unit: str = "turn",
    seat: str | None = None,
    made: Any = None,
    most: int = MOST_ANSWERS,
    seed: int = 0,
    processes: int | None = None,
    sealed: bool = True,
) -> Comparison:
    """What the answers to the present decision lead to: each is followed by the same ``n`` lucks.

    All legal answers are compared; where they have fields or are more than ``most``, some of them,
    drawn by ``seed``, always with the default and the one that was ``made`` (a move's name, a pair
    of name and fields, or by default what lies next ahead after :meth:`Match.undo`). ``seat`` is
    needed where several are asked. The bots play as in :func:`classkit.study.futures`, all seats,
    the deciding one too.

    ``outcome`` is "score" (what the standings count for the deciding seat), "win" (1 or 0), or the
    key of a figure of seats or of the table, as it is at the end, or at the ``horizon``.

    The best of many answers owes some of its lead to luck: look at the error of the difference.

    >>> import classkit
    >>> from classkit import study
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
    >>> table = study.compare_moves(m, n=10, horizon=3, processes=1)
    >>> table.rows()[0]["difference"], table.rows()[0]["n"]
    (0.0, 10)
    """
    decision = decision_of(match, seat)
    number = read_number(n)
    read_number(most, "most", 100)
    if most < 2:
        raise ClasskitError("most is 2 or more: one answer alone has nothing to compare with.")
    figures = read_outcome(match, outcome)
    point = point_of(match, sealed)
    given = next_ahead(match, decision.seat) if made is None else read_made(decision, made)
    answers = answers_of(decision, given, read_number(most, "most", 100), read_seed(seed))
    course = Course(
        point,
        read_bots(match, bots),
        read_horizon(horizon, unit),
        figures,
        seed,
        tuple((decision.seat, one.move, plain_fields(one.fields)) for one in answers),
    )
    return Comparison(match, decision, answers, given, outcome, course, number, processes)


def decision_of(match: Match, seat: str | None) -> Decision:
    """The decision whose answers are compared; an error with the reason where there is none."""
    if isinstance(match.request, (Roll, Draw)):
        raise IllegalMove("The match waits for the room to throw or draw: no move is asked now.")
    return match._decision(seat)


def read_outcome(match: Match, outcome: str) -> tuple[str, ...]:
    """The figures that an outcome needs; UnknownName where it is none."""
    if not isinstance(outcome, str):
        raise ClasskitError(f"outcome is the name of one, not {shorten(outcome)}.")
    if outcome in MADE:
        return ()
    metrics = metrics_of(match)
    fitting = {key for key, metric in metrics.items() if metric.scope in ("table", "seat")}
    if outcome in metrics and outcome not in fitting:
        raise ClasskitError(f"{outcome} has parts: an outcome is a single number.")
    if outcome not in fitting:
        raise UnknownName("outcome", outcome, {*MADE, *fitting})
    present = match.metrics()[outcome]
    values = present.values() if isinstance(present, Mapping) else [present]
    if any(isinstance(value, str) for value in values):
        raise ClasskitError(f"{outcome} is words and no number: it cannot be compared.")
    return (outcome,)


def next_ahead(match: Match, seat: str) -> Answer | None:
    """What was answered here in the match, where that lies next ahead; else None."""
    if not match.can_redo:
        return None
    twin = match.fork()
    twin.redo()
    last = twin.answers[-1] if twin.answers else None
    if last is None or last.kind != "answer" or last.seat != seat:
        return None
    return Answer(last.name, dict(last.value or {}))


def read_made(decision: Decision, made: Any) -> Answer:
    """An answer that somebody names, judged like one that is given."""
    if isinstance(made, tuple) and len(made) == 2 and isinstance(made[1], Mapping):
        return decision.read(made[0], made[1])
    return decision.read(made)


def answers_of(decision: Decision, made: Answer | None, most: int, seed: int) -> list[Answer]:
    """The answers to compare: all of them, or so many, each once.

    The one that was made and the default come first; then every move in turn, those with fields
    with values by chance.

    >>> from classkit.engine.moves import Amount, Move
    >>> bid = Decision("B", "bid", [Move("pass"), Move("bid", amount=Amount(1, 9))], "P8.1", "pass")
    >>> found = answers_of(bid, None, 5, 0)
    >>> len(found), found[0].move, {one.move for one in found[1:]}
    (5, 'pass', {'bid'})
    """
    chance = Stream(f"compare|{seed}|{decision.seat}|{decision.name}")
    found: dict[str, Answer] = {}

    def add(answer: Answer | None) -> None:
        if answer is not None and len(found) < most:
            plain = Answer(answer.move, plain_fields(answer.fields))
            found.setdefault(json.dumps(plain, sort_keys=True), plain)

    add(made)
    add(decision.default)
    moves = decision.legal
    plain = [move for move in moves if not move.fields]
    filled = [move for move in moves if move.fields]
    for move in plain if len(plain) + len(filled) <= most else chance.shuffled(plain):
        if len(found) < most - min(len(filled), most // 2):
            add(move.draw(chance))
    tries = 4 * most if filled else 0
    for at in range(tries):
        add(filled[at % len(filled)].draw(chance))
    for move in plain:  # what room is left
        add(move.draw(chance))
    return list(found.values())


class Comparison:
    """The answers to a decision with what they lead to, as far as it has been played.

    Iterating plays the futures and gives this very object after each, as
    :class:`classkit.study.Futures` does; everything else waits for all of them.
    """

    def __init__(
        self,
        match: Match,
        decision: Decision,
        answers: Sequence[Answer],
        made: Answer | None,
        outcome: str,
        course: Course,
        n: int,
        processes: int | None,
    ) -> None:
        self.seat, self.decision, self.outcome = decision.seat, decision.name, outcome
        self.question = match.say().question(decision.name, decision.seat, decision.about)
        self.answers, self.n, self.say = list(answers), n, match.say()
        self.made = None if made is None else Answer(made.move, plain_fields(made.fields))
        self.seats, self.course = match.seats, course
        self.label, self.unit = labels_of(match, outcome)
        self.cancelled = False
        self._values: dict[tuple[int, int], tuple[float, float]] = {}
        # number by number, so that all answers have been followed by the same lucks at any time
        self.jobs = [(at, number) for number in range(n) for at in range(len(self.answers))]
        self.source: Generator[tuple[int, Outcome]] = standing.run(self.jobs, course, processes)

    # --- as they come ---------------------------------------------

    def __iter__(self) -> Iterator[Comparison]:
        while self.play_next():
            yield self

    def play_next(self) -> bool:
        """Wait for one more future; False when there is none."""
        if self.cancelled:
            return False
        found = next(self.source, None)
        if found is None:
            return False
        self.take(*found)
        return True

    def take(self, index: int, outcome: Outcome) -> None:
        """Note a future that has been played."""
        self._values[self.jobs[index]] = (self.value_of(outcome), self.won(outcome))

    def value_of(self, outcome: Outcome) -> float:
        """The outcome of one future for the deciding seat."""
        at = self.seats.index(self.seat)
        if self.outcome == "score":
            return outcome.scores[at]
        if self.outcome == "win":
            return self.won(outcome)
        columns = outcome.columns
        line = columns.get((self.outcome, self.seat, "")) or columns[self.outcome, "", ""]
        return line[-1] if line else float("nan")

    def won(self, outcome: Outcome) -> float:
        """1 where the deciding seat wins, alone or with others; else 0."""
        return float(self.seat in outcome.winners)

    def wait(self, progress: bool | None = None) -> Comparison:
        """Play all that are left, with a bar where it takes a while."""
        if self.cancelled or self.done == len(self.jobs):
            return self
        from tqdm.auto import tqdm

        with tqdm(
            total=len(self.jobs),
            initial=self.done,
            unit=" futures",
            delay=1.0,
            leave=False,
            disable=None if progress is None else not progress,
        ) as bar:
            for _ in self:
                bar.update()
        return self

    def cancel(self) -> Comparison:
        """Play no more; what has come stays."""
        self.cancelled = True
        self.source.close()
        return self

    @property
    def done(self) -> int:
        """How many futures have been played, of all answers together."""
        return len(self._values)

    # --- what they tell ---------------------------------------------

    def compared(self, wait: bool = True) -> list[Compared]:
        """The answers, best first, by the lucks that have followed all of them."""
        if wait:
            self.wait()
        return compare(self.answers, self.made, self.n, self._values)

    def rows(self, wait: bool = True) -> list[Row]:
        """The answers, best first: move, fields (as JSON), made, n, mean, standard_error,
        difference, difference_error, wins."""
        return [
            {
                "move": one.answer.move,
                "fields": json.dumps(one.answer.fields) if one.answer.fields else "",
                "made": one.made,
                "n": one.n,
                "mean": one.mean,
                "standard_error": one.standard_error,
                "difference": one.difference,
                "difference_error": one.difference_error,
                "wins": one.wins,
            }
            for one in self.compared(wait)
        ]

    def frame(self) -> pd.DataFrame:
        """The answers as a pandas frame, as :meth:`rows`."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def given_up(self, wait: bool = True) -> str:
        """What was given up by the answer that was made, in words; empty where none was."""
        return given_up(self.compared(wait), self.say, self.seat, self.decision, self.amount)

    def amount(self, value: float) -> str:
        """An outcome in words: "$120,000"."""
        if self.outcome == "win":
            return f"{100 * value:.0f} % of wins"
        return in_words(value, self.unit, self.say)

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.answers)} answers to {self.decision}, n = {self.n}>"


def labels_of(match: Match, outcome: str) -> tuple[str, str]:
    """What an outcome is called, and its unit."""
    if outcome == "win":
        return "Wins", ""
    if outcome == "score":
        return "Score", match.standings()[0].unit
    metric = metrics_of(match)[outcome]
    return metric.label, metric.unit


def in_words(value: float, unit: str, say: Say) -> str:
    """An amount with its unit, as precise as a mean is.

    >>> in_words(120_000.4, "$", Say()), in_words(3.256, "points", Say()), in_words(41.2, "", Say())
    ('$120,000', '3.26 points', '41.2')
    """
    if isnan(value):
        return "no figure"
    if unit in ("$", "dollars", "money", say.currency) and abs(value) >= 100:
        return say.money(round(value))
    places = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    text = f"{value:,.{places}f}"
    if unit in ("$", "dollars", "money", say.currency):
        return f"-{say.currency}{text[1:]}" if value < 0 else f"{say.currency}{text}"
    if unit == "%":
        return f"{text} %"
    return f"{text} {say.unit(unit, value)}" if unit else text


def compare(
    answers: Sequence[Answer],
    made: Answer | None,
    n: int,
    values: Mapping[tuple[int, int], tuple[float, float]],
) -> list[Compared]:
    """The answers, best first, by the lucks that have followed all of them.

    >>> yes, no = Answer("yes"), Answer("no")
    >>> lucks = {(0, 0): (5.0, 1.0), (1, 0): (1.0, 0.0), (0, 1): (9.0, 1.0), (1, 1): (7.0, 0.0)}
    >>> best, other = compare([yes, no], no, 2, lucks)
    >>> best.answer.move, other.difference, other.difference_error, other.made
    ('yes', -3.0, 1.0, True)
    """
    whole = [at for at in range(n) if all((one, at) in values for one in range(len(answers)))]
    if not whole or not answers:
        return []
    lines = [[values[one, at][0] for at in whole] for one in range(len(answers))]
    means = [fmean(line) for line in lines]
    best = max(range(len(answers)), key=lambda one: (means[one], -one))
    found = [
        Compared(
            answer,
            len(whole),
            means[one],
            error_of(lines[one]),
            means[one] - means[best],
            error_of([a - b for a, b in zip(lines[one], lines[best], strict=True)]),
            fmean(values[one, at][1] for at in whole),
            answer == made,
        )
        for one, answer in enumerate(answers)
    ]
    return sorted(found, key=lambda one: -one.mean)


def error_of(values: Sequence[float]) -> float:
    """The standard error of a mean; nan of one value alone."""
    return sqrt(variance(values) / len(values)) if len(values) > 1 else float("nan")


def given_up(found: Sequence[Compared], say: Say, seat: str, decision: str, amount: Any) -> str:
    """What the answer that was made gave up against the best one, in a sentence."""
    chosen = next((one for one in found if one.made), None)
    if chosen is None:
        return ""
    who = say.seat(seat)
    own = answer_words(say, decision, chosen.answer)
    among = f"in {how_many(chosen.n, 'future')}"
    if all(one.difference == 0 for one in found):
        return f"Which of these answers {who} gives makes no difference {among}."
    if chosen.difference == 0:
        return f"None of these answers does better than {who}'s “{own}” {among}."
    best = answer_words(say, decision, found[0].answer)
    loss, error = amount(-chosen.difference), amount(chosen.difference_error)
    told = f"By “{own}” {who} gave up {loss} ± {error} against “{best}”"
    if chosen.is_telling:
        return f"{told}."
    return f"{told}: that may well be luck."


def answer_words(say: Say, decision: str, answer: Answer) -> str:
    """An answer in words, with the values of its fields."""
    label = say.move(decision, answer.move)
    fields = [f"{say.field(name)}: {shown(value)}" for name, value in answer.fields.items()]
    return f"{label} ({'; '.join(fields)})" if fields else label


def shown(value: Any) -> str:
    """The value of a field as text."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {shown(one)}" for name, one in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(shown, value)) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)
