"""The files that Jupyter itself has to find: the Voila template, the page, plotly.js.

Standard library only, and no import of classkit: the build hook runs this file by its path.

All lie in ``voila/templates/classkit/``: the Voila template, and in its static folder ``page.js``
(all page modules joined, see ``widgets/joined.py``) and ``plotly.min.js``. JupyterLab and Notebook
reach the same folder by the same address, since Voila is an extension of their server too, and
browsers keep what comes from there for as long as its version is asked for.
"""

from __future__ import annotations

import runpy
from importlib.util import find_spec
from pathlib import Path

VOILA = "voila/templates/classkit"
PLOTLY = "plotly.min.js"

EAGER = b"//# allFunctionsCalledOnLoad\n"
"""A comment that makes browsers compile a whole script at once, outside the page's own thread.

Without it Chromium reads the two functions around all of plotly.js once more when they are called,
and the page waits: running it takes 1.0 s of the page's thread with it and 1.5 to 1.8 without.
"""


def shared_files(package: Path) -> dict[str, bytes]:
    """Return the content of every shared file by its place below ``share/jupyter``.

    `package` is the folder of the package classkit. In an installed wheel it holds no template,
    so only the page and plotly.js are returned. Raises FileNotFoundError if the plotly package, or
    the script inside it, is missing.

    >>> from pathlib import Path
    >>> import classkit
    >>> shared = shared_files(Path(classkit.__file__).parent)
    >>> "voila/templates/classkit/static/plotly.min.js" in shared
    True
    """
    template = files(package / "hosting/template")
    shared = {f"{VOILA}/{name}": file.read_bytes() for file, name in template}
    joining = runpy.run_path(str(package / "widgets/joined.py"))
    page = joining["joined"](package / "widgets/page").encode()
    shared[f"{VOILA}/static/{joining['PAGE']}"] = page
    shared[f"{VOILA}/static/{PLOTLY}"] = plotly()
    return shared


def lay_out(package: Path, target: Path) -> None:
    """Write the shared files of `package` into `target`, laid out like ``share/jupyter``."""
    for place, content in shared_files(package).items():
        copy = target / place
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(content)


def out_of_date(package: Path, installed: Path) -> list[str]:
    """List the places below `installed` (``PREFIX/share/jupyter``) that differ from the package.

    An empty list means that JupyterLab, Notebook and Voila serve what the package holds.
    """
    return [
        place
        for place, content in shared_files(package).items()
        if not (copy := installed / place).is_file() or copy.read_bytes() != content
    ]


def files(folder: Path) -> list[tuple[Path, str]]:
    """List all files under `folder` with their relative names; nothing if there is no folder."""
    return [
        (path, path.relative_to(folder).as_posix())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    ]


def plotly() -> bytes:
    """Return plotly.js as it is served."""
    return EAGER + plotly_js().read_bytes()


def plotly_js() -> Path:
    """Return the ``plotly.min.js`` of the installed plotly package, without importing it."""
    spec = find_spec("plotly")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder, "package_data", PLOTLY)
        if path.is_file():
            return path
    raise FileNotFoundError(
        "plotly.min.js was not found: install plotly (version 7 or later) in this environment"
    )
