"""The pages of a server: a table for visitors who have a place, the index, and pictures."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.base.handlers import JupyterHandler
from tornado.web import Finish, HTTPError, authenticated
from voila.static_file_handler import AllowListFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from .addresses import network_of
from .kernels import PLACE
from .places import Full, Place
from .sites import is_framed, refusal
from .visitors import give_name, is_marked, marked, name_of, unmarked

INDEX_LASTS = 1.0
"""Seconds after which a list of dashboards is made again."""
COOKIE_LOST = (
    "The server gave your browser a cookie, and it did not come back. Allow cookies for this site, "
    "then try again. The cookie holds a random name, by which the server counts how many tables "
    "you have open, and nothing else."
)
COOKIE_LOST_WITHIN = (
    "Many browsers refuse cookies to a page that is shown inside a page of another site, and this "
    "one needs a cookie. Open the table in a tab of its own."
)


class TablePage(TornadoVoilaHandler):  # type: ignore[misc]  # voila ships no types
    """Makes a page and starts its kernel, if there is a place for one."""

    place: Place | None = None
    left = False

    @authenticated
    async def get(self, path: str | None = None) -> None:
        """Make the page, or one that says why it cannot be made."""
        serving = self.settings["serving"]
        if why := refusal(self.request.headers, self.request.host, serving.framed_by):
            self.say(403, "This table was not opened", why)
            return
        visitor = name_of(self)
        if not visitor:
            self.ask_for_cookie()
            return
        places = self.kernel_manager.places
        try:
            self.place = await places.take_in_line(
                visitor, network_of(self.request.remote_ip), lambda: not self.left
            )
        except Full as full:
            wait = random.randint(5, 15)  # so that a class does not return at the same moment
            self.set_header("Retry-After", str(wait))
            self.say(503, "No table is free at this moment", str(full), wait=wait)
            return
        PLACE.set(self.place)
        try:
            await super().get(path)
        finally:
            places.shown(self.place)

    def ask_for_cookie(self) -> None:
        """Send the visitor here again with a cookie; explain if that was done already."""
        give_name(self)
        address: str = self.request.uri
        if not is_marked(address):
            self.set_header("Cache-Control", "no-store")
            self.clear_header("Referrer-Policy")  # the page that embeds this one is asked for again
            self.redirect(marked(address), status=303)
            return
        apart = is_framed(self.request.headers)
        self.say(
            403,
            "This page needs a cookie",
            COOKIE_LOST_WITHIN if apart else COOKIE_LOST,
            again=unmarked(address),
            apart=apart,
        )

    def write(self, chunk: Any) -> None:
        """Write a piece of the page, unless the visitor has left."""
        if self.left:
            raise Finish
        super().write(chunk)

    def on_connection_close(self) -> None:
        """Let the kernel go when the visitor leaves before the page is complete."""
        self.left = True
        if self.place is not None:
            self.kernel_manager.places.abandoned(self.place)
        super().on_connection_close()

    def say(self, status: int, title: str, why: str, **more: Any) -> None:
        """Show an explanation in place of the table.

        After `wait` seconds the page retries; with `again`, it offers that address, in a tab of
        its own if it is to be `apart`.
        """
        self.set_status(status)
        self.set_header("Cache-Control", "no-store")
        template = self.settings["jinja2_env"].get_template("wait.html")
        told = {**self.template_namespace, "title": title, "why": why, **more}
        self.finish(template.render(**told))


class IndexPage(TornadoVoilaTreeHandler):  # type: ignore[misc]  # voila ships no types
    """The list of the dashboards in a folder, which also sets the cookies of a visitor.

    It is the page that anybody may ask for, so it costs little: Voila would gather for it what
    JupyterLab needs, and it is the same for all. It is made once a second at most.
    """

    def prepare(self) -> Any:
        """Set the cookie before the page is made."""
        if not name_of(self):
            give_name(self)
        return super().prepare()

    @authenticated
    async def get(self, path: str = "") -> None:
        """Write the list."""
        self.xsrf_token  # noqa: B018  # a page that is opened from here needs that cookie
        self.finish(await self.settings["index_pages"].of(path, self.made))

    async def made(self, path: str) -> str:
        """Return the list of a folder. Raise HTTPError if there is no such folder."""
        contents = self.contents_manager
        if not await ensure_async(contents.dir_exists(path)):
            raise HTTPError(404)
        if await ensure_async(contents.is_hidden(path)) and not contents.allow_hidden:
            raise HTTPError(404)
        listed = await ensure_async(contents.get(path))
        page: str = self.render_template(
            "tree.html",
            contents={
                "content": [
                    one
                    for one in sorted(listed["content"], key=lambda one: one["name"])
                    if one["type"] in ("directory", "notebook")
                ]
            },
            breadcrumbs=self.generate_breadcrumbs(path),
        )
        return page


class IndexPages:
    """The lists of dashboards that were made in the last second, by their folders."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock, self.since = clock, clock()
        self.made: dict[str, str] = {}

    async def of(self, path: str, make: Callable[[str], Awaitable[str]]) -> str:
        """Return the list of a folder; `make` makes it if it was not made in this second."""
        if self.clock() - self.since > INDEX_LASTS:
            self.made, self.since = {}, self.clock()
        if path not in self.made:
            self.made[path] = await make(path)
        return self.made[path]


class Pictures(JupyterHandler, AllowListFileHandler):  # type: ignore[misc]  # no types
    """The pictures beside the dashboards, for visitors who may see the dashboards."""
