"""Visitors for tests: whoever asks a server for pages, and speaks to kernels."""

from __future__ import annotations

import contextlib
import itertools
import json
import queue
import re
import socket
import threading
import time
import uuid
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urljoin

import websocket
from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1

from classkit.hosting.message_filter import PROTOCOL_V1

from .serving import Server

Message = dict[str, Any]


def get(
    server: Server, path: str, method: str = "GET", body: str | None = None, **headers: str
) -> tuple[HTTPResponse, str]:
    """One request, without cookies unless given."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=120)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, named)
    answer = connection.getresponse()
    text = answer.read().decode(errors="replace")
    connection.close()
    return answer, text


def visit(server: Server, path: str, **headers: str) -> tuple[HTTPResponse, str]:
    """Ask for a page as a browser does: go where one is sent, with the cookies that were set."""
    answer, text = get(server, path, **headers)
    if answer.status == 303:
        headers["Cookie"] = "; ".join(filter(None, [headers.get("Cookie"), cookies_of(answer)]))
        answer, text = get(server, urljoin(path, answer.getheader("Location") or ""), **headers)
    return answer, text


def cookies_of(answer: HTTPResponse) -> str:
    """The cookies that an answer sets, as a browser sends them back."""
    return "; ".join(each.split(";")[0] for each in answer.headers.get_all("Set-Cookie") or [])


def open_page(server: Server, notebook: str, **headers: str) -> str:
    """Ask for a page as a new visitor; gives the id of its kernel."""
    answer, text = visit(server, f"/voila/render/{notebook}", **headers)
    assert answer.status == 200, (answer.status, text[-800:])
    return kernel_of(text)


def kernel_of(page: str) -> str:
    """The id of the kernel that a page names."""
    found = re.search(r'"kernelId": "([\w-]+)"', page)
    assert found, "the page names no kernel"
    return found[1]


def message(kind: str, content: Message | None = None, channel: str = "shell") -> Message:
    """A message as pages make them."""
    header = {
        "msg_id": uuid.uuid4().hex,
        "msg_type": kind,
        "username": "",
        "session": "test",
        "date": "2026-11-22T10:00:00.000Z",
        "version": "5.2",
    }
    return {
        "header": header,
        "parent_header": {},
        "metadata": {},
        "content": content or {},
        "channel": channel,
        "buffers": [],
    }


def in_v1(said: Message, **written: bytes) -> bytes:
    """The message as a frame; a part that is given here as bytes stands in it as it is."""
    named = ("header", "parent_header", "metadata", "content")
    parts = [written.get(name, json.dumps(said[name]).encode()) for name in named]
    frame: bytes = serialize_msg_to_ws_v1([*parts, *said["buffers"]], said["channel"])
    return frame


class Line:
    """A websocket to the channels of a kernel."""

    def __init__(
        self, server: Server, kernel: str, protocol: str | None = PROTOCOL_V1, **options: Any
    ):
        self.socket = websocket.create_connection(
            f"ws://127.0.0.1:{server.port}/api/kernels/{kernel}/channels?session_id={uuid.uuid4()}",
            subprotocols=[protocol] if protocol else None,
            timeout=120,
            **options,
        )

    def send(self, frame: str | bytes) -> None:
        """Send a frame as it is."""
        if isinstance(frame, bytes):
            self.socket.send_binary(frame)
        else:
            self.socket.send(frame)

    def receive(self) -> Message | None:
        """What the kernel says next; None when the line is closed."""
        kind, data = self.socket.recv_data()
        if kind == websocket.ABNF.OPCODE_CLOSE:
            return None
        number = int.from_bytes(data[:8], "little")
        offsets = [
            int.from_bytes(data[8 * at : 8 * at + 8], "little") for at in range(1, number + 1)
        ]
        parts = [data[start:stop] for start, stop in itertools.pairwise(offsets)]
        named = {"header": 1, "parent_header": 2, "content": 4}
        heard = {name: json.loads(parts[at]) for name, at in named.items()}
        return {**heard, "buffers": parts[5:]}

    def asks(self, said: Message) -> Message:
        """Send a request, and wait for what answers it."""
        self.send(in_v1(said))
        wanted = said["header"]["msg_id"]
        end = time.monotonic() + 120
        while time.monotonic() < end:
            heard = self.receive()
            assert heard is not None, "the line was closed"
            if (
                heard["parent_header"].get("msg_id") == wanted
                and heard["header"]["msg_type"] == said["header"]["msg_type"][:-7] + "reply"
            ):
                return heard
        raise AssertionError("no answer")

    def is_closed_by_the_server(self) -> bool:
        """Whether the server hangs up, having said whatever it still says."""
        try:
            while self.receive() is not None:
                pass
        except (websocket.WebSocketConnectionClosedException, ConnectionError):
            pass
        return True

    def hang_up(self) -> None:
        """Break the line off, also while a thread sends or hears something."""
        with contextlib.suppress(OSError):  # the server may have hung up before
            self.socket.sock.shutdown(socket.SHUT_RDWR)
        self.socket.shutdown()

    def leave(self, code: int = 1001) -> None:
        """Close as a page does that goes away; without a word when the code is 0.

        What still comes is heard until the server hangs up: a system that is sent more to a socket
        closed already answers by a reset, and where that meets a write of the server's, tornado
        gives up the line with the goodbye unread in it.
        """
        with contextlib.suppress(OSError, websocket.WebSocketException):  # it may be closed already
            if code:
                self.socket.send_close(code)
                self.is_closed_by_the_server()
            self.socket.shutdown()  # whether or not the server has closed it


class HeardLine(Line):
    """A line that is listened to all the time, as a browser does: pings are answered, too."""

    def __init__(self, server: Server, kernel: str, **options: Any):
        super().__init__(server, kernel, **options)
        self.said: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        """Keep what the kernel says, until the line is closed."""
        heard: Message | None = None
        with contextlib.suppress(OSError, websocket.WebSocketException):
            while heard := super().receive():
                self.said.put(heard)
        self.said.put(None)

    def receive(self) -> Message | None:
        """What the kernel says next; None when the line is closed."""
        try:
            return self.said.get(timeout=120)
        except queue.Empty:
            raise AssertionError("the kernel has said nothing for 120 seconds") from None


ODD_NAMES = [
    "%00", "a%00.ipynb", "page.ipynb%00", "%00.png", "%0a", "%0d%0aSet-Cookie:a", "%1b[2J", "%7f",
    "%ff%fe", "%c3", "%ed%a0%80", "%80.png", "a" * 300, "a" * 300 + ".ipynb", "%C3%A4" * 140,
    "a" * 5_000 + ".png", "a/" * 1_500, "a/" * 1_500 + "b.ipynb", "%2e%2e", "%2e%2e/", "..%2f..%2f",
    "%2e%2e/%2e%2e/etc/passwd", "..%5c..%5c", "%2f", "%2fetc%2fpasswd", "//etc/passwd", "%", "%zz",
    "%u0000", "~root", ".", "..", ".hidden.ipynb", "CON", "a:b", "page.ipynb/x",
    "page.ipynb/%00", "\\", "*", "%f0%9f%8e%b2.ipynb", "%e2%80%ae", "con%00/page.ipynb",
]  # fmt: skip
"""Names that no file has, or should be asked for by."""
