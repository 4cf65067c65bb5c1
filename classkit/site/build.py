"""Builder of static sites: the parts of a site, its index page, and the files that it writes.

A part is a module of this package with a function ``write(site)``. The function writes the files of
the part into the folder of the site and returns the links for the index page.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from classkit.engine.errors import ClasskitError, require_known
from classkit.jinja_templates import render_template

from .offline import SCRIPT, build_service_worker, list_other_files, measure_copy
from .saved_matches import SavedMatch, read_saved_matches
from .site_theme import ICON, POLICY, STYLES, read_shared_file

if TYPE_CHECKING:
    from .pyodide_build import CompiledPython

INDEX = "index.html"
MARKER_FILE = ".classkit-site"
"""Marker file in the folder of a site. A folder with this file may be replaced."""
MIN_FREE_BYTES = 60_000_000
"""Minimum free disk space for writing a new site next to an earlier one."""


@dataclass(frozen=True)
class IndexLink:
    """A link on the index page; URLs are relative to the site's folder."""

    title: str
    address: str
    about: str = ""
    picture: str = ""


@dataclass(frozen=True)
class SitePart:
    """A part of a site: its name on the command line, its heading, and the module that writes it.

    ``module`` is imported only when the part is written, so it may have additional dependencies.
    """

    name: str
    title: str
    module: str


@dataclass(frozen=True)
class TableProgram:
    """Addresses of the files that all tables of a site share.

    ``games`` maps the package of each game to the addresses of its files.
    """

    page: str
    offline: str
    python: Mapping[str, str]
    games: Mapping[str, list[str]]
    compiled: CompiledPython


PARTS: tuple[SitePart, ...] = (
    SitePart("tables", "Live tables", "tables"),
    SitePart("docs", "Documentation", "docs"),
)
"""The parts of a site, in the order of the index page."""


@dataclass
class Site:
    """A site that is being written.

    ``folder`` is the output folder. With ``run=False``, lessons are shown without the output of
    their cells. With ``answers=True``, pages with answers are included. ``pyodide`` is a folder
    with the files of Pyodide; without it, they are downloaded. ``packages`` is a folder with the
    packages of Pyodide, for lessons that import numpy, pandas or scipy. ``saved`` contains saved
    matches, each of which gets a page.
    """

    folder: Path
    run: bool = True
    answers: bool = False
    pyodide: Path | None = None
    packages: Path | None = None
    saved: Sequence[SavedMatch] = ()
    program: TableProgram | None = None
    """Addresses of the program that runs the tables, once it has been written."""
    versioned_addresses: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    """Address of each file that browsers store immediately -> its version."""
    scripts: list[str] = field(default_factory=list)
    """Addresses of the scripts that list, on the index page, the matches stored in the browser."""

    def write_versioned(self, name: str, content: bytes) -> str:
        """Write a file and return its address with its version, relative to the site's folder.

        Writing the same content again gives the same address.

        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Site(Path(folder)).write_versioned("icon.svg", b"<svg/>")
        'icon.svg?v=a97ee625c724'
        """
        self.write_file(name, content)
        version = self.files.pop(name)
        self.versioned_addresses[name] = f"{name}?v={version}"
        self.files[self.versioned_addresses[name]] = version
        return self.versioned_addresses[name]

    def write_file(self, name: str, content: bytes, at_once: bool = True) -> None:
        """Write a file at exactly this address. No version is added to it.

        With ``at_once=False``, browsers store the file after all files that the tables need.
        """
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if at_once:
            self.files[name] = hash_content(content)

    def write_plotly(self) -> str:
        """Write plotly.js, which all pages of a site share, and return its address."""
        from classkit.hosting.data_files import PLOTLY, build_plotly_script

        return self.versioned_addresses.get(PLOTLY) or self.write_versioned(
            PLOTLY, build_plotly_script()
        )


def hash_content(content: bytes) -> str:
    """Return a hash of the content as 12 hexadecimal digits, the version in the file's address."""
    return blake2b(content, digest_size=6).hexdigest()


