"""The tables of a site: a page for each, whose kernel is Python in a worker of that page.

All that a table is made of lies in folders whose names change with what is in them, so a browser
never puts together what does not belong together.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from classkit.hosting.offered import Offered, offered_tables
from classkit.templates import fill_in
from classkit.widgets.joined import joined
from classkit.widgets.loader import MODULES

from .build import Link, Program, Site
from .compiled import HERE, Compiled, compile_python, packages_of_games
from .kernel import first_match, first_snapshot
from .looks import ICON, POLICY, picture, shared_look
from .pyodide import LIBRARY as WHOLE_LIBRARY
from .pyodide import VERSION, pyodide_files
from .saved import Saved

if TYPE_CHECKING:
    from classkit.engine.match import Match

FOLDER, SAVED = "tables", "matches"
"""The folders of the pages in a site: of games, and of saved matches."""
PYODIDE = f"pyodide-{VERSION}"
"""The folder of Pyodide's own files."""
ROOT, PAGE = "site.js", "page.js"
SCRIPTS = (
    "boot.js", "cells.js", "helper.js", "helping.js", "matches.js", "offline.js", "start.js",
    "storage.js", "worker.js",
)  # fmt: skip
PACKED_LIBRARY, PACKED_PACKAGE = "library.bin", "package.bin"
"""Names that hide the compression of the files, so that no host undoes it."""
SEED = 1
"""The seed of the match shown while Python loads, fixed so that equal sites have equal bytes."""


def write(site: Site) -> list[Link]:
    """Write a page for each table, and return the links to them; saved matches come first."""
    pyodide = pyodide_files(site.pyodide)
    program = site.program = lay_program(site, pyodide, compile_python(pyodide))
    saved = [lay_saved(site, one, program) for one in site.saved]
    return saved + [lay_table(site, offered, program) for offered in offered_tables()]


def lay_program(site: Site, pyodide: Mapping[str, bytes], made: Compiled) -> Program:
    """Lay out the modules of the page, the worker's scripts, Pyodide, and the Python it runs."""
    for name, content in pyodide.items():
        if name != WHOLE_LIBRARY:
            site.put(f"{PYODIDE}/{name}", content)
    parts = {PAGE: joined(MODULES, ROOT).encode()}
    parts |= {PACKED_LIBRARY: packed(made.library), PACKED_PACKAGE: packed(made.package)}
    parts |= {name: (HERE / name).read_bytes() for name in SCRIPTS}
    games = {name: f"{name}.bin" for name in made.games}
    parts |= {games[name]: packed(content) for name, content in made.games.items()}
    folder = f"program-{mark_of(parts)}"
    for name, content in parts.items():
        site.put(f"{folder}/{name}", content)
    site.scripts = [f"{folder}/matches.js", f"{folder}/offline.js"]
    python = {
        "worker": f"{folder}/worker.js",
        "pyodide": f"{PYODIDE}/",
        "library": f"{folder}/{PACKED_LIBRARY}",
        "packed": f"{folder}/{PACKED_PACKAGE}",
    }
    places = {name: [f"{folder}/{file}"] for name, file in games.items()}
    return Program(f"{folder}/{PAGE}", f"{folder}/offline.js", python, places, made)


def packed(content: bytes) -> bytes:
    """Return a file compressed: few hosts compress it themselves."""
    return gzip.compress(content, 9, mtime=0)


def mark_of(parts: Mapping[str, bytes]) -> str:
    """Return a hash of files by name and content."""
    mark = blake2b(digest_size=6)
    for name, content in sorted(parts.items()):
        mark.update(f"{name} {len(content)} ".encode() + content)
    return mark.hexdigest()


def lay_table(site: Site, offered: Offered, program: Program) -> Link:
    """Write the page of one table, and return the link to it."""
    settings = {"options": dict(offered.options)}
    asked = {"game": offered.game, "settings": settings}
    match = first_match({**asked, "settings": {**settings, "seed": SEED}})
    address = f"{FOLDER}/{offered.name}.html"
    lay_page(site, address, offered.title, asked, match, program)
    about = match.game.about_of(match.table)
    return Link(offered.title, address, about.subject, lay_picture(site, offered.name))


def lay_saved(site: Site, saved: Saved, program: Program) -> Link:
    """Write the page of one saved match, and return the link to it."""
    asked = {"record": saved.record, "names": dict(saved.names)}
    match = first_match(asked)
    address = f"{SAVED}/{saved.name}.html"
    lay_page(site, address, saved.title, asked, match, program)
    return Link(saved.title, address, saved.about, lay_picture(site, match.game.name))


def lay_picture(site: Site, name: str) -> str:
    """Lay the picture of a dashboard, and return its address."""
    return site.lay(f"pictures/{name}.svg", picture(name))


def lay_page(
    site: Site,
    address: str,
    title: str,
    asked: Mapping[str, Any],
    match: Match,
    program: Program,
) -> None:
    """Write a page that shows ``match`` until its kernel has begun with what is ``asked``.

    The game of that match comes with Python, and others as soon as one of their files is opened.
    """
    game = {"game": program.games[packages_of_games()[match.game.name]][0]}
    python = {**program.python, **game, "later": program.games}
    told = {"up": "../", "asked": asked, "python": python, "first": first_snapshot(match)}
    text = fill_in(
        __package__,
        "table.html.j2",
        title=title,
        policy=POLICY,
        plotly=site.plotly(),
        icon=site.lay(ICON, shared_look(ICON)),
        page=program.page,
        offline=program.offline,
        told=told,
    )
    site.put(address, text.encode())
