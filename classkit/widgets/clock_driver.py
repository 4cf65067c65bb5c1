"""Driver of the match clock, which counts only the seconds while a page shows the table.

Pages send messages regularly; if none arrives for PAGE_TIMEOUT seconds, the clock stops. So nobody
loses minutes if the class goes home, the window is closed or the kernel dies.

A read-only table does not advance its clock. Neither does a sleeping machine: a running clock is
updated every few seconds, and a longer gap does not count.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from classkit.awake_clock import AwakeClock

from .actions import Action
from .match_clock import get_clock_state, is_expired
from .match_controller import MatchController
from .table_lock import TableLock

LOG = logging.getLogger("classkit")

PAGE_TIMEOUT = 90.0
"""Seconds without messages after which a page counts as closed. Hidden pages send one a minute."""
CHECK_INTERVAL = 5.0
"""Maximum number of seconds between two updates of a running clock, each stored and sent."""
CHECK_MARGIN = 0.05
"""Seconds by which a check is delayed, so that it never runs just before the time is up."""

CALL_TIME_ACTION = Action(MatchController.end_on_timeout)


class ClockHost(Protocol):
    """Interface of a table for a clock driver: the controller, and methods to update pages."""

    controller: MatchController
    access_lock: TableLock

    def is_displayed(self) -> bool:
        """Return whether a page shows the table."""

    def run_match_action(self, action: Action, arguments: Mapping[str, Any]) -> Any:
        """Run an action that changes the match."""

    def publish_all(self) -> None:
        """Store the changes, then send them to all pages."""

    def notify_listeners(self, played: bool) -> None:
        """Notify listeners in the kernel. ``played`` is True if the match was changed."""


class ClockDriver:
    """Driver of one table's clock.

    Args:
        hub: The table.
        read: Function that returns seconds since an arbitrary start. Defaults to an AwakeClock.
    """

    def __init__(self, hub: ClockHost, read: Callable[[], float] | None = None) -> None:
        self.hub, self.read_seconds = hub, read or AwakeClock(tick=1.0, longest=3 * CHECK_INTERVAL)
        self._counted = self.read_seconds()
        self._page_until = self._counted
        self._timer: asyncio.TimerHandle | None = None

    def note_page(self) -> None:
        """Update the clock and record that a page is open."""
        self.update_clock()
        self._page_until = self.read_seconds() + PAGE_TIMEOUT
        self.schedule_check()

    def update_clock(self) -> None:
        """Advance the clock of the active branch by the time since the last update.

        Time after the last page has timed out does not count.
        """
        now = self.read_seconds()
        seconds = min(now, self._page_until) - self._counted
        self._counted = now
        if self.hub.is_displayed():
            self.hub.controller.advance_clock(seconds)

    def schedule_check(self) -> None:
        """Schedule the next check if the clock runs, a page is open, and an event loop runs.

        The check runs when time is up, or after CHECK_INTERVAL seconds if that is earlier.
        """
        waits, self._timer = self._timer, None
        if waits is not None:
            waits.cancel()
        desk = self.hub.controller
        clock = desk.clock
        if clock is None or self.read_seconds() > self._page_until or not self.hub.is_displayed():
            return
        state = get_clock_state(clock, desk.match, bool(desk.read_only))
        # a message may arrive after the time is up but before the check that calls time
        calls = state == "running" or is_expired(clock, desk.match)
        if state not in ("running", "overtime"):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # a plain script has no event loop: each action checks the clock
            return
        if not calls:  # overtime has no end to schedule for, and pages count it themselves
            self._timer = loop.call_at(
                waits.when() if waits else loop.time() + CHECK_INTERVAL, self.count_overtime
            )
            return
        due = loop.time() + min(clock.seconds_left, CHECK_INTERVAL) + CHECK_MARGIN
        if waits is not None:  # messages are more frequent than checks and must not postpone them
            due = min(due, waits.when())
        self._timer = loop.call_at(due, self.check_time)

    def count_overtime(self) -> None:
        """Count overtime, because a long gap between updates would be mistaken for sleep."""
        self._timer = None
        if self.defer_if_busy(self.count_overtime):
            return
        with self.hub.access_lock:
            self.update_clock()
            self.schedule_check()

    def defer_if_busy(self, look: Callable[[], None]) -> bool:
        """If another thread holds the lock, schedule ``look`` for later and return True.

        The event loop does not wait for the lock, because it must reply to pages meanwhile.
        """
        if self.hub.access_lock.is_free():
            return False
        self.read_seconds()  # so that this time is not mistaken for sleep
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(CHECK_MARGIN, look)
        return True

    def check_time(self) -> None:
        """Update the clock, call time if it is up, and store and publish the clock."""
        self._timer = None
        if self.defer_if_busy(self.check_time):
            return
        with self.hub.access_lock:
            self.update_clock()
            try:
                due = is_expired(self.hub.controller.clock, self.hub.controller.match)
                if due and not self.hub.controller.read_only:
                    self.hub.run_match_action(CALL_TIME_ACTION, {})
                self.hub.publish_all()
                self.hub.notify_listeners(played=due)
            except Exception:
                LOG.exception("the clock of a table could not be shown")
                return  # the next page message schedules another check
            self.schedule_check()
