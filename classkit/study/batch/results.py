"""The file of a study's results, with a line for each match, written as it ends.

The first line describes the study. A line that a crash left half-written is cut off. A study with
more seeds continues the file of fewer, and one with fewer takes the first of those there; a file of
any other study, of another version of classkit or of other code is refused, so that nothing is
mixed.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.game import Game
from classkit.frames.export import write

from ..code.fingerprint import changes
from .design import Design
from .first_line import difference, first_line
from .layout import FORMATS, seeds_in_short, to_frame
from .measure import Row
from .result_lines import (
    WITHOUT_CODE,
    LineFile,
    ResultsError,
    as_line,
    match_line,
    not_written,
    read_header,
    read_layout,
    read_matches,
)

if TYPE_CHECKING:
    import pandas as pd

UNKNOWN_CODE = (
    "was written before results told which code had played them: whether its rules and its bots "
    "are still the same is unknown"
)


class ResultsFile(LineFile):
    """The file of a design, opened for writing; ``done`` holds the matches in it.

    ``layout`` is that of the file, which may hold more matches than the design.
    """

    writer = "run"
    path: Path

    def __init__(self, path: Path, design: Design) -> None:
        super().__init__(path)
        self.game, self.layout = design.game, design.layout
        self.header = first_line(design)
        self.done: dict[int, list[Row]] = {}

    def read(self, path: Path, stream: IO[bytes]) -> int:
        """Read the file of the same study; one of fewer seeds is written anew with all of them."""
        there = read_header(path, stream)
        refuse_other_version(path, there, self.header)
        layout = read_layout(path, there)
        refuse_other(path, there, self.header, self.game)
        if not is_beginning(self.layout.seeds, layout.seeds):
            one, other = (seeds_in_words(seeds_in_short(x.seeds)) for x in (layout, self.layout))
            raise other_design(path, f"its seeds: {one}, not {other}")
        fewer = len(layout) < len(self.layout)  # a match has the same number in both
        if not fewer:
            self.layout, self.header = layout, {**self.header, "seeds": there["seeds"]}
        self.done, end = read_matches(path, stream, layout)
        return 0 if fewer else end

    def content(self) -> bytes:
        """Return the whole file, with the matches in order."""
        matches = [
            match_line(number, self.layout, self.done[number]) for number in sorted(self.done)
        ]
        return b"".join([as_line(self.header), *matches])

    def append(self, number: int, rows: list[Row]) -> None:
        """Write the rows of a match, numbered from 0."""
        self.write(match_line(number, self.layout, rows))
        self.done[number] = rows

    def put_in_order(self) -> None:
        """Sort the lines by match once all are there, so that the file is always the same."""
        if list(self.done) == sorted(self.done):
            return
        if self.stream is not None:
            self.stream.close()  # some systems cannot replace an open file
            self.stream = None
        try:
            write(self.path, self.content())
        except OSError as error:
            raise not_written(self.path, error) from error


def is_beginning(one: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether the shorter of two sequences of seeds is the beginning of the longer.

    >>> is_beginning(range(1, 9), [1, 2]), is_beginning([1, 2], range(2, 9))
    (True, False)
    """
    return all(a == b for a, b in zip(one, other, strict=False))


REMEDY = (
    "Choose another file (out), or delete this one to begin again (--anew on the command line)."
)


def refuse_other_version(path: Path, there: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Refuse a file of another version, or one that does not tell which code played."""
    for key in ("classkit", "rules"):
        if there.get(key) != wanted[key] and there.get("game") == wanted["game"]:
            raise ResultsError(
                path,
                f"was begun with {key} {shorten(there.get(key))}, and this is {key} "
                f"{wanted[key]!r}: their results must not be mixed. Choose another file, or go on "
                "with the version that began it.",
            )
    if there["format"] == WITHOUT_CODE:
        raise ResultsError(path, f"{UNKNOWN_CODE}. `study.read_results` still reads it. {REMEDY}")


def refuse_other(
    path: Path, there: Mapping[str, Any], wanted: Mapping[str, Any], game: Game[Any]
) -> None:
    """Refuse a file of another design, or one that other code has played."""
    if differs := difference(there, wanted):
        raise other_design(path, differs)
    code = there.get("code")
    if changed := changes(code if isinstance(code, dict) else {}, wanted["code"], game):
        raise ResultsError(path, f"was played by other code: {changed}. {REMEDY}")


def other_design(path: Path, differs: str) -> ResultsError:
    """Return the error for a file of another design."""
    return ResultsError(path, f"holds the results of another design: {differs}. {REMEDY}")


def seeds_in_words(seeds: Any) -> str:
    """Write the seeds of a first line in words.

    >>> seeds_in_words({"from": 1, "count": 1000}), seeds_in_words([7, 1])
    ('1 to 1,000', '[7, 1]')
    """
    if isinstance(seeds, dict) and all(type(seeds.get(key)) is int for key in ("from", "count")):
        return f"{seeds['from']:,} to {seeds['from'] + seeds['count'] - 1:,}"
    return shorten(seeds)


def read_results(path: str | os.PathLike[str]) -> pd.DataFrame:
    """Return the frame of a file ``NAME.jsonl`` that :func:`simulate` wrote, as far as it goes.

    ``path`` is that file. Nothing is played, and the file is not changed. Raises ResultsError with
    the reason if it is no such file, and warns of one that does not tell which code has played it.

    >>> import tempfile
    >>> from classkit import study
    >>> name = f"{tempfile.mkdtemp()}/runs.jsonl"
    >>> runs = study.simulate("poleconomy", n=5, out=name, progress=False)
    >>> read_results(name).equals(runs)
    True
    """
    if not isinstance(path, (str, os.PathLike)):
        raise ClasskitError(f"path must be the name of a file NAME.jsonl, not {shorten(path)}.")
    file = Path(path)
    if file.suffix in FORMATS:
        raise ResultsError(
            file,
            f"is the table of the results, for other programs. They are in {file.stem}.jsonl "
            "beside it.",
        )
    try:
        with file.open("rb") as stream:
            first = read_header(file, stream)
            layout = read_layout(file, first)
            done, _ = read_matches(file, stream, layout)
    except OSError as error:
        raise ResultsError(file, f"cannot be read ({error.strerror or error}).") from error
    if first["format"] == WITHOUT_CODE:
        warnings.warn(f"{file}: {UNKNOWN_CODE}.", stacklevel=2)
    about = first.get("columns")
    return to_frame(layout, done, about if isinstance(about, dict) else {})
