"""Installation checks: whether everything needed to show tables is available."""

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

from .data_files import VOILA, stale_files
from .network_drives import find_network_drive

DRIVE_REMEDY = (
    "SQLite cannot lock files there reliably, so rooms could be damaged. Set CLASSKIT_DATA to a "
    "folder on a disk of this machine, or CLASSKIT_ROOMS to a PostgreSQL database."
)
PACKAGE = Path(__file__).parents[1]
FRONT_ENDS = {
    "@jupyter-widgets/jupyterlab-manager": "jupyterlab_widgets",
    "@voila-dashboards/widgets-manager8": "voila",
    "anywidget": "anywidget",
}
"""Maps a front-end extension to the package that contains it."""


class Finding(NamedTuple):
    """Result of one check: its subject, whether it passed, the observed state, and the remedy.

    ``refused_by`` names what refused a request: the proxy, the program or the network. A check that
    was not made ``is_skipped``.
    """

    what: str
    good: bool
    found: str
    remedy: str = ""
    refused_by: str = ""
    is_skipped: bool = False


def run_checks(port: int) -> list[Finding]:
    """Run all checks, in the order in which problems should be fixed."""
    return [
        check_python(),
        *check_packages(),
        check_home(),
        check_kernel(),
        *check_front_ends(),
        check_template(),
        check_dashboards(),
        *check_games(),
        check_store(),
        check_port(port),
        check_sandbox(),
        check_notebooks(),
        check_rooms(),
        check_command(),
    ]


def check_python() -> Finding:
    """Check the version of Python."""
    good = sys.version_info >= (3, 11)
    remedy = (
        "" if good else "classkit needs Python 3.11 or later: create a new environment with it."
    )
    return Finding("Python", good, f"{platform.python_version()} at {sys.executable}", remedy)


def check_packages() -> list[Finding]:
    """Check the packages that classkit needs, and their versions."""
    findings = []
    for wanted in map(Requirement, requires("classkit") or []):
        if wanted.marker is not None and not wanted.marker.evaluate({"extra": ""}):
            continue  # belongs to an optional extra, or to another system
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


def check_home() -> Finding:
    """Report whether Jupyter can write to its usual folders. Tables do not require them."""
    from .machine_resources import find_unwritable_folders

    missing = find_unwritable_folders()
    missing.pop("CLASSKIT_DATA", None)  # the store is checked separately
    if not missing:
        return Finding("home", True, f"{Path.home()} can be written to")
    remedy = "Not needed to serve tables. For JupyterLab, set HOME to a writable folder."
    return Finding(
        "home",
        True,
        f"{', '.join(map(str, missing.values()))} cannot be written to; `classkit serve` and "
        "`classkit demo` use private folders instead",
        remedy,
    )


def check_kernel() -> Finding:
    """Start a kernel as the server does, and check that it responds."""
    if find_spec("ipykernel") is None:
        return Finding("kernel", False, "ipykernel is missing", "pip install ipykernel")
    from .kernel_probe import KernelFailed, probe_kernel

    try:
        return Finding("kernel", True, f"ipykernel {version('ipykernel')}, {probe_kernel()}")
    except KernelFailed as failed:
        return Finding("kernel", False, str(failed), failed.remedy)


def check_front_ends() -> list[Finding]:
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


def check_template() -> Finding:
    """Check that Jupyter finds the template, and that installed files match the package."""
    from jupyter_core.paths import jupyter_path

    folders = [Path(path) for path in jupyter_path()]
    installed = next((folder for folder in folders if (folder / VOILA).is_dir()), None)
    again = "pip install --force-reinstall --no-deps classkit (in a checkout: pip install -e .)"
    if installed is None:
        return Finding("template", False, "not installed", again)
    try:
        stale = stale_files(PACKAGE, installed)
    except FileNotFoundError as error:
        return Finding("template", False, str(error), "pip install --force-reinstall plotly")
    if stale:
        what = f"{len(stale)} files differ from the package, such as {stale[0]}"
        return Finding("template", False, what, f"JupyterLab would show old pages: {again}")
    return Finding("template", True, str(installed / VOILA))


