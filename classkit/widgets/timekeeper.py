"""The timekeeper of a table: it tells the clock on the screen how many seconds have passed.

Only time in which a page shows the table counts. A page asks every few seconds whether its kernel
is there; when none has been heard for a while, the clock stands: a class that has gone home, a
closed window or a dead kernel takes no minutes from anybody. Nor does a table that only looks on,
or a machine that slept: while the clock runs it is counted every few seconds, and a longer silence
is left out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from classkit.awake import AwakeClock

from .actions import Action
from .clock import is_due, state_of
from .desk import Desk
from .turns import Turns

LOG = logging.getLogger("classkit")

THERE = 90.0
"""Seconds that a page counts as open after a message; hidden ones speak once a minute."""
LOOK = 5.0
"""The longest time in seconds until a running clock is stored and shown again."""
SOON = 0.05
"""The margin in seconds by which a look comes after the clock has run out, never before."""

CALL = Action(Desk.call_time)


class Shown(Protocol):
    """What a timekeeper knows of a table: its desk, and how what is done reaches its pages."""

    desk: Desk
    turns: Turns

    def is_seen(self) -> bool:
        """Return whether a page shows the table."""

    def play(self, action: Action, arguments: Mapping[str, Any]) -> Any:
        """Carry out an action that changes the match, for all pages."""

    def show(self) -> None:
        """Store what changed, then tell all pages."""

    def tell(self, played: bool) -> None:
        """Tell those who watch from the kernel."""


class Timekeeper:
    """Reads one watch for a table: ``read`` gives seconds, from any beginning."""

    def __init__(self, hub: Shown, read: Callable[[], float] | None = None) -> None:
        self.hub, self.read = hub, read or AwakeClock(tick=1.0, longest=3 * LOOK)
        self._counted = self.read()
        self._there_until = self._counted
        self._look: asyncio.TimerHandle | None = None

    def heard(self) -> None:
        """Note that a page is there, and count the time until now."""
        self.count()
        self._there_until = self.read() + THERE
        self.look_later()

    def count(self) -> None:
        """Let the clock on the screen run for the time since it was counted last."""
        now = self.read()
        seconds = min(now, self._there_until) - self._counted
        self._counted = now
        if self.hub.is_seen():
            self.hub.desk.let_pass(seconds)

    def look_later(self) -> None:
        """Look again when time is up, or in a while, if the clock runs and a loop is there."""
        waits, self._look = self._look, None
        if waits is not None:
            waits.cancel()
        desk = self.hub.desk
        clock = desk.clock
        if clock is None or self.read() > self._there_until or not self.hub.is_seen():
            return
        state = state_of(clock, desk.match, bool(desk.read_only))
        # a page may have been heard between the end of the time and the look that calls it
        calls = state == "running" or is_due(clock, desk.match)
        if state not in ("running", "overtime"):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # a plain program: it is looked at with each action
            return
        if not calls:  # pages count it, and nobody waits for its end
            self._look = loop.call_at(waits.when() if waits else loop.time() + LOOK, self.count_on)
            return
        due = loop.time() + min(clock.left, LOOK) + SOON
        if waits is not None:  # pages are heard more often than it looks, and put nothing off
            due = min(due, waits.when())
        self._look = loop.call_at(due, self.look)

    def count_on(self) -> None:
        """Count overtime, in which a silence would otherwise pass for sleep."""
        self._look = None
        if self.is_put_off(self.count_on):
            return
        with self.hub.turns:
            self.count()
            self.look_later()

    def is_put_off(self, look: Callable[[], None]) -> bool:
        """Return whether another thread acts at the table: then it looks a little later.

        The loop does not wait for that thread, since it answers pages meanwhile.
        """
        if self.hub.turns.is_free():
            return False
        self.read()  # so that this time does not pass for sleep
        loop = asyncio.get_running_loop()
        self._look = loop.call_later(SOON, look)
        return True

    def look(self) -> None:
        """Count, call time if it is up, and store and show where the clock stands."""
        self._look = None
        if self.is_put_off(self.look):
            return
        with self.hub.turns:
            self.count()
            try:
                due = is_due(self.hub.desk.clock, self.hub.desk.match)
                if due and not self.hub.desk.read_only:
                    self.hub.play(CALL, {})
                self.hub.show()
                self.hub.tell(played=due)
            except Exception:
                LOG.exception("the clock of a table could not be shown")
                return  # the next page that is heard has it looked at again
            self.look_later()
