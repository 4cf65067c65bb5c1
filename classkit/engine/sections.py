"""One table of an edition, read key by key.

What is missing, unknown, of the wrong type or out of range is refused with file, key and reason.
What the keys mean is each game's affair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from .errors import EditionError, shorten


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
                raise self.refuse(name, f"is not a key that is known here{guess(name, known)}")


def guess(name: object, known: Sequence[str]) -> str:
    """The end of a sentence about an unknown name: a full stop, or what may have been meant.

    >>> guess("prise", ["price", "bank"])
    "; did you mean 'price'?"
    """
    close = get_close_matches(str(name)[:80], known, n=1)
    return f"; did you mean {close[0]!r}?" if close else "."


def rows(file: str, key: str, values: Any) -> list[Section]:
    """A list of tables, each as a section of its own."""
    if not isinstance(values, list):
        raise EditionError(file, key, f"must be a list of tables, not {shorten(values)}.")
    return [Section(file, f"{key}[{at}]", value) for at, value in enumerate(values)]


REQUIRED: Any = object()
