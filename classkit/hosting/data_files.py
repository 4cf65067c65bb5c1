"""Files that Jupyter must find in its data folder: Voila template, page bundle and plotly.js.

This module uses only the standard library and does not import classkit, because the build hook runs
it by path.

All files are in ``voila/templates/classkit/``: the Voila template and, in its static folder,
``page.js`` (all page modules bundled, see ``widgets/js_bundler.py``) and ``plotly.min.js``.
JupyterLab and Notebook serve the same folder at the same address, since Voila is also an extension
of their server. Browsers cache these files by version.
"""

from __future__ import annotations

import runpy
from importlib.util import find_spec
from pathlib import Path

VOILA = "voila/templates/classkit"
PLOTLY = "plotly.min.js"

EAGER_COMPILE_HINT = b"//# allFunctionsCalledOnLoad\n"
"""A comment that makes browsers compile a whole script immediately, outside the page's thread.

Without it, Chromium parses the two functions that contain all of plotly.js again when they are
called, which blocks the page's thread for 1.5 to 1.8 s instead of 1.0 s.
"""


def build_data_files(package: Path) -> dict[str, bytes]:
    """Return the content of every shared file by its path below ``share/jupyter``.

    `package` is the folder of the package classkit. The package of an installed wheel contains no
    template, so only the page and plotly.js are returned.

    Raises:
        FileNotFoundError: If the plotly package, or its script, is missing.

    >>> from pathlib import Path
    >>> import classkit
    >>> shared = build_data_files(Path(classkit.__file__).parent)
    >>> "voila/templates/classkit/static/plotly.min.js" in shared
    True
    """
    template = list_files(package / "hosting/template")
    shared = {f"{VOILA}/{name}": file.read_bytes() for file, name in template}
    joining = runpy.run_path(str(package / "widgets/js_bundler.py"))
    page = joining["bundle_page"](package / "widgets/page").encode()
    shared[f"{VOILA}/static/{joining['PAGE_FILE']}"] = page
    shared[f"{VOILA}/static/{PLOTLY}"] = build_plotly_script()
    return shared


def write_data_files(package: Path, target: Path) -> None:
    """Write the shared files of `package` below `target`, with their paths in ``share/jupyter``."""
    for place, content in build_data_files(package).items():
        copy = target / place
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(content)


def stale_files(package: Path, installed: Path) -> list[str]:
    """List the files below `installed` (``PREFIX/share/jupyter``) that differ from the package.

    An empty list means that JupyterLab, Notebook and Voila serve the files of the package.
    """
    return [
        place
        for place, content in build_data_files(package).items()
        if not (copy := installed / place).is_file() or copy.read_bytes() != content
    ]


def list_files(folder: Path) -> list[tuple[Path, str]]:
    """List all files under `folder` with their relative names.

    The value is an empty list if the folder is missing.
    """
    return [
        (path, path.relative_to(folder).as_posix())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    ]


def build_plotly_script() -> bytes:
    """Return plotly.js as it is served."""
    return EAGER_COMPILE_HINT + find_plotly_script().read_bytes()


def find_plotly_script() -> Path:
    """Find ``plotly.min.js`` in the installed plotly package. The package is not imported."""
    spec = find_spec("plotly")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder, "package_data", PLOTLY)
        if path.is_file():
            return path
    raise FileNotFoundError(
        "plotly.min.js was not found: install plotly (version 7 or later) in this environment"
    )
