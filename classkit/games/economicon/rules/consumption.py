"""Phase 8: goods are consumed (N12)."""

from __future__ import annotations

from collections.abc import Sequence

from classkit.engine.data import WrittenDown
from classkit.engine.requests import Seat

from ..accounts import RESERVE, SUPPLY
from ..contents import COMMODITIES, StandingEffect
from ..state import Economicon


def consume(t: Economicon) -> None:
    """Feed the people of all nations as far as reserves go; nothing is owed later (N12)."""
    for seat, nation in t.nations.items():
        eaten: dict[str, int] = {}
        for good, want in wanted(t, seat).items():
            eaten[good] = max(0, min(want, t.held(seat, good)))
            t.move(good, eaten[good], RESERVE[seat], SUPPLY, "consumed", "N12.1")
            if short := max(0, want - eaten[good]):
                nation.short = WrittenDown({**nation.short, good: short})
                t.tell("shortage", "N12.2", seat, commodity=good, short=short)
        nation.consumed = WrittenDown(eaten)


def wanted(t: Economicon, seat: Seat) -> dict[str, int]:
    """Return what the people want of each commodity: one for each law in force (N12.1)."""
    return people_want(len(t.nations[seat].laws), t.standing(seat, "consume"))


def people_want(laws: int, effects: Sequence[StandingEffect]) -> dict[str, int]:
    """Return what people want under some laws and these standing effects (N12.1, N17.4)."""
    people = dict.fromkeys(COMMODITIES, laws)
    for effect in effects:
        for good in COMMODITIES:
            if effect.unit in ("", good):
                people[good] += effect.n
    return people
