"""The page of a dashboard, for those who may have it: from this site or by a link, with a place."""

from __future__ import annotations

import random
import re
import secrets
from typing import Any

from jupyter_server.base.handlers import JupyterHandler
from tornado.web import Finish, authenticated
from voila.static_file_handler import AllowListFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from .kernels import PLACE
from .places import Full, Place
from .sites import refusal

COOKIE = "classkit_visitor"


def visitor(handler: Any) -> str:
    """Who asks, told by a cookie that is set now if there is none.

    It is a name at random, and nothing is kept of it but the places that it has.
    """
    known: str = handler.get_cookie(COOKIE, "")
    if re.fullmatch(r"[A-Za-z0-9_-]{22}", known):
        return known
    name = secrets.token_urlsafe(16)
    handler.set_cookie(
        COOKIE,
        name,
        path=handler.base_url,
        httponly=True,
        samesite="Lax",
        secure=handler.request.protocol == "https",
    )
    return name


class TablePage(TornadoVoilaHandler):  # type: ignore[misc]  # voila ships no types
    """Makes a page and starts its kernel, when there is a place for one."""

    place: Place | None = None
    left = False

    @authenticated
    async def get(self, path: str | None = None) -> None:
        """Make the page; say why not where it cannot be."""
        serving = self.settings["serving"]
        if why := refusal(self.request.headers, self.request.host, serving.framed_by):
            self.say(403, "This table was not opened", why)
            return
        places = self.kernel_manager.places
        try:
            self.place = await places.take_in_line(
                visitor(self), self.request.remote_ip, lambda: not self.left
            )
        except Full as full:
            wait = random.randint(5, 15)  # not all of a class at the same moment
            self.set_header("Retry-After", str(wait))
            self.say(503, "No table is free at this moment", str(full), wait)
            return
        PLACE.set(self.place)
        try:
            await super().get(path)
        finally:
            places.shown(self.place)

    def write(self, chunk: Any) -> None:
        """Write a piece of the page; whoever has left is written no more to."""
        if self.left:
            raise Finish
        super().write(chunk)

    def on_connection_close(self) -> None:
        """The visitor has gone before the page was whole: its kernel goes too."""
        self.left = True
        if self.place is not None:
            self.kernel_manager.places.abandoned(self.place)
        super().on_connection_close()

    def say(self, status: int, title: str, why: str, wait: int = 0) -> None:
        """A page in place of the table's: what is the matter, and, after `wait` seconds, anew."""
        self.set_status(status)
        self.set_header("Cache-Control", "no-store")
        template = self.settings["jinja2_env"].get_template("wait.html")
        self.finish(
            template.render(**{**self.template_namespace, "title": title, "why": why, "wait": wait})
        )


class IndexPage(TornadoVoilaTreeHandler):  # type: ignore[misc]  # voila ships no types
    """The list of all dashboards, which also tells visitors apart from then on."""

    def prepare(self) -> Any:
        """Set the cookie before the page is made."""
        visitor(self)
        return super().prepare()


class Pictures(JupyterHandler, AllowListFileHandler):  # type: ignore[misc]  # no types
    """The pictures beside the dashboards, for those who may see these."""
