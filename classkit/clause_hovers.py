"""Hover text on the numbers of clauses in Markdown, which works offline."""

from __future__ import annotations

import re
from html import escape

from .engine.rulebook_text import Rulebook

CLAUSE_NUMBER = re.compile(r"(?<![\w.])[A-Z]+\d+(?:\.\d+)?(?![\w])")
CODE_OR_TAG = re.compile(r"(```.*?```|`[^`\n]*`|<[^<>]*>|\$[^$\n]*\$)", re.DOTALL)
"""Matches parts of Markdown in which clause numbers are not marked: code, tags, formulas."""
ATTRIBUTE_ESCAPES = str.maketrans({"$": "&#36;", "`": "&#96;", "|": "&#124;", "\n": " "})
"""Characters that Markdown, or JupyterLab's formula detection, would interpret inside a tag."""
HOVER = re.compile(r'<abbr title="[^"<>]*">([^<>]*)</abbr>')
"""Matches the mark that :func:`mark_clauses` writes."""


def remove_hovers(markdown: str) -> str:
    """Return Markdown without the hovers that :func:`mark_clauses` has added.

    >>> rules = Rulebook.from_text("## X1 Play\\n\\n- **X1.1 Toss.** A coin for $5.")
    >>> remove_hovers(mark_clauses("See X1.1.", rules))
    'See X1.1.'
    """
    return HOVER.sub(r"\1", markdown)


def mark_clauses(markdown: str, *rulebooks: Rulebook | None) -> str:
    """Return Markdown in which the number of each clause shows its text on hover.

    Code, formulas and tags are left alone, and so are numbers of unknown clauses. If several
    rulebooks contain a number, the first is used.

    >>> rules = Rulebook.from_text("## X1 Play\\n\\n- **X1.1 Toss.** A coin for $5.")
    >>> mark_clauses("See X1.1 and `X1.1`, not X9.9.", rules)
    'See <abbr title="Toss. A coin for &#36;5.">X1.1</abbr> and `X1.1`, not X9.9.'
    """
    books = [book for book in rulebooks if book is not None]
    if not books:
        return markdown

    def mark(found: re.Match[str]) -> str:
        texts = (book.clauses.get(found[0]) or book.chapters.get(found[0]) for book in books)
        text = next(filter(None, texts), "")
        if not text:
            return found[0]
        return f'<abbr title="{escape(text).translate(ATTRIBUTE_ESCAPES)}">{found[0]}</abbr>'

    parts = CODE_OR_TAG.split(markdown)
    return "".join(
        part if at % 2 else CLAUSE_NUMBER.sub(mark, part) for at, part in enumerate(parts)
    )
