"""Layout of a submission: which of its cells answers which question.

Cells are identified by their ids. If an id is missing or was copied to another cell, the cell is
identified by its text, since each check names its question. The answer that counts is the value
that the check reads, so any cell between the previous check and the question's own check may set
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from classkit.clause_hovers import remove_hovers

from .nbgrader_source import (
    IDENTITY_NAMES,
    OPEN_CALL_PATTERN,
    AnswerCell,
    CheckCell,
    NbgraderSource,
    get_cell_id,
    get_cell_text,
    list_checked_keys,
    remove_whitespace,
)

OPEN_SHEET_PATTERN = re.compile(r"""\bopen_sheet\(\s*(["'])([\w-]+)\1""")
"""Matches the code that opens a sheet by its name."""


class CellLayout:
    """Finds the cells of an assignment in a submission, by id or else by text.

    Cells are numbered from 0.
    """

    def __init__(self, cells: list[dict[str, Any]], source: NbgraderSource) -> None:
        self.cells, self.source = cells, source
        self.answer_cells = {one.grade_id: one for one in source.answer_cells}
        self.own_cells: dict[str, int] = {}
        """Maps an answer to its own cell, or to the first of several copies."""
        for at, cell in enumerate(cells):
            if cell["grade_id"] in self.answer_cells:
                self.own_cells.setdefault(cell["grade_id"], at)
        self.checks = self._find_checks()
        """Maps an answer to the position of its check and the check; the last one if copied."""
        self.reader_cells = {name: at for name, (at, _) in self.checks.items()}
        """Maps an answer to the cell that reads it."""
        if (opener := self._find_opener()) is not None:
            self.reader_cells |= dict.fromkeys(IDENTITY_NAMES & self.answer_cells.keys(), opener)
        self.given_texts = {squeeze_text(get_cell_text(cell)) for cell in source.book["cells"]}
        self.cell_numbers: dict[str, int] = {}
        """Maps the id or text of the assignment's cells to their numbers."""
        for number, cell in enumerate(source.book["cells"]):
            for name in (
                get_cell_id(cell),
                str(cell.get("id", "")),
                squeeze_text(get_cell_text(cell)),
            ):
                self.cell_numbers.setdefault(name, number)

    def _find_checks(self) -> dict[str, tuple[int, CheckCell]]:
        """Return the check of each answer and the number of its cell."""
        found: dict[str, tuple[int, CheckCell]] = {}
        codes = [
            (at, cell, set(list_checked_keys(cell["source"])))
            for at, cell in enumerate(self.cells)
            if cell["type"] == "code"
        ]
        for check in self.source.checks:
            by_id = [
                at
                for at, cell, keys in codes
                if cell["grade_id"] == check.grade_id and (not keys or check.key in keys)
            ]
            by_words = [
                at
                for at, cell, keys in codes
                if cell["grade_id"] not in self.answer_cells
                and (
                    check.key in keys
                    or remove_whitespace(cell["source"]) == remove_whitespace(check.code)
                )
            ]
            alone = [at for at, _, keys in codes if at in by_words and len(keys) == 1]
            if places := by_id or alone or by_words:
                found[check.answer_id] = (places[-1], check)
        return found

    def _find_opener(self) -> int | None:
        """Return the cell that opens the sheet, and so reads the student's name and word.

        This is the first cell that opens a sheet. If the file contains the notebook twice, it is
        the cell in the copy whose checks count.
        """
        codes = {remove_whitespace(get_cell_text(cell)) for cell in self.source.book["cells"]}
        opens = [
            at
            for at, cell in enumerate(self.cells)
            if cell["type"] == "code" and OPEN_CALL_PATTERN.search(cell["source"])
        ]
        first = min(self.reader_cells.values(), default=0)
        copies = [
            at
            for at in opens
            if at < first and remove_whitespace(self.cells[at]["source"]) in codes
        ]
        return next(iter([*reversed(copies), *opens]), None)

    @property
    def sheet(self) -> str:
        """Name of the sheet that the submission opens, or an empty string."""
        found = (
            OPEN_SHEET_PATTERN.search(cell["source"])
            for cell in self.cells
            if cell["type"] == "code"
        )
        return next((one[2] for one in found if one), "")

    @property
    def has_known_cells(self) -> bool:
        """True if any cell of the assignment was found."""
        return bool(self.own_cells or self.checks)

    def get_candidate_cells(self, name: str) -> range:
        """Return the cells that may set an answer: from the previous check to the answer's check.

        If the check is missing, the range starts at the answer's own cell and ends at the next
        check. If that cell is missing too, the range contains all cells.
        """
        limits = sorted(set(self.reader_cells.values()))
        own, limit = self.own_cells.get(name), self.reader_cells.get(name)
        if limit is not None:
            return range(max((at + 1 for at in limits if at < limit), default=0), limit + 1)
        if own is not None:
            return range(own, next((at for at in limits if at > own), len(self.cells)))
        return range(len(self.cells))

    def iter_possible_answers(self, at: int) -> Iterator[AnswerCell]:
        """Yield the answers that a cell may set."""
        for one in self.source.answer_cells:
            own = self.own_cells.get(one.grade_id)
            is_early = own == at and at < self.reader_cells.get(one.grade_id, len(self.cells))
            if not one.by_hand and (is_early or at in self.get_candidate_cells(one.grade_id)):
                yield one

    def is_late(self, one: AnswerCell) -> bool:
        """Return True if the answer's own cell is below the check that reads the answer."""
        own, limit = self.own_cells.get(one.grade_id), self.reader_cells.get(one.grade_id)
        return own is not None and limit is not None and own > limit

    def is_unchanged(self, cell: dict[str, Any]) -> bool:
        """Return True if a cell has the same text as a cell of the assignment."""
        return squeeze_text(cell["source"]) in self.given_texts

    def get_cell_number(self, cell: dict[str, Any]) -> int | None:
        """Return the number of a cell in the assignment, or None if the student added the cell."""
        found = self.cell_numbers.get(cell["grade_id"]) if cell["grade_id"] else None
        return self.cell_numbers.get(squeeze_text(cell["source"])) if found is None else found


def squeeze_text(text: str) -> str:
    """Return the text of a cell as it is compared: without spaces and hovers over clauses."""
    return remove_whitespace(remove_hovers(text))
