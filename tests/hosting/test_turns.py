"""Requests of one address are answered one after the other, and leave the server to others."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from classkit.hosting import turns
from classkit.hosting.turns import SHARE, Turns

from .dashboards import write_page
from .serving import serving
from .visitor import Line, get, message, open_page

PLOTLY = "/voila/templates/classkit/static/plotly.min.js"
ADA, BO = "10.0.0.7", "10.0.0.8"


class Desk:
    """Answers requests by hand, and notes which were begun."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.answers: dict[str, asyncio.Future[None]] = {}

    def ask(self, turns: Turns, address: str, name: str) -> asyncio.Task[None]:
        def begin() -> asyncio.Future[None]:
            self.begun.append(name)
            self.answers[name] = asyncio.get_running_loop().create_future()
            return self.answers[name]

        return asyncio.ensure_future(turns.answer(address, begin))


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_the_next_request_of_an_address_waits_and_others_do_not() -> None:
    async def conversation() -> None:
        turns, desk = Turns(), Desk()
        asked = [desk.ask(turns, ADA, f"ada {number}") for number in range(3)]
        asked.append(desk.ask(turns, BO, "bo"))
        await settle()
        assert desk.begun == ["ada 0", "bo"]
        desk.answers["ada 0"].set_result(None)
        await settle()
        assert desk.begun == ["ada 0", "bo", "ada 1"]
        for one in asked:
            one.cancel()

    asyncio.run(conversation())


def test_whoever_reads_slowly_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "LONGEST_TURN", 0.01)

    async def conversation() -> None:
        turns, desk = Turns(), Desk()
        for number in range(3):
            await desk.ask(turns, ADA, f"ada {number}")
        assert len(desk.begun) == 3

    asyncio.run(conversation())


def test_an_address_that_many_share_stands_in_no_line() -> None:
    """Eighty people behind the address of a class open their pages at once."""

    async def conversation() -> None:
        turns, desk = Turns(is_of_many=lambda address: address == ADA), Desk()
        for number in range(80):
            desk.ask(turns, ADA, f"{number}")
        await settle()
        assert len(desk.begun) == 80 and not turns.askers

    asyncio.run(conversation())


def test_what_requests_have_cost_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address may take a second at once, and then a third of the time."""
    now, slept = [0.0], []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    worked = iter(range(1_000))  # each of them costs a second
    monkeypatch.setattr(turns.asyncio, "sleep", sleep)

    async def conversation() -> None:
        turns = Turns(clock=lambda: now[0], worked=lambda: float(next(worked)))
        await turns.answer(ADA, lambda: None)
        await turns.answer(ADA, lambda: None)
        assert slept == []
        await turns.answer(ADA, lambda: None)
        assert slept == [pytest.approx(1 / SHARE[0])]
        await turns.answer(BO, lambda: None)
        assert len(slept) == 1
        now[0] += 1_000
        turns.asker("10.0.0.9")
        assert [*turns.askers] == ["10.0.0.9"], "those who have rested are forgotten"

    asyncio.run(conversation())


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
