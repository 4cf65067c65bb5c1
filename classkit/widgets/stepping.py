"""Through the match: step, back, go to a turn, and the clock that steps by itself."""

from __future__ import annotations

from typing import Any

from classkit.engine.errors import ClasskitError, IllegalMove, NothingToDo, UnknownName
from classkit.engine.match import Match
from classkit.engine.players import UNTIL
from classkit.engine.requests import Draw, Roll

from .display import Display

SPEEDS = (0.1, 50.0)
"""Steps per second that Play may be set to."""


class Stepping(Display):
    """A match on show that can be gone through both ways."""

    def __init__(self, match: Match, bots: Any = None) -> None:
        super().__init__(match, bots)
        self.playing, self.speed = False, 1.0

    def step(self, until: str = "decision") -> None:
        """Go on to the next decision, turn or round, or to the end.

        What lies ahead after Back is gone through again; else the bots answer. A person's
        decision is waited for: Step stops there.
        """
        self.reach(until)
        match = self.match
        if match.can_redo and not self.branches.active.play_anew:
            self.repeat(until)
        elif match.is_over:
            raise NothingToDo("The match is over. Go back, or begin anew.")
        elif isinstance(match.request, (Roll, Draw)):
            raise IllegalMove("The room throws: enter what came up, then step on.")
        elif len(self.persons_asked()) < len(self.asked()):
            self.branches.keep_ahead()
            match.play(until, bots=self.policies())
        if match.is_over or self.persons_asked() or isinstance(match.request, (Roll, Draw)):
            self.playing = False

    def reach(self, until: str) -> str:
        """How far a step goes, checked."""
        if until not in UNTIL:
            raise UnknownName("reach of a step", until, UNTIL)
        return until

    def repeat(self, until: str) -> None:
        """Go through what lies ahead again, not further."""
        match = self.match
        if until == "decision":
            match.redo()
        elif until == "end" or match.turn >= match.last_turn:
            match.goto(step=match.last_step)
        elif until == "turn":
            match.goto(turn=match.turn + 1)
        else:
            here = match.round
            while match.round == here and match.turn < match.last_turn:
                match.goto(turn=match.turn + 1)
            if match.round == here:
                match.goto(step=match.last_step)

    def back(self, until: str = "decision") -> None:
        """Go back one decision, or to the start of this turn or round (else of the one before)."""
        match, before = self.match, self.match.step
        self.reach(until)
        self.playing = False
        if not match.can_undo:
            raise NothingToDo("This is the beginning: nothing lies before it.")
        if until == "decision":
            match.undo()
        elif until == "end":
            match.goto(step=0)
        else:
            match.goto(turn=match.turn)
            while match.step == before and match.turn > 0:
                match.goto(turn=match.turn - 1)
            while until == "round" and match.turn > 0 and self.round_before(match) == match.round:
                match.goto(turn=match.turn - 1)

    @staticmethod
    def round_before(match: Match) -> int | None:
        """The round of the turn before this one."""
        rows = match.history
        return rows[-1]["round"] if rows else None

    def forward(self) -> None:
        """Give the next answer that lies ahead once more."""
        self.match.redo()

    def goto(self, turn: int | None = None, step: int | None = None) -> None:
        """Go to a turn or a step, forward or back; what lies ahead stays."""
        self.match.goto(turn=turn, step=step)
        self.playing = False

    def play(self, on: bool = True, speed: float | None = None) -> None:
        """Let the clock of the page run, at ``speed`` steps per second."""
        if speed is not None:
            low, high = SPEEDS
            if not low <= speed <= high:
                raise ClasskitError(f"The speed is {low} to {high:.0f} steps per second.")
            self.speed = speed
        self.playing = on and not self.match.is_over
