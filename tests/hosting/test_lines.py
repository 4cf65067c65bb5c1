"""A line between a page and its kernel is whole or gone, whatever ends it, and is noted once.

Otherwise a kernel whose page has gone would stay for ever, or a page would wait for a kernel that
never hears it.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import websocket

from classkit.engine.serialization import MAX_BYTES
from classkit.hosting import kernel_websocket
from classkit.hosting.kernel_slots import KernelSlot
from classkit.hosting.kernel_websocket import MAX_BACKLOG, MAX_IN_FLIGHT, TableWebsocketHandler
from classkit.hosting.kernels import TableKernelManager
from classkit.hosting.message_filter import PROTOCOL_V1
from classkit.hosting.usage_quotas import USER_QUOTA, UsageCosts

from .dashboards import write_page
from .serving import Server, serving
from .visitor import Line, get, in_v1, message, open_page

FAULT = """
import pathlib, sys
if "serve" in sys.orig_argv:
    from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
    nudge = ZMQChannelsWebsocketConnection.nudge

    def failing(self):
        if pathlib.Path({path!r}).exists():
            raise OSError("no socket is left")
        return nudge(self)

    ZMQChannelsWebsocketConnection.nudge = failing
"""
"""Lets lines fail while they are opened, as long as there is a file of that name."""


@pytest.fixture(scope="module")
def fault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that lets lines fail, in a folder with the module that does it."""
    path = tmp_path_factory.mktemp("fault") / "now"
    code = FAULT.format(path=str(path))
    path.with_name("sitecustomize.py").write_text(code, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def server(fault: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("dashboards")
    write_page(folder, "page", "1")
    words = (str(folder), "--max-kernels", "8", "--rest", "2", "--grace", "1")
    data = tmp_path_factory.mktemp("data")
    with serving(data, *words, PYTHONPATH=str(fault.parent)) as server:
        yield server


def wait_until_it_has_ended(server: Server, kernel: str) -> None:
    end = time.monotonic() + 60
    while get(server, f"/api/kernels/{kernel}")[0].status == 200:
        assert time.monotonic() < end, "the kernel stayed behind"
        time.sleep(0.1)


def process_of(server: Server, kernel: str) -> psutil.Process:
    (found,) = [one for one in server.kernels() if kernel in " ".join(one.cmdline())]
    return found


def handshake(server: Server, kernel: str) -> socket.socket:
    """Ask for a line, and do not wait for the answer."""
    line = socket.create_connection(("127.0.0.1", server.port))
    line.sendall(
        f"GET /api/kernels/{kernel}/channels?session_id={uuid.uuid4()} HTTP/1.1\r\n"
        f"Host: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Protocol: {PROTOCOL_V1}\r\n\r\n".encode()
    )
    return line


def test_a_page_that_leaves_before_its_line_is_open_leaves_no_kernel(server: Server) -> None:
    """The kernel is busy meanwhile, so that the server still waits to hear from it."""
    kernel = open_page(server, "page.ipynb")
    process = process_of(server, kernel)
    process.send_signal(signal.SIGSTOP)
    line = handshake(server, kernel)
    time.sleep(0.5)
    line.close()
    time.sleep(0.5)
    process.send_signal(signal.SIGCONT)
    wait_until_it_has_ended(server, kernel)


def test_a_line_that_cannot_be_opened_is_closed_and_leaves_no_kernel(
    server: Server, fault: Path
) -> None:
    kernel = open_page(server, "page.ipynb")
    fault.touch()
    try:
        assert Line(server, kernel).is_closed_by_the_server()
    finally:
        fault.unlink()
    line = Line(server, kernel)
    line.asks(message("kernel_info_request"))
    line.leave(code=0)
    wait_until_it_has_ended(server, kernel)


def test_lines_are_closed_when_their_kernel_ends(server: Server) -> None:
    """Or a stranger could have any number of them, one kernel after another."""
    kernel = open_page(server, "page.ipynb")
    lines = [Line(server, kernel) for _ in range(2)]
    known = {"Cookie": "_xsrf=a", "X_XSRFToken": "a"}
    assert get(server, f"/api/kernels/{kernel}", "DELETE", **known)[0].status == 204
    for line in lines:
        line.socket.settimeout(20)  # less than between two pings
        assert line.is_closed_by_the_server()


def test_a_line_goes_on_when_its_kernel_was_killed_and_comes_back(server: Server) -> None:
    """What is asked in between is lost, which a page notices."""
    kernel = open_page(server, "page.ipynb")
    line = Line(server, kernel)
    line.asks(message("kernel_info_request"))
    process_of(server, kernel).kill()
    while (heard := line.receive()) and heard["content"].get("execution_state") != "restarting":
        pass
    line.socket.settimeout(1)
    for _ in range(60):
        line.send(in_v1(message("kernel_info_request")))
        with contextlib.suppress(websocket.WebSocketTimeoutException):
            while (heard := line.receive()) and heard["header"]["msg_type"] != "kernel_info_reply":
                pass
            break
    assert heard, "the line was closed"
    line.leave(code=0)
    wait_until_it_has_ended(server, kernel)


def test_what_is_asked_in_a_row_is_all_answered(server: Server) -> None:
    """Far more than is asked for at a time, and sooner than a kernel that is gone would take."""
    line = Line(server, open_page(server, "page.ipynb"))
    asked = [message("kernel_info_request") for _ in range(4 * MAX_IN_FLIGHT)]
    for said in asked:
        line.send(in_v1(said))
    waiting = {said["header"]["msg_id"] for said in asked}
    line.socket.settimeout(kernel_websocket.MAX_WAIT_SECONDS)
    while waiting:
        heard = line.receive()
        assert heard is not None
        if heard["header"]["msg_type"] == "kernel_info_reply":
            waiting.discard(heard["parent_header"]["msg_id"])
    line.leave()


def test_what_a_kernel_says_on_a_line_that_closes_is_no_error(server: Server) -> None:
    """The last test of this server, whose log is read."""
    line = Line(server, open_page(server, "page.ipynb"))
    for _ in range(100):
        line.send(in_v1(message("kernel_info_request")))
    line.send(b"\xff" * 8)
    time.sleep(1)
    line.leave(code=0)
    complaints = server.stop()
    assert "Uncaught" not in complaints.replace("Uncaught exception GET /api/kernels", "")
    assert "WebSocketClosedError" not in complaints


# --- waiting --------------------------------------------------------------------------------------


class Waiting:
    """A line whose visitor owes seconds, or whose kernel has much to do."""

    def __init__(self, owes: list[float], open_for: int = 100) -> None:
        self.owes, self.open_for = owes, open_for
        self.heard, self.charged = 0, 0
        self.slot = KernelSlot("ada", "10.0.0.7")

    def backoff_seconds(self) -> float:
        return self.owes.pop(0)

    def is_open(self) -> bool:
        self.open_for -= 1
        return self.open_for >= 0

    def on_pong(self, _data: bytes) -> None:
        self.heard += 1

    def charge(self, _seconds: float, size: int) -> None:
        self.charged += size


def pays(line: Any) -> Any:
    asyncio.run(TableWebsocketHandler.throttle_read(line, 10))
    return line


def test_a_page_that_waits_to_pay_is_not_taken_for_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers to pings are not read, and who does not answer for 90 seconds is cut off."""
    monkeypatch.setattr(kernel_websocket, "MAX_WAIT_SECONDS", 0.01)
    line = pays(Waiting([300.0, 200.0, 100.0, 0.0]))
    assert line.heard == 3 and line.charged == 10


def test_whoever_has_left_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_websocket, "MAX_WAIT_SECONDS", 0.01)
    assert pays(Waiting([300.0] * 9, open_for=1)).heard == 1


def test_a_kernel_that_has_much_to_do_is_not_asked_for_more() -> None:
    """Its answers cost the server's time, and come whatever their visitor owes."""

    async def asked_for_much() -> None:
        line: Any = Waiting([0.0])
        line.slot.asked = MAX_IN_FLIGHT
        reading = asyncio.ensure_future(TableWebsocketHandler.throttle_read(line, 10))
        await asyncio.sleep(0.05)
        assert not reading.done() and not line.charged
        line.slot.asked -= 1
        await asyncio.wait_for(reading, 20)
        assert line.charged == 10

    asyncio.run(asked_for_much())


def test_a_kernel_that_never_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has restarted, and what it was asked is lost."""
    monkeypatch.setattr(kernel_websocket, "MAX_WAIT_SECONDS", 0.01)
    line = Waiting([0.0])
    line.slot.asked = MAX_IN_FLIGHT
    assert pays(line).charged == 10 and line.slot.asked == 0


class Sharing(Waiting):
    """A line whose visitor has others, from whose purse all of them pay."""

    def __init__(self, costs: UsageCosts) -> None:
        super().__init__([])
        self.costs = costs

    def backoff_seconds(self) -> float:
        return self.costs.get_wait_seconds("ada", "10.0.0.7")

    def charge(self, seconds: float, size: int) -> None:
        self.costs.charge("ada", "10.0.0.7", seconds=seconds, size=size)


def test_however_many_lines_a_visitor_has_one_frame_is_owed() -> None:
    """It is paid for before it is read; else 36 lines would owe half an hour, with all others."""
    costs = UsageCosts(clock=lambda: 0.0)

    async def at_once() -> int:
        lines: list[Any] = [Sharing(costs) for _ in range(36)]
        frames = [
            asyncio.ensure_future(TableWebsocketHandler.throttle_read(line, MAX_BYTES))
            for line in lines
        ]
        await asyncio.sleep(0.1)
        read = sum(frame.done() for frame in frames)
        for frame in frames:
            frame.cancel()
        return read

    assert asyncio.run(at_once()) == 4
    assert costs.get_wait_seconds("ada", "10.0.0.7") <= MAX_BYTES / USER_QUOTA.bytes_a_second


# --- what waits -----------------------------------------------------------------------------------


def line_of(place: KernelSlot) -> Any:
    """A line to the kernel of a place, which notes that it was cut."""
    line: Any = TableWebsocketHandler.__new__(TableWebsocketHandler)
    line.slot, line.was_cut = place, False

    def cut() -> None:
        line.was_cut = True

    line.abort_connection = cut
    return line


def test_messages_without_an_end_are_counted_with_what_is_not_read() -> None:
    """Fragments may be sent for ever; what came of them is in memory until the last has come."""
    place = KernelSlot("ada", "10.0.0.7")
    lines = [line_of(place) for _ in range(3)]
    lines[0].add_partial_backlog(MAX_BACKLOG // 2)
    lines[1].add_partial_backlog(MAX_BACKLOG // 2)
    assert not any(line.was_cut for line in lines)
    lines[2].add_partial_backlog(1)
    assert [line.was_cut for line in lines] == [False, False, True]
    for line in lines:
        line.add_partial_backlog(0)
    assert place.waiting == 0


def test_there_are_sockets_for_the_lines_of_a_class() -> None:
    """A kernel and a line to it take ten; the library stops at a thousand by itself."""
    kernels = TableKernelManager()
    assert kernels.context.max_sockets > 20_000
