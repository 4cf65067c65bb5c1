"""Data binding: the references in a chart spec, filled in with values from a match's rows.

A spec can have these references in place of a value:

- ``{"column": path}``: the value at this path in each row. ``where`` takes the rows at which a text
  changes, ``last`` the latest row, ``branch`` the rows of another branch. ``is`` and ``then``: this
  text where the value is that, else nothing; ``flag``: the first of two where there is a value,
  else the second; ``each``: each different text takes the next of these, unless ``declared`` has
  one for it; ``words``: texts as they are, and this name for any other value; ``at_the_end``: this
  text at the last row alone; ``texts`` are labels of values; ``capital`` and ``written`` say how a
  text is written.
- ``{"now": path}``: the value in the latest row, or what ``else`` says; ``short`` writes it.
- ``{"fan": [figure, whose], "line": 0 to 4 or "x"}``: a quantile of the futures, or their turns.
- ``{"faded": [now, later]}``: the second when the match has gone on since the futures were played.
- ``{"inks_on": n}``: black or white for each cell of the n-th trace, a heat map.

Colours and sizes are filled in later, by :mod:`.theme` or by the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .chart_style import escape
from .chart_types import (
    BranchRowsData,
    ChartSpecData,
    FanData,
    Given,
    MetricRowData,
    PlotlyChartData,
    TurningMarkData,
)
from .column_cache import ColumnCache, get_path_value
from .number_format import format_cell
from .text_contrast import cell_text_colors

ChartRows = Sequence[MetricRowData]


@dataclass(frozen=True, slots=True)
class ChartSource:
    """Where a picture's values come from: the rows of this branch, of the others, and futures.

    ``columns`` are those already read from earlier rows. ``split`` are the figures whose changes
    can be explained. ``turned`` are the turning points of a match that is over.
    """

    rows: ChartRows
    branches: Sequence[BranchRowsData] = ()
    fan: FanData | None = None
    faded: bool = False
    columns: ColumnCache = field(default_factory=ColumnCache)
    split: frozenset[str] = frozenset()
    turned: Sequence[TurningMarkData] = ()


def fill(
    description: ChartSpecData, source: ChartSource, latest: int | None = None
) -> PlotlyChartData:
    """Return the picture of a description; with ``latest``, of so many rows alone."""
    filler = Filler(description["per"], source, latest)
    data = [filler.resolve_value(trace) for trace in description["data"]]
    for trace in data:
        color = trace.get("textfont", {}).get("color")
        if isinstance(color, dict) and "inks_on" in color:
            trace["textfont"]["color"] = cell_text_colors(data[color["inks_on"]])
    return {"data": data, "layout": filler.resolve_value(description["layout"])}


class Filler:
    """One picture under way; ``per`` is what its points stand for."""

    def __init__(self, per: str, source: ChartSource, latest: int | None = None) -> None:
        self.per, self.source = per, source
        self.from_row = -latest if latest else 0
        self.rows = select_rows(per, source.rows)[self.from_row :]
        self.now = source.rows[-1] if source.rows else None

    def resolve_value(self, given: Any) -> Any:
        """Return what stands for a value of a description."""
        if isinstance(given, list):
            return [self.resolve_value(one) for one in given]
        if not isinstance(given, dict) or "inks_on" in given:
            return given
        if "column" in given:
            return self.resolve_column(given)
        if "now" in given:
            return self.resolve_latest(given)
        if "fan" in given:
            return self.resolve_futures(given)
        if "faded" in given:
            return given["faded"][self.source.faded]
        return {key: self.resolve_value(one) for key, one in given.items()}

    def resolve_latest(self, given: Given) -> Any:
        """Return a value of the latest row."""
        value = get_path_value(self.now, given["now"]) if self.now else None
        if "short" in given:
            return format_cell(value, given["short"])
        return given.get("else") if value is None and self.now else value

    def resolve_column(self, given: Given) -> list[Any]:
        """Return a column of rows, with texts as plotly shows them."""
        if "each" in given:
            return assign_styles(
                list(map(str, self.resolve_raw(given))), given["each"], given["declared"]
            )
        return [escape(one) if isinstance(one, str) else one for one in self.resolve_texts(given)]

    def resolve_texts(self, given: Given) -> list[Any]:
        """Return a column of rows, with texts as they are."""
        values = self.resolve_raw(given)
        if "is" in given:
            return [given["then"] if value == given["is"] else None for value in values]
        if "texts" in given:
            return [given["texts"].get(value, value) for value in values]
        if "flag" in given:
            return [given["flag"][0 if value else 1] for value in values]
        if "at_the_end" in given:
            return [*("" for _ in values[1:]), given["at_the_end"]] if values else []
        if "words" in given:
            return [(v if isinstance(v, str) else given["words"]) if v else None for v in values]
        if "capital" in given:
            return [capitalize_first(str(value)) for value in values]
        return list(map(str, values)) if "written" in given else values

    def resolve_raw(self, given: Given) -> list[Any]:
        """Return the values of a column, as the rows have them."""
        path = given["column"]
        if "branch" in given:
            return [get_path_value(row, path) for row in self.get_branch_rows(given["branch"])]
        if "where" in given:
            return [
                get_path_value(row, path) for row in select_marked_rows(self.source.rows, given)
            ]
        if given.get("last"):
            return [get_path_value(row, path) for row in self.rows[-1:]]
        if self.per == "turn":
            return self.source.columns.get_column(self.source.rows, path)[self.from_row :]
        return [get_path_value(row, path) for row in self.rows]

    def get_branch_rows(self, name: str) -> ChartRows:
        """Return the rows of another branch, after this branch's last row before it left."""
        branch = next((one for one in self.source.branches if one["name"] == name), None)
        own = select_rows(self.per, branch["rows"]) if branch else []
        joint = [row for row in self.rows if own and row["turn"] < own[0]["turn"]]
        return [*joint[-1:], *own]

    def resolve_futures(self, given: Given) -> list[Any]:
        """Return a quantile of futures, from the last row before them."""
        fan = self.source.fan
        if fan is None or self.per not in fan["by"]:
            return []
        by, (key, who), place = fan["by"][self.per], given["fan"], [self.per]
        five, across = by["figures"].get(key, {}).get(who, [[]] * 5), by["x"]
        start = [
            row for row in self.source.rows if across and get_path_value(row, place) < across[0]
        ][-1:]
        path = [key, who] if who else [key]
        joint = [row for row in start if isinstance(get_path_value(row, path), (int, float))]
        if given["line"] == "x":
            return [*(get_path_value(row, place) for row in joint), *across]
        return [*(get_path_value(row, path) for row in joint), *five[given["line"]]]


