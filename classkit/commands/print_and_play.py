"""A game on paper: pages with its board, cards, notes, counters and forms, as one HTML file.

Every page is a block of fixed size that fits the printable area of A4 and of Letter, so both papers
have the same pages, and no part is split between two of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import Any

from classkit.engine.board import Board, Scene
from classkit.engine.currency import Currency
from classkit.engine.errors import ClasskitError
from classkit.engine.history import make_first_state
from classkit.engine.match import Match
from classkit.engine.print_kit import CardSet, CounterSet, PrintedCard, PrintKit, RecordForm
from classkit.engine.rulebook_text import format_count
from classkit.jinja_templates import render_template

from .printed_board import BoardPlan, draw_tile, name_seats, plan_board, read_colour
from .printed_text import MM_PER_POINT, FittedText, fit_text, wrap_text
from .rule_sheet import read_sheet

PAGE_WIDTH, PAGE_HEIGHT = 186.0, 257.0
"""Size of a page in millimetres. With margins of 10 mm, it fits on A4 and on Letter."""
HEAD_HEIGHT = 9.0
"""Height of the line at the top of each page."""
BODY_HEIGHT = PAGE_HEIGHT - HEAD_HEIGHT
CARD_SIZE, SMALL_CARD_SIZE = (62.0, 49.0), (46.4, 35.0)
MAX_SMALL_TEXT = 100
"""Maximum number of characters below the name of a card that is printed small."""
NOTE_SIZE = (46.4, 24.6)
COUNTER_SIZE = (18.5, 18.5)
STRIP_HEIGHT, CODE_HEIGHT = 6.0, 4.0
LETTER_WIDTH, CELL_PADDING = 2.1, 2.0
SLACK = 2.0
"""Millimetres by which a card is smaller than the space on which it is placed."""
MAX_PARTS = 4_000
"""Maximum number of cards, notes and counters, which is more than a hundred pages."""
CONTENTS_ROWS = (20, 34)
"""Lines of the list of parts on the first page, and on further pages."""
LICENCE_SIZE = 7.0
NO_TEXT = FittedText(8, ())
NOTE_TINTS = ("#e7f0e2", "#f6e8d5", "#e0ecf6", "#f7e3e3", "#ece4f4", "#f4f1d8", "#e3f1ef")


@dataclass(frozen=True)
class Cell:
    """One part to cut out. Its texts are already fitted to its size."""

    kind: str
    name: str
    """What the part is, to count it."""
    title: FittedText
    body: FittedText = NO_TEXT
    head: FittedText = NO_TEXT
    value: str = ""
    code: FittedText = NO_TEXT
    colour: str = ""
    ink: str = "#000"
    back: FittedText = NO_TEXT


@dataclass
class Page:
    """One page. ``kind`` chooses its part of the template."""

    kind: str
    title: str
    note: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Part:
    """One line of the list of parts."""

    title: str
    count: str
    pages: list[Page]
    note: str = ""


def write_kit(match: Match, path: Path) -> None:
    """Write the print-and-play pages of a game. Raise ClasskitError if the file exists.

    ``match`` determines the edition, the options and the seats.
    """
    if path.exists():
        raise ClasskitError(f"{path} already exists. Choose another name, or move the file.")
    text = render_kit(match)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ClasskitError(f"{path} cannot be written: {error.strerror}.") from error


def render_kit(match: Match) -> str:
    """Return the print-and-play pages of a match's game as one HTML page.

    >>> import classkit
    >>> page = render_kit(classkit.new("economy", seats=3))
    >>> page.count('data-part="Property: motor-3"'), "<script" in page
    (1, False)
    """
    game: Any = match.game
    table = make_first_state(
        game, lambda: game.set_up(match.seats, match.options, match.edition)
    )  # fmt: skip
    kit: PrintKit = game.print_kit(table)
    check_size(game, kit)
    parts = list(make_parts(kit, table.currency))
    front = make_front(match, kit, parts)
    pages = [*front, *place_pages(len(front), parts)]
    pages += make_licence(kit)
    number = {id(page): at for at, page in enumerate(pages, start=1)}
    return render_template(
        __package__,
        "print_and_play.html.j2",
        game=game,
        title=game.title,
        pages=pages,
        width=PAGE_WIDTH,
        height=PAGE_HEIGHT,
        span=lambda part: format_span([number[id(page)] for page in part.pages]),
    )


def check_size(game: Any, kit: PrintKit) -> None:
    """Raise ClasskitError if a game has more parts than anybody would cut out."""
    total = (
        sum(cards.total for cards in kit.cards)
        + sum(note.count for note in kit.notes)
        + sum(counter.total for counter in (*kit.counters, *kit.pieces))
    )
    if total > MAX_PARTS:
        raise ClasskitError(
            f"{game.title} has {total:,} parts to cut out; the maximum is {MAX_PARTS:,}. Choose an "
            "edition with fewer parts, or let the game declare counters of higher values "
            "(Game.print_kit)."
        )


def format_span(numbers: Sequence[int]) -> str:
    """Format the numbers of consecutive pages.

    >>> format_span([4, 5, 6]), format_span([3])
    ('4 to 6', '3')
    """
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


# --- parts ----------------------------------------------------------------------------------------


def make_parts(kit: PrintKit, currency: Currency) -> Iterator[Part]:
    """Yield the parts of a game with their pages, in the order of the pages."""
    plan = None
    if kit.board is not None:
        scene = kit.scene or Scene()
        plan = plan_board(kit.board, PAGE_WIDTH, BODY_HEIGHT)
        yield make_board_part(kit.board, scene, plan)
    for cards in kit.cards:
        size = fit_on_board(kit.board, plan) if cards.on_board else choose_size(cards)
        cells = [
            make_card_cell(cards, card, size) for card in cards.cards for _ in range(card.count)
        ]
        note = cards.note + (" Printed on both sides." if cards.has_backs else "")
        pages = make_grid_pages(cards.title, cells, size, cards.has_backs)
        yield Part(cards.title, format_count(cards.total, "card"), pages, note.strip())
    if kit.notes:
        cells = [
            make_note_cell(currency.attach(f"{note.value:,}"), place)
            for place, note in enumerate(kit.notes)
            for _ in range(note.count)
        ]
        worth = currency.attach(f"{sum(note.value * note.count for note in kit.notes):,}")
        each = ", ".join(f"{note.count} × {currency.attach(f'{note.value:,}')}"
                         for note in kit.notes)  # fmt: skip
        pages = make_grid_pages("Money", cells, NOTE_SIZE)
        yield Part("Money", format_count(len(cells), "note"), pages, f"{each}: {worth} in total.")
    counters = (*kit.pieces, *kit.counters)
    if counters:
        cells = [
            make_counter_cell(one, units)
            for one in counters
            for units, count in one.counts.items()
            for _ in range(count)
        ]
        pages = make_grid_pages("Pieces and counters", cells, COUNTER_SIZE)
        notes = "; ".join(describe_counters(one) for one in counters)
        yield Part("Pieces and counters", format_count(len(cells), "part"), pages, notes + ".")
    for sheet in kit.records:
        pages = [
            Page("record", sheet.title, sheet.note, {"sheet": sheet, **measure_rows(sheet)})
            for _ in range(sheet.copies)
        ]
        note = "Copy more if the match is long." if sheet.copies > 1 else ""
        yield Part(sheet.title, format_count(sheet.copies, "page"), pages, note)


def measure_rows(sheet: RecordForm) -> dict[str, Any]:
    """Return the columns' widths in per cent, the texts of the rows, and their height.

    The texts of the first column continue in later columns of the same name.
    """
    names = [name for name, _ in sheet.columns]
    labels = [at for at, name in enumerate(names) if name == names[0]] if sheet.first else []
    rows = ceil(len(sheet.first) / len(labels)) if labels else sheet.rows
    texts = [[""] * len(names) for _ in range(rows)]
    for at, text in enumerate(sheet.first):
        texts[at % rows][labels[at // rows]] = text
    return {
        "widths": measure_columns(sheet),
        "rows": texts,
        "high": round((BODY_HEIGHT - 24) / (rows + 1), 2),
    }


def measure_columns(sheet: RecordForm) -> list[float]:
    """Return the columns' widths in per cent. The longest word of each heading fits in its column.

    What narrow columns lack is taken from the widest one.

    >>> from classkit.engine.print_kit import RecordForm
    >>> measure_columns(RecordForm("Record", (("Round", 1), ("What", 99))))
    [6.72, 93.28]
    """
    whole = sum(width for _, width in sheet.columns)
    widths = [100 * width / whole for _, width in sheet.columns]
    words = [max(map(len, name.split()), default=0) for name, _ in sheet.columns]
    least = [100 * (LETTER_WIDTH * word + CELL_PADDING) / PAGE_WIDTH for word in words]
    widest = widths.index(max(widths))
    fitted = [max(pair) for pair in zip(widths, least, strict=True)]
    fitted[widest] -= sum(fitted) - 100
    widths = fitted if fitted[widest] >= least[widest] else widths
    return [round(width, 2) for width in widths]


def describe_counters(counters: CounterSet) -> str:
    """Return a line about counters, such as "gold: 20 × 1, 8 × 5 (60)"."""
    each = ", ".join(f"{count} × {units}" for units, count in counters.counts.items())
    if list(counters.counts) == [1]:
        each = str(counters.total)
    else:
        each += f" ({counters.units:,})"
    note = f", {counters.note.rstrip('.')}" if counters.note else ""
    return f"{counters.title}: {each}{note}"


def make_board_part(board: Board, scene: Scene, plan: BoardPlan) -> Part:
    """Return the pages of the board."""
    pages = [
        Page(
            "board",
            "Board" if len(plan.tiles) == 1 else
            f"Board, row {tile.row + 1} of {plan.rows}, column {tile.column + 1} of {plan.columns}",
            facts={"drawing": draw_tile(board, scene, plan, tile)},
        )
        for tile in plan.tiles
    ]  # fmt: skip
    size = f"{board.width * plan.scale / 10:.0f} by {board.height * plan.scale / 10:.0f} cm"
    note = f"{size}."
    if len(pages) > 1:
        note += " Cut along the outer edges, glue each page over the dashed lines of the page "
        note += "before it, and let the arrows meet."
    return Part("Board", format_count(len(pages), "page"), pages, note)


def fit_on_board(board: Board | None, plan: BoardPlan | None) -> tuple[float, float]:
    """Return the size of a card that fits on the smallest space of the commonest kind."""
    if board is None or plan is None or not board.spaces:
        return CARD_SIZE
    sizes = [(space.w, space.h) for space in board.spaces]
    usual = max(set(sizes), key=sizes.count)
    wide, high = (side * plan.scale - SLACK for side in usual)
    return min(wide, CARD_SIZE[0]), min(high, CARD_SIZE[1])


def choose_size(cards: CardSet) -> tuple[float, float]:
    """Return the size of the cards of a set, which depends on the longest text."""
    longest = max((sum(map(len, card.lines)) for card in cards.cards), default=0)
    return SMALL_CARD_SIZE if longest <= MAX_SMALL_TEXT else CARD_SIZE


def make_card_cell(cards: CardSet, card: PrintedCard, size: tuple[float, float]) -> Cell:
    """Return a card with its texts fitted to its size."""
    wide, high = size[0] - 3, size[1] - STRIP_HEIGHT - CODE_HEIGHT - 2
    titled = high * 0.36 if card.lines else high
    colour = read_colour(card.colour) or "#e4e4e4"
    return Cell(
        "card",
        f"{cards.title}: {card.code or card.title}",
        fit_text(name_seats(card.title), wide, titled, 12, 6, bold=True),
        fit_text([name_seats(line) for line in card.lines], wide, high - titled, 9, 5),
        fit_text(name_seats(card.head), wide - 8, STRIP_HEIGHT - 1, 8.5, 5, bold=True),
        card.value,
        fit_text(card.code, wide, CODE_HEIGHT - 0.6, 7, 4),
        colour,
        choose_ink(colour),
        fit_text(card.back or cards.back, size[0] - 6, size[1] - 6, 13, 6),
    )


def make_note_cell(text: str, place: int) -> Cell:
    """Return a bank note."""
    title = fit_text(text, NOTE_SIZE[0] - 6, NOTE_SIZE[1] - 8, 17, 6, bold=True)
    return Cell("note", f"note: {text}", title, colour=NOTE_TINTS[place % len(NOTE_TINTS)])


def make_counter_cell(counters: CounterSet, units: int) -> Cell:
    """Return a counter or a piece."""
    wide = COUNTER_SIZE[0] - (5 if counters.shape == "disc" else 2.5)
    colour = read_colour(counters.colour) or "#d8d8d8"
    return Cell(
        counters.shape,
        f"counter: {counters.title} × {units}",
        fit_text(name_seats(counters.title), wide, 8, 8, 4.5, bold=True),
        value="" if list(counters.counts) == [1] else f"{units:,}",
        colour=colour,
        ink=choose_ink(colour),
    )


def choose_ink(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour.

    >>> choose_ink("#fef200"), choose_ink("#0072bb")
    ('#000', '#fff')
    """
    digits = colour.lstrip("#")
    if len(digits) in (3, 4):
        digits = "".join(2 * digit for digit in digits)
    red, green, blue = (int(digits[at : at + 2] or "0", 16) for at in (0, 2, 4))
    return "#000" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#fff"


