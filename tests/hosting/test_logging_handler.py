"""The server tells its host what is the matter; strangers can neither fill its log nor stop it."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from classkit.hosting import logging_handler
from classkit.hosting.log_rate_limit import (
    MAX_KINDS,
    MAX_NORMAL_REFUSALS,
    MINUTE_SECONDS,
    LogRateLimiter,
)
from classkit.hosting.logging_handler import (
    BYTE_BURST,
    MAX_LINE_LENGTH,
    MAX_QUEUED_LINES,
    MAX_REPEATS,
    PlainTextFormatter,
    ThreadHandler,
    open_log_pipe,
)

from .dashboards import write_page
from .serving import Server, serving
from .visitor import Line, get, in_v1, message, open_page

DISK = Path("/dev/full")
"""A file on which there is never any room."""


@contextlib.contextmanager
def written(
    secret: str = "", tally: LogRateLimiter | None = None
) -> Iterator[tuple[logging.Logger, int]]:
    """A logger that writes into a pipe, and the end of the pipe to read from."""
    reads, writes = os.pipe()
    logger = logging.Logger("alone")
    logger.addHandler(ThreadHandler(writes, secret, tally or one_minute(MAX_REPEATS)))
    yield logger, reads
    os.close(reads)


def one_minute(few: int) -> LogRateLimiter:
    """A tally whose minute lasts as long as the test."""
    return LogRateLimiter(few, clock=lambda: 0.0)


def finished(logger: logging.Logger, reads: int) -> list[str]:
    """Whatever the logger has written when it has finished."""
    (handler,) = logger.handlers
    assert isinstance(handler, ThreadHandler)
    handler.flush_queue()
    assert not handler.thread.is_alive()
    os.close(handler.file)
    told = b""
    while more := os.read(reads, 65_536):
        told += more
    return told.decode().splitlines()


def test_no_token_stands_in_a_line() -> None:
    """Addresses are logged with their questions, and what goes wrong with all about it."""
    with written("the-one-of-this-server") as (logger, reads):
        for _ in range(MAX_REPEATS + 1):
            logger.error("500 GET /voila/tree/?token=mistyped-one&code=abc")
        logger.error("Authorization: token the-one-of-this-server")
        told = finished(logger, reads)
    assert told[0] == "500 GET /voila/tree/?token=...&code=abc"
    assert told[MAX_REPEATS] == "Authorization: token ..."
    assert told[MAX_REPEATS + 1].endswith("this: 500 GET /voila/tree/?token=...&code=abc")


def test_no_stranger_forges_a_line_or_speaks_to_the_terminal() -> None:
    with written() as (logger, reads):
        logger.handlers[0].setFormatter(PlainTextFormatter("%(levelname)s %(message)s"))
        logger.error("404 GET %s", "/\n2026-11-23 ERROR all is lost\x1b[2J\u202e é")
        told = finished(logger, reads)
    assert told == ["ERROR 404 GET /\\n2026-11-23 ERROR all is lost\\x1b[2J\\u202e é"]


def test_lines_that_nobody_reads_are_left_out() -> None:
    """A pipe holds 64 KiB; whoever writes more to it waits."""
    with written(tally=one_minute(1_000_000)) as (logger, reads):
        for _ in range(MAX_QUEUED_LINES * 4):
            logger.error("x" * 1_000)
        told = b""
        while len(told) < BYTE_BURST * 0.9:
            told += os.read(reads, 65_536)
        assert told.startswith(b"x" * 1_000 + b"\n")


def test_what_strangers_cause_is_counted_whatever_it_says() -> None:
    """Thirty thousand lines of one place in the program, and each another."""
    with written() as (logger, reads):
        for number in range(30_000):
            logger.warning(f"frame {number} was refused")  # as Jupyter does
        told = finished(logger, reads)
    assert told[:MAX_REPEATS] == [f"frame {number} was refused" for number in range(MAX_REPEATS)]
    assert told[MAX_REPEATS:] == [
        f"In the last minute {30_000 - MAX_REPEATS:,} more lines were like this: frame 0 was "
        "refused"
    ]


def test_lines_of_many_kinds_are_bounded_too() -> None:
    """A tenth of a megabyte at once, in lines of 4,000 characters; then 200 bytes a second."""
    tally = one_minute(1_000_000)
    with written(tally=tally) as (logger, reads):
        for _ in range(200):
            logger.warning("begin %s end", "x" * 1_000_000)
        assert tally.dropped_lines >= 175
        told = b""
        while told.count(b"end\n") < 20:
            told += os.read(reads, 65_536)
    first = told.partition(b"end\n")[0]
    assert (
        first.startswith(b"begin xxx") and MAX_LINE_LENGTH - 50 < len(first) < MAX_LINE_LENGTH + 50
    )


def test_a_minute_is_summed_up_and_a_new_one_begins() -> None:
    clock = [0.0]
    tally = LogRateLimiter(max_repeats=1, clock=lambda: clock[0])
    for kind in range(MAX_KINDS + 5):
        for _ in range(3):
            tally.is_new(kind, f"line of kind {kind}")
    for number in range(MAX_NORMAL_REFUSALS + 1):
        tally.count_refusal(429, f"10.0.0.{number}")
    tally.count_refusal(404, "10.0.0.1")
    tally.count_refusal(503, "10.0.0.1")
    assert tally.get_remaining_seconds() == MINUTE_SECONDS
    clock[0] = MINUTE_SECONDS + 1
    assert tally.get_remaining_seconds() == 0
    told = tally.end_minute()
    sentences = [sentence.removeprefix("In the last minute ") for _, sentence in told]
    assert len(sentences) == MAX_KINDS + 4
    assert sentences[0] == "2 more lines were like this: line of kind 0"
    assert sentences[-4:] == [
        "1 request was refused (404), from 1 address.",
        f"{MAX_NORMAL_REFUSALS + 1} requests were refused (429), from {MAX_NORMAL_REFUSALS + 1} "
        "addresses.",
        "1 request found no free table (503), from 1 address; see --max-kernels.",
        "10 lines were left out.",
    ]
    levels = [level for level, _ in told[-4:]]
    assert levels == [logging.INFO, logging.WARNING, logging.WARNING, logging.WARNING]
    assert tally.end_minute() == [] and tally.get_remaining_seconds() == MINUTE_SECONDS
    assert tally.is_new(0, "line of kind 0")


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), BrokenPipeError()])
def test_a_line_that_cannot_be_written_is_lost_alone(
    error: OSError, monkeypatch: pytest.MonkeyPatch
) -> None:
    with written() as (logger, reads):
        (handler,) = logger.handlers
        assert isinstance(handler, ThreadHandler)
        really, fails = os.write, [True, True]

        def write(file: int, data: bytes) -> int:
            if file == handler.file and fails and fails.pop():
                raise error
            return really(file, data)

        monkeypatch.setattr(logging_handler.os, "write", write)
        for word in ("one", "two", "three", "four"):
            logger.warning(word)
        told = finished(logger, reads)
    assert told == ["", "2 lines could not be written here.", "three", "four"]


def test_what_does_not_fit_its_own_text_stops_nothing() -> None:
    with written() as (logger, reads):
        logger.warning("%d frames", "no number")
        logger.warning("after it")
        told = finished(logger, reads)
    assert told == ["after it", "In the last minute 1 line was left out."]


def test_another_program_in_the_process_that_sets_up_its_log_ends_ours_not() -> None:
    """Jupyter's parts do so while pages are made; Python then closes all handlers it knows of."""
    with written() as (logger, reads):
        logger.warning("before")
        logging.config.dictConfig({"version": 1, "disable_existing_loggers": False})
        logger.warning("after")
        assert finished(logger, reads) == ["before", "after"]


