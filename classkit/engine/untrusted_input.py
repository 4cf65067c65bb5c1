"""Conversion of untrusted input to built-in types, with limits on size and depth.

A value passed by a program (:func:`to_builtin`) may be a numpy number, or an object that raises an
error when it is compared. A text (:func:`read_json`, :func:`read_toml`) may come from anyone: a
shared record, a position from a forum, a submitted notebook. Its size is checked before parsing,
and parsing takes linear time. The result is safe to display, store and print: its depth is limited,
its whole numbers have at most 20 digits, and its texts are valid Unicode. Neither this module nor
its callers use texts as file names.
"""

from __future__ import annotations

import codecs
import json
import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from itertools import islice
from operator import index
from pathlib import Path
from typing import Any

from .errors import ClasskitError, truncate_text, truncate_value
from .fields import NO_LIMIT, Amount, Flag

MAX_LEVELS = 20
MAX_DIGITS = 20

# --- values from programs -------------------------------------------------------------------------


class OpaqueValue:
    """Placeholder for a value that is not plain data. It contains only the value's ``repr``."""

    __slots__ = ("shown",)

    def __init__(self, shown: str) -> None:
        self.shown = shown

    def __repr__(self) -> str:
        return self.shown


DATA_TYPES = frozenset({str, int, bool, float, type(None), bytes, type(Path()), OpaqueValue})
"""Types whose values are plain data."""

NUMBERS_AND_TEXTS = frozenset({int, str})
CONTAINER_TYPES = frozenset({dict, list})
"""Mutable types."""


def to_builtin(value: Any) -> Any:
    """Convert untrusted input to built-in types, with limits on size and depth.

    Subclasses and numpy numbers become built-in types. A value that is not data becomes an
    :class:`OpaqueValue`, which is safe to compare, reject and display.

    >>> to_builtin({"amount": True, "dice": (3, 4), "to": {5}})
    {'amount': True, 'dice': (3, 4), 'to': {5}}
    >>> to_builtin({5}) == {5}
    False
    """
    return _to_builtin(value, 2 * MAX_LEVELS, {})


def _to_builtin(value: Any, levels: int, known: dict[int, Any]) -> Any:
    """Convert a value. ``known`` caches results, because a container may appear many times."""
    kind = type(value)
    if kind in DATA_TYPES:
        return value
    try:
        if issubclass(kind, str):
            return str.__str__(value)
        if issubclass(kind, float):
            return float.__float__(value)
        if not issubclass(kind, (list, tuple, Mapping)):
            whole = to_int(value)
            return OpaqueValue(truncate_text(value)) if whole is None else whole
        if id(value) not in known:
            if levels < 0:
                return OpaqueValue(f"a {kind.__name__} that is nested too deeply")
            known[id(value)] = OpaqueValue(f"a {kind.__name__} that contains itself")
            known[id(value)] = _parts_to_builtin(value, levels - 1, known)
        return known[id(value)]
    except Exception:  # an untrusted value may raise anything
        return OpaqueValue(truncate_text(value))


def _parts_to_builtin(value: Any, levels: int, known: dict[int, Any]) -> Any:
    """Convert a list, tuple or mapping and its contents."""
    kind = type(value)
    if issubclass(kind, list):
        return [_to_builtin(item, levels, known) for item in list.__iter__(value)]
    if issubclass(kind, tuple):
        return tuple(_to_builtin(item, levels, known) for item in tuple.__iter__(value))
    pairs = dict.items(value) if issubclass(kind, dict) else value.items()
    return {
        _to_builtin(key, levels, known): _to_builtin(item, levels, known) for key, item in pairs
    }


def open_container(value: Any) -> Any:
    """Convert a list, tuple or dict subclass to the built-in type, but not its contents.

    Use it for containers that may contain objects other than data, such as bots. Other values are
    returned unchanged.
    """
    kind = type(value)
    if issubclass(kind, list):
        return list(list.__iter__(value))
    if issubclass(kind, tuple):
        return tuple(tuple.__iter__(value))
    return dict(dict.items(value)) if issubclass(kind, dict) else value


MAX_LISTED = 1_000
"""Maximum number of names read from an iterable, which may be infinite."""


