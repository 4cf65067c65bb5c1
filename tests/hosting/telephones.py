"""Telephones for tests and benches: websocket clients that come back by themselves, as pages do."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tornado.httpclient import HTTPError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, websocket_connect

from classkit.widgets.idempotency import NUMBERS_PER_PAGE
from tests.classroom.rooms import take_in

from .serving import Server
from .visitor import cookies_of, get

SOON, LATER = 0.5, 2.0
"""Seconds until a line is opened anew, at first and at most, as in ``wire/socket.js``."""


@dataclass
class Telephone:
    """One telephone: what it shows, and what it has asked and not been answered."""

    url: str
    cookie: str
    page: int
    room: dict[str, Any] = field(default_factory=dict)
    now: dict[str, Any] = field(default_factory=dict)
    kernel: str = ""
    opened: int = 0
    opened_at: float = 0.0
    lost_at: float = 0.0
    back_after: list[float] = field(default_factory=list)
    """How many seconds after each loss it showed its table again."""
    waiting: dict[int, dict[str, Any]] = field(default_factory=dict)
    """What was asked and is not answered, by its number."""
    answers: set[int] = field(default_factory=set)
    """The numbers of what it answered at its table."""
    acknowledged: set[int] = field(default_factory=set)
    acknowledged_at: float = 0.0
    """When an answer was last acknowledged."""
    refused: dict[int, str] = field(default_factory=dict)
    socket: WebSocketClientConnection | None = None

    def __post_init__(self) -> None:
        self.numbers = itertools.count(self.page * NUMBERS_PER_PAGE + 1)
        self.saw = asyncio.Condition()
        self.listening = asyncio.ensure_future(self.stay())

    async def stay(self) -> None:
        """Keep a line open, and show whatever it tells."""
        wait = SOON
        while True:
            with suppress(OSError, HTTPError, WebSocketClosedError, asyncio.TimeoutError):
                request = HTTPRequest(self.url, headers={"Cookie": self.cookie})
                self.socket = await websocket_connect(request)
                wait = SOON
                await self.listen(self.socket)
            self.socket = None
            if not self.lost_at:
                self.lost_at = time.perf_counter()
            await asyncio.sleep(wait * random.uniform(0.5, 1.5))
            wait = min(2 * wait, LATER)

    async def listen(self, socket: WebSocketClientConnection) -> None:
        """Ask for the present, and for what was not answered once more; then show what is told."""
        self.opened += 1
        self.opened_at = time.perf_counter()
        self.put({"room": "look"})
        if self.now:
            self.say(do="snapshot")
        for number, content in [*self.waiting.items()]:
            if content.get("do") != "snapshot":
                self.put({**content, "id": number})
        while (text := await socket.read_message()) is not None:
            message = json.loads(text)
            async with self.saw:
                self.take(message)
                self.saw.notify_all()

    def take(self, message: dict[str, Any]) -> None:
        """Show what a message tells."""
        take_in(self, message)
        self.kernel = message.get("kernel", self.kernel)
        if message["kind"] == "snapshot" and self.lost_at:
            self.back_after.append(time.perf_counter() - self.lost_at)
            self.lost_at = 0.0
        reply = message.get("reply")
        asked = self.waiting.pop(reply, None)
        if asked is None:
            return
        if message["kind"] == "refused":
            self.refused[reply] = message["reason"]
        elif asked.get("kernel", self.kernel) == self.kernel:
            self.acknowledged.add(reply)  # else it is told where the match stands, and no more
            if reply in self.answers:
                self.acknowledged_at = time.perf_counter()

    def put(self, content: dict[str, Any]) -> None:
        """Send a message, if the line is open."""
        if self.socket is not None:
            with suppress(WebSocketClosedError):
                self.socket.write_message(json.dumps(content))

    def say(self, **content: Any) -> int:
        """Ask for something; gives its number."""
        number = next(self.numbers)
        if "do" in content and self.kernel:
            content["kernel"] = self.kernel
        self.waiting[number] = content
        if content.get("do") in ("answer", "default"):
            self.answers.add(number)
        self.put({**content, "id": number})
        return number

    async def until(self, is_so: Callable[[], Any], seconds: float = 120) -> None:
        """Wait until this telephone shows something."""
        async with self.saw:
            await asyncio.wait_for(self.saw.wait_for(is_so), seconds)

    @property
    def is_asked(self) -> bool:
        """Whether it shows a question."""
        return bool(self.socket is not None and self.now and self.now["asks"])

    def hang_up(self) -> None:
        """Stay away."""
        self.listening.cancel()
        if self.socket is not None:
            self.socket.close()


async def join_all(
    servers: list[Server], code: str, people: int, at_once: int = 20
) -> list[Telephone]:
    """Let so many come, in turn to each of some servers that serve one room."""
    gate = asyncio.Semaphore(at_once)

    async def join(number: int) -> Telephone:
        async with gate:
            server = servers[number % len(servers)]
            answer, _ = await asyncio.to_thread(get, server, f"/class/{code}")
            url = f"ws://127.0.0.1:{server.port}/class/{code}/line"
            phone = Telephone(url, cookies_of(answer), 1_000 + number)
            await phone.until(lambda: phone.socket is not None and phone.room)
            phone.say(room="join", name=f"Student {number}")
            await phone.until(lambda: phone.room.get("joined"))
            return phone

    return [*await asyncio.gather(*(join(number) for number in range(people)))]


async def look(phones: list[Telephone]) -> None:
    """Let all see the table at which they sit now."""
    for phone in phones:
        await phone.until(lambda phone=phone: phone.room["place"])
        phone.say(do="snapshot")
    for phone in phones:
        await phone.until(lambda phone=phone: phone.now)
