"""Client addresses behind proxies.

They are accepted only from proxies that the host has configured.

A proxy appends the address of its client to ``X-Forwarded-For``, after anything that the client
sent there. So the list is read from its end, up to the first address that is not a configured
proxy; everything before it is ignored. Tornado (``xheaders``) then uses that address as the
client's, and ``X-Forwarded-Proto`` as the client's protocol. Tornado alone would trust every
client, and prefer ``X-Real-Ip`` to the list.
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

from .connection_limit import ConnectionSet
from .fair_queue import RequestScheduler
from .header_limits import HeadStream, reject_chunked
from .ip_addresses import NetworkSet, normalize_address
from .session_cookie import read_visitor_cookie

LOG = logging.getLogger(__name__)

FORWARDED_FOR_HEADER = "X-Forwarded-For"
UNTRUSTED_HEADERS = ("X-Real-Ip", "X-Scheme")
"""Headers that some proxies send and others pass through. They are removed."""
PROTOCOL_HEADER = "X-Forwarded-Proto"
FORWARDED_HEADERS = (FORWARDED_FOR_HEADER, PROTOCOL_HEADER)

ADDRESS_PORT_PATTERN = re.compile(r"(?:\[([\da-fA-F:.]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?")
"""An address with the client's port, as some proxies send it."""

MISSING_HEADER_WARNING = (
    "The proxy at %s does not send X-Forwarded-For, so all its visitors count as one."
)
UNNAMED_PROXY_WARNING = (
    "A request from %s has the header X-Forwarded-For, as proxies send it. If that is your "
    "proxy, add --proxy %s; until then all its visitors count as one."
)


