"""How a process learns of what others have written into the same database.

PostgreSQL tells it (LISTEN and NOTIFY): which place of which room has come to which number. SQLite
keeps a number of its own that is another once somebody else has written.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

CHANNEL = "classkit_rooms"


class Change(NamedTuple):
    """A report that another process has written rows up to a number at one place of a room."""

    room: str
    place: int
    number: int


class Changes(Protocol):
    """Reports what other processes have written since it was last polled."""

    often: float
    """The seconds after which it is asked again."""

    def poll(self) -> list[Change] | None:
        """Return what has changed, or None where all that is known is that something may have."""

    def close(self) -> None:
        """Listen no more."""


class SqliteChanges:
    """Looks at the version of a SQLite file, which is another once somebody else has written."""

    often = 0.2

    def __init__(self, engine: Engine) -> None:
        self.connection = engine.connect()
        self.version = self.read()

    def read(self) -> int:
        """Return the version that this connection sees."""
        version: int = self.connection.exec_driver_sql("PRAGMA data_version").scalar_one()
        return version

    def poll(self) -> list[Change] | None:
        """Return None where something was written, by this process too, else an empty list."""
        before = self.version
        with suppress(SQLAlchemyError):  # it is locked for a moment, and asked again in another
            self.version = self.read()
        return [] if self.version == before else None

    def close(self) -> None:
        """Give the connection back."""
        self.connection.close()


class PostgresChanges:
    """Listens to what other processes tell through PostgreSQL."""

    often = 0.04

    def __init__(
        self, engine: Engine, own: str, guard: Callable[[Callable[[], None]], None]
    ) -> None:
        """Listen; what is told under the name ``own`` is this process's.

        ``guard`` runs a function, and cuts off a database that does not answer.
        """
        self.engine, self.own, self.guard = engine, own, guard
        self.driver: Any = None
        self.guard(self.connect)

    def connect(self) -> None:
        """Open a line of its own, on which nothing is asked."""
        raw = self.engine.raw_connection()
        driver: Any = raw.driver_connection
        raw.detach()
        driver.autocommit = True
        driver.execute(f"LISTEN {CHANNEL}")
        self.driver = driver

    def poll(self) -> list[Change] | None:
        """Return what others have told; None where the line was lost, and all may have changed."""
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
            (room, int(place)): int(number) for own, room, place, number in told if own != self.own
        }
        return [Change(room, place, number) for (room, place), number in latest.items()]

    def close(self) -> None:
        """Listen no more."""
        self.driver.close()


def new_name() -> str:
    """Return a random name, by which a process recognises its own messages.

    >>> new_name() != new_name()
    True
    """
    return secrets.token_hex(4)


def tell(connection: Connection, own: str, change: Change) -> None:
    """Tell other processes of a change, once it is committed."""
    words = f"{own} {change.room} {change.place} {change.number}"
    connection.execute(select(func.pg_notify(CHANNEL, words)))


def changes_of(engine: Engine, own: str, guard: Callable[[Callable[[], None]], None]) -> Changes:
    """Return the watcher for a database; SQLAlchemyError where the database cannot be reached."""
    if engine.dialect.name == "postgresql":
        return PostgresChanges(engine, own, guard)
    return SqliteChanges(engine)
