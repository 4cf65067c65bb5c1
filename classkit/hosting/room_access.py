"""Room access: how pages and websockets find their room and identify the person.

A phone needs no token. Its cookie is a random text for one room, and the hash of the cookie is the
id of its owner, in every process and after every restart. The cookie gives access only to the URLs
of that room: the handlers of phones are separate from Jupyter's, which ignore it.
"""

from __future__ import annotations

from typing import Any

from tornado.web import HTTPError

from classkit.classroom.codes import check_room_code
from classkit.classroom.database_timeouts import RoomStoreError
from classkit.classroom.room_events import DamagedEvent
from classkit.classroom.room_runtime import RoomRuntime
from classkit.engine.errors import ClasskitError

from .ip_addresses import normalize_address
from .known_visitors import KnownVisitors
from .room_registry import RoomRegistry


class RoomMixin:
    """Methods shared by the pages and websockets of rooms."""

    settings: dict[str, Any]
    request: Any
    is_silent_if_unavailable = True

    @property
    def rooms(self) -> RoomRegistry:
        rooms: RoomRegistry = self.settings["classkit_rooms"]
        return rooms

    @property
    def address(self) -> str:
        return normalize_address(self.request.remote_ip)

    async def get_room(self, code: str) -> RoomRuntime:
        """Return a code's room.

        Raise HTTPError 404 if it is unknown, or 503 if it is unavailable.
        """
        try:
            known = check_room_code(code)
        except ClasskitError:
            raise HTTPError(404, "Unknown room") from None
        try:
            found = await self.rooms.find_room(known)
        except (RoomStoreError, DamagedEvent) as error:
            raise HTTPError(503, str(error)) from None
        if found is None:
            raise HTTPError(404, "Unknown room")
        return found

    @property
    def known_visitors(self) -> KnownVisitors:
        known: KnownVisitors = self.settings["known_visitors"]
        return known

    async def find_guessed_room(self, code: str) -> RoomRuntime:
        """Return the room of a code that may be a guess, and count wrong codes.

        Known visitors are counted separately, so wrong codes of others at the same address do not
        affect them.

        Raises:
            HTTPError: 404 for a wrong code, 429 after too many wrong codes, 503 if the room is
                unavailable.
        """

        async def find() -> RoomRuntime | None:
            try:
                return await self.get_room(code)
            except HTTPError as error:
                if error.status_code == 404:
                    return None
                raise

        guesser = (
            self.known_visitors.identify_visitor(self.request.headers.get("Cookie", ""))
            or self.address
        )
        live = await self.rooms.guesses.check_guess(guesser, find)
        if live is None:
            raise HTTPError(404, "Unknown room")
        return live


def get_cookie_name(code: str, own: str | None) -> str:
    """Return the name of a room's cookie.

    Windows of one browser share its cookies. A window for an additional person has a number,
    ``own``, in its URL and in the name of its cookie.
    """
    return f"classkit_room_{code}_{own}" if own else f"classkit_room_{code}"
