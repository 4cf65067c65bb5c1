"""Requests that a proxy forwards: whose they are is believed only of proxies that the host names.

A proxy states in ``X-Forwarded-For`` where a request came from, and appends its own finding to
whatever the visitor had put there. So the list is read from its end, up to the first address that
is no named proxy; what stands before it is hearsay. Tornado does the rest (``xheaders``): it takes
that address for the visitor's, and ``X-Forwarded-Proto`` for what the visitor's browser speaks.
Tornado by itself would believe everybody, and ``X-Real-Ip`` more than the list.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.httputil import (
    HTTPConnection,
    HTTPHeaders,
    HTTPMessageDelegate,
    RequestStartLine,
    ResponseStartLine,
)
from tornado.iostream import IOStream
from tornado.netutil import is_valid_ip

from .addresses import Networks, network_of
from .crowd import Crowd
from .heads import HeadStream, refuse_chunks
from .turns import Turns
from .visitors import name_in

LOG = logging.getLogger(__name__)

FORWARDED = "X-Forwarded-For"
HEARSAY = ("X-Real-Ip", "X-Scheme")
"""What some proxies send and others let pass: never believed."""
OF_PROXIES = (FORWARDED, "X-Forwarded-Proto")

WITH_PORT = re.compile(r"(?:\[([\da-fA-F:.]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?")
"""An address as some proxies state it, with the visitor's port behind it."""

NOT_SAID = (
    "The proxy at %s does not say in X-Forwarded-For whose requests it forwards: all its visitors "
    "count as one."
)
NOT_NAMED = (
    "A request from %s names another visitor in X-Forwarded-For, as proxies do. If that is your "
    "proxy, add --proxy %s; until then all its visitors count as one."
)


class ForwardedServer(HTTPServer):
    """Tornado's server, which knows the visitors of the proxies named, and has a largest crowd."""

    def initialize(  # type: ignore[override]  # Tornado's own classes add options here, too
        self,
        answers: Any,
        *,
        proxies: Networks,
        crowd: Crowd,
        known: Callable[[str], str] = lambda cookies: "",
        **options: Any,
    ) -> None:
        """Set up the server as Tornado does.

        `proxies` are the addresses to believe. `known` returns the name of a known visitor with
        these cookies, or ''.
        """
        super().initialize(answers, **{**options, "xheaders": True})
        self.proxies, self.crowd, self.known = proxies, crowd, known
        self.turns = Turns(is_of_many=crowd.is_of_many)
        self.secret = answers.settings.get("cookie_secret", "")
        self.told: set[str] = set()

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Serve a connection, for which another may have to go."""
        own = HeadStream.of(stream)
        self.crowd.came(own, str(address[0]))
        super().handle_stream(own, address)

    def on_close(self, server_conn: Any) -> None:
        """Note that a connection has gone, or has become the line of a page to its kernel."""
        self.crowd.went(server_conn.stream)
        super().on_close(server_conn)

    def start_request(
        self, server_conn: object, request_conn: HTTPConnection
    ) -> HTTPMessageDelegate:
        """Return what reads a request, with the headers that are not to be believed removed."""
        answers = super().start_request(server_conn, request_conn)
        peer: str = request_conn.context.remote_ip  # type: ignore[attr-defined]  # Tornado's adapter reads it there too
        return Forwarded(answers, self, request_conn, peer)

    def complain(self, sentence: str, *words: str) -> None:
        """Tell the host, once, that visitors cannot be told apart."""
        if sentence not in self.told:
            self.told.add(sentence)
            LOG.warning(sentence, *words)


class Forwarded(HTTPMessageDelegate):
    """One request, whose forwarded address is reduced to what may be believed, in its turn."""

    def __init__(
        self,
        answers: HTTPMessageDelegate,
        server: ForwardedServer,
        connection: Any,
        peer: str,
    ) -> None:
        self.answers, self.server, self.connection, self.peer = answers, server, connection, peer

    def headers_received(
        self, start_line: RequestStartLine | ResponseStartLine, headers: HTTPHeaders
    ) -> Awaitable[None] | None:
        """Pass the headers on, without forwarded addresses that nobody vouches for."""
        refuse_chunks(headers)
        for name in HEARSAY:
            headers.pop(name, None)
        stated = headers.get(FORWARDED, "")
        if self.peer in self.server.proxies:
            headers[FORWARDED] = visitor_of(stated, self.server.proxies) or self.peer
            if headers[FORWARDED] == self.peer:
                self.server.complain(NOT_SAID, self.peer)
        else:
            for name in OF_PROXIES:
                headers.pop(name, None)
            if stated and not self.server.proxies:
                self.server.complain(NOT_NAMED, self.peer, self.peer)
        self.address = network_of(headers.get(FORWARDED, self.peer))
        cookies = headers.get("Cookie", "")
        self.visitor = name_in(cookies, self.server.secret)
        if known := self.server.known(cookies):
            self.server.crowd.knows(self.connection.stream, known)
        self.known = known
        return self.answers.headers_received(start_line, headers)

    def data_received(self, chunk: bytes) -> Awaitable[None] | None:
        """Pass a piece of the body on."""
        return self.answers.data_received(chunk)

    def finish(self) -> None:
        """Have the request answered, now that it is complete, when it is its turn."""
        turns, hang_up = self.server.turns, self.connection.close
        self.answering = asyncio.ensure_future(
            turns.answer(self.address, self.visitor, self.begin, hang_up, self.known)
        )

    def begin(self) -> None:
        """Begin to answer, unless the visitor has gone."""
        if self.connection.stream is not None and not self.connection.stream.closed():
            self.answers.finish()

    def on_connection_close(self) -> None:
        """Pass on that the visitor has gone."""
        self.answers.on_connection_close()


def visitor_of(forwarded: str, proxies: Networks) -> str:
    """Return the last address of a list that is no proxy's; '' if there is none.

    >>> visitor_of("8.8.8.8, 192.0.2.7, 10.0.0.2", Networks(["10.0.0.0/8"]))
    '192.0.2.7'
    >>> visitor_of("8.8.8.8, not an address", Networks([]))
    ''
    >>> visitor_of("192.0.2.7:5100", Networks([])), visitor_of("[2001:db8::7]:443", Networks([]))
    ('192.0.2.7', '2001:db8::7')
    """
    for stated in reversed(forwarded.split(",")):
        address = stated.strip()
        if with_port := WITH_PORT.fullmatch(address):
            address = with_port[1] or with_port[2]
        if not is_valid_ip(address):
            return ""
        if address not in proxies:
            return address
    return ""
