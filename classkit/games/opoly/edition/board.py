"""Reader for the board of an edition: its spaces, groups and house costs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from classkit.engine.editions import EditionFiles
from classkit.engine.fields import choice_error
from classkit.engine.schema import Entries, Section, Word

from ..rules_data import HOTEL_LEVEL, MAX_PRICE, RESERVED_WORDS, BoardSpace

BOARD_SIZES = range(16, 81, 4)
"""Allowed numbers of spaces of a board, which has four equal sides."""


def read_board(files: EditionFiles) -> tuple[BoardSpace, ...]:
    """Return the spaces in the order of travel, Go first (Q1.3)."""
    table, house_costs = files.get_section("board"), files.get_section("group_house_cost")
    table.forbid_extra("spaces")
    listed = table.get_sections("spaces", Entries(BOARD_SIZES[0], BOARD_SIZES[-1], "spaces"))
    if len(listed) not in BOARD_SIZES:
        raise table.make_error("spaces", f"must have a multiple of 4 spaces, not {len(listed)}.")
    board: list[BoardSpace] = []
    ids: dict[str, int] = {}
    for number, section in enumerate(listed):
        space = read_space(section, number)
        if space.kind == "street" and space.group not in house_costs:
            why = "only these have a house cost in group_house_cost"
            raise section.make_error("group", choice_error(space.group, house_costs, why=why))
        if space.is_ownable and space.id in ids:
            raise section.make_error(
                "name", f"{space.name!r} is already the name of another space."
            )
        ids[space.id] = ids.get(space.id, 0) + 1
        if ids[space.id] > 1:
            space = replace(space, id=f"{space.id}_{ids[space.id]}")
        board.append(space)
    check_board(table, board)
    return tuple(board)


def read_space(section: Section, number: int) -> BoardSpace:
    """Read one space. Its id is derived from its name."""
    name = section.get_text("name", 60)
    space = section.read(BoardSpace, id=make_space_id(name), number=number)
    if space.n != number:
        raise section.make_error("n", f"must be {number}: spaces are listed in order.")
    if not space.id:
        raise section.make_error("name", "must contain letters or digits.")
    if space.id in RESERVED_WORDS:
        raise section.make_error("name", f"{name!r} is a reserved word; add a word to it.")
    if not space.is_ownable:
        return space
    kind, group = space.kind, space.group
    if kind == "street" and len(space.rent) != HOTEL_LEVEL + 1:
        wanted = f"{HOTEL_LEVEL + 1} amounts (site, 1 to 4 houses, hotel)"
        raise section.make_error("rent", f"must have {wanted}, not {len(space.rent)}.")
    if kind != "street" and group != kind:
        raise section.make_error("group", f"must be {kind!r} for a {kind}.")
    if kind == "street" and (group in ("railroad", "utility") or not group.isidentifier()):
        raise section.make_error("group", f"must be a colour, not {group!r}.")
    section.get_int("mortgage", 0, space.price)
    return space


def make_space_id(name: str) -> str:
    """Derive the id of a space from its name.

    >>> make_space_id("St. James Place"), make_space_id("B. & O. Railroad")
    ('st_james_place', 'b_o_railroad')
    """
    return "_".join(re.findall(r"[a-z0-9]+", name.lower()))


def check_board(table: Section, board: list[BoardSpace]) -> None:
    """Raise EditionError unless the board begins with its only Go and has a property."""
    if [space.number for space in board if space.kind == "go"] != [0]:
        raise table.make_error("spaces", "must have exactly one Go, as space 0 (Q1.3).")
    if not any(space.is_ownable for space in board):
        raise table.make_error("spaces", "must have a property.")


def group_properties(board: tuple[BoardSpace, ...]) -> dict[str, tuple[str, ...]]:
    """Return the properties of each group, in board order."""
    groups: dict[str, tuple[str, ...]] = {}
    for space in board:
        if space.is_ownable:
            groups[space.group] = (*groups.get(space.group, ()), space.id)
    return groups


def read_house_costs(files: EditionFiles, board: tuple[BoardSpace, ...]) -> Mapping[str, int]:
    """Return the cost of a house in each colour group of the board."""
    section = files.get_section("group_house_cost")
    groups = dict.fromkeys(space.group for space in board if space.kind == "street")
    section.forbid_extra(*groups)
    return {group: section.get_int(group, 1, MAX_PRICE) for group in groups}


def read_lines(
    files: EditionFiles, groups: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return the lines of diversification (Q8.8)."""
    section = files.get_section("diversification_lines")
    Entries(1, 12, "lines").check_count(section.place, section)
    for name in section:
        if not name.isidentifier():
            raise section.make_error(name, "must consist of letters, digits and _.")
    line = tuple[Annotated[str, Word(groups)], ...]
    return {name: section.get_required(name, line) for name in section}
