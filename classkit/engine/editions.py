"""Editions: boards, cards, prices and laws as TOML that an instructor may replace.

:class:`Editions` are those of one game, shipped or a teacher's own. :func:`read_source` finds and
parses the files, within limits, since they may be anybody's. What the tables say is read key by
key (:mod:`.reading`), and what the keys mean is each game's affair.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from os.path import isdir, isfile  # false, too, for what no system takes as a name
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from .data import Unreadable, as_data, judge, read_toml, refuse_broken_text, too_large
from .errors import EditionError, UnknownName, cut, shorten
from .reading import ANY_NUMBER, Entries, Section, guess, rows

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

T = TypeVar("T")

MAX_BYTES = 500_000
"""More than TOML of an edition or a position ever has: those that are shipped have some 20,000."""


@dataclass(frozen=True, slots=True)
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

    @property
    def hash(self) -> str:
        """A fingerprint of the data, 16 hexadecimal digits."""
        text = json.dumps(self.data, sort_keys=True, separators=(",", ":"), default=str)
        return blake2b(text.encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Files:
    """The tables of an edition, merged, and the file that each top-level key came from."""

    data: dict[str, Any]
    origin: dict[str, str]
    built_in: bool = False
    inherited: frozenset[str] = frozenset()
    """The top-level keys that are as in the edition extended, since nothing is said of them."""

    def section(self, key: str) -> Section:
        """Return the table at a top-level key; EditionError when it is missing or no table."""
        file = self.origin.get(key, self.origin.get("", "edition"))
        if key not in self.data:
            raise EditionError(file, key, "this table is missing.")
        return Section(file, key, self.data[key])

    def table(self, key: str, kind: type[T], about: Any = None) -> T:
        """Return the table at a top-level key as an object of the class that declares it."""
        return self.section(key).read(kind, about)

    def rows(self, key: str, entries: Entries = ANY_NUMBER) -> list[Section]:
        """Return the tables listed at a top-level key, if there are as many as there may be."""
        file = self.origin.get(key, self.origin.get("", "edition"))
        if key not in self.data:
            raise EditionError(file, key, "this list is missing.")
        return rows(file, key, self.data[key], entries)

    def only(self, *known: str) -> None:
        """Refuse every top-level key that is not among those known."""
        for key in self.data:
            if key not in known:
                file = self.origin.get(key, "edition")
                name = shorten(key).strip("'")
                raise EditionError(file, name, f"is not known here{guess(key, known)}")


class Editions:
    """The editions of one game: those that it ships, and those that teachers write.

    ``folder`` holds a folder of TOML files for each that is shipped, named by its id. An
    instructor's own is a folder like these, or one TOML file that says ``extends = "ID"`` and
    overrides what differs: tables key by key, lists whole. ``read_rules`` gives the game's own
    frozen form of the files, once everything in them has been found playable, and refuses what
    is wrong with file, key and reason. ``also`` maps other names of editions to their ids.
    """

    def __init__(
        self,
        folder: Path,
        read_rules: Callable[[Files], Any],
        also: Mapping[str, str] | None = None,
    ) -> None:
        self.folder, self.read_rules, self.also = folder, read_rules, also or {}
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
        """Read an edition by its id (None: the default), or from a folder, TOML file or mapping.

        Raises :class:`UnknownName` for an id that is not there, and :class:`EditionError`.
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
        files = read_source(source, self.shipped)
        rules = self.read_rules(files)
        head = files.section("edition")
        return Edition(
            id=head.text("id", 60),
            title=head.text("title", 80),
            data=files.data,
            rules=rules,
            built_in=files.built_in,
        )


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


def read_source(source: Any, shipped: Mapping[str, Traversable]) -> Files:
    """Return the files of an edition.

    ``source`` is None (the first shipped), the id of one that is shipped, a TOML file, a folder
    of TOML files, or a mapping. A file or mapping may say ``extends = "ID"``: what it leaves out
    is then as in that shipped edition, table by table.
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
        return extend(source, "edition", shipped)
    if isinstance(source, str) and source in shipped:
        return read_folder(shipped[source], built_in=True)
    if isinstance(source, str) and not looks_like_path(source):
        raise UnknownName("edition", source, shipped)
    if not isinstance(source, (str, Path)):
        raise EditionError(
            shorten(source), "", "an edition is an id, a TOML file, a folder or a mapping."
        )
    path = Path(source)
    if isdir(path):
        return read_folder(path)
    if not isfile(path):
        raise EditionError(cut(path.name), "", "there is no such file or folder.")
    return extend(read_toml_file(path), path.name, shipped)


def looks_like_path(text: str) -> bool:
    """Return whether a text names a file rather than an edition that is shipped."""
    return text.endswith(".toml") or "/" in text or "\\" in text or isdir(text)


def read_folder(folder: Traversable, built_in: bool = False) -> Files:
    """Merge all TOML files of a folder; a top-level key may stand in one of them only."""
    data: dict[str, Any] = {}
    origin: dict[str, str] = {}
    room = MAX_BYTES
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not file.name.endswith(".toml"):
            continue
        content = read_file(file)
        room -= len(content)
        if room < 0:
            raise EditionError(folder.name, "", f"{too_large(MAX_BYTES - room, MAX_BYTES)}.")
        for key, value in parse(file.name, content).items():
            if key in data:
                raise EditionError(file.name, key, f"stands in {origin[key]} already.")
            data[key], origin[key] = value, file.name
    if not data:
        raise EditionError(folder.name, "", "there is no TOML file in this folder.")
    return Files(data, origin, built_in)


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


def extend(data: dict[str, Any], file: str, shipped: Mapping[str, Traversable]) -> Files:
    """Lay the data over the edition that they extend, table by table."""
    origin = dict.fromkeys(data, file) | {"": file}
    base_id = data.pop("extends", None)
    if base_id is None:
        return Files(data, origin)
    if not isinstance(base_id, str) or base_id not in shipped:
        raise EditionError(
            file, "extends", f"there is no edition {shorten(base_id)}: {', '.join(shipped)}."
        )
    base = read_folder(shipped[base_id])
    merged = dict(base.data)
    for key, value in data.items():
        below = merged.get(key)
        both = isinstance(value, dict) and isinstance(below, dict)
        merged[key] = {**below, **value} if both and below is not None else value
    inherited = frozenset(base.data) - frozenset(data)
    return Files(merged, {**base.origin, **origin}, inherited=inherited)
