"""The end: the worth of all in gold, who is eligible, who wins (N16)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from classkit.engine.game import Standing, first_of
from classkit.engine.requests import Seat
from classkit.engine.words import how_many

from ..state import Economicon
from .counting import added
from .prices import count, count_held

ELIGIBLE, FEWEST, NOBODY = "eligible", "fewest_tokens", "nobody"


def worth_of(t: Economicon, unit: str, held: int) -> Fraction:
    """Return what units are worth in gold: at present prices, or as if they were sold (N16.1)."""
    return Fraction(held * count(t, "gold"), among(t, unit, held))


def among(t: Economicon, unit: str, held: int) -> int:
    """Return the count by which units held are valued (N16.1)."""
    return sold_among(t.options.final_valuation, unit, count_held(t, unit), held)


def sold_among(valuation: str, unit: str, there: int, held: int) -> int:
    """Return the count by which units held are valued, where ``there`` count now (N16.1).

    With "liquidation" the units held count as well, as if they had come to the market.
    """
    liquid = valuation == "liquidation" and unit != "gold"
    return there + held if liquid else there


def worth(t: Economicon, seat: Seat) -> Fraction:
    """Return what a nation's reserves are worth in gold now (N16.1)."""
    parts = (0, 1)
    for unit in t.units:
        if held := t.held(seat, unit):
            parts = added(parts, held, among(t, unit, held))
    return Fraction(parts[0] * count(t, "gold"), parts[1])


def eligible(t: Economicon) -> tuple[list[Seat], str]:
    """Return who may win, and why: fewer tokens than the limit, or the fewest (N16.2, N16.4)."""
    tokens = {seat: t.tokens(seat) for seat in t.seats}
    found = [seat for seat in t.seats if tokens[seat] < t.options.disqualify_at]
    if found:
        return found, ELIGIBLE
    if t.options.no_eligible == NOBODY:
        return [], NOBODY
    fewest = min(tokens.values())
    return [seat for seat in t.seats if tokens[seat] == fewest], FEWEST


def standings(t: Economicon) -> list[Standing]:
    """Rank the eligible by worth, tokens and gold; then the others alike (N16.3)."""
    return ranking(t, eligible(t)[0], {seat: worth(t, seat) for seat in t.seats})


def ranking(t: Economicon, may_win: list[Seat], worths: Mapping[Seat, Fraction]) -> list[Standing]:
    """Return the standings of nations with these worths (N16.3)."""
    keys = {seat: (seat in may_win, worths[seat], *tie_keys(t, seat)) for seat in t.seats}
    order = sorted(t.seats, key=lambda seat: keys[seat], reverse=True)
    lines: list[Standing] = []
    for place, seat in enumerate(order, start=1):
        below = order[place] if place < len(order) else seat
        if lines and keys[lines[-1].seat] == keys[seat]:
            place = lines[-1].place
        tokens = how_many(t.tokens(seat), "volatility token")
        barred = "" if seat in may_win else f"has {tokens} and cannot win (N16.2)"
        tie = tie_words(t, seat, below) if (seat in may_win) == (below in may_win) else ""
        if round(worths[seat], 2) != round(worths[below], 2):
            tie = ""
        elif worths[seat] != worths[below]:
            tie = "less than 0.01 gold more (N16.3)"
        lines.append(Standing(seat, round(float(worths[seat]), 2), place, "gold", barred, tie))
    return lines


def tie_keys(t: Economicon, seat: Seat) -> tuple[int, int]:
    """Return the keys that rank nations of equal worth: minus their tokens, then gold (N16.3)."""
    return -t.tokens(seat), t.held(seat, "gold")


def tie_words(t: Economicon, seat: Seat, below: Seat) -> str:
    """Return what ranks a nation above the next of equal worth; empty if nothing does (N16.3)."""
    tokens, gold = (t.tokens(seat), t.tokens(below)), (t.held(seat, "gold"), t.held(below, "gold"))
    if tokens[0] != tokens[1]:
        return f"fewer volatility tokens, {tokens[0]} to {tokens[1]} (N16.3)"
    return f"more gold in reserves, {gold[0]} to {gold[1]} (N16.3)" if gold[0] != gold[1] else ""


def winners(t: Economicon) -> tuple[Seat, ...]:
    """Return who would win now: the first, if anybody is eligible (N16.3, N16.4)."""
    return first_of(standings(t)) if eligible(t)[0] else ()


def finish(t: Economicon) -> None:
    """Value all reserves on the final market, and name the winners (N16)."""
    may_win, reason = eligible(t)
    worths = {seat: worth(t, seat) for seat in t.seats}
    for seat, value in worths.items():
        t.tell(
            "valued", "N16.1", seat, worth=value, tokens=t.tokens(seat), eligible=seat in may_win
        )
    t.ending = reason
    won = first_of(ranking(t, may_win, worths)) if may_win else ()
    t.tell("game_ended", "N16.3", winners=list(won), reason=reason)
