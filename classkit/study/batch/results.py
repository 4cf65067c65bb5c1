"""Results of a study in a file: a line for each match, written as it ends.

The first line says which study it is. What a crash left half-written is cut off, and a file of
another study, or of another version of classkit, is refused, so that nothing is mixed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from filelock import FileLock, Timeout

import classkit
from classkit.engine.errors import shorten
from classkit.frames.export import write

from .design import Design
from .lines import (
    FORMAT,
    KIND,
    ResultsError,
    as_line,
    match_line,
    read_header,
    read_matches,
    read_outline,
)
from .measure import Row
from .outline import Outline, to_frame

if TYPE_CHECKING:
    import pandas as pd


def header(design: Design) -> dict[str, Any]:
    """The first line of the file of a design."""
    return {
        "file": KIND,
        "format": FORMAT,
        "classkit": classkit.__version__,
        "game": design.game.name,
        "rules": design.game.rules_version,
        "design": design.hash(),
        "columns": design.about,
        **Outline.of(design).as_data(),
    }


class ResultsFile:
    """The file of a design, opened to go on writing it; ``done`` are the matches it has.

    Only one process writes it at a time.
    """

    def __init__(self, path: Path, design: Design) -> None:
        self.path, self.header, self.outline = path, header(design), Outline.of(design)
        self.done: dict[int, list[Row]] = {}
        self.stream: IO[bytes] | None = None
        self.lock = FileLock(f"{path}.lock", timeout=0)

    def __enter__(self) -> ResultsFile:
        try:
            self.lock.acquire()
        except Timeout:
            raise ResultsError(
                self.path, "another run is writing it now. Wait for it, or choose another file."
            ) from None
        except OSError as error:
            raise self.not_written(error) from error
        try:
            self.open()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self.stream is not None:
            self.stream.close()
        with suppress(OSError):
            os.unlink(self.lock.lock_file)
        self.lock.release()

    def open(self) -> None:
        """Read what is there, or begin the file."""
        try:
            if self.path.exists() and self.path.stat().st_size:
                self.take_up()
            else:
                write(self.path, as_line(self.header))
            self.stream = self.path.open("ab", buffering=0)
        except OSError as error:
            raise self.not_written(error) from error

    def take_up(self) -> None:
        """Read an interrupted file of the same study, and cut off a half-written end."""
        with self.path.open("rb") as stream:
            refuse_other(self.path, read_header(self.path, stream), self.header)
            self.done, end = read_matches(self.path, stream, self.outline)
        if end < self.path.stat().st_size:
            os.truncate(self.path, end)

    def append(self, number: int, rows: list[Row]) -> None:
        """Write the rows of the match of that number, from 0."""
        assert self.stream is not None, "the file is open"
        try:
            self.stream.write(match_line(number, self.outline, rows))
        except OSError as error:
            raise self.not_written(error) from error
        self.done[number] = rows

    def put_in_order(self) -> None:
        """Write the lines in the order of the matches, once all are there: however many processes
        played, the file is the same."""
        in_order = sorted(self.done)
        if list(self.done) == in_order:
            return
        parts = [as_line(self.header)]
        parts += [match_line(number, self.outline, self.done[number]) for number in in_order]
        if self.stream is not None:
            self.stream.close()  # some systems replace no file that is open
            self.stream = None
        try:
            write(self.path, b"".join(parts))
        except OSError as error:
            raise self.not_written(error) from error

    def not_written(self, error: OSError) -> ResultsError:
        """What to do when the file cannot be written."""
        return ResultsError(
            self.path,
            f"cannot be written ({error.strerror or error}). What was written before is still "
            "there; once that is mended the same call goes on.",
        )


def refuse_other(path: Path, there: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Refuse a file of another version or another design."""
    for key in ("classkit", "rules"):
        if there.get(key) != wanted[key] and there.get("game") == wanted["game"]:
            raise ResultsError(
                path,
                f"was begun with {key} {shorten(there.get(key))}, and this is {key} "
                f"{wanted[key]!r}: their results must not be mixed. Choose another file, or go on "
                "with the version that began it.",
            )
    if there.get("design") != wanted["design"]:
        raise ResultsError(
            path,
            f"holds the results of another design: {difference(there, wanted)}. Choose another "
            "file, or delete this one if it is not needed.",
        )


def difference(there: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """In what two designs differ, as far as their first lines tell."""
    for key, words in (("game", "its game is"), ("by", "its rows are by"), ("seeds", "its seeds:")):
        if there.get(key) != wanted[key]:
            return f"{words} {shorten(there.get(key))}, not {shorten(wanted[key])}"
    if there.get("cells") != wanted["cells"]:
        return "its bots, or what is varied, are others"
    return "its options, figures, horizon, or the code of a policy are others"


def read_results(path: str | os.PathLike[str]) -> pd.DataFrame:
    """The frame of a file that :func:`simulate` wrote, as far as it goes: ``NAME.jsonl``.

    Nothing is played and nothing in the file is changed. ResultsError, with the reason, where it
    is no such file.

    >>> import tempfile
    >>> from classkit import study
    >>> name = f"{tempfile.mkdtemp()}/runs.jsonl"
    >>> runs = study.simulate("poleconomy", n=5, out=name, progress=False)
    >>> read_results(name).equals(runs)
    True
    """
    file = Path(path)
    try:
        with file.open("rb") as stream:
            first = read_header(file, stream)
            outline = read_outline(file, first)
            done, _ = read_matches(file, stream, outline)
    except OSError as error:
        raise ResultsError(file, f"cannot be read ({error.strerror or error}).") from error
    about = first.get("columns")
    return to_frame(outline, done, about if isinstance(about, dict) else {})
