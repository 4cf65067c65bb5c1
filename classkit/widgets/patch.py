"""What a page must be told, found by comparing the present with what it was told last.

A step is one patch: the keys of the present that changed, and of lists that grow only the end.
So a step is as small in turn 500 as in turn 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .rows import thin

Data = dict[str, Any]

FEWEST_NEWS = 40
"""After Back a page keeps the older lines it has; with fewer than these it gets all anew."""


def difference(held: Data, now: Data, forget: bool = False) -> tuple[Data, Data]:
    """The patch from what the page holds to the present, and what it holds then.

    ``forget`` where older news may have to be masked: see :func:`news_patch`.
    """
    patch: Data = {}
    holds = dict(now)
    for key, value in now.items():
        before = held[key]
        if key == "said" and held["step"] != now["step"]:
            pass  # the same words about other news
        elif before is value or before == value:
            continue
        if key == "board":
            patch[key] = board_patch(before, value)
        elif key == "asks":
            patch[key] = [short_ask(ask) for ask in value]
        elif key == "timeline":
            patch[key] = parts_patch(before, value)
        elif key == "seats":
            patch[key] = each_patch(before, value)
        elif key == "standings":
            patch[key] = standings_patch(before, value)
        elif key == "chart":
            patch |= growing(key, rows_patch(before["rows"], value["rows"]))
        elif key == "news":
            change, holds[key] = news_patch(before, value, forget)
            patch |= growing(key, change and short_news(change))
        else:
            patch[key] = value
    return patch, holds


def short_ask(ask: Data) -> Data:
    """A question without what goes without saying: no fields, the space a move is called by.

    >>> short_ask({"moves": [{"name": "C0", "space": "C0", "fields": []}]})
    {'moves': [{'name': 'C0'}]}
    """
    return {**ask, "moves": [short_move(move) for move in ask.get("moves", [])]}


def short_move(move: Data) -> Data:
    """A move without empty fields; one without words of its own is the space of its name."""
    own_space = "label" not in move and move.get("space") == move["name"]
    return {
        part: value
        for part, value in move.items()
        if not (part == "fields" and not value) and not (part == "space" and own_space)
    }


def parts_patch(held: Data, now: Data) -> Data:
    """The parts that differ. None is ever taken away.

    >>> parts_patch({"turn": 3, "marks": []}, {"turn": 4, "marks": []})
    {'turn': 4}
    """
    return {part: value for part, value in now.items() if part not in held or held[part] != value}


def each_patch(held: Data, now: Data) -> Data:
    """By id what differs in each, for those in which something does.

    >>> each_patch({"A": {"mover": True}, "B": {"who": "tycoon"}}, {"A": {"mover": False},
    ...     "B": {"who": "tycoon"}})
    {'A': {'mover': False}}
    """
    differs = {name: parts_patch(held.get(name, {}), parts) for name, parts in now.items()}
    return {name: parts for name, parts in differs.items() if parts}


def standings_patch(held: Sequence[Data], now: Sequence[Data]) -> Data | list[Data]:
    """By seat what differs in its line; all lines, in their order, when the order is another."""
    order = [line["seat"] for line in now]
    if [line["seat"] for line in held] != order:
        return list(now)
    return each_patch({line["seat"]: line for line in held}, {line["seat"]: line for line in now})


def short_lines(lines: Sequence[Data]) -> list[list[Any]]:
    """Lines of the news without the names of their parts: ``[id, turn, seat, text, rule]``."""
    return [[line[part] for part in ("id", "turn", "seat", "text", "rule")] for line in lines]


def short_news(change: Data) -> Data:
    """A change of the news with short lines."""
    lines: Data = {part: short_lines(change[part]) for part in ("add", "put") if part in change}
    return {**change, **lines}


def growing(key: str, change: Data | None) -> Data:
    """The change of a list that grows, if there is one."""
    return {} if change is None else {key: change}


WHOLE = ("path", "links", "told")
"""The parts of a board that are sent anew when they change: each is a few lines."""
ONE_BY_ONE = {"pieces": "moved", "signs": "signed"}
"""The parts of which only what differs is sent, as long as they are the same ones."""


def board_patch(held: Data, now: Data) -> Data:
    """What changed on the board: looks by space, pieces that moved, texts, the rest whole."""
    patch = {key: now[key] for key in WHOLE if held[key] != now[key]}
    for key, changed in ONE_BY_ONE.items():
        if held[key] != now[key]:
            differing = differences(held[key], now[key])
            patch |= {key: list(now[key])} if differing is None else {changed: differing}
    before, after = held["looks"], now["looks"]
    looks = {space: look for space, look in after.items() if before.get(space) != look}
    looks |= {space: {} for space in before if space not in after}
    return patch | grouped(looks)


def differences(held: Sequence[Data], now: Sequence[Data]) -> list[Data] | None:
    """What differs in each of these, if they are still the same ones; else None.

    >>> differences([{"id": "A", "at": 1}, {"id": "B"}], [{"id": "A", "at": 2}, {"id": "B"}])
    [{'id': 'A', 'at': 2}]
    """
    if [thing["id"] for thing in held] != [thing["id"] for thing in now]:
        return None
    found = []
    for before, after in zip(held, now, strict=True):
        if before.keys() - after.keys():
            return None
        if before != after:
            differs = {part: value for part, value in after.items() if before.get(part) != value}
            found.append({"id": after["id"], **differs})
    return found


def grouped(looks: Data) -> Data:
    """Looks by space, those that several spaces share said once: prices change all at a time.

    >>> grouped({"I1": {"text": "$9"}, "I2": {"text": "$9"}, "I3": {"text": "$5"}})
    {'looks': {'I3': {'text': '$5'}}, 'same': [[{'text': '$9'}, ['I1', 'I2']]]}
    """
    shared: dict[str, list[str]] = {}
    for space, look in looks.items():
        shared.setdefault(repr(sorted(look.items())), []).append(space)
    alone = {spaces[0]: looks[spaces[0]] for spaces in shared.values() if len(spaces) == 1}
    same = [[looks[spaces[0]], spaces] for spaces in shared.values() if len(spaces) > 1]
    return ({"looks": alone} if alone else {}) | ({"same": same} if same else {})


def rows_patch(held: Sequence[Data], now: Sequence[Data]) -> Data | None:
    """How many rows stay, and what follows them, each as what differs from the one before."""
    kept = common(held, now)
    if kept == len(held) == len(now):
        return None
    return {"cut": kept, "add": thin(now[kept:], now[kept - 1] if kept else None)}


def news_patch(
    held: Sequence[Data], now: Sequence[Data], forget: bool = False
) -> tuple[Data | None, list[Data]]:
    """What changed in the news, by the ids of its lines; and the lines the page has then.

    ``{"cut", "add"}``: lines from ``cut`` on give way to those added. Where what may be known of
    older events has changed, ``put`` holds those lines anew and ``drop`` the ids of those that are
    gone. A page keeps lines older than the present window; with ``forget`` it does not, since
    nobody would tell it when they have to be masked: only those with an id of ``from`` on stay.
    """
    start = now[0]["id"] if now and forget else 0
    kept = [line for line in held if line["id"] >= start]
    first = kept[0]["id"] if kept else 0
    seen = [line for line in now if line["id"] >= first]
    known = {line["id"]: line for line in kept}
    same = [known.get(line["id"]) == line for line in seen]
    tail = max((at + 1 for at, unchanged in enumerate(same) if unchanged), default=0)
    cut = seen[tail - 1]["id"] + 1 if tail else seen[0]["id"] if seen else 0
    add = seen[tail:]
    put = [line for line, unchanged in zip(seen[:tail], same, strict=False) if not unchanged]
    there = {line["id"] for line in seen}
    window = seen[0]["id"] if seen else 0
    drop = [number for number in known if window <= number < cut and number not in there]
    lines = [*(line for line in kept if line["id"] < window), *seen]
    if len(lines) < min(FEWEST_NEWS, len(now)) or not seen:
        if list(held) == list(now):
            return None, list(now)
        return {"cut": 0, "add": list(now)}, list(now)
    if lines == list(held):
        return None, lines
    patch: Data = {"cut": cut, "add": add}
    patch |= {"put": put} if put else {}
    patch |= {"drop": drop} if drop else {}
    return patch | ({"from": start} if len(kept) < len(held) else {}), lines


def common(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many entries two lists have in common at their beginning."""
    for at, (left, right) in enumerate(zip(one, other, strict=False)):
        if left is not right and left != right:
            return at
    return min(len(one), len(other))
