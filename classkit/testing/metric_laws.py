"""Laws of metrics: each definition names the counted quantity, unit, window and reference."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.currency import DOLLAR, Currency
from classkit.engine.game import Game
from classkit.engine.metrics import Metric
from classkit.frames.history_tables import column_values

from .match_strategies import begin_match, law, walk_randomly

STEPS = 60
UNITLESS_PHRASES = ("a plain number", "1 if ", "in words", "by letter")
"""Phrases that show the kind of value. A metric without a unit needs one in its definition."""


def test_every_metric_is_defined(game: Game[Any]) -> None:
    """Check that the definition of each metric names its unit, window and reference."""
    figures = (*game.metrics, *game.starting_facts)
    lacking = [what for one in figures for what in find_definition_gaps(one, game.currency)]
    assert not lacking, "\n".join(lacking)
    keys = [metric.key for metric in figures]
    assert len(set(keys)) == len(keys), f"two metrics have the same key: {sorted(keys)}"
    for fact in game.starting_facts:
        assert fact.window == "the opening", f'the window of {fact.key} must be "the opening"'


def find_definition_gaps(metric: Metric, currency: Currency = DOLLAR) -> list[str]:
    """Return the gaps in the definition of a metric, as sentences.

    >>> worth = Metric("worth", "Worth", "$", "seat", len, "R1", "The worth in dollars.")
    >>> print(find_definition_gaps(worth)[0])
    metric 'worth': the definition does not say "this moment", which is its window: The worth in \
dollars.
    """
    said, name = metric.definition, f"metric {metric.key!r}"
    if not re.fullmatch(r"[A-Z0-9].{10,}\.", said) or len(said.split()) < 4:
        return [
            f"{name} needs a definition, a sentence that says what is counted, its unit and its "
            f'window, as in definition="The money at this moment, in {currency.many}.", not '
            f"{said!r}"
        ]
    found = []
    words = spell_units(said, currency)
    if metric.unit and spell_units(metric.unit, currency) not in words:
        found.append(f"{name}: the definition does not name its unit, {metric.unit!r}: {said}")
    if not metric.unit and not any(kind in words for kind in UNITLESS_PHRASES):
        kinds = ", ".join(f'"{kind.strip()}"' for kind in UNITLESS_PHRASES)
        found.append(f"{name} has no unit, so its definition must say its kind ({kinds}): {said}")
    if not metric.window or spell_units(metric.window) not in words:
        found.append(
            f'{name}: the definition does not say "{metric.window}", which is its window: {said}'
        )
    if spell_units(metric.relative_to) not in words:
        found.append(
            f'{name}: the definition does not say "{metric.relative_to}", to which it is '
            f"relative: {said}"
        )
    return found


def spell_units(text: str, currency: Currency = DOLLAR) -> str:
    """Return a text in lower case. Unit symbols become words.

    >>> spell_units("% of the opening"), spell_units("$"), spell_units("Percentage")
    ('per cent of the opening', 'dollars', 'per cent')
    """
    text = text.lower().replace("percentage", "per cent").replace("percent", "per cent")
    text = text.replace("%", "per cent")
    return text.replace(currency.lower(), currency.many.lower()) if currency else text


@law
@given(st.data())
def test_all_exports_have_one_name_for_a_metric(game: Any, data: st.DataObject) -> None:
    """Check that a metric with ``same_as`` always equals that column."""
    m, chance = begin_match(game, data, "names")
    for _ in walk_randomly(m, chance, STEPS, last=True):
        row, metrics = m.metrics(), game.active_metrics(m.table)
        columns = {
            name: value
            for metric in metrics
            if not metric.same_as
            for name, value in column_values(metric, row[metric.key])
        }
        for metric in metrics:
            if metric.same_as:
                for name, value in column_values(metric, row[metric.key]):
                    assert name in columns, f"metric {metric.key!r}: there is no column {name!r}"
                    assert columns[name] == value, f"{metric.key!r} differs from {name!r}"


@law
@given(st.data())
def test_metrics_exist_at_every_roll(game: Any, data: st.DataObject) -> None:
    """Check that each metric has a value at every step, even if dice are entered by hand."""
    m, chance = begin_match(game, data, "throws", luck="by_hand")
    for _ in walk_randomly(m, chance, STEPS, last=True):
        figures = {metric.key for metric in game.active_metrics(m.table)}
        assert figures <= m.metrics().keys()
