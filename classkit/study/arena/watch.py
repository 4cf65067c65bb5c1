"""What watches a policy from inside its process: a clock, and the paper it prints on."""

from __future__ import annotations

import signal
from types import FrameType


class TimeIsUp(BaseException):
    """Raised in the policy when its time for one answer is over."""


class PrintedTooMuch(Exception):
    """Raised in the policy when it has printed more than it may."""


class Clock:
    """Ends an answer that takes too long, where the system has such an alarm."""

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
        """Ring once, after so many seconds."""
        self.rang = False
        if self.has_alarm:
            signal.setitimer(signal.ITIMER_REAL, seconds)

    def stop(self) -> None:
        """Ring no more."""
        if self.has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def hold(self) -> None:
        """Do not interrupt: a message is on its way."""
        self.held = True

    def free(self) -> None:
        """Interrupt again, at once if the time ran out meanwhile."""
        self.held = False
        if self.rang:
            raise TimeIsUp


class Paper:
    """What the policy prints: the first so many characters are kept, and no more accepted."""

    encoding = "utf-8"

    def __init__(self, most: int) -> None:
        self.most, self.text = most, ""

    def write(self, text: str) -> int:
        """Keep the text; PrintedTooMuch when it is more than may be."""
        room = self.most - len(self.text)
        self.text += text[:room]
        if len(text) > room:
            raise PrintedTooMuch(f"more than {self.most:,} characters were printed")
        return len(text)

    def flush(self) -> None:
        """There is nothing to wait for."""

    def isatty(self) -> bool:
        """Nobody sits before it."""
        return False

    def take(self) -> str:
        """What was printed since it was asked last."""
        text, self.text = self.text, ""
        return text
