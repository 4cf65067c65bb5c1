"""The board as a grid, and the paths on it (E2.2 to E2.5).

A path is a chain of orthogonally adjacent spaces without repetition. The paths from a start with
a given length depend only on the board; other pieces block some of them. The paths are computed
once: for each end, in alphabetical order, each with a bit set of the spaces that it *passes*. A
path is open if it passes no other piece.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from classkit.engine.moves import Move, OneOf

COLUMN_LETTERS = "abcdefghijklmnopqrstuvwxyz"
OUTSIDE = "outside"
"""The account of pieces that are on no space, and the start of a piece that may use any corner."""
MAX_CACHED_RESULTS = 4_000
"""Maximum number of cached results per board.

Situations recur, and computing them again takes a sixth of a match's time.
"""

Path = tuple[str, ...]


def is_outside(place: Any) -> bool:
    """Return whether a place is outside the board.

    >>> is_outside("outside:a1"), is_outside("a1")
    (True, False)
    """
    return isinstance(place, str) and place.partition(":")[0] == OUTSIDE


def get_outside_place(corner: str) -> str:
    """Return the start of a piece that must enter at this corner (E2.4).

    >>> get_outside_place("a1")
    'outside:a1'
    """
    return f"{OUTSIDE}:{corner}"


class PathEnd(NamedTuple):
    """A space where paths from one start and of one length end.

    ``paths`` contains ``(spaces passed, path)`` in alphabetical order of the paths. It omits a path
    that passes all spaces of an earlier one, because it is only open when the earlier one is.
    """

    space: str
    passed: int
    """Union of all paths' bits. If no piece is on any of them, the first path is open."""
    paths: tuple[tuple[int, Path], ...]

    def is_open(self, taken: int) -> bool:
        """Return whether at least one path passes no other piece (E2.3)."""
        return any(not passed & taken for passed, _ in self.paths)


class PathEnds:
    """All spaces where paths from one start and of one length end, in alphabetical order."""

    __slots__ = ("by_space", "over", "passed")

    def __init__(self, ends: Iterable[PathEnd]) -> None:
        self.by_space = {end.space: end for end in ends}
        self.passed = 0
        """The union of the bits of all paths."""
        self.over: dict[int, list[PathEnd]] = {}
        """The bit of a space -> the ends whose first path passes it."""
        for end in self.by_space.values():
            self.passed |= end.passed
            for bit in split_bits(end.paths[0][0]):
                self.over.setdefault(bit, []).append(end)

    def get_open_ends(self, taken: int) -> Mapping[str, PathEnd]:
        """Return the ends with at least one path that passes no other piece (E2.3)."""
        # The first path to every other end is open. Checking all ends instead takes a tenth of
        # the # time of a match on new boards.
        doubtful = [end for bit in split_bits(taken) for end in self.over.get(bit, ())]
        closed = {end.space for end in doubtful if not end.is_open(taken)}
        if not closed:
            return self.by_space
        return {space: end for space, end in self.by_space.items() if space not in closed}


