"""Comparing moves: the futures of each answer to the present decision, with the same seeds."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isnan, sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any, NamedTuple

from classkit.engine.data import read_flag, read_list, read_whole
from classkit.engine.errors import ClasskitError, UnknownName, shorten
from classkit.engine.log import plain_fields
from classkit.engine.match import Match
from classkit.engine.metrics import refuse_broken
from classkit.engine.moves import Answer
from classkit.engine.options import tells_keywords
from classkit.engine.registry import read_seed
from classkit.engine.requests import Decision
from classkit.engine.words import Say, how_many
from classkit.frames.columns import Column

from ..players import Bots
from . import verdict
from .arguments import MOST, Unit, check_match, metrics_of, read_bots, read_horizon
from .candidates import answers_to_compare, decision_of, next_ahead, read_made
from .future import Outcome, Scenario
from .futures import point_of
from .running import Running

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]

MOST_ANSWERS = 12
"""The most answers compared: more would not fit on a screen."""
MADE = ("score", "win")
"""The outcomes that are not figures."""
MOST_DETAILS = 60
"""The most characters of an answer's fields in a sentence."""
FEW = 3
"""The most answers named in a sentence; more are only counted."""


@tells_keywords()
def compare_moves(
    match: Match,
    n: int = 100,
    bots: Bots | None = None,
    outcome: str = "score",
    *,
    horizon: int | None = None,
    unit: Unit = "turn",
    seat: str | None = None,
    made: Any = None,
    among: Sequence[Any] = (),
    most: int = MOST_ANSWERS,
    seed: int = 0,
    processes: int | None = None,
    sealed: bool = True,
) -> Comparison:
    """Compare the answers to the present decision by ``n`` futures each, with the same seeds.

    All legal answers are compared. If they have fields, or are more than ``most``, some are drawn
    by ``seed``, always with the default and the answer ``made`` (the name of a move, a pair of name
    and fields, or by default the one that :meth:`Match.redo` would give). With ``among``, a list of
    answers written like ``made``, only these are compared. ``seat`` is needed if several are asked.
    The bots play all seats as in :func:`classkit.study.futures`, including the
    deciding one.

    ``unit`` says whether ``horizon`` counts turns or rounds. ``outcome`` is "score" (of the
    deciding seat in the standings: in 487-opoly ASSET), "win" (1 or 0; in any race, where several
    decide a match), or the key of a figure of seats or of the table, at the end or at the
    ``horizon``.

    Sealed answers of others stand as given; with ``sealed=False`` bots answer instead.

    The best of many answers owes some of its lead to luck, so look at the error of the difference.

    >>> import classkit
    >>> from classkit import study
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
    >>> table = study.compare_moves(m, n=10, horizon=3, processes=1)
    >>> table.rows()[0]["difference"], table.rows()[0]["n"]
    (0.0, 10)
    """
    check_match(match)
    decision = decision_of(match, seat)
    number = read_whole("n", n, high=MOST)
    most, seed = read_whole("most", most, 2, 100), read_seed(seed)
    figures = read_outcome(match, outcome)
    point = point_of(match, read_flag("sealed", sealed))
    given = next_ahead(match, decision.seat) if made is None else read_made(decision, made)
    named = [read_made(decision, one) for one in read_list("among", among, "answers")]
    answers = named or answers_to_compare(decision, given, most, seed)
    scenario = Scenario(
        point,
        read_bots(match, bots),
        read_horizon(horizon, unit),
        figures,
        seed,
        tuple((decision.seat, one.move, plain_fields(one.fields)) for one in answers),
    )
    return Comparison(match, decision, answers, given, outcome, scenario, number, processes)


def read_outcome(match: Match, outcome: str) -> tuple[str, ...]:
    """Return the figures that an outcome needs; raise UnknownName for an unknown outcome."""
    if not isinstance(outcome, str):
        raise ClasskitError(f"outcome must be the name of an outcome, not {shorten(outcome)}.")
    if outcome in MADE:
        return ()
    metrics = metrics_of(match)
    fitting = {key for key, metric in metrics.items() if metric.scope in ("table", "seat")}
    if outcome in metrics and outcome not in fitting:
        raise ClasskitError(f"{outcome} has parts: an outcome is a single number.")
    if outcome not in fitting:
        raise UnknownName("outcome", outcome, {*MADE, *fitting})
    row = match.present_row()
    refuse_broken([row], [outcome])
    present = row[outcome]
    values = present.values() if isinstance(present, Mapping) else [present]
    if any(isinstance(value, str) for value in values):
        raise ClasskitError(f"{outcome} is words, not a number: it cannot be compared.")
    return (outcome,)


