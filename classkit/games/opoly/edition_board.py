"""The board of an edition: its spaces, groups and house costs, and whether it can be played."""

from __future__ import annotations

import re
from collections.abc import Mapping

from classkit.engine.editions import Files
from classkit.engine.errors import EditionError
from classkit.engine.sections import Section

from .edition import HOTEL, RESERVED, SPACE_KINDS, BoardSpace

PRICE_MAX = 100_000
SIZES = range(16, 81, 4)
"""How many spaces a board may have: four equal sides."""


def read_board(files: Files) -> tuple[BoardSpace, ...]:
    """The spaces in the order of travel, Go first (Q1.3)."""
    table = files.section("board")
    table.only("spaces")
    listed = table.sections("spaces")
    if len(listed) not in SIZES:
        reason = f"must have {SIZES.start} to {SIZES[-1]} spaces, a multiple of 4."
        raise EditionError(table.file, "board.spaces", f"{reason[:-1]}, not {len(listed)}.")
    board: list[BoardSpace] = []
    ids: dict[str, int] = {}
    for number, section in enumerate(listed):
        space = read_space(section, number)
        if space.ownable and space.id in ids:
            raise section.refuse("name", f"{space.name!r} is the name of another space already.")
        ids[space.id] = ids.get(space.id, 0) + 1
        if ids[space.id] > 1:
            space = BoardSpace(f"{space.id}_{ids[space.id]}", number, space.kind, space.name)
        board.append(space)
    check_board(table, board)
    return tuple(board)


def read_space(section: Section, number: int) -> BoardSpace:
    """One space; which keys it has depends on its kind."""
    if section.whole("n", 0, 1_000) != number:
        raise section.refuse("n", f"must be {number}: spaces are listed in order.")
    kind = section.text("kind", among=SPACE_KINDS)
    name = section.text("name", 60)
    known: tuple[str, ...] = ("n", "kind", "name")
    if kind in ("street", "railroad", "utility"):
        known += ("group", "price", "mortgage")
    section.only(*known, *(("rent",) if kind == "street" else ()))
    space = slug(name)
    if not space:
        raise section.refuse("name", "must have letters in it.")
    if space in RESERVED:
        raise section.refuse("name", f"{name!r} has a meaning of its own in the game; add a word.")
    if len(known) == 3:
        return BoardSpace(space, number, kind, name)
    price = section.whole("price", 1, PRICE_MAX)
    rent: list[int] = []
    if kind == "street":
        rent = section.wholes("rent", 0, PRICE_MAX)
        if len(rent) != HOTEL + 1:
            reason = f"must have {HOTEL + 1} amounts (site, 1 to 4 houses, hotel), not {len(rent)}."
            raise section.refuse("rent", reason)
    group = section.text("group", 30)
    if kind != "street" and group != kind:
        raise section.refuse("group", f"must be {kind!r} for a {kind}.")
    if kind == "street" and (group in ("railroad", "utility") or not group.isidentifier()):
        raise section.refuse("group", f"must be a colour, not {group!r}.")
    mortgage = section.whole("mortgage", 0, price)
    return BoardSpace(space, number, kind, name, group, price, mortgage, tuple(rent))


def slug(name: str) -> str:
    """The id of a space, from its name.

    >>> slug("St. James Place"), slug("B. & O. Railroad")
    ('st_james_place', 'b_o_railroad')
    """
    return "_".join(re.findall(r"[a-z0-9]+", name.lower()))


def check_board(table: Section, board: list[BoardSpace]) -> None:
    """One Go, at the beginning, and something to own."""
    if [space.number for space in board if space.kind == "go"] != [0]:
        raise EditionError(table.file, "board.spaces", "must have one Go, as space 0 (Q1.3).")
    if not any(space.ownable for space in board):
        raise EditionError(table.file, "board.spaces", "has no property that could be sold.")


def groups_of(board: tuple[BoardSpace, ...]) -> dict[str, tuple[str, ...]]:
    """Group -> its properties in board order."""
    groups: dict[str, tuple[str, ...]] = {}
    for space in board:
        if space.ownable:
            groups[space.group] = (*groups.get(space.group, ()), space.id)
    return groups


def read_house_costs(files: Files, board: tuple[BoardSpace, ...]) -> Mapping[str, int]:
    """What a house costs in each colour group; one is listed for every group of streets."""
    section = files.section("group_house_cost")
    groups = dict.fromkeys(space.group for space in board if space.kind == "street")
    section.only(*groups)
    return {group: section.whole(group, 1, PRICE_MAX) for group in groups}


def read_lines(files: Files, groups: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The lines of diversification (Q8.8)."""
    section = files.section("diversification_lines")
    lines: dict[str, tuple[str, ...]] = {}
    for name in section:
        if not str(name).isidentifier():
            raise section.refuse(str(name), "a line is named in letters and _.")
        lines[name] = tuple(section.texts(name, tuple(groups)))
    if not 1 <= len(lines) <= 12:
        raise section.refuse("", f"must have 1 to 12 lines, not {len(lines)}.")
    return lines
