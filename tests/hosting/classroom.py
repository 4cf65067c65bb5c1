"""A class for tests: tables that are played at the same time, and strangers who disturb."""

from __future__ import annotations

import contextlib
import random
import re
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from threading import Event, Thread
from typing import Any

import websocket

from classkit.engine.registry import loads
from classkit.engine.serialization import MAX_BYTES
from classkit.hosting.match_store import MatchStore
from classkit.hosting.message_filter import MAX_CONTENT
from classkit.hosting.table_serialization import split_stored_text
from classkit.widgets.idempotency import NUMBERS_PER_PAGE
from classkit.widgets.message_compression import decompress_message
from tests.widgets.pages import after

from .serving import Server
from .visitor import HeardLine, Line, cookies_of, get, in_v1, kernel_of, message, visit

TABLE = (
    "from classkit.hosting.session import open_table\n"
    "open_table('poleconomy', seats=4, seed=7, options={'game': 1})"
)
"""The cell of a notebook that shows a table."""


@dataclass
class Player:
    """One page with a table: what it shows, and how long each step took, in seconds."""

    line: Line
    kernel: str
    table: str
    code: str = ""
    asked: int = NUMBERS_PER_PAGE
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
        kernel = kernel_of(text)
        player = cls(HeardLine(server, kernel), kernel, shown[1])
        player.code = player.do("session", code=None)["code"]
        player.do("snapshot")
        return player

    def do(self, verb: str, **arguments: Any) -> dict[str, Any]:
        """Ask the table for something; gives its one answer. Nothing that it tells is missed."""
        self.asked += 1
        action = {"do": verb, "id": self.asked, **arguments}
        data = {"method": "custom", "content": action}
        said = message("comm_msg", {"comm_id": self.table, "data": data})
        self.line.send(in_v1(said))
        while True:
            heard = self.line.receive()
            assert heard is not None, "the line of a player was closed"
            told = heard["content"].get("data", {})
            if heard["header"]["msg_type"] != "comm_msg" or told.get("method") != "custom":
                continue
            answer = decompress_message(told["content"], heard["buffers"])
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
        _, record = split_stored_text(MatchStore(server.data / "matches").read(self.code))
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
    """How many frames were sent, and how many lines were closed for them; it may rest."""

    sent: int = 0
    closed: int = 0
    goes_on: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        self.goes_on.set()


@contextlib.contextmanager
def disturbed(server: Server, kernel: str, by: int = 2) -> Iterator[Disturbance]:
    """Strangers send malformed frames to a kernel of their own, one line after another."""
    over, counted = Event(), Disturbance()

    def disturb(first: int) -> None:
        for frame in cycle([*malformed(random.Random(first), 60)]):
            counted.goes_on.wait()
            line = None
            while line is None:
                if over.is_set():
                    return
                try:
                    line = Line(server, kernel)
                except (OSError, websocket.WebSocketException):
                    over.wait(0.05)  # too many lines of theirs are still being closed
            with contextlib.suppress(OSError, websocket.WebSocketException):
                line.send(frame)
                counted.sent += 1
                if frame in CRAFTED and line.is_closed_by_the_server():
                    counted.closed += 1
            line.leave(code=0)

    with at_work([partial(disturb, number) for number in range(by)], counted, over):
        yield counted


@contextlib.contextmanager
def burdened(
    server: Server,
    notebook: str,
    kernels: int,
    lines: int,
    frames: Callable[[str], dict[str, bytes]] | None = None,
) -> Iterator[Disturbance]:
    """One visitor with as many tables and lines as there may be, who sends the heaviest frames.

    Each is such as pages may send; `frames` gives others for a table. They are sent as fast as the
    server takes them.
    """
    over, counted = Event(), Disturbance()
    answer, _ = get(server, f"/voila/render/{notebook}")
    cookie = cookies_of(answer)

    def burden(line: Line, table: str) -> None:
        sent = (frames or heavy)(table)
        with contextlib.suppress(OSError, websocket.WebSocketException):
            for frame in cycle(sent.values()):
                counted.goes_on.wait()
                if over.is_set():
                    return
                line.send(frame)
                counted.sent += 1
            counted.closed += 1

    def read(line: Line) -> None:
        with contextlib.suppress(OSError, websocket.WebSocketException):
            while line.receive() is not None:
                pass

    work: list[Callable[[], None]] = []
    held = []
    for _ in range(kernels):
        answer, text = visit(server, f"/voila/render/{notebook}", Cookie=cookie)
        assert answer.status == 200, text[-800:]
        shown = re.search(r'"model_id": ?"(\w+)"', text)
        assert shown, "the page shows no widget"
        for _ in range(lines):
            held.append(Line(server, kernel_of(text), header={"Cookie": cookie}))
            work += [partial(burden, held[-1], shown[1]), partial(read, held[-1])]
    with at_work(work, counted, over):
        try:
            yield counted
        finally:
            over.set()
            for line in held:
                line.hang_up()  # most of them are held back


@contextlib.contextmanager
def flooded(server: Server, by: int = 8) -> Iterator[Disturbance]:
    """A stranger asks for the index again and again, over a new connection each time."""
    over, counted = Event(), Disturbance()
    asked = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"

    def ask() -> None:
        while True:
            counted.goes_on.wait()
            if over.is_set():
                return
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("127.0.0.1", server.port), timeout=5) as one,
            ):
                one.sendall(asked)
                counted.sent += 1
                while one.recv(65_536):
                    pass
            counted.closed += 1

    with at_work([ask] * by, counted, over):
        yield counted


