"""How a match and what it asks show themselves in a notebook, which may be on a projector.

So all that is shown here may be known to everybody: what one seat alone may see is only announced.
Whatever people typed is escaped. The live table is for playing; this is what a cell gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from .board import SEAT_COLOURS, Board, Scene, Space
from .errors import cut
from .moves import Move
from .words import Say

MOST_MOVES = 12
"""So many answers are listed; the rest is counted."""

LONGEST_LINE = 240
"""Characters of one answer, or of a question."""

BOARD_WIDTH = 260
"""Pixels that a small board is wide at most, and high."""


def text(words: object, longest: int = LONGEST_LINE) -> str:
    """Return words as HTML that shows them, on one line and of bounded length.

    >>> text("<b>Ada & Bo</b>")
    '&lt;b&gt;Ada &amp; Bo&lt;/b&gt;'
    """
    return escape(cut(str(words), longest))


def asked_html(name: str, rule: str, seats: Sequence[str], say: Say | None) -> str:
    """Return who is asked what, under which clause."""
    who = ", ".join(seat_html(seat, say) for seat in seats) or "The table"
    return f"{who}: <code>{text(name)}</code> ({text(rule)})"


def seat_html(seat: str, say: Say | None) -> str:
    """Return a seat by its letter, with the name of who sits there."""
    named = say.seat(seat) if say else seat
    return f"<b>{text(seat)}</b>" + (f" <bdi>{text(named, 60)}</bdi>" if named != seat else "")


def question_html(name: str, seat: str, about: Mapping[str, Any], say: Say | None) -> str:
    """Return the question that a decision puts, where the game has words for it."""
    if say is None or name not in say.words.decisions:
        return ""
    return f"<br>{text(say.question(name, seat, about))}"


def moves_html(decision: str, moves: Sequence[Move], say: Say | None) -> str:
    """Return the answers that are possible, each with what may be filled in, as a list."""
    lines = []
    for move in moves[:MOST_MOVES]:
        label = "" if say is None else f" {text(say.move(decision, move.name))}"
        lines.append(f"<li><code>{text(repr(move))}</code>{label}</li>")
    if len(moves) > MOST_MOVES:
        lines.append(f"<li>and {len(moves) - MOST_MOVES:,} more</li>")
    return f'<ul style="margin:0">{"".join(lines)}</ul>'


def match_html(
    heading: str,
    waits: str,
    standings: Iterable[tuple[int, str, str]],
    board: str,
) -> str:
    """Return a match as one small picture: where it stands, what it asks, who is ahead, the board.

    All but ``heading`` and the scores are HTML already; ``standings`` are place, seat and score.
    """
    lines = "".join(
        f'<tr><td>{place}.</td><td>{seat}</td><td style="text-align:right">{text(score)}</td></tr>'
        for place, seat, score in standings
    )
    return (
        '<div style="display:flex;gap:1.5em;flex-wrap:wrap;align-items:flex-start">'
        f'<div style="max-width:34em"><p><b>{text(heading)}</b></p>{waits}'
        f'<table style="font:inherit;margin:.6em 0 0">{lines}</table></div>{board}</div>'
    )


def colours_of(seats: Sequence[str]) -> dict[str, str]:
    """Return the colour of each seat, on the board and beside its name."""
    return {seat: SEAT_COLOURS[at % len(SEAT_COLOURS)] for at, seat in enumerate(seats)}


def marked(seat: str, seats: Sequence[str], say: Say) -> str:
    """Return a seat with its name, and its colour on the board before it."""
    colour = colours_of(seats)[seat]
    return f'<span aria-hidden="true" style="color:{colour}">&#9632;</span> {seat_html(seat, say)}'


def board_svg(board: Board, scene: Scene, seats: tuple[str, ...], say: Say) -> str:
    """Return a small picture of a board: spaces in the colours of their owners, and the pieces."""
    longest = max(board.width, board.height) or 1
    width, height = (round(BOARD_WIDTH * side / longest) for side in (board.width, board.height))
    colours = colours_of(seats)
    where = {space.id: space for space in board.spaces}
    drawn = [space_svg(space, scene, colours) for space in board.spaces]
    standing: dict[str, int] = {}
    for piece in scene.pieces:
        if space := where.get(piece.space):
            whose = say.seat(piece.seat) if piece.seat else piece.label
            number = standing[space.id] = standing.get(space.id, 0) + 1
            size = min(space.w, space.h) / 3.2
            x = space.x + (number - 1.5) * size * 1.1
            drawn.append(
                f'<circle cx="{x:.4g}" cy="{space.y:.4g}" r="{size:.4g}" stroke="#fff" '
                f'stroke-width="{size / 5:.4g}" fill="{colours.get(piece.seat or "", "#222")}">'
                f"<title>{text(whose)}</title></circle>"
            )
    return (
        f'<svg role="img" aria-label="The board" width="{width}" height="{height}" '
        f'viewBox="0 0 {board.width:.6g} {board.height:.6g}">{"".join(drawn)}</svg>'
    )


def space_svg(space: Space, scene: Scene, colours: Mapping[str, str]) -> str:
    """Return one space, with what it is called to whoever points at it."""
    look = scene.looks.get(space.id)
    fill = colours.get((look and look.owner) or "", "#e8e8e8")
    told: list[Any] = [(look and look.title) or space.title or space.id, look and look.text]
    title = f"<title>{text(', '.join(str(word) for word in told if word))}</title>"
    line = f'fill="{fill}" stroke="#666" stroke-width="{min(space.w, space.h) / 30:.4g}"'
    if space.shape == "circle":
        middle = f'cx="{space.x:.6g}" cy="{space.y:.6g}" r="{space.w / 2:.6g}"'
        return f"<circle {middle} {line}>{title}</circle>"
    x, y = space.x - space.w / 2, space.y - space.h / 2
    size = f'width="{space.w:.6g}" height="{space.h:.6g}"'
    return f'<rect x="{x:.6g}" y="{y:.6g}" {size} {line}>{title}</rect>'
