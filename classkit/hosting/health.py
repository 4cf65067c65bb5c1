"""The state of a server, for load balancers and monitoring: ``/health``.

Anybody may ask, so it says nothing about people, rooms or addresses.

- ``/health`` answers 200 if the server can take further visitors: a table is free, matches can be
  stored, and the database of rooms answers. Otherwise it answers 503.
- ``/health/live`` answers 200 as long as the server answers at all. A full server is alive: to
  restart it, or to send its visitors elsewhere, would end the class.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from .kernel_slots import KernelSlots
from .match_store import MatchStore, StoreError
from .plain_pages import PlainPage

if TYPE_CHECKING:
    from .room_registry import RoomRegistry

HEALTH_PATH = "health"
MAX_AGE_SECONDS = 2.0
"""Seconds for which an answer is repeated, so that requests cannot keep the disk busy."""
DATABASE_SECONDS = 2.0
"""Seconds within which the database of rooms must answer."""


@dataclass(frozen=True)
class Health:
    """What a server can do now.

    Attributes:
        started: Whether tables are served already. Phones are served before.
        free_tables: Number of tables that can still be opened.
        stores_matches: Whether the folder of matches can be written.
        serves_rooms: Whether the database of rooms answers, or None if rooms are not installed.

    >>> Health(started=True, free_tables=3, stores_matches=True, serves_rooms=None).is_ready
    True
    >>> Health(started=True, free_tables=0, stores_matches=True, serves_rooms=True).is_ready
    False
    """

    started: bool
    free_tables: int
    stores_matches: bool
    serves_rooms: bool | None

    @property
    def is_ready(self) -> bool:
        """Whether the server can take further visitors."""
        is_able = self.started and self.stores_matches and self.serves_rooms is not False
        return is_able and self.free_tables > 0


class HealthProbe:
    """Finds out what the server can do, at most once in `MAX_AGE_SECONDS`."""

    def __init__(self, slots: KernelSlots, rooms: RoomRegistry | None, *, has_rooms: bool) -> None:
        """Set up the probe.

        Args:
            slots: The slots of tables.
            rooms: The rooms, or None if there are none.
            has_rooms: Whether rooms are installed. They are missing then if their database refused
                the server.
        """
        self.slots, self.rooms, self.has_rooms = slots, rooms, has_rooms
        self.started = False
        self.latest: Health | None = None
        self.measured_at = 0.0
        self.lock = asyncio.Lock()

    async def get_health(self) -> Health:
        """Return what the server can do now."""
        async with self.lock:
            now = time.monotonic()
            if self.latest is None or now - self.measured_at > MAX_AGE_SECONDS:
                self.latest = await self.measure()
                self.measured_at = now
            return self.latest

    async def measure(self) -> Health:
        """Try the disk and the database."""
        stores, rooms = await asyncio.gather(asyncio.to_thread(can_store), self.reach_database())
        free = max(self.slots.most - len(self.slots.slots), 0)
        return Health(self.started, free, stores, rooms)

    async def reach_database(self) -> bool | None:
        """Return whether the database of rooms answers, or None if rooms are not installed."""
        if self.rooms is None:
            return False if self.has_rooms else None
        return await self.rooms.is_answering(DATABASE_SECONDS)


def can_store() -> bool:
    """Return whether a match could be stored now."""
    try:
        MatchStore().check_writable()
    except StoreError:
        return False
    return True


class HealthPage(PlainPage):
    """Whether the server can take further visitors."""

    is_silent_if_unavailable = True

    def prepare(self) -> None:
        """Answer under any host name: balancers ask by address."""

    async def get(self) -> None:
        """Send what the server can do as JSON, with status 503 if that is not enough."""
        health = await self.settings["health_probe"].get_health()
        self.set_status(200 if health.is_ready else 503)
        self.set_header("Cache-Control", "no-store")
        self.finish({"status": "ready" if health.is_ready else "unavailable", **asdict(health)})


class LivePage(PlainPage):
    """Whether the server answers at all."""

    def prepare(self) -> None:
        """Answer under any host name."""

    def get(self) -> None:
        """Say so."""
        self.set_header("Cache-Control", "no-store")
        self.finish({"status": "alive"})


def build_handlers(base_url: str) -> list[Any]:
    """Return the handlers and their URL patterns."""
    return [
        (f"{base_url}{HEALTH_PATH}/?", HealthPage),
        (f"{base_url}{HEALTH_PATH}/live/?", LivePage),
    ]
