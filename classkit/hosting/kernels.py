"""A server's kernels: each has a slot, does not know the token, and ends with its page.

When a kernel ends, the connections of its page are closed, because they are counted by its slot.
"""

from __future__ import annotations

import asyncio
import contextvars
import os
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import Bool, default

from .hub_service import API_TOKEN
from .kernel_slots import KernelSlot, KernelSlots
from .machine_resources import MAX_FILES
from .session_cookie import COOKIE_NAME

CURRENT_SLOT: contextvars.ContextVar[KernelSlot] = contextvars.ContextVar("place")
"""The slot of the page being rendered; a context variable, since Voila starts the kernel itself."""
TOKEN_VARIABLES = frozenset({"CLASSKIT_TOKEN", API_TOKEN})
"""Environment variables that contain secrets of the server."""
MAX_SOCKETS = MAX_FILES
"""Maximum number of sockets to kernels. A kernel has a few, and each connection to it has four."""
NO_ECHO = {"JUPYTER_WIDGETS_ECHO": "0"}
"""Widget updates from a page may be large, so they are not echoed to every page."""


class AbortableConnection(Protocol):
    """The connection of a page to its kernel."""

    def abort_connection(self) -> None:
        """Close the connection immediately."""


class TableKernelManager(AsyncMappingKernelManager):
    """Starts a kernel in a slot, and releases the slot when it ends."""

    buffer_offline_messages = Bool(False)
    """Messages sent while no page is connected are dropped: pages request a new snapshot."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]  # of Jupyter
        self.page_connections: dict[str, list[AbortableConnection]] = {}

    @default("context")
    def _context_default(self) -> Any:
        """Return the ZeroMQ context for the sockets to all kernels, with a higher limit."""
        context = super()._context_default()
        context.max_sockets = MAX_SOCKETS
        return context

    @property
    def slots(self) -> KernelSlots:
        server: Any = self.parent
        slots: KernelSlots = server.slots
        return slots

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]  # as Jupyter does
        """Start the kernel of the page being rendered."""
        kwargs["env"] = remove_token(kwargs.get("env", os.environ)) | NO_ECHO
        server: Any = self.parent
        kwargs["stdout"] = kwargs["stderr"] = server.kernel_output  # not the server's own streams
        kernel: str = await super().start_kernel(**kwargs)
        self.slots.set_kernel(CURRENT_SLOT.get(), kernel)
        return kernel

    def add_connection(self, kernel_id: str, line: AbortableConnection) -> None:
        """Record that a page has opened a connection to its kernel."""
        self.page_connections.setdefault(kernel_id, []).append(line)
        self.slots.add_connection(kernel_id)

    def remove_connection(
        self, kernel_id: str, line: AbortableConnection, *, for_good: bool
    ) -> None:
        """Record that a page has disconnected: `for_good`, or because the connection was lost."""
        lines = self.page_connections.get(kernel_id, [])
        if line in lines:
            lines.remove(line)
            self.slots.remove_connection(kernel_id, for_good=for_good)

    def is_first_connection(self, kernel_id: str, line: AbortableConnection) -> bool:
        """Return True for the single connection that counts the messages of a kernel."""
        return next(iter(self.page_connections.get(kernel_id, [])), None) is line

    def remove_kernel(self, kernel_id: str) -> Any:
        """Remove a kernel that has ended, close its connections, and release its slot."""
        self.slots.release_kernel(kernel_id)
        for line in self.page_connections.pop(kernel_id, []):
            line.abort_connection()
        return super().remove_kernel(kernel_id)

    async def end_overdue_kernels(self) -> None:
        """End the kernels whose pages have left without ending them.

        They are ended concurrently, because each takes seconds and visitors who reload wait for
        them.
        """
        ending = []
        for kernel in self.slots.list_overdue_kernels():
            if kernel not in self:
                self.slots.release_kernel(kernel)
            elif kernel not in self._pending_kernels:  # otherwise it is already ending
                self.log.info("Ending kernel %s: its page has disconnected.", kernel)
                ending.append(self.shutdown_kernel(kernel))  # type: ignore[no-untyped-call]
        for failed in await asyncio.gather(*ending, return_exceptions=True):
            if failed is not None:  # it stays overdue, so the next call tries again
                self.log.error("A kernel could not be ended: %r", failed)


def remove_token(environment: Any) -> dict[str, str]:
    """Return the environment for a kernel. It omits tokens and the cookie's retry flag.

    >>> remove_token({"CLASSKIT_TOKEN": "x", "QUERY_STRING": "code=a&token=x", "PATH": "/bin"})
    {'QUERY_STRING': 'code=a', 'PATH': '/bin'}
    >>> remove_token({"JUPYTERHUB_API_TOKEN": "x"})
    {}
    """
    kept = {name: value for name, value in environment.items() if name not in TOKEN_VARIABLES}
    if "QUERY_STRING" in kept:
        kept["QUERY_STRING"] = strip_query(kept["QUERY_STRING"])
    if "VOILA_REQUEST_URL" in kept:
        parts = urlsplit(kept["VOILA_REQUEST_URL"])
        query = strip_query(parts.query)
        kept["VOILA_REQUEST_URL"] = urlunsplit(parts._replace(query=query))
    return kept


def strip_query(query: str) -> str:
    """Remove the server's own parameters from a query string."""
    return urlencode([pair for pair in parse_qsl(query) if pair[0] not in {"token", COOKIE_NAME}])
