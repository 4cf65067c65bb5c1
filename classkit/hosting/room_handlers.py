"""Pages of live rooms on this server, and the addresses of pages and websockets.

Pages of phones are opened by the room's cookie (:mod:`.room_access`); the teacher's desk requires
the server's token.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Callable
from typing import Any, TypeVar

import psutil
from jupyter_server.base.handlers import JupyterHandler
from tornado.web import HTTPError, RequestHandler, authenticated

from classkit.classroom.database_timeouts import RoomStoreError
from classkit.classroom.lobby_cards import list_lobby_cards
from classkit.classroom.open_room_form import (
    StartForm,
    build_start_form,
    create_room,
    read_start_form,
)
from classkit.classroom.room_connections import (
    get_game_title,
)
from classkit.classroom.room_runtime import RoomRuntime
from classkit.engine.errors import ClasskitError, require_known

from .config import TRASH_DAYS
from .ip_addresses import is_loopback
from .known_visitors import get_person_id
from .room_access import RoomMixin, get_cookie_name
from .room_registry import SHARED_QUEUE
from .room_reports import RoomReports
from .room_sockets import PhoneSocket, TeacherSocket
from .table_catalog import list_catalog_tables
from .usage_quotas import UsageCosts

DAY_SECONDS = 86_400

T = TypeVar("T")


def build_handlers(base_url: str) -> list[Any]:
    """Return the handlers of rooms, with their addresses."""
    code, own = r"([A-Za-z0-9]{4,12})", r"(?:/([1-9][0-9]?))?"
    return [
        (f"{base_url}class/?", RoomCodePage),
        (f"{base_url}class/{code}{own}", PhonePage),
        (f"{base_url}class/{code}{own}/line", PhoneSocket),
        (f"{base_url}class/{code}{own}/story", StoryData),
        (f"{base_url}class/{code}{own}/homework", HomeworkFile),
        (f"{base_url}desk/?", RoomListPage),
        (f"{base_url}desk/{code}", DeskPage),
        (f"{base_url}desk/{code}/line", TeacherSocket),
    ]


class PhoneHandler(RoomMixin, RequestHandler):
    """Base class of the handlers for phones, without Jupyter's authentication."""

    def set_default_headers(self) -> None:
        """Set the security headers that every page of the server has."""
        for name, value in self.settings.get("headers", {}).items():
            self.set_header(name, value)

    def prepare(self) -> None:
        """Refuse requests for another host, as Jupyter's own handlers do."""
        if not self.check_host():  # type: ignore[attr-defined]  # of the class beside it
            raise HTTPError(403)

    def render_page(self, template: str, **facts: Any) -> None:
        self.set_header("Cache-Control", "no-store")
        page = self.settings["jinja2_env"].get_template(template)
        self.finish(page.render(base_url=self.settings["base_url"], **facts))

    def render_code_form(self, error: HTTPError, typed: str) -> None:
        """Show the form for a code with the reason. It reloads if the room is unavailable."""
        self.set_status(error.status_code)
        if error.status_code == 503:
            self.set_header(
                "Refresh", str(random.randint(4, 8))
            )  # so that a class does not retry at the same moment
        self.render_page("room-door.html", wrong=typed[:12], status=error.status_code)


class RoomCodePage(PhoneHandler):
    """The page that asks for the code of a room."""

    async def get(self) -> None:
        """Show the page, or redirect to the room whose code was typed."""
        typed = self.get_argument("code", "").strip().upper()
        if not typed:
            self.render_page("room-door.html", wrong="")
            return
        try:
            live = await self.find_guessed_room(typed)
        except HTTPError as error:
            self.render_code_form(error, typed)
            return
        self.redirect(f"{self.settings['base_url']}class/{live.code}")


class PhonePage(PhoneHandler):
    """The page of a phone, which sets the cookie that identifies it."""

    async def get(self, code: str, own: str | None = None) -> None:
        """Show the page; the form for a code if the room is unknown."""
        try:
            live = await self.find_guessed_room(code)
        except HTTPError as error:
            self.render_code_form(error, code)
            return
        address = f"{self.settings['base_url']}class/{live.code}{f'/{own}' if own else ''}"
        if code != live.code:  # the path of the cookie has the code in capitals
            self.redirect(address)
            return
        name = get_cookie_name(live.code, own)
        known = self.get_cookie(name, "")
        self.set_cookie(
            name,
            known if get_person_id(known) else secrets.token_urlsafe(24),
            # from the latest visit on, as the room itself is kept, and by the browser's own clock:
            # the server's may be wrong
            max_age=round(self.keep_room_days * DAY_SECONDS),
            path=address,
            httponly=True,
            samesite="Lax",
            secure=self.request.protocol == "https",
        )
        cards = list_lobby_cards(live.room)
        told = {"days": self.keep_room_days, "trash": TRASH_DAYS, "cards": cards}
        self.render_page("room-phone.html", told=told, **self.settings["classkit_page"]())

    @property
    def keep_room_days(self) -> float:
        days: float = self.settings["serving"].keep_room_days
        return days


