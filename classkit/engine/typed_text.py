"""Text that people type: full-width characters and typographic apostrophes, read as plain ones."""

from __future__ import annotations

import unicodedata

HALF_WIDTH: dict[int, int | str] = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    0x3000: " ",
    0xFFE1: "£",
    0xFFE5: "¥",
}
"""Full-width characters of East Asian keyboards -> the same character in plain width."""

APOSTROPHES = dict.fromkeys(map(ord, "\u2018\u2019\u201b\u02bc\u02b9\u00b4`\uff07"), "'")
"""Typographic apostrophes, and the accents that some people type for one -> the plain one."""


def to_half_width(text: str) -> str:
    """Return text with full-width letters, digits and signs in plain width.

    >>> to_half_width("\uff11\uff0c\uff15\uff10\uff10"), to_half_width("5\u00b2")
    ('1,500', '5\u00b2')
    """
    return text.translate(HALF_WIDTH)


def fold_name(name: str) -> str:
    """Return a name in the form in which names are compared.

    Case, width, the form of an apostrophe, and the spaces around and between words do not matter.

    >>> fold_name("Siobhán O\u2019Brien ") == fold_name("siobhán  o'brien")
    True
    """
    plain = unicodedata.normalize("NFC", to_half_width(name)).translate(APOSTROPHES)
    return " ".join(plain.split()).casefold()
