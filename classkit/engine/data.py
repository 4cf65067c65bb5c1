"""What comes from outside becomes plain data, within limits, or a reason why not.

A value that a program gives (:func:`as_data`) may be of any make: a number of numpy, an object
that raises when it is compared. A text that is read (:func:`read_json`, :func:`read_toml`) may have
been written by anybody: a record that was sent around, a position from a forum, a notebook that was
handed in. Its size is looked at before it is parsed, parsing takes time in proportion to the size,
and what comes out can be shown, stored and printed: it is nested only so deep, its whole numbers
have at most 20 digits, and its texts are text. They stay texts: nothing here, and nothing that
calls it, takes one as the name of a file.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from itertools import islice
from operator import index
from pathlib import Path
from typing import Any

from .errors import ClasskitError, cut, shorten
from .fields import ENDLESS, Amount, Flag

MAX_LEVELS = 20
MAX_DIGITS = 20

# --- values that a program gives ------------------------------------------------------------------


class Foreign:
    """Stands for a value that is no data: it is shown as that was, and does nothing else."""

    __slots__ = ("shown",)

    def __init__(self, shown: str) -> None:
        self.shown = shown

    def __repr__(self) -> str:
        return self.shown


KEPT = frozenset({str, int, bool, float, type(None), bytes, type(Path()), Foreign})
"""The types whose values are data as they are."""

NUMBERS_AND_TEXTS = frozenset({int, str})
HOLDERS = frozenset({dict, list})
"""The types whose values can be changed in place."""


def as_data(value: Any) -> Any:
    """Return the value as plain data, whatever it is: numbers, texts, lists, tuples and dicts.

    A number or a text of another make, such as one of numpy, becomes Python's own. What is no data
    becomes a :class:`Foreign`, which can be compared, sorted out and shown without a surprise.

    >>> as_data({"amount": True, "dice": (3, 4), "to": {5}})
    {'amount': True, 'dice': (3, 4), 'to': {5}}
    >>> as_data({5}) == {5}
    False
    """
    return _as_data(value, 2 * MAX_LEVELS, {})


def _as_data(value: Any, levels: int, known: dict[int, Any]) -> Any:
    """Return the same; ``known`` holds what was seen, since a list may hold another many times."""
    kind = type(value)
    if kind in KEPT:
        return value
    try:
        if issubclass(kind, str):
            return str.__str__(value)
        if issubclass(kind, float):
            return float.__float__(value)
        if not issubclass(kind, (list, tuple, Mapping)):
            whole = as_whole(value)
            return Foreign(shorten(value)) if whole is None else whole
        if id(value) not in known:
            if levels < 0:
                return Foreign(f"a {kind.__name__} that is nested too deep")
            known[id(value)] = Foreign(f"a {kind.__name__} that holds itself")
            known[id(value)] = _parts_as_data(value, levels - 1, known)
        return known[id(value)]
    except Exception:  # a stranger's value may do anything when it is looked into
        return Foreign(shorten(value))


def _parts_as_data(value: Any, levels: int, known: dict[int, Any]) -> Any:
    """Return a list, tuple or mapping with all that it holds as plain data."""
    kind = type(value)
    if issubclass(kind, list):
        return [_as_data(item, levels, known) for item in list.__iter__(value)]
    if issubclass(kind, tuple):
        return tuple(_as_data(item, levels, known) for item in tuple.__iter__(value))
    pairs = dict.items(value) if issubclass(kind, dict) else value.items()
    return {_as_data(key, levels, known): _as_data(item, levels, known) for key, item in pairs}


def opened(value: Any) -> Any:
    """Return a list, tuple or dict as one of Python's own make, and what it holds as it is.

    Anything else is returned as it is too. It is for what may hold more than data, such as bots.
    """
    kind = type(value)
    if issubclass(kind, list):
        return list(list.__iter__(value))
    if issubclass(kind, tuple):
        return tuple(tuple.__iter__(value))
    return dict(dict.items(value)) if issubclass(kind, dict) else value


MOST_LISTED = 1_000
"""So many names are looked at; whoever lists more may list without end."""


def listed(value: Any, most: int = MOST_LISTED) -> list[Any] | None:
    """Return the items that somebody lists, at most ``most`` of them; None where it is no list.

    >>> listed(["a", "b"]), listed(range(3)), listed("ab"), listed({"a": 1})
    (['a', 'b'], [0, 1, 2], None, None)
    """
    try:
        if not isinstance(value, (str, bytes, Mapping)):
            return list(islice(opened(value), most))
    except Exception:  # a stranger's value may do anything when it is gone through
        pass
    return None


def as_whole(value: object) -> int | None:
    """Return a whole number of any make as a plain int; None for anything else, booleans too.

    >>> as_whole(3), as_whole(True), as_whole(3.0), as_whole("3")
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
    except Exception:  # a stranger's value may do anything when it is asked
        return None


