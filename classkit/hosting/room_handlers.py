"""Pages of live rooms on this server, and the URLs of their pages and websockets.

The pages of phones require the room's cookie (:mod:`.room_access`); the teacher's desk requires the
server's token.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import Any

from tornado.web import HTTPError

from classkit.classroom.lobby_cards import list_lobby_cards
from classkit.classroom.room_runtime import RoomRuntime
from classkit.engine.errors import ClasskitError

from .config import TRASH_DAYS
from .cross_origin import FRAME_VALUES, is_framed
from .known_visitors import get_person_id
from .name_suggestion import NAME_COOKIE, read_name_cookie
from .plain_pages import PlainPage
from .room_access import RoomMixin, get_cookie_name
from .room_reports import RoomReports
from .room_sockets import PhoneSocket
from .session_cookie import add_cookie
from .usage_quotas import UsageCosts

DAY_SECONDS = 86_400


def build_handlers(base_url: str) -> list[Any]:
    """Return the room handlers and their URL patterns."""
    code, own = r"([A-Za-z0-9]{4,12})", r"(?:/([1-9][0-9]?))?"
    return [
        (f"{base_url}class/?", RoomCodePage),
        (f"{base_url}class/{code}{own}", PhonePage),
        (f"{base_url}class/{code}{own}/line", PhoneSocket),
        (f"{base_url}class/{code}{own}/story", StoryData),
        (f"{base_url}class/{code}{own}/homework", HomeworkFile),
    ]


class PhoneHandler(RoomMixin, PlainPage):
    """Base class of the handlers for phones."""

    def render_code_form(self, error: HTTPError, typed: str) -> None:
        """Show the code form with the reason. It reloads itself if the room is unavailable."""
        self.set_status(error.status_code)
        if error.status_code == 503:
            self.set_header(
                "Refresh", str(random.randint(4, 8))
            )  # random, so that a class does not retry all at the same time
        self.render_page("room-door.html", wrong=typed[:12], status=error.status_code)


class RoomCodePage(PhoneHandler):
    """The page with the form for the code of a room."""

    async def get(self) -> None:
        """Show the page, or redirect to the room whose code was entered."""
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
        """Show the phone page, or the form for a code if the room is unknown."""
        try:
            live = await self.find_guessed_room(code)
        except HTTPError as error:
            self.render_code_form(error, code)
            return
        address = f"{self.settings['base_url']}class/{live.code}{f'/{own}' if own else ''}"
        if code != live.code:  # the path of the cookie contains the code in capitals
            self.redirect(address)
            return
        name = get_cookie_name(live.code, own)
        known = self.get_cookie(name, "")
        value = known if get_person_id(known) else secrets.token_urlsafe(24)
        # The cookie lives as long as an unused room, counted from the latest visit by the browser's
        # clock, because the server's clock may be wrong.
        age = round(self.keep_room_days * DAY_SECONDS)
        framed = self.is_in_frame()
        add_cookie(self, f"{name}={value}; Path={address}; Max-Age={age}", framed=framed)
        cards = list_lobby_cards(live.room)
        told = {"days": self.keep_room_days, "trash": TRASH_DAYS, "cards": cards}
        told["name"] = read_name_cookie(self.get_cookie(NAME_COOKIE))
        self.render_page("room-phone.html", told=told, **self.settings["classkit_page"]())

    def is_in_frame(self) -> bool:
        """Return True if the page may be inside a page of another site.

        The form for the code, inside such a page, leads here from this site.
        """
        headers = self.request.headers
        within = headers.get("Sec-Fetch-Dest") in FRAME_VALUES
        return is_framed(headers) or (within and self.request.protocol == "https")

    @property
    def keep_room_days(self) -> float:
        days: float = self.settings["serving"].keep_room_days
        return days


class ReportHandler(PhoneHandler):
    """Base class of handlers for reports after the lesson, which require a phone's cookie."""

    async def identify_person(self, code: str, own: str | None) -> tuple[RoomRuntime, str]:
        """Return the room and the person, after a wait if in debt; HTTPError 403 if not joined."""
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
        costs: UsageCosts = self.settings["usage_costs"]
        return costs

    @property
    def reports(self) -> RoomReports:
        """The builder of reports and homework. It exists only if there is a room."""
        found = self.rooms.reports
        assert found is not None
        return found

    def send_refusal(self, error: ClasskitError) -> None:
        """Send status 409 with the reason why no report or homework is available."""
        self.set_status(409)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(str(error))


class StoryData(ReportHandler):
    """Handler for the report of a person, as JSON."""

    async def get(self, code: str, own: str | None = None) -> None:
        """Send the report."""
        live, person = await self.identify_person(code, own)
        try:
            story, seconds = await self.reports.build_story(live, person)
        except ClasskitError as error:
            self.send_refusal(error)
            return
        self.costs.charge(person, self.address, seconds=seconds)
        self.finish({**story, "homework": live.room.closed})


class HomeworkFile(ReportHandler):
    """Handler for the homework notebook of a person's table."""

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
