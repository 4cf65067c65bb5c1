"""The clock of a table: how many minutes of play are left, and when the game is told that none are.

A match has a clock where its host calls time by the clock: where an option says after how many
minutes (487-opoly, Q10.3), or where a class has agreed on a period (Poleconomy, P15.1). What counts
is play alone: neither set-up, nor a time-out of the rules, nor a discussion for which the teacher
stops the clock. Once time has been called the clock counts the overtime until the match ends.

Nothing in a match depends on time. The clock lies beside it, and tells it one thing once, by the
signal "time_up", which is an entry of its log like any other. So it never runs backwards: whoever
goes back takes back answers, and no minutes. While something lies ahead of the match, time is not
called, for that would cut it off; it is as soon as the match stands at its end again.

This file knows no time of its own. It is told how many seconds have passed (``timekeeper.py``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Self, TypedDict

from classkit.engine.data import read_whole
from classkit.engine.errors import ClasskitError
from classkit.engine.game import Timing
from classkit.engine.match import Match
from classkit.engine.words import how_many

from .shapes import ClockNow, ClockState

TIME_UP = "time_up"
MOST_MINUTES = 600
MINUTE = 60
MOST_SECONDS = 10.0**7


class ClockKept(TypedDict):
    """A clock as it is kept beside its match; ``played`` and ``overtime`` are seconds of play."""

    minutes: int
    played: float
    overtime: float
    stopped: bool
    first_turn: int


@dataclass(frozen=True, slots=True)
class MatchClock:
    """The clock of one match, or of one branch of it.

    ``played`` are the seconds of play that have counted, ``overtime`` those since time was called,
    ``stopped`` tells that the teacher has stopped it, and ``first_turn`` is the turn in which it
    began, by which the pace of the class is known.

    >>> clock = MatchClock(minutes=45).after(600, "play")
    >>> clock.left
    2100.0
    >>> clock.after(600, "set-up").left, clock.after(600, "time-out").left
    (2100.0, 2100.0)
    >>> clock.stop().after(600, "play").left
    2100.0
    >>> clock.after(3000, "play").left
    0.0
    """

    minutes: int
    played: float = 0.0
    overtime: float = 0.0
    stopped: bool = False
    first_turn: int = 1

    @property
    def left(self) -> float:
        """The seconds of play that are left; never less than 0."""
        return max(0.0, self.minutes * MINUTE - self.played)

    def after(self, seconds: float, timing: Timing) -> Self:
        """Return the clock after so many seconds, in which the match stood like this."""
        if self.stopped or seconds <= 0:
            return self
        if timing == "play":
            return replace(self, played=self.played + seconds)
        if timing == "overtime":
            return replace(self, overtime=self.overtime + seconds)
        return self

    def stop(self, on: bool = True) -> Self:
        """Return the clock as it stands while the class discusses; or as it runs again."""
        return replace(self, stopped=on)

    def lasting(self, minutes: int) -> Self:
        """Return the clock for another number of minutes; what has been played counts."""
        return replace(self, minutes=minutes)

    # --- beside the record ---------------------------------------------

    def plain(self) -> ClockKept:
        """Return the clock as JSON data: all that a new kernel needs to go on with it."""
        return {
            "minutes": self.minutes,
            "played": math.floor(self.played * 10) / 10,  # rounded up, a second less would be left
            "overtime": round(self.overtime, 1),
            "stopped": self.stopped,
            "first_turn": self.first_turn,
        }

    @classmethod
    def read(cls, stated: Any) -> MatchClock | None:
        """Read what :meth:`plain` gave; None for anything that makes no sense.

        >>> MatchClock.read(MatchClock(45, played=12.5).plain()) == MatchClock(45, played=12.5)
        True
        >>> MatchClock.read({"minutes": "many"})
        """
        if not isinstance(stated, dict):
            return None
        minutes, turn = stated.get("minutes"), stated.get("first_turn")
        played, overtime = (as_seconds(stated.get(key)) for key in ("played", "overtime"))
        if type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES or type(turn) is not int:
            return None
        if played is None or overtime is None:
            return None
        return cls(minutes, played, overtime, stated.get("stopped") is True, max(1, turn))


def as_seconds(stated: Any) -> float | None:
    """Return a stored number of seconds; None for what is none."""
    is_number = type(stated) in (int, float) and 0 <= stated <= MOST_SECONDS
    return float(stated) if is_number else None


def read_minutes(match: Match, minutes: Any) -> int:
    """Read how many minutes a class agrees on; ClasskitError for others, or where no clock goes.

    >>> import classkit
    >>> read_minutes(classkit.new("poleconomy", seats=3, seed=7), 45)
    45
    >>> read_minutes(classkit.new("economicon", seats=4, seed=1), 45)
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: Economicon ends by its rules alone: no host calls time, \
and so it has no clock.
    """
    game = match.game
    title = game.title.partition(":")[0]
    if TIME_UP not in game.signals:
        raise ClasskitError(
            f"{title} ends by its rules alone: no host calls time, and so it has no clock."
        )
    if not game.timing(match.table):
        raise ClasskitError(f"This match has no clock. {game.no_signal(match.table, TIME_UP)}")
    return read_whole("minutes", minutes, high=MOST_MINUTES)


def clock_of(match: Match, agreed: int | None = None) -> MatchClock | None:
    """Return the clock with which a match begins: its option's, or the minutes agreed on."""
    game = match.game
    minutes = game.length(match.table).minutes or agreed
    if not minutes or not game.timing(match.table):
        return None
    return MatchClock(minutes, first_turn=max(1, match.turn))


