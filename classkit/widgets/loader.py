"""How the page modules reach a page: by address from the server's static folders, else packed.

A widget's own module is only the few lines of ``loader.js``. They import ``root.js`` from where
the server has laid it out (Voila: the template's static folder; JupyterLab and Notebook: the lab
extensions), by a versioned address that browsers keep. Where there is no such folder, or the one
that is there belongs to another version, all modules come over the connection, compressed.
"""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from classkit.engine.errors import ClasskitError

STATIC = Path(__file__).parent / "static"
IMPORT = re.compile(r"^import .*?['\"]\./([\w.-]+)['\"];", re.MULTILINE)
STYLES = ("themes.css", "table.css", "parts.css", "board.css")


@cache
def version() -> str:
    """A fingerprint of all page files: the address under which browsers keep them."""
    digest = blake2b(digest_size=6)
    for path in sorted(STATIC.glob("*.[jc]s*")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@cache
def module() -> str:
    """The widget's own module: ``loader.js`` with the addresses to try.

    The folder of JupyterLab is tried only if the copy in it is the package's own: in a checkout it
    may be older, and then page and kernel would not understand each other.
    """
    source = (STATIC / "loader.js").read_text(encoding="utf-8")
    return source.replace("'@VERSION@'", json.dumps(version())).replace(
        "'@INSTALLED@'", json.dumps(is_installed())
    )


def is_installed() -> bool:
    """Whether the page files that JupyterLab serves are those of this package."""
    from jupyter_core.paths import jupyter_path

    own = {path.name: path.read_bytes() for path in STATIC.glob("*.[jc]s*")}
    for folder in jupyter_path("labextensions", "classkit"):
        place = Path(folder)
        if (place / "root.js").is_file():
            return all(
                (place / name).is_file() and (place / name).read_bytes() == content
                for name, content in own.items()
            )
    return False


def in_order() -> list[str]:
    """The page modules that ``root.js`` needs, each after those that it imports itself."""
    order: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in order:
            return
        if name in above:
            raise ClasskitError(f"The page modules import each other in a ring: {name}.")
        for other in IMPORT.findall((STATIC / name).read_text(encoding="utf-8")):
            visit(other, (*above, name))
        order.append(name)

    visit("root.js", ())
    return order


@cache
def packed_modules() -> bytes:
    """All page modules in order and all styles, as compressed JSON."""
    modules = [[name, (STATIC / name).read_text(encoding="utf-8")] for name in in_order()]
    styles = [(STATIC / name).read_text(encoding="utf-8") for name in STYLES]
    data = {"modules": modules, "style": "\n".join(styles)}
    return gzip.compress(json.dumps(data).encode(), 6, mtime=0)


@cache
def packed_plotly() -> bytes:
    """The charts' library, compressed, from the plotly package; found without importing it."""
    spec = find_spec("plotly")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder, "package_data", "plotly.min.js")
        if path.is_file():
            return gzip.compress(path.read_bytes(), 6, mtime=0)
    raise ClasskitError(
        "The charts' library is missing: install plotly (version 7 or later) in this environment."
    )
