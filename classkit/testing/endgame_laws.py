"""Law of the endgame: a game's own bots make no dominated move in the last turns.

Passing dominates a move if the move is never better in any race and always worse in some race. To
test this, the match is replayed from that point under several seeds, with the move and with a pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from classkit.engine.events import Entry, Keep
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.positions import FIRST_SEED, Point
from classkit.engine.registry import new

from .match_strategies import MATCH_COUNT

LAST_TURNS = 4
"""Number of turns at the end to check."""
SEED_COUNT = 4
"""Number of seeds for replays of the end."""
MAX_MOVES = 12
"""Maximum number of moves to check in one match, latest first."""
MAX_SEATS = 4


@dataclass(frozen=True)
class LateMove:
    """A move in the last turns that the seat could have passed, and the position before it."""

    point: Point
    seat: str
    name: str
    answer: Answer
    default: Answer
    turn: int

    def play_outcome(self, answer: Answer, luck: int) -> list[float]:
        """Play to the end and return score, lead and negative rank of the seat in each race.

        The rank differs from the score if a seat is excluded from winning.
        """
        match = Match.at(self.point, FIRST_SEED + luck, Keep.nothing())
        match.answer(answer.move, seat=self.seat, **answer.fields)
        match.play("end", bots=match.game.default_bots(match.seats))
        found: list[float] = []
        races = match.game.all_races(match.table)
        for title in match.game.deciding_races(match.table):
            lines = {line.seat: line for line in races[title]}
            own = lines.pop(self.seat)
            best_of_others = max((line.score for line in lines.values()), default=0)
            found += [own.score, own.score - best_of_others, -own.place]
        return found

    def is_dominated(self) -> bool:
        """Return whether the move is never better than the default, and always worse in a race."""
        for luck in range(SEED_COUNT):
            made, left = self.play_outcome(self.answer, luck), self.play_outcome(self.default, luck)
            better = any(one > other for one, other in zip(made, left, strict=True))
            if better or made == left:
                return False
        return True

    def __str__(self) -> str:
        return f"turn {self.turn}, {self.seat}, {self.name}: {self.answer} for {self.default}"


def iter_late_moves(game: Game[Any], seed: int) -> Iterator[LateMove]:
    """Yield the moves of the last turns that the seat could have passed, latest first."""
    match = new(game, min(MAX_SEATS, game.seat_numbers[-1]), seed=seed).play("end")
    last = match.last_step
    begin = match.goto(turn=max(match.turn - LAST_TURNS + 1, 0)).step
    for step in range(last - 1, begin - 1, -1):
        if move := find_next_move(match.goto(step=step)):
            yield move


def find_next_move(match: Match) -> LateMove | None:
    """Return the next recorded move, or None if it cannot be compared with passing.

    The default answer counts as passing if all its fields are empty. A move cannot be compared if
    it is the default, or if the default fills in a field.
    """
    again = match.fork()
    again.redo()
    entry: Entry = again.answers[-1]
    decision = next((one for one in match.requests() if one.seat == entry.seat), None)
    if entry.kind != "answer" or decision is None:
        return None
    answer, default = Answer(entry.name, entry.value or {}), decision.default
    if any(default.fields.values()) or answer == default:
        return None
    seat = decision.seat
    return LateMove(match.point(), seat, decision.name, answer, default, match.turn)


def test_nothing_that_can_only_lose_is_done_at_the_end(game: Game[Any]) -> None:
    """Check the last turns of matches that the game's own bots play to the end."""
    if not game.policies:
        return
    lost = [
        f"seed {seed}, {move}"
        for seed in range(MATCH_COUNT)
        for move in islice(iter_late_moves(game, seed), MAX_MOVES)
        if move.is_dominated()
    ]
    assert not lost, "\n".join(lost)
