"""A chart as a page is told of it: filled once, here, for the charts that somebody looks at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .columns import at
from .fill import Filler, Source, capital, changes, each_its_own, fill
from .shapes import ChartNow, Description, FanLine, Given, LegendEntry, NumbersTable, Row
from .turned import turning_marks
from .written import concise, decimal, written

MOST_ROWS = 400
"""The most rows of a table of numbers: the latest ones."""


class Drawings:
    """The charts last filled; each is filled anew only if it would come out different."""

    def __init__(self) -> None:
        self.made: dict[str, tuple[tuple[Any, ...], ChartNow]] = {}

    def of(
        self, descriptions: Mapping[str, Description], source: Source, numbers: Iterable[str] = ()
    ) -> dict[str, ChartNow]:
        """Return the charts described, filled; those in ``numbers`` with their numbers."""
        with_numbers = {*numbers}
        return {
            key: self.known_or_made(key, description, source, key in with_numbers)
            for key, description in descriptions.items()
        }

    def known_or_made(
        self, key: str, description: Description, source: Source, numbers: bool
    ) -> ChartNow:
        """Return a filled chart: the same object as before where nothing of it has changed."""
        made_from = (
            description, source.rows, source.branches, source.fan, source.faded, source.turned,
            source.split, numbers,
        )  # fmt: skip
        known = self.made.get(key)
        if known is not None and same_source(known[0], made_from):
            return known[1]
        chart = drawn(description, source, numbers)
        self.made[key] = (made_from, chart)
        return chart


def same_source(before: Sequence[Any], now: Sequence[Any]) -> bool:
    """Return whether two charts have the same source: one description object, and equal values."""
    return before[0] is now[0] and all(
        one is other or one == other for one, other in zip(before[1:], now[1:], strict=True)
    )


def drawn(description: Description, source: Source, numbers: bool = False) -> ChartNow:
    """Return a chart filled, with its legend and what it says beside its picture."""
    latest = description.get("latest")
    picture = fill(description, source, latest)
    picture["data"] += turning_marks(description, source)
    filler = Filler(description["per"], source)
    entries = legend(description, filler)
    made: ChartNow = {
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


def legend(description: Description, filler: Filler) -> list[tuple[LegendEntry, str | None]]:
    """Return the entries of the legend, each with the present value of its line, or None."""
    rows = filler.source.rows
    found = [pair for given in description["legend"] for pair in entries_of(given, filler, rows)]
    # marks that have not come yet need no heading
    return [
        pair
        for at, pair in enumerate(found)
        if not pair[0].get("heading") or any(entry.get("mark") for entry, _ in found[at + 1 :][:1])
    ]


def entries_of(
    given: Given, filler: Filler, rows: Sequence[Row]
) -> list[tuple[LegendEntry, str | None]]:
    """Return the entries that one entry of a description stands for: one, or one for each text."""
    if "each" in given:
        return [(entry, None) for entry in entries_of_texts(given, rows)]
    entry: Any = {
        key: filler.value(one) for key, one in given.items() if key not in ("had", "now", "unit")
    }
    if "had" in given:
        entry["empty"] = bool(rows) and not any(filler.source.columns.of(rows, given["had"]))
    value = concise(filler.present(given), given["unit"]) if "now" in given else None
    return [(entry, value)]


def entries_of_texts(given: Given, rows: Sequence[Row]) -> list[LegendEntry]:
    """Return an entry for each text that a figure has had, as its marks are drawn."""
    key, declared = given["each"], given["declared"]
    texts = list(dict.fromkeys(str(row["values"][key]) for row in changes(rows, key)))
    colours = each_its_own(texts, given["colours"], declared["colours"])
    symbols = each_its_own(texts, given["symbols"], declared["symbols"])
    return [
        {
            "name": capital(text),
            "colour": colour,
            "symbol": symbol,
            "dash": given["dash"],
            "filled": given["filled"],
            "mark": given["mark"],
        }
        for text, colour, symbol in zip(texts, colours, symbols, strict=True)
    ]


# --- the numbers ---------------------------------------------


def numbers_table(description: Description, filler: Filler) -> NumbersTable:
    """Return the numbers of a chart in words, as a table.

    Over time the newest row comes first, and a chart that counts rounds has a column of them.
    """
    told, title = description["numbers"], description["title"]
    if "lines" in told:
        lines = [
            [name, *(written(filler.present(cell), cell["unit"]) for cell in cells)]
            for name, *cells in told["lines"]
        ]
        asks = [[cell["of"] for cell in cells] for _, *cells in told["lines"]]
        present: NumbersTable = {"caption": title, "columns": told["columns"], "rows": lines}
        if all(one["figure"] in filler.source.split for row in asks for one in row):
            present["asks"] = asks
        return present
    columns = [
        [written(value, cell.get("unit")) for value in filler.texts(cell)[-MOST_ROWS:]]
        for cell in told["cells"]
    ]
    names = told["columns"]
    if description["axes"]["rounds"]:
        rounds = [decimal(row.get("round") or 0) for row in filler.rows[-MOST_ROWS:]]
        names, columns = ["Round", *names], [rounds, *columns]
    rows = [list(row) for row in zip(*columns, strict=True)]
    table: NumbersTable = {"caption": title, "columns": names, "rows": rows[::-1]}
    if any(one["by"] != "plane" for one in description["courses"].values()):
        table["of"] = [*([""] if description["axes"]["rounds"] else []), *told["of"]]
        table["at"] = [at(row, [description["per"]]) for row in filler.rows[-MOST_ROWS:]][::-1]
    return table


# --- futures ---------------------------------------------

QUANTILES = ("10% are below", "25% are below", "Median", "25% are above", "10% are above")


def quantiles(
    description: Description, source: Source
) -> tuple[Sequence[int], list[tuple[FanLine, list[list[float | None]]]]]:
    """Return the turns of the futures of a chart, and the five quantiles of each of its lines."""
    by = source.fan["by"].get(description["per"]) if source.fan else None
    if by is None:
        return (), []
    lines = [
        (line, by["figures"].get(line["of"][0], {}).get(line["of"][1], []))
        for line in description["fan"]
    ]
    return by["x"], [(line, five) for line, five in lines if five]


def point_word(description: Description) -> str:
    """Return the heading for the places of a chart's points, such as "Turn"."""
    return "Turn" if description["axes"]["rounds"] else description["x_title"]


