"""Loader of the page modules: from the server's static folders, or over the widget's connection.

The widget's own module is the short ``loader.js``. It imports ``page.js``, the bundle of all page
modules, from the static folder of the Voila template, by a versioned URL that browsers cache.
JupyterLab and Notebook serve that folder too, since Voila is an extension of their server. If the
folder is missing or has another version, the bundle is sent over the connection, compressed.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from classkit.engine.errors import ClasskitError

from .js_bundler import PAGE_FILE, bundle_page, hash_page, read_bundle_hash

PAGE_FOLDER = Path(__file__).parent / "page"
"""The page modules, in folders such as ``wire``, ``parts``, ``board``, ``forms``, ``charts``."""


@cache
def page_hash() -> str:
    """Return the hash of all page modules and styles."""
    return hash_page(PAGE_FOLDER)


@cache
def loader_source() -> str:
    """Return ``loader.js`` with the version of the page filled in.

    The copy that JupyterLab serves is used only if it has the same version, because in a checkout
    it may be older than the kernel's protocol. `classkit serve` builds its own bundle.
    """
    source = (PAGE_FOLDER / "loader.js").read_text(encoding="utf-8")
    return source.replace("'@VERSION@'", json.dumps(page_hash())).replace(
        "'@INSTALLED@'", json.dumps(is_page_installed())
    )


def is_page_installed() -> bool:
    """Return whether the page that JupyterLab serves has the version of this package."""
    from jupyter_core.paths import jupyter_path

    for folder in jupyter_path("voila", "templates", "classkit", "static"):
        place = Path(folder, PAGE_FILE)
        if place.is_file():
            return read_bundle_hash(place) == page_hash()
    return False


@cache
def compressed_page() -> bytes:
    """Return all page modules and styles, compressed."""
    return gzip.compress(bundle_page(PAGE_FOLDER).encode(), 6, mtime=0)


@cache
def compressed_plotly() -> bytes:
    """Return plotly.js, compressed. Plotly is not imported."""
    spec = find_spec("plotly")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder, "package_data", "plotly.min.js")
        if path.is_file():
            return gzip.compress(path.read_bytes(), 6, mtime=0)
    raise ClasskitError(
        "The chart library is missing: install plotly (version 7 or later) in this environment."
    )
