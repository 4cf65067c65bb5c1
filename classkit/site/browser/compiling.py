"""Runs in the pinned Pyodide when a site is built: plays, looks what was loaded, and compiles that.

``/stage`` holds the package as it was written, ``/more/games`` each game, ``/more/notebook`` what
only cells of lessons need beside them, ``/more/figures`` what makes figures, ``/pyodide`` the whole
standard library; the ZIP files go to ``/out``.
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
ALWAYS = ("encodings.ascii", "encodings.cp437", "encodings.latin_1", "encodings.utf_8_sig")
"""The modules that Python imports by name, when a text in that encoding is met."""
WORDS = ("session", "snapshot", "step", "futures", "moves", "save", "work", "fork", "back", "play")


CELLS = (
    "import classkit\nfrom classkit import lessons\nfrom statistics import mean",
    "live = classkit.table('poleconomy', seats=3, seed=1).ask('inflation', at=1)\nlive",
    "lessons.ask('Who?', after=live).once_answered(lambda: live.step(until='turn'))",
    "%%writefile a.py\nx = 1",
    "1 / 0",
)
"""Cells that are run so that every module that cells need is loaded."""


def load_all(folder: Path) -> None:
    """Import all staged modules, and skip those that need something no browser has."""
    for path in sorted(folder.rglob("*.py")):
        name = ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
        try:
            importlib.import_module(name)
        except ImportError:
            continue


def play_all() -> None:
    """Play some turns of each game as a page does, so that what is imported late is found too."""
    from classkit.engine.errors import ClasskitError
    from classkit.engine.registry import list_games, new
    from classkit.site.kernel import Kernel, everything
    from classkit.study import futures

    for game in list_games():
        kernel = Kernel(new(game), lambda text: None, folder=f"/trace-{game}")
        for number, word in enumerate(WORDS, 1):
            kernel.receive(json.dumps({"do": word, "id": number}))
        everything(kernel.unkept())
        kernel.take_everything({"id": 0})
        for _ in futures(kernel.table.match, n=2, processes=1):
            pass
    with suppress(ClasskitError):
        new("no game")  # what helps somebody who has mistyped is found too
    importlib.import_module("classkit.study.processes.together")


def run_cells() -> None:
    """Run some cells as a page does."""
    from classkit.site.notebook import begin

    notebook = begin(lambda text: None)
    for number, cell in enumerate(CELLS):
        notebook.run(f"cell {number}", cell)


def loaded_of_library() -> list[str]:
    """Return the names of modules of the standard library that have been loaded."""
    names = [*sys.modules, *ALWAYS]
    return sorted(name for name in names if name.partition(".")[0] not in {"classkit", "__main__"})


def compiled(source: bytes, place: str, optimize: int) -> bytes:
    """Return a module as bytecode, in a file that Python imports without its source."""
    code = compile(source, place, "exec", dont_inherit=True, optimize=optimize)
    return bootstrap.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)


def write_library() -> list[str]:
    """Write what has been loaded of the standard library, compiled and without docstrings."""
    names = loaded_of_library()
    with archive("library") as made:
        put_library(made, names)
    return names


def put_library(made: zipfile.ZipFile, names: list[str]) -> None:
    """Put modules of the standard library into a ZIP file."""
    with zipfile.ZipFile(LIBRARY) as whole:
        there = {*whole.namelist()}
        for name in names:
            place = name.replace(".", "/")
            for source in (f"{place}/__init__.py", f"{place}.py"):
                if source in there:
                    put(made, f"{source}c", compiled(whole.read(source), source, 2))
                    break


def write_package(name: str, folder: Path, optimize: int, library: list[str]) -> None:
    """Write the ZIP file of a staged folder, with compiled modules and unchanged data.

    The modules named in ``library``, which only this package needs, go into it too.
    """
    with archive(name) as made:
        for path in sorted(folder.rglob("*")):
            place = path.relative_to(folder).as_posix()
            if path.suffix == ".py":
                put(made, f"{place}c", compiled(path.read_bytes(), place, optimize))
            elif path.is_file():
                put(made, place, path.read_bytes())
        put_library(made, library)


def archive(name: str) -> zipfile.ZipFile:
    """Open a new, uncompressed ZIP file in ``/out``."""
    path = OUT / f"{name}.zip"
    path.parent.mkdir(exist_ok=True)
    return zipfile.ZipFile(path, "w", zipfile.ZIP_STORED)


def put(made: zipfile.ZipFile, place: str, content: bytes) -> None:
    """Put a file into a ZIP file, with a fixed date, so that equal sites have equal bytes."""
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
    write_package("notebook", MORE / "notebook", 0, sorted({*loaded_of_library()} - {*known}))
    write_package("figures", MORE / "figures", 2, [])