def to_list(value: Any, most: int = MAX_LISTED) -> list[Any] | None:
    """Return at most ``most`` items of a list-like iterable as a list, or else None.

    >>> to_list(["a", "b"]), to_list(range(3)), to_list("ab"), to_list({"a": 1})
    (['a', 'b'], [0, 1, 2], None, None)
    """
    try:
        if not isinstance(value, (str, bytes, Mapping)):
            return list(islice(open_container(value), most))
    except Exception:  # an untrusted iterable may raise anything
        pass
    return None


def to_int(value: object) -> int | None:
    """Convert a whole number of any type to an int. Return None for other values and booleans.

    >>> to_int(3), to_int(True), to_int(3.0), to_int("3")
    (3, None, None, None)
    """
    kind = type(value)
    if kind is int:
        return value  # type: ignore[return-value]  # so says its type
    if kind is bool:
        return None
    if issubclass(kind, int):
        return int.__index__(value)  # type: ignore[arg-type]  # so says its type
    try:
        return int(index(value))  # type: ignore[arg-type]  # refused where it is no number
    except Exception:  # an untrusted value may raise anything
        return None


def read_int(name: str, value: object, low: int = 1, high: int = NO_LIMIT) -> int:
    """Return the whole number passed as the argument ``name``.

    Raises:
        ClasskitError: The value is not a whole number in the range.

    Example:
        >>> read_int("n", 200, high=1_000)
        200
        >>> read_int("n", 0, high=1_000)
        Traceback (most recent call last):
        classkit.engine.errors.ClasskitError: n must be a whole number from 1 to 1,000, not 0.
    """
    number = to_int(value)
    if reason := Amount(low, high).refuse(value if number is None else number):
        raise ClasskitError(f"{name} {reason}")
    assert number is not None
    return number


def read_list(name: str, value: object, of: str) -> list[Any]:
    """Return the list passed as the argument ``name``.

    Raises:
        ClasskitError: The value is not a list.

    Example:
        >>> read_list("metrics", ("cash", "debt"), "keys")
        ['cash', 'debt']
        >>> read_list("metrics", 5, "keys")
        Traceback (most recent call last):
        classkit.engine.errors.ClasskitError: metrics must be a list of keys, not 5.
    """
    found = to_list(value)
    if found is None:
        raise ClasskitError(f"{name} must be a list of {of}, not {truncate_text(value)}.")
    return found


def read_flag(name: str, value: object) -> bool:
    """Return the boolean passed as the argument ``name``.

    Raises:
        ClasskitError: The value is neither True nor False.

    Example:
        >>> read_flag("sealed", "x")
        Traceback (most recent call last):
        classkit.engine.errors.ClasskitError: sealed must be true or false, not 'x'.
    """
    if reason := Flag().refuse(value):
        raise ClasskitError(f"{name} {reason}")
    return value is True


def is_json(fields: Mapping[str, Any]) -> bool:
    """Return whether all fields are whole numbers or texts, so that a shallow copy is enough."""
    return NUMBERS_AND_TEXTS.issuperset(map(type, fields.values()))


