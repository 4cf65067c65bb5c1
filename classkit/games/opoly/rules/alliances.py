"""Alliances: contracts over a group, offered, signed and ended by notice (Q7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Bundle, Chance, Field, Move, OneOf, Preview, Text
from classkit.engine.requests import Flow, Seat

from ..contents import percent
from ..parts import Alliance, DatedAlliance
from ..state import BANK, Opoly
from .holdings import end_alliance
from .offers import put_to
from .rents import landing_rent

NOTE_MAX = 200
WHOLE = 100
LONGEST = 300
"""The most turns after which an alliance may end by its date (Q7.1)."""


def shared_groups(t: Opoly) -> dict[str, list[Seat]]:
    """Return the groups that an alliance may cover, with the owner of each lot.

    All lots must be owned, by two seats or more (Q7.1).
    """
    titles, groups = t.ledger.titles, t.edition.groups
    shared = [group for group in groups if not obstacle(t, group)]
    return {group: [titles[lot] for lot in groups[group]] for group in shared}


def obstacle(t: Opoly, group: str) -> str:
    """Return the owner in the way of an alliance over a group; empty for none (Q7.1).

    That is the bank, a seat that owns the whole group, or a seat that is out of play.
    """
    titles = t.ledger.titles
    owners = [titles[lot] for lot in t.edition.groups[group]]
    if BANK in owners:
        return BANK
    if owners.count(owners[0]) == len(owners):
        return owners[0]
    return next((owner for owner in owners if not t.is_charged(owner)), "")


def not_shared(t: Opoly, group: str) -> str | None:
    """Say why no alliance may cover a group; None where one may (Q7.1)."""
    owner = obstacle(t, group)
    if not owner:
        return None
    if owner == BANK:
        return f"A lot of {group} is still the bank's (Q7.1)."
    if t.owners(group) == [owner]:
        return f"{owner} owns all of {group} alone (Q7.1)."
    return f"{owner}, which owns a lot of {group}, is {t.companies[owner].status} (Q7.1)."


def refuse_group(t: Opoly, seat: Seat, group: str) -> str | None:
    """Say why a seat cannot offer an alliance over a group (Q7.1)."""
    if group not in t.edition.groups:
        return None
    return not_shared(t, group) or f"{seat} owns no lot of {group} (Q7.1)."


def no_party(parties: Sequence[Seat], seat: str) -> str | None:
    """Return why a seat neither pays nor is paid a fee (Q7.1)."""
    return f"{seat} is no party: a fee goes from one of {', '.join(parties)} to another (Q7.1)."


def alliance_move(t: Opoly, seat: Seat, groups: list[str]) -> Move:
    """Return the offer of an alliance (Q7.1)."""
    return Move(
        "alliance",
        form=partial(alliance_form, t, seat, groups),
        refuse=lambda values: refuse_alliance(t, seat, values),
        sample=lambda chance: sample_alliance(t, seat, groups, chance),
        preview=lambda values: preview_alliance(t, values),
        rule="Q7.1",
        optional=("ends_after",),
    )


def alliance_form(t: Opoly, seat: Seat, groups: list[str]) -> dict[str, Field]:
    """Return the fields of an offer: {} as split means "own", {} as fee none, 0 no date (Q7.1)."""
    partners = [s for s in t.seats if any(s in t.owners(group) for group in groups)]
    even = dict.fromkeys(t.owners(groups[0]), WHOLE // 2) if len(t.owners(groups[0])) == 2 else {}
    titles = {"Each its own rents": {}, **({"Half and half": even} if even else {})}
    shares = {s: Amount(0, WHOLE, unit="%", why="all make 100 (Q7.1)") for s in partners}
    none = partial(no_party, partners)
    fee = Bundle(
        None, ("payer", "payee", "amount"), {"No fee": {}},
        payer=OneOf(partners, of="seat", why=none), payee=OneOf(partners, of="seat", why=none),
        amount=Amount(1, 10**6, unit="$", why="nobody could pay it (Q7.2)"),
    )  # fmt: skip
    return {
        "group": OneOf(groups, why=partial(refuse_group, t, seat)),
        "split": Bundle(None, partners, titles, **shares),
        "building": OneOf(("free", "level"), usual="free"),
        "fee": fee,
        "note": Text(NOTE_MAX),
        "ends_after": Amount(
            1, LONGEST, also=(0,), unit="turns", sensible=dates, why="no game is longer (Q7.1)"
        ),
    }


def dates(low: int, high: int) -> list[tuple[str, int]]:
    """Return the dates worth offering: none first, as most contracts have none (Q7.1)."""
    return [("No date", 0), *(("", turns) for turns in (5, 10, 20))]


def refuse_alliance(t: Opoly, seat: Seat, terms: Mapping[str, Any]) -> str | None:
    """Refuse terms that the fields alone cannot judge (Q7.1)."""
    parties = parties_of(t, terms["group"])
    split, fee = terms["split"], terms["fee"]
    if split and (set(split) != set(parties) or sum(split.values()) != WHOLE):
        named = ", ".join(parties)
        return f"The percentages are for {named}, one for each, and make {WHOLE} (Q7.1)."
    if fee:
        if set(fee) != {"payer", "payee", "amount"}:
            return "A fee has a payer, a payee and an amount (Q7.1)."
        if fee["payer"] not in parties or fee["payee"] not in parties:
            return "Payer and payee of a fee are parties (Q7.1)."
        if fee["payer"] == fee["payee"] or not t.is_active(fee["payer"]):
            return "An active party pays the fee to another one (Q7.1)."
    return None


def parties_of(t: Opoly, group: str) -> list[Seat]:
    """List the owners of a group, in seat order."""
    owners = t.owners(group)
    return [seat for seat in t.seats if seat in owners]


def sample_alliance(
    t: Opoly, seat: Seat, groups: list[str], chance: Chance
) -> dict[str, Any]:  # fmt: skip
    """Return a random offer."""
    group = groups[chance.below(len(groups))]
    parties = parties_of(t, group)
    split: dict[Seat, int] = {}
    if chance.below(2):
        left = WHOLE
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


def preview_rents(t: Opoly, terms: Mapping[str, Any]) -> Preview:
    """Preview what a landing on each lot brings each party now and by the contract (Q7.4)."""
    group, split = terms["group"], terms["split"]
    parties, lots = parties_of(t, group), t.edition.groups[group]
    before = {space: landing_rent(t, space) for space in lots}
    contract = Alliance(group=group, parties=parties, shares=dict(split))
    trial = replace(t, alliances={**t.alliances, group: contract})  # all else the same
    after = {space: landing_rent(trial, space) for space in lots}
    rows: list[tuple[str | int, ...]] = []
    for space in lots:
        owner = t.owner(space)
        shares = {p: percent(after[space], split.get(p, 0)) for p in parties}
        shares[owner] += after[space] - sum(shares.values())
        rows.append((t.edition.spaces[space].name, before[space], *shares.values()))
    return Preview(("Lot", "Rent now", *parties), tuple(rows), note="Rent of one landing.")


def preview_alliance(t: Opoly, terms: Mapping[str, Any]) -> Preview:
    """Preview the rents by the contract, and the fee that moves when it is signed (Q7.2, Q7.4)."""
    rents = preview_rents(t, terms)
    parties = parties_of(t, terms["group"])
    return rents._replace(rows=(*rents.rows, *fee_rows(parties, terms["fee"])))


def fee_rows(parties: Sequence[Seat], fee: Mapping[str, Any]) -> list[tuple[str | int, ...]]:
    """Return the row of a preview with what the fee brings each party; none without a fee (Q7.2).

    >>> fee_rows(["A", "B"], {"payer": "A", "payee": "B", "amount": 300})
    [('Fee, once', '', -300, 300)]
    """
    if not fee:
        return []
    moves = {fee["payer"]: -fee["amount"], fee["payee"]: fee["amount"]}
    return [("Fee, once", "", *(moves.get(party, 0) for party in parties))]


def propose_alliance(t: Opoly, seat: Seat, terms: Mapping[str, Any]) -> Flow[None]:
    """Ask each other party in lead order; one refusal ends the offer (Q7.2)."""
    group, fee = terms["group"], dict(terms["fee"])
    parties = parties_of(t, group)
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
            accepted = yield from put_to(t, party, "answer_alliance", "alliance", about, "Q7.2")
            if not accepted:
                return
    if accepted:
        sign(t, seat, terms, parties)


def sign(t: Opoly, seat: Seat, terms: Mapping[str, Any], parties: list[Seat]) -> None:
    """Put the contract in force; a new one replaces the old (Q7.2, Q7.3)."""
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
    if fee:
        t.pay(fee["payer"], fee["payee"], fee["amount"], "alliance_fee", "Q7.2")
    t.tell(
        "alliance_signed", "Q7.2", seat, group=group, parties=parties, split=dict(terms["split"]),
        building=terms["building"], note=terms["note"], ends_after=turns,
    )  # fmt: skip


def end_noticed(t: Opoly) -> None:
    """End alliances under notice before the action window of the turn after (Q7.6).

    One with a date ends as if notice had been given the turn before it (Q7.1).
    """
    for group, alliance in list(t.alliances.items()):
        if alliance.ends_in and alliance.ends_in <= t.turn:
            end_alliance(t, group, "notice" if alliance.ends else "date")
