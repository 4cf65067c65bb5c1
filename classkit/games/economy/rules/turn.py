"""A turn: a roll, a move of exactly that many spaces, and the landing (E2)."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial

from classkit.engine.decisions import Decision, Flow, Roll, Seat
from classkit.engine.moves import Answer, Move

from ..grid_paths import OUTSIDE, Reach
from ..state import PIECE_TITLES, EconomyState, get_space_account
from .board_changes import put_out_piece
from .collecting_phase import check_part1_end, resolve_collecting_landing
from .earning_phase import resolve_earning_landing
from .ending import finish_game

ROLL_MOVES = (Move("roll"),)


def play_turn(t: EconomyState) -> Flow[None]:
    """Play one player's turn (E2.1)."""
    t.turn += 1
    if (t.turn - 1) % len(t.seats) == 0:
        t.begin_round((t.turn - 1) // len(t.seats) + 1)
    mover = t.mover
    t.under_way = False
    yield Decision(mover, "roll", ROLL_MOVES, "E2.1", "roll")
    t.under_way = True
    (value,) = yield Roll(1, t.edition.die, "move", "E2.1", mover)
    t.tell("die_rolled", "E2.1", mover, value=value)
    taken = t.get_blocked_bits(mover)
    reach = t.edition.grid.get_reach(t.get_path_start(mover), value, taken)
    if reach.options:
        answer = yield Decision(  # the player has to move (E2.5)
            mover, "choose_destination", reach.moves, "E2.5",
            partial(get_default_destination, t, reach), {"value": value},
        )  # fmt: skip
        space = answer.fields["space"]
        victim = t.get_occupant(space) if t.edition.grid.bit[space] & taken else None
        with t.link_rows("piece_put_out") if victim is not None else nullcontext():
            way = move_piece(t, mover, space, reach, victim)
            if victim is not None:
                yield from put_out_piece(t, mover, victim, space)
        if t.part == 1:
            resolve_collecting_landing(t, mover, way, victim)
        else:
            resolve_earning_landing(t, mover, way, victim)
    else:
        t.landing = None
        t.tell("no_move", "E2.6", mover, value=value)
    end_turn(t)


def move_piece(
    t: EconomyState, mover: Seat, space: str, reach: Reach, victim: Seat | None
) -> tuple[str, ...]:
    """Move the piece. Return its start and the spaces that it entered (E2.5)."""
    account = t.ledger.titles[PIECE_TITLES[mover]]
    if account == OUTSIDE:
        source, start = OUTSIDE, t.get_piece_place(mover)
    else:
        source = start = account[6:]
    if victim is not None:  # two pieces never share a space (E2.7)
        t.move_title(PIECE_TITLES[victim], get_space_account(space), OUTSIDE, "put_out", "E3.3")
    t.move_title(PIECE_TITLES[mover], account, get_space_account(space), "moved", "E2.1")
    path = reach.get_path(space)
    t.tell("piece_moved", "E2.5", mover, to=space, path=list(path), source=source)
    return (start, *path)


def get_default_destination(t: EconomyState, reach: Reach) -> Answer:
    """Return the default: the space in reach nearest to a free card (E2.5).

    Ties go to the alphabetically first space. If no card is free, return the first space without a
    piece, or else the first space.
    """
    space = t.edition.grid.find_nearest(reach.options, t.free_cards())
    if space is None:
        pieces = t.pieces()
        space = next((s for s in reach.options if s not in pieces), reach.options[0])
    return Answer("go", {"space": space})


def end_turn(t: EconomyState) -> None:
    """Check the limits and the end of part 1, then pass the turn clockwise (E0.1)."""
    if t.ending is not None:
        return
    limit = t.options.turn_limit
    if limit and t.turn >= limit:
        finish_game(t, "turn_limit")
        return
    if t.time_up:
        finish_game(t, "host")
        return
    if t.part == 1:
        check_part1_end(t)
    t.mover = t.next_seat(t.mover)
