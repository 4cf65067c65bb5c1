"""Partners' answers to offers of deals, alliances and mergers (Q6 to Q9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Move
from classkit.mechanics.trade_offers import offer_trade

from ..state import OpolyState

PASS_MOVE = Move("pass")


def ask_partner(
    t: OpolyState, partner: Seat, decision: str, form: str, about: Mapping[str, Any], rule: str
) -> Flow[bool]:
    """Ask a partner to accept an offer, then log and return the answer."""
    accepted = yield from offer_trade(t, partner, decision, rule=rule, about=about)
    t.tell("deal_answered", rule, partner, form=form, accepted=accepted)
    return accepted
