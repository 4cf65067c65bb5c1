"""Text from strangers becomes plain data, within limits, or a reason why not.

Whatever is read here may have been written by anybody: a record that was sent around, a position
from a forum, a notebook that was handed in. Its size is looked at before it is parsed, parsing
takes time in proportion to the size, and what comes out can be shown, stored and printed: it is
nested only so deep, its whole numbers have at most 20 digits, and its texts are text. They stay
texts: nothing here, and nothing that calls it, takes one as the name of a file.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from .errors import ClasskitError

MAX_LEVELS = 20
MAX_DIGITS = 20

Pairs = Callable[[list[tuple[str, Any]]], Any]


class Unreadable(ClasskitError):
    """Text that is no data: ``reason`` goes on a sentence, "is cut off or damaged near line 3"."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"This {reason}.")


def read_json(
    content: str | bytes,
    limit: int,
    *,
    read_float: Callable[[str], Any] = float,
    read_pairs: Pairs | None = None,
) -> Any:
    """The data of a text of JSON of at most ``limit`` bytes; Unreadable says why there is none.

    ``read_float`` reads numbers with a point, ``read_pairs`` makes a mapping of its pairs.

    >>> read_json('{"names": {"A": "Ada"}}', 100)
    {'names': {'A': 'Ada'}}
    >>> read_json('[1, 2', 100)
    Traceback (most recent call last):
    classkit.engine.untrusted.Unreadable: This is cut off or damaged near line 1: Expecting ',' \
delimiter.
    """
    text = decode(content, limit)
    try:
        data = json.loads(
            text,
            parse_int=read_whole if LONG_NUMBER.search(text) else None,
            parse_float=read_float,
            parse_constant=refuse_constant,
            object_pairs_hook=read_pairs,
        )
    except json.JSONDecodeError as error:
        raise Unreadable(f"is cut off or damaged near line {error.lineno}: {error.msg}") from None
    except RecursionError:
        raise Unreadable(TOO_DEEP) from None
    judge(data)
    if HALF_A_CHARACTER.search(text):
        refuse_broken_text(data)
    return data


def read_toml(content: bytes, limit: int) -> dict[str, Any]:
    """The data of a file of TOML of at most ``limit`` bytes; Unreadable says why there is none.

    >>> read_toml(b"price.bond = 100", 100)
    {'price': {'bond': 100}}
    >>> read_toml(b"a" + b".a" * 40 + b" = 1", 100)
    Traceback (most recent call last):
    classkit.engine.untrusted.Unreadable: This is nested more than 20 levels deep.
    """
    text = decode(content, limit)
    refuse_endless_keys(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"is not valid TOML: {error}") from None
    except ValueError:  # from int(), which reads at most 4,300 digits
        raise Unreadable(TOO_MANY_DIGITS) from None
    except RecursionError:
        raise Unreadable(TOO_DEEP) from None
    judge(data)
    return data


def decode(content: str | bytes, limit: int) -> str:
    """The text, if it is one in UTF-8 and of at most ``limit`` bytes."""
    if len(content) > limit:
        raise Unreadable(too_large(len(content), limit))
    try:
        if isinstance(content, bytes):
            return content.decode("utf-8")
        size = len(content.encode("utf-8"))
    except UnicodeError:
        raise Unreadable("is not text in UTF-8") from None
    if size > limit:
        raise Unreadable(too_large(size, limit))
    return content


def too_large(size: int, limit: int) -> str:
    """What is said of more bytes than are read.

    >>> too_large(50_000_000, 5_000_000), too_large(300_000, 200_000)
    ('has 50.0 MB; at most 5 MB are opened', 'has 0.3 MB; at most 0.2 MB are opened')
    """
    return f"has {size / 1e6:.1f} MB; at most {limit / 1e6:g} MB are opened"


# --- what parsers do not judge ---------------------------------------------------------------


TOO_DEEP = f"is nested more than {MAX_LEVELS} levels deep"
TOO_MANY_DIGITS = f"holds a number of more than {MAX_DIGITS} digits"
TOO_LARGE = 10**MAX_DIGITS
SIMPLE = frozenset({str, float, bool, type(None)})


def judge(data: Any) -> None:
    """Refuse data that is nested too deep, and whole numbers of too many digits.

    >>> judge({"price": {"steps": [1, 2]}})
    >>> judge([10**5000])
    Traceback (most recent call last):
    classkit.engine.untrusted.Unreadable: This holds a number of more than 20 digits.
    """
    level = [[data]]
    for _ in range(MAX_LEVELS + 1):
        inner: list[Any] = []
        for value in level:
            for item in value if isinstance(value, (list, tuple)) else value.values():
                kind = type(item)
                if kind is int:
                    if not -TOO_LARGE < item < TOO_LARGE:
                        raise Unreadable(TOO_MANY_DIGITS)
                elif kind not in SIMPLE and isinstance(item, (list, tuple, dict, Mapping)):
                    inner.append(item)
        level = inner
        if not level:
            return
    raise Unreadable(TOO_DEEP)


LONG_NUMBER = re.compile(rf"\d{{{MAX_DIGITS + 1}}}")
"""So many digits in a row, perhaps in a text: then numbers are looked at one by one."""


def read_whole(digits: str) -> int:
    """A whole number of JSON, refused before it is read where that would take long."""
    if len(digits) > MAX_DIGITS + 1:
        raise Unreadable(TOO_MANY_DIGITS)
    return int(digits)


def refuse_constant(name: str) -> Any:
    """NaN and infinities are no data."""
    raise Unreadable(f"holds {name}, which is no number")


HALF_A_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")
"""One half of a character written as two, as JSON may; alone it is no text."""


def refuse_broken_text(data: Any) -> None:
    """Refuse data in which half a character stands alone: nothing could store or print it.

    >>> refuse_broken_text(["\\ud800"])
    Traceback (most recent call last):
    classkit.engine.untrusted.Unreadable: This holds half a character, which is no text.
    """
    try:
        text = json.dumps(data, ensure_ascii=False, skipkeys=True, default=lambda other: None)
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise Unreadable("holds half a character, which is no text") from None
    except ValueError:  # a key may be a number too, which Python does not write
        raise Unreadable(TOO_MANY_DIGITS) from None


STRING_OR_COMMENT = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""A string of TOML or a comment; one that is not closed goes on to where the parser gives up."""

BETWEEN_KEYS = re.compile(r"[\n=,\[\]{}]+")


def refuse_endless_keys(text: str) -> None:
    """Refuse a key of more parts than tables may be nested: ``a.a.a = 1``, with a thousand dots.

    The parser takes time that grows with the square of the parts. Dots in strings, in comments and
    in numbers do not count.

    >>> refuse_endless_keys('a = "." # ' + "." * 100)
    """
    bare = STRING_OR_COMMENT.sub("", text.replace("\r\n", "\n"))
    for part in BETWEEN_KEYS.split(bare):
        if part.count(".") >= MAX_LEVELS:
            raise Unreadable(TOO_DEEP)
