"""The kernels of a server: each takes a place, none knows the token, none outlives its page."""

from __future__ import annotations

import asyncio
import contextvars
import os
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import Bool

from .places import Place, Places
from .visitors import COOKIE

PLACE: contextvars.ContextVar[Place] = contextvars.ContextVar("place")
"""The place of the page being made; a context variable, since Voila starts the kernel itself."""
TOKEN = "CLASSKIT_TOKEN"
NO_ECHO = {"JUPYTER_WIDGETS_ECHO": "0"}
"""What a page sets in a widget, as large as it may be, is not sent back to every page it has."""


class TableKernels(AsyncMappingKernelManager):
    """Starts a kernel in a place, and frees the place when it ends."""

    buffer_offline_messages = Bool(False)
    """What a kernel says while no page is connected is not kept: a page asks for what it missed."""

    @property
    def places(self) -> Places:
        """The places of the server."""
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

    def remove_kernel(self, kernel_id: str) -> Any:
        """Forget a kernel that has ended, and free its place."""
        self.places.ended(kernel_id)
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
