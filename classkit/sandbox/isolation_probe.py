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
    "limits": "limits on memory, processor time, files and processes",
    "files": "only Python's own files can be read (Landlock)",
    "calls": "no signals to other processes, no network, only calls that Python needs (seccomp)",
    "room": "other files are invisible (separate root folder)",
}
"""Maps each layer to the protection that it provides."""
MISSING_DESCRIPTIONS = {
    "limits": "this system cannot limit memory and processor time (Windows cannot): only a time "
    "limit ends a program",
    "files": "this system cannot deny access to other files (Linux 5.13 or later with Landlock "
    "can): a program can read every file that you can read",
    "calls": "this system cannot filter system calls (Linux on x86-64 and 64-bit ARM can): a "
    "program can use the network, end your other programs and change your files",
    "room": "this system does not allow a separate root folder (on Linux: user namespaces for "
    "ordinary users): a program can find out whether a file exists, but not read it",
}
"""Maps each layer to the risk if it is missing."""
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
