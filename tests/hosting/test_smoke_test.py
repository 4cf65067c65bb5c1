"""`classkit demo --check`: it really plays, and it really notices (issue: the command line)."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import nbformat
import psutil
import pytest

from classkit.hosting import smoke_test
from classkit.hosting.smoke_test import BrowserClient, CheckFailed, exercise_table, parse_page

from .serving import Server, serving

T = TypeVar("T")

NOTEBOOKS = {
    "table": "from classkit.hosting.session import open_table\n"
    "open_table('poleconomy', seats=3, options={'game': 1})",
    "short": "from classkit.hosting.session import open_table\n"
    "open_table('poleconomy', seats=2, options={'game': 1, 'round_limit': 1})",
    "broken": "1 / 0",
    "empty": "None",
    "other": "import ipywidgets; ipywidgets.Label('no table')",
    "held": "import classkit\nclasskit.table('poleconomy', seats=3, bots={'B': 'person'})",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Dashboards that work, and some that do not."""
    folder = tmp_path_factory.mktemp("dashboards")
    for name, source in NOTEBOOKS.items():
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
        nbformat.write(book, folder / f"{name}.ipynb")
    with serving(tmp_path_factory.mktemp("data"), str(folder)) as running:
        yield running


def finished(doing: Coroutine[Any, Any, T], seconds: float = 600) -> T:
    """What came of it, in a thread of its own: browser tests leave an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(asyncio.wait_for(doing, seconds))).result()


def tried(server: Server, name: str) -> str:
    return finished(exercise_table(f"{server.url}voila/render/{name}.ipynb"))


def test_the_command_says_ok_and_leaves_nothing_behind(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "classkit", "demo", "--check"],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "CLASSKIT_TRIED_BY": str(tmp_path)},
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert told.stdout.startswith("ok: Poleconomy")
    assert "10 turns were played" in told.stdout
    left = [
        process
        for process in psutil.process_iter(["environ"])
        if (process.info["environ"] or {}).get("CLASSKIT_TRIED_BY") == str(tmp_path)
    ]
    assert psutil.wait_procs(left, timeout=60)[1] == []


def test_ten_turns_are_played_and_the_kernel_ends(server: Server) -> None:
    assert "10 turns were played" in tried(server, "table")
    server.wait_for_kernels(0)


def test_a_match_that_is_over_before_is_no_failure(server: Server) -> None:
    assert "2 turns were played" in tried(server, "short")


def test_a_table_that_waits_for_a_person_is_noticed(server: Server) -> None:
    with pytest.raises(CheckFailed, match=r"the table is at|was refused"):
        tried(server, "held")


@pytest.mark.parametrize(
    ("name", "said"),
    [("broken", "There was an error"), ("empty", "no table"), ("missing", "404")],
)
def test_a_page_without_a_table_is_noticed(server: Server, name: str, said: str) -> None:
    with pytest.raises(CheckFailed, match=said):
        tried(server, name)


def test_a_widget_that_does_not_answer_is_noticed(server: Server) -> None:
    with pytest.raises(TimeoutError):
        finished(exercise_table(f"{server.url}voila/render/other.ipynb"), 8)


def test_a_server_that_does_not_start_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(smoke_test.sys, "executable", "/bin/false")
    assert smoke_test.run_smoke_test() == 1
    assert capsys.readouterr().out.startswith("not ok: the server did not start")


def test_a_page_that_is_none_is_said() -> None:
    with pytest.raises(CheckFailed, match="no kernel"):
        parse_page("<html></html>")


def test_a_visitor_cannot_run_code_in_the_kernel(server: Server, tmp_path: Path) -> None:
    """The websocket takes messages to widgets, never code."""
    trace = tmp_path / "trace"

    async def attempt() -> None:
        visitor = BrowserClient(f"{server.url}voila/render/table.ipynb")
        page = await visitor.fetch_text(f"{server.url}voila/render/table.ipynb")
        kernel, model = parse_page(page)
        socket = await visitor.open_websocket(kernel)
        code = f"open({str(trace)!r}, 'w').close()"
        for kind, content in (
            ("execute_request", {"code": code, "silent": False}),
            ("inspect_request", {"code": "open", "cursor_pos": 1}),
        ):
            await socket.send_message(kind, content)
        told = await socket.send_action(model, {"do": "snapshot"}, kinds=("snapshot",))
        assert told["now"]["turn"] == 1, "the table goes on"
        socket.close()
        await visitor.fetch_text(f"{server.url}voila/tree/")
        await visitor.end_kernel(kernel)

    finished(attempt())
    assert not trace.exists()
