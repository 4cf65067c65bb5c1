"""Helpers for Markdown texts: links, rule clauses, tables, directives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape

CODE_PATTERN = re.compile(r"(^ *```.*?^ *```|`[^`\n]+`)", re.DOTALL | re.MULTILINE)
"""Matches code: a fenced block or inline code."""
LINK_PATTERN = re.compile(r"(?P<mark>!?)\[(?P<text>[^\[\]]+)\]\((?P<target>[^()\s]+)\)")
"""Matches a link, or a picture if it starts with an exclamation mark."""
LINK_OR_CODE_PATTERN = re.compile(
    f"{LINK_PATTERN.pattern}|{CODE_PATTERN.pattern}", CODE_PATTERN.flags
)
"""Matches a link (whose text may contain code) or code."""
RULE_NUMBER_PATTERN = re.compile(r"\b[A-Z]\d{1,2}\.\d{1,2}\b")
"""Matches the number of a clause, such as P4.3."""
RULE_START_PATTERN = re.compile(r"^- \*\*([A-Z]\d{1,2}\.\d{1,2})\*\*", re.MULTILINE)
"""Matches the beginning of a clause in a rulebook."""


def map_outside_code(text: str, change: Callable[[str], str]) -> str:
    """Return a text with ``change`` applied to every part outside code.

    >>> map_outside_code("a `a` a", str.upper)
    'A `a` A'
    """
    return "".join(
        part if number % 2 else change(part) for number, part in enumerate(CODE_PATTERN.split(text))
    )


def map_links(text: str, lead: Callable[[str], str]) -> str:
    """Return a text with new link targets; if ``lead`` returns "", only the text of a link remains.

    >>> map_links("[one](a.md), [two](b.md)", lambda link: "/c.md" if link == "a.md" else "")
    '[one](/c.md), two'
    >>> map_links("[`a.md`](a.md), `[one](a.md)`", lambda link: "/c.md")
    '[`a.md`](/c.md), `[one](a.md)`'
    """

    def led(found: re.Match[str]) -> str:
        if found["target"] is None:
            return found[0]  # the match is code
        target = lead(found["target"])
        return f"{found['mark']}[{found['text']}]({target})" if target else found["text"]

    return LINK_OR_CODE_PATTERN.sub(led, text)


def make_slug(heading: str) -> str:
    """Convert a heading to the form used in URLs.

    >>> make_slug("What is stored where?")
    'what-is-stored-where'
    """
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")


def link_rules(text: str) -> str:
    """Return a rulebook with an anchor at each clause, and with links between its clauses.

    >>> print(link_rules("- **P4.1** As P4.2 and X9.9 say.\\n- **P4.2** Yes."))
    - <b class="clause" id="P4.1">P4.1</b> As <a href="#P4.2">P4.2</a> and X9.9 say.
    - <b class="clause" id="P4.2">P4.2</b> Yes.
    """
    known = set(RULE_START_PATTERN.findall(text))

    def led(found: re.Match[str]) -> str:
        clause = found[0]
        return f'<a href="#{clause}">{clause}</a>' if clause in known else clause

    def change(part: str) -> str:
        heads = RULE_START_PATTERN.split(part)
        bodies = [RULE_NUMBER_PATTERN.sub(led, body) for body in heads[::2]]
        marked = [f'- <b class="clause" id="{clause}">{clause}</b>' for clause in heads[1::2]]
        return bodies[0] + "".join(
            mark + body for mark, body in zip(marked, bodies[1:], strict=True)
        )

    return map_outside_code(text, change)


def format_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown.

    >>> print(format_table(["a", "b"], [["1", "x|y"]]))
    | a | b |
    |---|---|
    | 1 | x\\|y |
    """
    lines = [list(head), ["---"] * len(head)]
    lines += [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    return "\n".join(
        f"|{'|'.join(row)}|" if row[0] == "---" else f"| {' | '.join(row)} |" for row in lines
    )


def format_definitions(entries: Iterable[tuple[str, str]]) -> str:
    """Return a definition list in Markdown.

    >>> print(format_definitions([("`a`", "one"), ("`b`", "two\\nlines")]))
    `a`
    : one
    <BLANKLINE>
    `b`
    : two lines
    """
    return "\n\n".join(f"{term}\n: {' '.join(words.split())}" for term, words in entries)


def format_toctree(pages: Sequence[str], caption: str = "", hidden: bool = False) -> str:
    """Return a ``toctree`` directive for pages."""
    options = [f":caption: {caption}"] if caption else []
    options += [":hidden:"] if hidden else []
    below = [page if page.startswith("genindex") or "<" in page else f"/{page}" for page in pages]
    return "\n".join(["```{toctree}", ":maxdepth: 1", *options, "", *below, "```"])


def format_block(text: str, language: str = "text") -> str:
    """Return text as a code block whose fence does not occur in the text."""
    longest = max((len(found) for found in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def escape_markdown(text: str) -> str:
    """Escape a text so that Markdown shows it literally.

    >>> escape_markdown("<b> *x* [y](z)")
    '&lt;b&gt; \\\\*x\\\\* \\\\[y\\\\](z)'
    """
    return re.sub(r"([\\`*_\[\]{}#])", r"\\\1", escape(text, quote=False))
