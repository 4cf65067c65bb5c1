"""Comparison of two branches in words: where they diverge and by how much they differ."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from classkit.attribution.decomposition import has_rounds
from classkit.charts.chart_context import Seat
from classkit.charts.chart_types import ChartPlanData, MetricPlanData, MetricRowData
from classkit.engine.rulebook_text import TextFormatter, format_count

from .branch import Branch, quote_decision, short_title
from .branch_diff import BranchDiff
from .branch_divergence import Divergence, count_finished_turns, find_continuation, find_divergence
from .wire_types import BranchScoresData, BranchTrackData, DivergenceData


class ComparisonCache:
    """Cache of the latest comparison."""

    def __init__(self) -> None:
        self.cached_entry: tuple[Any, DivergenceData | None] = (None, None)

    def get_comparison(
        self,
        here: Branch,
        other: Branch,
        viewer: str | None,
        say: TextFormatter,
        plans: Sequence[ChartPlanData],
        metrics: Mapping[str, MetricPlanData],
        first: Sequence[str],
        covered: Collection[str],
        players: Mapping[str, str],
    ) -> DivergenceData | None:
        """Return how two branches differ, or None if they have not diverged.

        Args:
            here: The active branch.
            other: The branch to compare with.
            viewer: A seat, None for everybody, or INSTRUCTOR.
            say: The text formatter.
            plans: The charts.
            metrics: The metrics of the charts, by key.
            first: Keys of the charts that the sentence mentions first.
            covered: Keys of the charts to omit.
            players: The players at the table by seat, who would continue the shorter branch.
        """
        ends = [(one, branch_key(one)) for one in (here, other)]
        charts = [plan["key"] for plan in plans]
        key = (ends, viewer, dict(say.seats), [*first], covered, charts, dict(players))
        if self.cached_entry[0] != key:
            seats = [Seat(seat, say.seat(seat)) for seat in here.match.seats]
            seen = [plan for plan in plans if plan["key"] not in covered and "absent" not in plan]
            parting = find_divergence(here.match, other.match)
            parting = parting or find_continuation(here.match, other.match, players)
            apart = parting and compare_branches(
                here, other, parting, viewer, seen, metrics, seats, first
            )
            self.cached_entry = (key, apart)
        return self.cached_entry[1]


def branch_key(branch: Branch) -> tuple[Any, ...]:
    """Return a key that changes when the moves or the name of a branch change."""
    match = branch.match
    return id(match), match.last_step, match.truncation_count, branch.name, branch.decision


def compare_branches(
    here: Branch,
    other: Branch,
    parting: Divergence,
    viewer: str | None,
    plans: Sequence[ChartPlanData],
    metrics: Mapping[str, MetricPlanData],
    seats: Sequence[Seat],
    first: Sequence[str],
) -> DivergenceData:
    """Return how two branches differ at the last turn that both have finished.

    In the result, ``told`` lists the charts whose differences ``words`` mentions.
    """
    ends = [count_finished_turns(one.match) for one in (here, other)]
    turn, words = min(ends), ""
    charts, told = dict[str, str](), list[str]()
    track: BranchTrackData | None = None
    scores: BranchScoresData | None = None
    against = f"{quote_decision(here, parting.here)} against {quote_decision(other, parting.there)}"
    own, its = (find_row(one.get_series(viewer).rows, turn) for one in (here, other))
    parted = find_row(here.get_series(viewer).rows, parting.turn)
    after = f"after {format_count(turn - parting.turn + 1, 'turn')}"
    if has_rounds(here.match) and own and parted:
        rounds = own["round"] - parted["round"]
        after = f"after {format_count(rounds, 'round')}" if rounds else "in the same round"
    if turn >= parting.turn and not parting.is_open and own is not None and its is not None:
        beside = BranchDiff(own, its, metrics, seats)
        found = {plan["key"]: beside.format_chart(plan) for plan in plans}
        charts = {
            key: f"{after[0].upper()}{after[1:]}: {words}" for key, words in found.items() if words
        }
        told = [plan["key"] for plan in select_charts(plans, metrics, first, found)]
        both = [one.get_series(viewer).rows for one in (here, other)]
        track = track_prices(plans, metrics, both, parting.turn, turn)
        scores = pair_scores(plans, metrics, own, its)
        if told:
            words = f"{against}, {after}: {', '.join(found[key] for key in told)}."
    shorter = "" if ends[0] == ends[1] else (here if ends[0] < ends[1] else other).name
    return {
        "other": other.name,
        "here": parting.here,
        "there": parting.there,
        "step": parting.step,
        "turn": parting.turn,
        "parts": describe_divergence(here, other, parting, parted),
        "words": words,
        "told": told,
        "charts": charts,
        "behind": shorter,
        "track": track,
        "scores": scores,
    }


MAX_TRACK = 9
"""Maximum number of turns in the chart that compares two branches."""


def track_prices(
    plans: Sequence[ChartPlanData],
    metrics: Mapping[str, MetricPlanData],
    both: Sequence[Sequence[MetricRowData]],
    first: int,
    last: int,
) -> BranchTrackData | None:
    """Return the prices of two branches since they diverged, or None if no chart shows prices."""
    plan = next((one for one in plans if one["role"] == "prices" and one["top"]), None)
    if plan is None:
        return None
    key, start = plan["metrics"][0], max(first, last - MAX_TRACK + 1)
    here, there = (
        [row["values"].get(key) for row in rows if start <= row["turn"] <= last] for rows in both
    )
    title = metrics[key]["label"]
    return {"title": title, "first": start, "top": plan["top"], "here": here, "there": there}


def pair_scores(
    plans: Sequence[ChartPlanData],
    metrics: Mapping[str, MetricPlanData],
    own: MetricRowData,
    its: MetricRowData,
) -> BranchScoresData | None:
    """Return the scores of the seats in two rows, or None if no chart shows scores."""
    plan = next((one for one in plans if one["role"] == "scores"), None)
    if plan is None or metrics[plan["metrics"][0]]["scope"] != "seat":
        return None
    metric = metrics[plan["metrics"][0]]
    here, there = (
        {
            seat: float(score)
            for seat, score in row["values"].get(plan["metrics"][0], {}).items()
            if score is not None
        }
        for row in (own, its)
    )
    made: BranchScoresData = {
        "title": plan["title"],
        "unit": metric["unit"],
        "here": here,
        "there": there,
    }
    if "currency" in metric:
        made["currency"] = metric["currency"]
    return made


def describe_divergence(
    here: Branch, other: Branch, parting: Divergence, at: MetricRowData | None
) -> str:
    """Return a sentence about where two branches diverge. ``at`` is that turn's row."""
    moment = f"turn {parting.turn}"
    if has_rounds(here.match) and at is not None:
        moment = f"round {at['round']}"
    if not parting.is_open:
        both = f"{quote_decision(here, parting.here)} and {quote_decision(other, parting.there)}"
        return f"At {moment} {both} diverge."
    longer, shorter, deed = (
        (here, other, parting.here) if parting.here else (other, here, parting.there)
    )
    return (
        f"{quote_decision(longer, deed)} at {moment}; {short_title(shorter)} has not reached this "
        "point."
    )


def select_charts(
    plans: Sequence[ChartPlanData],
    metrics: Mapping[str, MetricPlanData],
    first: Sequence[str],
    told: Mapping[str, str],
) -> list[ChartPlanData]:
    """Return the charts that the sentence mentions: one of seats, then one of the whole table.

    ``first`` lists the keys of preferred charts, and ``told`` maps charts to their differences.
    """
    known = [plan for plan in plans if told[plan["key"]]]
    known.sort(key=lambda plan: [*first, plan["key"]].index(plan["key"]))
    of_seats = [metrics[plan["metrics"][0]]["scope"] == "seat" for plan in known]
    ours = [plan for plan, seats in zip(known, of_seats, strict=True) if seats]
    whole = [plan for plan, seats in zip(known, of_seats, strict=True) if not seats]
    return [*ours[:1], *whole[:1]]


def find_row(rows: Sequence[MetricRowData], turn: int) -> MetricRowData | None:
    """Return the row of a turn, or the latest earlier row if the turn has none."""
    return next((row for row in reversed(rows) if row["turn"] <= turn), None)
