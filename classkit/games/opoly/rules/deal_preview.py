"""Preview of a deal before it is sent: rents, cash, holdings and scores (Q6.6)."""

from __future__ import annotations

from collections.abc import Sequence

from classkit.engine.currency import DOLLAR, Currency
from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.moves import Preview

from ..state import OWNING_STATUSES, OpolyState
from .holdings import get_allowed_count
from .rents import get_landing_rent, split_rent
from .scores import get_exact_scores

Lots = dict[str, dict[Seat, int]]
"""The rent of one landing on each property, by seat, in dollars."""
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
"""Prevents a line break within a cell of a narrow column."""


def compare_states(t: OpolyState, then: OpolyState, seats: Sequence[Seat]) -> Preview:
    """Compare rents, cash, holdings and scores of these seats on two tables.

    List only the rents that change for one of these seats.
    """
    now_rents, then_rents = get_landing_rents(t), get_landing_rents(then)
    rows: list[tuple[str | int, ...]] = []
    for space, rents in then_rents.items():
        before = now_rents[space]
        if any(before.get(seat) != rents.get(seat) for seat in seats):
            cells = (
                format_change(before.get(seat, 0), rents.get(seat, 0), t.currency) for seat in seats
            )
            rows.append((f"Rent: {t.edition.spaces[space].name}", *cells))
    rows += [(name, *cells) for name, cells in compare_metrics(t, then, seats).items()]
    note = f"Rent of one landing; utilities at a roll of {t.edition.future_utility_roll}."
    return Preview(("Now → then", *seats), tuple(rows), note=note)


def run_defaults(flow: Flow[None]) -> None:
    """Run a flow to its end with the default answer to every decision."""
    try:
        request = next(flow)
        while isinstance(request, Decision):
            request = flow.send(request.default)
    except StopIteration:
        return


def get_landing_rents(t: OpolyState) -> Lots:
    """Return the rent of a landing on each property by seat, or {} if no rent is due."""
    lots: Lots = {}
    for space in t.edition.properties:
        owner = t.companies.get(t.owner(space))
        if owner is None or owner.status not in OWNING_STATUSES or space in t.mortgaged:
            lots[space] = {}
        else:
            lots[space] = split_rent(t, space, get_landing_rent(t, space))
    return lots


def compare_metrics(t: OpolyState, then: OpolyState, seats: Sequence[Seat]) -> dict[str, list[str]]:
    """Return the changes in total rents, cash, holdings and both scores, by seat."""
    rents = [get_landing_rents(table) for table in (t, then)]
    asset = [get_exact_scores(table, "asset") for table in (t, then)]
    future = [get_exact_scores(table, "future") for table in (t, then)]
    found: dict[str, list[str]] = {
        "All rents together": [], "Cash": [], "Properties": [], "ASSET": [],
        "FUTURE EARNINGS": [],
    }  # fmt: skip
    for seat in seats:
        before, after = (sum(lot.get(seat, 0) for lot in lots.values()) for lots in rents)
        found["All rents together"].append(format_change(before, after, t.currency))
        found["Cash"].append(format_change(t.cash(seat), then.cash(seat), t.currency))
        held = format_change(len(t.get_properties(seat)), len(then.get_properties(seat)), None)
        found["Properties"].append(
            f"{held}{NO_BREAK_SPACE}of{NO_BREAK_SPACE}{get_allowed_count(then, seat)}"
        )
        before, after = (round(score[seat]) for score in asset)
        found["ASSET"].append(format_change(before, after, t.currency))
        earned, earning = (float(score[seat]) for score in future)
        found["FUTURE EARNINGS"].append(format_change(earned, earning, t.currency))
    return found


def format_change(now: float, then: float, currency: Currency | None = DOLLAR) -> str:
    """Format a change from one value to another, or the value if it does not change.

    >>> changes = (6, 12), (40, 40), (0.5, 21.55)
    >>> [format_change(*change).replace(NO_BREAK_SPACE, " ") for change in changes]
    ['$6 → $12', '$40', '$0.50 → $21.55']
    """
    exact = ",.2f" if isinstance(now, float) or isinstance(then, float) else ",d"
    before, after = f"{now:{exact}}", f"{then:{exact}}"
    if currency is not None:
        before, after = currency.attach(before), currency.attach(after)
    return before if before == after else f"{before}{NO_BREAK_SPACE}→ {after}"
