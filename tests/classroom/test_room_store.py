"""A database of rooms that is silent, locked, or cut off: nothing is lost or doubled."""

from __future__ import annotations

import os
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from classkit.classroom import database_timeouts
from classkit.classroom.database_timeouts import RoomStoreError, UnresponsiveStore
from classkit.classroom.room_events import NewEvent, VersionConflict
from classkit.classroom.room_store import RoomStore
from tests.postgres import cluster, needed

from .rooms import CODE, opened


@contextmanager
def silent_address() -> Iterator[tuple[str, int]]:
    """A port that accepts connections and never answers."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield "127.0.0.1", listening.getsockname()[1]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes of files")
def test_a_database_file_is_for_its_user_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = opened(tmp_path)
        store.append_rows(CODE, 0, 1, [NewEvent("closed", {})])
        files = sorted(tmp_path.iterdir())
        assert len(files) == 3, "the journal is there as well"
        assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    finally:
        os.umask(before)


OPENS_AND_ENDS = """
import sys
from classkit.classroom.room_store import RoomStore
store = RoomStore(sys.argv[1])
print(sum(len(store.read_rows(room, 0)) for room, _ in store.list_rooms()))
"""


def count_rows_elsewhere(address: str) -> int:
    """Open the database in another process, as `classkit class list` does, and end it."""
    command = [sys.executable, "-c", OPENS_AND_ENDS, address]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(ran.stdout)


def test_another_process_does_not_take_the_journal_of_a_server(tmp_path: Path) -> None:
    """`class open` opens the database once for its room, and the server again.

    A handle to the file that was closed meanwhile took all locks of the server with it. A process
    that then came and ended deleted the journal: later rows were lost, or the database was damaged.
    """
    address = f"sqlite:///{tmp_path}/rooms.sqlite"
    first = RoomStore(address)
    first.append_rows(CODE, 0, 0, [NewEvent("opened", {})])
    second = RoomStore(address)
    before = count_rows_elsewhere(address)
    assert (tmp_path / "rooms.sqlite-wal").exists()
    for number in range(1, 6):
        second.append_rows(CODE, 0, number, [NewEvent("closed", {})])
    assert count_rows_elsewhere(address) == before + 5
    assert (tmp_path / "rooms.sqlite-wal").exists()
    with sqlite3.connect(tmp_path / "rooms.sqlite") as plain:
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_silent_postgresql_is_named_and_its_password_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database_timeouts, "CONNECT_TIMEOUT", 2)
    with silent_address() as (host, port):
        with pytest.raises(UnresponsiveStore) as raised:
            RoomStore(f"postgresql://ada:secret@{host}:{port}/rooms")
        assert f'PostgreSQL "rooms" at {host}:{port}' in str(raised.value)
        assert "secret" not in str(raised.value)


def test_a_locked_database_is_asked_again_for_as_long_as_one_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("classkit.classroom.room_store.SQLITE_TIMEOUT", 0.05)
    store = opened(tmp_path)
    lock = sqlite3.connect(tmp_path / "rooms.sqlite", isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    with pytest.raises(
        UnresponsiveStore, match=r"rooms\.sqlite, does not respond: database is locked"
    ):
        store.append_rows(CODE, 0, 1, [NewEvent("closed", {})])
    tries = 0

    def goes_on() -> bool:
        nonlocal tries
        tries += 1
        if tries == 3:
            lock.execute("ROLLBACK")
        return True

    store.should_retry = goes_on
    (row,) = store.append_rows(CODE, 0, 1, [NewEvent("closed", {})])
    assert tries == 3 and store.read_rows(CODE, 0)[1:] == [row]
    lock.close()


@pytest.mark.parametrize("is_stored", [True, False])
def test_rows_whose_commit_was_not_answered_are_stored_once(
    tmp_path: Path, is_stored: bool
) -> None:
    """The line breaks in the commit: the same rows are written again, and found to be there."""
    store = opened(tmp_path)
    store.should_retry = lambda: True
    lost = []

    @event.listens_for(store.engine, "commit")
    def lose(connection: object) -> None:
        if not lost:
            lost.append(True)
            driver = connection.connection.driver_connection  # type: ignore[attr-defined]
            driver.execute("COMMIT" if is_stored else "ROLLBACK")
            error = OperationalError("COMMIT", None, Exception("the line is lost"))
            error.connection_invalidated = True
            raise error

    rows = store.append_rows(
        CODE, 1, 0, [NewEvent("goto", {"step": 1}), NewEvent("goto", {"step": 2})], "ada"
    )
    assert lost and store.read_rows(CODE, 1) == rows
    with pytest.raises(VersionConflict):
        store.append_rows(CODE, 1, 0, [NewEvent("goto", {"step": 3})], "bo")


def test_what_does_not_pass_is_refused_at_once(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.should_retry = lambda: True
    with store.begin_write() as connection:
        connection.exec_driver_sql("DROP TABLE classkit_room_log")
    with pytest.raises(RoomStoreError, match="has no effect: no such table"):
        store.append_rows(CODE, 0, 1, [NewEvent("closed", {})])
    with pytest.raises(RoomStoreError, match="no such table"):
        store.read_rows(CODE, 0)


class Relay:
    """Stands between a client and PostgreSQL, and swallows what comes back once it is told to."""

    def __init__(self, behind: str) -> None:
        self.behind, self.swallows = behind, False
        self.listening = socket.socket()
        self.listening.bind(("127.0.0.1", 0))
        self.listening.listen()
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                front, _ = self.listening.accept()
            except OSError:
                return
            back = socket.socket(socket.AF_UNIX)
            back.connect(self.behind)
            for one, other, swallows in ((front, back, False), (back, front, True)):
                threading.Thread(
                    target=self.carry, args=(one, other, swallows), daemon=True
                ).start()

    def carry(self, one: socket.socket, other: socket.socket, swallows: bool) -> None:
        try:
            while data := one.recv(65_536):
                if self.swallows and swallows and b"COMMIT" in data:
                    self.swallows = False  # of new connections, nothing is swallowed
                    return  # and this one stays open, and silent
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def test_a_commit_that_is_never_answered_is_cut_off_and_stored_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What stands between loses the answer, and keeps the connection open."""
    monkeypatch.setattr(database_timeouts, "SILENCE_TIMEOUT", 1.0)
    with cluster(needed()) as address:
        role, folder = address.partition("//")[2].partition("@")[0], address.rpartition("host=")[2]
        relay = Relay(f"{folder}/.s.PGSQL.5432")
        store = opened(f"postgresql://{role}@127.0.0.1:{relay.port}/postgres")
        store.should_retry = lambda: True
        relay.swallows = True
        rows = store.append_rows(CODE, 0, 1, [NewEvent("closed", {})])
        assert not relay.swallows, "it was stored, and the answer was lost"
        assert store.read_rows(CODE, 0)[1:] == rows
        relay.listening.close()


def test_a_postgresql_that_is_started_anew_is_asked_again() -> None:
    """All its connections are dropped: a store goes on with new ones, even one that gives up."""
    with cluster(needed()) as address:
        store, other = opened(address), RoomStore(address)
        with other.engine.connect() as connection:
            connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND application_name = 'classkit'"
            )
        rows = store.append_rows(CODE, 0, 1, [NewEvent("closed", {})])
        assert store.read_rows(CODE, 0)[1:] == rows
