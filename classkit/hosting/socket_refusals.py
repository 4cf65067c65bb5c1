"""Refused websockets: which header a proxy lost, what the log says, and what a test page learns.

Two headers are needed to open a websocket, and both get lost on the way. Without ``Upgrade`` the
server receives an ordinary request. Without the port in ``Host`` the page seems to belong to
another site. A proxy that speaks HTTP/1.0 opens the websocket and forwards no message. In all cases
the browser only learns that the connection failed. So a page that cannot connect opens the test
websocket with a random id (self_test.py) and asks by plain HTTP what the server saw under that id.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, NamedTuple

from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError

from classkit.engine.errors import truncate_value

from .cross_origin import is_same_host

LOG = logging.getLogger(__name__)

MAX_ATTEMPTS, MAX_PAIRS = 500, 200
"""Maximum number of attempts that are remembered, and of pairs of hosts in the log."""
LOST_UPGRADE, OLD_HTTP, OTHER_HOST, FULL, OPENED = "upgrade", "http", "host", "full", "opened"
"""Outcomes of an attempt to open a websocket."""
UPGRADE_WARNING = (
    "A websocket was refused, because its header Upgrade was lost: the request arrived for the "
    "host %s, from a page at %s%s. The proxy must forward the headers Upgrade and Connection, over "
    "HTTP/1.1."
)
HOST_WARNING = (
    "A websocket was refused, because the hosts differ: the request arrived for the host %s, from "
    "a page at %s%s. If they are the same server, the proxy must forward Host unchanged, with its "
    "port (nginx: proxy_set_header Host $http_host)."
)
HTTP_WARNING = (
    "A websocket was refused, because it arrived over HTTP/1.0: the request arrived for the host "
    "%s, from a page at %s%s. The proxy must use HTTP/1.1 (nginx: proxy_http_version 1.1)."
)
WARNINGS = {
    LOST_UPGRADE: UPGRADE_WARNING,
    OLD_HTTP: HTTP_WARNING,
    OTHER_HOST: HOST_WARNING,
}


class SocketAttempt(NamedTuple):
    """What the server saw of an attempt to open a websocket."""

    outcome: str
    host: str
    origin: str


class SocketRefusals:
    """The latest test websockets by id, and the pairs of hosts that the log has named.

    >>> refusals = SocketRefusals()
    >>> refusals.remember_attempt("id", SocketAttempt(OTHER_HOST, "uni.example", ""))
    >>> refusals.attempts["id"].outcome
    'host'
    """

    def __init__(self) -> None:
        self.attempts: dict[str, SocketAttempt] = {}
        self.logged_pairs: set[tuple[str, str, str]] = set()

    def remember_attempt(self, test_id: str, attempt: SocketAttempt) -> None:
        """Remember what was seen under an id, and drop the oldest attempt."""
        self.attempts.pop(test_id, None)
        self.attempts[test_id] = attempt
        if len(self.attempts) > MAX_ATTEMPTS:
            del self.attempts[next(iter(self.attempts))]

    def log_refusal(self, outcome: str, request: HTTPServerRequest) -> None:
        """Log a refusal with both hosts, once for each pair."""
        origin = request.headers.get("Origin", "")
        pair = (outcome, request.host, origin)
        if pair in self.logged_pairs or len(self.logged_pairs) >= MAX_PAIRS:
            return
        self.logged_pairs.add(pair)
        forwarded = request.headers.get("X-Forwarded-Host", "")
        also = f" (X-Forwarded-Host: {truncate_value(forwarded)})" if forwarded else ""
        names = (truncate_value(request.host), truncate_value(origin) if origin else "no address")
        LOG.warning(WARNINGS[outcome], *names, also)


class ExplainedSocket:
    """Base class of websockets whose refusals name the lost header in the log.

    It comes before Tornado's and Jupyter's classes.
    """

    settings: dict[str, Any]
    request: HTTPServerRequest

    @property
    def refusals(self) -> SocketRefusals:
        found: SocketRefusals = self.settings["socket_refusals"]
        return found

    def prepare(self, *given: Any, **options: Any) -> Any:
        """Refuse a websocket whose header Upgrade was lost, before anything is opened for it."""
        if reason := find_lost_upgrade(self.request.headers, self.request.version):
            self.refuse(reason)
            raise HTTPError(426, reason="Upgrade Required")
        return super().prepare(*given, **options)  # type: ignore[misc]  # of the class beside it

    def check_origin(self, origin: str | None = None) -> bool:
        """Return True if the page belongs to the host of the request, or the client has none."""
        headers = self.request.headers
        stated = origin or headers.get("Origin") or headers.get("Sec-Websocket-Origin", "")
        if is_same_host(stated, self.request.host):
            return True
        self.refuse(OTHER_HOST)
        return False

    def refuse(self, outcome: str) -> None:
        """Record a refusal."""
        self.refusals.log_refusal(outcome, self.request)


def find_lost_upgrade(headers: Mapping[str, str], version: str = "HTTP/1.1") -> str:
    """Return why the request of a websocket arrives as an ordinary one, or "" if it does not.

    Proxies remove ``Upgrade`` and ``Connection``, which belong to one connection, and forward the
    rest. Some forward them, too, but over HTTP/1.0, which has no websockets.

    >>> find_lost_upgrade({"Sec-WebSocket-Key": "a", "Connection": "close"}), find_lost_upgrade({})
    ('upgrade', '')
    """
    if "Sec-WebSocket-Key" not in headers:
        return ""
    if not has_upgrade(headers):
        return LOST_UPGRADE
    return OLD_HTTP if version == "HTTP/1.0" else ""


def has_upgrade(headers: Mapping[str, str]) -> bool:
    """Return True if a request asks for a websocket.

    >>> has_upgrade({"Upgrade": "websocket", "Connection": "keep-alive, Upgrade"})
    True
    """
    wanted = [word.strip().lower() for word in headers.get("Connection", "").split(",")]
    return headers.get("Upgrade", "").lower() == "websocket" and "upgrade" in wanted
