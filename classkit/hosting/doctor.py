"""What an installation needs to show tables, looked at one by one."""

from __future__ import annotations

import json
import platform
import re
import shutil
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from classkit.engine.errors import ClasskitError

from .shared import VOILA, out_of_date

PACKAGE = Path(__file__).parents[1]
FRONT_ENDS = {
    "@jupyter-widgets/jupyterlab-manager": "jupyterlab_widgets",
    "@voila-dashboards/widgets-manager8": "voila",
    "anywidget": "anywidget",
}
"""Front end -> the package that brings it."""


class Finding(NamedTuple):
    """One thing looked at: what, whether it is good, what was found, and what to do if not."""

    what: str
    good: bool
    found: str
    remedy: str = ""


def examine(port: int) -> list[Finding]:
    """Everything, in the order in which one would mend it."""
    return [
        python(),
        *packages(),
        home(),
        kernel(),
        *front_ends(),
        template(),
        dashboard_folder(),
        *games(),
        store(),
        port_free(port),
        strangers(),
        notebooks(),
        script(),
    ]


def python() -> Finding:
    """The version of Python."""
    good = sys.version_info >= (3, 11)
    remedy = "" if good else "classkit needs Python 3.11 or later: make a new environment with it."
    return Finding("Python", good, f"{platform.python_version()} at {sys.executable}", remedy)


def packages() -> list[Finding]:
    """The packages that classkit needs, with the least version of each."""
    findings = []
    for line in requires("classkit") or []:
        wanted = re.fullmatch(r"([\w.-]+)\s*>=\s*([\d.]+)", line)
        if wanted is None:
            continue  # of an extra, which is for those who asked for it
        name, least = wanted.groups()
        try:
            there = version(name)
        except PackageNotFoundError:
            findings.append(Finding(name, False, "missing", f"pip install '{name}>={least}'"))
            continue
        good = numbers(there) >= numbers(least)
        remedy = "" if good else f"pip install --upgrade '{name}>={least}'"
        findings.append(Finding(name, good, there, remedy))
    return findings


def numbers(text: str) -> tuple[int, ...]:
    """A version as numbers that compare.

    >>> numbers("8.1.9") > numbers("8.1")
    True
    """
    return tuple(int(part) for part in re.findall(r"\d+", text)[:4])


def home() -> Finding:
    """Whether Jupyter can write where it is used to."""
    from .machine import unwritable

    missing = unwritable()
    missing.pop("CLASSKIT_DATA", None)  # the store is looked at by itself
    if not missing:
        return Finding("home", True, f"{Path.home()} can be written to")
    remedy = "Not needed to serve tables. For JupyterLab set HOME to a folder of your own."
    return Finding(
        "home",
        True,
        f"{', '.join(map(str, missing.values()))} cannot be written to; `classkit serve` and "
        "`classkit demo` use private folders instead",
        remedy,
    )


def kernel() -> Finding:
    """The kernel in which tables live: one is started, as the server starts them."""
    if find_spec("ipykernel") is None:
        return Finding("kernel", False, "ipykernel is missing", "pip install ipykernel")
    from .trial import KernelFailed, try_kernel

    try:
        return Finding("kernel", True, f"ipykernel {version('ipykernel')}, {try_kernel()}")
    except KernelFailed as failed:
        return Finding("kernel", False, str(failed), failed.remedy)


def front_ends() -> list[Finding]:
    """What a page loads to show widgets: laid into share/jupyter by the packages."""
    from jupyter_core.paths import jupyter_path

    places = [*jupyter_path("labextensions"), *jupyter_path("voila", "labextensions")]
    folders = [Path(path) for path in places]
    findings = []
    for name, package in FRONT_ENDS.items():
        found = next((f / name for f in folders if (f / name / "package.json").is_file()), None)
        if found is None:
            remedy = f"pip install --force-reinstall --no-deps {package}"
            findings.append(Finding(name, False, "missing: widgets would stay blank", remedy))
        else:
            text = json.loads((found / "package.json").read_text(encoding="utf-8"))
            findings.append(Finding(name, True, f"{text.get('version', '?')} in {found}"))
    return findings


