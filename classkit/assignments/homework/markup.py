"""Text that people typed, shown in a notebook as they typed it."""

from __future__ import annotations

import re

MARKS = re.compile(r"([`*_{}\[\]()#+|~<>!@]|:(?=//)|(?<=www)\.)")
"""Characters that Markdown would read as markup, or that would turn an address into a link."""
MATHEMATICS = str.maketrans({"$": "<span>&#36;</span>", "\\": "<span>&#92;</span>"})
"""JupyterLab reads the text between two dollar signs in the finished page as mathematics, even if
they are escaped, but not across an element. The same holds for backslashes."""


def escaped(text: str) -> str:
    """Escape text so that Markdown shows it unchanged: no markup, no formula, no tag.

    >>> escaped("Ada *paid* $5 <b>")
    'Ada \\\\*paid\\\\* <span>&#36;</span>5 \\\\<b\\\\>'
    """
    parts = (
        part.translate(MATHEMATICS) if part in ("$", "\\") else MARKS.sub(r"\\\1", part)
        for part in re.split(r"([$\\])", text.replace("&", "&amp;"))
    )
    return "".join(parts)
