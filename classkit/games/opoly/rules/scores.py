"""The two scores, ASSET and FUTURE EARNINGS, and the places they give (Q11)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from classkit.engine.requests import Seat

from ..contents import percent
from ..state import SOUL, Opoly
from .rents import base_rent, raising, with_cards

Race = Literal["asset", "future"]


class Future(NamedTuple):
    """The parts of FUTURE EARNINGS: dollars, and the number of properties (Q11.2)."""

    total_rent: int
    adjusted_rent: int
    held: int


def asset_of(t: Opoly, seat: Seat) -> int:
    """Return ASSET as it stands now, in dollars (Q11.1)."""
    edition, titles = t.edition, t.ledger.titles
    worth = t.cash(seat)
    for space in edition.properties:
        if titles[space] != seat:
            continue
        lot = edition.spaces[space]
        if space not in t.mortgaged:
            worth += lot.price
        level = t.level(space)
        if level:
            worth += percent(edition.house_cost[lot.group] * level, 50)
    return worth + sum(edition.cards[card].appraised for card in t.hand(seat))


def future_of(t: Opoly, seat: Seat) -> Future:
    """Return the rents of one landing on each own lot, without and with cards (Q11.2)."""
    held = t.properties_of(seat)
    roll = t.edition.future_utility_roll
    total = adjusted = 0
    for space in held:
        if space not in t.mortgaged:
            rent = base_rent(t, space, roll, allied=t.options.future_double)
            total += rent
            adjusted += with_cards(t, rent, raising(t, space))
    count = sum(
        (t.options.future_counts_mortgaged or space not in t.mortgaged)
        and (t.options.future_stolen or t.basis.get(space) != SOUL)
        for space in held
    )
    return Future(total, adjusted, count)


def scored(t: Opoly, seat: Seat) -> tuple[int, int, int, int]:
    """Return ASSET, TOTAL RENT, ADJUSTED RENT and count of a seat before mergers (Q11)."""
    company = t.companies[seat]
    if company.frozen is not None:
        return company.frozen
    if company.status == "destroyed":
        return 0, 0, 0, 0
    return (asset_of(t, seat), *future_of(t, seat))


def exact_scores(t: Opoly, race: Race) -> dict[Seat, Fraction]:
    """Return the exact score of every seat in one race; a merged seat has its share (Q9.3, Q11)."""
    scores: dict[Seat, Fraction] = {}
    for seat in t.seats:
        asset, _, adjusted, count = t.scores_at_end.get(seat) or scored(t, seat)
        earned = Fraction(adjusted * count, t.edition.future_divisor)
        scores[seat] = Fraction(asset) if race == "asset" else earned
    for survivor, merged, share in reversed(t.mergers):
        whole = scores[survivor]
        scores[merged] = whole * share / 100
        scores[survivor] = whole - scores[merged]
    return scores


def fate(t: Opoly, seat: Seat) -> str:
    """Return the status that ranks a seat; a merged seat shares its survivor's (Q9.3)."""
    for survivor, merged, _ in t.mergers:
        if merged == seat:
            return fate(t, survivor)
    return t.companies[seat].status


def places(t: Opoly, race: Race) -> dict[Seat, int]:
    """Return the place of every seat in one race, best first (Q11.3, Q11.4)."""
    scores = exact_scores(t, race)
    fates = {seat: fate(t, seat) for seat in t.seats}
    return rank(scores, fates, t.options.place_penalty == "swap")


def rank(scores: dict[Seat, Fraction], fates: dict[Seat, str], swap: bool) -> dict[Seat, int]:
    """Return places from scores: bankrupt seats drop one, destroyed seats are last (Q11.4).

    With ``swap`` each bankrupt seat, from the bottom up, changes places with the seat just below
    it and those tied with that seat. Otherwise its place number grows by one.

    >>> scores = {"A": Fraction(3000), "B": Fraction(2500), "C": Fraction(2500), "D": Fraction(9)}
    >>> fates = {"A": "active", "B": "bankrupt", "C": "active", "D": "active"}
    >>> rank(scores, fates, True), rank(scores, fates, False)
    ({'A': 1, 'C': 2, 'D': 3, 'B': 4}, {'A': 1, 'C': 2, 'B': 3, 'D': 4})
    """
    seats = list(scores)

    def key(seat: Seat) -> tuple[bool, Fraction, bool, int]:
        ruined = fates[seat] == "destroyed"
        return ruined, -scores[seat], fates[seat] == "bankrupt", seats.index(seat)

    order = sorted(scores, key=key)
    given: dict[Seat, int] = {}
    if not swap:
        level = place_in_order(order, scores, fates, apart=False)
        given = {seat: min(level[seat] + (fates[seat] == "bankrupt"), len(order)) for seat in order}
        return dict(sorted(given.items(), key=lambda item: item[1]))
    for at in range(len(order) - 2, -1, -1):
        seat = order[at]
        below = order[at + 1]
        if fates[seat] != "bankrupt" or fates[below] in ("bankrupt", "destroyed"):
            continue
        end = at + 2
        while end < len(order) and same_place(order[end], below, scores, fates):
            end += 1
        order[at:end] = [*order[at + 1 : end], seat]
    return place_in_order(order, scores, fates, apart=True)


def same_place(
    one: Seat, other: Seat, scores: dict[Seat, Fraction], fates: dict[Seat, str]
) -> bool:
    """Return whether two seats share a place, both bankrupt or neither (Q11.3)."""
    alike = (fates[one] == "bankrupt") == (fates[other] == "bankrupt")
    ruined = (fates[one] == "destroyed") == (fates[other] == "destroyed")
    return scores[one] == scores[other] and alike and ruined


def place_in_order(
    order: list[Seat], scores: dict[Seat, Fraction], fates: dict[Seat, str], apart: bool
) -> dict[Seat, int]:
    """Return places along an order; equals share the better one.

    Unless bankrupt seats are kept ``apart``, they share places with seats of the same score.
    """
    given: dict[Seat, int] = {}
    for at, seat in enumerate(order):
        before = order[at - 1] if at else None
        together = before is not None and (
            same_place(seat, before, scores, fates)
            if apart
            else scores[seat] == scores[before]
            and (fates[seat] == "destroyed") == (fates[before] == "destroyed")
        )
        given[seat] = given[before] if together and before is not None else at + 1
    return given
