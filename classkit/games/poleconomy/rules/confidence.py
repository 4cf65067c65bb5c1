"""Motions of no confidence (P20)."""

from __future__ import annotations

from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Move
from classkit.mechanics.sealed_votes import sealed_vote

from ..country_state import CountryState
from .cabinet import leave_post
from .elections import elect_government

NO_CONFIDENCE = "no_confidence"


MOTION = Move(NO_CONFIDENCE, rule="P20.1")
DISABLED_MOTION, OWN_MOTION, ELECTION_MOTION, REPEATED_MOTION = (
    Move(NO_CONFIDENCE, rule="P20.1", barred=f"{reason} (P20.1).")
    for reason in (
        "There are no votes of no confidence at this table",
        "Prime Ministers cannot call a vote of no confidence in themselves",
        "There has already been an election in this turn",
        "There has already been a vote since the Prime Minister's last turn",
    )
)


def get_motion_move(t: CountryState, mover: Seat) -> Move:
    """Return the motion. Others may make it once between the Prime Minister's turns (P20.1)."""
    if not t.options.no_confidence:
        return DISABLED_MOTION
    if mover == t.prime_minister:
        return OWN_MOTION
    if t.elected:
        return ELECTION_MOTION
    return REPEATED_MOTION if t.motion_made else MOTION


def vote_on_confidence(t: CountryState, mover: Seat) -> Flow[bool]:
    """Hold a vote without the Prime Minister. Return True if it led to an election (P20)."""
    t.motion_made = True
    pm = t.incumbent
    voters = t.others(pm)
    vote = yield from sealed_vote(
        t, voters, "support_pm", rule="P20.1", weights=t.votes,
        default={seat: "yes" if seat in t.government else "no" for seat in voters},
        about={
            "moved_by": mover, "pm": pm, "votes": dict(t.votes), "needed": t.total_votes // 2 + 1,
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
