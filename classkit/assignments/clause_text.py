"""Clauses of the rules as a notebook displays them. Works offline."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from classkit.engine.rulebook_text import Rulebook


@dataclass(frozen=True)
class ClauseText:
    """A clause, or a chapter with its clauses.

    Attributes:
        id: Number of the clause or chapter, such as "P4.2".
        text: Its text, with one line for each clause in a chapter.

    Example:
        >>> ClauseText("X1.1", "A coin is tossed.")
        X1.1 A coin is tossed.
    """

    id: str
    text: str

    def __repr__(self) -> str:
        return self.text if self.text.startswith(self.id) else f"{self.id} {self.text}"

    def _repr_html_(self) -> str:
        text = self.text.removeprefix(self.id).strip()
        lines = "".join(f"<p>{escape(line)}</p>" for line in text.split("\n"))
        return f"<blockquote><b>{escape(self.id)}</b> {lines}</blockquote>"


@dataclass(frozen=True)
class RulesText:
    """The rules of a game, chapter by chapter.

    Attributes:
        title: Title of the game.
        rulebook: Its clauses.

    Example:
        >>> RulesText("Toss", Rulebook.from_text("## X1 Play"))
        Rules of Toss
        X1 Play
    """

    title: str
    rulebook: Rulebook

    def __repr__(self) -> str:
        chapters = [f"{number} {title}" for number, title in self.rulebook.chapters.items()]
        return "\n".join([f"Rules of {self.title}", *chapters])

    def _repr_html_(self) -> str:
        chapters = []
        for number, title in self.rulebook.chapters.items():
            clauses = [
                f"<p><b>{escape(one)}</b> {escape(text)}</p>"
                for one, text in self.rulebook.clauses.items()
                if one.startswith(f"{number}.")
            ]
            chapters.append(
                f"<details><summary>{escape(number)} {escape(title)}</summary>"
                f"{''.join(clauses)}</details>"
            )
        return f"<p>Rules of {escape(self.title)}</p>{''.join(chapters)}"