class FrozenDict(dict[str, Any]):
    """An immutable dict, which is safe to share.

    >>> row = FrozenDict(turn=3)
    >>> row["turn"] = 4
    Traceback (most recent call last):
    TypeError: this mapping is read-only. Change a copy of it: dict(...)
    >>> {**row, "turn": 4}
    {'turn': 4}
    """

    __slots__ = ()

    def _refuse(self, *_: Any, **__: Any) -> Any:
        """Raise TypeError for any attempt to change the dict."""
        raise TypeError("this mapping is read-only. Change a copy of it: dict(...)")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy as a new dict."""
        return dict, (dict(self),)


def freeze_json(value: Any) -> Any:
    """Return an immutable copy of a dict. Return any other value unchanged.

    >>> freeze_json({"cash": 5})["cash"] = 6
    Traceback (most recent call last):
    TypeError: this mapping is read-only. Change a copy of it: dict(...)
    """
    if type(value) is FrozenDict or not isinstance(value, dict):
        return value
    return FrozenDict(value)


def copy_json(value: Any) -> Any:
    """Return a mutable copy of facts or fields.

    >>> fields = {"amount": 5, "squares": ["I07"]}
    >>> copy_json(fields)["squares"].append("I08"); fields
    {'amount': 5, 'squares': ['I07']}
    """
    if isinstance(value, dict):
        for item in value.values():
            if type(item) in CONTAINER_TYPES:
                return {key: copy_json(item) for key, item in value.items()}
        return dict(value)
    return [copy_json(item) for item in value] if isinstance(value, list) else value


# --- text that people type -----------------------------------------------------------------------

HALF_WIDTH: dict[int, int | str] = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    0x3000: " ",
    0xFFE1: "£",
    0xFFE5: "¥",
}
"""Maps full-width characters from East Asian keyboards to the same characters in plain width."""

APOSTROPHES = dict.fromkeys(
    map(ord, "\u2018\u2019\u201b\u2032\u02b9\u02bb\u02bc\ua78c\u00b4`\uff07"), "'"
)
"""Maps typographic apostrophes, and signs that some people type instead, to a plain one."""


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


# --- untrusted texts ------------------------------------------------------------------------------

PairReader = Callable[[list[tuple[str, Any]]], Any]


class UnreadableData(ClasskitError):
    """A text is not valid data.

    ``reason`` completes a sentence, for example "is cut off or damaged near line 3". ``key`` is the
    path of the invalid value, such as "log[3].with.amount", if known.
    """

    def __init__(self, reason: str, key: str = "") -> None:
        self.reason, self.key = reason, truncate_value(key)
        super().__init__(f"This {reason}{self.location}.")

    @property
    def location(self) -> str:
        """Phrase with the location of the error, such as " at log[3]".

        The value is an empty string if unknown.
        """
        return f" at {self.key}" if self.key else ""


def read_json(
    content: str | bytes,
    limit: int,
    *,
    read_float: Callable[[str], Any] = float,
    read_pairs: PairReader | None = None,
) -> Any:
    """Parse JSON of at most ``limit`` bytes.

    Args:
        content: The JSON text.
        limit: Maximum number of bytes.
        read_float: Function that parses numbers with a decimal point.
        read_pairs: Function that creates a mapping from its pairs.

    Raises:
        UnreadableData: The content is not valid JSON or exceeds a limit.

    Example:
        >>> read_json('{"names": {"A": "Ada"}}', 100)
        {'names': {'A': 'Ada'}}
        >>> read_json('[1, 2', 100)
        Traceback (most recent call last):
        classkit.engine.untrusted_input.UnreadableData: This is cut off or damaged near line 1.
    """
    text = decode_text(content, limit)
    refuse_many_parts(text, "[{,", limit)
    try:
        data = json.loads(
            text,
            parse_int=read_digits if LONG_NUMBER.search(text) else None,
            parse_float=read_float,
            parse_constant=refuse_constant,
            object_pairs_hook=read_pairs,
        )
    except json.JSONDecodeError as error:
        reason = find_json_damage(text, error) or f"is cut off or damaged near line {error.lineno}"
        raise UnreadableData(reason) from None
    except RecursionError:
        raise UnreadableData(DEPTH_ERROR) from None
    check_value(data)
    if LONE_SURROGATE.search(text):
        refuse_broken_text(data)
    return data


def read_toml(content: bytes, limit: int) -> dict[str, Any]:
    """Parse TOML of at most ``limit`` bytes.

    Raises:
        UnreadableData: The content is not valid TOML or exceeds a limit.

    Example:
        >>> read_toml(b"price.bond = 100", 100)
        {'price': {'bond': 100}}
        >>> read_toml(b"a" + b".a" * 40 + b" = 1", 100)
        Traceback (most recent call last):
        classkit.engine.untrusted_input.UnreadableData: This is nested more than 20 levels deep.
    """
    text = decode_text(content, limit)
    if "\n" not in text:  # some editors end lines with a carriage return
        text = text.replace("\r", "\n")
    text = to_plain_syntax(text)
    refuse_many_parts(text, "[{,=", limit)
    refuse_deep_keys(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = find_toml_damage(text, error)
        raise UnreadableData(reason or f"is not valid TOML: {error}") from None
    except ValueError:  # raised by int(), which accepts at most 4,300 digits
        there = HUGE_NUMBER.search(text)
        line = find_line(text, there.start()) if there else 1
        raise UnreadableData(f"{DIGITS_ERROR} near line {line}") from None
    except RecursionError:
        raise UnreadableData(DEPTH_ERROR) from None
    check_value(data)
    return data


def decode_text(content: str | bytes, limit: int) -> str:
    """Decode UTF-8 of at most ``limit`` bytes, and remove byte order marks at the start.

    >>> decode_text("\ufeff{}", 100)
    '{}'
    >>> decode_text("{}".encode("utf-16"), 100)
    Traceback (most recent call last):
    classkit.engine.untrusted_input.UnreadableData: This is saved as UTF-16: open it in a text
    editor and save it as UTF-8.
    """
    if len(content) > limit:
        raise UnreadableData(describe_excess(len(content), limit))
    if isinstance(content, bytes) and is_utf_16(content):
        raise UnreadableData(describe_wide_text(content))
    try:
        if isinstance(content, bytes):
            return content.decode("utf-8").lstrip(BYTE_ORDER_MARK)
        size = len(content.encode("utf-8"))
    except UnicodeError:
        raise UnreadableData("is not UTF-8 text: save it as UTF-8 in a text editor") from None
    if size > limit:
        raise UnreadableData(describe_excess(size, limit))
    return content.lstrip(BYTE_ORDER_MARK)


BYTE_ORDER_MARK = "\ufeff"
"""Invisible first character that some editors add to text in UTF-8."""
MERGE_MARK = re.compile(r"^[ \t]*(<{7} |={7}\r?$|>{7} )", re.MULTILINE)
"""Matches a mark that Git leaves in a file with a merge conflict. Text may contain one of them."""
MERGE_REASON = (
    "contains the marks of a merge conflict (<<<<<<<, =======, >>>>>>>): keep one side of each "
    "conflict and delete the marks"
)
MARK_LINE = re.compile(r"[ \t]*(<{7}|={7}|>{7}|\|{7}|%{7}|\+{7})(?:[ \r\n]|\Z)")
"""Matches a line that a merge leaves. No line of JSON or TOML begins like this."""
SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2039\u203a\u2032\u00b4`"
DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u300c-\u300f\u301d-\u301f\uff62\uff63"
TYPOGRAPHIC_CHARACTER = re.compile(
    f"(?P<single>[{SINGLE_QUOTES}])|(?P<double>[{DOUBLE_QUOTES}])"
    "|(?P<dash>[\u2010-\u2015\u2212])"
    "|(?P<space>[\u00a0\u1680\u2000-\u200a\u202f\u205f])"
    "|(?P<invisible>[\x00\x1a\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff])"
)
"""Matches what word processors and web pages write for a plain character, or between characters."""


def is_utf_16(content: bytes) -> bool:
    """Return True for text in UTF-16 or UTF-32, with or without a byte order mark.

    >>> is_utf_16("{}".encode("utf-16")), is_utf_16("{}".encode("utf-16-le")), is_utf_16(b"{}")
    (True, True, False)
    """
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or is_utf_32(content):
        return True
    start = content[:8]  # of text in Latin letters, every other byte is 0
    halves = start[::2], start[1::2]
    return any(
        bool(zeros) and not any(zeros) and all(letters) and letters.isascii()
        for zeros, letters in (halves, halves[::-1])
    )


def is_utf_32(content: bytes) -> bool:
    """Return True for text in UTF-32: of its first character, three bytes are 0 or a mark.

    >>> is_utf_32("{}".encode("utf-32")), is_utf_32("{}".encode("utf-32-be"))
    (True, True)
    >>> is_utf_32("{}".encode("utf-16")), is_utf_32(b"{}")
    (False, False)
    """
    start = content[:4]
    if start in (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE):
        return True
    return len(start) == 4 and (
        (not any(start[1:]) and start[0] != 0) or (not any(start[:3]) and start[3] != 0)
    )


def describe_wide_text(content: bytes) -> str:
    """Return the reason for refusing text in UTF-16 or UTF-32.

    >>> describe_wide_text("{}".encode("utf-32"))
    'is saved as UTF-32: open it in a text editor and save it as UTF-8'
    """
    name = "UTF-32" if is_utf_32(content) else "UTF-16"
    return f"is saved as {name}: open it in a text editor and save it as UTF-8"


def find_merge_conflict(text: str) -> int | None:
    """Return where a merge conflict begins, or None. It has all three marks, in order.

    >>> find_merge_conflict("x\\n<<<<<<< HEAD\\na\\n=======\\nb\\n>>>>>>> other\\n")
    2
    >>> find_merge_conflict("Heading\\n=======\\n") is None
    True
    """
    start, wanted = 0, "<"
    for found in MERGE_MARK.finditer(text):
        sign = found[1][0]
        if sign == "<":
            start, wanted = found.start(), "="
        elif sign == wanted == "=":
            wanted = ">"
        elif sign == wanted:
            return start
    return None


def find_merge_marks(text: str, stopped: int = 0) -> str:
    """Return the reason for refusing text with a merge conflict, or "" if it has none.

    Args:
        text: The text.
        stopped: Number of the line at which a parser stopped. In this line, one mark is enough.

    >>> find_merge_marks("<<<<<<< HEAD\\na\\n=======\\nb\\n>>>>>>> other\\n")[-8:]
    '(line 1)'
    >>> find_merge_marks("a\\n>>>>>>> other\\n"), find_merge_marks("a\\n>>>>>>> b\\n", 2)[-8:]
    ('', '(line 2)')
    """
    start = find_merge_conflict(text)
    line = stopped if start is None else find_line(text, start)
    if start is None and not (stopped and MARK_LINE.match(text.split("\n", stopped)[stopped - 1])):
        return ""
    return f"{MERGE_REASON} (line {line})"


def find_json_damage(text: str, error: ValueError) -> str:
    """Return a reason for refusing JSON that names what another tool did to it, or "".

    >>> read_json('{"a": 1,\\n\u201cb\u201d: 2}', 100)
    Traceback (most recent call last):
    classkit.engine.untrusted_input.UnreadableData: This has the typographic quotation mark \u201c
    in line 2: type the straight mark " instead.
    >>> read_json('{"a":\u00a01}', 100)
    Traceback (most recent call last):
    classkit.engine.untrusted_input.UnreadableData: This has a no-break space (U+00A0) in line 1:
    type a plain space instead.
    """
    if not isinstance(error, json.JSONDecodeError):
        return find_merge_marks(text)
    if reason := find_merge_marks(text, error.lineno):
        return reason
    found = TYPOGRAPHIC_CHARACTER.match(text, error.pos)
    if error.msg.startswith(("Invalid control", "Unterminated")):  # a string that does not end
        line = text[text.rfind("\n", 0, error.pos) + 1 :].partition("\n")[0]
        marks = [one for one in TYPOGRAPHIC_CHARACTER.finditer(line) if one.lastgroup == "double"]
        found = marks[-1] if marks else None
    return describe_character(found, error.lineno) if found else ""


def find_toml_damage(text: str, error: Exception) -> str:
    """Return a reason for refusing TOML that names what another tool did to it, or "".

    Only the line at which the parser stopped, or the string that does not end, is searched. Inside
    a comment or a complete string these characters are valid.

    >>> read_toml("number = 5\\nmover = \u201cB\u201d".encode(), 100)
    Traceback (most recent call last):
    classkit.engine.untrusted_input.UnreadableData: This has the typographic quotation mark \u201c
    in line 2: type the straight mark " instead.
    >>> read_toml("number = \u22125".encode(), 100)
    Traceback (most recent call last):
    classkit.engine.untrusted_input.UnreadableData: This has the dash \u2212 in line 1: type -
    instead.
    """
    stopped = LINE_PATTERN.search(str(error))
    if reason := find_merge_marks(text, int(stopped[1]) if stopped else 0):
        return reason
    if str(error).startswith("Cannot "):  # for example, a key appears twice
        return ""
    found = (
        find_in_unclosed_string(text) if stopped is None else find_in_line(text, int(stopped[1]))
    )
    if found is None:
        return ""
    sign = TYPOGRAPHIC_CHARACTER.match(text, found)
    assert sign is not None, "both functions return the index of such a character"
    return describe_character(sign, find_line(text, found))


def describe_character(found: re.Match[str], line: int) -> str:
    """Return the reason for refusing a match of ``TYPOGRAPHIC_CHARACTER``, and the remedy.

    >>> describe_character(TYPOGRAPHIC_CHARACTER.match("\u200b"), 3)
    'has an invisible character (U+200B) in line 3: delete it'
    """
    sign, kind = found[0], found.lastgroup
    if kind == "dash":
        return f"has the dash {sign} in line {line}: type - instead"
    if kind == "space":
        name = unicodedata.name(sign).lower()
        a = "an" if name[0] in "aeo" else "a"
        return f"has {a} {name} (U+{ord(sign):04X}) in line {line}: type a plain space instead"
    if kind == "invisible":
        return f"has an invisible character (U+{ord(sign):04X}) in line {line}: delete it"
    straight = "'" if kind == "single" else '"'
    return (
        f"has the typographic quotation mark {sign} in line {line}: type the straight mark "
        f"{straight} instead"
    )


def to_plain_syntax(text: str) -> str:
    """Return TOML with full-width characters in plain width, except in strings and comments.

    The length does not change.

    >>> to_plain_syntax('number \uff1d \uff15 # \uff15')
    'number = 5 # \uff15'
    """
    if not FULL_WIDTH.search(text):
        return text
    done, parts = 0, []
    for token in STRING_OR_COMMENT.finditer(text):
        parts += [to_half_width(text[done : token.start()]), token[0]]
        done = token.end()
    return "".join([*parts, to_half_width(text[done:])])


FULL_WIDTH = re.compile("[\uff01-\uff5e\u3000]")
"""Matches the full-width form of a character that TOML uses."""


def find_in_line(text: str, number: int) -> int | None:
    """Return the index of a typographic character in a line, or None.

    A mark inside a string counts only if the line has an odd number of the plain mark, because it
    then stands where a string should end.
    """
    start = sum(len(line) + 1 for line in text.split("\n")[: number - 1])
    line = text[start:].partition("\n")[0]
    strings = []
    for token in STRING_OR_COMMENT.finditer(line):
        if token[0].startswith("#"):
            line = line[: token.start()]
            break
        strings.append(token.span())
    for found in TYPOGRAPHIC_CHARACTER.finditer(line):
        at = found.start()
        is_inside = any(begin <= at < end for begin, end in strings)
        straight = STRAIGHT_MARKS.get(found.lastgroup or "", "")
        if not is_inside or (straight and line.count(straight) % 2):
            return start + at
    return None


def find_in_unclosed_string(text: str) -> int | None:
    """Return the index of the typographic mark that should end the first unclosed string."""
    for token in STRING_OR_COMMENT.finditer(text):
        string = token[0]
        mark = string[:3] if string[:3] in ('"""', "'''") else string[0]
        if mark == "#" or (len(string) >= 2 * len(mark) and string.endswith(mark)):
            continue
        marks = [
            found.start()
            for found in TYPOGRAPHIC_CHARACTER.finditer(string)
            if STRAIGHT_MARKS.get(found.lastgroup or "") == mark[0]
        ]
        last = marks[-1] if marks else -1
        while last > 0 and string[last - 1] == string[last]:
            last -= 1
        return None if last < 0 else token.start() + last
    return None


