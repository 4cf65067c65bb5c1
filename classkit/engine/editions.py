"""Editions: boards, cards, prices and laws as TOML that an instructor may replace.

:class:`Editions` are those of one game, shipped or a teacher's own. :func:`read_source` finds and
parses the files, within limits, since they may be anybody's. What the tables say is read key by
key (:mod:`.sections`), and what the keys mean is each game's affair.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import EditionError, UnknownName, shorten
from .sections import Section, guess

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MAX_BYTES = 1_000_000
MAX_LEVELS = 20


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
        """The table at a top-level key; EditionError when it is missing or no table."""
        file = self.origin.get(key, self.origin.get("", "edition"))
        if key not in self.data:
            raise EditionError(file, key, "this table is missing.")
        return Section(file, key, self.data[key])

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
        """The title of each edition that is shipped, by its id."""
        return {name: self.read(name).title for name in self.shipped}

    def read(self, source: Any = None) -> Edition:
        """An edition by its id (None: the default), or from a folder, a TOML file or a mapping.

        Raises :class:`UnknownName` for an id that is not there, and :class:`EditionError`.
        """
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


def read_source(source: Any, shipped: Mapping[str, Traversable]) -> Files:
    """The files of an edition.

    ``source`` is None (the first shipped), the id of one that is shipped, a TOML file, a folder
    of TOML files, or a mapping. A file or mapping may say ``extends = "ID"``: what it leaves out
    is then as in that shipped edition, table by table.
    """
    if source is None:
        source = next(iter(shipped))
    if isinstance(source, Mapping):
        return extend(dict(source), "edition", shipped)
    if isinstance(source, str) and source in shipped:
        return read_folder(shipped[source], built_in=True)
    if isinstance(source, str) and not looks_like_path(source):
        raise UnknownName("edition", source, shipped)
    if not isinstance(source, (str, Path)):
        raise EditionError(
            shorten(source), "", "an edition is an id, a TOML file, a folder or a mapping."
        )
    path = Path(source)
    if path.is_dir():
        return read_folder(path)
    if not path.is_file():
        raise EditionError(path.name, "", "there is no such file or folder.")
    return extend(parse(path), path.name, shipped)


def looks_like_path(text: str) -> bool:
    """Whether a text names a file rather than an edition that is shipped."""
    return text.endswith(".toml") or "/" in text or "\\" in text or Path(text).is_dir()


def read_folder(folder: Traversable, built_in: bool = False) -> Files:
    """All TOML files of a folder, merged; a top-level key may stand in one of them only."""
    data: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not file.name.endswith(".toml"):
            continue
        for key, value in parse(file).items():
            if key in data:
                raise EditionError(file.name, key, f"stands in {origin[key]} already.")
            data[key], origin[key] = value, file.name
    if not data:
        raise EditionError(folder.name, "", "there is no TOML file in this folder.")
    return Files(data, origin, built_in)


def parse(file: Traversable) -> dict[str, Any]:
    """One TOML file, at most 1 MB."""
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise EditionError(file.name, "", f"cannot be read ({error.strerror}).") from None
    if len(content) > MAX_BYTES:
        raise EditionError(file.name, "", "is larger than 1 MB; an edition is a few pages.")
    try:
        data = tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise EditionError(file.name, "", "is not text in UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise EditionError(file.name, "", f"is not valid TOML: {error}") from None
    except RecursionError:
        raise EditionError(file.name, "", "is nested too deep.") from None
    if levels(data) > MAX_LEVELS:
        raise EditionError(file.name, "", f"is nested more than {MAX_LEVELS} levels deep.")
    return data


def levels(data: Any) -> int:
    """How deep tables and lists are nested.

    >>> levels({"price": {"steps": [1, 2]}})
    3
    """
    most = 0
    left = [(data, 1)]
    while left:
        value, level = left.pop()
        if isinstance(value, Mapping):
            value = list(value.values())
        if isinstance(value, list):
            most = max(most, level)
            left += [(item, level + 1) for item in value]
    return most


def extend(data: dict[str, Any], file: str, shipped: Mapping[str, Traversable]) -> Files:
    """The data laid over the edition that they extend, table by table."""
    origin = dict.fromkeys(data, file) | {"": file}
    base_id = data.pop("extends", None)
    if base_id is None:
        return Files(data, origin)
    if base_id not in shipped:
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