def read_whole(name: str, value: object, low: int = 1, high: int = ENDLESS) -> int:
    """Read the whole number that an argument of this name is; ClasskitError for anything else.

    >>> read_whole("n", 200, high=1_000)
    200
    >>> read_whole("n", 0, high=1_000)
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: n must be a whole number from 1 to 1,000, not 0.
    """
    number = as_whole(value)
    if reason := Amount(low, high).refuse(value if number is None else number):
        raise ClasskitError(f"{name} {reason}")
    assert number is not None
    return number


def read_list(name: str, value: object, of: str) -> list[Any]:
    """Read the list that an argument of this name is; ClasskitError for anything else.

    >>> read_list("metrics", ("cash", "debt"), "keys")
    ['cash', 'debt']
    >>> read_list("metrics", 5, "keys")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: metrics must be a list of keys, not 5.
    """
    found = listed(value)
    if found is None:
        raise ClasskitError(f"{name} must be a list of {of}, not {shorten(value)}.")
    return found


def read_flag(name: str, value: object) -> bool:
    """Read the True or False that an argument of this name is; ClasskitError for anything else.

    >>> read_flag("sealed", "x")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: sealed must be true or false, not 'x'.
    """
    if reason := Flag().refuse(value):
        raise ClasskitError(f"{name} {reason}")
    return value is True


def are_simple(fields: Mapping[str, Any]) -> bool:
    """Return whether all fields are whole numbers and texts, so that a shallow copy is enough."""
    return NUMBERS_AND_TEXTS.issuperset(map(type, fields.values()))


