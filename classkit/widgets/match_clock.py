"""Match clock: the remaining minutes of play, and the signal when time is up.

A match has a clock if its host calls time: after the minutes set by an option (487-opoly, Q10.3),
or after a period that the class has agreed on (Poleconomy, P15.1). Only play counts. Set-up, a
time-out of the rules, and a discussion for which the teacher stops the clock do not count. After
time has been called, the clock counts the overtime until the match ends.

A match itself does not depend on time. The clock is separate and sends the match one signal,
"time_up", which becomes an ordinary entry of its log. Going back undoes answers, but does not
restore minutes. After going back, time is not called, because the signal would discard the steps
ahead. It is called when the match is at its latest step again.

This module does not measure time: ``clock_driver.py`` passes in the seconds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Self, TypedDict

from classkit.engine.errors import ClasskitError
from classkit.engine.game import ClockPhase
from classkit.engine.match import Match
from classkit.engine.rulebook_text import format_count
from classkit.engine.untrusted_input import read_int

from .wire_types import ClockData, ClockState

TIME_UP = "time_up"
MAX_MINUTES = 600
MINUTE_SECONDS = 60
MAX_SECONDS = 10.0**7


class StoredClock(TypedDict):
    """Stored form of a match's clock. ``played`` and ``overtime`` are seconds of play."""

    minutes: int
    played: float
    overtime: float
    stopped: bool
    first_turn: int


@dataclass(frozen=True, slots=True)
class MatchClock:
    """The clock of one branch.

    Attributes:
        minutes: Minutes of play until time is up.
        played: Seconds of play before time was called.
        overtime: Seconds of play after time was called.
        stopped: True while the teacher has stopped the clock.
        first_turn: Turn in which the clock started, for computing the pace.

    >>> clock = MatchClock(minutes=45).advance(600, "play")
    >>> clock.seconds_left
    2100.0
    >>> clock.advance(600, "set-up").seconds_left, clock.advance(600, "time-out").seconds_left
    (2100.0, 2100.0)
    >>> clock.with_stopped().advance(600, "play").seconds_left
    2100.0
    >>> clock.advance(3000, "play").seconds_left
    0.0
    """

    minutes: int
    played: float = 0.0
    overtime: float = 0.0
    stopped: bool = False
    first_turn: int = 1

    @property
    def seconds_left(self) -> float:
        """Remaining seconds of play, at least 0."""
        return max(0.0, self.minutes * MINUTE_SECONDS - self.played)

    def advance(self, seconds: float, timing: ClockPhase) -> Self:
        """Return the clock advanced by ``seconds`` that the match spent in the phase ``timing``."""
        if self.stopped or seconds <= 0:
            return self
        if timing == "play":
            return replace(self, played=self.played + seconds)
        if timing == "overtime":
            return replace(self, overtime=self.overtime + seconds)
        return self

    def with_stopped(self, on: bool = True) -> Self:
        """Return the clock stopped, or running again if ``on`` is false."""
        return replace(self, stopped=on)

    def with_minutes(self, minutes: int) -> Self:
        """Return the clock for another number of minutes.

        Seconds that were already played count.
        """
        return replace(self, minutes=minutes)

    # --- storage ---------------------------------------------

    def to_json(self) -> StoredClock:
        """Return the clock as JSON data, from which a new kernel can restore it."""
        return {
            "minutes": self.minutes,
            "played": math.floor(self.played * 10) / 10,  # rounding up would lose a second
            "overtime": round(self.overtime, 1),
            "stopped": self.stopped,
            "first_turn": self.first_turn,
        }

    @classmethod
    def from_json(cls, stated: Any) -> MatchClock | None:
        """Restore a clock from the output of :meth:`to_json`. Return None for invalid data.

        >>> clock = MatchClock(45, played=12.5)
        >>> MatchClock.from_json(clock.to_json()) == clock
        True
        >>> MatchClock.from_json({"minutes": "many"})
        """
        if not isinstance(stated, dict):
            return None
        minutes, turn = stated.get("minutes"), stated.get("first_turn")
        played, overtime = (parse_seconds(stated.get(key)) for key in ("played", "overtime"))
        if type(minutes) is not int or not 1 <= minutes <= MAX_MINUTES or type(turn) is not int:
            return None
        if played is None or overtime is None:
            return None
        return cls(minutes, played, overtime, stated.get("stopped") is True, max(1, turn))


