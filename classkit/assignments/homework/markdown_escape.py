"""Text that people typed, shown in a notebook as they typed it."""

from __future__ import annotations

import re

MARKUP_PATTERN = re.compile(r"([`*_{}\[\]()#+|~<>!@]|:(?=//)|(?<=www)\.)")
"""Characters that Markdown would read as markup, or that would turn an address into a link."""
MATH_ESCAPES = str.maketrans({"$": "<span>&#36;</span>", "\\": "<span>&#92;</span>"})
"""JupyterLab reads the text between two dollar signs in the finished page as mathematics, even if
they are escaped, but not across an element. The same holds for backslashes."""


def escape_markdown(text: str) -> str:
    """Escape text so that Markdown shows it unchanged: no markup, no formula, no tag.

    >>> escape_markdown("Ada *paid* $5 <b>")
    'Ada \\\\*paid\\\\* <span>&#36;</span>5 \\\\<b\\\\>'
    """
    parts = (
        part.translate(MATH_ESCAPES) if part in ("$", "\\") else MARKUP_PATTERN.sub(r"\\\1", part)
        for part in re.split(r"([$\\])", text.replace("&", "&amp;"))
    )
    return "".join(parts)
