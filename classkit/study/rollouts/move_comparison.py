"""Comparison of the answers to the current decision, using futures with the same seeds."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isnan, sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any, NamedTuple

from classkit.engine.call_keywords import with_typed_keywords
from classkit.engine.decisions import Decision
from classkit.engine.errors import ClasskitError, UnknownName, truncate_text
from classkit.engine.events import copy_plain_fields
from classkit.engine.match import Match
from classkit.engine.metrics import require_computed
from classkit.engine.moves import Answer
from classkit.engine.registry import find_fixed_options, read_seed
from classkit.engine.rulebook_text import TextFormatter, format_count, lower_label
from classkit.engine.untrusted_input import read_flag, read_int, read_list
from classkit.frames.columns import Column

from ..players import Bots
from . import significance
from .candidate_moves import get_decision, get_redo_answer, pick_answers, read_answer
from .futures import get_start_point
from .probabilities import OutcomeShare
from .rollout_arguments import MAX_FUTURES, Unit, check_match, get_metrics, read_bots, read_horizon
from .rollout_run import RolloutRun
from .single_future import FutureOutcome, RolloutPlan

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]

MAX_ANSWERS = 12
"""Maximum number of answers compared, so that the results fit on one screen."""
SPECIAL_OUTCOMES = ("score", "win")
"""Outcomes that are not metrics."""
MAX_DETAILS_LENGTH = 60
"""Maximum length of the text for an answer's fields in a sentence."""
MAX_NAMED_ANSWERS = 3
"""Maximum number of answers named in a sentence. Further answers are only counted."""


@with_typed_keywords(find_fixed_options)
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
    most: int = MAX_ANSWERS,
    seed: int = 0,
    processes: int | None = None,
    sealed: bool = True,
) -> Comparison:
    """Compare the answers to the current decision, using ``n`` futures per answer with equal seeds.

    All legal answers are compared. If answers have fields, or if there are more than ``most``, a
    sample is drawn with ``seed``. It always includes the default and ``made``. If you compare many
    answers, part of the best one's lead is luck, so check the standard error of the difference.

    Args:
        match: Match with an open decision. It is not changed.
        n: Number of futures for each answer.
        bots: Bots for all seats, including the deciding seat, as in :func:`classkit.study.futures`.
        horizon: Number of turns or rounds that a future lasts. By default, it lasts until the match
            ends.
        outcome: What to measure at the end or the horizon: "score" for the deciding seat's score in
            the standings, "win" for 1 if the seat wins any deciding race and 0 otherwise, or the
            key of a metric of seats or of the table.
        made: The answer that was given: the name of a move, or a pair of name and fields. By
            default, the answer that :meth:`Match.redo` would restore.
        among: Answers to compare instead of all legal answers, in the format of ``made``.
        most: Maximum number of answers.
        seat: Deciding seat, required if several decisions are open.
        seed: Seed of the futures and of the drawn answers.
        unit: "turn" or "round", the unit of ``horizon``.
        sealed: False to let bots replace sealed answers of others.
        processes: Number of processes. It does not affect the results.

    Returns:
        The comparison. No futures are played until you iterate over it or call
        :meth:`Comparison.wait`.

    Raises:
        ClasskitError: If no decision is open, if several are open and ``seat`` is missing, or if an
            argument is invalid.

    Example:
        >>> import classkit
        >>> from classkit import study
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
        >>> table = study.compare_moves(m, n=10, horizon=3, processes=1)
        >>> table.rows()[0]["difference"], table.rows()[0]["n"]
        (0.0, 10)
    """
    check_match(match)
    decision = get_decision(match, seat)
    number = read_int("n", n, high=MAX_FUTURES)
    most, seed = read_int("most", most, 2, 100), read_seed(seed)
    figures = read_outcome(match, outcome)
    point = get_start_point(match, read_flag("sealed", sealed))
    given = get_redo_answer(match, decision.seat) if made is None else read_answer(decision, made)
    named = [read_answer(decision, one) for one in read_list("among", among, "answers")]
    answers = named or pick_answers(decision, given, most, seed)
    scenario = RolloutPlan(
        point,
        read_bots(match, bots),
        read_horizon(horizon, unit),
        figures,
        seed,
        tuple((decision.seat, one.move, copy_plain_fields(one.fields)) for one in answers),
    )
    return Comparison(match, decision, answers, given, outcome, scenario, number, processes)


