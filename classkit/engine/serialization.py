"""Records: matches stored as JSON files that people can read.

A record contains the game, rules version, edition, options, number of seats and seed, the list of
answers and outcomes, and a hash of the state at the start of every turn. Names of seats are stored
in a separate file next to it. Records are untrusted input: their size, depth and length are checked
first, and their contents are never executed.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .custom_metrics import custom_class_name
from .editions import Edition
from .errors import RecordError, truncate_text, truncate_value
from .events import FORCED_KIND, MAX_NAME_LENGTH, Entry, Segment, entry_to_dict
from .game import Game
from .history import Timeline
from .options import Options
from .positions import Position
from .state import hash_state
from .untrusted_input import UnreadableData, read_json
from .untrusted_input import describe_excess as size_in_words

LogLine = dict[str, Any]
"""One line of the log as JSON data: an entry, or the hash at the start of a segment."""


def record_head(
    game: Game[Any],
    rules: str,
    edition: Edition,
    options: Options,
    seats: int,
    seed: int,
    *,
    luck: Any,
    position: Position | None,
    predictions: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the head of a record: the game and the arguments of the match.

    ``rules`` is the rules version when the match was first saved, which determines the meaning of
    the options.
    """
    own: dict[str, Any] = {} if edition.built_in else {"data": edition.data}
    head: dict[str, Any] = {
        "classkit": FORMAT,
        "game": game.name,
        "rules": rules,
        "edition": {"id": edition.id, "hash": edition.hash, **own},
        "options": dict(options),
        "seats": seats,
        "seed": seed,
    }
    if game.custom_metrics:
        head["figures"] = list(game.custom_metrics)
    if own_class := custom_class_name(game):
        head["class"] = own_class[:MAX_NAME_LENGTH]
    if luck is not None:
        head["luck"] = copy_as_json(luck)
    if position is not None:  # the answers that lead into the position are in the log
        source = copy_as_json(position.source)
        head["position"] = {key: value for key, value in source.items() if key != "then"}
    if predictions:
        try:
            head["predictions"] = copy_as_json(predictions)
        except (TypeError, ValueError, RecursionError) as error:
            raise RecordError(
                f"The predictions of this match cannot be saved ({truncate_text(error, 120)}): "
                "they must consist of strings, numbers, lists and mappings, as in a table."
            ) from error
    return head


def record_log(line: Timeline) -> list[LogLine]:
    """Return the log of a timeline.

    Every segment starts with the hash of its state, if the hash has been computed.
    """
    return [plain for _, lines in iterate_pieces(line) for plain in lines]


def record_text(head: Mapping[str, Any], line: Timeline) -> str:
    """Return the text of a record, as `format_record` does, but cache the finished segments."""
    log: list[str] = []
    for segment, lines in iterate_pieces(line):
        text = (segment.text if segment is not None else "") or format_lines(lines)
        if segment is not None:
            segment.text = text
        if text:
            log.append(text)
    return join_record(head, LINE_SEPARATOR.join(log))


def iterate_pieces(line: Timeline) -> Iterator[tuple[Segment | None, Iterator[LogLine]]]:
    """Yield the log in pieces. A piece that is a complete segment is paired with the segment."""
    segments = line.segments
    for number, entries in line.past_entries():
        behind = segments[number] if number < line.segment_index else None
        yield behind, segment_lines(build_hash_line(line, number), entries)
    if line.request is None:
        table = line.table
        over = {"turn": table.turn, "digest": hash_state(table), "over": table.ending or "over"}
        yield None, iter([over])
    for number, entries in line.future_entries():
        if number == line.segment_index:
            yield None, map(entry_to_dict, entries)
        else:
            yield segments[number], segment_lines(build_hash_line(line, number), entries)


def list_entries(line: Timeline) -> list[Entry]:
    """Return the log's entries in order, including steps ahead but not hashes of states."""
    pieces = (*line.past_entries(), *line.future_entries())
    return [entry for _, entries in pieces for entry in entries]


def segment_lines(heading: LogLine, entries: Iterable[Entry]) -> Iterator[LogLine]:
    yield heading
    yield from map(entry_to_dict, entries)


def build_hash_line(line: Timeline, number: int) -> LogLine:
    """Return the line with the hash of the state at the start of a segment."""
    return {"turn": line.get_turn(number), "digest": line.segments[number].digest}


def copy_as_json(value: Any) -> Any:
    """Return a copy of the value as JSON data."""
    return json.loads(json.dumps(value))


def format_record(record: Mapping[str, Any]) -> str:
    """Format a record as text that has one line per entry of the log."""
    before_log = {key: value for key, value in record.items() if key != "log"}
    return join_record(before_log, format_lines(record["log"]))


LINE_SEPARATOR = ",\n  "


def join_record(before_log: Mapping[str, Any], log: str) -> str:
    """Return the text of a record, given its head and the lines of its log."""
    opening = json.dumps(before_log, ensure_ascii=False, indent=1).removesuffix("\n}")
    return opening + ',\n "log": [\n  ' + log + "\n ]\n}\n"


