"""Where this machine keeps its rooms; reading them needs no server."""

from __future__ import annotations

import os
from contextlib import suppress

from classkit.classroom.silence import RoomStoreError
from classkit.classroom.store import RoomStore

from .store import default_directory


def rooms_address() -> str:
    """Return the address of the database of rooms: a file beside the matches, or the host's own.

    The environment variable CLASSKIT_ROOMS names another, such as ``postgresql://...``.
    RoomStoreError where the folder of the file cannot be made.
    """
    if chosen := os.environ.get("CLASSKIT_ROOMS"):
        return chosen
    folder = default_directory().parent / "rooms"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise RoomStoreError(
            f"Rooms cannot be kept in {folder}: {error.strerror}. Set CLASSKIT_DATA to a directory "
            "you may write to."
        ) from error
    file = folder / "rooms.sqlite"
    with suppress(OSError):  # of an earlier classkit it may be open to others; or there is none
        file.chmod(0o600)
    return f"sqlite:///{file}"


def store_here() -> RoomStore:
    """Return the store of the rooms that this user keeps on this machine."""
    return RoomStore(rooms_address())
