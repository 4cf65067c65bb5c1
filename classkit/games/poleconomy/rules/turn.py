"""A turn, from the arrow to its end (P3)."""

from __future__ import annotations

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.moves import Answer, Move

from ..country_state import CountryState
from ..state import PoleconomyState
from . import insurance
from .corner_squares import use_corner
from .ending import end_turn, finish_game, has_length_ended
from .government import play_political_acts
from .inflation_index import set_arrow
from .money import PoleconomyStop
from .parliament import pay_deferred
from .squares import land_on_square

ROLL_MOVE = Move("throw")


def play_turn(t: PoleconomyState) -> Flow[None]:
    """Play one player's turn (P3.1)."""
    if t.time_up:
        finish_game(t, "host")  # time was called before the first turn (P15.1)
        return
    begin_turn(t)
    mover = t.mover
    try:
        if isinstance(t, CountryState):
            pay_deferred(t)
            if mover == t.prime_minister:
                yield from play_political_acts(t, mover)
        elif mover == t.prime_minister:
            yield from set_arrow(t, mover)
            t.fresh = False
        yield from make_move(t, mover)
        yield from end_turn(t, mover)
    except PoleconomyStop as stop:
        finish_game(t, stop.cause)  # ends the turn immediately (P14.3, P17.5)
    if t.ending is None:
        pass_turn(t)


def begin_turn(t: PoleconomyState) -> None:
    """Increment the turn number, and the round number if a new round begins (P3.10)."""
    t.turn += 1
    if (t.turn - 1) % len(t.seats) == 0:
        t.begin_round((t.turn - 1) // len(t.seats) + 1)
        for player in t.players.values():
            player.received.clear()
        if isinstance(t, CountryState):
            t.budget.clear()
    t.fresh, t.elected, t.end_proposed = True, False, False
    t.index_word, t.offers_made = "", 0
    if isinstance(t, CountryState):
        t.begin_turn()
    t.players[t.incumbent].turns_in_office += 1
    is_pm = t.mover == t.incumbent
    t.tell("turn_started", "P3.1", t.mover, turn=t.turn, round=t.round, is_pm=is_pm)


def pass_turn(t: PoleconomyState) -> None:
    """Pass the turn clockwise or to a new Prime Minister, or end the match (P3.9)."""
    t.mover = t.prime_minister if t.elected and t.prime_minister else t.next_seat(t.mover)
    if has_length_ended(t):
        finish_game(t, "rounds")
    elif t.time_up:
        finish_game(t, "host")


def make_move(t: PoleconomyState, mover: Seat) -> Flow[None]:
    """Roll and move on the circuit, or go directly to a Corner Square (P3.2)."""
    # Yielded directly, because every turn asks this and `t.ask` adds a generator. Also in
    # end_turn.
    answer: Answer = yield Decision(
        mover,
        "choose_move",
        list_turn_moves(t, mover),
        "P3.2",
        "throw",
        why=t.edition.explain_no_corner,
    )
    t.fresh, t.trail = False, ()
    if answer.move == "throw":
        yield from roll_and_move(t, mover)
    else:
        t.move_beaver(mover, answer.move, "corner", "P3.5")
        yield from use_corner(t, mover)


CORNERS = ("C0", "C1", "C2", "C3")
ALL_MOVES = (ROLL_MOVE, *(Move(corner, space=corner) for corner in CORNERS))
BARRED_CORNER_MOVES = {
    corner: Move(corner, space=corner, barred=f"The beaver is already on {corner} (P3.5).")
    for corner in CORNERS
}
MOVES_BY_CORNER = {
    corner: tuple(barred if move.name == corner else move for move in ALL_MOVES)
    for corner, barred in BARRED_CORNER_MOVES.items()
}
"""The moves from each corner. A player cannot name the corner they are on."""


def list_turn_moves(t: PoleconomyState, mover: Seat) -> tuple[Move, ...]:
    """Return the roll and the Corner Squares. An option adds the mover's own corner (P3.5)."""
    if t.options.stay_on_corner:
        return ALL_MOVES
    return MOVES_BY_CORNER.get(t.players[mover].at, ALL_MOVES)


def roll_and_move(t: PoleconomyState, mover: Seat) -> Flow[None]:
    """Move clockwise by the sum of both dice. A double 6 first causes a disaster (P3.3, P11.7)."""
    dice = yield from t.roll_dice(mover, "move", "P3.3")
    if dice == insurance.DOUBLE_SIX:
        insurance.strike_disaster(t, mover)
        if not t.options.disaster_still_moves:
            return
    here = t.players[mover].at
    if here in t.edition.corners:
        square = yield from leave_corner(t, mover, here, sum(dice))
        t.move_beaver(mover, square, "throw", "P3.4")
    else:
        square = t.edition.advance(here, sum(dice))
        t.move_beaver(mover, square, "throw", "P3.3")
    yield from land_on_square(t, mover, square)


def leave_corner(t: PoleconomyState, mover: Seat, corner: str, total: int) -> Flow[str]:
    """Let the mover choose a circuit after the roll. Return where the roll ends (P3.4)."""
    inner = t.edition.leave_corner(corner, "inner", total)
    outer = t.edition.leave_corner(corner, "outer", total)
    ways = (Move("inner", space=inner), Move("outer", space=outer))
    answer = yield from t.ask(
        mover, "choose_circuit", ways, rule="P3.4", default="inner",
        about={"throw": total, "inner": inner, "outer": outer},
    )  # fmt: skip
    return inner if answer.move == "inner" else outer
