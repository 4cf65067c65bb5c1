"""Roll-off: every seat rolls, and the seats tied for the highest roll again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from classkit.engine.decisions import Flow, Seat
from classkit.engine.state import GameState


def roll_off_winner(
    t: GameState,
    seats: Sequence[Seat],
    *,
    dice: int,
    purpose: str,
    rule: str,
    sides: int = 6,
    tell: Callable[[Seat, tuple[int, ...]], None] | None = None,
) -> Flow[Seat]:
    """Let the seats roll in order, with new rolls for ties, and return the seat with the highest.

    Args:
        t: The state.
        seats: The seats.
        dice: Number of dice in a roll, whose faces are added.
        purpose: As in :meth:`classkit.engine.state.GameState.roll`.
        rule: As in :meth:`classkit.engine.state.GameState.roll`.
        sides: Number of sides of each die.
        tell: Function called with each seat and its faces.

    Returns:
        A generator that yields the rolls and returns the winning seat.

    Example:
        >>> import classkit
        >>> t = classkit.new("opoly", seats=3, seed=7).fork().table
        >>> next(roll_off_winner(t, t.seats, dice=2, purpose="order", rule="X1"))
        <Roll of 2d6 for order by seat A (X1)>
    """
    left = list(seats)
    while True:
        totals: dict[Seat, int] = {}
        for seat in left:
            faces = yield from t.roll(dice, purpose=purpose, rule=rule, seat=seat, sides=sides)
            if tell is not None:
                tell(seat, faces)
            totals[seat] = sum(faces)
        best = max(totals.values())
        left = [seat for seat in left if totals[seat] == best]
        if len(left) == 1:
            return left[0]
