"""The kernels of a server: each takes a place, none knows the token, none outlives its page.

Nor does a page's line outlive its kernel: nobody would count it any more.
"""

from __future__ import annotations

import asyncio
import contextvars
import os
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import Bool, default

from .machine import MOST_FILES
from .places import Place, Places
from .visitors import COOKIE

PLACE: contextvars.ContextVar[Place] = contextvars.ContextVar("place")
"""The place of the page being made; a context variable, since Voila starts the kernel itself."""
TOKEN = "CLASSKIT_TOKEN"
MOST_SOCKETS = MOST_FILES
"""Sockets to kernels. A kernel has a few, and each line to it four; ZeroMQ begins with 1,023."""
NO_ECHO = {"JUPYTER_WIDGETS_ECHO": "0"}
"""What a page sets in a widget, as large as it may be, is not sent back to every page it has."""


class Line(Protocol):
    """The line of a page to its kernel."""

    def hang_up(self) -> None:
        """Close the line at once."""


class TableKernels(AsyncMappingKernelManager):
    """Starts a kernel in a place, and frees the place when it ends."""

    buffer_offline_messages = Bool(False)
    """What a kernel says while no page is connected is not kept: a page asks for what it missed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]  # of Jupyter
        self.lines: dict[str, list[Line]] = {}

    @default("context")
    def _context_default(self) -> Any:
        """Return the context of all sockets to kernels, which may have many."""
        context = super()._context_default()
        context.max_sockets = MOST_SOCKETS
        return context

    @property
    def places(self) -> Places:
        server: Any = self.parent
        places: Places = server.places
        return places

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]  # as Jupyter does
        """Start the kernel of the page being made."""
        kwargs["env"] = without_token(kwargs.get("env", os.environ)) | NO_ECHO
        server: Any = self.parent
        kwargs["stdout"] = kwargs["stderr"] = server.kernels_write_to  # never the server's own
        kernel: str = await super().start_kernel(**kwargs)
        self.places.started(PLACE.get(), kernel)
        return kernel

    def connected(self, kernel_id: str, line: Line) -> None:
        """Note that a page has opened a line to its kernel."""
        self.lines.setdefault(kernel_id, []).append(line)
        self.places.connected(kernel_id)

    def disconnected(self, kernel_id: str, line: Line, *, for_good: bool) -> None:
        """Note that a page has left its kernel, `for_good` or because the line was lost."""
        lines = self.lines.get(kernel_id, [])
        if line in lines:
            lines.remove(line)
            self.places.disconnected(kernel_id, for_good=for_good)

    def is_first(self, kernel_id: str, line: Line) -> bool:
        """Return True for the one line of a kernel that counts what it says to all of them."""
        return next(iter(self.lines.get(kernel_id, [])), None) is line

    def remove_kernel(self, kernel_id: str) -> Any:
        """Forget a kernel that has ended, close the lines to it, and free its place."""
        self.places.ended(kernel_id)
        for line in self.lines.pop(kernel_id, []):
            line.hang_up()
        return super().remove_kernel(kernel_id)

    async def end_overdue(self) -> None:
        """End the kernels whose pages have gone without ending them.

        They are ended all at once: each takes seconds, and visitors who reload again and again
        wait for them.
        """
        ending = []
        for kernel in self.places.overdue():
            if kernel not in self:
                self.places.ended(kernel)
            elif kernel not in self._pending_kernels:  # else it is ending already
                self.log.info("Ending kernel %s: its page has gone.", kernel)
                ending.append(self.shutdown_kernel(kernel))  # type: ignore[no-untyped-call]
        for failed in await asyncio.gather(*ending, return_exceptions=True):
            if failed is not None:  # it stays overdue, and is tried again
                self.log.error("A kernel could not be ended: %r", failed)


def without_token(environment: Any) -> dict[str, str]:
    """Return the server's environment for a kernel, without the token and the visitor's mark.

    >>> without_token({"CLASSKIT_TOKEN": "x", "QUERY_STRING": "code=a&token=x", "PATH": "/bin"})
    {'QUERY_STRING': 'code=a', 'PATH': '/bin'}
    """
    kept = {name: value for name, value in environment.items() if name != TOKEN}
    if "QUERY_STRING" in kept:
        kept["QUERY_STRING"] = plain_query(kept["QUERY_STRING"])
    if "VOILA_REQUEST_URL" in kept:
        parts = urlsplit(kept["VOILA_REQUEST_URL"])
        query = plain_query(parts.query)
        kept["VOILA_REQUEST_URL"] = urlunsplit(parts._replace(query=query))
    return kept


def plain_query(query: str) -> str:
    """Return the query of an address without what is the server's own business."""
    return urlencode([pair for pair in parse_qsl(query) if pair[0] not in {"token", COOKIE}])
