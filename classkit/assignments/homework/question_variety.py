"""Variety of a homework: how many different questions a class gets, and a warning if few."""

from __future__ import annotations

from classkit.engine.match import Match
from classkit.engine.rulebook_text import format_count

from .counterfactual import WHAT_IF_KEY
from .homework_sheet import Homework
from .question_finders import REASON_KEY

NAME_COUNT = 60
"""Number of names for which questions are drawn to count them."""
MIN_VARIANTS, MIN_WHAT_IF_VARIANTS = 5, 8
"""Number of different questions that are enough for thirty students, and of what-if questions."""


def describe_low_variety(match: Match) -> str:
    """Return a warning on questions that many students share; empty if there are none."""
    few = []
    for key, number in count_variants(match).items():
        if number < (MIN_WHAT_IF_VARIANTS if key == WHAT_IF_KEY else MIN_VARIANTS):
            few.append(f"{number} of “{key}”")
    if not few:
        return ""
    what, other = (
        match.say(False).format_list(few),
        "another" if match.is_over else "a longer",
    )
    return (
        f"In a class of thirty many students get the same question: this match gives only {what}. "
        f"More is found in {other} match, best of 40 turns or more and with more seats."
    )


def count_variants(match: Match) -> dict[str, int]:
    """Return key -> the number of different questions that ``NAME_COUNT`` names get.

    The reason question is left out, since it depends on the what-if question.
    """
    texts: dict[str, set[str]] = {}
    for number in range(NAME_COUNT):
        work = Homework(match, format_count(number, "name"))
        for key in work.questions:
            if key != REASON_KEY:
                texts.setdefault(key, set()).add(work.ask(key).text)
    return {key: len(some) for key, some in texts.items()}
