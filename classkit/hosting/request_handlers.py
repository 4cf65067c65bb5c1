"""Pages of a server: tables for visitors with a slot, the index, and images."""

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

from .cross_origin import get_refusal, is_framed
from .ip_addresses import normalize_address
from .kernel_slots import KernelSlot, SlotsFull
from .kernels import CURRENT_SLOT
from .session_cookie import (
    add_retry_flag,
    get_visitor,
    has_retry_flag,
    set_visitor_cookie,
    strip_retry_flag,
)

INDEX_SECONDS = 1.0
"""Number of seconds for which an index page is cached."""
COOKIE_LOST_MESSAGE = (
    "Your browser did not return the cookie of this server. Allow cookies for this site, then "
    "try again. The cookie contains only a random name, which the server uses to count your open "
    "tables."
)
COOKIE_BLOCKED_MESSAGE = (
    "Many browsers block cookies of a page that is embedded in another site, and this page needs "
    "a cookie. Open the table in a separate tab."
)


class MessagePage:
    """Method of pages that can explain why they are unavailable."""

    def render_message(self, status: int, title: str, why: str, **more: Any) -> None:
        """Show an explanation instead of the page.

        Args:
            status: The HTTP status.
            title: The title.
            why: The explanation.
            **more: `wait` is the number of seconds until the page retries, `again` a URL to offer,
                and `apart` whether to open that URL in a new tab.
        """
        page: Any = self
        page.set_status(status)
        page.set_header("Cache-Control", "no-store")
        template = page.settings["jinja2_env"].get_template("wait.html")
        told = {**page.template_namespace, "title": title, "why": why, **more}
        page.finish(template.render(**told))


class TablePage(MessagePage, TornadoVoilaHandler):  # type: ignore[misc]  # voila ships no types
    """Renders a page and starts its kernel, if a slot is free."""

    slot: KernelSlot | None = None
    has_left = False

    @authenticated
    async def get(self, path: str | None = None) -> None:
        """Render the page, or a page that explains why it is unavailable."""
        serving = self.settings["serving"]
        if why := get_refusal(self.request.headers, self.request.host, serving.framed_by):
            self.render_message(403, "This table was not opened", why)
            return
        visitor = get_visitor(self)
        if not visitor:
            self.request_cookie()
            return
        slots = self.kernel_manager.slots
        try:
            self.slot = await slots.wait_for_slot(
                visitor, normalize_address(self.request.remote_ip), lambda: not self.has_left
            )
        except SlotsFull as full:
            wait = random.randint(
                5, 15
            )  # random, so that a class does not retry all at the same time
            self.set_header("Retry-After", str(wait))
            self.render_message(503, "No table is free at the moment", str(full), wait=wait)
            return
        CURRENT_SLOT.set(self.slot)
        try:
            await super().get(path)
        finally:
            slots.note_rendered(self.slot)

    def request_cookie(self) -> None:
        """Set a cookie and redirect to this page.

        If the browser does not return the cookie, explain this.
        """
        set_visitor_cookie(self)
        address: str = self.request.uri
        if not has_retry_flag(address):
            self.set_header("Cache-Control", "no-store")
            self.clear_header(
                "Referrer-Policy"
            )  # the redirect needs the referrer of the embedding page
            # relative, so that it stays at this address behind a proxy that strips a prefix
            path, _, query = add_retry_flag(address).partition("?")
            self.set_status(303)
            self.set_header("Location", f"./{path.rpartition('/')[2]}?{query}")
            self.finish()
            return
        apart = is_framed(self.request.headers)
        self.render_message(
            403,
            "This page needs a cookie",
            COOKIE_BLOCKED_MESSAGE if apart else COOKIE_LOST_MESSAGE,
            again=strip_retry_flag(address),
            apart=apart,
        )

    def write(self, chunk: Any) -> None:
        """Write a chunk of the page, unless the visitor has left."""
        if self.has_left:
            raise Finish
        super().write(chunk)

    def on_connection_close(self) -> None:
        """Release the kernel if the visitor leaves before the page is complete."""
        self.has_left = True
        if self.slot is not None:
            self.kernel_manager.slots.note_aborted(self.slot)
        super().on_connection_close()


class IndexPage(TornadoVoilaTreeHandler):  # type: ignore[misc]  # voila ships no types
    """The list of the dashboards in a folder. It also sets the visitor's cookies.

    Anybody may request it, so it must be fast to build. Voila would collect JupyterLab's extensions
    for it. The page is the same for all visitors and is built at most once a second.
    """

    def prepare(self) -> Any:
        """Set the cookie before the page is built."""
        if not get_visitor(self):
            set_visitor_cookie(self)
        return super().prepare()

    @authenticated
    async def get(self, path: str = "") -> None:
        """Write the list."""
        self.xsrf_token  # noqa: B018  # a page that is opened from here needs that cookie
        self.finish(await self.settings["index_pages"].get_page(path, self.build_page))

    async def build_page(self, path: str) -> str:
        """Build the list of a folder. Raise HTTPError if the folder does not exist."""
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


class IndexPageCache:
    """Cache of the index pages built in the last second, by folder."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock, self.since = clock, clock()
        self.made: dict[str, str] = {}

    async def get_page(self, path: str, make: Callable[[str], Awaitable[str]]) -> str:
        """Return the index page of a folder, built by `make` unless it is cached."""
        if self.clock() - self.since > INDEX_SECONDS:
            self.made, self.since = {}, self.clock()
        if path not in self.made:
            self.made[path] = await make(path)
        return self.made[path]


class DashboardImages(JupyterHandler, AllowListFileHandler):  # type: ignore[misc]  # no types
    """Images next to the dashboards, for visitors who may see the dashboards."""
