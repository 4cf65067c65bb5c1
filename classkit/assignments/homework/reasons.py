"""Why a figure changed: the true split of the change, to be told from other causes.

The causes are told in plain words, without amounts: these would give the largest away. What stands
beside the true cause took place as well, and comes or goes by as much as anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from typing import NamedTuple

from classkit.assignments.answers import Name
from classkit.assignments.question import Question
from classkit.causes.parts import Kind
from classkit.causes.split import Split, makeup_of, split_of
from classkit.causes.words import Teller, changes_of_worth, reason_words
from classkit.engine.log import INSTRUCTOR
from classkit.engine.words import Say

from .exchanges import caused
from .parted import gained
from .past import Past

LETTERS = ("a", "b", "c", "d")
"""The letters of the causes."""
STRETCHES = 4
"""The stretches of a match that are asked about, one after the other."""
AHEAD = 1.1
"""The least ratio of the true cause to the next one in its direction."""
MATTERS = 0.05
"""The least share of the whole change for a cause to be asked for."""
BESIDE = 0.03
"""The least size of some other cause, as a share of the true one: a lone cause is no question."""
SAME = 2
"""The most changes with the same right cause; with more, its name would give it away."""
LOOK = "Add up what moved for each reason, and what is only worth more or less."
LOOK_AT_PARTS = "Add up what came in each part."


class Way(NamedTuple):
    """Which cause of a change to ask for: the largest in a direction (place 0), or the next (1).

    The direction is 1 for causes that make the change, -1 for those that work against it.
    """

    direction: int
    place: int
    sought: str


FOR = Way(1, 0, "contributed most to it, in the direction of that {change}")
NEXT = Way(1, 1, "contributed **second** most to it, in the direction of that {change}")
AGAINST = Way(
    -1, 0, "worked most **against** it, so that without that cause the {change} would be larger"
)
WAYS = (FOR, NEXT, AGAINST)


class Cause(NamedTuple):
    """A contribution to a change: its words, its amount, and the total that came and went by it."""

    words: str
    amount: float
    flow: float


def splits(past: Past) -> list[Split]:
    """Return the changes of the score of each seat over several stretches of the match."""
    if past.splits is None:
        past.splits = list(split_up(past))
    found: list[Split] = past.splits
    return found


def split_up(past: Past) -> Iterator[Split]:
    """Split these changes."""
    if past.score is None or past.score.key in past.match.game.secrecy.now_only(past.match.table):
        return
    turns = turns_of_change(past)
    ends = sorted({turns[(len(turns) - 1) * at // STRETCHES] for at in range(STRETCHES + 1)})
    for since, turn in [*pairwise(ends), *zip(ends, ends[2:], strict=False)]:
        for seat in past.seats:
            found = split_of(past.match, past.score.key, seat, turn, since)
            if found.change:
                yield found


def turns_of_change(past: Past) -> list[int]:
    """Return the turns from the last one before any score had changed."""
    scores = past.scores()[: len(past.calm)]
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


class Change(NamedTuple):
    """A change of the score in the past, and the cause of it that is asked for."""

    split: Split
    way: Way
    cause: Cause
    causes: list[Cause]


def reasons(past: Past) -> Iterator[Question]:
    """Ask which cause contributed most to a change, or worked most against it.

    Each cause is the right one for a few of these changes at most, and is wrong for another.
    """
    teller = Teller(past.match, past.say, INSTRUCTOR)
    found = changes_to_ask(past)
    asked_for = Counter(one.cause.words for one in found)
    wrong = {
        other.words for one in found for other in beside(one.cause, one.causes, asked_for)
    }  # fmt: skip
    for at, one in enumerate(one for one in found if one.cause.words in wrong):
        yield question_on(
            f"{changed(past, one.split)}. {where_it_comes_from(past)} Which of these "
            f"{one.way.sought.format(change='change')}?",
            one.cause, one.causes, asked_for, at,
            partial(teller.signed, unit=one.split.metric.unit), past.parted is not None,
        )  # fmt: skip


def changes_to_ask(past: Past) -> list[Change]:
    """Return the changes with a cause that stands out, at most ``SAME`` for each cause."""
    found: list[Change] = []
    asked_for = Counter[str]()
    for split, way in product(splits(past), WAYS):
        causes, rest = causes_of(past, split)
        cause = outstanding(causes, rest, way)
        if cause is not None and asked_for[cause.words] < SAME:
            asked_for[cause.words] += 1
            found.append(Change(split, way, cause, causes))
    return found


def where_it_comes_from(past: Past) -> str:
    """Say what kinds of causes a score has."""
    if past.parted is not None:
        return f"It is the sum of the parts of {past.named(past.parted.key)}."
    return "Money and things come and go, and what is held becomes worth more or less."


def causes_of(past: Past, split: Split) -> tuple[list[Cause], float]:
    """Return the causes of a change in the past, and what no cause explains."""
    if past.parted is not None and split.seat is not None:
        rows = {row["turn"]: row[past.parted.key][split.seat] for row in past.rows}
        parts = gained(rows[split.since], rows[split.turn])
        return [Cause(past.say.part(one), float(by), float(by)) for one, by in parts.items()], 0
    some = [part for part in split.parts if part.kind != "rest"]
    found = [
        Cause(cause_words(past.say, *one.key), float(one.amount), float(one.flow))
        for one in caused(some, makeup_of(split.figure, past.match.table), split.metric.unit)
    ]
    return found, float(sum(part.amount for part in split.parts if part.kind == "rest"))


def cause_words(say: Say, kind: Kind, name: str) -> str:
    """Return a cause in words, without any amount."""
    if kind == "rest":
        return "other changes"
    if kind == "term":
        return say.part(name)
    return changes_of_worth(say, name) if kind == "worth" else reason_words(say, name)


def outstanding(causes: Sequence[Cause], rest: float, way: Way) -> Cause | None:
    """Return the cause that is sought: the largest, or the second, that makes a change or works
    against it.

    None if it hardly matters, if another one or what no cause explains comes near it, if nothing
    else matters beside it, or if there are not enough to choose from, each in words of its own.

    >>> causes = [Cause("rent", 90, 90), Cause("Go", 60, 60), Cause("tax", -40, 40)]
    >>> causes.append(Cause("fee", -5, 5))
    >>> outstanding(causes, 0, AGAINST).words, outstanding(causes, 0, NEXT).words
    ('tax', 'Go')
    """
    words = {cause.words for cause in causes}
    if len(words) < len(causes) or len(words) < len(LETTERS):
        return None
    change = sum(cause.amount for cause in causes) + rest
    there = [cause for cause in causes if cause.amount * change * way.direction > 0]
    there.sort(key=lambda cause: -abs(cause.amount))
    if len(there) <= way.place:
        return None
    sought = there[way.place]
    amount = abs(sought.amount)
    if amount < MATTERS * abs(change) or amount < AHEAD * abs(rest):
        return None
    in_order = [abs(one.amount) for one in there[: way.place + 2]]
    stands_out = all(one >= AHEAD * other for one, other in pairwise(in_order))
    next_to_it = max(abs(one.amount) for one in causes if one != sought)
    return sought if stands_out and next_to_it >= BESIDE * amount else None


def beside(cause: Cause, causes: Sequence[Cause], asked_for: Mapping[str, int]) -> list[Cause]:
    """Return the wrong causes that stand beside a right one.

    What contributed more is among them: else the second of all would be the first of these. The
    others are those that a name or a sign tells least from it: causes that other questions of this
    match ask for, the more of them the sooner, and that work in the same direction; of these and of
    the rest those by which most came and went.
    """

    def told_apart(one: Cause) -> tuple[bool, int, float]:
        along = one.amount * cause.amount > 0
        is_more = along and abs(one.amount) > abs(cause.amount)
        return not is_more, -along - asked_for.get(one.words, 0), -one.flow

    return sorted((one for one in causes if one != cause), key=told_apart)[: len(LETTERS) - 1]


def question_on(
    asked: str,
    cause: Cause,
    causes: Sequence[Cause],
    asked_for: Mapping[str, int],
    at: int,
    signed: Callable[[float], str],
    is_of_parts: bool = False,
) -> Question:
    """Ask for a cause among four; ``at`` gives the letter of the right one, each in turn."""
    right, others = at % len(LETTERS), beside(cause, causes, asked_for)
    shown = dict(zip(LETTERS, [*others[:right], cause, *others[right:]], strict=True))
    told = "\n\n".join(f"**{letter}**: {one.words}" for letter, one in shown.items())
    hint = LOOK_AT_PARTS if is_of_parts else LOOK
    amounts = ", ".join(f"{letter} {signed(round(one.amount, 2))}" for letter, one in shown.items())
    return Question(
        f"{asked}\n\n{told}",
        Name(LETTERS, "the letter of a cause", miss=hint),
        LETTERS[right],
        worked=f"What each contributed: {amounts}.",
    )
