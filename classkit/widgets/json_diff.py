"""Differences between two states of a table, as JSON.

The state is JSON data. A change has one of these forms:

- ``{"is": value}``: the new value;
- ``{"in": {key: change}, "gone": [key]}``: the changed and the removed keys of a dict; an empty
  part is omitted;
- ``{"splice": [[at, cut, items], ...]}``: at index ``at`` of a list, ``items`` replace ``cut``
  entries.

`wire/messages.js` applies changes on the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import is_
from typing import Any, TypeVar, cast

Data = dict[str, Any]
Shown = TypeVar("Shown", bound=Mapping[str, Any])


def diff_json(before: Any, now: Any) -> Data | None:
    """Return the change from one value to another, or None if they are identical.

    >>> diff_json({"turn": 1, "play": {"on": True}}, {"turn": 2, "play": {"on": True}})
    {'in': {'turn': {'is': 2}}}
    >>> diff_json([1, 2, 3], [1, 2, 3, 4])
    {'splice': [[3, 0, [4]]]}
    """
    if is_identical(before, now):
        return None
    if isinstance(before, dict) and isinstance(now, dict):
        return diff_dict(before, now)
    if isinstance(before, list) and isinstance(now, list) and before and now:
        return {"splice": diff_list(before, now)}
    return {"is": now}


def is_identical(one: Any, other: Any) -> bool:
    """Return whether two values are the same JSON. In Python, but not in JSON, 1 equals True.

    >>> is_identical([1, {"a": "b"}], [1, {"a": "b"}])
    True
    >>> is_identical([1, {"a": 0}], [1, {"a": False}])
    False
    """
    if one is other:
        return True
    if type(one) is str:
        return bool(one == other)
    if one != other or isinstance(one, bool) is not isinstance(other, bool):
        return False
    if isinstance(one, dict):
        return all(is_identical(value, other[key]) for key, value in one.items())
    return not isinstance(one, (list, tuple)) or all(map(is_identical, one, other))


def share_parts(before: Shown, now: Shown) -> Shown:
    """Return a dict that reuses the earlier objects for identical values.

    Comparisons with earlier data then recognize unchanged parts by identity.

    >>> before = {"board": {"a1": 1}, "turn": 1}
    >>> found = share_parts(before, {"board": {"a1": 1}, "turn": 2})
    >>> found["board"] is before["board"], found["turn"]
    (True, 2)
    """
    shared: Any = {
        key: before[key] if key in before and is_identical(before[key], value) else value
        for key, value in now.items()
    }
    return cast(Shown, shared)


def diff_dict(before: Data, now: Data) -> Data:
    """Return the change of a dict, key by key.

    >>> diff_dict({"a": 1, "b": 2}, {"b": 2, "c": 3})
    {'in': {'c': {'is': 3}}, 'gone': ['a']}
    """
    changes = {
        key: diff_json(before[key], value) if key in before else {"is": value}
        for key, value in now.items()
    }
    changes = {key: change for key, change in changes.items() if change is not None}
    gone = [key for key in before if key not in now]
    return ({"in": changes} if changes else {}) | ({"gone": gone} if gone else {})


def diff_list(before: Sequence[Any], now: Sequence[Any]) -> list[list[Any]]:
    """Return the splices that turn one non-empty list into another when applied in order.

    A sliding list, such as the latest news, drops entries at its start, or regains them.

    >>> diff_list([1, 2, 3, 4], [3, 4, 5])
    [[0, 2, []], [2, 0, [5]]]
    >>> diff_list([3, 4], [2, 3, 9])
    [[0, 0, [2]], [2, 1, [9]]]
    >>> diff_list([1, 2, 3, 4, 5], [1, 0, 3, 0, 0, 6])
    [[1, 1, [0]], [3, 2, [0, 0]], [5, 0, [6]]]
    """
    found: list[list[Any]] = []
    if not is_identical(before[0], now[0]):
        if now[0] in before:
            slid = before.index(now[0])
            found, before = [[0, slid, []]], before[slid:]
        elif before[0] in now:
            slid = now.index(before[0])
            found, before = [[0, 0, list(now[:slid])]], [*now[:slid], *before]
    start = common_prefix_length(before, now)
    old, new = before[start:], now[start:]
    end = common_prefix_length(old[::-1], new[::-1])
    old, new = old[: len(old) - end], new[: len(new) - end]
    fit = min(len(old), len(new))
    for at in range(fit):
        if is_identical(old[at], new[at]):
            continue
        if at and not is_identical(old[at - 1], new[at - 1]):
            found[-1][1] += 1
            found[-1][2].append(new[at])
        else:
            found.append([start + at, 1, [new[at]]])
    if len(old) != len(new):
        found.append([start + fit, len(old) - fit, list(new[fit:])])
    return found


def common_prefix_length(one: Sequence[Any], other: Sequence[Any]) -> int:
    """Return the number of identical entries at the start of two lists."""
    most = min(len(one), len(other))
    start = next((at for at, same in enumerate(map(is_, one, other)) if not same), most)
    for at in range(start, most):
        if not is_identical(one[at], other[at]):
            return at
    return most
