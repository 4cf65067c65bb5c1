"""What keeps a site in the browser: a service worker, which knows its files and their version."""

from __future__ import annotations

import json
from hashlib import blake2b

from .build import Site
from .compiled import HERE

SCRIPT = "sw.js"


def lay_service_worker(site: Site) -> None:
    """Write the service worker of a site that has all its files, but for the documentation."""
    mark = blake2b(digest_size=8)
    for address, version in sorted(site.files.items()):
        mark.update(f"{address} {version}\n".encode())
    known = {"VERSION": mark.hexdigest(), "FILES": sorted(site.files)}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    site.put(SCRIPT, head.encode() + (HERE / SCRIPT).read_bytes())
