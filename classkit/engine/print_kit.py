"""Parts of a game for printing and playing on paper, as plain data.

A game describes its parts in :meth:`.Game.print_kit`. By default, they are derived from its board
and its ledger. ``classkit games NAME --print-and-play`` lays them out on pages without knowing the
game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from .board import SEAT_COLOURS, Board, Scene

if TYPE_CHECKING:
    from .state import GameState


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card to cut out.

    Args:
        title: Name of the card.
        lines: Paragraphs below the name, such as the effect and its clause.
        head: Group of the card, such as its sector, printed in the strip at the top.
        value: Short text in the corner, such as points.
        colour: Colour of the strip, such as "#2980b9".
        code: Id of the card, as typed in afterwards. It is printed at the bottom.
        back: Text on the back, if it differs from the set's.
        count: Number of copies.

    Example:
        >>> PrintedCard("Tax Rebate", ("Each company receives $50 (Q8.14).",), count=2).count
        2
    """

    title: str
    lines: tuple[str, ...] = ()
    head: str = ""
    value: str = ""
    colour: str = ""
    code: str = ""
    back: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class CardSet:
    """Cards that are kept together, such as a deck.

    Args:
        title: Name of the set.
        cards: The cards.
        note: What to do with the cards before the first turn.
        back: Text on every back. If the set and its cards have none, it has no backs.
        on_board: True if the cards are placed on spaces, so that they must fit on one.

    Example:
        >>> CardSet("Events", (PrintedCard("Drought"), PrintedCard("Gold Rush", count=2))).total
        3
    """

    title: str
    cards: tuple[PrintedCard, ...]
    note: str = ""
    back: str = ""
    on_board: bool = False

    @property
    def total(self) -> int:
        """The number of cards to cut out."""
        return sum(card.count for card in self.cards)

    @property
    def has_backs(self) -> bool:
        """True if the cards are printed on both sides."""
        return bool(self.back) or any(card.back for card in self.cards)


@dataclass(frozen=True, slots=True)
class PrintedNote:
    """A bank note of the game's currency.

    Args:
        value: Value in the currency.
        count: Number of notes.

    Example:
        >>> sum(note.value * note.count for note in (PrintedNote(500, 2), PrintedNote(20, 5)))
        1100
    """

    value: int
    count: int


@dataclass(frozen=True, slots=True)
class CounterSet:
    """Counters or pieces of one kind.

    Args:
        title: Name of one counter.
        counts: Number of counters by the number of units that each is worth.
        colour: Colour of the counters.
        shape: "square" for counters, "disc" for the pieces that move on the board.
        note: What to do with them.

    Example:
        >>> CounterSet("gold", {1: 10, 5: 8}).units
        50
    """

    title: str
    counts: Mapping[int, int]
    colour: str = ""
    shape: Literal["square", "disc"] = "square"
    note: str = ""

    @property
    def total(self) -> int:
        """The number of counters to cut out."""
        return sum(self.counts.values())

    @property
    def units(self) -> int:
        """The number of units that all counters are worth."""
        return sum(value * count for value, count in self.counts.items())


@dataclass(frozen=True, slots=True)
class RecordForm:
    """A form to fill in during the match.

    Args:
        title: Name of the form.
        columns: Headings of the columns, with their relative widths.
        rows: Number of rows on a page.
        copies: Number of pages.
        note: How to fill it in.
        first: Texts in the first column, such as spaces, if rows are not numbered.

    Example:
        >>> RecordForm("Record", (("Turn", 1), ("Player", 1))).rows
        22
    """

    title: str
    columns: tuple[tuple[str, float], ...]
    rows: int = 22
    copies: int = 3
    note: str = ""
    first: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintKit:
    """All parts of a game on paper.

    Args:
        board: The board, or None if the game has none.
        scene: The texts and colours of the board's spaces before the first turn.
        cards: The sets of cards.
        notes: The bank notes, largest first.
        counters: The counters.
        pieces: The pieces that move on the board.
        records: The forms to fill in.
        bring: What else is needed, such as dice.
        setup: Sentences on how to lay out the parts, each with its clause.
        licence_text: Full text of the licence, if copies must contain it.

    Example:
        >>> PrintKit(bring=("1 die with 6 sides",)).cards
        ()
    """

    board: Board | None = None
    scene: Scene | None = None
    cards: tuple[CardSet, ...] = ()
    notes: tuple[PrintedNote, ...] = ()
    counters: tuple[CounterSet, ...] = ()
    pieces: tuple[CounterSet, ...] = ()
    records: tuple[RecordForm, ...] = ()
    bring: tuple[str, ...] = ()
    setup: tuple[str, ...] = ()
    licence_text: str = ""


# --- parts of any game ----------------------------------------------------------------------------

USUAL_VALUES = (1, 5, 10, 50)
"""Values of counters that stand for several units."""
MAX_SINGLE_COUNTERS = 40
"""Largest supply that is printed as counters of 1 only."""
COUNTERS_EACH = 20
"""Number of counters of each value in a larger supply, before the rest is split."""
OPEN_SUPPLY = 40
"""Number of counters of a unit that the rules create without a limit."""
NOTE_COUNTS = 20
"""Number of notes of each value, if the game does not declare its notes."""
NOTE_STEPS = (1, 2, 5)


