"""The end of the game: its time limit and the final scores (Q10, Q11)."""

from __future__ import annotations

from classkit.engine.game import MatchLength
from classkit.engine.options import chosen_values

from ..state import OpolyState
from .scores import compute_scores, get_exact_scores, get_places, get_ranked_status

MAX_UNTIMED_ROLLS = 300
"""Number of rolls after which time is up if the host does not call it (Q10.3)."""


def get_play_rolls(t: OpolyState) -> int:
    """Return the number of pawn rolls after which doubles end the game (Q10.3)."""
    return int(chosen_values(t.options.play_rolls, t.edition.play_rolls))


def has_time_ended(t: OpolyState) -> bool:
    """Return whether the next doubles end the game (Q10.3)."""
    if t.options.clock == "minutes":
        return t.time_up or t.turn > MAX_UNTIMED_ROLLS
    return t.turn > get_play_rolls(t)


def get_length(t: OpolyState) -> MatchLength:
    """Return the length of the game in rolls and, with the option, in minutes (Q10.3)."""
    by_clock = t.options.clock == "minutes"
    rolls = MAX_UNTIMED_ROLLS if by_clock else get_play_rolls(t)
    return MatchLength(
        agreed=rolls,
        goes_on=f"the first doubles after turn {rolls} end the game (Q10.3)",
        minutes=t.options.play_minutes if by_clock else None,
    )


def finish_game(t: OpolyState, cause: str, rule: str) -> None:
    """End the game, compute both scores, and log them (Q10, Q11)."""
    t.ending = cause
    t.scores_at_end = {seat: compute_scores(t, seat) for seat in t.seats}
    t.tell("game_ended", rule, cause=cause)
    asset, future = get_exact_scores(t, "asset"), get_exact_scores(t, "future")
    first, second = get_places(t, "asset"), get_places(t, "future")
    for seat in t.seats:
        _, total, adjusted, count = t.scores_at_end[seat]
        t.tell(
            "scored", "Q11.1", seat, asset=round(float(asset[seat]), 2),
            total_rent=total, adjusted_rent=adjusted, count=count,
            future=round(float(future[seat]), 2),
            places={"asset": first[seat], "future": second[seat]},
            status=get_ranked_status(t, seat),
        )  # fmt: skip
