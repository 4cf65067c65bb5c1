"""The labels of choices: options of a form and amounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.moves import Answer
from classkit.engine.words import Say, plain_words

MONEY = frozenset({"$", "dollars", "money"})


def option_label(say: Say, decision: str, value: Any) -> str:
    """Return the label of one option of a form."""
    if not isinstance(value, str):
        return f"{value:,}" if isinstance(value, int) else str(value)
    if value in say.seats or value in say.spaces:
        return say.seats.get(value) or say.spaces[value]
    if f"{decision}.{value}" in say.words.moves or value in say.words.moves:
        return say.move(decision, value)
    words = say.words
    known = say.account(value) if value in words.accounts else words.fields.get(value)
    return known or plain_words(value)


def quantity(say: Say, amount: int | float, unit: str) -> str:
    """An amount with its unit.

    >>> quantity(Say(), 120000, "dollars"), quantity(Say(), 3, "bonds"), quantity(Say(), 7, "")
    ('$120,000', '3 bonds', '7')
    >>> quantity(Say(), 262.95, "$"), quantity(Say(), -0.5, "$")
    ('$262.95', '-$0.50')
    """
    if unit in MONEY or unit == say.currency:
        if isinstance(amount, int):
            return say.money(amount)
        return f"{'-' if amount < 0 else ''}{say.currency}{abs(amount):,.2f}"
    text = f"{amount:,}" if isinstance(amount, int) else f"{amount:,.2f}".rstrip("0").rstrip(".")
    if unit == "%":
        return f"{text}%"
    return f"{text} {say.unit(unit, amount)}" if unit else text


def moved(say: Say, unit: str, amount: int) -> str:
    """Return what a row of the ledger moved: an amount, or the title of a single thing."""
    if amount == 1 and unit in say.spaces:
        return say.space(unit)
    return quantity(say, amount, unit)


def answer_label(say: Say, decision: str, answer: Answer) -> str:
    """An answer in words: the label of its move, and the values of its fields."""
    label = say.move(decision, answer.move)
    fields = [f"{say.field(name)}: {value_label(say, decision, value)}"
              for name, value in answer.fields.items()]  # fmt: skip
    return f"{label} ({'; '.join(fields)})" if fields else label


def value_label(say: Say, decision: str, value: Any) -> str:
    """The value of a field in words."""
    if isinstance(value, Mapping):
        inside = [f"{say.field(name)} {value_label(say, decision, item)}"
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
