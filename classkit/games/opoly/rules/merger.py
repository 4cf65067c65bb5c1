"""Mergers, an advanced option: one company absorbs another (Q9)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Amount, Move, OneOf
from classkit.engine.state import GameState

from ..state import OpolyState
from .holdings import change_limit, end_alliance, refuse_partner
from .offers import PASS_MOVE, ask_partner
from .property_limit import shed_excess

MIN_SEATS = 3


def run_merger_fever(t: OpolyState) -> Flow[None]:
    """Ask active seats for one merger offer each, until an offer is accepted (Q9.1)."""
    if len(t.active) < MIN_SEATS:
        return
    for seat in t.active:
        partners = [other for other in t.active if other != seat]
        offer_move = Move(
            "merge", refuse=partial(refuse_merger, seat),
            partner=OneOf(partners, of="seat", why=partial(refuse_partner, t, seat, "Q9.1")),
            survivor=OneOf(t.seats, of="seat"),
            share=Amount(
                1, 99, unit="%", sensible=suggest_shares, why="both companies keep a share (Q9.1)"
            ),
        )  # fmt: skip
        answer = yield from t.ask(
            seat, "merger_offer", (offer_move, PASS_MOVE), rule="Q9.1", default="pass"
        )
        if answer.move == "pass":
            continue
        terms = {"proposer": seat, **answer.fields}
        t.tell("deal_offered", "Q9.1", seat, form="merger", **terms)
        partner: Seat = answer.fields["partner"]
        accepted = yield from ask_partner(t, partner, "merger_answer", "merger", terms, "Q9.1")
        if accepted:
            yield from merge_companies(t, seat, answer.fields)
            return


def suggest_shares(least: int, most: int) -> list[tuple[str, int]]:
    """Suggest shares in percent, half first."""
    return [("", share) for share in (50, 25, 40, 60, 75)]


def refuse_merger(seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Return the error if the survivor is neither of the two seats (Q9.1)."""
    if values["survivor"] in (seat, values["partner"]):
        return None
    return f"The survivor must be {seat} or {values['partner']} (Q9.1)."


def merge_companies(t: OpolyState, proposer: Seat, terms: Mapping[str, Any]) -> Flow[None]:
    """Move all assets to the survivor. Its limit is the sum of both limits minus 1 (Q9.2)."""
    partner, survivor, share = terms["partner"], terms["survivor"], terms["share"]
    merged = partner if survivor == proposer else proposer
    part = share if merged == proposer else 100 - share
    t.mergers.append((survivor, merged, part))
    change_limit(t, survivor, t.companies[merged].limit - 1, "merger", "Q9.2")
    with t.link_rows("merger_done"):
        t.pay(merged, survivor, t.cash(merged), "merger", "Q9.2")
        for space in t.get_properties(merged):
            move_merged_property(t, space, merged, survivor)
        for card in t.hand(merged):
            basis = t.basis.get(card, 0)
            t.move_card(card, survivor, "Q9.2", keeps=True, reason="merger")
            t.basis[card] = basis
        t.companies[merged].status = "merged"
        past = [survivor if seat == merged else seat for seat in t.actors]
        t.actors = list(dict.fromkeys(past))
        replace_party(t, merged, survivor)
        t.tell("merger_done", "Q9.2", survivor, survivor=survivor, merged=merged, share=part)
    yield from shed_excess(t, survivor, "merger")


def move_merged_property(t: OpolyState, space: str, source: Seat, target: Seat) -> None:
    """Transfer a property with its basis, mortgage and buildings (Q6.8, Q9.2)."""
    GameState.move(t, space, 1, source, target, "merger", "Q9.2")
    facts: dict[str, Any] = {"space": space, "from": source, "to": target}
    t.tell(
        "property_moved", "Q9.2", target, **facts, cost_basis=t.basis.get(space, 0),
        cause="merger", mortgaged=space in t.mortgaged,
    )  # fmt: skip


def replace_party(t: OpolyState, merged: Seat, survivor: Seat) -> None:
    """Transfer alliances to the survivor, and end alliances with a single party left (Q9.2)."""
    for group, alliance in list(t.alliances.items()):
        if merged not in alliance.parties:
            continue
        share = alliance.shares.pop(merged, 0)
        if alliance.shares:
            alliance.shares[survivor] = alliance.shares.get(survivor, 0) + share
        alliance.parties = [
            seat for seat in t.seats
            if seat == survivor or (seat in alliance.parties and seat != merged)
        ]  # fmt: skip
        if len(alliance.parties) < 2:
            end_alliance(t, group, "one_owner")
