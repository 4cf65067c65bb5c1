"""What a table in a browser is made of, put together once for all tests of a run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from classkit.engine.errors import ClasskitError
from classkit.site.pyodide import cache_folder, get_pyodide_files
from classkit.site.pyodide_build import (
    LIBRARY_ZIP,
    NOTEBOOK_ZIP,
    PACKAGE_ZIP,
    PLOTLY_ZIP,
    compile_python,
)


def fetched() -> dict[str, bytes]:
    """Return the files of Pyodide; skip the test, saying why, where they cannot be fetched.

    In CI (the environment variable of that name) nothing is skipped.
    """
    try:
        return get_pyodide_files()
    except ClasskitError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))


def laid(folder: Path) -> dict[str, Any]:
    """Lay the Python of a site into a folder; return what the scripts here have to know of it."""
    made = compile_python(fetched())
    names = {
        "library": LIBRARY_ZIP,
        "packed": PACKAGE_ZIP,
        "notebook": NOTEBOOK_ZIP,
        "figures": PLOTLY_ZIP,
    }
    for name, content in zip(names.values(), made, strict=False):
        (folder / name).write_bytes(content)
    games = {name: folder / f"{name}.zip" for name in made.games}
    for name, path in games.items():
        path.write_bytes(made.games[name])
    return {
        "apart": {name: str(path) for name, path in games.items()},
        "folder": f"{cache_folder()}/",
        **{told: str(folder / name) for told, name in names.items()},
    }
