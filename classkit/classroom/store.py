"""Where the rows of rooms lie: in one database, SQLite by default, PostgreSQL by its address.

A row is there for good once :meth:`RoomStore.append` has returned, also when the machine loses its
power in that very moment.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import (
    URL,
    Column,
    Connection,
    Float,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Select,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from classkit.engine.errors import ClasskitError

from .changes import Change, Changes, changes_of, new_name, tell
from .log import THE_ROOM, Draft, Row, Taken

SCHEMA = 1
"""The version of the tables; a later classkit that changes them changes this."""
LOCK = 37_002_026
"""The number under which PostgreSQL lets one process at a time make the tables."""
PATIENCE = 5.0
"""Seconds that SQLite waits for another process that is writing."""

META = MetaData()
LOG = Table(
    "classkit_room_log",
    META,
    Column("room", String(12), nullable=False),
    Column("place", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String(24), nullable=False),
    Column("body", Text, nullable=False),
    Column("by", String(40), nullable=False),
    Column("key", String(80)),  # none for what is never sent twice
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("room", "place", "number"),
    UniqueConstraint("room", "place", "by", "key"),
)
VERSION = Table("classkit_room_schema", META, Column("version", Integer, nullable=False))


class RoomStoreError(ClasskitError):
    """The database cannot be used now, or not by this version."""


class RoomStore:
    """The rows of all rooms in one database.

    >>> store = RoomStore("sqlite://")
    >>> store.append("ABC234", 0, 0, [Draft("opened", {"game": "economy"})])[0].number
    1
    >>> store.append("ABC234", 0, 0, [Draft("closed", {})])
    Traceback (most recent call last):
    classkit.classroom.log.Taken
    >>> [row.kind for row in store.read("ABC234", 0)]
    ['opened']
    """

    def __init__(self, address: str) -> None:
        """Open a database by its address, such as ``sqlite:////srv/rooms.sqlite``.

        RoomStoreError where it cannot be reached, or was written by a later classkit.
        """
        self.own = new_name()
        try:
            self.engine = create_engine(driven(address))
            self.is_sqlite = self.engine.dialect.name == "sqlite"
            if self.is_sqlite:
                event.listen(self.engine, "connect", set_up_sqlite)
            with self.writing() as connection:
                if not self.is_sqlite:  # of two that begin at once, one makes the tables
                    connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
                META.create_all(connection)
                found = connection.execute(select(VERSION.c.version)).scalar()
                if found is None:
                    connection.execute(insert(VERSION).values(version=SCHEMA))
        except ImportError as error:
            raise RoomStoreError(
                f"Rooms in this database need what is not installed: {plain(error)}. For "
                "PostgreSQL: pip install 'classkit[postgres]'."
            ) from error
        except SQLAlchemyError as error:
            raise RoomStoreError(
                f"The database of the rooms cannot be used: {plain(error)}. Check its address and "
                "whether this user may write there."
            ) from error
        if found not in (None, SCHEMA):
            raise RoomStoreError(
                f"The database of the rooms has version {found}, and this classkit reads version "
                f"{SCHEMA}. Install the classkit that wrote it, or name another database."
            )

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write: all of it is stored in the end, or none where something is raised."""
        with self.engine.begin() as connection:
            if self.is_sqlite:  # nobody else writes from here on, not only from the first row on
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    def changes(self) -> Changes:
        """Return the watcher for rows that other processes append from now on."""
        return changes_of(self.engine, self.own)

    def append(
        self,
        room: str,
        place: int,
        after: int,
        drafts: Sequence[Draft],
        by: str = "",
        key: str = "",
    ) -> list[Row]:
        """Store drafts as the rows after a number: all of them, or none.

        ``key`` is the writer's own number of what it does; only the first of the rows bears it.
        Raise Taken if another has written since, or if the writer has written this before.
        """
        at = time.time()
        rows = [
            Row(after + number, draft.kind, draft.body, by, key if number == 1 else "", at)
            for number, draft in enumerate(drafts, 1)
        ]
        written = [
            {
                "room": room,
                "place": place,
                "number": row.number,
                "kind": row.kind,
                "body": json.dumps(row.body, ensure_ascii=False),
                "by": row.by,
                "key": row.key or None,
                "at": row.at,
            }
            for row in rows
        ]
        begins = not after and place == THE_ROOM
        try:
            with self.writing() as connection:
                there = first_row(room).with_for_update(read=True, key_share=True)
                if not begins and connection.execute(there).first() is None:
                    raise RoomStoreError("This room has been deleted.")
                connection.execute(insert(LOG), written)
                if not self.is_sqlite:
                    tell(connection, self.own, Change(room, place, rows[-1].number))
        except IntegrityError:
            raise Taken from None
        except SQLAlchemyError as error:
            raise RoomStoreError(
                f"This could not be stored, and was not done: {plain(error)}."
            ) from error
        return rows

    def read(self, room: str, place: int, after: int = 0) -> list[Row]:
        """Return the rows of a place after a number, in their order."""
        asked = (
            select(LOG.c.number, LOG.c.kind, LOG.c.body, LOG.c.by, LOG.c.key, LOG.c.at)
            .where(LOG.c.room == room, LOG.c.place == place, LOG.c.number > after)
            .order_by(LOG.c.number)
        )
        with self.engine.connect() as connection:
            found = connection.execute(asked).all()
        return [
            Row(number, kind, json.loads(body), by, key or "", at)
            for number, kind, body, by, key, at in found
        ]

    def latest(self, room: str) -> dict[int, int]:
        """Return the last number of each place of a room; an empty mapping if there is none."""
        asked = (
            select(LOG.c.place, func.max(LOG.c.number))
            .where(LOG.c.room == room)
            .group_by(LOG.c.place)
        )
        with self.engine.connect() as connection:
            return {place: int(number) for place, number in connection.execute(asked)}

    def rooms(self) -> list[tuple[str, float]]:
        """Return the codes of all rooms, each with the time of its last row, the latest first."""
        asked = select(LOG.c.room, func.max(LOG.c.at)).group_by(LOG.c.room)
        with self.engine.connect() as connection:
            found = [(room, at) for room, at in connection.execute(asked)]
        return sorted(found, key=lambda one: -one[1])

    def exists(self, room: str) -> bool:
        """Return whether there is a room of this code."""
        with self.engine.connect() as connection:
            return connection.execute(first_row(room)).first() is not None

    def delete(self, room: str) -> int:
        """Delete all rows of a room, and what the database keeps of them. Return how many.

        RoomStoreError where a copy stays, because others read all the time: the rows are gone then.
        """
        with self.writing() as connection:
            gone = int(connection.execute(delete(LOG).where(LOG.c.room == room)).rowcount)
        self.wipe()
        return gone

    def wipe(self) -> None:
        """Erase deleted rows from the database's files; RoomStoreError if a reader blocks it."""
        if not self.is_sqlite:
            with self.engine.connect().execution_options(
                isolation_level="AUTOCOMMIT"
            ) as connection:
                connection.exec_driver_sql(f"VACUUM {LOG.name}")
            return
        end = time.monotonic() + PATIENCE
        while True:  # a reader in another process holds it up for a moment
            with self.engine.connect() as connection:
                busy, *_ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
            if not busy:
                return
            if time.monotonic() > end:
                raise RoomStoreError(
                    "The room is deleted, but a copy may lie in the database's journal until all "
                    "that use it have stopped. Stop the server, and delete the room again."
                )
            time.sleep(0.05)


def first_row(room: str) -> Select[tuple[int]]:
    """Return the query for the first row of a room, which exists as long as the room does."""
    return select(LOG.c.number).where(
        LOG.c.room == room, LOG.c.place == THE_ROOM, LOG.c.number == 1
    )


def driven(address: str) -> URL:
    """Return the address of a database with the driver that is used.

    >>> driven("postgresql://ada@host/rooms").drivername, driven("sqlite://").drivername
    ('postgresql+psycopg', 'sqlite')
    """
    url = make_url(address)
    return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url


def set_up_sqlite(connection: Any, _record: object) -> None:
    """Let readers and a writer go on side by side, and keep what is committed through anything."""
    connection.isolation_level = None  # transactions begin where :meth:`RoomStore.writing` says so
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.execute(f"PRAGMA busy_timeout={int(1_000 * PATIENCE)}")
    cursor.close()


def plain(error: Exception) -> str:
    """Return the first line of what a database says."""
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0].rstrip(".")
