"""The numbers of a chart as a table: what it says without a picture."""

from __future__ import annotations

from typing import Any

from .courses import figure_at
from .layout import NO_BANDS, axis_word
from .series import Figures, parts_of, series_of
from .shapes import ChartPlan, Given, Numbers


def numbers(plan: ChartPlan, figures: Figures) -> Numbers:
    """Return the table of a chart: its ``columns``, and its ``cells`` or its ``lines``.

    ``cells`` are columns of the rows, a line for each row, newest first. ``lines`` are of the
    present: a name, and a cell for each further column.
    """
    known, scope = figures.known(plan), figures.scope(plan)
    if plan["kind"] == "heat_map":
        return seats_by_parts(figures, known)
    if plan["now"] and known and scope == "seat":
        return seats_by_figures(figures, known)
    if plan["now"] and scope != "seat_parts":
        lines = [[one.name, now(figures, one.path)] for one in series_of(plan, figures)]
        return {"columns": [plan["title"], "Now"], "lines": lines}
    if any(figures.metrics[key]["scope"] == "seat_parts" for key in known):
        return parts_by_seats(figures, known)
    return over_time(plan, figures)


def now(figures: Figures, path: list[str], **more: Any) -> Given:
    """Return a cell of the present, with its figure and the unit."""
    of = figure_at(path, figures)
    return {"now": path, "unit": figures.metrics[path[0]]["unit"], "of": of, **more}


def over_time(plan: ChartPlan, figures: Figures) -> Numbers:
    """Return the values of all series over time, with the texts of the marks and of the bands."""
    series = series_of(plan, figures)
    behind = plan["bands"] in figures.metrics and not plan["now"] and plan["kind"] not in NO_BANDS
    texts = [plan["marks"]] if plan["marks"] else []
    texts += [plan["bands"]] if behind else []
    labels = [figures.label_of(key, "Mark") for key in texts]
    return {
        "columns": [axis_word(plan, figures), *(one.name for one in series), *labels],
        "cells": [
            {"column": [plan["per"]]},
            *({**one.column, "unit": figures.metrics[one.path[0]]["unit"]} for one in series),
            *({"column": [key]} for key in texts),
        ],
        "of": ["", *(one.id for one in series), *("" for _ in texts)],
    }


def seats_by_figures(figures: Figures, known: list[str]) -> Numbers:
    """Return a line for each seat, a column for each figure."""
    return {
        "columns": ["Seat", *(figures.metrics[key]["label"] for key in known)],
        "lines": [
            [seat.name, *(now(figures, [key, seat.id]) for key in known)] for seat in figures.seats
        ],
    }


def seats_by_parts(figures: Figures, known: list[str]) -> Numbers:
    """Return a line for each seat, a column for each part."""
    parts = parts_of(figures.metrics[known[0]], figures.seen(known[0])) if known else {}
    return {
        "columns": ["Seat", *parts.values()],
        "lines": [
            [seat.name, *(now(figures, [known[0], seat.id, part]) for part in parts)]
            for seat in figures.seats
        ],
    }


def parts_by_seats(figures: Figures, known: list[str]) -> Numbers:
    """Return a line for each part, a column for each seat."""
    return {
        "columns": ["Part", *(seat.name for seat in figures.seats)],
        "lines": [
            [label, *(now(figures, [key, seat.id, part], **{"else": 0}) for seat in figures.seats)]
            for key in known
            for part, label in parts_of(figures.metrics[key], figures.seen(key)).items()
        ],
    }
