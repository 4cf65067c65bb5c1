"""The teacher's pages: the list of rooms, a room's desk, and the websocket for desk and wall.

They require a teacher: somebody who knows the server's token, or to whom JupyterHub gives the role
(hub_login.py).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from jupyter_server.auth.decorator import ws_authenticated
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.base.websocket import WebSocketMixin
from tornado.iostream import StreamClosedError
from tornado.web import HTTPError, authenticated
from tornado.websocket import WebSocketHandler

from classkit.classroom.database_timeouts import RoomStoreError
from classkit.classroom.open_room_form import (
    StartForm,
    build_start_form,
    create_room,
    read_start_form,
)
from classkit.classroom.room_archive import NOTEBOOK, read_comparison_notebook
from classkit.classroom.room_connections import TeacherConnection, get_game_title
from classkit.engine.errors import ClasskitError, require_known, truncate_text

from .ip_addresses import get_lan_address, is_loopback
from .request_handlers import MessagePage
from .room_access import RoomMixin
from .room_exports import KEEP_SECONDS, RoomExports
from .room_registry import SHARED_QUEUE
from .room_sockets import RoomSocket
from .socket_refusals import ExplainedSocket
from .table_catalog import list_catalog_tables

T = TypeVar("T")

CHUNK_BYTES = 64 * 1024
"""Number of bytes of a file sent at a time. The next bytes wait until a slow client has received
these."""
NO_TEACHER_MESSAGE = (
    "You are logged in as {name}, who may play but not open or lead rooms. If you teach, ask the "
    "administrator of this JupyterHub for the role of a teacher of classkit. Students join a room "
    "by its code, without a login."
)


def build_handlers(base_url: str) -> list[Any]:
    """Return the teacher's handlers and their addresses."""
    code = r"([A-Za-z0-9]{4,12})"
    return [
        (f"{base_url}desk/?", RoomListPage),
        (f"{base_url}desk/{code}", DeskPage),
        (f"{base_url}desk/{code}/line", TeacherSocket),
        (f"{base_url}desk/{code}/export", RoomExport),
        (f"{base_url}desk/{code}/export/file", ExportFile),
        (f"{base_url}desk/{code}/export/notebook", ComparisonNotebook),
    ]


class TeacherMixin(MessagePage, RoomMixin):
    """Refuses visitors who are logged in, but are no teachers."""

    async def prepare(self, *given: Any, **options: Any) -> Any:
        """Refuse the visitor, or continue."""
        await super().prepare(*given, **options)  # type: ignore[misc]  # of the class beside it
        page: Any = self
        user = page.current_user
        if user is None or page.identity_provider.is_teacher(user):
            return
        if isinstance(self, WebSocketHandler):
            raise HTTPError(403, "The desk is for teachers")
        why = NO_TEACHER_MESSAGE.format(name=truncate_text(user.username))
        self.render_message(403, "This page is for teachers", why)


class RoomListPage(TeacherMixin, JupyterHandler):
    """List of this server's rooms, and the form that opens a new room."""

    @authenticated
    async def get(self) -> None:
        """Show the latest rooms and the form."""
        rooms, games = await self.run_in_thread(self.read_rooms)
        self.set_header("Cache-Control", "no-store")
        self.finish(
            self.render_template(  # type: ignore[no-untyped-call]
                "room-desks.html",
                rooms=rooms,
                told={
                    "games": games,
                    "address": f"{self.base_url}desk/",
                    "xsrf": self.xsrf_token.decode(),
                },
                **self.settings["classkit_page"](),
            )
        )

    @authenticated
    async def post(self) -> None:
        """Open a room, or show why that is not possible."""
        form = self.get_body_argument("asked", "")
        try:
            code = await self.run_in_thread(lambda: self.open_room(form))
        except ClasskitError as error:
            self.set_status(400)
            self.set_header("Content-Type", "text/plain; charset=utf-8")
            self.finish(str(error))
            return
        self.redirect(f"{self.base_url}desk/{code}")

    async def run_in_thread(self, do: Callable[[], T]) -> T:
        """Run a function in the rooms' thread.

        Raise HTTPError 503 if the database cannot be used.
        """
        try:
            return await self.rooms.run_in_thread(SHARED_QUEUE, do)
        except RoomStoreError as error:
            raise HTTPError(503, str(error)) from None

    # --- in the thread of rooms ---------------------------------------------

    def read_rooms(self) -> tuple[list[tuple[str, str]], list[StartForm]]:
        """Return the 20 latest rooms with the times of their last rows, and all forms."""
        rooms = [
            (code, time.strftime("%Y-%m-%d %H:%M", time.localtime(at)))
            for code, at in self.rooms.store.list_rooms()[:20]
        ]
        forms = [
            build_start_form(one.name, one.title, one.game, one.options)
            for one in list_catalog_tables()
        ]
        return rooms, forms

    def open_room(self, form: str) -> str:
        """Open a room from a submitted form. Return its code."""
        asked = read_start_form(form)
        offered = {table.name: table for table in list_catalog_tables()}
        table = offered[require_known("game", asked.game, offered)]
        return create_room(
            self.rooms.store,
            table.game,
            asked.seats,
            tables=asked.tables,
            options={**table.options, **asked.options},
            compare=asked.compare,
        )


