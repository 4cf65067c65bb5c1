"""What changed, found between any two values, leads from one to the other."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as some

from classkit.widgets.json_diff import diff_json, diff_list
from tests.widgets.pages import after

LEAVES = some.none() | some.booleans() | some.integers(0, 3) | some.sampled_from(["a", "b"])
VALUES = some.recursive(
    LEAVES,
    lambda inner: (
        some.lists(inner, max_size=6) | some.dictionaries(some.sampled_from("xyz"), inner)
    ),
    max_leaves=20,
)


def written(value: Any) -> str:
    """Return a value as a page gets it, to which 1 is not true."""
    return json.dumps(value, sort_keys=True)


@given(VALUES, VALUES)
@example({"default": False}, {"default": 0})
@example([1, 2, 3], [True, 2, 3])
@example([[1], [0], [1]], [[0], [True]])
def test_a_change_leads_from_one_value_to_the_other(before: Any, now: Any) -> None:
    change = diff_json(before, now)
    assert written(before if change is None else after(before, change)) == written(now)


@given(some.lists(LEAVES, max_size=8), some.integers(0, 4), some.lists(LEAVES, max_size=3))
def test_a_list_that_slides_is_followed(before: list[Any], gone: int, more: list[Any]) -> None:
    now = [*before[gone:], *more]
    for one, other in ((before, now), (now, before)):
        change = diff_json(one, other)
        assert written(one if change is None else after(one, change)) == written(other)


def test_a_window_of_news_costs_what_is_new_in_it() -> None:
    lines = [{"id": number, "text": f"line {number}"} for number in range(12)]
    assert diff_list(lines[:10], lines[2:12]) == [[0, 2, []], [8, 0, lines[10:12]]]
    masked = [*lines[:3], {"id": 3, "text": "hidden"}, *lines[4:11]]
    assert diff_list(lines[:10], masked) == [[3, 1, [masked[3]]], [10, 0, [lines[10]]]]


def test_what_stays_is_not_told() -> None:
    before = {
        "board": {"looks": {"a": {"text": "1"}, "b": {}}},
        "rows": [{"turn": 1}],
        "over": None,
    }
    now = {**before, "board": {"looks": {"a": {"text": "2"}}}, "rows": [{"turn": 1}, {"turn": 2}]}
    assert diff_json(before, now) == {
        "in": {
            "board": {"in": {"looks": {"in": {"a": {"in": {"text": {"is": "2"}}}}, "gone": ["b"]}}},
            "rows": {"splice": [[1, 0, [{"turn": 2}]]]},
        }
    }
