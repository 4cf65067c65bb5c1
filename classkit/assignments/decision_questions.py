"""The three questions about a decision: choose an answer, then interpret the simulated futures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from math import inf
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any

from classkit.engine.decisions import Decision
from classkit.engine.match import Match
from classkit.engine.moves import Answer

from .answer_types import ChoiceAnswer, NameAnswer, NumberAnswer
from .random_draw import QuestionRandom, draw_shared
from .sheet_plan import QuestionMaker
from .sheet_question import SheetQuestion

if TYPE_CHECKING:
    from classkit.study.rollouts.move_comparison import Comparison
    from classkit.study.rollouts.single_future import FutureOutcome

FUTURE_COUNT = 200


@dataclass(frozen=True)
class AnswerOutcomes:
    """Simulated outcomes of each answer, one per future.

    All answers use the same random seed for a given future.

    >>> weighed = AnswerOutcomes({"keep": (3.0, 1.0), "reverse": (1.0, 1.0)})
    >>> weighed.get_best(), weighed.get_mean("keep"), weighed.count_better("keep", "reverse")
    ('keep', 2.0, 1)
    """

    outcomes: Mapping[str, tuple[float, ...]]

    def get_mean(self, option: str) -> float:
        """Return the mean outcome of an answer."""
        return fmean(self.outcomes[option])

    def rank_answers(self) -> list[str]:
        """Return the answers, highest mean first."""
        return sorted(self.outcomes, key=self.get_mean, reverse=True)

    def get_best(self) -> str:
        """Return the answer with the highest mean."""
        return self.rank_answers()[0]

    def count_better(self, option: str, other: str) -> int:
        """Count the futures in which the outcome of one answer is higher than the other's."""
        pairs = zip(self.outcomes[option], self.outcomes[other], strict=True)
        return sum(one > two for one, two in pairs)

    def is_uncertain(self) -> bool:
        """Return True if the best answer beats the second best in some futures but not in all.

        >>> AnswerOutcomes({"gold": (2.0, 3.0), "keep": (1.0, 1.0)}).is_uncertain()
        False
        """
        first, second = self.rank_answers()[:2]
        return 0 < self.count_better(first, second) < len(self.outcomes[first])

    def compute_lead(self) -> float:
        """Return the best answer's lead over the second, in standard errors of the difference."""
        first, second = self.rank_answers()[:2]
        pairs = zip(self.outcomes[first], self.outcomes[second], strict=True)
        steps = [one - two for one, two in pairs]
        spread = variance(steps) if len(steps) > 1 else 0.0
        if not spread:
            return inf if fmean(steps) else 0.0
        return float(fmean(steps) / (spread / len(steps)) ** 0.5)

    def is_significant(self, ahead: float) -> bool:
        """Return True if a lead of ``ahead`` standard errors is significant.

        >>> AnswerOutcomes({"go a3": (1.0, 2.0)}).is_significant(0.5)
        False
        """
        return len(self.outcomes) > 1 and self.compute_lead() >= ahead


def simulate_answers(
    match: Match,
    outcome: str,
    *,
    bots: Any,
    seed: int,
    horizon: int,
    seat: str | None = None,
    max_answers: int = 12,
    only: Collection[str] = (),
    n: int | None = None,
    over_rivals: bool = False,
) -> AnswerOutcomes:
    """Simulate futures after each answer to the open decision, and return their outcomes.

    Futures are played by :func:`classkit.study.compare_moves`. The same seed produces the same
    futures on every machine.

    Args:
        match: A match with an open decision.
        outcome: The key of a metric.
        bots: The bots that play the futures, in any form that ``compare_moves`` accepts.
        seed: The seed of the futures.
        horizon: The length of each future in turns.
        seat: The deciding seat, required if several decisions are open.
        max_answers: Answers are sampled if there are more than this, or if they have fields.
        only: The moves to compare. If empty, all moves are compared.
        n: The number of futures per answer, by default ``FUTURE_COUNT``.
        over_rivals: True to use the seat's lead over the mean of all other seats as the outcome.

    >>> import classkit
    >>> position = {"mover": "A", "prime_minister": "A"}
    >>> m = classkit.new("poleconomy", 3, seed=7, position=position, options={"game": 1})
    >>> weighed = simulate_answers(m, "net_worth", bots="saver", seed=1, horizon=3, n=3)
    >>> sorted(weighed.outcomes), len(weighed.outcomes["keep"])
    (['keep', 'reverse'], 3)
    >>> weighed = simulate_answers(
    ...     m, "net_worth", bots="saver", seed=1, horizon=3, n=3, only=["keep"]
    ... )
    >>> list(weighed.outcomes)
    ['keep']
    """
    from classkit.study import compare_moves

    n = FUTURE_COUNT if n is None else n
    compared = compare_moves(
        match, n, bots, outcome,
        horizon=horizon, seat=seat, most=max_answers, among=list(only), seed=seed, processes=1,
    )  # fmt: skip
    return AnswerOutcomes(
        {
            format_option(answer): tuple(
                get_outcome_value(compared, compared.plan((at, number)), over_rivals)
                for number in range(n)
            )
            for at, answer in enumerate(compared.answers)
        }
    )


