"""The file of a study's results, with a line for each match, written as it ends.

The first line describes the study. A line that a crash left half-written is cut off. A study with
more seeds continues the file of fewer; a file of any other study, or of another version of
classkit, is refused, so that nothing is mixed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import classkit
from classkit.engine.errors import ClasskitError, shorten
from classkit.frames.export import write

from .design import Design
from .layout import FORMATS, seeds_in_short, to_frame
from .measure import Row
from .result_lines import (
    FORMAT,
    KIND,
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


class ResultsFile(LineFile):
    """The file of a design, opened for writing; ``done`` holds the matches in it."""

    writer = "run"
    path: Path

    def __init__(self, path: Path, design: Design) -> None:
        super().__init__(path)
        self.design = design
        self.layout = design.layout
        self.header: dict[str, Any] = {
            "file": KIND,
            "format": FORMAT,
            "classkit": classkit.__version__,
            "game": design.game.name,
            "rules": design.game.rules_version,
            "design": design.hash(),
            "columns": design.about,
            **self.layout.as_data(),
        }
        self.done: dict[int, list[Row]] = {}

    def read(self, path: Path, stream: IO[bytes]) -> int:
        """Read the file of an interrupted study; one of fewer seeds is written anew."""
        there = read_header(path, stream)
        wanted = self.header
        fewer = fewer_seeds(there, self.design)
        if fewer is not None:  # a match has the same number in both
            wanted = {**wanted, "seeds": fewer, "design": self.design.hash(fewer)}
        refuse_other(path, there, wanted)
        self.done, end = read_matches(path, stream, self.layout)
        return end if fewer is None else 0

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


def fewer_seeds(there: Mapping[str, Any], design: Design) -> Any:
    """Return a first line's seeds if they are the first ones of the design, but not all."""
    seeds = there.get("seeds")
    count = len(seeds) if isinstance(seeds, list) else None
    if isinstance(seeds, dict):
        count = seeds.get("count")
    if type(count) is not int or not 0 < count < len(design.seeds):
        return None
    return seeds if seeds_in_short(design.seeds[:count]) == seeds else None


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
    """Say in what two designs differ, as far as their first lines show."""
    for key, words in (("game", "its game is"), ("by", "its rows are by"), ("seeds", "its seeds:")):
        if there.get(key) != wanted[key]:
            one, other = (
                seeds_in_words(line.get(key)) if key == "seeds" else shorten(line.get(key))
                for line in (there, wanted)
            )
            return f"{words} {one}, not {other}"
    if there.get("cells") != wanted["cells"]:
        return "its bots, or what is varied, are others"
    return "its options, figures, horizon, or the code of a policy are others"


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

    Nothing is played, and the file is not changed. Raises ResultsError with the reason if it is no
    such file.

    >>> import tempfile
    >>> from classkit import study
    >>> name = f"{tempfile.mkdtemp()}/runs.jsonl"
    >>> runs = study.simulate("poleconomy", n=5, out=name, progress=False)
    >>> read_results(name).equals(runs)
    True
    """
    if not isinstance(path, (str, os.PathLike)):
        raise ClasskitError(f"the results are in a file NAME.jsonl, not {shorten(path)}.")
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
    about = first.get("columns")
    return to_frame(layout, done, about if isinstance(about, dict) else {})
