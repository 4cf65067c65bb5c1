"""Putting a piece out, and turning locations over (E3.3, E4.3, E4.4)."""

from __future__ import annotations

from functools import partial
from typing import Any

from classkit.engine.moves import Answer, Move, OneOf
from classkit.engine.requests import Decision, Flow, Seat

from ..paths import Grid, is_outside
from ..state import PLAYER, Economy, on


def refuse_corner(grid: Grid, space: Any) -> str | None:
    """Return why a piece cannot be sent to a space that is no corner (E3.3)."""
    if space not in grid.spaces and not is_outside(space):
        return None
    corners = f"{', '.join(grid.corners[:-1])} or {grid.corners[-1]}"
    return f"{space} is no corner: a piece that is put out enters again by {corners} (E3.3)."


def put_out(t: Economy, mover: Seat, victim: Seat, space: str) -> Flow[None]:
    """Put the victim outside, at any corner that the mover chooses (E3.3)."""
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


def turn_down(t: Economy, mover: Seat, space: str, rule: str) -> None:
    """Turn a location face-down, seen by everybody (E3.3, E4.3, E6.1)."""
    t.face_down[space] = mover
    t.tell("location_turned_down", rule, space=space, card=t.cards[space])


def turn_up(t: Economy, space: str, rule: str) -> None:
    """Turn a location face-up again (E4.2)."""
    del t.face_down[space]
    t.tell("location_turned_up", rule, space=space, card=t.cards[space])


def take_free(t: Economy, mover: Seat, space: str, rule: str) -> bool:
    """Take the property card that still lies on the space; False if none does (E3.1, E3.8).

    Property cards leave the board in no other way.
    """
    card = t.free_cards().pop(space, None)
    if card is None:
        return False
    source = on(space)
    t.hand_over(card, source, PLAYER[mover], "taken", rule)
    t.tell("property_taken", rule, card=card, to=PLAYER[mover], source=source)
    return True
