"""Records: a match as JSON that a person can read, and text from a stranger checked for its form.

A record says which game, rules, edition, options, seats and seed, and lists the answers and
outcomes, with a fingerprint of the table at the start of every turn. Names of seats stand in a file
beside it. What is read may be anybody's: size, depth and length are looked at before it is
believed, and nothing in it is executed.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .data import Unreadable, read_json
from .data import too_large as size_in_words
from .editions import Edition
from .errors import RecordError, cut, shorten
from .game import Game
from .log import LONGEST_NAME, ONLY, Entry, Segment, plain_entry
from .options import Options
from .own_figures import class_of_own
from .positions import Position
from .table import digest
from .timeline import Timeline

Line = dict[str, Any]
"""One line of the log as JSON data: an entry, or the mark at the start of a segment."""


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
    """Return what a record says before its log: the game, and how the match began.

    ``rules`` is the version of the rules that wrote it first: its options mean what they did then.
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
    if game.own_figures:
        head["figures"] = list(game.own_figures)
    if own_class := class_of_own(game):
        head["class"] = own_class[:LONGEST_NAME]
    if luck is not None:
        head["luck"] = as_json(luck)
    if position is not None:  # the answers that lead into it stand in the log
        source = as_json(position.source)
        head["position"] = {key: value for key, value in source.items() if key != "then"}
    if predictions:
        try:
            head["predictions"] = as_json(predictions)
        except (TypeError, ValueError, RecursionError) as error:
            raise RecordError(
                f"The predictions of this match cannot be saved ({shorten(error, 120)}): they must "
                "be texts, numbers, lists and mappings, as a table keeps them."
            ) from error
    return head


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
    yield heading
    yield from map(plain_entry, entries)


def mark(line: Timeline, number: int) -> Line:
    """Return the line that says how the table looked at the start of a segment."""
    return {"turn": line.turn_of(number), "digest": line.segments[number].digest}


def as_json(value: Any) -> Any:
    """Return a copy of the value as JSON knows it."""
    return json.loads(json.dumps(value))


def dumps(record: Mapping[str, Any]) -> str:
    """Write a record as text: one line for each entry of the log."""
    before_log = {key: value for key, value in record.items() if key != "log"}
    return written(before_log, written_lines(record["log"]))


NEXT_LINE = ",\n  "


def written(before_log: Mapping[str, Any], log: str) -> str:
    """Put the text of a record together from its head and the lines of its log."""
    opening = json.dumps(before_log, ensure_ascii=False, indent=1).removesuffix("\n}")
    return opening + ',\n "log": [\n  ' + log + "\n ]\n}\n"


def written_lines(log: Iterable[Mapping[str, Any]]) -> str:
    """Write entries of the log as text, one line for each."""
    return NEXT_LINE.join(json.dumps(entry, ensure_ascii=False) for entry in log)


def save_record(text: str, names: Mapping[str, str], path: Path) -> Path:
    """Write the text of a record, and names beside it; earlier files stay until all is written."""
    beside = names_path(path)
    files = {path: text.encode()}
    if names:
        files[beside] = names_text(names).encode()
    try:
        write_files(files)
        if not names:
            beside.unlink(missing_ok=True)
        predictions_path(path).unlink(missing_ok=True)  # of an older match: the record has its own
    except OSError as error:
        raise RecordError(
            f"{cut(path.name)} could not be saved ({error.strerror or error}). "
            "What was saved there before is still there, and the match goes on."
        ) from error
    return path


def names_text(names: Mapping[str, str]) -> str:
    """Return the text of the file in which the names of seats stand."""
    return json.dumps(names, ensure_ascii=False, indent=1) + "\n"


def names_path(path: Path) -> Path:
    """Return where the names of seats stand: monday.classkit.json -> monday.names.json."""
    stem = path.name.removesuffix(".json").removesuffix(".classkit")
    return path.with_name(f"{stem}.names.json")


def predictions_path(path: Path) -> Path:
    """Return where predictions stood before records had them: monday.predictions.json."""
    return path.with_name(names_path(path).name.replace(".names.json", ".predictions.json"))


# --- the form of a record that somebody sent ------------------------------------------------------

