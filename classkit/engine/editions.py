"""Editions: boards, cards, prices and laws in TOML files that an instructor can replace.

:class:`Editions` reads the shipped and custom editions of one game. :func:`read_source` finds and
parses the files and merges them into their base editions (:mod:`.edition_inheritance`). Because the
files are untrusted, it limits their size. Tables are parsed according to declared types
(:mod:`.schema`); each game defines the meaning of the keys.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from os.path import isdir, isfile  # returns False for invalid names, too
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from .edition_inheritance import (
    NO_ATOMIC_TABLES,
    SHORT_KEY,
    AtomicTables,
    ValueOrigins,
    find_source,
    overlay_edition,
)
from .errors import EditionError, UnknownName, suggestion_suffix, truncate_text, truncate_value
from .renaming.edition_names import NAME_TABLES, NO_NAMES, EditionNames, read_names
from .schema import ANY_NUMBER, MISSING_REASON, Entries, Section, read_sections
from .untrusted_input import (
    UnreadableData,
    check_value,
    describe_excess,
    read_toml,
    refuse_broken_text,
    to_builtin,
)

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

T = TypeVar("T")

MAX_BYTES = 500_000
"""Maximum size of an edition's or a position's TOML, in bytes. Shipped editions have about 20,000.
"""
BASED_ON_KEY = "based_on"
DISPLAY_KEYS = (SHORT_KEY, "emblem")
"""Keys that only affect the display: short names, and pictures that replace a colour."""
MISSING_ALL_REASON = "is missing: this table replaces the old one as a whole."
MAX_BASES = 8
"""Maximum length of a chain of base editions."""


@dataclass(frozen=True)
class Edition:
    """A validated edition.

    Args:
        id: Id of the edition.
        title: Name shown to people.
        data: The parsed TOML.
        rules: The data as a frozen object of the game.
        built_in: True for a shipped edition. Records do not contain its data.
        names: Names of money and units that the edition declares.

    Example:
        >>> from classkit.engine.registry import find
        >>> edition = find("poleconomy").edition()
        >>> edition.id, edition.built_in
        ('poleconomy-canada', True)
    """

    id: str
    title: str
    data: Mapping[str, Any]
    rules: Any
    built_in: bool = False
    names: EditionNames = NO_NAMES

    def __repr__(self) -> str:
        return f"<Edition {self.id}: {self.title}>"

    @cached_property  # cached because every record uses it
    def hash(self) -> str:
        """A hash of the data, 16 hexadecimal digits.

        Short names and pictures are ignored, because they do not affect a match.
        """
        data = strip_display_data(self.data)
        text = json.dumps(data, sort_keys=True, separators=(",", ":"), default=str)
        return blake2b(text.encode(), digest_size=8).hexdigest()


def strip_display_data(data: Any) -> Any:
    """Return the data of an edition without the short names and pictures of its rows.

    >>> strip_display_data({"board": [{"name": "Puffin Toothpaste", "short": ["Puffin"]}]})
    {'board': [{'name': 'Puffin Toothpaste'}]}
    """
    if isinstance(data, Mapping):
        return {key: strip_display_data(data[key]) for key in data if key not in DISPLAY_KEYS}
    if isinstance(data, (list, tuple)):
        return [strip_display_data(item) for item in data]
    return data


@dataclass(frozen=True, slots=True)
class EditionFiles:
    """The merged tables of an edition, and the file of each top-level key.

    Args:
        data: The tables of all files, by top-level key.
        origin: Maps each top-level key to its file's name.
        built_in: True for a shipped edition.
        inherited: Top-level keys that the edition takes unchanged from its base edition.
        places: Origins of values that are not in the file of their top-level key.

    Example:
        >>> files = EditionFiles({"bank": {"cash": 900}}, {"bank": "bank.toml"})
        >>> files.find_file("bank"), files.get_value("bank", "table")
        ('bank.toml', {'cash': 900})
    """

    data: dict[str, Any]
    origin: dict[str, str]
    built_in: bool = False
    inherited: frozenset[str] = frozenset()
    """Top-level keys that the edition takes unchanged from its base edition."""
    places: ValueOrigins = field(default_factory=ValueOrigins)
    """Origins of values that are not in the file of their top-level key."""

    def without_names(self) -> EditionFiles:
        """Return the files without the tables that every game may have.

        Returns:
            The files for the reader of the game.
        """
        own = {key: value for key, value in self.data.items() if key not in NAME_TABLES}
        return replace(self, data=own)

    def locate_error(self, error: EditionError) -> EditionError:
        """Add the file and path of the invalid value to an error."""
        file, key, anew = find_source(self.places, error.file, error.key)
        reason = MISSING_ALL_REASON if anew and error.reason == MISSING_REASON else error.reason
        return EditionError(file, key, reason)

    def find_file(self, key: str) -> str:
        """Return the file of a top-level key, present or missing.

        Args:
            key: The key.

        Returns:
            Name of the file.
        """
        return self.origin.get(key, self.origin.get("", "edition"))

    def get_value(self, key: str, what: str) -> Any:
        """Return the value of a top-level key.

        Args:
            key: The key.
            what: Description of the value, for the error message.

        Returns:
            The value as written in the file.

        Raises:
            EditionError: The key is missing.
        """
        if key not in self.data:
            raise EditionError(self.find_file(key), key, f"this {what} is missing.")
        return self.data[key]

    def get_section(self, key: str) -> Section:
        """Return the table under a top-level key.

        Args:
            key: The key.

        Returns:
            The table, with its path for error messages.

        Raises:
            EditionError: The key is missing, or its value is not a table.
        """
        return Section(self.find_file(key), key, self.get_value(key, "table"))

    def read_table(self, key: str, kind: type[T], about: Any = None) -> T:
        """Parse the table under a top-level key into a dataclass.

        Args:
            key: The key.
            kind: Dataclass whose fields are the keys of the table.
            about: Data already read, passed to limits that are functions.

        Returns:
            An object of the class ``kind``.

        Raises:
            EditionError: The table is missing, or a value is not allowed.
        """
        return self.get_section(key).read(kind, about)

    def read_head(self, kind: type[T]) -> T:
        """Parse the table ``edition`` of a game in which editions set the number of players.

        Args:
            kind: Dataclass whose fields are the keys of the table.

        Returns:
            An object of the class ``kind``.

        Raises:
            EditionError: The table is missing, or a value is not allowed.
        """
        head: Any = self.read_table("edition", kind)
        if head.players_max < head.players_min:
            reason = f"must be at least players_min, {head.players_min}, not {head.players_max}."
            raise self.get_section("edition").make_error("players_max", reason)
        return cast(T, head)

    def get_rows(self, key: str, entries: Entries = ANY_NUMBER) -> list[Section]:
        """Return the list of tables under a top-level key, after checking its length.

        Args:
            key: The key.
            entries: Allowed number of tables.

        Returns:
            The tables, with their paths for error messages.

        Raises:
            EditionError: The list is missing, or has too few or too many tables.
        """
        return read_sections(self.find_file(key), key, self.get_value(key, "list"), entries)

    def forbid_extra(self, *known: str) -> None:
        """Raise an error for unknown top-level keys.

        Args:
            known: The keys that the game knows.

        Raises:
            EditionError: The data contains an unknown key.
        """
        for key in self.data:
            if key not in known:
                name = truncate_text(key).strip("'")
                near = suggestion_suffix(key, (*known, *NAME_TABLES, BASED_ON_KEY))
                there = f" Choose from: {', '.join(known)}." if near == "." else ""
                raise EditionError(self.find_file(key), name, f"is not a known key{near}{there}")


class Editions:
    """The editions of one game, shipped and custom.

    Args:
        folder: Folder that contains a subfolder of TOML files for each shipped edition, named after
            its id. A custom edition is such a folder, or a single TOML file. With ``based_on =
            "ID"``, it needs to contain only the differences.
        read_rules: Function that checks that the files are playable and returns them as a frozen
            object of the game. Its errors name the file, the key and the reason.
        also: Maps alternative names of editions to their ids.
        values: Tables that are replaced as a whole.

    Example:
        >>> from classkit.engine.registry import find
        >>> editions = find("poleconomy").library
        >>> editions.titles() == dict(find("poleconomy").editions())
        True
    """

    def __init__(
        self,
        folder: Path,
        read_rules: Callable[[EditionFiles], Any],
        also: Mapping[str, str] | None = None,
        values: AtomicTables = NO_ATOMIC_TABLES,
    ) -> None:
        self.folder, self.read_rules, self.also = folder, read_rules, also or {}
        self.values = values
        self._read: dict[str, Edition] = {}

    @cached_property
    def shipped(self) -> dict[str, Path]:
        """The folder of each shipped edition, by id. The first edition is the default."""
        folders = sorted(entry for entry in self.folder.iterdir() if entry.is_dir())
        return {folder.name: folder for folder in folders}

    def titles(self) -> dict[str, str]:
        """Return the title of each shipped edition by its id.

        Returns:
            A dict from id to title.

        Raises:
            EditionError: A shipped edition is invalid.
        """
        return {name: self.read(name).title for name in self.shipped}

    def read(self, source: Any = None) -> Edition:
        """Read and validate an edition.

        Args:
            source: An id, a folder, a TOML file or a mapping. None for the default edition.

        Returns:
            The edition.

        Raises:
            UnknownName: There is no edition with this id.
            EditionError: The edition is invalid.
        """
        source = to_builtin(source)
        if source is None:
            source = next(iter(self.shipped))
        if not isinstance(source, str):
            return self._read_checked(source)
        source = self.also.get(source, source)
        if source not in self.shipped:
            return self._read_checked(source)
        if source not in self._read:  # cached because editions are frozen
            self._read[source] = self._read_checked(source)
        return self._read[source]

    def _read_checked(self, source: Any) -> Edition:
        files = read_source(source, self.shipped, self.values)
        try:
            names = read_names(files)
            rules = self.read_rules(files.without_names())
            head = files.get_section("edition")
            name, title = head.get_text("id", 60), head.get_text("title", 80)
        except EditionError as error:
            raise files.locate_error(error) from None
        return Edition(name, title, files.data, rules, files.built_in, names)


class NoEditions:
    """Placeholder for games without editions: a single edition named "standard".

    Example:
        >>> NoEditions().read().title
        'Standard'
        >>> NoEditions().read("deluxe")
        Traceback (most recent call last):
        classkit.engine.errors.UnknownName: There is no edition 'deluxe'. Choose from: standard.
    """

    standard = Edition("standard", "Standard", {}, None, built_in=True)

    def titles(self) -> dict[str, str]:
        """Return the title of the single edition, by id.

        Returns:
            A dict with one entry.
        """
        return {self.standard.id: self.standard.title}

    def read(self, source: Any = None) -> Edition:
        """Return the single edition.

        Args:
            source: None or "standard".

        Returns:
            The edition.

        Raises:
            UnknownName: There is no edition with this id.
            EditionError: ``source`` is a file or data.
        """
        source = to_builtin(source)
        if source is None or source == self.standard.id:
            return self.standard
        if isinstance(source, str) and not is_path_like(source):
            raise UnknownName("edition", source, self.titles())
        raise EditionError("edition", "", "this game has no editions: omit the edition.")


def read_source(
    source: Any, shipped: Mapping[str, Traversable], values: AtomicTables = NO_ATOMIC_TABLES
) -> EditionFiles:
    """Read the files of an edition and of its base editions.

    ``source`` is None (the first shipped edition), the id of a shipped edition, a TOML file, a
    folder of TOML files, or a mapping. Its ``based_on`` names a shipped edition by id, or a file in
    the same folder, which may itself have a base.
    """
    if source is None:
        source = next(iter(shipped))
    source = to_builtin(source)
    if isinstance(source, dict):
        try:
            check_value(source)
            refuse_broken_text(source)
        except UnreadableData as error:
            raise EditionError("edition", error.key, f"{error.reason}.") from None
        return overlay_bases(source, "edition", shipped, None, values)
    if isinstance(source, str) and source in shipped:
        return read_folder(shipped[source])
    if isinstance(source, str) and not is_path_like(source):
        raise UnknownName("edition", source, shipped)
    if not isinstance(source, (str, Path)):
        told = truncate_text(source)
        reason = f"must be an id, a TOML file, a folder or a mapping, not {told}."
        raise EditionError("edition", "", reason)
    path = Path(source)
    if isdir(path):
        return read_own_folder(path, shipped, values)
    if not isfile(path):
        raise EditionError(truncate_value(path.name), "", "this file or folder does not exist.")
    beside = SiblingFiles(path)
    return overlay_bases(beside.read_data(path.name), path.name, shipped, beside, values)


def is_path_like(text: str) -> bool:
    """Return whether a text is a file path rather than the id of a shipped edition."""
    return text.endswith(".toml") or "/" in text or "\\" in text or isdir(text)


def read_folder(folder: Traversable) -> EditionFiles:
    """Merge all TOML files of a shipped edition."""
    files = {
        file.name: parse_toml(file.name, read_file(file))
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if file.name.endswith(".toml")
    }
    data, origin = join_files(files)
    return EditionFiles(data, origin, built_in=True)


def read_own_folder(
    folder: Path, shipped: Mapping[str, Traversable], values: AtomicTables
) -> EditionFiles:
    """Merge all TOML files of a folder into their base edition.

    A file that another file is based on serves as the base and is not merged itself.
    """
    beside = SiblingFiles(folder)
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    if not names:
        raise EditionError(folder.name, "", "there is no TOML file in this folder.")
    files = {name: beside.read_data(name) for name in names}
    below = {
        data.get(BASED_ON_KEY) for data in files.values() if isinstance(data.get(BASED_ON_KEY), str)
    }
    above = {name: data for name, data in files.items() if name not in below}
    if not above:
        chain = ", ".join(names)
        raise EditionError(folder.name, BASED_ON_KEY, f"is circular: {chain}.")
    data, origin = join_files(above)
    return overlay_bases(
        data, origin.get(BASED_ON_KEY, folder.name), shipped, beside, values, origin
    )


def join_files(files: Mapping[str, dict[str, Any]]) -> tuple[dict[str, Any], dict[str, str]]:
    """Join the data of several files. Each top-level key may appear in only one file."""
    data: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for name, content in files.items():
        for key, value in content.items():
            if key in data:
                raise EditionError(name, key, f"is already in {origin[key]}.")
            data[key], origin[key] = value, name
    return data, origin


class SiblingFiles:
    """The files in an edition's folder, the only files that an edition may refer to.

    Editions are untrusted. A base must be the name of a file in the same folder, not a path;
    symbolic links must not point outside the folder; and the total size is limited.
    """

    def __init__(self, path: Path) -> None:
        self.folder = path if isdir(path) else path.parent
        self.name = path.name
        self.read_before: dict[str, dict[str, Any]] = {}
        self.room = MAX_BYTES

    def has_file(self, name: str) -> bool:
        """Return whether a TOML file with this name is directly in the folder."""
        file = self.folder / name
        is_plain = name.endswith(".toml") and not {"/", "\\", "\0"} & set(name)
        return is_plain and isfile(file) and file.resolve().parent == self.folder.resolve()

    def read_data(self, name: str) -> dict[str, Any]:
        """Return the data of a file, reading each file only once.

        Raises:
            EditionError: The total size of the files exceeds the limit.
        """
        if name not in self.read_before:
            content = read_file(self.folder / name)
            self.room -= len(content)
            if self.room < 0:
                told = name if not self.read_before else self.name
                raise EditionError(
                    told, "", f"{describe_excess(MAX_BYTES - self.room, MAX_BYTES)}."
                )
            self.read_before[name] = parse_toml(name, content)
        return dict(self.read_before[name])


def read_toml_file(path: Traversable) -> dict[str, Any]:
    """Return the data of a TOML file.

    Raises:
        EditionError: The file does not exist.
    """
    return parse_toml(path.name, read_file(path))


def read_file(file: Traversable) -> bytes:
    """Return the contents of a file, truncated to one byte more than the limit."""
    try:
        with file.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise EditionError(file.name, "", f"cannot be read ({error.strerror}).") from None


def parse_toml(name: str, content: bytes) -> dict[str, Any]:
    """Parse TOML contents. Error messages refer to the file as ``name``."""
    try:
        return read_toml(content, MAX_BYTES)
    except UnreadableData as error:
        raise EditionError(name, error.key, f"{error.reason}.") from None


# --- base editions --------------------------------------------------------------------------------


def overlay_bases(
    data: Mapping[str, Any],
    file: str,
    shipped: Mapping[str, Traversable],
    beside: SiblingFiles | None,
    values: AtomicTables,
    origin: Mapping[str, str] | None = None,
    above: tuple[str, ...] = (),
) -> EditionFiles:
    """Merge the data into its base editions, if any.

    ``origin`` maps each top-level key to its file if the data comes from several files. ``above``
    lists the files already visited in the chain of bases.
    """
    own = {key: value for key, value in data.items() if key != BASED_ON_KEY}
    origin = {**(dict.fromkeys(data, file) if origin is None else origin), "": file}
    if BASED_ON_KEY not in data:
        return EditionFiles(own, origin)
    base = read_base(data[BASED_ON_KEY], file, shipped, beside, values, (*above, file))
    merged, places = dict(base.data), base.places
    for key, value in own.items():
        part = places.get_child(key)
        merged[key] = overlay_edition(merged.get(key), value, origin[key], key, part, values)
    inherited = (base.inherited or frozenset(base.data)) - frozenset(own)
    return EditionFiles(merged, {**base.origin, **origin}, inherited=inherited, places=places)


def read_base(
    name: Any,
    file: str,
    shipped: Mapping[str, Traversable],
    beside: SiblingFiles | None,
    values: AtomicTables,
    above: tuple[str, ...],
) -> EditionFiles:
    """Read the base of a file: a shipped edition, or a file in the same folder."""
    if isinstance(name, str) and name in shipped:
        return read_folder(shipped[name])
    if isinstance(name, str) and name in above:
        chain = " on ".join([*above[above.index(name) :], name])
        raise EditionError(file, BASED_ON_KEY, f"is circular: {truncate_value(chain)}.")
    if beside is None or not isinstance(name, str) or not beside.has_file(name):
        where = "" if beside is None else ", and no TOML file with this name in the same folder"
        there = f"there is no edition {truncate_text(name)} of this game{where}"
        raise EditionError(file, BASED_ON_KEY, f"{there}. Choose from: {', '.join(shipped)}.")
    if len(above) >= MAX_BASES:
        reason = f"has a chain of more than {MAX_BASES} files."
        raise EditionError(file, BASED_ON_KEY, reason)
    return overlay_bases(beside.read_data(name), name, shipped, beside, values, None, above)
