"""Laws of mutated records: a record with any field changed opens, or raises RecordError.

The golden records of a game are changed in one place at a time: every key at every level, and one
log entry of each shape. Each place is removed, and replaced by values of other types and of its own
type, such as huge, negative, nested or unusual values. Entries are repeated, moved and removed. The
files with names and predictions next to a record are mutated in the same way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from classkit.engine import registry
from classkit.engine.errors import RecordError
from classkit.engine.events import MAX_NAME_LENGTH
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.registry import load, loads
from classkit.engine.serialization import names_path, predictions_path

from .golden import find_golden_records
from .golden import records as records
from .match_strategies import (
    THOROUGH_MODE,
    play_randomly,
    reopen_match,
    sample_items,
    snapshot_match,
)

MAX_PER_KIND = 4
"""Maximum number of mutations per kind of place in the short form."""

MAX_MESSAGE_LENGTH = 2_000
"""Maximum length of a message about a record, in characters."""

JsonPath = tuple[Any, ...]
"""The keys and indices that lead to a place in JSON data."""


class Mutation(NamedTuple):
    """A change of a record: its name, place and description, and the function that applies it."""

    name: str
    place: JsonPath
    how: str
    make: Callable[[], Any]
    kind: JsonPath = ()
    """Kind of the place. The short form samples mutations of each kind."""

    def __str__(self) -> str:
        return f"{self.name}, {'.'.join(map(str, self.place)) or 'all'}: {self.how}"


def test_a_record_with_any_field_changed_opens_or_says_why_not(
    game: Game[Any], records: Path
) -> None:
    """Check that each mutation results in a consistent match or a RecordError."""
    for mutation in choose_mutations(get_sample_records(game, records)):
        try:
            open_mutated(json.dumps(mutation.make()), game)
        except Exception as error:
            raise AssertionError(f"{mutation}: {type(error).__name__}: {error}") from error


def test_files_beside_a_record_with_any_field_changed_are_read_or_skipped(
    game: Game[Any], tmp_path: Path
) -> None:
    """Check that a record opens whatever its files of names and predictions contain."""
    m = registry.new(game, seed=7).play("turn", bots="passive")
    path = m.save(tmp_path / "m.classkit.json")
    names = dict(zip(m.seats, ("Ada", "Bo", "Cy", "Di"), strict=False))
    predictions = {"chart": {"turn": 3, "said": [{"who": "Ada", "what": "5"}]}}
    beside = {names_path(path): names, predictions_path(path): predictions}
    for file, data in beside.items():
        for mutation in choose_mutations({file.name: data}):
            file.write_text(json.dumps(mutation.make()), encoding="utf-8")
            opened = load(path, game=game)
            assert opened.digest() == m.digest(), str(mutation)
            assert all(type(name) is str and name for name in opened.names.values()), str(mutation)
            reopen_match(opened)
        file.unlink()


def open_mutated(text: str, game: Game[Any]) -> None:
    """Check that the text opens as a consistent match, or raises RecordError."""
    try:
        m = loads(text, game=game)
    except RecordError as error:
        assert 0 < len(str(error)) < MAX_MESSAGE_LENGTH, f"{len(str(error))} characters"
        if error.match is not None:
            check_consistent(error.match)
        return
    check_consistent(m)


def check_consistent(m: Match) -> None:
    """Check that an opened match can be displayed, saved, reopened, and played on."""
    again = reopen_match(m)
    assert snapshot_match(again) == snapshot_match(m)
    again.goto(step=0).goto(step=again.last_step)
    if not again.is_over:
        again.play("decision", bots="passive")


# --- records to mutate ----------------------------------------------------------------------------


def get_sample_records(game: Game[Any], records: Path) -> dict[str, Any]:
    """Return records by name: golden records, random matches, and one from a position."""
    found = {
        path.stem: json.loads(path.read_text("utf-8"))
        for path in find_golden_records(game, records)
    }
    for luck in ("by_hand", "seeded"):
        m = play_randomly(registry.new(game, seed=7, luck=luck), 60, f"mutations {luck}")
        m.predictions = {"chart": {"turn": 3}}
        found[f"by chance, {luck}"] = m.goto(step=m.step - m.step // 8).to_record()
    if game.has_positions:
        begun = registry.new(game, seed=7)
        while not begun.turn:
            begun.play("decision", bots="passive")
        begun.play("turn", bots="passive")
        position = json.loads(json.dumps(begun.position()))
        m = registry.new(game, seats=len(begun.seats), seed=8, position=position)
        found["from a position"] = m.play("turn", bots="passive").to_record()
    return found


# --- mutations ------------------------------------------------------------------------------------


def choose_mutations(records: Mapping[str, Any]) -> list[Mutation]:
    """Return the mutations to try: all of them, or a few of each kind in the short form."""
    found = [
        mutation for name, record in records.items() for mutation in iter_mutations(name, record)
    ]
    if THOROUGH_MODE:
        return found
    kinds: dict[JsonPath, list[Mutation]] = {}
    for mutation in found:
        kinds.setdefault(mutation.kind, []).append(mutation)
    return [one for alike in kinds.values() for one in sample_items(7, alike, MAX_PER_KIND)]


def iter_mutations(name: str, record: Any) -> Iterator[Mutation]:
    """Yield all mutations of the first place of each shape in a record."""
    text = json.dumps(record)
    for place, value, alike in find_shapes(record):
        tell = partial(make_mutation, name, get_path_kind(record, place))
        for how, other in iter_replacements(value, alike):
            yield tell(place, f"{how} instead", partial(replace_value, text, place, other))
        if place:
            yield tell(place, "removed", partial(edit_record, text, place, remove_key))
            yield tell(place, "under another key", partial(edit_record, text, place, rename_key))
        if isinstance(place[-1] if place else "", int):
            for how, edit in ITEM_EDITS.items():
                yield tell(place, how, partial(edit_record, text, place, edit))
    seats = sorted(
        {line["seat"] for line in get_log_lines(record) if type(line.get("seat")) is str}
    )
    if len(seats) > 1:
        how = f"{seats[0]} and {seats[1]} swapped"
        yield Mutation(name, (), how, partial(swap_seats, text, seats), ("swapped",))


def make_mutation(
    name: str, kind: JsonPath, place: JsonPath, how: str, make: Callable[[], Any]
) -> Mutation:
    return Mutation(name, place, how, make, kind)


ENTRY_KINDS = ("aside", "move", "roll", "draw", "withdraw", "signal", "only", "digest")


def get_path_kind(record: Any, place: JsonPath) -> JsonPath:
    """Return the kind of a place, from which the short form samples."""
    names = [key for key in place if isinstance(key, str)]
    if place[:1] != ("log",) or len(place) < 2:
        return (*names[:2], len(place)) if names[:1] != ["position"] else ("position", len(place))
    line = record["log"][place[1]]
    kind = next((kind for kind in ENTRY_KINDS if kind in line), "")
    return ("log", kind, *names[1:2], len(place))


def get_log_lines(record: Any) -> list[dict[str, Any]]:
    """Return the lines of a record's log."""
    return [line for line in record.get("log", ()) if isinstance(line, dict)]


