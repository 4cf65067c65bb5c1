"""What runs in the sandbox of these tests: a stranger who tries one attack after another."""

from __future__ import annotations

import ctypes
import fcntl
import os
import signal
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from classkit.sandbox.isolation import apply_isolation, enter_jail
from classkit.sandbox.json_socket import JsonChannel
from classkit.sandbox.linux_syscalls import load_libc, make_syscall
from classkit.sandbox.resource_limits import MEGABYTE, ResourceLimits
from classkit.sandbox.subreaper import supervise_children

BOUNDS = {
    "computing": ResourceLimits(400 * MEGABYTE, 20),
    "working": ResourceLimits(1_500 * MEGABYTE, 20, 4_000_000, 256, 64, 64_000_000),
}


def number(libc_result: int) -> int:
    """The result of a call of the C library; OSError if it failed."""
    if libc_result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return libc_result


def raw(which: int, *values: object) -> int:
    """A system call by its number; OSError if it failed."""
    return number(make_syscall(which, *values))


def main(line: socket.socket) -> None:
    """Shut in as told, then try each attack: by name, what came of it."""
    channel = JsonChannel(line)
    told = channel.receive()
    wanted, folder = told["shields"], Path.cwd()
    on = []
    if told["kind"] == "computing":
        if "room" in wanted and enter_jail(folder):
            on.append("room")
        on += apply_isolation(BOUNDS["computing"], wanted=wanted)
    else:
        if told["keeper"]:
            supervise_children(BOUNDS["working"], folder)
        on += apply_isolation(BOUNDS["working"], folder, wanted)
    channel.send({"shields": on})
    names = {
        "os": os, "fcntl": fcntl, "signal": signal, "socket": socket, "ctypes": ctypes,
        "raw": raw, "libc": load_libc(), "number": number, "line": line.fileno(), **told["names"],
    }  # fmt: skip
    for name, code in told["attacks"].items():
        channel.send({"name": name, **outcome(code, dict(names))})
    channel.send({"done": True})


def outcome(code: str, names: Mapping[str, Any]) -> dict[str, Any]:
    """What came of some lines: ``value`` as they left it, or the ``error``."""
    try:
        exec(code, names)  # type: ignore[arg-type]  # it is a dictionary
    except BaseException as error:
        said = {"error": type(error).__name__, "text": str(error)[:200]}
        return said | {"number": getattr(error, "errno", None)}
    return {"value": repr(names.get("value"))[:1000]}
