"""Database addresses: the driver, the name for messages, and the file of a SQLite database."""

from __future__ import annotations

import os
from contextlib import suppress

from sqlalchemy import URL, make_url


def set_driver(address: str) -> URL:
    """Return a database address with the driver that classkit uses.

    >>> set_driver("postgresql://ada@host/rooms").drivername, set_driver("sqlite://").drivername
    ('postgresql+psycopg', 'sqlite')
    """
    url = make_url(address)
    return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url


def describe_database(url: URL) -> str:
    """Return the name of a database for messages. It omits the user and the password.

    >>> describe_database(set_driver("postgresql://ada:secret@db.school.example:5433/rooms?password=secret"))
    'PostgreSQL "rooms" at db.school.example:5433'
    >>> describe_database(set_driver("postgresql:///rooms?host=/run/postgresql"))
    'PostgreSQL "rooms" at /run/postgresql'
    >>> describe_database(set_driver("sqlite:////srv/rooms.sqlite")), describe_database(set_driver("sqlite://"))
    ('/srv/rooms.sqlite', 'SQLite in memory')
    """
    if url.get_backend_name() == "sqlite":
        return url.database or "SQLite in memory"
    asked = url.query.get("host") or url.host or "this machine"
    host = asked if isinstance(asked, str) else ", ".join(asked)
    port = url.query.get("port") or url.port
    where = f"{host}:{port or 5432}" if port or not host.startswith(("/", "this")) else host
    return f'PostgreSQL "{url.database or url.username or ""}" at {where}'


def get_file_path(url: URL) -> str:
    """Return the path of a SQLite database's file, or an empty string for other databases.

    >>> get_file_path(set_driver("sqlite:////srv/rooms.sqlite")), get_file_path(set_driver("sqlite://"))
    ('/srv/rooms.sqlite', '')
    """
    path = url.database or ""
    return "" if path == ":memory:" or path.startswith("file:") else path


def create_database_file(url: URL) -> None:
    """Create the file of a SQLite database, readable by this user only, unless it exists.

    SQLite gives the files of its journal the mode of this file.

    An existing file is never opened: closing it would drop all locks that this process has on it.
    Another process would then assume that it is the database's only user, and delete the journal
    with all rows that are not in the file yet.
    https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
    """
    if path := get_file_path(url):
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
