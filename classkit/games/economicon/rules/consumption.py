"""Phase 8: goods are consumed (N12)."""

from __future__ import annotations

from collections.abc import Sequence

from classkit.engine.requests import Seat

from ..accounts import RESERVE, SUPPLY
from ..edition.contents import COMMODITIES, Standing
from ..state import Economicon


def wanted(t: Economicon, seat: Seat) -> dict[str, int]:
    """Return what the people consume of each commodity: one for each law in force (N12.1)."""
    return people_want(len(t.nations[seat].laws), t.standing(seat, "consume"))


def people_want(laws: int, effects: Sequence[Standing]) -> dict[str, int]:
    """Return what people consume under some laws and these standing effects (N12.1, N17.4)."""
    people = dict.fromkeys(COMMODITIES, laws)
    for effect in effects:
        for good in COMMODITIES:
            if effect.unit in ("", good):
                people[good] += effect.n
    return people


def consume(t: Economicon) -> None:
    """Consume what is wanted as far as there is any; nothing is owed later (N12.1, N12.2)."""
    balances, effects = t.ledger.balances, t.standing_on("consume")
    for seat, nation in t.nations.items():
        needs, reserve = people_want(len(nation.laws), effects.get(seat, ())), RESERVE[seat]
        eaten: dict[str, int] = {}
        short: dict[str, int] = {}
        for good, need in needs.items():
            held = balances[good][reserve]
            if held < need:
                short[good], need = need - held, held
            eaten[good] = need if need > 0 else 0
            t.move(good, eaten[good], reserve, SUPPLY, "consumed", "N12.1")
            if good in short:
                t.tell("shortage", "N12.2", seat, commodity=good, short=short[good])
        nation.consumed = eaten
        if short:
            nation.short = {**nation.short, **short}