def make_print_kit(game: Any, table: GameState, board: Board | None) -> PrintKit:
    """Return the parts of a game, from its board and its ledger.

    Titles in the ledger become cards, other units become counters, and money becomes notes.

    Args:
        game: The game.
        table: The state after set-up, before the first roll.
        board: The game's board, or None if it has none of its own.

    Returns:
        The parts. A game that knows more about them overrides :meth:`.Game.print_kit`.

    Example:
        >>> import classkit
        >>> match = classkit.new("poleconomy", seats=2, seed=1)
        >>> kit = make_print_kit(match.game, match.table, None)
        >>> [form.title for form in kit.records], kit.board is None
        (['Record of the match'], True)
    """
    scene = game.scene(table) if board is not None else None
    pieces = {piece.id: piece for piece in scene.pieces} if scene else {}
    names = {space.id: space.title for space in board.spaces} if board else {}
    names = {**names, **game.thing_titles(table)}
    cards = tuple(
        PrintedCard(names.get(title) or title, code=title)
        for title in table.ledger.titles
        if title not in pieces
    )
    return PrintKit(
        board=board,
        scene=scene,
        cards=(CardSet("Cards", cards),) if cards else (),
        notes=make_notes(count_money(game, table)),
        counters=tuple(make_counters(game, table)),
        pieces=make_pieces(table.seats) if board is not None else (),
        records=make_records(table.seats),
    )


def name_unit(game: Any, unit: str) -> str:
    """Return the name of one unit of the ledger.

    >>> from classkit.engine.registry import find
    >>> name_unit(find("opoly"), "house")
    'house'
    """
    words = game.words.units.get(unit, unit.replace("_", " "))
    return words if isinstance(words, str) else words[0]


def count_money(game: Any, table: GameState) -> int:
    """Return the money that the game begins with, or 0 if it has no money."""
    held = table.ledger.balances.get(table.money, {})
    return sum(amount for amount in held.values() if amount > 0) if game.currency else 0


def make_counters(game: Any, table: GameState) -> Iterable[CounterSet]:
    """Yield the counters of all units but money and points."""
    money = {table.money if game.currency else "", "points"}
    for place, (unit, held) in enumerate(table.ledger.balances.items()):
        if unit in money:
            continue
        supply = sum(amount for amount in held.values() if amount > 0)
        yield CounterSet(
            name_unit(game, unit),
            split_units(supply or OPEN_SUPPLY),
            SEAT_COLOURS[place % len(SEAT_COLOURS)],
            note="" if supply else "the supply is not limited, so write more if you need them",
        )


def split_units(supply: int, values: Sequence[int] = USUAL_VALUES) -> dict[int, int]:
    """Split a supply into counters that are worth one or several units.

    Args:
        supply: Number of units.
        values: Values of counters, smallest first. The first must be 1.

    Returns:
        Number of counters by value. Together they are worth exactly the supply.

    Example:
        >>> split_units(12), split_units(400)
        ({1: 12}, {1: 20, 5: 20, 10: 23, 50: 1})
    """
    if supply <= MAX_SINGLE_COUNTERS:
        return {1: supply}
    counts, left = dict.fromkeys(values, 0), supply
    for value in values:
        share = min(COUNTERS_EACH, left // value)
        counts[value] += share
        left -= share * value
    for value in reversed(values):
        counts[value] += left // value
        left %= value
    return {value: count for value, count in counts.items() if count}


def make_notes(total: int) -> tuple[PrintedNote, ...]:
    """Return notes for a game that does not declare any, largest first.

    Args:
        total: Money at the beginning of the match, which determines the largest note.

    Returns:
        The notes; none if the game has no money.

    Example:
        >>> [(note.value, note.count) for note in make_notes(80)]
        [(50, 20), (20, 20), (10, 20), (5, 20), (2, 20), (1, 20)]
        >>> make_notes(0)
        ()
    """
    if total <= 0:
        return ()
    values = [step * 10**power for power in range(len(str(total))) for step in NOTE_STEPS]
    fitting = [value for value in values if value <= total][-MAX_NOTE_VALUES:]
    return tuple(PrintedNote(value, NOTE_COUNTS) for value in reversed(fitting))


MAX_NOTE_VALUES = 7
"""Maximum number of different notes, if the game does not declare its notes."""


def make_pieces(
    seats: Sequence[str], title: str = "Piece", each: int = 1
) -> tuple[CounterSet, ...]:
    """Return one piece for each seat, in the seat's colour.

    Args:
        seats: The seats.
        title: Name of a piece.
        each: Number of pieces of each seat.

    Returns:
        A set of counters for each seat.

    Example:
        >>> [piece.title for piece in make_pieces("AB")]
        ['Piece A', 'Piece B']
    """
    return tuple(
        CounterSet(f"{title} {seat}", {1: each}, SEAT_COLOURS[at % len(SEAT_COLOURS)], "disc")
        for at, seat in enumerate(seats)
    )


def make_records(seats: Sequence[str], scores: str = "money") -> tuple[RecordForm, ...]:
    """Return the form that fits every game: one line for each roll, draw and decision.

    Args:
        seats: The seats, each with a column for its score.
        scores: What is written in the columns of the seats.

    Returns:
        One form.

    Example:
        >>> [name for name, _ in make_records("AB")[0].columns]
        ['Turn', 'Player', 'Dice or card', 'Question', 'Answer', 'A', 'B']
    """
    columns = (
        ("Turn", 1.0), ("Player", 1.2), ("Dice or card", 2.2), ("Question", 3.0), ("Answer", 3.0),
    )  # fmt: skip
    note = (
        "Write one line for each roll, each card that is drawn, and each answer of a player, in "
        f"the order in which they happen. At the end of a turn, write every player's {scores}."
    )
    wide = tuple((seat, 1.0) for seat in seats)
    return (RecordForm("Record of the match", (*columns, *wide), note=note),)
