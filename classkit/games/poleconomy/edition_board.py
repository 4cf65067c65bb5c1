"""The board of an edition: squares, corners and index, and whether they can be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from classkit.engine.editions import Files
from classkit.engine.errors import EditionError
from classkit.engine.sections import Section, rows

from .edition import CIRCUITS, CORNER_FUNCTIONS, INDEX_KINDS, SQUARE_KINDS, Corner, Index, Square

LENGTHS = {"inner": 32, "outer": 44}
INCOMES = {"inner": 8, "outer": 4}
INFLATIONS = {"inner": 6, "outer": 13}
COUNTS = {"company": 20, "advert": 25}
CORNERS = 4
INCOME_MAX = 100
INFLATION_MAX = 6
NUMBER_MAX = 20
INDEX_MIN, INDEX_MAX = 4, 40
COLOURS = (
    "blue", "red", "green", "purple", "orange", "sky", "gold", "yellow", "rose", "grey", "sand",
)  # fmt: skip
NAME_MAX = 60


def read_squares(files: Files) -> dict[str, Square]:
    """Both circuits, in the clockwise order of travel (P1.2, P1.3)."""
    squares: dict[str, Square] = {}
    for circuit in CIRCUITS:
        listed = listing(files, circuit, LENGTHS[circuit], "squares")
        row = [read_square(section, circuit, place) for place, section in enumerate(listed)]
        check_circuit(files.origin[circuit], circuit, row)
        squares |= {square.id: square for square in row}
    check_squares(files.origin["inner"], squares)
    return squares


def listing(files: Files, key: str, wanted: int, what: str) -> list[Section]:
    """A list of so many tables at a top-level key."""
    file = files.origin.get(key, "")
    if key not in files.data:
        raise EditionError(file, key, "this list is missing.")
    listed = rows(file, key, files.data[key])
    if len(listed) != wanted:
        raise EditionError(file, key, f"must have {wanted} {what}, not {len(listed)}.")
    return listed


def read_square(section: Section, circuit: str, place: int) -> Square:
    """One square: its id must say its place, its other keys depend on its kind."""
    name = f"{circuit[0].upper()}{place:02}"
    section.text("id", among=(name,))
    kind = section.text("kind", among=SQUARE_KINDS)
    if kind in ("company", "advert"):
        section.only("id", "kind", "name", "sector")
        return Square(
            name, circuit, place, kind,
            name=section.text("name", NAME_MAX), sector=section.text("sector", NAME_MAX),
        )  # fmt: skip
    if kind == "inflation":
        section.only("id", "kind", "number")
        return Square(name, circuit, place, kind, number=section.whole("number", 1, INFLATION_MAX))
    section.only("id", "kind", "number", "start", "savings", "opportunity")
    return Square(
        name, circuit, place, kind,
        number=section.whole("number", 1, INCOME_MAX),
        start=section.flag("start", False),
        savings=section.flag("savings", False),
        opportunity=section.flag("opportunity", False),
    )  # fmt: skip


def check_circuit(file: str, circuit: str, squares: list[Square]) -> None:
    """Counts of one circuit: incomes, inflation squares and their numbers, its corners."""
    kinds = Counter(square.kind for square in squares)
    for kind, wanted in (("income", INCOMES[circuit]), ("inflation", INFLATIONS[circuit])):
        if kinds[kind] != wanted:
            reason = f"must have {wanted} {kind} squares, not {kinds[kind]}."
            raise EditionError(file, circuit, reason)
    numbers = {square.number for square in squares if square.kind == "inflation"}
    for number in range(1, INFLATION_MAX + 1):
        if number not in numbers:
            reason = f"has no inflation square with number {number}; each of 1 to 6 must occur."
            raise EditionError(file, circuit, reason)
    side = len(squares) // CORNERS
    for corner in range(CORNERS):
        if squares[corner * side].kind != "income":
            where = f"{circuit}[{corner * side}].kind"
            raise EditionError(file, where, "must be income: it is a corner of the circuit.")


def check_squares(file: str, squares: Mapping[str, Square]) -> None:
    """Counts over both circuits, names, and the one Start."""
    kinds = Counter(square.kind for square in squares.values())
    for kind, wanted in COUNTS.items():
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


def read_corners(files: Files) -> dict[str, Corner]:
    """The four Corner Squares, clockwise, each beside its two income squares (P1.2)."""
    corners: dict[str, Corner] = {}
    for place, section in enumerate(listing(files, "corners", CORNERS, "Corner Squares")):
        section.only("id", "name", "function", "inner", "outer")
        name = section.text("id", among=(f"C{place}",))
        function = section.text("function", among=CORNER_FUNCTIONS)
        for other in corners.values():
            if other.function == function:
                reason = f"{function} is already the function of {other.id}."
                raise section.refuse("function", reason)
        inner, outer = (
            section.text(circuit, among=(f"{circuit[0].upper()}{place * length // CORNERS:02}",))
            for circuit, length in LENGTHS.items()
        )
        corners[name] = Corner(name, section.text("name", NAME_MAX), function, inner, outer)
    return corners


def read_index(files: Files) -> Index:
    """The Inflation Index: numbers and kinds of its positions (P1.2, P4)."""
    section = files.section("index")
    section.only("numbers", "kinds", "start_position", "start_arrow", "colours")
    numbers = section.wholes("numbers", 1, NUMBER_MAX)
    kinds = section.texts("kinds", INDEX_KINDS)
    if not INDEX_MIN <= len(numbers) <= INDEX_MAX:
        reason = f"must have {INDEX_MIN} to {INDEX_MAX} positions, not {len(numbers)}."
        raise section.refuse("numbers", reason)
    if len(kinds) != len(numbers):
        reason = f"must have {len(numbers)} entries, as many as numbers, not {len(kinds)}."
        raise section.refuse("kinds", reason)
    counts = Counter(kinds)
    for kind in INDEX_KINDS:
        if not counts[kind]:
            raise section.refuse("kinds", f"{kind} must occur.")
        if counts[kind] < counts["election"]:
            raise section.refuse("kinds", f"{kind} must not be rarer than election.")
    colours = section.section("colours")
    colours.only(*INDEX_KINDS)
    return Index(
        tuple(numbers),
        tuple(kinds),
        section.whole("start_position", 0, len(numbers) - 1),
        section.text("start_arrow", among=("clockwise", "anticlockwise")),
        {kind: colours.text(kind, among=COLOURS) for kind in INDEX_KINDS},
    )
