"""Laws of attribution: the parts of a change sum to the change, and reveal nothing hidden."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.attribution.decomposition import (
    Decomposition,
    decompose_change,
    decompose_metric,
    find_components,
    to_fraction,
    values_by_turn,
)
from classkit.attribution.explanation import Explanation
from classkit.attribution.explanation_text import ExplanationWriter
from classkit.attribution.metric_selection import (
    MetricOfSeat,
    list_decomposable,
    race_metrics,
    resolve_metric,
)
from classkit.attribution.turning_points import turning_points
from classkit.engine.events import INSTRUCTOR, Transfer
from classkit.engine.match import Match

from .match_strategies import Setup, law, setups

MAX_TURNS, LATE_TURNS, MAX_METRICS = 400, 8, 6
MIN_TOLERANCE = Fraction(1, 100)
"""Minimum tolerance between a metric and the sum of its components. Rounding may increase it."""


def play_to_end(setup: Setup) -> Match:
    """Return a match that bots have played to its end, or for ``MAX_TURNS`` turns."""
    m = setup.new()
    while not m.is_over and m.turn < MAX_TURNS:
        m.play(until="round", bots=setup.players)
    return m


def sample_metrics(m: Match, data: st.DataObject, viewer: str | None) -> list[MetricOfSeat]:
    """Return a sample of the metrics whose changes the viewer may decompose."""
    figures = list_decomposable(m, viewer)
    if not figures:
        return []
    chosen = st.lists(st.sampled_from(range(len(figures))), max_size=MAX_METRICS, unique=True)
    return [figures[at] for at in data.draw(chosen)]


@law
@given(st.data())
def test_a_metric_is_the_sum_of_its_components(game: Any, data: st.DataObject) -> None:
    """Check metrics with components at the end of each turn."""
    m = play_to_end(data.draw(setups(game)))
    races = [metric.key for metric in race_metrics(m, INSTRUCTOR).values()]
    raced = [one for one in list_decomposable(m, INSTRUCTOR) if one.metric.key in races]
    for figure in [*raced, *sample_metrics(m, data, INSTRUCTOR)]:
        if figure.metric.made_of is not None:
            check_components(m, figure)


def check_components(m: Match, figure: MetricOfSeat) -> None:
    """Check that a metric equals the total of its components after each turn, up to rounding."""
    turns = [row["turn"] for row in m.history]
    totals = m.map_turn_ends(
        lambda table: Fraction(find_components(figure, table).total), turns[0], turns[-1]
    )
    values = {row["turn"]: figure.get_value(row) for row in m.history}
    digits = max(len(str(value).partition(".")[2]) for value in values.values())
    rounding = max(MIN_TOLERANCE, Fraction(1, 2 * 10**digits))
    for turn, value in values.items():
        assert not isinstance(value, str), f"{figure} is text, so it cannot have components"
        assert abs(totals[turn] - to_fraction(value)) <= rounding, (
            f"{figure} is {value} at the end of turn {turn}, but its made_of sums to "
            f"{float(totals[turn])}"
        )


@law
@given(st.data())
def test_each_expression_comes_to_its_value(game: Any, data: st.DataObject) -> None:
    """Check all metrics that expressions declare, in a match's last state.

    The terms must sum to the value, and the fast function for all seats must return each value.
    """
    m = play_to_end(data.draw(setups(game)))
    row = m.present_row()
    for figure in list_decomposable(m, INSTRUCTOR):
        expression = figure.metric.expression
        if expression is None:
            continue
        unknown = {*expression.events} - {*game.words.events}
        assert not unknown, f"{figure}: unknown events {unknown}"
        if expression.read_seats and figure.seat is not None:
            fast = expression.read_seats(m.table)[figure.seat]
            assert fast == expression.value(m.table, figure.seat), figure
        value = figure.get_value(row)
        if expression.components is None or isinstance(value, str):
            continue
        digits = len(str(value).partition(".")[2])
        rounding = max(MIN_TOLERANCE, Fraction(1, 2 * 10**digits))
        total = Fraction(find_components(figure, m.table).total)
        assert abs(total - to_fraction(value)) <= rounding, (
            f"{figure} is {value}, but its terms sum to {float(total)}"
        )


@law
@given(st.data())
def test_a_change_is_the_sum_of_its_parts(game: Any, data: st.DataObject) -> None:
    """Check changes of races and some other metrics, turn by turn and over the whole match."""
    m = play_to_end(data.draw(setups(game)))
    viewer = data.draw(st.sampled_from([None, INSTRUCTOR]))
    raced = [
        MetricOfSeat(metric, seat)
        for metric in race_metrics(m, viewer).values()
        for seat in m.seats
    ]
    for figure in [*raced, *sample_metrics(m, data, viewer)]:
        check_decompositions(m, figure, viewer)


def check_decompositions(m: Match, figure: MetricOfSeat, viewer: str | None) -> None:
    """Check that parts sum to the change, are in the ledger, and have a description."""
    resolve_metric(m, figure.metric.key, figure.seat, viewer, figure.part)
    values = values_by_turn(m, figure, viewer)
    teller = ExplanationWriter(m, m.say(), viewer)
    turns = sorted(values)
    late, ledger = list(pairwise(turns))[-LATE_TURNS:], Counter(m.as_seen_by(viewer).view.ledger)
    for since, turn in [*late, (turns[0], turns[-1])]:
        split = decompose_change(m, figure, since, turn, values, viewer)
        assert sum(to_fraction(part.amount) for part in split.parts) == to_fraction(split.change)
        away = to_fraction(split.after) - to_fraction(split.before) - to_fraction(split.change)
        assert abs(away) <= Fraction(1, 10**split.digits)
        check_part_lines(split, ledger, hides=viewer != INSTRUCTOR)
        shown = Explanation(split, teller).data
        assert shown["head"] and all(part["text"] for part in shown["parts"])


def check_part_lines(split: Decomposition, ledger: Counter[Transfer], hides: bool) -> None:
    """Check that each line of a part is a ledger row that the viewer can see.

    Within one change, a row occurs at most once in each term of a derived metric, and at most once
    in all other parts together. If the game ``hides`` nothing, every part must be explained.
    """
    told_all = split.metric.made_of is not None and not hides
    for part in split.parts:
        assert not (told_all and part.kind == "rest" and not part.name), f"nothing explains {part}"
        assert all(split.since < line.turn <= split.turn for line in part.lines)
    terms = [part.lines for part in split.parts if part.kind == "term"]
    others = [line for part in split.parts if part.kind != "term" for line in part.lines]
    for lines in (*terms, others):
        told = Counter(line.transfer for line in lines if line.transfer is not None)
        assert told <= ledger, "a part has a line that is not in the ledger"


@law
@given(st.data())
def test_a_change_explained_by_events_names_one(game: Any, data: st.DataObject) -> None:
    """Check that each change of a metric with ``told_by`` has one of these events in its turn."""
    m = play_to_end(data.draw(setups(game)))
    turns, teller = (
        [row["turn"] for row in m.history],
        ExplanationWriter(m, m.say(), INSTRUCTOR),
    )
    for figure in list_decomposable(m, INSTRUCTOR):
        metric = figure.metric
        if metric.made_of is not None or not metric.told_by:
            continue
        split = decompose_metric(m, metric.key, figure.seat, turns[-1], turns[0], part=figure.part)
        assert sum(to_fraction(part.amount) for part in split.parts) == to_fraction(split.change)
        for part in split.parts:
            told = teller.event_sentence(split, part)
            assert not told.endswith("not told by any event"), f"{figure}: {told}"


@law
@given(st.data())
def test_turning_points_say_who_moved_by_how_much(game: Any, data: st.DataObject) -> None:
    """Check the change and the sentence of each turning point."""
    m = play_to_end(data.draw(setups(game)))
    if not m.is_over:
        return
    for viewer in (None, INSTRUCTOR, m.seats[0]):
        for point in turning_points(m, m.say(), viewer):
            rows = {row["turn"]: row for row in m.history}
            figure = rows[point.turn][point.figure]
            assert point.score == (figure[point.seat] if point.seat else figure)
            assert point.text.endswith((".", "…"))
            if point.split is not None and point.split.change:
                assert point.change == point.split.change
                if point.seat:  # otherwise, a metric of the table, which events explain
                    name = m.say().seat(point.seat)
                    told = f"{name} {'gains' if point.change > 0 else 'loses'} " in point.text
                    assert told or "finish" in point.text  # the seat cannot win
