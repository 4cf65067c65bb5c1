"""Live rooms on this server: the pages and lines of telephones, and the teacher's desk.

A telephone needs no token. Its cookie is a random text of one room alone, and who has it is the
person whose id is its hash, in every process and after every restart. It opens the two addresses of
that room and nothing else: these handlers are apart from Jupyter's, and Jupyter's know no such
cookie. The teacher's desk stands behind the token of the server, as everything else.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import psutil
from jupyter_server.auth.decorator import ws_authenticated
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.base.websocket import WebSocketMixin
from tornado.web import HTTPError, RequestHandler, authenticated
from tornado.websocket import WebSocketHandler, WebSocketProtocol, WebSocketProtocol13

from classkit.classroom.codes import check_room_code
from classkit.classroom.lines import Line, PhoneLine, TeacherLine, title_of
from classkit.classroom.live import LiveRoom
from classkit.classroom.log import DamagedRow
from classkit.classroom.silence import RoomStoreError
from classkit.classroom.starting import StartForm, open_room, read_asked, start_form
from classkit.classroom.table_lines import encoded
from classkit.engine.errors import ClasskitError, known_name

from .addresses import is_loopback, network_of
from .compression import CompressedMessages
from .costs import Costs
from .known import KnownVisitors, person_of
from .live_rooms import ALL, Rooms
from .offered import offered_tables
from .room_afterwards import Afterwards
from .room_worker import measure

LARGEST_FRAME = 64_000
"""Bytes of the largest frame that a page of a room sends."""
MOST_BEHIND = 400_000
"""Characters that wait for a page to read them; what comes beyond is replaced by one snapshot."""
PING, PONG = 15.0, 10.0
"""Seconds between two pings of a line, and until an unanswered ping closes it."""
HEARTBEAT = '{"room":"ping"}'
"""What a page sends to ask whether its line still carries messages."""
PONG_EVERY = 1.0
"""Seconds between two answers to the heartbeat of one page."""
MAX_QUEUED, MIN_COUNTED = 1_000_000, 5_000
"""Characters of the messages of a page that are read before the first of them is answered, and as
how many a short one counts: two hundred, which is more than somebody asks while a database is
silent."""
PAGE_ID = re.compile(r"[\w-]{1,40}")
TRY_AGAIN, FAILED = 1013, 1011
"""Close a line whose place is needed, so that the page may try again; and one that failed."""
YEAR = 365 * 86_400
"""Seconds that a cookie is kept, by the browser's own clock: the server's may be wrong."""
PONG_MESSAGE = encoded({"kind": "pong"})
STORING = 1.0
"""Seconds after which a page is told that its answer is still being stored."""
STORING_BEGINS = encoded({"kind": "storing", "on": True})
STORING_ENDS = encoded({"kind": "storing", "on": False})

T = TypeVar("T")

LOG = logging.getLogger("classkit")


def handlers(base_url: str) -> list[Any]:
    """Return the addresses of rooms, and what answers there."""
    code, own = r"([A-Za-z0-9]{4,12})", r"(?:/([1-9][0-9]?))?"
    return [
        (f"{base_url}class/?", DoorPage),
        (f"{base_url}class/{code}{own}", PhonePage),
        (f"{base_url}class/{code}{own}/line", PhoneSocket),
        (f"{base_url}class/{code}{own}/story", StoryData),
        (f"{base_url}class/{code}{own}/homework", HomeworkFile),
        (f"{base_url}desk/?", DesksPage),
        (f"{base_url}desk/{code}", DeskPage),
        (f"{base_url}desk/{code}/line", TeacherSocket),
    ]


class OfARoom:
    """What the pages and lines of rooms share."""

    settings: dict[str, Any]
    request: Any
    is_of_rooms = True

    @property
    def rooms(self) -> Rooms:
        rooms: Rooms = self.settings["classkit_rooms"]
        return rooms

    @property
    def address(self) -> str:
        return network_of(self.request.remote_ip)

    async def room(self, code: str) -> LiveRoom:
        """Return the room of a code; 404 where there is none, 503 where the database is silent."""
        try:
            known = check_room_code(code)
        except ClasskitError:
            raise HTTPError(404, "There is no such room") from None
        try:
            found = await self.rooms.find(known)
        except (RoomStoreError, DamagedRow) as error:
            raise HTTPError(503, str(error)) from None
        if found is None:
            raise HTTPError(404, "There is no such room")
        return found

    @property
    def known(self) -> KnownVisitors:
        known: KnownVisitors = self.settings["known_visitors"]
        return known

    async def guess(self, code: str) -> LiveRoom:
        """Return the room of a code; 404 for a wrong one, and 429 after too many of those.

        Somebody who is known has wrong codes of their own. Those of others at the same address do
        not matter to them.
        """

        async def find() -> LiveRoom | None:
            try:
                return await self.room(code)
            except HTTPError as error:
                if error.status_code == 404:
                    return None
                raise

        guesser = self.known.name_in(self.request.headers.get("Cookie", "")) or self.address
        live = await self.rooms.guesses.check(guesser, find)
        if live is None:
            raise HTTPError(404, "There is no such room")
        return live


class PhoneHandler(OfARoom, RequestHandler):
    """What telephones ask for: nothing of Jupyter's stands behind it."""

    def set_default_headers(self) -> None:
        """Set the security headers that every page of the server has."""
        for name, value in self.settings.get("headers", {}).items():
            self.set_header(name, value)

    def prepare(self) -> None:
        """Refuse requests for another host, as Jupyter's own handlers do."""
        if not self.check_host():  # type: ignore[attr-defined]  # of the class beside it
            raise HTTPError(403)

    def show(self, template: str, **facts: Any) -> None:
        self.set_header("Cache-Control", "no-store")
        page = self.settings["jinja2_env"].get_template(template)
        self.finish(page.render(base_url=self.settings["base_url"], **facts))

    def show_door(self, error: HTTPError, typed: str) -> None:
        """Say why the room of a code is not shown. One that cannot be read now is tried again."""
        self.set_status(error.status_code)
        if error.status_code == 503:
            self.set_header("Refresh", str(random.randint(4, 8)))  # never a whole class at once
        self.show("room-door.html", wrong=typed[:12], status=error.status_code)