class Comparison(Running):
    """The answers to a decision with their outcomes, as far as they have been played.

    Iterating plays the futures and yields this object after each, as
    :class:`classkit.study.Futures` does; everything else waits for all of them, unless
    ``wait=False`` asks for what is there so far. Made by :func:`classkit.study.compare_moves`.
    """

    def __init__(
        self,
        match: Match,
        decision: Decision,
        answers: Sequence[Answer],
        made: Answer | None,
        outcome: str,
        scenario: Scenario,
        n: int,
        processes: int | None,
    ) -> None:
        self.seat, self.decision, self.outcome = decision.seat, decision.name, outcome
        self.question = match.say().question(decision.name, decision.seat, decision.about)
        self.answers, self.n, self.say = list(answers), n, match.say()
        self.made = None if made is None else Answer(made.move, plain_fields(made.fields))
        self.seats = match.seats
        self.win_label = win_label(match)
        self.label, self.unit = labels_of(match, outcome)
        # number by number, so that at any time all answers have met the same seeds
        jobs = [(at, number) for number in range(n) for at in range(len(self.answers))]
        super().__init__(jobs, scenario, processes)

    # --- as they come ---------------------------------------------

    def keep(self, outcome: Outcome) -> tuple[float, float]:
        """Return the outcome of one future for the deciding seat, and 1 if it wins."""
        return self.value_of(outcome), self.won(outcome)

    def value_of(self, outcome: Outcome) -> float:
        """Return the outcome of one future for the deciding seat."""
        at = self.seats.index(self.seat)
        if self.outcome == "score":
            return outcome.scores[at]
        if self.outcome == "win":
            return self.won(outcome)
        columns = outcome.columns
        line = columns.get((self.outcome, self.seat, "")) or columns[self.outcome, "", ""]
        return line[-1] if line else float("nan")

    def won(self, outcome: Outcome) -> float:
        """Return 1 if the deciding seat wins, alone or with others, in any race; else 0."""
        return float(outcome.has_won(self.seats.index(self.seat)))

    @property
    def values(self) -> dict[tuple[int, int], tuple[float, float]]:
        """What :meth:`keep` returned, by the place of the answer and the number of the future."""
        return {self.jobs[index]: kept for index, kept in self.came.items()}

    # --- what they tell ---------------------------------------------

    def compared(self, wait: bool = True) -> list[Compared]:
        """Return the answers, best first, by the seeds that all of them have met."""
        if wait:
            self.wait()
        return compare(self.answers, self.made, self.n, self.values)

    def rows(self, wait: bool = True) -> list[Row]:
        """Return the answers as rows, best first.

        Columns: move, fields (as JSON), made, n, mean, standard_error, difference,
        difference_error, wins.
        """
        rows = []
        for one in self.compared(wait):
            move, fields = one.answer
            figures = one._asdict()
            del figures["answer"]
            rows.append({"move": move, "fields": json.dumps(fields) if fields else "", **figures})
        return rows

    def frame(self) -> pd.DataFrame:
        """Return the answers as a pandas frame with the columns of :meth:`rows`.

        ``attrs["columns"]`` has the unit and the meaning of each column.
        """
        import pandas as pd

        made = pd.DataFrame(self.rows())
        made.attrs["columns"] = {column.name: column.meaning() for column in self.columns()}
        return made

    def columns(self) -> list[Column]:
        """Return what the columns of :meth:`rows` mean."""
        unit = "share of wins" if self.outcome == "win" else self.unit
        paired = "from the best answer, future by future with the same seeds"
        return [
            Column("move", "text", "", f"the answer to {self.decision}"),
            Column("fields", "JSON", "", "the fields of the answer; empty where it has none"),
            Column("made", "yes or no", "", "whether it is the answer that was made in the match"),
            Column("n", "whole number", "futures", "how many futures of the answer were compared"),
            Column("mean", "number", unit, f"{self.label}: the mean over the futures"),
            Column("standard_error", "number", unit, "the standard error of the mean"),
            Column("difference", "number", unit, f"the mean difference {paired}"),
            Column("difference_error", "number", unit, "the standard error of the difference"),
            Column(
                "wins",
                "number",
                "share",
                f"{self.win_label}: the share of futures in which {self.seat} does, or leads",
            ),
        ]

    def given_up(self, wait: bool = True) -> str:
        """Say in a sentence what the answer that was made gave up against the best one.

        It is empty if none was made.
        """
        found = self.compared(wait)
        chosen = next((one for one in found if one.made), None)
        if chosen is None:
            return ""
        who = self.say.seat(self.seat)
        own = self.named(chosen.answer)
        among = f"in {how_many(chosen.n, 'future')}"
        if all(one.difference == 0 for one in found):
            return f"Which of these answers {who} gives makes no difference {among}."
        if chosen.difference == 0:
            return f"None of these answers does better than {who}'s “{own}” {among}."
        best = self.named(found[0].answer)
        loss, error = self.amount(-chosen.difference), self.amount(chosen.difference_error)
        told = f"By “{own}” {who} gave up {loss} ± {error} against “{best}”"
        return f"{told}: that may well be luck." if self.may_be_luck(chosen) else f"{told}."

    def sentence(self, wait: bool = True) -> str:
        """Say what the best answer and another lead to, and whether the best leads by luck.

        The other is the one that was made in the match, or else the next best. Then follows over
        which of all others the lead is larger than luck. The text is empty until all answers have
        met the same seed.

        >>> import classkit
        >>> from classkit import study
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play("decision")
        >>> said = study.compare_moves(m, n=4, outcome="win", horizon=2, processes=1).sentence()
        >>> said.startswith("The best of 5 answers and another. If ") and " of 4; if " in said
        True
        """
        found = self.compared(wait)
        if len(found) < 2:
            return ""
        best, other = found[0], next((one for one in found[1:] if one.made), found[1])
        n, among = best.n, len(found) - 1
        wins = [round(one.wins * n) for one in (best, other)]
        told = (
            f"{self.condition(best.answer)}: {self.win_verb} {wins[0]} of {n}; "
            f"{lower(self.condition(other.answer))}: {wins[1]}."
        )
        difference = verdict.luck(*self.apart(best.answer, other.answer), among=among)
        told += f" The difference {difference}." if wins[0] != wins[1] else " No difference."
        if self.outcome != "win":
            told += f" {self.means(best, other, among)}"
        if among == 1:
            return told
        return f"The best of {len(found)} answers and another. {told} {self.against_each(found)}"

    def against_each(self, found: Sequence[Compared]) -> str:
        """Say over which of the other answers the best one leads by more than luck.

        >>> import classkit
        >>> from classkit import study
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play("decision")
        >>> table = study.compare_moves(m, n=4, horizon=2, processes=1)
        >>> table.against_each(table.compared()).partition(" over ")[0]
        'The lead of the best in Net worth'
        """
        behind = [one for one in found[1:] if one.difference]
        if not behind:
            return "All of them come to the same."
        level = len(found) - 1 - len(behind)
        as_good = f" {how_many(level, 'more answer')} {'is' if level == 1 else 'are'} as good."
        certain = [one for one in behind if not self.may_be_luck(one)]
        open_ones = [one for one in behind if one not in certain]
        groups = [(certain, verdict.LARGER), (open_ones, verdict.MAY_BE)]
        (some, told), (rest, beside) = sorted(groups, key=lambda group: len(group[0]))
        lead = f"The lead of the best{'' if self.outcome == 'win' else f' in {self.label}'}"
        names = [f"“{self.named(one.answer)}”" for one in some or rest]
        whom = self.say.listing(names)
        if len(names) > FEW:
            whom = f"{len(names)} others"
        if not some:
            return f"{lead} over {whom} {beside}.{as_good if level else ''}"
        more = f"the other {len(rest)}" if len(rest) > 1 else "the other"
        told = f"{lead} over {whom} {told}; over {more} it {beside}."
        return f"{told}{as_good if level else ''}"

    def named(self, answer: Answer) -> str:
        """Return an answer in the words of a sentence, which has room for a few details."""
        move, details = self.say.move(self.decision, answer.move), fields_in_words(self.say, answer)
        return f"{move} ({begun(details)})" if details else move

    def may_be_luck(self, one: Compared) -> bool:
        """Return whether the best may be better than another answer by luck alone.

        The best was chosen among all of them, and owes some of its lead to that.
        """
        found = self.compared(wait=False)
        best, among = found[0], len(found) - 1
        if self.outcome == "win":
            return verdict.luck(*self.apart(best.answer, one.answer), among) == verdict.MAY_BE
        told = verdict.luck_of_means(one.difference, one.difference_error, best.n, among)
        return told == verdict.MAY_BE

    def means(self, best: Compared, other: Compared, among: int) -> str:
        """Say how the means of two answers differ, and whether that may be luck."""
        amounts = f"{self.amount(best.mean)} and {self.amount(other.mean)}"
        told = f"{self.label} on average: {amounts}"
        if not other.difference:
            return f"{told}."
        may_be = verdict.luck_of_means(other.difference, other.difference_error, best.n, among)
        return f"{told}; that difference {may_be}."

    def condition(self, answer: Answer) -> str:
        """Return an answer as a condition: "If D throws the dice"."""
        fields = [value_in_words(value, self.say) for value in answer.fields.values()]
        details = f"({begun('; '.join(fields))})" if fields else ""
        deed = self.say.deed(self.seat, self.decision, answer.move, details)
        who = f"{self.say.seat(self.seat)}: "
        return f"With “{deed.removeprefix(who)}”" if deed.startswith(who) else f"If {deed}"

    @property
    def win_verb(self) -> str:
        """The verb for what is counted: "wins", or "leads" where futures stop at a horizon."""
        label = lower(self.win_label)
        return label if self.scenario.horizon.length is None else label.replace("wins", "leads", 1)

    def apart(self, one: Answer, two: Answer) -> tuple[int, int]:
        """Return in how many futures only the first of two answers wins, and only the second."""
        at = [self.answers.index(answer) for answer in (one, two)]
        values = self.values
        whole = [number for number in range(self.n)
                 if all((each, number) in values for each in range(len(self.answers)))]  # fmt: skip
        return verdict.of_pairs(
            (values[at[0], number][1] > 0, values[at[1], number][1] > 0) for number in whole
        )

    def amount(self, value: float) -> str:
        """Write an outcome in words: "$120,000"."""
        if self.outcome == "win":
            return f"{100 * value:.0f}% of wins"
        return amount_in_words(value, self.unit, self.say)

    def lines(self) -> list[dict[str, str]]:
        """Return the answers, best first, as the lines of a table for people."""
        return [
            {
                "answer": answer_words(self.say, self.decision, one.answer),
                f"{self.label}, on average": self.amount(one.mean),
                "less than the best": self.amount(-one.difference) if one.difference else "",
                self.win_label: f"{round(one.wins * one.n)} of {one.n}",
            }
            for one in self.compared(wait=False)
        ]

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.answers)} answers to {self.decision}, n = {self.n}>"


