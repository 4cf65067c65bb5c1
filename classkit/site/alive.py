"""What the cells of lessons run in, laid into a site: a notebook, and what it fetches late.

plotly, the whole of Python's library and the packages of Pyodide are large, so a browser fetches
each when a cell imports it, and keeps it from then on.
"""

from __future__ import annotations

from typing import Any

from .build import Program, Site
from .compiled import WITH_FIGURES
from .later import LIBRARY
from .pyodide import LIBRARY as WHOLE_LIBRARY
from .pyodide import package_files, pyodide_files
from .tables import mark_of, packed

SCRIPT = "cells.js"
PACKED_NOTEBOOK = "notebook.bin"


def lay_notebook(site: Site, program: Program) -> dict[str, Any]:
    """Write the files in which cells run, and return what pages need to know of them.

    That is ``{"page", "offline", "python"}``: two scripts, and the addresses of Python. All are
    relative to the folder of the site.
    """
    notebook = {PACKED_NOTEBOOK: packed(program.compiled.notebook)}
    place = f"notebook-{mark_of(notebook)}/{PACKED_NOTEBOOK}"
    site.put(place, notebook[PACKED_NOTEBOOK])
    folder = program.page.rpartition("/")[0]
    python = {
        **program.python,
        "later": lay_later(site, program),
        "worker": f"{folder}/{SCRIPT}",
        "notebook": place,
    }
    return {"page": program.page, "offline": program.offline, "python": python}


def lay_later(site: Site, program: Program) -> dict[str, list[str]]:
    """Write what is fetched when a cell imports it, and return package -> addresses.

    Games are among the packages, since only the cells of a lesson tell which one they play.
    """
    library = pyodide_files(site.pyodide)[WHOLE_LIBRARY]
    files = {"plotly.bin": packed(program.compiled.figures), "library.bin": packed(library)}
    wheels = package_files(site.packages) if site.packages else {}
    files |= dict(wheels.values())
    folder = f"later-{mark_of(files)}"
    for name, content in files.items():
        site.put(f"{folder}/{name}", content, at_once=False)
    later = {**program.games, **{name: [f"{folder}/plotly.bin"] for name in WITH_FIGURES}}
    later[LIBRARY] = [f"{folder}/library.bin"]
    return later | {module: [f"{folder}/{name}"] for module, (name, _) in wheels.items()}
