"""Two branches compared: where they part, and how they differ after the same turn, in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from classkit.charts.beside import Beside
from classkit.charts.series import Seat
from classkit.charts.shapes import ChartPlan, MetricPlan, Row
from classkit.engine.words import Say, how_many

from .branches import Branch
from .parting import finished, parting_of
from .shapes import ApartNow


class Comparing:
    """The comparison made last; it is made anew when one of the two branches has changed."""

    def __init__(self) -> None:
        self.made: tuple[Any, ApartNow | None] = (None, None)

    def of(
        self,
        here: Branch,
        other: Branch,
        viewer: str | None,
        say: Say,
        plans: Sequence[ChartPlan],
        metrics: Mapping[str, MetricPlan],
        first: Sequence[str],
        covered: Collection[str],
    ) -> ApartNow | None:
        """Return how two branches differ; None where they have not parted.

        ``first`` are the charts that the sentence tells of; of those ``covered`` nothing is told.
        """
        ends = [(one, place(one)) for one in (here, other)]
        key = (ends, viewer, dict(say.seats), [*first], covered, [plan["key"] for plan in plans])
        if self.made[0] != key:
            seats = [Seat(seat, say.seat(seat)) for seat in here.match.seats]
            seen = [plan for plan in plans if plan["key"] not in covered and "absent" not in plan]
            self.made = (key, compared(here, other, viewer, seen, metrics, seats, first))
        return self.made[1]


def place(branch: Branch) -> tuple[Any, ...]:
    """Return what changes when a branch gets another course."""
    match = branch.match
    return id(match), match.last_step, match.cuts


def compared(
    here: Branch,
    other: Branch,
    viewer: str | None,
    plans: Sequence[ChartPlan],
    metrics: Mapping[str, MetricPlan],
    seats: Sequence[Seat],
    first: Sequence[str],
) -> ApartNow | None:
    """Return how two branches differ at the last turn that both have finished."""
    parting = parting_of(here.match, other.match)
    if parting is None:
        return None
    ends = [finished(one.match) for one in (here, other)]
    turn, charts, words = min(ends), dict[str, str](), ""
    rows = [row_after(one.course(viewer).rows, turn) for one in (here, other)]
    own, its = rows
    if turn >= parting.turn and own is not None and its is not None:
        beside = Beside(own, its, metrics, seats)
        told = {plan["key"]: beside.words(plan) for plan in plans}
        after = f"after {how_many(turn - parting.turn + 1, 'turn')}"
        charts = {
            key: f"{after[0].upper()}{after[1:]} against “{parting.there}”: {found}"
            for key, found in told.items()
            if found
        }
        main = [told[plan["key"]] for plan in told_first(plans, metrics, first, told)]
        if main:
            words = f"“{parting.here}” against “{parting.there}”, {after}: {', '.join(main)}."
    shorter = "" if ends[0] == ends[1] else (here if ends[0] < ends[1] else other).name
    return {
        "other": other.name,
        "here": parting.here,
        "there": parting.there,
        "step": parting.step,
        "turn": parting.turn,
        "words": words,
        "charts": charts,
        "behind": shorter,
    }


def told_first(
    plans: Sequence[ChartPlan],
    metrics: Mapping[str, MetricPlan],
    first: Sequence[str],
    told: Mapping[str, str],
) -> list[ChartPlan]:
    """Return the charts that the sentence tells of: one of seats, then one of the whole table.

    ``first`` are the keys of those that are shown first, where the game names them.
    """
    known = [plan for plan in plans if told[plan["key"]]]
    known.sort(key=lambda plan: [*first, plan["key"]].index(plan["key"]))
    of_seats = [metrics[plan["metrics"][0]]["scope"] == "seat" for plan in known]
    ours = [plan for plan, seats in zip(known, of_seats, strict=True) if seats]
    whole = [plan for plan, seats in zip(known, of_seats, strict=True) if not seats]
    return [*ours[:1], *whole[:1]]


def row_after(rows: Sequence[Row], turn: int) -> Row | None:
    """Return the figures after a turn; of a turn that asks nothing those before it."""
    return next((row for row in reversed(rows) if row["turn"] <= turn), None)
