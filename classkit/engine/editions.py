"""Editions: boards, cards, prices and laws as TOML that an instructor may replace.

:func:`read_source` finds and parses the files, within limits, since they may be anybody's;
:class:`Section` reads one table of them key by key and refuses, with file, key and reason, what
is missing, unknown, of the wrong type or out of range. What the keys mean is each game's affair.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import EditionError, UnknownName, shorten

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

    def section(self, key: str) -> Section:
        """The table at a top-level key; EditionError when it is missing or no table."""
        file = self.origin.get(key, self.origin.get("", "edition"))
        if key not in self.data:
            raise EditionError(file, key, "this table is missing.")
        return Section(file, key, self.data[key])


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
    return Files(merged, {**base.origin, **origin})


class Section(Mapping[str, Any]):
    """One table of an edition, read key by key.

    >>> price = Section("edition.toml", "price", {"bond": 100, "lfe": 5})
    >>> price.whole("bond", low=0)
    100
    >>> price.whole("life", low=0)
    Traceback (most recent call last):
    classkit.engine.errors.EditionError: edition.toml: price.life: is missing.
    >>> price.only("bond", "life")
    Traceback (most recent call last):
    classkit.engine.errors.EditionError: edition.toml: price.lfe: is not a key that is known here; \
did you mean 'life'?
    """

    __slots__ = ("_values", "file", "key")

    def __init__(self, file: str, key: str, values: Any) -> None:
        self.file, self.key = file, key
        if not isinstance(values, Mapping):
            raise EditionError(file, key, f"must be a table, not {shorten(values)}.")
        self._values = values

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def refuse(self, name: str, reason: str) -> EditionError:
        """The error for one key of this table."""
        return EditionError(self.file, f"{self.key}.{name}" if name else self.key, reason)

    def _take(self, name: str, kind: type | tuple[type, ...], words: str, default: Any) -> Any:
        if name not in self._values:
            if default is REQUIRED:
                raise self.refuse(name, "is missing.")
            return default
        value = self._values[name]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            raise self.refuse(name, f"must be {words}, not {shorten(value)}.")
        return value

    def whole(
        self, name: str, low: int = 0, high: int = 10**9, step: int = 1, default: Any = None
    ) -> int:
        """A whole number within limits."""
        value: int = self._take(
            name, int, "a whole number", REQUIRED if default is None else default
        )
        if not low <= value <= high:
            raise self.refuse(name, f"must be {low:,} to {high:,}, not {value:,}.")
        if value % step:
            raise self.refuse(name, f"must be a multiple of {step:,}, not {value:,}.")
        return value

    def text(
        self, name: str, longest: int = 80, among: Sequence[str] = (), default: str | None = None
    ) -> str:
        """A text that is not empty, or one of those listed."""
        value: str = self._take(name, str, "text", REQUIRED if default is None else default)
        if among and value not in among:
            raise self.refuse(name, f"must be one of {', '.join(among)}, not {shorten(value)}.")
        if not among and default is None and not value.strip():
            raise self.refuse(name, "must not be empty.")
        if len(value) > longest:
            raise self.refuse(name, f"is longer than {longest} characters.")
        if not value.isprintable():
            raise self.refuse(name, "must not contain control characters.")
        return value

    def flag(self, name: str, default: bool | None = None) -> bool:
        """True or false."""
        value: bool = self._take(
            name, bool, "true or false", REQUIRED if default is None else default
        )
        return value

    def wholes(self, name: str, low: int = 0, high: int = 10**9) -> list[int]:
        """A list of whole numbers within limits."""
        values: list[Any] = self._take(name, list, "a list of whole numbers", REQUIRED)
        for at, value in enumerate(values):
            if type(value) is not int or not low <= value <= high:
                raise self.refuse(
                    f"{name}[{at}]", f"must be {low:,} to {high:,}, not {shorten(value)}."
                )
        return values

    def texts(self, name: str, among: Sequence[str] = ()) -> list[str]:
        """A list of texts, each among those listed, if any are."""
        values: list[Any] = self._take(name, list, "a list of texts", REQUIRED)
        for at, value in enumerate(values):
            if not isinstance(value, str) or not value or (among and value not in among):
                wanted = f"one of {', '.join(among)}" if among else "text"
                raise self.refuse(f"{name}[{at}]", f"must be {wanted}, not {shorten(value)}.")
        return values

    def section(self, name: str) -> Section:
        """The table at a key."""
        return Section(
            self.file, f"{self.key}.{name}", self._take(name, Mapping, "a table", REQUIRED)
        )

    def sections(self, name: str) -> list[Section]:
        """The list of tables at a key."""
        values = self._take(name, list, "a list of tables", REQUIRED)
        return rows(self.file, f"{self.key}.{name}", values)

    def only(self, *known: str) -> None:
        """Refuse every key that is not among those known."""
        for name in self._values:
            if name not in known:
                close = get_close_matches(str(name)[:80], known, n=1)
                hint = f"; did you mean {close[0]!r}?" if close else "."
                raise self.refuse(name, f"is not a key that is known here{hint}")


def rows(file: str, key: str, values: Any) -> list[Section]:
    """A list of tables, each as a section of its own."""
    if not isinstance(values, list):
        raise EditionError(file, key, f"must be a list of tables, not {shorten(values)}.")
    return [Section(file, f"{key}[{at}]", value) for at, value in enumerate(values)]


REQUIRED: Any = object()
