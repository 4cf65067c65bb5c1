"""Execution of a design: plays the missing matches and writes them to a file."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError, truncate_text

from ..processes import job_runner
from ..processes.worker import JobError
from .experiment_design import ExperimentDesign
from .metrics_collector import Row, SimulationJob
from .results_file import ResultsFile
from .results_jsonl import ResultsError
from .table_columns import TABLE_FORMATS, check_format, write_table

Done = dict[int, list[Row]]
"""Maps the number of a match, from 0, to its rows."""


def play_design(
    design: ExperimentDesign,
    out: str | os.PathLike[str] | None = None,
    *,
    processes: int | None = None,
    client: Any = None,
    progress: bool | None = True,
) -> Done:
    """Play every match of a design that is not in the file yet. Return the rows of all matches.

    If the file contains more matches than the design, they are kept. ``progress=None`` shows a bar
    only on a terminal.
    """
    job_runner.check_arguments(processes, client)
    if out is None:
        return dict(play_missing(design, {}, processes, client, progress))
    files = ResultPaths.from_name(out)
    with ResultsFile(files.lines, design) as file:
        try:
            playing = play_missing(design, file.done, processes, client, progress)
            with closing(playing):
                for number, rows in playing:
                    file.append(number, rows)
        except BaseException:  # write the table of the matches played so far
            with suppress(ResultsError):
                files.write_table(file, design.about)
            raise
        file.sort_lines()
        files.write_table(file, design.about)
        return {number: file.done[number] for number in range(len(design))}


def play_missing(
    design: ExperimentDesign,
    done: Mapping[int, Any],
    processes: int | None,
    client: Any,
    progress: bool | None,
) -> Generator[tuple[int, list[Row]], None, None]:
    """Play the missing matches, and yield ``(number, rows)`` for each match as it ends."""
    from tqdm.auto import tqdm

    missing = [number for number in range(len(design)) if number not in done]
    play = SimulationJob([cell.setting for cell in design.cells], design.seeds, design.measure)
    running = job_runner.run(missing, play, processes=processes, client=client)
    bar = tqdm(
        total=len(design),
        initial=len(design) - len(missing),
        unit=" matches",
        disable=None if progress is None else not progress,
    )
    with bar, closing(running):
        try:
            for index, rows in running:
                bar.update()
                yield missing[index], rows
        except JobError as error:
            if error.index is None:
                raise
            number = missing[error.index]
            reason = f"{design.describe_match(number)}: {error.reason}"
            raise JobError(reason, number, error.details) from error


class ResultPaths(NamedTuple):
    """Paths of the results file and its table. The table's path is None if no table is written."""

    lines: Path
    table: Path | None

    @classmethod
    def from_name(cls, out: str | os.PathLike[str]) -> ResultPaths:
        """Return the paths for a file name. Raise ClasskitError if the name cannot be used.

        >>> ResultPaths.from_name("runs.csv").lines.name, ResultPaths.from_name("runs.jsonl").table
        ('runs.jsonl', None)
        """
        if not isinstance(out, (str, os.PathLike)):
            raise ClasskitError(f"out must be the name of a file, not {truncate_text(out)}.")
        path = Path(os.fspath(out))
        if path.is_dir() or not path.parent.is_dir():
            why = "it is a folder" if path.is_dir() else f"there is no folder {path.parent}"
            raise ClasskitError(f"{path} cannot be written: {why}.")
        if path.suffix == ".jsonl":
            return cls(path, None)
        if path.suffix not in TABLE_FORMATS:
            raise ClasskitError(
                f"{path} cannot be written: its name must end in .jsonl, or in .csv or "
                ".parquet to write a table too."
            )
        check_format(path)
        lines = path.with_suffix(".jsonl")
        if path.exists() and not lines.exists():
            raise ClasskitError(
                f"{path} already exists, but {lines.name}, which a study writes next to it, does "
                f"not. Delete {path} if you don't need it, or choose another name."
            )
        return cls(lines, path)

    def count_matches(self) -> int:
        """Count the matches in the file, one per line after the header."""
        try:
            with self.lines.open("rb") as stream:
                return max(0, sum(1 for line in stream if line.endswith(b"\n")) - 1)
        except OSError:
            return 0

    def write_table(self, file: ResultsFile, about: Mapping[str, Any]) -> None:
        """Write the table of all matches in the file, if there is a path for it."""
        if self.table is None:
            return
        try:
            write_table(self.table, file.layout, file.done, about)
        except OSError as error:
            raise ResultsError(
                self.table,
                f"cannot be written ({error.strerror or error}). The results are in {self.lines}.",
            ) from error
