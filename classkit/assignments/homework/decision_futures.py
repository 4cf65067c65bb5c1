"""Simulated futures of two answers to a decision: scores and causes of the changes.

Every future is played once, turn by turn. The result is the final score, and the change of the
score split into payments by reason and changes of value, as for past changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import isfinite
from statistics import fmean
from typing import NamedTuple

from classkit.assignments.decision_questions import AnswerOutcomes, format_option
from classkit.attribution.contributions import (
    ContributionKind,
    ContributionMap,
    merge_contribution,
    turn_contributions,
)
from classkit.attribution.decomposition import find_components
from classkit.attribution.metric_selection import MetricOfSeat
from classkit.engine.errors import EndlessMatch
from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.engine.metrics import Components, Metric
from classkit.engine.rulebook_text import TextFormatter
from classkit.study.match_random import find_generators, play_seeded
from classkit.study.players import copy_player
from classkit.study.race_results import get_races
from classkit.study.rollouts.move_comparison import (
    compare_moves,
    compute_standard_error,
    format_answer,
)
from classkit.study.rollouts.single_future import RolloutPlan, derive_seed, rule_error_scope

from .decision_alternatives import DecisionAlternative, get_horizon
from .market_exchanges import has_cornered_market, has_round_trip, sum_causes
from .played_match import PlayedMatch
from .score_parts import compute_seat_parts, diff_parts, find_parts_metric

FUTURE_COUNT = 30
STOPPING_LEADS = {3: 0.0, 6: 0.8, 12: 1.4, 20: 1.8}
"""Maps a number of futures to the difference, in standard errors, at or below which the
decision is dropped.
"""
MAX_COUNTED_ANSWERS = 50
"""Maximum number of answers per future that count towards the cost."""
MIN_TOLERANCE = 0.01
"""Minimum tolerance of an answer."""
MIN_SIGNIFICANCE = 2.0
"""Minimum difference of two answers in standard errors. Less may be luck."""
LEDGER_KEEP = Keep(copies=False, events=False, history=False)
"""Data that a match records so that a future can be split into causes."""

CauseAmounts = dict[tuple[ContributionKind, str], Fraction]
"""Maps a cause, as (kind, name), to the amount that it contributed."""


class AnswerFuture(NamedTuple):
    """One future after an answer: the deciding seat's score, and the causes of its change."""

    score: float
    causes: CauseAmounts
    immediate_causes: CauseAmounts
    """Causes in the turn of the decision."""
    answers: int
    """Number of answers given in the future."""
    has_round_trip: bool
    """True if the seat bought and resold the same item in one turn, or cornered the market."""


