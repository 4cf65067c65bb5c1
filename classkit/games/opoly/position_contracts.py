"""Contracts in positions: alliances in force, and those that have ended (Q7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.errors import PositionError, shorten

from .parts import Alliance
from .state import BANK, Opoly

KEYS = (
    "group", "parties", "split", "building", "note", "signed", "ends", "noticed_by", "own_rents",
)  # fmt: skip
NOTE_MAX = 200


def contract_facts(alliance: Alliance) -> dict[str, Any]:
    """A contract as a position states it."""
    return {
        "group": alliance.group, "parties": list(alliance.parties),
        "split": dict(alliance.shares), "building": alliance.building, "note": alliance.note,
        "signed": alliance.signed, "ends": alliance.ends, "noticed_by": alliance.noticed_by,
        "own_rents": alliance.own_rents,
    }  # fmt: skip


def place_contracts(t: Opoly, facts: Mapping[str, Any]) -> None:
    """Alliances in force need a complete group with at least two owners (Q7.1)."""
    for name in ("alliances", "past_alliances"):
        stated = facts.get(name, [])
        if not isinstance(stated, list) or len(stated) > 1_000:
            raise PositionError(name, "is a list of contracts.")
        for contract in stated:
            alliance = read_contract(t, name, contract)
            if name == "past_alliances":
                t.past_alliances.append(alliance)
                continue
            owners = t.owners(alliance.group)
            parties = [seat for seat in t.seats if seat in owners]
            if BANK in owners or len(parties) < 2:
                reason = f"{alliance.group} is not owned by two seats or more (Q7.1)."
                raise PositionError(name, reason)
            if alliance.parties and alliance.parties != parties:
                raise PositionError(name, f"the parties of {alliance.group} are its owners (Q7.1).")
            if alliance.group in t.alliances:
                raise PositionError(name, f"{alliance.group} has two contracts (Q7.2).")
            alliance.parties = parties
            whole_split = set(alliance.shares) == set(parties)
            if alliance.shares and not whole_split and not alliance.own_rents:
                raise PositionError(name, "a split names each party once (Q7.1).")
            t.alliances[alliance.group] = alliance


def read_contract(t: Opoly, name: str, stated: Any) -> Alliance:
    """One contract, key by key."""
    if not isinstance(stated, Mapping) or any(key not in KEYS for key in stated):
        raise PositionError(name, f"a contract has {', '.join(KEYS)}, not {shorten(stated)}.")
    group = stated.get("group")
    if not isinstance(group, str) or group not in t.edition.groups:
        raise PositionError(name, f"{shorten(group)} is no group.")
    split = stated.get("split", {})
    fits = isinstance(split, Mapping) and all(
        seat in t.seats and type(share) is int and 0 <= share <= 100
        for seat, share in split.items()
    )
    if not fits or (split and sum(split.values()) != 100):
        raise PositionError(name, "a split is whole percentages of seats that make 100 (Q7.1).")
    parties = stated.get("parties", [])
    if not isinstance(parties, list) or any(seat not in t.seats for seat in parties):
        raise PositionError(name, "parties are a list of seats.")
    building = stated.get("building", "free")
    note, by = stated.get("note", ""), stated.get("noticed_by", "")
    if building not in ("free", "level") or not isinstance(note, str) or not isinstance(by, str):
        raise PositionError(name, "building is free or level; note and noticed_by are texts.")
    if len(note) > NOTE_MAX or not note.isprintable() or len(by) > NOTE_MAX:
        raise PositionError(name, f"a note is one line of at most {NOTE_MAX} characters.")
    signed, ends = stated.get("signed", 0), stated.get("ends", 0)
    own = stated.get("own_rents", False)
    if type(signed) is not int or type(ends) is not int or not isinstance(own, bool):
        raise PositionError(name, "signed and ends are turns, own_rents is true or false.")
    return Alliance(
        group=group, parties=list(parties), shares=dict(split), building=building, note=note,
        signed=signed, ends=ends, noticed_by=by, own_rents=own,
    )  # fmt: skip
