"""The form of a record: text from a stranger becomes checked data, or a clear refusal.

Its size, depth and length are looked at before it is believed, and nothing in it is executed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from .data import Unreadable, read_json
from .data import too_large as size_in_words
from .errors import RecordError, shorten
from .log import LONGEST_NAME, Entry

FORMAT = 1
MAX_ANSWERS = 200_000
MAX_BYTES = 5_000_000
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
        f"This record {size_in_words(size, MAX_BYTES)}. A match of 500 turns has less than 1 MB."
    )


def parse(content: Any) -> dict[str, Any]:
    """The JSON data of a record, checked for size, depth, duplicates and form."""
    if not isinstance(content, (str, bytes)):
        raise RecordError(f"A record is text, not {shorten(content)}.")
    if len(content) > MAX_BYTES:
        raise too_large(len(content))
    try:
        data = read_json(content, MAX_BYTES, read_float=refuse_float, read_pairs=without_duplicates)
    except Unreadable as error:
        raise RecordError(f"This record {error.reason}{error.at}.") from None
    return check_form(data)


def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise RecordError(f"The key {shorten(twice)} stands twice; the record was changed by hand.")
    return found


def refuse_float(text: str) -> Any:
    raise RecordError(f"A record holds whole numbers only, not {shorten(text, 30)}.")


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
            name_of(line.get("by", ""))
            return read(line)
    raise RecordError(f"The log holds {shorten(line)}, which is no entry.")


def read_mark(line: dict[str, Any]) -> Mark:
    return Mark(text_or_int(line["turn"], int), name_of(line.get("digest")), "over" in line)


def read_given(kind: str, key: str) -> Callable[[dict[str, Any]], Entry]:
    def read(line: dict[str, Any]) -> Entry:
        fields = line.get("with", {})
        if not isinstance(fields, dict):
            raise RecordError(f"The fields of an entry are {shorten(fields)}, which is no table.")
        seat, name = name_of(line.get("seat")), name_of(line[key])
        return Entry(kind, seat, name, fields, line.get("by", ""), bool(line.get("undone")))

    return read


def read_outcome(kind: str) -> Callable[[dict[str, Any]], Entry]:
    def read(line: dict[str, Any]) -> Entry:
        if not isinstance(line[kind], list) or len(line[kind]) > 1_000:
            raise RecordError(f"An outcome is a list, not {shorten(line[kind])}.")
        return Entry(kind, None, "", tuple(line[kind]), "", bool(line.get("undone")))

    return read


def read_withdrawal(line: dict[str, Any]) -> Entry:
    seat = name_of(line["withdraw"])
    return Entry("withdraw", seat, "withdraw", None, "", bool(line.get("undone")))


def read_signal(line: dict[str, Any]) -> Entry:
    name = name_of(line["signal"])
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


def name_of(value: Any) -> str:
    """The name of a seat, a move or a bot: short, and nothing in it but what can be shown."""
    name: str = text_or_int(value, str)
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise RecordError(f"An entry of the log holds {shorten(name)}, which it cannot.")
    return name
