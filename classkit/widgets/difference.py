"""Changes in a table's state since a page was last told.

The state is JSON: dicts, lists, numbers and text. A change is one of

- ``{"is": value}``: the value as it is now;
- ``{"in": {key: change}, "gone": [key]}``: what changed inside a dict, each part if there is any;
- ``{"splice": [[at, cut, items], ...]}``: from a list, ``cut`` entries give way at ``at`` to these.

`wire/messages.js` carries changes out on the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from typing import Any

Data = dict[str, Any]


def difference(before: Any, now: Any) -> Data | None:
    """Return the change from one value to another; None where they are the same.

    >>> difference({"turn": 1, "play": {"on": True}}, {"turn": 2, "play": {"on": True}})
    {'in': {'turn': {'is': 2}}}
    >>> difference([1, 2, 3], [1, 2, 3, 4])
    {'splice': [[3, 0, [4]]]}
    """
    if is_same(before, now):
        return None
    if isinstance(before, dict) and isinstance(now, dict):
        return inside(before, now)
    if isinstance(before, list) and isinstance(now, list) and before and now:
        return {"splice": splices(before, now)}
    return {"is": now}


def is_same(one: Any, other: Any) -> bool:
    """Return whether two values are written alike: to Python, but to no page, 1 is True.

    >>> is_same([1, {"a": "b"}], [1, {"a": "b"}]), is_same([1, {"a": 0}], [1, {"a": False}])
    (True, False)
    """
    if one is other:
        return True
    if one != other or isinstance(one, bool) is not isinstance(other, bool):
        return False
    if isinstance(one, dict):
        return all(is_same(value, other[key]) for key, value in one.items())
    return not isinstance(one, (list, tuple)) or all(map(is_same, one, other))


def inside(before: Data, now: Data) -> Data:
    """Return the change of a dict, key by key.

    >>> inside({"a": 1, "b": 2}, {"b": 2, "c": 3})
    {'in': {'c': {'is': 3}}, 'gone': ['a']}
    """
    changes = {
        key: difference(before[key], value) if key in before else {"is": value}
        for key, value in now.items()
    }
    changes = {key: change for key, change in changes.items() if change is not None}
    gone = [key for key in before if key not in now]
    return ({"in": changes} if changes else {}) | ({"gone": gone} if gone else {})


def splices(before: Sequence[Any], now: Sequence[Any]) -> list[list[Any]]:
    """Return the splices that turn one list into another when applied in order.

    A list that slides, such as the latest news, loses entries at its beginning, or gets them back.

    >>> splices([1, 2, 3, 4], [3, 4, 5])
    [[0, 2, []], [2, 0, [5]]]
    >>> splices([3, 4], [2, 3, 9])
    [[0, 0, [2]], [2, 1, [9]]]
    >>> splices([1, 2, 3, 4, 5], [1, 0, 3, 0, 0, 6])
    [[1, 1, [0]], [3, 2, [0, 0]], [5, 0, [6]]]
    """
    found: list[list[Any]] = []
    if not is_same(before[0], now[0]):
        if now[0] in before:
            slid = before.index(now[0])
            found, before = [[0, slid, []]], before[slid:]
        elif before[0] in now:
            slid = now.index(before[0])
            found, before = [[0, 0, list(now[:slid])]], [*now[:slid], *before]
    start = common(before, now)
    old, new = before[start:], now[start:]
    end = common(old[::-1], new[::-1])
    old, new = old[: len(old) - end], new[: len(new) - end]
    fit = min(len(old), len(new))
    for at in range(fit):
        if is_same(old[at], new[at]):
            continue
        if at and not is_same(old[at - 1], new[at - 1]):
            found[-1][1] += 1
            found[-1][2].append(new[at])
        else:
            found.append([start + at, 1, [new[at]]])
    if len(old) != len(new):
        found.append([start + fit, len(old) - fit, list(new[fit:])])
    return found


def common(one: Sequence[Any], other: Sequence[Any]) -> int:
    """Return how many entries two lists have in common at their beginning."""
    most = min(len(one), len(other))
    start = next((at for at, same in enumerate(map(is_, one, other)) if not same), most)
    for at in range(start, most):
        if not is_same(one[at], other[at]):
            return at
    return most