def read_outcome(match: Match, outcome: str) -> tuple[str, ...]:
    """Return the metrics required for an outcome. Raise UnknownName for an unknown outcome."""
    if not isinstance(outcome, str):
        raise ClasskitError(
            f"outcome must be the name of an outcome, not {truncate_text(outcome)}."
        )
    if outcome in SPECIAL_OUTCOMES:
        return ()
    metrics = get_metrics(match)
    fitting = {key for key, metric in metrics.items() if metric.scope in ("table", "seat")}
    if outcome in metrics and outcome not in fitting:
        raise ClasskitError(f"{outcome} has parts, but an outcome must be a single number.")
    if outcome not in fitting:
        raise UnknownName("outcome", outcome, {*SPECIAL_OUTCOMES, *fitting})
    row = match.present_row()
    require_computed([row], [outcome])
    present = row[outcome]
    values = present.values() if isinstance(present, Mapping) else [present]
    if any(isinstance(value, str) for value in values):
        raise ClasskitError(
            f"{outcome} is text, so it cannot be compared. Choose a numeric figure."
        )
    return (outcome,)


class Comparison(RolloutRun):
    """Answers to a decision with their outcomes, created by :func:`classkit.study.compare_moves`.

    Iterating plays the futures and yields this object after each future, like
    :class:`classkit.study.Futures`. All methods wait for all futures unless ``wait=False``.

    Attributes:
        seat: The seat that decides.
        decision: Name of the decision.
        outcome: "score", "win", or the key of a metric.
        answers: The compared answers.
        made: The answer that was given in the match, or None.
        n: Number of futures for each answer.

    Example:
        >>> import classkit
        >>> from classkit import study
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
        >>> compared = study.compare_moves(m, n=4, horizon=1, processes=1)
        >>> sorted(row["move"] for row in compared.rows())
        ['keep', 'reverse']
    """

    def __init__(
        self,
        match: Match,
        decision: Decision,
        answers: Sequence[Answer],
        made: Answer | None,
        outcome: str,
        scenario: RolloutPlan,
        n: int,
        processes: int | None,
    ) -> None:
        self.seat, self.decision, self.outcome = decision.seat, decision.name, outcome
        self.question = match.say().decision_question(decision.name, decision.seat, decision.about)
        self.answers, self.n, self.say = list(answers), n, match.say()
        self.made = None if made is None else Answer(made.move, copy_plain_fields(made.fields))
        self.seats = match.seats
        self.win_label = get_win_label(match)
        self.label, self.unit = get_outcome_label(match, outcome)
        self.is_aim = outcome in SPECIAL_OUTCOMES or self.label in match.as_seen_by(None).races
        """True if more is better for the seat. More debt, for example, is not."""
        # ordered by number, so that at any time all answers have been played with the same seeds
        jobs = [(at, number) for number in range(n) for at in range(len(self.answers))]
        super().__init__(jobs, scenario, processes)

    # --- progress --------------------------------------------------

    def extract_result(self, outcome: FutureOutcome) -> tuple[float, float]:
        """Return the deciding seat's outcome in one future, and 1 if the seat wins or else 0."""
        return self.get_value(outcome), self.get_win(outcome)

    def get_value(self, outcome: FutureOutcome) -> float:
        """Return the deciding seat's outcome in one future."""
        at = self.seats.index(self.seat)
        if self.outcome == "score":
            return outcome.scores[at]
        if self.outcome == "win":
            return self.get_win(outcome)
        columns = outcome.columns
        line = columns.get((self.outcome, self.seat, "")) or columns[self.outcome, "", ""]
        return line[-1] if line else float("nan")

    def get_win(self, outcome: FutureOutcome) -> float:
        """Return 1 if the deciding seat wins or shares a win in any deciding race, else 0."""
        return float(outcome.has_won(self.seats.index(self.seat)))

    @property
    def values(self) -> dict[tuple[int, int], tuple[float, float]]:
        """Results of :meth:`extract_result`, by answer index and future number."""
        return {self.jobs[index]: kept for index, kept in self.results.items()}

    # --- results -----------------------------------------------------

    def rank_answers(self, wait: bool = True) -> list[AnswerResult]:
        """Rank the answers, best first, on the seeds that have been played for all of them.

        Args:
            wait: Play the remaining futures first.

        Returns:
            One result for each answer. The list is empty before the first futures are played.
        """
        if wait:
            self.wait()
        return compare_answers(self.answers, self.made, self.n, self.values)

    def rows(self, wait: bool = True) -> list[Row]:
        """Return the answers as rows, best answer first.

        Columns: move, fields (as JSON), made, n, mean, standard_error, difference,
        difference_error, wins.

        Args:
            wait: Play the remaining futures first.

        Returns:
            One dict per row, all with the same keys. ``mean`` and ``difference`` are in the unit of
            the outcome.
        """
        rows = []
        for one in self.rank_answers(wait):
            move, fields = one.answer
            figures = one._asdict()
            del figures["answer"]
            rows.append({"move": move, "fields": json.dumps(fields) if fields else "", **figures})
        return rows

    def frame(self) -> pd.DataFrame:
        """Return the answers as a pandas data frame with the columns of :meth:`rows`.

        ``attrs["columns"]`` has the unit and meaning of each column.

        Returns:
            The data frame.
        """
        import pandas as pd

        made = pd.DataFrame(self.rows())
        made.attrs["columns"] = {column.name: column.meaning() for column in self.columns()}
        return made

    def columns(self) -> list[Column]:
        """Return the columns of :meth:`rows` with their units and meanings.

        Returns:
            The columns, in the order of the rows.
        """
        unit = "share of wins" if self.outcome == "win" else self.unit
        paired = "from the answer with the highest mean, by futures with the same seeds"
        return [
            Column("move", "text", "", f"the answer to {self.decision}"),
            Column("fields", "JSON", "", "the fields of the answer; empty if it has none"),
            Column("made", "yes or no", "", "whether it is the answer that was given in the match"),
            Column("n", "whole number", "futures", "number of futures compared for the answer"),
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

    def describe_loss(self, wait: bool = True) -> str:
        """Describe in a sentence how much the given answer lost compared to the best answer.

        Args:
            wait: Play the remaining futures first.

        Returns:
            The sentence, or an empty string if no answer was given.
        """
        found = self.rank_answers(wait)
        chosen = next((one for one in found if one.made), None)
        if chosen is None:
            return ""
        who = self.say.seat(self.seat)
        own = self.format_short_answer(chosen.answer)
        among = f"in {format_count(chosen.n, 'future')}"
        if all(one.difference == 0 for one in found):
            return f"Which of these answers {who} gives makes no difference {among}."
        if chosen.difference == 0:
            beats = "does better" if self.is_aim else "is higher"
            return f"By {self.measure}, no other answer {beats} than {who}'s “{own}” {among}."
        best = self.format_short_answer(found[0].answer)
        loss, error = (
            self.format_amount(-chosen.difference),
            self.format_amount(chosen.difference_error),
        )
        how = f"gave up {loss} ± {error} against" if self.is_aim else f"is {loss} ± {error} below"
        told = f"By {self.measure}, {who}'s “{own}” {how} “{best}”"
        return f"{told}: that may well be luck." if self.is_insignificant(chosen) else f"{told}."

    def sentence(self, wait: bool = True) -> str:
        """Describe the best answer, the measure, and the wins after it and after a second answer.

        The second answer is the answer given in the match, or else the second best. The text is
        empty until a future with the same seed has been played for all answers.

        Args:
            wait: Play the remaining futures first.

        Returns:
            The text.

        Example:
            >>> import classkit
            >>> from classkit import study
            >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
            >>> m = m.play("decision")
            >>> said = study.compare_moves(m, n=4, horizon=2, processes=1).sentence()
            >>> said.startswith("By net worth on average, “"), "the best of 5 answers: $" in said
            (True, True)
        """
        found = self.rank_answers(wait)
        if len(found) < 2:
            return ""
        best, other = found[0], next((one for one in found[1:] if one.made), found[1])
        of = format_count(best.n, "future")
        names = [f"“{self.format_short_answer(one.answer)}”" for one in (best, other)]
        wins = [round(one.wins * best.n) for one in (best, other)]
        if not any(one.difference for one in found):
            all_ = "both answers" if len(found) == 2 else f"all {len(found)} answers"
            told = f"By {self.measure}, {all_} come to the same: {self.format_mean(best)}."
        elif not other.difference:
            others = f", the {self.ranks[1]} of {len(found)} answers" if len(found) > 2 else ""
            told = f"By {self.measure}, {' and '.join(names)} are level{others}: "
            told += f"{self.format_mean(best)}."
        else:
            told = f"{self.describe_best(names[0], found)}: {self.describe_means(best, other)}"
        if self.outcome == "win":
            return told
        who = self.say.seat(self.seat)
        told += f" With {names[0]} {who} {self.win_verb} in {wins[0]} of {of}, "
        return f"{told}with {names[1]} in {wins[1]}."

    def short_sentence(self, wait: bool = True) -> str:
        """Name the best answer and the measure. The numbers are in the table.

        If the seat wins most often after a different answer, that answer is named too.

        Args:
            wait: Play the remaining futures first.

        Returns:
            The text.

        Example:
            >>> import classkit
            >>> from classkit import study
            >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
            >>> m = m.play("decision")
            >>> said = study.compare_moves(m, n=4, horizon=2, processes=1).short_sentence()
            >>> said.startswith("By net worth on average, “") and "best of 5 answers" in said
            True
        """
        found = self.rank_answers(wait)
        if len(found) < 2:
            return ""
        level = [one for one in found if not one.difference]
        if len(level) == len(found):
            return f"By {self.measure}, all answers come to the same."
        best = found[0]
        told = self.describe_best(f"“{self.format_short_answer(best.answer)}”", found)
        if len(level) > 1:
            told = f"By {self.measure}, {len(level)} answers are level as the {self.ranks[1]} of "
            told += f"{len(found)} answers"
        top = max(one.wins for one in found)
        if self.outcome != "win" and all(one.wins < top for one in level):
            often = [one for one in found if one.wins == top]
            which = f"“{self.format_short_answer(often[0].answer)}”"
            which = which if len(often) == 1 else "other answers"
            told += f"; {self.say.seat(self.seat)} {self.win_verb} most often with {which}"
        return f"{told}."

    def describe_best(self, name: str, found: Sequence[AnswerResult]) -> str:
        """Return a clause stating that an answer is the best one found. It has no full stop."""
        rank = self.ranks[len(found) > 2]
        return f"By {self.measure}, {name} is the {rank} of {len(found)} answers"

    @property
    def ranks(self) -> tuple[str, str]:
        """The words for ranking first of two answers, and first of several."""
        return ("better", "best") if self.is_aim else ("higher", "highest")

    @property
    def measure(self) -> str:
        """The measure used to rank answers, worded to follow "By"."""
        if self.outcome == "win":
            return f"how often {self.say.seat(self.seat)} {self.win_verb}"
        return f"{lower_label(self.label)} on average"

    def format_mean(self, one: AnswerResult) -> str:
        """Format the outcome of an answer: "$120,000", or "12 of 100 futures"."""
        if self.outcome == "win":
            return f"{round(one.wins * one.n)} of {format_count(one.n, 'future')}"
        return self.format_amount(one.mean)

    def describe_lead(self, found: Sequence[AnswerResult]) -> str:
        """State over which other answers the best answer's lead is significant.

        >>> import classkit
        >>> from classkit import study
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
            >>> m = m.play("decision")
        >>> table = study.compare_moves(m, n=4, horizon=2, processes=1)
        >>> table.describe_lead(table.rank_answers()).partition(" over ")[0]
        'The lead of the best in Net worth'
        """
        behind = [one for one in found[1:] if one.difference]
        if not behind:
            return "All of them come to the same."
        level = len(found) - 1 - len(behind)
        as_good = f" {format_count(level, 'more answer')} {'is' if level == 1 else 'are'} as "
        as_good += "good." if self.is_aim else "high."
        certain = [one for one in behind if not self.is_insignificant(one)]
        open_ones = [one for one in behind if one not in certain]
        groups = [
            (certain, significance.SIGNIFICANT_TEXT),
            (open_ones, significance.INSIGNIFICANT_TEXT),
        ]
        (some, told), (rest, beside) = sorted(groups, key=lambda group: len(group[0]))
        by = "" if self.outcome == "win" else f" in {self.label}"
        lead = f"The lead of the {self.ranks[1]}{by}"
        names = [f"“{self.format_short_answer(one.answer)}”" for one in some or rest]
        whom = self.say.format_list(names)
        if len(names) > MAX_NAMED_ANSWERS:
            whom = f"{len(names)} others"
        if not some:
            return f"{lead} over {whom} {beside}.{as_good if level else ''}"
        more = f"the other {len(rest)}" if len(rest) > 1 else "the other"
        told = f"{lead} over {whom} {told}; over {more} it {beside}."
        return f"{told}{as_good if level else ''}"

    def format_short_answer(self, answer: Answer) -> str:
        """Format an answer for a sentence, and shorten its details."""
        move, details = (
            self.say.move_label(self.decision, answer.move),
            format_fields(self.say, answer),
        )
        return f"{move} ({truncate_details(details)})" if details else move

    def is_insignificant(self, one: AnswerResult) -> bool:
        """Return whether the best answer's lead over another answer may be due to luck.

        The test is corrected for the selection of the best answer from several.
        """
        found = self.rank_answers(wait=False)
        best, among = found[0], len(found) - 1
        if self.outcome == "win":
            return (
                significance.describe_significance(
                    *self.count_discordant(best.answer, one.answer), among
                )
                == significance.INSIGNIFICANT_TEXT
            )
        told = significance.describe_mean_difference(
            one.difference, one.difference_error, best.n, among
        )
        return told == significance.INSIGNIFICANT_TEXT

    def describe_means(self, best: AnswerResult, other: AnswerResult) -> str:
        """Describe the outcomes of two answers, and whether the difference may be due to luck."""
        name = self.format_short_answer(other.answer)
        may_be = (
            significance.INSIGNIFICANT_TEXT
            if self.is_insignificant(other)
            else significance.SIGNIFICANT_TEXT
        )
        wins = f"{round(other.wins * other.n)}"
        less = wins if self.outcome == "win" else self.format_amount(other.mean)
        return f"{self.format_mean(best)} against {less} for “{name}”; that difference {may_be}."

    def format_condition(self, answer: Answer) -> str:
        """Format an answer as a condition: "If D throws the dice"."""
        fields = [format_value(value, self.say) for value in answer.fields.values()]
        details = f"({truncate_details('; '.join(fields))})" if fields else ""
        deed = self.say.move_sentence(self.seat, self.decision, answer.move, details)
        who = f"{self.say.seat(self.seat)}: "
        return f"With “{deed.removeprefix(who)}”" if deed.startswith(who) else f"If {deed}"

    @property
    def win_verb(self) -> str:
        """The verb for the counted event: "wins", or "leads" if futures stop at a horizon."""
        label = lower_first(self.win_label)
        return label if self.plan.horizon.length is None else label.replace("wins", "leads", 1)

    def count_wins(self, one: AnswerResult) -> OutcomeShare:
        """Return the share of futures that the deciding seat wins after an answer."""
        times = round(one.wins * one.n)
        return OutcomeShare("win", self.seat, self.win_label, times, one.n)

    def count_discordant(self, one: Answer, two: Answer) -> tuple[int, int]:
        """Count the futures that only the first answer wins, and those only the second wins."""
        at = [self.answers.index(answer) for answer in (one, two)]
        values = self.values
        whole = [number for number in range(self.n)
                 if all((each, number) in values for each in range(len(self.answers)))]  # fmt: skip
        return significance.count_discordant(
            (values[at[0], number][1] > 0, values[at[1], number][1] > 0) for number in whole
        )

    def format_amount(self, value: float) -> str:
        """Format an outcome with its unit: "$120,000"."""
        if self.outcome == "win":
            return f"{100 * value:.0f}% of wins"
        return format_rounded_amount(value, self.unit, self.say)

    def build_display_rows(self) -> list[dict[str, str]]:
        """Return the answers, best first, as rows of a display table."""
        return [
            {
                "answer": format_answer(self.say, self.decision, one.answer),
                f"{self.label}, on average": self.format_amount(one.mean),
                "less than the highest": self.format_amount(-one.difference)
                if one.difference
                else "",
                self.win_label: f"{round(one.wins * one.n)} of {one.n}",
            }
            for one in self.rank_answers(wait=False)
        ]

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.answers)} answers to {self.decision}, n = {self.n}>"


