"""Requests are answered one visitor after the other, and each leaves the server to others."""

from __future__ import annotations

import asyncio
import itertools
import socket
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from tornado.testing import bind_unused_port
from tornado.web import Application, RequestHandler, create_signed_value

from classkit.hosting.connection_limit import ConnectionSet
from classkit.hosting.fair_queue import (
    ADDRESS_SHARE,
    MAX_KNOWN_QUEUES,
    MAX_QUEUE_SECONDS,
    REQUEST_OVERHEAD,
    USER_SHARE,
    RequestScheduler,
)
from classkit.hosting.ip_addresses import NetworkSet
from classkit.hosting.proxies import ProxyAwareServer
from classkit.hosting.session_cookie import COOKIE_NAME, SIGNATURE_VERSION

from .dashboards import write_page
from .serving import serving
from .timeless import Loop
from .visitor import Line, get, message, open_page

PLOTLY = "/voila/templates/classkit/static/plotly.min.js"
HERE, ADA = "127.0.0.1", "10.0.0.7"
COST = 0.003


class Desk:
    """Asks for things, and notes when each was begun."""

    def __init__(self) -> None:
        self.loop = Loop()
        self.turns = RequestScheduler(clock=self.loop.time, work_clock=lambda: self.loop.worked)
        self.begun: list[tuple[str, float]] = []
        self.given_up: list[str] = []

    def ask(
        self, name: str, address: str = HERE, cost: float = COST, known: str = ""
    ) -> asyncio.Task[None]:
        """Ask for something that takes so long; a visitor's cookie is the first word of a name."""

        async def answer() -> None:
            self.begun.append((name, self.loop.time()))
            self.loop.work(cost)

        def begin() -> None:
            self.answering = self.loop.create_task(answer())

        visitor = name.partition(" ")[0]
        return self.loop.create_task(
            self.turns.answer_in_turn(
                address, visitor, begin, lambda: self.given_up.append(name), known
            )
        )

    def let(self, conversation: Coroutine[Any, Any, None]) -> None:
        """Let this happen, and whatever it has asked for."""

        async def whole() -> None:
            await conversation
            while others := asyncio.all_tasks() - {asyncio.current_task()}:
                await asyncio.wait(others)

        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(whole())


def charged(desk: Desk) -> float:
    """The seconds of the thread that all requests up to now are charged with."""
    return desk.loop.worked + REQUEST_OVERHEAD * len(desk.begun)


@pytest.mark.parametrize("stranger", ["stranger", ""], ids=["with a cookie", "without one"])
def test_a_flood_of_one_visitor_keeps_nobody_else_waiting(stranger: str) -> None:
    """It was answered first where many share an address, and pages took half a minute."""
    desk = Desk()

    async def conversation() -> None:
        for number in range(1_000):
            desk.ask(f"{stranger} {number}")
        for second in range(10):
            await asyncio.sleep(1)
            asked = desk.loop.time()
            await desk.ask(f"ada {second}")
            assert desk.begun[-1] == (f"ada {second}", pytest.approx(asked, abs=1.01 * COST))

    desk.let(conversation())


@pytest.mark.parametrize(
    ("stranger", "share"), [("stranger", USER_SHARE), ("", ADDRESS_SHARE)], ids=["one", "nameless"]
)
def test_a_visitor_takes_their_share_of_the_thread_and_no_more(
    stranger: str, share: tuple[float, float]
) -> None:
    desk = Desk()

    async def conversation() -> None:
        for number in range(1_000):
            desk.ask(f"{stranger} {number}", cost=0.02)
        await asyncio.sleep(15)
        assert charged(desk) == pytest.approx(share[1] + 15 * share[0], abs=0.04)

    desk.let(conversation())


def test_nobody_waits_while_the_thread_is_idle() -> None:
    """A class that opens its pages at once comes in as fast as these can be made."""
    desk = Desk()

    async def conversation() -> None:
        for student in range(80):
            desk.ask(f" {student}")
            for number in range(30):
                desk.ask(f"student{student} {number}")

    desk.let(conversation())
    assert len(desk.begun) == 80 * 31 and not desk.given_up
    assert desk.loop.time() == pytest.approx(desk.loop.worked) == pytest.approx(80 * 31 * COST)


def test_one_request_is_begun_at_a_time_and_steps_come_in_between() -> None:
    desk, steps = Desk(), list[float]()

    async def play() -> None:
        for _ in range(40):
            steps.append(desk.loop.time())
            await asyncio.sleep(0)

    async def conversation() -> None:
        for student in range(80):
            desk.ask(f"student{student}")
        await play()

    desk.let(conversation())
    apart = [later - sooner for sooner, later in itertools.pairwise(steps)]
    assert steps[-1] > 0 and max(apart) < 1.01 * COST


def test_what_is_done_for_others_is_not_charged() -> None:
    desk = Desk()

    async def work_for_others() -> None:
        for _ in range(50):
            desk.loop.work(0.1)
            await asyncio.sleep(0)

    async def conversation() -> None:
        others = [asyncio.ensure_future(work_for_others()) for _ in range(3)]
        await desk.ask("ada")
        assert not all(one.done() for one in others)
        assert desk.turns.get_queue(HERE, "ada").time.tokens == pytest.approx(
            USER_SHARE[1] - COST - REQUEST_OVERHEAD
        )

    desk.let(conversation())


