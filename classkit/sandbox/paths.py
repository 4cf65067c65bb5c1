"""Which files of the system a stranger's program may read: Python's own, and nobody's."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
"""The package in which this one lies; of a checkout its folder and nothing beside it."""
LIBRARIES = ("/usr/lib", "/usr/lib64", "/usr/lib32", "/usr/local/lib", "/lib", "/lib64", "/lib32")
FACTS = (
    "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/etc/ssl/openssl.cnf",
    "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu",
)  # fmt: skip
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
PROGRAMS = ("/usr/bin", "/bin", "/usr/local/bin", "/usr/share/fonts", "/etc/fonts")


def to_compute() -> list[Path]:
    """Return what a program needs that computes: Python, its packages, the system's libraries.

    >>> any(path.name == "home" for path in to_compute())
    False
    """
    found = [str(PACKAGE), *LIBRARIES, *FACTS, *DEVICES]
    for prefix in (sys.prefix, sys.base_prefix):
        found += [f"{prefix}/lib", f"{prefix}/lib64"]
    # packages that were installed elsewhere, for this user alone for example
    found += [entry for entry in sys.path if entry.endswith("-packages")]
    return there(found)


def to_work() -> list[Path]:
    """Return what a program needs that may begin others too: the same, and the programs."""
    found = [*PROGRAMS]
    for prefix in (sys.prefix, sys.base_prefix):
        found += [f"{prefix}/bin", f"{prefix}/pyvenv.cfg"]
    return [*to_compute(), *there(found)]


def there(names: list[str]) -> list[Path]:
    """Return the paths that exist, each once and from the root on."""
    paths = [Path(os.path.abspath(name)) for name in names]
    return [path for path in dict.fromkeys(paths) if path.exists()]
