"""Time for tests, which passes as fast as nothing happens in it."""

from __future__ import annotations

import asyncio

TICK = 1e-6
"""Seconds by which everybody who has slept is late, as on every machine."""


class Loop(asyncio.SelectorEventLoop):
    """A loop whose time passes only by work, and by waiting when there is nothing else to do."""

    now = worked = 0.0

    def time(self) -> float:
        return self.now

    def work(self, seconds: float) -> None:
        """Work for so long."""
        self.now += seconds
        self.worked += seconds

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]  # of every loop
            due = self._scheduled[0].when()  # type: ignore[attr-defined]
            self.now = max(self.now, due) + TICK
        super()._run_once()  # type: ignore[misc]
