"""Teams: several people in one seat propose answers, and one proposal becomes the seat's answer.

A proposal is chosen if all members have made it, or if the captain takes it. When the time is up,
the proposal with the most votes is chosen; among ties, the captain's proposal, or else the first.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

AGREED, TAKEN, TIME = "agreed", "taken", "time"
"""Why a proposal became the answer: all agreed, the captain took it, or the time was up."""


class Proposal(NamedTuple):
    """A person's proposed answer to a decision."""

    person: str
    move: str
    fields: Mapping[str, Any]
    decision: str
    turn: int

    @property
    def key(self) -> str:
        """A short id of the answer, the same for all who propose it."""
        written = json.dumps([self.move, self.fields], sort_keys=True)
        return blake2b(written.encode(), digest_size=6).hexdigest()


class ProposalTally(NamedTuple):
    """A proposed answer, and the people who proposed it."""

    proposal: Proposal
    people: tuple[str, ...]


def tally_proposals(proposals: Iterable[Proposal]) -> list[ProposalTally]:
    """Return the proposed answers, most votes first, then in order of first proposal.

    >>> some = [Proposal(who, move, {}, "buy", 3) for who, move in ("ay", "bn", "cn")]
    >>> [(one.proposal.move, one.people) for one in tally_proposals(some)]
    [('n', ('b', 'c')), ('y', ('a',))]
    """
    found: dict[str, list[Proposal]] = {}
    for one in proposals:
        found.setdefault(one.key, []).append(one)
    choices = [
        ProposalTally(alike[0], tuple(one.person for one in alike)) for alike in found.values()
    ]
    return sorted(choices, key=lambda choice: -len(choice.people))


def choose_proposal(proposals: Iterable[Proposal], captain: str) -> ProposalTally | None:
    """Return the answer with the most votes. If tied, prefer the captain's, then the first.

    >>> some = [Proposal(who, move, {}, "buy", 3) for who, move in ("ay", "bn")]
    >>> [choose_proposal(some, captain).proposal.move for captain in "abc"]
    ['y', 'n', 'y']
    """
    choices = tally_proposals(proposals)
    if not choices:
        return None
    level = [one for one in choices if len(one.people) == len(choices[0].people)]
    return next((one for one in level if captain in one.people), level[0])


def is_unanimous(proposals: Sequence[Proposal], present: Collection[str]) -> bool:
    """Return True if all present members have proposed the same answer.

    >>> some = [Proposal(who, "y", {}, "buy", 3) for who in "ab"]
    >>> is_unanimous(some, "ab"), is_unanimous(some, "abc"), is_unanimous([], "")
    (True, False, False)
    """
    who = {one.person for one in proposals}
    return len(tally_proposals(proposals)) == 1 and who >= {*present}


def get_acting_captain(members: Sequence[str], captain: str, away: Collection[str]) -> str:
    """Return the acting captain: the captain, or the first present member.

    >>> (get_acting_captain("abc", "a", ""), get_acting_captain("abc", "a", "a"),
    ...  get_acting_captain("ab", "b", "ab"))
    ('a', 'b', 'b')
    """
    present = [one for one in members if one not in away]
    return captain if captain in present or not present else present[0]
