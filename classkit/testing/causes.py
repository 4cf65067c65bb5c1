"""Laws of causes: a change is split into parts that sum to it, and nobody learns more from them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.causes.figures import Figure, figure_asked, figures_told, race_figures
from classkit.causes.shown import Why
from classkit.causes.split import Split, exact, makeup_of, split_between, split_of, values_of
from classkit.causes.turning import turning_points
from classkit.causes.words import Teller
from classkit.engine.log import INSTRUCTOR, Transfer
from classkit.engine.match import Match

from .matches import Setup, law, setups

MOST_TURNS, FEW_TURNS, FEW_FIGURES = 400, 8, 6
ROUNDING = Fraction(1, 100)
"""The least tolerance between a figure and the sum of its parts; coarser rounding allows more."""


def played_out(setup: Setup) -> Match:
    """Return a match that bots have played to its end, or for ``MOST_TURNS`` turns."""
    m = setup.new()
    while not m.is_over and m.turn < MOST_TURNS:
        m.play(until="round", bots=setup.players)
    return m


def some_figures(m: Match, data: st.DataObject, viewer: str | None) -> list[Figure]:
    """Return a few of the figures that the viewer may have split."""
    figures = figures_told(m, viewer)
    if not figures:
        return []
    chosen = st.lists(st.sampled_from(range(len(figures))), max_size=FEW_FIGURES, unique=True)
    return [figures[at] for at in data.draw(chosen)]


@law
@given(st.data())
def test_a_figure_is_the_sum_of_what_it_is_made_of(game: Any, data: st.DataObject) -> None:
    """Check at the end of each turn figures for which a game says of what they are made."""
    m = played_out(data.draw(setups(game)))
    races = [metric.key for metric in race_figures(m, INSTRUCTOR).values()]
    raced = [one for one in figures_told(m, INSTRUCTOR) if one.metric.key in races]
    for figure in [*raced, *some_figures(m, data, INSTRUCTOR)]:
        if figure.metric.made_of is not None:
            check_makeup(m, figure)


def check_makeup(m: Match, figure: Figure) -> None:
    """Check that a figure equals the total of its makeup after each turn, up to rounding."""
    turns = [row["turn"] for row in m.history]
    totals = m.at_ends_of_turns(
        lambda table: Fraction(makeup_of(figure, table).total), turns[0], turns[-1]
    )
    values = {row["turn"]: figure.of(row) for row in m.history}
    digits = max(len(str(value).partition(".")[2]) for value in values.values())
    rounding = max(ROUNDING, Fraction(1, 2 * 10**digits))
    for turn, value in values.items():
        assert not isinstance(value, str), f"{figure} is in words, and made of nothing"
        assert abs(totals[turn] - exact(value)) <= rounding, (
            f"{figure} is {value} at the end of turn {turn}, and its made_of comes to "
            f"{float(totals[turn])}"
        )


@law
@given(st.data())
def test_a_change_is_the_sum_of_its_parts(game: Any, data: st.DataObject) -> None:
    """Check splits of races and some other figures, turn by turn and over the whole match."""
    m = played_out(data.draw(setups(game)))
    viewer = data.draw(st.sampled_from([None, INSTRUCTOR]))
    raced = [
        Figure(metric, seat) for metric in race_figures(m, viewer).values() for seat in m.seats
    ]
    for figure in [*raced, *some_figures(m, data, viewer)]:
        check_splits(m, figure, viewer)


def check_splits(m: Match, figure: Figure, viewer: str | None) -> None:
    """Check that parts sum to the change, that the ledger has them, and that all have words."""
    figure_asked(m, figure.metric.key, figure.seat, viewer, figure.part)
    values = values_of(m, figure, viewer)
    teller = Teller(m, m.say(), viewer)
    turns = sorted(values)
    late, ledger = list(pairwise(turns))[-FEW_TURNS:], Counter(m.view_shown(viewer).ledger)
    for since, turn in [*late, (turns[0], turns[-1])]:
        split = split_between(m, figure, since, turn, values, viewer)
        assert sum(exact(part.amount) for part in split.parts) == exact(split.change)
        away = exact(split.after) - exact(split.before) - exact(split.change)
        assert abs(away) <= Fraction(1, 10**split.digits)
        check_parts(split, ledger, hides=viewer != INSTRUCTOR)
        shown = Why(split, teller).shown
        assert shown["head"] and all(part["text"] for part in shown["parts"])


def check_parts(split: Split, ledger: Counter[Transfer], hides: bool) -> None:
    """Check that each line of a part is a row of the viewer's own ledger.

    Within one change a row occurs at most once: in each term of a calculated figure, and in all
    other parts together. Nothing may be left unexplained, unless the game ``hides`` something.
    """
    told_all = split.metric.made_of is not None and not hides
    for part in split.parts:
        assert not (told_all and part.kind == "rest" and not part.name), (
            f"{part} is told by nothing"
        )
        assert all(split.since < line.turn <= split.turn for line in part.lines)
    terms = [part.lines for part in split.parts if part.kind == "term"]
    others = [line for part in split.parts if part.kind != "term" for line in part.lines]
    for lines in (*terms, others):
        told = Counter(line.transfer for line in lines if line.transfer is not None)
        assert told <= ledger, "a part has a line that the ledger does not show"


@law
@given(st.data())
def test_a_change_that_events_tell_is_told_by_one(game: Any, data: st.DataObject) -> None:
    """Check figures with ``told_by``: in each turn in which one changes, such an event is told."""
    m = played_out(data.draw(setups(game)))
    turns, teller = [row["turn"] for row in m.history], Teller(m, m.say(), INSTRUCTOR)
    for figure in figures_told(m, INSTRUCTOR):
        metric = figure.metric
        if metric.made_of is not None or not metric.told_by:
            continue
        split = split_of(m, metric.key, figure.seat, turns[-1], turns[0], part=figure.part)
        assert sum(exact(part.amount) for part in split.parts) == exact(split.change)
        for part in split.parts:
            told = teller.told(split, part)
            assert not told.endswith("not told by any event"), f"{figure}: {told}"


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
