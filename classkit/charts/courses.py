"""Which figures the points of a chart show, so that each can tell why it is where it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from .series import Figures, drawn_series, looked, parts_of, series_of, shows_latest
from .shapes import ChartPlan, Course, OneFigure

APART = ("line", "step", "timeline")
"""The kinds of charts over turns whose traces are not stacked on one another."""


def figure_at(path: list[str], figures: Figures) -> OneFigure:
    """Return the figure at a path of a row, with its seat and part; "" for one that it lacks."""
    key, *whose = path
    scope = figures.metrics[key]["scope"]
    seat = whose.pop(0) if scope.startswith("seat") and whose else ""
    return {"figure": key, "seat": seat, "part": whose[0] if whose else ""}


def courses(plan: ChartPlan, figures: Figures) -> dict[str, Course]:
    """Return the course of each trace, and of each column of the table of numbers, by its name."""
    if plan["kind"] == "heat_map":
        return cells(plan, figures)
    if plan["kind"] == "scatter":
        return trails(plan, figures)
    if shows_latest(plan, figures):
        return bars(plan, figures)
    by: Literal["line", "stack"] = "line" if plan["kind"] in APART else "stack"
    return {
        one.id: {"by": by, "figures": [figure_at(one.path, figures)]}
        for one in (*series_of(plan, figures), *drawn_series(plan, figures))
    }


def present(paths: Iterable[list[str]], figures: Figures) -> Course:
    """Return points of the present, each of a figure of its own."""
    return {"by": "present", "figures": [figure_at(path, figures) for path in paths]}


def bars(plan: ChartPlan, figures: Figures) -> dict[str, Course]:
    """Return what bars of the present show: one for each seat, or one for each series."""
    seats, scope = [seat.id for seat in figures.seats], figures.scope(plan)
    if scope == "seat":
        return {
            key: present(([key, seat] for seat in seats), figures) for key in figures.known(plan)
        }
    series = series_of(plan, figures)
    if scope == "seat_parts":
        return {
            one.id: present(([one.path[0], seat, one.part or ""] for seat in seats), figures)
            for one in series
        }
    return {"present": present((one.path for one in series), figures)}


def cells(plan: ChartPlan, figures: Figures) -> dict[str, Course]:
    """Return what the cells of a heat map show, row by row."""
    return {
        key: present(
            (
                [key, seat.id, part]
                for seat in figures.seats
                for part in parts_of(figures.metrics[key], figures.seen(key))
            ),
            figures,
        )
        for key in figures.known(plan)[:1]
    }


def trails(plan: ChartPlan, figures: Figures) -> dict[str, Course]:
    """Return the course of each seat's trail and of its present point: two figures for a point."""
    known = figures.known(plan)[:2]

    def both(seat: str) -> Course:
        paths = ([key, seat] if figures.metrics[key]["scope"] == "seat" else [key] for key in known)
        return {"by": "plane", "figures": [figure_at(path, figures) for path in paths]}

    return {f"{name}.{seat.id}": both(seat.id) for name in ("trail", "now")
            for seat, _ in looked(figures)}  # fmt: skip