class DeskPage(TeacherMixin, JupyterHandler):
    """The desk of one room."""

    @authenticated
    async def get(self, code: str) -> None:
        live = await self.get_room(code)
        address = self.join_url(live.code)
        picture = await asyncio.to_thread(build_qr_code, address)
        self.set_header("Cache-Control", "no-store")
        self.finish(
            self.render_template(  # type: ignore[no-untyped-call]
                "room-desk.html",
                title=get_game_title(live.room),
                told={
                    "address": address,
                    "picture": picture,
                    "xsrf": self.xsrf_token.decode(),
                },
                **self.settings["classkit_page"](),
            )
        )

    def join_url(self, code: str) -> str:
        """Return the address for phones. It has the host name that the teacher used.

        A loopback name is replaced by this machine's address if other machines can connect.
        """
        host = self.request.host
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        port = host[len(name) :]
        if is_loopback(name.strip("[]")) and not is_loopback(self.settings["serving"].address):
            name = get_lan_address() or name
        return f"{self.request.protocol}://{name}{port}{self.base_url}class/{code}"


class ExportHandler(TeacherMixin, JupyterHandler):
    """Base class of the handlers for a room's export: see :mod:`.room_exports`."""

    async def get_key(self, code: str) -> tuple[str, bool]:
        """Return the room and whether names are requested.

        Raise HTTPError 404 if there is no such room.
        """
        live = await self.get_room(code)
        return live.code, self.get_argument("names", "") == "1"

    def send_refusal(self, error: ClasskitError) -> None:
        """Answer 409 with the reason."""
        self.set_status(409)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(str(error))

    @property
    def exports(self) -> RoomExports:
        """The exports of this server."""
        exports: RoomExports = self.settings["room_exports"]
        return exports


class RoomExport(ExportHandler):
    """The export of a room, which is built on request."""

    @authenticated
    async def post(self, code: str) -> None:
        """Start building it, or reply 409 with the reason why this is not possible."""
        key = await self.get_key(code)
        try:
            made = self.exports.start(key)
        except ClasskitError as error:
            self.send_refusal(error)
            return
        asyncio.get_running_loop().call_later(KEEP_SECONDS, self.exports.remove, key, made)
        self.set_status(202)
        self.finish({"ready": False})

    @authenticated
    async def get(self, code: str) -> None:
        """Reply whether it is ready, or 409 with the reason why it failed."""
        try:
            ready = self.exports.find(await self.get_key(code)) is not None
        except ClasskitError as error:
            self.send_refusal(error)
            return
        self.set_header("Cache-Control", "no-store")
        self.finish({"ready": ready})


class ExportFile(ExportHandler):
    """The file of a finished export."""

    @authenticated
    async def get(self, code: str) -> None:
        """Send the file in parts, or reply 409 with the reason why there is none."""
        try:
            path = self.exports.find(await self.get_key(code))
            if path is None:
                raise ClasskitError("This export is not ready yet.")
        except ClasskitError as error:
            self.send_refusal(error)
            return
        start_download(self, "application/zip", path.name)
        self.set_header("Content-Length", str(path.stat().st_size))
        with path.open("rb") as file, suppress(StreamClosedError):  # the teacher has left
            while chunk := await asyncio.to_thread(file.read, CHUNK_BYTES):
                self.write(chunk)
                await self.flush()


class ComparisonNotebook(TeacherMixin, JupyterHandler):
    """The notebook that recomputes the group comparison from an export's files."""

    @authenticated
    async def get(self, code: str) -> None:
        """Send the notebook. Raise HTTPError 404 for a room without groups."""
        live = await self.get_room(code)
        if not live.room.groups:
            raise HTTPError(404, "This room has no groups")
        start_download(self, "application/x-ipynb+json; charset=utf-8", NOTEBOOK)
        self.finish(read_comparison_notebook())


def start_download(handler: JupyterHandler, kind: str, name: str) -> None:
    """Set the headers for a file that the browser downloads."""
    handler.set_header("Content-Type", kind)
    handler.set_header("Content-Disposition", f'attachment; filename="{name}"')
    handler.set_header("Cache-Control", "no-store")


class TeacherSocket(TeacherMixin, ExplainedSocket, WebSocketMixin, RoomSocket, JupyterHandler):
    """The websocket of the teacher's desk."""

    # Jupyter's settings are in milliseconds, Tornado's in seconds
    ping_interval, ping_timeout = RoomSocket.ping_interval, RoomSocket.ping_timeout

    @ws_authenticated
    async def get(self, code: str) -> None:
        """Open the websocket."""
        self.live = await self.get_room(code)
        self.replace_connection(self.live.code, "teacher")
        await WebSocketHandler.get(self)

    def open(self, code: str = "") -> None:
        """Start answering."""
        self.start_connection(
            self.live.code, "teacher", lambda live: TeacherConnection(live, self.send_from_thread)
        )


def build_qr_code(address: str) -> str:
    """Return the QR code of an address as a data URL."""
    import segno

    picture: str = segno.make(address, error="m").svg_data_uri(scale=4, border=2)
    return picture