class WrittenDown(dict[str, Any]):
    """A dict that stays as it is: many read it, and none may change what the others read.

    >>> row = WrittenDown(turn=3)
    >>> row["turn"] = 4
    Traceback (most recent call last):
    TypeError: this is written down and stays as it is: change a copy of it, dict(...)
    >>> {**row, "turn": 4}
    {'turn': 4}
    """

    __slots__ = ()

    def _refuse(self, *_: Any, **__: Any) -> Any:
        """Refuse every change."""
        raise TypeError("this is written down and stays as it is: change a copy of it, dict(...)")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how it is copied and sent to other processes: as a dict of its own."""
        return dict, (dict(self),)


def written_down(value: Any) -> Any:
    """Return a dict as one that stays as it is, and anything else as it is.

    >>> written_down({"cash": 5})["cash"] = 6
    Traceback (most recent call last):
    TypeError: this is written down and stays as it is: change a copy of it, dict(...)
    """
    if type(value) is WrittenDown or not isinstance(value, dict):
        return value
    return WrittenDown(value)


def copied(value: Any) -> Any:
    """Return a copy of facts or fields, so that whoever changes it changes nothing else.

    >>> fields = {"amount": 5, "squares": ["I07"]}
    >>> copied(fields)["squares"].append("I08"); fields
    {'amount': 5, 'squares': ['I07']}
    """
    if isinstance(value, dict):
        for item in value.values():
            if type(item) in HOLDERS:
                return {key: copied(item) for key, item in value.items()}
        return dict(value)
    return [copied(item) for item in value] if isinstance(value, list) else value


# --- texts that anybody may have written ----------------------------------------------------------

Pairs = Callable[[list[tuple[str, Any]]], Any]


class Unreadable(ClasskitError):
    """Text that is no data: ``reason`` goes on a sentence, "is cut off or damaged near line 3".

    ``key`` is the place of what is wrong, such as "log[3].with.amount", where it is known.
    """

    def __init__(self, reason: str, key: str = "") -> None:
        self.reason, self.key = reason, cut(key)
        super().__init__(f"This {reason}{self.at}.")

    @property
    def at(self) -> str:
        """Where it is wrong, to go on the reason: " at log[3]"; empty where that is not known."""
        return f" at {self.key}" if self.key else ""


def read_json(
    content: str | bytes,
    limit: int,
    *,
    read_float: Callable[[str], Any] = float,
    read_pairs: Pairs | None = None,
) -> Any:
    """Return the data of JSON of at most ``limit`` bytes; Unreadable says why there is none.

    ``read_float`` reads numbers with a point, ``read_pairs`` makes a mapping of its pairs.

    >>> read_json('{"names": {"A": "Ada"}}', 100)
    {'names': {'A': 'Ada'}}
    >>> read_json('[1, 2', 100)
    Traceback (most recent call last):
    classkit.engine.data.Unreadable: This is cut off or damaged near line 1.
    """
    text = decode(content, limit)
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
        raise Unreadable(f"is cut off or damaged near line {error.lineno}") from None
    except RecursionError:
        raise Unreadable(TOO_DEEP) from None
    judge(data)
    if HALF_A_CHARACTER.search(text):
        refuse_broken_text(data)
    return data


def read_toml(content: bytes, limit: int) -> dict[str, Any]:
    """Return the data of TOML of at most ``limit`` bytes; Unreadable says why there is none.

    >>> read_toml(b"price.bond = 100", 100)
    {'price': {'bond': 100}}
    >>> read_toml(b"a" + b".a" * 40 + b" = 1", 100)
    Traceback (most recent call last):
    classkit.engine.data.Unreadable: This is nested more than 20 levels deep.
    """
    text = decode(content, limit)
    refuse_many_parts(text, "[{,=", limit)
    refuse_endless_keys(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"is not valid TOML: {error}") from None
    except ValueError:  # from int(), which reads at most 4,300 digits
        there = ENDLESS_NUMBER.search(text)
        line = text.count("\n", 0, there.start()) + 1 if there else 1
        raise Unreadable(f"{TOO_MANY_DIGITS} near line {line}") from None
    except RecursionError:
        raise Unreadable(TOO_DEEP) from None
    judge(data)
    return data


def decode(content: str | bytes, limit: int) -> str:
    """Return the text, if it is one in UTF-8 and of at most ``limit`` bytes."""
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
    """Say that there are more bytes than are read.

    >>> too_large(50_000_000, 5_000_000), too_large(300_000, 200_000)
    ('has 50.0 MB; at most 5 MB are opened', 'has 0.3 MB; at most 0.2 MB are opened')
    """
    return f"has {size / 1e6:.1f} MB; at most {limit / 1e6:g} MB are opened"


BYTES_A_PART = 5
"""As many bytes as are read, each part has on average at least; in records it has some twelve."""


def refuse_many_parts(text: str, signs: str, limit: int) -> None:
    """Refuse text of more lists, tables and values than texts of that size have.

    It is asked before they are made: each takes fifty times the memory of the text ``[],``.

    >>> refuse_many_parts("[" + "[]," * 30 + "[]]", "[{,", limit=100)
    Traceback (most recent call last):
    classkit.engine.data.Unreadable: This has 62 parts; at most 20 are opened.
    """
    parts, most = sum(map(text.count, signs)), limit // BYTES_A_PART
    if parts > most:
        raise Unreadable(f"has {parts:,} parts; at most {most:,} are opened")


# --- what parsers do not judge ---------------------------------------------------------------


TOO_DEEP = f"is nested more than {MAX_LEVELS} levels deep"
TOO_MANY_DIGITS = f"holds a number of more than {MAX_DIGITS} digits"
TOO_LARGE = 10**MAX_DIGITS
SIMPLE = frozenset({str, float, bool, type(None)})


def judge(data: Any) -> None:
    """Refuse data that is nested too deep, and whole numbers of too many digits; say where.

    >>> judge({"price": {"steps": [1, 2]}})
    >>> judge({"price": [1, 10**5000]})
    Traceback (most recent call last):
    classkit.engine.data.Unreadable: This holds a number of more than 20 digits at price[1].
    """
    level: list[Any] = [[data]]
    for _ in range(MAX_LEVELS + 1):
        inner: dict[int, Any] = {}  # by identity: a list may hold another many times
        for value in level:
            for item in value if isinstance(value, (list, tuple)) else value.values():
                kind = type(item)
                if kind is int:
                    if not -TOO_LARGE < item < TOO_LARGE:
                        raise Unreadable(TOO_MANY_DIGITS, key_of(item, data))
                elif kind not in SIMPLE and isinstance(item, (list, tuple, dict, Mapping)):
                    inner[id(item)] = item
        level = list(inner.values())
        if not level:
            return
    raise Unreadable(TOO_DEEP, key_of(level[0], data))


def key_of(wanted: Any, data: Any) -> str:
    """Return the key of the first place that holds this very object: "log[3].with.amount".

    >>> data = {"log": [{"roll": 3}, {"roll": 50_000}]}
    >>> key_of(data["log"][1]["roll"], data)
    'log[1].roll'
    """
    if data is wanted:
        return ""
    level: list[tuple[Any, tuple[Any, ...]]] = [(data, ())]  # each with how it was come to
    seen = set()
    while level:
        below = []
        for value, way in level:
            pairs = enumerate(value) if isinstance(value, (list, tuple)) else value.items()
            for name, item in pairs:
                there = (way, name)
                if item is wanted:
                    return in_words(there)
                if isinstance(item, (list, tuple, Mapping)) and id(item) not in seen:
                    seen.add(id(item))
                    below.append((item, there))
        level = below
    return ""


def in_words(way: tuple[Any, ...]) -> str:
    """Return the key that a chain of pairs (chain, part) stands for: "log[3].with"."""
    parts: list[str] = []
    while way:
        way, name = way
        parts.append(f"[{name}]" if type(name) is int else f".{cut(str(name), 40)}")
    return "".join(reversed(parts)).removeprefix(".")


LONG_NUMBER = re.compile(rf"\d{{{MAX_DIGITS + 1}}}")
"""So many digits in a row, perhaps in a text: then numbers are looked at one by one."""

ENDLESS_NUMBER = re.compile(r"\d(?:_?\d){4300}")
"""A number of more digits than Python reads."""


def read_digits(digits: str) -> int:
    """Return a whole number of JSON; one that would take long to read as one too large."""
    return TOO_LARGE if len(digits) > MAX_DIGITS + 1 else int(digits)


def refuse_constant(name: str) -> Any:
    """Refuse NaN and infinities, which are no data."""
    raise Unreadable(f"holds {name}, which is no number")


HALF_A_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")
"""One half of a character written as two, as JSON may; alone it is no text."""


def refuse_broken_text(data: Any) -> None:
    """Refuse texts with a lone surrogate, which nothing can store or print.

    >>> refuse_broken_text(["\\ud800"])
    Traceback (most recent call last):
    classkit.engine.data.Unreadable: This holds half a character, which is no text.
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
