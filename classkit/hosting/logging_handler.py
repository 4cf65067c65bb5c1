"""The server's log. Clients can neither fill nor block it.

Standard error may be a pipe that nobody reads, or a file on a full disk. Writing to a full pipe
would block all visitors, so a separate thread writes. A line that cannot be written is counted and
dropped.

Clients can cause log lines. A few of each kind are written per minute, and the others are
summarized (log_rate_limit.py). The total is limited to `BYTE_RATE`, 17 MB a day, plus about 8 MB
of summaries. Kernels write to the same log, or nowhere.

Logs are stored and shared, so the token is removed from them, including from the URLs of requests.
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

from .log_rate_limit import LogRateLimiter
from .token_bucket import TokenBucket

MAX_REPEATS = 5
"""Maximum number of lines of one kind that are written per minute."""
MAX_QUEUED_LINES = 500
MAX_LINE_LENGTH = 4_000
"""Maximum number of characters of a line, which may be a whole traceback."""
BYTE_RATE, BYTE_BURST = 200, 100_000
TOKEN_PATTERN = re.compile(r"token=[\w.~%+-]+")


class PlainTextFormatter(logging.Formatter):
    r"""Formats messages as one line of plain text, regardless of their source.

    Clients control addresses and headers. A line break in a message would forge a line of the log,
    and an escape sequence would control the terminal that shows it.

    >>> PlainTextFormatter("%(message)s").format(logging.makeLogRecord({"msg": "GET /\n\x1b[2J"}))
    'GET /\\n\\x1b[2J'
    """

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line without additional text, such as a traceback."""
        line = super().formatMessage(record)
        return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line)


LOG_FORMATTER = PlainTextFormatter("%(asctime)s %(levelname)s %(message)s")


class ThreadHandler(logging.Handler):
    """Queues lines for a thread that writes them, and drops lines if the queue is full."""

    def __init__(
        self, file: int = 2, secret: str = "", tally: LogRateLimiter | None = None
    ) -> None:
        """Start the thread.

        Args:
            file: The file descriptor to write to.
            secret: The token to remove from every line, in addition to tokens in URLs.
            tally: Counts repeated lines and refused requests.
        """
        super().__init__()
        self.file, self.secret = file, secret
        self.tally = tally or LogRateLimiter(MAX_REPEATS)
        self.byte_bucket = TokenBucket(BYTE_RATE, BYTE_BURST, time.monotonic())
        self.unwritten = 0
        self.lines: queue.Queue[str | None] = queue.Queue(MAX_QUEUED_LINES)
        self.thread = threading.Thread(target=self.run_writer, daemon=True)
        self.thread.start()

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without the token. The middle of a very long line is omitted."""
        line = self.redact_tokens(super().format(record))
        half = MAX_LINE_LENGTH // 2
        return line if len(line) <= MAX_LINE_LENGTH else f"{line[:half]}\n...\n{line[-half:]}"

    def redact_tokens(self, text: str) -> str:
        text = TOKEN_PATTERN.sub("token=...", text)
        return text.replace(self.secret, "...") if self.secret else text

    def emit(self, record: logging.LogRecord) -> None:
        """Queue the line for the thread, or count it."""
        try:
            raised = record.exc_info[0] if record.exc_info else None
            kind = (record.pathname, record.lineno, raised)
            message = self.redact_tokens(record.getMessage())[:MAX_LINE_LENGTH]
            if not self.tally.is_new(kind, message, record.levelno):
                return
            line = self.format(record)
        except (
            Exception
        ):  # the arguments do not match the format: a bug of the caller, which clients cannot cause
            self.tally.count_dropped_line()
            return
        if not self.byte_bucket.try_acquire(
            len(line.encode(errors="replace")) + 1, time.monotonic()
        ):
            self.tally.count_dropped_line()
            return
        try:
            self.lines.put_nowait(line)
        except queue.Full:
            self.tally.count_dropped_line()

    def run_writer(self) -> None:
        """Write lines as they arrive, and summaries once a minute, until the handler stops."""
        line: str | None = ""
        while line is not None:
            try:
                line = self.lines.get(timeout=self.tally.get_remaining_seconds())
            except queue.Empty:
                line = ""
            if line:
                self.write_line(line)
            if line is None or not self.tally.get_remaining_seconds():
                self.write_summaries()

    def write_summaries(self) -> None:
        """Write the summaries of the last minute."""
        for level, sentence in self.tally.end_minute():
            if level >= self.level:
                self.write_line(
                    self.format(logging.LogRecord("", level, "", 0, sentence, None, None))
                )

    def write_line(self, line: str) -> None:
        """Write a line, bypassing Python's buffers and locks, which are shared with other code.

        If that fails, the line is lost and mentioned in the next line that can be written.
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

    def flush_queue(self) -> None:
        """Write queued lines and summaries, if that is possible within a second.

        This is not `close`, because any program that configures logging closes all handlers.
        """
        with contextlib.suppress(queue.Full):
            self.lines.put_nowait(None)
            self.thread.join(1.0)


def configure_logging(
    logger: logging.Logger, *, verbose: bool, secret: str = "", tally: LogRateLimiter | None = None
) -> ThreadHandler:
    """Make this logger, and all others, write in a thread. Return the handler that does.

    Args:
        logger: The logger.
        verbose: Whether to log the server's normal activity in addition to warnings.
        secret: The token to remove from all lines.
        tally: Counts repeated lines and refused requests.
    """
    level = logging.INFO if verbose else logging.WARNING
    handler = ThreadHandler(secret=secret, tally=tally)
    handler.setFormatter(LOG_FORMATTER)
    handler.setLevel(level)
    atexit.register(handler.flush_queue)
    redirect_logger(logging.getLogger(), handler)
    redirect_logger(logger, handler)
    logging.captureWarnings(True)
    return handler


def redirect_logger(logger: logging.Logger, handler: ThreadHandler) -> None:
    """Make a logger write with this handler alone."""
    logger.handlers = [handler]
    logger.setLevel(handler.level)
    logger.propagate = False


def open_log_pipe(logger: logging.Logger) -> int:
    """Return a file descriptor for kernels, whose lines are logged without blocking."""
    reads, writes = os.pipe()

    def pass_on() -> None:
        while data := os.read(reads, 65_536):
            for line in data.decode(errors="replace").splitlines():
                logger.info("Kernel output: %s", line)

    threading.Thread(target=pass_on, daemon=True).start()
    return writes
