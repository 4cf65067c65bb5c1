"""Two servers that serve one room from one PostgreSQL: any of them serves any telephone."""

from __future__ import annotations

import asyncio
import random
from contextlib import ExitStack
from pathlib import Path

from classkit.classroom import room_commands
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import RoomStore
from tests.postgres import cluster, needed

from .kills import answers_of, open_room, play, start, what_is_wrong
from .telephones import join_all, look

ANSWERS = 24


def test_telephones_of_two_servers_play_at_the_same_tables(tmp_path: Path) -> None:
    """What one server has acknowledged the telephones of the other see; then one is killed."""
    with cluster(needed()) as address, ExitStack() as stack:
        servers = []
        (tmp_path / "dashboards").mkdir()
        for name in ("one", "other"):
            server, running = start((tmp_path / name, str(tmp_path / "dashboards")), address)
            stack.enter_context(running)
            servers.append(server)

        async def lesson() -> list[str]:
            code = open_room(address, "opoly")
            phones = await join_all(servers, code, 6)
            RoomRuntime(RoomStore(address), code).run_command(room_commands.seat_all, "teacher")
            await look(phones)
            at_table = {phone.room["place"] for phone in phones[::2]}
            assert at_table & {phone.room["place"] for phone in phones[1::2]}, "they are mixed"
            work = [asyncio.ensure_future(play(phone, random.Random(1))) for phone in phones]

            def played() -> int:
                return sum(len(answers_of(phone)) for phone in phones)

            while played() < ANSWERS:
                await asyncio.sleep(0.05)
            servers[1].process.kill()
            for phone in phones[1::2]:
                phone.url = phones[0].url
                await phone.until(lambda phone=phone: phone.opened > 1 and not phone.lost_at)
            while played() < 2 * ANSWERS:
                await asyncio.sleep(0.05)
            for task in work:
                task.cancel()
            for phone in phones:
                await phone.until(lambda phone=phone: not phone.waiting)
            wrong = await asyncio.to_thread(what_is_wrong, RoomStore(address), code, phones)
            for phone in phones:
                phone.hang_up()
            return wrong

        assert asyncio.run(lesson()) == []
