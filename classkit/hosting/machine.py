"""The resources of a machine that a server needs: sockets for its kernels, and folders to write in.

Most machines offer everything that Jupyter expects. But a service account has no home, and on some
clusters the name of the temporary folder is too long for a socket.
"""

from __future__ import annotations

import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .leftovers import claim, sweep

HOME_PREFIX = "classkit-home-"
MOST_FILES = 65_536
FOR_CONNECTIONS = 0.25
"""The share of the open files for connections over which pages are asked for."""
FILES_OF_A_KERNEL = 24
"""Open files of a server for one kernel: 9 of its own, 9 for a line, and a second line at times."""
CONNECTION_PREFIX = "voila_"
"""The prefix of the private folder that Voila makes for each server."""
LONGEST = "kernel-00000000-0000-0000-0000-000000000000-ipc-99"
"""The longest name of a kernel's socket; its whole path may have about a hundred bytes."""


def connections() -> tuple[str, str]:
    """Return the transport between server and kernels, and the folder in which it is set up.

    On Linux these are sockets in a private folder, which no other user can reach: in the usual
    temporary folder, else in one with a shorter name. Where no folder will do, and on other
    systems, they are ports of this machine, where a kernel accepts only messages signed with its
    key.

    >>> transport, folder = connections()
    >>> transport in ("ipc", "tcp") and os.path.isdir(folder)
    True
    """
    usual = tempfile.gettempdir()
    if sys.platform == "linux":
        for folder in (usual, os.environ.get("XDG_RUNTIME_DIR", ""), "/tmp"):
            if folder and takes_sockets(folder):
                return "ipc", folder
    return "tcp", usual


def takes_sockets(folder: str) -> bool:
    """Return True if kernels can have their sockets in a folder, found by making one there.

    Kernels name their sockets in UTF-8, whatever encoding the locale has for file names.
    """
    try:
        if folder.encode() != os.fsencode(folder):
            return False
        with (
            tempfile.TemporaryDirectory(prefix=CONNECTION_PREFIX, dir=folder) as private,
            socket.socket(socket.AF_UNIX) as probe,
        ):
            probe.bind(os.path.join(private, LONGEST))
    except (OSError, UnicodeError):
        # the name is too long or malformed, or the folder is shut or on a disk without sockets
        return False
    return True


def unwritable() -> dict[str, Path]:
    """Return the folders that Jupyter, IPython and classkit should write to and cannot.

    The keys are the environment variables that name them.
    """
    from jupyter_core.paths import jupyter_config_dir, jupyter_data_dir, jupyter_runtime_dir

    from .store import default_directory

    ipython = os.environ.get("IPYTHONDIR") or Path.home() / ".ipython"
    folders = {
        "JUPYTER_CONFIG_DIR": Path(jupyter_config_dir()),
        "JUPYTER_DATA_DIR": Path(jupyter_data_dir()),
        "JUPYTER_RUNTIME_DIR": Path(jupyter_runtime_dir()),
        "IPYTHONDIR": Path(ipython),
    }
    if (
        "CLASSKIT_DATA" not in os.environ
    ):  # a folder named there must be writable, or it is an error
        folders["CLASSKIT_DATA"] = default_directory()
    return {name: folder for name, folder in folders.items() if not can_write(folder)}


def can_write(folder: Path) -> bool:
    """Return True if files can be created in a folder, which is created if it is missing."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def allow_many_files() -> None:
    """Raise this process's limit of open files and connections as far as the system allows.

    It often starts with a thousand, which a single visitor can use up.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if now != resource.RLIM_INFINITY and now < files_allowed():
            resource.setrlimit(resource.RLIMIT_NOFILE, (files_allowed(), most))


def files_allowed() -> int:
    """Return how many open files and connections the system allows this process.

    >>> 0 < files_allowed() <= MOST_FILES
    True
    """
    try:
        import resource
    except ImportError:
        return MOST_FILES
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)


@contextmanager
def folders_to_write() -> Iterator[list[str]]:
    """Give this process and its kernels private folders in place of unwritable ones.

    They are removed when it ends, or at the next start if it is killed. Yields the sentences that
    a host should read about it.
    """
    sweep(HOME_PREFIX)
    missing = unwritable()
    if not missing:
        yield []
        return
    home = tempfile.mkdtemp(prefix=HOME_PREFIX)
    alive = claim(Path(home))  # if this process is killed, the next server removes the folder
    before = {name: os.environ.get(name) for name in (*missing, "JUPYTER_PATH")}
    try:
        if "JUPYTER_DATA_DIR" in missing:  # what is installed there must still be found
            found = [os.environ.get("JUPYTER_PATH"), os.fspath(missing["JUPYTER_DATA_DIR"])]
            os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, found))
        for name in missing:
            os.environ[name] = os.path.join(home, name.lower())
        yield explained(missing, home)
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        alive.release()
        shutil.rmtree(home, ignore_errors=True)


def explained(missing: dict[str, Path], home: str) -> list[str]:
    """Return sentences on what will not work while these folders cannot be written."""
    first = next(iter(missing.values()))
    sentences = [f"{first} cannot be written to: Jupyter's files go into {home} meanwhile."]
    if "CLASSKIT_DATA" in missing:
        sentences.append(
            f"{missing['CLASSKIT_DATA']} cannot be written to: matches are kept only until this "
            "server stops. Set CLASSKIT_DATA to a folder that may be written to."
        )
    return sentences
