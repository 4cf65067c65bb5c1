"""Lateness: by how much a file was handed in after it was due, and what that costs.

When a file was handed in is taken from the file itself, as the system keeps it: the learning
platform's own download must have kept that time. So nothing is taken off unless the teacher asks
for it, and what was given stands beside what is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from classkit.engine.errors import ClasskitError, shorten

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


@dataclass(frozen=True)
class Due:
    """When an assignment was due, and the percentage that each day begun costs.

    >>> due = Due.read("2026-11-26 18:00", 10)
    >>> late = due.late(datetime(2026, 11, 27, 18, 30))
    >>> late, due.kept(late), due.in_words(late)
    (datetime.timedelta(days=1, seconds=1800), 0.8, '1 day 0 h 30 min')
    >>> due.kept(due.late(datetime(2026, 11, 26, 18, 0)))
    1.0
    """

    when: datetime
    per_day: float = 0.0

    @classmethod
    def read(cls, text: str, per_day: float = 0.0) -> Due:
        """Read a date, or a date and a time, as people write them to be unmistakable.

        >>> Due.read("tomorrow")
        Traceback (most recent call last):
        classkit.engine.errors.ClasskitError: --due must be a date and a time, such as \
"2026-11-26 18:00", not 'tomorrow'.
        """
        try:
            when = datetime.fromisoformat(text)
        except ValueError:
            raise ClasskitError(
                f'--due must be a date and a time, such as "2026-11-26 18:00", not {shorten(text)}.'
            ) from None
        if not 0 <= per_day <= 100:
            raise ClasskitError(f"--late-percent must be a number from 0 to 100, not {per_day:g}.")
        if when.tzinfo is not None:
            when = when.astimezone().replace(tzinfo=None)
        if len(text.strip()) <= len("2026-11-26"):
            when += DAY - timedelta(seconds=1)  # a date alone means its end
        return cls(when, per_day)

    def late(self, handed_in: datetime) -> timedelta:
        """Return by how much something was late; nothing within the minute in which it was due.

        >>> Due.read("2026-11-26 18:00").late(datetime(2026, 11, 26, 18, 0, 59))
        datetime.timedelta(0)
        """
        late = handed_in - self.when
        return late if late >= MINUTE else timedelta(0)

    def kept(self, late: timedelta) -> float:
        """Return the share of the points that is left: each day begun costs so much."""
        days = -(-late // DAY)
        return max(0.0, 1 - days * self.per_day / 100)

    def in_words(self, late: timedelta) -> str:
        """Write a lateness; empty if there is none."""
        if not late:
            return ""
        hours, rest = divmod(late.seconds, 3600)
        days = f"{late.days} day{'s' * (late.days != 1)} " if late.days else ""
        return f"{days}{hours} h {rest // 60} min"
