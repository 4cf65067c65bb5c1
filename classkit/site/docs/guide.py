"""Pages made from texts of the repository: README, guide for teachers, changelog, assignments."""

from __future__ import annotations

import tomllib

from .markdown import format_table, format_toctree, make_slug, raise_headings, split_chapters
from .source_tree import SourceTree

GUIDE = "lessons/README.md"
SINGLE_PAGES = {
    "README.md": "start",
    "lessons/python.md": "python",
    "lessons/hosting.md": "hosting",
    "lessons/measurements.md": "measurements",
    "lessons/make-a-game.md": "make-a-game",
    "classkit/README.md": "architecture",
    "lessons/CHANGELOG.md": "changelog",
    "classkit/widgets/page/README.md": "page-modules",
}
"""Texts with one page each: path in the repository -> page."""
GLOSSARY = "tests/glossary.toml"
ASSIGNMENTS = "lessons/assignments/README.md"
STUDENTS = "lessons/assignments/student"


def register_pages(tree: SourceTree) -> None:
    """Register the pages of the texts, so that links to the texts lead to them."""
    tree.pages.update({path: f"{page}.md" for path, page in SINGLE_PAGES.items()})
    tree.pages[GUIDE] = "guide/index.md"
    tree.pages[GLOSSARY] = "glossary.md"
    for heading, _ in split_chapters(tree.read_text(GUIDE))[2]:
        tree.pages[f"{GUIDE}#{make_slug(heading)}"] = f"guide/{make_slug(heading)}.md"
    for path in (ASSIGNMENTS, "lessons/assignments", STUDENTS):
        tree.pages[path] = "assignments.md"


def write(tree: SourceTree) -> None:
    """Write the pages; each chapter of the guide has its own page."""
    for path, page in SINGLE_PAGES.items():
        tree.write_page(page, tree.rewrite_links(tree.read_text(path), path))
    tree.write_page("glossary", format_glossary(tree.read_text(GLOSSARY)))
    title, opening, parts = split_chapters(tree.rewrite_links(tree.read_text(GUIDE), GUIDE))
    below = [f"guide/{make_slug(heading)}" for heading, _ in parts]
    tree.write_page("guide/index", f"# {title}\n\n{opening}\n\n{format_toctree(below)}")
    for (heading, text), page in zip(parts, below, strict=True):
        tree.write_page(page, f"# {heading}\n\n{raise_headings(text)}")
    tree.write_page(
        "assignments",
        tree.rewrite_links(tree.read_text(ASSIGNMENTS), ASSIGNMENTS) + list_student_notebooks(tree),
    )


def format_glossary(source: str) -> str:
    """Return the glossary as a page: each word, its meaning, and the words that it replaces.

    Example:
        >>> print(format_glossary('words.roll = { meaning = "what dice give", not = ["throw"] }'))
        # Glossary
        <BLANKLINE>
        One word, one meaning: the words of the code, which its names must follow.
        <BLANKLINE>
        | word | meaning | replaces |
        |---|---|---|
        | **roll** | what dice give | throw |
    """
    words = sorted(tomllib.loads(source)["words"].items())
    rows = [[f"**{word}**", entry["meaning"], ", ".join(entry["not"])] for word, entry in words]
    opening = "One word, one meaning: the words of the code, which its names must follow."
    return f"# Glossary\n\n{opening}\n\n{format_table(['word', 'meaning', 'replaces'], rows)}"


def list_student_notebooks(tree: SourceTree) -> str:
    """Return a list with links to copies of the student notebooks."""
    found = sorted((tree.repository / STUDENTS).glob("*.ipynb"))
    lines = [f"- [{path.name}]({tree.copy_file(f'{STUDENTS}/{path.name}')})" for path in found]
    return "\n\n## Notebooks to hand out\n\n" + "\n".join(lines)
