"""Changes to the board: pieces put out, locations turned, cards taken (E3.3, E4.3, E4.4)."""

from __future__ import annotations

from functools import partial
from typing import Any

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.moves import Answer, Move, OneOf

from ..grid_paths import BoardGrid, is_outside
from ..state import PLAYER_ACCOUNTS, EconomyState, get_space_account


def refuse_corner(grid: BoardGrid, space: Any) -> str | None:
    """Return the error for a place that is not a corner, or None for other names (E3.3)."""
    if space not in grid.spaces and not is_outside(space):
        return None
    corners = f"{', '.join(grid.corners[:-1])} or {grid.corners[-1]}"
    return f"{space} is not a corner: a piece that is put out re-enters at {corners} (E3.3)."


def put_out_piece(t: EconomyState, mover: Seat, victim: Seat, space: str) -> Flow[None]:
    """Put the victim outside, at the corner that the mover chooses (E3.3)."""
    rule = "E3.3"
    if t.part == 2:
        rule = "E4.5" if space not in t.cards else "E4.4" if space in t.face_down else "E4.3"
    grid = t.edition.grid
    send = Move("send", corner=OneOf(grid.corners, of="space", why=partial(refuse_corner, grid)))
    first = Answer("send", {"corner": grid.corners[0]})
    about = {"victim": victim, "space": space}
    answer = yield Decision(mover, "choose_corner", (send,), "E3.3", first, about)
    corner = answer.fields["corner"]
    t.sent_to[victim] = corner
    t.put_outs[mover][0] += 1
    t.put_outs[victim][1] += 1
    t.tell("piece_put_out", rule, victim, by=mover, source=space, to=corner)


def hide_location(t: EconomyState, mover: Seat, space: str, rule: str) -> None:
    """Turn a location face-down, visible to all (E3.3, E4.3, E6.1)."""
    t.face_down[space] = mover
    t.tell("location_turned_down", rule, space=space, card=t.cards[space])


def reveal_location(t: EconomyState, space: str, rule: str) -> None:
    """Turn a location face-up again (E4.2)."""
    del t.face_down[space]
    t.tell("location_turned_up", rule, space=space, card=t.cards[space])


def take_free_card(t: EconomyState, mover: Seat, space: str, rule: str) -> bool:
    """Move the property card on a space to the mover. Return False if there is none (E3.1, E3.8).

    Property cards leave the board only through this function, so the cache of free cards stays
    valid.
    """
    card = t.free_cards().pop(space, None)
    if card is None:
        return False
    source = get_space_account(space)
    t.move_title(card, source, PLAYER_ACCOUNTS[mover], "taken", rule)
    t.tell("property_taken", rule, card=card, to=PLAYER_ACCOUNTS[mover], source=source)
    return True
