"""The measure of a study: the rows that each match gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal, TypeAlias, get_args

from classkit.engine.data import as_data, read_list
from classkit.engine.errors import ClasskitError, EndlessMatch, known_name
from classkit.engine.game import Game
from classkit.engine.log import Keep
from classkit.engine.match import Match
from classkit.engine.metrics import Metric, compute_row, refuse_broken
from classkit.engine.registry import find
from classkit.frames.history import column_name, column_values, split
from classkit.frames.typed import json_value
from classkit.version import __version__

from ..generators import kept_by, play_seeded
from ..horizons import read_length
from ..players import player_of
from .jobs import Prepared, Setting

Row = dict[str, Any]
By: TypeAlias = Literal["match", "seat", "turn"]
"""What a row is."""
BY: tuple[By, ...] = get_args(By)
ALL = "all"


@dataclass(frozen=True, slots=True)
class Measure:
    """The kind of a row, its figures, and the horizon of a match.

    ``by`` is "match", "seat" or "turn"; ``metrics`` are the keys of figures; ``horizon`` is the
    number of turns after which a match is left, or None for its end.
    """

    by: str = "match"
    metrics: tuple[str, ...] = ()
    horizon: int | None = None

    def keep(self) -> Keep:
        """Return what a match must keep for that: its answers, or the figures asked for too."""
        if self.by != "turn":
            return Keep.nothing()
        return Keep(copies=False, events=False, ledger=False, figures=self.metrics)

    def rows(self, match: Match) -> list[Row]:
        """Return the rows of a match that was played."""
        if self.by == "turn":
            refuse_broken(match.history, self.metrics)
            started = starting_columns(match)
            return [
                {
                    "turn": line["turn"],
                    "round": line["round"],
                    **started,
                    **self.columns(match, line),
                }
                for line in match.history
            ]
        figures = compute_row(self.asked(match), match.table)
        return (
            [self.match_row(match, figures)]
            if self.by == "match"
            else [self.seat_row(match, figures, seat) for seat in match.seats]
        )

    def asked(self, match: Match) -> tuple[Metric, ...]:
        """Return the wanted figures that exist in this match."""
        there = {metric.key: metric for metric in match.game.metrics_of(match.table)}
        return tuple(there[key] for key in self.metrics if key in there)

    def columns(self, match: Match, figures: Mapping[str, Any]) -> Row:
        """Return figures as columns: ``bank_cash``, ``net_worth.A``, ``worth_split.A.cash``."""
        row: Row = {}
        for metric in self.asked(match):
            for name, value in column_values(metric, figures[metric.key]):
                row[name] = cell(value)
        return row

    def match_row(self, match: Match, figures: Mapping[str, Any]) -> Row:
        standing = {line.seat: line for line in match.standings()}
        return {
            "winners": ", ".join(match.winners),
            **{f"score.{seat}": cell(standing[seat].score) for seat in match.seats},
            **{f"place.{seat}": standing[seat].place for seat in match.seats},
            **ended(match),
            **starting_columns(match),
            **self.columns(match, figures),
        }

    def seat_row(self, match: Match, figures: Mapping[str, Any], seat: str) -> Row:
        """Return one row for a seat; figures of the whole table are repeated in each."""
        line = next(line for line in match.standings() if line.seat == seat)
        row: Row = {
            "score": cell(line.score),
            "place": line.place,
            "won": seat in match.winners,
            **ended(match),
            **starting_columns(match, seat),
        }
        for metric in self.asked(match):
            for whose, part, value in split(metric, figures[metric.key]):
                if whose in ("", seat):
                    row[column_name(metric, part=part)] = cell(value)
        return row


def starting_columns(match: Match, seat: str | None = None) -> Row:
    """Return the starting facts of a match as columns, or of one seat without its letter."""
    stated = match.starting_facts()
    row: Row = {}
    for fact in match.game.starting_facts if stated else ():
        for whose, part, value in split(fact, stated[fact.key]):
            if seat is None:
                row[column_name(fact, whose, part)] = cell(value)
            elif whose in ("", seat):
                row[column_name(fact, part=part)] = cell(value)
    return row


def ended(match: Match) -> Row:
    """Return the length of a match and why it ended, None if it was left at the horizon.

    At the horizon the next turn has begun, but nobody has answered in it.
    """
    turns = match.turn if match.is_over else match.turn - 1
    return {"turns": turns, "rounds": match.round, "ending": match.ending}


def cell(value: Any) -> Any:
    """Convert a value to one that any file of results can hold: no fraction, no infinity."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if value is None or isinstance(value, (bool, int, str)):
        return value
    return json_value(value)


