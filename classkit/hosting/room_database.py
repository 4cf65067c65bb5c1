"""Location of this machine's room database, which can be read without a server."""

from __future__ import annotations

import os
from contextlib import suppress

from classkit.classroom.database_timeouts import RoomStoreError
from classkit.classroom.room_store import RoomStore

from .match_store import get_default_directory


def get_database_address() -> str:
    """Return the address of the room database: a file next to the matches, or CLASSKIT_ROOMS.

    The environment variable may contain an address such as ``postgresql://...``.

    Raises:
        RoomStoreError: If the folder of the file cannot be created.
    """
    if chosen := os.environ.get("CLASSKIT_ROOMS"):
        return chosen
    folder = get_default_directory().parent / "rooms"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise RoomStoreError(
            f"Rooms cannot be stored in {folder}: {error.strerror}. Set CLASSKIT_DATA to a "
            "writable directory."
        ) from error
    file = folder / "rooms.sqlite"
    with suppress(
        OSError
    ):  # the file may be missing, or readable by others if an earlier version created it
        file.chmod(0o600)
    return f"sqlite:///{file}"


def open_room_store() -> RoomStore:
    """Return the store of this user's rooms on this machine."""
    return RoomStore(get_database_address())