def get_outcome_value(compared: Comparison, future: FutureOutcome, over_rivals: bool) -> float:
    """Return the outcome of a future for the deciding seat, or its lead over its rivals' mean."""
    if not over_rivals:
        return compared.get_value(future)
    last = {seat: future.columns[compared.outcome, seat, ""][-1] for seat in compared.seats}
    own = last.pop(compared.seat)
    return round(own - fmean(last.values()), 2)


def format_option(answer: Answer) -> str:
    """Format an answer in the notation of students: its move and the values of its fields.

    >>> format_option(Answer("go", {"to": "a3"})), format_option(Answer("keep", {}))
    ('go a3', 'keep')
    """
    values = [str(value) for value in answer.fields.values()]
    return " ".join([answer.move, *values])


MIN_LEAD = 2.5
"""Required lead of the best move in standard errors. Below that, 200 futures prove nothing."""


SCREENING_FUTURES = 24
"""Number of futures after which a decision is dropped if its answers hardly differ."""
SCREENING_LEAD = 0.7
"""Required lead of the best move, in standard errors, after the screening futures."""


def simulate_clear_answers(
    draw: QuestionRandom,
    match: Match,
    outcome: str,
    *,
    bots: Any,
    horizon: int,
    seat: str | None = None,
    max_answers: int = 12,
    only: Collection[str] = (),
    over_rivals: bool = False,
    fits: Callable[[AnswerOutcomes], bool] = lambda weighed: True,
) -> AnswerOutcomes:
    """Call :func:`simulate_answers`, and raise DrawAgain unless the decision is clear.

    A decision is clear if there are several answers, one of them leads by at least ``MIN_LEAD``
    standard errors, and that answer beats the second best in some futures but not in all. Otherwise
    there would be nothing to count. ``fits`` tests further conditions. The answers are returned in
    random order, to hide the ranking.

    Raises:
        DrawAgain: If the decision is not clear. This may be known after a few futures.
    """
    seed = draw.draw_seed()

    def weigh_by(n: int | None, ahead: float) -> AnswerOutcomes:
        weighed = simulate_answers(
            match,
            outcome,
            bots=bots,
            seed=seed,
            horizon=horizon,
            seat=seat,
            max_answers=max_answers,
            only=only,
            n=n,
            over_rivals=over_rivals,
        )
        draw.require(weighed.is_significant(ahead) and weighed.is_uncertain() and fits(weighed))
        return weighed

    weigh_by(min(SCREENING_FUTURES, FUTURE_COUNT), min(SCREENING_LEAD, MIN_LEAD))
    weighed = weigh_by(None, MIN_LEAD)
    return AnswerOutcomes(
        {one: weighed.outcomes[one] for one in draw.shuffle_options([*weighed.outcomes])}
    )


@dataclass(frozen=True, eq=False)
class DecisionMoment:
    """A decision in a match, the options shown to students and the simulated outcomes."""

    match: Match
    text: str
    aim: str
    """Description of the compared outcome, such as "A's net worth three rounds later"."""
    weighed: AnswerOutcomes
    players: str
    """Describes who plays the futures, such as "the bot `tycoon` on every seat"."""

    @property
    def options(self) -> tuple[str, ...]:
        return tuple(self.weighed.outcomes)


