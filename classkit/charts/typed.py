"""Whether what a class has typed is one number."""

from __future__ import annotations

import re

GROUPED = r"[+-]?[1-9]\d{{0,2}}(?:{0}\d{{3}})+(?:{1}\d+)?"
POINT = re.compile(GROUPED.format(",", r"\."), re.ASCII)
COMMA = re.compile(GROUPED.format(r"\.", ","), re.ASCII)
SPACED = re.compile(GROUPED.format("[ '’]", "[.,]"), re.ASCII)
PLAIN = re.compile(r"[+-]?\d*[.,]?\d+", re.ASCII)
MANY = {
    "k": 1_000, "thousand": 1_000, "M": 1_000_000, "m": 1_000_000, "million": 1_000_000,
}  # fmt: skip
AND_WORDS = re.compile(r"(.*\d)(?: ?(k|M|m|thousand|million))?(?:(?<=\d)[x×]| [^\W\d][^\d]*)?")
"""A number, and what may follow it: thousands or millions, and words that say of what."""
SPACES = str.maketrans({"\u2212": "-", "\u00a0": " ", "\u2009": " ", "\u202f": " "})


def one_number(typed: str) -> float | None:
    """Return the one number that a text states; None where it is anything else.

    The decimal notation may be of either kind: 1,234.5 and 1.234,5 and 1 234,5 are the same. A
    single comma or point before exactly three digits parts thousands, as in 1,500, but not after a
    0, as in 0,125. A currency or percent sign may stand at either end, a k for thousands or an M
    for millions at the end, as the ticks of charts have them, and words that say what is counted.

    >>> one_number("$1,500"), one_number("0,125"), one_number("from 7 to 5"), one_number("$1.5M")
    (1500.0, 0.125, None, 1500000.0)
    >>> one_number("4 gold"), one_number("1.5 million dollars"), one_number("7 or 8")
    (4.0, 1500000.0, None)
    """
    text = typed.strip().translate(SPACES)
    bare = re.sub(r"^([+-]?) ?[$€£¥] ?", r"\1", text)
    bare = re.sub(r" ?[$€£¥%]$", "", bare)
    found = AND_WORDS.fullmatch(bare)
    number = written_out(found[1]) if found else None
    return None if number is None or found is None else number * MANY.get(found[2], 1)


def written_out(bare: str) -> float | None:
    """Return a number that is written out in digits, in any of the notations."""
    if POINT.fullmatch(bare):
        return float(bare.replace(",", ""))
    if COMMA.fullmatch(bare):
        return float(bare.replace(".", "").replace(",", "."))
    if SPACED.fullmatch(bare):
        return float(re.sub(r"[ '’]", "", bare).replace(",", "."))
    return float(bare.replace(",", ".")) if PLAIN.fullmatch(bare) else None
