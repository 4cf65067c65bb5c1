"""Mergers, an advanced option: one company takes another in (Q9)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Move, OneOf
from classkit.engine.requests import Flow, Seat
from classkit.engine.table import Table

from ..state import Opoly
from .holdings import change_limit, end_alliance, refuse_partner
from .offers import PASS, put_to
from .shedding import shed_excess

LEAST_SEATS = 3


def merger_fever(t: Opoly) -> Flow[None]:
    """Let active seats offer one merger each, in lead order, until one is agreed (Q9.1)."""
    if len(t.active) < LEAST_SEATS:
        return
    for seat in t.active:
        partners = [other for other in t.active if other != seat]
        offer_move = Move(
            "merge", refuse=partial(refuse_merger, seat),
            partner=OneOf(partners, of="seat", why=partial(refuse_partner, t, seat, "Q9.1")),
            survivor=OneOf(t.seats, of="seat"),
            share=Amount(
                1, 99, unit="%", sensible=shares_offered, why="both companies have a share (Q9.1)"
            ),
        )  # fmt: skip
        answer = yield from t.ask(
            seat, "merger_offer", (offer_move, PASS), rule="Q9.1", default="pass"
        )
        if answer.move == "pass":
            continue
        terms = {"proposer": seat, **answer.fields}
        t.tell("deal_offered", "Q9.1", seat, form="merger", **terms)
        partner: Seat = answer.fields["partner"]
        accepted = yield from put_to(t, partner, "merger_answer", "merger", terms, "Q9.1")
        if accepted:
            yield from merge(t, seat, answer.fields)
            return


def shares_offered(least: int, most: int) -> list[tuple[str, int]]:
    """Return shares that people name, half of it first."""
    return [("", share) for share in (50, 25, 40, 60, 75)]


def refuse_merger(seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Refuse a survivor that is neither of the two (Q9.1)."""
    if values["survivor"] in (seat, values["partner"]):
        return None
    return f"The survivor is {seat} or {values['partner']} (Q9.1)."


def merge(t: Opoly, proposer: Seat, terms: Mapping[str, Any]) -> Flow[None]:
    """Give the survivor all that the other has; its limit is the sum minus 1 (Q9.2)."""
    partner, survivor, share = terms["partner"], terms["survivor"], terms["share"]
    merged = partner if survivor == proposer else proposer
    part = share if merged == proposer else 100 - share
    t.mergers.append((survivor, merged, part))
    change_limit(t, survivor, t.companies[merged].limit - 1, "merger", "Q9.2")
    t.pay(merged, survivor, t.cash(merged), "merger", "Q9.2")
    for space in t.properties_of(merged):
        hand_over(t, space, merged, survivor)
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


def hand_over(t: Opoly, space: str, source: Seat, target: Seat) -> None:
    """Hand over a property with its basis, mortgage and buildings (Q6.8, Q9.2)."""
    Table.move(t, space, 1, source, target, "merger", "Q9.2")
    facts: dict[str, Any] = {"space": space, "from": source, "to": target}
    t.tell(
        "property_moved", "Q9.2", target, **facts, cost_basis=t.basis.get(space, 0),
        cause="merger", mortgaged=space in t.mortgaged,
    )  # fmt: skip


def replace_party(t: Opoly, merged: Seat, survivor: Seat) -> None:
    """Pass alliances to the survivor; end those left with a single party (Q9.2)."""
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
