"""Escapes user-supplied text, so that a notebook shows it verbatim."""

from __future__ import annotations

import re

MARKUP_PATTERN = re.compile(r"([`*_{}\[\]()#+|~<>!@]|:(?=//)|(?<=www)\.)")
"""Characters that Markdown interprets as markup, or that would turn an address into a link."""
MATH_ESCAPES = str.maketrans({"$": "<span>&#36;</span>", "\\": "<span>&#92;</span>"})
"""JupyterLab renders text between two dollar signs as mathematics, even if they are escaped, but
only within one HTML element. Backslashes behave the same way.
"""


def escape_markdown(text: str) -> str:
    """Escape text so that Markdown shows it verbatim, without markup, formulas or tags.

    >>> escape_markdown("Ada *paid* $5 <b>")
    'Ada \\\\*paid\\\\* <span>&#36;</span>5 \\\\<b\\\\>'
    """
    parts = (
        part.translate(MATH_ESCAPES) if part in ("$", "\\") else MARKUP_PATTERN.sub(r"\\\1", part)
        for part in re.split(r"([$\\])", text.replace("&", "&amp;"))
    )
    return "".join(parts)
