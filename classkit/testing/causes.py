"""Laws of causes: a change is split into parts that sum to it, and nobody learns more from them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.causes.figures import figure_asked, race_figures
from classkit.causes.shown import Why
from classkit.causes.split import Split, exact, makeup_of, split_between, split_of, values_of
from classkit.causes.turning import turning_points
from classkit.causes.words import Teller
from classkit.engine.log import INSTRUCTOR, Transfer
from classkit.engine.match import Match
from classkit.engine.metrics import Metric

from .matches import Setup, law, setups

MOST_TURNS, FEW_TURNS = 400, 8
ROUNDING = Fraction(1, 100)
"""How far a figure may lie from the sum of what it is made of."""


def played_out(setup: Setup) -> Match:
    """Return a match that bots have played to its end, or far enough."""
    m = setup.new()
    while not m.is_over and m.turn < MOST_TURNS:
        m.play(until="round", bots=setup.players)
    return m


@law
@given(st.data())
def test_a_figure_is_the_sum_of_what_it_is_made_of(game: Any, data: st.DataObject) -> None:
    """Check at the end of each turn the figures for which a game declares a makeup."""
    m = played_out(data.draw(setups(game)))
    for metric in m.game.metrics_of(m.table):
        if metric.made_of is None:
            continue
        for seat in m.seats if metric.scope == "seat" else (None,):
            check_makeup(m, metric, seat)


def check_makeup(m: Match, metric: Metric, seat: str | None) -> None:
    """Check that a figure is what its makeup comes to, turn by turn."""
    turns = [row["turn"] for row in m.history]
    totals = m.at_ends_of_turns(
        lambda table: Fraction(makeup_of(metric, table, seat).total), turns[0], turns[-1]
    )
    for row in m.history:
        value = row[metric.key] if seat is None else row[metric.key][seat]
        away = abs(totals[row["turn"]] - exact(value or 0))
        assert away <= ROUNDING, (
            f"figure {metric.key!r} of {seat} is {value} at the end of turn {row['turn']}, and its "
            f"made_of comes to {float(totals[row['turn']])}"
        )


@law
@given(st.data())
def test_a_change_is_the_sum_of_its_parts(game: Any, data: st.DataObject) -> None:
    """Check the split of each race, turn by turn and over the whole match, as everybody sees it."""
    m = played_out(data.draw(setups(game)))
    for metric in race_figures(m, None).values():
        for seat in m.seats:
            check_splits(m, metric, seat, None)


def check_splits(m: Match, metric: Metric, seat: str, viewer: str | None) -> None:
    """Check that parts sum to the change, that the ledger has them, and that all have words."""
    figure_asked(m, metric.key, seat, viewer)
    values = values_of(m, metric, seat, viewer)
    teller = Teller(m, m.say(), viewer)
    turns = sorted(values)
    late, ledger = list(pairwise(turns))[-FEW_TURNS:], Counter(m.view_shown(viewer).ledger)
    for since, turn in [*late, (turns[0], turns[-1])]:
        split = split_between(m, metric, seat, since, turn, values, viewer)
        assert sum(exact(part.amount) for part in split.parts) == exact(split.change)
        assert exact(values[turn]) - exact(values[since]) == exact(split.change)
        check_parts(split, ledger)
        shown = Why(split, teller).shown
        assert shown["head"] and all(part["text"] for part in shown["parts"])


def check_parts(split: Split, ledger: Counter[Transfer]) -> None:
    """Check that each line of a part is a row of the viewer's own ledger, and each but once."""
    told_all = split.metric.made_of is not None
    for part in split.parts:
        assert not (told_all and part.kind == "rest"), f"{part} is told by nothing"
        assert all(split.since < line.turn <= split.turn for line in part.lines)
    lines = [line for part in split.parts for line in part.lines]
    told = Counter(line.transfer for line in lines if line.transfer is not None)
    assert told <= ledger, "a part has a line that the ledger does not show"


@law
@given(st.data())
def test_a_change_that_events_tell_is_told_by_one(game: Any, data: st.DataObject) -> None:
    """Check figures with ``told_by``: in each turn in which one changes, such an event is told."""
    m = played_out(data.draw(setups(game)))
    turns, teller = [row["turn"] for row in m.history], Teller(m, m.say(), INSTRUCTOR)
    for metric in m.game.metrics_of(m.table):
        if metric.made_of is not None or not metric.told_by:
            continue
        for seat in m.seats if metric.scope == "seat" else (None,):
            split = split_of(m, metric.key, seat, turns[-1], turns[0])
            assert sum(exact(part.amount) for part in split.parts) == exact(split.change)
            for part in split.parts:
                told = teller.told(split, part)
                assert not told.endswith("not told by any event"), f"{metric.key} of {seat}: {told}"


@law
@given(st.data())
def test_turning_points_say_who_moved_by_how_much(game: Any, data: st.DataObject) -> None:
    """Check that each gives a change of its figure as it was, and ends a sentence."""
    m = played_out(data.draw(setups(game)))
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
                if point.seat:  # else it is a figure of the table, told by its events
                    name = m.say().seat(point.seat)
                    told = f"{name} {'gains' if point.change > 0 else 'loses'} " in point.text
                    assert told or f"in the end {name} has " in point.text  # it was barred
