"""What keeps a site in the browser: a service worker, which knows its files and their version."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b

from .compiled import HERE

SCRIPT = "sw.js"


def service_worker(files: Mapping[str, str]) -> bytes:
    """Return the script that keeps the files of a site, given by address, each with its version."""
    mark = blake2b(digest_size=8)
    for address, version in sorted(files.items()):
        mark.update(f"{address} {version}\n".encode())
    known = {"VERSION": mark.hexdigest(), "FILES": sorted(files)}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    return head.encode() + (HERE / SCRIPT).read_bytes()
