"""Source folder of the documentation, in which generated pages are written next to the guide.

A page has a name, such as ``how-to/host``. Links to files of the repository are rewritten: a link
leads to the page of the guide or the page generated from the file, or else to a copy of the file.
If the file does not exist, or if it contains answers and the book has none, only the text of the
link remains.
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from classkit.engine.errors import ClasskitError

from .markdown import map_links

if TYPE_CHECKING:
    from sphinx.application import Sphinx

GUIDE = "lessons/guide"
"""Folder of the guide in the repository."""
FILES = "files"
"""Folder for copies of files of the repository."""
EXTRA = "_extra"
"""Folder of files that Sphinx copies unchanged."""
GENERATED = (
    EXTRA, FILES, "lessons", "plans", "games", "rules", "commands", "architecture.md",
    "assignments.md", "changelog.md", "code-words.md", "laws.md", "page-modules.md",
)  # fmt: skip
"""Files and folders that are generated, possibly by an earlier build."""
PICTURE_SUFFIXES = (".png", ".svg", ".gif", ".webp")
PAGE_SUFFIXES = (".md", ".rst")
SHORTENED_PAGES = ("assignments.md",)
"""Generated pages that have fewer headings in a book without answers."""
STUDENT_FOLDERS = ("lessons/class/", "lessons/assignments/student/", "lessons/dashboards/")
"""Folders of the repository whose notebooks contain no answers."""


@dataclass
class SourceTree:
    """The source folder, and a map from files of the repository to pages.

    ``repository`` is the folder of the repository, ``folder`` the source folder. ``parser`` is the
    parser of the command line. With ``answers=False``, files with answers are omitted. ``pages``
    maps a path in the repository to the source of a page. ``hidden`` lists pages of the guide to
    omit, without their suffix.
    """

    repository: Path
    folder: Path
    parser: ArgumentParser
    answers: bool = False
    pages: dict[str, str] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)

    @property
    def beside(self) -> Path:
        """The folder of files that Sphinx copies unchanged."""
        return self.folder / EXTRA

    def read_text(self, path: str) -> str:
        """Return a text of the repository. Raise ClasskitError if it is missing."""
        try:
            return (self.repository / path).read_text(encoding="utf-8")
        except OSError as error:
            raise ClasskitError(
                f"{self.repository} has no {path}, which the documentation needs. Run this in a "
                "complete clone of the repository."
            ) from error

    def write_page(self, page: str, text: str, ending: str = ".md") -> None:
        """Write the source of a page."""
        path = self.folder / f"{page}{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.strip() + "\n", encoding="utf-8")

    def rewrite_source(self, app: Sphinx, page: str, source: list[str]) -> None:
        """Rewrite the links in a guide page when Sphinx reads it."""
        if page.partition("/")[0] not in GENERATED and f"{page}.md" not in GENERATED:
            source[0] = self.rewrite_links(source[0], f"{GUIDE}/{page}.md")

    def rewrite_links(self, text: str, path: str) -> str:
        """Return a Markdown text with its links to files of the repository rewritten.

        The links are relative to ``path``, the path of the text in the repository.
        """
        return map_links(text, lambda target: self.resolve_link(target, PurePosixPath(path).parent))

    def resolve_link(self, link: str, place: PurePosixPath) -> str:
        """Return the target of a link in a text in the ``place`` folder, or "" if it has none."""
        if "://" in link or link.startswith(("#", "/", "mailto:")):
            return link
        name, hash_sign, heading = link.partition("#")
        path = normalize_path(place / name)
        if page := self.pages.get(path):
            whole = self.answers or page not in SHORTENED_PAGES
            return f"/{page}{hash_sign}{heading}" if whole else f"/{page}"
        own = path.removeprefix(f"{GUIDE}/")
        if own != path and (self.folder / own).is_file():
            if PurePosixPath(own).with_suffix("").as_posix() in self.hidden:
                return ""
            shown = PurePosixPath(own).suffix in (*PAGE_SUFFIXES, *PICTURE_SUFFIXES)
            return f"{'' if shown else 'path:'}/{own}{hash_sign}{heading}"
        return self.copy_file(path) if self.may_copy(path) else ""

    def may_copy(self, path: str) -> bool:
        """Return whether a file of the repository exists and may be included in the book."""
        has_answers = path.endswith(".ipynb") and not path.startswith(STUDENT_FOLDERS)
        return (self.repository / path).is_file() and (self.answers or not has_answers)

    def copy_file(self, path: str) -> str:
        """Copy a file of the repository and return the address of the copy."""
        kept = f"{FILES}/{path}"
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
