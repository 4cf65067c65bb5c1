"""Editions: boards, cards, prices and laws as TOML that an instructor may replace.

:class:`Editions` are those of one game, shipped or a teacher's own. :func:`read_source` finds and
parses the files, within limits, since they may be anybody's, and lays them over what they are based
on (:mod:`.based_on`). What the tables say is read key by key (:mod:`.reading`), and what the keys
mean is each game's affair.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from os.path import isdir, isfile  # false, too, for what no system takes as a name
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from .based_on import NO_VALUES, SHORT, Places, Values, laid, written
from .data import Unreadable, as_data, judge, read_toml, refuse_broken_text, too_large
from .errors import EditionError, UnknownName, cut, guess, shorten
from .reading import ANY_NUMBER, IS_MISSING, Entries, Section, rows

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

T = TypeVar("T")

MAX_BYTES = 500_000
"""More than TOML of an edition or a position ever has: those that are shipped have some 20,000."""
BASED_ON = "based_on"
ONLY_SHOWN = (SHORT, "emblem")
"""Keys of what is only seen on a board: short names, and pictures that stand for a colour."""
MISSING_ANEW = "is missing: what is stated here replaces the old one whole."
MOST_BASES = 8
"""So many files may lie one below the other."""


@dataclass(frozen=True)
class Edition:
    """A validated edition.

    ``data`` is the TOML as read; ``rules`` the game's own frozen form of it; ``built_in`` tells
    whether it is shipped with the game, so that a record need not carry it.
    """

    id: str
    title: str
    data: Mapping[str, Any]
    rules: Any
    built_in: bool = False

    def __repr__(self) -> str:
        return f"<Edition {self.id}: {self.title}>"

    @cached_property  # every record that is written names it
    def hash(self) -> str:
        """A fingerprint of the data, 16 hexadecimal digits.

        Short names and pictures do not count: they are seen on a board and change no match.
        """
        data = without_what_is_only_shown(self.data)
        text = json.dumps(data, sort_keys=True, separators=(",", ":"), default=str)
        return blake2b(text.encode(), digest_size=8).hexdigest()


def without_what_is_only_shown(data: Any) -> Any:
    """Return the data of an edition without the short names and pictures of its rows.

    >>> without_what_is_only_shown({"board": [{"name": "Puffin Toothpaste", "short": ["Puffin"]}]})
    {'board': [{'name': 'Puffin Toothpaste'}]}
    """
    if isinstance(data, Mapping):
        return {key: without_what_is_only_shown(data[key]) for key in data if key not in ONLY_SHOWN}
    if isinstance(data, (list, tuple)):
        return [without_what_is_only_shown(item) for item in data]
    return data


@dataclass(frozen=True, slots=True)
class Files:
    """The tables of an edition, merged, and the file that each top-level key came from."""

    data: dict[str, Any]
    origin: dict[str, str]
    built_in: bool = False
    inherited: frozenset[str] = frozenset()
    """The top-level keys that are as in the edition below, since nothing is said of them."""
    places: Places = field(default_factory=Places)
    """Where single values were written, if not in the file of their top-level key."""

    def as_written(self, error: EditionError) -> EditionError:
        """Return an error with the file and the place in it where the value was written."""
        file, key, anew = written(self.places, error.file, error.key)
        reason = MISSING_ANEW if anew and error.reason == IS_MISSING else error.reason
        return EditionError(file, key, reason)

    def file_of(self, key: str) -> str:
        """Return the file in which a top-level key stands, or would."""
        return self.origin.get(key, self.origin.get("", "edition"))

    def value(self, key: str, what: str) -> Any:
        """Return what stands at a top-level key: a table, a list."""
        if key not in self.data:
            raise EditionError(self.file_of(key), key, f"this {what} is missing.")
        return self.data[key]

    def section(self, key: str) -> Section:
        """Return the table at a top-level key; EditionError when it is missing or no table."""
        return Section(self.file_of(key), key, self.value(key, "table"))

    def table(self, key: str, kind: type[T], about: Any = None) -> T:
        """Return the table at a top-level key as an object of the class that declares it."""
        return self.section(key).read(kind, about)

    def head(self, kind: type[T]) -> T:
        """Return the table ``edition`` of a game whose editions say for how many players."""
        head: Any = self.table("edition", kind)
        if head.players_max < head.players_min:
            reason = f"must be at least players_min, {head.players_min}, not {head.players_max}."
            raise self.section("edition").refuse("players_max", reason)
        return cast(T, head)

    def rows(self, key: str, entries: Entries = ANY_NUMBER) -> list[Section]:
        """Return the tables listed at a top-level key, if there are as many as there may be."""
        return rows(self.file_of(key), key, self.value(key, "list"), entries)

    def only(self, *known: str) -> None:
        """Refuse every top-level key that is not among those known."""
        for key in self.data:
            if key not in known:
                name = shorten(key).strip("'")
                near = guess(key, (*known, BASED_ON))
                there = f" There are: {', '.join(known)}." if near == "." else ""
                raise EditionError(self.file_of(key), name, f"is not known here{near}{there}")


class Editions:
    """The editions of one game: those that it ships, and those that teachers write.

    ``folder`` holds a folder of TOML files for each that is shipped, named by its id. An
    instructor's own is a folder like these, or one TOML file. Either may say ``based_on = "ID"``
    and then states only what differs. ``read_rules`` gives the game's own
    frozen form of the files, once everything in them has been found playable, and refuses what
    is wrong with file, key and reason. ``also`` maps other names of editions to their ids.
    ``values`` are the tables that are one value each: what is based on them states them whole.
    """

    def __init__(
        self,
        folder: Path,
        read_rules: Callable[[Files], Any],
        also: Mapping[str, str] | None = None,
        values: Values = NO_VALUES,
    ) -> None:
        self.folder, self.read_rules, self.also = folder, read_rules, also or {}
        self.values = values
        self._read: dict[str, Edition] = {}

    @cached_property
    def shipped(self) -> dict[str, Path]:
        """The folder of each edition that is shipped, by its id; the first is the default."""
        folders = sorted(entry for entry in self.folder.iterdir() if entry.is_dir())
        return {folder.name: folder for folder in folders}

    def titles(self) -> dict[str, str]:
        """Return the title of each edition that is shipped, by its id."""
        return {name: self.read(name).title for name in self.shipped}

    def read(self, source: Any = None) -> Edition:
        """Read the edition that ``source`` names or holds.

        It is an id (None: that of the default), a folder, a TOML file or a mapping. Raises
        :class:`UnknownName` for an id that is not there, and :class:`EditionError`.
        """
        source = as_data(source)
        if source is None:
            source = next(iter(self.shipped))
        if not isinstance(source, str):
            return self._judge(source)
        source = self.also.get(source, source)
        if source not in self.shipped:
            return self._judge(source)
        if source not in self._read:  # frozen, so read only once
            self._read[source] = self._judge(source)
        return self._read[source]

    def _judge(self, source: Any) -> Edition:
        files = read_source(source, self.shipped, self.values)
        try:
            rules = self.read_rules(files)
            head = files.section("edition")
            name, title = head.text("id", 60), head.text("title", 80)
        except EditionError as error:
            raise files.as_written(error) from None
        return Edition(name, title, files.data, rules, built_in=files.built_in)


class NoEditions:
    """What a game without editions has in their place: one form, called "standard".

    >>> NoEditions().read().title
    'Standard'
    >>> NoEditions().read("deluxe")
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no edition 'deluxe'. There are: standard.
    """

    standard = Edition("standard", "Standard", {}, None, built_in=True)

    def titles(self) -> dict[str, str]:
        """Return the title of the one form, by its id."""
        return {self.standard.id: self.standard.title}

    def read(self, source: Any = None) -> Edition:
        """Return the one form, or refuse whatever else is asked for."""
        source = as_data(source)
        if source is None or source == self.standard.id:
            return self.standard
        if isinstance(source, str) and not looks_like_path(source):
            raise UnknownName("edition", source, self.titles())
        raise EditionError("edition", "", "this game has no editions: leave the edition out.")


def read_source(
    source: Any, shipped: Mapping[str, Traversable], values: Values = NO_VALUES
) -> Files:
    """Return the files of an edition.

    ``source`` is None (the first shipped), the id of one that is shipped, a TOML file, a folder
    of TOML files, or a mapping. Each may say ``based_on``: what it leaves out is then as in the
    edition of that id, or as in a file beside it, which may be based on a third.
    """
    if source is None:
        source = next(iter(shipped))
    source = as_data(source)
    if isinstance(source, dict):
        try:
            judge(source)
            refuse_broken_text(source)
        except Unreadable as error:
            raise EditionError("edition", error.key, f"{error.reason}.") from None
        return lay(source, "edition", shipped, None, values)
    if isinstance(source, str) and source in shipped:
        return read_folder(shipped[source])
    if isinstance(source, str) and not looks_like_path(source):
        raise UnknownName("edition", source, shipped)
    if not isinstance(source, (str, Path)):
        told = shorten(source)
        reason = f"must be an id, a TOML file, a folder or a mapping, not {told}."
        raise EditionError("edition", "", reason)
    path = Path(source)
    if isdir(path):
        return read_own_folder(path, shipped, values)
    if not isfile(path):
        raise EditionError(cut(path.name), "", "there is no such file or folder.")
    beside = Beside(path)
    return lay(beside.read(path.name), path.name, shipped, beside, values)


def looks_like_path(text: str) -> bool:
    """Return whether a text names a file rather than an edition that is shipped."""
    return text.endswith(".toml") or "/" in text or "\\" in text or isdir(text)


def read_folder(folder: Traversable) -> Files:
    """Merge all TOML files of an edition that is shipped."""
    files = {
        file.name: parse(file.name, read_file(file))
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if file.name.endswith(".toml")
    }
    data, origin = joined(files)
    return Files(data, origin, built_in=True)


def read_own_folder(folder: Path, shipped: Mapping[str, Traversable], values: Values) -> Files:
    """Merge all TOML files of a folder, and lay them over what they are based on.

    A file that another one is based on is not merged: it lies below.
    """
    beside = Beside(folder)
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    if not names:
        raise EditionError(folder.name, "", "there is no TOML file in this folder.")
    files = {name: beside.read(name) for name in names}
    below = {data.get(BASED_ON) for data in files.values() if isinstance(data.get(BASED_ON), str)}
    above = {name: data for name, data in files.items() if name not in below}
    if not above:
        chain = ", ".join(names)
        raise EditionError(folder.name, BASED_ON, f"goes round in a circle: {chain}.")
    data, origin = joined(above)
    return lay(data, origin.get(BASED_ON, folder.name), shipped, beside, values, origin)


def joined(files: Mapping[str, dict[str, Any]]) -> tuple[dict[str, Any], dict[str, str]]:
    """Join the data of several files; each top-level key stands in one of them alone."""
    data: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for name, content in files.items():
        for key, value in content.items():
            if key in data:
                raise EditionError(name, key, f"stands in {origin[key]} already.")
            data[key], origin[key] = value, name
    return data, origin


class Beside:
    """The files that lie beside an edition's file, or in its folder: no others are opened.

    An edition may be anybody's, so what it is based on names a file of its own folder and no
    path, no link leads out of it, and all files together have a limit.
    """

    def __init__(self, path: Path) -> None:
        self.folder = path if isdir(path) else path.parent
        self.name = path.name
        self.read_before: dict[str, dict[str, Any]] = {}
        self.room = MAX_BYTES

    def has(self, name: str) -> bool:
        """Return whether this is the name of a TOML file of the folder itself."""
        file = self.folder / name
        is_plain = name.endswith(".toml") and not {"/", "\\", "\0"} & set(name)
        return is_plain and isfile(file) and file.resolve().parent == self.folder.resolve()

    def read(self, name: str) -> dict[str, Any]:
        """Read the data of a file, once; EditionError when there is too much in all."""
        if name not in self.read_before:
            content = read_file(self.folder / name)
            self.room -= len(content)
            if self.room < 0:
                told = name if not self.read_before else self.name
                raise EditionError(told, "", f"{too_large(MAX_BYTES - self.room, MAX_BYTES)}.")
            self.read_before[name] = parse(name, content)
        return dict(self.read_before[name])


def read_toml_file(path: Traversable) -> dict[str, Any]:
    """Return the data of a TOML file; EditionError where there is none."""
    return parse(path.name, read_file(path))


def read_file(file: Traversable) -> bytes:
    """Return what stands in a file, and at most one byte more than is opened."""
    try:
        with file.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise EditionError(file.name, "", f"cannot be read ({error.strerror}).") from None


def parse(name: str, content: bytes) -> dict[str, Any]:
    """Parse the TOML that stands in a file of that name."""
    try:
        return read_toml(content, MAX_BYTES)
    except Unreadable as error:
        raise EditionError(name, error.key, f"{error.reason}.") from None


# --- what an edition is based on ------------------------------------------------------------------


def lay(
    data: Mapping[str, Any],
    file: str,
    shipped: Mapping[str, Traversable],
    beside: Beside | None,
    values: Values,
    origin: Mapping[str, str] | None = None,
    above: tuple[str, ...] = (),
) -> Files:
    """Lay the data over what they are based on, if anything.

    ``origin`` names the file of each top-level key where there are several; ``above`` are the
    files that lie over these.
    """
    own = {key: value for key, value in data.items() if key != BASED_ON}
    origin = {**(dict.fromkeys(data, file) if origin is None else origin), "": file}
    if BASED_ON not in data:
        return Files(own, origin)
    base = base_of(data[BASED_ON], file, shipped, beside, values, (*above, file))
    merged, places = dict(base.data), base.places
    for key, value in own.items():
        part = places.part(key)
        merged[key] = laid(merged.get(key), value, origin[key], key, part, values)
    inherited = (base.inherited or frozenset(base.data)) - frozenset(own)
    return Files(merged, {**base.origin, **origin}, inherited=inherited, places=places)


def base_of(
    name: Any,
    file: str,
    shipped: Mapping[str, Traversable],
    beside: Beside | None,
    values: Values,
    above: tuple[str, ...],
) -> Files:
    """Return the edition that a file is based on: one that is shipped, or a file beside it."""
    if isinstance(name, str) and name in shipped:
        return read_folder(shipped[name])
    if isinstance(name, str) and name in above:
        chain = " on ".join([*above[above.index(name) :], name])
        raise EditionError(file, BASED_ON, f"goes round in a circle: {cut(chain)}.")
    if beside is None or not isinstance(name, str) or not beside.has(name):
        where = "" if beside is None else ", and no such TOML file lies beside this one"
        there = f"there is no edition {shorten(name)} of this game{where}"
        raise EditionError(file, BASED_ON, f"{there}. There are: {', '.join(shipped)}.")
    if len(above) >= MOST_BASES:
        reason = f"goes through more than {MOST_BASES} files."
        raise EditionError(file, BASED_ON, reason)
    return lay(beside.read(name), name, shipped, beside, values, None, above)
