"""Limits of amounts, with the error message for exceeding each.

Each amount that may be bought, ordered, destroyed or paid has a list of limits. The rules, the
form, the sample, the preview and the bots use the same list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from classkit.engine.moves import ANY_AMOUNT

Limit: TypeAlias = tuple[int, str]
"""Maximum, and its error message with ``most``, ``number`` and further facts."""
UNLIMITED_AMOUNT = ANY_AMOUNT.high
"""Maximum of a clause without a limit."""


def min_limit(limits: Sequence[Limit]) -> int:
    """Return the smallest of the limits, but at least 0."""
    return max(0, min(limits)[0])


def limit_refusal(limits: Sequence[Limit], number: int, **facts: Any) -> str | None:
    """Return the message of the first limit that a number exceeds, or None.

    >>> limits = [(UNLIMITED_AMOUNT, ""), (3, "At most {most} {good}, not {number}.")]
    >>> limit_refusal(limits, 5, good="oil")
    'At most 3 oil, not 5.'
    """
    for most, sentence in limits:
        if number > most:
            return sentence.format(most=most, number=number, **facts)
    return None