class PlayAndMeasure:
    """Plays a match, numbered from 0, and returns its rows; sent to every process of a study."""

    def __init__(self, settings: Sequence[Setting], seeds: Sequence[int], measure: Measure) -> None:
        self.settings, self.seeds, self.measure = list(settings), seeds, measure
        self.version = __version__
        self.prepared: dict[int, Prepared] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Leave out prepared games and editions: each process reads its own."""
        return {**self.__dict__, "prepared": {}}

    def __call__(self, number: int) -> list[Row]:
        """Play a match and return its rows."""
        seed, setting = divmod(number, len(self.settings))
        prepared = self.prepared.get(setting)
        if prepared is None:
            self.check_version()
            prepared = self.prepared[setting] = Prepared.of(self.settings[setting])
        number = self.seeds[seed]
        match = play_seeded(number, lambda: play(prepared, number, self.measure), kept_by(self))
        return self.measure.rows(match)

    def roots(self) -> list[Any]:
        """Return what it plays with: the game, and the bots and policies of all seats."""
        seated = [bot for one in self.settings for bot in one.bots]
        players = {bot if isinstance(bot, str) else id(bot): bot for bot in seated}
        game = find(self.settings[0].game)
        return [game, *(player_of(bot, game) for bot in players.values())]

    def check_version(self) -> None:
        """Refuse another version of classkit, whose bots may differ."""
        if self.version != __version__:
            raise ClasskitError(
                f"This process has classkit {__version__}, and the study was begun with "
                f"{self.version}: install the same classkit everywhere."
            )


def play(prepared: Prepared, seed: int, measure: Measure) -> Match:
    """Play a match to its end or its horizon."""
    match = prepared.begin(seed, measure.keep())
    bots = prepared.players()
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
            f"in turn {match.turn:,}, after {match.step:,} answers, it was not over yet. Leave "
            "such matches after some turns (horizon), or set an option of the game that ends them."
        ) from error


def read_measure(
    by: Any, metrics: Any, horizon: Any, game: Game[Any], there: Iterable[Metric]
) -> Measure:
    """Read the measure of a study, and check it against the figures available."""
    known_name("kind of row", by, BY)
    length = read_length(horizon)
    known = list(dict.fromkeys(metric.key for metric in there))
    asked = read_metrics(metrics, known)
    if by == "turn" and not asked:
        raise ClasskitError(
            "by='turn' needs metrics, the figures of each turn: "
            f"metrics=[{known[0]!r}], or metrics='all'. There are: {', '.join(sorted(known))}."
        )
    return Measure(by, asked, length)


def own_of(metrics: Any) -> tuple[list[Metric], Any]:
    """Return the user's own figures among the metrics, and the keys of all metrics.

    >>> own_of(["net_worth", Metric("debt", "Debt", "$", "seat", max)])
    ([<Metric debt: Debt, in $, of each seat>], ['net_worth', 'debt'])
    """
    asked = [metrics] if type(metrics) is Metric else metrics
    if type(asked) not in (list, tuple):
        return [], metrics
    own = [one for one in asked if type(one) is Metric]  # a stranger's value may lie of its class
    return own, [one.key if type(one) is Metric else one for one in asked]


def read_metrics(metrics: Any, known: Sequence[str]) -> tuple[str, ...]:
    """Read keys of figures: a list, a single one, or "all".

    >>> read_metrics("bank_cash", ["bank_cash", "net_worth"])
    ('bank_cash',)
    """
    metrics = as_data(metrics) if isinstance(metrics, str) else metrics
    if isinstance(metrics, str) and metrics == ALL:
        return tuple(known)
    asked = [metrics] if isinstance(metrics, str) else read_list("metrics", metrics, "keys")
    return tuple(dict.fromkeys(known_name("metric", key, known) for key in asked))
