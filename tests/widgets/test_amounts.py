"""What the page's tests know of amounts and numbers is what Python says and reads."""

from __future__ import annotations

from tests import page_amounts, page_numbers


def test_the_page_is_tested_against_what_python_says_of_amounts() -> None:
    """``amounts.test.mjs`` holds the page's own sentences against this file."""
    again = "run `python -m tests.page_amounts`"
    assert page_amounts.FILE.read_text(encoding="utf-8") == page_amounts.written(), again


def test_the_page_is_tested_against_what_python_reads_of_numbers() -> None:
    """``amounts.test.mjs`` holds the reader of the forms against this file."""
    again = "run `python -m tests.page_numbers`"
    assert page_numbers.FILE.read_text(encoding="utf-8") == page_numbers.written(), again
