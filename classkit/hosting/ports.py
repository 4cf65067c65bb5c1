"""Ports of this machine."""

from __future__ import annotations

import socket


def is_free(port: int) -> bool:
    """Return True if a server on this machine could take the port now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
