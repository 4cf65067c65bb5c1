"""The pages of a server: a table for visitors who have a place, the index, and pictures."""

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
    """Return the visitor's name from a cookie, which is set now if there is none.

    The name is random, and only the places that it holds are kept under it.
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
        places = self.kernel_manager.places
        try:
            self.place = await places.take_in_line(
                visitor(self), self.request.remote_ip, lambda: not self.left
            )
        except Full as full:
            wait = random.randint(5, 15)  # so that a class does not return at the same moment
            self.set_header("Retry-After", str(wait))
            self.say(503, "No table is free at this moment", str(full), wait)
            return
        PLACE.set(self.place)
        try:
            await super().get(path)
        finally:
            places.shown(self.place)

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

    def say(self, status: int, title: str, why: str, wait: int = 0) -> None:
        """Show an explanation in place of the table; the page retries after `wait` seconds."""
        self.set_status(status)
        self.set_header("Cache-Control", "no-store")
        template = self.settings["jinja2_env"].get_template("wait.html")
        self.finish(
            template.render(**{**self.template_namespace, "title": title, "why": why, "wait": wait})
        )


class IndexPage(TornadoVoilaTreeHandler):  # type: ignore[misc]  # voila ships no types
    """The list of all dashboards, which also sets the cookie that tells visitors apart."""

    def prepare(self) -> Any:
        """Set the cookie before the page is made."""
        visitor(self)
        return super().prepare()


class Pictures(JupyterHandler, AllowListFileHandler):  # type: ignore[misc]  # no types
    """The pictures beside the dashboards, for visitors who may see the dashboards."""
