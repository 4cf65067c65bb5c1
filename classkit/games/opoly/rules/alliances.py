"""Alliances: contracts over a group, which are offered, signed and ended by notice (Q7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import (
    Amount,
    Field,
    FieldGroup,
    FreeText,
    Move,
    OneOf,
    Preview,
    RandomGenerator,
)

from ..rules_data import floor_percent
from ..state import BANK, OpolyState
from ..state_types import Alliance, DatedAlliance
from .holdings import end_alliance
from .offers import ask_partner
from .rents import get_landing_rent

MAX_NOTE_LENGTH = 200
FULL_PERCENT = 100
MAX_ALLIANCE_TURNS = 300
"""Maximum number of turns until the end date of an alliance (Q7.1)."""


def get_shared_groups(t: OpolyState) -> dict[str, list[Seat]]:
    """Return the owner of each lot in the groups that an alliance may cover.

    All lots of such a group are owned, by at least two seats (Q7.1).
    """
    titles, groups = t.ledger.titles, t.edition.groups
    shared = [group for group in groups if not find_obstacle(t, group)]
    return {group: [titles[lot] for lot in groups[group]] for group in shared}


def find_obstacle(t: OpolyState, group: str) -> str:
    """Return the owner that prevents an alliance over a group, or "" (Q7.1).

    This is the bank, a seat that owns the whole group, or a seat that is out of play.
    """
    titles = t.ledger.titles
    owners = [titles[lot] for lot in t.edition.groups[group]]
    if BANK in owners:
        return BANK
    if owners.count(owners[0]) == len(owners):
        return owners[0]
    return next((owner for owner in owners if not t.is_charged(owner)), "")


def refuse_shared_group(t: OpolyState, group: str) -> str | None:
    """Return why no alliance may cover a group, or None (Q7.1)."""
    owner = find_obstacle(t, group)
    if not owner:
        return None
    if owner == BANK:
        return f"A lot of {group} is still the bank's (Q7.1)."
    if t.owners(group) == [owner]:
        return f"{owner} owns all of {group} alone (Q7.1)."
    return f"{owner}, which owns a lot of {group}, is {t.companies[owner].status} (Q7.1)."


def refuse_group(t: OpolyState, seat: Seat, group: str) -> str | None:
    """Return why a seat cannot offer an alliance over a group (Q7.1)."""
    if group not in t.edition.groups:
        return None
    return refuse_shared_group(t, group) or f"{seat} owns no lot of {group} (Q7.1)."


def refuse_fee_party(parties: Sequence[Seat], seat: str) -> str | None:
    """Return why a seat cannot be a party to a fee (Q7.1)."""
    return f"{seat} is not a party. Only parties pay or receive a fee: {', '.join(parties)} (Q7.1)."


def build_alliance_move(t: OpolyState, seat: Seat, groups: list[str]) -> Move:
    """Build the move that offers an alliance (Q7.1)."""
    return Move(
        "alliance",
        form=partial(build_alliance_form, t, seat, groups),
        refuse=lambda values: refuse_alliance(t, seat, values),
        sample=lambda chance: sample_alliance(t, seat, groups, chance),
        preview=lambda values: preview_alliance(t, values),
        rule="Q7.1",
        optional=("ends_after",),
    )


def build_alliance_form(t: OpolyState, seat: Seat, groups: list[str]) -> dict[str, Field]:
    """Build the fields of an offer. {} means split "own" or no fee, and 0 means no date (Q7.1)."""
    partners = [s for s in t.seats if any(s in t.owners(group) for group in groups)]
    even = (
        dict.fromkeys(t.owners(groups[0]), FULL_PERCENT // 2)
        if len(t.owners(groups[0])) == 2
        else {}
    )
    titles = {"Each keeps its own rents": {}, **({"Half and half": even} if even else {})}
    shares = {s: Amount(0, FULL_PERCENT, unit="%", why="the sum is 100 (Q7.1)") for s in partners}
    none = partial(refuse_fee_party, partners)
    fee = FieldGroup(
        None, ("payer", "payee", "amount"), {"No fee": {}},
        payer=OneOf(partners, of="seat", why=none), payee=OneOf(partners, of="seat", why=none),
        amount=Amount(1, 10**6, unit=t.currency, why="nobody could pay it (Q7.2)"),
    )  # fmt: skip
    return {
        "group": OneOf(groups, why=partial(refuse_group, t, seat)),
        "split": FieldGroup(None, partners, titles, **shares),
        "building": OneOf(("free", "level"), usual="free"),
        "fee": fee,
        "note": FreeText(MAX_NOTE_LENGTH),
        "ends_after": Amount(
            1,
            MAX_ALLIANCE_TURNS,
            also=(0,),
            unit="turns",
            sensible=suggest_dates,
            why="no game is longer (Q7.1)",
        ),
    }


def suggest_dates(low: int, high: int) -> list[tuple[str, int]]:
    """Suggest end dates. The first one is no date, as in most contracts (Q7.1)."""
    return [("No date", 0), *(("", turns) for turns in (5, 10, 20))]


def refuse_alliance(t: OpolyState, seat: Seat, terms: Mapping[str, Any]) -> str | None:
    """Return why the combination of terms is illegal, or None (Q7.1)."""
    parties = get_parties(t, terms["group"])
    split, fee = terms["split"], terms["fee"]
    if split and (set(split) != set(parties) or sum(split.values()) != FULL_PERCENT):
        named = ", ".join(parties)
        return f"Give each of {named} a percentage. They add up to {FULL_PERCENT} (Q7.1)."
    if fee:
        if set(fee) != {"payer", "payee", "amount"}:
            return "A fee needs a payer, a payee and an amount (Q7.1)."
        if fee["payer"] not in parties or fee["payee"] not in parties:
            return "The payer and the payee of a fee must be parties (Q7.1)."
        if fee["payer"] == fee["payee"] or not t.is_active(fee["payer"]):
            return "The payer of a fee must be active and pay another party (Q7.1)."
    return None


def get_parties(t: OpolyState, group: str) -> list[Seat]:
    """Return the owners of a group, in seat order."""
    owners = t.owners(group)
    return [seat for seat in t.seats if seat in owners]


def sample_alliance(
    t: OpolyState, seat: Seat, groups: list[str], chance: RandomGenerator
) -> dict[str, Any]:  # fmt: skip
    """Return a random offer."""
    group = groups[chance.below(len(groups))]
    parties = get_parties(t, group)
    split: dict[Seat, int] = {}
    if chance.below(2):
        left = FULL_PERCENT
        for party in parties[1:]:
            split[party] = chance.below(left + 1)
            left -= split[party]
        split[parties[0]] = left
    fee: dict[str, Any] = {}
    others = [party for party in parties if party != seat]
    if not chance.below(3) and t.cash(seat):
        payee = others[chance.below(len(others))]
        fee = {"payer": seat, "payee": payee, "amount": 1 + chance.below(t.cash(seat))}
    building = ("free", "level")[chance.below(2)]
    terms = {"group": group, "split": split, "building": building, "fee": fee, "note": ""}
    return terms if chance.below(4) else {**terms, "ends_after": 1 + chance.below(10)}


def preview_rents(t: OpolyState, terms: Mapping[str, Any]) -> Preview:
    """Preview the rent of a landing on each lot, now and under the contract (Q7.4)."""
    group, split = terms["group"], terms["split"]
    parties, lots = get_parties(t, group), t.edition.groups[group]
    before = {space: get_landing_rent(t, space) for space in lots}
    contract = Alliance(group=group, parties=parties, shares=dict(split))
    trial = replace(t, alliances={**t.alliances, group: contract})  # everything else unchanged
    after = {space: get_landing_rent(trial, space) for space in lots}
    rows: list[tuple[str | int, ...]] = []
    for space in lots:
        owner = t.owner(space)
        shares = {p: floor_percent(after[space], split.get(p, 0)) for p in parties}
        shares[owner] += after[space] - sum(shares.values())
        rows.append((t.edition.spaces[space].name, before[space], *shares.values()))
    return Preview(("Lot", "Rent now", *parties), tuple(rows), note="Rent of one landing.")


def preview_alliance(t: OpolyState, terms: Mapping[str, Any]) -> Preview:
    """Preview the rents under the contract, and the fee due on signing (Q7.2, Q7.4)."""
    rents = preview_rents(t, terms)
    parties = get_parties(t, terms["group"])
    return rents._replace(rows=(*rents.rows, *build_fee_rows(parties, terms["fee"])))


def build_fee_rows(parties: Sequence[Seat], fee: Mapping[str, Any]) -> list[tuple[str | int, ...]]:
    """Return the preview row of the fee by party, or no row without a fee (Q7.2).

    >>> build_fee_rows(["A", "B"], {"payer": "A", "payee": "B", "amount": 300})
    [('Fee, once', '', -300, 300)]
    """
    if not fee:
        return []
    moves = {fee["payer"]: -fee["amount"], fee["payee"]: fee["amount"]}
    return [("Fee, once", "", *(moves.get(party, 0) for party in parties))]


def propose_alliance(t: OpolyState, seat: Seat, terms: Mapping[str, Any]) -> Flow[None]:
    """Ask each other party in lead order. A single refusal ends the offer (Q7.2)."""
    group, fee = terms["group"], dict(terms["fee"])
    parties = get_parties(t, group)
    facts = {
        "group": group, "parties": parties, "split": dict(terms["split"]),
        "building": terms["building"], "fee": fee, "note": terms["note"],
        "ends_after": terms.get("ends_after", 0),
    }  # fmt: skip
    t.tell("deal_offered", "Q7.1", seat, form="alliance", proposer=seat, **facts)
    accepted = not fee or fee["amount"] <= t.cash(fee["payer"])
    if accepted:
        rents = preview_rents(t, terms)
        about = {"proposer": seat, **facts, "rents": [list(rents.columns), *map(list, rents.rows)]}
        for party in [p for p in t.lead_order if p in parties and p != seat]:
            accepted = yield from ask_partner(
                t, party, "answer_alliance", "alliance", about, "Q7.2"
            )
            if not accepted:
                return
    if accepted:
        sign_alliance(t, seat, terms, parties)


def sign_alliance(t: OpolyState, seat: Seat, terms: Mapping[str, Any], parties: list[Seat]) -> None:
    """Put the contract in force. It replaces an earlier one (Q7.2, Q7.3)."""
    group, fee = terms["group"], terms["fee"]
    old = t.alliances.pop(group, None)
    if old is not None:
        old.ends = t.turn
        t.past_alliances.append(old)
    written: dict[str, Any] = {
        "group": group, "parties": list(parties), "shares": dict(terms["split"]),
        "building": terms["building"], "note": terms["note"], "signed": t.turn,
    }  # fmt: skip
    turns = terms.get("ends_after", 0)
    t.alliances[group] = (
        DatedAlliance(**written, until=t.turn + turns) if turns else Alliance(**written)
    )
    with t.link_rows("alliance_signed"):
        if fee:
            t.pay(fee["payer"], fee["payee"], fee["amount"], "alliance_fee", "Q7.2")
        t.tell(
            "alliance_signed", "Q7.2", seat, group=group, parties=parties,
            split=dict(terms["split"]), building=terms["building"], note=terms["note"],
            ends_after=turns,
        )  # fmt: skip


def end_due_alliances(t: OpolyState) -> None:
    """End alliances under notice before the action window of the next turn (Q7.6).

    A contract with a date ends as if notice had been given one turn earlier (Q7.1).
    """
    for group, alliance in list(t.alliances.items()):
        if alliance.end_turn and alliance.end_turn <= t.turn:
            end_alliance(t, group, "notice" if alliance.ends else "date")
