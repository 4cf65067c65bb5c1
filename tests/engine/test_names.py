"""Names of seats: shown, never interpreted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.errors import ClasskitError
from classkit.engine.seats import read_name


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "أمل",
        "שרה",
        "Ада",
        "美",
        "O'Neill",
        "<b>Bo</b>",
        "A & B",
        "$x$ $y$",
        "=1+1",
        "می‌خواهم",
    ],
)
def test_names_of_all_scripts_and_html_are_kept_as_text(name: str) -> None:
    assert read_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "\u200b", "a\u202eb", "a\u2066b", "a\u200fb", "a\x00b", "a\x1bb", "a\ud800b",
        "x" * 61, "x" * 10_000, "\ue000", None, 5, b"Ada", ["Ada"],
    ],
)  # fmt: skip
def test_names_that_would_deceive_or_break_a_page_are_refused(name: Any) -> None:
    with pytest.raises(ClasskitError) as refusal:
        read_name(name)
    assert len(str(refusal.value)) < 250


@pytest.mark.parametrize("name", ["\ufeffAda", "Ada\u200b", "\u200e Ada \u2060", "Ada\u00ad"])
def test_invisible_marks_around_a_name_are_dropped(name: str) -> None:
    """Files and chats add them; nobody can see them to delete them."""
    assert read_name(name) == "Ada"


def test_white_space_is_tidied() -> None:
    assert read_name("  Ada \n\t Lovelace ") == "Ada Lovelace"


@given(st.text(max_size=80))
def test_a_name_is_refused_or_fit_to_be_shown(text: str) -> None:
    try:
        name = read_name(text)
    except ClasskitError:
        return
    assert 1 <= len(name) <= 60 and name == name.strip()
    assert read_name(name) == name
