"""A single future: a match played from a point to its end or horizon with its own seed.

Futures run in other processes. They record no events, ledger or copies, only the requested metrics
after each turn.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from math import nan
from typing import Any, NamedTuple, TypeAlias

from classkit.engine.errors import BrokenRuleError, EndlessMatch, RuleError
from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.engine.metrics import require_computed
from classkit.engine.positions import FIRST_SEED, Point

from ..match_random import find_generators, play_seeded
from ..players import Player, copy_player, get_policy
from ..race_results import RaceResult, get_races

MAX_TURNS = 1_000
"""Maximum number of turns without a horizon, because with some bots a match never ends."""

SeriesKey: TypeAlias = tuple[str, str, str]
"""Key of a series: (metric key, seat or "", part or "")."""


def derive_seed(study: int, number: int) -> int:
    """Return the seed of a future from the seed of the study and its number.

    The seed is always larger than the seed of any match.

    >>> seed = derive_seed(0, 1)
    >>> seed == derive_seed(0, 1), seed == derive_seed(1, 1), seed >= FIRST_SEED
    (True, False, True)
    """
    digest = blake2b(f"{study}|{number}".encode(), digest_size=8).digest()
    return FIRST_SEED + int.from_bytes(digest, "big")


class Horizon(NamedTuple):
    """Length of a future in turns or rounds, including the current one, or None for no limit."""

    length: int | None = None
    unit: str = "turn"


FULL_HORIZON = Horizon()


class FutureOutcome(NamedTuple):
    """The result of one future.

    ``ending`` is the reason why the future ended, or None at the horizon. ``races`` starts with the
    standings; at the horizon, the leader counts as the winner. ``turns`` and ``rounds`` are the
    numbers of the rows in ``columns``, where NaN replaces text and missing values.
    """

    ending: str | None
    races: tuple[RaceResult, ...]
    turns: array[int]
    rounds: array[int]
    columns: dict[SeriesKey, array[float]]

    @property
    def scores(self) -> tuple[float, ...]:
        """Scores in the standings, in the order of the seats."""
        return self.races[0].scores

    def has_won(self, at: int) -> bool:
        """Return True if the seat at index ``at`` has won a deciding race, or leads in one."""
        return any(race.won[at] > 0 for race in self.races if race.decides)

    @property
    def last_turn(self) -> int:
        """The last finished turn."""
        return self.turns[-1] if self.turns else 0


@dataclass(frozen=True, slots=True, eq=False)
class RolloutPlan:
    """Callable that plays one future, with settings that all futures of a study share.

    It is sent to each process once. A job is the number of a future or, if ``answers`` are
    compared, a pair of answer index and number.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
    >>> course = RolloutPlan(m.point(), dict.fromkeys("ABC", "saver"), Horizon(2), ("net_worth",))
    >>> course(0).turns.tolist(), sorted(course(0).columns)[0]
    ([1, 2], ('net_worth', 'A', ''))
    >>> course(0) == course(0)
    True
    """

    point: Point
    bots: Mapping[str, Player]
    horizon: Horizon = FULL_HORIZON
    figures: tuple[str, ...] = ()
    study: int = 0
    answers: tuple[tuple[str, str, Mapping[str, Any]], ...] = ()

    def __call__(self, job: int | tuple[int, int]) -> FutureOutcome:
        """Play the future of a job."""
        answer, number = (None, job) if isinstance(job, int) else job
        seed = derive_seed(self.study, number)
        return play_seeded(seed, lambda: self.play(answer, seed), find_generators(self))

    def roots(self) -> list[Any]:
        """Return the game and the bots of all seats, to search for code and generators."""
        game = self.point.game
        return [game, *(get_policy(self.bots[seat], game) for seat in sorted(self.bots))]

    def play(self, answer: int | None, seed: int) -> FutureOutcome:
        """Play the future with this seed, starting with the answer at this index, if any."""
        keep = replace(Keep.nothing(), history=bool(self.figures), figures=self.figures)
        match = Match.at(self.point, seed, keep)
        if answer is not None:
            seat, move, fields = self.answers[answer]
            match.answer(move, seat=seat, **fields)
        with rule_error_scope(match):
            play_future(match, self.bots, self.horizon)
        return build_outcome(match)


@contextmanager
def rule_error_scope(match: Match) -> Iterator[None]:
    """Convert an error in the rules to a RuleError that names the game and the clause."""
    try:
        yield
    except BrokenRuleError as broken:
        raise RuleError(match.game.name, broken.clause, broken.cause, {}) from broken.cause


def play_future(match: Match, bots: Mapping[str, Player], horizon: Horizon) -> None:
    """Let the bots play to the horizon or the end. An endless match is stopped."""
    players = match.make_players({seat: copy_player(bot) for seat, bot in bots.items()})
    left = MAX_TURNS if horizon.length is None else horizon.length
    with suppress(EndlessMatch):
        while left and not match.is_over:
            players.play(horizon.unit)
            left -= 1


def build_outcome(match: Match) -> FutureOutcome:
    """Return the result of a completed future."""
    rows = match.history
    require_computed(rows, match.keep.figures or ())
    return FutureOutcome(
        match.ending,
        get_races(match),
        array("l", [row["turn"] for row in rows]),
        array("l", [row["round"] for row in rows]),
        build_columns(match, rows),
    )


def build_columns(match: Match, rows: Sequence[dict[str, Any]]) -> dict[SeriesKey, array[float]]:
    """Split the metrics of the rows into series of numbers."""
    columns: dict[SeriesKey, array[float]] = {}
    kept = match.keep.figures or ()
    for metric in match.game.active_metrics(match.table):
        if not rows or metric.key not in kept:
            continue
        key, scope = metric.key, metric.scope
        course = [row[key] for row in rows]
        if scope == "table":
            columns[key, "", ""] = to_numbers(course)
        elif scope == "seat":
            for seat in match.seats:
                columns[key, seat, ""] = to_numbers([values[seat] for values in course])
        elif scope == "parts":
            for part in list_parts(course):
                columns[key, "", str(part)] = to_numbers([values.get(part, 0) for values in course])
        else:
            for seat in match.seats:
                held = [values[seat] for values in course]
                for part in list_parts(held):
                    line = to_numbers([values.get(part, 0) for values in held])
                    columns[key, seat, str(part)] = line
    return columns


def list_parts(course: Sequence[Mapping[Any, Any]]) -> list[Any]:
    """Return the parts of a metric in order of appearance."""
    return list(dict.fromkeys(part for values in course for part in values))


def to_numbers(values: Sequence[Any]) -> array[float]:
    """Convert metric values to numbers. Text and missing values become NaN.

    >>> to_numbers([3, None, "A"])
    array('d', [3.0, nan, nan])
    """
    try:
        return array("d", values)
    except TypeError:
        return array("d", [v if isinstance(v, (int, float)) else to_number(v) for v in values])


def to_number(value: Any) -> float:
    """Convert a metric value, such as a fraction, to a float. Text and None become NaN."""
    return nan if value is None or isinstance(value, str) else float(value)