class Reach:
    """The spaces that a piece can move to, and their paths, in alphabetical order.

    ``start``, ``steps`` and ``taken`` are the arguments of :meth:`BoardGrid.get_reach`.
    """

    __slots__ = ("ends", "grid", "moves", "options", "start", "steps", "taken")

    def __init__(
        self, grid: BoardGrid, start: str, steps: int, ends: Mapping[str, PathEnd], taken: int
    ) -> None:  # fmt: skip
        self.grid, self.start, self.steps = grid, start, steps
        self.ends, self.taken = ends, taken
        self.options = tuple(ends)
        self.moves = (GoMove(self),)

    def get_path(self, space: str) -> Path:
        """Return the alphabetically first open path to a space, as the spaces entered (E2.5)."""
        return find_open_path(self.ends[space], self.taken)

    def get_paths(self) -> Mapping[str, Path]:
        """Return the first open path to every space in reach."""
        return {space: find_open_path(end, self.taken) for space, end in self.ends.items()}

    def refuse_space(self, space: Any) -> str | None:
        """Return why the piece cannot move to a space: distance, or pieces (E2.1 to E2.3).

        Return None for an unknown space.

        >>> reach = get_grid(8, 8).get_reach("a1", 3, get_grid(8, 8).bit["b2"])
        >>> reach.refuse_space("h8")
        'h8 is 14 spaces from a1, but the roll is 3 (E2.1).'
        >>> reach.refuse_space("a2")
        'Every path of 3 spaces from a1 to a2 crosses b2, where another piece is (E2.3).'
        """
        if is_outside(space):
            return "A move must end on the board: only pieces put out go outside (E3.3)."
        if space not in self.grid.spaces:
            return None
        start, steps = self.start, self.steps
        if space == start:
            return f"The piece is on {space}, and a path may not return to its start (E2.2)."
        whence = start.replace(f"{OUTSIDE}:", f"{OUTSIDE}, by ")
        length = "1 space" if steps == 1 else f"{steps} spaces"
        closed = self.grid.get_ends(start, steps).by_space.get(space)
        if closed is not None:
            over = self.grid.decode_spaces(closed.passed & self.taken)
            where = over[0] if len(over) == 1 else f"one of {', '.join(over)}"
            return (
                f"Every path of {length} from {whence} to {space} crosses {where}, where "
                "another piece is (E2.3)."
            )
        near = self.grid.count_steps(start, space)
        if near > steps:
            away = "1 space" if near == 1 else f"{near} spaces"
            return f"{space} is {away} from {whence}, but the roll is {steps} (E2.1)."
        if (steps - near) % 2:
            number = "odd" if near % 2 else "even"
            return (
                f"A move is exactly {length}, and every path from {whence} to {space} takes an "
                f"{number} number (E2.1)."
            )
        return f"No path of {length} from {whence} to {space} enters each space only once (E2.2)."


class GoMove(Move):
    """The move to a space in reach (E2.5)."""

    __slots__ = ("reach",)

    def __init__(self, reach: Reach) -> None:
        super().__init__(
            "go",
            space=OneOf(reach.options, of="space", ways=reach.get_paths, why=reach.refuse_space),
        )
        self.reach = reach

    def refusal(self, values: Mapping[str, Any]) -> str | None:
        space = values.get("space")
        if type(space) is str and space in self.reach.ends and len(values) == 1:
            return None
        return super().refusal(values)  # formats the reason


def find_open_path(end: PathEnd, taken: int) -> Path:
    """Return the alphabetically first path to an end that passes no other piece."""
    for passed, path in end.paths:
        if not passed & taken:
            return path
    raise ValueError(f"every path to {end.space} passes another piece")