def find_decision_steps(
    match: Match, seat: str, name: str, first_turn: int, last_turn: int
) -> list[int]:
    """Return the steps within a range of turns at which a seat faces the decision ``name``.

    The match is navigated and then returned to its current step.

    >>> import classkit
    >>> m = classkit.new("poleconomy", 3, seed=7, options={"round_limit": 2}).play(bots="saver")
    >>> len(find_decision_steps(m, "A", "choose_move", 1, 6))
    2
    """
    here, found = match.step, []
    for step in range(match.last_step):
        match.goto(step=step)
        request = match.request
        if match.turn > last_turn:
            break
        if (
            isinstance(request, Decision)
            and (request.seat, request.name) == (seat, name)
            and match.turn >= first_turn
        ):
            found.append(step)
    match.goto(step=here)
    return found


def build_decision_makers(
    name: str, draw_moment: Callable[[QuestionRandom], DecisionMoment]
) -> dict[str, QuestionMaker]:
    """Return the makers of the three questions about one decision, which is drawn only once.

    ``name`` is part of the seed that draws the decision, so a different name changes the numbers of
    every student.
    """

    def asked_by(ask: Callable[[DecisionMoment], SheetQuestion]) -> QuestionMaker:
        return lambda draw: ask(draw_shared(draw, name, draw_moment))

    return {
        "choose": asked_by(ask_choice),
        "favourite": asked_by(ask_favourite),
        "better": asked_by(ask_better),
    }


def ask_choice(found: DecisionMoment) -> SheetQuestion:
    """Build the question that asks for a choice. Every option is accepted."""
    return SheetQuestion(
        text=f"{found.text}\n\nWhat do you choose?",
        kind=ChoiceAnswer(found.options),
        right=found.options,
        worked="Any option is accepted. Your teacher reads the reasons.",
        match=found.match,
        open=True,
    )


def ask_favourite(found: DecisionMoment) -> SheetQuestion:
    """Build the question that asks which option has the highest mean over all futures."""
    means = ", ".join(f"{one} {found.weighed.get_mean(one):,.1f}" for one in found.options)
    return SheetQuestion(
        text=(
            f"After each option, the match was continued {FUTURE_COUNT} times. It was played by "
            f"{found.players}. In each future, the luck is the same for all options. "
            f'`sheet.facts("favourite")["outcomes"]` maps each option to {FUTURE_COUNT} '
            f"numbers, one for each future: {found.aim}. Which option has the highest mean?"
        ),
        kind=NameAnswer(
            found.options,
            "an option",
            miss="Take the mean of each list: sum(numbers) / len(numbers).",
        ),
        right=found.weighed.get_best(),
        worked=f"Means: {means}.",
        facts=build_outcome_facts(found),
        match=found.match,
        open=True,
    )


def ask_better(found: DecisionMoment) -> SheetQuestion:
    """Build the question that asks how often one of the two best options beats the other."""
    best = found.weighed.rank_answers()[:2]
    one, two = (option for option in found.options if option in best)  # does not reveal the best
    return SheetQuestion(
        text=f"`sheet.facts('better')['outcomes']` contains the same futures. Future number k has "
        f"the same luck in every list. In how many of the {FUTURE_COUNT} futures does **{one}** "
        f"end higher than **{two}**? (Equal is not higher.)",
        kind=NumberAnswer(
            "futures",
            low="Compare the lists pair by pair: zip(first, second).",
            high="Compare the lists pair by pair, and do not count ties: zip(first, second).",
        ),
        right=found.weighed.count_better(one, two),
        worked=f"{found.weighed.count_better(one, two)} of {FUTURE_COUNT}; the other way around in "
        f"{found.weighed.count_better(two, one)}.",
        facts={**build_outcome_facts(found), "first": one, "second": two},
        match=found.match,
        open=True,
    )


def build_outcome_facts(moment: DecisionMoment) -> dict[str, Any]:
    """Return the outcomes as plain lists, for the data of a question."""
    return {"outcomes": {one: list(numbers) for one, numbers in moment.weighed.outcomes.items()}}
