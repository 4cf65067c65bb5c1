"""The limits of a student's policy, and the notice on what they do not protect against.

Every policy plays in a process of its own (:mod:`classkit.sandbox`), which puts the limits in force
before it reads the policy. The referee watches the clock.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import inf
from typing import Any

from classkit.engine.data import as_data
from classkit.engine.errors import ClasskitError, shorten
from classkit.sandbox.limits import MEGABYTE, Bounds

NOT_PROTECTED = """\
What this does not protect against. A policy runs as the user who started the tournament. On Linux
(x86-64 and 64-bit ARM) the kernel refuses it everything but what Python needs to compute: no other
process, no signals, no network, no changes to files. It can read only Python's own files, and its
root folder holds no others. The table and the page say which of these shields were up, and
`classkit doctor` which ones this machine has. Where one is missing (macOS, Windows, an old kernel),
a malicious policy can read and delete this user's files, use the network, and end this user's other
processes. Without the module `resource` (Windows) memory is not limited either, and macOS does not
enforce that limit. Where only the root folder is missing, a policy can find out whether a file
exists. This is never a virtual machine: a hole in the kernel or in Python is a hole here too. All
policies share the machine's processors, so one that computes to its limit slows the others' clocks.
A policy may guess the dice if it can guess the seed, so leave --seed out when it counts. Run
strangers' files in a container, or on a machine that holds nothing else."""
"""Shown by `classkit tournament --help` and at the foot of the page."""


LEAST = {
    "answer": 0.01, "match": 0.01, "start": 0.1, "processor": 1, "memory": 100, "printed": 0,
    "reads": 1, "asks": 1, "reply": 1_000, "restarts": 0, "failures": 1,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one policy in one match.

    ``answer`` is the time for one answer and ``start`` for reading the file, ``match`` the time
    for all answers of a match together and ``processor`` the processor's share of it, all in
    seconds; ``memory`` is in megabytes; ``printed`` counts characters in one answer, ``reads``
    questions to the view in one answer, ``reply`` bytes of one message. After ``restarts`` new
    processes in a match, ``failures`` failures, or ``asks`` decisions and asides for which it was
    asked, it plays the default to the end. No match that ends by itself asks a policy so often.

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
            value, least = as_data(getattr(self, field.name)), LEAST[field.name]
            object.__setattr__(self, field.name, value)  # frozen from here on
            wanted = (int, float) if isinstance(field.default, float) else (int,)
            if type(value) not in wanted or not least <= value < inf:
                raise ClasskitError(
                    f"the limit on {field.name} must be {least:g} or more, not {shorten(value)}."
                )


def bounds_of(limits: Limits) -> Bounds:
    """Return the limits of a policy's process."""
    return Bounds(memory=limits.memory * MEGABYTE, processor=limits.processor)


def read_limits(limits: Any, usual: Limits | None = None) -> Limits:
    """Return the limits given, or the usual ones; raise ClasskitError for anything else."""
    if limits is None:
        return usual or Limits()
    if not isinstance(limits, Limits):
        raise ClasskitError(
            f"limits must be study.Limits(...), not {shorten(limits)}: "
            "limits=study.Limits(answer=0.5)."
        )
    return limits
