"""Rows that each match of a study contributes: results, starting facts and metrics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal, TypeAlias, get_args

from classkit.engine.errors import ClasskitError, EndlessMatch, require_known
from classkit.engine.events import Keep
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.metrics import Metric, compute_row, require_computed
from classkit.engine.registry import find
from classkit.engine.untrusted_input import read_list, to_builtin
from classkit.frames.dataframe import to_json_value
from classkit.frames.history_tables import column_name, column_values, iterate_values
from classkit.version import __version__

from ..horizon import read_length
from ..match_random import find_generators, play_seeded
from ..players import get_policy
from .match_setting import MatchSetting, PreparedSetting

Row = dict[str, Any]
By: TypeAlias = Literal["match", "seat", "turn"]
"""Unit of observation: what one row represents."""
ROW_KINDS: tuple[By, ...] = get_args(By)
ALL = "all"


@dataclass(frozen=True, slots=True)
class MetricsCollector:
    """Collects the rows of a match, given the kind of rows, the metrics and the horizon.

    ``by`` is "match", "seat" or "turn"; ``metrics`` are keys; ``horizon`` is the number of turns
    after which a match is stopped, or None to play it to its end.
    """

    by: str = "match"
    metrics: tuple[str, ...] = ()
    horizon: int | None = None

    def get_keep(self) -> Keep:
        """Return the data that a match must record: answers, and metrics if rows are turns."""
        if self.by != "turn":
            return Keep.nothing()
        return Keep(copies=False, events=False, ledger=False, figures=self.metrics)

    def build_rows(self, match: Match) -> list[Row]:
        """Return the rows of a completed match."""
        if self.by == "turn":
            require_computed(match.history, self.metrics)
            started = build_starting_columns(match)
            return [
                {
                    "turn": line["turn"],
                    "round": line["round"],
                    **started,
                    **self.build_columns(match, line),
                }
                for line in match.history
            ]
        figures = compute_row(self.get_metrics(match), match.table)
        return (
            [self.build_match_row(match, figures)]
            if self.by == "match"
            else [self.build_seat_row(match, figures, seat) for seat in match.seats]
        )

    def get_metrics(self, match: Match) -> tuple[Metric, ...]:
        """Return the requested metrics that this match has."""
        there = {metric.key: metric for metric in match.game.active_metrics(match.table)}
        return tuple(there[key] for key in self.metrics if key in there)

    def build_columns(self, match: Match, figures: Mapping[str, Any]) -> Row:
        """Return the metrics as columns: ``bank_cash``, ``net_worth.A``, ``worth_split.A.cash``."""
        row: Row = {}
        for metric in self.get_metrics(match):
            for name, value in column_values(metric, figures[metric.key]):
                row[name] = to_cell(value)
        return row

    def build_match_row(self, match: Match, figures: Mapping[str, Any]) -> Row:
        standing = {line.seat: line for line in match.standings()}
        return {
            "winners": ", ".join(match.winners),
            **{f"score.{seat}": to_cell(standing[seat].score) for seat in match.seats},
            **{f"place.{seat}": standing[seat].place for seat in match.seats},
            **get_ending(match),
            **build_starting_columns(match),
            **self.build_columns(match, figures),
        }

    def build_seat_row(self, match: Match, figures: Mapping[str, Any], seat: str) -> Row:
        """Return the row of a seat. Metrics of the whole table are repeated in each row."""
        line = next(line for line in match.standings() if line.seat == seat)
        row: Row = {
            "score": to_cell(line.score),
            "place": line.place,
            "won": seat in match.winners,
            **get_ending(match),
            **build_starting_columns(match, seat),
        }
        for metric in self.get_metrics(match):
            for whose, part, value in iterate_values(metric, figures[metric.key]):
                if whose in ("", seat):
                    row[column_name(metric, part=part)] = to_cell(value)
        return row


def build_starting_columns(match: Match, seat: str | None = None) -> Row:
    """Return the starting facts as columns.

    For a seat, return only the facts of the table and the seat, without the seat's letter in the
    names.
    """
    stated = match.starting_facts()
    row: Row = {}
    for fact in match.game.starting_facts if stated else ():
        for whose, part, value in iterate_values(fact, stated[fact.key]):
            if seat is None:
                row[column_name(fact, whose, part)] = to_cell(value)
            elif whose in ("", seat):
                row[column_name(fact, part=part)] = to_cell(value)
    return row


def get_ending(match: Match) -> Row:
    """Return the length of a match and why it ended, or None if the horizon stopped it.

    At the horizon, the next turn has begun, but no player has answered in it.
    """
    turns = match.turn if match.is_over else match.turn - 1
    return {"turns": turns, "rounds": match.round, "ending": match.ending}


def to_cell(value: Any) -> Any:
    """Convert a value to a table cell. Fractions become numbers. Infinity and NaN become None."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if value is None or isinstance(value, (bool, int, str)):
        return value
    return to_json_value(value)


