"""Phase 8: consumption (N12)."""

from __future__ import annotations

from classkit.engine.decisions import Seat
from classkit.engine.untrusted_input import FrozenDict

from ..account_names import RESERVE, SUPPLY
from ..rules_data import EconomiconRules, LawsInForce
from ..state import EconomiconState
from .standing_effects import CONSUME


def consume_goods(t: EconomiconState) -> None:
    """Consume goods in all nations, up to their reserves. Shortages are not carried over (N12)."""
    for seat, nation in t.nations.items():
        eaten: dict[str, int] = {}
        for good, want in get_wants(t, seat).items():
            eaten[good] = max(0, min(want, t.get_reserve(seat, good)))
            t.move(good, eaten[good], RESERVE[seat], SUPPLY, "consumed", "N12.1")
            if short := max(0, want - eaten[good]):
                nation.short = FrozenDict({**nation.short, good: short})
                t.tell("shortage", "N12.2", seat, commodity=good, short=short)
        nation.consumed = FrozenDict(eaten)


def get_wants(t: EconomiconState, seat: Seat) -> dict[str, int]:
    """Return the demand for each commodity: one unit per law in force (N12.1)."""
    return compute_wants(t.edition, t.event, t.nations[seat].laws)


def compute_wants(edition: EconomiconRules, event: str | None, laws: LawsInForce) -> dict[str, int]:
    """Return the demand for each commodity under an event and laws (N12.1, N17.4)."""
    return {
        good: len(laws) + more for good, more in CONSUME.compute_value(edition, event, laws).items()
    }