class BoardGrid:
    """A board of ``columns`` by ``rows`` spaces, named by column letter and row number.

    >>> grid = get_grid(8, 8)
    >>> grid.corners, grid.get_reach("d4", 2).options
    (('a1', 'a8', 'h1', 'h8'), ('b4', 'c3', 'c5', 'd2', 'd6', 'e3', 'e5', 'f4'))
    >>> grid.get_reach("a1", 3, grid.bit["b2"]).options, grid.get_reach("a1", 3).get_path("b1")
    (('a4', 'b3', 'c2', 'd1'), ('a2', 'b2', 'b1'))
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        letters = COLUMN_LETTERS[:columns]
        self.spaces = tuple(f"{letter}{row}" for letter in letters for row in range(1, rows + 1))
        """All spaces, in alphabetical order."""
        self.bit = {space: 1 << place for place, space in enumerate(self.spaces)}
        self.account_bits = {f"space:{space}": bit for space, bit in self.bit.items()} | {
            OUTSIDE: 0
        }
        """The bit of each space by its account; 0 for outside."""
        first, last = letters[0], letters[-1]
        self.corners = (f"{first}1", f"{first}{rows}", f"{last}1", f"{last}{rows}")
        self.neighbours = {
            space: self._get_neighbours(space, STRAIGHT_STEPS) for space in self.spaces
        }
        """The orthogonal neighbours of a space, in alphabetical order."""
        self.king_neighbours = {
            space: self._get_neighbours(space, KING_STEPS) for space in self.spaces
        }
        """The orthogonal and diagonal neighbours of a space, in alphabetical order."""
        self._ends: dict[tuple[str, int], PathEnds] = {}
        self._distances: dict[str, dict[str, int]] = {}
        self._reach: dict[tuple[str, int, int], Reach] = {}

    def __reduce__(self) -> tuple[Callable[[int, int], BoardGrid], tuple[int, int]]:
        """Pickle the grid as its size, so that each process has one grid per size."""
        return get_grid, (self.columns, self.rows)

    def _get_neighbours(self, space: str, steps: tuple[tuple[int, int], ...]) -> Path:
        column, row = COLUMN_LETTERS.index(space[0]), int(space[1])
        near = ((column + right, row + up) for right, up in steps)
        return tuple(
            f"{COLUMN_LETTERS[x]}{y}"
            for x, y in near
            if 0 <= x < self.columns and 1 <= y <= self.rows
        )

    def encode_spaces(self, spaces: Iterable[str]) -> int:
        """Return a set of spaces as a bit set."""
        return sum(map(self.bit.__getitem__, spaces))

    def distances(self, space: str) -> Mapping[str, int]:
        """Return the number of steps from a space to every other space.

        >>> get_grid(8, 8).distances("a1")["c8"]
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

    def find_nearest(self, spaces: Path, aims: Collection[str]) -> str | None:
        """Return the first of ``spaces`` with the fewest steps to an aim, or None without aims.

        >>> get_grid(8, 8).find_nearest(("d3", "d5", "e4"), ["a1", "h8"])
        'd3'
        """
        if not aims:
            return None
        return min(spaces, key=lambda space: min(map(self.distances(space).__getitem__, aims)))

    def get_reach(self, start: str, steps: int, taken: int = 0) -> Reach:
        """Return the spaces that a piece can reach.

        Args:
            start: A space, ``outside`` (any corner) or ``outside:<corner>``.
            steps: The exact length of the path.
            taken: The bit set of the spaces with other pieces.
        """
        ends = self.get_ends(start, steps)
        taken &= ends.passed
        key = (start, steps, taken)
        reach = self._reach.get(key)
        if reach is None:
            if len(self._reach) >= MAX_CACHED_RESULTS:
                self._reach.clear()
            reach = self._reach[key] = Reach(self, start, steps, ends.get_open_ends(taken), taken)
        return reach

    def get_ends(self, start: str, steps: int) -> PathEnds:
        """Return the ends of paths of this length on an empty board."""
        known = self._ends.get((start, steps))
        if known is None:
            known = self._ends[start, steps] = PathEnds(self._find_ends(start, steps))
        return known

    def count_steps(self, start: str, space: str) -> int:
        """Return the minimum number of steps to a space. Entering a corner counts as 1 (E2.4)."""
        if start in self.bit:
            return self.distances(start)[space]
        return 1 + min(self.distances(corner)[space] for corner in self._get_first_steps(start))

    def decode_spaces(self, bits: int) -> list[str]:
        """Return the spaces of a bit set."""
        return [space for space, own in self.bit.items() if own & bits]

    def _get_first_steps(self, start: str) -> Path:
        """Return the spaces that the first step may enter: from outside, the corners (E2.4)."""
        if start == OUTSIDE:
            return self.corners
        if start.startswith(OUTSIDE):
            return (start.partition(":")[2],)
        return self.neighbours[start]

    def _find_ends(self, start: str, steps: int) -> Iterator[PathEnd]:
        """Yield all ends of paths of this length, in alphabetical order (E2.2)."""
        found: dict[str, list[tuple[int, Path]]] = {}
        bit, beside = self.bit, self.neighbours

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

        # A path may not enter its start again, but does not pass it either.
        walk(self._get_first_steps(start), (), 0, bit.get(start, 0))
        for space in sorted(found):
            kept: list[tuple[int, Path]] = []
            union = 0
            for passed, path in sorted(found[space], key=lambda way: way[1]):
                if not any(earlier & passed == earlier for earlier, _ in kept):
                    kept.append((passed, path))
                    union |= passed
            yield PathEnd(space, union, tuple(kept))


STRAIGHT_STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))
KING_STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


def split_bits(spaces: int) -> Iterator[int]:
    """Yield each bit of a bit set separately.

    >>> list(split_bits(0b1011))
    [1, 2, 8]
    """
    while spaces:
        lowest = spaces & -spaces
        yield lowest
        spaces ^= lowest


@lru_cache(maxsize=32)
def get_grid(columns: int, rows: int) -> BoardGrid:
    """Return the shared grid of a size."""
    return BoardGrid(columns, rows)
