"""What a cell has found stands on a page as a small table or in words, and never as Python."""

from __future__ import annotations

from html import unescape
from re import findall
from typing import Any

import pytest

from classkit.lessons import told

NAMES = {"A": "Ada", "B": "<b>Bo"}


def cells(page: str) -> list[list[str]]:
    """The rows of the tables of a page, its head among them."""
    return [
        [unescape(one) for one in findall(r"<t[hd]>(.*?)</t[hd]>", row)]
        for row in findall(r"<tr>(.*?)</tr>", page)
    ]


def lines(page: str) -> list[str]:
    """The lines of words of a page."""
    return [unescape(one) for one in findall(r"<p>(.*?)</p>", page)]


def page_of(value: Any, *labels: Any) -> str:
    return told(value, *labels, names=NAMES)._repr_html_()


def test_as_text_and_to_programs_a_value_is_itself() -> None:
    """What a notebook or a test goes on with is not changed by how it is shown."""
    value = (5, {"A": 1.0})
    assert repr(told(value, "number", "worth")) == repr(value) and told(value).value is value


def test_rows_that_have_the_same_columns_are_one_table_and_numbers_are_lines() -> None:
    page = page_of((5, {"A": 300_000, "B": 0}, {"A": 3.0, "B": 0.6}), "Number", "worth", "real")
    assert lines(page) == ["Number: 5"]
    assert cells(page) == [["", "Ada", "<b>Bo"], ["worth", "300,000", "0"], ["real", "3", "0.6"]]
    assert "<b>" not in page, "names are escaped"


def test_labels_head_the_columns_of_a_table() -> None:
    sales = {"first_price": ("A", 179, {"A": 179, "B": 111})}
    assert cells(page_of(sales, "winner", "pays", "bid of")) == [
        ["", "winner", "pays", "bid of Ada", "bid of <b>Bo"],
        ["first price", "Ada", "179", "179", "111"],
    ]
    assert cells(page_of({"closed": {"A": 1}, "open": {"A": 2}}))[1:] == [
        ["closed", "1"], ["open", "2"]
    ]  # fmt: skip
    assert cells(page_of([(1, "A"), (2, "B")], "place", "player")) == [
        ["place", "player"], ["1", "Ada"], ["2", "<b>Bo"]
    ]  # fmt: skip


def test_of_courses_only_the_turns_are_shown_in_which_something_changes() -> None:
    """Fifty numbers, one a line, are no table (Lesson 1)."""
    courses = {"Main": [1] * 11 + [2, 5, 2], "Turned": [1] * 11 + [2, 5, 5]}
    assert cells(page_of(courses, "Number from turn")) == [
        ["Number from turn", "0", "11", "12", "13"],
        ["Main", "1", "2", "5", "2"],
        ["Turned", "1", "2", "5", "5"],
    ]


def test_a_part_may_be_a_table_of_its_own_or_a_row() -> None:
    page = page_of(([({"bank": 0}, 7)], ()), ("Throw by throw", "bonds of the", "money"), "winners")
    assert lines(page) == ["Throw by throw", "winners: none"]
    assert cells(page) == [["bonds of the bank", "money"], ["0", "7"]]
    page = page_of((264, (-21, 0)), "worth", ("gain", "common", "private"))
    assert cells(page) == [["", "common", "private"], ["gain", "-21", "0"]]
    mixed = {"Gold": "No.", "Float": {"rate": 0.5}}
    assert cells(page_of(mixed, "what comes"))[1:] == [["Gold", "No."], ["Float", "rate 0.5"]]


@pytest.mark.parametrize("labels", [("a", "b", "c"), ("a", "b")])
def test_a_label_too_many_is_a_mistake(labels: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="zip"):
        page_of((1,), *labels)
