"""The self-test on a server with a token: what anybody may do there, and its limits."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import pytest
import websocket

from classkit.cli import main
from classkit.hosting.message_filter import MAX_FRAME_BYTES, MAX_ROOM_FRAME_BYTES
from classkit.hosting.self_test import (
    DOWNLOAD_BYTES,
    MAX_LARGE,
    MAX_LARGE_EACH,
    MAX_SOCKETS,
    MAX_SOCKETS_EACH,
    POLICY_VIOLATION,
    SocketCounts,
)

from .serving import Server, serving
from .visitor import cookies_of, get

TOKEN = "a-token-for-this-test-0123456789"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), "--token", TOKEN) as server:
        yield server


def connect(server: Server, query: str = "", **options: Any) -> websocket.WebSocket:
    address = f"ws://127.0.0.1:{server.port}/self-test/socket?{query}"
    return websocket.create_connection(address, timeout=60, **options)


def seen(server: Server, test_id: str = "", **headers: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(get(server, f"/self-test/seen?id={test_id}", **headers)[1])
    return found


def test_the_page_needs_no_token_and_sets_the_cookie_of_a_visitor(server: Server) -> None:
    assert f"Try the network: http://127.0.0.1:{server.port}/self-test\n" in server.said
    answer, text = get(server, "/self-test")
    assert answer.status == 200 and "Try the network" in text and TOKEN not in text
    cookie = cookies_of(answer)
    assert cookie.startswith("classkit_visitor=")
    assert seen(server, Cookie=cookie)["has_cookie"] and not seen(server)["has_cookie"]
    assert get(server, "/voila/tree")[0].status == 302, "everything else needs the token"


def test_the_doctor_visits_a_server_without_its_token(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--at", server.url.partition("?")[0], "--seconds", "2"]) == 0
    told = capsys.readouterr().out
    assert "skipped  table: not tested: tables require a login or the server's token" in told
    assert told.endswith("No problems found. Phones can join a class there.\n")


def test_frames_of_the_sizes_that_pages_use(server: Server) -> None:
    line = connect(server)
    line.send("ping")
    assert line.recv() == '"pong"'
    data = bytes(range(256)) * (MAX_ROOM_FRAME_BYTES // 256)
    line.send_binary(data)
    digest = blake2b(data, digest_size=8).hexdigest()
    assert json.loads(line.recv()) == {"bytes": len(data), "digest": digest}
    line.send(f"send {DOWNLOAD_BYTES}")
    assert line.recv() == bytes(DOWNLOAD_BYTES)
    line.close()
    line = connect(server, "frames=large")
    line.send_binary(bytes(MAX_FRAME_BYTES))
    assert json.loads(line.recv())["bytes"] == MAX_FRAME_BYTES
    line.send(f"send {MAX_FRAME_BYTES}")
    assert len(line.recv()) == MAX_FRAME_BYTES
    line.close()


@pytest.mark.parametrize(
    "message", ["", "pong", "send", "send -1", f"send {DOWNLOAD_BYTES + 1}", "send 1" + "0" * 50]
)
def test_any_other_message_closes_the_connection(server: Server, message: str) -> None:
    line = connect(server)
    line.send(message)
    code, data = line.recv_data()
    assert code == websocket.ABNF.OPCODE_CLOSE
    assert int.from_bytes(data[:2], "big") == POLICY_VIOLATION
    line.close()


def test_a_frame_above_the_limit_closes_the_connection(server: Server) -> None:
    line = connect(server)
    line.send_binary(bytes(MAX_ROOM_FRAME_BYTES + 1))
    with pytest.raises((websocket.WebSocketException, OSError)):
        line.recv()
        line.recv()


@pytest.mark.parametrize(
    ("options", "status", "outcome"),
    [
        ({"origin": "http://elsewhere.example"}, 403, "host"),
        ({"host": "uni.example"}, 403, None),
    ],
)
def test_a_refusal_is_explained_under_the_id_of_the_test(
    server: Server, options: dict[str, str], status: int, outcome: str | None
) -> None:
    test_id = uuid.uuid4().hex
    with pytest.raises(websocket.WebSocketBadStatusException) as refused:
        connect(server, f"id={test_id}", **options)
    assert refused.value.status_code == status
    attempt = seen(server, test_id)["attempt"]
    assert (attempt and attempt["outcome"]) == outcome


def test_a_lost_upgrade_is_explained_at_every_websocket(server: Server) -> None:
    lost = {"Sec-WebSocket-Key": "k", "Sec-WebSocket-Version": "13", "Connection": "close"}
    test_id = uuid.uuid4().hex
    kernel = f"/api/kernels/{uuid.uuid4()}/channels"
    for path in (f"/self-test/socket?id={test_id}", "/class/ABC2345/line", kernel):
        assert get(server, path, **lost)[0].status == 426, path
    assert seen(server, test_id)["attempt"]["outcome"] == "upgrade"


def test_only_so_many_are_open_at_a_time() -> None:
    """Those with large frames have a limit of their own, since each may hold five megabytes."""
    counts = SocketCounts(is_shared_address=lambda address: address == "shared")
    assert [counts.acquire("a", is_large=True) for _ in range(MAX_LARGE_EACH + 1)][-1] is False
    assert [counts.acquire("a", is_large=False) for _ in range(MAX_SOCKETS_EACH + 1)][-1] is False
    shared = [counts.acquire("shared", is_large=True) for _ in range(MAX_LARGE)]
    assert shared.count(True) == MAX_LARGE - MAX_LARGE_EACH
    for _ in range(MAX_SOCKETS):
        counts.acquire("shared", is_large=False)
    assert not counts.acquire("b", is_large=False)
    counts.release("a", is_large=False)
    assert counts.acquire("b", is_large=False)
