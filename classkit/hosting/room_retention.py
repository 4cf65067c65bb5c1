"""Removal of unused rooms through the match store's trash.

The age of a room is measured by the store's own clock, from the time at which its last row was
first seen, because the times in its rows may be wrong. While the store's clock is in doubt,
nothing is removed. A removed room is a file in the trash for TRASH_DAYS, and can be restored.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from classkit.classroom.room_store import RoomStore
from classkit.engine.errors import ClasskitError
from classkit.engine.rulebook_text import format_count
from classkit.engine.serialization import write_atomic

from .config import TRASH_DAYS
from .store_clock import DAY
from .trash import Trash

SEEN_FILE = "rooms-seen"
"""The file in the store of matches that records when the last row of each room was first seen."""
ROOM_SUFFIX = ".room"
"""The suffix of room files in the trash."""

SeenRow = tuple[float, float]
"""The time in the last row of a room, and the store's time when it was first seen."""


class RoomPurge(NamedTuple):
    """The codes of the rooms that were moved to the trash, or the reason why none was moved."""

    moved: tuple[str, ...] = ()
    refusal: str = ""


class RoomRetention:
    """Moves rooms that have been unused for a number of days to a match store's trash."""

    def __init__(self, rooms: RoomStore, trash: Trash) -> None:
        self.rooms, self.trash = rooms, trash
        self.path = trash.store.directory / SEEN_FILE

    def purge(self, days: float) -> RoomPurge:
        """Move rooms that nobody has used for a number of days to the trash.

        Raises:
            ClasskitError: If the trash cannot be written to. The room is then not removed.
        """
        now = self.trash.update_stamp().time
        seen = self.update_seen_rows(now)
        old = [code for code, (_, since) in seen.items() if now - since >= days * DAY]
        if refusal := self.trash.get_refusal() if old else "":
            return RoomPurge(refusal=refusal)
        for code in old:
            self.move_room(code, now)
        return RoomPurge(tuple(old))

    def delete_expired(self) -> None:
        """Delete room files that are older than TRASH_DAYS, unless the clock is in doubt."""
        if not self.trash.get_refusal():
            self.trash.delete_expired(TRASH_DAYS)

    def update_seen_rows(self, now: float) -> dict[str, SeenRow]:
        """Record rooms with new rows as used now. Return when each room was last used."""
        before = self.read_seen_rows()
        seen = {
            code: before[code] if code in before and before[code][0] == at else (at, now)
            for code, at in self.rooms.list_rooms()
        }
        # the store's time never runs backwards, but its file can be lost
        seen = {code: (at, min(since, now)) for code, (at, since) in seen.items()}
        if seen != before:
            write_atomic(self.path, json.dumps(seen).encode())
        return seen

    def read_seen_rows(self) -> dict[str, SeenRow]:
        """Return the recorded rows. Without a readable file, every room counts as used now."""
        try:
            found = json.loads(self.path.read_bytes())
            return {str(code): (float(at), float(since)) for code, (at, since) in found.items()}
        except (OSError, ValueError, TypeError, AttributeError):
            return {}

    def move_room(self, code: str, now: float) -> None:
        """Write all rows of a room to the trash, then delete the room from the database."""
        folder = self.trash.directory / f"{now:.0f}"
        text = json.dumps(self.rooms.dump_room(code), ensure_ascii=False)
        try:
            for one in (self.trash.directory, folder):
                one.mkdir(mode=0o700, exist_ok=True)
            write_atomic(folder / f"{code}{ROOM_SUFFIX}", text.encode())
        except OSError as error:
            raise ClasskitError(
                f"Room {code} cannot be moved to {folder}: {error.strerror or error}. It was not "
                "removed."
            ) from error
        self.rooms.delete_room(code)

    def list_removed_rooms(self) -> dict[str, Path]:
        """Return the latest file of each room in the trash, by code."""
        found: dict[str, Path] = {}
        for folder in self.trash.store.list_purges():
            for path in folder.glob(f"*{ROOM_SUFFIX}"):
                found.setdefault(path.stem, path)
        return found

    def delete_copies(self, code: str) -> bool:
        """Permanently delete a room from the trash. Return whether it was there."""
        copies = [
            folder / f"{code}{ROOM_SUFFIX}"
            for folder in self.trash.store.list_purges()
            if (folder / f"{code}{ROOM_SUFFIX}").is_file()
        ]
        for path in copies:
            path.unlink()
        return bool(copies)

    def restore_room(self, code: str) -> None:
        """Restore a room from the trash. Its age restarts.

        Raises:
            ClasskitError: If it is not in the trash, or its code is in use.
        """
        path = self.list_removed_rooms().get(code)
        if path is None:
            raise ClasskitError(f"Room {code} is not in the trash.")
        if self.rooms.has_room(code):
            raise ClasskitError(
                f"Room {code} exists again, so the one in the trash was not restored."
            )
        self.rooms.load_room(code, json.loads(path.read_bytes()))
        seen = self.read_seen_rows()
        seen.pop(code, None)
        write_atomic(self.path, json.dumps(seen).encode())
        path.unlink()


def describe_room_purge(done: RoomPurge, days: float) -> str:
    """Describe the result of a purge in a sentence or two, or return '' if nothing was done."""
    if not done.moved:
        return done.refusal.replace("No old match", "No old room")
    return (
        f"Moved {format_count(len(done.moved), 'room')} not used for {days:g} days to the trash: "
        f"{', '.join(done.moved)}. To restore: classkit purge --restore=CODE."
    )