def select_parts(only: Sequence[str]) -> list[SitePart]:
    """Return the parts with these names, or all parts if ``only`` is empty.

    Raises:
        UnknownName: A name does not match any part.
    """
    known = {part.name: part for part in PARTS}
    names = [require_known("part of a site", name, known) for name in only]
    return [part for part in PARTS if not names or part.name in names]


def write_site(
    out: Path,
    only: Sequence[str] = (),
    *,
    run: bool = True,
    answers: bool = False,
    pyodide: Path | None = None,
    packages: Path | None = None,
    records: Sequence[Path] = (),
    names: bool = False,
) -> Path:
    """Write a site to the ``out`` folder and return the path of its index page.

    Args:
        out: A new or empty folder, or the folder of an earlier site. An earlier site is replaced
            when the new one is complete.
        only: Names of the parts to write, or empty for all parts.
        run: Show lessons with the output of their cells.
        answers: Include pages with answers.
        pyodide: Folder with the files of Pyodide; downloaded by default.
        packages: Folder with the packages of Pyodide.
        records: Files of saved matches, each of which gets a page.
        names: Show the names of the seats on the pages of saved matches.

    Raises:
        ClasskitError: The site cannot be written to ``out``, or a required file is missing.
    """
    parts = select_parts(only)
    if records and PARTS[0] not in parts:
        raise ClasskitError(
            "A saved match needs the tables. Leave --only out, or add --only tables."
        )
    check_target(out)
    saved = read_saved_matches(records, names=names)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".classkit-site-", dir=out.parent) as made:
        site = Site(Path(made, "site"), run, answers, pyodide, packages, saved)
        site.folder.mkdir()
        groups = [(part.title, write_part(part, site)) for part in parts]
        site.write_file(INDEX, render_index(site, groups).encode())
        if site.scripts:
            addresses = list_other_files(site.folder, site.files)
            rest = {one: hash_content((site.folder / one).read_bytes()) for one in addresses}
            site.write_file(SCRIPT, build_service_worker(site.files, rest))
        (site.folder / MARKER_FILE).touch()
        if out.exists():
            out.rename(Path(made, "before"))
        site.folder.rename(out)
    return out / INDEX


def render_index(site: Site, groups: list[tuple[str, list[IndexLink]]]) -> str:
    """Return the HTML of the index page."""
    looks = site.write_versioned(STYLES, read_shared_file(STYLES))
    icon = site.write_versioned(ICON, read_shared_file(ICON))
    facts = {"groups": groups, "looks": looks, "icon": icon, "here": INDEX, "scripts": site.scripts}
    size = measure_copy(site.folder)
    return render_template(__package__, "index.html.j2", policy=POLICY, megabytes=size, **facts)


def write_part(part: SitePart, site: Site) -> list[IndexLink]:
    """Write one part and return its links for the index page."""
    links: list[IndexLink] = import_module(f"{__package__}.{part.module}").write(site)
    return links


def check_target(out: Path) -> None:
    """Raise ClasskitError unless ``out`` is new and writable, empty, or an earlier site."""
    if out.is_dir() and not out.is_symlink():
        if (out / MARKER_FILE).is_file() or not any(out.iterdir()):
            return
        raise ClasskitError(
            f"{out} contains other files. Choose a new folder, or empty this one first."
        )
    if out.exists() or out.is_symlink():
        raise ClasskitError(f"{out} is not a folder. Choose another name.")
    parent = find_existing_parent(out)
    if not parent.is_dir():
        raise ClasskitError(f"{parent} is a file, not a folder: choose another place for {out}.")
    if not os.access(parent, os.W_OK):
        raise ClasskitError(f"You may not write to {parent}: choose another place for {out}.")
    if shutil.disk_usage(parent).free < MIN_FREE_BYTES:
        raise ClasskitError(f"The disk of {out} is nearly full: a site needs about 40 MB.")


def find_existing_parent(path: Path) -> Path:
    """Return the closest existing folder above a path."""
    return next(one for one in path.resolve().parents if one.exists())
