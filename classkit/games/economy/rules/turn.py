"""A turn: roll, move exactly that many spaces, carry out the landing (E2)."""

from __future__ import annotations

from functools import partial

from classkit.engine.moves import Answer, Move
from classkit.engine.requests import Decision, Flow, Roll, Seat

from ..paths import OUTSIDE, Reach
from ..state import PIECE, Economy, on
from .collecting import end_of_part_1, land_collecting
from .earning import land_earning
from .ending import finish
from .putting_out import put_out

ROLL = (Move("roll"),)


def play_turn(t: Economy) -> Flow[None]:
    """Play one player's turn (E2.1)."""
    t.turn += 1
    if (t.turn - 1) % len(t.seats) == 0:
        t.begin_round((t.turn - 1) // len(t.seats) + 1)
    mover = t.mover
    t.under_way = False
    yield Decision(mover, "roll", ROLL, "E2.1", "roll")
    t.under_way = True
    (value,) = yield Roll(1, t.edition.die, "move", "E2.1", mover)
    t.tell("die_rolled", "E2.1", mover, value=value)
    taken = t.taken_for(mover)
    reach = t.edition.grid.reach(t.start_of(mover), value, taken)
    if reach.options:
        answer = yield Decision(  # a move is compulsory (E2.5)
            mover, "choose_destination", reach.moves, "E2.5",
            partial(toward_a_card, t, reach), {"value": value},
        )  # fmt: skip
        space = answer.fields["space"]
        victim = t.piece_on(space) if t.edition.grid.bit[space] & taken else None
        way = move(t, mover, space, reach, victim)
        if victim is not None:
            yield from put_out(t, mover, victim, space)
        if t.part == 1:
            land_collecting(t, mover, way, victim)
        else:
            land_earning(t, mover, way, victim)
    else:
        t.landing = None
        t.tell("no_move", "E2.6", mover, value=value)
    end_turn(t)


def move(t: Economy, mover: Seat, space: str, reach: Reach, victim: Seat | None) -> tuple[str, ...]:
    """Move the piece; return where it came from and the spaces it entered (E2.5)."""
    account = t.ledger.titles[PIECE[mover]]
    if account == OUTSIDE:
        source, start = OUTSIDE, t.place_of(mover)
    else:
        source = start = account[6:]
    if victim is not None:  # no space ever holds two pieces (E2.7)
        t.hand_over(PIECE[victim], on(space), OUTSIDE, "put_out", "E3.3")
    t.hand_over(PIECE[mover], account, on(space), "moved", "E2.1")
    path = reach.path(space)
    t.tell("piece_moved", "E2.5", mover, to=space, path=list(path), source=source)
    return (start, *path)


def toward_a_card(t: Economy, reach: Reach) -> Answer:
    """Return the default: the space with the fewest further steps to a card that is free.

    Of equal spaces take the alphabetically first. If no card is free, take the alphabetically
    first space without a piece, or the very first.
    """
    space = t.edition.grid.nearest_of(reach.options, t.free_cards())
    if space is None:
        pieces = t.pieces()
        space = next((s for s in reach.options if s not in pieces), reach.options[0])
    return Answer("go", {"space": space})


def end_turn(t: Economy) -> None:
    """Check the limits and the end of part 1; pass the turn to the left (E0.1)."""
    if t.ending is not None:
        return
    limit = t.options.turn_limit
    if limit and t.turn >= limit:
        finish(t, "turn_limit")
        return
    if t.time_up:
        finish(t, "host")
        return
    if t.part == 1:
        end_of_part_1(t)
    t.mover = t.left_of(t.mover)
