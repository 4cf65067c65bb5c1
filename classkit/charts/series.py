"""The series of a chart: what each line, bar or area shows, how it looks and is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .looks import (
    FIGURE_DASHES,
    FIGURE_LOOKS,
    MARK_COLOURS,
    NOBODY,
    PART_COLOURS,
    PART_SHAPES,
    SEAT_LOOKS,
    colour_of,
    seat_look,
)
from .shapes import BranchRows, ChartPlan, FanNow, Given, MetricPlan


class Seat(NamedTuple):
    """A seat and its display name."""

    id: str
    name: str


class Facts(NamedTuple):
    """What the rows of a figure have held so far."""

    parts: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    low: float = 0
    high: float = 0


NO_FACTS = Facts()
THIS_TURN = "this turn"
"""The window of a figure that begins anew each turn."""


@dataclass(frozen=True)
class Figures:
    """All that charts are described from.

    ``metrics`` are the figures of the game by key (:func:`classkit.charts.rows.metric_plans`),
    ``facts`` what their rows have held so far, ``branches`` all lines of play and ``branch`` the
    one on the screen, ``fan`` the futures that are drawn. ``all_bands`` draws the wide bands of
    many lines too: a large figure has room for them, and its legend hides them.
    """

    metrics: Mapping[str, MetricPlan]
    seats: Sequence[Seat]
    facts: Mapping[str, Facts] = field(default_factory=dict)
    branches: Sequence[BranchRows] = ()
    branch: str = "Main"
    fan: FanNow | None = None
    all_bands: bool = False

    def known(self, plan: ChartPlan) -> list[str]:
        """Return the keys of a chart's figures that the game has."""
        return [key for key in plan["metrics"] if key in self.metrics]

    def scope(self, plan: ChartPlan) -> str:
        """Return the scope of a chart's first figure; an empty text where there is none."""
        metric = self.metrics.get(plan["metrics"][0])
        return metric["scope"] if metric else ""

    def unit(self, plan: ChartPlan) -> str:
        """Return the unit of a chart's first figure."""
        return self.unit_of(plan["metrics"][0])

    def unit_of(self, key: str) -> str:
        """Return the unit of a figure; an empty text where there is none."""
        metric = self.metrics.get(key)
        return metric["unit"] if metric else ""

    def label_of(self, key: str, otherwise: str = "") -> str:
        """Return the label of a figure, or ``otherwise`` if there is no such figure."""
        metric = self.metrics.get(key)
        return metric["label"] if metric else otherwise

    def lasts(self, key: str) -> bool:
        """Return whether a figure holds until it changes, rather than for one turn."""
        metric = self.metrics.get(key)
        return metric is None or metric.get("window") != THIS_TURN

    def seen(self, key: str) -> Facts:
        """Return what the rows of a figure have held so far."""
        return self.facts.get(key, NO_FACTS)

    def names_seats(self, key: str) -> bool:
        """Return whether a figure's texts are letters of seats, as of the Prime Minister."""
        return any(seat.id in self.seen(key).texts for seat in self.seats)


