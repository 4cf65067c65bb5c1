"""Clauses of the rules in a notebook: as text, and as hover text on clause numbers.

Works offline.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from classkit.engine.rulebook_text import Rulebook

CLAUSE_NUMBER = re.compile(r"(?<![\w.])[A-Z]+\d+(?:\.\d+)?(?![\w])")
CODE_OR_TAG = re.compile(r"(```.*?```|`[^`\n]*`|<[^<>]*>|\$[^$\n]*\$)", re.DOTALL)
"""Matches parts of Markdown in which clause numbers are not marked: code, tags, formulas."""
ATTRIBUTE_ESCAPES = str.maketrans({"$": "&#36;", "`": "&#96;", "|": "&#124;", "\n": " "})
"""Characters that Markdown, or JupyterLab's formula detection, would interpret inside a tag."""


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


HOVER = re.compile(r'<abbr title="[^"<>]*">([^<>]*)</abbr>')
"""Matches the mark that :func:`mark_clauses` writes."""


def remove_hovers(markdown: str) -> str:
    """Return Markdown without the hovers that :func:`mark_clauses` has added.

    >>> rules = Rulebook.from_text("## X1 Play\\n\\n- **X1.1 Toss.** A coin for $5.")
    >>> remove_hovers(mark_clauses("See X1.1.", rules))
    'See X1.1.'
    """
    return HOVER.sub(r"\1", markdown)


def mark_clauses(markdown: str, rulebook: Rulebook | None) -> str:
    """Return Markdown in which the number of each clause shows its text on hover.

    Code, formulas and tags are left alone, and so are numbers of unknown clauses.

    >>> rules = Rulebook.from_text("## X1 Play\\n\\n- **X1.1 Toss.** A coin for $5.")
    >>> mark_clauses("See X1.1 and `X1.1`, not X9.9.", rules)
    'See <abbr title="Toss. A coin for &#36;5.">X1.1</abbr> and `X1.1`, not X9.9.'
    """
    if rulebook is None:
        return markdown
    known = rulebook

    def mark(found: re.Match[str]) -> str:
        text = known.clauses.get(found[0]) or known.chapters.get(found[0])
        if not text:
            return found[0]
        return f'<abbr title="{escape(text).translate(ATTRIBUTE_ESCAPES)}">{found[0]}</abbr>'

    parts = CODE_OR_TAG.split(markdown)
    return "".join(
        part if at % 2 else CLAUSE_NUMBER.sub(mark, part) for at, part in enumerate(parts)
    )
