"""Records: a match as JSON that a person can read.

A record says which game, rules, edition, options, seats and seed, and lists the answers and
outcomes, undone ones marked, with a fingerprint of the table at the start of every turn. Names of
seats stand in a file beside it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import RecordError
from .files import write_whole
from .record_form import FORMAT
from .segments import Entry

if TYPE_CHECKING:
    from .match import Match


def make_record(match: Match) -> dict[str, Any]:
    """The record of a match, as JSON data.

    What was undone and lies ahead is in it too, so that a timeline that was saved still drags
    both ways; ``at`` then says at which step the match stands.
    """
    edition: dict[str, Any] = {"id": match.edition.id, "hash": match.edition.hash}
    if not match.edition.built_in:
        edition["data"] = match.edition.data
    log: list[dict[str, Any]] = []
    for segment, entries in match._line.entries_so_far():
        log.append({"turn": segment.turn, "digest": segment.digest()})
        log.extend(plain_entry(entry) for entry in entries)
    if match.is_over:
        log.append({"turn": match.turn, "digest": match.digest(), "over": match.ending or "over"})
    for ahead, entries in match._line.entries_ahead():
        if ahead is not None:
            log.append({"turn": ahead.turn, "digest": ahead.digest()})
        log.extend(plain_entry(entry) for entry in entries)
    record: dict[str, Any] = {
        "classkit": FORMAT,
        "game": match.game.name,
        "rules": match.game.rules_version,
        "edition": edition,
        "options": dict(match.options),
        "seats": len(match.seats),
        "seed": match.seed,
    }
    if match.luck_source is not None:
        by_name = isinstance(match.luck_source, str)
        record["luck"] = match.luck_source if by_name else [as_list(o) for o in match.luck_source]
    if match.start_position is not None:
        record["position"] = without_answers(match.start_position.source)
    if match.can_redo:
        record["at"] = match.step
    record["log"] = log
    return record


def as_list(outcome: Any) -> Any:
    return list(outcome) if isinstance(outcome, (list, tuple)) else outcome


def without_answers(position: Mapping[str, Any]) -> dict[str, Any]:
    """A position as JSON data; the answers that lead into it stand in the log."""
    plain: dict[str, Any] = json.loads(json.dumps(position))
    plain.pop("then", None)
    return plain


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
    head = {key: value for key, value in record.items() if key != "log"}
    lines = [json.dumps(entry, ensure_ascii=False) for entry in record["log"]]
    opening = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    return opening + ',\n "log": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"


def save(match: Match, path: Path) -> Path:
    """Write the record, and names beside it; the file that was there stays until all is written."""
    try:
        write_whole(path, dumps(make_record(match)).encode())
        beside = names_path(path)
        if match.names:
            names = json.dumps(match.names, ensure_ascii=False, indent=1)
            write_whole(beside, f"{names}\n".encode())
        elif beside.exists():
            beside.unlink()
    except OSError as error:
        raise RecordError(
            f"{path.name} could not be saved ({error.strerror or error}). "
            "What was saved there before is still there, and the match goes on."
        ) from error
    return path


def names_path(path: Path) -> Path:
    """Where the names of seats stand: monday.classkit.json -> monday.names.json."""
    stem = path.name.removesuffix(".json").removesuffix(".classkit")
    return path.with_name(f"{stem}.names.json")
