"""Servers that are killed in the middle of a class: ``python -m tests.hosting.kills --kills 100``.

Telephones are real websocket clients; they play as fast as they are asked, come back by themselves
and ask again what was not answered. All servers of the room (two with ``--servers 2``, on one
PostgreSQL) are killed (SIGKILL) at a random moment and started again at the same ports. In the end
the log is read: whatever was acknowledged is there, and nothing is there twice.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

import psutil

from classkit.classroom import room_commands
from classkit.classroom.codes import new_room_code
from classkit.classroom.room_events import ROOM_STREAM
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import RoomStore
from tests.postgres import cluster, needed

from .serving import Server, serving
from .telephones import Telephone, join_all, look

SEATS = 3
LONGEST = 0.2
"""Seconds that somebody thinks at most."""


class Report(NamedTuple):
    """What came of it: the seconds that telephones waited, and what is wrong."""

    kills: int
    acknowledged: int
    unanswered: int
    back_after: list[float]
    """How long after a loss each telephone showed its table again."""
    opened_after: list[float]
    """How long after each kill the first line of a telephone was open."""
    used: list[float]
    """The processor time that the new servers had used by then, together."""
    accepted_after: list[float]
    """How long after each kill the first answer of a telephone that came back was acknowledged."""
    wrong: list[str]


def open_room(address: str, game: str, seats: int = SEATS) -> str:
    """Open a room in which nobody is answered for. Return its code."""
    code = new_room_code()
    drafts = room_commands.open_room(game, seats, seed=7, absent=0)
    RoomStore(address).append_rows(code, ROOM_STREAM, 0, drafts)
    return code


async def play(phone: Telephone, chance: random.Random, longest: float = LONGEST) -> None:
    """Answer whatever is asked, until one is stopped."""
    while True:
        await phone.until(lambda: phone.is_asked and not phone.waiting, 600)
        await asyncio.sleep(chance.uniform(0, longest))
        if phone.is_asked:
            phone.say(do="default", seat=phone.room["seat"])


class Servers:
    """The servers of one room, which are killed and started together."""

    def __init__(self, data: Path, address: str, count: int) -> None:
        self.address, self.words = address, []
        for number in range(count):
            folder = data / f"dashboards{number}"
            folder.mkdir()
            self.words.append((data / f"store{number}", str(folder)))
        self.running = [start(words, address) for words in self.words]

    @property
    def all(self) -> list[Server]:
        return [server for server, _ in self.running]

    async def kill(self) -> None:
        """Kill all of them at once, and start them again at their ports."""
        for server in self.all:
            server.process.kill()
        ports = [server.port for server in self.all]
        for server, stack in self.running:
            await asyncio.to_thread(server.process.communicate)
            stack.close()
        self.running = await asyncio.gather(
            *(
                asyncio.to_thread(start, words, self.address, port)
                for words, port in zip(self.words, ports, strict=True)
            )
        )

    def stop(self) -> None:
        for _, stack in self.running:
            stack.close()


async def class_that_is_killed(
    data: Path,
    game: str,
    tables: int,
    kills: int,
    seed: int = 1,
    *,
    address: str = "",
    servers: int = 1,
    seats: int = SEATS,
    longest: float = LONGEST,
) -> Report:
    """Play, and kill the servers so often. Without an address the room is in a file of SQLite."""
    address, chance = address or f"sqlite:///{data}/rooms.sqlite", random.Random(seed)
    code = open_room(address, game, seats)
    started = Servers(data, address, servers)
    phones = await join_all(started.all, code, seats * tables)
    live = RoomRuntime(RoomStore(address), code)
    live.run_command(room_commands.seat_all, "teacher")
    await look(phones)
    work = [
        asyncio.ensure_future(play(phone, random.Random(at), longest))
        for at, phone in enumerate(phones)
    ]
    opened_after, used, accepted_after = [], [], []
    for _ in range(kills):
        await asyncio.sleep(chance.uniform(0.2, 1.5))
        before = [phone.opened for phone in phones]
        killed_at = time.perf_counter()
        restart = asyncio.ensure_future(started.kill())
        accepted_after.append(await wait_for_answer(phones, before) - killed_at)
        used.append(processor_seconds())
        reopened = zip(phones, before, strict=True)
        opened_at = min(phone.opened_at for phone, opened in reopened if phone.opened > opened)
        opened_after.append(opened_at - killed_at)
        await restart
        for phone, opened in zip(phones, before, strict=True):
            await phone.until(
                lambda phone=phone, opened=opened: phone.opened > opened and not phone.lost_at
            )
    await asyncio.sleep(2 * LONGEST)
    for task in work:
        task.cancel()
    for phone in phones:
        await phone.until(lambda phone=phone: not phone.waiting)
    wrong = await asyncio.to_thread(what_is_wrong, RoomStore(address), code, phones)
    for phone in phones:
        phone.hang_up()
    started.stop()
    return Report(
        kills,
        sum(len(answers_of(phone)) for phone in phones),
        sum(len(phone.refused) for phone in phones),
        sorted(seconds for phone in phones for seconds in phone.back_after),
        sorted(opened_after),
        sorted(used),
        sorted(accepted_after),
        wrong,
    )


async def wait_for_answer(phones: list[Telephone], before: list[int]) -> float:
    """Wait until an answer of a telephone that came back is acknowledged. Return when it was."""
    while True:
        at = [
            phone.acknowledged_at
            for phone, opened in zip(phones, before, strict=True)
            if phone.opened > opened and phone.acknowledged_at > phone.opened_at
        ]
        if at:
            return min(at)
        await asyncio.sleep(0.02)


def processor_seconds() -> float:
    """The processor time of all servers that this process has started and that live."""
    used = 0.0
    for child in psutil.Process().children():
        with suppress(psutil.Error):
            if "classkit" in child.cmdline():
                used += sum(child.cpu_times()[:2])
    return used


def start(words: tuple[Path, str], address: str, port: int = 0) -> tuple[Server, ExitStack]:
    """Start the server, at the same port as before."""
    stack = ExitStack()
    server = stack.enter_context(serving(*words, port=port, CLASSKIT_ROOMS=address))
    return server, stack


def answers_of(phone: Telephone) -> set[int]:
    """The numbers of the answers of a telephone that were acknowledged."""
    return phone.answers & phone.acknowledged


def what_is_wrong(store: RoomStore, code: str, phones: list[Telephone]) -> list[str]:
    """Compare the log with what each telephone knows. Return what does not agree."""
    live, wrong = RoomRuntime(store, code), []
    by = {person.name: person.id for person in live.room.people.values()}
    if len(by) != len(phones):
        wrong.append(f"{len(by)} people have joined, and {len(phones)} telephones")
    for place, last in store.get_latest_numbers(code).items():
        if [row.number for row in store.read_rows(code, place)] != [*range(1, last + 1)]:
            wrong.append(f"the numbers of place {place} have a gap")
    rows = [row for place in live.room.tables for row in store.read_rows(code, place)]
    for phone in phones:
        person, place = by[phone.room["name"]], phone.room["place"]
        mine = [row for row in rows if row.by == person and not row.body.get("by")]
        stored = [int(row.key.partition("/")[2]) for row in mine]
        if len({*stored}) != len(stored):
            wrong.append(f"{phone.room['name']}: an answer counts twice")
        if lost := answers_of(phone) - {*stored}:
            wrong.append(f"{phone.room['name']}: acknowledged and lost: {sorted(lost)}")
        if added := {*stored} - phone.answers:
            wrong.append(f"{phone.room['name']}: never given: {sorted(added)}")
        match = live.get_table(place).place.match
        if match.step != phone.now["step"]:
            wrong.append(f"{phone.room['name']} sees step {phone.now['step']}, not {match.step}")
    return wrong


def main() -> None:
    """Kill, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seats", type=int, default=SEATS)
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true", help="instead of a file of SQLite")
    parser.add_argument("--thinks", type=float, default=LONGEST, help="seconds at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="opoly")
    chosen = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        address = stack.enter_context(cluster(needed())) if chosen.postgresql else ""
        begun = time.perf_counter()
        told = asyncio.run(
            class_that_is_killed(
                folder,
                chosen.game,
                chosen.tables,
                chosen.kills,
                chosen.seed,
                address=address,
                servers=chosen.servers,
                seats=chosen.seats,
                longest=chosen.thinks,
            )
        )
        took = time.perf_counter() - begun
    print(
        f"{told.kills} kills of {chosen.servers} in {took:.0f} s, "
        f"{chosen.seats * chosen.tables} telephones, {'PostgreSQL' if address else 'SQLite'}"
    )
    print(f"  {told.acknowledged} answers acknowledged, {told.unanswered} refused")
    for what, seconds in (
        ("the first line after a kill is open", told.opened_after),
        ("(the servers have used of the processor by the first answer)", told.used),
        ("the first answer after a kill is acknowledged", told.accepted_after),
        ("a telephone shows its table again", told.back_after),
    ):
        half = seconds[len(seconds) // 2]
        print(f"  {what} after {half:.1f} s (half), {seconds[-1]:.1f} s (at most)")
    print(
        "  " + ("\n  ".join(told.wrong) or "nothing acknowledged was lost, nothing is there twice")
    )


if __name__ == "__main__":
    main()
