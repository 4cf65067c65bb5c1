"""The three questions on a decision: choose, then read the simulated futures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from math import inf
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any

from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.requests import Decision

from .answers import Choice, Name, Number
from .drawing import Drawing, together
from .plan import Maker
from .question import Question

if TYPE_CHECKING:
    from classkit.study.ahead.compare import Comparison
    from classkit.study.ahead.future import Outcome

FUTURES = 200


@dataclass(frozen=True)
class Weighed:
    """The outcomes of each answer: answer -> one outcome for each future.

    Every future has its own luck, and all answers meet the same luck.

    >>> weighed = Weighed({"keep": (3.0, 1.0), "reverse": (1.0, 1.0)})
    >>> weighed.best(), weighed.mean("keep"), weighed.better_in("keep", "reverse")
    ('keep', 2.0, 1)
    """

    outcomes: Mapping[str, tuple[float, ...]]

    def mean(self, option: str) -> float:
        """Return the mean outcome of an answer."""
        return fmean(self.outcomes[option])

    def ranked(self) -> list[str]:
        """Return the answers, the highest mean first."""
        return sorted(self.outcomes, key=self.mean, reverse=True)

    def best(self) -> str:
        """Return the answer with the highest mean."""
        return self.ranked()[0]

    def better_in(self, option: str, other: str) -> int:
        """Count the futures in which one answer ends higher than the other."""
        pairs = zip(self.outcomes[option], self.outcomes[other], strict=True)
        return sum(one > two for one, two in pairs)

    def is_open(self) -> bool:
        """Return True if the best answer ends higher than the next in some futures, but not in all.

        >>> Weighed({"gold": (2.0, 3.0), "keep": (1.0, 1.0)}).is_open()
        False
        """
        first, second = self.ranked()[:2]
        return 0 < self.better_in(first, second) < len(self.outcomes[first])

    def lead(self) -> float:
        """Return the lead of the best over the next, in standard errors of their difference."""
        first, second = self.ranked()[:2]
        pairs = zip(self.outcomes[first], self.outcomes[second], strict=True)
        steps = [one - two for one, two in pairs]
        spread = variance(steps) if len(steps) > 1 else 0.0
        if not spread:
            return inf if fmean(steps) else 0.0
        return float(fmean(steps) / (spread / len(steps)) ** 0.5)

    def is_settled(self, ahead: float) -> bool:
        """Return whether the best of several answers leads by ``ahead`` standard errors or more.

        >>> Weighed({"go a3": (1.0, 2.0)}).is_settled(0.5)
        False
        """
        return len(self.outcomes) > 1 and self.lead() >= ahead


def weigh(
    match: Match,
    outcome: str,
    *,
    bots: Any,
    seed: int,
    horizon: int,
    seat: str | None = None,
    most: int = 12,
    only: Collection[str] = (),
    n: int | None = None,
    over_rivals: bool = False,
) -> Weighed:
    """Play ``n`` futures (200) of each answer to the waiting decision. Return their outcomes.

    They are the futures of :func:`classkit.study.compare_moves`: the same seed gives the same ones
    on every machine. ``outcome`` is a figure of the match; ``seat`` decides where several are
    asked. If there are more answers than ``most``, or they have fields, some are drawn. With
    ``only`` no moves but these are compared. With ``over_rivals`` an outcome is how far the
    deciding seat is ahead of the mean of all others.

    >>> import classkit
    >>> position = {"mover": "A", "prime_minister": "A"}
    >>> m = classkit.new("poleconomy", 3, seed=7, position=position)
    >>> weighed = weigh(m, "net_worth", bots="saver", seed=1, horizon=3, n=3)
    >>> sorted(weighed.outcomes), len(weighed.outcomes["keep"])
    (['keep', 'reverse'], 3)
    >>> list(weigh(m, "net_worth", bots="saver", seed=1, horizon=3, n=3, only=["keep"]).outcomes)
    ['keep']
    """
    from classkit.study import compare_moves

    n = FUTURES if n is None else n
    compared = compare_moves(
        match, n, bots, outcome,
        horizon=horizon, seat=seat, most=most, among=list(only), seed=seed, processes=1,
    )  # fmt: skip
    return Weighed(
        {
            words_of(answer): tuple(
                value_of(compared, compared.scenario((at, number)), over_rivals)
                for number in range(n)
            )
            for at, answer in enumerate(compared.answers)
        }
    )


def value_of(compared: Comparison, future: Outcome, over_rivals: bool) -> float:
    """Return the outcome of a future for the deciding seat, or its lead over its rivals' mean."""
    if not over_rivals:
        return compared.value_of(future)
    last = {seat: future.columns[compared.outcome, seat, ""][-1] for seat in compared.seats}
    own = last.pop(compared.seat)
    return round(own - fmean(last.values()), 2)


def words_of(answer: Answer) -> str:
    """Write an answer as students do: its move, and the values of its fields.

    >>> words_of(Answer("go", {"to": "a3"})), words_of(Answer("keep", {}))
    ('go a3', 'keep')
    """
    values = [str(value) for value in answer.fields.values()]
    return " ".join([answer.move, *values])