def test_what_kernels_write_is_part_of_the_log() -> None:
    with written() as (logger, reads):
        kernels = open_log_pipe(logger)
        os.write(kernels, b"spam\n" * 1_000)
        os.close(kernels)
        told = b""
        while b"spam" not in told:
            told += os.read(reads, 65_536)
        finished(logger, reads)
    assert told.startswith(b"Kernel output: spam\n")


# ── on a server ───────────────────────────────────────────────


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dashboards")
    write_page(folder, "page", "import ipywidgets; ipywidgets.Label('hello')")
    write_page(
        folder, "loud", "import os; [os.write(2, b'spam' * 99 + b'end') for _ in range(9999)]"
    )
    return folder


MANY = 2 * MAX_NORMAL_REFUSALS + 2
"""So many in two minutes are too many in one of them: nobody knows when the server's begin."""


def disturb(server: Server) -> None:
    """What a stranger can do about a log: messages that mean nothing, and requests."""
    line = Line(server, open_page(server, "page.ipynb"))
    for _ in range(100):
        line.send(in_v1(message("comm_msg", {"comm_id": "nobody", "data": {}})))
        line.asks(message("kernel_info_request"))
    for number in range(MANY):
        get(server, f"/nowhere/{number}")
        get(server, "/", Host=f"{number}.example")
        get(server, "/voila/render/page.ipynb", Cookie=f"classkit_visitor=a|{number}|b")
    line.leave()