def format_lines(log: Iterable[Mapping[str, Any]]) -> str:
    """Format entries of the log as text, one per line."""
    return LINE_SEPARATOR.join(json.dumps(entry, ensure_ascii=False) for entry in log)


def save_record(text: str, names: Mapping[str, str], path: Path) -> Path:
    """Write a record and its file of names. Old files are replaced only when both are complete."""
    beside = names_path(path)
    files, existed = {path: text.encode()}, path.exists()
    if names:
        files[beside] = names_text(names).encode()
    try:
        write_files(files)
        if not names:
            beside.unlink(missing_ok=True)
        predictions_path(path).unlink(
            missing_ok=True
        )  # file of an older record; new records contain the predictions
    except OSError as error:
        raise RecordError(
            f"{truncate_value(path.name)} could not be saved ({error.strerror or error})."
            f"{' The existing file is unchanged.' if existed else ''}"
        ) from error
    return path


def names_text(names: Mapping[str, str]) -> str:
    """Return the contents of the file of names."""
    return json.dumps(names, ensure_ascii=False, indent=1) + "\n"


def names_path(path: Path) -> Path:
    """Return the path of the file of names: monday.names.json for monday.classkit.json."""
    stem = path.name.removesuffix(".json").removesuffix(".classkit")
    return path.with_name(f"{stem}.names.json")


def predictions_path(path: Path) -> Path:
    """Return the path of an old record's predictions, such as monday.predictions.json."""
    return path.with_name(names_path(path).name.replace(".names.json", ".predictions.json"))


# --- validation of records ------------------------------------------------------------------------

FORMAT = 1
MAX_ANSWERS = 200_000
MAX_BYTES = 5_000_000
MAX_METRICS = 1_000
"""Maximum number of custom metrics in a match."""
RECORD_KEYS = (
    "classkit",
    "game",
    "rules",
    "edition",
    "options",
    "seats",
    "seed",
    "figures",
    "class",
    "luck",
    "position",
    "predictions",
    "at",
    "log",
)
OPTIONAL_KEYS = ("figures", "class", "luck", "position", "predictions", "at")


def size_error(size: int) -> RecordError:
    return RecordError(
        f"This record {size_in_words(size, MAX_BYTES)}. A match of 500 turns has less than 1 MB."
    )


def parse_record(content: Any) -> dict[str, Any]:
    """Parse a record from JSON, and check its size, depth, duplicate keys and structure."""
    if not isinstance(content, (str, bytes)):
        raise RecordError(f"A record must be text, not {truncate_text(content)}.")
    if len(content) > MAX_BYTES:
        raise size_error(len(content))
    try:
        data = read_json(content, MAX_BYTES, read_pairs=refuse_duplicates)
    except UnreadableData as error:
        raise RecordError(f"This record {error.reason}{error.location}.") from None
    form = check_form(data)
    refuse_fractions({key: value for key, value in form.items() if key != "predictions"})
    return form


def refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise RecordError(
            f"The key {truncate_text(twice)} appears twice; "
            "the record may have been edited by hand."
        )
    return found


def refuse_fractions(data: Any) -> None:
    """Raise an error for numbers with a decimal point, which no match contains."""
    if isinstance(data, float):
        raise RecordError(
            f"A number in a record must be a whole number, not {truncate_text(data, 30)}."
        )
    for one in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        refuse_fractions(one)


def check_form(data: Any) -> dict[str, Any]:
    """Return the record if its structure is valid."""
    if not isinstance(data, dict) or "classkit" not in data:
        raise RecordError("This is not a match saved by classkit: the key 'classkit' is missing.")
    if data["classkit"] != FORMAT:
        raise RecordError(
            f"This match was saved in format {truncate_text(data['classkit'])}; "
            f"this version of classkit reads format {FORMAT}. Open it with the version that saved "
            "it, or with a newer one."
        )
    for key in data:
        if key not in RECORD_KEYS:
            raise RecordError(
                f"The key {truncate_text(key)} is unknown; the record may have been edited by hand."
            )
    for key in RECORD_KEYS:
        if key not in data and key not in OPTIONAL_KEYS:
            raise RecordError(
                f"The key {key!r} is missing; the record may have been edited by hand."
            )
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
            raise RecordError(f"Key {key!r} has the invalid value {truncate_text(data[key])}.")
    predictions = data.get("predictions", {})
    if not isinstance(predictions, dict):
        raise RecordError(f"Key 'predictions' has the invalid value {truncate_text(predictions)}.")
    figures = data.get("figures", [])
    if not isinstance(figures, list) or len(figures) > MAX_METRICS:
        raise RecordError(f"Key 'figures' has the invalid value {truncate_text(figures)}.")
    for name in (*figures, data.get("class", "")):
        read_short_name(name)
    if len(data["log"]) > MAX_ANSWERS:
        raise RecordError(f"This record lists {len(data['log']):,} entries, too many to be opened.")
    return data


class SegmentHash(NamedTuple):
    """A line of the log with the hash of the state at the start of a segment."""

    turn: int
    digest: str
    over: bool


