"""A law of the bots that ship with a game: in the last turns they make no move that can only lose.

Whether a move can only lose is found out by playing: the match is taken up again where it was
made, once with the move and once with a pass, under several other lucks. A move that never leaves
its seat better off, in any race, and always leaves it worse off in some, only loses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from classkit.engine.game import Game
from classkit.engine.log import Entry, Keep
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.positions import FIRST_SEED, Point
from classkit.engine.registry import new

from .matches import MATCHES

TURNS = 4
"""How many turns count as the last ones."""
LUCKS = 4
"""Under how many other lucks the end is played again."""
MOST = 12
"""The most moves judged in one match: the latest."""
SEATS = 4


@dataclass(frozen=True)
class LateMove:
    """A move in the last turns where the seat could have passed, and the moment before it."""

    point: Point
    seat: str
    name: str
    answer: Answer
    default: Answer
    turn: int

    def outcome(self, answer: Answer, luck: int) -> list[float]:
        """Return how the seat stands in each race at the end: its score, its lead, and its place.

        The place is minus its number. It adds what a score cannot say: who may not win comes last.
        """
        match = Match.at(self.point, FIRST_SEED + luck, Keep.nothing())
        match.answer(answer.move, seat=self.seat, **answer.fields)
        match.play("end", bots=match.game.own_bots(match.seats))
        found: list[float] = []
        races = match.game.all_races(match.table)
        for title in match.game.deciding_races(match.table):
            lines = {line.seat: line for line in races[title]}
            own = lines.pop(self.seat)
            best_of_others = max((line.score for line in lines.values()), default=0)
            found += [own.score, own.score - best_of_others, -own.place]
        return found

    def only_loses(self) -> bool:
        """Return whether the move is never better than the default, and always worse somewhere."""
        for luck in range(LUCKS):
            made, left = self.outcome(self.answer, luck), self.outcome(self.default, luck)
            better = any(one > other for one, other in zip(made, left, strict=True))
            if better or made == left:
                return False
        return True

    def __str__(self) -> str:
        return f"turn {self.turn}, {self.seat}, {self.name}: {self.answer} for {self.default}"


def late_moves(game: Game[Any], seed: int) -> Iterator[LateMove]:
    """Yield the moves of a match's last turns where its seat could have passed, latest first."""
    match = new(game, min(SEATS, game.seat_numbers[-1]), seed=seed).play("end")
    last = match.last_step
    begin = match.goto(turn=max(match.turn - TURNS + 1, 0)).step
    for step in range(last - 1, begin - 1, -1):
        if move := next_move(match.goto(step=step)):
            yield move


def next_move(match: Match) -> LateMove | None:
    """Return the next move that was made, with the moment before it; None if it cannot be judged.

    A move is measured against passing, or against an empty form. It cannot be judged if it is the
    default itself, or if the default makes a choice.
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
    """Check the last turns of whole matches of the game's own bots."""
    if not game.policies:
        return
    lost = [
        f"seed {seed}, {move}"
        for seed in range(MATCHES)
        for move in islice(late_moves(game, seed), MOST)
        if move.only_loses()
    ]
    assert not lost, "\n".join(lost)
