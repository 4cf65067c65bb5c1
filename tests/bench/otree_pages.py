"""The reference of ``rooms.py``: a class at oTree's live pages, in an environment made for it.

Groups of four have one page each, on which whoever answers adds one to a number of the group that
all four then see: the least that a live page can do.
"""

from __future__ import annotations

import asyncio
import html
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import psutil
from tornado.websocket import WebSocketClientConnection, websocket_connect

SETTINGS = """
SESSION_CONFIGS = [dict(name='steps', app_sequence=['steps'], num_demo_participants=4)]
SESSION_CONFIG_DEFAULTS = dict(real_world_currency_per_point=1, participation_fee=0)
LANGUAGE_CODE = 'en'
REAL_WORLD_CURRENCY_CODE = 'USD'
SECRET_KEY = 'a bench'
"""
APP = """
from otree.api import *

class C(BaseConstants):
    NAME_IN_URL = 'steps'
    PLAYERS_PER_GROUP = 4
    NUM_ROUNDS = 1

class Subsession(BaseSubsession):
    pass

class Group(BaseGroup):
    step = models.IntegerField(initial=0)

class Player(BasePlayer):
    pass

class Live(Page):
    @staticmethod
    def live_method(player, data):
        player.group.step += 1
        return {0: player.group.step}

page_sequence = [Live]
"""
PAGE = "{{ block title }}Steps{{ endblock }}\n{{ block content }}{{ endblock }}\n"
SOCKET = re.compile(r'data-socket-url="(/live[^"]+)"')


class Otree(NamedTuple):
    """A server of oTree's."""

    process: subprocess.Popen[bytes]
    url: str


def environment(folder: Path) -> Path:
    """Make an environment with oTree from the Python index. Return its program."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", "otree"], check=True)
    return folder / "bin" / "otree"


def version(program: Path) -> str:
    """Return the version of an oTree."""
    code = "from importlib.metadata import version; print(version('otree'))"
    command = [program.parent / "python", "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@contextmanager
def otree(program: Path, folder: Path) -> Iterator[Otree]:
    """Serve the project as a host does."""
    for name in ("steps", "_static", "_templates"):
        (folder / name).mkdir(parents=True)
    (folder / "settings.py").write_text(SETTINGS)
    (folder / "steps" / "__init__.py").write_text(APP)
    (folder / "steps" / "Live.html").write_text(PAGE)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"  # it starts itself by its name
    own = {**os.environ, "OTREE_PRODUCTION": "1", "PATH": path}
    subprocess.run([program, "resetdb", "--noinput"], cwd=folder, env=own, check=True)
    process = subprocess.Popen(
        [program, "prodserver1of2", str(port)],
        cwd=folder,
        env=own,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                urlopen(f"{url}/demo", timeout=60).read()
                break
            except OSError:
                assert process.poll() is None, "oTree did not start"
                time.sleep(0.2)
        yield Otree(process, url)
    finally:
        process.terminate()
        process.wait(60)


def ask(url: str, **content: Any) -> Any:
    """Ask oTree for something; gives its data."""
    body = json.dumps(content).encode() if content else None
    request = Request(url, body, {"Content-Type": "application/json"})
    return json.loads(urlopen(request, timeout=300).read())


class Page:
    """A page of somebody in a group, and the number that it shows."""

    def __init__(self, line: WebSocketClientConnection) -> None:
        self.line, self.step = line, 0
        self.saw = asyncio.Condition()
        self.listening = asyncio.ensure_future(self.listen())

    async def listen(self) -> None:
        """Show whatever is told."""
        while (text := await self.line.read_message()) is not None:
            async with self.saw:
                self.step = json.loads(text)["live_method_payload"]
                self.saw.notify_all()

    async def until(self, step: int) -> None:
        """Wait until it shows so much."""
        async with self.saw:
            await self.saw.wait_for(lambda: self.step >= step)


async def groups_of(server: Otree, groups: int) -> list[list[Page]]:
    """Begin a session, and open the pages of all its people."""
    session = await asyncio.to_thread(
        ask, f"{server.url}/api/sessions", session_config_name="steps", num_participants=4 * groups
    )
    told = await asyncio.to_thread(ask, f"{server.url}/api/sessions/{session['code']}")
    pages = []
    for person in told["participants"]:
        start = f"{server.url}/InitializeParticipant/{person['code']}"
        page = await asyncio.to_thread(lambda start=start: urlopen(start, timeout=300).read())
        found = SOCKET.search(page.decode())
        assert found, "the page has no live socket"
        address = html.unescape(found[1]).replace(" ", "%20")
        pages.append(Page(await websocket_connect(f"ws{server.url[4:]}{address}")))
    return [pages[at : at + 4] for at in range(0, len(pages), 4)]


async def answer(pages: list[Page]) -> float:
    """Let one of a group answer; seconds until all of it see it."""
    step, begun = max(page.step for page in pages), time.perf_counter()
    pages[0].line.write_message("{}")
    for page in pages:
        await page.until(step + 1)
    return time.perf_counter() - begun


def memory(process: subprocess.Popen[bytes]) -> float:
    """The memory of a server and its helpers, in MiB."""
    whole = psutil.Process(process.pid)
    return sum(one.memory_info().rss for one in [whole, *whole.children(True)]) / 2**20