@dataclass(frozen=True)
class DecisionFutures:
    """A decision with the futures of two answers: the answer given, then the alternative."""

    decision: DecisionAlternative
    match: Match
    futures: tuple[Sequence[AnswerFuture], Sequence[AnswerFuture]]
    played: int
    """Number of futures played for this decision, excluding futures that were already known."""

    @cached_property
    def outcomes(self) -> AnswerOutcomes:
        """Scores after each answer."""
        names = (format_option(self.decision.made), format_option(self.decision.other))
        return AnswerOutcomes(
            {
                name: tuple(future.score for future in futures)
                for name, futures in zip(names, self.futures, strict=True)
            }
        )

    @property
    def means(self) -> tuple[float, float]:
        """Mean scores after the answer given and after the alternative."""
        made, other = map(self.outcomes.get_mean, self.outcomes.outcomes)
        return made, other

    @property
    def higher_count(self) -> int:
        """Number of futures in which the alternative scores higher than the answer given."""
        made, other = self.outcomes.outcomes
        return self.outcomes.count_better(other, made)

    @property
    def difference(self) -> float:
        """Mean score after the alternative, minus the mean after the answer given."""
        made, other = self.means
        return other - made

    @cached_property
    def significance(self) -> float:
        """The difference in standard errors, or 0 if it is not suitable for a question.

        The value is 0 in these cases:

        - The difference is within the tolerance of an answer.
        - The difference is obvious without futures: the answers differ by that amount, like two
          bids, or nearly all futures differ by the same amount.
        - The gain does not result from the decision, because the seat bought and sold the same item
          in one turn or cornered a market.
        """
        told = self.is_amount_difference() or is_constant_difference(diff_scores(*self.futures))
        if abs(self.difference) <= 2 * MIN_TOLERANCE or told or self.has_round_trip:
            return 0.0
        lead = self.outcomes.compute_lead()
        return lead if isfinite(lead) else 0.0

    @property
    def cost(self) -> float:
        """Number of answers in all futures played for this decision, capped for each future."""
        mean = fmean(min(future.answers, MAX_COUNTED_ANSWERS) for future in chain(*self.futures))
        return mean * (self.decision.tried + self.played)

    @property
    def has_round_trip(self) -> bool:
        """True if at least one future has a round trip or a cornered market."""
        return has_any_round_trip(*self.futures)

    def is_amount_difference(self) -> bool:
        """Return True if two amounts in the answers differ by as much as the means."""
        made, other = self.decision.made.fields, self.decision.other.fields
        amounts = [
            float(value) - float(made[name])
            for name, value in other.items()
            if isinstance(value, (int, float)) and isinstance(made.get(name), (int, float))
        ]
        return any(abs(abs(one) - abs(self.difference)) <= MIN_TOLERANCE for one in amounts)

    @property
    def is_clear(self) -> bool:
        """True if the difference between the answers is statistically significant."""
        return self.significance >= MIN_SIGNIFICANCE

    def is_cause_clear(self, cause: tuple[ContributionKind, str]) -> bool:
        """Return True if a cause contributed significantly to the difference."""
        made, other = self.futures
        apart = [
            float(two.causes.get(cause, 0) - one.causes.get(cause, 0))
            for one, two in zip(made, other, strict=True)
        ]
        return abs(fmean(apart)) >= MIN_SIGNIFICANCE * compute_standard_error(apart)

    @cached_property
    def cause_means(self) -> dict[tuple[ContributionKind, str], tuple[Fraction, Fraction]]:
        """Mean amounts by cause, after the answer given and after the alternative.

        Causes with the same amount after both answers are included.
        """
        first, second = map(average_causes, self.futures)
        return {
            cause: (first.get(cause, Fraction(0)), second.get(cause, Fraction(0)))
            for cause in {**second, **first}
        }

    @cached_property
    def immediate_causes(self) -> CauseAmounts:
        """Contributions to the difference in the turn of the decision, by cause."""
        made, other = (
            average_amounts([one.immediate_causes for one in futures]) for futures in self.futures
        )
        return {
            cause: other.get(cause, Fraction(0)) - made.get(cause, Fraction(0))
            for cause in {**made, **other}
        }

    @cached_property
    def causes(self) -> CauseAmounts:
        """Contributions to the difference of the means, by cause. They may be 0."""
        return {cause: other - made for cause, (made, other) in self.cause_means.items()}

    def format_answers(self, say: TextFormatter) -> tuple[str, str]:
        """Format both answers, starting with the answer given."""
        made, other = (
            format_answer(say, self.decision.name, one)
            for one in (self.decision.made, self.decision.other)
        )
        return made, other


def get_tolerance(difference: float) -> float:
    """Return the tolerance for a difference of means: half a percent, or ``MIN_TOLERANCE``."""
    return max(MIN_TOLERANCE, abs(difference) / 200)


# --- the futures ------------------------------------------------------------------------------


def simulate_decision(
    past: PlayedMatch, one: DecisionAlternative, known: Sequence[AnswerFuture] = ()
) -> DecisionFutures:
    """Play the futures of both answers to a decision, like :func:`compare_moves`.

    ``known`` contains futures of the answer given that have already been played.
    """
    then = past.match.fork().goto(step=one.step)
    among = [(answer.move, dict(answer.fields)) for answer in (one.made, one.other)]
    scenario = compare_moves(
        then, FUTURE_COUNT, horizon=get_horizon(then), seat=one.seat, among=among, seed=one.step,
        processes=1,
    ).plan  # fmt: skip
    made = [*known]
    other: list[AnswerFuture] = []
    for number in range(FUTURE_COUNT):
        if number >= len(known):
            made.append(play_future(scenario, 0, number, one.seat, past.score))
        other.append(play_future(scenario, 1, number, one.seat, past.score))
        if has_any_round_trip(made, other) or is_negligible(made, other):
            break
    return DecisionFutures(
        one, then, (made[: len(other)], other), len(made) + len(other) - len(known)
    )