# --- comparison -------------------------------------------------------------------------------


class AnswerResult(NamedTuple):
    """One answer and its outcomes, in the unit of the outcome.

    Args:
        answer: The answer.
        made: True for the answer that was given in the match.
        n: Number of futures.
        mean: Mean of the outcome.
        standard_error: Standard error of the mean.
        difference: The mean minus the mean of the best answer.
        difference_error: Standard error of the difference, from pairs of futures with the same
            seed.
        wins: Share of futures won, or led at the horizon, from 0 to 1.

    Example:
        >>> import classkit
        >>> from classkit import study
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
        >>> compared = study.compare_moves(m, n=4, horizon=1, processes=1)
        >>> best = compared.rank_answers()[0]
        >>> best.n, best.difference
        (4, 0.0)
    """

    answer: Answer
    made: bool
    n: int
    mean: float
    standard_error: float
    difference: float
    difference_error: float
    wins: float


def compare_answers(
    answers: Sequence[Answer],
    made: Answer | None,
    n: int,
    values: Mapping[tuple[int, int], tuple[float, float]],
) -> list[AnswerResult]:
    """Rank the answers, best first, on the seeds that have been played for all of them.

    >>> yes, no = Answer("yes"), Answer("no")
    >>> found = {(0, 0): (5.0, 1.0), (1, 0): (1.0, 0.0), (0, 1): (9.0, 1.0), (1, 1): (7.0, 0.0)}
    >>> best, other = compare_answers([yes, no], no, 2, found)
    >>> best.answer.move, other.difference, other.difference_error, other.made
    ('yes', -3.0, 1.0, True)
    """
    whole = [at for at in range(n) if all((one, at) in values for one in range(len(answers)))]
    if not whole or not answers:
        return []
    lines = [[values[one, at][0] for at in whole] for one in range(len(answers))]
    means = [fmean(line) for line in lines]
    best = min(range(len(answers)), key=lambda one: (isnan(means[one]), -means[one], one))
    found = [
        AnswerResult(
            answer,
            answer == made,
            len(whole),
            means[one],
            compute_standard_error(lines[one]),
            means[one] - means[best],
            compute_standard_error([a - b for a, b in zip(lines[one], lines[best], strict=True)]),
            fmean(values[one, at][1] for at in whole),
        )
        for one, answer in enumerate(answers)
    ]
    return sorted(found, key=lambda one: (isnan(one.mean), -one.mean))  # NaN is last


