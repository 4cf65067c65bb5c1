"""Database that stores the rows of rooms: SQLite by default, or PostgreSQL if its address is given.

Rows are durable once :meth:`RoomStore.append_rows` has returned, even if the machine loses power at
that moment.

A database may not respond for a while: it is locked, paused, restarting, or unreachable. The
request is then retried with the same rows under the same numbers, so that rows whose commit was not
confirmed are stored once. See :mod:`~classkit.classroom.database_timeouts`.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias, TypeVar

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
    and_,
    bindparam,
    create_engine,
    delete,
    event,
    false,
    func,
    insert,
    or_,
    select,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from .database_addresses import create_database_file, describe_database, set_driver
from .database_timeouts import (
    SQLITE_TIMEOUT,
    RoomStoreError,
    UnresponsiveStore,
    Watchdog,
    add_timeouts,
    format_error,
    is_transient,
    never_retry,
)
from .db_notifications import (
    ChangeWatcher,
    RoomChange,
    create_watcher,
    new_process_id,
    notify_changes,
)
from .room_events import ROOM_STREAM, NewEvent, StoredEvent, VersionConflict

SCHEMA_VERSION = 1
"""The version of the database schema."""
ADVISORY_LOCK_ID = 37_002_026
"""The PostgreSQL advisory lock under which one process at a time creates the tables."""
RETRY_DELAY = 0.2
"""Seconds before a request to an unresponsive database is retried."""
T = TypeVar("T")

METADATA = MetaData()
LOG_TABLE = Table(
    "classkit_room_log",
    METADATA,
    Column("room", String(12), nullable=False),
    Column("place", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String(24), nullable=False),
    Column("body", Text, nullable=False),
    Column("by", String(40), nullable=False),
    Column("key", String(80)),  # null for requests that are never repeated
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("room", "place", "number"),
    UniqueConstraint("room", "place", "by", "key"),
)
VERSION_TABLE = Table("classkit_room_schema", METADATA, Column("version", Integer, nullable=False))


INSERT_ROWS = insert(LOG_TABLE)
FIRST_ROW = select(LOG_TABLE.c.number).where(
    LOG_TABLE.c.room == bindparam("asked"),
    LOG_TABLE.c.place == ROOM_STREAM,
    LOG_TABLE.c.number == 1,
)
"""The first row of a room, which exists as long as the room does."""
READ_ROWS = (
    select(
        LOG_TABLE.c.number,
        LOG_TABLE.c.kind,
        LOG_TABLE.c.body,
        LOG_TABLE.c.by,
        LOG_TABLE.c.key,
        LOG_TABLE.c.at,
    )
    .where(
        LOG_TABLE.c.room == bindparam("asked"),
        LOG_TABLE.c.place == bindparam("stream"),
        LOG_TABLE.c.number > bindparam("after"),
    )
    .order_by(LOG_TABLE.c.number)
)
LOCK_ROOM = FIRST_ROW.with_for_update(read=True, key_share=True)


class RowGroup(NamedTuple):
    """New rows for one stream, to be stored after the number ``after``: either all or none.

    ``by`` is the writer, and ``key`` the writer's own number for the request, which the first row
    has.
    """

    room: str
    place: int
    after: int
    drafts: Sequence[NewEvent]
    by: str = ""
    key: str = ""


AppendResult: TypeAlias = list[StoredEvent] | VersionConflict | RoomStoreError
"""The stored rows of a group, or the error if none of them was stored."""


def read_body(text: str) -> dict[str, Any]:
    """Parse a row's content. Return {} if it is damaged, so that the room or table rejects it."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def build_event(
    number: int, kind: str, body: str, by: str, key: str | None, at: float
) -> StoredEvent:
    """Return a row of the database as an event."""
    return StoredEvent(number, kind, read_body(body), by, key or "", at)


