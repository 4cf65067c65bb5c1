"""Lines of a results file, validated when they are read."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import IO, Any, ClassVar, Self

from classkit.engine.errors import ClasskitError, truncate_text, truncate_value
from classkit.engine.untrusted_input import UnreadableData, read_json
from classkit.frames.file_export import write_file
from classkit.platform_features import file_lock

from .metrics_collector import ROW_KINDS, Row
from .table_columns import RowLayout

FORMAT = 3
OLD_FORMATS = (1, 2)
"""Formats without hashes of files."""
KIND = "classkit results"
MAX_LINE_BYTES = 20_000_000
"""Maximum length in bytes of a line that classkit writes."""
MAX_SEEDS = 1 << 40


class ResultsError(ClasskitError):
    """Raised when a results file cannot be used. The message names file, reason and remedy.

    Attributes:
        path: Path of the file.
        reason: Why the file cannot be used, and the remedy.
    """

    def __init__(self, path: Path, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"{path}: {reason}")


class LineFile:
    """Append-only file with a single writing process, which first reads the existing lines.

    Without a path, nothing is stored. Raises ResultsError if another process is writing the file,
    or if it cannot be written.
    """

    writer: ClassVar[str]
    """Noun for the other process in the error about a locked file, such as "run"."""
    path: Path | None

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.stream: IO[bytes] | None = None
        self.lock: AbstractContextManager[object] | None = None

    def read(self, path: Path, stream: IO[bytes]) -> int:
        """Read the existing lines. Return the offset where complete lines end, or 0 to rewrite."""
        raise NotImplementedError

    def build_content(self) -> bytes:
        """Return the content for rewriting the file: its header and the lines that were read."""
        raise NotImplementedError

    def open(self, path: Path) -> None:
        """Read or create the file, and open it for appending."""
        end = 0
        if path.exists() and path.stat().st_size:
            with path.open("rb") as stream:
                end = self.read(path, stream)
        if not end:
            write_file(path, self.build_content())
        elif end < path.stat().st_size:  # a crash left an incomplete line
            os.truncate(path, end)
        self.stream = path.open("ab", buffering=0)

    def __enter__(self) -> Self:
        if self.path is None:
            return self
        lock = file_lock(f"{self.path}.lock", 0)
        try:
            lock.__enter__()
        except TimeoutError:
            reason = (
                f"another {self.writer} is writing it now. Wait for it, or choose another file."
            )
            raise ResultsError(self.path, reason) from None
        except OSError as error:
            raise build_write_error(self.path, error) from error
        self.lock = lock
        try:
            self.open(self.path)
        except BaseException as error:
            self.__exit__()
            if isinstance(error, OSError):
                raise build_write_error(self.path, error) from error
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
        """Append a line. Do nothing if there is no file."""
        if self.path is None:
            return
        assert self.stream is not None, "the file is open"
        try:
            self.stream.write(line)
        except OSError as error:
            raise build_write_error(self.path, error) from error


def build_write_error(path: Path, error: OSError) -> ResultsError:
    """Return an error, with a remedy, for a file that cannot be written."""
    return ResultsError(
        path,
        f"cannot be written ({error.strerror or error}). Earlier results are kept. Solve the "
        "problem and repeat the call to continue.",
    )


def encode_line(data: Mapping[str, Any]) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode() + b"\n"


def encode_match(number: int, layout: RowLayout, rows: list[Row]) -> bytes:
    """Encode the line of a match. ``number`` counts from 0."""
    return encode_line({"match": number + 1, "seed": layout.get_seed(number), "rows": rows})


def format_value(value: Any) -> str:
    """Format a value of a header. A list is formatted as its values.

    >>> [format_value(value) for value in (["saver, tycoon"], [], None, [True, 8])]
    ['saver, tycoon', 'none', 'none', 'true, 8']
    """
    if isinstance(value, list):
        return truncate_value(", ".join(map(format_value, value))) or "none"
    if value is None:
        return "none"
    return truncate_value(value if isinstance(value, str) else json.dumps(value))


def read_header(path: Path, stream: IO[bytes]) -> dict[str, Any]:
    """Read the first line. Raise ResultsError unless it is a supported results header."""
    data = read_line(stream.readline(MAX_LINE_BYTES + 1))
    if not isinstance(data, dict) or data.get("file") != KIND:
        raise ResultsError(path, "is not a results file of classkit. Choose another file.")
    if data.get("format") not in (*OLD_FORMATS, FORMAT):
        raise ResultsError(
            path,
            f"has format {truncate_text(data.get('format'))}, and this version of classkit uses "
            f"format {FORMAT}. Choose another file, or use the version that wrote it, "
            f"{truncate_text(data.get('classkit'))}.",
        )
    return data


def read_layout(path: Path, header: Mapping[str, Any]) -> RowLayout:
    """Read the layout from a header. Raise ResultsError if it is damaged."""
    by, cells, seeds = header.get("by"), header.get("cells"), header.get("seeds")
    if isinstance(seeds, dict) and seeds.keys() == {"from", "count"}:
        first, count = seeds["from"], seeds["count"]
        whole = type(first) is int and type(count) is int and 0 < count < MAX_SEEDS
        seeds = range(first, first + count) if whole else None
    elif not isinstance(seeds, list) or not all(type(seed) is int for seed in seeds):
        seeds = None
    good_cells = isinstance(cells, list) and cells and all(is_cell(cell) for cell in cells)
    if by not in ROW_KINDS or not seeds or not good_cells:
        raise ResultsError(path, "its first line is damaged. Choose another file.")
    return RowLayout(by, cells or [], seeds)


def is_cell(data: Any) -> bool:
    """Return True if the data is a valid cell of a layout."""
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
    """Return True if the value is valid in a cell."""
    return value is None or isinstance(value, (bool, int, float, str))


def read_line(text: bytes) -> Any:
    """Parse a line. Return None if it is incomplete or damaged."""
    if not text.endswith(b"\n"):
        return None
    try:
        return read_json(text, MAX_LINE_BYTES)
    except UnreadableData:
        return None


def read_matches(
    path: Path, stream: IO[bytes], layout: RowLayout
) -> tuple[dict[int, list[Row]], int]:
    """Read all complete matches. Return them, and the offset where the last one ends."""
    done: dict[int, list[Row]] = {}
    end, number = stream.tell(), 1
    while text := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        if not text.endswith(b"\n") and len(text) <= MAX_LINE_BYTES:
            break  # an interrupted run ended here
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


def is_match(data: Any, layout: RowLayout) -> bool:
    """Return True if the data is a match that fits the layout."""
    if not isinstance(data, dict) or data.keys() != {"match", "seed", "rows"}:
        return False
    number, rows = data["match"], data["rows"]
    if type(number) is not int or not 1 <= number <= len(layout) or not isinstance(rows, list):
        return False
    if data["seed"] != layout.get_seed(number - 1):
        return False
    expected = layout.count_rows(number - 1)
    if expected is not None and len(rows) != expected:
        return False
    return all(
        isinstance(row, dict) and all(is_value(value) for value in row.values()) for row in rows
    )