def compute_standard_error(values: Sequence[float]) -> float:
    """Return the standard error of a mean, or NaN for a single value."""
    return sqrt(variance(values) / len(values)) if len(values) > 1 else float("nan")


# --- text ---------------------------------------------------------------------------------------


def get_outcome_label(match: Match, outcome: str) -> tuple[str, str]:
    """Return the label of an outcome, and its unit."""
    if outcome == "win":
        return get_win_label(match), ""
    if outcome == "score":
        return match.game.score_title(match.table), match.standings()[0].unit
    metric = get_metrics(match)[outcome]
    return match.say().metric_label(outcome, metric.label), metric.unit


def get_win_label(match: Match) -> str:
    """Return "Wins", followed by the names of the races if several decide a match.

    >>> import classkit
    >>> [get_win_label(classkit.new(game, seats=3, seed=7)) for game in ("poleconomy", "opoly")]
    ['Wins', 'Wins ASSET or FUTURE EARNINGS']
    """
    deciding = match.game.deciding_races(match.table)
    return f"Wins {' or '.join(deciding)}" if len(deciding) > 1 else "Wins"


def format_rounded_amount(value: float, unit: str, say: TextFormatter) -> str:
    """Format a mean with its unit, rounded.

    >>> amounts = ((120_000.4, "$"), (21.0, "$"), (-12.3, "$"), (3.256, "points"), (41.2, ""))
    >>> [format_rounded_amount(value, unit, TextFormatter()) for value, unit in amounts]
    ['$120,000', '$21', '-$12.30', '3.26 points', '41.2']
    """
    if isnan(value):
        return "no figure"
    if say.is_money(unit):
        cents = round(value, 2)
        return say.money(round(value) if abs(value) >= 100 or cents.is_integer() else cents)
    places = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    text = f"{value:,.{places}f}"
    if unit == "%":
        return f"{text}%"
    return f"{text} {say.unit(unit, value)}" if unit else text