def capitalize_first(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def select_rows(per: str, rows: ChartRows) -> ChartRows:
    """Return the rows that a chart draws: all, or the last one of each round or of each value."""
    if per == "turn":
        return rows
    return list({get_path_value(row, [per]): row for row in rows}.values())


def select_marked_rows(rows: ChartRows, given: Given) -> ChartRows:
    """Return the rows to mark: those where a lasting text changes, else all that have a text."""
    key = given["where"]
    return (
        select_changed_rows(rows, key)
        if given["lasts"]
        else [row for row in rows if row["values"].get(key)]
    )


def select_changed_rows(rows: ChartRows, key: str) -> ChartRows:
    """Return the rows at which a text figure changes."""
    texts = [row["values"].get(key) for row in rows]
    before = [None, *texts]
    return [
        row for row, text, old in zip(rows, texts, before, strict=False) if text and text != old
    ]


def assign_styles(
    texts: Sequence[str], looks: Sequence[str], declared: dict[str, str]
) -> list[str]:
    """Return the look of each text: the declared one, else the next that no declared text has.

    >>> assign_styles(["tax", "fair", "tax", "vote"], ["red", "blue", "green"], {"vote": "blue"})
    ['red', 'green', 'red', 'blue']
    """
    spare = [look for look in looks if look not in declared.values()] or looks
    others = [text for text in dict.fromkeys(texts) if text not in declared]
    return [declared.get(text) or spare[others.index(text) % len(spare)] for text in texts]
