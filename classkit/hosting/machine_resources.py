"""Machine resources that a server needs: sockets for kernels, open files, writable folders.

Most machines offer everything that Jupyter expects. But a service account has no home, and on some
clusters the path of the temporary folder is too long for a socket.
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

from .stale_tempdirs import lock_folder, remove_stale_folders

HOME_PREFIX = "classkit-home-"
MAX_FILES = 65_536
CONNECTION_FILE_SHARE = 0.25
"""Share of the open files that HTTP connections may use."""
FILES_PER_KERNEL = 24
"""Open files of a server for a kernel: 9 for the kernel and 9 per connection (sometimes two)."""
CONNECTION_PREFIX = "voila_"
"""The prefix of the private folder that Voila creates for each server."""
MAX_SOCKET_NAME = "kernel-00000000-0000-0000-0000-000000000000-ipc-99"
"""The longest name of a kernel's socket. The complete path may have about a hundred bytes."""


def choose_transport() -> tuple[str, str]:
    """Return the transport between server and kernels, and the folder for its files.

    On Linux, sockets in a private folder are used, which no other user can access. The folder is in
    the usual temporary folder, or in one with a shorter path. If no folder works, and on other
    systems, local ports are used, on which a kernel accepts only messages signed with its key.

    >>> transport, folder = choose_transport()
    >>> transport in ("ipc", "tcp") and os.path.isdir(folder)
    True
    """
    usual = tempfile.gettempdir()
    if sys.platform == "linux":
        for folder in (usual, os.environ.get("XDG_RUNTIME_DIR", ""), "/tmp"):
            if folder and can_hold_sockets(folder):
                return "ipc", folder
    return "tcp", usual


def can_hold_sockets(folder: str) -> bool:
    """Return True if a socket for a kernel can be created in a folder.

    Kernels encode the names of sockets in UTF-8, regardless of the locale's encoding for file
    names.
    """
    try:
        if folder.encode() != os.fsencode(folder):
            return False
        with (
            tempfile.TemporaryDirectory(prefix=CONNECTION_PREFIX, dir=folder) as private,
            socket.socket(socket.AF_UNIX) as probe,
        ):
            probe.bind(os.path.join(private, MAX_SOCKET_NAME))
    except (OSError, UnicodeError):
        # the path is too long or malformed, or the folder is unwritable or does not support sockets
        return False
    return True


def find_unwritable_folders() -> dict[str, Path]:
    """Return the folders that Jupyter, IPython and classkit use but cannot write to.

    The keys are the environment variables that name the folders.
    """
    from jupyter_core.paths import jupyter_config_dir, jupyter_data_dir, jupyter_runtime_dir

    from .match_store import get_default_directory

    ipython = os.environ.get("IPYTHONDIR") or Path.home() / ".ipython"
    folders = {
        "JUPYTER_CONFIG_DIR": Path(jupyter_config_dir()),
        "JUPYTER_DATA_DIR": Path(jupyter_data_dir()),
        "JUPYTER_RUNTIME_DIR": Path(jupyter_runtime_dir()),
        "IPYTHONDIR": Path(ipython),
    }
    if "CLASSKIT_DATA" not in os.environ:  # an explicitly configured folder must be writable
        folders["CLASSKIT_DATA"] = get_default_directory()
    return {name: folder for name, folder in folders.items() if not can_write(folder)}


def can_write(folder: Path) -> bool:
    """Return True if files can be created in a folder, which is created if it is missing."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def raise_file_limit() -> None:
    """Raise this process's limit of open files to the maximum that the system allows.

    The default is often a thousand, which a single visitor can use up.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if now != resource.RLIM_INFINITY and now < get_file_limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (get_file_limit(), most))


def get_file_limit() -> int:
    """Return the number of open files and connections that the system allows this process.

    >>> 0 < get_file_limit() <= MAX_FILES
    True
    """
    try:
        import resource
    except ImportError:
        return MAX_FILES
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return MAX_FILES if most == resource.RLIM_INFINITY else min(most, MAX_FILES)


@contextmanager
def provide_writable_folders() -> Iterator[list[str]]:
    """Replace unwritable folders with private temporary ones for this process and its kernels.

    They are removed at the end, or at the next start if the process is killed.

    Yields:
        Sentences that inform the host.
    """
    remove_stale_folders(HOME_PREFIX)
    missing = find_unwritable_folders()
    if not missing:
        yield []
        return
    home = tempfile.mkdtemp(prefix=HOME_PREFIX)
    alive = lock_folder(Path(home))  # if this process is killed, the next server removes it
    before = {name: os.environ.get(name) for name in (*missing, "JUPYTER_PATH")}
    try:
        if "JUPYTER_DATA_DIR" in missing:  # installed extensions in that folder must still be found
            found = [os.environ.get("JUPYTER_PATH"), os.fspath(missing["JUPYTER_DATA_DIR"])]
            os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, found))
        for name in missing:
            os.environ[name] = os.path.join(home, name.lower())
        yield explain_unwritable(missing, home)
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        alive.release()
        shutil.rmtree(home, ignore_errors=True)


def explain_unwritable(missing: dict[str, Path], home: str) -> list[str]:
    """Return sentences on the effects of not being able to write to these folders."""
    first = next(iter(missing.values()))
    sentences = [f"{first} cannot be written to: Jupyter's files are written to {home} instead."]
    if "CLASSKIT_DATA" in missing:
        sentences.append(
            f"{missing['CLASSKIT_DATA']} cannot be written to: matches are kept only until this "
            "server stops. Set CLASSKIT_DATA to a writable folder."
        )
    return sentences
