"""Matches and decisions as HTML in a notebook cell: text, standings and a small board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

from classkit.engine.board import SEAT_COLOURS, Board, Scene, Space
from classkit.engine.decisions import Decision, Draw, Request, Sealed
from classkit.engine.errors import truncate_value
from classkit.engine.events import ALL_SEATS
from classkit.engine.game import format_score, format_winners
from classkit.engine.moves import FieldAlias, Move
from classkit.engine.rulebook_text import TextFormatter

if TYPE_CHECKING:
    from classkit.engine.match import Match

MAX_LINE_LENGTH = 240
"""Maximum number of characters in an answer or a question in a notebook."""
MAX_MOVES_LISTED = 12
"""Maximum number of moves in a list."""
PICTURE_WIDTH = 260
"""Maximum width and height in pixels."""


def escape_line(words: object) -> str:
    """Escape text as a single line of HTML with a bounded length.

    >>> escape_line("<b>Ada & Bo</b>")
    '&lt;b&gt;Ada &amp; Bo&lt;/b&gt;'
    """
    return escape(truncate_value(str(words), MAX_LINE_LENGTH))


def seat_html(say: TextFormatter, seat: str) -> str:
    """Return a seat's name as HTML for a sentence.

    >>> seat_html(TextFormatter({"A": "Ada & Co"}), "A")
    '<b><bdi>Ada &amp; Co</bdi></b>'
    """
    return f"<b><bdi>{escape_line(say.seat(seat))}</bdi></b>"


# --- what is asked ------------------------------------------------------------------------------


def request_html(request: Request, say: TextFormatter | None = None) -> str:
    """Return what is asked, and the possible answers that everybody may see.

    Private moves are left out, because notebooks are often projected.

    Args:
        request: The open request of a match.
        say: Text formatter of the match, for names of seats and labels of moves.
    """
    asked = asked_html(request, say)
    if isinstance(request, Sealed):
        return (
            f"<p>{asked}, sealed until the last answer is in. Each seat has its own moves: "
            f'<code>m.legal_moves("{request.seats[0]}")</code>.</p>'
        )
    if isinstance(request, Decision):
        if request.private:
            alone = seat_html(say or TextFormatter(), request.seat)
            return f"<p>{asked}. The possible answers are private to {alone}.</p>"
        question = ""
        if say is not None and request.name in say.words.decisions:
            words = say.decision_question(request.name, request.seat, request.about)
            question = f"<br>{escape_line(words)}"
        moves = [move for move in request.legal if not isinstance(move, FieldAlias)]
        return f"<p>{asked}{question}</p>{moves_html(request, moves, say)}"
    if isinstance(request, Draw):
        shown = moves_html(request, request.moves, say) if request.seen_by == ALL_SEATS else ""
        return f"<p>{asked}: {request.count}, for {escape_line(request.purpose)}</p>{shown}"
    asked += f", for {escape_line(request.purpose)}"
    return f"<p>{asked}</p>{moves_html(request, request.moves, say)}"


def asked_html(request: Request, say: TextFormatter | None) -> str:
    """Return the asked seats, the decision and the clause."""
    names = ", ".join(seat_html(say or TextFormatter(), seat) for seat in request.seats)
    who = names or "The table"
    return f"{who}: <code>{escape_line(request.name)}</code> ({escape_line(request.rule)})"


def moves_html(request: Request, moves: Sequence[Move], say: TextFormatter | None) -> str:
    """Return the possible moves as a list."""
    lines = []
    for move in moves[:MAX_MOVES_LISTED]:
        label = "" if say is None else f" {escape_line(say.move_label(request.name, move.name))}"
        lines.append(f"<li><code>{escape_line(repr(move))}</code>{label}</li>")
    if len(moves) > MAX_MOVES_LISTED:
        lines.append(f"<li>and {len(moves) - MAX_MOVES_LISTED:,} more</li>")
    return f'<ul style="margin:0">{"".join(lines)}</ul>'


# --- a match ------------------------------------------------------------------------------------


def assign_colours(seats: Sequence[str]) -> dict[str, str]:
    """Return the colour of each seat, on the board and next to its name."""
    return {seat: SEAT_COLOURS[at % len(SEAT_COLOURS)] for at, seat in enumerate(seats)}


def match_html(match: Match) -> str:
    """Return the step, the open request, the standings and a small board.

    Only public information is shown, because notebooks are often projected.
    """
    say, seen, game = match.say(), match.as_seen_by(None), match.game
    where = f"{game.title}: turn {match.turn}, round {match.round}, step {match.step}"
    if match.can_redo:
        where += f" of {match.last_step}"
    if match.request is None:
        races = {escape_line(title): lines for title, lines in seen.races.items()}
        won = format_winners(say, match.winners, races, partial(seat_html, say))
        waits = f"<p>{escape_line(say.ending(match.ending or 'over'))}. {won}</p>"
    else:
        waits = request_html(match.request, say)
    if match.answered_seats:
        answered = ", ".join(seat_html(say, seat) for seat in match.answered_seats)
        waits += f"<p>Answered: {answered}.</p>"
    colours = assign_colours(match.seats)
    lines = "".join(
        f'<tr><td>{one.place}.</td><td><span aria-hidden="true" '
        f'style="color:{colours[one.seat]}">&#9632;</span> {escape_line(one.seat)} '
        f'{seat_html(say, one.seat)}</td><td style="text-align:right">'
        f"{escape_line(format_score(one.score, say.read_unit(one.unit)))}</td></tr>"
        for one in seen.standings
    )
    board = board_svg(game.board(seen.state), game.scene(seen.state, None), match.seats, say)
    return (
        '<div style="display:flex;gap:1.5em;flex-wrap:wrap;align-items:flex-start">'
        f'<div style="max-width:34em"><p><b>{escape_line(where)}</b></p>'
        f'{waits}<table style="font:inherit;margin:.6em 0 0">{lines}</table></div>'
        f"{board}</div>"
    )


def board_svg(board: Board, scene: Scene, seats: tuple[str, ...], say: TextFormatter) -> str:
    """Return a small SVG of a board that shows the pieces and the owners' colours."""
    longest = max(board.width, board.height) or 1
    width, height = (round(PICTURE_WIDTH * side / longest) for side in (board.width, board.height))
    colours = assign_colours(seats)
    where = {space.id: space for space in board.spaces}
    drawn = [space_svg(space, scene, colours, say) for space in board.spaces]
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
                f"<title>{escape_line(whose)}</title></circle>"
            )
    return (
        f'<svg role="img" aria-label="The board" width="{width}" height="{height}" '
        f'viewBox="0 0 {board.width:.6g} {board.height:.6g}">{"".join(drawn)}</svg>'
    )


def space_svg(space: Space, scene: Scene, colours: Mapping[str, str], say: TextFormatter) -> str:
    """Return the SVG of one space. Its tooltip is the name."""
    look = scene.looks.get(space.id)
    fill = colours.get((look and look.owner) or "", "#e8e8e8")
    told: list[Any] = [(look and look.title) or space.title or space.id, look and look.text]
    words = say.fill_seat_names(", ".join(str(word) for word in told if word))
    title = f"<title>{escape_line(words)}</title>"
    line = f'fill="{fill}" stroke="#666" stroke-width="{min(space.w, space.h) / 30:.4g}"'
    if space.shape == "circle":
        middle = f'cx="{space.x:.6g}" cy="{space.y:.6g}" r="{space.w / 2:.6g}"'
        return f"<circle {middle} {line}>{title}</circle>"
    x, y = space.x - space.w / 2, space.y - space.h / 2
    size = f'width="{space.w:.6g}" height="{space.h:.6g}"'
    return f'<rect x="{x:.6g}" y="{y:.6g}" {size} {line}>{title}</rect>'
