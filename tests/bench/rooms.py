"""A class by telephone: ``python -m tests.bench.rooms [--tables N] [--seconds N] [--otree PATH]``.

The server is started as a host starts it, and driven by real websocket clients of this process. All
telephones join and are seated; then those who are asked answer, so many in a second in all. Of each
answer it is measured how long it takes until it is stored and on all phones of its table.
Afterwards all tables answer again and again as fast as they can. Then an audience is polled, and a
class in teams is shown the steps of one table.

The same is measured beside it at oTree's live pages (``otree_pages.py``), and at two servers on one
PostgreSQL beside one on it. Where the clients have no core of their own the servers share it with
them: so the seconds of processor for an answer are told as well.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import psutil

from classkit.classroom import room_commands
from classkit.classroom.codes import new_room_code
from classkit.classroom.room_events import ROOM_STREAM
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import RoomStore
from tests import postgres
from tests.hosting.serving import Server, serving
from tests.hosting.telephones import Telephone, join_all, look
from tests.hosting.visitor import cookies_of, get

from . import otree_pages
from .rows import Goal, Measure, Row, add_write_option, report

SEATS = 4
GAME = "economy"
TABLES, PACE, AUDIENCE = 50, 5.0, 1_000
OTREES_GROUPS = 40
ROUNDS = 3
"""Number of rounds in which classkit and oTree take turns."""
STEPS, IN_TEAMS = 20, 80
"""So many steps are shown to so many in teams at one table."""
OTREE = f"oTree, {OTREES_GROUPS} groups of 4"
ONE = "one process"
CLASS = f"{TABLES} tables of {SEATS}"
PACED = f"time until the whole table shows an answer, {CLASS}, {PACE:g} answers per second"
PARTS = ("median", "p95")
MEASURES = {
    measure.id.removeprefix("rooms."): measure
    for measure in (
        Measure("rooms.paced-median", f"{PACED}, median", OTREE, "ms", "the goal applies to p95",
                "rooms"),
        Measure("rooms.paced-p95", f"{PACED}, p95", OTREE, "ms", Goal("ratio", most=0.5), "rooms"),
        Measure("rooms.saturated", f"answers at full load, {CLASS}", OTREE, "per second",
                Goal("ratio", least=3), "rooms"),
        Measure("rooms.processor", "processor time per answer at full load", OTREE, "ms",
                Goal(most=2.5), "rooms"),
        Measure("rooms.memory", f"memory of a server, {CLASS}", OTREE, "MiB",
                "grows with the number of tables", "rooms"),
        Measure("rooms.poll-median", f"time until a poll is on all {AUDIENCE:,} phones, median",
                "the slowest", "ms", "shows what to expect with a large audience", "rooms"),
        Measure("rooms.reply-median", "time until an answer to the poll is acknowledged, median",
                "the slowest", "ms", "shows what to expect with a large audience", "rooms"),
        Measure("rooms.teams-median",
                f"time until a step is on the pages of {IN_TEAMS} people in teams, median",
                "the slowest", "ms", "shows what to expect with a large audience", "rooms"),
        Measure("rooms.postgres-saturated", "two processes with one PostgreSQL database: answers "
                "at full load", ONE, "per second", "client and servers share the cores", "rooms"),
        Measure("rooms.postgres-processor", "two processes with one PostgreSQL database: processor "
                "time per answer", ONE, "ms",
                Goal("ratio", most=1.1), "rooms"),
    )
}  # fmt: skip

Answer = Callable[[Any], Awaitable[float | None]]


class Speeds(NamedTuple):
    """What a server was found to do: seconds of paced answers, answers per second, and its cost."""

    paced: list[float]
    saturated: float
    processor: float
    """Milliseconds of processor time of an answer."""
    memory: float
    """MiB of the largest process."""


def open_room(address: str) -> str:
    """Open a room in which nobody is answered for. Return its code."""
    code = new_room_code()
    drafts = room_commands.open_room(GAME, SEATS, seed=7, absent=0)
    RoomStore(address).append_rows(code, ROOM_STREAM, 0, drafts)
    return code


def at_tables(phones: list[Telephone]) -> list[list[Telephone]]:
    """The telephones of each table."""
    found: dict[int, list[Telephone]] = {}
    for phone in phones:
        found.setdefault(phone.room["place"], []).append(phone)
    return [*found.values()]


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


async def paced(
    tables: Sequence[Any], answer: Answer, a_second: float, seconds: float
) -> list[float]:
    """Let tables answer at a pace, and print and return how long that takes."""
    took: list[float] = []
    chance, free, work = random.Random(1), {*range(len(tables))}, []

    async def one(at: int) -> None:
        if (found := await answer(tables[at])) is not None:
            took.append(found)
        free.add(at)

    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if free:
            at = chance.choice(sorted(free))
            free.discard(at)
            work.append(asyncio.ensure_future(one(at)))
        await asyncio.sleep(1 / a_second)
    await asyncio.gather(*work)
    print(f"  {a_second:g} answers a second: {spread(took)} ({len(took)} answers)")
    return took


def quantiles(took: Sequence[float]) -> tuple[float, float]:
    """Return the median of some seconds, and what 95 of 100 took at most, in milliseconds."""
    in_order = sorted(took)
    return 1_000 * in_order[len(took) // 2], 1_000 * in_order[int(0.95 * len(took))]


def spread(took: Sequence[float]) -> str:
    """Return the median and the 95th percentile in words."""
    half, most = quantiles(took)
    return f"p50 {half:.0f} ms, p95 {most:.0f} ms"


async def saturated(
    tables: Sequence[Any], answer: Answer, seconds: float, pids: Sequence[int]
) -> tuple[float, float]:
    """Let all tables answer as fast as they can.

    Print and return the answers per second, and the milliseconds of processor time of each.
    """
    processes = [psutil.Process(pid) for pid in pids]
    before, number = worked(processes), 0
    begun = time.perf_counter()
    end = begun + seconds

    async def busy(table: Any) -> None:
        nonlocal number
        while time.perf_counter() < end and await answer(table) is not None:
            number += 1

    await asyncio.gather(*map(busy, tables))
    took, used = time.perf_counter() - begun, worked(processes) - before
    cost = 1_000 * used / max(number, 1)
    print(
        f"  as fast as can be: {number / took:.0f} answers a second, each {cost:.1f} ms of "
        "processor"
    )
    return number / took, cost


def worked(processes: Sequence[psutil.Process]) -> float:
    """The seconds of processor that processes have used."""
    return sum(sum(one.cpu_times()[:2]) for one in processes)


async def seat_class(servers: list[Server], address: str, tables: int) -> list[list[Telephone]]:
    """Let a class join and see its tables. Return the telephones of each table."""
    code, begun = open_room(address), time.perf_counter()
    phones = await join_all(servers, code, SEATS * tables)
    print(f"  {len(phones)} telephones have joined after {time.perf_counter() - begun:.1f} s")
    begun = time.perf_counter()
    RoomRuntime(RoomStore(address), code).run_command(room_commands.seat_all, "teacher")
    await look(phones)
    print(f"  all see their table {time.perf_counter() - begun:.1f} s after they are seated")
    return at_tables(phones)


async def rooms(servers: list[Server], address: str, tables: int, seconds: float) -> Speeds:
    """Join, and play as fast as can be."""
    seated = await seat_class(servers, address, tables)
    found = await saturated(seated, answer, seconds, [one.process.pid for one in servers])
    memory = largest_memory(servers)
    print(f"  {memory:.0f} MiB{' each' if len(servers) > 1 else ''}")
    hang_up(seated)
    return Speeds([], *found, memory)


def largest_memory(servers: Sequence[Server]) -> float:
    """Return the MiB of the largest process."""
    return max(psutil.Process(one.process.pid).memory_info().rss for one in servers) / 2**20


def hang_up(seated: Sequence[Sequence[Telephone]]) -> None:
    """Let all telephones stay away."""
    for phone in chain.from_iterable(seated):
        phone.hang_up()


async def beside_otree(
    server: Server,
    address: str,
    other: otree_pages.Otree,
    tables: int,
    pace: float,
    seconds: float,
) -> tuple[Speeds, Speeds]:
    """Play in turns here and at oTree: at a pace, then as fast as can be, in several rounds."""
    seated = await seat_class([server], address, tables)
    groups = await otree_pages.groups_of(other, OTREES_GROUPS)
    sides: tuple[tuple[str, Sequence[Any], Answer, int], ...] = (
        ("classkit", seated, answer, server.process.pid),
        ("oTree", groups, otree_pages.answer, other.process.pid),
    )
    took: tuple[list[float], list[float]] = ([], [])
    rates: tuple[list[float], list[float]] = ([], [])
    costs: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for at, (name, there, do, pid) in enumerate(sides):
            print(f"  {name}")
            took[at].extend(await paced(there, do, pace, seconds / ROUNDS))
            rate, cost = await saturated(there, do, seconds / ROUNDS, [pid])
            rates[at].append(rate)
            costs[at].append(cost)
    memory = largest_memory([server]), otree_pages.memory(other.process)
    print(f"  {memory[0]:.0f} MiB, oTree {memory[1]:.0f} MiB")
    hang_up(seated)
    ours, theirs = (
        Speeds(took[at], fmean(rates[at]), fmean(costs[at]), memory[at]) for at in range(2)
    )
    return ours, theirs


async def audience(
    server: Server, address: str, people: int
) -> tuple[list[float], Sequence[float]]:
    """Ask a crowd that has no seats.

    Print and return how long it takes until the last of three polls is on all pages, and until
    each knows that its answer counts, where all answer within ten seconds.
    """
    code, begun = open_room(address), time.perf_counter()
    phones = await join_all([server], code, people)
    print(f"  {people} telephones have joined after {time.perf_counter() - begun:.1f} s")
    desk = await desk_of(server, code)
    for number in (1, 2, 3):
        desk.say(room="poll", words=f"Why {number}?", choices=["This", "That"])
        asked = await seen_after(phones, lambda one, at=number: at in numbers_of_questions(one))
        print(f"  a poll is on all pages after {spread(asked)}")
    took = await asyncio.gather(*(reply(phone, 3) for phone in phones))
    print(f"  an answer to it is acknowledged after {spread(took)}")
    for one in (desk, *phones):
        one.hang_up()
    return asked, took


async def teams(server: Server, address: str, people: int, steps: int) -> list[float]:
    """Seat a class in teams at one table.

    Print and return how long a step takes to be on all pages.
    """
    code = open_room(address)
    phones = await join_all([server], code, people)
    RoomRuntime(RoomStore(address), code).run_command(
        partial(room_commands.seat_all, teams=True), "teacher"
    )
    await look(phones)
    desk = await desk_of(server, code)
    desk.say(room="show", place=1)
    desk.say(do="snapshot")
    await desk.until(lambda: desk.now)
    stepped = []
    for _ in range(steps):
        step = desk.now["step"]
        seat = next(one.now["asks"][0]["seat"] for one in phones if one.now["asks"])
        said = desk.say(do="default", seat=seat)
        stepped += await seen_after([desk, *phones], lambda one, step=step: one.now["step"] > step)
        assert said in desk.acknowledged, desk.refused
        await asyncio.sleep(1)
    print(f"  a step is on all pages after {spread(stepped)}")
    for one in (desk, *phones):
        one.hang_up()
    return stepped


async def desk_of(server: Server, code: str) -> Telephone:
    """Return the teacher's desk of a room, which shows the wall."""
    opened, _ = get(server, "/desk/")
    line = f"ws://127.0.0.1:{server.port}/desk/{code}/line"
    desk = Telephone(line, cookies_of(opened), 1)
    await desk.until(lambda: desk.room)
    return desk


