"""Law of mutated records: a record with any field changed opens, or a RecordError says why not.

The golden records of a game are changed in one place at a time: every key at every level, and of
the log one entry of each form. Each place is removed, and given values of other types, of its own
type, huge, negative, nested and strange ones; entries are repeated, moved and left out. So are the
files of names and predictions that stand beside a record.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from classkit.engine import registry
from classkit.engine.errors import RecordError
from classkit.engine.game import Game
from classkit.engine.log import LONGEST_NAME
from classkit.engine.match import Match
from classkit.engine.record import names_path, predictions_path
from classkit.engine.registry import load, loads

from .golden import golden
from .golden import records as records
from .matches import THOROUGH, fingerprint, play_by_chance, reopened, some

FEW_OF_A_KIND = 4
"""Number of mutations of the same kind of place that the short form tries."""

LONGEST_MESSAGE = 2_000
"""Maximum number of characters of a message about a record."""

Place = tuple[Any, ...]
"""The keys and indices that lead to a place in JSON data."""


class Mutation(NamedTuple):
    """One change of a record: the record's name, the place, what is done there, and the record."""

    name: str
    place: Place
    how: str
    make: Callable[[], Any]
    kind: Place = ()
    """The key at the top, the kind of the entry in a log, and the key of the place itself."""

    def __str__(self) -> str:
        return f"{self.name}, {'.'.join(map(str, self.place)) or 'all'}: {self.how}"


def test_a_record_with_any_field_changed_opens_or_says_why_not(
    game: Game[Any], records: Path
) -> None:
    """Check each mutation: a RecordError, or a consistent match; never another error."""
    for mutation in chosen(materials(game, records)):
        try:
            open_mutated(json.dumps(mutation.make()), game)
        except Exception as error:
            raise AssertionError(f"{mutation}: {type(error).__name__}: {error}") from error


def test_files_beside_a_record_with_any_field_changed_are_read_or_passed_over(
    game: Game[Any], tmp_path: Path
) -> None:
    """Check that names and predictions beside a record never keep it from opening."""
    m = registry.new(game, seed=7).play("turn", bots="passive")
    path = m.save(tmp_path / "m.classkit.json")
    names = dict(zip(m.seats, ("Ada", "Bo", "Cy", "Di"), strict=False))
    predictions = {"chart": {"turn": 3, "said": [{"who": "Ada", "what": "5"}]}}
    beside = {names_path(path): names, predictions_path(path): predictions}
    for file, data in beside.items():
        for mutation in chosen({file.name: data}):
            file.write_text(json.dumps(mutation.make()), encoding="utf-8")
            opened = load(path, game=game)
            assert opened.digest() == m.digest(), str(mutation)
            assert all(type(name) is str and name for name in opened.names.values()), str(mutation)
            reopened(opened)
        file.unlink()


def open_mutated(text: str, game: Game[Any]) -> None:
    """Check that the text opens to a consistent match, or that a RecordError says why not."""
    try:
        m = loads(text, game=game)
    except RecordError as error:
        assert 0 < len(str(error)) < LONGEST_MESSAGE, f"{len(str(error))} characters"
        if error.match is not None:
            check_consistent(error.match)
        return
    check_consistent(m)


def check_consistent(m: Match) -> None:
    """Check that a match that was opened can be seen, saved, opened again, and played on."""
    again = reopened(m)
    assert fingerprint(again) == fingerprint(m)
    again.goto(step=0).goto(step=again.last_step)
    if not again.is_over:
        again.play("decision", bots="passive")


# --- records to be changed ------------------------------------------------------------------------


def materials(game: Game[Any], records: Path) -> dict[str, Any]:
    """Return records by name: the golden ones, and matches played by chance, thrown by hand too."""
    found = {path.stem: json.loads(path.read_text("utf-8")) for path in golden(game, records)}
    for luck in ("by_hand", "seeded"):
        m = play_by_chance(registry.new(game, seed=7, luck=luck), 60, f"mutations {luck}")
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


# --- how records are changed ----------------------------------------------------------------------


def chosen(records: Mapping[str, Any]) -> list[Mutation]:
    """Return the mutations to be tried: all of them, or in the short form a few of each kind."""
    found = [mutation for name, record in records.items() for mutation in mutations(name, record)]
    if THOROUGH:
        return found
    kinds: dict[Place, list[Mutation]] = {}
    for mutation in found:
        kinds.setdefault(mutation.kind, []).append(mutation)
    return [one for alike in kinds.values() for one in some(7, alike, FEW_OF_A_KIND)]


def mutations(name: str, record: Any) -> Iterator[Mutation]:
    """Yield every mutation of a record, of the first place of each shape."""
    text = json.dumps(record)
    for place, value, alike in shapes(record):
        tell = partial(tell_of, name, kind_of(record, place))
        for how, other in values_instead(value, alike):
            yield tell(place, f"{how} instead", partial(replaced, text, place, other))
        if place:
            yield tell(place, "removed", partial(edited, text, place, remove))
            yield tell(place, "under another key", partial(edited, text, place, rename))
        if isinstance(place[-1] if place else "", int):
            for how, edit in EDITS_OF_ITEMS.items():
                yield tell(place, how, partial(edited, text, place, edit))
    seats = sorted({line["seat"] for line in lines_of(record) if type(line.get("seat")) is str})
    if len(seats) > 1:
        how = f"{seats[0]} and {seats[1]} swapped"
        yield Mutation(name, (), how, partial(swapped, text, seats), ("swapped",))


