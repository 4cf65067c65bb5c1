"""Addresses of databases of rooms: the driver, the name that may be shown, and the file."""

from __future__ import annotations

import os

from sqlalchemy import URL, make_url


def driven(address: str) -> URL:
    """Return the address of a database with the driver that is used.

    >>> driven("postgresql://ada@host/rooms").drivername, driven("sqlite://").drivername
    ('postgresql+psycopg', 'sqlite')
    """
    url = make_url(address)
    return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url


def name_of(url: URL) -> str:
    """Return what a database is called in messages, without its user and password.

    >>> name_of(driven("postgresql://ada:secret@db.school.example:5433/rooms?password=secret"))
    'PostgreSQL "rooms" at db.school.example:5433'
    >>> name_of(driven("postgresql:///rooms?host=/run/postgresql"))
    'PostgreSQL "rooms" at /run/postgresql'
    >>> name_of(driven("sqlite:////srv/rooms.sqlite")), name_of(driven("sqlite://"))
    ('/srv/rooms.sqlite', 'SQLite in memory')
    """
    if url.get_backend_name() == "sqlite":
        return url.database or "SQLite in memory"
    asked = url.query.get("host") or url.host or "this machine"
    host = asked if isinstance(asked, str) else ", ".join(asked)
    port = url.query.get("port") or url.port
    where = f"{host}:{port or 5432}" if port or not host.startswith(("/", "this")) else host
    return f'PostgreSQL "{url.database or url.username or ""}" at {where}'


def file_of(url: URL) -> str:
    """Return the path of the file of a SQLite database; empty where it has none.

    >>> file_of(driven("sqlite:////srv/rooms.sqlite")), file_of(driven("sqlite://"))
    ('/srv/rooms.sqlite', '')
    """
    path = url.database or ""
    return "" if path == ":memory:" or path.startswith("file:") else path


def make_file(url: URL) -> None:
    """Make the file of a SQLite database, for this user alone, if it does not exist.

    SQLite gives the files of its journal the mode of this one.
    """
    if path := file_of(url):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
