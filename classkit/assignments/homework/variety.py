"""How many different questions a class gets of each kind, and what to tell the teacher of it."""

from __future__ import annotations

from classkit.engine.match import Match
from classkit.engine.words import how_many

from .counterfactual import WHAT_IF
from .finders import REASON
from .work import Homework

NAMES = 60
"""The names for which questions are drawn to count them."""
ENOUGH, OF_DECISIONS = 5, 8
"""The different questions of a kind that are enough for thirty students, and of what-if."""


def too_alike(match: Match) -> str:
    """Say of which questions so few are found that many students have the same; else empty."""
    few = []
    for key, number in different(match).items():
        if number < (OF_DECISIONS if key == WHAT_IF else ENOUGH):
            few.append(f"{number} of “{key}”")
    if not few:
        return ""
    what, other = match.say(False).listing(few), "another" if match.is_over else "a longer"
    return (
        f"In a class of thirty many students get the same question: this match gives only {what}. "
        f"More is found in {other} match, best of 40 turns or more and with more seats."
    )


def different(match: Match) -> dict[str, int]:
    """Return how many different questions of each kind so many names get.

    The reason is left out: it goes with the what-if.
    """
    texts: dict[str, set[str]] = {}
    for number in range(NAMES):
        work = Homework(match, how_many(number, "name"))
        for key in work.questions:
            if key != REASON:
                texts.setdefault(key, set()).add(work.ask(key).text)
    return {key: len(some) for key, some in texts.items()}