def timing_of(match: Match) -> Timing:
    """Return the phase of the clock in which a match stands: "play", say; "" once it is over.

    Who looks back plays on, as far as the clock is concerned: only set-up does not count then.
    """
    if match.is_over:
        return ""
    if match.can_redo:
        return "play" if match.last_turn else "set-up"
    return match.game.timing(match.table)


def is_due(clock: MatchClock | None, match: Match) -> bool:
    """Return whether the game is to be told now that the time is over."""
    return clock is not None and not clock.left and timing_of(match) == "play" and at_end(match)


def at_end(match: Match) -> bool:
    """Return whether a match stands at its end and can be told: nothing that lies ahead is lost."""
    return not match.can_redo and TIME_UP in match.signals


# --- what is shown ---------------------------------------------


def state_of(clock: MatchClock, match: Match, locked: bool) -> ClockState:
    """Return what the clock does now; ``locked`` where the table only looks on."""
    timing = timing_of(match)
    if match.is_over:
        return "over"
    if clock.stopped or locked:
        return "stopped"
    if timing == "set-up" or timing == "time-out":
        return timing
    return "running" if timing == "play" and clock.left else "overtime"


def clock_now(clock: MatchClock | None, match: Match, locked: bool) -> ClockNow | None:
    """Return the clock as a page shows it; None where a match has none."""
    if clock is None:
        return None
    return {
        "state": state_of(clock, match, locked),
        "minutes": clock.minutes,
        "left": math.ceil(clock.left),
        "overtime": int(clock.overtime),
        "pace": pace(clock, match),
    }


def minutes_left(clock: MatchClock) -> str:
    """Return the minutes of play that are left, in words; one that has begun counts whole.

    >>> minutes_left(MatchClock(45)), minutes_left(MatchClock(45, played=44.5 * 60))
    ('45 minutes', '1 minute')
    """
    return how_many(math.ceil(clock.left / MINUTE), "minute")


def pace(clock: MatchClock, match: Match) -> str:
    """Return what is likelier to come first, the end of the time or of the last round.

    It goes by how long the rounds have taken so far. Empty before a round is over, where the rounds
    have no limit, and once time is called.
    """
    game, seats = match.game, len(match.seats)
    last = game.length(match.table).last_turn
    done = match.last_turn - clock.first_turn
    if not last or match.is_over or not clock.left or done < seats or not clock.played:
        return ""
    each = clock.played / done
    ahead = last - match.last_turn + 1
    if each * ahead <= clock.left:
        when = how_many(max(1, round(each * ahead / MINUTE)), "minute")
        return f"At this pace the last round is over first, in about {when}."
    reached = match.last_turn + int(clock.left / each)
    rounds = -(-last // seats)
    return f"At this pace time is up first, in round {-(-reached // seats)} of {rounds}."