@contextlib.contextmanager
def at_work(work: list[Callable[[], None]], counted: Disturbance, over: Event) -> Iterator[None]:
    """Let threads do all of this until it is over."""
    threads = [Thread(target=one) for one in work]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        counted.goes_on.set()
        for thread in threads:
            thread.join()


CRAFTED: list[str | bytes] = [
    b"\xff" * 8,
    b"",
    b"\xff" * 800_000,
    (2**40).to_bytes(8, "little") * 8,
    b"\x7f\xff\xff\xff" * 1_000,
    b"\0\0\0\1\xff\xff\xff\xff",
    "[" * 1_000_000,
    '{"header": 1}',
    in_v1(message("comm_msg"), header=b"[" * 1_900),
    in_v1(message("comm_msg"), header=b'{"' + b'"\\' * 100_000),
]
"""Frames that each did, or would do, something to a server that believed them."""


def malformed(chance: random.Random, more: int) -> Iterator[str | bytes]:
    """Crafted frames, then random ones."""
    yield from CRAFTED
    good = in_v1(message("comm_msg", {"comm_id": "c", "data": {}}))
    for _ in range(more):
        data = bytearray(good if chance.random() < 0.5 else chance.randbytes(80))
        data[chance.randrange(len(data))] = 255
        data[chance.randrange(56)] ^= 1 << chance.randrange(8)
        yield bytes(data)


def said_to(comm: str, action: bytes, *files: bytes) -> bytes:
    """A frame that says something to a widget, in JSON as it stands here, with files beside it."""
    data = b'{"method":"custom","content":' + action + b"}"
    content = b'{"comm_id":"' + comm.encode() + b'","data":' + data + b"}"
    return in_v1({**message("comm_msg"), "buffers": [*files]}, content=content)


def heavy(table: str) -> dict[str, bytes]:
    """Well-formed frames to this table that would cost much if anybody looked through them."""
    return {shape: heavy_frame(table, shape) for shape in HEAVY if shape not in REFUSED}


def heavy_frame(table: str, shape: str) -> bytes:
    """One of them."""
    return said_to(table, *HEAVY[shape]())


def heavy_words() -> dict[str, Callable[[], tuple[bytes, ...]]]:
    """What makes the words of each, and the file that comes beside them, if one does."""
    short = MAX_CONTENT - 200
    records = {
        "text": lambda: b"{" + b"x" * (MAX_BYTES - 1),
        "lists": lambda: b'{"log": [' + b"[]," * 1_600_000 + b"[]]}",
        "as many lists as are read": lambda: b'{"log": [' + b"[],    " * 490_000 + b"[]]}",
        "keys": lambda: b'{"log": {' + b",".join(b'"%d":1' % key for key in range(400_000)) + b"}}",
        "escapes": lambda: b'{"log": "' + b"\\u0000" * 800_000 + b'"}',
        "nested keys": lambda: b'{"a":' * 300_000 + b"1" + b"}" * 300_000,
    }
    said = {
        "step": lambda: b'{"do":"step"}',
        "charts": lambda: b'{"do":"plotly"}',
        "small lists": lambda: b"[" + b"[]," * (short // 3 - 1) + b"[]]",
        "small keys": lambda: b"{" + b",".join(b'"%d":1' % key for key in range(short // 9)) + b"}",
        "nested": lambda: b"[" * (short // 2) + b"]" * (short // 2),
        "nested keys": lambda: b'{"a":' * (short // 6) + b"1" + b"}" * (short // 6),
        "a long string": lambda: b'{"do":"' + b"x" * (short - 9) + b'"}',
        "digits": lambda: b'{"do":' + b"9" * (short - 9) + b"}",
        "far away": lambda: b'{"do":1e999999}',
        "small escapes": lambda: b'{"do":"' + b"\\u0000" * (short // 6 - 9) + b'"}',
        "no JSON": lambda: b"]" * short,
        "lists": lambda: b"[" + b"[]," * 3_000_000 + b"[]]",
        "many lists": lambda: b"[" + b"[]," * 300_000 + b"[]]",
        "keys": lambda: b"{" + b",".join(b'"%d":1' % key for key in range(900_000)) + b"}",
        "text": lambda: b'"' + b"x" * 9_000_000 + b'"',
        "escapes": lambda: b'"' + b"\\u0000" * 1_500_000 + b'"',
    }
    alone = {name: partial(words_alone, make) for name, make in said.items()}
    opening = {
        f"a file of {name}": partial(words_of_a_file, make) for name, make in records.items()
    }
    return {**alone, **opening}


def words_alone(make: Callable[[], bytes]) -> tuple[bytes, ...]:
    return (make(),)


def words_of_a_file(make: Callable[[], bytes]) -> tuple[bytes, ...]:
    return b'{"do":"open"}', make()


def small(table: str) -> dict[str, bytes]:
    """Well-formed frames to this table that cost little each, and of which many can be sent."""
    return {
        "nothing": said_to(table, b"{}"),
        "a ping": said_to(table, b'{"do":"ping"}'),
        "nobody": said_to("c" * 32, b"0"),
        "a question": in_v1(message("kernel_info_request")),
        "what is not passed on": in_v1(message("complete_request")),
    }


HEAVY = heavy_words()
"""The shapes of heavy frames; each is made where it is sent, since some take long to make."""
REFUSED = ("lists", "many lists", "keys", "text", "escapes")
"""Those of them that have their line closed, since they are larger than any page's."""