STRAIGHT_MARKS = {"single": "'", "double": '"'}
"""Maps a kind of typographic quotation mark to the plain mark."""


LINE_PATTERN = re.compile(r"\(at line (\d+), ")
"""Matches the place in an error of tomllib."""


def find_line(text: str, index: int) -> int:
    """Return the number of the line, from 1, that contains the character at an index."""
    return text.count("\n", 0, index) + 1


def describe_excess(size: int, limit: int) -> str:
    """Return the reason why content with too many bytes is refused.

    >>> describe_excess(50_000_000, 5_000_000), describe_excess(300_000, 200_000)
    ('has 50.0 MB; the limit is 5 MB', 'has 0.3 MB; the limit is 0.2 MB')
    """
    return f"has {size / 1e6:.1f} MB; the limit is {limit / 1e6:g} MB"


BYTES_PER_PART = 5
"""Minimum average number of bytes per list, table or value. Records have about twelve."""


def refuse_many_parts(text: str, signs: str, limit: int) -> None:
    """Raise an error for text with too many lists, tables and values for its size.

    This is checked before parsing, because a parsed list takes fifty times as much memory as its
    text ``[],``.

    >>> refuse_many_parts("[" + "[]," * 30 + "[]]", "[{,", limit=100)
    Traceback (most recent call last):
    classkit.engine.untrusted_input.UnreadableData: This has too many ... (62; the limit is 20).
    """
    parts, most = sum(map(text.count, signs)), limit // BYTES_PER_PART
    if parts > most:
        reason = f"has too many lists, tables and values ({parts:,}; the limit is {most:,})"
        raise UnreadableData(reason)


