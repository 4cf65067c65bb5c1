"""Rooms that nobody uses: they go to the trash in time, never by a wrong clock, and come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from classkit.classroom import room_commands
from classkit.classroom.room_events import ROOM_STREAM
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import RoomStore
from classkit.cli import main
from classkit.engine.errors import ClasskitError
from classkit.hosting.config import TRASH_DAYS
from classkit.hosting.match_store import MatchStore
from classkit.hosting.room_retention import RoomRetention, describe_room_purge
from classkit.hosting.store_clock import DAY
from classkit.hosting.trash import Trash
from tests.classroom.rooms import CODE, Page

KEEP = 180.0


class Held:
    """A room with a student, and the clock of the machine, which the test sets."""

    def __init__(self, folder: Path) -> None:
        self.wall, self.folder = 20_000 * DAY, folder
        self.rooms = RoomStore(f"sqlite:///{folder}/rooms.sqlite")
        self.rooms.append_rows(CODE, ROOM_STREAM, 0, room_commands.open_room("economy", 3, seed=7))
        Page(RoomRuntime(self.rooms, CODE), "p1").join("Zaphod")
        self.store = MatchStore(folder / "matches")
        self.store.clock.wall = lambda: self.wall
        self.retention = RoomRetention(self.rooms, Trash(self.store))

    def days(self, number: int) -> None:
        """Let days pass, with a look each day."""
        for _ in range(number):
            self.wall += DAY
            self.look()

    def look(self) -> tuple[str, ...]:
        done = self.retention.purge(KEEP)
        self.retention.delete_expired()
        return done.moved

    def is_kept(self) -> bool:
        return self.rooms.has_room(CODE)

    def holds_name(self) -> bool:
        """Whether the name is in any file here."""
        files = [path for path in self.folder.rglob("*") if path.is_file()]
        return any(b"Zaphod" in path.read_bytes() for path in files)


@pytest.fixture
def held(tmp_path: Path) -> Held:
    return Held(tmp_path)


def test_a_name_is_gone_when_the_door_says_so(held: Held) -> None:
    """Each sentence of the door: kept with the room, removed, and deleted for good."""
    held.look()
    held.days(int(KEEP) - 1)
    assert held.is_kept() and held.holds_name()
    held.days(1)
    assert not held.is_kept() and held.holds_name(), "it is in the trash"
    held.days(int(TRASH_DAYS) + 1)
    assert not held.holds_name(), "in no file at all"


def test_a_room_that_is_used_again_is_kept(held: Held) -> None:
    held.look()
    held.days(100)
    Page(RoomRuntime(held.rooms, CODE), "p2").join("Trillian")
    held.days(100)
    assert held.is_kept()
    held.days(81)
    assert not held.is_kept()


def test_pauses_without_a_server_count_as_the_page_for_hosts_says(held: Held) -> None:
    """Up to 15 days: a longer one counts no day, and nothing is removed in the week after it."""
    held.look()
    for _ in range(11):
        held.wall += 15 * DAY
        held.look()
    assert held.is_kept()
    held.wall += 14 * DAY
    held.look()
    held.wall += 16 * DAY
    held.look()
    held.days(6)
    assert held.is_kept(), "six days of the week after the pause"
    held.days(1)
    assert not held.is_kept(), "179 days before the pause, and seven after it"


def test_a_host_may_say_that_a_long_pause_was_one(held: Held) -> None:
    held.look()
    held.days(170)
    held.wall += 16 * DAY
    held.look()
    assert held.is_kept()
    held.retention.trash.trust_clock()
    held.look()
    assert not held.is_kept()


def test_a_wrong_clock_removes_no_room(held: Held) -> None:
    held.look()
    held.wall += 4_000 * DAY
    assert held.look() == () and held.is_kept()
    held.wall -= 8_000 * DAY
    assert held.look() == () and held.is_kept()


def test_a_room_whose_rows_have_a_wrong_time_is_as_old_as_it_was_seen(held: Held) -> None:
    """Its rows were written by this test's clock, long before or after that of the store."""
    assert held.look() == ()
    held.days(3)
    assert held.is_kept()


def test_a_lost_note_makes_no_room_old(held: Held) -> None:
    held.look()
    held.days(150)
    held.retention.path.unlink()
    held.days(100)
    assert held.is_kept()


def test_a_room_comes_back_from_the_trash(held: Held) -> None:
    before = RoomRuntime(held.rooms, CODE).room
    held.look()
    held.days(181)
    assert not held.is_kept()
    held.retention.restore_room(CODE)
    assert RoomRuntime(held.rooms, CODE).room == before
    held.days(100)
    assert held.is_kept(), "its age restarts"
    with pytest.raises(ClasskitError, match="not in the trash"):
        held.retention.restore_room(CODE)


def test_a_removed_room_is_told_with_the_way_back(held: Held) -> None:
    held.look()
    held.wall += 1
    done = held.retention.purge(1 / DAY)
    assert f"Moved 1 room not used for {1 / DAY:g} days to the trash: {CODE}." in (
        describe_room_purge(done, 1 / DAY)
    )


def test_a_room_in_the_trash_is_deleted_for_good_on_request(
    held: Held, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    held.look()
    held.days(181)
    monkeypatch.setenv("CLASSKIT_DATA", str(held.folder))
    monkeypatch.setenv("CLASSKIT_ROOMS", f"sqlite:///{held.folder}/rooms.sqlite")
    assert main(["class", "delete", CODE]) == 1 and held.holds_name()
    assert "is in the trash" in capsys.readouterr().err
    assert main(["class", "delete", CODE, "--yes"]) == 0
    assert not held.holds_name()


def test_the_command_brings_a_room_back(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    held.look()
    held.days(181)
    monkeypatch.setenv("CLASSKIT_DATA", str(held.folder))
    monkeypatch.setenv("CLASSKIT_ROOMS", f"sqlite:///{held.folder}/rooms.sqlite")
    assert main(["purge", f"--restore={CODE.lower()}"]) == 0
    assert held.is_kept()
