"""The server's log, which strangers can neither fill nor stop.

Standard error may be a pipe that nobody empties, or a file on a disk that is full. A write to a
full pipe would wait, for all visitors, so a thread of its own writes; a write that fails loses its
line, which is counted, and nothing else.

Strangers can cause lines. Of each kind a few a minute are written, and the others are summed up
(tally.py); all together have `BYTES_A_SECOND`, 17 MB a day, whatever is done, and the sums some
8 MB. Kernels write to the same log, or nowhere.

Logs are kept and shown to others, so the token is removed from them, also from the addresses
requested.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import queue
import re
import threading
import time

from .allowance import Allowance
from .tally import Tally

FEW = 5
"""Lines of one kind that are written in a minute."""
MOST_WAITING = 500
LONGEST = 4_000
"""Characters of a line, which may be a whole traceback."""
BYTES_A_SECOND, BYTES_AT_ONCE = 200, 100_000
IN_ADDRESSES = re.compile(r"token=[\w.~%+-]+")


class PlainText(logging.Formatter):
    r"""Writes what is said in one line of plain text, whoever has said it.

    Strangers write addresses and headers. A line break in one would forge a line of the log, and
    an escape sequence would speak to the terminal that shows it.

    >>> PlainText("%(message)s").format(logging.makeLogRecord({"msg": "GET /\n\x1b[2J"}))
    'GET /\\n\\x1b[2J'
    """

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line without what follows it, such as a traceback."""
        line = super().formatMessage(record)
        return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line)


FORM = PlainText("%(asctime)s %(levelname)s %(message)s")


class ThreadHandler(logging.Handler):
    """Hands lines to a thread that writes them, and drops lines when too many wait."""

    def __init__(self, file: int = 2, secret: str = "", tally: Tally | None = None) -> None:
        """Remove `secret`, and any token in an address, from every line."""
        super().__init__()
        self.file, self.secret = file, secret
        self.tally = tally or Tally(FEW)
        self.space = Allowance(BYTES_A_SECOND, BYTES_AT_ONCE, time.monotonic())
        self.unwritten = 0
        self.lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self.thread = threading.Thread(target=self.write, daemon=True)
        self.thread.start()

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without the token, and without the middle if it is very long."""
        line = self.without_tokens(super().format(record))
        half = LONGEST // 2
        return line if len(line) <= LONGEST else f"{line[:half]}\n...\n{line[-half:]}"

    def without_tokens(self, text: str) -> str:
        text = IN_ADDRESSES.sub("token=...", text)
        return text.replace(self.secret, "...") if self.secret else text

    def emit(self, record: logging.LogRecord) -> None:
        """Queue the line for the thread, or count it."""
        try:
            raised = record.exc_info[0] if record.exc_info else None
            kind = (record.pathname, record.lineno, raised)
            message = self.without_tokens(record.getMessage())[:LONGEST]
            if not self.tally.is_new(kind, message, record.levelno):
                return
            line = self.format(record)
        except Exception:  # arguments that do not fit their text: of whoever logs, not of a visitor
            self.tally.leave_out()
            return
        if not self.space.covers(len(line.encode(errors="replace")) + 1, time.monotonic()):
            self.tally.leave_out()
            return
        try:
            self.lines.put_nowait(line)
        except queue.Full:
            self.tally.leave_out()

    def write(self) -> None:
        """Write lines as they come, and sums once a minute, until the end."""
        line: str | None = ""
        while line is not None:
            try:
                line = self.lines.get(timeout=self.tally.rest())
            except queue.Empty:
                line = ""
            if line:
                self.put(line)
            if line is None or not self.tally.rest():
                self.write_sums()

    def write_sums(self) -> None:
        """Write what was counted in the last minute."""
        for level, sentence in self.tally.close():
            if level >= self.level:
                self.put(self.format(logging.LogRecord("", level, "", 0, sentence, None, None)))

    def put(self, line: str) -> None:
        """Write a line, bypassing Python's buffers and locks, which others use.

        If that fails the line is lost, and the next one that can be written says so.
        """
        lost = f"\n{self.unwritten:,} lines could not be written here.\n" if self.unwritten else ""
        data = f"{lost}{line}\n".encode(errors="replace")
        try:
            while data:
                data = data[os.write(self.file, data) :]
        except OSError:
            self.unwritten += 1
        else:
            self.unwritten = 0

    def finish(self) -> None:
        """Write what still waits, and the sums, if they can be written within a second.

        This is no `close`: any program that sets up a log of its own has all handlers closed.
        """
        with contextlib.suppress(queue.Full):
            self.lines.put_nowait(None)
            self.thread.join(1.0)


def log_in_thread(
    logger: logging.Logger, *, verbose: bool, secret: str = "", tally: Tally | None = None
) -> None:
    """Let this logger, and all others, write in a thread, and leave out `secret`.

    They tell warnings, and what the server does only if it is to be `verbose`. Requests that are
    refused are counted in `tally`.
    """
    level = logging.INFO if verbose else logging.WARNING
    handler = ThreadHandler(secret=secret, tally=tally)
    handler.setFormatter(FORM)
    handler.setLevel(level)
    atexit.register(handler.finish)
    root = logging.getLogger()
    for one in (logger, root):
        one.handlers = [handler]
        one.setLevel(level)
    logger.propagate = False
    logging.captureWarnings(True)


def file_into(logger: logging.Logger) -> int:
    """Return a file to which kernels can write: its lines are logged, and nobody waits."""
    reads, writes = os.pipe()

    def pass_on() -> None:
        while data := os.read(reads, 65_536):
            for line in data.decode(errors="replace").splitlines():
                logger.info("A kernel says: %s", line)

    threading.Thread(target=pass_on, daemon=True).start()
    return writes