def read_log(log: Sequence[Any]) -> list[SegmentHash | Entry]:
    """Parse the entries of a log, omitting entries marked "undone".

    Older records, from before tables had branches, contain undone answers.

    >>> log = [{"seat": "B", "move": "keep", "undone": True}, {"seat": "B", "move": "reverse"}]
    >>> [entry.name for entry in read_log(log)]
    ['reverse']
    """
    lines = [read_line(line) for line in log]
    return [line for line, written in zip(lines, log, strict=True) if not written.get("undone")]


def read_line(line: Any) -> SegmentHash | Entry:
    """Parse one line of the log, and check its structure."""
    if not isinstance(line, dict):
        raise RecordError(f"The log contains {truncate_text(line)}, which is not an entry.")
    for first, known, read in LINE_READERS:
        if first in line:
            if not line.keys() <= known:
                extra = next(key for key in line if key not in known)
                raise RecordError(
                    f"An entry of the log has the unknown key {truncate_text(extra)}."
                )
            if "by" in line:
                read_short_name(line["by"])
            return read(line)
    raise RecordError(f"The log contains {truncate_text(line)}, which is not an entry.")


def read_hash_line(line: dict[str, Any]) -> SegmentHash:
    return SegmentHash(
        check_type(line["turn"], int), read_short_name(line.get("digest")), "over" in line
    )


def read_given(kind: str, key: str) -> Callable[[dict[str, Any]], Entry]:
    def read(line: dict[str, Any]) -> Entry:
        fields = line.get("with", {})
        if not isinstance(fields, dict):
            raise RecordError(
                f"The fields of an entry must be a JSON object, not {truncate_text(fields)}."
            )
        seat, name = read_short_name(line.get("seat")), read_short_name(line[key])
        return Entry(kind, seat, name, fields, line.get("by", ""))

    return read


def read_outcome(kind: str) -> Callable[[dict[str, Any]], Entry]:
    def read(line: dict[str, Any]) -> Entry:
        if not isinstance(line[kind], list) or len(line[kind]) > 1_000:
            raise RecordError(
                f"An outcome must be a list of at most 1,000, not {truncate_text(line[kind])}."
            )
        return Entry(kind, None, "", tuple(line[kind]))

    return read


def read_withdrawal(line: dict[str, Any]) -> Entry:
    seat = read_short_name(line["withdraw"])
    return Entry("withdraw", seat, "withdraw")


def read_signal(line: dict[str, Any]) -> Entry:
    name = read_short_name(line["signal"])
    return Entry("signal", None, name)


def read_forced(line: dict[str, Any]) -> Entry:
    seat, name = read_short_name(line.get("seat")), read_short_name(line[FORCED_KIND])
    return Entry(FORCED_KIND, seat, name, {})


LINE_READERS: tuple[
    tuple[str, frozenset[str], Callable[[dict[str, Any]], SegmentHash | Entry]], ...
] = tuple(
    (keys[0], frozenset((*keys, "undone", "by")), read)
    for keys, read in (
        (("move", "seat", "with"), read_given("answer", "move")),
        (("aside", "seat", "with"), read_given("aside", "aside")),
        ((FORCED_KIND, "seat"), read_forced),
        (("roll",), read_outcome("roll")),
        (("draw",), read_outcome("draw")),
        (("withdraw",), read_withdrawal),
        (("signal",), read_signal),
        (("turn", "digest", "over"), read_hash_line),
    )
)
"""The first key of a line, all its keys, and the function that reads it."""


def check_type(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise RecordError(f"An entry of the log has the invalid value {truncate_text(value)}.")
    return value


def read_short_name(value: Any) -> str:
    """Validate the name of a seat, a move or a bot, which must be short and printable."""
    name: str = check_type(value, str)
    if len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise RecordError(f"An entry of the log has the invalid name {truncate_text(name)}.")
    return name


# --- atomic writing of files ----------------------------------------------------------------------


def write_atomic(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace a file atomically, or raise OSError and leave it unchanged.

    The data is written to a temporary file in the same folder and flushed to disk before the file
    is replaced, so a full disk or a power failure does not lose data. By default, only the current
    user can access the file.
    """
    write_files({path: data}, mode)


def write_files(files: Mapping[Path, bytes], mode: int = 0o600) -> None:
    """Replace files in one folder, as `write_atomic` does, once all of them are on disk."""
    parts: dict[Path, str] = {}
    try:
        for path, data in files.items():
            write_temporary(parts, path, data, mode)
        for path, name in parts.items():
            os.replace(name, path)
    except BaseException:
        for name in parts.values():
            with contextlib.suppress(OSError):
                os.unlink(name)
        raise
    if os.name == "posix":  # also flush the directory
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def write_temporary(parts: dict[Path, str], path: Path, data: bytes, mode: int) -> None:
    """Write data to a temporary file next to ``path``, and add the file's name to ``parts``."""
    from tempfile import mkstemp  # rarely needed, slow import

    handle, parts[path] = mkstemp(prefix=".", suffix=".part", dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(parts[path], mode)
