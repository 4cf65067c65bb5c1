"""The sources of the documentation: pages laid in a folder, which Sphinx then makes into a book.

A page has a name, such as ``guide/grading``. What is written elsewhere (the guide, the rules) is
laid here with links that lead to the pages of the book: a link to a file of the repository leads to
the page that is made of it, or to a copy of the file, and where there is neither only its words
stay.
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from classkit.engine.errors import ClasskitError

from .markdown import lead_links

FILES = "files"
"""The folder of the book that holds copies of files."""
PICTURES = (".png", ".svg")


@dataclass
class Shelf:
    """The folder of sources, and which page is made of which file.

    ``repository`` is a copy of the repository, ``folder`` where the sources lie, ``beside`` where
    files lie that go into the book as they are. ``parser`` is the parser of the command line, which
    the documentation describes. ``pages`` maps a path of the repository, with or
    without ``#heading``, to the source of a page.
    """

    repository: Path
    folder: Path
    beside: Path
    parser: ArgumentParser
    pages: dict[str, str] = field(default_factory=dict)

    def read(self, path: str) -> str:
        """Return a text of the repository; ClasskitError where the copy lacks it."""
        try:
            return (self.repository / path).read_text(encoding="utf-8")
        except OSError as error:
            raise ClasskitError(
                f"{self.repository} has no {path}, from which the documentation is made: run this "
                "in a whole copy of the repository."
            ) from error

    def lay(self, page: str, text: str, ending: str = ".md") -> None:
        """Lay the source of a page."""
        path = self.folder / f"{page}{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.strip() + "\n", encoding="utf-8")

    def led(self, text: str, path: str) -> str:
        """Return a Markdown text of the repository with its links led into the book.

        ``path`` is where the text stands, since its links are relative to that.
        """
        return lead_links(text, lambda target: self.target(target, PurePosixPath(path).parent))

    def target(self, link: str, place: PurePosixPath) -> str:
        """Return where a link of a text in the folder ``place`` leads; "" where only words stay."""
        if "://" in link or link.startswith(("#", "mailto:")):
            return link
        name, hash_sign, heading = link.partition("#")
        path = plain_path(place / name)
        if page := self.pages.get(f"{path}#{heading}"):
            return f"/{page}"
        if page := self.pages.get(path):
            return f"/{page}{hash_sign}{heading}"
        return self.keep(path) if (self.repository / path).is_file() else ""

    def keep(self, path: str) -> str:
        """Copy a file of the repository, and return the address of the copy for a link."""
        kept = f"{FILES}/{PurePosixPath(path).name}"
        copy = self.folder / kept
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((self.repository / path).read_bytes())
        return f"/{kept}" if copy.suffix in PICTURES else f"path:/{kept}"


def plain_path(path: PurePosixPath) -> str:
    """Return a path without ``..``, which leads up.

    >>> plain_path(PurePosixPath("lessons/../classkit/lessons"))
    'classkit/lessons'
    """
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
