"""What is written for people to read: README, the guide for teachers, and what stands beside it."""

from __future__ import annotations

from .markdown import chapters, raised, slug, toctree
from .shelf import Shelf

GUIDE = "lessons/README.md"
WHOLE = {
    "README.md": "start",
    "lessons/make-a-game.md": "make-a-game",
    "lessons/CHANGELOG.md": "changelog",
    "classkit/widgets/page/README.md": "page-modules",
}
"""The texts that are one page each: path in the repository -> page."""
ASSIGNMENTS = "lessons/assignments/README.md"
STUDENTS = "lessons/assignments/student"


def announce(shelf: Shelf) -> None:
    """Say which pages are made of which texts, so that links find them."""
    shelf.pages.update({path: f"{page}.md" for path, page in WHOLE.items()})
    shelf.pages[GUIDE] = "guide/index.md"
    for heading, _ in chapters(shelf.read(GUIDE))[2]:
        shelf.pages[f"{GUIDE}#{slug(heading)}"] = f"guide/{slug(heading)}.md"
    for path in (ASSIGNMENTS, "lessons/assignments", STUDENTS):
        shelf.pages[path] = "assignments.md"


def write(shelf: Shelf) -> None:
    """Lay the pages, each chapter of the guide on a page of its own."""
    for path, page in WHOLE.items():
        shelf.lay(page, shelf.led(shelf.read(path), path))
    title, opening, parts = chapters(shelf.led(shelf.read(GUIDE), GUIDE))
    below = [f"guide/{slug(heading)}" for heading, _ in parts]
    shelf.lay("guide/index", f"# {title}\n\n{opening}\n\n{toctree(below)}")
    for (heading, text), page in zip(parts, below, strict=True):
        shelf.lay(page, f"# {heading}\n\n{raised(text)}")
    shelf.lay("assignments", shelf.led(shelf.read(ASSIGNMENTS), ASSIGNMENTS) + handed_out(shelf))


def handed_out(shelf: Shelf) -> str:
    """Return a list of the students' notebooks, which can be fetched from the book."""
    found = sorted((shelf.repository / STUDENTS).glob("*.ipynb"))
    lines = [f"- [{path.name}]({shelf.keep(f'{STUDENTS}/{path.name}')})" for path in found]
    return "\n\n## Notebooks to hand out\n\n" + "\n".join(lines)
