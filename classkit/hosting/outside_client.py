"""Client that visits a published server from outside, and tells its answers from a proxy's."""

from __future__ import annotations

import asyncio
import json
import secrets
import ssl
import time
from http.cookies import CookieError, SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit

from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest, HTTPResponse
from tornado.websocket import WebSocketClientConnection, WebSocketError, websocket_connect

from .config import SELF_TEST_PATH

ANSWER_SECONDS = 20.0
"""Time limit for a request, for opening a websocket, and for a reply over it."""
PAGE_PATHS = ("voila", "class", "desk", SELF_TEST_PATH, "login")
"""First parts of the paths of pages, below the base URL."""
AGENT = "classkit-doctor"


class SocketFailure(NamedTuple):
    """Why a websocket did not open: the status of the answer, or the error of the connection."""

    status: int
    error: str
    is_program: bool


def find_base(address: str) -> str:
    """Return the base URL of a server from the address of any of its pages.

    >>> find_base("https://uni.example/econ/class/ABC2345?x=1"), find_base("uni.example:8866")
    ('https://uni.example/econ/', 'https://uni.example:8866/')
    >>> find_base("http://localhost:8866/econ")
    'http://localhost:8866/econ/'
    """
    parts = urlsplit(address if "://" in address else f"https://{address}")
    kept: list[str] = []
    for part in parts.path.split("/"):
        if part in PAGE_PATHS:
            break
        kept += [part] if part else []
    path = "/".join(["", *kept, ""]) if kept else "/"
    return f"{parts.scheme}://{parts.netloc}{path}"


def is_program_answer(headers: Any) -> bool:
    """Return True for an answer of classkit, and not of a proxy."""
    return "frame-ancestors" in headers.get("Content-Security-Policy", "")


class OutsideClient:
    """A visitor without a token."""

    def __init__(self, base: str) -> None:
        """Visit the server at a base URL."""
        self.base = base
        self.checks_certificate = True
        self.cookies: SimpleCookie = SimpleCookie()

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        parts = urlsplit(self.base)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def path(self) -> str:
        """Path of the base URL."""
        return urlsplit(self.base).path

    async def fetch(self, path: str, **headers: str) -> HTTPResponse:
        """Request a path below the base URL. Raises OSError if there is no answer."""
        cookies = "; ".join(f"{m.key}={m.coded_value}" for m in self.cookies.values())
        try:
            answer = await AsyncHTTPClient().fetch(
                urljoin(self.base, path),
                headers={"Cookie": cookies, "User-Agent": AGENT, **headers},
                raise_error=False,
                follow_redirects=False,
                request_timeout=ANSWER_SECONDS,
                connect_timeout=ANSWER_SECONDS,
                validate_cert=self.checks_certificate,
            )
        except ssl.SSLError:
            raise
        except (OSError, HTTPClientError) as error:  # the latter: no answer in time
            told = getattr(error, "strerror", "") or str(error) or type(error).__name__
            raise OSError(told) from error
        for given in answer.headers.get_list("Set-Cookie"):
            try:
                self.cookies.load(given)
            except CookieError:
                continue
        return answer

    async def fetch_seen(self, test_id: str = "") -> dict[str, Any] | None:
        """Return what the server saw of a request; None if the answer is not the server's."""
        answer = await self.fetch(f"{SELF_TEST_PATH}/seen?id={test_id}")
        return read_seen(answer)

    async def open_socket(
        self, *, is_large: bool = False, test_id: str = ""
    ) -> WebSocketClientConnection | SocketFailure:
        """Open a test websocket."""
        query = f"id={test_id or create_test_id()}{'&frames=large' if is_large else ''}"
        address = f"{self.base}{SELF_TEST_PATH}/socket?{query}".replace("http", "ws", 1)
        request = HTTPRequest(
            address,
            headers={"Origin": self.origin, "User-Agent": AGENT},
            connect_timeout=ANSWER_SECONDS,
            request_timeout=ANSWER_SECONDS,
            validate_cert=self.checks_certificate,
        )
        try:
            return await asyncio.wait_for(websocket_connect(request), ANSWER_SECONDS)
        except HTTPClientError as error:
            headers = error.response.headers if error.response is not None else {}
            return SocketFailure(error.code, error.message or "", is_program_answer(headers))
        except (OSError, TimeoutError, WebSocketError) as error:
            return SocketFailure(0, str(error) or type(error).__name__, False)


def create_test_id() -> str:
    """Return a random id for a test websocket."""
    return secrets.token_urlsafe(12)


def read_seen(answer: HTTPResponse) -> dict[str, Any] | None:
    """Return what the server saw, from an answer; None if the answer is not the server's."""
    try:
        found = json.loads(answer.body) if answer.code == 200 else None
    except ValueError:
        return None
    return found if isinstance(found, dict) and found.get("classkit") is True else None


async def ask(socket: WebSocketClientConnection, message: str | bytes) -> str | bytes | None:
    """Send a message and return the reply; None if the connection closes or nothing arrives."""
    try:
        await socket.write_message(message, binary=isinstance(message, bytes))
        return await asyncio.wait_for(socket.read_message(), ANSWER_SECONDS)
    except (OSError, TimeoutError, WebSocketError):
        return None


async def measure_reply(socket: WebSocketClientConnection) -> float | None:
    """Return the seconds until a ping is answered; None if it is not."""
    begun = time.monotonic()
    return time.monotonic() - begun if await ask(socket, "ping") else None
