"""The figures of a match, at its beginning and after every turn, as rows.

The first rows are the opening position, numbered as the turn before the first. The figures of this
very moment are in ``match.metrics()``, not here.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from classkit.engine.data import read_flag
from classkit.engine.log import INSTRUCTOR
from classkit.engine.metrics import EMPTY, broken_in

from .columns import ROUND, TURN, Column, labelled

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
    return [
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
        for line, metric, seat, part, value in figures_told(match, seen_as)
    ]


def figures_told(match: Match, seen_as: str) -> Iterator[tuple[Row, Metric, str, str, Any]]:
    """Yield the figures of a history one by one: line, figure, seat, part and value.

    A figure that is the same as another one is left out.
    """
    for line in match.view_shown(seen_as).history:
        for metric in match.game.metrics:
            if metric.key in line and not metric.same_as:
                for seat, part, value in split(metric, line[metric.key]):
                    yield line, metric, seat, part, value


def history_table(match: Match, seen_as: str = INSTRUCTOR) -> list[Row]:
    """List one row for each turn, with a column for each figure: the wide form for spreadsheets.

    Columns of a seat or part are named after it: ``net_worth.A``, ``worth_split.A.cash``.
    `seen_as` as in `history_rows`.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> list(history_table(m)[0])[:2]
    ['turn', 'round']
    """
    rows: list[Row] = []
    for line in match.view_shown(seen_as).history:
        row: Row = {"turn": line["turn"], "round": line["round"]}
        for metric in match.game.metrics:
            if metric.key in line and not metric.same_as:
                row |= column_values(metric, line[metric.key])
        rows.append(row)
    return rows


def figure_columns(match: Match, seen_as: str = INSTRUCTOR) -> list[Column]:
    """Return the columns of `history_table` in their order, with what each figure means.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> columns = {column.name: column for column in figure_columns(m)}
    >>> print(columns["tax_paid.A"].about)
    Tax paid, of seat A, at the end of the turn. The tax that a player has paid since the match \
began, in dollars.
    >>> columns["tax_paid.A"].unit, columns["tax_paid.A"].window, columns["tax_paid.A"].clause
    ('$', 'since the match began', 'P4.5')
    """
    found = {TURN.name: TURN, ROUND.name: ROUND}
    words: set[str] = set()
    for _, metric, seat, part, value in figures_told(match, seen_as):
        name = column_name(metric, seat, part)
        if isinstance(value, str):
            words.add(name)
        if name not in found:
            found[name] = figure_column(metric, seat, part, AT_THE_END)
    return [one._replace(type="text") if one.name in words else one for one in found.values()]


AT_THE_END = "at the end of the turn"


def figure_column(metric: Metric, seat: str = "", part: str = "", when: str = "") -> Column:
    """Return the column of a figure, of a seat or part of it, as a number."""
    whose = [metric.label, part, f"of seat {seat}" if seat else "", when]
    return Column(
        column_name(metric, seat, part),
        "number",
        metric.unit,
        f"{', '.join(filter(None, whose))}. {metric.definition}".strip(),
        metric.window,
        metric.relative_to,
        metric.clause,
    )


def column_name(metric: Metric, seat: str = "", part: str = "") -> str:
    """Return the name of a figure's column in every table: ``bank_cash``, ``worth_split.A.cash``.

    >>> from classkit.engine.registry import find
    >>> market = next(one for one in find("economicon").metrics if one.key == "market")
    >>> column_name(market, part="gold")
    'market_gold'
    """
    if metric.same_as:
        return metric.same_as.format(seat=seat, part=part)
    return ".".join(name for name in (metric.key, seat, part) if name)


def column_values(metric: Metric, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the columns of a figure, each with its value."""
    for seat, part, one in split(metric, value):
        yield column_name(metric, seat, part), one


def figures_of(match: Match) -> dict[str, dict[str, str]]:
    """Return what the figures of the tables mean, by key: label, unit, definition and so on.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7)
    >>> figures_of(m)["tax_paid"]["window"]
    'since the match began'
    """
    return meanings(one for one in match.game.metrics_of(match.table) if not one.same_as)


def meanings(metrics: Iterable[Metric]) -> dict[str, dict[str, str]]:
    """Return what figures mean, by key: label, unit, definition, window, and so on."""
    return {
        metric.key: {"label": metric.label, "unit": metric.unit, **metric.meaning()}
        for metric in metrics
    }


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
    """Return the history as a pandas frame, long (`history_rows`) or ``wide`` (`history_table`).

    ``seen_as`` and ``names`` are as in `history_rows`. A figure that cannot be computed is empty
    from there on, and a warning says why.
    ``attrs["columns"]`` says what each column means: unit, definition, window, what it is relative
    to, and clause. The long frame has that of each figure in ``attrs["figures"]``.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
    >>> len(history_frame(m, wide=True)) == len(m.history)
    True
    """
    import pandas as pd

    from .typed import frame

    for told in broken_in(match.history).values():
        warnings.warn(f"{told} {EMPTY}", stacklevel=3)
    if read_flag("wide", wide):
        made = pd.DataFrame(history_table(match, seen_as))
        columns = figure_columns(match, seen_as)
        made.attrs["columns"] = {column.name: column.meaning() for column in columns}
        return made
    made = frame("history", history_rows(match, seen_as, names=names))
    made.attrs["figures"] = figures_of(match)
    return made
