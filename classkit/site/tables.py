"""Pages for a site's live tables. Each page runs Python in a web worker.

The files of a table are in folders whose names contain a hash of their contents. So a browser
cannot combine cached files of different versions.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from classkit.hosting.table_catalog import CatalogTable, list_catalog_tables
from classkit.jinja_templates import render_template
from classkit.widgets.asset_loader import PAGE_FOLDER
from classkit.widgets.js_bundler import bundle_page

from .build import IndexLink, Site, TableProgram
from .kernel import first_match, first_snapshot
from .pyodide import LIBRARY as WHOLE_LIBRARY
from .pyodide import VERSION, get_pyodide_files
from .pyodide_build import BROWSER_FOLDER, CompiledPython, compile_python, get_game_packages
from .saved_matches import SavedMatch
from .site_theme import ICON, POLICY, read_picture, read_shared_file

if TYPE_CHECKING:
    from classkit.engine.match import Match

FOLDER, SAVED = "tables", "matches"
"""Folders of the pages of games and of saved matches."""
PYODIDE = f"pyodide-{VERSION}"
"""Folder of the Pyodide files."""
ROOT, PAGE = "site.js", "page.js"
SCRIPTS = (
    "boot.js", "cells.js", "helper.js", "helping.js", "matches.js", "offline.js", "start.js",
    "storage.js", "worker.js",
)  # fmt: skip
PACKED_LIBRARY, PACKED_PACKAGE = "library.bin", "package.bin"
"""File names that hide the gzip compression, so that no host decompresses the files."""
SEED = 1
"""Seed of the match shown while Python loads. It is constant so that builds are reproducible."""


def write(site: Site) -> list[IndexLink]:
    """Write a page for each table and return the links, saved matches first."""
    pyodide = get_pyodide_files(site.pyodide)
    program = site.program = write_program(site, pyodide, compile_python(pyodide))
    saved = [write_saved_page(site, one, program) for one in site.saved]
    return saved + [write_table_page(site, offered, program) for offered in list_catalog_tables()]


def write_program(site: Site, pyodide: Mapping[str, bytes], made: CompiledPython) -> TableProgram:
    """Write the files that all tables share: page script, worker scripts, Pyodide, ZIP files."""
    for name, content in pyodide.items():
        if name != WHOLE_LIBRARY:
            site.write_file(f"{PYODIDE}/{name}", content)
    parts = {PAGE: bundle_page(PAGE_FOLDER, ROOT).encode()}
    parts |= {
        PACKED_LIBRARY: compress_file(made.library),
        PACKED_PACKAGE: compress_file(made.package),
    }
    parts |= {name: (BROWSER_FOLDER / name).read_bytes() for name in SCRIPTS}
    games = {name: f"{name}.bin" for name in made.games}
    parts |= {games[name]: compress_file(content) for name, content in made.games.items()}
    folder = f"program-{hash_parts(parts)}"
    for name, content in parts.items():
        site.write_file(f"{folder}/{name}", content)
    site.scripts = [f"{folder}/matches.js", f"{folder}/offline.js"]
    python = {
        "worker": f"{folder}/worker.js",
        "pyodide": f"{PYODIDE}/",
        "library": f"{folder}/{PACKED_LIBRARY}",
        "packed": f"{folder}/{PACKED_PACKAGE}",
    }
    places = {name: [f"{folder}/{file}"] for name, file in games.items()}
    return TableProgram(f"{folder}/{PAGE}", f"{folder}/offline.js", python, places, made)


def compress_file(content: bytes) -> bytes:
    """Compress a file with gzip, because few hosts compress such files themselves."""
    return gzip.compress(content, 9, mtime=0)


def hash_parts(parts: Mapping[str, bytes]) -> str:
    """Return a hash of the names and contents of files."""
    mark = blake2b(digest_size=6)
    for name, content in sorted(parts.items()):
        mark.update(f"{name} {len(content)} ".encode() + content)
    return mark.hexdigest()


def write_table_page(site: Site, offered: CatalogTable, program: TableProgram) -> IndexLink:
    """Write the page of one table and return its link."""
    settings = {"options": dict(offered.options)}
    asked = {"game": offered.game, "settings": settings}
    match = first_match({**asked, "settings": {**settings, "seed": SEED}})
    address = f"{FOLDER}/{offered.name}.html"
    write_page(site, address, offered.title, asked, match, program)
    about = match.game.get_description(match.table)
    return IndexLink(offered.title, address, about.subject, write_picture(site, offered.name))


def write_saved_page(site: Site, saved: SavedMatch, program: TableProgram) -> IndexLink:
    """Write the page of one saved match and return its link."""
    asked = {"record": saved.record, "names": dict(saved.names)}
    match = first_match(asked)
    address = f"{SAVED}/{saved.name}.html"
    write_page(site, address, saved.title, asked, match, program)
    return IndexLink(saved.title, address, saved.about, write_picture(site, match.game.name))


def write_picture(site: Site, name: str) -> str:
    """Write the picture of a dashboard and return its address."""
    return site.write_versioned(f"pictures/{name}.svg", read_picture(name))


def write_page(
    site: Site,
    address: str,
    title: str,
    asked: Mapping[str, Any],
    match: Match,
    program: TableProgram,
) -> None:
    """Write a page that shows ``match`` until Python starts with the match in ``asked``.

    The page loads the game of this match together with Python. Other games are loaded when one of
    their saved matches is opened.
    """
    game = {"game": program.games[get_game_packages()[match.game.name]][0]}
    python = {**program.python, **game, "later": program.games}
    told = {"up": "../", "asked": asked, "python": python, "first": first_snapshot(match)}
    text = render_template(
        __package__,
        "table.html.j2",
        title=title,
        policy=POLICY,
        plotly=site.write_plotly(),
        icon=site.write_versioned(ICON, read_shared_file(ICON)),
        page=program.page,
        offline=program.offline,
        told=told,
    )
    site.write_file(address, text.encode())
