"""Time limit and output limit of a policy, enforced inside its process."""

from __future__ import annotations

import signal
from types import FrameType


class TimeLimitExceeded(BaseException):
    """Raised in the policy when it exceeds its time limit."""


class PrintLimitExceeded(Exception):
    """Raised in the policy when it prints more than the limit."""


class WatchdogTimer:
    """Interrupts a policy at its time limit, on systems with ``signal.setitimer``."""

    def __init__(self) -> None:
        self.has_alarm = hasattr(signal, "setitimer")
        self.held = self.rang = False
        if self.has_alarm:
            signal.signal(signal.SIGALRM, self._handle_alarm)

    def _handle_alarm(self, number: int, frame: FrameType | None) -> None:
        self.rang = True
        if not self.held:
            raise TimeLimitExceeded

    def start(self, seconds: float) -> None:
        """Set a one-shot alarm."""
        self.rang = False
        if self.has_alarm:
            signal.setitimer(signal.ITIMER_REAL, seconds)

    def stop(self) -> None:
        """Cancel the alarm."""
        if self.has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def suspend_alarm(self) -> None:
        """Defer the alarm while messages are exchanged."""
        self.held = True

    def resume_alarm(self) -> None:
        """Stop deferring the alarm. Raise TimeLimitExceeded if it has fired."""
        self.held = False
        if self.rang:
            raise TimeLimitExceeded


class LimitedOutput:
    """Standard output of a policy, limited in length between calls of ``take_text``."""

    encoding = "utf-8"

    def __init__(self, most: int) -> None:
        self.most, self.text = most, ""

    def write(self, text: str) -> int:
        """Store text up to the limit, then raise PrintLimitExceeded."""
        room = self.most - len(self.text)
        self.text += text[:room]
        if len(text) > room:
            raise PrintLimitExceeded(f"more than {self.most:,} characters were printed")
        return len(text)

    def flush(self) -> None:
        """Do nothing: the output is not buffered."""

    def isatty(self) -> bool:
        """Return False, since this is not a terminal."""
        return False

    def take_text(self) -> str:
        """Return the text printed since the last call."""
        text, self.text = self.text, ""
        return text