def is_negligible(made: Sequence[AnswerFuture], other: Sequence[AnswerFuture]) -> bool:
    """Return True if the first futures hardly differ, or always by the same amount."""
    apart = diff_scores(made, other)
    least = STOPPING_LEADS.get(len(apart))
    if least is None:
        return False
    return is_constant_difference(apart) or abs(fmean(apart)) <= least * compute_standard_error(
        apart
    )


def has_any_round_trip(*futures: Sequence[AnswerFuture]) -> bool:
    """Return True if at least one future has a round trip or a cornered market."""
    return any(future.has_round_trip for future in chain(*futures))


def is_constant_difference(apart: Sequence[float]) -> bool:
    """Return True if more than two thirds of the differences are the same nonzero amount.

    >>> is_constant_difference([-9000, -9000, -9000, -8700])
    True
    >>> is_constant_difference([3, 5, -2]), is_constant_difference([0, 0, 0, 9])
    (False, False)
    """
    (amount, times), *_ = Counter(round(by, 2) for by in apart).most_common(1)
    return bool(amount) and 3 * times > 2 * len(apart)


def diff_scores(made: Sequence[AnswerFuture], other: Sequence[AnswerFuture]) -> list[float]:
    """Return the score differences by future: the alternative minus the answer given."""
    return [two.score - one.score for one, two in zip(made, other, strict=False)]


def play_future(
    scenario: RolloutPlan, answer: int, number: int, seat: str, metric: Metric | None
) -> AnswerFuture:
    """Play the future with this number after one of a scenario's answers.

    ``metric`` is split into causes. If it is None, nothing is split.
    """
    seed = derive_seed(scenario.study, number)

    def play() -> AnswerFuture:
        return simulate_future(scenario, answer, seed, seat, metric)

    return play_seeded(seed, play, find_generators(scenario))


def simulate_future(
    scenario: RolloutPlan, answer: int, seed: int, seat: str, metric: Metric | None
) -> AnswerFuture:
    """Play one future turn by turn, and split the change of a metric into causes."""
    match = Match.at(scenario.point, seed, LEDGER_KEEP)
    players = match.make_players({one: copy_player(bot) for one, bot in scenario.bots.items()})
    parted = find_parts_metric(match, metric)
    began = compute_seat_parts(parted, match, seat) if parted else {}
    asked = MetricOfSeat(metric, seat) if metric and not parted else None
    made = find_components(asked, match.table) if asked else None
    began_with = made.total if isinstance(made, Components) else 0
    seen = len(match.transfers)

    def so_far() -> CauseAmounts:
        if parted:
            return to_part_causes(diff_parts(began, compute_seat_parts(parted, match, seat)))
        unit = asked.metric.unit if asked else ""
        return {one.key: one.amount for one in sum_causes(parts.values(), made, unit)}

    whose, move, fields = scenario.answers[answer]
    match.answer(move, seat=whose, **fields)
    parts: ContributionMap = {}
    at_once: CauseAmounts = {}
    round_trip = False
    with rule_error_scope(match), suppress(EndlessMatch):
        for number in range(scenario.horizon.length or 0):
            if match.is_over:
                break
            players.play(scenario.horizon.unit)
            if asked and made:
                now, moved = find_components(asked, match.table), match.transfers
                some = turn_contributions(made, now, moved[seen:], match.turn)
                round_trip = (
                    round_trip
                    or has_round_trip(some, now, asked.metric.unit)
                    or has_cornered_market(now, began_with)
                )
                for part in some:
                    merge_contribution(parts, part)
                made, seen = now, len(moved)
            if number == 0:
                at_once = so_far()
    score = get_races(match)[0].scores[match.seats.index(seat)]
    return AnswerFuture(score, so_far(), at_once, match.step, round_trip)


def to_part_causes(amounts: Mapping[str, Fraction]) -> CauseAmounts:
    """Convert amounts by part to causes.

    >>> to_part_causes({"media": Fraction(3)})
    {('term', 'media'): Fraction(3, 1)}
    """
    return {("term", part): amount for part, amount in amounts.items()}


def average_causes(futures: Sequence[AnswerFuture]) -> CauseAmounts:
    """Return the mean contribution of each cause over futures."""
    return average_amounts([future.causes for future in futures])


def average_amounts(some: Sequence[CauseAmounts]) -> CauseAmounts:
    """Return the mean amount of each cause. A missing cause counts as 0."""
    found: CauseAmounts = {}
    for cause, amount in chain.from_iterable(causes.items() for causes in some):
        found[cause] = found.get(cause, Fraction(0)) + amount / len(some)
    return found
