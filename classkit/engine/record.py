"""Records: a match as JSON that a person can read.

A record says which game, rules, edition, options, seats and seed, and lists the answers and
outcomes, undone ones marked, with a fingerprint of the table at the start of every turn. Names of
seats stand in a file beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from .errors import RecordError, cut
from .files import write_whole
from .log import Entry, Segment
from .state import digest
from .timeline import Timeline

Line = dict[str, Any]
"""One line of the log as JSON data: an entry, or the mark at the start of a segment."""


def record_log(line: Timeline) -> list[Line]:
    """Return the log of a line of play.

    Every segment begins with the fingerprint of its table, where the line has made one.
    """
    return [plain for _, lines in pieces(line) for plain in lines]


def record_text(head: Mapping[str, Any], line: Timeline) -> str:
    """Return the text of a record, as `dumps` writes it, but put the past into words only once.

    However long the match, only its present segment is written anew.
    """
    log: list[str] = []
    for segment, lines in pieces(line):
        text = (segment.text if segment is not None else "") or written_lines(lines)
        if segment is not None:
            segment.text = text
        if text:
            log.append(text)
    return written(head, NEXT_LINE.join(log))


def pieces(line: Timeline) -> Iterator[tuple[Segment | None, Iterator[Line]]]:
    """Yield the log piece by piece, with the segment where the piece tells all of it."""
    segments = line.segments
    for number, entries in line.entries_so_far():
        behind = segments[number] if number < line.here else None
        yield behind, segment_lines(mark(line, number), entries)
    if line.request is None:
        table = line.table
        over = {"turn": table.turn, "digest": digest(table), "over": table.ending or "over"}
        yield None, iter([over])
    for number, entries in line.entries_ahead():
        if number == line.here:
            yield None, map(plain_entry, entries)
        else:
            yield segments[number], segment_lines(mark(line, number), entries)


def segment_lines(heading: Line, entries: Iterable[Entry]) -> Iterator[Line]:
    """Yield the lines of one segment."""
    yield heading
    yield from map(plain_entry, entries)


def mark(line: Timeline, number: int) -> Line:
    """Return the line that says how the table looked at the start of a segment."""
    return {"turn": line.turn_of(number), "digest": line.segments[number].digest}


def as_json(value: Any) -> Any:
    """Return a copy of the value as JSON knows it."""
    return json.loads(json.dumps(value))


def plain_entry(entry: Entry) -> dict[str, Any]:
    """One entry as JSON data: ``{"seat": "B", "move": "bid", "with": {"amount": 120000}}``."""
    if entry.kind in ("roll", "draw"):
        plain: dict[str, Any] = {entry.kind: list(entry.value)}
    elif entry.kind == "withdraw":
        plain = {"withdraw": entry.seat}
    elif entry.kind == "signal":
        plain = {"signal": entry.name}
    else:
        plain = {"seat": entry.seat, "move" if entry.kind == "answer" else "aside": entry.name}
        if entry.value:
            plain["with"] = dict(entry.value)
    if entry.by:
        plain["by"] = entry.by
    if entry.undone:
        plain["undone"] = True
    return plain


def dumps(record: Mapping[str, Any]) -> str:
    """A record as text: one line for each entry of the log."""
    before_log = {key: value for key, value in record.items() if key != "log"}
    return written(before_log, written_lines(record["log"]))


NEXT_LINE = ",\n  "


def written(before_log: Mapping[str, Any], log: str) -> str:
    """The text of a record from its head and the lines of its log."""
    opening = json.dumps(before_log, ensure_ascii=False, indent=1).removesuffix("\n}")
    return opening + ',\n "log": [\n  ' + log + "\n ]\n}\n"


def written_lines(log: Iterable[Mapping[str, Any]]) -> str:
    """Entries of the log as text, one line for each."""
    return NEXT_LINE.join(json.dumps(entry, ensure_ascii=False) for entry in log)


def save_record(record: Mapping[str, Any], names: Mapping[str, str], path: Path) -> Path:
    """Write the record, and names beside it; the file that was there stays until all is written."""
    try:
        write_whole(path, dumps(record).encode())
        beside = names_path(path)
        if names:
            labels = json.dumps(names, ensure_ascii=False, indent=1)
            write_whole(beside, f"{labels}\n".encode())
        elif beside.exists():
            beside.unlink()
    except OSError as error:
        raise RecordError(
            f"{cut(path.name)} could not be saved ({error.strerror or error}). "
            "What was saved there before is still there, and the match goes on."
        ) from error
    return path


def names_path(path: Path) -> Path:
    """Where the names of seats stand: monday.classkit.json -> monday.names.json."""
    stem = path.name.removesuffix(".json").removesuffix(".classkit")
    return path.with_name(f"{stem}.names.json")
