"""Offers of deals, alliances and mergers put to a partner, and passing (Q6 to Q9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.moves import Move
from classkit.engine.requests import Flow, Seat
from classkit.procedures.trades import offer

from ..state import Opoly

PASS = Move("pass")


def put_to(
    t: Opoly, partner: Seat, decision: str, form: str, about: Mapping[str, Any], rule: str
) -> Flow[bool]:
    """Put an offer of some form to a partner, tell the answer, and return whether it is yes."""
    accepted = yield from offer(t, partner, decision, rule=rule, about=about)
    t.tell("deal_answered", rule, partner, form=form, accepted=accepted)
    return accepted
