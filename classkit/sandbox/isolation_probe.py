"""Detection of the isolation layers that this machine supports.

A trial process applies all layers and reports which ones are active.
"""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Collection
from functools import cache
from pathlib import Path
from time import monotonic

from .isolation import ISOLATION_LAYERS, apply_isolation
from .json_socket import BadMessage, ConnectionClosed, JsonChannel, ReceiveTimeout
from .process import START_SECONDS, ProcessStartError, SandboxProcess
from .resource_limits import MEGABYTE, ResourceLimits

LAYER_DESCRIPTIONS = {
    "limits": "limits of memory, processor time, files and processes",
    "files": "only Python's own files can be read (Landlock)",
    "calls": "no signals to others, no network, nothing but what Python needs (seccomp)",
    "room": "other files cannot even be asked for (a root folder of its own)",
}
"""Layer -> the protection that it provides."""
MISSING_DESCRIPTIONS = {
    "limits": "this system has no limits on memory and the processor (Windows has none): only the "
    "clock ends a program",
    "files": "this system cannot shut off other files (Linux 5.13 or later with Landlock does): a "
    "program can read what you can read",
    "calls": "this system cannot refuse calls one by one (Linux on x86-64 and 64-bit ARM does): a "
    "program can use the network, end your other programs and change your files",
    "room": "this system gives no root folder of one's own (on Linux: user namespaces for ordinary "
    "users): a program can find out whether a file exists, though not what is in it",
}
"""Layer -> the risk if it is missing."""
PROBE_MODULE = "classkit.sandbox.isolation_probe"
PROBE_LIMITS = ResourceLimits(1_000 * MEGABYTE, 30, folder=MEGABYTE)


def main(line: socket.socket) -> None:
    """Apply all layers in the trial process, and report the active ones."""
    JsonChannel(line).send({"shields": apply_isolation(PROBE_LIMITS, Path.cwd())})


@cache
def get_isolation_layers() -> tuple[str, ...]:
    """Return the isolation layers that this machine supports, found by a trial process.

    >>> set(get_isolation_layers()) <= set(ISOLATION_LAYERS)
    True
    """
    with tempfile.TemporaryDirectory(prefix="classkit-trial-") as folder:
        try:
            process = SandboxProcess(PROBE_MODULE, folder, longest=MEGABYTE)
        except ProcessStartError:
            return ()
        try:
            said = process.channel.receive(monotonic() + START_SECONDS)
        except (ConnectionClosed, ReceiveTimeout, BadMessage):
            return ()
        finally:
            process.end()
    return tuple(name for name in ISOLATION_LAYERS if name in said["shields"])


def describe_missing_layers(shields: Collection[str]) -> list[str]:
    """Return a sentence for each isolation layer that is missing.

    >>> [line.partition(":")[0] for line in describe_missing_layers(["limits", "files", "calls"])]
    ['room']
    """
    return [
        f"{name}: {MISSING_DESCRIPTIONS[name]}" for name in ISOLATION_LAYERS if name not in shields
    ]