# --- how they differ --------------------------------------------------------------------------


class Compared(NamedTuple):
    """One answer and its outcomes.

    ``mean`` and ``standard_error`` describe the outcome. ``difference`` is the mean less that of
    the best answer (0 for the best), and ``difference_error`` its standard error, from the
    differences within pairs of futures with the same seed. ``wins`` is the share of futures won, or
    led at the horizon. ``made`` marks the answer that was given in the match.
    """

    answer: Answer
    made: bool
    n: int
    mean: float
    standard_error: float
    difference: float
    difference_error: float
    wins: float


def compare(
    answers: Sequence[Answer],
    made: Answer | None,
    n: int,
    values: Mapping[tuple[int, int], tuple[float, float]],
) -> list[Compared]:
    """Return the answers, best first, by the seeds that all of them have met.

    >>> yes, no = Answer("yes"), Answer("no")
    >>> found = {(0, 0): (5.0, 1.0), (1, 0): (1.0, 0.0), (0, 1): (9.0, 1.0), (1, 1): (7.0, 0.0)}
    >>> best, other = compare([yes, no], no, 2, found)
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
            answer == made,
            len(whole),
            means[one],
            error_of(lines[one]),
            means[one] - means[best],
            error_of([a - b for a, b in zip(lines[one], lines[best], strict=True)]),
            fmean(values[one, at][1] for at in whole),
        )
        for one, answer in enumerate(answers)
    ]
    return sorted(found, key=lambda one: -one.mean)


def error_of(values: Sequence[float]) -> float:
    """Return the standard error of a mean; nan for a single value."""
    return sqrt(variance(values) / len(values)) if len(values) > 1 else float("nan")


# --- in words ---------------------------------------------------------------------------------


def labels_of(match: Match, outcome: str) -> tuple[str, str]:
    """Return the label of an outcome, and its unit."""
    if outcome == "win":
        return win_label(match), ""
    if outcome == "score":
        return match.game.score_title(match.table), match.standings()[0].unit
    metric = metrics_of(match)[outcome]
    return metric.label, metric.unit


def win_label(match: Match) -> str:
    """Return what it is to win a match: "Wins", or by name which of several races.

    >>> import classkit
    >>> [win_label(classkit.new(game, seats=3, seed=7)) for game in ("poleconomy", "opoly")]
    ['Wins', 'Wins ASSET or FUTURE EARNINGS']
    """
    deciding = match.game.deciding_races(match.table)
    return f"Wins {' or '.join(deciding)}" if len(deciding) > 1 else "Wins"


def amount_in_words(value: float, unit: str, say: Say) -> str:
    """Write an amount with its unit, rounded as suits a mean.

    >>> amounts = ((120_000.4, "$"), (21.0, "$"), (-12.3, "$"), (3.256, "points"), (41.2, ""))
    >>> [amount_in_words(value, unit, Say()) for value, unit in amounts]
    ['$120,000', '$21', '-$12.30', '3.26 points', '41.2']
    """
    if isnan(value):
        return "no figure"
    if unit in ("$", "dollars", "money", say.currency):
        cents = round(value, 2)
        return say.money(round(value) if abs(value) >= 100 or cents.is_integer() else cents)
    places = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    text = f"{value:,.{places}f}"
    if unit == "%":
        return f"{text}%"
    return f"{text} {say.unit(unit, value)}" if unit else text


def lower(words: str) -> str:
    """Return words as they stand within a sentence."""
    return f"{words[:1].lower()}{words[1:]}"


def answer_words(say: Say, decision: str, answer: Answer) -> str:
    """Write an answer in words, with the values of its fields."""
    label, details = say.move(decision, answer.move), fields_in_words(say, answer)
    return f"{label} ({details})" if details else label


def fields_in_words(say: Say, answer: Answer) -> str:
    """Write the fields of an answer with their values; nothing where it has none."""
    fields = answer.fields.items()
    return "; ".join(f"{say.field(key)}: {value_in_words(value, say)}" for key, value in fields)


def value_in_words(value: Any, say: Say) -> str:
    """Write the value of a field as text.

    >>> value_in_words({"per_company": 220_000, "kind": "as_owned", "relief": []}, Say())
    'per company 220,000, kind as owned, relief none'
    """
    if isinstance(value, Mapping):
        named = ((lower(say.field(str(name))), one) for name, one in value.items())
        return ", ".join(f"{name} {value_in_words(one, say)}" for name, one in named)
    if isinstance(value, (list, tuple)):
        return ", ".join(value_in_words(one, say) for one in value) or "none"
    if isinstance(value, str):
        return say.seats.get(value) or say.spaces.get(value) or value.replace("_", " ")
    return f"{value:,}" if isinstance(value, int) else str(value)


def begun(words: str) -> str:
    """Return the text of an answer's fields, cut to its beginning if it is long.

    >>> begun("flat 0, " * 20)
    'flat 0, flat 0, flat 0, flat 0, flat 0, flat 0, flat 0, …'
    """
    if len(words) <= MOST_DETAILS:
        return words
    room = words[: MOST_DETAILS - 3]
    whole, comma, _ = room.rpartition(", ")
    return f"{whole or room}{comma.rstrip()} …"
