"""Why a figure changed: the true split of the change, to be told from other causes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from classkit.assignments.answers import Name
from classkit.assignments.question import Question
from classkit.causes.split import Part, Split, split_of
from classkit.causes.words import Teller
from classkit.engine.log import INSTRUCTOR

from .past import Past

LETTERS = ("a", "b", "c", "d")
"""The letters of the causes."""
STRETCHES = 4
"""The stretches of a match that are asked about, one after the other."""
AHEAD = 1.1
"""How many times as large as any other part the true cause is."""
LOOK = "Add up what moved for each reason, and what is only worth more or less."


def splits(past: Past) -> list[Split]:
    """Return the changes of the score of each seat over several stretches of the match."""
    if past.splits is None:
        past.splits = list(split_up(past))
    found: list[Split] = past.splits
    return found


def split_up(past: Past) -> Iterator[Split]:
    """Split these changes."""
    if past.score is None or past.score.key in past.match.game.now_only(past.match.table):
        return
    turns = [row["turn"] for row in past.rows]
    ends = sorted({turns[(len(turns) - 1) * at // STRETCHES] for at in range(STRETCHES + 1)})
    for since, turn in [*pairwise(ends), *zip(ends, ends[2:], strict=False)]:
        for seat in past.seats:
            found = split_of(past.match, past.score.key, seat, turn, since)
            if found.change:
                yield found


def changed(past: Past, split: Split) -> str:
    """Say which figure changed, whose, when and by how much."""
    teller = Teller(past.match, past.say, INSTRUCTOR)
    assert split.seat is not None
    return (
        f"From the end of turn {split.since} to the end of turn {split.turn}, "
        f"{past.score_named} of {past.say.seat(split.seat)} changed by "
        f"{teller.signed(split.change, split.metric.unit)}"
    )


def reasons(past: Past) -> Iterator[Question]:
    """Ask which cause contributed most to a change, in its direction."""
    teller = Teller(past.match, past.say, INSTRUCTOR)
    for at, split in enumerate(splits(past)):
        cause = split.cause
        causes = causes_of(split)
        if cause is None or len(causes) < len(LETTERS) or cause.kind == "rest":
            continue
        rival = max(abs(one.amount) for one in causes if one is not cause)
        if abs(cause.amount) < AHEAD * rival:
            continue
        right = at % len(LETTERS)  # every letter in turn
        others = [one for one in causes if one is not cause][: len(LETTERS) - 1]
        shown = [*others[:right], cause, *others[right:]]
        told = [f"**{letter}**: {teller.part(split, one)}"
                for letter, one in zip(LETTERS, shown, strict=True)]  # fmt: skip
        amounts = ", ".join(
            f"{letter} {teller.signed(one.amount, split.metric.unit)}"
            for letter, one in zip(LETTERS, shown, strict=True)
        )
        yield Question(
            f"{changed(past, split)}. Money and things came and went, and what was held became "
            "worth more or less. Which of these contributed most to the change, in its own "
            "direction?\n\n" + "\n\n".join(told),
            Name(LETTERS, "the letter of a cause", miss=LOOK),
            LETTERS[right],
            worked=f"What each contributed: {amounts}.",
        )


def causes_of(split: Split) -> list[Part]:
    """Return the parts that can be told apart by their words, the largest first."""
    return [part for part in split.parts if part.kind != "rest"]
