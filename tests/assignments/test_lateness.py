"""What is handed in late: a column says by how much, and a rule what it costs."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from classkit.assignments.answer_types import NumberAnswer
from classkit.assignments.graded_results import GradedResult
from classkit.assignments.lateness import DueDate
from classkit.assignments.nbgrader_folder import CellGrade
from classkit.engine.errors import ClasskitError


def test_a_day_begun_counts() -> None:
    due = DueDate.parse("2026-11-26 18:00", 25)
    at = due.when
    kept = [
        due.get_share_left(due.get_lateness(at + timedelta(hours=hours)))
        for hours in (-5, 0, 1, 24, 25, 999)
    ]
    assert kept == [1.0, 1.0, 0.75, 0.75, 0.5, 0.0]


def test_a_date_alone_means_its_end() -> None:
    assert DueDate.parse("2026-11-26").when == datetime(2026, 11, 26, 23, 59, 59)


@pytest.mark.parametrize("text", ["", "soon", "26.11.2026", "2026-13-01"])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(ClasskitError, match="such as"):
        DueDate.parse(text)


def test_a_percentage_is_one() -> None:
    with pytest.raises(ClasskitError, match="from 0 to 100"):
        DueDate.parse("2026-11-26", 120)


def test_the_row_says_so() -> None:
    marks = [CellGrade("test-tax", 4.0, 4.0, False)]
    late = GradedResult("ada", marks, late="1 day 0 h 5 min", share_left=0.8)
    assert (late.build_row()["total"], late.build_row()["late"]) == (3.2, "1 day 0 h 5 min")
    assert "80% of the points remain" in late.build_row()["remarks"]
    assert GradedResult("bo", marks, late="").build_row()["late"] == ""
    assert "late" not in GradedResult("cy", marks).build_row()


@pytest.mark.parametrize(
    "text", ["310000", " 310000 ", "310,000", "310_000", "310000.0", "310,000 dollars"]
)
def test_a_number_in_quotes_is_read_with_a_remark(text: str) -> None:
    judged = NumberAnswer("dollars").judge(text, 310_000)
    assert judged.right and judged.share == 1 and "without quotes" in judged.words
    assert not NumberAnswer("dollars").judge(text, 5).right


@pytest.mark.parametrize("text", ["3,1,0", "1e5", "0x10", "many", "", "5 apples", "٣", "1" * 400])
def test_other_text_is_no_number(text: str) -> None:
    assert NumberAnswer("dollars").judge(text, 310_000).unfit
