"""Markdown texts taken apart and put together: links, chapters, clauses, tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape

CODE = re.compile(r"(^ *```.*?^ *```|`[^`\n]+`)", re.DOTALL | re.MULTILINE)
"""Matches what is code: a block between fences, or a piece of a line."""
LINK = re.compile(r"(!?)\[([^\[\]]+)\]\(([^()\s]+)\)")
"""Matches a link, or a picture if there is a ! before it."""
CLAUSE = re.compile(r"\b[A-Z]\d{1,2}\.\d{1,2}\b")
"""Matches the number of a clause, such as P4.3."""
RULE = re.compile(r"^- \*\*([A-Z]\d{1,2}\.\d{1,2})\*\*", re.MULTILINE)
"""Matches the beginning of a clause of a rulebook."""


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Return a text with everything changed that is not code.

    >>> outside_code("a `a` a", str.upper)
    'A `a` A'
    """
    return "".join(
        part if number % 2 else change(part) for number, part in enumerate(CODE.split(text))
    )


def lead_links(text: str, lead: Callable[[str], str]) -> str:
    """Return a text with each link led elsewhere; where ``lead`` gives nothing, its words stay.

    >>> lead_links("[one](a.md), [two](b.md)", lambda link: "/c.md" if link == "a.md" else "")
    '[one](/c.md), two'
    """

    def led(link: re.Match[str]) -> str:
        target = lead(link[3])
        return f"{link[1]}[{link[2]}]({target})" if target else link[2]

    return outside_code(text, lambda part: LINK.sub(led, part))


def chapters(text: str) -> tuple[str, str, list[tuple[str, str]]]:
    """Return the title of a text, what comes before its first chapter, and the chapters.

    >>> chapters("# Guide\\n\\nHello.\\n\\n## One\\n\\nText.\\n\\n### More\\n")
    ('Guide', 'Hello.', [('One', 'Text.\\n\\n### More')])
    """
    opening, *rest = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    title, _, words = opening.strip().partition("\n")
    parts = zip(rest[::2], rest[1::2], strict=True)
    return title.removeprefix("# "), words.strip(), [(one, body.strip()) for one, body in parts]


def raised(text: str) -> str:
    """Return the text of a chapter with its headings one level up, for a page of its own.

    >>> raised("### More")
    '## More'
    """
    return outside_code(text, lambda part: re.sub(r"^##(#+ )", r"#\1", part, flags=re.MULTILINE))


def slug(heading: str) -> str:
    """Return a heading as addresses have it.

    >>> slug("What is stored where?")
    'what-is-stored-where'
    """
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")


def with_clauses(text: str) -> str:
    """Return a rulebook each of whose clauses has an address, to which its other clauses lead.

    >>> print(with_clauses("- **P4.1** As P4.2 and X9.9 say.\\n- **P4.2** Yes."))
    - <b class="clause" id="P4.1">P4.1</b> As <a href="#P4.2">P4.2</a> and X9.9 say.
    - <b class="clause" id="P4.2">P4.2</b> Yes.
    """
    known = set(RULE.findall(text))

    def led(found: re.Match[str]) -> str:
        clause = found[0]
        return f'<a href="#{clause}">{clause}</a>' if clause in known else clause

    def change(part: str) -> str:
        heads = RULE.split(part)
        bodies = [CLAUSE.sub(led, body) for body in heads[::2]]
        marked = [f'- <b class="clause" id="{clause}">{clause}</b>' for clause in heads[1::2]]
        return bodies[0] + "".join(
            mark + body for mark, body in zip(marked, bodies[1:], strict=True)
        )

    return outside_code(text, change)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown.

    >>> print(table(["a", "b"], [["1", "x|y"]]))
    | a | b |
    |---|---|
    | 1 | x\\|y |
    """
    lines = [list(head), ["---"] * len(head)]
    lines += [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    return "\n".join(
        f"|{'|'.join(row)}|" if row[0] == "---" else f"| {' | '.join(row)} |" for row in lines
    )


def listed(entries: Iterable[tuple[str, str]]) -> str:
    """Return a list in which each term stands above what it means.

    >>> print(listed([("`a`", "one"), ("`b`", "two\\nlines")]))
    `a`
    : one
    <BLANKLINE>
    `b`
    : two lines
    """
    return "\n\n".join(f"{term}\n: {' '.join(words.split())}" for term, words in entries)


def toctree(pages: Sequence[str], caption: str = "", hidden: bool = False) -> str:
    """Return the directive by which Sphinx puts pages below this one."""
    options = [f":caption: {caption}"] if caption else []
    options += [":hidden:"] if hidden else []
    below = [page if page.startswith("genindex") or "<" in page else f"/{page}" for page in pages]
    return "\n".join(["```{toctree}", ":maxdepth: 1", *options, "", *below, "```"])


def block(text: str, language: str = "text") -> str:
    """Return text between fences that it does not hold itself."""
    longest = max((len(found) for found in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def plain(text: str) -> str:
    """Return text by others as Markdown shows it: letter by letter.

    >>> plain("<b> *x* [y](z)")
    '&lt;b&gt; \\\\*x\\\\* \\\\[y\\\\](z)'
    """
    return re.sub(r"([\\`*_\[\]{}#])", r"\\\1", escape(text, quote=False))
