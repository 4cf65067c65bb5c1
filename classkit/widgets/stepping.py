"""Through the match: step, back, go to a turn, and the clock that steps by itself."""

from __future__ import annotations

from typing import Any

from classkit.engine.data import as_data
from classkit.engine.errors import ClasskitError, IllegalMove, NothingToDo, shorten
from classkit.engine.match import Match
from classkit.engine.requests import Draw, Roll
from classkit.engine.strides import read_until

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

        What lies ahead after Back is gone through again, not further; else the bots answer. A
        person's decision is waited for: Step stops there.
        """
        read_until(until)
        match = self.match
        if match.can_redo and not self.branches.active.play_anew:
            match.forward(until)
        elif match.is_over:
            raise NothingToDo("The match is over. Go back, or begin anew.")
        elif isinstance(match.request, (Roll, Draw)):
            raise IllegalMove("The room throws: enter what came up, then step on.")
        elif len(self.persons_asked()) < len(self.asked()):
            self.branches.keep_ahead()
            match.play(until, bots=self.policies())
        if match.is_over or self.persons_asked() or isinstance(match.request, (Roll, Draw)):
            self.playing = False

    def back(self, until: str = "decision") -> None:
        """Take back exactly what a Step of this stride did that ended here.

        If none did, go back one answer, or to the start of this turn or round (else of the one
        before).
        """
        self.match.back(until)
        self.playing = False

    def forward(self, until: str = "decision") -> None:
        """Go through what lies ahead again, by the same stride as Step."""
        self.match.forward(until)

    def goto(self, turn: int | None = None, step: int | None = None) -> None:
        """Go to a turn or a step, forward or back; what lies ahead stays.

        A turn that asks nothing leads to the next one that does. Who stands there already and
        wishes to go back comes to the one before, so that a timeline gets past it.
        """
        match, before = self.match, self.match.step
        match.goto(turn=turn, step=step)
        if turn is not None and turn < match.turn and match.step == before and match.can_undo:
            match.back("turn")
        self.playing = False

    def play(self, on: bool = True, speed: float | None = None) -> None:
        """Let the clock of the page run, at ``speed`` steps per second."""
        if speed is not None:
            low, high = SPEEDS
            speed = as_data(speed)
            is_number = isinstance(speed, (int, float)) and not isinstance(speed, bool)
            if not is_number or not low <= speed <= high:
                raise ClasskitError(
                    f"The speed is {low} to {high:.0f} steps per second, not {shorten(speed)}."
                )
            self.speed = float(speed)
        self.playing = on and not self.match.is_over
