"""History of a match as rows: the metrics at the opening and after every turn.

The first rows are the opening position. Their turn is the turn before the first. For current
values, use ``match.metrics()``.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from classkit.engine.events import INSTRUCTOR
from classkit.engine.metrics import EMPTY_REMARK, failed_metrics
from classkit.engine.untrusted_input import read_flag

from .columns import ROUND, TURN, Column, name_column

if TYPE_CHECKING:
    import pandas as pd

    from classkit.engine.match import Match
    from classkit.engine.metrics import Metric

Row = dict[str, Any]


def history_rows(match: Match, seen_as: str = INSTRUCTOR, *, names: bool = False) -> list[Row]:
    """Return the history in long form: one row for each metric, turn, seat and part.

    ``describe("history")`` lists the columns. For a text metric, the `text` column contains the
    value, and `value` is empty.

    Args:
        match: The match.
        seen_as: "instructor", "everybody" or a seat's letter. For metrics whose history would
            reveal a secret, only the instructor gets earlier values.
        names: Add the names of seats.

    Returns:
        Dicts with the same keys in every row.

    Raises:
        UnknownName: The viewer is unknown.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play(until="turn")
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
            **name_column(match, seat, names),
            "part": part,
            "value": None if isinstance(value, str) else value,
            "text": value if isinstance(value, str) else "",
        }
        for line, metric, seat, part, value in iterate_metrics(match, seen_as)
    ]


def iterate_metrics(match: Match, seen_as: str) -> Iterator[tuple[Row, Metric, str, str, Any]]:
    """Yield the values of a history as tuples of row, metric, seat, part and value.

    Metrics that duplicate another column are omitted.
    """
    for line in match.as_seen_by(seen_as).view.history:
        for metric in match.game.metrics:
            if metric.key in line and not metric.same_as:
                for seat, part, value in iterate_values(metric, line[metric.key]):
                    yield line, metric, seat, part, value


def history_table(match: Match, seen_as: str = INSTRUCTOR) -> list[Row]:
    """Return the history in wide form: one row for each turn, and a column for each metric.

    The name of a column includes the seat or part: ``net_worth.A``, ``worth_split.A.cash``.

    Args:
        match: The match.
        seen_as: As in `history_rows`.

    Returns:
        Dicts with the same keys in every row, the opening first.

    Raises:
        UnknownName: The viewer is unknown.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
        >>> list(history_table(m)[0])[:2]
        ['turn', 'round']
    """
    rows: list[Row] = []
    for line in match.as_seen_by(seen_as).view.history:
        row: Row = {"turn": line["turn"], "round": line["round"]}
        for metric in match.game.metrics:
            if metric.key in line and not metric.same_as:
                row |= column_values(metric, line[metric.key])
        rows.append(row)
    return rows


def list_metric_columns(match: Match, seen_as: str = INSTRUCTOR) -> list[Column]:
    """Return the columns of `history_table` and their descriptions in order.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    >>> columns = {column.name: column for column in list_metric_columns(m)}
    >>> print(columns["tax_paid.A"].about)
    Tax paid, of seat A, at the end of the turn. The tax that a player has paid since the match \
began, in dollars.
    >>> columns["tax_paid.A"].unit, columns["tax_paid.A"].window, columns["tax_paid.A"].clause
    ('$', 'since the match began', 'P4.5')
    """
    found = {TURN.name: TURN, ROUND.name: ROUND}
    words: set[str] = set()
    rename = match.say().rename
    for _, metric, seat, part, value in iterate_metrics(match, seen_as):
        name = column_name(metric, seat, part)
        if isinstance(value, str):
            words.add(name)
        if name not in found:
            found[name] = metric_column(metric, seat, part, TURN_END_WINDOW, rename(part))
    return [one._replace(type="text") if one.name in words else one for one in found.values()]


TURN_END_WINDOW = "at the end of the turn"


def metric_column(
    metric: Metric, seat: str = "", part: str = "", when: str = "", part_noun: str = ""
) -> Column:
    """Return the column of a numeric metric, or of one seat or part of it."""
    whose = [metric.label, part_noun or part, f"of seat {seat}" if seat else "", when]
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
    """Return the column name of a metric in all tables, such as ``worth_split.A.cash``.

    >>> from classkit.engine.registry import find
    >>> market = next(one for one in find("economicon").metrics if one.key == "market")
    >>> column_name(market, part="gold")
    'market_gold'
    """
    if metric.same_as:
        return metric.same_as.format(seat=seat, part=part)
    return ".".join(name for name in (metric.key, seat, part) if name)


def column_values(metric: Metric, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the name and value of each of a metric's columns."""
    for seat, part, one in iterate_values(metric, value):
        yield column_name(metric, seat, part), one


def describe_metrics(match: Match) -> dict[str, dict[str, str]]:
    """Return the descriptions of a match's metrics by key: label, unit, definition and so on.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7)
    >>> describe_metrics(m)["tax_paid"]["window"]
    'since the match began'
    """
    return collect_meanings(
        one for one in match.game.active_metrics(match.table) if not one.same_as
    )


def collect_meanings(metrics: Iterable[Metric]) -> dict[str, dict[str, str]]:
    """Return the descriptions of metrics by key: label, unit, definition, window and so on."""
    return {
        metric.key: {"label": metric.label, "unit": metric.unit, **metric.meaning()}
        for metric in metrics
    }


def iterate_values(metric: Metric, value: Any) -> Iterator[tuple[str, str, Any]]:
    """Yield the individual values of a metric as (seat, part, value)."""
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

    If a metric cannot be computed, its value is empty, and a warning states the reason.

    ``attrs["columns"]`` describes each column: unit, definition, window, reference, and clause. In
    the long form, ``attrs["figures"]`` describes each metric.

    Args:
        match: The match.
        wide: True for the wide form.
        seen_as: As in `history_rows`.
        names: As in `history_rows`.

    Returns:
        The frame.

    Raises:
        UnknownName: The viewer is unknown.
        ClasskitError: ``wide`` or ``names`` is not True or False.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
        >>> len(history_frame(m, wide=True)) == len(m.history)
        True
    """
    import pandas as pd

    from .dataframe import build_frame

    for told in failed_metrics(match.history).values():
        warnings.warn(f"{told} {EMPTY_REMARK}", stacklevel=3)
    if read_flag("wide", wide):
        made = pd.DataFrame(history_table(match, seen_as))
        columns = list_metric_columns(match, seen_as)
        made.attrs["columns"] = {column.name: column.meaning() for column in columns}
        return made
    made = build_frame("history", history_rows(match, seen_as, names=names))
    made.attrs["figures"] = describe_metrics(match)
    return made
