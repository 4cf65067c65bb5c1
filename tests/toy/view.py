"""View of a merchant."""

from __future__ import annotations

from classkit.engine.views import View, ViewSource

from .state import HarbourTable


class HarbourView(View):
    """The view of one merchant: everything but what is in the holds of others."""

    __slots__ = ()
    _source: ViewSource[HarbourTable]

    @property
    def my_goods(self) -> dict[str, int]:
        """Good -> how much of it is in one's own hold."""
        return self._source.table.held(self.seat) if self.seat else {}

    @property
    def my_coins(self) -> int:
        """One's own coins."""
        return self._source.table.cash(self.seat) if self.seat else 0

    @property
    def list_prices(self) -> dict[str, int]:
        """Good -> coins, before any is on sale (T2.2)."""
        return dict(self._source.table.edition.prices)
