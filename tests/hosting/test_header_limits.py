"""Heads of requests are bounded as bytes: to parse very many headers kept a server waiting."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPHeaders
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler

from classkit.hosting.connection_limit import ConnectionSet
from classkit.hosting.header_limits import MAX_HEADER_BYTES, MAX_HEADER_LINES
from classkit.hosting.ip_addresses import NetworkSet
from classkit.hosting.proxies import ProxyAwareServer


class Hello(RequestHandler):
    """Answers whatever is asked."""

    def get(self) -> None:
        """Greet."""
        self.write("hello")

    post = get


def asked(request: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    """What a server answers at first, and how many heads it has parsed."""
    parsed: list[str] = []
    parse = HTTPHeaders.parse.__func__  # type: ignore[attr-defined]  # of a class method

    def counted(cls: type[HTTPHeaders], text: str, **more: Any) -> HTTPHeaders:
        parsed.append(text)
        found: HTTPHeaders = parse(cls, text, **more)
        return found

    monkeypatch.setattr(HTTPHeaders, "parse", classmethod(counted))

    async def ask() -> str:
        server: HTTPServer = ProxyAwareServer(
            Application([("/.*", Hello)]),
            proxies=NetworkSet([]),
            connection_set=ConnectionSet(10),
            max_header_size=MAX_HEADER_BYTES,
        )
        (listening,) = bind_sockets(0, "127.0.0.1", family=socket.AF_INET)
        server.add_sockets([listening])
        reader, writer = await asyncio.open_connection(*listening.getsockname()[:2])
        writer.write(request)
        answer = await reader.read(20)
        writer.close()
        server.stop()
        await server.close_all_connections()
        return answer.decode()

    return asyncio.run(ask()), len(parsed)


def head(lines: int, more: bytes = b"") -> bytes:
    """The head of a request with so many lines in all, and an end."""
    other = b"".join(b"A%d: b\r\n" % number for number in range(lines - 3))
    return b"GET / HTTP/1.1\r\nHost: localhost\r\n" + other + more + b"\r\n"


def test_a_head_of_a_browser_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    answer, parsed = asked(head(MAX_HEADER_LINES), monkeypatch)
    assert "200" in answer and parsed == 1


@pytest.mark.parametrize("more", [b"", b"bad\r\n"])
def test_a_head_of_very_many_lines_is_refused_and_never_parsed(
    more: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, parsed = asked(head(MAX_HEADER_LINES + 1, more), monkeypatch)
    assert "400" in answer and parsed == 0


def test_a_head_that_is_too_large_is_never_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    answer, parsed = asked(head(20, b"Long: " + b"x" * MAX_HEADER_BYTES + b"\r\n"), monkeypatch)
    assert "200" not in answer and parsed == 0


def test_a_body_in_chunks_is_refused_at_its_head(monkeypatch: pytest.MonkeyPatch) -> None:
    """60,000 chunks of a byte cost 150 ms, and counted as one request."""
    chunked = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    answer, _ = asked(chunked + b"1\r\nx\r\n" * 100 + b"0\r\n\r\n", monkeypatch)
    assert "400" in answer
    whole = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"
    assert "200" in asked(whole, monkeypatch)[0]
