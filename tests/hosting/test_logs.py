"""The server tells its host what is the matter, and never waits for them to read it."""

from __future__ import annotations

import logging
import os

from classkit.hosting.logs import MOST_WAITING, ThreadHandler


def test_no_token_stands_in_a_line() -> None:
    """Addresses are logged with their questions, and what goes wrong with all about it."""
    reads, writes = os.pipe()
    logger = logging.Logger("alone")
    logger.addHandler(ThreadHandler(writes, secret="the-one-of-this-server"))
    logger.error("500 GET /voila/tree/?token=mistyped-one&code=abc")
    logger.error("Authorization: token the-one-of-this-server")
    told = b""
    while told.count(b"\n") < 2:
        told += os.read(reads, 65_536)
    assert told == b"500 GET /voila/tree/?token=...&code=abc\nAuthorization: token ...\n"


def test_lines_that_nobody_reads_are_left_out() -> None:
    """A pipe holds 64 KiB; whoever writes more to it waits."""
    reads, writes = os.pipe()
    logger = logging.Logger("alone")
    logger.addHandler(ThreadHandler(writes))
    for _ in range(MOST_WAITING * 4):
        logger.error("x" * 1_000)
    told = b""
    while len(told) < 200_000:
        told += os.read(reads, 65_536)
    assert told.startswith(b"x" * 1_000 + b"\n")
