"""The reasons of amounts that the page's tests know are those that Python gives."""

from __future__ import annotations

from tests.page_amounts import FILE, written


def test_the_page_is_tested_against_what_python_says_of_amounts() -> None:
    """``amounts.test.mjs`` holds the page's own sentences against this file."""
    again = "run `python -m tests.page_amounts`"
    assert FILE.read_text(encoding="utf-8") == written(), again
