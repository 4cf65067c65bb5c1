"""Limits: the most that a clause allows of something, and the sentence for whoever asks for more.

What may be bought, ordered, destroyed or paid is a list of them each. The law, the form, the
sample, the preview and the bots read the same list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from classkit.engine.moves import ANY_AMOUNT

Limit: TypeAlias = tuple[int, str]
"""The most, and the sentence, which may name ``most``, ``number`` and facts given."""
ANY = ANY_AMOUNT.high
"""The most where a clause sets no limit."""


def least(limits: Sequence[Limit]) -> int:
    """Return what the tightest of these limits allows; 0 if that is less than nothing."""
    return max(0, min(limits)[0])


def refused(limits: Sequence[Limit], number: int, **facts: Any) -> str | None:
    """Return the sentence of the first limit that a number is beyond; None if there is none.

    >>> refused([(ANY, ""), (3, "At most {most} {good}, not {number}.")], 5, good="oil")
    'At most 3 oil, not 5.'
    """
    for most, sentence in limits:
        if number > most:
            return sentence.format(most=most, number=number, **facts)
    return None
