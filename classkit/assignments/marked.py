"""What marking found: each student's points, remarks, and the reason for every point lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .grading import Mark
from .submission import SUSPECT


@dataclass
class Marked:
    """One student's result: a mark for each graded cell, and remarks.

    ``problem`` tells why a submission could not be marked; its points then stay empty, not 0.
    """

    student: str
    marks: list[Mark] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    problem: str = ""
    absent: str = ""
    """Why it counts as not handed in, if so; its points then stay empty, not 0."""
    word: str | None = None
    """The word of the day that it was sat with, empty if none; None for a sheet without one."""
    late: str | None = None
    """By how much it was late, empty if it was not; None for a sheet without a date."""
    kept: float = 1.0
    """The share of the points that lateness leaves."""

    @property
    def total(self) -> float:
        """The points given so far, less what lateness costs."""
        return round(self.kept * sum(mark.points for mark in self.marks if not mark.pending), 2)

    @property
    def is_marked(self) -> bool:
        """True if something was handed in that could be marked."""
        return not self.problem and not self.absent

    @property
    def is_open(self) -> bool:
        """True if points of it stay open because nobody knows what it earns."""
        return self.is_marked and any(mark.is_open for mark in self.marks)

    @property
    def is_final(self) -> bool:
        """True if it was marked, and no answer waits to be read."""
        return self.is_marked and not any(mark.pending for mark in self.marks)

    def row(self) -> dict[str, Any]:
        """Return the row of the gradebook; cells still to be read stay empty and are counted.

        The total stays empty too if points are open: a sum without them would look like a low mark.
        """
        out_of = round(sum(mark.out_of for mark in self.marks), 2)
        waiting = [mark for mark in self.marks if mark.pending]
        points: dict[str, Any] = {
            **{mark.grade_id: "" if mark.pending else mark.points for mark in self.marks},
            "total": "" if self.is_open else self.total,
            "out_of": out_of,
            "to_read": ", ".join(mark.grade_id for mark in waiting),
            "to_read_points": round(sum(mark.out_of for mark in waiting), 2),
        }
        if not self.is_marked:
            points = dict.fromkeys(points, "") | {"out_of": out_of}
        why = self.problem or self.absent
        remarks = [*([why] if why else []), *self.remarks]
        word = {} if self.word is None else {"word": self.word}
        if self.late is not None:
            word["late"] = self.late
        if self.late and self.kept < 1:
            remarks.append(f"late by {self.late}: {100 * self.kept:g}% of the points are left")
        return {"student": self.student, **word, **points, "remarks": "; ".join(remarks)}


def reasons(results: Sequence[Marked]) -> list[dict[str, Any]]:
    """Return a row for each question of each student: its points, and the reason for a loss.

    >>> ada = Marked("ada", [Mark("test-landing", 0.0, 2.0, False, "300 dollars is too low.")])
    >>> reasons([ada])[0]["reason"]
    '300 dollars is too low.'
    """
    return [
        {
            "student": one.student,
            "question": mark.grade_id,
            "points": "" if not one.is_marked or mark.pending else mark.points,
            "out_of": mark.out_of,
            "reason": reason_of(one, mark),
        }
        for one in results
        for mark in one.marks
    ]


def reason_of(one: Marked, mark: Mark, *, for_student: bool = False) -> str:
    """Return why points are missing, in words; empty if none are.

    What teachers are warned of is left out ``for_student``.
    """
    if one.problem:
        return f"Could not be marked: {one.problem}."
    if one.absent:
        return f"Not handed in: {one.absent}."
    if mark.is_open:
        return f"Left open: {mark.reason}"
    if mark.pending:
        return "Waits to be read by the teacher."
    if mark.points >= mark.out_of:
        return ""
    if not mark.grade_id.startswith("test-"):
        return BY_HAND if mark.points else NOTHING_WRITTEN
    answer = mark.grade_id.replace("test-", "answer-", 1)
    broke = [
        said for said in one.remarks if said.startswith(f"{answer}: ") or answer in missing(said)
    ]
    if for_student:
        broke = [said for said in broke if not any(word in said for word in SUSPECT.values())]
    return " ".join([mark.reason, *(f"({remark})" for remark in broke)]).strip() or NOT_SAID


def missing(remark: str) -> list[str]:
    """Return the cells that a remark says are missing.

    >>> missing("missing: answer-tax, student")
    ['answer-tax', 'student']
    """
    head, _, cells = remark.partition("missing: ")
    return cells.split(", ") if not head and cells else []


NOT_SAID = "No points were given for it."
BY_HAND = "The teacher gave these points."
NOTHING_WRITTEN = "Nothing was written, or nothing that earns a point."
