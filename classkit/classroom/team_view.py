"""View of a team for its members: people, proposals, and the time limit.

Only the phones of this team receive it, because proposals may reveal what only the seat knows.
"""

from __future__ import annotations

from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.engine.moves import Answer
from classkit.widgets.choice_labels import answer_label

from .room import Room
from .room_runtime import TableRuntime
from .teams import Proposal, tally_proposals

Data = dict[str, Any]


def build_team_view(table: TableRuntime, seat: str, person: str) -> Data:
    """Build the view of a team for one of its members."""
    room, captain = table.room_runtime.room, table.get_captain(seat)
    members = room.tables[table.place.place].teams[seat]
    deciding = {*table.list_deciders(seat)}
    proposals = table.place.list_proposals(seat)
    mine = next((one.key for one in proposals if one.person == person), "")
    return {
        "members": [
            {"place": at, "name": get_member_name(room, who), "leads": who == captain}
            for at, who in enumerate(members)
            if who in deciding
        ],
        "leads": person == captain,
        "me": members.index(person),
        "choices": [
            {
                "key": choice.proposal.key,
                "words": format_proposal(table, seat, choice.proposal),
                "people": [get_member_name(room, who) for who in choice.people],
                "mine": choice.proposal.key == mine,
            }
            for choice in tally_proposals(proposals)
        ],
        "until": round(table.get_deadline(seat)),
    }


def get_member_name(room: Room, person: str) -> str:
    """Return a member's name, or their number while names are hidden, so that members differ."""
    member = room.people[person]
    return member.pseudonym if room.names_hidden else member.label


def format_proposal(table: TableRuntime, seat: str, proposal: Proposal) -> str:
    say = table.controller.say
    if table.controller.is_table_answer(proposal.move, seat, proposal.fields):
        return say.move_label(proposal.decision, proposal.move)
    return answer_label(say, proposal.decision, Answer(proposal.move, dict(proposal.fields)))


def find_proposal(table: TableRuntime, seat: str, key: object) -> Proposal:
    """Return a proposal by its key. Raise ClasskitError if it is no longer proposed."""
    for one in table.place.list_proposals(seat):
        if one.key == key:
            return one
    raise ClasskitError("Nobody is proposing this anymore. Choose another proposal.")
