"""Questions on what was bought and what it brought: auctions, investments, alliances."""

from __future__ import annotations

from functools import partial
from typing import Any

from classkit.assignments.answers import Number, listed
from classkit.assignments.question import Question

from .past import Past, Purchase, Variant

SPENT = ("auction", "build", "buy_company", "buy_advert", "takeover_fee", "takeover_price")
EARNED = ("rent", "rent_share", "company_profit", "own_company")
"""The reasons for which seats pay for property, and those for which it pays them."""


def over_value(past: Past) -> list[Variant]:
    """Ask how far the price of an auction was from the list price."""
    return [
        partial(over_value_of, past, one)
        for one in past.purchases
        if one.listed and one.price != one.listed
    ]


def over_value_of(past: Past, one: Purchase) -> Question:
    """Return the question on one purchase."""
    hint = "Take the price from the ledger; the list price is the one that held just before."
    return Question(
        f"In turn {one.turn}{' (the set-up)' * (not one.turn)} {past.say.seat(one.buyer)} bought "
        f"{past.say.space(one.title)} at an auction. How far above the list price of that "
        "moment (what the board asks for it, in the prices of that moment) was the price paid, in "
        "per cent of the list price? Below it is negative.",
        Number("%", whole=False, tolerance=0.5, low=hint, high=hint),
        100 * (one.price - one.listed) / one.listed,
        worked=f"Paid {one.price:,}, list price {one.listed:,}.",
    )


def returns(past: Past) -> list[Variant]:
    """Ask what came back for each hundred that a seat spent on property."""
    found: list[Variant] = []
    for seat in past.seats:
        spent, earned = spent_and_earned(past, seat)
        if spent and earned:
            found.append(partial(return_of, past, seat, spent, earned))
    return found


def spent_and_earned(past: Past, seat: str) -> tuple[int, int]:
    """Return what a seat paid for property, and what property paid the seat."""
    spent = sum(t.amount for t in past.moneys if t.reason in SPENT and t.source == seat)
    earned = sum(t.amount for t in past.moneys if t.reason in EARNED and t.target == seat)
    back = sum(t.amount for t in past.moneys if t.reason in EARNED and t.source == t.target == seat)
    return spent, earned - back


def return_of(past: Past, seat: str, spent: int, earned: int) -> Question:
    """Return the question on one seat."""
    there = {t.reason for t in past.moneys}
    paid, came = (
        listed(f"“{past.say.reason(reason)}”" for reason in some if reason in there)
        for some in (SPENT, EARNED)
    )
    hint = "Add up both sides in the ledger: what the seat paid is below the line."
    return Question(
        f"{past.say.seat(seat)} paid for property under {paid}, and property paid this seat under "
        f"{came} (the column “text” of the ledger), the set-up and all turns taken together. "
        "What percentage of what was spent on property had come back from it by the end?",
        Number("%", whole=False, tolerance=0.5, low=hint, high=hint),
        100 * earned / spent,
        worked=f"{earned:,} of the {spent:,} spent came back.",
    )


def alliances(past: Past) -> list[Variant]:
    """Ask what the rents of a group brought a party from its alliance on."""
    lots = lots_by_group(past)
    found: list[Variant] = []
    for event in past.match.events:
        if event.name != "alliance_signed":
            continue
        group = event.facts["group"]
        for party in event.facts["parties"]:
            rents = rents_of(past, lots.get(group, ()), party, event.turn)
            if rents:
                found.append(partial(alliance_of, past, group, party, event.turn, rents))
    return found


def lots_by_group(past: Past) -> dict[str, tuple[str, ...]]:
    """Return group -> its spaces, as far as the edition has groups."""
    data: Any = getattr(past.match.edition, "data", {})
    spaces = data.get("board", {}).get("spaces", ()) if isinstance(data, dict) else ()
    drawn = past.match.game.board(past.match.table).spaces
    found: dict[str, tuple[str, ...]] = {}
    for space, cell in zip(spaces, drawn, strict=False):
        if group := space.get("group"):
            found[group] = (*found.get(group, ()), cell.id)
    return found


def rents_of(past: Past, lots: tuple[str, ...], party: str, first: int) -> int:
    """Return the rents that a party got from landings on these lots from a turn on."""
    total, place = 0, ""
    for event in past.match.events:
        if event.name == "pawn_moved":
            place = event.facts["to"]
        facts = event.facts
        if event.name == "money_moved" and event.turn > first and place in lots:
            total += facts["amount"] if facts["reason"] in EARNED and facts["payee"] == party else 0
    return total


def alliance_of(past: Past, group: str, party: str, turn: int, rents: int) -> Question:
    """Return the question on one party of one alliance."""
    hint = "Join the landings (pawn_moved) with the rents that follow them (money_moved)."
    return Question(
        f"In turn {turn} an alliance over the group “{group.replace('_', ' ')}” was signed. How "
        f"much rent did {past.say.seat(party)} get from landings on the lots of that group after "
        f"turn {turn}, to the end of the match?",
        Number(past.say.unit(past.money), low=hint, high=hint),
        rents,
        worked=f"{rents:,} in all. An alliance doubles the rent of lots without buildings.",
    )


def yields(past: Past) -> list[Variant]:
    """Ask what a lot yielded in rents, in per cent of its price at the auction."""
    found: list[Variant] = []
    for one in past.purchases:
        rents = rents_of(past, (one.title,), one.buyer, one.turn)
        if rents and one.price:
            found.append(partial(yield_of, past, one, rents))
    return found


def yield_of(past: Past, one: Purchase, rents: int) -> Question:
    """Return the question on one lot."""
    hint = "Join the landings on the lot (pawn_moved) with the rents that follow (money_moved)."
    return Question(
        f"In turn {one.turn}{' (the set-up)' * (not one.turn)} {past.say.seat(one.buyer)} bought "
        f"{past.say.space(one.title)} at an auction. By the end of the match, what "
        "percentage of that price had come back to this seat in rent from landings on it? Count "
        "from the next turn on, and leave the cost of buildings aside.",
        Number("%", whole=False, tolerance=0.5, low=hint, high=hint),
        100 * rents / one.price,
        worked=f"{rents:,} in rents, at a price of {one.price:,}.",
    )