def lower_first(words: str) -> str:
    """Return the text with its first letter in lower case."""
    return f"{words[:1].lower()}{words[1:]}"


def format_answer(say: TextFormatter, decision: str, answer: Answer) -> str:
    """Format an answer with the values of its fields."""
    label, details = say.move_label(decision, answer.move), format_fields(say, answer)
    return f"{label} ({details})" if details else label


def format_fields(say: TextFormatter, answer: Answer) -> str:
    """Format the fields of an answer, or return an empty string if it has none."""
    fields = answer.fields.items()
    return "; ".join(f"{say.field_label(key)}: {format_value(value, say)}" for key, value in fields)


def format_value(value: Any, say: TextFormatter) -> str:
    """Format the value of a field.

    >>> format_value({"per_company": 220_000, "kind": "as_owned", "relief": []}, TextFormatter())
    'per company 220,000, kind as owned, relief none'
    """
    if isinstance(value, Mapping):
        named = ((lower_first(say.field_label(str(name))), one) for name, one in value.items())
        return ", ".join(f"{name} {format_value(one, say)}" for name, one in named)
    if isinstance(value, (list, tuple)):
        return ", ".join(format_value(one, say) for one in value) or "none"
    if isinstance(value, str):
        return say.seats.get(value) or say.spaces.get(value) or value.replace("_", " ")
    return f"{value:,}" if isinstance(value, int) else str(value)


def truncate_details(words: str) -> str:
    """Truncate the text of an answer's fields.

    >>> truncate_details("flat 0, " * 20)
    'flat 0, flat 0, flat 0, flat 0, flat 0, flat 0, flat 0, …'
    """
    if len(words) <= MAX_DETAILS_LENGTH:
        return words
    room = words[: MAX_DETAILS_LENGTH - 3]
    whole, comma, _ = room.rpartition(", ")
    return f"{whole or room}{comma.rstrip()} …"
