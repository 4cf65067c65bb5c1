"""Series of a chart: the metric, style and name of each line, bar or area."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .chart_style import (
    MARK_COLOURS,
    METRIC_DASHES,
    METRIC_STYLES,
    NOBODY_COLOUR,
    PART_COLOURS,
    PART_SHAPES,
    SEAT_STYLES,
    get_seat_style,
    read_color,
)
from .chart_types import BranchRowsData, ChartPlanData, FanData, Given, MetricPlanData


class Seat(NamedTuple):
    """A seat and its display name."""

    id: str
    name: str


class MetricFacts(NamedTuple):
    """What the rows of a figure have held so far."""

    parts: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    low: float = 0
    high: float = 0


NO_FACTS = MetricFacts()
THIS_TURN = "this turn"
"""The window of a figure that begins anew each turn."""


@dataclass(frozen=True)
class ChartContext:
    """All that charts are described from.

    ``metrics`` are the figures of the game by key (:func:`classkit.charts.rows.metric_plans`),
    ``facts`` what their rows have held so far, ``branches`` all lines of play and ``branch`` the
    one on the screen, ``fan`` the futures that are drawn. ``all_bands`` draws the wide bands of
    many lines too: a large figure has room for them, and its legend hides them.
    """

    metrics: Mapping[str, MetricPlanData]
    seats: Sequence[Seat]
    facts: Mapping[str, MetricFacts] = field(default_factory=dict)
    branches: Sequence[BranchRowsData] = ()
    branch: str = "Main"
    fan: FanData | None = None
    all_bands: bool = False

    def get_metric_keys(self, plan: ChartPlanData) -> list[str]:
        """Return the keys of a chart's figures that the game has."""
        return [key for key in plan["metrics"] if key in self.metrics]

    def get_scope(self, plan: ChartPlanData) -> str:
        """Return the scope of a chart's first figure; an empty text where there is none."""
        metric = self.metrics.get(plan["metrics"][0])
        return metric["scope"] if metric else ""

    def get_chart_unit(self, plan: ChartPlanData) -> str:
        """Return the unit of a chart's first figure."""
        return self.get_unit(plan["metrics"][0])

    def get_unit(self, key: str) -> str:
        """Return the unit of a figure; an empty text where there is none."""
        metric = self.metrics.get(key)
        return metric["unit"] if metric else ""

    def get_label(self, key: str, otherwise: str = "") -> str:
        """Return the label of a figure, or ``otherwise`` if there is no such figure."""
        metric = self.metrics.get(key)
        return metric["label"] if metric else otherwise

    def is_lasting(self, key: str) -> bool:
        """Return whether a figure holds until it changes, rather than for one turn."""
        metric = self.metrics.get(key)
        return metric is None or metric.get("window") != THIS_TURN

    def get_facts(self, key: str) -> MetricFacts:
        """Return what the rows of a figure have held so far."""
        return self.facts.get(key, NO_FACTS)

    def has_seat_texts(self, key: str) -> bool:
        """Return whether a figure's texts are letters of seats, as of the Prime Minister."""
        return any(seat.id in self.get_facts(key).texts for seat in self.seats)


class ChartSeries(NamedTuple):
    """One series of a chart.

    ``column`` says which values it has (see :mod:`.data_binding`), ``part`` of which part. ``seat``
    is the id of the seat that it belongs to, if it belongs to one.
    """

    id: str
    name: str
    colour: str
    dash: str
    symbol: str
    shape: str
    seat: str | None
    column: Given
    part: str | None = None

    @property
    def path(self) -> list[str]:
        """Return where its values stand in a row."""
        path: list[str] = self.column["column"]
        return path


def shows_latest(plan: ChartPlanData, figures: ChartContext) -> bool:
    """Return whether a chart shows the latest row alone, seats or parts across."""
    scope = figures.get_scope(plan)
    return (
        plan["kind"] == "heat_map"
        or bool(plan["now"])
        or (plan["kind"] == "bar" and scope == "seat")
        or ("bar" in plan["kind"] and scope == "seat_parts")
    )


def is_line_chart(plan: ChartPlanData) -> bool:
    """Return whether a chart shows the course of its figures as lines over turns."""
    return plan["per"] == "turn" and plan["kind"] in ("line", "step") and not plan["now"]


def get_part_labels(metric: MetricPlanData, facts: MetricFacts) -> dict[str, str]:
    """Return the label of each part of a figure: first the named parts, then others met in rows."""
    named = dict(metric.get("parts", []))
    late = {part: part for part in facts.parts if part not in named}
    return {part: label.replace("_", " ") for part, label in {**named, **late}.items()}


def build_series(plan: ChartPlanData, figures: ChartContext) -> list[ChartSeries]:
    """Return the series of a chart, the same for every row."""
    known = figures.get_metric_keys(plan)
    return [
        one
        for at, key in enumerate(known)
        for one in build_metric_series(plan, figures, key, at, len(known))
    ]