# --- pages ----------------------------------------------------------------------------------------


def make_grid_pages(
    title: str, cells: Sequence[Cell], size: tuple[float, float], backs: bool = False
) -> list[Page]:
    """Lay out cells on pages. Each page of fronts is followed by its backs, mirrored.

    The mirror is the long edge, and the grid is centred, so fronts and backs meet on every paper.
    """
    columns = int((PAGE_WIDTH + 0.01) // size[0])
    rows = int((BODY_HEIGHT + 0.01) // size[1])
    pages = []
    facts = {"columns": columns, "wide": round(size[0], 2), "high": round(size[1], 2)}
    for start in range(0, len(cells), columns * rows):
        shown = list(cells[start : start + columns * rows])
        note = "Cut along the lines."
        if backs:
            note += " The backs are on the next page: print both sides, flipped on the long edge."
        pages.append(Page("cells", title, note, {**facts, "cells": shown}))
        if backs:
            blank: list[Cell | None] = [None] * (-len(shown) % columns)
            full = [*shown, *blank]
            turned = [
                cell
                for row in range(ceil(len(full) / columns))
                for cell in reversed(full[row * columns : (row + 1) * columns])
            ]
            pages.append(Page("backs", f"{title}: backs", "", {**facts, "cells": turned}))
    return pages


def place_pages(before: int, parts: Iterable[Part]) -> list[Page]:
    """Return all pages in order. Fronts with backs begin on an odd page, as printers need it."""
    pages: list[Page] = []
    for part in parts:
        two_sided = any(page.kind == "backs" for page in part.pages)
        if two_sided and (before + len(pages)) % 2:
            pages.append(Page("blank", "Notes", "The next page has backs, so it begins a sheet."))
        pages += part.pages
    return pages


def make_front(match: Match, kit: PrintKit, parts: Sequence[Part]) -> list[Page]:
    """Return the first pages: credits, list of parts, set-up, and how to type the match in."""
    game: Any = match.game
    licence = fit_text(game.licence, PAGE_WIDTH, 14, 9, 6) if game.licence else None
    first, more = CONTENTS_ROWS
    chunks = [parts[:first], *(parts[at : at + more] for at in range(first, len(parts), more))]
    facts = {
        "authors": fit_text(f"By {game.authors}" if game.authors else "", PAGE_WIDTH, 12, 12, 7),
        "heading": fit_text(game.title, PAGE_WIDTH, 22, 26, 10, bold=True),
        "edition": fit_text(describe_edition(match), PAGE_WIDTH, 6, 11, 6),
        "licence": licence,
    }
    pages = [
        Page("contents", "Print and play", facts={**facts, "parts": chunk, "first": at == 0})
        for at, chunk in enumerate(chunks)
    ]
    setup = [name_seats(line) for line in kit.setup]
    call = fit_text(format_call(match), PAGE_WIDTH - 6, 16, 9, 5)
    start = {"setup": setup, "bring": kit.bring, "call": call, "about": game.about}
    start["has_sheet"] = has_sheet(game)
    return [*pages, Page("start", "Before you play", facts=start)]


def has_sheet(game: Any) -> bool:
    """Return whether a game has a sheet with its rules on one page."""
    try:
        return bool(read_sheet(game))
    except ClasskitError:
        return False


def describe_edition(match: Match) -> str:
    """Return the edition, the number of seats and the changed options as a line."""
    edition = getattr(match.edition, "title", "") or getattr(match.edition, "id", "")
    seats = format_count(len(match.seats), "player")
    changed = [f"{name} = {value}" for name, value in list_changed(match).items()]
    return ", ".join(str(part) for part in (edition, f"for {seats}", *changed) if part)


def list_changed(match: Match) -> dict[str, Any]:
    """Return the options that differ from their defaults."""
    chosen = dict(match.options)
    return {
        option.name: chosen[option.name]
        for option in match.game.options
        if chosen.get(option.name, option.default) != option.default
    }


def format_call(match: Match) -> str:
    """Return the call that starts a match with outcomes entered by hand.

    >>> import classkit
    >>> format_call(classkit.new("economy", seats=3, options={"placement": "demo"}))
    "classkit.table('economy', seats=3, options={'placement': 'demo'}, luck='by_hand')"
    """
    edition = getattr(match.edition, "id", "")
    shipped = list(match.game.editions())
    arguments = [repr(match.game.name), f"seats={len(match.seats)}"]
    if edition and edition != next(iter(shipped), edition):
        arguments.append(f"edition={edition!r}" if edition in shipped else "edition='YOUR EDITION'")
    if changed := list_changed(match):
        arguments.append(f"options={changed!r}")
    return f"classkit.table({', '.join(arguments)}, luck='by_hand')"


def make_licence(kit: PrintKit) -> list[Page]:
    """Return pages with the full text of the licence, if copies of the game must contain it."""
    room = PAGE_WIDTH / (LICENCE_SIZE * MM_PER_POINT)
    lines = [
        line for text in kit.licence_text.splitlines() for line in (wrap_text(text, room) or [""])
    ]
    each = int(BODY_HEIGHT / (LICENCE_SIZE * MM_PER_POINT * 1.25))
    return [
        Page("licence", "Licence", facts={"lines": lines[at : at + each], "size": LICENCE_SIZE})
        for at in range(0, len(lines), each)
    ]
