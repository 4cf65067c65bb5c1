"""Text that fits a box on paper: line breaks and font sizes, without a browser."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

MM_PER_POINT = 25.4 / 72
LINE_HEIGHT = 1.18
"""Height of a line, relative to the font size."""
ELLIPSIS = "…"
BOLD_FACTOR = 1.08
SIZE_STEP = 0.5
"""Difference between two font sizes that are tried, in points."""


class FittedText(NamedTuple):
    """Lines of text and their font size in points."""

    size: float
    lines: tuple[str, ...]


@lru_cache(maxsize=4096)
def measure_char(char: str) -> float:
    """Return the width of a character in Arial, relative to the font size; never too small.

    >>> measure_char("i") < measure_char("a") < measure_char("W") < measure_char("漢")
    True
    """
    if char in "iljtfrI.,:;|!'()[]/ -":
        return 0.34
    if char in "mwMW@%—":
        return 0.95
    if unicodedata.east_asian_width(char) in "WF":
        return 1.02
    if unicodedata.combining(char):
        return 0.0
    if char.isupper():
        return 0.74
    return 0.57 if ord(char) < 0x250 else 0.8


def measure_text(text: str) -> float:
    """Return the width of a text, relative to the font size."""
    return sum(map(measure_char, text))


def wrap_text(text: str, room: float) -> list[str]:
    """Break a text into lines that are at most ``room`` wide, relative to the font size.

    >>> wrap_text("Mediterranean Avenue", 8)
    ['Mediterranean', 'Avenue']
    >>> wrap_text("Mediterranean", 4)
    ['Mediter', 'ranean']
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if measure_text(longer) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while measure_text(line) > room and len(line) > 1:
            fits = max(
                (n for n in range(1, len(line)) if measure_text(line[:n]) <= room), default=1
            )
            lines.append(line[:fits])
            line = line[fits:]
    return [*lines, line] if line else lines


def fit_text(
    paragraphs: str | Sequence[str],
    width: float,
    height: float,
    largest: float,
    smallest: float = 5.5,
    *,
    bold: bool = False,
) -> FittedText:
    """Return the largest font size, in points, at which a text fits a box, with its lines.

    A text that does not fit at the smallest size is truncated. A word is broken only if it does
    not fit at a size that is smaller by a third.

    Args:
        paragraphs: The text, or one text for each paragraph.
        width: Width of the box in millimetres.
        height: Height of the box in millimetres.
        largest: Largest font size in points.
        smallest: Smallest font size in points.
        bold: True for bold text.

    Example:
        >>> fit_text("Boardwalk", 30, 10, 12)
        FittedText(size=12, lines=('Boardwalk',))
        >>> fit_text("A very long name of a space", 12, 6, 12).size < 12
        True
    """
    texts = [paragraphs] if isinstance(paragraphs, str) else list(paragraphs)
    texts = [clean_text(text) for text in texts]
    longest = max((measure_text(word) for text in texts for word in text.split()), default=0)
    size = largest
    while True:
        font = size * MM_PER_POINT
        room = width / font / (BOLD_FACTOR if bold else 1)
        lines = [line for text in texts for line in wrap_text(text, room)]
        broken = longest > room and size > max(smallest, largest * 2 / 3)
        fits = len(lines) * font * LINE_HEIGHT <= height + 0.01
        if fits and not broken:
            return FittedText(size, tuple(lines))
        if size - SIZE_STEP < smallest:
            kept = lines[: max(1, int(height / (font * LINE_HEIGHT)))]
            if len(kept) < len(lines):
                kept[-1] = kept[-1][:-1] + ELLIPSIS
            return FittedText(size, tuple(kept))
        size -= SIZE_STEP


def clean_text(text: str) -> str:
    """Return a text without control characters and without more than three marks on a letter.

    >>> clean_text("a\\u202eb\\x00c")
    'abc'
    """
    plain = "".join(char if unicodedata.category(char)[0] != "C" else " " * (char in "\n\t")
                    for char in text)  # fmt: skip
    return re.sub(r"([\u0300-\u036f]{3})[\u0300-\u036f]+", r"\1", plain)
