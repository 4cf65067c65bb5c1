"""The shields that this machine has against a stranger's program, and those it lacks.

They are tried, not assumed: a process puts on all shields and reports which ones held.
"""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Collection
from functools import cache
from pathlib import Path
from time import monotonic

from .limits import MEGABYTE, Bounds
from .process import START_SECONDS, NoProcess, Process
from .shields import SHIELDS, put_on
from .wire import Channel, Closed, Rubbish, TooLate

ON = {
    "limits": "limits of memory, processor time, files and processes",
    "files": "only Python's own files can be read (Landlock)",
    "calls": "no signals to others, no network, nothing but what Python needs (seccomp)",
    "room": "other files cannot even be asked for (a root folder of its own)",
}
"""What each shield does."""
OFF = {
    "limits": "this system has no limits on memory and the processor (Windows has none): only the "
    "clock ends a program",
    "files": "this system cannot shut off other files (Linux 5.13 or later with Landlock does): a "
    "program can read what you can read",
    "calls": "this system cannot refuse calls one by one (Linux on x86-64 and 64-bit ARM does): a "
    "program can use the network, end your other programs and change your files",
    "room": "this system gives no root folder of one's own (on Linux: user namespaces for ordinary "
    "users): a program can find out whether a file exists, though not what is in it",
}
"""What it means that a shield is missing."""
TRIAL = "classkit.sandbox.report"
TRIAL_BOUNDS = Bounds(1_000 * MEGABYTE, 30, folder=MEGABYTE)


def main(line: socket.socket) -> None:
    """Put on all shields in a trial process, and report those that are on."""
    Channel(line).send({"shields": put_on(TRIAL_BOUNDS, Path.cwd())})


@cache
def abilities() -> tuple[str, ...]:
    """Return the shields that this machine has, found by trying them in a process.

    >>> set(abilities()) <= set(SHIELDS)
    True
    """
    with tempfile.TemporaryDirectory(prefix="classkit-trial-") as folder:
        try:
            process = Process(TRIAL, folder, longest=MEGABYTE)
        except NoProcess:
            return ()
        try:
            said = process.channel.receive(monotonic() + START_SECONDS)
        except (Closed, TooLate, Rubbish):
            return ()
        finally:
            process.end()
    return tuple(name for name in SHIELDS if name in said["shields"])


def what_is_missing(shields: Collection[str]) -> list[str]:
    """Return a sentence for each shield that is missing.

    >>> [line.partition(":")[0] for line in what_is_missing(["limits", "files", "calls"])]
    ['room']
    """
    return [f"{name}: {OFF[name]}" for name in SHIELDS if name not in shields]
