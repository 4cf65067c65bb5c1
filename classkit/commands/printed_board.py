"""A board on paper: the pages to glue together, and the drawing of each page as SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

from classkit.engine.board import TONE_COLOURS, Board, Decor, Scene, Space, SpaceLook

from .printed_text import LINE_HEIGHT, MM_PER_POINT, fit_text

MAX_TILES = 4
"""Maximum number of pages of a board."""
MAX_SPACE_MM = 62.0
"""Size above which small spaces are not enlarged further."""
OVERLAP = 5.0
"""Millimetres of drawing beyond a cut, which are covered by the next page when glued."""
MARK = 4.0
"""Length of a cutting mark in millimetres."""
ROOMY = 42.0
"""Height in millimetres of a space whose name is at the top, to leave room for counters."""


class Tile(NamedTuple):
    """The part of a board that is on one page, in the board's units."""

    row: int
    column: int
    left: float
    top: float
    right: float
    bottom: float


class BoardPlan(NamedTuple):
    """How a board is divided into pages."""

    scale: float
    """Millimetres for each unit of the board."""
    tiles: tuple[Tile, ...]
    columns: int
    rows: int


def plan_board(board: Board, width: float, height: float) -> BoardPlan:
    """Divide a board into at most :data:`MAX_TILES` pages, as large as they allow.

    Cuts split as few spaces as possible.

    >>> board = Board(100, 100, tuple(Space(f"a{x}", x, 50, 25, 25) for x in (12.5, 37.5, 87.5)))
    >>> plan = plan_board(board, 180, 240)
    >>> plan.columns, plan.rows, [(tile.left, tile.right) for tile in plan.tiles]
    (2, 2, [(0.0, 50.0), (50.0, 100.0), (0.0, 50.0), (50.0, 100.0)])
    """
    plans = []
    for columns in range(1, MAX_TILES + 1):
        for rows in range(1, MAX_TILES // columns + 1):
            across = cut_axis(board.width, columns, [(s.x, s.w) for s in board.spaces])
            down = cut_axis(board.height, rows, [(s.y, s.h) for s in board.spaces])
            wide = max(end - begin for begin, end in pairwise(across))
            high = max(end - begin for begin, end in pairwise(down))
            scale = min(
                (width - OVERLAP * (columns > 1)) / wide, (height - OVERLAP * (rows > 1)) / high
            )
            smallest = min((min(s.w, s.h) for s in board.spaces), default=1)
            plans.append((min(scale, MAX_SPACE_MM / smallest), -columns * rows, across, down))
    scale, _, across, down = max(plans)
    tiles = tuple(
        Tile(row, column, left, top, right, bottom)
        for row, (top, bottom) in enumerate(pairwise(down))
        for column, (left, right) in enumerate(pairwise(across))
    )
    return BoardPlan(scale, tiles, len(across) - 1, len(down) - 1)


def cut_axis(size: float, parts: int, spans: Sequence[tuple[float, float]]) -> list[float]:
    """Return the ends of ``parts`` parts of an axis, which split as few spaces as possible.

    >>> cut_axis(90, 2, [(15, 30), (45, 30), (75, 30)])
    [0.0, 30.0, 90.0]
    """
    edges = {round(at, 3) for mid, side in spans for at in (mid - side / 2, mid + side / 2)}
    cuts = [0.0]
    for part in range(1, parts):
        wanted = size * part / parts
        near = {wanted, *(at for at in edges if abs(at - wanted) <= size / parts / 3)}
        cuts.append(float(min(near, key=lambda at: (count_split(at, spans), abs(at - wanted), at))))
    return [*cuts, float(size)]


def count_split(at: float, spans: Sequence[tuple[float, float]]) -> int:
    """Return the number of spaces that a cut splits."""
    return sum(mid - side / 2 + 0.01 < at < mid + side / 2 - 0.01 for mid, side in spans)


def draw_tile(board: Board, scene: Scene, plan: BoardPlan, tile: Tile) -> Markup:
    """Return the SVG of one page of a board, with marks where it is cut and glued."""
    scale = plan.scale
    more_right, more_below = tile.column < plan.columns - 1, tile.row < plan.rows - 1
    width = (tile.right - tile.left) * scale + OVERLAP * more_right
    height = (tile.bottom - tile.top) * scale + OVERLAP * more_below
    drawn = [draw_decor(one, scale) for one in board.decor]
    for space in board.spaces:
        own = tile.left <= space.x < tile.right and tile.top <= space.y < tile.bottom
        drawn.append(draw_space(space, scene.looks.get(space.id), scale, own))
    marks = draw_marks(tile, scale, more_right, more_below)
    x, y = tile.left * scale, tile.top * scale
    return Markup(
        f'<svg class="board" width="{width:.2f}mm" height="{height:.2f}mm" '
        f'viewBox="{x:.2f} {y:.2f} {width:.2f} {height:.2f}">{"".join(drawn)}{marks}</svg>'
    )


def draw_marks(tile: Tile, scale: float, right: bool, below: bool) -> str:
    """Return dashed lines where the next pages are glued on, with arrows that must meet."""
    x0, y0, x1, y1 = (side * scale for side in (tile.left, tile.top, tile.right, tile.bottom))
    lines = []
    if right:
        lines.append(f"M{x1:.2f} {y0:.2f}V{y1:.2f}")
    if below:
        lines.append(f"M{x0:.2f} {y1:.2f}H{x1:.2f}")
    glue = "".join(f'<path class="glue" d="{line}"/>' for line in lines)
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    arrows = []
    for there, x, y in (
        (right, x1, middle_y), (tile.column > 0, x0, middle_y),
        (below, middle_x, y1), (tile.row > 0, middle_x, y0),
    ):  # fmt: skip
        if there:
            arrows.append(
                f'<path class="meet" d="M{x - MARK:.2f} {y:.2f}L{x:.2f} {y - MARK:.2f}'
                f'L{x + MARK:.2f} {y:.2f}L{x:.2f} {y + MARK:.2f}Z"/>'
            )
    return glue + "".join(arrows)


def draw_decor(decor: Decor, scale: float) -> str:
    """Return the SVG of a decorative element."""
    x, y = decor.x * scale, decor.y * scale
    if decor.kind == "circle":
        return f'<circle class="decor" cx="{x:.2f}" cy="{y:.2f}" r="{decor.w * scale / 2:.2f}"/>'
    if decor.kind == "rect":
        return draw_box("decor", x, y, decor.w * scale, decor.h * scale)
    size = max(decor.h * scale * 0.8, 2.6)
    return (
        f'<text class="label" x="{x:.2f}" y="{y + size * 0.36:.2f}" '
        f'font-size="{size:.2f}">{escape(name_seats(decor.text))}</text>'
    )


def draw_box(kind: str, x: float, y: float, w: float, h: float, fill: str = "") -> str:
    style = f' style="fill:{fill}"' if fill else ""
    return (
        f'<rect class="{kind}" x="{x - w / 2:.2f}" y="{y - h / 2:.2f}" width="{w:.2f}" '
        f'height="{h:.2f}"{style}/>'
    )


def draw_space(space: Space, look: SpaceLook | None, scale: float, own: bool) -> str:
    """Return the SVG of a space: its outline, its bar, its name and its second line."""
    x, y, w, h = (side * scale for side in (space.x, space.y, space.w, space.h))
    colour = read_colour((look and look.colour) or "")
    if space.shape == "circle":
        outline = f'<circle class="space" cx="{x:.2f}" cy="{y:.2f}" r="{w / 2:.2f}"/>'
        w, h = w * 0.74, h * 0.74
    else:
        outline = draw_box("space", x, y, w, h)
    if space.bar:
        bx, by, bw, bh = (side * scale for side in space.bar)
        outline += draw_box("bar", bx, by, bw, bh, colour)
        if bw < bh:  # the bar is at the left or right
            x, w = (x + bw / 2, w - bw) if bx < x else (x - bw / 2, w - bw)
        else:
            y, h = (y + bh / 2, h - bh) if by < y else (y - bh / 2, h - bh)
    elif colour:
        outline += draw_box("bar", x, y - h / 2 + 1.5, w, 3, colour)
        y, h = y + 1.5, h - 3
    name = f' data-space="{escape(space.id)}"' if own else ""
    return f"<g{name}>{outline}{draw_name(space, look, x, y, w, h)}</g>"


def draw_name(space: Space, look: SpaceLook | None, x: float, y: float, w: float, h: float) -> str:
    """Return the SVG of the name and the second line of a space."""
    title = name_seats((look and look.title) or space.title or space.id)
    second = name_seats((look and look.subtitle) or space.subtitle)
    if second.lower() in title.lower():
        second = ""
    room, pad = h - 1.6, w - 1.6
    first = fit_text(title, pad, room * (0.62 if second else 1), 11, 4, bold=True)
    below = fit_text(second, pad, room * 0.38, 11 if second.isdigit() else 8, 4) if second else None
    texts = [(first.size, line, "name") for line in first.lines]
    texts += [(below.size, line, "second") for line in below.lines] if below else []
    high = sum(size for size, _, _ in texts) * MM_PER_POINT * LINE_HEIGHT
    top = y - h / 2 + 1.2 if h > ROOMY else y - high / 2
    drawn = []
    for size, line, kind in texts:
        font = size * MM_PER_POINT
        top += font * LINE_HEIGHT
        drawn.append(
            f'<text class="{kind}{" slanted" * space.slanted}" x="{x:.2f}" '
            f'y="{top - font * 0.3:.2f}" font-size="{font:.2f}">{escape(line)}</text>'
        )
    return "".join(drawn)


def read_colour(colour: str) -> str:
    """Return a colour if it can be written in a page, or "".

    >>> read_colour("#2980b9"), read_colour("sand"), read_colour('red"/>')
    ('#2980b9', '#A08050', '')
    """
    if re.fullmatch(r"#[0-9a-fA-F]{3,8}", colour):
        return colour
    return TONE_COLOURS.get(colour, "")


def name_seats(text: str) -> str:
    """Return a text with seats in braces as their letters.

    >>> name_seats("{A}'s notes")
    "A's notes"
    """
    return re.sub(r"\{([A-Z])\}", r"\1", text)