async def seen_after(phones: Sequence[Telephone], shows: Callable[[Telephone], Any]) -> list[float]:
    """Return after how many seconds each telephone shows something."""
    begun = time.perf_counter()

    async def wait(phone: Telephone) -> float:
        await phone.until(lambda: shows(phone))
        return time.perf_counter() - begun

    return [*await asyncio.gather(*map(wait, phones))]


def numbers_of_questions(phone: Telephone) -> list[int]:
    """Return the numbers of the questions that a telephone shows."""
    return [question["number"] for question in phone.room["questions"]]


async def reply(phone: Telephone, question: int) -> float:
    """Answer a question at some moment of ten seconds; seconds until that is acknowledged."""
    await asyncio.sleep(random.uniform(0, 10))
    begun = time.perf_counter()
    said = phone.say(room="reply", question=question, answer=0)
    await phone.until(lambda: said not in phone.waiting)
    assert said not in phone.refused, phone.refused
    return time.perf_counter() - begun


def compare(one: Speeds, other: Speeds, versions: dict[str, str]) -> Iterator[Row]:
    """Yield classkit's speeds beside oTree's."""
    for part, ours, theirs in zip(PARTS, quantiles(one.paced), quantiles(other.paced), strict=True):
        yield MEASURES[f"paced-{part}"].row(ours, theirs, conditions=versions)
    for name in ("saturated", "processor", "memory"):
        yield MEASURES[name].row(getattr(one, name), getattr(other, name), conditions=versions)


