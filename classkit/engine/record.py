"""Records: a match as JSON that a person can read, and that a stranger may have written.

A record says which game, rules, edition, options, seats and seed, and lists the answers and
outcomes, undone ones marked, with a fingerprint of the table at the start of every turn. Opening
one plays it again and compares. Nothing in it is executed; its size, depth and length are
looked at before it is believed.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .editions import deepest
from .errors import ClasskitError, RecordError, shorten
from .game import find
from .luck import Scripted
from .match import MAX_ANSWERS, Match, read_luck, read_seed
from .names import LETTERS, read_name
from .options import read_options
from .positions import read_position
from .runner import Disagreement, Keep
from .segments import Entry

if TYPE_CHECKING:
    from .game import Game

FORMAT = 1
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
    "log",
)
OPTIONAL = ("luck", "position")


# --- writing --------------------------------------------------------------------------------


def make_record(match: Match) -> dict[str, Any]:
    """The record of a match up to now, as JSON data."""
    edition: dict[str, Any] = {"id": match.edition.id, "hash": match.edition.hash}
    if not match.edition.built_in:
        edition["data"] = match.edition.data
    log: list[dict[str, Any]] = []
    for segment, entries in match._runner.entries_so_far():
        log.append({"turn": segment.turn, "digest": segment.digest()})
        log.extend(plain_entry(entry) for entry in entries)
    if match.is_over:
        log.append({"turn": match.turn, "digest": match.digest(), "over": match.ending or "over"})
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
    opening = json.dumps(head, ensure_ascii=False, indent=1).rstrip("}\n")
    return opening + ',\n "log": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"


def save(match: Match, path: Path) -> Path:
    """Write the record, and names beside it; the file that was there stays until all is written."""
    try:
        write(path, dumps(make_record(match)))
        beside = names_path(path)
        if match.names:
            write(beside, json.dumps(match.names, ensure_ascii=False, indent=1) + "\n")
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


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


# --- reading --------------------------------------------------------------------------------


def load(source: str | Path, *, partial: bool = False, keep: Keep | None = None) -> Match:
    """Open a record and play it again.

    RecordError says what is wrong and, where the record stops agreeing with the rules, at which
    turn; its ``match`` is then the match up to there. With ``partial`` that match is returned.
    """
    path = Path(source)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise too_large(path.stat().st_size)
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise RecordError(f"{path.name} cannot be read ({error.strerror}).") from None
    match = loads(content, partial=partial, keep=keep)
    match.names.update(read_names(names_path(path), match))
    return match


def loads(content: str | bytes, *, partial: bool = False, keep: Keep | None = None) -> Match:
    """Open a record from its text; as :func:`load`."""
    return replay(parse(content), partial=partial, keep=keep)


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


def replay(data: Mapping[str, Any], *, partial: bool, keep: Keep | None) -> Match:
    """The match of a record: begun as it says, then every entry given again."""
    try:
        log = [read_line(line) for line in data["log"]]
        match = begin(data, log, keep)
    except RecordError:
        raise
    except ClasskitError as error:
        raise RecordError(f"This record cannot be opened: {error}") from error
    try:
        follow(match, log)
    except (Disagreement, ClasskitError) as stop:
        if not partial:
            raise RecordError(
                f"This record stops agreeing with the rules in turn {match.turn}: {stop} "
                f"{versions(data, match)}It can be opened up to there.",
                match=match,
                turn=match.turn,
            ) from None
    finally:
        match._runner.luck = match._runner.luck.then  # type: ignore[attr-defined]  # begin() set it
    return match


def versions(data: Mapping[str, Any], match: Match) -> str:
    """A sentence on what has changed since the record was written, if anything."""
    changed = []
    if data["rules"] != match.game.rules_version:
        changed.append(f"rules {shorten(data['rules'])} (these are {match.game.rules_version})")
    if data["edition"].get("hash") != match.edition.hash:
        changed.append("an edition that has changed since")
    return f"It was written with {' and '.join(changed)}. " if changed else ""


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


def begin(data: Mapping[str, Any], log: list[Mark | Entry], keep: Keep | None) -> Match:
    """The match at its beginning, with the outcomes of the record as its luck."""
    game = find(data["game"])
    count = data["seats"]
    if count not in game.seat_numbers:
        raise RecordError(f"{count} seats are not possible in {game.title}.")
    seats = tuple(LETTERS[:count])
    edition = read_edition(game, data["edition"])
    options = read_options(game.options, data["options"], seats)
    game.check_options(options, seats, edition)
    seed = read_seed(data["seed"])
    position = None
    luck = read_luck(data.get("luck"), seed)
    if data.get("position") is not None:
        position = read_position(data["position"])
        luck = Scripted(position.luck, then=luck) if position.luck else luck
        position = replace(position, luck=())
    outcomes = [
        list(line.value)
        for line in log
        if isinstance(line, Entry) and line.kind in ("roll", "draw") and not line.undone
    ]
    return Match(
        game,
        seats,
        edition=edition,
        options=options,
        seed=seed,
        luck=Scripted(outcomes, then=luck),
        luck_source=data.get("luck"),
        position=position,
        keep=keep,
    )


def follow(match: Match, log: list[Mark | Entry]) -> None:
    """Give every entry again, and compare the table where the record says how it looked."""
    marks = outcomes = 0
    for line in log:
        if isinstance(line, Mark):
            compare(match, line, marks)
            marks += 1
        elif line.undone:
            match._runner.entries.append(line)
        elif line.kind in ("roll", "draw"):
            outcomes += 1
        elif line.kind == "answer":
            decision = match._decision(line.seat)
            answer = decision.read(line.name, line.value)
            match._give(line._replace(name=answer.move, value=answer.fields))
        elif line.kind == "aside":
            match._runner.find_aside(line)
            match._give(line)
        elif line.kind == "withdraw":
            match.withdraw(line.seat or "")
        else:
            match.signal(line.name)
    if outcomes != match._runner.outcomes:
        raise Disagreement(f"it lists {outcomes} throws, and the rules ask for another number.")


def compare(match: Match, mark: Mark, number: int) -> None:
    """Refuse when the table at the start of a segment is not as the record says."""
    runner = match._runner
    if mark.over:
        found = match.digest() if match.is_over else "a match that goes on"
    elif number < runner.here:
        found = runner.segments[number].digest()
    elif number == runner.here and runner.frames:
        found = runner.kept().digest()
    else:
        raise Disagreement("it goes on where the rules are not yet.")
    if mark.digest and found and mark.digest != found:
        raise Disagreement("the table is not as the record says.")


def read_edition(game: Game[Any], stated: Mapping[str, Any]) -> Any:
    """The edition of a record: shipped, and still the same, or the record's own."""
    if "data" in stated:
        if not isinstance(stated["data"], dict):
            raise RecordError("The edition in this record is no table.")
        return game.edition(stated["data"])
    name = stated.get("id")
    if not isinstance(name, str) or name not in game.editions():
        raise RecordError(
            f"The edition {shorten(name)} of this record is not installed: "
            f"{', '.join(game.editions())}."
        )
    return game.edition(name)


def read_names(path: Path, match: Match) -> dict[str, str]:
    """The names of seats beside a record; a file that makes no sense is passed over."""
    try:
        if path.stat().st_size > 100_000:
            return {}
        stated = json.loads(path.read_text(encoding="utf-8"))
        return {seat: read_name(stated[seat]) for seat in match.seats if seat in stated}
    except (OSError, ValueError, TypeError, RecursionError):
        return {}
