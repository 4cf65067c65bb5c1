"""What keeps a site in the browser: a service worker, which knows its files and their version."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path

from .compiled import HERE

SCRIPT = "sw.js"
UNASKED = {".inv", ".map"}
"""The endings of files that no page asks for."""


def service_worker(files: Mapping[str, str], rest: Mapping[str, str]) -> bytes:
    """Return the service worker that stores the files of a site, given as address -> version.

    It stores those in ``rest`` last, in their order.
    """
    mark = blake2b(digest_size=8)
    for address, version in sorted({**files, **rest}.items()):
        mark.update(f"{address} {version}\n".encode())
    known = {"VERSION": mark.hexdigest(), "FILES": sorted(files), "REST": [*rest]}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    return head.encode() + (HERE / SCRIPT).read_bytes()


def rest_of(folder: Path, files: Mapping[str, str]) -> list[str]:
    """Return the addresses of all other files that pages of a site ask for, the smallest first."""
    known = {address.partition("?")[0] for address in files}
    found = {
        path.relative_to(folder).as_posix(): path.stat().st_size
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(".") and path.suffix not in UNASKED
    }
    return sorted({*found} - known, key=lambda address: (found[address], address))
