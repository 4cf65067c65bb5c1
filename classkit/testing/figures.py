"""Laws of figures: each says what it counts, in which unit, over which time, relative to what."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.game import Game
from classkit.engine.metrics import Metric
from classkit.frames.history import column_values

from .matches import begun, law, walk

STEPS = 60
NO_UNIT = ("a plain number", "1 if ", "in words", "by letter")
"""Phrases of which the definition of a figure without a unit must have one."""


def test_every_figure_is_defined(game: Game[Any]) -> None:
    """Check that each figure has a definition that names its unit, its window, its reference."""
    figures = (*game.metrics, *game.starting_facts)
    lacking = [what for metric in figures for what in lacks(metric)]
    assert not lacking, "\n".join(lacking)
    keys = [metric.key for metric in figures]
    assert len(set(keys)) == len(keys), f"two figures have one key: {sorted(keys)}"
    for fact in game.starting_facts:
        assert fact.window == "the opening", f"{fact.key} is a fact of the opening"


def lacks(metric: Metric) -> list[str]:
    """Return what the definition of a figure lacks, as sentences with the remedy.

    >>> worth = Metric("worth", "Worth", "$", "seat", len, "R1", "The worth in dollars.")
    >>> print(lacks(worth)[0])
    figure 'worth': the definition does not say "this moment", which is its window: The worth in \
dollars.
    """
    said, name = metric.definition, f"figure {metric.key!r}"
    if not re.fullmatch(r"[A-Z0-9].{10,}\.", said) or len(said.split()) < 4:
        return [
            f"{name} needs a definition, a sentence that says what is counted, its unit and its "
            'window, as in definition="The player\'s money at this moment, in dollars.", not '
            f"{said!r}"
        ]
    found = []
    words = spelled(said)
    if metric.unit and spelled(metric.unit) not in words:
        found.append(f"{name}: the definition does not name its unit, {metric.unit!r}: {said}")
    if not metric.unit and not any(kind in words for kind in NO_UNIT):
        kinds = ", ".join(f'"{kind.strip()}"' for kind in NO_UNIT)
        found.append(f"{name} has no unit, so its definition says what it is ({kinds}): {said}")
    if not metric.window or spelled(metric.window) not in words:
        found.append(
            f'{name}: the definition does not say "{metric.window}", which is its window: {said}'
        )
    if spelled(metric.relative_to) not in words:
        found.append(
            f'{name}: the definition does not say "{metric.relative_to}", to which it is '
            f"relative: {said}"
        )
    return found


def spelled(text: str) -> str:
    """Return a text in small letters, with the signs of units as words.

    >>> spelled("% of the opening"), spelled("$"), spelled("Percentage")
    ('per cent of the opening', 'dollars', 'per cent')
    """
    text = text.lower().replace("percentage", "per cent").replace("percent", "per cent")
    return text.replace("%", "per cent").replace("$", "dollars")


@law
@given(st.data())
def test_tables_have_one_name_for_a_figure(game: Any, data: st.DataObject) -> None:
    """Check that what a figure calls the same as a column of the tables always has its values."""
    m, chance = begun(game, data, "names")
    for _ in walk(m, chance, STEPS, last=True):
        row, metrics = m.metrics(), game.metrics_of(m.table)
        columns = {
            name: value
            for metric in metrics
            if not metric.same_as
            for name, value in column_values(metric, row[metric.key])
        }
        for metric in metrics:
            if metric.same_as:
                for name, value in column_values(metric, row[metric.key]):
                    assert name in columns, f"figure {metric.key!r}: there is no column {name!r}"
                    assert columns[name] == value, f"{metric.key!r} differs from {name!r}"


@law
@given(st.data())
def test_figures_are_there_at_every_throw(game: Any, data: st.DataObject) -> None:
    """Check that each figure has a value while the room throws its own dice, between throws too."""
    m, chance = begun(game, data, "throws", luck="by_hand")
    for _ in walk(m, chance, STEPS, last=True):
        figures = {metric.key for metric in game.metrics_of(m.table)}
        assert figures <= m.metrics().keys()
