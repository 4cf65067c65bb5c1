"""Labels of choices: form options and amounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.moves import Answer
from classkit.engine.rulebook_text import TextFormatter, humanize_name


def option_label(say: TextFormatter, decision: str, value: Any) -> str:
    if not isinstance(value, str):
        return f"{value:,}" if isinstance(value, int) else str(value)
    if value in say.seats or value in say.spaces:
        return say.seats.get(value) or say.spaces[value]
    words = say.words
    if value in words.moves:  # an option has the same label in every decision
        return say.move_label("", value)
    if f"{decision}.{value}" in words.moves:
        return say.move_label(decision, value)
    if value in words.accounts:
        return say.account(value) or humanize_name(value)
    return say.field_label(value) if value in words.fields else humanize_name(value)


def format_quantity(say: TextFormatter, amount: int | float, unit: str) -> str:
    """Format an amount with its unit."""
    return say.format_quantity(amount, unit)


def format_transfer(say: TextFormatter, unit: str, amount: int) -> str:
    """Return what a ledger row transferred: an amount, or the title of a single item.

    >>> from classkit.engine.rulebook_text import Words
    >>> words = Words(units={"gold": "gold"})
    >>> say = TextFormatter(spaces={"e2": "Cinema", "gold": "Gold"}, words=words)
    >>> format_transfer(say, "e2", 1), format_transfer(say, "gold", 1)
    ('Cinema', '1 gold')
    """
    thing = say.thing_name(unit) if amount == 1 else ""
    return thing or format_quantity(say, amount, unit)


def answer_label(say: TextFormatter, decision: str, answer: Answer) -> str:
    """Return an answer in words: the label of its move and the values of its fields."""
    label = say.move_label(decision, answer.move)
    fields = [f"{say.field_label(name)}: {value_label(say, decision, value)}"
              for name, value in answer.fields.items()]  # fmt: skip
    return f"{label} ({'; '.join(fields)})" if fields else label


def value_label(say: TextFormatter, decision: str, value: Any) -> str:
    """Return the value of a field in words."""
    if isinstance(value, Mapping):
        inside = [f"{say.field_label(name)} {value_label(say, decision, item)}"
                  for name, item in value.items() if item]  # fmt: skip
        return ", ".join(inside) or "nothing"
    if isinstance(value, (list, tuple)):
        parts = [
            value_label(say, decision, item)
            if isinstance(item, Mapping)
            else option_label(say, decision, item)
            for item in value
        ]
        return (
            "; ".join(parts) if any("," in part for part in parts) else ", ".join(parts) or "none"
        )
    return option_label(say, decision, value)
