"""A turn: the arrow, the move and everything it causes, and its end (P3)."""

from __future__ import annotations

from classkit.engine.moves import Answer, Move
from classkit.engine.requests import Decision, Flow, Seat

from ..country import Country
from ..state import Poleconomy
from . import insurance
from .corners import use_corner
from .ending import end_turn, finish, length_is_over
from .government import govern
from .index import set_arrow
from .money import GameStops
from .parliament import pay_deferred
from .squares import land

THROW = Move("throw")


def play_turn(t: Poleconomy) -> Flow[None]:
    """Play one player's turn (P3.1)."""
    if t.time_up:
        finish(t, "host")  # called before the first turn (P15.1)
        return
    begin_turn(t)
    mover = t.mover
    try:
        if isinstance(t, Country):
            pay_deferred(t)
            if mover == t.prime_minister:
                yield from govern(t, mover)
        elif mover == t.prime_minister:
            yield from set_arrow(t, mover)
            t.fresh = False
        yield from make_move(t, mover)
        yield from end_turn(t, mover)
    except GameStops as stop:
        finish(t, stop.cause)  # at once, wherever the turn stands (P14.3, P17.5)
    if t.ending is None:
        pass_turn(t)


def begin_turn(t: Poleconomy) -> None:
    """Count the turn, and the round when it begins one (P3.10)."""
    t.turn += 1
    if (t.turn - 1) % len(t.seats) == 0:
        t.begin_round((t.turn - 1) // len(t.seats) + 1)
        for player in t.players.values():
            player.received.clear()
        if isinstance(t, Country):
            t.budget.clear()
    t.fresh, t.elected, t.end_proposed = True, False, False
    t.index_word, t.offers_made = "", 0
    if isinstance(t, Country):
        t.begin()
    t.players[t.incumbent].turns_in_office += 1
    is_pm = t.mover == t.incumbent
    t.tell("turn_started", "P3.1", t.mover, turn=t.turn, round=t.round, is_pm=is_pm)


def pass_turn(t: Poleconomy) -> None:
    """Pass the turn clockwise or to a new Prime Minister (P3.9). The length may be over."""
    t.mover = t.prime_minister if t.elected and t.prime_minister else t.left_of(t.mover)
    if length_is_over(t):
        finish(t, "rounds")
    elif t.time_up:
        finish(t, "host")


def make_move(t: Poleconomy, mover: Seat) -> Flow[None]:
    """Throw and move on the circuit, or go straight to a Corner Square (P3.2)."""
    # Asked in every turn, so without the generator of t.ask in between; likewise in end_turn.
    answer: Answer = yield Decision(
        mover, "choose_move", ways_to_move(t, mover), "P3.2", "throw", why=t.edition.no_corner
    )
    t.fresh, t.trail = False, ()
    if answer.move == "throw":
        yield from throw_and_move(t, mover)
    else:
        t.move_beaver(mover, answer.move, "corner", "P3.5")
        yield from use_corner(t, mover)


CORNERS = ("C0", "C1", "C2", "C3")
ANYWHERE = (THROW, *(Move(corner, space=corner) for corner in CORNERS))
STANDING_THERE = {
    corner: Move(corner, space=corner, barred=f"The beaver stands on {corner} already (P3.5).")
    for corner in CORNERS
}
ELSEWHERE = {
    corner: tuple(barred if move.name == corner else move for move in ANYWHERE)
    for corner, barred in STANDING_THERE.items()
}
"""The moves from each corner, which may not be named itself."""


def ways_to_move(t: Poleconomy, mover: Seat) -> tuple[Move, ...]:
    """List the throw and the Corner Squares; the mover's own corner only by option (P3.5)."""
    if t.options.stay_on_corner:
        return ANYWHERE
    return ELSEWHERE.get(t.players[mover].at, ANYWHERE)


def throw_and_move(t: Poleconomy, mover: Seat) -> Flow[None]:
    """Move by both dice clockwise; a double 6 is a disaster first (P3.3, P11.7)."""
    dice = yield from t.throw(mover, "move", "P3.3")
    if dice == insurance.DOUBLE_SIX:
        insurance.strike(t, mover)
        if not t.options.disaster_still_moves:
            return
    here = t.players[mover].at
    if here in t.edition.corners:
        square = yield from leave_corner(t, mover, here, sum(dice))
        t.move_beaver(mover, square, "throw", "P3.4")
    else:
        square = t.edition.advance(here, sum(dice))
        t.move_beaver(mover, square, "throw", "P3.3")
    yield from land(t, mover, square)


def leave_corner(t: Poleconomy, mover: Seat, corner: str, total: int) -> Flow[str]:
    """Let the mover pick a circuit after the throw; return where the throw ends (P3.4)."""
    inner = t.edition.leave_corner(corner, "inner", total)
    outer = t.edition.leave_corner(corner, "outer", total)
    ways = (Move("inner", space=inner), Move("outer", space=outer))
    answer = yield from t.ask(
        mover, "choose_circuit", ways, rule="P3.4", default="inner",
        about={"throw": total, "inner": inner, "outer": outer},
    )  # fmt: skip
    return inner if answer.move == "inner" else outer