def parse_seconds(stated: Any) -> float | None:
    """Return a stored number of seconds, or None if it is not a valid number."""
    is_number = type(stated) in (int, float) and 0 <= stated <= MAX_SECONDS
    return float(stated) if is_number else None


def parse_minutes(match: Match, minutes: Any) -> int:
    """Return a validated number of minutes that a class has agreed on.

    Raises:
        ClasskitError: The number is invalid, or this match has no clock.

    >>> import classkit
    >>> parse_minutes(classkit.new("poleconomy", seats=3, seed=7), 45)
    45
    >>> parse_minutes(classkit.new("economicon", seats=4, seed=1), 45)
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: Economicon ends only by its rules. The host cannot call \
    time, so it has no clock.
    """
    game = match.game
    title = game.title.partition(":")[0]
    if TIME_UP not in game.signals:
        raise ClasskitError(
            f"{title} ends only by its rules. The host cannot call time, so it has no clock."
        )
    if not game.clock_phase(match.table):
        raise ClasskitError(f"This match has no clock. {game.signal_refusal(match.table, TIME_UP)}")
    return read_int("minutes", minutes, high=MAX_MINUTES)


def create_clock(match: Match, agreed: int | None = None) -> MatchClock | None:
    """Return the clock of a new match, or None if it has none.

    The minutes are set by the game's option, or else ``agreed``.
    """
    game = match.game
    minutes = game.length(match.table).minutes or agreed
    if not minutes or not game.clock_phase(match.table):
        return None
    return MatchClock(minutes, first_turn=max(1, match.turn))


def get_timing(match: Match) -> ClockPhase:
    """Return the current phase of the clock, such as "play"; "" once the match is over.

    After going back, time counts as play unless only set-up has been played so far.
    """
    if match.is_over:
        return ""
    if match.can_redo:
        return "play" if match.last_turn else "set-up"
    return match.game.clock_phase(match.table)


def is_expired(clock: MatchClock | None, match: Match) -> bool:
    """Return whether the match should receive the signal that time is up now."""
    return (
        clock is not None
        and not clock.seconds_left
        and get_timing(match) == "play"
        and can_call_time(match)
    )


def can_call_time(match: Match) -> bool:
    """Return whether the signal is legal and the match is at its latest step.

    At an earlier step, the signal would discard the steps ahead.
    """
    return not match.can_redo and TIME_UP in match.signals


# --- display ---------------------------------------------


def get_clock_state(clock: MatchClock, match: Match, locked: bool) -> ClockState:
    """Return the clock's state. Pass ``locked=True`` if the table is read-only."""
    timing = get_timing(match)
    if match.is_over:
        return "over"
    if clock.stopped or locked:
        return "stopped"
    if timing == "set-up" or timing == "time-out":
        return timing
    return "running" if timing == "play" and clock.seconds_left else "overtime"


def build_clock(clock: MatchClock | None, match: Match, locked: bool) -> ClockData | None:
    """Return the clock as page data, or None if the match has none."""
    if clock is None:
        return None
    return {
        "state": get_clock_state(clock, match, locked),
        "minutes": clock.minutes,
        "left": math.ceil(clock.seconds_left),
        "overtime": int(clock.overtime),
        "pace": describe_pace(clock, match),
    }


def format_minutes(clock: MatchClock) -> str:
    """Format the remaining minutes of play, rounded up.

    >>> format_minutes(MatchClock(45)), format_minutes(MatchClock(45, played=44.5 * 60))
    ('45 minutes', '1 minute')
    """
    return format_count(math.ceil(clock.seconds_left / MINUTE_SECONDS), "minute")


def describe_pace(clock: MatchClock, match: Match) -> str:
    """Return a sentence about whether time or rounds will run out first at the current pace.

    The pace is the average play time per turn since the clock started. The sentence is empty before
    the first full round, if the rounds have no limit, once time is up, and at the end.
    """
    game, seats = match.game, len(match.seats)
    last = game.length(match.table).last_turn
    done = match.last_turn - clock.first_turn
    if not last or match.is_over or not clock.seconds_left or done < seats or not clock.played:
        return ""
    each = clock.played / done
    ahead = last - match.last_turn + 1
    if each * ahead <= clock.seconds_left:
        when = format_count(max(1, round(each * ahead / MINUTE_SECONDS)), "minute")
        return f"At this pace the last round is over first, in about {when}."
    reached = match.last_turn + int(clock.seconds_left / each)
    rounds = -(-last // seats)
    return f"At this pace time is up first, in round {-(-reached // seats)} of {rounds}."
