"""A database that is silent: how long an answer may take, and what is said where none comes.

PostgreSQL ends a statement by itself after `STATEMENT` seconds. That helps nobody where its process
is stopped, or where what stands between has lost the connection and does not say so: there the
`Watchdog` shuts the connection. SQLite waits `PATIENCE` seconds for another process that writes.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import suppress
from typing import Any

from sqlalchemy import URL, Engine, event
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from classkit.engine.errors import ClasskitError

PATIENCE = 5.0
"""Seconds that SQLite waits for another process that is writing."""
CONNECT = 3
"""Seconds in which a connection to PostgreSQL is made."""
STATEMENT = 8
"""Seconds after which PostgreSQL ends a statement."""
SILENCE = 15.0
"""Seconds after which a connection on which nothing has come is shut."""
PASSING = ("40001", "40P01", "53300", "55P03", "57014", "57P01", "57P02", "57P03", "25P03")
"""PostgreSQL's codes for what passes: a lock, a time-out, too many connections, a restart."""
PASSING_WORDS = (
    "starting up",
    "shutting down",
    "recovery mode",
    "too many",
    "remaining connection",
)
"""Parts of its refusals of a connection that pass; these have no code."""
LOCKED = ("database is locked", "database table is locked", "database is busy")


class RoomStoreError(ClasskitError):
    """The database cannot be used now, or not by this version."""


class SilentStore(RoomStoreError):
    """The database does not answer now, and may do so later."""

    def __init__(self, name: str, error: Exception) -> None:
        super().__init__(
            f"The database of the rooms, {name}, does not answer: {plain(error)}. Try again when "
            "it does."
        )


def give_up() -> bool:
    """Return that a database which is silent is not asked again."""
    return False


def is_passing(error: SQLAlchemyError) -> bool:
    """Return whether what a database says will pass, so that the same may be asked again."""
    if isinstance(error, PoolTimeout):
        return True
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    code, words = getattr(error.orig, "sqlstate", None), str(error.orig)
    if code:
        return code in PASSING or code.startswith("08")
    if type(error.orig).__module__.startswith("sqlite3"):
        return words.startswith(LOCKED)
    return "FATAL" not in words or any(one in words for one in PASSING_WORDS)


def plain(error: Exception) -> str:
    """Return the first line of what a database says."""
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0].rstrip(".")


def add_limits(url: URL) -> URL:
    """Return an address under which no connection, and no statement, waits for ever.

    What the address states itself stays.

    >>> from sqlalchemy import make_url
    >>> add_limits(make_url("postgresql+psycopg://host/rooms?connect_timeout=9")).query[
    ...     "connect_timeout"]
    '9'
    >>> str(add_limits(make_url("sqlite://")))
    'sqlite://'
    """
    if url.get_backend_name() != "postgresql":
        return url
    usual = {
        "connect_timeout": str(CONNECT),
        "keepalives_idle": "10",
        "keepalives_interval": "3",
        "keepalives_count": "3",
        "tcp_user_timeout": str(int(1_000 * SILENCE)),
        "application_name": "classkit",
    }
    return url.update_query_dict({key: usual[key] for key in usual if key not in url.query})


class Watchdog:
    """Shuts the connections of an engine on which PostgreSQL has been silent for too long.

    One thread asks at a time: each of them has a watch of its own. It runs between ``with
    watchdog:`` and its end, anew from each statement on; where it runs out, the connection in use
    is shut, and whoever waits for it gets an error.
    """

    def __init__(self, engine: Engine, silence: float | None = None) -> None:
        self.silence = SILENCE if silence is None else silence
        self.watches: dict[int, tuple[float, int]] = {}
        """For each thread that asks: when it has waited for too long, and for which socket."""
        self.lock = threading.Lock()
        self.thread: threading.Thread | None = None
        event.listen(engine, "connect", self.see_new)
        event.listen(engine, "checkout", self.see_checkout)
        event.listen(engine, "before_cursor_execute", self.see_statement)
        event.listen(engine, "commit", self.see_connection)
        event.listen(engine, "rollback", self.see_connection)

    def __enter__(self) -> None:
        with self.lock:
            self.watches[threading.get_ident()] = 0.0, -1
            if self.thread is None:
                self.thread = threading.Thread(target=self.look, daemon=True, name="watchdog")
                self.thread.start()

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.watches.pop(threading.get_ident(), None)

    def see_new(self, driver: Any, _record: object) -> None:
        """Watch a connection that is new, and set its limits."""
        self.watch(driver)
        set_limits(driver)

    def see_checkout(self, driver: Any, *_: object) -> None:
        """Watch a connection that was taken from the pool."""
        self.watch(driver)

    def see_statement(self, connection: Any, *_: object) -> None:
        """Begin the watch anew with a statement."""
        self.see_connection(connection)

    def see_connection(self, connection: Any) -> None:
        """Begin the watch anew with the end of a transaction."""
        if not connection.invalidated:  # one that was lost would be opened anew by the question
            self.watch(connection.connection.driver_connection)

    def watch(self, driver: Any) -> None:
        """Watch the socket of a driver's connection for this thread, from now on."""
        with suppress(Exception), self.lock:  # a connection that is closed has no socket
            if threading.get_ident() in self.watches:
                due = time.monotonic() + self.silence
                self.watches[threading.get_ident()] = due, driver.fileno()

    def look(self) -> None:
        """Shut what has been silent for too long, for ever."""
        while True:
            time.sleep(min(1.0, self.silence / 4))
            with self.lock:
                for thread, (due, number) in [*self.watches.items()]:
                    if number >= 0 and due < time.monotonic():
                        self.watches[thread] = 0.0, -1
                        shut(number)


def shut(number: int) -> None:
    """Shut the socket with this number for both sides; who waits for it is told at once."""
    with suppress(OSError), socket.socket(fileno=os.dup(number)) as one:
        one.shutdown(socket.SHUT_RDWR)


def set_limits(driver: Any) -> None:
    """Let PostgreSQL end what takes too long, and forget a client that has gone.

    A transaction whose client was cut off would hold its rows for hours.
    """
    limits = {
        "statement_timeout": f"{STATEMENT}s",
        "idle_in_transaction_session_timeout": f"{STATEMENT}s",
        "tcp_keepalives_idle": "10",
        "tcp_keepalives_interval": "3",
        "tcp_keepalives_count": "3",
    }
    before, driver.autocommit = driver.autocommit, True
    driver.execute("; ".join(f"SET {name} = '{value}'" for name, value in limits.items()))
    driver.autocommit = before
