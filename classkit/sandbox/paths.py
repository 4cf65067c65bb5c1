"""The files that a stranger's program may read: those of Python and the system, no user's."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
"""The folder of the package classkit; in a checkout nothing beside it."""
LIBRARIES = ("/usr/lib", "/usr/lib64", "/usr/lib32", "/usr/local/lib", "/lib", "/lib64", "/lib32")
FACTS = (
    "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/etc/ssl/openssl.cnf",
    "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu",
)  # fmt: skip
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
PROGRAMS = ("/usr/bin", "/bin", "/usr/local/bin", "/usr/share/fonts", "/etc/fonts")


def to_compute() -> list[Path]:
    """List what a program needs to compute: Python, its packages, the system's libraries.

    >>> any(path.name == "home" for path in to_compute())
    False
    """
    found = [str(PACKAGE), *LIBRARIES, *FACTS, *DEVICES]
    for prefix in (sys.prefix, sys.base_prefix):
        found += [f"{prefix}/lib", f"{prefix}/lib64"]
    # packages installed elsewhere, for example for this user only, or lent to this process
    found += [entry for entry in sys.path if entry.endswith("-packages")]
    found += [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
    return existing(found)


def to_work() -> list[Path]:
    """List what a program needs that may start others: the same, and the system's programs."""
    found = [*PROGRAMS]
    for prefix in (sys.prefix, sys.base_prefix):
        found += [f"{prefix}/bin", f"{prefix}/pyvenv.cfg"]
    return [*to_compute(), *existing(found)]


def installed(package: str) -> list[Path]:
    """List the folders of a package among the files that such a program may read.

    >>> [folder.name for folder in installed("ipykernel")][:1]
    ['ipykernel']
    """
    found: list[Path] = []
    for path in to_work():
        found += path.glob(f"python*/*-packages/{package}")
        if path.name.endswith("-packages"):
            found.append(path / package)
    return existing([str(path) for path in found])


def existing(names: list[str]) -> list[Path]:
    """Return the paths that exist, each once and absolute."""
    paths = [Path(os.path.abspath(name)) for name in names]
    return [path for path in dict.fromkeys(paths) if path.exists()]
