"""Writing a site: which parts it has, and the page that leads to them.

A part is a module of this package with a function ``write(site)``, which writes its files into the
folder of the site and returns the links that the index page shows.
"""

from __future__ import annotations

import shutil
import tempfile
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from classkit.engine.errors import ClasskitError, known_name
from classkit.templates import fill_in

from .looks import ICON, POLICY, STYLES, shared_look
from .offline import SCRIPT, rest_of, service_worker
from .saved import Saved, read_saved

if TYPE_CHECKING:
    from .compiled import Compiled

INDEX = "index.html"
MARK = ".classkit-site"
"""The file that marks a folder as a site, so that it may be replaced."""
LEAST_FREE = 60_000_000
"""The free bytes needed to begin a new site beside an earlier one."""


@dataclass(frozen=True)
class Link:
    """A link of the index page; addresses are relative to the site's folder."""

    title: str
    address: str
    about: str = ""
    picture: str = ""


@dataclass(frozen=True)
class Part:
    """A part of a site: its name on the command line, its heading, and the module that writes it.

    ``module`` is imported only when the part is written, so it may need what others do without.
    """

    name: str
    title: str
    module: str


@dataclass(frozen=True)
class Program:
    """The addresses in a site of everything that its tables share.

    ``games`` maps the package of each game to the addresses of its files.
    """

    page: str
    offline: str
    python: Mapping[str, str]
    games: Mapping[str, list[str]]
    compiled: Compiled


PARTS: tuple[Part, ...] = (
    Part("tables", "Live tables", "tables"),
    Part("docs", "Documentation", "docs"),
)
"""The parts of a site, in the order of the index page."""


@dataclass
class Site:
    """A site while it is written.

    ``folder`` is where its files go. Unless ``run``, lessons are shown without what their cells
    give; unless ``answers``, what has the answers is left out. ``pyodide`` is a folder that has the
    files of Pyodide; without one they are fetched. ``packages`` is one that has Pyodide's own
    packages, of which lessons need some. ``saved`` are matches with pages of their own.
    """

    folder: Path
    run: bool = True
    answers: bool = True
    pyodide: Path | None = None
    packages: Path | None = None
    saved: Sequence[Saved] = ()
    parser: ArgumentParser | None = None
    """The parser of the command line, which the documentation describes."""
    program: Program | None = None
    """Where what plays the tables lies, once it has been laid."""
    laid: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    """The address of each file that was written by itself -> its version."""
    scripts: list[str] = field(default_factory=list)
    """The addresses of the scripts by which the index page finds matches kept in the browser."""

    def lay(self, name: str, content: bytes) -> str:
        """Write a file and return its address with its version, relative to the site's folder.

        Laid once more with the same content, it is the same file.

        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Site(Path(folder)).lay("icon.svg", b"<svg/>")
        'icon.svg?v=a97ee625c724'
        """
        self.put(name, content)
        version = self.files.pop(name)
        self.laid[name] = f"{name}?v={version}"
        self.files[self.laid[name]] = version
        return self.laid[name]

    def put(self, name: str, content: bytes, at_once: bool = True) -> None:
        """Write a file at exactly this address, without adding a version to it.

        Unless ``at_once``, a browser stores it only after everything that the tables need.
        """
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if at_once:
            self.files[name] = version_of(content)

    def plotly(self) -> str:
        """Lay plotly.js, which all pages of a site share, and return its address."""
        from classkit.hosting.shared import PLOTLY, plotly

        return self.laid.get(PLOTLY) or self.lay(PLOTLY, plotly())


def version_of(content: bytes) -> str:
    """Return a hash of the content, as 12 hexadecimal digits; browsers keep the file under it."""
    return blake2b(content, digest_size=6).hexdigest()


def chosen_parts(only: Sequence[str]) -> list[Part]:
    """Return the parts of these names, or all if none is named. UnknownName for any other."""
    known = {part.name: part for part in PARTS}
    names = [known_name("part of a site", name, known) for name in only]
    return [part for part in PARTS if not names or part.name in names]


def write_site(
    out: Path,
    only: Sequence[str] = (),
    *,
    run: bool = True,
    answers: bool = True,
    pyodide: Path | None = None,
    packages: Path | None = None,
    records: Sequence[Path] = (),
    names: bool = False,
    parser: ArgumentParser | None = None,
) -> Path:
    """Write a site into the folder ``out`` and return its index page.

    ``only`` names the parts to be written, all by default. ``records`` are files of matches, each
    of which has a page; with ``names`` it shows those of the seats. The documentation needs
    ``parser``, the parser of the command line. The rest is as in :class:`Site`. The folder is
    new or empty, or holds a site that was written before, which is replaced once the new one is
    complete. ClasskitError says what stands against it.
    """
    parts = chosen_parts(only)
    if records and PARTS[0] not in parts:
        raise ClasskitError(
            "A saved match is a live table: leave --only out, or name tables there as well."
        )
    check_place(out)
    saved = read_saved(records, names=names)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".classkit-site-", dir=out.parent) as made:
        site = Site(Path(made, "site"), run, answers, pyodide, packages, saved, parser)
        site.folder.mkdir()
        groups = [(part.title, links_of(part, site)) for part in parts]
        site.put(INDEX, index_page(site, groups).encode())
        if site.scripts:
            addresses = rest_of(site.folder, site.files)
            rest = {one: version_of((site.folder / one).read_bytes()) for one in addresses}
            site.put(SCRIPT, service_worker(site.files, rest))
        (site.folder / MARK).touch()
        if out.exists():
            out.rename(Path(made, "before"))
        site.folder.rename(out)
    return out / INDEX


def index_page(site: Site, groups: list[tuple[str, list[Link]]]) -> str:
    """Return the page that leads to the parts."""
    looks = site.lay(STYLES, shared_look(STYLES))
    icon = site.lay(ICON, shared_look(ICON))
    facts = {"groups": groups, "looks": looks, "icon": icon, "here": INDEX, "scripts": site.scripts}
    return fill_in(__package__, "index.html.j2", policy=POLICY, **facts)


def links_of(part: Part, site: Site) -> list[Link]:
    """Write one part, and return what the index page shows of it."""
    links: list[Link] = import_module(f"{__package__}.{part.module}").write(site)
    return links


def check_place(out: Path) -> None:
    """Refuse a place that holds anything but an earlier site."""
    if out.is_dir() and not out.is_symlink():
        if (out / MARK).is_file() or not any(out.iterdir()):
            return
        raise ClasskitError(
            f"{out} holds other files: choose a new folder, or empty this one first."
        )
    if out.exists() or out.is_symlink():
        raise ClasskitError(f"{out} is no folder: choose another name.")
    if shutil.disk_usage(nearest(out)).free < LEAST_FREE:
        raise ClasskitError(f"The disk of {out} is nearly full: a site needs about 40 MB.")


def nearest(path: Path) -> Path:
    """Return the closest folder above a path that exists."""
    return next(one for one in path.resolve().parents if one.exists())
