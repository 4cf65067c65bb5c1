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

from classkit.sandbox.keeper import keep
from classkit.sandbox.kernel import call, library
from classkit.sandbox.limits import MEGABYTE, Bounds
from classkit.sandbox.shields import make_room, put_on
from classkit.sandbox.wire import Channel

BOUNDS = {
    "computing": Bounds(400 * MEGABYTE, 20),
    "working": Bounds(1_500 * MEGABYTE, 20, 4_000_000, 256, 64, 64_000_000),
}


def number(libc_result: int) -> int:
    """The result of a call of the C library; OSError if it failed."""
    if libc_result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return libc_result


def raw(which: int, *values: object) -> int:
    """A system call by its number; OSError if it failed."""
    return number(call(which, *values))


def main(line: socket.socket) -> None:
    """Shut in as told, then try each attack: by name, what came of it."""
    channel = Channel(line)
    told = channel.receive()
    wanted, folder = told["shields"], Path.cwd()
    on = []
    if told["kind"] == "computing":
        if "room" in wanted and make_room(folder):
            on.append("room")
        on += put_on(BOUNDS["computing"], wanted=wanted)
    else:
        if told["keeper"]:
            keep(BOUNDS["working"], folder)
        on += put_on(BOUNDS["working"], folder, wanted)
    channel.send({"shields": on})
    names = {
        "os": os, "fcntl": fcntl, "signal": signal, "socket": socket, "ctypes": ctypes,
        "raw": raw, "libc": library(), "number": number, "line": line.fileno(), **told["names"],
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
