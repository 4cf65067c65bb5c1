"""Throwing for the first place: everybody throws, those tied for highest throw again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from classkit.engine.requests import Flow, Seat
from classkit.engine.table import Table

Told = Callable[[Seat, tuple[int, ...]], None]


def highest_throw(
    t: Table,
    seats: Sequence[Seat],
    *,
    dice: int,
    purpose: str,
    rule: str,
    sides: int = 6,
    tell: Told | None = None,
) -> Flow[Seat]:
    """The seat that throws highest, in the order given; the tied throw again among themselves.

    ``tell`` is called with each seat and its faces as they fall.
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
