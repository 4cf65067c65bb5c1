"""Runs in the pinned Pyodide when a site is built: plays, looks what was loaded, and compiles that.

``/stage`` holds the packages as they were written, ``/pyodide`` the whole standard library; two ZIP
files go to ``/out``.
"""

from __future__ import annotations

import importlib
import importlib._bootstrap_external as bootstrap
import json
import marshal
import sys
import zipfile
from pathlib import Path

STAGE, OUT = Path("/stage"), Path("/out")
LIBRARY = "/pyodide/python_stdlib.zip"
ALWAYS = ("encodings.ascii", "encodings.cp437", "encodings.latin_1", "encodings.utf_8_sig")
"""What is imported by name, when some text asks for it."""
WORDS = ("session", "snapshot", "step", "futures", "moves", "save", "work", "fork", "back", "play")


def load_all() -> None:
    """Import all modules that are staged; those that need what no browser has are passed by."""
    for path in sorted(STAGE.rglob("*.py")):
        name = ".".join(path.relative_to(STAGE).with_suffix("").parts).removesuffix(".__init__")
        try:
            importlib.import_module(name)
        except ImportError:
            continue


def play_all() -> None:
    """Play some turns of each game as a page does, so that what is imported late is found too."""
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


def loaded_of_library() -> list[str]:
    """Return the names of modules of the standard library that have been loaded."""
    names = [*sys.modules, *ALWAYS]
    return sorted(name for name in names if name.partition(".")[0] not in {"classkit", "__main__"})


def compiled(source: bytes, place: str, optimize: int) -> bytes:
    """Return a module as bytecode, in a file that Python imports without its source."""
    code = compile(source, place, "exec", dont_inherit=True, optimize=optimize)
    return bootstrap.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)


def write_library() -> None:
    """Write what has been loaded of the standard library, compiled and without docstrings."""
    with (
        zipfile.ZipFile(LIBRARY) as whole,
        zipfile.ZipFile(OUT / "library.zip", "w", zipfile.ZIP_STORED) as made,
    ):
        there = {*whole.namelist()}
        for name in loaded_of_library():
            place = name.replace(".", "/")
            for source in (f"{place}/__init__.py", f"{place}.py"):
                if source in there:
                    put(made, f"{source}c", compiled(whole.read(source), source, 2))
                    break


def write_package() -> None:
    """Write all that is staged: modules compiled, with their docstrings, and data as it is."""
    with zipfile.ZipFile(OUT / "package.zip", "w", zipfile.ZIP_STORED) as made:
        for path in sorted(STAGE.rglob("*")):
            place = path.relative_to(STAGE).as_posix()
            if path.suffix == ".py":
                put(made, f"{place}c", compiled(path.read_bytes(), place, 0))
            elif path.is_file():
                put(made, place, path.read_bytes())


def put(made: zipfile.ZipFile, place: str, content: bytes) -> None:
    """Put a file into a ZIP file, with the same date always: the same site is the same bytes."""
    made.writestr(zipfile.ZipInfo(place, (1980, 1, 1, 0, 0, 0)), content)


if sys.platform == "emscripten":
    sys.path.insert(0, str(STAGE))
    load_all()
    play_all()
    write_library()
    write_package()
