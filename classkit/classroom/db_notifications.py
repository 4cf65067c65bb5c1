"""Notifications about rows that other processes have written to the same database.

PostgreSQL sends them (LISTEN and NOTIFY) with the room, the stream and its latest number.
SQLite has a counter that changes when another connection has written.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ARRAY, Connection, Engine, String, bindparam, func, select
from sqlalchemy.exc import SQLAlchemyError

NOTIFY_CHANNEL = "classkit_rooms"
NOTIFY = select(
    func.pg_notify(NOTIFY_CHANNEL, func.unnest(bindparam("words", type_=ARRAY(String))))
)
"""Sends one notification for each text."""


class RoomChange(NamedTuple):
    """A notification that another process has written rows to one of a room's streams."""

    room: str
    place: int
    number: int


class ChangeWatcher(Protocol):
    """Reports the rows that other processes have written since the last poll."""

    poll_interval: float
    """Seconds between two polls."""

    def poll(self) -> list[RoomChange] | None:
        """Return the changes, or None if anything may have changed."""

    def close(self) -> None:
        """Stop listening."""


class SqliteWatcher:
    """Watches the data version of a SQLite file, which changes when another connection writes."""

    poll_interval = 0.2

    def __init__(self, engine: Engine) -> None:
        self.connection = engine.connect()
        self.version = self.read_version()

    def read_version(self) -> int:
        version: int = self.connection.exec_driver_sql("PRAGMA data_version").scalar_one()
        return version

    def poll(self) -> list[RoomChange] | None:
        """Return None if any process, including this one, has written, or else an empty list."""
        before = self.version
        with suppress(SQLAlchemyError):  # locked for a moment: the next poll retries
            self.version = self.read_version()
        return [] if self.version == before else None

    def close(self) -> None:
        """Return the connection to the pool."""
        self.connection.close()


class PostgresWatcher:
    """Listens to notifications that other processes send through PostgreSQL."""

    poll_interval = 0.04

    def __init__(
        self, engine: Engine, own: str, guard: Callable[[Callable[[], None]], None]
    ) -> None:
        """Start listening.

        Args:
            engine: The engine of the database.
            own: The id of this process, whose own notifications are ignored.
            guard: Runs a function, and disconnects from a database that does not respond.
        """
        self.engine, self.process_id, self.guard = engine, own, guard
        self.driver: Any = None
        self.guard(self.connect)

    def connect(self) -> None:
        """Open a separate connection, used only for listening."""
        raw = self.engine.raw_connection()
        driver: Any = raw.driver_connection
        raw.detach()
        driver.autocommit = True
        driver.execute(f"LISTEN {NOTIFY_CHANNEL}")
        self.driver = driver

    def poll(self) -> list[RoomChange] | None:
        """Return the changes of other processes, or None if the connection was lost."""
        from psycopg import OperationalError

        try:
            if self.driver.closed:
                self.guard(self.connect)
                return None
            told = [note.payload.split() for note in self.driver.notifies(timeout=0)]
        except (OperationalError, SQLAlchemyError):
            self.driver.close()
            return None
        latest = {
            (room, int(place)): int(number)
            for own, room, place, number in told
            if own != self.process_id
        }
        return [RoomChange(room, place, number) for (room, place), number in latest.items()]

    def close(self) -> None:
        """Stop listening."""
        self.driver.close()


def new_process_id() -> str:
    """Return a random id by which a process recognizes its own notifications.

    >>> new_process_id() != new_process_id()
    True
    """
    return secrets.token_hex(4)


def notify_changes(connection: Connection, own: str, changes: Sequence[RoomChange]) -> None:
    """Notify other processes of changes, once they are committed."""
    words = [f"{own} {one.room} {one.place} {one.number}" for one in changes]
    connection.execute(NOTIFY, {"words": words})


def create_watcher(
    engine: Engine, own: str, guard: Callable[[Callable[[], None]], None]
) -> ChangeWatcher:
    """Return the watcher for a database. Raise SQLAlchemyError if it cannot be reached."""
    if engine.dialect.name == "postgresql":
        return PostgresWatcher(engine, own, guard)
    return SqliteWatcher(engine)
