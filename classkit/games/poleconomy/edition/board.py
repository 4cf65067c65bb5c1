"""Reader for the board of an edition. It checks that the board is playable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from classkit.engine.editions import EditionFiles
from classkit.engine.errors import EditionError
from classkit.engine.schema import Entries, Section

from ..rules_data import CIRCUITS, INDEX_KINDS, SIDES, Corner, Index, Square

CIRCUIT_LENGTHS = {"inner": 32, "outer": 44}
INCOME_COUNTS = {"inner": 8, "outer": 4}
INFLATION_COUNTS = {"inner": 6, "outer": 13}
OWNABLE_COUNTS = {"company": 20, "advert": 25}
MAX_INFLATION_STEPS = 6


def read_squares(files: EditionFiles) -> dict[str, Square]:
    """Read both circuits in the clockwise order of travel (P1.2, P1.3)."""
    squares: dict[str, Square] = {}
    for circuit in CIRCUITS:
        wanted = CIRCUIT_LENGTHS[circuit]
        listed = files.get_rows(circuit, Entries(wanted, wanted, "squares"))
        row = [read_square(section, circuit, place) for place, section in enumerate(listed)]
        check_circuit(files.origin[circuit], circuit, row)
        squares |= {square.id: square for square in row}
    check_squares(files.origin["inner"], squares)
    return squares


def read_square(section: Section, circuit: str, place: int) -> Square:
    """Read one square. Raise EditionError if its id does not match its position."""
    section.get_text("id", among=(make_square_id(circuit, place),))
    square = section.read(Square, circuit=circuit, index=place)
    if square.kind == "inflation":
        section.get_int("number", 1, MAX_INFLATION_STEPS)
    return square


def make_square_id(circuit: str, place: int) -> str:
    """Return a square's id: the letter of its circuit and its position."""
    return f"{circuit[0].upper()}{place:02}"


def check_circuit(file: str, circuit: str, squares: list[Square]) -> None:
    """Check one circuit: its incomes, its inflation squares and their numbers, and its corners."""
    kinds = Counter[str](square.kind for square in squares)
    for kind, wanted in (
        ("income", INCOME_COUNTS[circuit]),
        ("inflation", INFLATION_COUNTS[circuit]),
    ):
        if kinds[kind] != wanted:
            reason = f"must have {wanted} {kind} squares, not {kinds[kind]}."
            raise EditionError(file, circuit, reason)
    numbers = {square.number for square in squares if square.kind == "inflation"}
    for number in range(1, MAX_INFLATION_STEPS + 1):
        if number not in numbers:
            reason = f"has no inflation square with number {number}; each of 1 to 6 must occur."
            raise EditionError(file, circuit, reason)
    side = len(squares) // SIDES
    for corner in range(SIDES):
        if squares[corner * side].kind != "income":
            where = f"{circuit}[{corner * side}].kind"
            raise EditionError(file, where, "must be income: it is a corner of the circuit.")


def check_squares(file: str, squares: Mapping[str, Square]) -> None:
    """Check the totals of both circuits, the names, and that there is exactly one Start."""
    kinds = Counter[str](square.kind for square in squares.values())
    for kind, wanted in OWNABLE_COUNTS.items():
        if kinds[kind] != wanted:
            reason = f"must have {wanted} squares of kind {kind} together, not {kinds[kind]}."
            raise EditionError(file, "inner and outer", reason)
    named: dict[str, str] = {}
    for square in squares.values():
        if square.name and named.setdefault(square.name, square.id) != square.id:
            where = f"{square.circuit}[{square.index}].name"
            reason = f"{square.name!r} is already the name of {named[square.name]}."
            raise EditionError(file, where, reason)
    starts = sum(square.start for square in squares.values())
    if starts != 1:
        raise EditionError(file, "inner and outer", f"must have one Start, not {starts}.")


def read_corners(files: EditionFiles) -> dict[str, Corner]:
    """Read the four Corner Squares and their adjacent income squares clockwise (P1.2)."""
    corners: dict[str, Corner] = {}
    for place, section in enumerate(
        files.get_rows("corners", Entries(SIDES, SIDES, "Corner Squares"))
    ):
        beside = {
            ring: make_square_id(ring, place * length // SIDES)
            for ring, length in CIRCUIT_LENGTHS.items()
        }
        corner = section.read(Corner, {"id": f"C{place}", **beside})
        for other in corners.values():
            if other.function == corner.function:
                reason = f"{corner.function} is already the function of {other.id}."
                raise section.make_error("function", reason)
        corners[corner.id] = corner
    return corners


def read_index(files: EditionFiles) -> Index:
    """Read the Inflation Index: the number and kind of each position (P1.2, P4)."""
    section, index = files.get_section("index"), files.read_table("index", Index)
    if len(index.kinds) != len(index):
        reason = f"must have {len(index)} entries, one for each number, not {len(index.kinds)}."
        raise section.make_error("kinds", reason)
    section.get_int("start_position", 0, len(index) - 1)
    counts = Counter(index.kinds)
    for kind in INDEX_KINDS:
        if not counts[kind]:
            raise section.make_error("kinds", f"must include {kind}.")
        if counts[kind] < counts["election"]:
            raise section.make_error("kinds", f"must have {kind} at least as often as election.")
        if kind not in index.colours:
            raise section.make_error(f"colours.{kind}", "is missing.")
    return index
