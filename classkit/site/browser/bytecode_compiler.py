"""Script that runs in the pinned Pyodide when a site is built, and compiles the required modules.

It plays matches to find the imported modules of the standard library. ``/stage`` contains the
source of the package, ``/more/games`` the games, ``/more/notebook`` the modules that only cells of
lessons need, ``/more/figures`` plotly, and ``/pyodide`` the whole standard library. The ZIP files
are written to ``/out``.
"""

from __future__ import annotations

import importlib
import importlib._bootstrap_external as bootstrap
import json
import marshal
import shutil
import sys
import zipfile
from contextlib import suppress
from pathlib import Path

STAGE, MORE, OUT = Path("/stage"), Path("/more"), Path("/out")
LIBRARY = "/pyodide/python_stdlib.zip"
ENCODING_MODULES = (
    "encodings.ascii",
    "encodings.cp437",
    "encodings.latin_1",
    "encodings.utf_8_sig",
)
"""Modules that Python imports by name when it decodes text."""
ACTION_NAMES = (
    "session",
    "snapshot",
    "step",
    "futures",
    "moves",
    "save",
    "work",
    "fork",
    "back",
    "play",
)

CELLS = (
    "import classkit\nfrom classkit import lessons\nfrom statistics import mean",
    "live = classkit.table('poleconomy', seats=3, seed=1).ask('inflation', at=1)\nlive",
    "lessons.ask('Who?', after=live).once_answered(lambda: live.step(until='turn'))",
    "%%writefile a.py\nx = 1",
    "1 / 0",
)
"""Cells that import every module that cells of lessons need."""


def load_all(folder: Path) -> None:
    """Import all staged modules, except those with dependencies unavailable in a browser."""
    for path in sorted(folder.rglob("*.py")):
        name = ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
        try:
            importlib.import_module(name)
        except ImportError:
            continue


def play_all() -> None:
    """Play some turns of each game as a page does, to find late imports."""
    from classkit.engine.errors import ClasskitError
    from classkit.engine.registry import list_games, new
    from classkit.site.kernel import Kernel, pack_matches
    from classkit.study import futures

    for game in list_games():
        kernel = Kernel(new(game), lambda text: None, folder=f"/trace-{game}")
        for number, word in enumerate(ACTION_NAMES, 1):
            kernel.receive(json.dumps({"do": word, "id": number}))
        pack_matches(kernel.unkept())
        kernel.take_everything({"id": 0})
        for _ in futures(kernel.table.match, n=2, processes=1):
            pass
    with suppress(ClasskitError):
        new("no game")  # loads the modules that suggest similar names
    importlib.import_module("classkit.study.processes.web_worker")


def run_cells() -> None:
    """Run some cells as a page does."""
    from classkit.site.browser_notebook import begin

    notebook = begin(lambda text: None)
    for number, cell in enumerate(CELLS):
        notebook.run(f"cell {number}", cell)


def list_loaded_modules() -> list[str]:
    """Return the names of the loaded modules except classkit's own."""
    names = [*sys.modules, *ENCODING_MODULES]
    return sorted(name for name in names if name.partition(".")[0] not in {"classkit", "__main__"})


def compile_bytecode(source: bytes, place: str, optimize: int) -> bytes:
    """Return the content of a ``.pyc`` file that Python imports without its source."""
    code = compile(source, place, "exec", dont_inherit=True, optimize=optimize)
    return bootstrap.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)


def write_library() -> list[str]:
    """Write the loaded modules of the standard library, compiled without docstrings."""
    names = list_loaded_modules()
    with open_archive("library") as made:
        add_library(made, names)
    return names


def add_library(made: zipfile.ZipFile, names: list[str]) -> None:
    """Add modules of the standard library to a ZIP file."""
    with zipfile.ZipFile(LIBRARY) as whole:
        there = {*whole.namelist()}
        for name in names:
            place = name.replace(".", "/")
            for source in (f"{place}/__init__.py", f"{place}.py"):
                if source in there:
                    add_file(made, f"{source}c", compile_bytecode(whole.read(source), source, 2))
                    break


def write_package(name: str, folder: Path, optimize: int, library: list[str]) -> None:
    """Write the ZIP file of a staged folder, with compiled modules and unchanged data files.

    ``library`` names modules of the standard library that only this file contains.
    """
    with open_archive(name) as made:
        for path in sorted(folder.rglob("*")):
            place = path.relative_to(folder).as_posix()
            if path.suffix == ".py":
                add_file(made, f"{place}c", compile_bytecode(path.read_bytes(), place, optimize))
            elif path.is_file():
                add_file(made, place, path.read_bytes())
        add_library(made, library)


def open_archive(name: str) -> zipfile.ZipFile:
    """Open a new, uncompressed ZIP file in ``/out``."""
    path = OUT / f"{name}.zip"
    path.parent.mkdir(exist_ok=True)
    return zipfile.ZipFile(path, "w", zipfile.ZIP_STORED)


def add_file(made: zipfile.ZipFile, place: str, content: bytes) -> None:
    """Add a file to a ZIP file, with a fixed date, so that builds are reproducible."""
    made.writestr(zipfile.ZipInfo(place, (1980, 1, 1, 0, 0, 0)), content)


if sys.platform == "emscripten":
    sys.path.insert(0, str(STAGE))
    write_package("package", STAGE, 0, [])
    for game in sorted((MORE / "games").iterdir()):
        write_package(f"games/{game.name}", game, 0, [])
        shutil.copytree(game, STAGE, dirs_exist_ok=True)
    load_all(STAGE)
    play_all()
    known = write_library()
    shutil.copytree(MORE / "notebook", STAGE, dirs_exist_ok=True)
    importlib.invalidate_caches()
    load_all(STAGE)
    run_cells()
    write_package("notebook", MORE / "notebook", 0, sorted({*list_loaded_modules()} - {*known}))
    write_package("figures", MORE / "figures", 2, [])
