"""The referee's notes on a policy: its failures, and what it did in a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from classkit.engine.moves import Answer

KEPT_TEXT = 300
LINES_KEPT, LINES_OF_A_FILE = 12, 1_000_000


class Line(NamedTuple):
    """One line of a policy's file on the way to a failure."""

    number: int
    function: str
    text: str


@dataclass(frozen=True, slots=True)
class Failure:
    """A forfeited answer: the kind of failure, the reason, and the place.

    ``kind`` is "slow", "exception", "illegal", "reply", "rubbish", "crash", "memory", "printed",
    "reads", "cheat", "import", "syntax", "no policy", "start", "out of time", "endless" or "rules".
    """

    kind: str
    reason: str
    decision: str
    seat: str
    turn: int
    seed: int
    lines: tuple[Line, ...] = ()

    @property
    def where(self) -> str:
        """The line of the policy's file, as "line 12, in policy"; empty if unknown."""
        if not self.lines:
            return ""
        last = self.lines[-1]
        inside = f", in {last.function}" if last.function not in ("", "<module>") else ""
        return f"line {last.number}{inside}"


class Forfeit(Exception):
    """The answer is forfeited.

    ``fatal`` means that the process must be ended, ``for_good`` that another would fail too.
    """

    def __init__(
        self,
        kind: str,
        reason: str,
        *,
        fatal: bool = False,
        for_good: bool = False,
        lines: Sequence[Line] = (),
    ) -> None:
        self.kind, self.reason, self.lines = kind, reason, tuple(lines)
        self.fatal, self.for_good = fatal, for_good
        super().__init__(reason)


@dataclass
class Score:
    """The conduct of a policy in one match: answers, failures, times and output."""

    answers: int = 0
    defaults: int = 0
    failures: list[Failure] = field(default_factory=list)
    forfeits: int = 0
    """Answers that the default gave in its place, including those after it was out."""
    slowest: float = 0.0
    slowest_at: str = ""
    seconds: float = 0.0
    starting: float = 0.0
    """Seconds that its processes took to start and to read the file."""
    printed: str = ""
    asked: dict[str, int] = field(default_factory=dict)
    """Decision -> how often the policy was asked."""
    by_default: dict[str, int] = field(default_factory=dict)
    """Decision -> how often the policy itself answered with the default."""
    log: list[tuple[int, str, Answer]] = field(default_factory=list)
    """Its own answers as (turn, decision, answer)."""
    out: str = ""
    """Why the default plays for it to the end, if it does."""
    shields: tuple[str, ...] = ()


def clip(text: object, most: int = KEPT_TEXT) -> str:
    """Shorten a stranger's text for a log to one printable line.

    >>> clip("a\\x1b[2Jb\\nc")
    'a [2Jb c'
    """
    plain = "".join(sign if sign.isprintable() else " " for sign in str(text)[: most + 1])
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def read_lines(told: Any) -> tuple[Line, ...]:
    """Read the lines that a policy's process reports, leaving out malformed ones."""
    found = []
    for line in told[:LINES_KEPT] if isinstance(told, list) else ():
        if not (isinstance(line, list) and len(line) == 3 and type(line[0]) is int):
            continue
        if 0 <= line[0] <= LINES_OF_A_FILE:
            found.append(Line(line[0], clip(line[1], 80), clip(line[2], 200)))
    return tuple(found)
