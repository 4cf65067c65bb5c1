"""A server that starts answers phones first: Voila and Jupyter are not loaded yet."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPResponse
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port

from classkit.hosting import server as module
from classkit.hosting.config import ServerSettings
from classkit.hosting.plain_pages import RETRY_SECONDS
from classkit.hosting.server import TableServer

WITHOUT = """
import sys
import classkit.cli, classkit.hosting.server, classkit.hosting.room_handlers
print(sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.fixture
def starting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TableServer:
    """A server on a free port of this machine, which has not loaded Voila."""
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(module, "configure_logging", lambda *_, **__: None)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(module, "tune_collector", lambda: None)
    monkeypatch.setattr(module, "block_address_grammars", lambda: None)
    serving = ServerSettings(tmp_path, port=0).validate_settings()
    return TableServer(serving, lambda url, port: None)


def ask_all(starting: TableServer, *paths: str, **headers: str) -> list[HTTPResponse]:
    """Ask the first application of a server for some pages."""

    async def ask() -> list[HTTPResponse]:
        listening, port = bind_unused_port()
        server = HTTPServer(starting.build_first_application())
        server.add_socket(listening)
        client = AsyncHTTPClient(force_instance=True)
        found = [
            await client.fetch(f"http://127.0.0.1:{port}{path}", raise_error=False, headers=headers)
            for path in paths
        ]
        client.close()
        server.stop()
        return found

    try:
        return asyncio.run(ask())
    finally:
        assert starting.rooms is not None
        starting.rooms.stop()
        starting.stop()
        for one in starting.sockets:
            one.close()


def test_what_phones_need_is_loaded_without_voila_and_jupyters_server() -> None:
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True
    )
    assert "'tornado'" in told.stdout and "'sqlalchemy'" in told.stdout
    for name in ("voila", "jupyter_server", "jupyter_client", "nbconvert", "jsonschema", "IPython"):
        assert f"'{name}'" not in told.stdout


def test_phones_are_answered_and_other_pages_reload(starting: TableServer) -> None:
    door, script, *others = ask_all(
        starting, "/class/", "/voila/templates/classkit/static/phone.js", "/", "/desk/",
        "/voila/render/x.ipynb", "/api/kernels", "/login",
    )  # fmt: skip
    assert door.code == 200 and b"The code on the projector" in door.body
    assert script.code == 200 and b"phone" in script.body
    for answer in others:
        assert answer.code == 503 and answer.headers["Retry-After"] == str(RETRY_SECONDS)
        assert b"The server is starting" in answer.body and b'http-equiv="refresh"' in answer.body
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Cache-Control"] == "no-store"


def test_another_host_name_is_refused_from_the_beginning(starting: TableServer) -> None:
    """As later: with it, a page of somebody else could rebind its name to this machine."""
    answers = ask_all(starting, "/", "/class/", Host="evil.example")
    assert [answer.code for answer in answers] == [403, 403]


def test_a_server_that_cannot_load_voila_stops_and_says_why(
    starting: TableServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> None:
        raise ImportError(f"no {name} today")

    monkeypatch.setattr(module, "import_module", fail)

    with pytest.raises(ImportError, match="voila_app today"):
        starting.run()
    assert not starting.bundle.folder.exists()
