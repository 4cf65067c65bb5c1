"""What the server has to tell whoever runs it, said without ever waiting for them to read.

Standard error may be a pipe that nobody empties. A server that writes to one that is full stands
still, and everybody with it; and what is written can be caused by strangers. Logs are kept and
shown to others, so that no token stands in them, though it does in the addresses asked for.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import re
import threading

MOST_WAITING = 500
IN_ADDRESSES = re.compile(r"token=[\w.~%+-]+")


class Aside(logging.Handler):
    """Hands lines to a thread that writes them; those for which there is no room are left out."""

    def __init__(self, file: int = 2, secret: str = "") -> None:
        """`secret` is left out of every line; so is what an address gives as a token."""
        super().__init__()
        self.file, self.secret = file, secret
        self.lines: queue.Queue[str] = queue.Queue(MOST_WAITING)
        threading.Thread(target=self.write, daemon=True).start()

    def format(self, record: logging.LogRecord) -> str:
        """The line, without the token."""
        line = IN_ADDRESSES.sub("token=...", super().format(record))
        return line.replace(self.secret, "...") if self.secret else line

    def emit(self, record: logging.LogRecord) -> None:
        """Put the line where the thread finds it."""
        with contextlib.suppress(queue.Full):
            self.lines.put_nowait(self.format(record))

    def write(self) -> None:
        """Write lines as they come, past Python's own buffers and locks: these are for others."""
        while True:
            os.write(self.file, (self.lines.get() + "\n").encode(errors="replace"))


def speak_aside(logger: logging.Logger, *, verbose: bool, secret: str = "") -> None:
    """Let this logger, and all that have no way of their own, speak aside, `secret` left out."""
    aside = Aside(secret=secret)
    aside.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger.handlers = [aside]
    logger.propagate = False
    everybody = logging.getLogger()
    everybody.handlers = [aside]
    everybody.setLevel(logging.INFO if verbose else logging.ERROR)
