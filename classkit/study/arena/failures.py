"""Failures and statistics of a policy in one match, as recorded by the referee."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from classkit.engine.moves import Answer

MAX_TEXT_LENGTH = 300
MAX_LINES, MAX_FILE_LINES = 12, 1_000_000


class SourceLine(NamedTuple):
    """One line of a policy's file in the traceback of a failure.

    Args:
        number: Line number.
        function: Name of the function that contains the line.
        text: Source text of the line.

    Example:
        >>> SourceLine(12, "policy", "return view.cash / 0").number
        12
    """

    number: int
    function: str
    text: str


@dataclass(frozen=True, slots=True)
class PolicyFailure:
    """A forfeited answer: kind of failure, reason, and the lines that caused it.

    Args:
        kind: "slow", "exception", "illegal", "reply", "rubbish", "crash", "memory", "printed",
            "reads", "cheat", "import", "syntax", "no policy", "start", "out of time", "endless" or
            "rules".
        reason: The reason, as a sentence.
        decision: Name of the decision.
        seat: Seat of the policy.
        turn: Turn of the decision.
        seed: Seed of the match.
        lines: Lines of the policy's file in the traceback, innermost last.

    Example:
        >>> line = SourceLine(12, "policy", "return view.cash / 0")
        >>> PolicyFailure("exception", "division by zero", "buy", "A", 3, 7, (line,)).where
        'line 12, in policy'
    """

    kind: str
    reason: str
    decision: str
    seat: str
    turn: int
    seed: int
    lines: tuple[SourceLine, ...] = ()

    @property
    def where(self) -> str:
        """The line of the policy's file, as "line 12, in policy", or an empty string if unknown."""
        if not self.lines:
            return ""
        last = self.lines[-1]
        inside = f", in {last.function}" if last.function not in ("", "<module>") else ""
        return f"line {last.number}{inside}"


class PolicyForfeit(Exception):
    """Raised when the policy forfeits its answer.

    ``fatal`` is True if the process must be ended, ``for_good`` if a new process would also fail.
    """

    def __init__(
        self,
        kind: str,
        reason: str,
        *,
        fatal: bool = False,
        for_good: bool = False,
        lines: Sequence[SourceLine] = (),
    ) -> None:
        self.kind, self.reason, self.lines = kind, reason, tuple(lines)
        self.fatal, self.for_good = fatal, for_good
        super().__init__(reason)


@dataclass
class PolicyStats:
    """Answers, failures, times and output of a policy in one match."""

    answers: int = 0
    defaults: int = 0
    failures: list[PolicyFailure] = field(default_factory=list)
    forfeits: int = 0
    """Number of answers replaced with the default, including answers after exclusion."""
    slowest: float = 0.0
    slowest_at: str = ""
    seconds: float = 0.0
    starting: float = 0.0
    """Total seconds spent on starting the policy's processes and loading its file."""
    printed: str = ""
    asked: dict[str, int] = field(default_factory=dict)
    """Number of times the policy was asked, by decision."""
    by_default: dict[str, int] = field(default_factory=dict)
    """Number of times the policy itself answered with the default, by decision."""
    log: list[tuple[int, str, Answer]] = field(default_factory=list)
    """The policy's own answers, as (turn, decision, answer)."""
    out: str = ""
    """Why the default answers for the rest of the match, or an empty string."""
    shields: tuple[str, ...] = ()


def sanitize_text(text: object, max_length: int = MAX_TEXT_LENGTH) -> str:
    """Convert untrusted text to one printable line of at most ``max_length`` characters.

    >>> sanitize_text("a\\x1b[2Jb\\nc")
    'a [2Jb c'
    """
    plain = "".join(sign if sign.isprintable() else " " for sign in str(text)[: max_length + 1])
    return plain if len(plain) <= max_length else plain[: max_length - 1] + "…"


def read_source_lines(reported: Any) -> tuple[SourceLine, ...]:
    """Parse the source lines that a policy's process reported, skipping malformed ones."""
    found = []
    for line in reported[:MAX_LINES] if isinstance(reported, list) else ():
        if not (isinstance(line, list) and len(line) == 3 and type(line[0]) is int):
            continue
        if 0 <= line[0] <= MAX_FILE_LINES:
            found.append(
                SourceLine(line[0], sanitize_text(line[1], 80), sanitize_text(line[2], 200))
            )
    return tuple(found)
