"""A class by telephone at one server: ``python -m tests.bench.rooms [--tables N] [--seconds N]``.

The server is started as a host starts it, and driven by real websocket clients of this process. All
telephones join and are seated; then those who are asked answer by chance, so many in a second in
all. Of each answer it is measured how long it takes until it is stored and on all telephones of its
table. Afterwards every telephone that is asked answers at once, again and again: so many answers a
second can be had.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.classroom.rooms import take_in
from tests.hosting.serving import Server, serving
from tests.hosting.visitor import cookies_of, get

SEATS = 4
GAME = "economy"


class Telephone:
    """One telephone: what it shows, and how it answers."""

    def __init__(self, socket: WebSocketClientConnection, number: int) -> None:
        self.socket, self.number, self.asked = socket, number, 2_000_000_000
        self.room: dict[str, Any] = {}
        self.now: dict[str, Any] = {}
        self.saw = asyncio.Condition()
        self.listening: asyncio.Future[None] | None = None

    async def listen(self) -> None:
        """Show whatever the line tells."""
        while (text := await self.socket.read_message()) is not None:
            message = json.loads(text)
            async with self.saw:
                take_in(self, message)
                self.saw.notify_all()

    async def until(self, is_so: Any) -> None:
        """Wait until this telephone shows something."""
        async with self.saw:
            await self.saw.wait_for(is_so)

    def say(self, **content: Any) -> None:
        """Send a message."""
        self.asked += 1
        self.socket.write_message(json.dumps({"id": self.asked, **content}))


async def join_all(server: Server, code: str, people: int) -> list[Telephone]:
    """Let so many come, forty at a time."""
    url = f"ws://127.0.0.1:{server.port}/class/{code}/line"
    gate = asyncio.Semaphore(40)

    async def join(number: int) -> Telephone:
        async with gate:
            answer, _ = await asyncio.to_thread(get, server, f"/class/{code}")
            request = HTTPRequest(url, headers={"Cookie": cookies_of(answer)})
            phone = Telephone(await websocket_connect(request), number)
            phone.listening = asyncio.ensure_future(phone.listen())
            phone.say(room="join", name=f"Student {number}")
            await phone.until(lambda: phone.room.get("joined"))
            return phone

    return list(await asyncio.gather(*(join(number) for number in range(people))))


def at_tables(phones: list[Telephone]) -> dict[int, list[Telephone]]:
    """The telephones of each table."""
    found: dict[int, list[Telephone]] = {}
    for phone in phones:
        found.setdefault(phone.room["place"], []).append(phone)
    return found


async def answer(phones: list[Telephone]) -> float | None:
    """Let whoever is asked at a table answer; seconds until all there show it, else None."""
    asked = [phone for phone in phones if phone.now["asks"]]
    if not asked:
        return None
    phone, step = asked[0], phones[0].now["step"]
    begun = time.perf_counter()
    phone.say(do="default", seat=phone.room["seat"])
    for other in phones:
        await other.until(lambda other=other: other.now["step"] > step)
    return time.perf_counter() - begun


async def measure(server: Server, tables: int, a_second: float, seconds: float) -> None:
    """Join, play at a pace, and play as fast as can be."""
    process, chance = psutil.Process(server.process.pid), random.Random(1)
    answer_, _ = get(server, "/desk/")
    cookie = cookies_of(answer_)
    code = await asyncio.to_thread(opened, server, cookie)
    begun = time.perf_counter()
    phones = await join_all(server, code, SEATS * tables)
    print(f"{len(phones)} telephones have joined after {time.perf_counter() - begun:.1f} s")
    desk = await websocket_connect(
        HTTPRequest(f"ws://127.0.0.1:{server.port}/desk/{code}/line", headers={"Cookie": cookie})
    )
    begun = time.perf_counter()
    await desk.write_message('{"room": "seat_all", "id": 1}')
    for phone in phones:
        await phone.until(lambda phone=phone: phone.room["place"])
        phone.say(do="snapshot")
    for phone in phones:
        await phone.until(lambda phone=phone: phone.now)
    print(f"all see their table {time.perf_counter() - begun:.1f} s after the click")
    desk.close()
    seated = list(at_tables(phones).values())

    took: list[float] = []

    async def one(table: list[Telephone]) -> None:
        if (seconds := await answer(table)) is not None:
            took.append(seconds)

    work = []
    end = time.perf_counter() + seconds
    free = {id(table) for table in seated}
    cpu = sum(process.cpu_times()[:2])
    while time.perf_counter() < end:
        table = chance.choice([one for one in seated if id(one) in free])
        free.discard(id(table))
        task = asyncio.ensure_future(one(table))
        task.add_done_callback(lambda _done, table=table: free.add(id(table)))
        work.append(task)
        await asyncio.sleep(1 / a_second)
    await asyncio.gather(*work)
    share = (sum(process.cpu_times()[:2]) - cpu) / seconds
    told(f"{a_second:g} answers a second", took)
    memory = process.memory_info().rss / 2**20
    print(f"  the server worked {share:.2f} s/s and has {memory:.0f} MiB")

    took.clear()
    end = time.perf_counter() + seconds

    async def busy(table: list[Telephone]) -> None:
        while time.perf_counter() < end and (seconds := await answer(table)) is not None:
            took.append(seconds)

    await asyncio.gather(*(busy(table) for table in seated))
    told("as fast as can be", took)
    print(f"  {len(took) / seconds:.0f} answers a second")


def opened(server: Server, cookie: str) -> str:
    """Open a room by the form; gives its code."""
    xsrf = next(part.partition("=")[2] for part in cookie.split("; ") if part.startswith("_xsrf="))
    answer_, text = get(
        server,
        "/desk/",
        "POST",
        f"game={GAME}&seats={SEATS}&_xsrf={xsrf}",
        Cookie=cookie,
        Content_Type="application/x-www-form-urlencoded",
    )
    assert answer_.status == 302, text
    return (answer_.getheader("Location") or "").rpartition("/")[2]


def told(how: str, took: list[float]) -> None:
    """Print half of all answers, and 19 of 20."""
    took.sort()
    half, most = took[len(took) // 2], took[int(0.95 * len(took))]
    print(f"{how}: {len(took)} answers, p50 {1_000 * half:.0f} ms, p95 {1_000 * most:.0f} ms")


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pace", type=float, default=5.0, help="answers a second, in all")
    chosen = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "dashboards")
        folder.mkdir()
        with serving(Path(place, "data"), str(folder)) as server:
            asyncio.run(measure(server, chosen.tables, chosen.pace, chosen.seconds))


if __name__ == "__main__":
    main()
