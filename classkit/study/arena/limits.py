"""Limits on a student's policy, and a notice about attacks that they do not prevent.

Every policy runs in its own process (:mod:`classkit.sandbox`), which applies the limits before it
loads the policy. The referee checks the time.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import inf
from typing import Any

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.untrusted_input import to_builtin
from classkit.sandbox.resource_limits import MEGABYTE, ResourceLimits

NOT_PROTECTED = """\
Limits of the protection. A policy runs as the user who started the tournament. On Linux (x86-64 and
64-bit ARM) the kernel denies it everything except what Python needs to compute: no other process,
no signals, no network, no changes to files. It can read only Python's own files, and its root
folder contains no other files. The table and the page list the protections that were active, and
`classkit doctor` lists the protections of this machine. If one is missing (macOS, Windows, an old
kernel), a malicious policy can read and delete this user's files, use the network, and end this
user's other processes. Without the module `resource` (Windows), memory is not limited either, and
macOS does not enforce that limit. If only the root folder is missing, a policy can find out whether
a file exists. This is not a virtual machine: a vulnerability in the kernel or in Python affects it
too. All policies share the machine's processors, so a policy that uses its full time can slow down
the others. A policy that can guess the seed can predict the dice, so omit --seed when the result
counts. Run untrusted files in a container, or on a machine without other data."""
"""Shown by `classkit tournament --help` and at the bottom of the tournament page."""


MIN_VALUES = {
    "answer": 0.01, "match": 0.01, "start": 0.1, "processor": 1, "memory": 100, "printed": 0,
    "reads": 1, "asks": 1, "reply": 1_000, "restarts": 0, "failures": 1,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on one policy in one match.

    When a policy reaches ``asks``, ``restarts`` or ``failures``, the default answers for the rest
    of the match.

    Args:
        answer: Seconds for one answer.
        match: Seconds for all answers of a match together.
        start: Seconds for loading the file.
        processor: CPU seconds of one process.
        memory: Megabytes of memory.
        printed: Characters printed during one answer.
        reads: Reads of the view during one answer.
        asks: Decisions and asides in one match. Matches that end normally have fewer.
        reply: Bytes in one message.
        restarts: Restarts of the process in one match.
        failures: Failures in one match.

    Raises:
        ClasskitError: If a limit is too small or has the wrong type.

    Example:
        >>> Limits(answer=0.5).answer
        0.5
        >>> Limits(memory=1)
        Traceback (most recent call last):
        classkit.engine.errors.ClasskitError: the limit on memory must be 100 or more, not 1.
    """

    answer: float = 1.0
    match: float = 60.0
    start: float = 20.0
    processor: int = 30
    memory: int = 512
    printed: int = 10_000
    reads: int = 50_000
    asks: int = 10_000
    reply: int = 65_536
    restarts: int = 3
    failures: int = 50

    def __post_init__(self) -> None:
        for field in fields(self):
            value, least = to_builtin(getattr(self, field.name)), MIN_VALUES[field.name]
            object.__setattr__(self, field.name, value)  # the dataclass is frozen
            wanted = (int, float) if isinstance(field.default, float) else (int,)
            if type(value) not in wanted or not least <= value < inf:
                raise ClasskitError(
                    f"the limit on {field.name} must be {least:g} or more, not "
                    f"{truncate_text(value)}."
                )


def get_resource_limits(limits: Limits) -> ResourceLimits:
    """Convert limits to the resource limits of a policy's process."""
    return ResourceLimits(memory=limits.memory * MEGABYTE, processor=limits.processor)


def read_limits(limits: Any, usual: Limits | None = None) -> Limits:
    """Return ``limits``, or the defaults if None. Raise ClasskitError for any other type."""
    if limits is None:
        return usual or Limits()
    if not isinstance(limits, Limits):
        raise ClasskitError(
            f"limits must be study.Limits(...), not {truncate_text(limits)}: "
            "limits=study.Limits(answer=0.5)."
        )
    return limits
