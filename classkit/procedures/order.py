"""Throwing for first place: everybody throws, and those tied for highest throw again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from classkit.engine.requests import Flow, Seat
from classkit.engine.table import Table


def highest_throw(
    t: Table,
    seats: Sequence[Seat],
    *,
    dice: int,
    purpose: str,
    rule: str,
    sides: int = 6,
    tell: Callable[[Seat, tuple[int, ...]], None] | None = None,
) -> Flow[Seat]:
    """Let seats throw in the order given. Return the highest, after throwing again for ties.

    On the table ``t`` each throws ``dice`` dice with ``sides`` sides and adds their faces;
    ``purpose`` and ``rule`` are as in :meth:`classkit.engine.table.Table.roll`.
    ``tell`` is called with each seat and the faces it threw.
    """
    left = list(seats)
    while True:
        totals: dict[Seat, int] = {}
        for seat in left:
            faces = yield from t.roll(dice, purpose=purpose, rule=rule, seat=seat, sides=sides)
            if tell is not None:
                tell(seat, faces)
            totals[seat] = sum(faces)
        best = max(totals.values())
        left = [seat for seat in left if totals[seat] == best]
        if len(left) == 1:
            return left[0]