def build_metric_series(
    plan: ChartPlanData, figures: ChartContext, key: str, at: int, of: int
) -> list[ChartSeries]:
    """Return the series of one figure, the ``at``-th of a chart that has ``of`` of them."""
    metric = figures.metrics[key]
    if plan["kind"] == "timeline" and figures.has_seat_texts(key):
        return [
            ChartSeries(f"{key}.{seat.id}", seat.name, look.colour, "solid", "square", "", seat.id,
                   {"column": [key], "is": seat.id, "then": seat.name})
            for seat, look in get_seat_styles(figures)
        ]  # fmt: skip
    if metric["scope"] == "seat":
        return [
            ChartSeries(
                id=f"{key}.{seat.id}",
                name=f"{seat.name}: {metric['label']}" if of > 1 else seat.name,
                colour=look.colour,
                dash=METRIC_DASHES[at % len(METRIC_DASHES)] if of > 1 else look.dash,
                symbol=look.symbol,
                shape=PART_SHAPES[SEAT_STYLES.index(look) % len(PART_SHAPES)],
                seat=seat.id,
                column={"column": [key, seat.id]},
            )
            for seat, look in get_seat_styles(figures)
        ]
    if metric["scope"] in ("parts", "seat_parts"):
        return build_part_series(figures, key)
    look = METRIC_STYLES[at % len(METRIC_STYLES)]
    dash, shape = METRIC_DASHES[at % len(METRIC_DASHES)], PART_SHAPES[at % len(PART_SHAPES)]
    colour = read_color(metric.get("colours", {}).get(key)) or look.colour
    return [
        ChartSeries(key, metric["label"], colour, dash, look.symbol, shape, None, {"column": [key]})
    ]


def get_seat_styles(figures: ChartContext) -> list[tuple[Seat, Any]]:
    """Return the seats with their looks."""
    return [(seat, get_seat_style(at)) for at, seat in enumerate(figures.seats)]


def build_part_series(figures: ChartContext, key: str) -> list[ChartSeries]:
    """Return a series for each part of a figure: in its colour on the board, or a seat's own."""
    metric = figures.metrics[key]
    parts = get_part_labels(metric, figures.get_facts(key))
    seats = {seat.id: (seat, look) for seat, look in get_seat_styles(figures)}
    beside_seats = any(part in seats for part in parts)
    made = []
    for at, (part, label) in enumerate(parts.items()):
        own = seats.get(part)
        colour = own[1].colour if own else read_color(metric.get("colours", {}).get(part))
        spare = NOBODY_COLOUR if beside_seats else PART_COLOURS[at % len(PART_COLOURS)]
        path = [key, part] if metric["scope"] == "parts" else [key, "*", part]
        made.append(
            ChartSeries(
                id=f"{key}.{part}",
                name=own[0].name if own else label,
                colour=colour or spare,
                dash=METRIC_DASHES[at % len(METRIC_DASHES)],
                symbol=SEAT_STYLES[at % len(SEAT_STYLES)].symbol,
                shape="" if beside_seats and not own else PART_SHAPES[at % len(PART_SHAPES)],
                seat=None,
                column={"column": path},
                part=part,
            )
        )
    return made


# --- what each seat held to, and for how long ---------------------------------------------


def is_seat_timeline(plan: ChartPlanData, figures: ChartContext) -> bool:
    """Return whether a chart is a timeline of texts, such as what a currency is pegged to.

    It has a row for each seat and a colour for each text, since several may hold to the same.
    """
    return plan["kind"] == "timeline" and figures.get_scope(plan) == "seat"


def text_colours(plan: ChartPlanData, figures: ChartContext) -> dict[str, str]:
    """Return the colour of each text of such a timeline, in the order in which they turned up.

    It is the one that the game declares; others take the next of the marks' colours.
    """
    key = plan["metrics"][0]
    declared = declared_colours(figures, key)
    return {
        text: declared.get(text) or MARK_COLOURS[at % len(MARK_COLOURS)]
        for at, text in enumerate(figures.get_facts(key).texts)
    }


def label_text(figures: ChartContext, key: str, text: str) -> str:
    """Return the label of a text that a figure has as its value, such as "notes of Bruno"."""
    return figures.metrics[key].get("texts", {}).get(text, text)


def declared_colours(figures: ChartContext, key: str) -> dict[str, str]:
    """Return the valid colours that a game declares for the texts of a figure, by text."""
    metric = figures.metrics.get(key)
    declared = metric.get("colours", {}) if metric else {}
    return {text: colour for text, one in declared.items() if (colour := read_color(one))}


def build_drawn_series(plan: ChartPlanData, figures: ChartContext) -> list[ChartSeries]:
    """Return the series that are drawn: those of the chart, or one for each seat and text."""
    if not is_seat_timeline(plan, figures):
        return build_series(plan, figures)
    key = plan["metrics"][0]
    return [
        ChartSeries(f"{key}.{seat.id}.{text}", label_text(figures, key, text), colour, "solid",
               "square", "", seat.id, {"column": [key, seat.id], "is": text, "then": seat.name})
        for seat in figures.seats
        for text, colour in text_colours(plan, figures).items()
    ]  # fmt: skip