def check_dashboards() -> Finding:
    """Check the dashboards that are included in classkit."""
    from .config import find_dashboard_folder

    try:
        folder = find_dashboard_folder()
    except ClasskitError as error:
        return Finding("dashboards", False, str(error), "pip install --force-reinstall classkit")
    names = sorted(path.stem for path in folder.glob("*.ipynb"))
    return Finding("dashboards", bool(names), f"{', '.join(names) or 'none'} in {folder}")


def check_games() -> list[Finding]:
    """Check that every installed game can be loaded."""
    from classkit.engine.registry import find, list_games

    findings = []
    for name in list_games():
        try:
            findings.append(Finding(f"game {name}", True, find(name).title))
        except ClasskitError as error:
            remedy = "Ask the author of this game, or uninstall its package."
            findings.append(Finding(f"game {name}", False, str(error), remedy))
    return findings or [Finding("games", False, "none", "pip install --force-reinstall classkit")]


def check_store() -> Finding:
    """Check that the match store is private and writable, and has free space."""
    from .match_store import MatchStore, new_code

    try:
        place = MatchStore()
        code = new_code()
        place.write(code, "{}")
        place.get_path(code).unlink()
    except ClasskitError as error:
        return Finding("store", False, str(error), "Set CLASSKIT_DATA to a writable folder.")
    free = shutil.disk_usage(place.directory).free // 1_000_000
    remedy = "" if free > 100 else "Free some space on this disk."
    return Finding("store", free > 100, f"{place.directory}, {free:,} MB free", remedy)


def check_port(port: int) -> Finding:
    """Report whether the port is free. A port in use is not a problem for `classkit demo`."""
    from classkit.hosting.config import is_port_free

    if is_port_free(port):
        return Finding("port", True, f"{port} is free")
    return Finding(
        "port",
        True,
        f"{port} is in use, perhaps by classkit itself",
        f"`classkit demo` uses another; for `classkit serve` use --port {port + 1}",
    )


def check_sandbox() -> Finding:
    """Report how students' policies and submissions are sandboxed. Tables do not require this."""
    from classkit.sandbox.isolation_probe import describe_missing_layers, get_isolation_layers

    found = get_isolation_layers()
    missing = "; ".join(describe_missing_layers(found))
    remedy = f"{missing}. Run untrusted files on Linux, or in a container." if missing else ""
    return Finding("strangers' programs", True, f"shields: {', '.join(found) or 'none'}", remedy)


def check_rooms() -> Finding:
    """Check the requirements for a class that joins by phone, and how phones reach this machine."""
    if not is_installed():
        return Finding("rooms", True, "not installed", REMEDY)
    from .ip_addresses import get_lan_address
    from .room_database import open_room_store

    try:
        store = open_room_store()
        kept = len(store.list_rooms())
    except ClasskitError as error:
        return Finding("rooms", False, str(error), "Set CLASSKIT_DATA to a folder of your own.")
    file = store.engine.url.database if store.is_sqlite else None
    if file and (kind := find_network_drive(Path(file))):
        return Finding("rooms", False, f"{file} is on a network drive ({kind})", DRIVE_REMEDY)
    address = get_lan_address()
    remedy = "" if address else "Phones cannot reach this machine: it has no network address."
    return Finding("rooms", True, f"{kept} kept, phones open {address or '-'}", remedy)


def check_notebooks() -> Finding:
    """Report whether JupyterLab or Notebook, which the lessons need, is installed."""
    there = []
    for name in ("jupyterlab", "notebook"):
        try:
            there.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    remedy = "" if there else "For the lessons: pip install 'classkit[lab]'"
    return Finding("notebooks", True, ", ".join(there) or "none installed", remedy)


def check_command() -> Finding:
    """Report whether the command is on the path or must be run as a module."""
    found = shutil.which("classkit")
    if found:
        return Finding("command", True, found)
    return Finding("command", True, "not on the path", "Run it as: python -m classkit")
