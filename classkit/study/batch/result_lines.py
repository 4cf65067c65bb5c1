"""The lines of a file of results, read without trusting whoever wrote them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import IO, Any, ClassVar, Self

from classkit.abilities import locked
from classkit.engine.data import Unreadable, read_json
from classkit.engine.errors import ClasskitError, cut, shorten
from classkit.frames.export import write

from .layout import Layout
from .measure import BY, Row

FORMAT = 2
WITHOUT_CODE = 1
"""The format of files written before results told which code had played them."""
KIND = "classkit results"
LONGEST_LINE = 20_000_000
"""Bytes of the longest line that classkit writes."""
MOST_SEEDS = 1 << 40


class ResultsError(ClasskitError):
    """A file of results that cannot be used; names the file, the reason and the remedy."""

    def __init__(self, path: Path, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"{path}: {reason}")


class LineFile:
    """A file to which one process at a time adds lines, each as soon as it is known.

    What is there is read first. Without a path nothing is kept. ResultsError for a file that
    another process is writing, or that cannot be written.
    """

    writer: ClassVar[str]
    """The word for another process that may be writing the file: "run"."""
    path: Path | None

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.stream: IO[bytes] | None = None
        self.lock: AbstractContextManager[object] | None = None

    def read(self, path: Path, stream: IO[bytes]) -> int:
        """Read what is there. Return where the last whole line ends, or 0 to write it anew."""
        raise NotImplementedError

    def content(self) -> bytes:
        """Return the file as it is written anew: its first line, and what has been read."""
        raise NotImplementedError

    def open(self, path: Path) -> None:
        """Read the file, or begin it, and leave it open at its end."""
        end = 0
        if path.exists() and path.stat().st_size:
            with path.open("rb") as stream:
                end = self.read(path, stream)
        if not end:
            write(path, self.content())
        elif end < path.stat().st_size:  # a crash left a line half-written
            os.truncate(path, end)
        self.stream = path.open("ab", buffering=0)

    def __enter__(self) -> Self:
        if self.path is None:
            return self
        lock = locked(f"{self.path}.lock", 0)
        try:
            lock.__enter__()
        except TimeoutError:
            reason = (
                f"another {self.writer} is writing it now. Wait for it, or choose another file."
            )
            raise ResultsError(self.path, reason) from None
        except OSError as error:
            raise not_written(self.path, error) from error
        self.lock = lock
        try:
            self.open(self.path)
        except BaseException as error:
            self.__exit__()
            if isinstance(error, OSError):
                raise not_written(self.path, error) from error
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self.stream is not None:
            self.stream.close()
        if self.lock is not None:
            with suppress(OSError):
                os.unlink(f"{self.path}.lock")
            self.lock.__exit__(None, None, None)
            self.lock = None

    def write(self, line: bytes) -> None:
        """Add a line; without a file do nothing."""
        if self.path is None:
            return
        assert self.stream is not None, "the file is open"
        try:
            self.stream.write(line)
        except OSError as error:
            raise not_written(self.path, error) from error


def not_written(path: Path, error: OSError) -> ResultsError:
    """Return an error that says what to do when a file cannot be written."""
    return ResultsError(
        path,
        f"cannot be written ({error.strerror or error}). What was written before is still there; "
        "once that is mended the same call goes on.",
    )


def as_line(data: Mapping[str, Any]) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode() + b"\n"


def match_line(number: int, layout: Layout, rows: list[Row]) -> bytes:
    """Return the line of a match; ``number`` counts from 0."""
    return as_line({"match": number + 1, "seed": layout.seed_of(number), "rows": rows})


def in_words(value: Any) -> str:
    """Write a value of a first line for a sentence; a list as its values.

    >>> in_words(["saver, tycoon"]), in_words([]), in_words(None), in_words([True, 8])
    ('saver, tycoon', 'none', 'none', 'true, 8')
    """
    if isinstance(value, list):
        return cut(", ".join(map(in_words, value))) or "none"
    if value is None:
        return "none"
    return cut(value if isinstance(value, str) else json.dumps(value))


def read_header(path: Path, stream: IO[bytes]) -> dict[str, Any]:
    """Read the first line; raise ResultsError unless this is a file of results that can be read."""
    data = read_line(stream.readline(LONGEST_LINE + 1))
    if not isinstance(data, dict) or data.get("file") != KIND:
        raise ResultsError(path, "is not a file of classkit's results. Choose another file.")
    if data.get("format") not in (WITHOUT_CODE, FORMAT):
        raise ResultsError(
            path,
            f"has format {shorten(data.get('format'))}, and this classkit writes and reads format "
            f"{FORMAT}. Choose another file, or use the version that wrote it, "
            f"{shorten(data.get('classkit'))}.",
        )
    return data


def read_layout(path: Path, header: Mapping[str, Any]) -> Layout:
    """Read the layout in a header; raise ResultsError if it is damaged."""
    by, cells, seeds = header.get("by"), header.get("cells"), header.get("seeds")
    if isinstance(seeds, dict) and seeds.keys() == {"from", "count"}:
        first, count = seeds["from"], seeds["count"]
        whole = type(first) is int and type(count) is int and 0 < count < MOST_SEEDS
        seeds = range(first, first + count) if whole else None
    elif not isinstance(seeds, list) or not all(type(seed) is int for seed in seeds):
        seeds = None
    good_cells = isinstance(cells, list) and cells and all(is_cell(cell) for cell in cells)
    if by not in BY or not seeds or not good_cells:
        raise ResultsError(path, "its first line is damaged. Choose another file.")
    return Layout(by, cells or [], seeds)


def is_cell(data: Any) -> bool:
    """Return True if this is a cell of a layout."""
    if not isinstance(data, dict) or data.keys() != {"varied", "bots"}:
        return False
    varied, bots = data["varied"], data["bots"]
    return (
        isinstance(varied, dict)
        and all(is_value(value) for value in varied.values())
        and isinstance(bots, dict)
        and all(isinstance(bot, str) for bot in bots.values())
    )


def is_value(value: Any) -> bool:
    """Return True if a value may stand in a column."""
    return value is None or isinstance(value, (bool, int, float, str))


def read_line(text: bytes) -> Any:
    """Return the data of a line; None if it is incomplete or damaged."""
    if not text.endswith(b"\n"):
        return None
    try:
        return read_json(text, LONGEST_LINE)
    except Unreadable:
        return None


def read_matches(path: Path, stream: IO[bytes], layout: Layout) -> tuple[dict[int, list[Row]], int]:
    """Read all complete matches. Return them, and the position at which the last one ends."""
    done: dict[int, list[Row]] = {}
    end, number = stream.tell(), 1
    while text := stream.readline(LONGEST_LINE + 1):
        number += 1
        if not text.endswith(b"\n") and len(text) <= LONGEST_LINE:
            break  # the end of an interrupted run
        data = read_line(text)
        if not is_match(data, layout):
            raise ResultsError(
                path,
                f"line {number} is damaged. Delete that line to have its match played again, or "
                "choose another file.",
            )
        done.setdefault(data["match"] - 1, data["rows"])
        end = stream.tell()
    return done, end


def is_match(data: Any, layout: Layout) -> bool:
    """Return True if this is a match that fits the layout."""
    if not isinstance(data, dict) or data.keys() != {"match", "seed", "rows"}:
        return False
    number, rows = data["match"], data["rows"]
    if type(number) is not int or not 1 <= number <= len(layout) or not isinstance(rows, list):
        return False
    if data["seed"] != layout.seed_of(number - 1):
        return False
    expected = layout.rows_of(number - 1)
    if expected is not None and len(rows) != expected:
        return False
    return all(
        isinstance(row, dict) and all(is_value(value) for value in row.values()) for row in rows
    )
