"""One-page summaries of a game's rules for printing, generated from the game's ``sheet.md``.

Each line of a sheet ends with the clauses that it summarizes. All clauses must exist in the
rulebook.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

from markupsafe import Markup

from classkit.engine.errors import ClasskitError
from classkit.engine.rulebook_text import Rulebook
from classkit.jinja_templates import render_template

RULES_PATTERN = re.compile(r"\(([A-Z]+\d+\.\d+(?:, [A-Z]+\d+\.\d+)*)\)$")


def write_sheet(game: Any, path: Path) -> None:
    """Write the sheet of a game as HTML. Raise ClasskitError if the file exists."""
    text = read_sheet(game)
    if path.exists():
        raise ClasskitError(f"{path} already exists. Choose another name, or move the file.")
    try:
        path.write_text(render_sheet(game, text), encoding="utf-8")
    except OSError as error:
        raise ClasskitError(f"{path} cannot be written: {error.strerror}.") from error


def read_sheet(game: Any) -> str:
    """Return the text of a game's sheet."""
    try:
        return Rulebook(game.rulebook.package, "sheet.md").text
    except (FileNotFoundError, ModuleNotFoundError, ValueError):
        raise ClasskitError(
            f"{game.title} has no sheet to hand out. Its author must add a file sheet.md next "
            "to the rules."
        ) from None


def render_sheet(game: Any, text: str) -> str:
    """Return a sheet as HTML: title, first paragraph, then chapters in two columns."""
    text = game.declared_text(text.removeprefix("# ").strip())
    title, opening, *chapters = re.split(r"\n\n(?!- )|\n(?=## )", text)
    lists = [chapter.strip().removeprefix("## ").split("\n") for chapter in chapters]
    return render_template(
        __package__,
        "rule_sheet.html.j2",
        title=title,
        opening=render_line(game, opening),
        chapters=[
            (heading, [render_line(game, line.removeprefix("- ")) for line in lines])
            for heading, *lines in lists
            if heading
        ],
        game=game.title,
        authors=game.authors.rstrip("."),
        licence=game.licence,
    )


def render_line(game: Any, line: str) -> tuple[Markup, str]:
    """Return a line as HTML with its clauses. Raise ClasskitError for an unknown clause."""
    found = RULES_PATTERN.search(line)
    if found is None:
        raise ClasskitError(f"A line of the sheet of {game.title} cites no clause: {line[:60]}")
    for clause in found[1].split(", "):
        game.rulebook.clause(clause)
    words = re.sub(
        r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(line[: found.start()].strip(), quote=False)
    )
    return Markup(re.sub(r"\*(.+?)\*", r"<i>\1</i>", words)), found[1]