def cookie_of(code: str, own: str | None) -> str:
    """Return the name of the cookie of a room.

    Windows of one browser share its cookies. One that is to be somebody else has a number of its
    ``own``, in its address and in its cookie.
    """
    return f"classkit_room_{code}_{own}" if own else f"classkit_room_{code}"


class DoorPage(PhoneHandler):
    """Asks for the code of a room."""

    async def get(self) -> None:
        """Show the page, or go to the room whose code was typed."""
        typed = self.get_argument("code", "").strip().upper()
        if not typed:
            self.show("room-door.html", wrong="")
            return
        try:
            live = await self.guess(typed)
        except HTTPError as error:
            self.show_door(error, typed)
            return
        self.redirect(f"{self.settings['base_url']}class/{live.code}")


class PhonePage(PhoneHandler):
    """The page of a telephone, which gets the cookie by which it is known."""

    async def get(self, code: str, own: str | None = None) -> None:
        """Show the page."""
        try:
            live = await self.guess(code)
        except HTTPError as error:
            self.show_door(error, code)
            return
        address = f"{self.settings['base_url']}class/{live.code}{f'/{own}' if own else ''}"
        if code != live.code:  # the cookie belongs to the address in capitals
            self.redirect(address)
            return
        name = cookie_of(live.code, own)
        if not person_of(self.get_cookie(name)):
            self.set_cookie(
                name,
                secrets.token_urlsafe(24),
                max_age=YEAR,
                path=address,
                httponly=True,
                samesite="Lax",
                secure=self.request.protocol == "https",
            )
        self.show("room-phone.html", **self.settings["classkit_page"]())


class AfterLesson(PhoneHandler):
    """What somebody asks for after the lesson, by the cookie of their telephone."""

    async def whose(self, code: str, own: str | None) -> tuple[LiveRoom, str]:
        """Return the room and who asks, once what they have cost is paid off; 403 for strangers."""
        live = await self.guess(code)
        device = person_of(self.get_cookie(cookie_of(live.code, own)))
        person = live.room.person_at(device)
        if not live.room.is_in(person):
            raise HTTPError(403, "This telephone is not known here")
        if wait := self.costs.wait(person, self.address):
            await asyncio.sleep(wait)
        self.set_header("Cache-Control", "no-store")
        return live, person

    @property
    def costs(self) -> Costs:
        """What everybody has cost this server."""
        costs: Costs = self.settings["kernel_manager"].places.costs
        return costs

    @property
    def afterwards(self) -> Afterwards:
        """What makes stories and homework: it is there where a room is."""
        found = self.rooms.afterwards
        assert found is not None
        return found

    def refuse(self, error: ClasskitError) -> None:
        """Answer with the reason why there is no story or homework."""
        self.set_status(409)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(str(error))


