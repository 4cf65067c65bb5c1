"""The layout of a submission: which of its cells answers which question.

A cell is known by its id. If the id is gone or was copied along, its words tell: a check names its
question. An answer is what its check reads, so every cell between the check before and its own may
give it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .source import OPENS, WHOSE, Asked, Check, Source, id_of, keys_checked, squeezed, text_of

OPENED = re.compile(r"""\bopen_sheet\(\s*(["'])([\w-]+)\1""")
"""Matches the code that opens a sheet by its name."""


class Layout:
    """Finds the cells of an assignment in a submission: by their ids, or else by their words.

    Cells are counted from 0.
    """

    def __init__(self, cells: list[dict[str, Any]], source: Source) -> None:
        self.cells, self.source = cells, source
        self.asked = {one.grade_id: one for one in source.asked}
        self.own: dict[str, int] = {}
        """Answer -> its own cell, the first one if there are copies."""
        for at, cell in enumerate(cells):
            if cell["grade_id"] in self.asked:
                self.own.setdefault(cell["grade_id"], at)
        self.checks = self._checks()
        """Answer -> its check, and where that is: the last one if there are copies."""
        self.limits = {name: at for name, (at, _) in self.checks.items()}
        """Answer -> the cell that reads it."""
        if (opener := self._opener()) is not None:
            self.limits |= dict.fromkeys(WHOSE & self.asked.keys(), opener)
        self.given = {squeezed(text_of(cell)) for cell in source.book["cells"]}
        self.places: dict[str, int] = {}
        """Id or words of a cell of the assignment -> its number there."""
        for number, cell in enumerate(source.book["cells"]):
            for name in (id_of(cell), str(cell.get("id", "")), squeezed(text_of(cell))):
                self.places.setdefault(name, number)

    def _checks(self) -> dict[str, tuple[int, Check]]:
        """Return the check of each answer."""
        found: dict[str, tuple[int, Check]] = {}
        codes = [
            (at, cell, set(keys_checked(cell["source"])))
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
                if cell["grade_id"] not in self.asked
                and (check.key in keys or squeezed(cell["source"]) == squeezed(check.code))
            ]
            alone = [at for at, _, keys in codes if at in by_words and len(keys) == 1]
            if places := by_id or alone or by_words:
                found[check.asked] = (places[-1], check)
        return found

    def _opener(self) -> int | None:
        """Return the cell that opens the sheet; it reads the student's name and the word.

        It is the first that opens one, or if the notebook stands twice in the file, the copy above
        the checks that count.
        """
        codes = {squeezed(text_of(cell)) for cell in self.source.book["cells"]}
        opens = [
            at
            for at, cell in enumerate(self.cells)
            if cell["type"] == "code" and OPENS.search(cell["source"])
        ]
        first = min(self.limits.values(), default=0)
        copies = [at for at in opens if at < first and squeezed(self.cells[at]["source"]) in codes]
        return next(iter([*reversed(copies), *opens]), None)

    @property
    def sheet(self) -> str:
        """The name of the sheet that the submission opens; empty if it names none."""
        found = (OPENED.search(cell["source"]) for cell in self.cells if cell["type"] == "code")
        return next((one[2] for one in found if one), "")

    @property
    def is_known(self) -> bool:
        """True if any cell of the assignment was found."""
        return bool(self.own or self.checks)

    def window(self, name: str) -> range:
        """Return the cells that may give an answer: those between the check before and its own.

        If its check is gone it is the answer's own cell and what follows up to the next check, or
        all cells if its own is gone too.
        """
        limits = sorted(set(self.limits.values()))
        own, limit = self.own.get(name), self.limits.get(name)
        if limit is not None:
            return range(max((at + 1 for at in limits if at < limit), default=0), limit + 1)
        if own is not None:
            return range(own, next((at for at in limits if at > own), len(self.cells)))
        return range(len(self.cells))

    def may_give(self, at: int) -> Iterator[Asked]:
        """Yield the answers that a cell may give."""
        for one in self.source.asked:
            own = self.own.get(one.grade_id)
            is_early = own == at and at < self.limits.get(one.grade_id, len(self.cells))
            if not one.by_hand and (is_early or at in self.window(one.grade_id)):
                yield one

    def is_late(self, one: Asked) -> bool:
        """Return True if the own cell of an answer is below the check that reads it."""
        own, limit = self.own.get(one.grade_id), self.limits.get(one.grade_id)
        return own is not None and limit is not None and own > limit

    def is_given(self, cell: dict[str, Any]) -> bool:
        """Return True for a cell of the assignment that was not changed."""
        return squeezed(cell["source"]) in self.given

    def place(self, cell: dict[str, Any]) -> int | None:
        """Return the number of a cell in the assignment; None for one of the student's own."""
        found = self.places.get(cell["grade_id"]) if cell["grade_id"] else None
        return self.places.get(squeezed(cell["source"])) if found is None else found
