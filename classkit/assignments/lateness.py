"""How late a submission is, and the deduction for that.

A submission's time is the modification time of its file. It is correct only if the learning
platform's download preserves it. Therefore points are deducted only on the teacher's request, and
the result shows the points before and after the deduction. Nothing is deducted if the time is
unknown, as in Canvas's downloads.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from classkit.engine.errors import ClasskitError, truncate_text

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


@dataclass(frozen=True)
class DueDate:
    """Due date of an assignment, and the percentage deducted for each started day.

    >>> due = DueDate.parse("2026-11-26 18:00", 10)
    >>> late = due.get_lateness(datetime(2026, 11, 27, 18, 30))
    >>> late, due.get_share_left(late), due.format_lateness(late)
    (datetime.timedelta(days=1, seconds=1800), 0.8, '1 day 0 h 30 min')
    >>> due.get_share_left(due.get_lateness(datetime(2026, 11, 26, 18, 0)))
    1.0
    """

    when: datetime
    per_day: float = 0.0

    @classmethod
    def parse(cls, text: str, per_day: float = 0.0) -> DueDate:
        """Parse a date, or a date and a time, in ISO format.

        >>> DueDate.parse("tomorrow")
        Traceback (most recent call last):
        classkit.engine.errors.ClasskitError: --due must be a date and a time, such as \
"2026-11-26 18:00", not 'tomorrow'.
        """
        try:
            when = datetime.fromisoformat(text)
        except ValueError:
            raise ClasskitError(
                '--due must be a date and a time, such as "2026-11-26 18:00", '
                f"not {truncate_text(text)}."
            ) from None
        if not 0 <= per_day <= 100:
            raise ClasskitError(f"--late-percent must be a number from 0 to 100, not {per_day:g}.")
        if when.tzinfo is not None:
            when = when.astimezone().replace(tzinfo=None)
        if len(text.strip()) <= len("2026-11-26"):
            when += DAY - timedelta(seconds=1)  # a date without a time means the end of that day
        return cls(when, per_day)

    def get_lateness(self, handed_in: datetime) -> timedelta:
        """Return how late a submission is. The result is zero until the due minute is over.

        >>> DueDate.parse("2026-11-26 18:00").get_lateness(datetime(2026, 11, 26, 18, 0, 59))
        datetime.timedelta(0)
        """
        late = handed_in - self.when
        return late if late >= MINUTE else timedelta(0)

    def get_share_left(self, late: timedelta) -> float:
        """Return the share of points that remains: each started day costs ``per_day`` percent."""
        days = -(-late // DAY)
        return max(0.0, 1 - days * self.per_day / 100)

    def format_lateness(self, late: timedelta) -> str:
        """Format the delay as text. Return "" if there is none."""
        if not late:
            return ""
        hours, rest = divmod(late.seconds, 3600)
        days = f"{late.days} day{'s' * (late.days != 1)} " if late.days else ""
        return f"{days}{hours} h {rest // 60} min"
