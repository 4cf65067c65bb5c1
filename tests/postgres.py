"""The PostgreSQL of the tests: the one installed, else one that is installed now; and a cluster."""

from __future__ import annotations

import getpass
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.system_packages import install_debian_package, may_install

WHY_NOT = (
    "No PostgreSQL is installed here: rooms are tested on SQLite alone. Install your system's "
    "package 'postgresql', or name the folder of its programs in CLASSKIT_POSTGRES."
)
REASON = "rooms are also tested on PostgreSQL"
SERVANTS = ("postgres", "nobody")
"""Users as whom a cluster is started where the tests run as root, which PostgreSQL refuses."""


def find() -> Path | None:
    """The folder with ``initdb`` and ``postgres``: ``CLASSKIT_POSTGRES``, or one installed."""
    stated = os.environ.get("CLASSKIT_POSTGRES")
    named = [Path(stated)] if stated else []
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name)
    on_path = [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    for folder in (*named, *reversed(debian), *on_path):
        if (folder / "initdb").is_file() and (folder / "postgres").is_file():
            return folder
    return None


def find_or_install() -> Path | None:
    """As :func:`find`; where Debian's packages can be had, they are installed first."""
    if found := find():
        return found
    return find() if install_debian_package("postgresql", REASON) else None


def needed() -> Path:
    """The folder of the programs; without one the test is skipped, or fails where it must run."""
    found = find() if sys.platform != "win32" else None
    if found is None and may_install() and os.environ.get("CI") and sys.platform == "linux":
        pytest.fail(WHY_NOT)
    if found is None:
        pytest.skip(WHY_NOT)
    return found


@contextmanager
def cluster(programs: Path, *, is_safe: bool = False) -> Iterator[str]:
    """A cluster of one's own, on a socket in its folder; gives the address of its database.

    What is committed outlives a loss of power only where it is to be ``is_safe``: tests are quicker
    without.
    """
    user = next(servant for servant in SERVANTS if knows(servant)) if is_root() else None
    with tempfile.TemporaryDirectory(prefix="classkit-pg-") as folder:
        if user:
            shutil.chown(folder, user)
        data = Path(folder, "data")
        role = user or getpass.getuser()
        made = [programs / "initdb", "-D", data, "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        subprocess.run([*made, "-U", role], check=True, user=user, cwd=folder, capture_output=True)
        settings = [f"-cfsync={'on' if is_safe else 'off'}", "-clisten_addresses="]
        settings += [f"-cunix_socket_directories={folder}", "-cmax_connections=50"]
        with subprocess.Popen(
            [programs / "postgres", "-D", data, *settings],
            user=user,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as server:
            try:
                ready = [programs / "pg_isready", "-q", "-h", folder]
                while subprocess.run(ready, check=False).returncode:
                    assert server.poll() is None, "PostgreSQL did not start"
                yield f"postgresql://{role}@/postgres?host={folder}"
            finally:
                server.send_signal(signal.SIGINT)  # which waits for no client
                server.wait(60)


def is_root() -> bool:
    """Whether the tests run as root."""
    return os.geteuid() == 0


def knows(user: str) -> bool:
    """Whether the system has a user of this name."""
    import pwd  # which Windows has not

    return any(one.pw_name == user for one in pwd.getpwall())
