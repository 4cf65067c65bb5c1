"""Rules that decide when production orders become visible."""

from __future__ import annotations

from collections.abc import Collection

from classkit.engine.decisions import Seat
from classkit.engine.events import Entry
from classkit.engine.visibility import ANSWERS, Reveal, Secrecy

from ..state import EconomiconState

REVEALS = (
    Reveal("order_production", ANSWERS, "N0.6"),
    Reveal("order_production", "moved", "N8.4"),
    Reveal("order_production", "moved", "N8.7"),
)


class OrderSecrecy(Secrecy[EconomiconState]):
    """Keeps orders given in turn hidden until the last one, then makes them public (N0.6, N8.6)."""

    def unopened_seats(self, table: EconomiconState) -> Collection[Seat]:
        """Return the seats whose orders in turn are not carried out yet (N0.6)."""
        return table.orders.keys()

    def redact_answer(self, entry: Entry, table: EconomiconState, seat: Seat | None) -> Entry:
        """Return the answer unchanged: opened orders are public (N0.6)."""
        return entry
