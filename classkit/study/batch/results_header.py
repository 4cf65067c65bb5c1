"""Header of a results file, which describes the design and code of a study.

Headers can be compared, to find out whether a file was written by the same study.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from classkit.engine.errors import truncate_text
from classkit.version import __version__

from ..code_hashes import hash_text
from ..provenance import build_code_hashes
from .experiment_design import ExperimentDesign
from .results_jsonl import FORMAT, KIND, format_value

Line = dict[str, Any]
Wish = Mapping[str, Any]


def build_header(design: ExperimentDesign) -> Line:
    """Return the header of the results file of a design, as JSON data."""
    return {
        "file": KIND,
        "format": FORMAT,
        "classkit": __version__,
        "game": design.game.name,
        "rules": design.game.rules_version,
        "design": build_design_facts(design),
        "code": build_code_hashes(design.game, design.bots),
        "columns": design.about,
        **design.layout.as_data(),
    }


def build_design_facts(design: ExperimentDesign) -> dict[str, Any]:
    """Return all inputs that determine the results, except code, bots and seeds.

    "seats", "edition", "options" and "position" list the distinct values of all cells. "cells" is a
    hash of all cells together.
    """
    cells = [{**cell.facts, "bots": None} for cell in design.cells]
    names = dict.fromkeys(name for cell in cells for name in cell["options"])
    starts = [to_canonical_json(cell["position"]) for cell in cells]
    return {
        "seats": list_unique(cell["seats"] for cell in cells),
        "edition": list_unique(cell["edition"] for cell in cells),
        "options": {
            name: list_unique(cell["options"].get(name) for cell in cells) for name in names
        },
        "position": [hash_text(start) for start in dict.fromkeys(starts)],
        "metrics": list(design.measure.metrics),
        "horizon": design.measure.horizon,
        "cells": hash_text(to_canonical_json(cells)),
    }


def to_canonical_json(data: Any) -> str:
    """Serialize JSON data to canonical text."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def list_unique(values: Iterable[Any]) -> list[Any]:
    """Return the distinct values in order of appearance. True and 1 are distinct.

    >>> list_unique([1, True, 1, [2], [2]])
    [1, True, [2]]
    """
    found: dict[str, Any] = {}
    for value in values:
        found.setdefault(to_canonical_json(value), value)
    return list(found.values())


def describe_difference(there: Wish, wanted: Wish) -> str:
    """Describe how the design of a file differs from the wanted design, or return "".

    Seeds are not compared. The cells of both designs must come from
    :func:`.results_jsonl.read_layout`.

    >>> one = {"game": "opoly", "by": "seat", "cells": [], "design": {"horizon": 5, "options": {}}}
    >>> describe_difference(one, {**one, "design": {"horizon": None, "options": {}}})
    'its horizon is 5, not none'
    """
    for key, words in (("game", "its game is"), ("by", "its rows are by")):
        if there.get(key) != wanted[key]:
            return f"{words} {truncate_text(there.get(key))}, not {truncate_text(wanted[key])}"
    return compare_cells(there["cells"], wanted["cells"]) or compare_facts(there, wanted)


def compare_cells(there: Sequence[Wish], wanted: Sequence[Wish]) -> str:
    """Describe how bots, seats or varied values of two designs differ, or return ""."""
    if there == wanted:
        return ""
    names, others = list(there[0]["varied"]), list(wanted[0]["varied"])
    if names != others:
        return f"its varied names are {format_value(names)}, not {format_value(others)}"
    for name in names:
        one, other = (
            list_unique(cell["varied"][name] for cell in cells) for cells in (there, wanted)
        )
        if one != other:
            return f"its values of {name} are {format_value(one)}, not {format_value(other)}"
    one, other = (list_unique(len(cell["bots"]) for cell in cells) for cells in (there, wanted))
    if one != other:
        return f"its seats are {format_value(one)}, not {format_value(other)}"
    one, other = (
        list_unique(list(cell["bots"].values()) for cell in cells) for cells in (there, wanted)
    )
    return f"its bots are {format_value(one)}, not {format_value(other)}"


def compare_facts(there: Wish, wanted: Wish) -> str:
    """Describe how designs with the same bots and varied values differ, or return ""."""
    facts = there.get("design")
    one: Wish = facts if isinstance(facts, dict) else {}
    other: Wish = wanted["design"]
    if one.get("edition") != other.get("edition"):
        return compare_editions(one.get("edition"), other["edition"])
    options: Any = one.get("options")
    options = options if isinstance(options, dict) else {}
    for name, chosen in other["options"].items():
        if options.get(name) != chosen:
            found = format_value(options.get(name))
            return f"its option {name} is {found}, not {format_value(chosen)}"
    names = {
        "seats": "its number of seats is",
        "metrics": "its figures are",
        "horizon": "its horizon is",
    }
    for key, words in names.items():
        if one.get(key) != other.get(key):
            return f"{words} {format_value(one.get(key))}, not {format_value(other.get(key))}"
    if one.get("position") != other.get("position"):
        return "it starts from another position"
    return "" if one == other else "its values are combined in another way"


def compare_editions(there: Any, wanted: list[list[str]]) -> str:
    """Describe how two lists of editions differ. An edition is a pair of id and hash."""
    listed = there if isinstance(there, list) else []
    before = dict(one for one in listed if isinstance(one, list) and len(one) == 2)
    now = {edition: mark for edition, mark in wanted}  # noqa: C416  # pairs that are lists
    changed = [name for name in now if name in before and before[name] != now[name]]
    if changed:
        return f"the edition {format_value(changed)} has changed since"
    return f"its edition is {format_value(list(before))}, not {format_value(list(now))}"
