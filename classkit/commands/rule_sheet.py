"""The rules of a game on one page, to print and hand out: made from the ``sheet.md`` beside them.

Each line of a sheet ends with the clauses that it sums up, and a sheet names no clause that the
rulebook does not have.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.engine.words import Rulebook

CITED = re.compile(r"\(([A-Z]+\d+\.\d+(?:, [A-Z]+\d+\.\d+)*)\)$")
STYLE = """
@page { size: A4; margin: 11mm }
body { font: 11pt/1.32 "Liberation Sans", Arial, Helvetica, sans-serif; color: #000; margin: 0 }
h1 { font-size: 17pt; margin: 0 0 1mm }
h1 + p { margin: 0 0 3mm }
main { columns: 2; column-gap: 7mm }
h2 { font-size: 12.5pt; margin: 2.4mm 0 .8mm; border-bottom: .3mm solid #000; break-after: avoid }
h2:first-child { margin-top: 0 }
ul { margin: 0; padding-left: 3.6mm }
li { margin-bottom: .7mm; break-inside: avoid }
small { color: #444; white-space: nowrap; font-size: 8pt }
footer { margin-top: 2.5mm; font-size: 8pt; color: #444 }
@media screen { body { max-width: 188mm; margin: 11mm auto } }
"""


def write_sheet(game: Any, path: Path) -> None:
    """Write the sheet of a game as one page of HTML; refuse to overwrite a file."""
    text = read_sheet(game)
    if path.exists():
        raise ClasskitError(f"{path} exists already: choose another name, or move it away first.")
    try:
        path.write_text(as_page(game, text), encoding="utf-8")
    except OSError as error:
        raise ClasskitError(f"{path} cannot be written: {error.strerror}.") from error


def read_sheet(game: Any) -> str:
    """Return the text of a game's sheet."""
    try:
        return Rulebook(game.rulebook.package, "sheet.md").text
    except (FileNotFoundError, ModuleNotFoundError, ValueError):
        raise ClasskitError(
            f"{game.title} has no sheet to hand out: its author has to write a sheet.md beside "
            "its rules."
        ) from None


def as_page(game: Any, text: str) -> str:
    """Return a sheet as HTML: its title, its first paragraph, then chapters in two columns."""
    title, opening, *chapters = re.split(r"\n\n(?!- )|\n(?=## )", text.removeprefix("# ").strip())
    parts = [as_chapter(game, chapter) for chapter in chapters if chapter.strip()]
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n<p>{as_line(game, opening)}</p>\n"
        f"<main>\n{''.join(parts)}</main>\n"
        f"<footer>{escape(game.title)}. {escape(game.authors).rstrip('.')}. Small letters and "
        "numbers name clauses of the rule book, which opens at the table and has the last word."
        "</footer>\n"
        "</body>\n</html>\n"
    )


def as_chapter(game: Any, chapter: str) -> str:
    """Return a chapter: its heading and its list."""
    heading, *lines = chapter.strip().removeprefix("## ").split("\n")
    items = "".join(f"<li>{as_line(game, line.removeprefix('- '))}</li>\n" for line in lines)
    return f"<h2>{escape(heading)}</h2>\n<ul>\n{items}</ul>\n"


def as_line(game: Any, line: str) -> str:
    """Return a line with its stress and its clauses; refuse a clause that there is not."""
    found = CITED.search(line)
    if found is None:
        raise ClasskitError(f"A line of the sheet of {game.title} names no clause: {line[:60]}")
    for clause in found[1].split(", "):
        game.rulebook.clause(clause)
    words = escape(line[: found.start()].strip(), quote=False)
    words = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", words)
    words = re.sub(r"\*(.+?)\*", r"<i>\1</i>", words)
    return f"{words} <small>{found[1]}</small>"