class ReportHandler(PhoneHandler):
    """Base class of reports after the lesson, for the owner of a phone's cookie."""

    async def identify_person(self, code: str, own: str | None) -> tuple[RoomRuntime, str]:
        """Return the room and the person, after a wait if in debt; HTTPError 403 for others."""
        live = await self.find_guessed_room(code)
        device = get_person_id(self.get_cookie(get_cookie_name(live.code, own)))
        person = live.room.get_person(device)
        if not live.room.has_joined(person):
            raise HTTPError(403, "This phone is unknown here")
        if wait := self.costs.get_wait_seconds(person, self.address):
            await asyncio.sleep(wait)
        self.set_header("Cache-Control", "no-store")
        return live, person

    @property
    def costs(self) -> UsageCosts:
        """The usage costs of this server's visitors."""
        costs: UsageCosts = self.settings["kernel_manager"].slots.costs
        return costs

    @property
    def reports(self) -> RoomReports:
        """The builder of reports and homework. It exists as soon as there is a room."""
        found = self.rooms.reports
        assert found is not None
        return found

    def send_refusal(self, error: ClasskitError) -> None:
        """Answer 409 with the reason why there is no report or homework."""
        self.set_status(409)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(str(error))


class StoryData(ReportHandler):
    """The report of a person."""

    async def get(self, code: str, own: str | None = None) -> None:
        """Send the report as JSON."""
        live, person = await self.identify_person(code, own)
        try:
            story, seconds = await self.reports.build_story(live, person)
        except ClasskitError as error:
            self.send_refusal(error)
            return
        self.costs.charge(person, self.address, seconds=seconds)
        self.finish({**story, "homework": live.room.closed})


class HomeworkFile(ReportHandler):
    """The homework on a person's table."""

    async def get(self, code: str, own: str | None = None) -> None:
        """Send the notebook."""
        live, person = await self.identify_person(code, own)
        try:
            name, text, seconds = await self.reports.build_homework(live, person)
        except ClasskitError as error:
            self.send_refusal(error)
            return
        self.costs.charge(person, self.address, seconds=seconds)
        self.set_header("Content-Type", "application/x-ipynb+json; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="{name}"')
        self.finish(text)


class RoomListPage(RoomMixin, JupyterHandler):
    """The rooms of this server, and the form that opens a new one."""

    @authenticated
    async def get(self) -> None:
        """Show the latest rooms, and the form."""
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
        """Open a room, or say why that is not possible."""
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
        """Run a function in the thread of rooms; HTTPError 503 if the database cannot be used."""
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


class DeskPage(RoomMixin, JupyterHandler):
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
                told={"address": address, "picture": picture},
                **self.settings["classkit_page"](),
            )
        )

    def join_url(self, code: str) -> str:
        """Return the address for phones, with the host name that the teacher used.

        A loopback name is replaced by this machine's address if other machines can connect.
        """
        host = self.request.host
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        port = host[len(name) :]
        if is_loopback(name.strip("[]")) and not is_loopback(self.settings["serving"].address):
            name = get_lan_address() or name
        return f"{self.request.protocol}://{name}{port}{self.base_url}class/{code}"


def get_lan_address() -> str:
    """Return this machine's first IPv4 address, without loopback and container networks, or ''."""
    found = [
        one.address
        for name, addresses in psutil.net_if_addrs().items()
        for one in addresses
        if one.family.name == "AF_INET"
        and not is_loopback(one.address)
        and not name.startswith(("docker", "br-", "veth", "virbr"))
    ]
    return found[0] if found else ""


def build_qr_code(address: str) -> str:
    """Return the QR code of an address as a data URL."""
    import segno

    picture: str = segno.make(address, error="m").svg_data_uri(scale=4, border=2)
    return picture
