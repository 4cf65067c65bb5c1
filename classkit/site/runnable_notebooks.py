"""Files for runnable lesson cells in a site: the notebook program, and packages fetched on import.

plotly, the complete standard library and the packages of Pyodide are large, so a browser fetches
each only when a cell imports it, and then stores it.
"""

from __future__ import annotations

from typing import Any

from .build import Site, TableProgram
from .lazy_packages import LIBRARY
from .pyodide import LIBRARY as WHOLE_LIBRARY
from .pyodide import get_pyodide_files, read_wheels
from .pyodide_build import PLOTLY_PACKAGES
from .tables import compress_file, hash_parts

SCRIPT = "cells.js"
PACKED_NOTEBOOK = "notebook.bin"


def write_notebook(site: Site, program: TableProgram) -> dict[str, Any]:
    """Write the files that run cells, and return the data about them that pages need.

    The result is ``{"page", "offline", "python"}``: two scripts, and the addresses for Python. All
    are relative to the folder of the site.
    """
    notebook = {PACKED_NOTEBOOK: compress_file(program.compiled.notebook)}
    place = f"notebook-{hash_parts(notebook)}/{PACKED_NOTEBOOK}"
    site.write_file(place, notebook[PACKED_NOTEBOOK])
    folder = program.page.rpartition("/")[0]
    python = {
        **program.python,
        "later": write_lazy_packages(site, program),
        "worker": f"{folder}/{SCRIPT}",
        "notebook": place,
    }
    return {"page": program.page, "offline": program.offline, "python": python}


def write_lazy_packages(site: Site, program: TableProgram) -> dict[str, list[str]]:
    """Write the packages to fetch on import, and return package -> addresses.

    All games are included, because only the cells of a lesson determine which one they play.
    """
    library = get_pyodide_files(site.pyodide)[WHOLE_LIBRARY]
    files = {
        "plotly.bin": compress_file(program.compiled.plotly),
        "library.bin": compress_file(library),
    }
    wheels = read_wheels(site.packages) if site.packages else {}
    files |= dict(wheels.values())
    folder = f"later-{hash_parts(files)}"
    for name, content in files.items():
        site.write_file(f"{folder}/{name}", content, at_once=False)
    later = {**program.games, **{name: [f"{folder}/plotly.bin"] for name in PLOTLY_PACKAGES}}
    later[LIBRARY] = [f"{folder}/library.bin"]
    return later | {module: [f"{folder}/{name}"] for module, (name, _) in wheels.items()}
