"""Effect of a turning point: how often the winner wins with and without it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

from classkit.engine.call_keywords import with_typed_keywords
from classkit.engine.decisions import Decision
from classkit.engine.errors import ClasskitError
from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.policy import Policy, Reply
from classkit.engine.registry import find_fixed_options, read_seed
from classkit.engine.rulebook_text import TextFormatter, format_count
from classkit.engine.untrusted_input import read_int

from ..match_random import find_generators, play_seeded
from ..players import Bots, Player, copy_player, get_policy
from ..race_results import RaceResult, get_races
from . import significance
from .move_comparison import format_fields, truncate_details
from .rollout_arguments import MAX_FUTURES, check_match, read_bots
from .rollout_run import RolloutRun
from .single_future import (
    FULL_HORIZON,
    FutureOutcome,
    build_outcome,
    derive_seed,
    play_future,
    rule_error_scope,
)
from .step_replacement import MomentMeasure, StepReplacement, WeighablePoint, find_replacement

NOBODY = ""
"""Represents a future that nobody wins."""
WITH = 0
"""Index of the side with the turning point. Sides from 1 on are the alternatives."""
MAX_REDRAWS = 50
"""Maximum number of redraws to obtain different outcomes in a future."""
SEEDS_PER_FUTURE = 1_000_000


@with_typed_keywords(find_fixed_options)
def weigh_turning_point(
    match: Match,
    point: WeighablePoint,
    n: int = 100,
    bots: Bots | None = None,
    *,
    seed: int = 0,
    processes: int | None = None,
) -> TurningPointWeight:
    """Compare ``n`` replays of a match with a turning point and ``n`` replays without it.

    *With it*, futures continue after the step that caused the change. *Without it*, they continue
    from just before that step, and the cause is replaced. An answer is replaced with the default
    (repeatedly until the moment is over), or with the best other answer if the default was given.
    Outcomes of dice and cards are redrawn until the metric moves by a different amount. An aside is
    omitted. :mod:`.step_replacement` has the exact definition. Bots play on in all seats.

    A turning point is *decisive* if all of these conditions are met:

    - At least 50 futures of each kind have been played.
    - The winner of the match wins most futures with it.
    - Without it, another seat or nobody wins most futures.
    - The winner wins significantly fewer futures without it: the p-value of McNemar's exact test
      for futures with the same seeds, multiplied by the number of alternatives, is below 0.05. The
      95 % interval of the difference then excludes 0.

    No futures are played until you iterate over the result or call :meth:`TurningPointWeight.wait`.

    The futures use hidden information. Show them only to people who may know it.

    Args:
        match: Match that is over. It is not changed.
        point: One of the match's turning points (``classkit.attribution.turning_points``).
        n: Number of futures with the turning point, and of each alternative.
        bots: Bots for all seats, as in :func:`classkit.study.futures`.
        seed: Seed of the futures.
        processes: Number of processes. It does not affect the results.

    Returns:
        The futures with and without the turning point.

    Raises:
        ClasskitError: If the match is not over, or no step in the moment can be replaced.

    Example:
        >>> import classkit
        >>> from classkit import study
        >>> from classkit.attribution.turning_points import turning_points
        >>> m = classkit.new("economicon", seats=3, seed=7).play(until="end")
        >>> point = next(one for one in turning_points(m, m.say(), None) if one.kind == "gain")
        >>> weight = study.weigh_turning_point(m, point, n=4, processes=1).wait()
        >>> weight.done == weight.wanted, weight.is_decisive  # four futures are too few
        (True, False)
    """
    check_match(match)
    number = read_int("n", n, high=MAX_FUTURES)
    found = find_replacement(match, point)
    measure = MomentMeasure(point.figure, point.seat, point.kind == "bar")
    plan = ReplacementPlan(found, measure, read_bots(match, bots), read_seed(seed))
    return TurningPointWeight(match, point, plan, number, processes)


@dataclass(frozen=True, slots=True, eq=False)
class ReplacementPlan:
    """Plays futures with and without a turning point. A job is a pair of side and number."""

    found: StepReplacement
    measure: MomentMeasure
    bots: Mapping[str, Player]
    study: int = 0

    def __call__(self, job: tuple[int, int]) -> FutureOutcome:
        """Play the future of a job."""
        side, number = job
        seed = derive_seed(self.study, number)
        return play_seeded(seed, lambda: self.play(side, number), find_generators(self))

    def roots(self) -> list[Any]:
        """Return the game and the bots of all seats, to search for code and generators."""
        game = self.found.before.game
        return [game, *(get_policy(self.bots[seat], game) for seat in sorted(self.bots))]

    def play(self, side: int, number: int) -> FutureOutcome:
        """Play a future to its end."""
        seed = derive_seed(self.study, number)
        if side == WITH:
            assert self.found.after is not None, "a match that is over has no futures"
            match = Match.at(self.found.after, seed, Keep.nothing())
        elif self.found.kind == "random":
            match = self.draw_otherwise(number)
        else:
            match = Match.at(self.found.before, seed, Keep.nothing())
        with rule_error_scope(match):
            if side != WITH and self.found.kind != "random":
                self.answer_otherwise(match, side)
            play_future(match, self.bots, FULL_HORIZON)
        return build_outcome(match)

    def draw_otherwise(self, number: int) -> Match:
        """Return the match after the step, redrawn so that the metric moves differently."""
        for at in range(MAX_REDRAWS):
            seed = derive_seed(self.study, number + at * SEEDS_PER_FUTURE)
            match = Match.at(self.found.before, seed, Keep.nothing())
            before = self.measure(match)
            if self.found.entry is not None:
                match.repeat(self.found.entry)
            if self.measure(match) - before != self.found.moved:
                break
        return match

    def answer_otherwise(self, match: Match, side: int) -> None:
        """Give the alternative answer, and play to the end of the moment."""
        found, seat = self.found, self.found.seat
        withdrawn = found.kind == "aside" or found.alternatives == (found.default,)
        if found.kind == "answer":
            answer = found.alternatives[side - 1]
            match.answer(answer.move, seat=seat, **answer.fields)
        for entry in found.then:
            with suppress(ClasskitError):  # the entry may no longer be possible
                match.repeat(entry)
        if not withdrawn:
            return
        bot = copy_player(self.bots[seat])
        policy = match.game.bot(bot) if isinstance(bot, str) else bot
        name = found.decision if found.kind == "answer" else None
        bots = {one: copy_player(each) for one, each in self.bots.items()}
        players = match.make_players({**bots, seat: WithdrawnPolicy(policy, name)})
        while not match.is_over and match.turn <= found.last_turn:
            players.play("decision")


class WithdrawnPolicy:
    """Policy wrapper that gives the default in one named decision, or uses no asides.

    If ``name`` is None, asides are disabled and all decisions are passed on.
    """

    def __init__(self, policy: Policy, name: str | None) -> None:
        self.policy, self.name = policy, name
        if name is not None and hasattr(policy, "aside"):
            self.aside = policy.aside
            self.beside_own = getattr(policy, "beside_own", ())
        if hasattr(policy, "recall"):
            self.recall = policy.recall

    def __call__(self, view: Any, decision: Decision) -> Reply:
        """Return the default for the withdrawn decision, or else the answer of the policy."""
        return decision.default if decision.name == self.name else self.policy(view, decision)


class SideResult(NamedTuple):
    """Result of one side: the number of futures, and the wins of each seat ("" is nobody)."""

    n: int
    wins: Counter[str]

    def get_favourite(self, seats: Sequence[str]) -> str | None:
        """Return the seat with the most wins, "" for nobody, or None for a tie."""
        names = [*seats, NOBODY]
        best = max(self.wins[name] for name in names)
        first = [name for name in names if self.wins[name] == best]
        return first[0] if len(first) == 1 else None


class TurningPointWeight(RolloutRun):
    """Futures with and without a turning point (:func:`classkit.study.weigh_turning_point`).

    Attributes:
        n: Number of futures with the turning point, and of each alternative.
        point: The turning point.

    Example:
        >>> import classkit
        >>> from classkit import study
        >>> from classkit.attribution.turning_points import turning_points
        >>> m = classkit.new("economicon", seats=3, seed=7).play(until="end")
        >>> point = next(one for one in turning_points(m, m.say(), None) if one.kind == "gain")
        >>> study.weigh_turning_point(m, point, n=2, processes=1).done
        0
    """

    def __init__(
        self,
        match: Match,
        point: WeighablePoint,
        plan: ReplacementPlan,
        n: int,
        processes: int | None,
    ) -> None:
        self.n, self.point, self.found = n, point, plan.found
        self.seats, self.say = match.seats, match.say()
        over = match.fork()
        over.goto(step=over.last_step)
        self.recorded = self.get_winners(get_races(over))
        """Winners of the race in the match. Empty if nobody won."""
        self.counts_rounds = bool(match.game.moment_title(match.table))
        self.alternatives = max(1, len(self.found.alternatives))
        first = 1 if self.found.after is None else WITH
        jobs = [(side, at) for at in range(n) for side in range(first, self.alternatives + 1)]
        super().__init__(jobs, plan, processes)  # type: ignore[arg-type]

    # --- progress --------------------------------------------------

    def get_winners(self, races: Sequence[RaceResult]) -> tuple[str, ...]:
        """Return the winners of the turning point's race."""
        race = next((one for one in races if one.title == self.point.race), races[0])
        return tuple(seat for seat, won in zip(self.seats, race.won, strict=True) if won > 0)

    def extract_result(self, outcome: FutureOutcome) -> tuple[str, ...]:
        """Return the winners of the turning point's race in one future."""
        return self.get_winners(outcome.races)

    def collect_sides(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """Return the winners by side and future number."""
        found = {self.jobs[at]: won for at, won in self.results.items()}
        if self.found.after is None:
            found |= {(WITH, at): self.recorded for at in range(self.n)}
        return found

    def list_whole(self) -> list[int]:
        """Return the numbers of the futures that have been played on all sides."""
        found = self.collect_sides()
        sides = range(self.alternatives + 1)
        return [at for at in range(self.n) if all((side, at) in found for side in sides)]

    def get_side(self, side: int) -> SideResult:
        """Return the result of a side, counting only futures that were played on all sides."""
        found, whole = self.collect_sides(), self.list_whole()
        wins = Counter(seat for at in whole for seat in found[side, at] or (NOBODY,))
        return SideResult(len(whole), wins)

    @property
    def best_side(self) -> int:
        """The alternative with which the deciding seat wins most often."""
        seat = self.found.seat
        sides = range(1, self.alternatives + 1)
        return max(sides, key=lambda side: (self.get_side(side).wins[seat], -side))

    # --- the verdict ---------------------------------------------

    @property
    def winner(self) -> str:
        """The recorded winner whose share is compared, or "" if nobody won."""
        with_it = self.get_side(WITH).wins
        return max(self.recorded, key=lambda seat: with_it[seat], default=NOBODY)

    @property
    def discordant(self) -> tuple[int, int]:
        """Number of pairs that the winner wins only with the turning point, and only without it."""
        found, winner, best = self.collect_sides(), self.winner, self.best_side
        return significance.count_discordant(
            (winner in (found[WITH, at] or (NOBODY,)), winner in (found[best, at] or (NOBODY,)))
            for at in self.list_whole()
        )

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the winner's share with the turning point minus the share without it.

        It assumes a normal distribution of the paired difference. NaN before the first futures.
        """
        n = len(self.list_whole())
        if not n:
            return float("nan"), float("nan")
        more, less = self.discordant
        mean = (more - less) / n
        error = 1.96 * sqrt(max((more + less) / n - mean * mean, 0) / n)
        return mean - error, mean + error

    @property
    def direction(self) -> int:
        """1 if the winner wins fewer futures without the point, -1 if more, 0 if unclear."""
        more, less = self.discordant
        p_value = significance.compute_p_value(more, less) * self.alternatives
        if p_value >= significance.SIGNIFICANCE_LEVEL:
            return 0
        return 1 if more > less else -1

    @property
    def is_decisive(self) -> bool:
        """True if the match would probably have ended differently without the turning point.

        :func:`classkit.study.weigh_turning_point` has the definition. False until all futures have
        been played.
        """
        if self.done < self.wanted or self.n < significance.MIN_FUTURES:
            return False
        with_it, without = self.get_side(WITH), self.get_side(self.best_side)
        return (
            self.direction > 0
            and with_it.get_favourite(self.seats) == self.winner
            and without.get_favourite(self.seats) != self.winner
        )

    # --- text --------------------------------------------------------

    @property
    def without_text(self) -> str:
        """Clause that explains "without it" for this turning point."""
        found, say = self.found, self.say
        when = f"in round {found.round}" if self.counts_rounds else f"in turn {found.turn}"
        if found.kind == "random":
            drawn = [
                name
                for kind, name in (("roll", "dice"), ("draw", "cards"))
                if any(one.kind == kind for one in found.outcomes)
            ]
            return f"the {' and '.join(drawn)} fall otherwise {when}"
        seat, entry = say.seat(found.seat), found.entry
        assert entry is not None, "an answer is left out"
        if found.kind == "aside":
            return f"{seat} does not choose “{say.move_label('', entry.name)}” {when}"
        other = self.format_answer(*found.alternatives[self.best_side - 1])
        made = self.format_answer(entry.name, entry.value or {})
        return f"{seat} answers “{other}” instead of “{made}” {when}"

    def format_answer(self, move: str, fields: Mapping[str, Any]) -> str:
        """Format an answer for a sentence."""
        details = truncate_details(format_fields(self.say, Answer(move, dict(fields))))
        label = self.say.move_label(self.found.decision, move)
        return f"{label} ({details})" if details else label

    def sentence(self, wait: bool = True) -> str:
        """Describe the winner's share with and without the turning point, and the verdict.

        The text is empty before the first futures are played.

        Args:
            wait: Play the remaining futures first.

        Returns:
            The sentences.
        """
        if wait:
            self.wait()
        with_it, without = self.get_side(WITH), self.get_side(self.best_side)
        if not with_it.n:
            return ""
        verdict, reason = self.judge(with_it, without)
        name = name_winner(self.say, self.winner)
        counts = (
            f"without it {name} wins {without.wins[self.winner]} of "
            f"{format_count(without.n, 'future')}, with it {with_it.wins[self.winner]}"
        )
        return f"{verdict}: {counts}{reason}. “Without it” means that {self.without_text}."

    def judge(self, with_it: SideResult, without: SideResult) -> tuple[str, str]:
        """Return the verdict, and the reason to append to the numbers."""
        if self.done < self.wanted:
            return "So far", ""
        name = name_winner(self.say, self.winner)
        if self.is_decisive:
            favourite = without.get_favourite(self.seats)
            if favourite is None:
                return "Decisive", f"; then {name} is not ahead of all others"
            return "Decisive", f"; then {name_winner(self.say, favourite)} wins most often"
        if self.n < significance.MIN_FUTURES:
            return "Not certain", f"; fewer than {significance.MIN_FUTURES} futures are too few"
        if with_it.wins[self.winner] == without.wins[self.winner]:
            return "Not decisive", "; that makes no difference"
        if not self.direction:
            return "Not decisive", "; that difference may be luck"
        if self.direction < 0:
            return "Not decisive", f"; it did not help {name}"
        if with_it.get_favourite(self.seats) != self.winner:
            return "Not decisive", f"; even with it {name} does not win most often"
        return "Not decisive", f"; {name} wins most often either way"

    def build_display_rows(self) -> list[dict[str, str]]:
        """Return the wins of each seat with and without the turning point, as table rows."""
        sides = {"with it": self.get_side(WITH), "without it": self.get_side(self.best_side)}
        names = [
            seat for seat in (*self.seats, NOBODY) if any(s.wins[seat] for s in sides.values())
        ]
        return [
            {
                "wins": name_winner(self.say, seat),
                **{label: f"{side.wins[seat]} of {side.n}" for label, side in sides.items()},
            }
            for seat in names
        ]

    def __repr__(self) -> str:
        return f"<TurningPointWeight of turn {self.point.turn}, {self.done} of {self.wanted}>"


def name_winner(say: TextFormatter, seat: str) -> str:
    """Return a seat's name, or "nobody" for an empty string."""
    return say.seat(seat) if seat else "nobody"
