"""End of the match: valuation, eligibility and winners (N16)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from classkit.engine.decisions import Seat
from classkit.engine.game import Standing, first_seats
from classkit.engine.rulebook_text import format_count

from ..state import EconomiconState
from .market_prices import get_count, get_held_count
from .purchase_counters import add_fraction

ELIGIBLE, FEWEST_TOKENS, NOBODY = "eligible", "fewest_tokens", "nobody"


def compute_unit_worth(t: EconomiconState, unit: str, held: int) -> Fraction:
    """Return the worth of units in gold: at current prices, or as if sold (N16.1)."""
    return Fraction(held * get_count(t, "gold"), get_valuation_count(t, unit, held))


def get_valuation_count(t: EconomiconState, unit: str, held: int) -> int:
    """Return the count that determines the value of held units (N16.1)."""
    return compute_valuation_count(t.options.final_valuation, unit, get_held_count(t, unit), held)


def compute_valuation_count(valuation: str, unit: str, there: int, held: int) -> int:
    """Return the count that values held units, if ``there`` is the current count (N16.1).

    With "liquidation", the held units count too, as if they were in the market.
    """
    liquid = valuation == "liquidation" and unit != "gold"
    return there + held if liquid else there


def compute_worth(t: EconomiconState, seat: Seat) -> Fraction:
    """Return the worth of a nation's reserves in gold (N16.1)."""
    parts = (0, 1)
    for unit in t.units:
        if held := t.get_reserve(seat, unit):
            parts = add_fraction(parts, held, get_valuation_count(t, unit, held))
    return Fraction(parts[0] * get_count(t, "gold"), parts[1])


def find_eligible(t: EconomiconState) -> tuple[list[Seat], str]:
    """Return the nations that may win, and the reason (N16.2, N16.4)."""
    tokens = {seat: t.count_tokens(seat) for seat in t.seats}
    found = [seat for seat in t.seats if tokens[seat] < t.options.disqualify_at]
    if found:
        return found, ELIGIBLE
    if t.options.no_eligible == NOBODY:
        return [], NOBODY
    fewest = min(tokens.values())
    return [seat for seat in t.seats if tokens[seat] == fewest], FEWEST_TOKENS


def build_standings(t: EconomiconState) -> list[Standing]:
    """Rank eligible nations by worth, tokens and gold, then the others likewise (N16.3)."""
    return rank_nations(t, find_eligible(t)[0], {seat: compute_worth(t, seat) for seat in t.seats})


def rank_nations(
    t: EconomiconState, may_win: list[Seat], worths: Mapping[Seat, Fraction]
) -> list[Standing]:
    """Return the standings for given worths (N16.3)."""
    keys = {seat: (seat in may_win, worths[seat], *get_tie_keys(t, seat)) for seat in t.seats}
    order = sorted(t.seats, key=lambda seat: keys[seat], reverse=True)
    lines: list[Standing] = []
    for place, seat in enumerate(order, start=1):
        below = order[place] if place < len(order) else seat
        if lines and keys[lines[-1].seat] == keys[seat]:
            place = lines[-1].place
        tokens = format_count(t.count_tokens(seat), "volatility token")
        barred = "" if seat in may_win else f"has {tokens} and cannot win (N16.2)"
        tie = describe_tie(t, seat, below) if (seat in may_win) == (below in may_win) else ""
        if round(worths[seat], 2) != round(worths[below], 2):
            tie = ""
        elif worths[seat] != worths[below]:
            tie = "less than 0.01 gold more (N16.3)"
        lines.append(Standing(seat, round(float(worths[seat]), 2), place, "gold", barred, tie))
    return lines


def get_tie_keys(t: EconomiconState, seat: Seat) -> tuple[int, int]:
    """Return the tie-breakers of a nation: minus its tokens, then its gold (N16.3)."""
    return -t.count_tokens(seat), t.get_reserve(seat, "gold")


def describe_tie(t: EconomiconState, seat: Seat, below: Seat) -> str:
    """Describe why a nation ranks above the next one of equal worth, or return "" (N16.3)."""
    tokens, gold = (
        (t.count_tokens(seat), t.count_tokens(below)),
        (t.get_reserve(seat, "gold"), t.get_reserve(below, "gold")),
    )
    if tokens[0] != tokens[1]:
        return f"fewer volatility tokens, {tokens[0]} to {tokens[1]} (N16.3)"
    return f"more gold in reserves, {gold[0]} to {gold[1]} (N16.3)" if gold[0] != gold[1] else ""


def get_winners(t: EconomiconState) -> tuple[Seat, ...]:
    """Return the current leaders, if any nation is eligible (N16.3, N16.4)."""
    return first_seats(build_standings(t)) if find_eligible(t)[0] else ()


def finish_game(t: EconomiconState) -> None:
    """Value all reserves in the final market, and log the winners (N16)."""
    may_win, reason = find_eligible(t)
    worths = {seat: compute_worth(t, seat) for seat in t.seats}
    for seat, value in worths.items():
        t.tell(
            "valued",
            "N16.1",
            seat,
            worth=value,
            tokens=t.count_tokens(seat),
            eligible=seat in may_win,
        )
    t.ending = reason
    won = first_seats(rank_nations(t, may_win, worths)) if may_win else ()
    t.tell("game_ended", "N16.3", winners=list(won), reason=reason)