def tell_of(name: str, kind: Place, place: Place, how: str, make: Callable[[], Any]) -> Mutation:
    return Mutation(name, place, how, make, kind)


KINDS_OF_LINES = ("aside", "move", "roll", "draw", "withdraw", "signal", "only", "digest")


def kind_of(record: Any, place: Place) -> Place:
    """Return the kind of a place, by which the short form chooses."""
    names = [key for key in place if isinstance(key, str)]
    if place[:1] != ("log",) or len(place) < 2:
        return (*names[:2], len(place)) if names[:1] != ["position"] else ("position", len(place))
    line = record["log"][place[1]]
    kind = next((kind for kind in KINDS_OF_LINES if kind in line), "")
    return ("log", kind, *names[1:2], len(place))


def lines_of(record: Any) -> list[dict[str, Any]]:
    """Return the lines of the log of a record."""
    return [line for line in record.get("log", ()) if isinstance(line, dict)]


def shapes(record: Any) -> list[tuple[Place, Any, list[Any]]]:
    """Return the first place of each shape with its value, and the values of all of this shape."""
    by_shape: dict[Place, list[tuple[Place, Any]]] = {}
    for place, shape, value in every_place(record):
        by_shape.setdefault(shape, []).append((place, value))
    return [(*alike[0], [value for _, value in alike]) for alike in by_shape.values()]


def every_place(
    data: Any, place: Place = (), shape: Place = ()
) -> Iterator[tuple[Place, Place, Any]]:
    """Yield every place in JSON data with its shape and value.

    The items of a list have the same shape, save that entries of a log differ by their keys and
    by what they name.
    """
    yield place, shape, data
    if isinstance(data, dict):
        for key, value in data.items():
            yield from every_place(value, (*place, key), (*shape, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            form: Place = ("*",)
            if shape == ("log",) and isinstance(value, dict):
                names = [value.get(key, "") for key in ("move", "aside", "only", "signal")]
                form = (*sorted(value), *(one for one in names if type(one) is str))
            yield from every_place(value, (*place, number), (*shape, form))


STRANGE_TEXTS = (
    "", " ", "Z", "a", "instructor", "everybody", "*", "__class__", "../../etc/passwd", "\x00",
    "\u202eA", "NaN", "null", "A" * (LONGEST_NAME + 1), "A" * 10_000,
)  # fmt: skip
NUMBERS = (0, 1, -1, 7, 26, 27, 2**31, 2**63, 10**19, 10**40, 0.5, -0.0)
OTHERS: tuple[Any, ...] = (
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
DEEP = 30


def values_instead(value: Any, alike: list[Any]) -> Iterator[tuple[str, Any]]:
    """Yield values to be put in the place of one, each with what it is."""
    if type(value) is int:
        near = [value + 1, value - 1, -value, value * 1_000]
        yield from ((f"{other!r}", other) for other in (*NUMBERS, *near, str(value)))
    elif isinstance(value, str):
        written = [value.lower(), value + value, value[::-1], f" {value}", value[:-1]]
        yield from ((f"{other[:20]!r}", other) for other in (*STRANGE_TEXTS, *written))
    elif isinstance(value, list):
        yield "reversed", value[::-1]
        yield "cut off", value[: len(value) // 2]
        yield "twice", value * 2
        yield "without the first", value[1:]
        yield "as a dict", dict(enumerate(map(str, value[:9])))
    elif isinstance(value, dict):
        yield "with a strange key", {**value, "strange": 1}
        yield "as a list", list(value.items())[:9]
    others = [other for other in alike if other != value]
    if others:
        yield "one of another place", others[len(others) // 2]
    yield from ((repr(other), other) for other in OTHERS)
    yield "nested", [value]
    yield "nested by a key", {"A": value}
    deep: Any = value
    for _ in range(DEEP):
        deep = [deep]
    yield "nested deep", deep


def replaced(text: str, place: Place, value: Any) -> Any:
    """Return the record with another value in one place."""

    def put(holder: Any, key: Any) -> None:
        holder[key] = value

    return edited(text, place, put) if place else value


def edited(text: str, place: Place, edit: Callable[[Any, Any], None]) -> Any:
    """Return the record with one place edited in the list or dict that holds it."""
    record = holder = json.loads(text)
    for key in place[:-1]:
        holder = holder[key]
    edit(holder, place[-1])
    return record


def remove(holder: Any, key: Any) -> None:
    del holder[key]


def rename(holder: Any, key: Any) -> None:
    if isinstance(holder, dict):
        holder[f"{key} "] = holder.pop(key)
    else:
        holder[key] = {str(key): holder[key]}


def put_twice(holder: Any, key: int) -> None:
    holder.insert(key, holder[key])


def put_first(holder: Any, key: int) -> None:
    holder.insert(0, holder.pop(key))


def put_last(holder: Any, key: int) -> None:
    holder.append(holder.pop(key))


def put_before(holder: Any, key: int) -> None:
    holder.insert(max(key - 1, 0), holder.pop(key))


def cut_after(holder: Any, key: int) -> None:
    del holder[key + 1 :]


EDITS_OF_ITEMS: dict[str, Callable[[Any, Any], None]] = {
    "twice": put_twice,
    "put first": put_first,
    "put last": put_last,
    "put before the one before": put_before,
    "all after it cut off": cut_after,
}


def swapped(text: str, seats: list[str]) -> Any:
    """Return the record with two seats exchanged in the log."""
    record = json.loads(text)
    other = {seats[0]: seats[1], seats[1]: seats[0]}
    for line in lines_of(record):
        if "seat" in line:
            line["seat"] = other.get(line["seat"], line["seat"])
    return record
