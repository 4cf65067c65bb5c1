"""The two scores, ASSET and FUTURE EARNINGS, and the ranks by score (Q11)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from classkit.engine.decisions import Seat

from ..rules_data import floor_percent
from ..state import SOUL, OpolyState
from .rents import apply_rent_cards, get_base_rent, list_rent_cards

Race = Literal["asset", "future"]


class FutureEarnings(NamedTuple):
    """The factors of FUTURE EARNINGS: rents in dollars, and the number of properties (Q11.2)."""

    total_rent: int
    adjusted_rent: int
    held: int


def compute_asset(t: OpolyState, seat: Seat) -> int:
    """Return the current ASSET of a seat, in dollars (Q11.1)."""
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
            worth += floor_percent(edition.house_cost[lot.group] * level, 50)
    return worth + sum(edition.cards[card].appraised for card in t.hand(seat))


def compute_future(t: OpolyState, seat: Seat) -> FutureEarnings:
    """Return the factors of FUTURE EARNINGS, including rents before and after cards (Q11.2)."""
    held = t.get_properties(seat)
    roll = t.edition.future_utility_roll
    total = adjusted = 0
    for space in held:
        if space not in t.mortgaged:
            rent = get_base_rent(t, space, roll, allied=t.options.future_double)
            total += rent
            adjusted += apply_rent_cards(t, rent, list_rent_cards(t, space))
    count = sum(
        (t.options.future_counts_mortgaged or space not in t.mortgaged)
        and (t.options.future_stolen or t.basis.get(space) != SOUL)
        for space in held
    )
    return FutureEarnings(total, adjusted, count)


def compute_scores(t: OpolyState, seat: Seat) -> tuple[int, int, int, int]:
    """Return ASSET, TOTAL RENT, ADJUSTED RENT and count of a seat before mergers (Q11)."""
    company = t.companies[seat]
    if company.frozen is not None:
        return company.frozen
    if company.status == "destroyed":
        return 0, 0, 0, 0
    return (compute_asset(t, seat), *compute_future(t, seat))


def get_exact_scores(t: OpolyState, race: Race) -> dict[Seat, Fraction]:
    """Return the exact score of every seat in one race, divided after mergers (Q9.3, Q11)."""
    scores: dict[Seat, Fraction] = {}
    for seat in t.seats:
        asset, _, adjusted, count = t.scores_at_end.get(seat) or compute_scores(t, seat)
        earned = Fraction(adjusted * count, t.edition.future_divisor)
        scores[seat] = Fraction(asset) if race == "asset" else earned
    for survivor, merged, share in reversed(t.mergers):
        whole = scores[survivor]
        scores[merged] = whole * share / 100
        scores[survivor] = whole - scores[merged]
    return scores


def get_ranked_status(t: OpolyState, seat: Seat) -> str:
    """Return the status that determines a seat's rank, or its survivor's if merged (Q9.3)."""
    for survivor, merged, _ in t.mergers:
        if merged == seat:
            return get_ranked_status(t, survivor)
    return t.companies[seat].status


def get_places(t: OpolyState, race: Race) -> dict[Seat, int]:
    """Return the rank of every seat in one race, best first (Q11.3, Q11.4)."""
    scores = get_exact_scores(t, race)
    fates = {seat: get_ranked_status(t, seat) for seat in t.seats}
    return rank_scores(scores, fates, t.options.place_penalty == "swap")


def rank_scores(
    scores: dict[Seat, Fraction], fates: dict[Seat, str], swap: bool
) -> dict[Seat, int]:
    """Return ranks by score. Bankrupt seats drop one rank, destroyed seats are last (Q11.4).

    With ``swap``, each bankrupt seat, from the bottom up, swaps ranks with the seat below it and
    all seats tied with that seat. Otherwise, its rank number increases by one.

    >>> scores = {"A": Fraction(3000), "B": Fraction(2500), "C": Fraction(2500), "D": Fraction(9)}
    >>> fates = {"A": "active", "B": "bankrupt", "C": "active", "D": "active"}
    >>> rank_scores(scores, fates, True), rank_scores(scores, fates, False)
    ({'A': 1, 'C': 2, 'D': 3, 'B': 4}, {'A': 1, 'C': 2, 'B': 3, 'D': 4})
    """
    seats = list(scores)

    def key(seat: Seat) -> tuple[bool, Fraction, bool, int]:
        ruined = fates[seat] == "destroyed"
        return ruined, -scores[seat], fates[seat] == "bankrupt", seats.index(seat)

    order = sorted(scores, key=key)
    given: dict[Seat, int] = {}
    if not swap:
        level = assign_places(order, scores, fates, apart=False)
        given = {seat: min(level[seat] + (fates[seat] == "bankrupt"), len(order)) for seat in order}
        return dict(sorted(given.items(), key=lambda item: item[1]))
    for at in range(len(order) - 2, -1, -1):
        seat = order[at]
        below = order[at + 1]
        if fates[seat] != "bankrupt" or fates[below] in ("bankrupt", "destroyed"):
            continue
        end = at + 2
        while end < len(order) and is_same_place(order[end], below, scores, fates):
            end += 1
        order[at:end] = [*order[at + 1 : end], seat]
    return assign_places(order, scores, fates, apart=True)


def is_same_place(
    one: Seat, other: Seat, scores: dict[Seat, Fraction], fates: dict[Seat, str]
) -> bool:
    """Return whether two seats share a rank, both bankrupt or neither (Q11.3)."""
    alike = (fates[one] == "bankrupt") == (fates[other] == "bankrupt")
    ruined = (fates[one] == "destroyed") == (fates[other] == "destroyed")
    return scores[one] == scores[other] and alike and ruined


def assign_places(
    order: list[Seat], scores: dict[Seat, Fraction], fates: dict[Seat, str], apart: bool
) -> dict[Seat, int]:
    """Assign ranks in this order. Equal seats share the better rank.

    With ``apart``, a bankrupt seat does not share a rank with other seats of the same score.
    """
    given: dict[Seat, int] = {}
    for at, seat in enumerate(order):
        before = order[at - 1] if at else None
        together = before is not None and (
            is_same_place(seat, before, scores, fates)
            if apart
            else scores[seat] == scores[before]
            and (fates[seat] == "destroyed") == (fates[before] == "destroyed")
        )
        given[seat] = given[before] if together and before is not None else at + 1
    return given
