"""Excel workbooks: what is text stays text."""

from __future__ import annotations

import io
from fractions import Fraction
from typing import Any

import openpyxl
import pytest

from classkit.engine.errors import ClasskitError
from classkit.frames import workbook
from classkit.frames.workbook import to_xlsx


def read(rows: list[dict[str, Any]], title: str = "marks") -> list[list[Any]]:
    book = openpyxl.load_workbook(io.BytesIO(to_xlsx({title: rows})))
    return [[cell.value for cell in row] for row in book.worksheets[0]]


def test_columns_of_all_rows_and_values_by_type() -> None:
    rows = [{"student": "Zo\u00eb", "total": 2.5}, {"student": "bo", "late": True, "total": ""}]
    assert read(rows) == [
        ["student", "total", "late"], ["Zo\u00eb", 2.5, None], ["bo", None, True],
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["=1+1", '=HYPERLINK("http://x")', "+1", "@x", "2026-11-26", "007"]
)
def test_a_text_is_never_a_formula_or_a_number(text: str) -> None:
    book = openpyxl.load_workbook(io.BytesIO(to_xlsx({"marks": [{"said": text}]})))
    cell = book.worksheets[0]["A2"]
    assert (cell.value, cell.data_type) == (text, "s")


def test_what_a_workbook_cannot_hold_is_replaced() -> None:
    row = {"a": "x\x00y\ufffe\ud800", "b": ["p", 1], "c": "z" * 40_000, "d": Fraction(1, 2)}
    assert read([row])[1] == [
        "x\ufffdy\ufffd\ufffd", '["p", 1]', "z" * 32_767, "0.5",
    ]  # fmt: skip
    assert read([{"a": 1}], title="a/b:c[d]*?\\" + "x" * 40) == [["a"], [1]]


def test_without_openpyxl_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "find_spec", lambda name: None)
    with pytest.raises(ClasskitError, match=r"pip install 'classkit\[excel\]'"):
        to_xlsx({})
