"""The error of a job that could not be played."""

from __future__ import annotations

from classkit.engine.errors import ClasskitError

from .worker import Failure


class JobError(ClasskitError):
    """A job that could not be played.

    ``index`` is its number, None if none was begun; ``details`` is the traceback.
    """

    def __init__(self, reason: str, index: int | None = None, details: str = "") -> None:
        self.reason, self.index, self.details = reason, index, details
        super().__init__(reason)

    @classmethod
    def of(cls, failure: Failure) -> JobError:
        """Return the error for a failure in another process.

        >>> str(JobError.of(Failure(3, "There is no bot.", "", is_ours=True)))
        'There is no bot.'
        """
        where = last_line(failure.details)
        reason = failure.reason
        if not failure.is_ours and where:
            reason = f"{reason} ({where})"
        return cls(reason, failure.job, failure.details)


def last_line(details: str) -> str:
    """Return the last place that a traceback names.

    >>> last_line('Traceback:\\n  File "/home/ada/policy.py", line 3, in decide\\nValueError: no')
    'policy.py, line 3, in decide'
    """
    places = [line.strip() for line in details.splitlines() if line.lstrip().startswith('File "')]
    if not places:
        return ""
    path, _, rest = places[-1].removeprefix('File "').partition('"')
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    return f"{name}{rest}"
