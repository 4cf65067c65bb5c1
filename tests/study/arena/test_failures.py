"""What a policy's own process tells of its failures is read with distrust."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.study.arena.failures import MAX_LINES, SourceLine, read_source_lines


def test_lines_are_read_as_they_are_told() -> None:
    assert read_source_lines([[12, "policy", "a = 1"], [0, "<module>", ""]]) == (
        SourceLine(12, "policy", "a = 1"),
        SourceLine(0, "<module>", ""),
    )


@pytest.mark.parametrize(
    "told",
    [None, 5, {}, "line", [5], [[]], [[True, "", ""]], [["1", "", ""]], [[1.0, "", ""]],
     [[-1, "", ""]], [[10**9, "", ""]], [[10**4_299, "", ""]]],
)  # fmt: skip
def test_lines_that_no_file_has_are_left_out(told: Any) -> None:
    assert read_source_lines(told) == ()


def test_there_are_few_lines_and_short_ones() -> None:
    found = read_source_lines([[1, "f" * 9_000, "\x1b" * 9_000]] * 9_000)
    assert len(found) == MAX_LINES
    assert len(found[0].function) == 80 and found[0].text.strip("… ") == ""
