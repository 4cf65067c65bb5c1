"""Source folder of the documentation, from which Sphinx builds the pages.

A page has a name, such as ``guide/grading``. Links in texts of the repository are rewritten: a link
to a file of the repository leads to the page made from this file, or else to a copy of the file. If
there is no such file, only the text of the link remains.
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from classkit.engine.errors import ClasskitError

from .markdown import map_links

FILES = "files"
"""Folder for copies of files of the repository."""
PICTURE_SUFFIXES = (".png", ".svg")


@dataclass
class SourceTree:
    """The folder of sources, and the map from files of the repository to pages.

    ``repository`` is the folder of the repository, ``folder`` the folder of the sources, and
    ``beside`` a folder of files that Sphinx copies unchanged. ``parser`` is the parser of the
    command line. ``pages`` maps a path of the repository, with or without ``#heading``, to the
    source of a page.
    """

    repository: Path
    folder: Path
    beside: Path
    parser: ArgumentParser
    pages: dict[str, str] = field(default_factory=dict)

    def read_text(self, path: str) -> str:
        """Return a text of the repository; raise ClasskitError if it is missing."""
        try:
            return (self.repository / path).read_text(encoding="utf-8")
        except OSError as error:
            raise ClasskitError(
                f"{self.repository} has no {path}, from which the documentation is made: run this "
                "in a whole copy of the repository."
            ) from error

    def write_page(self, page: str, text: str, ending: str = ".md") -> None:
        """Write the source of a page."""
        path = self.folder / f"{page}{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.strip() + "\n", encoding="utf-8")

    def rewrite_links(self, text: str, path: str) -> str:
        """Return a Markdown text with its links to files of the repository rewritten.

        The links are relative to ``path``, the path of the text in the repository.
        """
        return map_links(text, lambda target: self.resolve_link(target, PurePosixPath(path).parent))

    def resolve_link(self, link: str, place: PurePosixPath) -> str:
        """Return the target of a link in a text in the folder ``place``; "" if it has none."""
        if "://" in link or link.startswith(("#", "mailto:")):
            return link
        name, hash_sign, heading = link.partition("#")
        path = normalize_path(place / name)
        if page := self.pages.get(f"{path}#{heading}"):
            return f"/{page}"
        if page := self.pages.get(path):
            return f"/{page}{hash_sign}{heading}"
        return self.copy_file(path) if (self.repository / path).is_file() else ""

    def copy_file(self, path: str) -> str:
        """Copy a file of the repository and return the address of the copy."""
        kept = f"{FILES}/{PurePosixPath(path).name}"
        copy = self.folder / kept
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((self.repository / path).read_bytes())
        return f"/{kept}" if copy.suffix in PICTURE_SUFFIXES else f"path:/{kept}"


def normalize_path(path: PurePosixPath) -> str:
    """Return a path with ``..`` resolved.

    >>> normalize_path(PurePosixPath("lessons/../classkit/lessons"))
    'classkit/lessons'
    """
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
