"""Time limits for a database that does not respond, and the errors that result.

PostgreSQL cancels a statement after `STATEMENT_TIMEOUT` seconds. That does not help if its process
is stopped, or if the network has dropped the connection without an error. In those cases the
`Watchdog` shuts down the connection. SQLite waits `SQLITE_TIMEOUT` seconds for another process that
is writing.
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

SQLITE_TIMEOUT = 5.0
"""Seconds that SQLite waits for another process that is writing."""
CONNECT_TIMEOUT = 3
"""Seconds allowed for connecting to PostgreSQL."""
STATEMENT_TIMEOUT = 8
"""Seconds after which PostgreSQL cancels a statement."""
SILENCE_TIMEOUT = 15.0
"""Seconds after which a connection that has received nothing is shut down."""
TRANSIENT_CODES = ("40001", "40P01", "53300", "55P03", "57014", "57P01", "57P02", "57P03", "25P03")
"""PostgreSQL's codes for temporary errors: locks, timeouts, too many connections, restarts."""
TRANSIENT_PHRASES = (
    "starting up",
    "shutting down",
    "recovery mode",
    "too many",
    "remaining connection",
)
"""Phrases in PostgreSQL's messages that refuse a connection temporarily, without an error code."""
LOCKED_MESSAGES = ("database is locked", "database table is locked", "database is busy")


class RoomStoreError(ClasskitError):
    """The database cannot be used now, or not by this version of classkit."""


class UnresponsiveStore(RoomStoreError):
    """The database does not respond. Retrying later may succeed."""

    def __init__(self, name: str, error: Exception) -> None:
        super().__init__(
            f"The room database, {name}, does not respond: {format_error(error)}. Try again later."
        )


def never_retry() -> bool:
    """Return False: do not retry a request to an unresponsive database."""
    return False


def is_transient(error: SQLAlchemyError) -> bool:
    """Return True if a database error is temporary, so that the same query can be retried."""
    if isinstance(error, PoolTimeout):
        return True
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    code, words = getattr(error.orig, "sqlstate", None), str(error.orig)
    if code:
        return code in TRANSIENT_CODES or code.startswith("08")
    if type(error.orig).__module__.startswith("sqlite3"):
        return words.startswith(LOCKED_MESSAGES)
    return "FATAL" not in words or any(one in words for one in TRANSIENT_PHRASES)


def format_error(error: Exception) -> str:
    """Return the first line of a database error."""
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0].rstrip(".")


def add_timeouts(url: URL) -> URL:
    """Add time limits to a database address, so that no connection or statement waits forever.

    Parameters that the address already has are kept.

    >>> from sqlalchemy import make_url
    >>> add_timeouts(make_url("postgresql+psycopg://host/rooms?connect_timeout=9")).query[
    ...     "connect_timeout"]
    '9'
    >>> str(add_timeouts(make_url("sqlite://")))
    'sqlite://'
    """
    if url.get_backend_name() != "postgresql":
        return url
    usual = {
        "connect_timeout": str(CONNECT_TIMEOUT),
        "keepalives_idle": "10",
        "keepalives_interval": "3",
        "keepalives_count": "3",
        "tcp_user_timeout": str(int(1_000 * SILENCE_TIMEOUT)),
        "application_name": "classkit",
    }
    return url.update_query_dict({key: usual[key] for key in usual if key not in url.query})


class Watchdog:
    """Shuts down connections of an engine on which PostgreSQL has been silent for too long.

    Each thread has its own timer. The timer runs inside the ``with watchdog:`` block and restarts
    with each statement. When it expires, the connection in use is shut down, and the waiting thread
    gets an error.
    """

    def __init__(self, engine: Engine, silence: float | None = None) -> None:
        self.timeout = SILENCE_TIMEOUT if silence is None else silence
        self.deadlines: dict[int, tuple[float, int]] = {}
        """For each thread: its deadline, and the socket that it waits for."""
        self.lock = threading.Lock()
        self.thread: threading.Thread | None = None
        event.listen(engine, "connect", self.on_connect)
        event.listen(engine, "checkout", self.on_checkout)
        event.listen(engine, "before_cursor_execute", self.on_statement)
        event.listen(engine, "commit", self.on_transaction_end)
        event.listen(engine, "rollback", self.on_transaction_end)

    def __enter__(self) -> None:
        with self.lock:
            self.deadlines[threading.get_ident()] = 0.0, -1
            if self.thread is None:
                self.thread = threading.Thread(target=self.run_checks, daemon=True, name="watchdog")
                self.thread.start()

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.deadlines.pop(threading.get_ident(), None)

    def on_connect(self, driver: Any, _record: object) -> None:
        """Watch a new connection, and set its time limits."""
        self.watch_socket(driver)
        set_timeouts(driver)

    def on_checkout(self, driver: Any, *_: object) -> None:
        """Watch a connection that was taken from the pool."""
        self.watch_socket(driver)

    def on_statement(self, connection: Any, *_: object) -> None:
        """Restart the timer for a statement."""
        self.on_transaction_end(connection)

    def on_transaction_end(self, connection: Any) -> None:
        """Restart the timer for the end of a transaction."""
        if not connection.invalidated:  # a query would reopen a lost connection
            self.watch_socket(connection.connection.driver_connection)

    def watch_socket(self, driver: Any) -> None:
        """Watch the socket of a driver's connection for this thread."""
        with suppress(Exception), self.lock:  # a closed connection has no socket
            if threading.get_ident() in self.deadlines:
                due = time.monotonic() + self.timeout
                self.deadlines[threading.get_ident()] = due, driver.fileno()

    def run_checks(self) -> None:
        """Shut down expired connections, in an endless loop."""
        while True:
            time.sleep(min(1.0, self.timeout / 4))
            with self.lock:
                for thread, (due, number) in [*self.deadlines.items()]:
                    if number >= 0 and due < time.monotonic():
                        self.deadlines[thread] = 0.0, -1
                        shutdown_socket(number)


def shutdown_socket(number: int) -> None:
    """Shut down the socket with this file number in both directions. Its reader gets an error."""
    with suppress(OSError), socket.socket(fileno=os.dup(number)) as one:
        one.shutdown(socket.SHUT_RDWR)


def set_timeouts(driver: Any) -> None:
    """Make PostgreSQL cancel slow statements and drop clients that have disappeared.

    Otherwise a transaction whose client was cut off would lock its rows for hours.
    """
    limits = {
        "statement_timeout": f"{STATEMENT_TIMEOUT}s",
        "idle_in_transaction_session_timeout": f"{STATEMENT_TIMEOUT}s",
        "tcp_keepalives_idle": "10",
        "tcp_keepalives_interval": "3",
        "tcp_keepalives_count": "3",
    }
    before, driver.autocommit = driver.autocommit, True
    driver.execute("; ".join(f"SET {name} = '{value}'" for name, value in limits.items()))
    driver.autocommit = before
