"""The effects of a deal, shown before it is sent: rents, cash, holdings, scores (Q6.6)."""

from __future__ import annotations

from collections.abc import Sequence

from classkit.engine.moves import Preview
from classkit.engine.requests import Decision, Flow, Seat

from ..state import PAID, Opoly
from .holdings import allowed
from .rents import landing_rent, split_rent
from .scores import exact_scores

Lots = dict[str, dict[Seat, int]]
"""Property -> dollars that one landing there brings each seat."""
FIXED = "\N{NO-BREAK SPACE}"
"""The space where a line of a narrow column must not break."""


def compare(t: Opoly, then: Opoly, seats: Sequence[Seat]) -> Preview:
    """Compare what these companies earn, have, hold and score now and on another table.

    List single rents only if they would change for one of these companies.
    """
    now_rents, then_rents = rents_of_landings(t), rents_of_landings(then)
    rows: list[tuple[str | int, ...]] = []
    for space, rents in then_rents.items():
        before = now_rents[space]
        if any(before.get(seat) != rents.get(seat) for seat in seats):
            cells = (change(before.get(seat, 0), rents.get(seat, 0)) for seat in seats)
            rows.append((f"Rent: {t.edition.spaces[space].name}", *cells))
    rows += [(name, *cells) for name, cells in figures(t, then, seats).items()]
    note = f"Rent of one landing; utilities at a roll of {t.edition.future_utility_roll}."
    return Preview(("Now → then", *seats), tuple(rows), note=note)


def carry_out(flow: Flow[None]) -> None:
    """Run a flow on a trial; each seat that it asks answers by default."""
    try:
        request = next(flow)
        while isinstance(request, Decision):
            request = flow.send(request.default)
    except StopIteration:
        return


def rents_of_landings(t: Opoly) -> Lots:
    """Return what a landing on each owned property brings each seat; mortgaged, nothing."""
    lots: Lots = {}
    for space in t.edition.properties:
        owner = t.companies.get(t.owner(space))
        if owner is None or owner.status not in PAID or space in t.mortgaged:
            lots[space] = {}
        else:
            lots[space] = split_rent(t, space, landing_rent(t, space))
    return lots


def figures(t: Opoly, then: Opoly, seats: Sequence[Seat]) -> dict[str, list[str]]:
    """Return cash, holdings, all rents together, and both scores, of each of these seats."""
    rents = [rents_of_landings(table) for table in (t, then)]
    asset = [exact_scores(table, "asset") for table in (t, then)]
    future = [exact_scores(table, "future") for table in (t, then)]
    found: dict[str, list[str]] = {
        "All rents together": [], "Cash": [], "Properties": [], "ASSET": [],
        "FUTURE EARNINGS": [],
    }  # fmt: skip
    for seat in seats:
        before, after = (sum(lot.get(seat, 0) for lot in lots.values()) for lots in rents)
        found["All rents together"].append(change(before, after))
        found["Cash"].append(change(t.cash(seat), then.cash(seat)))
        held = change(len(t.properties_of(seat)), len(then.properties_of(seat)), unit="")
        found["Properties"].append(f"{held}{FIXED}of{FIXED}{allowed(then, seat)}")
        before, after = (round(score[seat]) for score in asset)
        found["ASSET"].append(change(before, after))
        earned, earning = (float(score[seat]) for score in future)
        found["FUTURE EARNINGS"].append(change(earned, earning))
    return found


def change(now: float, then: float, unit: str = "$") -> str:
    """Return a figure now and then; only once if it stays the same.

    >>> [change(*pair).replace(FIXED, " ") for pair in ((6, 12), (40, 40), (0.5, 21.55))]
    ['$6 → $12', '$40', '$0.50 → $21.55']
    """
    exact = ",.2f" if isinstance(now, float) or isinstance(then, float) else ",d"
    before, after = f"{unit}{now:{exact}}", f"{unit}{then:{exact}}"
    return before if before == after else f"{before}{FIXED}→ {after}"