LEAD_MIN = 2.5
"""Standard errors by which the best move must be ahead; below that, 200 futures settle nothing."""


FIRST_FUTURES = 24
"""Futures after which a decision that hardly matters is given up, so that others are found soon."""
FIRST_LEAD = 0.7
"""The standard errors by which the best move must lead in these first futures."""


def weigh_clearly(
    draw: Drawing,
    match: Match,
    outcome: str,
    *,
    bots: Any,
    horizon: int,
    seat: str | None = None,
    most: int = 12,
    only: Collection[str] = (),
    over_rivals: bool = False,
    fits: Callable[[Weighed], bool] = lambda weighed: True,
) -> Weighed:
    """Weigh a decision as :func:`weigh` does; draw again unless one of several answers is best.

    Draw again, too, where the best answer ends higher in every future: luck plays no part there, so
    there is nothing to count. ``fits`` tests what else must hold. A decision that fails on its
    first few futures is dropped. The answers are in random order, so that it reveals nothing.
    """
    seed = draw.seed()

    def weigh_by(n: int | None, ahead: float) -> Weighed:
        weighed = weigh(
            match, outcome, bots=bots, seed=seed, horizon=horizon, seat=seat, most=most,
            only=only, n=n, over_rivals=over_rivals,
        )  # fmt: skip
        draw.need(weighed.is_settled(ahead) and weighed.is_open() and fits(weighed))
        return weighed

    weigh_by(min(FIRST_FUTURES, FUTURES), min(FIRST_LEAD, LEAD_MIN))
    weighed = weigh_by(None, LEAD_MIN)
    return Weighed({one: weighed.outcomes[one] for one in draw.shuffled([*weighed.outcomes])})


@dataclass(frozen=True, eq=False)
class Moment:
    """A decision in a match, its options as the student reads them, and their futures."""

    match: Match
    text: str
    aim: str
    """The outcome compared, in words: "A's net worth three rounds later"."""
    weighed: Weighed
    players: str
    """The players of the futures, in words: "the bot `tycoon` on every seat"."""

    @property
    def options(self) -> tuple[str, ...]:
        return tuple(self.weighed.outcomes)


def moments(match: Match, seat: str, name: str, first_turn: int, last_turn: int) -> list[int]:
    """List the steps of a match, within these turns, at which a seat is asked this decision.

    The match is put back where it was.

    >>> import classkit
    >>> m = classkit.new("poleconomy", 3, seed=7, options={"round_limit": 2}).play(bots="saver")
    >>> len(moments(m, "A", "choose_move", 1, 6))
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


def on_decision(moment: Callable[[Drawing], Moment]) -> dict[str, Maker]:
    """Return the makers of the three questions on a decision, which is drawn once for all."""

    def asked_by(ask: Callable[[Moment], Question]) -> Maker:
        return lambda draw: ask(together(draw, moment))

    return {ask.__name__: asked_by(ask) for ask in (choose, favourite, better)}


def choose(found: Moment) -> Question:
    """Ask for a choice; any option is noted."""
    return Question(
        text=f"{found.text}\n\nWhat do you choose?",
        kind=Choice(found.options),
        right=found.options,
        worked="Any option is accepted; the reasons are read.",
        match=found.match,
        open=True,
    )


def favourite(found: Moment) -> Question:
    """Ask which option has the best mean over all futures."""
    means = ", ".join(f"{one} {found.weighed.mean(one):,.1f}" for one in found.options)
    return Question(
        text=f"The match was played on {FUTURES} times after each option by {found.players}; "
        "the luck of each future is the same for all options. "
        '`sheet.facts("favourite")["outcomes"]` maps each option to '
        f"{FUTURES} numbers: {found.aim}, future by future. Which option has the highest mean?",
        kind=Name(
            found.options,
            "an option",
            miss="Take the mean of each list: sum(numbers) / len(numbers).",
        ),
        right=found.weighed.best(),
        worked=f"Means: {means}.",
        facts=outcomes_of(found),
        match=found.match,
        open=True,
    )


def better(found: Moment) -> Question:
    """Ask how often one of the two best options ends better than the other."""
    best = found.weighed.ranked()[:2]
    one, two = (option for option in found.options if option in best)  # no hint which is best
    return Question(
        text=f"The same futures, in `sheet.facts('better')['outcomes']`. Future number k has "
        f"the same luck in every list. In how many of the {FUTURES} does **{one}** end higher "
        f"than **{two}**? (Equal is not higher.)",
        kind=Number(
            "futures",
            low="Compare the lists pair by pair: zip(first, second).",
            high="Compare the lists pair by pair, and do not count ties: zip(first, second).",
        ),
        right=found.weighed.better_in(one, two),
        worked=f"{found.weighed.better_in(one, two)} of {FUTURES}; the other way round in "
        f"{found.weighed.better_in(two, one)}.",
        facts={**outcomes_of(found), "first": one, "second": two},
        match=found.match,
        open=True,
    )


def outcomes_of(moment: Moment) -> dict[str, Any]:
    """Return the outcomes as plain lists."""
    return {"outcomes": {one: list(numbers) for one, numbers in moment.weighed.outcomes.items()}}
