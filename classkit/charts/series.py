"""Series of a chart, with the metric, values, style and name of each line, bar or area."""

from __future__ import annotations

from typing import Any, NamedTuple

from .chart_context import ChartContext, ChartRows, Seat, get_path_value
from .chart_style import (
    DASHES,
    MARK_COLOURS,
    METRIC_DASHES,
    METRIC_STYLES,
    NOBODY_COLOUR,
    PART_COLOURS,
    PART_SHAPES,
    PRICES,
    PURSE,
    SEAT_SHAPES,
    SEAT_STYLES,
    WARN,
    get_seat_colour,
    get_seat_line_colour,
    get_seat_style,
    read_color,
)
from .chart_types import ChartPlanData, MetricRowData

ROLE_COLOURS = {"prices": (PRICES, WARN), "purse": (PURSE, WARN)}
"""Colours of the table's metrics in the instruments of prices and public finances."""


class Series(NamedTuple):
    """A series of a chart.

    ``path`` is the path of its values in a row. ``line`` is the colour of its line, and ``fill`` of
    its bars and areas. ``only`` restricts a series of texts to a single text, which is shown as its
    name.
    """

    id: str
    name: str
    path: tuple[str, ...]
    line: str
    fill: str
    dash: str
    symbol: str
    shape: str
    seat: str = ""
    only: str = ""

    @property
    def key(self) -> str:
        """The key of the series' metric."""
        return self.path[0]

    @property
    def owner(self) -> str:
        """The id of the series' seat or the name of its part, or "" for a metric of the table."""
        return self.path[1] if len(self.path) > 1 else ""

    def get_value(self, row: MetricRowData) -> Any:
        """Return the value of the series in a row."""
        value = get_path_value(row, self.path)
        if self.only:
            return self.name if value == self.only else None
        return value

    def get_values(self, rows: ChartRows) -> list[Any]:
        """Return the value of the series in each row."""
        if self.only or "*" in self.path:
            return [self.get_value(row) for row in rows]
        key, *inner = self.path
        values = [row["values"].get(key) for row in rows]
        for name in inner:  # column by column, because a long match has thousands of values
            values = [value.get(name) if value else None for value in values]
        return values


# --- kinds of charts ---------------------------------------------


def shows_latest(plan: ChartPlanData, context: ChartContext) -> bool:
    """Return whether a chart shows only the latest row. Its horizontal axis has seats or parts."""
    scope = context.get_scope(plan)
    return (
        plan["kind"] == "heat_map"
        or bool(plan["now"])
        or (plan["kind"] == "bar" and scope == "seat")
        or ("bar" in plan["kind"] and scope == "seat_parts")
    )


def is_line_chart(plan: ChartPlanData) -> bool:
    """Return whether a chart shows its metrics as lines over turns."""
    return plan["per"] == "turn" and has_lines(plan)


def runs_over_turns(plan: ChartPlanData) -> bool:
    """Return whether a chart shows its metrics over turns, as lines or areas."""
    return is_line_chart(plan) or (plan["per"], plan["kind"], plan["now"]) == (
        "turn",
        "stacked_area",
        False,
    )


def has_lines(plan: ChartPlanData) -> bool:
    """Return whether a chart shows its metrics as lines, over turns or rounds."""
    return plan["kind"] in ("line", "step") and not plan["now"]


def is_seat_timeline(plan: ChartPlanData, context: ChartContext) -> bool:
    """Return whether a chart has a row for each seat and a colour for each text, as for pegs."""
    return plan["kind"] == "timeline" and context.get_scope(plan) == "seat"


# --- series ---------------------------------------------


def build_series(plan: ChartPlanData, context: ChartContext) -> list[Series]:
    """Return the series of a chart."""
    known = context.get_metric_keys(plan)
    return [
        one
        for at, key in enumerate(known)
        for one in build_metric_series(plan, context, key, at, len(known))
    ]


def build_index_parts(plan: ChartPlanData, context: ChartContext) -> list[Series]:
    """Return the series that an index is composed of. They have short names and separate dashes."""
    known = [key for key in plan["behind"] if key in context.metrics]
    plain: ChartPlanData = {**plan, "role": ""}
    made = [one for key in known for one in build_metric_series(plain, context, key, 0, 1)]
    names = get_distinct_names([one.name for one in made])
    return [
        one._replace(name=name, dash=DASHES[1 + at % (len(DASHES) - 1)])
        for at, (one, name) in enumerate(zip(made, names, strict=True))
    ]


