"""Two branches compared: where they part, and how they differ after the same turn, in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from classkit.causes.split import counts_rounds
from classkit.charts.beside import Beside
from classkit.charts.series import Seat
from classkit.charts.shapes import ChartPlan, MetricPlan, Row
from classkit.engine.words import Say, how_many

from .branch import Branch, called_in_short, quoted
from .parting import Parting, finished, going_on, parting_of
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
        players: Mapping[str, str],
    ) -> ApartNow | None:
        """Return how two branches differ; None where they have not parted.

        ``first`` are the charts that the sentence tells of; of those ``covered`` nothing is told.
        ``players`` sit at the table, and would play the shorter branch on.
        """
        ends = [(one, place(one)) for one in (here, other)]
        charts = [plan["key"] for plan in plans]
        key = (ends, viewer, dict(say.seats), [*first], covered, charts, dict(players))
        if self.made[0] != key:
            seats = [Seat(seat, say.seat(seat)) for seat in here.match.seats]
            seen = [plan for plan in plans if plan["key"] not in covered and "absent" not in plan]
            parting = parting_of(here.match, other.match)
            parting = parting or going_on(here.match, other.match, players)
            apart = parting and compared(here, other, parting, viewer, seen, metrics, seats, first)
            self.made = (key, apart)
        return self.made[1]


def place(branch: Branch) -> tuple[Any, ...]:
    """Return what changes when a branch gets another course, or another name."""
    match = branch.match
    return id(match), match.last_step, match.cuts, branch.name, branch.decision


def compared(
    here: Branch,
    other: Branch,
    parting: Parting,
    viewer: str | None,
    plans: Sequence[ChartPlan],
    metrics: Mapping[str, MetricPlan],
    seats: Sequence[Seat],
    first: Sequence[str],
) -> ApartNow:
    """Return how two branches differ at the last turn that both have finished.

    What the sentence tells of the first charts is not told at these charts again.
    """
    ends = [finished(one.match) for one in (here, other)]
    turn, words = min(ends), ""
    charts, told = dict[str, str](), list[str]()
    against = f"{quoted(here, parting.here)} against {quoted(other, parting.there)}"
    own, its = (row_after(one.course(viewer).rows, turn) for one in (here, other))
    parted = row_after(here.course(viewer).rows, parting.turn)
    after = f"after {how_many(turn - parting.turn + 1, 'turn')}"
    if counts_rounds(here.match) and own and parted:
        rounds = own["round"] - parted["round"]
        after = f"after {how_many(rounds, 'round')}" if rounds else "in the same round"
    if turn >= parting.turn and not parting.is_open and own is not None and its is not None:
        beside = Beside(own, its, metrics, seats)
        found = {plan["key"]: beside.words(plan) for plan in plans}
        charts = {
            key: f"{after[0].upper()}{after[1:]}: {words}" for key, words in found.items() if words
        }
        told = [plan["key"] for plan in told_first(plans, metrics, first, found)]
        if told:
            words = f"{against}, {after}: {', '.join(found[key] for key in told)}."
    shorter = "" if ends[0] == ends[1] else (here if ends[0] < ends[1] else other).name
    return {
        "other": other.name,
        "here": parting.here,
        "there": parting.there,
        "step": parting.step,
        "turn": parting.turn,
        "parts": parts_in_words(here, other, parting, parted),
        "words": words,
        "told": told,
        "charts": charts,
        "behind": shorter,
    }


def parts_in_words(here: Branch, other: Branch, parting: Parting, at: Row | None) -> str:
    """Return where two branches part, in a sentence; ``at`` is the row of the turn."""
    moment = f"turn {parting.turn}"
    if counts_rounds(here.match) and at is not None:
        moment = f"round {at['round']}"
    if not parting.is_open:
        both = f"{quoted(here, parting.here)} and {quoted(other, parting.there)}"
        return f"At {moment} {both} part."
    longer, shorter, deed = (
        (here, other, parting.here) if parting.here else (other, here, parting.there)
    )
    return f"{quoted(longer, deed)} at {moment}; {called_in_short(shorter)} has not come so far."


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
