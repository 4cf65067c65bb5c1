"""Files that an untrusted program may read: files of Python and of the system."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PACKAGE_FOLDER = Path(__file__).resolve().parents[1]
"""Folder of the package classkit only, because a checkout has private files next to it."""
LIBRARY_FOLDERS = (
    "/usr/lib",
    "/usr/lib64",
    "/usr/lib32",
    "/usr/local/lib",
    "/lib",
    "/lib64",
    "/lib32",
)
SYSTEM_FILES = (
    "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/etc/ssl/openssl.cnf",
    "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu",
)  # fmt: skip
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
PROGRAM_FOLDERS = ("/usr/bin", "/bin", "/usr/local/bin", "/usr/share/fonts", "/etc/fonts")


def list_compute_paths() -> list[Path]:
    """List the paths that a program needs if it only runs Python code.

    These are Python, its packages, and system libraries.

    >>> any(path.name == "home" for path in list_compute_paths())
    False
    """
    found = [str(PACKAGE_FOLDER), *LIBRARY_FOLDERS, *SYSTEM_FILES, *DEVICES]
    for prefix in (sys.prefix, sys.base_prefix):
        found += [f"{prefix}/lib", f"{prefix}/lib64"]
    # packages installed elsewhere, for example only for this user or only for this process
    found += [entry for entry in sys.path if entry.endswith("-packages")]
    found += [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
    return filter_existing(found)


def list_work_paths() -> list[Path]:
    """List the paths for a program that may start others, which include system programs."""
    found = [*PROGRAM_FOLDERS]
    for prefix in (sys.prefix, sys.base_prefix):
        found += [f"{prefix}/bin", f"{prefix}/pyvenv.cfg"]
    return [*list_compute_paths(), *filter_existing(found)]


def find_package_folders(package: str) -> list[Path]:
    """List the folders of a package among the readable paths.

    >>> [folder.name for folder in find_package_folders("ipykernel")][:1]
    ['ipykernel']
    """
    found: list[Path] = []
    for path in list_work_paths():
        found += path.glob(f"python*/*-packages/{package}")
        if path.name.endswith("-packages"):
            found.append(path / package)
    return filter_existing([str(path) for path in found])


def filter_existing(names: list[str]) -> list[Path]:
    """Return the existing paths, absolute and without duplicates."""
    paths = [Path(os.path.abspath(name)) for name in names]
    return [path for path in dict.fromkeys(paths) if path.exists()]
