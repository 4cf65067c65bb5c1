"""Series of a chart: the metric, values, style and name of each line, bar or area."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

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
    SEAT_STYLES,
    WARN,
    get_seat_colour,
    get_seat_line_colour,
    get_seat_style,
    read_color,
)
from .chart_types import (
    BranchRowsData,
    ChartPlanData,
    FanData,
    MetricPlanData,
    MetricRowData,
    TurningMarkData,
)

ChartRows = Sequence[MetricRowData]


class Seat(NamedTuple):
    """A seat and its display name."""

    id: str
    name: str


class MetricFacts(NamedTuple):
    """What the rows of a metric have held so far: its parts, its texts and its extremes."""

    parts: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    low: float = 0
    high: float = 0


THIS_TURN = "this turn"
"""The window of a metric that begins anew each turn."""

ROLE_COLOURS = {"prices": (PRICES, WARN), "purse": (PURSE, WARN)}
"""Colours of the table's metrics in the instruments of prices and of the purse."""


@dataclass(frozen=True)
class ChartContext:
    """Everything that the charts of one moment are drawn from.

    Args:
        metrics: Metrics of the game by key (:func:`classkit.charts.rows.metric_plans`).
        seats: The seats with their names.
        rows: The values after each turn, the last one as it is now.
        before: The row that the viewer saw before the last step, if any.
        branches: All lines of play.
        branch: The title of the line of play that is shown.
        fan: The futures to draw.
        faded: True if the match has gone on since the futures were played.
        all_bands: Draw the wide bands of many lines too. A large figure has room for them.
        split: Metrics whose changes can be explained.
        turned: The turning points of a match that is over.
    """

    metrics: Mapping[str, MetricPlanData]
    seats: Sequence[Seat]
    rows: ChartRows = ()
    before: MetricRowData | None = None
    branches: Sequence[BranchRowsData] = ()
    branch: str = "Main"
    fan: FanData | None = None
    faded: bool = False
    all_bands: bool = False
    split: frozenset[str] = frozenset()
    turned: Sequence[TurningMarkData] = ()
    facts: dict[str, MetricFacts] = field(default_factory=dict, compare=False)
    """What the rows hold, computed once for each metric that a chart asks about."""

    def get_metric_keys(self, plan: ChartPlanData) -> list[str]:
        """Return the keys of a chart's metrics that the game has."""
        return [key for key in plan["metrics"] if key in self.metrics]

    def get_scope(self, plan: ChartPlanData) -> str:
        """Return the scope of a chart's first metric, or ""."""
        metric = self.metrics.get(plan["metrics"][0])
        return metric["scope"] if metric else ""

    def get_chart_unit(self, plan: ChartPlanData) -> str:
        """Return the unit of a chart's first metric."""
        return self.get_unit(plan["metrics"][0])

    def get_unit(self, key: str) -> str:
        """Return the unit of a metric, or ""."""
        metric = self.metrics.get(key)
        return metric["unit"] if metric else ""

    def get_label(self, key: str, otherwise: str = "") -> str:
        """Return the label of a metric, or ``otherwise`` if it is unknown."""
        metric = self.metrics.get(key)
        return metric["label"] if metric else otherwise

    def is_lasting(self, key: str) -> bool:
        """Return whether a metric holds until it changes, rather than for one turn."""
        metric = self.metrics.get(key)
        return metric is None or metric.get("window") != THIS_TURN

    def get_facts(self, key: str) -> MetricFacts:
        """Return what the rows of a metric have held so far."""
        if key not in self.facts:
            self.facts[key] = observe(row["values"].get(key) for row in self.rows)
        return self.facts[key]

    def get_part_labels(self, key: str) -> dict[str, str]:
        """Return the label of each part: first the declared parts, then others met in rows."""
        named = dict(self.metrics[key].get("parts", []))
        late = {part: part for part in self.get_facts(key).parts if part not in named}
        return {part: label.replace("_", " ") for part, label in {**named, **late}.items()}


