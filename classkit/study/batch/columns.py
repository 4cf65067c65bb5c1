"""Columns of a study, and their units and descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.frames.history_tables import metric_column

ColumnInfo = dict[str, dict[str, str]]
"""Maps the first part of a column's name ("net_worth" of "net_worth.A") to unit and meaning.

A metric also has its window, the quantity that it is relative to, and its clause.
"""

NO_FACTS: Mapping[str, str] = {}

FIXED_COLUMNS = {
    "match": ("", "number of the match, from 1"),
    "seed": ("", "seed of its rolls and draws"),
    "seats": ("seats", "number of seats"),
    "edition": ("", "id of the edition"),
    "bots": ("", "bots of the seats, in order"),
    "position": ("", "starting position"),
    "seat": ("", "letter of the seat"),
    "bot": ("", "player of the seat"),
    "turns": ("turns", "turns played"),
    "rounds": ("rounds", "round in which it ended"),
    "ending": ("", "why it ended; empty if it was stopped at the horizon"),
    "turn": ("turns", "number of the turn, from 1; 0 in set-up"),
    "round": ("rounds", "number of the round, from 1; 0 in set-up"),
}


def describe_columns(
    game: Game[Any],
    varied: Iterable[str],
    metrics: Iterable[str],
    races: Sequence[ColumnInfo],
    facts: Mapping[str, str] = NO_FACTS,
) -> ColumnInfo:
    """Describe the columns of a design: the fixed ones, the varied values, and the metrics.

    Args:
        game: The game.
        varied: Names of the varied options.
        metrics: Keys of the metrics.
        races: Result of :func:`describe_races` for each variant; at least one.
        facts: Maps the column of each varied fact of the starting position to the name of the fact.
    """
    about = {name: {"unit": unit, "about": words} for name, (unit, words) in FIXED_COLUMNS.items()}
    for name in races[0]:
        told = dict.fromkeys(one[name]["about"] for one in races)
        units = {one[name]["unit"] for one in races}
        about[name] = {"unit": units.pop() if len(units) == 1 else "", "about": "; or ".join(told)}
    asked = set(metrics)
    for option in game.options:
        if option.name in varied:
            about[option.name] = {"unit": "", "about": option.label}
    renamed = any(metric.same_as for metric in game.metrics if metric.key in asked)
    for metric in game.metrics:
        if not metric.same_as and (metric.key in asked or renamed):
            about[metric.key] = metric_column(metric).meaning()
    for begun_with in game.starting_facts:
        about[begun_with.key] = metric_column(begun_with).meaning()
    for column, fact in facts.items():
        about[column] = {"unit": "", "about": f"fact of the starting position: {fact}"}
    return about


def describe_races(trial: Match) -> ColumnInfo:
    """Describe the columns for standings and winners, using the titles of the match's races.

    >>> import classkit
    >>> about = describe_races(classkit.new("opoly", seats=3, seed=7))
    >>> about["place"]["about"]
    'place in the standings, by ASSET; 1 is best; ties share a place'
    >>> about["won"]["about"]
    'whether the seat has won ASSET or FUTURE EARNINGS'
    """
    game, table = trial.game, trial.table
    title, deciding = game.score_title(table), game.deciding_races(table)
    won = f"won {' or '.join(deciding)}" if len(deciding) > 1 else "won"
    unit = trial.standings()[0].unit
    return {
        "winners": {"unit": "", "about": f"seats that have {won}; empty if nobody has"},
        "score": {"unit": unit, "about": f"score of the seat in the standings: {title}"},
        "place": {
            "unit": "",
            "about": f"place in the standings, by {title}; 1 is best; ties share a place",
        },
        "won": {"unit": "", "about": f"whether the seat has {won}"},
    }


def get_meanings(columns: Iterable[str], about: Mapping[str, Any]) -> ColumnInfo:
    """Return the unit and meaning of each column. Unknown columns get empty text.

    >>> get_meanings(["score.B"], {"score": {"unit": "$", "about": "score of the seat"}})
    {'score.B': {'unit': '$', 'about': 'score of the seat, B'}}
    """
    found = {}
    for column in columns:
        stem, _, part = column.partition(".")
        known = about.get(column) or about.get(stem)
        words = known if isinstance(known, dict) else {}
        name, stop, definition = str(words.get("about", "")).partition(". ")
        if part and name:
            name = f"{name}, {part.replace('.', ', ')}"
        more = {key: str(value) for key, value in words.items() if key not in ("unit", "about")}
        found[column] = {
            "unit": str(words.get("unit", "")),
            "about": f"{name}{stop}{definition}",
            **more,
        }
    return found
