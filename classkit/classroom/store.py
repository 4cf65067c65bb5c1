"""Where the rows of rooms lie: in one database, SQLite by default, PostgreSQL by its address.

A row is there for good once :meth:`RoomStore.append` has returned, also when the machine loses its
power in that very moment.

A database may be silent for a while: it is locked, paused, started anew, or out of reach. What was
asked of it is then tried again, the same rows under the same numbers, so that rows whose commit was
not answered are stored once. See :mod:`~classkit.classroom.silence`.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import (
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
    select,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from .changes import Change, Changes, changes_of, new_name, tell
from .databases import driven, make_file, name_of
from .log import THE_ROOM, Draft, Row, Taken
from .silence import (
    PATIENCE,
    RoomStoreError,
    SilentStore,
    Watchdog,
    add_limits,
    give_up,
    is_passing,
    plain,
)

SCHEMA = 1
"""The version of the tables; a later classkit that changes them changes this."""
LOCK = 37_002_026
"""The number under which PostgreSQL lets one process at a time make the tables."""
AGAIN = 0.2
"""Seconds until a database that was silent is asked again."""
T = TypeVar("T")

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


def read_body(text: str) -> dict[str, Any]:
    """Return what a row says; nothing of a damaged one, which its room or table then refuses."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


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

        RoomStoreError where it was written by a later classkit or refuses; SilentStore, which is
        one of these, where it does not answer.
        """
        self.own = new_name()
        self.goes_on: Callable[[], bool] = give_up
        """Whether a database that is silent is asked again; a server sets its own answer."""
        self.waiting: dict[int, float] = {}
        """For each thread that waits for the database: since when."""
        self.name = "whose address is wrong"
        self.latest_at: dict[str, tuple[float, float]] = {}
        """Room -> the time of the latest row seen, and the monotonic clock then."""
        try:
            url = driven(address)
            self.is_sqlite = url.get_backend_name() == "sqlite"
            self.name = name_of(url)
            if self.is_sqlite:
                make_file(url)
            self.engine = create_engine(add_limits(url))
            self.watchdog = None if self.is_sqlite else Watchdog(self.engine)
            if self.is_sqlite:
                event.listen(self.engine, "connect", set_up_sqlite)
        except ImportError as error:
            raise RoomStoreError(
                f"Rooms in this database need what is not installed: {plain(error)}. For "
                "PostgreSQL: pip install 'classkit[postgres]'."
            ) from error
        except SQLAlchemyError as error:
            raise self.unusable(error) from error
        except OSError as error:
            raise RoomStoreError(
                f"The database of the rooms, {self.name}, cannot be used: {error.strerror}. Check "
                "its address and whether this user may write there."
            ) from error
        found = self.persist(self.make_tables, self.unusable)
        if found not in (None, SCHEMA):
            raise RoomStoreError(
                f"The database of the rooms has version {found}, and this classkit reads version "
                f"{SCHEMA}. Install the classkit that wrote it, or name another database."
            )

    def make_tables(self) -> int | None:
        """Make the tables that are missing. Return the version of those that were there."""
        with self.writing() as connection:
            if not self.is_sqlite:  # of two that begin at once, one makes the tables
                connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
            META.create_all(connection)
            found: int | None = connection.execute(select(VERSION.c.version)).scalar()
            if found is None:
                connection.execute(insert(VERSION).values(version=SCHEMA))
        return found

    # --- a database that is silent ---------------------------------------------

    def persist(self, do: Callable[[], T], refused: Callable[[Exception], RoomStoreError]) -> T:
        """Ask something of the database, and again for as long as it is silent and ``goes_on``.

        A connection that was dropped, as by a database that was started anew, is replaced at once.
        """
        thread, begun, tries = threading.get_ident(), time.monotonic(), 0
        self.waiting[thread] = begun
        try:
            while True:
                try:
                    return self.guard(do)
                except IntegrityError:
                    raise
                except SQLAlchemyError as error:
                    tries += 1
                    if not is_passing(error):
                        raise refused(error) from error
                    was_dropped = bool(getattr(error, "connection_invalidated", False))
                    if was_dropped and tries == 1 and time.monotonic() - begun < PATIENCE:
                        continue
                    if not self.goes_on():
                        raise SilentStore(self.name, error) from error
                time.sleep(AGAIN)
        finally:
            self.waiting.pop(thread, None)

    def guard(self, do: Callable[[], T]) -> T:
        """Do something, and cut off a PostgreSQL that does not answer."""
        if self.watchdog is None:
            return do()
        with self.watchdog:
            return do()

    def is_slow(self, seconds: float) -> bool:
        """Return whether the database has owed an answer for so many seconds."""
        now = time.monotonic()
        return any(now - since > seconds for since in [*self.waiting.values()])

    def unusable(self, error: Exception) -> RoomStoreError:
        """Return why the database cannot be used."""
        return RoomStoreError(
            f"The database of the rooms, {self.name}, cannot be used: {plain(error)}. Check its "
            "address and whether this user may write there."
        )

    def unstored(self, error: Exception) -> RoomStoreError:
        """Return why rows are not stored."""
        return RoomStoreError(f"This could not be stored, and was not done: {plain(error)}.")

    # --- rows ---------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write: all of it is stored in the end, or none where something is raised."""
        with self.engine.begin() as connection:
            if self.is_sqlite:  # nobody else writes from here on, not only from the first row on
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    def changes(self) -> Changes:
        """Return the watcher for rows that other processes append from now on."""
        return self.persist(lambda: changes_of(self.engine, self.own, self.guard), self.unusable)

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
        at = self.time_of(room)
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
        tried = False

        def write() -> None:
            nonlocal tried
            was_tried, tried = tried, True
            try:
                self.insert(room, place, rows, written)
            except IntegrityError:
                if was_tried and self.has(room, place, rows):
                    return  # it was stored before, and the answer did not come
                raise Taken from None

        self.persist(write, self.unstored)
        self.note_time(room, rows)
        return rows

    def insert(
        self, room: str, place: int, rows: Sequence[Row], written: list[dict[str, Any]]
    ) -> None:
        """Store rows in one transaction; IntegrityError where a number, or a key, is taken."""
        begins = rows[0].number == 1 and place == THE_ROOM
        with self.writing() as connection:
            there = first_row(room).with_for_update(read=True, key_share=True)
            if not begins and connection.execute(there).first() is None:
                raise RoomStoreError("This room has been deleted.")
            connection.execute(insert(LOG), written)
            if not self.is_sqlite:
                tell(connection, self.own, Change(room, place, rows[-1].number))

    def has(self, room: str, place: int, rows: Sequence[Row]) -> bool:
        """Return whether these very rows are stored: nobody else's have their time as well."""
        there = self.rows_of(room, place, rows[0].number - 1)[: len(rows)]
        return [one[3:] for one in there] == [one[3:] for one in rows]

    def time_of(self, room: str) -> float:
        """Return the time of a room's next row in seconds since 1970, never before an earlier row.

        Reports order the rows of a room by time: who sat where when something was decided. A clock
        that is set back, or is behind that of another server, goes on from the latest row.
        """
        latest, seen = self.latest_at.get(room, (0.0, 0.0))
        return max(time.time(), latest + time.monotonic() - seen)

    def note_time(self, room: str, rows: Sequence[Row]) -> None:
        """Note the time of the latest row of a room."""
        if rows and rows[-1].at > self.latest_at.get(room, (0.0, 0.0))[0]:
            self.latest_at[room] = rows[-1].at, time.monotonic()

    def read(self, room: str, place: int, after: int = 0) -> list[Row]:
        """Return the rows of a place after a number, in their order."""
        return self.persist(lambda: self.rows_of(room, place, after), self.unusable)

    def rows_of(self, room: str, place: int, after: int) -> list[Row]:
        """Return the rows of a place after a number; asked once."""
        asked = (
            select(LOG.c.number, LOG.c.kind, LOG.c.body, LOG.c.by, LOG.c.key, LOG.c.at)
            .where(LOG.c.room == room, LOG.c.place == place, LOG.c.number > after)
            .order_by(LOG.c.number)
        )
        with self.engine.connect() as connection:
            found = connection.execute(asked).all()
        rows = [
            Row(number, kind, read_body(body), by, key or "", at)
            for number, kind, body, by, key, at in found
        ]
        self.note_time(room, rows)
        return rows

    def query(self, asked: Select[Any]) -> Sequence[Any]:
        """Return what a query finds."""

        def ask() -> Sequence[Any]:
            with self.engine.connect() as connection:
                found: Sequence[Any] = connection.execute(asked).all()
            return found

        return self.persist(ask, self.unusable)

    def latest(self, room: str) -> dict[int, int]:
        """Return the last number of each place of a room; an empty mapping if there is none."""
        asked = (
            select(LOG.c.place, func.max(LOG.c.number))
            .where(LOG.c.room == room)
            .group_by(LOG.c.place)
        )
        return {place: int(number) for place, number in self.query(asked)}

    def rooms(self) -> list[tuple[str, float]]:
        """Return the codes of all rooms, each with the time of its last row, the latest first."""
        asked = select(LOG.c.room, func.max(LOG.c.at)).group_by(LOG.c.room)
        found = [(room, at) for room, at in self.query(asked)]
        return sorted(found, key=lambda one: -one[1])

    def exists(self, room: str) -> bool:
        """Return whether there is a room of this code."""
        return bool(self.query(first_row(room)))

    def delete(self, room: str) -> int:
        """Delete all rows of a room, and what the database keeps of them. Return how many.

        RoomStoreError where a copy stays, because others read all the time: the rows are gone then.
        """

        def erase() -> int:
            with self.writing() as connection:
                return int(connection.execute(delete(LOG).where(LOG.c.room == room)).rowcount)

        gone = self.persist(erase, self.unstored)
        self.wipe()
        return gone

    def wipe(self) -> None:
        """Erase deleted rows from the database's files; RoomStoreError if a reader blocks it."""
        if not self.is_sqlite:
            self.persist(self.vacuum, self.unusable)
            return
        end = time.monotonic() + PATIENCE
        while True:  # a reader in another process holds it up for a moment
            if not self.persist(self.checkpoint, self.unusable):
                return
            if time.monotonic() > end:
                raise RoomStoreError(
                    "The room is deleted, but a copy may lie in the database's journal until all "
                    "that use it have stopped. Stop the server, and delete the room again."
                )
            time.sleep(0.05)

    def vacuum(self) -> None:
        """Let PostgreSQL give up the space of deleted rows."""
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"VACUUM {LOG.name}")

    def checkpoint(self) -> bool:
        """Let SQLite empty its journal. Return whether a reader was in the way."""
        with self.engine.connect() as connection:
            busy, *_ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
        return bool(busy)


def first_row(room: str) -> Select[tuple[int]]:
    """Return the query for the first row of a room, which exists as long as the room does."""
    return select(LOG.c.number).where(
        LOG.c.room == room, LOG.c.place == THE_ROOM, LOG.c.number == 1
    )


def set_up_sqlite(connection: Any, _record: object) -> None:
    """Let readers and a writer go on side by side, and keep what is committed through anything."""
    connection.isolation_level = None  # transactions begin where :meth:`RoomStore.writing` says so
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.execute(f"PRAGMA busy_timeout={int(1_000 * PATIENCE)}")
    cursor.close()
