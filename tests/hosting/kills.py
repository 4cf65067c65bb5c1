"""A server that is killed in the middle of a class: ``python -m tests.hosting.kills --kills 100``.

Telephones are real websocket clients; they play as fast as they are asked, come back by themselves
and ask again what was not answered. The server is killed (SIGKILL) at random moments and started
again at the same port. In the end the log is read: whatever was acknowledged is there, and nothing
is there twice.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from classkit.classroom import room_commands
from classkit.classroom.codes import new_room_code
from classkit.classroom.room_events import ROOM_STREAM
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import RoomStore

from .serving import Server, serving
from .telephones import Telephone, join_all, look

SEATS = 3
LONGEST = 0.2
"""Seconds that somebody thinks at most."""


class Report(NamedTuple):
    """What came of it: seconds until a telephone showed its table again, and what is wrong."""

    kills: int
    acknowledged: int
    unanswered: int
    back_after: list[float]
    wrong: list[str]


def open_room(address: str, game: str) -> str:
    """Open a room in which nobody is answered for. Return its code."""
    code = new_room_code()
    drafts = room_commands.open_room(game, SEATS, seed=7, absent=0)
    RoomStore(address).append_rows(code, ROOM_STREAM, 0, drafts)
    return code


async def play(phone: Telephone, chance: random.Random) -> None:
    """Answer whatever is asked, until one is stopped."""
    while True:
        await phone.until(lambda: phone.is_asked and not phone.waiting, 600)
        await asyncio.sleep(chance.uniform(0, LONGEST))
        if phone.is_asked:
            phone.say(do="default", seat=phone.room["seat"])


async def class_that_is_killed(
    data: Path, game: str, tables: int, kills: int, seed: int = 1
) -> Report:
    """Play, and kill the server so often."""
    address, chance = f"sqlite:///{data}/rooms.sqlite", random.Random(seed)
    code = open_room(address, game)
    (data / "dashboards").mkdir()
    words = (data / "store", str(data / "dashboards"))
    server, stack = start(words, address)
    phones = await join_all([server], code, SEATS * tables)
    live = RoomRuntime(RoomStore(address), code)
    live.run_command(room_commands.seat_all, "teacher")
    await look(phones)
    work = [
        asyncio.ensure_future(play(phone, random.Random(at))) for at, phone in enumerate(phones)
    ]
    for _ in range(kills):
        await asyncio.sleep(chance.uniform(0.2, 1.5))
        before = [phone.opened for phone in phones]
        server.process.kill()
        await asyncio.to_thread(server.process.communicate)
        stack.close()
        server, stack = await asyncio.to_thread(start, words, address, server.port)
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
    stack.close()
    return Report(
        kills,
        sum(len(answers_of(phone)) for phone in phones),
        sum(len(phone.refused) for phone in phones),
        sorted(seconds for phone in phones for seconds in phone.back_after),
        wrong,
    )


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
    parser.add_argument("--game", default="opoly")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        told = asyncio.run(
            class_that_is_killed(Path(folder), chosen.game, chosen.tables, chosen.kills)
        )
        took = time.perf_counter() - begun
    back = told.back_after
    print(f"{told.kills} kills in {took:.0f} s, {SEATS * chosen.tables} telephones")
    print(f"  {told.acknowledged} answers acknowledged, {told.unanswered} refused")
    print(
        f"  a telephone shows its table again after {back[len(back) // 2]:.1f} s (half), "
        f"{back[-1]:.1f} s (at most)"
    )
    print(
        "  " + ("\n  ".join(told.wrong) or "nothing acknowledged was lost, nothing is there twice")
    )


if __name__ == "__main__":
    main()