# --- checks after parsing --------------------------------------------------------------------


DEPTH_ERROR = f"is nested more than {MAX_LEVELS} levels deep"
DIGITS_ERROR = f"contains a number of more than {MAX_DIGITS} digits"
NUMBER_BOUND = 10**MAX_DIGITS
SIMPLE_TYPES = frozenset({str, float, bool, type(None)})


def check_value(data: Any) -> None:
    """Raise an error for data that is nested too deeply or contains too long whole numbers.

    >>> check_value({"price": {"steps": [1, 2]}})
    >>> check_value({"price": [1, 10**5000]})
    Traceback (most recent call last):
    classkit.engine.untrusted_input.UnreadableData: This contains a number of more than 20 digits at
    price[1].
    """
    level: list[Any] = [[data]]
    for _ in range(MAX_LEVELS + 1):
        inner: dict[int, Any] = {}  # by identity: a list may contain another many times
        for value in level:
            for item in value if isinstance(value, (list, tuple)) else value.values():
                kind = type(item)
                if kind is int:
                    if not -NUMBER_BOUND < item < NUMBER_BOUND:
                        raise UnreadableData(DIGITS_ERROR, find_key(item, data))
                elif kind not in SIMPLE_TYPES and isinstance(item, (list, tuple, dict, Mapping)):
                    inner[id(item)] = item
        level = list(inner.values())
        if not level:
            return
    raise UnreadableData(DEPTH_ERROR, find_key(level[0], data))


