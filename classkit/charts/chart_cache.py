"""Cache of chart payloads for a page; only visible charts are rendered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .chart_types import (
    ChartData,
    ChartSpecData,
    FanLineData,
    Given,
    LegendEntryData,
    MetricRowData,
    NumbersTableData,
)
from .column_cache import get_path_value
from .data_binding import (
    ChartSource,
    Filler,
    assign_styles,
    capitalize_first,
    fill,
    select_changed_rows,
)
from .number_format import format_decimal, format_legend, format_value
from .turning_point_markers import turning_marks

MAX_ROWS = 400
"""The most rows of a table of numbers: the latest ones."""


class ChartCache:
    """The charts last filled; each is filled anew only if it would come out different."""

    def __init__(self) -> None:
        self.made: dict[str, tuple[tuple[Any, ...], ChartData]] = {}

    def get_charts(
        self,
        descriptions: Mapping[str, ChartSpecData],
        source: ChartSource,
        numbers: Iterable[str] = (),
    ) -> dict[str, ChartData]:
        """Return the charts described, filled; those in ``numbers`` with their numbers."""
        with_numbers = {*numbers}
        return {
            key: self.get_or_render(key, description, source, key in with_numbers)
            for key, description in descriptions.items()
        }

    def get_or_render(
        self, key: str, description: ChartSpecData, source: ChartSource, numbers: bool
    ) -> ChartData:
        """Return a filled chart: the same object as before where nothing of it has changed."""
        made_from = (
            description, source.rows, source.branches, source.fan, source.faded, source.turned,
            source.split, numbers,
        )  # fmt: skip
        known = self.made.get(key)
        if known is not None and same_source(known[0], made_from):
            return known[1]
        chart = render_chart(description, source, numbers)
        self.made[key] = (made_from, chart)
        return chart


def same_source(before: Sequence[Any], now: Sequence[Any]) -> bool:
    """Return whether two charts have the same source: one description object, and equal values."""
    return before[0] is now[0] and all(
        one is other or one == other for one, other in zip(before[1:], now[1:], strict=True)
    )


def render_chart(
    description: ChartSpecData, source: ChartSource, numbers: bool = False
) -> ChartData:
    """Return a chart filled, with its legend and what it says beside its picture."""
    latest = description.get("latest")
    picture = fill(description, source, latest)
    picture["data"] += turning_marks(description, source)
    filler = Filler(description["per"], source)
    entries = legend(description, filler)
    made: ChartData = {
        "order": [trace["meta"] for trace in picture["data"]],
        "traces": {trace["meta"]: trace for trace in picture["data"]},
        "layout": picture["layout"],
        "axes": description["axes"],
        "x_title": description["x_title"],
        "y_title": description["y_title"],
        "legend": [entry for entry, _ in entries],
        "values": [value for _, value in entries],
        "splits": {
            name: one
            for name, one in description["courses"].items()
            if all(figure["figure"] in source.split for figure in one["figures"])
        },
        "per": description["per"],
        "fan_words": fan_words(description, source),
    }
    if numbers:
        made["numbers"] = [numbers_table(description, filler), *fan_table(description, source)]
    if "absent" in description:
        made["absent"] = description["absent"]
    return made


# --- the legend ---------------------------------------------


def legend(description: ChartSpecData, filler: Filler) -> list[tuple[LegendEntryData, str | None]]:
    """Return the entries of the legend, each with the present value of its line, or None."""
    rows = filler.source.rows
    found = [pair for given in description["legend"] for pair in build_entries(given, filler, rows)]
    # marks that have not come yet need no heading
    return [
        pair
        for at, pair in enumerate(found)
        if not pair[0].get("heading") or any(entry.get("mark") for entry, _ in found[at + 1 :][:1])
    ]


def build_entries(
    given: Given, filler: Filler, rows: Sequence[MetricRowData]
) -> list[tuple[LegendEntryData, str | None]]:
    """Return the entries that one entry of a description stands for: one, or one for each text."""
    if "each" in given:
        return [(entry, None) for entry in build_text_entries(given, rows)]
    entry: Any = {
        key: filler.resolve_value(one)
        for key, one in given.items()
        if key not in ("had", "now", "unit")
    }
    if "had" in given:
        entry["empty"] = bool(rows) and not any(
            filler.source.columns.get_column(rows, given["had"])
        )
    value = format_legend(filler.resolve_latest(given), given["unit"]) if "now" in given else None
    return [(entry, value)]


def build_text_entries(given: Given, rows: Sequence[MetricRowData]) -> list[LegendEntryData]:
    """Return an entry for each text that a figure has had, as its marks are drawn."""
    key, declared = given["each"], given["declared"]
    texts = list(dict.fromkeys(str(row["values"][key]) for row in select_changed_rows(rows, key)))
    colours = assign_styles(texts, given["colours"], declared["colours"])
    symbols = assign_styles(texts, given["symbols"], declared["symbols"])
    return [
        {
            "name": capitalize_first(text),
            "colour": colour,
            "symbol": symbol,
            "dash": given["dash"],
            "filled": given["filled"],
            "mark": given["mark"],
        }
        for text, colour, symbol in zip(texts, colours, symbols, strict=True)
    ]


# --- the numbers ---------------------------------------------


def numbers_table(description: ChartSpecData, filler: Filler) -> NumbersTableData:
    """Return the numbers of a chart in words, as a table.

    Over time the newest row comes first, and a chart that counts rounds has a column of them.
    """
    told, title = description["numbers"], description["title"]
    if "lines" in told:
        lines = [
            [name, *(format_value(filler.resolve_latest(cell), cell["unit"]) for cell in cells)]
            for name, *cells in told["lines"]
        ]
        asks = [[cell["of"] for cell in cells] for _, *cells in told["lines"]]
        present: NumbersTableData = {"caption": title, "columns": told["columns"], "rows": lines}
        if all(one["figure"] in filler.source.split for row in asks for one in row):
            present["asks"] = asks
        return present
    columns = [
        [format_value(value, cell.get("unit")) for value in filler.resolve_texts(cell)[-MAX_ROWS:]]
        for cell in told["cells"]
    ]
    names = told["columns"]
    if description["axes"]["rounds"]:
        rounds = [format_decimal(row.get("round") or 0) for row in filler.rows[-MAX_ROWS:]]
        names, columns = ["Round", *names], [rounds, *columns]
    rows = [list(row) for row in zip(*columns, strict=True)]
    table: NumbersTableData = {"caption": title, "columns": names, "rows": rows[::-1]}
    if any(one["by"] != "plane" for one in description["courses"].values()):
        table["of"] = [*([""] if description["axes"]["rounds"] else []), *told["of"]]
        table["at"] = [
            get_path_value(row, [description["per"]]) for row in filler.rows[-MAX_ROWS:]
        ][::-1]
    return table


# --- futures ---------------------------------------------

QUANTILES = ("10% are below", "25% are below", "Median", "25% are above", "10% are above")


def quantiles(
    description: ChartSpecData, source: ChartSource
) -> tuple[Sequence[int], list[tuple[FanLineData, list[list[float | None]]]]]:
    """Return the turns of the futures of a chart, and the five quantiles of each of its lines."""
    by = source.fan["by"].get(description["per"]) if source.fan else None
    if by is None:
        return (), []
    lines = [
        (line, by["figures"].get(line["of"][0], {}).get(line["of"][1], []))
        for line in description["fan"]
    ]
    return by["x"], [(line, five) for line, five in lines if five]


def point_word(description: ChartSpecData) -> str:
    """Return the heading for the places of a chart's points, such as "Turn"."""
    return "Turn" if description["axes"]["rounds"] else description["x_title"]


