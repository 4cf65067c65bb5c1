"""The rules of a game as people read them: clause by clause, from its ``rules.md``."""

from __future__ import annotations

import re
from functools import cached_property

from .errors import known_name

CLAUSE = re.compile(r"^- \*\*(?P<id>[A-Z]+\d+(?:\.\d+)?)(?:\.?\*\*|\b)(?P<text>.*)$")


class Rulebook:
    """The clauses of one game, read when first asked for.

    >>> Rulebook.of_text("- **X1.1 Toss.** A coin is tossed.\\n  Heads wins.").clause("X1.1")
    'Toss. A coin is tossed. Heads wins.'
    """

    def __init__(self, package: str, name: str = "rules.md") -> None:
        self.package, self.name = package, name

    @classmethod
    def of_text(cls, text: str) -> Rulebook:
        """A rulebook from its text."""
        book = cls("")
        book.__dict__["text"] = text
        return book

    @cached_property
    def text(self) -> str:
        """The whole text, Markdown."""
        from importlib.resources import files  # only rules that are read pay for it

        return files(self.package).joinpath(self.name).read_text(encoding="utf-8")

    @cached_property
    def clauses(self) -> dict[str, str]:
        """Clause id -> its text, in the order of the book."""
        found: dict[str, str] = {}
        current = ""
        for line in self.text.splitlines():
            if match := CLAUSE.match(line):
                current = match["id"]
                found[current] = clean(match["text"])
            elif current and line.startswith("  ") and line.strip():
                found[current] += " " + clean(line)
            else:
                current = ""
        return found

    def clause(self, clause: str) -> str:
        """The text of a clause; :class:`UnknownName` when there is none of that id."""
        return self.clauses[known_name("clause", clause, self.clauses)]


def clean(text: str) -> str:
    """A line without its marks of emphasis."""
    return text.replace("**", "").strip()