def observe(values: Iterator[Any]) -> MetricFacts:
    """Return the parts, texts and extremes of the values of a metric.

    >>> observe(iter([{"A": {"steel": 3}, "B": {"food": -1}}]))
    MetricFacts(parts=('steel', 'food'), texts=(), low=-1, high=3)
    >>> observe(iter([{"A": "oil", "B": None}, {"A": "gold"}])).texts
    ('oil', 'gold')
    """
    parts, texts = dict[str, None](), dict[str, None]()
    low: float = 0
    high: float = 0

    def visit(value: Any, key: str) -> None:
        nonlocal low, high
        if isinstance(value, Mapping):
            for name, one in value.items():
                visit(one, name)
            return
        parts[key] = None
        if isinstance(value, str):
            if value:
                texts[value] = None
        elif isinstance(value, (int, float)):
            low, high = min(low, value), max(high, value)

    for value in values:
        visit(value, "")
    return MetricFacts(tuple(part for part in parts if part), tuple(texts), low, high)


class Series(NamedTuple):
    """One series of a chart.

    ``path`` leads to its values in a row. ``line`` and ``fill`` are the colours of its line and of
    its bars and areas. ``only`` restricts a series of texts to one text, shown as its name.
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
        """The key of its metric."""
        return self.path[0]

    @property
    def owner(self) -> str:
        """The id of its seat or the name of its part; "" for a metric of the table."""
        return self.path[1] if len(self.path) > 1 else ""

    def get_value(self, row: MetricRowData) -> Any:
        """Return its value in a row."""
        value = get_path_value(row, self.path)
        if self.only:
            return self.name if value == self.only else None
        return value

    def get_values(self, rows: ChartRows) -> list[Any]:
        """Return its value in each row."""
        return [self.get_value(row) for row in rows]


def get_path_value(row: MetricRowData, path: Sequence[str]) -> Any:
    """Return the value at a path in a row, or None.

    With "*" in place of a seat: whether any seat has something there.
    """
    if path[0] == "turn":
        return row["turn"]
    if path[0] == "round":
        return row.get("round", row["turn"])
    value: Any = row["values"]
    if "*" in path:
        key, _, part = path
        return any((table or {}).get(part) for table in (value.get(key) or {}).values())
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def select_rows(per: str, rows: ChartRows) -> ChartRows:
    """Return the rows that a chart draws: all, or the last one of each round or of each value."""
    if per == "turn":
        return rows
    return list({get_path_value(row, (per,)): row for row in rows}.values())


def find_round_starts(rows: ChartRows) -> list[tuple[int, int]]:
    """Return each round and its first turn; turns before the first round are the opening.

    >>> find_round_starts([{"turn": turn, "round": turn // 2, "values": {}} for turn in range(4)])
    [(1, 2)]
    """
    begins: dict[int, int] = {}
    for row in rows:
        number = row.get("round")
        if number:
            begins.setdefault(number, row["turn"])
    return list(begins.items())


def is_number(value: Any) -> bool:
    """Return whether a value can be drawn on an axis."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


# --- kinds of charts ---------------------------------------------


def shows_latest(plan: ChartPlanData, context: ChartContext) -> bool:
    """Return whether a chart shows the latest row alone, with seats or parts across."""
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


def has_lines(plan: ChartPlanData) -> bool:
    """Return whether a chart shows its metrics as lines, over turns or over rounds."""
    return plan["kind"] in ("line", "step") and not plan["now"]


def is_seat_timeline(plan: ChartPlanData, context: ChartContext) -> bool:
    """Return whether a chart has a row for each seat and a colour for each text, such as pegs."""
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


def build_metric_series(
    plan: ChartPlanData, context: ChartContext, key: str, at: int, of: int
) -> list[Series]:
    """Return the series of one metric, the ``at``-th of ``of`` metrics of a chart."""
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
    shape = PART_SHAPES[SEAT_STYLES.index(look) % len(PART_SHAPES)]
    colours = get_seat_line_colour(at), get_seat_colour(at)
    return Series(
        f"{path[0]}.{seat.id}", seat.name, path, *colours, look.dash, look.symbol, shape, seat.id,
        only,
    )  # fmt: skip


def build_part_series(context: ChartContext, key: str) -> list[Series]:
    """Return a series for each part: in its colour on the board, or in that of its seat."""
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
    """Return the colour of each text of a timeline of seats, in the order of first use.

    A game can declare colours for texts. Other texts take the next of the marks' colours.
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