class ProxyAwareServer(HTTPServer):
    """Tornado's server with client addresses from configured proxies and a connection limit."""

    def initialize(  # type: ignore[override]  # Tornado's own classes add options here, too
        self,
        answers: Any,
        *,
        proxies: NetworkSet,
        connection_set: ConnectionSet,
        known: Callable[[str], str] = lambda cookies: "",
        **options: Any,
    ) -> None:
        """Set up the server as Tornado does.

        Args:
            answers: The application.
            proxies: The addresses of trusted proxies.
            connection_set: The open connections.
            known: Returns the name of a known visitor for a Cookie header, or ''.
            **options: Options of Tornado's server.
        """
        super().initialize(answers, **{**options, "xheaders": True})
        self.proxies, self.connection_set, self.known = proxies, connection_set, known
        self.scheduler = RequestScheduler(is_shared_address=connection_set.is_shared_address)
        self.secret = answers.settings.get("cookie_secret", "")
        self.warned_sentences: set[str] = set()

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Serve a connection, closing another one if necessary."""
        own = HeadStream.upgrade_stream(stream)
        self.connection_set.add_connection(own, str(address[0]))
        super().handle_stream(own, address)

    def on_close(self, server_conn: Any) -> None:
        """Record that a connection has closed, or has become a websocket."""
        self.connection_set.discard_connection(server_conn.stream)
        super().on_close(server_conn)

    def start_request(
        self, server_conn: object, request_conn: HTTPConnection
    ) -> HTTPMessageDelegate:
        """Return the delegate that reads a request and removes untrusted headers."""
        answers = super().start_request(server_conn, request_conn)
        peer: str = request_conn.context.remote_ip  # type: ignore[attr-defined]  # Tornado's adapter reads it there too
        return ForwardedRequest(answers, self, request_conn, peer)

    def warn_once(self, sentence: str, *words: str) -> None:
        """Warn the host once that visitors cannot be distinguished."""
        if sentence not in self.warned_sentences:
            self.warned_sentences.add(sentence)
            LOG.warning(sentence, *words)


class ForwardedRequest(HTTPMessageDelegate):
    """One request with a verified client address, answered in its turn."""

    def __init__(
        self,
        answers: HTTPMessageDelegate,
        server: ProxyAwareServer,
        connection: Any,
        peer: str,
    ) -> None:
        self.answers, self.server, self.connection, self.peer = answers, server, connection, peer

    def headers_received(
        self, start_line: RequestStartLine | ResponseStartLine, headers: HTTPHeaders
    ) -> Awaitable[None] | None:
        """Forward the headers except untrusted client addresses."""
        reject_chunked(headers)
        for name in UNTRUSTED_HEADERS:
            headers.pop(name, None)
        stated = headers.get(FORWARDED_FOR_HEADER, "")
        if self.peer in self.server.proxies:
            client, hops = find_client(stated, self.server.proxies)
            headers[FORWARDED_FOR_HEADER] = client or self.peer
            if protocols := headers.get(PROTOCOL_HEADER):
                headers[PROTOCOL_HEADER] = get_client_protocol(protocols, hops)
            if not stated:
                self.server.warn_once(MISSING_HEADER_WARNING, self.peer)
        else:
            for name in FORWARDED_HEADERS:
                headers.pop(name, None)
            if stated and not self.server.proxies:
                self.server.warn_once(UNNAMED_PROXY_WARNING, self.peer, self.peer)
        self.address = normalize_address(headers.get(FORWARDED_FOR_HEADER, self.peer))
        cookies = headers.get("Cookie", "")
        self.visitor = read_visitor_cookie(cookies, self.server.secret)
        if known := self.server.known(cookies):
            self.server.connection_set.mark_known(self.connection.stream, known)
        self.known = known
        return self.answers.headers_received(start_line, headers)

    def data_received(self, chunk: bytes) -> Awaitable[None] | None:
        """Pass on a chunk of the body."""
        return self.answers.data_received(chunk)

    def finish(self) -> None:
        """Queue the complete request for its turn."""
        turns, hang_up = self.server.scheduler, self.connection.close
        self.answering = asyncio.ensure_future(
            turns.answer_in_turn(
                self.address, self.visitor, self.dispatch_request, hang_up, self.known
            )
        )

    def dispatch_request(self) -> None:
        """Start answering, unless the client has disconnected."""
        if self.connection.stream is not None and not self.connection.stream.closed():
            self.answers.finish()

    def on_connection_close(self) -> None:
        """Forward the disconnect to the wrapped delegate."""
        self.answers.on_connection_close()


def find_client(forwarded: str, proxies: NetworkSet) -> tuple[str, int]:
    """Find the last address in a list other than a trusted proxy's.

    Returns:
        The address, or '' if there is none, and the number of trusted proxies after it.

    >>> find_client("8.8.8.8, 192.0.2.7, 10.0.0.2", NetworkSet(["10.0.0.0/8"]))
    ('192.0.2.7', 1)
    >>> find_client("8.8.8.8, not an address", NetworkSet([]))
    ('', 0)
    >>> (find_client("192.0.2.7:5100", NetworkSet([])),
    ...  find_client("[2001:db8::7]:443", NetworkSet([])))
    (('192.0.2.7', 0), ('2001:db8::7', 0))
    """
    hops = 0
    for stated in reversed(forwarded.split(",")):
        address = stated.strip()
        if with_port := ADDRESS_PORT_PATTERN.fullmatch(address):
            address = with_port[1] or with_port[2]
        if not is_valid_ip(address):
            break
        if address not in proxies:
            return address, hops
        hops += 1
    return "", hops


def get_client_protocol(protocols: str, hops: int) -> str:
    """Return the protocol that the client used, if each of the proxies has appended its own.

    JupyterHub's proxy appends, so behind a proxy with HTTPS the list is ``https,http``. A proxy
    that replaces the header leaves one protocol.

    >>> get_client_protocol("https,http", 1), get_client_protocol("https", 1)
    ('https', 'https')
    >>> get_client_protocol("http,https,http", 1)  # the client has sent "http"
    'https'
    """
    stated = [protocol.strip() for protocol in protocols.split(",")]
    return stated[-1 - min(hops, len(stated) - 1)]
