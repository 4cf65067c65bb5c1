"""A class for tests: tables that are played at the same time, and strangers who disturb."""

from __future__ import annotations

import contextlib
import random
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import cycle
from threading import Event, Thread
from typing import Any

import websocket

from classkit.engine.registry import loads
from classkit.hosting.frames import V1
from classkit.hosting.store import Store
from classkit.hosting.stored_desk import split_stored
from classkit.widgets.packed import unpacked
from classkit.widgets.repeats import PER_PAGE
from tests.widgets.pages import after

from .serving import Server
from .visitor import Line, in_v1, kernel_of, message, visit

TABLE = "from classkit.hosting.session import open_table\nopen_table('poleconomy', seats=4, seed=7)"
"""The cell of a notebook that shows a table."""


@dataclass
class Player:
    """One page with a table: what it shows, and how long each step took, in seconds."""

    line: Line
    table: str
    code: str = ""
    asked: int = PER_PAGE
    seq: int = 0
    now: dict[str, Any] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)

    @classmethod
    def sit_down(cls, server: Server, notebook: str) -> Player:
        """Open a page and see the first snapshot of its table."""
        answer, text = visit(server, f"/voila/render/{notebook}")
        assert answer.status == 200, (answer.status, text[-800:])
        shown = re.search(r'"model_id": ?"(\w+)"', text)
        assert shown, "the page shows no widget"
        player = cls(Line(server, kernel_of(text)), shown[1])
        player.code = player.do("session", code=None)["code"]
        player.do("snapshot")
        return player

    def do(self, verb: str, **arguments: Any) -> dict[str, Any]:
        """Ask the table for something; gives its one answer. Nothing that it tells is missed."""
        self.asked += 1
        action = {"do": verb, "id": self.asked, **arguments}
        data = {"method": "custom", "content": action}
        said = message("comm_msg", {"comm_id": self.table, "data": data})
        self.line.send(self.line.frame(said))
        while True:
            heard = self.line.receive()
            assert heard is not None, "the line of a player was closed"
            told = heard["content"].get("data", {})
            if heard["header"]["msg_type"] != "comm_msg" or told.get("method") != "custom":
                continue
            answer = unpacked(told["content"], heard["buffers"])
            self.take(answer)
            if answer.get("reply") == self.asked:
                return answer

    def take(self, told: dict[str, Any]) -> None:
        """Show what the table tells."""
        if "seq" in told:
            assert told["seq"] == self.seq + 1, f"{told['seq']} came after {self.seq}"
            self.seq = told["seq"]
        if told["kind"] == "snapshot":
            self.now = told["now"]
        elif told["kind"] == "step":
            self.now = after(self.now, told["change"])

    def step(self) -> None:
        """Step once, by the clock."""
        before, begun = self.now["step"], time.perf_counter()
        answer = self.do("step")
        self.took.append(time.perf_counter() - begun)
        assert answer["kind"] in ("step", "snapshot") and self.now["step"] > before, answer

    def play(self, steps: int, pause: float = 0.0) -> None:
        """Step so often, with a pause in between; after the end of a match begin another."""
        for _ in range(steps):
            if self.now["over"]:
                self.do("new")
            self.step()
            time.sleep(pause)

    def lost(self, server: Server) -> str:
        """What is not as it was shown: at the table, or in the store."""
        shown = self.now
        self.do("snapshot")
        shown = {**shown, "news": shown["news"][-len(self.now["news"]) :]}  # it keeps older ones
        if differ := [key for key in self.now if shown[key] != self.now[key]]:
            return f"the table has something else than its page: {', '.join(differ)}"
        _, record = split_stored(Store(server.data / "matches").read(self.code))
        if loads(record).step != shown["step"]:
            return f"the store has another step than {shown['step']}"
        return ""


@contextlib.contextmanager
def class_of(server: Server, notebook: str, tables: int) -> Iterator[list[Player]]:
    """So many players, each at a table; they come in four at a time."""
    with ThreadPoolExecutor(4) as door:
        players = list(door.map(lambda _: Player.sit_down(server, notebook), range(tables)))
    try:
        yield players
    finally:
        for player in players:
            player.line.leave()


def play_at_once(players: list[Player], steps: int, pause: float = 0.0) -> list[float]:
    """Let all play at the same time; how long their steps took, the shortest first."""
    for player in players:
        player.took.clear()
    with ThreadPoolExecutor(len(players)) as room:
        for done in [room.submit(player.play, steps, pause) for player in players]:
            done.result()
    return sorted(seconds for player in players for seconds in player.took)


@dataclass
class Disturbance:
    """How many malformed frames were sent, and how many lines were closed for them."""

    sent: int = 0
    closed: int = 0


@contextlib.contextmanager
def disturbed(server: Server, kernel: str, by: int = 2) -> Iterator[Disturbance]:
    """Strangers send malformed frames to a kernel of their own, one line after another."""
    over, counted = Event(), Disturbance()

    def disturb(first: int) -> None:
        for protocol, frame in cycle([*malformed(random.Random(first), 60)]):
            line = None
            while line is None:
                if over.is_set():
                    return
                try:
                    line = Line(server, kernel, protocol)
                except (OSError, websocket.WebSocketException):
                    over.wait(0.05)  # too many lines of theirs are still being closed
            with contextlib.suppress(OSError, websocket.WebSocketException):
                line.send(frame)
                counted.sent += 1
                if (protocol, frame) in CRAFTED and line.is_closed_by_the_server():
                    counted.closed += 1
            line.leave(code=0)

    strangers = [Thread(target=disturb, args=(number,)) for number in range(by)]
    for stranger in strangers:
        stranger.start()
    try:
        yield counted
    finally:
        over.set()
        for stranger in strangers:
            stranger.join()


CRAFTED: list[tuple[str | None, str | bytes]] = [
    (V1, b"\xff" * 8),
    (V1, b""),
    (V1, b"\xff" * 800_000),
    (V1, (2**40).to_bytes(8, "little") * 8),
    (None, b"\x7f\xff\xff\xff"),
    (None, b"\x7f\xff\xff\xff" * 1_000),
    (None, b"\0\0\0\1\xff\xff\xff\xff"),
    (None, "[" * 1_000_000),
    (None, '{"' + '"\\' * 100_000),
    (None, '{"header": 1}'),
]
"""Frames that each did, or would do, something to a server that believed them."""


def malformed(chance: random.Random, more: int) -> Iterator[tuple[str | None, str | bytes]]:
    """Crafted frames, then random ones, for both protocols."""
    yield from CRAFTED
    good = in_v1(message("comm_msg", {"comm_id": "c", "data": {}}))
    for _ in range(more):
        data = bytearray(good if chance.random() < 0.5 else chance.randbytes(80))
        data[chance.randrange(len(data))] = 255
        data[chance.randrange(56)] ^= 1 << chance.randrange(8)
        yield chance.choice([V1, None]), bytes(data)
