"""What a team sees of itself: its people, what they propose, and until when.

It reaches the telephones of this team alone: what is proposed may show what the seat alone knows.
"""

from __future__ import annotations

from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.engine.moves import Answer
from classkit.widgets.labels import answer_label

from .live import LivePlace
from .results import shown_name
from .teams import Proposal, tally

Data = dict[str, Any]


def huddle(place: LivePlace, seat: str, person: str) -> Data:
    """Return a team as one of its people sees it."""
    room, captain = place.live.room, place.captain(seat)
    members = room.tables[place.place.place].teams[seat]
    deciding = {*place.members(seat)}
    proposals = place.place.proposed(seat)
    mine = next((one.key for one in proposals if one.person == person), "")
    return {
        "members": [
            {"place": at, "name": shown_name(room, who), "leads": who == captain}
            for at, who in enumerate(members)
            if who in deciding
        ],
        "leads": person == captain,
        "me": members.index(person),
        "choices": [
            {
                "key": choice.proposal.key,
                "words": words_of(place, seat, choice.proposal),
                "people": [shown_name(room, who) for who in choice.people],
                "mine": choice.proposal.key == mine,
            }
            for choice in tally(proposals)
        ],
        "until": round(place.due(seat)),
    }


def words_of(place: LivePlace, seat: str, proposal: Proposal) -> str:
    say = place.desk.say
    if place.desk.is_table(proposal.move, seat, proposal.fields):
        return say.move(proposal.decision, proposal.move)
    return answer_label(say, proposal.decision, Answer(proposal.move, dict(proposal.fields)))


def find_choice(place: LivePlace, seat: str, key: object) -> Proposal:
    """Return what is proposed by its key; ClasskitError where it is proposed no longer."""
    for one in place.place.proposed(seat):
        if one.key == key:
            return one
    raise ClasskitError("Nobody proposes that any more.")
