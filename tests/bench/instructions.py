"""Instructions instead of seconds: the same on a busy machine, and on a quick or a slow one.

`valgrind` counts them where it is installed; a program runs fifty times as slowly under it. A
module of these measurements is started once under it, with ``--counted``, and hands its jobs to
`count_each`. Each job runs in a fork of its own, beside a fork that does nothing, so that only its
own instructions are counted, and what is loaded and worked out once is there for all of them.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

IDLE = "idle"
COUNTED = "--counted"
REFERENCES = re.compile(r"I\s+refs:\s+([\d,]+)")


def counted(module: str, arguments: Iterable[str] = ()) -> dict[str, int] | None:
    """Return the instructions of each job of a module by its name; None without `valgrind`."""
    tool = which("valgrind")
    if tool is None or not hasattr(os, "fork"):
        return None
    with TemporaryDirectory() as folder:
        command = [
            tool, "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
            f"--log-file={folder}/%p", sys.executable, "-m", module, COUNTED, *arguments,
        ]  # fmt: skip
        quiet = {**os.environ, "PYTHONHASHSEED": "0"}
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=quiet)
        processes: dict[str, list[int]] = json.loads(done.stdout)
        return {
            name: instructions(Path(folder), job) - instructions(Path(folder), idle)
            for name, (idle, job) in processes.items()
        }


def instructions(folder: Path, process: int) -> int:
    """Return what `valgrind` has written about a process."""
    found = REFERENCES.search((folder / str(process)).read_text())
    assert found is not None, "it writes them for every process"
    return int(found[1].replace(",", ""))


def count_each(jobs: Iterable[tuple[str, Callable[[], Any]]]) -> None:
    """Run each job in a fork, after one that does nothing; print by name which processes ran."""
    json.dump({name: (in_a_fork(lambda: None), in_a_fork(job)) for name, job in jobs}, sys.stdout)


def in_a_fork(job: Callable[[], Any]) -> int:
    """Run a job in a process that goes on from here, and return its number when it has ended."""
    process = os.fork()
    if not process:
        job()
        os._exit(0)
    os.waitpid(process, 0)
    return process
