"""Checks of an installation: everything that it needs to show tables."""

from __future__ import annotations

import json
import platform
import shutil
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement

from classkit.classroom import REMEDY, is_installed
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
    """One check: its subject, its result, what was found, and the remedy if it failed."""

    what: str
    good: bool
    found: str
    remedy: str = ""


def examine(port: int) -> list[Finding]:
    """Run all checks, in the order in which one would mend things."""
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
        rooms(),
        script(),
    ]


def python() -> Finding:
    """Check the version of Python."""
    good = sys.version_info >= (3, 11)
    remedy = "" if good else "classkit needs Python 3.11 or later: make a new environment with it."
    return Finding("Python", good, f"{platform.python_version()} at {sys.executable}", remedy)


def packages() -> list[Finding]:
    """Check the packages that classkit needs, and their versions."""
    findings = []
    for wanted in map(Requirement, requires("classkit") or []):
        if wanted.marker is not None:
            continue  # belongs to an extra, which is optional
        name = wanted.name
        try:
            there = version(name)
        except PackageNotFoundError:
            findings.append(Finding(name, False, "missing", f"pip install '{wanted}'"))
            continue
        good = wanted.specifier.contains(there, prereleases=True)
        remedy = "" if good else f"pip install --upgrade '{wanted}'"
        findings.append(Finding(name, good, there, remedy))
    return findings


def home() -> Finding:
    """Check that Jupyter can write to its usual folders."""
    from .machine import unwritable

    missing = unwritable()
    missing.pop("CLASSKIT_DATA", None)  # the store has a check of its own
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
    """Start a kernel as the server does, and check that it answers."""
    if find_spec("ipykernel") is None:
        return Finding("kernel", False, "ipykernel is missing", "pip install ipykernel")
    from .trial import KernelFailed, try_kernel

    try:
        return Finding("kernel", True, f"ipykernel {version('ipykernel')}, {try_kernel()}")
    except KernelFailed as failed:
        return Finding("kernel", False, str(failed), failed.remedy)


def front_ends() -> list[Finding]:
    """Check the extensions that a page loads to show widgets."""
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
    """Check that Jupyter finds the template and the page modules, and that they are current."""
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
    """Check the dashboards that come with classkit."""
    from .config import dashboards

    try:
        folder = dashboards()
    except ClasskitError as error:
        return Finding("dashboards", False, str(error), "pip install --force-reinstall classkit")
    names = sorted(path.stem for path in folder.glob("*.ipynb"))
    return Finding("dashboards", bool(names), f"{', '.join(names) or 'none'} in {folder}")


def games() -> list[Finding]:
    """Check that every installed game can be loaded."""
    from classkit.engine.registry import find, list_games

    findings = []
    for name in list_games():
        try:
            findings.append(Finding(f"game {name}", True, find(name).title))
        except ClasskitError as error:
            remedy = "Ask whoever wrote this game, or uninstall its package."
            findings.append(Finding(f"game {name}", False, str(error), remedy))
    return findings or [Finding("games", False, "none", "pip install --force-reinstall classkit")]


def store() -> Finding:
    """Check that the store of matches is private, writable, and has room."""
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
    """Tell whether the port is free; one in use is no problem for `classkit demo`."""
    from classkit.hosting.config import is_free

    if is_free(port):
        return Finding("port", True, f"{port} is free")
    return Finding(
        "port",
        True,
        f"{port} is in use, perhaps by classkit itself",
        f"`classkit demo` takes another; for `classkit serve` use --port {port + 1}",
    )


def strangers() -> Finding:
    """Name the shields around students' policies and submissions; a table needs none."""
    from classkit.sandbox.report import abilities, what_is_missing

    found = abilities()
    missing = "; ".join(what_is_missing(found))
    remedy = f"{missing}. Run files of strangers on Linux, or in a container." if missing else ""
    return Finding("strangers' programs", True, f"shields: {', '.join(found) or 'none'}", remedy)


def rooms() -> Finding:
    """Look for what a class that joins in by telephone needs, and how telephones get here."""
    if not is_installed():
        return Finding("rooms", True, "not installed", REMEDY)
    from .kept_rooms import store_here
    from .rooms import own_address

    try:
        kept = len(store_here().rooms())
    except ClasskitError as error:
        return Finding("rooms", False, str(error), "Set CLASSKIT_DATA to a folder of your own.")
    address = own_address()
    remedy = "" if address else "No telephone reaches this machine: it is in no network."
    return Finding("rooms", True, f"{kept} kept, telephones come to {address or '-'}", remedy)


def notebooks() -> Finding:
    """Look for JupyterLab and Notebook, which the lessons need."""
    there = []
    for name in ("jupyterlab", "notebook"):
        try:
            there.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    remedy = "" if there else "For the lessons: pip install 'classkit[lab]'"
    return Finding("notebooks", True, ", ".join(there) or "none installed", remedy)


def script() -> Finding:
    """Tell whether the command is on the path or must be called as a module."""
    found = shutil.which("classkit")
    if found:
        return Finding("command", True, found)
    return Finding("command", True, "not on the path", "Call it as: python -m classkit")
