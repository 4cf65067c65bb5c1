"""The form of a record: text from a stranger becomes checked data, or a clear refusal.

Its size, depth and length are looked at before it is believed, and nothing in it is executed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from .errors import RecordError, shorten
from .segments import Entry

FORMAT = 1
MAX_ANSWERS = 200_000
MAX_BYTES = 5_000_000
MAX_LEVELS = 20
KEYS = (
    "classkit",
    "game",
    "rules",
    "edition",
    "options",
    "seats",
    "seed",
    "luck",
    "position",
    "at",
    "log",
)
OPTIONAL = ("luck", "position", "at")


def too_large(size: int) -> RecordError:
    return RecordError(
        f"This record has {size / 1e6:.1f} MB; at most {MAX_BYTES // 1_000_000} MB are opened. "
        "A match of 500 turns has less than 1 MB."
    )


def parse(content: str | bytes) -> dict[str, Any]:
    """The JSON data of a record, checked for size, depth, duplicates and form."""
    if len(content) > MAX_BYTES:
        raise too_large(len(content))
    if isinstance(content, bytes):
        try:
            content = content.decode("utf-8")
        except UnicodeDecodeError:
            raise RecordError("This is no record: it is not text in UTF-8.") from None
    if deepest(content) > MAX_LEVELS:
        raise RecordError(f"This is no record: it is nested more than {MAX_LEVELS} levels deep.")
    try:
        data = json.loads(
            content,
            object_pairs_hook=without_duplicates,
            parse_constant=refuse_constant,
            parse_float=refuse_constant,
            parse_int=read_int,
        )
    except json.JSONDecodeError as error:
        raise RecordError(
            f"This record is cut off or damaged near line {error.lineno}: {error.msg}."
        ) from None
    except RecursionError:
        raise RecordError("This is no record: it is nested too deep.") from None
    return check_form(data)


IN_QUOTES = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)', re.DOTALL)


def deepest(text: str) -> int:
    """How deep brackets are nested in a text of JSON, at most; looked at before it is parsed.

    >>> deepest('{"log": [1, "[[["]}')
    2
    """
    level = most = 0
    for character in IN_QUOTES.sub("", text):
        if character in "[{":
            level += 1
            most = max(most, level)
        elif character in "]}":
            level = max(0, level - 1)
    return most


def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordError(f"The key {shorten(twice)} stands twice; the record was changed by hand.")
    return found


def refuse_constant(text: str) -> Any:
    raise RecordError(f"A record holds whole numbers only, not {shorten(text, 30)}.")


def read_int(text: str) -> int:
    if len(text) > 20:
        raise RecordError(f"A number of {len(text)} digits is no part of a record.")
    return int(text)


def check_form(data: Any) -> dict[str, Any]:
    """The record, if it has the form of one."""
    if not isinstance(data, dict) or "classkit" not in data:
        raise RecordError("This is no record of classkit: the key 'classkit' is missing.")
    if data["classkit"] != FORMAT:
        raise RecordError(
            f"This record is of format {shorten(data['classkit'])}; this classkit reads {FORMAT}. "
            "Open it with the version that wrote it, or a newer one."
        )
    for key in data:
        if key not in KEYS:
            raise RecordError(f"The key {shorten(key)} is unknown; the record was changed by hand.")
    for key in KEYS:
        if key not in data and key not in OPTIONAL:
            raise RecordError(f"The key {key!r} is missing; the record was changed by hand.")
    wanted = {
        "game": str,
        "rules": str,
        "edition": dict,
        "options": dict,
        "seats": int,
        "log": list,
    }
    for key, kind in wanted.items():
        if not isinstance(data[key], kind) or isinstance(data[key], bool):
            raise RecordError(f"The key {key!r} holds {shorten(data[key])}, which it cannot.")
    if len(data["log"]) > MAX_ANSWERS:
        raise RecordError(f"This record lists {len(data['log']):,} entries, too many to be opened.")
    return data


class Mark(NamedTuple):
    """A line of the log that says how the table looked at the start of a segment."""

    turn: int
    digest: str
    over: bool


def read_line(line: Any) -> Mark | Entry:
    """One line of the log, checked for its form."""
    if not isinstance(line, dict):
        raise RecordError(f"The log holds {shorten(line)}, which is no entry.")
    for keys, read in LINES:
        if keys[0] in line:
            extra = [key for key in line if key not in (*keys, "undone", "by")]
            if extra:
                raise RecordError(f"An entry of the log has the unknown key {shorten(extra[0])}.")
            if not isinstance(line.get("by", ""), str) or len(line.get("by", "")) > 60:
                raise RecordError("An entry of the log names no bot that could be.")
            return read(line)
    raise RecordError(f"The log holds {shorten(line)}, which is no entry.")


def read_mark(line: dict[str, Any]) -> Mark:
    return Mark(
        text_or_int(line["turn"], int), text_or_int(line.get("digest"), str), "over" in line
    )


def read_given(kind: str, key: str) -> Callable[[dict[str, Any]], Entry]:
    def read(line: dict[str, Any]) -> Entry:
        fields = line.get("with", {})
        if not isinstance(fields, dict):
            raise RecordError(f"The fields of an entry are {shorten(fields)}, which is no table.")
        seat, name = text_or_int(line.get("seat"), str), text_or_int(line[key], str)
        return Entry(kind, seat, name, fields, line.get("by", ""), bool(line.get("undone")))

    return read


def read_outcome(kind: str) -> Callable[[dict[str, Any]], Entry]:
    def read(line: dict[str, Any]) -> Entry:
        if not isinstance(line[kind], list) or len(line[kind]) > 1_000:
            raise RecordError(f"An outcome is a list, not {shorten(line[kind])}.")
        return Entry(kind, None, "", tuple(line[kind]), "", bool(line.get("undone")))

    return read


def read_withdrawal(line: dict[str, Any]) -> Entry:
    seat = text_or_int(line["withdraw"], str)
    return Entry("withdraw", seat, "withdraw", None, "", bool(line.get("undone")))


def read_signal(line: dict[str, Any]) -> Entry:
    name = text_or_int(line["signal"], str)
    return Entry("signal", None, name, None, "", bool(line.get("undone")))


LINES: tuple[tuple[tuple[str, ...], Callable[[dict[str, Any]], Mark | Entry]], ...] = (
    (("move", "seat", "with"), read_given("answer", "move")),
    (("aside", "seat", "with"), read_given("aside", "aside")),
    (("roll",), read_outcome("roll")),
    (("draw",), read_outcome("draw")),
    (("withdraw",), read_withdrawal),
    (("signal",), read_signal),
    (("turn", "digest", "over"), read_mark),
)


def text_or_int(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise RecordError(f"An entry of the log holds {shorten(value)}, which it cannot.")
    return value