def find_key(wanted: Any, data: Any) -> str:
    """Return the path of the first occurrence of an object, such as "log[3].with.amount".

    >>> data = {"log": [{"roll": 3}, {"roll": 50_000}]}
    >>> find_key(data["log"][1]["roll"], data)
    'log[1].roll'
    """
    if data is wanted:
        return ""
    level: list[tuple[Any, tuple[Any, ...]]] = [(data, ())]  # each item is paired with its path
    seen = set()
    while level:
        below = []
        for value, way in level:
            pairs = enumerate(value) if isinstance(value, (list, tuple)) else value.items()
            for name, item in pairs:
                there = (way, name)
                if item is wanted:
                    return describe_value(there)
                if isinstance(item, (list, tuple, Mapping)) and id(item) not in seen:
                    seen.add(id(item))
                    below.append((item, there))
        level = below
    return ""


def describe_value(way: tuple[Any, ...]) -> str:
    """Format a path, stored as nested pairs (path, part), as text such as "log[3].with"."""
    parts: list[str] = []
    while way:
        way, name = way
        parts.append(f"[{name}]" if type(name) is int else f".{truncate_value(str(name), 40)}")
    return "".join(reversed(parts)).removeprefix(".")


LONG_NUMBER = re.compile(rf"\d{{{MAX_DIGITS + 1}}}")
"""Matches a long sequence of digits. It may be part of a text, so numbers are then checked one by
one.
"""

