"""Pages generated from other texts in the repository: lessons, assignments, changelog, code."""

from __future__ import annotations

import inspect
import tomllib
from importlib import import_module

from .markdown import format_table
from .source_tree import GUIDE, SourceTree

SINGLE_PAGES = {
    "classkit/README.md": "architecture",
    "classkit/widgets/page/README.md": "page-modules",
    "lessons/CHANGELOG.md": "changelog",
}
"""Texts that become one page each: path in the repository -> page."""
CODE_WORDS = "tests/glossary.toml"
ASSIGNMENTS = "lessons/assignments/README.md"
STUDENTS = "lessons/assignments/student"
LAWS = "laws"


def register_pages(tree: SourceTree) -> None:
    """Register the pages of the texts as the targets of links to the texts."""
    tree.pages.update({path: f"{page}.md" for path, page in SINGLE_PAGES.items()})
    tree.pages |= {"README.md": "index.md", GUIDE: "index.md", CODE_WORDS: "code-words.md"}
    tree.pages |= {"classkit/games": "games/index.md", "classkit/commands": "commands/index.md"}
    for path in (ASSIGNMENTS, "lessons/assignments", STUDENTS):
        tree.pages[path] = "assignments.md"


def write(tree: SourceTree) -> None:
    """Write the pages of the texts and the page of laws."""
    for path, page in SINGLE_PAGES.items():
        tree.write_page(page, tree.rewrite_links(tree.read_text(path), path))
    tree.write_page("code-words", format_code_words(tree.read_text(CODE_WORDS)))
    tree.write_page("assignments", render_assignments(tree))
    tree.write_page(LAWS, render_laws())


def format_code_words(source: str) -> str:
    """Return the glossary of the code as a page: each word, its meaning, and the words it replaces.

    Example:
        >>> print(format_code_words('words.roll = { meaning = "what dice give", not = ["throw"] }'))
        # Words of the code
        <BLANKLINE>
        One word, one meaning: names in the code follow this list.
        <BLANKLINE>
        | word | meaning | replaces |
        |---|---|---|
        | **roll** | what dice give | throw |
    """
    words = sorted(tomllib.loads(source)["words"].items())
    rows = [[f"**{word}**", entry["meaning"], ", ".join(entry["not"])] for word, entry in words]
    opening = "One word, one meaning: names in the code follow this list."
    return (
        f"# Words of the code\n\n{opening}\n\n{format_table(['word', 'meaning', 'replaces'], rows)}"
    )


def render_assignments(tree: SourceTree) -> str:
    """Return the page of the assignments. It links to copies of the student notebooks.

    Without answers, the page contains only the links, because the text explains how answers are
    checked.
    """
    found = sorted((tree.repository / STUDENTS).glob("*.ipynb"))
    lines = [f"- [{path.name}]({tree.copy_file(f'{STUDENTS}/{path.name}')})" for path in found]
    text = "# Assignments\n\nTwo notebooks for each game, with questions about a match."
    if tree.answers:
        text = tree.rewrite_links(tree.read_text(ASSIGNMENTS), ASSIGNMENTS)
    return text + "\n\n## Notebooks to hand out\n\n" + "\n".join(lines)


def render_laws() -> str:
    """Return the Markdown of the page about the laws, by subject."""
    from classkit import testing

    parts = [
        "# The laws",
        "What must be true of every game. A package with a game of its own runs all laws with one "
        "line, `from classkit.testing.laws import *`, and a fixture `game`.",
    ]
    for name in testing.MODULES:
        module = import_module(f"classkit.testing.{name}")
        parts.append(f"## {name.replace('_', ' ').capitalize()}")
        parts.append((inspect.getdoc(module) or "").partition("\n\n")[0])
        for law, check in vars(module).items():
            if law.startswith("test_") and check.__module__ == module.__name__:
                words = (inspect.getdoc(check) or "").partition("\n\n")[0].replace("\n", " ")
                parts.append(f"- **{law.removeprefix('test_').replace('_', ' ')}**: {words}")
    return "\n\n".join(parts)