def build_metric_series(
    plan: ChartPlanData, context: ChartContext, key: str, at: int, of: int
) -> list[Series]:
    """Return the series of one metric, with index ``at`` among the ``of`` metrics of a chart."""
    metric, scope = context.metrics[key], context.metrics[key]["scope"]
    by_seat = {seat.id for seat in context.seats}
    if plan["kind"] == "timeline" and by_seat.intersection(context.get_facts(key).texts):
        return [build_seat_series(seat, at, (key,), only=seat.id)
                for at, seat in enumerate(context.seats)]  # fmt: skip
    if scope == "seat":
        several = f": {metric['label']}" if of > 1 else ""
        return [
            one._replace(name=f"{one.name}{several}", dash=METRIC_DASHES[at % len(METRIC_DASHES)])
            if several
            else one
            for place, seat in enumerate(context.seats)
            for one in [build_seat_series(seat, place, (key, seat.id))]
        ]
    if scope in ("parts", "seat_parts"):
        return build_part_series(context, key)
    look = METRIC_STYLES[at % len(METRIC_STYLES)]
    own = ROLE_COLOURS.get(plan["role"], ())[at : at + 1]
    colour = next(iter(own), "") or read_color(metric.get("colours", {}).get(key)) or look.colour
    dash, shape = METRIC_DASHES[at % len(METRIC_DASHES)], PART_SHAPES[at % len(PART_SHAPES)]
    return [Series(key, metric["label"], (key,), colour, colour, dash, look.symbol, shape)]


def build_seat_series(seat: Seat, at: int, path: tuple[str, ...], only: str = "") -> Series:
    """Return a series in the style of a seat."""
    look = get_seat_style(at)
    shape = SEAT_SHAPES[at % len(SEAT_SHAPES)]
    colours = get_seat_line_colour(at), get_seat_colour(at)
    return Series(
        f"{path[0]}.{seat.id}", seat.name, path, *colours, look.dash, look.symbol, shape, seat.id,
        only,
    )  # fmt: skip


def build_part_series(context: ChartContext, key: str) -> list[Series]:
    """Return a series for each part, in the part's board colour or the colour of its seat."""
    metric, parts = context.metrics[key], context.get_part_labels(key)
    seats = {seat.id: at for at, seat in enumerate(context.seats)}
    beside_seats = any(part in seats for part in parts)
    made = []
    for at, (part, label) in enumerate(parts.items()):
        path = (key, part) if metric["scope"] == "parts" else (key, "*", part)
        if part in seats:
            one = build_seat_series(context.seats[seats[part]], seats[part], path)
            made.append(one._replace(shape=PART_SHAPES[at % len(PART_SHAPES)]))
            continue
        spare = NOBODY_COLOUR if beside_seats else PART_COLOURS[at % len(PART_COLOURS)]
        colour = read_color(metric.get("colours", {}).get(part)) or spare
        shape = "" if beside_seats else PART_SHAPES[at % len(PART_SHAPES)]
        dash, symbol = DASHES[at % len(DASHES)], SEAT_STYLES[at % len(SEAT_STYLES)].symbol
        made.append(Series(f"{key}.{part}", label, path, colour, colour, dash, symbol, shape))
    return made


def get_text_colours(plan: ChartPlanData, context: ChartContext) -> dict[str, str]:
    """Return the colour of each text in a timeline of seats, in the order of first use.

    A game can declare colours for texts. Other texts get the next unused colour for marks.
    """
    key = plan["metrics"][0]
    declared = context.metrics[key].get("colours", {}) if key in context.metrics else {}
    return {
        text: read_color(declared.get(text)) or MARK_COLOURS[at % len(MARK_COLOURS)]
        for at, text in enumerate(context.get_facts(key).texts)
    }


def get_text_label(context: ChartContext, key: str, text: Any) -> Any:
    """Return the label of a text value, such as "notes of Bruno"."""
    return context.metrics[key].get("texts", {}).get(text, text)


def capitalize_first(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def get_distinct_names(names: list[str]) -> list[str]:
    """Remove words that all names share, because the chart title contains them.

    >>> get_distinct_names(["Price of grain", "Price of oil"])
    ['Grain', 'Oil']
    >>> get_distinct_names(["Price", "Price of oil"])
    ['Price', 'Price of oil']
    """
    words = [name.split(" ") for name in names]
    same = 0
    while len(names) > 1 and all(
        len(own) > same + 1 and own[same] == words[0][same] for own in words
    ):
        same += 1
    rests = [" ".join(own[same:]) for own in words]
    return [capitalize_first(rest) for rest in rests]
