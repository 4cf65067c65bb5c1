"""How production orders become known: they are carried out when the last is in."""

from __future__ import annotations

from collections.abc import Collection

from classkit.engine.log import Entry
from classkit.engine.requests import Seat
from classkit.engine.secrecy import ANSWERS, Reveal, Secrecy

from ..state import Economicon

REVEALS = (
    Reveal("order_production", ANSWERS, "N0.6"),
    Reveal("order_production", "moved", "N8.4"),
    Reveal("order_production", "moved", "N8.7"),
)


class OrderSecrecy(Secrecy[Economicon]):
    """Orders given in turn are sealed until the last is in, and then open to all (N0.6, N8.6)."""

    def unopened(self, table: Economicon) -> Collection[Seat]:
        """Return who has given orders in turn that are not yet carried out (N0.6)."""
        return table.orders.keys()

    def mask_answer(self, entry: Entry, table: Economicon, seat: Seat | None) -> Entry:
        """Return an answer as it is: once opened, orders are open to all (N0.6)."""
        return entry