def beside_slowest(name: str, took: Sequence[float]) -> Row:
    """Return the row of a median beside the slowest."""
    half, most = quantiles(took)
    return MEASURES[name].row(half, 1_000 * max(took), spread=f"p95 {most:.0f} ms")


def list_measures() -> Iterator[Measure]:
    """Yield what is measured."""
    yield from MEASURES.values()


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pace", type=float, default=PACE, help="answers a second, in all")
    parser.add_argument("--audience", type=int, default=AUDIENCE)
    parser.add_argument("--otree", type=Path, help="oTree's program; by default it is installed")
    add_write_option(parser)
    chosen = parser.parse_args(words)
    report(measure_rows(chosen), chosen.write)


def measure_rows(chosen: argparse.Namespace) -> Iterator[Row | str]:
    """Yield the rows of rooms, of an audience and of teams, beside oTree and one process."""
    pace, seconds = chosen.pace, chosen.seconds
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        place = Path(folder)
        (place / "dashboards").mkdir()

        def start(name: str, address: str) -> Server:
            shown = str(place / "dashboards")
            return stack.enter_context(serving(place / name, shown, CLASSKIT_ROOMS=address))

        program = chosen.otree or otree_pages.environment(place / "environment")
        address = f"sqlite:///{place}/rooms.sqlite"
        yield f"classkit, one process, SQLite, {chosen.tables} tables of {SEATS}; {OTREE}"
        server = start("one", address)
        with otree_pages.otree(program, place / "project") as other:
            one, theirs = asyncio.run(
                beside_otree(server, address, other, chosen.tables, pace, seconds)
            )
        stack.close()
        yield from compare(one, theirs, {"oTree": otree_pages.version(program)})

        if (programs := postgres.find()) is None:
            yield postgres.WHY_NOT
        else:
            with postgres.cluster(programs, is_safe=True) as address:
                found = []
                for number in (1, 2):
                    yield f"classkit, PostgreSQL, processes: {number}"
                    servers = [start(f"postgres-{number}-{at}", address) for at in range(number)]
                    found.append(asyncio.run(rooms(servers, address, chosen.tables, seconds)))
                    stack.close()
                for name in ("saturated", "processor"):
                    one_process, two = (getattr(speeds, name) for speeds in found)
                    yield MEASURES[f"postgres-{name}"].row(two, one_process)

        address = f"sqlite:///{place}/audience.sqlite"
        server = start("audience", address)
        yield f"classkit, an audience of {chosen.audience}"
        asked, took = asyncio.run(audience(server, address, chosen.audience))
        yield beside_slowest("poll-median", asked)
        yield beside_slowest("reply-median", took)
        yield f"classkit, {IN_TEAMS} in teams at one table"
        yield beside_slowest("teams-median", asyncio.run(teams(server, address, IN_TEAMS, STEPS)))


if __name__ == "__main__":
    main()