class StoryData(AfterLesson):
    """The story of whoever has the cookie."""

    async def get(self, code: str, own: str | None = None) -> None:
        """Send the story as JSON."""
        live, person = await self.whose(code, own)
        try:
            story, seconds = await self.afterwards.story(live, person)
        except ClasskitError as error:
            self.refuse(error)
            return
        self.costs.charge(person, self.address, seconds=seconds)
        self.finish({**story, "homework": live.room.closed})


class HomeworkFile(AfterLesson):
    """The homework about the table at which whoever has the cookie sat."""

    async def get(self, code: str, own: str | None = None) -> None:
        """Send the notebook."""
        live, person = await self.whose(code, own)
        try:
            name, text, seconds = await self.afterwards.homework(live, person)
        except ClasskitError as error:
            self.refuse(error)
            return
        self.costs.charge(person, self.address, seconds=seconds)
        self.set_header("Content-Type", "application/x-ipynb+json; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="{name}"')
        self.finish(text)


class RoomSocket(OfARoom, WebSocketHandler):
    """A line to a page of a room.

    Both sides notice a line that carries nothing. A page sends a heartbeat, which is answered
    before anything that waits. The server pings, and closes a line that does not answer. A page
    that opens another line replaces the one it had.
    """

    line: Line | None = None
    """What answers; it belongs to the thread of rooms."""
    has_left = False
    behind = 0
    queued = 0
    missed = False
    who = ""
    code = ""
    live: LiveRoom
    page: tuple[str, str, str] | None = None
    ponged_at = 0.0

    @property
    def max_message_size(self) -> int:
        """The size of the largest message that is read."""
        return LARGEST_FRAME

    @property
    def ping_interval(self) -> float:
        """The seconds between two pings."""
        return PING

    @property
    def ping_timeout(self) -> float:
        """The seconds after which an unanswered ping closes the line."""
        return PONG

    def get_compression_options(self) -> dict[str, Any]:
        """Compress: a first snapshot has 100 kB, which shrink to a seventh."""
        return {}

    def get_websocket_protocol(self) -> WebSocketProtocol | None:
        """Return Tornado's protocol, with little memory for compression."""
        found = super().get_websocket_protocol()
        if not isinstance(found, WebSocketProtocol13):
            return None
        return CompressedMessages(self, mask_outgoing=False, params=found.params)

    def replace(self, code: str, who: str) -> None:
        """Close the line that the same page had before: after a sleep nothing else closes it."""
        page = self.get_query_argument("page", "")
        if not PAGE_ID.fullmatch(page):
            return
        self.page = (code, who, page)
        if before := self.rooms.sockets.pop(self.page, None):
            before.give_way()

    def begin(self, code: str, who: str, make: Callable[[LiveRoom], Line]) -> None:
        """Begin to tell a page of its room, by the line that ``make`` makes in its thread."""
        self.code, self.who = code, who
        self.messages: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self.fewer_queued = asyncio.Event()
        self.answering = asyncio.ensure_future(self.answer_all(make))
        if self.page is not None:
            if before := self.rooms.sockets.get(self.page):  # both were on their way at once
                before.give_way()
            self.rooms.sockets[self.page] = self
        self.set_nodelay(True)

    def give_way(self) -> None:
        """Close this line now: somebody else needs its place, or its page has opened another."""
        self.leave()
        self.close(TRY_AGAIN)

    def tell(self, text: str) -> None:
        """Send a message, from the thread of rooms."""
        self.rooms.send(self.send, text)

    def send(self, text: str) -> None:
        """Send a message, unless the page is far behind: then it is sent the present later."""
        if self.behind > MOST_BEHIND:
            self.missed = True
            return
        if self.ws_connection is None or self.ws_connection.is_closing():
            return
        self.behind += len(text)
        self.write_message(text).add_done_callback(partial(self.sent, len(text)))

    def sent(self, size: int, done: Any) -> None:
        """Note that the page has read a message; one that is no longer behind sees the present."""
        self.behind -= size
        if done.exception() is None and self.missed and not self.behind and not self.has_left:
            self.missed = False
            self.submit(self.begin_anew)

    def submit(self, run: Callable[[], T]) -> asyncio.Future[T]:
        """Do something in the thread of rooms, after all that was asked of this room before."""
        return asyncio.wrap_future(self.rooms.worker.submit(self.code, run))

    async def on_message(self, message: str | bytes) -> None:
        """Answer a heartbeat, and queue everything else.

        Reading goes on while an answer waits, so that pongs and heartbeats are not held up by it. A
        page that sends without end is read no further until it has been answered.
        """
        if message == HEARTBEAT:
            now = time.monotonic()
            if now - self.ponged_at >= PONG_EVERY:
                self.ponged_at = now
                self.send(PONG_MESSAGE)
            return
        self.queued += max(len(message), MIN_COUNTED)
        self.messages.put_nowait(message)
        while self.queued > MAX_QUEUED and not self.has_left:
            self.fewer_queued.clear()
            await self.fewer_queued.wait()

    async def answer_all(self, make: Callable[[LiveRoom], Line]) -> None:
        """Answer the messages of this page one after the other, until its line closes."""
        try:
            if not await self.submit(partial(self.open_line, make)):
                self.close(TRY_AGAIN)
            while not self.has_left:
                message = await self.messages.get()
                if message is not None:
                    self.queued -= max(len(message), MIN_COUNTED)
                    self.fewer_queued.set()
                    await self.answer(message)
        except asyncio.CancelledError:
            self.close(TRY_AGAIN)  # the server ends
        except Exception:
            LOG.exception("a message of a page could not be answered")
            self.close(FAILED)

    async def answer(self, message: str | bytes) -> None:
        """Answer a message, once what this page has cost is paid off."""
        costs = self.settings["kernel_manager"].places.costs
        if wait := costs.wait(self.who, self.address):
            await asyncio.sleep(wait)
        if self.has_left:
            return
        answered = self.submit(measure(partial(self.receive, message)))
        await self.wait_until_stored(answered)
        _, seconds = answered.result()
        costs.charge(self.who, self.address, seconds=seconds, size=len(message))

    async def wait_until_stored(self, answered: asyncio.Future[Any]) -> None:
        """Wait for an answer, and tell the page meanwhile that the database is slow, if it is."""
        is_told = False
        while not (await asyncio.wait([answered], timeout=STORING))[0]:
            if not is_told and self.rooms.is_slow(STORING):
                is_told = True
                self.send(STORING_BEGINS)
        if is_told:
            self.send(STORING_ENDS)

    def leave(self) -> None:
        """Tell this page nothing more."""
        if self.page is not None and self.rooms.sockets.get(self.page) is self:
            del self.rooms.sockets[self.page]
        if self.has_left or not self.who:
            return
        self.has_left = True
        self.submit(self.close_line)
        self.fewer_queued.set()
        self.messages.put_nowait(None)  # wakes the task that answers, so that it ends

    def on_close(self) -> None:
        """Tell this page nothing more."""
        self.leave()

    # --- in the thread of rooms ---------------------------------------------

    def open_line(self, make: Callable[[LiveRoom], Line]) -> bool:
        """Open the line in its room. Return whether the room is still there."""
        live = self.rooms.fold(self.code)
        if live is not None and not self.has_left:
            self.live, self.line = live, make(live)
        return live is not None

    def receive(self, message: str | bytes) -> None:
        """Answer a message."""
        if self.line is not None:
            self.line.receive(message)

    def begin_anew(self) -> None:
        """Show everything."""
        if self.line is not None:
            self.line.begin_anew()

    def close_line(self) -> None:
        """Look on no more."""
        if self.line is not None:
            self.line.leave()
            self.line = None


class PhoneSocket(RoomSocket):
    """The line of a telephone: its cookie is who it is."""

    async def get(self, code: str, own: str | None = None) -> None:
        """Open the line of whoever has the cookie of this room."""
        if not self.check_host():  # type: ignore[attr-defined]  # of the class beside it
            raise HTTPError(403)
        live = await self.guess(code)
        self.person = person_of(self.get_cookie(cookie_of(live.code, own)))
        if not self.person:
            raise HTTPError(403, "This telephone is not known here")
        self.live, self.telephone = live, f"{live.code}/{self.person}"
        self.replace(live.code, self.person)
        if not self.rooms.door.admits(self):
            raise HTTPError(429, "Too many lines are open")
        await super().get()

    def open(self, code: str = "", own: str | None = None) -> None:
        """Begin to tell; the line is counted from here on, since a handshake may fail before."""
        if self.has_joined():
            self.known.remember(self.live.code, self.person)
        self.rooms.door.enters(self)
        self.begin(
            self.live.code, self.person, lambda live: PhoneLine(live, self.person, self.tell, self)
        )

    def leave(self) -> None:
        """Tell this page nothing more, and count its line no more."""
        if self.has_joined():
            self.known.remember(self.live.code, self.person)
        self.rooms.door.leaves(self)
        super().leave()

    def has_joined(self) -> bool:
        """Return whether this telephone is in its room."""
        return self.live.room.is_in(self.live.room.person_at(self.person))

    def joins(self) -> None:
        """Let this telephone join; ClasskitError where too many come from its address."""
        present = self.live.room.present
        self.rooms.door.joins(self.live.code, self.address, self.person, present)
        self.known.remember(self.live.code, self.person)

    def claims(self) -> None:
        """Let this telephone wait to be let in; ClasskitError where too many wait there."""
        waiting = self.live.room.claims
        self.rooms.door.claims(self.live.code, self.address, self.person, waiting)


class TeacherSocket(WebSocketMixin, RoomSocket, JupyterHandler):
    """The line of the teacher's desk, behind the token."""

    # Jupyter's are in milliseconds, and Tornado reads seconds
    ping_interval, ping_timeout = RoomSocket.ping_interval, RoomSocket.ping_timeout

    @ws_authenticated
    async def get(self, code: str) -> None:
        """Open the line."""
        self.live = await self.room(code)
        self.replace(self.live.code, "teacher")
        await WebSocketHandler.get(self)

    def open(self, code: str = "") -> None:
        """Begin to tell."""
        self.begin(self.live.code, "teacher", lambda live: TeacherLine(live, self.tell))


class DesksPage(OfARoom, JupyterHandler):
    """The rooms of this server, and the form that opens another."""

    @authenticated
    async def get(self) -> None:
        """Show the rooms there are, the latest first, and the form."""
        rooms, games = await self.ask(self.read_rooms)
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
            code = await self.ask(lambda: self.open_room(form))
        except ClasskitError as error:
            self.set_status(400)
            self.set_header("Content-Type", "text/plain; charset=utf-8")
            self.finish(str(error))
            return
        self.redirect(f"{self.base_url}desk/{code}")

    async def ask(self, do: Callable[[], T]) -> T:
        """Do something in the thread of rooms; 503 where the database is silent."""
        try:
            return await self.rooms.run(ALL, do)
        except RoomStoreError as error:
            raise HTTPError(503, str(error)) from None

    # --- in the thread of rooms ---------------------------------------------

    def read_rooms(self) -> tuple[list[tuple[str, str]], list[StartForm]]:
        """Return the latest rooms with their times, and the forms of the tables offered."""
        rooms = [
            (code, time.strftime("%Y-%m-%d %H:%M", time.localtime(at)))
            for code, at in self.rooms.store.rooms()[:20]
        ]
        forms = [start_form(one.name, one.title, one.game, one.options) for one in offered_tables()]
        return rooms, forms

    def open_room(self, form: str) -> str:
        """Open a room as a form asks. Return its code."""
        asked = read_asked(form)
        offered = {table.name: table for table in offered_tables()}
        table = offered[known_name("game", asked.game, offered)]
        return open_room(
            self.rooms.store,
            table.game,
            asked.seats,
            tables=asked.tables,
            options={**table.options, **asked.options},
            compare=asked.compare,
        )


class DeskPage(OfARoom, JupyterHandler):
    """The desk of one room."""

    @authenticated
    async def get(self, code: str) -> None:
        live = await self.room(code)
        address = self.way_in(live.code)
        picture = await asyncio.to_thread(picture_of, address)
        self.set_header("Cache-Control", "no-store")
        self.finish(
            self.render_template(  # type: ignore[no-untyped-call]
                "room-desk.html",
                title=title_of(live.room),
                told={"address": address, "picture": picture},
                **self.settings["classkit_page"](),
            )
        )

    def way_in(self, code: str) -> str:
        """Return the address that telephones open: by the name that the teacher used, if it can."""
        host = self.request.host
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        port = host[len(name) :]
        if is_loopback(name.strip("[]")) and not is_loopback(self.settings["serving"].address):
            name = own_address() or name
        return f"{self.request.protocol}://{name}{port}{self.base_url}class/{code}"


def own_address() -> str:
    """Return the address of this machine in its network; empty where it has none."""
    found = [
        one.address
        for name, addresses in psutil.net_if_addrs().items()
        for one in addresses
        if one.family.name == "AF_INET"
        and not is_loopback(one.address)
        and not name.startswith(("docker", "br-", "veth", "virbr"))
    ]
    return found[0] if found else ""


def picture_of(address: str) -> str:
    """Return the QR picture of an address, as the address of an image."""
    import segno

    picture: str = segno.make(address, error="m").svg_data_uri(scale=4, border=2)
    return picture
