"""The board of an edition: its spaces, groups and house costs, read and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from classkit.engine.editions import Files
from classkit.engine.fields import not_among
from classkit.engine.reading import Entries, Section, Word

from ..contents import HOTEL, PRICE_MAX, RESERVED, BoardSpace

SIZES = range(16, 81, 4)
"""The numbers of spaces that a board may have: four equal sides."""


def read_board(files: Files) -> tuple[BoardSpace, ...]:
    """Return the spaces in the order of travel, Go first (Q1.3)."""
    table, house_costs = files.section("board"), files.section("group_house_cost")
    table.only("spaces")
    listed = table.sections("spaces", Entries(SIZES[0], SIZES[-1], "spaces"))
    if len(listed) not in SIZES:
        raise table.refuse("spaces", f"must have a multiple of 4 spaces, not {len(listed)}.")
    board: list[BoardSpace] = []
    ids: dict[str, int] = {}
    for number, section in enumerate(listed):
        space = read_space(section, number)
        if space.kind == "street" and space.group not in house_costs:
            why = "no other has a house cost in group_house_cost"
            raise section.refuse("group", not_among(space.group, house_costs, why=why))
        if space.ownable and space.id in ids:
            raise section.refuse("name", f"{space.name!r} is the name of another space already.")
        ids[space.id] = ids.get(space.id, 0) + 1
        if ids[space.id] > 1:
            space = replace(space, id=f"{space.id}_{ids[space.id]}")
        board.append(space)
    check_board(table, board)
    return tuple(board)


def read_space(section: Section, number: int) -> BoardSpace:
    """Return one space, whose id follows from its name."""
    name = section.text("name", 60)
    space = section.read(BoardSpace, id=slug(name), number=number)
    if space.n != number:
        raise section.refuse("n", f"must be {number}: spaces are listed in order.")
    if not space.id:
        raise section.refuse("name", "must have letters in it.")
    if space.id in RESERVED:
        raise section.refuse("name", f"{name!r} has a meaning of its own in the game; add a word.")
    if not space.ownable:
        return space
    kind, group = space.kind, space.group
    if kind == "street" and len(space.rent) != HOTEL + 1:
        wanted = f"{HOTEL + 1} amounts (site, 1 to 4 houses, hotel)"
        raise section.refuse("rent", f"must have {wanted}, not {len(space.rent)}.")
    if kind != "street" and group != kind:
        raise section.refuse("group", f"must be {kind!r} for a {kind}.")
    if kind == "street" and (group in ("railroad", "utility") or not group.isidentifier()):
        raise section.refuse("group", f"must be a colour, not {group!r}.")
    section.whole("mortgage", 0, space.price)
    return space


def slug(name: str) -> str:
    """Return the id of a space, from its name.

    >>> slug("St. James Place"), slug("B. & O. Railroad")
    ('st_james_place', 'b_o_railroad')
    """
    return "_".join(re.findall(r"[a-z0-9]+", name.lower()))


def check_board(table: Section, board: list[BoardSpace]) -> None:
    """Refuse a board without one Go, at the beginning, or with nothing to own."""
    if [space.number for space in board if space.kind == "go"] != [0]:
        raise table.refuse("spaces", "must have one Go, as space 0 (Q1.3).")
    if not any(space.ownable for space in board):
        raise table.refuse("spaces", "has no property that could be sold.")


def groups_of(board: tuple[BoardSpace, ...]) -> dict[str, tuple[str, ...]]:
    """Return the properties of each group, in board order."""
    groups: dict[str, tuple[str, ...]] = {}
    for space in board:
        if space.ownable:
            groups[space.group] = (*groups.get(space.group, ()), space.id)
    return groups


def read_house_costs(files: Files, board: tuple[BoardSpace, ...]) -> Mapping[str, int]:
    """Return the cost of a house in each colour group of the board, and in no other."""
    section = files.section("group_house_cost")
    groups = dict.fromkeys(space.group for space in board if space.kind == "street")
    section.only(*groups)
    return {group: section.whole(group, 1, PRICE_MAX) for group in groups}


def read_lines(files: Files, groups: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return the lines of diversification (Q8.8)."""
    section = files.section("diversification_lines")
    Entries(1, 12, "lines").check(section.place, section)
    for name in section:
        if not name.isidentifier():
            raise section.refuse(name, "a line is named in letters and _.")
    line = tuple[Annotated[str, Word(groups)], ...]
    return {name: section.take(name, line) for name in section}