def template() -> Finding:
    """The Voila template and the page modules, as Jupyter finds them."""
    from jupyter_core.paths import jupyter_path

    folders = [Path(path) for path in jupyter_path()]
    installed = next((folder for folder in folders if (folder / VOILA).is_dir()), None)
    again = "pip install --force-reinstall --no-deps classkit (in a checkout: pip install -e .)"
    if installed is None:
        return Finding("template", False, "not installed", again)
    try:
        stale = out_of_date(PACKAGE, installed)
    except FileNotFoundError as error:
        return Finding("template", False, str(error), "pip install --force-reinstall plotly")
    if stale:
        what = f"{len(stale)} files differ from the package, first {stale[0]}"
        return Finding("template", False, what, f"JupyterLab would show old pages: {again}")
    return Finding("template", True, str(installed / VOILA))


def dashboard_folder() -> Finding:
    """The dashboards that come with classkit."""
    from .config import dashboards

    try:
        folder = dashboards()
    except ClasskitError as error:
        return Finding("dashboards", False, str(error), "pip install --force-reinstall classkit")
    names = sorted(path.stem for path in folder.glob("*.ipynb"))
    return Finding("dashboards", bool(names), f"{', '.join(names) or 'none'} in {folder}")


def games() -> list[Finding]:
    """Whether every game that is installed can be loaded."""
    from classkit.engine.registry import find, list_games

    findings = []
    for name in list_games():
        try:
            findings.append(Finding(f"game {name}", True, find(name).title))
        except (ClasskitError, ImportError, AttributeError) as error:
            remedy = "Ask whoever wrote this game, or uninstall its package."
            findings.append(Finding(f"game {name}", False, f"cannot be loaded: {error}", remedy))
    return findings or [Finding("games", False, "none", "pip install --force-reinstall classkit")]


def store() -> Finding:
    """Where matches are kept: private, writable, with room."""
    from .store import Store, new_code

    try:
        place = Store()
        code = new_code()
        place.write(code, "{}")
        place.path(code).unlink()
    except ClasskitError as error:
        return Finding("store", False, str(error), "Set CLASSKIT_DATA to a folder of your own.")
    free = shutil.disk_usage(place.directory).free // 1_000_000
    remedy = "" if free > 100 else "Make room on this disk."
    return Finding("store", free > 100, f"{place.directory}, {free:,} MB free", remedy)


def port_free(port: int) -> Finding:
    """Whether a server could listen; a port in use is no problem for `classkit demo`."""
    from classkit.hosting.ports import is_free

    if is_free(port):
        return Finding("port", True, f"{port} is free")
    return Finding(
        "port",
        True,
        f"{port} is in use, perhaps by classkit itself",
        f"`classkit demo` takes another; for `classkit serve` use --port {port + 1}",
    )


def strangers() -> Finding:
    """What keeps students' policies and submissions in their place; none is needed for a table."""
    from classkit.sandbox.report import abilities, what_is_missing

    found = abilities()
    missing = "; ".join(what_is_missing(found))
    remedy = f"{missing}. Run files of strangers on Linux, or in a container." if missing else ""
    return Finding("strangers' programs", True, f"shields: {', '.join(found) or 'none'}", remedy)


def notebooks() -> Finding:
    """JupyterLab and Notebook, for those who work through the lessons."""
    there = []
    for name in ("jupyterlab", "notebook"):
        try:
            there.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    remedy = "" if there else "For the lessons: pip install 'classkit[lab]'"
    return Finding("notebooks", True, ", ".join(there) or "none installed", remedy)


def script() -> Finding:
    """Whether the command is on the path, or has to be called as a module."""
    found = shutil.which("classkit")
    if found:
        return Finding("command", True, found)
    return Finding("command", True, "not on the path", "Call it as: python -m classkit")