HUGE_NUMBER = re.compile(r"\d(?:_?\d){4300}")
"""Matches a number with more digits than Python can convert."""


def read_digits(digits: str) -> int:
    """Convert the digits of a JSON number. Replace a very long number by one above the limit."""
    return NUMBER_BOUND if len(digits) > MAX_DIGITS + 1 else int(digits)


def refuse_constant(name: str) -> Any:
    """Raise an error for NaN and infinities."""
    raise UnreadableData(f"contains {name}, which is not a number")


LONE_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
"""Matches the escape of half a surrogate pair, which may be invalid Unicode."""


def refuse_broken_text(data: Any) -> None:
    """Raise an error for texts with a lone surrogate, which cannot be stored or printed.

    >>> refuse_broken_text(["\\ud800"])
    Traceback (most recent call last):
    classkit.engine.untrusted_input.UnreadableData: This contains an incomplete character.
    """
    try:
        text = json.dumps(data, ensure_ascii=False, skipkeys=True, default=lambda other: None)
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise UnreadableData("contains an incomplete character") from None
    except ValueError:  # a key may be a number that is too long to format
        raise UnreadableData(DIGITS_ERROR) from None


STRING_OR_COMMENT = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""Matches a TOML string or comment. An unclosed string extends to the point where the parser stops.
"""

KEY_SEPARATOR = re.compile(r"[\n=,\[\]{}]+")


def refuse_deep_keys(text: str) -> None:
    """Raise an error for a dotted key such as ``a.a.a = 1`` with too many parts.

    The limit is the maximum nesting depth of tables. The parser's time grows with the square of the
    number of parts. Dots in strings, comments and numbers do not count.

    >>> refuse_deep_keys('a = "." # ' + "." * 100)
    """
    bare = STRING_OR_COMMENT.sub("", text.replace("\r\n", "\n"))
    for part in KEY_SEPARATOR.split(bare):
        if part.count(".") >= MAX_LEVELS:
            raise UnreadableData(DEPTH_ERROR)