class RoomStore:
    """The rows of all rooms in one database.

    >>> store = RoomStore("sqlite://")
    >>> store.append_rows("ABC234", 0, 0, [NewEvent("opened", {"game": "economy"})])[0].number
    1
    >>> store.append_rows("ABC234", 0, 0, [NewEvent("closed", {})])
    Traceback (most recent call last):
    classkit.classroom.room_events.VersionConflict
    >>> [row.kind for row in store.read_rows("ABC234", 0)]
    ['opened']
    """

    def __init__(self, address: str) -> None:
        """Open a database by its address, such as ``sqlite:////srv/rooms.sqlite``.

        Raises:
            RoomStoreError: If a later version of classkit wrote the database, or if it refuses the
                connection.
            UnresponsiveStore: If the database does not respond. This is a RoomStoreError.
        """
        self.process_id = new_process_id()
        self.should_retry: Callable[[], bool] = never_retry
        """Whether to query a silent database again. A server sets its own function."""
        self.waiting_since: dict[int, float] = {}
        """For each thread that waits for the database: since when."""
        self.name = "whose address is wrong"
        self.answer_count = 0
        """Number of answers that tables of this process have stored."""
        self.latest_times: dict[str, tuple[float, float]] = {}
        """Room -> the time of the latest row seen, and the monotonic clock then."""
        try:
            url = set_driver(address)
            self.is_sqlite = url.get_backend_name() == "sqlite"
            self.name = describe_database(url)
            if self.is_sqlite:
                create_database_file(url)
            self.engine = create_engine(add_timeouts(url))
            self.watchdog = None if self.is_sqlite else Watchdog(self.engine)
            self.reader = self.engine
            """Runs a single query without a transaction around it."""
            if self.is_sqlite:  # begins transactions only in :meth:`begin_write`
                event.listen(self.engine, "connect", configure_sqlite)
            else:
                self.reader = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        except ImportError as error:
            raise RoomStoreError(
                f"A package for this database is missing: {format_error(error)}. For "
                "PostgreSQL: pip install 'classkit[postgres]'."
            ) from error
        except SQLAlchemyError as error:
            raise self.build_store_error(error) from error
        except OSError as error:
            raise RoomStoreError(
                f"The room database, {self.name}, cannot be used: {error.strerror}. Check "
                "its address and whether this user may write there."
            ) from error
        found = self.run_with_retry(self.create_tables, self.build_store_error)
        if found not in (None, SCHEMA_VERSION):
            raise RoomStoreError(
                f"The room database has version {found}, but this version of classkit reads "
                f"version {SCHEMA_VERSION}. Install the version that wrote it, or choose another "
                "database."
            )

    def create_tables(self) -> int | None:
        """Create missing tables. Return the schema version found, or None if there was none."""
        with self.begin_write() as connection:
            if not self.is_sqlite:  # two processes may start at the same moment
                connection.execute(select(func.pg_advisory_xact_lock(ADVISORY_LOCK_ID)))
            METADATA.create_all(connection)
            found: int | None = connection.execute(select(VERSION_TABLE.c.version)).scalar()
            if found is None:
                connection.execute(insert(VERSION_TABLE).values(version=SCHEMA_VERSION))
        return found

    # --- unresponsive databases ---------------------------------------------

    def run_with_retry(
        self, do: Callable[[], T], refused: Callable[[Exception], RoomStoreError]
    ) -> T:
        """Run a request. Retry while the database is silent and ``should_retry`` returns True.

        A dropped connection, such as after a restart of the database, is replaced once,
        immediately.
        """
        thread, begun, tries = threading.get_ident(), time.monotonic(), 0
        self.waiting_since[thread] = begun
        try:
            while True:
                try:
                    return self.run_guarded(do)
                except IntegrityError:
                    raise
                except SQLAlchemyError as error:
                    tries += 1
                    if not is_transient(error):
                        raise refused(error) from error
                    was_dropped = bool(getattr(error, "connection_invalidated", False))
                    if was_dropped and tries == 1 and time.monotonic() - begun < SQLITE_TIMEOUT:
                        continue
                    if not self.should_retry():
                        raise UnresponsiveStore(self.name, error) from error
                time.sleep(RETRY_DELAY)
        finally:
            self.waiting_since.pop(thread, None)

    def run_guarded(self, do: Callable[[], T]) -> T:
        """Run a function. If PostgreSQL does not respond in time, shut down the connection."""
        if self.watchdog is None:
            return do()
        with self.watchdog:
            return do()

    def is_slow(self, seconds: float) -> bool:
        """Return True if the database has not answered for this number of seconds."""
        now = time.monotonic()
        return any(now - since > seconds for since in [*self.waiting_since.values()])

    def build_store_error(self, error: Exception) -> RoomStoreError:
        """Build the error that states why the database cannot be used."""
        return RoomStoreError(
            f"The room database, {self.name}, cannot be used: {format_error(error)}. "
            "Check its "
            "address and whether this user may write there."
        )

    def build_write_error(self, error: Exception) -> RoomStoreError:
        """Build the error that states why rows were not stored."""
        return RoomStoreError(f"This could not be stored and has no effect: {format_error(error)}.")

    # --- rows ---------------------------------------------

    @contextmanager
    def begin_write(self) -> Iterator[Connection]:
        """Open a write transaction, committed at the end or rolled back after an exception."""
        with self.engine.begin() as connection:
            if self.is_sqlite:  # lock now instead of at the first row
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    def watch_changes(self) -> ChangeWatcher:
        """Return a watcher for rows that other processes append from now on."""
        return self.run_with_retry(
            lambda: create_watcher(self.engine, self.process_id, self.run_guarded),
            self.build_store_error,
        )

    def append_rows(
        self,
        room: str,
        place: int,
        after: int,
        drafts: Sequence[NewEvent],
        by: str = "",
        key: str = "",
    ) -> list[StoredEvent]:
        """Store new rows after a number: either all or none.

        Args:
            room: The code of the room.
            place: The stream: 0 for the room itself, else the number of a table.
            after: The number of the last row that the writer knows.
            drafts: The rows to store.
            by: The writer.
            key: The writer's own number for the request. Only the first row has it.

        Returns:
            The stored rows.

        Raises:
            VersionConflict: If another process has written rows since, or if the writer has already
                written these.
            RoomStoreError: If the rows could not be stored.
        """
        found = self.append_groups([RowGroup(room, place, after, drafts, by, key)])[0]
        if isinstance(found, Exception):
            raise found
        return found

    def append_groups(self, groups: Sequence[RowGroup]) -> list[AppendResult]:
        """Store rows of several streams in one transaction.

        If a group makes the transaction fail, each group is stored in its own transaction.

        Returns:
            For each group its stored rows, or the error if none of them was stored.

        >>> store = RoomStore("sqlite://")
        >>> _ = store.append_rows("ABC234", 0, 0, [NewEvent("opened", {})])
        >>> first, late = (RowGroup("ABC234", at, at - 1, [NewEvent("entry", {})]) for at in (1, 2))
        >>> _ = store.append_groups([first, late])
        >>> found = store.append_groups([first, late._replace(after=2)])
        >>> [type(one).__name__ for one in found]
        ['VersionConflict', 'list']
        """
        numbered, tries = [self.number_rows(group) for group in groups], 0
        if len(groups) > 1:

            def write_all() -> None:
                nonlocal tries
                tries += 1
                self.insert_rows(groups, numbered)

            try:
                self.run_with_retry(write_all, self.build_write_error)
            except UnresponsiveStore as error:
                return [error for _ in groups]
            except (IntegrityError, RoomStoreError):
                pass  # at least one is rejected
            else:
                for group, rows in zip(groups, numbered, strict=True):
                    self.update_latest_time(group.room, rows)
                return [*numbered]
        return [
            self.append_group(group, rows, was_tried=tries > 1)
            for group, rows in zip(groups, numbered, strict=True)
        ]

    def append_group(
        self, group: RowGroup, rows: list[StoredEvent], was_tried: bool
    ) -> AppendResult:
        """Store a group of rows, which an earlier attempt may have stored unconfirmed."""
        tried = was_tried

        def write() -> None:
            nonlocal tried
            was_tried, tried = tried, True
            try:
                self.insert_rows([group], [rows])
            except IntegrityError:
                if was_tried and self.has_rows(group.room, group.place, rows):
                    return  # stored by an earlier attempt whose commit was not confirmed
                raise VersionConflict from None

        try:
            self.run_with_retry(write, self.build_write_error)
        except (VersionConflict, RoomStoreError) as error:
            return error
        self.update_latest_time(group.room, rows)
        return rows

    def number_rows(self, group: RowGroup) -> list[StoredEvent]:
        """Return the rows of a group with their numbers and time."""
        at = self.get_next_time(group.room)
        return [
            StoredEvent(
                group.after + number, draft.kind, draft.body, group.by,
                group.key if number == 1 else "", at,
            )
            for number, draft in enumerate(group.drafts, 1)
        ]  # fmt: skip

    def insert_rows(
        self, groups: Sequence[RowGroup], numbered: Sequence[Sequence[StoredEvent]]
    ) -> None:
        """Insert the rows of some groups in one transaction.

        Raises:
            IntegrityError: If a number or a key is taken.
            RoomStoreError: If a room has been deleted.
        """
        written = [
            {
                "room": group.room,
                "place": group.place,
                "number": row.number,
                "kind": row.kind,
                "body": json.dumps(row.body, ensure_ascii=False),
                "by": row.by,
                "key": row.key or None,
                "at": row.at,
            }
            for group, rows in zip(groups, numbered, strict=True)
            for row in rows
        ]
        new = {one.room for one in groups if one.place == ROOM_STREAM and one.after == 0}
        with self.begin_write() as connection:
            for room in sorted({one.room for one in groups} - new):
                if connection.execute(LOCK_ROOM, {"asked": room}).first() is None:
                    raise RoomStoreError("This room has been deleted.")
            connection.execute(INSERT_ROWS, written)
            if not self.is_sqlite:
                changes = [
                    RoomChange(group.room, group.place, rows[-1].number)
                    for group, rows in zip(groups, numbered, strict=True)
                ]
                notify_changes(connection, self.process_id, changes)

    def has_rows(self, room: str, place: int, rows: Sequence[StoredEvent]) -> bool:
        """Return True if the stored rows after the same number have these writers, keys and times.

        Rows written by another process differ at least in their time.
        """
        there = self.select_rows(room, place, rows[0].number - 1)[: len(rows)]
        return [one[3:] for one in there] == [one[3:] for one in rows]

    def get_next_time(self, room: str) -> float:
        """Return the time of a room's next row in seconds since 1970, never before its latest row.

        Reports order the rows of a room by time. If the clock was set back, or is behind another
        server's clock, the result is the time of the latest row plus the seconds since it was seen.
        """
        latest, seen = self.latest_times.get(room, (0.0, 0.0))
        return max(time.time(), latest + time.monotonic() - seen)

    def update_latest_time(self, room: str, rows: Sequence[StoredEvent]) -> None:
        """Remember the time of the last of these rows if it is the latest time in its room."""
        if rows and rows[-1].at > self.latest_times.get(room, (0.0, 0.0))[0]:
            self.latest_times[room] = rows[-1].at, time.monotonic()

    def read_rows(self, room: str, place: int, after: int = 0) -> list[StoredEvent]:
        """Return the rows of a stream after a number, in order."""
        return self.run_with_retry(
            lambda: self.select_rows(room, place, after), self.build_store_error
        )

    def select_rows(self, room: str, place: int, after: int) -> list[StoredEvent]:
        """Return the rows of a stream after a number. Failures are not retried."""
        with self.reader.connect() as connection:
            found = connection.execute(
                READ_ROWS, {"asked": room, "stream": place, "after": after}
            ).all()
        rows = [build_event(*row) for row in found]
        self.update_latest_time(room, rows)
        return rows

    def read_streams(self, room: str, after: Mapping[int, int]) -> dict[int, list[StoredEvent]]:
        """Return the rows of several streams, each after a number, with a single query.

        >>> store = RoomStore("sqlite://")
        >>> _ = store.append_rows("ABC234", 0, 0, [NewEvent("opened", {}), NewEvent("closed", {})])
        >>> {at: [row.kind for row in rows] for at, rows in store.read_streams(
        ...     "ABC234", {0: 1, 1: 0}).items()}
        {0: ['closed'], 1: []}
        """
        found: dict[int, list[StoredEvent]] = {place: [] for place in after}
        table = LOG_TABLE.c
        later = (and_(table.place == place, table.number > last) for place, last in after.items())
        asked = (
            select(table.place, *READ_ROWS.selected_columns)
            .where(table.room == room, or_(false(), *later))
            .order_by(table.place, table.number)
        )
        for place, *row in self.run_query(asked):
            found[place].append(build_event(*row))
        for rows in found.values():
            self.update_latest_time(room, rows)
        return found

    def run_query(self, asked: Select[Any]) -> Sequence[Any]:
        """Return all rows of a query. Retry if the database fails."""

        def ask() -> Sequence[Any]:
            with self.reader.connect() as connection:
                found: Sequence[Any] = connection.execute(asked).all()
            return found

        return self.run_with_retry(ask, self.build_store_error)

    def get_latest_numbers(self, room: str) -> dict[int, int]:
        """Return the last number of each of a room's streams.

        Return an empty dict for an unknown room.
        """
        asked = (
            select(LOG_TABLE.c.place, func.max(LOG_TABLE.c.number))
            .where(LOG_TABLE.c.room == room)
            .group_by(LOG_TABLE.c.place)
        )
        return {place: int(number) for place, number in self.run_query(asked)}

    def list_rooms(self) -> list[tuple[str, float]]:
        """Return the codes of all rooms with the time of their last row, latest first."""
        asked = select(LOG_TABLE.c.room, func.max(LOG_TABLE.c.at)).group_by(LOG_TABLE.c.room)
        found = [(room, at) for room, at in self.run_query(asked)]
        return sorted(found, key=lambda one: -one[1])

    def has_room(self, room: str) -> bool:
        """Return True if there is a room with this code."""
        return bool(self.run_query(FIRST_ROW.params(asked=room)))

    def delete_room(self, room: str) -> int:
        """Delete all rows of a room, including traces in the database files.

        Returns:
            The number of rows.

        Raises:
            RoomStoreError: If a copy remains in the files because other processes keep reading. The
                rows themselves are deleted.
        """

        def erase() -> int:
            with self.begin_write() as connection:
                return int(
                    connection.execute(delete(LOG_TABLE).where(LOG_TABLE.c.room == room)).rowcount
                )

        gone = self.run_with_retry(erase, self.build_write_error)
        self.erase_deleted_rows()
        return gone

    def dump_room(self, room: str) -> list[dict[str, Any]]:
        """Return all rows of a room as JSON data, for :meth:`load_room`."""
        order = LOG_TABLE.c.place, LOG_TABLE.c.number
        asked = select(LOG_TABLE).where(LOG_TABLE.c.room == room).order_by(*order)
        return [dict(row._mapping) for row in self.run_query(asked)]

    def load_room(self, room: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Insert the rows of a room that does not exist in the database."""

        def write() -> None:
            with self.begin_write() as connection:
                connection.execute(insert(LOG_TABLE), [{**row, "room": room} for row in rows])

        self.run_with_retry(write, self.build_write_error)

    def erase_deleted_rows(self) -> None:
        """Erase deleted rows from the database's files.

        Raise RoomStoreError if a reader blocks SQLite for SQLITE_TIMEOUT seconds.
        """
        if not self.is_sqlite:
            self.run_with_retry(self.vacuum, self.build_store_error)
            return
        end = time.monotonic() + SQLITE_TIMEOUT
        while True:  # a reader in another process may block it for a moment
            if not self.run_with_retry(self.truncate_wal, self.build_store_error):
                return
            if time.monotonic() > end:
                raise RoomStoreError(
                    "The room is deleted, but the database's journal may contain a copy until "
                    "all its users have stopped. Stop the server, and delete the room again."
                )
            time.sleep(0.05)

    def vacuum(self) -> None:
        """Make PostgreSQL reclaim the space of deleted rows."""
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"VACUUM {LOG_TABLE.name}")

    def truncate_wal(self) -> bool:
        """Make SQLite empty its write-ahead log. Return True if a reader blocked it."""
        with self.engine.connect() as connection:
            busy, *_ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
        return bool(busy)


def configure_sqlite(connection: Any, _record: object) -> None:
    """Allow reading during writing, make commits durable, and overwrite deleted rows."""
    connection.isolation_level = None  # :meth:`RoomStore.begin_write` begins transactions
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.execute(f"PRAGMA busy_timeout={int(1_000 * SQLITE_TIMEOUT)}")
    cursor.close()