def fan_table(description: ChartSpecData, source: ChartSource) -> list[NumbersTableData]:
    """Return the futures in numbers, for each line and place the five quantiles; else nothing."""
    across, lines = quantiles(description, source)
    if not lines or source.fan is None:
        return []
    fan = source.fan
    return [{
        "caption": f"{description['title']}: {fan['n']} futures from turn {fan['turn']}",
        "columns": [point_word(description), "Line", *QUANTILES],
        "rows": [
            [
                format_decimal(place),
                line["name"],
                *(format_value(one[at], line["unit"]) for one in five),
            ]
            for at, place in enumerate(across)
            for line, five in lines
        ][:MAX_ROWS],
    }]  # fmt: skip


def fan_words(description: ChartSpecData, source: ChartSource) -> str:
    """Return the futures in a sentence, for those who do not see them; empty without any."""
    across, lines = quantiles(description, source)
    if not lines or source.fan is None:
        return ""
    fan, where = source.fan, f"{point_word(description).lower()} {across[-1]}"
    ends = []
    for line, five in lines:
        low, middle, high = (format_value(five[at][-1], line["unit"]) for at in (0, 2, 4))
        ends.append(f"{line['name']} {middle}, eight in ten between {low} and {high}")
    gone = " The match has gone on since." if source.faded else ""
    medians = f"{fan['n']} futures from turn {fan['turn']}, medians at {where}: {'; '.join(ends)}."
    return f"{medians}{gone}"
