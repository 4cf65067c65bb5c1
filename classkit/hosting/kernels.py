"""The kernels of a server: each has a place, none knows the token, none stays behind."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import os
import subprocess
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

from .places import Place, Places

PLACE: contextvars.ContextVar[Place] = contextvars.ContextVar("place")
"""The place of the page that is being made: Voila starts the kernel, and passes nothing along."""
TOKEN = "CLASSKIT_TOKEN"
WITH_ADDRESS = ("QUERY_STRING", "VOILA_REQUEST_URL")


class TableKernels(AsyncMappingKernelManager):
    """Starts a kernel in a place, and frees the place when it ends."""

    @property
    def places(self) -> Places:
        """The places of the server that this belongs to."""
        server: Any = self.parent
        places: Places = server.places
        return places

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]  # as Jupyter does
        """Start the kernel of the page that is being made."""
        kwargs["env"] = without_token(kwargs.get("env", os.environ))
        if not self.log.isEnabledFor(logging.INFO):  # not asked to be verbose
            kwargs["stdout"] = kwargs["stderr"] = subprocess.DEVNULL
        kernel: str = await super().start_kernel(**kwargs)
        self.places.started(PLACE.get(), kernel)
        return kernel

    def remove_kernel(self, kernel_id: str) -> Any:
        """Forget a kernel that has ended, by itself or because it was told to."""
        self.places.ended(kernel_id)
        return super().remove_kernel(kernel_id)

    async def end_overdue(self) -> None:
        """End the kernels whose pages have gone and did not, or could not, say so.

        All at once: one takes seconds, and whoever reloads a page again and again waits for them.
        """
        ending = []
        for kernel in self.places.overdue():
            if kernel not in self:
                self.places.ended(kernel)
            elif kernel not in self._pending_kernels:  # else it is ending already
                self.log.info("Ending kernel %s: its page has gone.", kernel)
                ending.append(self.shutdown_kernel(kernel))  # type: ignore[no-untyped-call]
        for failed in await asyncio.gather(*ending, return_exceptions=True):
            if failed is not None:  # it is named again
                self.log.error("A kernel could not be ended: %r", failed)


def without_token(environment: Any) -> dict[str, str]:
    """An environment for a kernel: the server's own, without what only the server may know.

    >>> without_token({"CLASSKIT_TOKEN": "x", "QUERY_STRING": "code=abc&token=x", "PATH": "/bin"})
    {'QUERY_STRING': 'code=abc', 'PATH': '/bin'}
    """
    kept = {name: value for name, value in environment.items() if name != TOKEN}
    if "QUERY_STRING" in kept:
        kept["QUERY_STRING"] = untold(kept["QUERY_STRING"])
    if "VOILA_REQUEST_URL" in kept:
        parts = urlsplit(kept["VOILA_REQUEST_URL"])
        kept["VOILA_REQUEST_URL"] = urlunsplit(parts._replace(query=untold(parts.query)))
    return kept


def untold(query: str) -> str:
    """The query of an address without the token."""
    return urlencode([pair for pair in parse_qsl(query) if pair[0] != "token"])
