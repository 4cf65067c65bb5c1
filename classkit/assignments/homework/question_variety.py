"""Variety of homework: counts the different questions in a class, and warns if there are few."""

from __future__ import annotations

from classkit.engine.match import Match
from classkit.engine.rulebook_text import format_count

from .counterfactual import WHAT_IF_KEY
from .homework_sheet import Homework
from .question_finders import REASON_KEY

NAME_COUNT = 60
"""Number of names used as a sample when counting different questions."""
MIN_VARIANTS, MIN_WHAT_IF_VARIANTS = 5, 8
"""Minimum numbers of different questions and of different what-if questions for thirty students."""


def describe_low_variety(match: Match) -> str:
    """Return a warning about questions that many students share, or ""."""
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
        "In a class of thirty, many students will get the same question, because this match yields "
        "only "
        f"{what}. Use {other} match, preferably with 40 turns or more and with more seats."
    )


def count_variants(match: Match) -> dict[str, int]:
    """Count the different questions for ``NAME_COUNT`` names, by question key.

    The reason question is omitted, because it depends on the what-if question.
    """
    texts: dict[str, set[str]] = {}
    for number in range(NAME_COUNT):
        work = Homework(match, format_count(number, "name"))
        for key in work.questions:
            if key != REASON_KEY:
                texts.setdefault(key, set()).add(work.ask(key).text)
    return {key: len(some) for key, some in texts.items()}
