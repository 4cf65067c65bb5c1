"""The server's log, written without ever waiting for a reader.

Standard error may be a pipe that nobody empties. Writing to a full pipe would stop the server for
everybody, and strangers can cause log lines. Logs are kept and shown to others, so the token is
removed from them, also from the addresses requested.
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


class ThreadHandler(logging.Handler):
    """Hands lines to a thread that writes them, and drops lines when too many wait."""

    def __init__(self, file: int = 2, secret: str = "") -> None:
        """Remove `secret`, and any token in an address, from every line."""
        super().__init__()
        self.file, self.secret = file, secret
        self.lines: queue.Queue[str] = queue.Queue(MOST_WAITING)
        threading.Thread(target=self.write, daemon=True).start()

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without the token."""
        line = IN_ADDRESSES.sub("token=...", super().format(record))
        return line.replace(self.secret, "...") if self.secret else line

    def emit(self, record: logging.LogRecord) -> None:
        """Queue the line for the thread."""
        with contextlib.suppress(queue.Full):
            self.lines.put_nowait(self.format(record))

    def write(self) -> None:
        """Write lines as they come, bypassing Python's buffers and locks, which others use."""
        while True:
            os.write(self.file, (self.lines.get() + "\n").encode(errors="replace"))


def log_in_thread(logger: logging.Logger, *, verbose: bool, secret: str = "") -> None:
    """Let this logger, and the root logger, write in a thread and leave out `secret`."""
    handler = ThreadHandler(secret=secret)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger.handlers = [handler]
    logger.propagate = False
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO if verbose else logging.ERROR)
