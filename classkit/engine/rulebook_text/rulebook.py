"""The clauses of a game's rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from ..errors import (
    require_known,
)
from ..untrusted_input import to_half_width

# --- rulebook -------------------------------------------------------------------------------------

CHAPTER_PATTERN = re.compile(r"^#+ (?P<id>[A-Z]+\d+) (?P<title>\S.*)$")

CLAUSE_PATTERN = re.compile(r"^- \*\*(?P<id>[A-Z]+\d+(?:\.\d+)?)(?:\.?\*\*|\b)(?P<text>.*)$")


class Rulebook:
    """The clauses of one game, read on first use.

    Args:
        package: Package that contains the file.
        name: Name of the Markdown file.

    Example:
        >>> book = "## X1 Play\\n\\n- **X1.1 Toss.** A coin is tossed.\\n  Heads wins."
        >>> Rulebook.from_text(book).clause("X1.1")
        'Toss. A coin is tossed. Heads wins.'
        >>> print(Rulebook.from_text(book).clause("X1"))
        X1 Play
        X1.1 Toss. A coin is tossed. Heads wins.
    """

    def __init__(self, package: str, name: str = "rules.md") -> None:
        self.package, self.name = package, name

    @classmethod
    def from_text(cls, text: str) -> Rulebook:
        """Create a rulebook from a text.

        Args:
            text: Rules in Markdown, with clauses such as ``- **X1.1 Toss.** A coin is tossed.``

        Returns:
            The rulebook.
        """
        book = cls("")
        book.__dict__["text"] = text
        return book

    @cached_property
    def text(self) -> str:
        """The full text, as Markdown."""
        from importlib.resources import files  # slow import, only needed for rules

        return files(self.package).joinpath(self.name).read_text(encoding="utf-8")

    @cached_property
    def clauses(self) -> dict[str, str]:
        """The text of each clause by its id, in order."""
        found: dict[str, str] = {}
        current = ""
        for line in self.text.splitlines():
            if match := CLAUSE_PATTERN.match(line):
                current = match["id"]
                found[current] = strip_emphasis(match["text"])
            elif current and line.startswith("  ") and line.strip():
                found[current] += " " + strip_emphasis(line)
            else:
                current = ""
        return found

    @cached_property
    def chapters(self) -> dict[str, str]:
        """The heading of each chapter by its id, in order."""
        found = (CHAPTER_PATTERN.match(line) for line in self.text.splitlines())
        return {match["id"]: strip_emphasis(match["title"]) for match in found if match}

    def clause(self, clause: str) -> str:
        """Return the text of a clause, or the heading and clauses of a chapter, one per line.

        Args:
            clause: Id of a clause or chapter, in any form that :func:`match_clause` accepts.

        Returns:
            The text, without Markdown markup.

        Raises:
            UnknownName: The clause is unknown.
        """
        known = {**self.chapters, **self.clauses}
        clause = match_clause(clause, known) or require_known("clause", clause, known)
        if clause in self.clauses:
            return self.clauses[clause]
        inside = [
            f"{id} {text}" for id, text in self.clauses.items() if id.startswith(f"{clause}.")
        ]
        return "\n".join([f"{clause} {self.chapters[clause]}", *inside])


def match_clause(typed: object, known: Iterable[str]) -> str | None:
    """Return the id that a person has typed, or None if it is unknown.

    Case, width, spaces, quotation marks and a paragraph sign do not matter.

    >>> [match_clause(typed, ["Q2.4"]) for typed in ("\uff312.4", "\u00a7q2.4.")]
    ['Q2.4', 'Q2.4']
    """
    if type(typed) is not str:
        return None
    plain = to_half_width(typed[:MAX_CLAUSE_LENGTH]).replace("\u3002", ".").casefold()
    wanted = CLAUSE_DECORATION.sub("", plain)
    return next((one for one in known if one.casefold() == wanted), None)


MAX_CLAUSE_LENGTH = 100

CLAUSE_DECORATION = re.compile(
    "[\\s\u00a7\"'`\u00b4()\\[\\]\u2018-\u201f\u00ab\u00bb\u2039\u203a\u300c-\u300f]+|\\.+$"
)
"""Matches what people write around the id of a clause."""


def strip_emphasis(text: str) -> str:
    """Remove Markdown emphasis from a line."""
    return text.replace("**", "").strip()
