"""Loading the page modules: by address from the server's static folders, else packed.

A widget's own module is only the few lines of ``loader.js``. They import ``page.js``, which is all
page modules joined, from the static folder of the Voila template, by a versioned address that
browsers keep; JupyterLab and Notebook serve that folder too, since Voila is an extension of their
server. Where there is no such folder, or the one that is there belongs to another version, it comes
over the connection, compressed.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from classkit.engine.errors import ClasskitError

from .joined import PAGE, fingerprint, fingerprint_in, joined

MODULES = Path(__file__).parent / "page"
"""The page modules, by what they are for: ``wire``, ``parts``, ``board``, ``forms``, ``charts``."""


@cache
def version() -> str:
    """Return the fingerprint of all page modules and styles."""
    return fingerprint(MODULES)


@cache
def module() -> str:
    """Return the widget's own module: ``loader.js`` with the version and where it may be.

    JupyterLab is asked only if the copy that it serves is the package's own: in a checkout it may
    be older, and then page and kernel would not understand each other. `classkit serve` joins its
    own.
    """
    source = (MODULES / "loader.js").read_text(encoding="utf-8")
    return source.replace("'@VERSION@'", json.dumps(version())).replace(
        "'@INSTALLED@'", json.dumps(is_installed())
    )


def is_installed() -> bool:
    """Return whether the page that JupyterLab serves is that of this package."""
    from jupyter_core.paths import jupyter_path

    for folder in jupyter_path("voila", "templates", "classkit", "static"):
        place = Path(folder, PAGE)
        if place.is_file():
            return fingerprint_in(place) == version()
    return False


@cache
def packed_page() -> bytes:
    """Return all page modules and styles, compressed."""
    return gzip.compress(joined(MODULES).encode(), 6, mtime=0)


@cache
def packed_plotly() -> bytes:
    """Return the charts' library, compressed; it is found without importing plotly."""
    spec = find_spec("plotly")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder, "package_data", "plotly.min.js")
        if path.is_file():
            return gzip.compress(path.read_bytes(), 6, mtime=0)
    raise ClasskitError(
        "The charts' library is missing: install plotly (version 7 or later) in this environment."
    )
