"""The watch on a policy inside its process: an alarm clock, and a limit on printing."""

from __future__ import annotations

import signal
from types import FrameType


class TimeIsUp(BaseException):
    """Raised in the policy when its time for one answer is over."""


class PrintedTooMuch(Exception):
    """Raised in the policy when it has printed more than it may."""


class Clock:
    """Interrupts an answer that takes too long, if the system has such an alarm."""

    def __init__(self) -> None:
        self.has_alarm = hasattr(signal, "setitimer")
        self.held = self.rang = False
        if self.has_alarm:
            signal.signal(signal.SIGALRM, self._ring)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        self.rang = True
        if not self.held:
            raise TimeIsUp

    def start(self, seconds: float) -> None:
        """Set the alarm to ring once, after so many seconds."""
        self.rang = False
        if self.has_alarm:
            signal.setitimer(signal.ITIMER_REAL, seconds)

    def stop(self) -> None:
        """Cancel the alarm."""
        if self.has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def hold(self) -> None:
        """Hold the alarm back while a message is on its way."""
        self.held = True

    def free(self) -> None:
        """Let the alarm interrupt again, at once if it rang meanwhile."""
        self.held = False
        if self.rang:
            raise TimeIsUp


class Paper:
    """Standard output of a policy: keeps so many characters, and refuses more."""

    encoding = "utf-8"

    def __init__(self, most: int) -> None:
        self.most, self.text = most, ""

    def write(self, text: str) -> int:
        """Keep the text; raise PrintedTooMuch beyond the limit."""
        room = self.most - len(self.text)
        self.text += text[:room]
        if len(text) > room:
            raise PrintedTooMuch(f"more than {self.most:,} characters were printed")
        return len(text)

    def flush(self) -> None:
        """Do nothing: there is nothing to flush."""

    def isatty(self) -> bool:
        """Return False: this is no terminal."""
        return False

    def take(self) -> str:
        """Return what was printed since the last call."""
        text, self.text = self.text, ""
        return text
