"""The first line of a file of results: what was studied, with which code, and what differs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from classkit.engine.errors import shorten
from classkit.version import __version__

from ..code.fingerprint import code_of
from ..code.marks import mark_of
from .design import Design
from .result_lines import FORMAT, KIND, in_words

Line = dict[str, Any]
Wish = Mapping[str, Any]


def first_line(design: Design) -> Line:
    """Return the first line of the file of a design, as JSON data."""
    return {
        "file": KIND,
        "format": FORMAT,
        "classkit": __version__,
        "game": design.game.name,
        "rules": design.game.rules_version,
        "design": facts_of(design),
        "code": code_of(design.game, design.bots),
        "columns": design.about,
        **design.layout.as_data(),
    }


def facts_of(design: Design) -> dict[str, Any]:
    """Return what decides the results besides code, bots and seeds, part by part.

    "seats", "edition", "options" and "position" list the different values in any cell; "cells" is
    the mark of all of them together.
    """
    cells = [{**cell.facts, "bots": None} for cell in design.cells]
    names = dict.fromkeys(name for cell in cells for name in cell["options"])
    starts = [as_text(cell["position"]) for cell in cells]
    return {
        "seats": different(cell["seats"] for cell in cells),
        "edition": different(cell["edition"] for cell in cells),
        "options": {name: different(cell["options"].get(name) for cell in cells) for name in names},
        "position": [mark_of(start) for start in dict.fromkeys(starts)],
        "metrics": list(design.measure.metrics),
        "horizon": design.measure.horizon,
        "cells": mark_of(as_text(cells)),
    }


def as_text(data: Any) -> str:
    """Return JSON data as text, the same for the same data."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def different(values: Iterable[Any]) -> list[Any]:
    """Return the different values in order of appearance; True and 1 count as different.

    >>> different([1, True, 1, [2], [2]])
    [1, True, [2]]
    """
    found: dict[str, Any] = {}
    for value in values:
        found.setdefault(as_text(value), value)
    return list(found.values())


def difference(there: Wish, wanted: Wish) -> str:
    """Say how a file's design differs from the wanted one, seeds aside; "" if it does not.

    The cells of both have been read by :func:`.result_lines.read_layout`.

    >>> one = {"game": "opoly", "by": "seat", "cells": [], "design": {"horizon": 5, "options": {}}}
    >>> difference(one, {**one, "design": {"horizon": None, "options": {}}})
    'its horizon is 5, not none'
    """
    for key, words in (("game", "its game is"), ("by", "its rows are by")):
        if there.get(key) != wanted[key]:
            return f"{words} {shorten(there.get(key))}, not {shorten(wanted[key])}"
    return of_cells(there["cells"], wanted["cells"]) or of_facts(there, wanted)


def of_cells(there: Sequence[Wish], wanted: Sequence[Wish]) -> str:
    """Say how the bots, seats or varied values of two designs differ; "" if they do not."""
    if there == wanted:
        return ""
    names, others = list(there[0]["varied"]), list(wanted[0]["varied"])
    if names != others:
        return f"what is varied is {in_words(names)}, not {in_words(others)}"
    for name in names:
        one, other = (
            different(cell["varied"][name] for cell in cells) for cells in (there, wanted)
        )
        if one != other:
            return f"its values of {name} are {in_words(one)}, not {in_words(other)}"
    one, other = (different(len(cell["bots"]) for cell in cells) for cells in (there, wanted))
    if one != other:
        return f"its seats are {in_words(one)}, not {in_words(other)}"
    one, other = (
        different(list(cell["bots"].values()) for cell in cells) for cells in (there, wanted)
    )
    return f"its bots are {in_words(one)}, not {in_words(other)}"


def of_facts(there: Wish, wanted: Wish) -> str:
    """Say how two designs with the same bots and varied values differ."""
    facts = there.get("design")
    one: Wish = facts if isinstance(facts, dict) else {}
    other: Wish = wanted["design"]
    if one.get("edition") != other.get("edition"):
        return of_editions(one.get("edition"), other["edition"])
    options: Any = one.get("options")
    options = options if isinstance(options, dict) else {}
    for name, chosen in other["options"].items():
        if options.get(name) != chosen:
            return f"its option {name} is {in_words(options.get(name))}, not {in_words(chosen)}"
    names = {
        "seats": "its number of seats is",
        "metrics": "its figures are",
        "horizon": "its horizon is",
    }
    for key, words in names.items():
        if one.get(key) != other.get(key):
            return f"{words} {in_words(one.get(key))}, not {in_words(other.get(key))}"
    if one.get("position") != other.get("position"):
        return "it begins in another position"
    return "" if one == other else "what it combines is combined in another way"


def of_editions(there: Any, wanted: list[list[str]]) -> str:
    """Say in what two lists of editions, each an id and its fingerprint, differ."""
    listed = there if isinstance(there, list) else []
    before = dict(one for one in listed if isinstance(one, list) and len(one) == 2)
    now = {edition: mark for edition, mark in wanted}  # noqa: C416  # pairs that are lists
    changed = [name for name in now if name in before and before[name] != now[name]]
    if changed:
        return f"the edition {in_words(changed)} has changed since"
    return f"its edition is {in_words(list(before))}, not {in_words(list(now))}"
