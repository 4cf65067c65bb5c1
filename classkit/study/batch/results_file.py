"""Results file of a study: a header, then one line for each match, written as the match ends.

If a crash left an incomplete line, it is removed. A study with more seeds continues the file, and a
study with fewer seeds returns the first matches. A file of a different study, classkit version or
code is refused, so that results are never mixed.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.game import Game
from classkit.frames.file_export import write_file

from ..provenance import changes
from .experiment_design import ExperimentDesign
from .metrics_collector import Row
from .results_header import build_header, describe_difference
from .results_jsonl import (
    OLD_FORMATS,
    LineFile,
    ResultsError,
    build_write_error,
    encode_line,
    encode_match,
    read_header,
    read_layout,
    read_matches,
)
from .table_columns import TABLE_FORMATS, abbreviate_seeds, to_frame

if TYPE_CHECKING:
    import pandas as pd

UNKNOWN_CODE = (
    "was written before results recorded hashes of files, so it is unknown whether its rules and "
    "bots have changed"
)


class ResultsFile(LineFile):
    """The results file of a design, open for writing.

    ``done`` maps the number of a match to its rows. ``layout`` is the layout of the file, which may
    contain more matches than the design.
    """

    writer = "run"
    path: Path

    def __init__(self, path: Path, design: ExperimentDesign) -> None:
        super().__init__(path)
        self.game, self.layout = design.game, design.layout
        self.header = build_header(design)
        self.done: dict[int, list[Row]] = {}

    def read(self, path: Path, stream: IO[bytes]) -> int:
        """Read a file of the same study. Return 0 if it has fewer seeds and must be rewritten."""
        there = read_header(path, stream)
        refuse_other_version(path, there, self.header)
        layout = read_layout(path, there)
        refuse_other_design(path, there, self.header, self.game)
        if not is_prefix(self.layout.seeds, layout.seeds):
            one, other = (format_seeds(abbreviate_seeds(x.seeds)) for x in (layout, self.layout))
            raise build_design_error(path, f"its seeds: {one}, not {other}")
        fewer = len(layout) < len(self.layout)  # match numbers are the same in both layouts
        if not fewer:
            self.layout, self.header = layout, {**self.header, "seeds": there["seeds"]}
        self.done, end = read_matches(path, stream, layout)
        return 0 if fewer else end

    def build_content(self) -> bytes:
        """Return the content of the whole file. Matches are in order."""
        matches = [
            encode_match(number, self.layout, self.done[number]) for number in sorted(self.done)
        ]
        return b"".join([encode_line(self.header), *matches])

    def append(self, number: int, rows: list[Row]) -> None:
        """Write the rows of a match. Numbers count from 0."""
        self.write(encode_match(number, self.layout, rows))
        self.done[number] = rows

    def sort_lines(self) -> None:
        """Sort the lines by match, so that a complete file does not depend on the order of play."""
        if list(self.done) == sorted(self.done):
            return
        if self.stream is not None:
            self.stream.close()  # some systems cannot replace an open file
            self.stream = None
        try:
            write_file(self.path, self.build_content())
        except OSError as error:
            raise build_write_error(self.path, error) from error


def is_prefix(one: Sequence[int], other: Sequence[int]) -> bool:
    """Return True if the shorter sequence of seeds is a prefix of the longer one.

    >>> is_prefix(range(1, 9), [1, 2]), is_prefix([1, 2], range(2, 9))
    (True, False)
    """
    return all(a == b for a, b in zip(one, other, strict=False))


REMEDY = "Choose another file (out), or delete this one to start over (--anew on the command line)."


def refuse_other_version(path: Path, there: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Raise ResultsError for a file of another version or a file without hashes of files."""
    for key in ("classkit", "rules"):
        if there.get(key) != wanted[key] and there.get("game") == wanted["game"]:
            raise ResultsError(
                path,
                f"was started with {key} {truncate_text(there.get(key))}, but this is {key} "
                f"{wanted[key]!r}: their results must not be mixed. Choose another file, or "
                "continue with the version that started it.",
            )
    if there["format"] in OLD_FORMATS:
        raise ResultsError(path, f"{UNKNOWN_CODE}. `study.read_results` still reads it. {REMEDY}")


def refuse_other_design(
    path: Path, there: Mapping[str, Any], wanted: Mapping[str, Any], game: Game[Any]
) -> None:
    """Raise ResultsError for a file of another design or a file played by different code."""
    if differs := describe_difference(there, wanted):
        raise build_design_error(path, differs)
    code = there.get("code")
    if changed := changes(code if isinstance(code, dict) else {}, wanted["code"], game):
        raise ResultsError(path, f"was played by different code: {changed}. {REMEDY}")


def build_design_error(path: Path, differs: str) -> ResultsError:
    """Return the error for a file of another design."""
    return ResultsError(path, f"contains the results of another design: {differs}. {REMEDY}")


def format_seeds(seeds: Any) -> str:
    """Format the seeds from a header.

    >>> format_seeds({"from": 1, "count": 1000}), format_seeds([7, 1])
    ('1 to 1,000', '[7, 1]')
    """
    if isinstance(seeds, dict) and all(type(seeds.get(key)) is int for key in ("from", "count")):
        return f"{seeds['from']:,} to {seeds['from'] + seeds['count'] - 1:,}"
    return truncate_text(seeds)


def read_results(path: str | os.PathLike[str]) -> pd.DataFrame:
    """Return the matches in a results file of :func:`simulate` as a data frame.

    The file may be incomplete. No match is played, and the file is not changed. Warns if the file
    does not record hashes of the files that played the matches.

    Args:
        path: Path of the file ``NAME.jsonl``.

    Returns:
        The same frame that :func:`simulate` returns for these matches.

    Raises:
        ResultsError: If the file is not a results file, or is damaged.
        ClasskitError: If ``path`` is not a path.

    Example:
        >>> import tempfile
        >>> from classkit import study
        >>> name = f"{tempfile.mkdtemp()}/runs.jsonl"
        >>> runs = study.simulate("poleconomy", n=5, out=name, progress=False)
        >>> read_results(name).equals(runs)
        True
    """
    if not isinstance(path, (str, os.PathLike)):
        raise ClasskitError(
            f"path must be the name of a file NAME.jsonl, not {truncate_text(path)}."
        )
    file = Path(path)
    if file.suffix in TABLE_FORMATS:
        raise ResultsError(
            file,
            f"is a table for other programs. Pass {file.stem}.jsonl, which is next to it.",
        )
    try:
        with file.open("rb") as stream:
            first = read_header(file, stream)
            layout = read_layout(file, first)
            done, _ = read_matches(file, stream, layout)
    except OSError as error:
        raise ResultsError(file, f"cannot be read ({error.strerror or error}).") from error
    if first["format"] in OLD_FORMATS:
        warnings.warn(f"{file}: {UNKNOWN_CODE}.", stacklevel=2)
    about = first.get("columns")
    return to_frame(layout, done, about if isinstance(about, dict) else {})