def fan_table(description: Description, source: Source) -> list[NumbersTable]:
    """Return the futures in numbers, for each line and place the five quantiles; else nothing."""
    across, lines = quantiles(description, source)
    if not lines or source.fan is None:
        return []
    fan = source.fan
    return [{
        "caption": f"{description['title']}: {fan['n']} futures from turn {fan['turn']}",
        "columns": [point_word(description), "Line", *QUANTILES],
        "rows": [
            [decimal(place), line["name"], *(written(one[at], line["unit"]) for one in five)]
            for at, place in enumerate(across)
            for line, five in lines
        ][:MOST_ROWS],
    }]  # fmt: skip


def fan_words(description: Description, source: Source) -> str:
    """Return the futures in a sentence, for those who do not see them; empty without any."""
    across, lines = quantiles(description, source)
    if not lines or source.fan is None:
        return ""
    fan, where = source.fan, f"{point_word(description).lower()} {across[-1]}"
    ends = []
    for line, five in lines:
        low, middle, high = (written(five[at][-1], line["unit"]) for at in (0, 2, 4))
        ends.append(f"{line['name']} {middle}, eight in ten between {low} and {high}")
    gone = " The match has gone on since." if source.faded else ""
    medians = f"{fan['n']} futures from turn {fan['turn']}, medians at {where}: {'; '.join(ends)}."
    return f"{medians}{gone}"
