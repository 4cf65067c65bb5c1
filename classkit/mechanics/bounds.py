"""Limits on amounts, and error messages for exceeding them.

A game defines one list of limits for each amount that can be bought, ordered, destroyed or paid.
The rules, the form, the random sample, the preview and the bots all use this list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from classkit.engine.moves import ANY_AMOUNT

Limit: TypeAlias = tuple[int, str]
"""Maximum, and an error message with the placeholders ``most``, ``number`` and other facts."""
UNLIMITED_AMOUNT = ANY_AMOUNT.high
"""Maximum for a clause that does not set a limit."""


def min_limit(limits: Sequence[Limit]) -> int:
    """Return the smallest of the limits, or 0 if it is negative."""
    return max(0, min(limits)[0])


def limit_refusal(limits: Sequence[Limit], number: int, **facts: Any) -> str | None:
    """Return the message for the first limit that a number exceeds, or None.

    >>> limits = [(UNLIMITED_AMOUNT, ""), (3, "At most {most} {good}, not {number}.")]
    >>> limit_refusal(limits, 5, good="oil")
    'At most 3 oil, not 5.'
    """
    for most, sentence in limits:
        if number > most:
            return sentence.format(most=most, number=number, **facts)
    return None
