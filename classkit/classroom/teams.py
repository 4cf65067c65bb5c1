"""Teams: several people at one seat propose answers, and one of these becomes the seat's.

All propose the same, or the captain takes one, or the time is up: then that with most votes is the
answer. Of those that are level the captain's own counts, else that which was proposed first.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

AGREED, TAKEN, TIME = "agreed", "taken", "time"
"""Why a proposal became the answer: all proposed it, the captain took it, or the time was up."""


class Proposal(NamedTuple):
    """What somebody proposes to answer, and to which question: a decision in a turn."""

    person: str
    move: str
    fields: Mapping[str, Any]
    decision: str
    turn: int

    @property
    def key(self) -> str:
        """A short name of the answer, the same for whoever proposes it."""
        written = json.dumps([self.move, self.fields], sort_keys=True)
        return blake2b(written.encode(), digest_size=6).hexdigest()


class Choice(NamedTuple):
    """An answer that has been proposed, and by whom."""

    proposal: Proposal
    people: tuple[str, ...]


def tally(proposals: Iterable[Proposal]) -> list[Choice]:
    """Return what has been proposed: most votes first, then what came first.

    >>> some = [Proposal(who, move, {}, "buy", 3) for who, move in ("ay", "bn", "cn")]
    >>> [(one.proposal.move, one.people) for one in tally(some)]
    [('n', ('b', 'c')), ('y', ('a',))]
    """
    found: dict[str, list[Proposal]] = {}
    for one in proposals:
        found.setdefault(one.key, []).append(one)
    choices = [Choice(alike[0], tuple(one.person for one in alike)) for alike in found.values()]
    return sorted(choices, key=lambda choice: -len(choice.people))


def chosen(proposals: Iterable[Proposal], captain: str) -> Choice | None:
    """Return the choice with most votes; among ties the captain's, otherwise the first.

    >>> some = [Proposal(who, move, {}, "buy", 3) for who, move in ("ay", "bn")]
    >>> [chosen(some, captain).proposal.move for captain in "abc"]
    ['y', 'n', 'y']
    """
    choices = tally(proposals)
    if not choices:
        return None
    level = [one for one in choices if len(one.people) == len(choices[0].people)]
    return next((one for one in level if captain in one.people), level[0])


def have_agreed(proposals: Sequence[Proposal], present: Collection[str]) -> bool:
    """Return whether everybody who is present has proposed, and all the same.

    >>> some = [Proposal(who, "y", {}, "buy", 3) for who in "ab"]
    >>> have_agreed(some, "ab"), have_agreed(some, "abc"), have_agreed([], "")
    (True, False, False)
    """
    who = {one.person for one in proposals}
    return len(tally(proposals)) == 1 and who >= {*present}


def captain_of(members: Sequence[str], captain: str, away: Collection[str]) -> str:
    """Return who leads a team now: its captain, or whoever of those present came first.

    >>> captain_of("abc", "a", ""), captain_of("abc", "a", "a"), captain_of("ab", "b", "ab")
    ('a', 'b', 'b')
    """
    present = [one for one in members if one not in away]
    return captain if captain in present or not present else present[0]
