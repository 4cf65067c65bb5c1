"""The figures of a match, at its beginning and after every turn, as rows.

The first rows are the opening position, numbered as the turn before the first. The figures of this
very moment are in ``match.metrics()``, not here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from classkit.engine.events import INSTRUCTOR
from classkit.engine.views import looker

from .columns import ROUND, TURN, Column, Type, labelled

if TYPE_CHECKING:
    import pandas as pd

    from classkit.engine.match import Match
    from classkit.engine.metrics import Metric

Row = dict[str, Any]


def history_rows(match: Match, seen_as: str = INSTRUCTOR, *, names: bool = False) -> list[Row]:
    """List one row for each figure of each turn: the long, tidy form.

    Columns: those of ``describe("history")``, with the names of seats only if asked for. A figure
    that is a word stands in `text`, and its `value` is empty.

    `seen_as` is "instructor", "everybody" or the letter of a seat; UnknownName otherwise. Only the
    instructor gets the earlier values of figures whose course would give a secret away.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> history_rows(m)[-1]["turn"]
    1
    """
    rows: list[Row] = []
    for line in match.view_shown(looker(seen_as, match.seats)).history:
        for metric in match.game.metrics:
            if metric.key not in line:
                continue
            for seat, part, value in split(metric, line[metric.key]):
                rows.append(
                    {
                        "turn": line["turn"],
                        "round": line["round"],
                        "metric": metric.key,
                        "label": metric.label,
                        "unit": metric.unit,
                        "seat": seat,
                        **labelled(match, seat, names),
                        "part": part,
                        "value": None if isinstance(value, str) else value,
                        "text": value if isinstance(value, str) else "",
                    }
                )
    return rows


def history_table(match: Match, seen_as: str = INSTRUCTOR) -> list[Row]:
    """List one row for each turn, with a column for each figure: the wide form for spreadsheets.

    Columns of a seat or part are named after it: ``net_worth.A``, ``net_worth.A.cash``.
    `seen_as` as in `history_rows`.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> list(history_table(m)[0])[:2]
    ['turn', 'round']
    """
    rows: list[Row] = []
    for line in match.view_shown(looker(seen_as, match.seats)).history:
        row: Row = {"turn": line["turn"], "round": line["round"]}
        for metric in match.game.metrics:
            if metric.key in line:
                for seat, part, value in split(metric, line[metric.key]):
                    row[".".join(name for name in (metric.key, seat, part) if name)] = value
        rows.append(row)
    return rows


def figure_columns(match: Match, seen_as: str = INSTRUCTOR) -> list[Column]:
    """Return the columns of `history_table` in their order.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> columns = {column.name: column for column in figure_columns(m)}
    >>> columns["net_worth.A"].unit, columns["net_worth.A"].about
    ('$', 'Net worth, of seat A, at the end of the turn')
    """
    found = {TURN.name: TURN, ROUND.name: ROUND}
    for line in match.view_shown(looker(seen_as, match.seats)).history:
        for metric in match.game.metrics:
            for seat, part, value in split(metric, line[metric.key]) if metric.key in line else ():
                name = ".".join(one for one in (metric.key, seat, part) if one)
                about = [metric.label, part, f"of seat {seat}" if seat else "", AT_THE_END]
                kind: Type = "text" if isinstance(value, str) else "number"
                column = Column(name, kind, metric.unit, ", ".join(filter(None, about)))
                found.setdefault(name, column)
    return list(found.values())


AT_THE_END = "at the end of the turn"


def split(metric: Metric, value: Any) -> Iterator[tuple[str, str, Any]]:
    """Yield the single values of a figure, as (seat, part, value)."""
    if metric.scope == "table":
        yield "", "", value
    elif metric.scope == "seat":
        yield from ((seat, "", one) for seat, one in value.items())
    elif metric.scope == "parts":
        yield from (("", str(part), one) for part, one in value.items())
    else:
        for seat, parts in value.items():
            yield from ((seat, str(part), one) for part, one in parts.items())


def history_frame(
    match: Match, *, wide: bool = False, seen_as: str = INSTRUCTOR, names: bool = False
) -> pd.DataFrame:
    """Return the history as a pandas frame, long (`history_rows`) or wide (`history_table`).

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
    >>> len(history_frame(m, wide=True)) == len(m.history)
    True
    """
    import pandas as pd

    from .typed import frame

    if wide:
        made = pd.DataFrame(history_table(match, seen_as))
        columns = figure_columns(match, seen_as)
        made.attrs["columns"] = {c.name: {"unit": c.unit, "about": c.about} for c in columns}
        return made
    return frame("history", history_rows(match, seen_as, names=names))
