"""One future: a match played from a point to its end or horizon, with luck of its own.

Other processes play it. It needs only the rules, and keeps no events, no ledger and no copies, only
the figures that were asked for after each turn.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from math import nan
from typing import Any, NamedTuple, TypeAlias

from classkit.engine.errors import BrokenRule, EndlessMatch, RuleError
from classkit.engine.log import Keep
from classkit.engine.match import Match
from classkit.engine.metrics import refuse_broken
from classkit.engine.positions import FIRST_SEED, Point

from ..generators import kept_by, play_seeded
from ..players import Player, fresh, player_of
from ..races import Race, races_of

LONGEST = 1_000
"""Turns that are played without a horizon, since some bots would never come to an end."""

Column: TypeAlias = tuple[str, str, str]
"""One line of numbers: the key of its figure, the seat or "", the part or ""."""


def seed_of(study: int, number: int) -> int:
    """Return the seed of a future, made from the study's seed and its number; never a match's.

    >>> seed_of(0, 1) == seed_of(0, 1), seed_of(0, 1) == seed_of(1, 1), seed_of(0, 1) >= FIRST_SEED
    (True, False, True)
    """
    digest = blake2b(f"{study}|{number}".encode(), digest_size=8).digest()
    return FIRST_SEED + int.from_bytes(digest, "big")


class Horizon(NamedTuple):
    """The length of a future in turns or rounds, counting the present one; None for the end."""

    length: int | None = None
    unit: str = "turn"


TO_THE_END = Horizon()


class Outcome(NamedTuple):
    """The result of one future.

    ``ending`` tells why it was over, or is None if it goes on. ``races`` are those of the match,
    that of the standings first; in one that goes on, whoever leads counts as its winner. ``turns``
    and ``rounds`` number the rows of ``columns``, in which nan stands for anything but a number.
    """

    ending: str | None
    races: tuple[Race, ...]
    turns: array[int]
    rounds: array[int]
    columns: dict[Column, array[float]]

    @property
    def scores(self) -> tuple[float, ...]:
        """The scores in the standings, in the order of the seats."""
        return self.races[0].scores

    def has_won(self, at: int) -> bool:
        """Return True if the seat of that number has won, or leads, a race that decides."""
        return any(race.won[at] > 0 for race in self.races if race.decides)

    @property
    def last_turn(self) -> int:
        """The last finished turn."""
        return self.turns[-1] if self.turns else 0


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """Everything that the futures of a study share, sent to a process once; plays them by number.

    To compare answers, a future begins with one of ``answers``: its job is then a pair of the
    answer's place among them and the number of the future.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7)
    >>> course = Scenario(m.point(), dict.fromkeys("ABC", "saver"), Horizon(2), ("net_worth",))
    >>> course(0).turns.tolist(), sorted(course(0).columns)[0]
    ([1, 2], ('net_worth', 'A', ''))
    >>> course(0) == course(0)
    True
    """

    point: Point
    bots: Mapping[str, Player]
    horizon: Horizon = TO_THE_END
    figures: tuple[str, ...] = ()
    study: int = 0
    answers: tuple[tuple[str, str, Mapping[str, Any]], ...] = ()

    def __call__(self, job: int | tuple[int, int]) -> Outcome:
        """Play the future of a job."""
        answer, number = (None, job) if isinstance(job, int) else job
        seed = seed_of(self.study, number)
        return play_seeded(seed, lambda: self.play(answer, seed), kept_by(self))

    def roots(self) -> list[Any]:
        """Return what it plays with: the game, and the bots and policies of all seats."""
        game = self.point.game
        return [game, *(player_of(self.bots[seat], game) for seat in sorted(self.bots))]

    def play(self, answer: int | None, seed: int) -> Outcome:
        """Play the future of a seed, after one of the answers if they are compared."""
        keep = replace(Keep.nothing(), history=bool(self.figures), figures=self.figures)
        match = Match.at(self.point, seed, keep)
        if answer is not None:
            seat, move, fields = self.answers[answer]
            match.answer(move, seat=seat, **fields)
        with naming_the_game(match):
            play_on(match, self.bots, self.horizon)
        return outcome_of(match)


@contextmanager
def naming_the_game(match: Match) -> Iterator[None]:
    """Raise RuleError, with the game and the clause, where a rule breaks while bots play."""
    try:
        yield
    except BrokenRule as broken:
        raise RuleError(match.game.name, broken.clause, broken.cause, {}) from broken.cause


def play_on(match: Match, bots: Mapping[str, Player], horizon: Horizon) -> None:
    """Let the bots play to the horizon or the end; leave an endless match as it stands."""
    players = match.seat({seat: fresh(bot) for seat, bot in bots.items()})
    left = LONGEST if horizon.length is None else horizon.length
    with suppress(EndlessMatch):
        while left and not match.is_over:
            players.play(horizon.unit)
            left -= 1


def outcome_of(match: Match) -> Outcome:
    """Return the result of a future that has been played."""
    rows = match.history
    refuse_broken(rows, match.keep.figures or ())
    return Outcome(
        match.ending,
        races_of(match),
        array("l", [row["turn"] for row in rows]),
        array("l", [row["round"] for row in rows]),
        columns_of(match, rows),
    )


def columns_of(match: Match, rows: Sequence[dict[str, Any]]) -> dict[Column, array[float]]:
    """Split the figures of the rows into single lines of numbers."""
    columns: dict[Column, array[float]] = {}
    kept = match.keep.figures or ()
    for metric in match.game.metrics_of(match.table):
        if not rows or metric.key not in kept:
            continue
        key, scope = metric.key, metric.scope
        course = [row[key] for row in rows]
        if scope == "table":
            columns[key, "", ""] = numbers(course)
        elif scope == "seat":
            for seat in match.seats:
                columns[key, seat, ""] = numbers([values[seat] for values in course])
        elif scope == "parts":
            for part in parts_of(course):
                columns[key, "", str(part)] = numbers([values.get(part, 0) for values in course])
        else:
            for seat in match.seats:
                held = [values[seat] for values in course]
                for part in parts_of(held):
                    line = numbers([values.get(part, 0) for values in held])
                    columns[key, seat, str(part)] = line
    return columns


def parts_of(course: Sequence[Mapping[Any, Any]]) -> list[Any]:
    """Return the parts of a figure in order of appearance."""
    return list(dict.fromkeys(part for values in course for part in values))


def numbers(values: Sequence[Any]) -> array[float]:
    """Return figures as numbers; nan for text and missing ones.

    >>> numbers([3, None, "A"])
    array('d', [3.0, nan, nan])
    """
    try:
        return array("d", values)
    except TypeError:
        return array("d", [v if isinstance(v, (int, float)) else number_of(v) for v in values])


def number_of(value: Any) -> float:
    """Convert a figure such as a fraction to a number; nan for text and None."""
    return nan if value is None or isinstance(value, str) else float(value)
