"""Exports of rooms for the teacher's desk: a zip file each, built in a process of its own.

The export of a long lesson replays every table, which takes minutes. ``classkit class export`` does
it with low priority, so that phones are answered meanwhile. Exports are built one after another,
and deleted from the server after a while.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import psutil

from classkit.engine.errors import ClasskitError

from .kernels import TOKEN_VARIABLES
from .stale_tempdirs import lock_folder

EXPORT_PREFIX = "classkit-exports-"
MAX_UNFINISHED = 4
"""Maximum number of exports of a server that are being built or wait."""
BUILD_SECONDS = 900.0
"""Seconds after which the process of an export is ended."""
KEEP_SECONDS = 1_800.0
"""Seconds after its request when an export is deleted."""
LOW_PRIORITY = 5
"""Niceness of the process; Windows has other numbers, and keeps the usual priority."""

Key = tuple[str, bool]
"""The code of a room, and whether the export contains names."""


class RoomExports:
    """The exports of a server. ``build`` writes the folder of an export."""

    def __init__(self, build: Callable[[Key, Path], None] | None = None) -> None:
        self.build = build or run_export_command
        self.folder = Path(tempfile.mkdtemp(prefix=EXPORT_PREFIX))
        self.lock = lock_folder(self.folder)
        self.worker = ThreadPoolExecutor(1, "exports")
        self.made: dict[Key, Future[Path]] = {}

    def start(self, key: Key) -> Future[Path]:
        """Build an export, unless the same one is being built. Return the future of its file.

        Raises:
            ClasskitError: If too many others are unfinished.
        """
        before = self.made.get(key)
        if before is not None and not before.done():
            return before
        if sum(not one.done() for one in self.made.values()) >= MAX_UNFINISHED:
            raise ClasskitError(
                f"This server is building {MAX_UNFINISHED} exports. Try again in a few minutes."
            )
        self.made[key] = self.worker.submit(self.pack, key)
        return self.made[key]

    def find(self, key: Key) -> Path | None:
        """Return the file of an export, or None while it is being built.

        Raises:
            ClasskitError: If there is none, or if it failed.
        """
        found = self.made.get(key)
        if found is None or found.cancelled():
            raise ClasskitError("This export is no longer available. Request it again.")
        return found.result() if found.done() else None

    def remove(self, key: Key, made: Future[Path]) -> None:
        """Delete an export, unless another one has replaced it."""
        if self.made.get(key) is made:
            del self.made[key]
            made.cancel()
            if made.done() and not made.cancelled() and not made.exception():
                made.result().unlink(missing_ok=True)

    def close(self) -> None:
        """Stop, and delete all exports."""
        self.worker.shutdown(wait=False, cancel_futures=True)
        self.lock.release()
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- in a thread of its own ---------------------------------------------

    def pack(self, key: Key) -> Path:
        """Build an export. Return the zip file.

        Raises:
            ClasskitError: If it cannot be built or stored.
        """
        code, names = key
        stem = f"class-{code}{'-names' if names else ''}"
        try:
            with tempfile.TemporaryDirectory(dir=self.folder) as folder:
                self.build(key, Path(folder, stem))
                packed = shutil.make_archive(os.path.join(folder, "packed"), "zip", folder, stem)
                return Path(packed).replace(self.folder / f"{stem}.zip")
        except OSError as error:
            raise ClasskitError(f"The export could not be stored: {error.strerror}.") from error


def run_export_command(key: Key, folder: Path) -> None:
    """Write the export of a room into a folder, by the command.

    Raises:
        ClasskitError: With what the command says, or if it takes too long.
    """
    code, names = key
    words = [sys.executable, "-m", "classkit", "class", "export", code, os.fspath(folder)]
    environment = {name: value for name, value in os.environ.items() if name not in TOKEN_VARIABLES}
    with subprocess.Popen(
        [*words, "--names"] if names else words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        env=environment,
    ) as process:
        with suppress(psutil.Error, OSError, ValueError):
            psutil.Process(process.pid).nice(LOW_PRIORITY)
        try:
            told = process.communicate(timeout=BUILD_SECONDS)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            raise ClasskitError(
                f"The export takes longer than {BUILD_SECONDS / 60:.0f} minutes. Run `classkit "
                f"class export {code}` on the computer that runs the server."
            ) from None
    if process.returncode:
        last = told.strip().rpartition("\n")[2]
        raise ClasskitError(f"The export failed: {last or 'its process was ended'}")
