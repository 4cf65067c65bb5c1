"""The end of the game and the standings (E5)."""

from __future__ import annotations

from classkit.engine.decisions import Seat
from classkit.engine.game import Standing

from ..state import POINTS, EconomyState


def check_target(t: EconomyState) -> None:
    """End the game after a scoring if a seat has reached the target (E5.1).

    With ``tie_break = play_on``, the game continues until one seat leads alone (E5.3).
    """
    points = t.scores()
    most = max(points)
    if most < t.target:
        return
    if t.options.tie_break == "play_on" and points.count(most) > 1:
        return
    finish_game(t, "target")


def finish_game(t: EconomyState, reason: str) -> None:
    """End the game. Most points win, no matter who moved last (E5.2 to E5.4)."""
    t.ending = reason
    points = {seat: t.points(seat) for seat in t.seats}
    tied = list(points.values()).count(max(points.values())) > 1
    winners = [line.seat for line in get_standings(t) if line.place == 1]
    # At the turn limit, `play_on` works like `property`, so that the game ends (E5.4).
    breaker = "shared" if t.options.tie_break == "shared" else "property"
    rule = "E5.1" if reason == "target" else "E5.4"
    t.tell(
        "game_ended", rule, winners=winners, points=points,
        tie_break=breaker if tied else None, reason=reason,
    )  # fmt: skip


def get_standings(t: EconomyState) -> list[Standing]:
    """Rank seats by points, then by the worth of their property cards (E5.3).

    In a past state shown later, seats with equal points share a rank: the worth of past holdings
    would reveal which cards were taken (E6.5).
    """
    by_worth = t.options.tie_break != "shared" and t.hidden_since is None
    scores = t.scores()
    rank = {
        seat: (points, t.worth(seat) if by_worth and scores.count(points) > 1 else 0)
        for seat, points in zip(t.seats, scores, strict=True)
    }
    order: list[Seat] = sorted(t.seats, key=lambda seat: rank[seat], reverse=True)
    lines: list[Standing] = []
    for seat, below in zip(order, [*order[1:], order[-1]], strict=True):
        (points, worth), (next_points, next_worth) = rank[seat], rank[below]
        place = 1 + sum(other > rank[seat] for other in rank.values())
        tie = ""
        if points == next_points and worth != next_worth:
            tie = f"more valuable property: {worth} points against {next_worth} (E5.3)"
        lines.append(Standing(seat, points, place, POINTS, tie=tie))
    return lines