def find_shapes(record: Any) -> list[tuple[JsonPath, Any, list[Any]]]:
    """Return (place, value, all values of the same shape) for the first place of each shape."""
    by_shape: dict[JsonPath, list[tuple[JsonPath, Any]]] = {}
    for place, shape, value in iter_places(record):
        by_shape.setdefault(shape, []).append((place, value))
    return [(*alike[0], [value for _, value in alike]) for alike in by_shape.values()]


def iter_places(
    data: Any, place: JsonPath = (), shape: JsonPath = ()
) -> Iterator[tuple[JsonPath, JsonPath, Any]]:
    """Yield (place, shape, value) for every place in JSON data.

    All items of a list have the same shape. Log entries with different keys or names have
    different shapes.
    """
    yield place, shape, data
    if isinstance(data, dict):
        for key, value in data.items():
            yield from iter_places(value, (*place, key), (*shape, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            form: JsonPath = ("*",)
            if shape == ("log",) and isinstance(value, dict):
                names = [value.get(key, "") for key in ("move", "aside", "only", "signal")]
                form = (*sorted(value), *(one for one in names if type(one) is str))
            yield from iter_places(value, (*place, number), (*shape, form))


STRANGE_TEXTS = (
    "", " ", "Z", "a", "instructor", "everybody", "*", "__class__", "../../etc/passwd", "\x00",
    "\u202eA", "NaN", "null", "A" * (MAX_NAME_LENGTH + 1), "A" * 10_000,
)  # fmt: skip
STRANGE_NUMBERS = (0, 1, -1, 7, 26, 27, 2**31, 2**63, 10**19, 10**40, 0.5, -0.0)
OTHER_VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    5,
    "A",
    [],
    {},
    [None],
    {"A": 1},
    [[1, 2]],
    {"seat": "A"},
)
NESTING_DEPTH = 30


def iter_replacements(value: Any, alike: list[Any]) -> Iterator[tuple[str, Any]]:
    """Yield (description, replacement) pairs for a value."""
    if type(value) is int:
        near = [value + 1, value - 1, -value, value * 1_000]
        yield from ((f"{other!r}", other) for other in (*STRANGE_NUMBERS, *near, str(value)))
    elif isinstance(value, str):
        written = [value.lower(), value + value, value[::-1], f" {value}", value[:-1]]
        yield from ((f"{other[:20]!r}", other) for other in (*STRANGE_TEXTS, *written))
    elif isinstance(value, list):
        yield "reversed", value[::-1]
        yield "truncated", value[: len(value) // 2]
        yield "twice", value * 2
        yield "without the first", value[1:]
        yield "as a dict", dict(enumerate(map(str, value[:9])))
    elif isinstance(value, dict):
        yield "with a strange key", {**value, "strange": 1}
        yield "as a list", list(value.items())[:9]
    others = [other for other in alike if other != value]
    if others:
        yield "a value from another place", others[len(others) // 2]
    yield from ((repr(other), other) for other in OTHER_VALUES)
    yield "nested", [value]
    yield "nested under a key", {"A": value}
    deep: Any = value
    for _ in range(NESTING_DEPTH):
        deep = [deep]
    yield "nested deep", deep


def replace_value(text: str, place: JsonPath, value: Any) -> Any:
    """Return the record with the value at one place replaced."""

    def put(holder: Any, key: Any) -> None:
        holder[key] = value

    return edit_record(text, place, put) if place else value


def edit_record(text: str, place: JsonPath, edit: Callable[[Any, Any], None]) -> Any:
    """Return the record after ``edit(container, key)`` at one place."""
    record = holder = json.loads(text)
    for key in place[:-1]:
        holder = holder[key]
    edit(holder, place[-1])
    return record


def remove_key(holder: Any, key: Any) -> None:
    del holder[key]


def rename_key(holder: Any, key: Any) -> None:
    if isinstance(holder, dict):
        holder[f"{key} "] = holder.pop(key)
    else:
        holder[key] = {str(key): holder[key]}


def duplicate_item(holder: Any, key: int) -> None:
    holder.insert(key, holder[key])


def move_first(holder: Any, key: int) -> None:
    holder.insert(0, holder.pop(key))


def move_last(holder: Any, key: int) -> None:
    holder.append(holder.pop(key))


def move_earlier(holder: Any, key: int) -> None:
    holder.insert(max(key - 1, 0), holder.pop(key))


def truncate_list(holder: Any, key: int) -> None:
    del holder[key + 1 :]


ITEM_EDITS: dict[str, Callable[[Any, Any], None]] = {
    "twice": duplicate_item,
    "moved to the start": move_first,
    "moved to the end": move_last,
    "moved one place earlier": move_earlier,
    "truncated after it": truncate_list,
}


def swap_seats(text: str, seats: list[str]) -> Any:
    """Return the record with two seats swapped in the log."""
    record = json.loads(text)
    other = {seats[0]: seats[1], seats[1]: seats[0]}
    for line in get_log_lines(record):
        if "seat" in line:
            line["seat"] = other.get(line["seat"], line["seat"])
    return record
