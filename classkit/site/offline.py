"""Service worker of a site, which stores the files of the site for offline use."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path

from .pyodide_build import BROWSER_FOLDER

SCRIPT = "sw.js"
UNREQUESTED_SUFFIXES = {".inv", ".map"}
"""Suffixes of files that no page requests."""


def build_service_worker(files: Mapping[str, str], rest: Mapping[str, str]) -> bytes:
    """Return the script of the service worker.

    ``files`` and ``rest`` map addresses to versions. Browsers store the files in ``rest`` last, in
    the given order.
    """
    mark = blake2b(digest_size=8)
    for address, version in sorted({**files, **rest}.items()):
        mark.update(f"{address} {version}\n".encode())
    known = {"VERSION": mark.hexdigest(), "FILES": sorted(files), "REST": [*rest]}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    return head.encode() + (BROWSER_FOLDER / SCRIPT).read_bytes()


def measure_copy(folder: Path) -> int:
    """Return the size in megabytes of all files that a browser stores, at least 1."""
    sizes = (
        path.stat().st_size
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in UNREQUESTED_SUFFIXES
    )
    return max(1, round(sum(sizes) / 1_000_000))


def list_other_files(folder: Path, files: Mapping[str, str]) -> list[str]:
    """Return the addresses of the files in ``folder`` that are not in ``files``, smallest first."""
    known = {address.partition("?")[0] for address in files}
    found = {
        path.relative_to(folder).as_posix(): path.stat().st_size
        for path in folder.rglob("*")
        if path.is_file()
        and not path.name.startswith(".")
        and path.suffix not in UNREQUESTED_SUFFIXES
    }
    return sorted({*found} - known, key=lambda address: (found[address], address))
