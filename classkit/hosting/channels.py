"""The websocket between a page and its kernel: Voila's, safe from strangers."""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler


class TableChannels(VoilaKernelWebsocketHandler):  # type: ignore[misc]  # voila ships no types
    """What a page and its kernel say to each other."""

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Send a message to the page.

        Voila reads the header of every binary message, as the newer of Jupyter's two protocols has
        it. The first bytes of the older one, which whoever connects may choose, read so are a
        number of parts that would be counted for hours, and nobody would be served meanwhile.
        """
        if isinstance(message, bytes) and not self.connection.subprotocol:
            return KernelWebsocketHandler.write_message(self, message, binary)
        return super().write_message(message, binary)

    def get_websocket_protocol(self) -> Any:
        """How tornado speaks to this page: without pings of its own.

        Jupyter sends pings and minds their answers; tornado would take its milliseconds for
        seconds, and warn of them in the terminal.
        """
        protocol = super().get_websocket_protocol()
        if protocol is not None:
            protocol.params.ping_interval = protocol.params.ping_timeout = None
        return protocol
