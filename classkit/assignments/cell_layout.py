"""Layout of a submission: which of its cells answers which question.

Cells are recognized by their ids. If an id is missing or was copied along, the cell is recognized
by its text: a check names its question. The answer that counts is the value that the check reads,
so every cell between the previous check and its own may set it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

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
    """Finds the cells of an assignment in a submission, by their ids or else by their text.

    Cells are numbered from 0.
    """

    def __init__(self, cells: list[dict[str, Any]], source: NbgraderSource) -> None:
        self.cells, self.source = cells, source
        self.answer_cells = {one.grade_id: one for one in source.answer_cells}
        self.own_cells: dict[str, int] = {}
        """Answer -> its own cell, the first if there are copies."""
        for at, cell in enumerate(cells):
            if cell["grade_id"] in self.answer_cells:
                self.own_cells.setdefault(cell["grade_id"], at)
        self.checks = self._find_checks()
        """Answer -> the position of its check and the check, the last if there are copies."""
        self.reader_cells = {name: at for name, (at, _) in self.checks.items()}
        """Answer -> the cell that reads it."""
        if (opener := self._find_opener()) is not None:
            self.reader_cells |= dict.fromkeys(IDENTITY_NAMES & self.answer_cells.keys(), opener)
        self.given_texts = {remove_whitespace(get_cell_text(cell)) for cell in source.book["cells"]}
        self.cell_numbers: dict[str, int] = {}
        """Id or text of a cell of the assignment -> its number in the assignment."""
        for number, cell in enumerate(source.book["cells"]):
            for name in (
                get_cell_id(cell),
                str(cell.get("id", "")),
                remove_whitespace(get_cell_text(cell)),
            ):
                self.cell_numbers.setdefault(name, number)

    def _find_checks(self) -> dict[str, tuple[int, CheckCell]]:
        """Return the check of each answer."""
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
        """Return the cell that opens the sheet and so reads the student's name and the word.

        This is the first cell that opens one. If the file contains the notebook twice, it is the
        copy above the checks that count.
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
        """The name of the sheet that the submission opens; empty if it names none."""
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
        """Return the cells that may set an answer: those between the previous check and its own.

        Without its check these are the answer's own cell and those up to the next check; without
        its own cell as well, all cells.
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
        """Return True if the own cell of an answer is below the check that reads it."""
        own, limit = self.own_cells.get(one.grade_id), self.reader_cells.get(one.grade_id)
        return own is not None and limit is not None and own > limit

    def is_unchanged(self, cell: dict[str, Any]) -> bool:
        """Return True if a cell has the text of a cell of the assignment."""
        return remove_whitespace(cell["source"]) in self.given_texts

    def get_cell_number(self, cell: dict[str, Any]) -> int | None:
        """Return the number of a cell in the assignment; None for a cell the student added."""
        found = self.cell_numbers.get(cell["grade_id"]) if cell["grade_id"] else None
        return self.cell_numbers.get(remove_whitespace(cell["source"])) if found is None else found
