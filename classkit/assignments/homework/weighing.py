"""The futures of both answers to a decision: what they bring, and for which reasons.

Every future is played once, turn by turn. It gives the score at its end, and the change of that
score split as a change of the past is: into what came and went for each reason, and what is worth
more or less.
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

from classkit.assignments.deciding import Weighed, words_of
from classkit.causes.figures import Figure
from classkit.causes.parts import Kind, Parts, add, parts_of
from classkit.causes.split import makeup_of
from classkit.engine.errors import EndlessMatch
from classkit.engine.log import Keep
from classkit.engine.match import Match
from classkit.engine.metrics import Makeup, Metric
from classkit.engine.words import Say
from classkit.study.ahead.compare import answer_words, compare_moves, error_of
from classkit.study.ahead.future import Scenario, naming_the_game, seed_of
from classkit.study.generators import kept_by, play_seeded
from classkit.study.players import fresh
from classkit.study.races import races_of

from .crossroads import Crossroads, horizon_of
from .exchanges import caused, has_cornered, went_round
from .parted import gained, parts_figure, parts_of_seat
from .past import Past

FUTURES = 30
LOOKS = {3: 0.0, 6: 0.8, 12: 1.4, 20: 1.8}
"""Number of futures played -> the standard errors between the answers at or below which a decision
is given up."""
LONG = 50
"""The most answers for which a single future counts in the cost of waiting."""
APART = 0.01
"""The least tolerance of an answer, however small the difference."""
CLEAR = 2.0
"""Standard errors by which two answers must differ to be asked about: less may be luck."""
LEDGER = Keep(copies=False, events=False, history=False)
"""What a match keeps so that its future can be split into causes."""

Causes = dict[tuple[Kind, str], Fraction]
"""What each cause contributed: the kind and the name of a part -> its amount."""


class Future(NamedTuple):
    """One future of an answer: the score of the deciding seat, and what moved its figure."""

    score: float
    causes: Causes
    at_once: Causes
    """What moved it in the turn of the decision."""
    answers: int
    """How many answers were given in it."""
    went_round: bool
    """Whether the seat bought a thing and sold it again in one turn, or cornered the market."""


@dataclass(frozen=True)
class Weighing:
    """A decision with the futures of its two answers: first the one that was made."""

    one: Crossroads
    match: Match
    futures: tuple[Sequence[Future], Sequence[Future]]
    played: int
    """How many futures were played for it, those left out that were known."""

    @cached_property
    def weighed(self) -> Weighed:
        """The scores after each answer."""
        names = (words_of(self.one.made), words_of(self.one.other))
        return Weighed(
            {
                name: tuple(future.score for future in futures)
                for name, futures in zip(names, self.futures, strict=True)
            }
        )

    @property
    def means(self) -> tuple[float, float]:
        """The mean score after the answer that was given, and after the other one."""
        made, other = map(self.weighed.mean, self.weighed.outcomes)
        return made, other

    @property
    def ended_higher(self) -> int:
        """In how many futures the other answer ended higher than the one that was given."""
        made, other = self.weighed.outcomes
        return self.weighed.better_in(other, made)

    @property
    def difference(self) -> float:
        """The mean after the other answer less the mean after the one that was made."""
        made, other = self.means
        return other - made

    @cached_property
    def clearness(self) -> float:
        """The difference in standard errors; 0 if it is not worth asking about.

        It is 0 if the difference is within the tolerance of an answer. It is 0 if the answers show
        the difference, as two bids do, or if it is the same in nearly all futures: nobody needs to
        play those. And it is 0 if the seat bought and sold one thing in one turn, or cornered a
        market, since such a gain does not come from the decision.
        """
        told = self.is_read_off() or is_settled(scores_apart(*self.futures))
        if abs(self.difference) <= 2 * APART or told or self.goes_round:
            return 0.0
        lead = self.weighed.lead()
        return lead if isfinite(lead) else 0.0

    @property
    def cost(self) -> float:
        """The answers given in all futures that were played for it; a long one counts as LONG."""
        mean = fmean(min(future.answers, LONG) for future in chain(*self.futures))
        return mean * (self.one.tried + self.played)

    @property
    def goes_round(self) -> bool:
        """Whether the seat went round in a turn of any future, or cornered the market."""
        return went_round_in(*self.futures)

    def is_read_off(self) -> bool:
        """Return whether two amounts in the answers differ by just as much as the means."""
        made, other = self.one.made.fields, self.one.other.fields
        amounts = [
            float(value) - float(made[name])
            for name, value in other.items()
            if isinstance(value, (int, float)) and isinstance(made.get(name), (int, float))
        ]
        return any(abs(abs(one) - abs(self.difference)) <= APART for one in amounts)

    @property
    def is_clear(self) -> bool:
        """Whether the answers differ by more than luck explains."""
        return self.clearness >= CLEAR

    def is_clear_of(self, cause: tuple[Kind, str]) -> bool:
        """Return whether a cause contributed more to the difference than luck explains."""
        made, other = self.futures
        apart = [
            float(two.causes.get(cause, 0) - one.causes.get(cause, 0))
            for one, two in zip(made, other, strict=True)
        ]
        return abs(fmean(apart)) >= CLEAR * error_of(apart)

    @cached_property
    def flows(self) -> dict[tuple[Kind, str], tuple[Fraction, Fraction]]:
        """What each cause brought on the average: after the answer that was given, and the other.

        A cause that brings the same after both took place too, though it makes no difference.
        """
        first, second = map(mean_causes, self.futures)
        return {
            cause: (first.get(cause, Fraction(0)), second.get(cause, Fraction(0)))
            for cause in {**second, **first}
        }

    @cached_property
    def at_once(self) -> Causes:
        """What each cause contributed to the difference in the turn of the decision itself."""
        made, other = (mean_of([one.at_once for one in futures]) for futures in self.futures)
        return {
            cause: other.get(cause, Fraction(0)) - made.get(cause, Fraction(0))
            for cause in {**made, **other}
        }

    @cached_property
    def causes(self) -> Causes:
        """What each cause contributed to the difference of the means; of most that is nothing."""
        return {cause: other - made for cause, (made, other) in self.flows.items()}

    def answers_in_words(self, say: Say) -> tuple[str, str]:
        """Return both answers as people say them, first the one that was given."""
        made, other = (
            answer_words(say, self.one.name, one) for one in (self.one.made, self.one.other)
        )
        return made, other


def near_to(difference: float) -> float:
    """Return the tolerance of an answer to a difference of means: half a per cent of it or more."""
    return max(APART, abs(difference) / 200)


# --- the futures ------------------------------------------------------------------------------


def weighing(past: Past, one: Crossroads, known: Sequence[Future] = ()) -> Weighing:
    """Play the futures of both answers to one decision: those of :func:`compare_moves`.

    Those after the answer that was made may be ``known``.
    """
    then = past.match.fork().goto(step=one.step)
    among = [(answer.move, dict(answer.fields)) for answer in (one.made, one.other)]
    scenario = compare_moves(
        then, FUTURES, horizon=horizon_of(then), seat=one.seat, among=among, seed=one.step,
        processes=1,
    ).scenario  # fmt: skip
    made = [*known]
    other: list[Future] = []
    for number in range(FUTURES):
        if number >= len(known):
            made.append(future_of(scenario, 0, number, one.seat, past.score))
        other.append(future_of(scenario, 1, number, one.seat, past.score))
        if went_round_in(made, other) or hardly_matters(made, other):
            break
    return Weighing(one, then, (made[: len(other)], other), len(made) + len(other) - len(known))


def hardly_matters(made: Sequence[Future], other: Sequence[Future]) -> bool:
    """Return whether the first futures of two answers hardly differ, or always by the same."""
    apart = scores_apart(made, other)
    least = LOOKS.get(len(apart))
    if least is None:
        return False
    return is_settled(apart) or abs(fmean(apart)) <= least * error_of(apart)


def went_round_in(*futures: Sequence[Future]) -> bool:
    """Return whether the seat went round in a turn of any future, or cornered the market."""
    return any(future.went_round for future in chain(*futures))


def is_settled(apart: Sequence[float]) -> bool:
    """Return whether nearly all futures differ by the same: nobody has to play these to know it.

    >>> is_settled([-9000, -9000, -9000, -8700]), is_settled([3, 5, -2]), is_settled([0, 0, 0, 9])
    (True, False, False)
    """
    (amount, times), *_ = Counter(round(by, 2) for by in apart).most_common(1)
    return bool(amount) and 3 * times > 2 * len(apart)


def scores_apart(made: Sequence[Future], other: Sequence[Future]) -> list[float]:
    """Return by how much the score is higher after the other answer, future by future."""
    return [two.score - one.score for one, two in zip(made, other, strict=False)]


def future_of(
    scenario: Scenario, answer: int, number: int, seat: str, figure: Metric | None
) -> Future:
    """Play one future, by its number, after one of the answers that a scenario compares.

    ``figure`` is what is split; with None nothing is.
    """
    seed = seed_of(scenario.study, number)

    def play() -> Future:
        return played_out(scenario, answer, seed, seat, figure)

    return play_seeded(seed, play, kept_by(scenario))


def played_out(
    scenario: Scenario, answer: int, seed: int, seat: str, figure: Metric | None
) -> Future:
    """Play one future turn by turn, and split how a figure changes in it."""
    match = Match.at(scenario.point, seed, LEDGER)
    players = match.seat({one: fresh(bot) for one, bot in scenario.bots.items()})
    parted = parts_figure(match, figure)
    began = parts_of_seat(parted, match, seat) if parted else {}
    asked = Figure(figure, seat) if figure and not parted else None
    made = makeup_of(asked, match.table) if asked else None
    began_with = made.total if isinstance(made, Makeup) else 0
    seen = len(match.transfers)

    def so_far() -> Causes:
        if parted:
            return by_part(gained(began, parts_of_seat(parted, match, seat)))
        unit = asked.metric.unit if asked else ""
        return {one.key: one.amount for one in caused(parts.values(), made, unit)}

    whose, move, fields = scenario.answers[answer]
    match.answer(move, seat=whose, **fields)
    parts: Parts = {}
    at_once: Causes = {}
    round_trip = False
    with naming_the_game(match), suppress(EndlessMatch):
        for number in range(scenario.horizon.length or 0):
            if match.is_over:
                break
            players.play(scenario.horizon.unit)
            if asked and made:
                now, moved = makeup_of(asked, match.table), match.transfers
                some = parts_of(made, now, moved[seen:], match.turn)
                round_trip = (
                    round_trip
                    or went_round(some, now, asked.metric.unit)
                    or has_cornered(now, began_with)
                )
                for part in some:
                    add(parts, part)
                made, seen = now, len(moved)
            if number == 0:
                at_once = so_far()
    score = races_of(match)[0].scores[match.seats.index(seat)]
    return Future(score, so_far(), at_once, match.step, round_trip)


def by_part(amounts: Mapping[str, Fraction]) -> Causes:
    """Return amounts by part as causes.

    >>> by_part({"media": Fraction(3)})
    {('term', 'media'): Fraction(3, 1)}
    """
    return {("term", part): amount for part, amount in amounts.items()}


def mean_causes(futures: Sequence[Future]) -> Causes:
    """Return what moved a figure on the average of futures."""
    return mean_of([future.causes for future in futures])


def mean_of(some: Sequence[Causes]) -> Causes:
    """Return the mean of each cause; where there is nothing of it, it counts as 0."""
    found: Causes = {}
    for cause, amount in chain.from_iterable(causes.items() for causes in some):
        found[cause] = found.get(cause, Fraction(0)) + amount / len(some)
    return found
