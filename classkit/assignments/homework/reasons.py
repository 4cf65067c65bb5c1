"""Why a figure changed: the true split of the change, to be told from other causes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise

from classkit.assignments.answers import Name
from classkit.assignments.question import Question
from classkit.causes.split import Split, split_of
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
    turns = turns_of_change(past)
    ends = sorted({turns[(len(turns) - 1) * at // STRETCHES] for at in range(STRETCHES + 1)})
    for since, turn in [*pairwise(ends), *zip(ends, ends[2:], strict=False)]:
        for seat in past.seats:
            found = split_of(past.match, past.score.key, seat, turn, since)
            if found.change:
                yield found


def turns_of_change(past: Past) -> list[int]:
    """Return the turns since the last one at which every score was still that of the beginning."""
    scores = past.scores()
    still = [turn for turn, of in scores if of == scores[0][1]]
    begun = next((turn for turn, of in scores if of != scores[0][1]), None)
    before = max((turn for turn in still if begun is None or turn < begun), default=0)
    return [turn for turn, _ in scores if turn >= before]


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
    asked = 0
    for split in splits(past):
        parts = [part for part in split.parts if part.kind != "rest"]
        causes = {teller.part(split, part): part.amount for part in parts}
        if len(causes) < len(parts):
            continue  # two causes have the same words
        question = cause_of(
            causes,
            next((part.amount for part in split.parts if part.kind == "rest"), 0),
            asked,
            f"{changed(past, split)}. Money and things came and went, and what was held became "
            "worth more or less. Which of these contributed most to the change, in the direction "
            "of that change?",
            partial(teller.signed, unit=split.metric.unit),
        )
        if question is not None:
            yield question
            asked += 1


def cause_of(
    causes: Mapping[str, float],
    rest: float,
    at: int,
    asked: str,
    signed: Callable[[float], str],
) -> Question | None:
    """Ask which of four causes is the largest in the direction of all; None if none stands out.

    ``at`` gives the letter of the right one, every letter in turn.
    """
    change = sum(causes.values()) + rest
    order = sorted(causes, key=lambda cause: -abs(causes[cause]))
    cause = next((one for one in order if causes[one] * change > 0), None)
    if cause is None or len(causes) < len(LETTERS):
        return None
    others = [one for one in order if one != cause][: len(LETTERS) - 1]
    rivals = [abs(rest), *(abs(causes[one]) for one in others)]
    if abs(causes[cause]) < AHEAD * max(rivals):
        return None
    right = at % len(LETTERS)
    shown = dict(zip(LETTERS, [*others[:right], cause, *others[right:]], strict=True))
    told = "\n\n".join(f"**{letter}**: {words}" for letter, words in shown.items())
    amounts = ", ".join(f"{letter} {signed(causes[words])}" for letter, words in shown.items())
    return Question(
        f"{asked}\n\n{told}",
        Name(LETTERS, "the letter of a cause", miss=LOOK),
        LETTERS[right],
        worked=f"What each contributed: {amounts}.",
    )
