"""Tables with the numbers of a chart, as its text alternative."""

from __future__ import annotations

from typing import Any

from .chart_layout import BANDLESS_KINDS, axis_word
from .chart_types import ChartPlanData, Given, MetricPlanData, NumbersData
from .series import ChartContext, build_series, get_part_labels
from .trace_metrics import get_metric_ref


def build_table(plan: ChartPlanData, figures: ChartContext) -> NumbersData:
    """Return the table of a chart: its ``columns``, and its ``cells`` or its ``lines``.

    ``cells`` are columns of the rows, a line for each row, newest first. ``lines`` are of the
    present: a name, and a cell for each further column.
    """
    known, scope = figures.get_metric_keys(plan), figures.get_scope(plan)
    if plan["kind"] == "heat_map":
        return seats_by_parts(figures, known)
    if plan["now"] and known and scope == "seat":
        return seats_by_metrics(figures, known)
    if plan["now"] and scope != "seat_parts":
        lines = [
            [one.name, build_present_cell(figures, one.path)] for one in build_series(plan, figures)
        ]
        return {"columns": [plan["title"], "Now"], "lines": lines}
    if any(figures.metrics[key]["scope"] == "seat_parts" for key in known):
        return parts_by_seats(figures, known)
    return over_time(plan, figures)


def build_present_cell(figures: ChartContext, path: list[str], **more: Any) -> Given:
    """Return a cell of the present, with its figure and the unit."""
    of = get_metric_ref(path, figures)
    return {"now": path, "unit": figures.metrics[path[0]]["unit"], "of": of, **more}


def over_time(plan: ChartPlanData, figures: ChartContext) -> NumbersData:
    """Return the values of all series over time, with the texts of the marks and of the bands."""
    series = build_series(plan, figures)
    behind = (
        plan["bands"] in figures.metrics and not plan["now"] and plan["kind"] not in BANDLESS_KINDS
    )
    texts = [plan["marks"]] if plan["marks"] else []
    texts += [plan["bands"]] if behind else []
    labels = [figures.get_label(key, "Mark") for key in texts]
    return {
        "columns": [axis_word(plan, figures), *(one.name for one in series), *labels],
        "cells": [
            {"column": [plan["per"]]},
            *({**one.column, **get_cell_words(figures.metrics[one.path[0]])} for one in series),
            *({"column": [key]} for key in texts),
        ],
        "of": ["", *(one.id for one in series), *("" for _ in texts)],
    }


def get_cell_words(metric: MetricPlanData) -> Given:
    """Return the unit of a figure's cells, and what its texts are called."""
    texts = {"texts": metric["texts"]} if "texts" in metric else {}
    return {"unit": metric["unit"], **texts}


def seats_by_metrics(figures: ChartContext, known: list[str]) -> NumbersData:
    """Return a line for each seat, a column for each figure."""
    return {
        "columns": ["Seat", *(figures.metrics[key]["label"] for key in known)],
        "lines": [
            [seat.name, *(build_present_cell(figures, [key, seat.id]) for key in known)]
            for seat in figures.seats
        ],
    }


def seats_by_parts(figures: ChartContext, known: list[str]) -> NumbersData:
    """Return a line for each seat, a column for each part."""
    parts = get_part_labels(figures.metrics[known[0]], figures.get_facts(known[0])) if known else {}
    return {
        "columns": ["Seat", *parts.values()],
        "lines": [
            [seat.name, *(build_present_cell(figures, [known[0], seat.id, part]) for part in parts)]
            for seat in figures.seats
        ],
    }


def parts_by_seats(figures: ChartContext, known: list[str]) -> NumbersData:
    """Return a line for each part, a column for each seat."""
    return {
        "columns": ["Part", *(seat.name for seat in figures.seats)],
        "lines": [
            [
                label,
                *(
                    build_present_cell(figures, [key, seat.id, part], **{"else": 0})
                    for seat in figures.seats
                ),
            ]
            for key in known
            for part, label in get_part_labels(figures.metrics[key], figures.get_facts(key)).items()
        ],
    }
