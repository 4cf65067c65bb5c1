"""Limits: the most that a clause allows of something, and the sentence for whoever asks for more.

Each amount that may be bought, ordered, destroyed or paid has a list of limits. The law, the form,
the sample, the preview and the bots read the same list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from classkit.engine.moves import ANY_AMOUNT

Limit: TypeAlias = tuple[int, str]
"""The most, and the refusal, in which ``most``, ``number`` and further facts may stand."""
ANY = ANY_AMOUNT.high
"""The most where a clause sets no limit."""


def least(limits: Sequence[Limit]) -> int:
    """Return the most that all these limits allow, but never less than 0."""
    return max(0, min(limits)[0])


def refused(limits: Sequence[Limit], number: int, **facts: Any) -> str | None:
    """Return the refusal of the first limit that a number exceeds; None if it exceeds none.

    >>> refused([(ANY, ""), (3, "At most {most} {good}, not {number}.")], 5, good="oil")
    'At most 3 oil, not 5.'
    """
    for most, sentence in limits:
        if number > most:
            return sentence.format(most=most, number=number, **facts)
    return None