def test_a_quiet_server_is_quiet(folder: Path, tmp_path: Path) -> None:
    """Nothing is said of a page, a kernel that is loud, and a lost address."""
    with serving(tmp_path, str(folder)) as server:
        open_page(server, "loud.ipynb")
        get(server, "/nowhere")
        assert server.stop() == ""
    with serving(tmp_path, str(folder)) as server:
        disturb(server)
        told = server.stop().splitlines()
    assert len(told) < MANY / 3, told
    assert all(re.match(r"[\d-]+ [\d:,]+ WARNING ", line) for line in told), told
    for sentence in (
        r"In the last minute \d+ requests were refused \(404\), from 1 address\.",
        r"In the last minute \d+ more lines were like this: A request for another host",
    ):
        assert any(re.search(sentence, line) for line in told), (sentence, told)


def test_a_verbose_server_tells_what_it_does_and_is_not_flooded(
    folder: Path, tmp_path: Path
) -> None:
    with serving(tmp_path, str(folder), "--verbose") as server:
        disturb(server)
        open_page(server, "loud.ipynb")
        told = server.stop()
    assert "INFO Kernel started" in told and "Kernel output: " in told
    assert "DEBUG" not in told
    assert told.count("\n") < 100 and len(told) < 100_000


@pytest.mark.sweep(1)
@pytest.mark.skipif(not DISK.exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("closed", [False, True], ids=["full", "closed"])
def test_a_server_whose_log_cannot_be_written_serves_and_stores(
    closed: bool, folder: Path, tmp_path: Path
) -> None:
    """Also one that was started without a standard error: nothing else takes its place."""
    log = "2>&-" if closed else f"2>{DISK}"
    command = f"exec {sys.executable} -m classkit serve {folder} --port 0 --verbose {log}"
    process = subprocess.Popen(
        ["sh", "-c", command],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "CLASSKIT_DATA": str(tmp_path)},
    )
    assert process.stdout is not None
    address = re.search(r"http://\S+", process.stdout.readline() + process.stdout.readline())
    assert address
    server = Server(address[0], process, tmp_path)
    try:
        disturb(server)
        assert get(server, "/")[0].status == 200
        (error,) = {os.readlink(f"/proc/{process.pid}/fd/2")}
        assert error == (os.devnull if closed else str(DISK))
        threads = psutil.Process(process.pid).threads()
        assert len(threads) > 1, "the log's thread lives"
    finally:
        process.terminate()
        process.communicate(timeout=120)
    assert process.returncode == 0
