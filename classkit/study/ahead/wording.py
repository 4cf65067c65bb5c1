"""The words of a comparison of answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.words import Say, how_many

from .arguments import metrics_of
from .differences import Compared


def labels_of(match: Match, outcome: str) -> tuple[str, str]:
    """Return the label of an outcome, and its unit."""
    if outcome == "win":
        return "Wins", ""
    if outcome == "score":
        return "Score", match.standings()[0].unit
    metric = metrics_of(match)[outcome]
    return metric.label, metric.unit


def amount_in_words(value: float, unit: str, say: Say) -> str:
    """Write an amount with its unit, rounded as suits a mean.

    >>> amounts = ((120_000.4, "$"), (3.256, "points"), (41.2, ""))
    >>> [amount_in_words(value, unit, Say()) for value, unit in amounts]
    ['$120,000', '3.26 points', '41.2']
    """
    if isnan(value):
        return "no figure"
    if unit in ("$", "dollars", "money", say.currency) and abs(value) >= 100:
        return say.money(round(value))
    places = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    text = f"{value:,.{places}f}"
    if unit in ("$", "dollars", "money", say.currency):
        return f"-{say.currency}{text[1:]}" if value < 0 else f"{say.currency}{text}"
    if unit == "%":
        return f"{text}%"
    return f"{text} {say.unit(unit, value)}" if unit else text


def given_up(found: Sequence[Compared], say: Say, seat: str, decision: str, amount: Any) -> str:
    """Say in a sentence what the answer that was made gave up against the best one."""
    chosen = next((one for one in found if one.made), None)
    if chosen is None:
        return ""
    who = say.seat(seat)
    own = answer_words(say, decision, chosen.answer)
    among = f"in {how_many(chosen.n, 'future')}"
    if all(one.difference == 0 for one in found):
        return f"Which of these answers {who} gives makes no difference {among}."
    if chosen.difference == 0:
        return f"None of these answers does better than {who}'s “{own}” {among}."
    best = answer_words(say, decision, found[0].answer)
    loss, error = amount(-chosen.difference), amount(chosen.difference_error)
    told = f"By “{own}” {who} gave up {loss} ± {error} against “{best}”"
    if chosen.is_telling:
        return f"{told}."
    return f"{told}: that may well be luck."


def answer_words(say: Say, decision: str, answer: Answer) -> str:
    """Write an answer in words, with the values of its fields."""
    label = say.move(decision, answer.move)
    fields = [f"{say.field(key)}: {value_in_words(value)}" for key, value in answer.fields.items()]
    return f"{label} ({'; '.join(fields)})" if fields else label


def value_in_words(value: Any) -> str:
    """Write the value of a field as text."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {value_in_words(one)}" for name, one in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(value_in_words, value)) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)