FORMAT = 1
MAX_ANSWERS = 200_000
MAX_BYTES = 5_000_000
MOST_FIGURES = 1_000
"""Figures of its own that a match may have."""
KEYS = (
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
OPTIONAL = ("figures", "class", "luck", "position", "predictions", "at")


def too_large(size: int) -> RecordError:
    return RecordError(
        f"This record {size_in_words(size, MAX_BYTES)}. A match of 500 turns has less than 1 MB."
    )


def parse(content: Any) -> dict[str, Any]:
    """Parse the JSON of a record, and check its size, depth, duplicates and form."""
    if not isinstance(content, (str, bytes)):
        raise RecordError(f"A record must be text, not {shorten(content)}.")
    if len(content) > MAX_BYTES:
        raise too_large(len(content))
    try:
        data = read_json(content, MAX_BYTES, read_pairs=without_duplicates)
    except Unreadable as error:
        raise RecordError(f"This record {error.reason}{error.at}.") from None
    form = check_form(data)
    refuse_fractions({key: value for key, value in form.items() if key != "predictions"})
    return form


def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise RecordError(f"The key {shorten(twice)} stands twice; the record was changed by hand.")
    return found


def refuse_fractions(data: Any) -> None:
    """Refuse a number with a point, wherever it stands: no match has one."""
    if isinstance(data, float):
        raise RecordError(f"A number in a record must be a whole number, not {shorten(data, 30)}.")
    for one in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        refuse_fractions(one)


def check_form(data: Any) -> dict[str, Any]:
    """Return the record, if it has the form of one."""
    if not isinstance(data, dict) or "classkit" not in data:
        raise RecordError("This is not a match saved by classkit: the key 'classkit' is missing.")
    if data["classkit"] != FORMAT:
        raise RecordError(
            f"This match was saved in format {shorten(data['classkit'])}; this classkit reads "
            f"format {FORMAT}. Open it with the classkit that saved it, or with a newer one."
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
    predictions = data.get("predictions", {})
    if not isinstance(predictions, dict):
        raise RecordError(f"The key 'predictions' holds {shorten(predictions)}, which it cannot.")
    figures = data.get("figures", [])
    if not isinstance(figures, list) or len(figures) > MOST_FIGURES:
        raise RecordError(f"The key 'figures' holds {shorten(figures)}, which it cannot.")
    for name in (*figures, data.get("class", "")):
        name_of(name)
    if len(data["log"]) > MAX_ANSWERS:
        raise RecordError(f"This record lists {len(data['log']):,} entries, too many to be opened.")
    return data


class Mark(NamedTuple):
    """A line of the log that says how the table looked at the start of a segment."""

    turn: int
    digest: str
    over: bool


def read_log(log: Sequence[Any]) -> list[Mark | Entry]:
    """Read the lines of a log, without those marked "undone".

    These are answers that were taken back, which records kept before tables had branches.

    >>> log = [{"seat": "B", "move": "keep", "undone": True}, {"seat": "B", "move": "reverse"}]
    >>> [entry.name for entry in read_log(log)]
    ['reverse']
    """
    lines = [read_line(line) for line in log]
    return [line for line, written in zip(lines, log, strict=True) if not written.get("undone")]


def read_line(line: Any) -> Mark | Entry:
    """Read one line of the log, and check its form."""
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
            raise RecordError(f"The fields of an entry must be a table, not {shorten(fields)}.")
        seat, name = name_of(line.get("seat")), name_of(line[key])
        return Entry(kind, seat, name, fields, line.get("by", ""))

    return read


def read_outcome(kind: str) -> Callable[[dict[str, Any]], Entry]:
    def read(line: dict[str, Any]) -> Entry:
        if not isinstance(line[kind], list) or len(line[kind]) > 1_000:
            raise RecordError(
                f"An outcome must be a list of at most 1,000, not {shorten(line[kind])}."
            )
        return Entry(kind, None, "", tuple(line[kind]))

    return read


def read_withdrawal(line: dict[str, Any]) -> Entry:
    seat = name_of(line["withdraw"])
    return Entry("withdraw", seat, "withdraw")


def read_signal(line: dict[str, Any]) -> Entry:
    name = name_of(line["signal"])
    return Entry("signal", None, name)


def read_only(line: dict[str, Any]) -> Entry:
    seat, name = name_of(line.get("seat")), name_of(line[ONLY])
    return Entry(ONLY, seat, name, {})


LINES: tuple[tuple[tuple[str, ...], Callable[[dict[str, Any]], Mark | Entry]], ...] = (
    (("move", "seat", "with"), read_given("answer", "move")),
    (("aside", "seat", "with"), read_given("aside", "aside")),
    ((ONLY, "seat"), read_only),
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
    """Read the name of a seat, a move or a bot: short, and only what can be shown."""
    name: str = text_or_int(value, str)
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise RecordError(f"An entry of the log holds {shorten(name)}, which it cannot.")
    return name


# --- files that are written whole or not at all ---------------------------------------------------


def write_whole(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace a file by `data`, or leave it as it was (OSError). By default private to this user.

    The data goes into a file beside the earlier one, is forced to the disk, and only then takes
    its place: a full disk or a power cut costs nothing that was there before.
    """
    write_files({path: data}, mode)


def write_files(files: Mapping[Path, bytes], mode: int = 0o600) -> None:
    """Replace files in one folder, as `write_whole` does: none before all are on the disk."""
    parts: dict[Path, str] = {}
    try:
        for path, data in files.items():
            write_part(parts, path, data, mode)
        for path, name in parts.items():
            os.replace(name, path)
    except BaseException:
        for name in parts.values():
            with contextlib.suppress(OSError):
                os.unlink(name)
        raise
    if os.name == "posix":  # so that the new names, too, outlive a power cut
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def write_part(parts: dict[Path, str], path: Path, data: bytes, mode: int) -> None:
    """Write data into a file beside ``path``, and note its name in ``parts``."""
    from tempfile import mkstemp  # seldom needed, and it brings whole compressors in

    handle, parts[path] = mkstemp(prefix=".", suffix=".part", dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(parts[path], mode)