class Series(NamedTuple):
    """One series. ``column`` says which values it has (see :mod:`.fill`), ``part`` of which part.

    ``seat`` is the id of the seat that it belongs to, if it belongs to one.
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


def shows_latest(plan: ChartPlan, figures: Figures) -> bool:
    """Return whether a chart shows the latest row alone, seats or parts across."""
    scope = figures.scope(plan)
    return (
        plan["kind"] == "heat_map"
        or bool(plan["now"])
        or (plan["kind"] == "bar" and scope == "seat")
        or ("bar" in plan["kind"] and scope == "seat_parts")
    )


def shows_course(plan: ChartPlan) -> bool:
    """Return whether a chart shows the course of its figures as lines over turns."""
    return plan["per"] == "turn" and plan["kind"] in ("line", "step") and not plan["now"]


def parts_of(metric: MetricPlan, facts: Facts) -> dict[str, str]:
    """Return the label of each part of a figure: first the named parts, then others met in rows."""
    named = dict(metric.get("parts", []))
    late = {part: part for part in facts.parts if part not in named}
    return {part: label.replace("_", " ") for part, label in {**named, **late}.items()}


def series_of(plan: ChartPlan, figures: Figures) -> list[Series]:
    """Return the series of a chart, the same for every row."""
    known = figures.known(plan)
    return [
        one
        for at, key in enumerate(known)
        for one in series_of_metric(plan, figures, key, at, len(known))
    ]


def series_of_metric(plan: ChartPlan, figures: Figures, key: str, at: int, of: int) -> list[Series]:
    """Return the series of one figure, the ``at``-th of a chart that has ``of`` of them."""
    metric = figures.metrics[key]
    if plan["kind"] == "timeline" and figures.names_seats(key):
        return [
            Series(f"{key}.{seat.id}", seat.name, look.colour, "solid", "square", "", seat.id,
                   {"column": [key], "is": seat.id, "then": seat.name})
            for seat, look in looked(figures)
        ]  # fmt: skip
    if metric["scope"] == "seat":
        return [
            Series(
                id=f"{key}.{seat.id}",
                name=f"{seat.name}: {metric['label']}" if of > 1 else seat.name,
                colour=look.colour,
                dash=FIGURE_DASHES[at % len(FIGURE_DASHES)] if of > 1 else look.dash,
                symbol=look.symbol,
                shape=PART_SHAPES[SEAT_LOOKS.index(look) % len(PART_SHAPES)],
                seat=seat.id,
                column={"column": [key, seat.id]},
            )
            for seat, look in looked(figures)
        ]
    if metric["scope"] in ("parts", "seat_parts"):
        return series_of_parts(figures, key)
    look = FIGURE_LOOKS[at % len(FIGURE_LOOKS)]
    dash, shape = FIGURE_DASHES[at % len(FIGURE_DASHES)], PART_SHAPES[at % len(PART_SHAPES)]
    colour = colour_of(metric.get("colours", {}).get(key)) or look.colour
    return [Series(key, metric["label"], colour, dash, look.symbol, shape, None, {"column": [key]})]


def looked(figures: Figures) -> list[tuple[Seat, Any]]:
    """Return the seats with their looks."""
    return [(seat, seat_look(at)) for at, seat in enumerate(figures.seats)]


def series_of_parts(figures: Figures, key: str) -> list[Series]:
    """Return a series for each part of a figure: in its colour on the board, or a seat's own."""
    metric = figures.metrics[key]
    parts = parts_of(metric, figures.seen(key))
    seats = {seat.id: (seat, look) for seat, look in looked(figures)}
    beside_seats = any(part in seats for part in parts)
    made = []
    for at, (part, label) in enumerate(parts.items()):
        own = seats.get(part)
        colour = own[1].colour if own else colour_of(metric.get("colours", {}).get(part))
        spare = NOBODY if beside_seats else PART_COLOURS[at % len(PART_COLOURS)]
        path = [key, part] if metric["scope"] == "parts" else [key, "*", part]
        made.append(
            Series(
                id=f"{key}.{part}",
                name=own[0].name if own else label,
                colour=colour or spare,
                dash=FIGURE_DASHES[at % len(FIGURE_DASHES)],
                symbol=SEAT_LOOKS[at % len(SEAT_LOOKS)].symbol,
                shape="" if beside_seats and not own else PART_SHAPES[at % len(PART_SHAPES)],
                seat=None,
                column={"column": path},
                part=part,
            )
        )
    return made


# --- what each seat held to, and for how long ---------------------------------------------


def shows_what_seats_held(plan: ChartPlan, figures: Figures) -> bool:
    """Return whether a chart is a timeline of texts, such as what a currency is pegged to.

    It has a row for each seat and a colour for each text, since several may hold to the same.
    """
    return plan["kind"] == "timeline" and figures.scope(plan) == "seat"


def text_colours(plan: ChartPlan, figures: Figures) -> dict[str, str]:
    """Return the colour of each text of such a timeline, in the order in which they turned up.

    It is the one that the game declares; others take the next of the marks' colours.
    """
    key = plan["metrics"][0]
    declared = declared_colours(figures, key)
    return {
        text: declared.get(text) or MARK_COLOURS[at % len(MARK_COLOURS)]
        for at, text in enumerate(figures.seen(key).texts)
    }


def declared_colours(figures: Figures, key: str) -> dict[str, str]:
    """Return the valid colours that a game declares for the texts of a figure, by text."""
    metric = figures.metrics.get(key)
    declared = metric.get("colours", {}) if metric else {}
    return {text: colour for text, one in declared.items() if (colour := colour_of(one))}


def drawn_series(plan: ChartPlan, figures: Figures) -> list[Series]:
    """Return the series that are drawn: those of the chart, or one for each seat and text."""
    if not shows_what_seats_held(plan, figures):
        return series_of(plan, figures)
    key = plan["metrics"][0]
    return [
        Series(f"{key}.{seat.id}.{text}", text, colour, "solid", "square", "", seat.id,
               {"column": [key, seat.id], "is": text, "then": seat.name})
        for seat in figures.seats
        for text, colour in text_colours(plan, figures).items()
    ]  # fmt: skip