def test_an_address_that_nobody_shares_has_one_line_whatever_its_cookies() -> None:
    desk = Desk()

    async def conversation() -> None:
        for number in range(1_000):
            desk.ask(f"cookie{number}", ADA, cost=0.02)
        await asyncio.sleep(15)
        assert charged(desk) == pytest.approx(ADDRESS_SHARE[1] + 15 * ADDRESS_SHARE[0], abs=0.04)

    desk.let(conversation())
    assert [*desk.turns.queues] == [ADA]


def test_a_known_visitor_does_not_wait_for_what_comes_from_the_same_address() -> None:
    desk = Desk()

    async def conversation() -> None:
        for number in range(1_000):
            desk.ask(f"cookie{number}", ADA, cost=0.02)
        await asyncio.sleep(15)
        asked = desk.loop.time()
        await desk.ask("bo", ADA, known="phone ABC2345/bo")
        assert desk.begun[-1] == ("bo", pytest.approx(asked, abs=0.03))

    desk.let(conversation())


def test_one_address_has_so_many_lines_of_known_visitors_at_most() -> None:
    desk = Desk()

    async def conversation() -> None:
        for number in range(3 * MAX_KNOWN_QUEUES):
            desk.ask(f"{number}", ADA, known=f"login {number}")

    desk.let(conversation())
    assert len(desk.turns.queues) <= MAX_KNOWN_QUEUES + 1


def test_what_has_stood_in_line_for_too_long_is_given_up() -> None:
    desk = Desk()

    async def conversation() -> None:
        for number in range(200):
            desk.ask(f"ada {number}", cost=0.2)

    desk.let(conversation())
    assert desk.given_up and len(desk.begun) + len(desk.given_up) == 200
    assert max(at for _, at in desk.begun) < MAX_QUEUE_SECONDS + 0.2 / USER_SHARE[0]
    assert desk.given_up[-1] == "ada 199"


def test_lines_that_have_rested_are_forgotten() -> None:
    desk = Desk()

    async def conversation() -> None:
        for number in range(100):
            await desk.ask(f"visitor{number}")
            await asyncio.sleep(1)

    desk.let(conversation())
    assert len(desk.turns.queues) < 3


class Hello(RequestHandler):
    """Answers whatever is asked."""

    def get(self) -> None:
        """Greet."""
        self.write("hello")


def test_a_visitor_is_told_by_a_cookie_that_this_server_has_signed() -> None:
    signed = create_signed_value("a secret", COOKIE_NAME, "ada", version=SIGNATURE_VERSION).decode()
    forged = create_signed_value("another", COOKIE_NAME, "bo", version=SIGNATURE_VERSION).decode()
    told: list[str] = []

    async def ask() -> None:
        server = ProxyAwareServer(
            Application([("/", Hello)], cookie_secret="a secret"),
            proxies=NetworkSet([]),
            connection_set=ConnectionSet(100),
        )
        line = server.scheduler.get_queue
        server.scheduler.get_queue = lambda address, visitor, known: (
            told.append(visitor) or line(address, visitor, known)
        )
        listening, port = bind_unused_port()
        server.add_socket(listening)
        for cookie in (f"{COOKIE_NAME}={signed}", f"{COOKIE_NAME}={forged}", "other=1"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            head = f"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\nCookie: {cookie}\r\n\r\n"
            writer.write(head.encode())
            assert b"hello" in await reader.read()
            writer.close()
        server.stop()

    asyncio.run(ask())
    assert told == ["ada", "", ""]


def test_a_file_is_compressed_once_whoever_asks_for_it(tmp_path: Path) -> None:
    """Compressed anew, plotly.js took a third of a second of the server for each who asked."""
    write_page(tmp_path, "page", "1")
    with serving(tmp_path / "data", str(tmp_path)) as server:
        plain = get(server, PLOTLY)[0]
        packed = get(server, PLOTLY, Accept_Encoding="gzip")[0]
        assert packed.getheader("Content-Encoding") == "gzip"
        sizes = [int(answer.getheader("Content-Length") or 0) for answer in (packed, plain)]
        assert 0 < sizes[0] < sizes[1] / 3, "its length was known before it was sent"
        assert packed.getheader("Etag") == plain.getheader("Etag")
        assert packed.getheader("Content-Type") == plain.getheader("Content-Type")
        known = {"Accept_Encoding": "gzip", "If_None_Match": packed.getheader("Etag") or ""}
        assert get(server, PLOTLY, **known)[0].status == 304
        part = get(server, PLOTLY, Accept_Encoding="gzip", Range="bytes=0-1")
        assert part[0].status == 206 and part[0].getheader("Content-Length") == "2"


def test_many_who_ask_and_leave_or_do_not_read_keep_nobody_waiting(tmp_path: Path) -> None:
    write_page(tmp_path, "page", "1")
    asked = f"GET {PLOTLY} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n".encode()
    with serving(tmp_path / "data", str(tmp_path)) as server:
        line = Line(server, open_page(server, "page.ipynb"))
        held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(60)]
        for number, one in enumerate(held):
            one.sendall(asked)
            if number % 2:
                one.close()
        line.asks(message("kernel_info_request"))
        assert get(server, "/voila/tree/")[0].status == 200
        line.leave()
        for one in held:
            one.close()
