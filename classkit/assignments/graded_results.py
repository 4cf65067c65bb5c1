"""Results of grading: points and remarks for each student, and the reason for every lost point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .nbgrader_folder import CellGrade
from .submission import SUSPECT_PATTERNS


@dataclass
class GradedResult:
    """One student's result: a mark for each graded cell, and remarks.

    ``problem`` is the reason why a submission could not be marked. Its points are then empty
    instead of 0.
    """

    student: str
    marks: list[CellGrade] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    problem: str = ""
    absent: str = ""
    """Why the submission does not count as submitted, or "". If it does not, its points are empty,
    not 0."""
    word: str | None = None
    """The typed word of the day, "" if none was typed, or None for a sheet without such a word."""
    late: str | None = None
    """The delay as text, "" if the submission was on time, or None if there is no due date."""
    share_left: float = 1.0
    """Share of the points that remains after the deduction for a late submission."""

    @property
    def total(self) -> float:
        """Points awarded so far, after the deduction for a late submission."""
        return round(
            self.share_left * sum(mark.points for mark in self.marks if not mark.pending), 2
        )

    @property
    def out_of(self) -> float:
        """Points that can be earned."""
        return round(sum(mark.out_of for mark in self.marks), 2)

    @property
    def is_graded(self) -> bool:
        """True if a submission was handed in and could be marked."""
        return not self.problem and not self.absent

    @property
    def is_open(self) -> bool:
        """True if some points are undecided because the right answer is unknown."""
        return self.is_graded and any(mark.is_open for mark in self.marks)

    @property
    def is_final(self) -> bool:
        """True if the submission is marked and no answer needs to be read by the teacher."""
        return self.is_graded and not any(mark.pending for mark in self.marks)

    def build_row(self) -> dict[str, Any]:
        """Return the gradebook row. Cells that the teacher must read are empty and listed.

        The total is also empty if points are undecided, because a partial sum would look like a low
        mark.
        """
        out_of = self.out_of
        waiting = [mark for mark in self.marks if mark.pending]
        points: dict[str, Any] = {
            **{mark.grade_id: "" if mark.pending else mark.points for mark in self.marks},
            "total": "" if self.is_open else self.total,
            "out_of": out_of,
            "to_read": ", ".join(mark.grade_id for mark in waiting),
            "to_read_points": round(sum(mark.out_of for mark in waiting), 2),
        }
        if not self.is_graded:
            points = dict.fromkeys(points, "") | {"out_of": out_of}
        why = self.problem or self.absent
        remarks = [*([why] if why else []), *self.remarks]
        word = {} if self.word is None else {"word": self.word}
        if self.late is not None:
            word["late"] = self.late
        if self.late and self.share_left < 1:
            remarks.append(f"late by {self.late}: {100 * self.share_left:g}% of the points remain")
        return {"student": self.student, **word, **points, "remarks": "; ".join(remarks)}


def build_reason_rows(results: Sequence[GradedResult]) -> list[dict[str, Any]]:
    """Return the points, and the reason for a loss, of each student and question.

    >>> mark = CellGrade("test-landing", 0.0, 2.0, False, "300 dollars is too low.")
    >>> ada = GradedResult("ada", [mark])
    >>> build_reason_rows([ada])[0]["reason"]
    '300 dollars is too low.'
    """
    return [
        {
            "student": one.student,
            "question": mark.grade_id,
            "points": "" if not one.is_graded or mark.pending else mark.points,
            "out_of": mark.out_of,
            "reason": explain_loss(one, mark),
        }
        for one in results
        for mark in one.marks
    ]


def explain_loss(one: GradedResult, mark: CellGrade, *, for_student: bool = False) -> str:
    """Explain why points are missing, or return "" if none are.

    With ``for_student``, warnings meant for teachers are omitted.
    """
    if one.problem:
        return f"Could not be marked: {one.problem}."
    if one.absent:
        return f"Not handed in: {one.absent}."
    if mark.is_open:
        return f"Left open: {mark.reason}"
    if mark.pending:
        return "Not yet read by the teacher."
    if mark.points >= mark.out_of:
        return ""
    if not mark.grade_id.startswith("test-"):
        return HAND_GRADED_REASON if mark.points else NOTHING_WRITTEN_REASON
    answer = mark.grade_id.replace("test-", "answer-", 1)
    broke = [
        said
        for said in one.remarks
        if said.startswith(f"{answer}: ") or answer in parse_missing_cells(said)
    ]
    if for_student:
        broke = [
            said for said in broke if not any(word in said for word in SUSPECT_PATTERNS.values())
        ]
    return (
        " ".join([mark.reason, *(f"({remark})" for remark in broke)]).strip() or UNEXPLAINED_REASON
    )


def parse_missing_cells(remark: str) -> list[str]:
    """Return the names of the missing cells in a remark.

    >>> parse_missing_cells("missing: answer-tax, student")
    ['answer-tax', 'student']
    """
    head, _, cells = remark.partition("missing: ")
    return cells.split(", ") if not head and cells else []


UNEXPLAINED_REASON = "The teacher gave no points."
HAND_GRADED_REASON = "The teacher gave these points."
NOTHING_WRITTEN_REASON = "The answer is empty or earns no points."
