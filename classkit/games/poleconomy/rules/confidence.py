"""Motions of no confidence: votes that a Prime Minister may lose (P20)."""

from __future__ import annotations

from typing import Any

from classkit.engine.moves import Move
from classkit.engine.requests import Flow, Seat
from classkit.procedures.votes import sealed_vote

from ..country import Country
from .cabinet import leave_post
from .elections import elect_government

NO_CONFIDENCE = "no_confidence"


MOTION = Move(NO_CONFIDENCE, rule="P20.1")
NOT_HERE, NOT_HIMSELF, ELECTED, MOVED = (
    Move(NO_CONFIDENCE, rule="P20.1", barred=f"{reason} (P20.1).")
    for reason in (
        "There are no votes of no confidence at this table",
        "Prime Ministers cannot call a vote of no confidence in themselves",
        "There has been an election in this turn",
        "There has been such a vote since the Prime Minister's last turn",
    )
)


def motion(t: Country, mover: Seat) -> Move:
    """Return the motion of any mover but the Prime Minister, once between his turns (P20.1)."""
    if not t.options.no_confidence:
        return NOT_HERE
    if mover == t.prime_minister:
        return NOT_HIMSELF
    if t.elected:
        return ELECTED
    return MOVED if t.motion_made else MOTION


def vote_on_confidence(t: Country, mover: Seat) -> Flow[bool]:
    """Ask all but the Prime Minister; return whether it led to an election (P20.1 to P20.3)."""
    t.motion_made = True
    pm = t.incumbent
    voters = t.others(pm)
    vote = yield from sealed_vote(
        t, voters, "support_pm", rule="P20.1", weights=t.votes,
        default={seat: "yes" if seat in t.government else "no" for seat in voters},
        about={
            "moved_by": mover, "pm": pm, "votes": dict(t.votes), "needed": t.all_votes // 2 + 1,
        },
    )  # fmt: skip
    support = vote.yes + t.votes[pm]
    survived = t.has_majority(support)
    facts: dict[str, Any] = {"for": support, "against": vote.no, "survived": survived}
    rule = "P20.2" if survived else "P20.3"
    t.tell("confidence_vote", rule, mover, mover=mover, **facts)
    if not survived:
        yield from elect_government(t, NO_CONFIDENCE)  # the marker does not move
        return True
    stays = [seat for seat in t.seats if seat == pm or vote.answers[seat]]
    for seat in t.seats:
        if seat in t.cabinet and seat not in stays:
            leave_post(t, seat, "P20.2")
    if tuple(stays) != t.government:
        t.government = tuple(stays)
        t.tell("government_formed", "P20.2", members=stays, forced=False)
    return False