class SimulationJob:
    """Callable that plays a match and returns its rows. It is sent to every process of a study."""

    def __init__(
        self, settings: Sequence[MatchSetting], seeds: Sequence[int], measure: MetricsCollector
    ) -> None:
        self.settings, self.seeds, self.measure = list(settings), seeds, measure
        self.version = __version__
        self.prepared: dict[int, PreparedSetting] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Exclude prepared games and editions, because each process reads its own."""
        return {**self.__dict__, "prepared": {}}

    def __call__(self, number: int) -> list[Row]:
        """Play a match and return its rows."""
        seed, setting = divmod(number, len(self.settings))
        prepared = self.prepared.get(setting)
        if prepared is None:
            self.check_version()
            prepared = self.prepared[setting] = PreparedSetting.from_setting(self.settings[setting])
        number = self.seeds[seed]
        match = play_seeded(
            number, lambda: play_match(prepared, number, self.measure), find_generators(self)
        )
        return self.measure.build_rows(match)

    def roots(self) -> list[Any]:
        """Return the game and the bots of all seats, to search for code and generators."""
        seated = [bot for one in self.settings for bot in one.bots]
        players = {bot if isinstance(bot, str) else id(bot): bot for bot in seated}
        game = find(self.settings[0].game)
        return [game, *(get_policy(bot, game) for bot in players.values())]

    def check_version(self) -> None:
        """Raise ClasskitError if this process has another version of classkit."""
        if self.version != __version__:
            raise ClasskitError(
                f"This process has classkit {__version__}, but the study was started with "
                f"{self.version}. Install the same version of classkit everywhere."
            )


def play_match(prepared: PreparedSetting, seed: int, measure: MetricsCollector) -> Match:
    """Play a match to its end or to the horizon."""
    match = prepared.begin_match(seed, measure.get_keep())
    bots = prepared.make_players()
    try:
        if measure.horizon is None:
            return match.play("end", bots)
        policies = {
            seat: prepared.game.bot(bot) if isinstance(bot, str) else bot
            for seat, bot in bots.items()
        }
        while not match.is_over and match.turn <= measure.horizon:
            match.play("turn", policies)
        return match
    except EndlessMatch as error:
        raise EndlessMatch(
            f"the match was not over in turn {match.turn:,}, after {match.step:,} answers. Set "
            "a horizon, or an option of the game that ends such matches."
        ) from error


def read_measure(
    by: Any, metrics: Any, horizon: Any, game: Game[Any], there: Iterable[Metric]
) -> MetricsCollector:
    """Validate the kind of rows, the metrics and the horizon of a study."""
    require_known("kind of row", by, ROW_KINDS)
    length = read_length(horizon)
    known = list(dict.fromkeys(metric.key for metric in there))
    asked = read_metrics(metrics, known)
    if by == "turn" and not asked:
        raise ClasskitError(
            "by='turn' needs metrics, the figures of each turn: "
            f"metrics=[{known[0]!r}], or metrics='all'. Choose from: {', '.join(sorted(known))}."
        )
    return MetricsCollector(by, asked, length)


def split_custom_metrics(metrics: Any) -> tuple[list[Metric], Any]:
    """Return the custom metrics, and the keys of all requested metrics.

    >>> split_custom_metrics(["net_worth", Metric("debt", "Debt", "$", "seat", max)])
    ([<Metric debt: Debt, in $, of each seat>], ['net_worth', 'debt'])
    """
    asked = [metrics] if type(metrics) is Metric else metrics
    if type(asked) not in (list, tuple):
        return [], metrics
    own = [
        one for one in asked if type(one) is Metric
    ]  # an untrusted value may report a false class
    return own, [one.key if type(one) is Metric else one for one in asked]


def read_metrics(metrics: Any, known: Sequence[str]) -> tuple[str, ...]:
    """Return metric keys from a list, a single key, or "all".

    >>> read_metrics("bank_cash", ["bank_cash", "net_worth"])
    ('bank_cash',)
    """
    metrics = to_builtin(metrics) if isinstance(metrics, str) else metrics
    if isinstance(metrics, str) and metrics == ALL:
        return tuple(known)
    asked = [metrics] if isinstance(metrics, str) else read_list("metrics", metrics, "keys")
    return tuple(dict.fromkeys(require_known("metric", key, known) for key in asked))
