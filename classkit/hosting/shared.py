"""The files that Jupyter itself has to find: the Voila template, the page modules, plotly.js.

Standard library only, and no import of classkit: the build hook runs this file by its path.

- ``voila/templates/classkit/`` holds the Voila template, the page modules and ``plotly.min.js``;
- ``labextensions/classkit/`` the page modules and ``plotly.min.js``, for JupyterLab and Notebook.
"""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

VOILA = "voila/templates/classkit"
LAB = "labextensions/classkit"
PAGE_FILES = {".js", ".css", ".svg"}


def shared_files(package: Path) -> list[tuple[Path, str]]:
    """What is shared: (source, place below ``share/jupyter``) of every file.

    `package` is the folder of the package classkit. FileNotFoundError when the plotly package,
    or the script inside it, is missing.

    >>> from pathlib import Path
    >>> import classkit
    >>> places = [place for _, place in shared_files(Path(classkit.__file__).parent)]
    >>> "labextensions/classkit/plotly.min.js" in places
    True
    """
    shared = [(file, f"{VOILA}/{name}") for file, name in files(package / "hosting/template")]
    pages = [page for page in files(package / "widgets/static") if page[0].suffix in PAGE_FILES]
    plotly = plotly_js()
    for file, name in [*pages, (plotly, plotly.name)]:
        shared += [(file, f"{VOILA}/static/{name}"), (file, f"{LAB}/{name}")]
    return shared


def lay_out(package: Path, target: Path) -> None:
    """Copy what the package at `package` shares into `target`, shaped like ``share/jupyter``."""
    for source, place in shared_files(package):
        copy = target / place
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)


def out_of_date(package: Path, installed: Path) -> list[str]:
    """The places below `installed` (``PREFIX/share/jupyter``) that differ from the package's files.

    An empty list means that JupyterLab, Notebook and Voila serve what the package holds.
    """
    return [
        place
        for source, place in shared_files(package)
        if not (copy := installed / place).is_file() or copy.read_bytes() != source.read_bytes()
    ]


def files(folder: Path) -> list[tuple[Path, str]]:
    """All files under `folder` with their names relative to it; none if there is no such folder."""
    return [
        (path, path.relative_to(folder).as_posix())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    ]


def plotly_js() -> Path:
    """The ``plotly.min.js`` inside the installed plotly package, found without importing it."""
    spec = find_spec("plotly")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder, "package_data", "plotly.min.js")
        if path.is_file():
            return path
    raise FileNotFoundError(
        "plotly.min.js was not found: install plotly (version 7 or later) in this environment"
    )
