"""The board as a grid, and the paths on it (E2.2 to E2.5).

A path is a chain of orthogonally adjacent spaces in which none occurs twice. Where paths lead
depends only on the board, the start and the roll; other pieces merely close some of them. So the
paths of each start and length are worked out once, when first asked for: for every end the paths
to it in alphabetical order, each with the set of spaces that it *passes* as the bits of a number.
A path is open when none of its bits is that of another piece.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from classkit.engine.moves import Move, OneOf

LETTERS = "abcdefghijklmnopqrstuvwxyz"
OUTSIDE = "outside"
"""The account of pieces on no space, and the start of one that may use any corner."""
MOST_KEPT = 4_000
"""The number of results kept for each board: the same situations come again, and to work them out
anew takes a sixth of a whole match."""

Path = tuple[str, ...]


def is_outside(place: Any) -> bool:
    """Return whether a place is outside the board.

    >>> is_outside("outside:a1"), is_outside("a1")
    (True, False)
    """
    return isinstance(place, str) and place.partition(":")[0] == OUTSIDE


def waiting_at(corner: str) -> str:
    """Return the start of a piece that must enter by this corner (E2.4).

    >>> waiting_at("a1")
    'outside:a1'
    """
    return f"{OUTSIDE}:{corner}"


class End(NamedTuple):
    """A space where paths of one start and length end.

    ``paths`` holds ``(spaces passed, path)`` in alphabetical order of the paths. It leaves out a
    path that passes all spaces of an earlier one: it is never open when that one is closed.
    """

    space: str
    passed: int
    """All bits of all paths: if no piece is on them, the first path is open."""
    paths: tuple[tuple[int, Path], ...]

    def is_open(self, taken: int) -> bool:
        """Return whether some path passes no other piece (E2.3)."""
        return any(not passed & taken for passed, _ in self.paths)


class Ends:
    """Every space where paths of one start and length end, in alphabetical order."""

    __slots__ = ("by_space", "over", "passed")

    def __init__(self, ends: Iterable[End]) -> None:
        self.by_space = {end.space: end for end in ends}
        self.passed = 0
        """All bits of all paths to all ends."""
        self.over: dict[int, list[End]] = {}
        """The bit of a space -> the ends whose first path passes it."""
        for end in self.by_space.values():
            self.passed |= end.passed
            for bit in bits_in(end.paths[0][0]):
                self.over.setdefault(bit, []).append(end)

    def open_to(self, taken: int) -> Mapping[str, End]:
        """Return the ends to which some path passes no other piece (E2.3)."""
        # Every other end is reached by its first path. Few remain, and to look at all of them takes
        # a tenth of a match whose boards have not been seen before.
        doubtful = [end for bit in bits_in(taken) for end in self.over.get(bit, ())]
        closed = {end.space for end in doubtful if not end.is_open(taken)}
        if not closed:
            return self.by_space
        return {space: end for space, end in self.by_space.items() if space not in closed}


class Reach:
    """The spaces that a piece can move to, in alphabetical order, and the ways there.

    ``start``, ``steps`` and ``taken`` are what :meth:`Grid.reach` was asked for.
    """

    __slots__ = ("ends", "grid", "moves", "options", "start", "steps", "taken")

    def __init__(
        self, grid: Grid, start: str, steps: int, ends: Mapping[str, End], taken: int
    ) -> None:  # fmt: skip
        self.grid, self.start, self.steps = grid, start, steps
        self.ends, self.taken = ends, taken
        self.options = tuple(ends)
        self.moves = (Go(self),)

    def path(self, space: str) -> Path:
        """Return the alphabetically first path to a space: the spaces entered (E2.5)."""
        return first_open(self.ends[space], self.taken)

    def ways(self) -> Mapping[str, Path]:
        """Return the first path to every space that can be reached."""
        return {space: first_open(end, self.taken) for space, end in self.ends.items()}

    def why_not(self, space: Any) -> str | None:
        """Return why the piece cannot move to a space: distance, or pieces (E2.1 to E2.3).

        Return None for a name that is no space.

        >>> reach = grid_of(8, 8).reach("a1", 3, grid_of(8, 8).bit["b2"])
        >>> reach.why_not("h8")
        'h8 lies 14 spaces from a1, and the roll is 3 (E2.1).'
        >>> reach.why_not("a2")
        'Every path of 3 spaces from a1 to a2 leads over b2, where another piece stands (E2.3).'
        """
        if is_outside(space):
            return "A move ends on a space of the board: outside go only pieces put out (E3.3)."
        if space not in self.grid.spaces:
            return None
        start, steps = self.start, self.steps
        if space == start:
            return f"The piece stands on {space}, and a path may not enter its start again (E2.2)."
        whence = start.replace(f"{OUTSIDE}:", f"{OUTSIDE}, by ")
        length = "1 space" if steps == 1 else f"{steps} spaces"
        closed = self.grid.ends(start, steps).by_space.get(space)
        if closed is not None:
            over = self.grid.spaces_in(closed.passed & self.taken)
            where = over[0] if len(over) == 1 else f"one of {', '.join(over)}"
            return (
                f"Every path of {length} from {whence} to {space} leads over {where}, where "
                "another piece stands (E2.3)."
            )
        near = self.grid.steps_to(start, space)
        if near > steps:
            away = "1 space" if near == 1 else f"{near} spaces"
            return f"{space} lies {away} from {whence}, and the roll is {steps} (E2.1)."
        if (steps - near) % 2:
            number = "odd" if near % 2 else "even"
            return (
                f"A move is exactly {length}, and every path from {whence} to {space} takes an "
                f"{number} number of them (E2.1)."
            )
        return f"No path of {length} from {whence} to {space} enters each space only once (E2.2)."


class Go(Move):
    """The move to a space that can be reached (E2.5)."""

    __slots__ = ("reach",)

    def __init__(self, reach: Reach) -> None:
        super().__init__(
            "go", space=OneOf(reach.options, of="space", ways=reach.ways, why=reach.why_not)
        )
        self.reach = reach

    def refusal(self, values: Mapping[str, Any]) -> str | None:
        space = values.get("space")
        if type(space) is str and space in self.reach.ends and len(values) == 1:
            return None
        return super().refusal(values)  # that says why


def first_open(end: End, taken: int) -> Path:
    """Return the alphabetically first path to an end that passes no other piece."""
    for passed, path in end.paths:
        if not passed & taken:
            return path
    raise ValueError(f"every path to {end.space} passes another piece")


class Grid:
    """A board of ``columns`` by ``rows`` spaces, named by column letter and row number.

    >>> grid = grid_of(8, 8)
    >>> grid.corners, grid.reach("d4", 2).options
    (('a1', 'a8', 'h1', 'h8'), ('b4', 'c3', 'c5', 'd2', 'd6', 'e3', 'e5', 'f4'))
    >>> grid.reach("a1", 3, grid.bit["b2"]).options, grid.reach("a1", 3).path("b1")
    (('a4', 'b3', 'c2', 'd1'), ('a2', 'b2', 'b1'))
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        letters = LETTERS[:columns]
        self.spaces = tuple(f"{letter}{row}" for letter in letters for row in range(1, rows + 1))
        """All spaces, in alphabetical order."""
        self.bit = {space: 1 << place for place, space in enumerate(self.spaces)}
        self.bit_at = {f"space:{space}": bit for space, bit in self.bit.items()} | {OUTSIDE: 0}
        """The same by the account of what stands there; no bits for what stands outside."""
        first, last = letters[0], letters[-1]
        self.corners = (f"{first}1", f"{first}{rows}", f"{last}1", f"{last}{rows}")
        self.beside = {space: self._around(space, STRAIGHT) for space in self.spaces}
        """The orthogonal neighbours of a space, in alphabetical order."""
        self.touching = {space: self._around(space, ALL_ROUND) for space in self.spaces}
        """The same with diagonal neighbours."""
        self._ends: dict[tuple[str, int], Ends] = {}
        self._distances: dict[str, dict[str, int]] = {}
        self._reach: dict[tuple[str, int, int], Reach] = {}

    def __reduce__(self) -> tuple[Callable[[int, int], Grid], tuple[int, int]]:
        """Pickle the grid as its size, so that another process uses its own grid of that size."""
        return grid_of, (self.columns, self.rows)

    def _around(self, space: str, steps: tuple[tuple[int, int], ...]) -> Path:
        column, row = LETTERS.index(space[0]), int(space[1])
        near = ((column + right, row + up) for right, up in steps)
        return tuple(
            f"{LETTERS[x]}{y}" for x, y in near if 0 <= x < self.columns and 1 <= y <= self.rows
        )

    def bits(self, spaces: Iterable[str]) -> int:
        """Return a set of spaces as the bits of a number."""
        return sum(map(self.bit.__getitem__, spaces))

    def distances(self, space: str) -> Mapping[str, int]:
        """Return how many steps lie between a space and every other.

        >>> grid_of(8, 8).distances("a1")["c8"]
        9
        """
        known = self._distances.get(space)
        if known is None:
            letter, row = ord(space[0]), int(space[1])
            known = self._distances[space] = {
                other: abs(letter - ord(other[0])) + abs(row - int(other[1]))
                for other in self.spaces
            }
        return known

    def nearest_of(self, spaces: Path, aims: Collection[str]) -> str | None:
        """Return the first of some spaces with the fewest steps to an aim; None without aims.

        >>> grid_of(8, 8).nearest_of(("d3", "d5", "e4"), ["a1", "h8"])
        'd3'
        """
        if not aims:
            return None
        return min(spaces, key=lambda space: min(map(self.distances(space).__getitem__, aims)))

    def reach(self, start: str, steps: int, taken: int = 0) -> Reach:
        """Return where a piece can go in ``steps`` steps with other pieces on ``taken``.

        ``start`` is a space, ``outside`` (any corner) or ``outside:<corner>``.
        """
        ends = self.ends(start, steps)
        taken &= ends.passed
        key = (start, steps, taken)
        reach = self._reach.get(key)
        if reach is None:
            if len(self._reach) >= MOST_KEPT:
                self._reach.clear()
            reach = self._reach[key] = Reach(self, start, steps, ends.open_to(taken), taken)
        return reach

    def ends(self, start: str, steps: int) -> Ends:
        """Return the spaces where paths of this length end on an empty board."""
        known = self._ends.get((start, steps))
        if known is None:
            known = self._ends[start, steps] = Ends(self._walk(start, steps))
        return known

    def steps_to(self, start: str, space: str) -> int:
        """Return the fewest steps from a start to a space; entering a corner is one (E2.4)."""
        if start in self.bit:
            return self.distances(start)[space]
        return 1 + min(self.distances(corner)[space] for corner in self._first_steps(start))

    def spaces_in(self, bits: int) -> list[str]:
        """List the spaces of a set that is given as bits."""
        return [space for space, own in self.bit.items() if own & bits]

    def _first_steps(self, start: str) -> Path:
        """Return the spaces that a first step may enter; from outside, the corners (E2.4)."""
        if start == OUTSIDE:
            return self.corners
        if start.startswith(OUTSIDE):
            return (start.partition(":")[2],)
        return self.beside[start]

    def _walk(self, start: str, steps: int) -> Iterator[End]:
        """Yield all ends of paths of this length, in alphabetical order (E2.2)."""
        found: dict[str, list[tuple[int, Path]]] = {}
        bit, beside = self.bit, self.beside

        def walk(nexts: Path, path: Path, passed: int, closed: int) -> None:
            last = len(path) + 1 == steps
            for space in nexts:
                own = bit[space]
                if closed & own:
                    continue
                if last:
                    found.setdefault(space, []).append((passed, (*path, space)))
                else:
                    walk(beside[space], (*path, space), passed | own, closed | own)

        # The starting space may not be entered again, but is not passed either.
        walk(self._first_steps(start), (), 0, bit.get(start, 0))
        for space in sorted(found):
            kept: list[tuple[int, Path]] = []
            union = 0
            for passed, path in sorted(found[space], key=lambda way: way[1]):
                if not any(earlier & passed == earlier for earlier, _ in kept):
                    kept.append((passed, path))
                    union |= passed
            yield End(space, union, tuple(kept))


STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
ALL_ROUND = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


def bits_in(spaces: int) -> Iterator[int]:
    """Yield the bit of each space in a set.

    >>> list(bits_in(0b1011))
    [1, 2, 8]
    """
    while spaces:
        lowest = spaces & -spaces
        yield lowest
        spaces ^= lowest


@lru_cache(maxsize=32)
def grid_of(columns: int, rows: int) -> Grid:
    """Return the grid of a size, made once."""
    return Grid(columns, rows)
