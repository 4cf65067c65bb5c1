"""A server says what it can do, to balancers and to Prometheus, and shares its cookies."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from classkit.hosting.config import ServerSettings, ServerSettingsError
from classkit.hosting.health import HealthProbe
from classkit.hosting.kernel_slots import KernelSlots
from tests.hosting.serving import Server, serving
from tests.hosting.test_room_handlers import opened
from tests.hosting.test_room_silence import answered, asking, processes_of, room_at, seated
from tests.hosting.visitor import cookies_of, get
from tests.postgres import cluster, needed

TOKEN = "Xq7-fs0eAVm2pL9cTzWb4kRd8uYhN1gJ"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a token that its host has set."""
    place = tmp_path_factory.mktemp("health")
    (place / "dashboards").mkdir()
    folder = str(place / "dashboards")
    with serving(place / "data", folder, "--max-kernels", "3", CLASSKIT_TOKEN=TOKEN) as found:
        yield found


def health_of(server: Server, status: int) -> dict[str, Any]:
    """What a server says of itself, once it answers with a status."""
    end = time.monotonic() + 30
    while True:
        answer, text = get(server, "/health")
        if answer.status == status or time.monotonic() > end:
            assert answer.status == status, text
            found: dict[str, Any] = json.loads(text)
            return found
        time.sleep(0.2)


def test_anybody_learns_whether_it_takes_visitors(server: Server) -> None:
    answer, text = get(server, "/health", Host="10.1.2.3:8866")  # as a balancer asks
    assert answer.status == 200
    assert json.loads(text) == {
        "status": "ready", "started": True, "free_tables": 3, "stores_matches": True,
        "serves_rooms": True,
    }  # fmt: skip
    assert "Set-Cookie" not in answer.headers
    assert get(server, "/health/live", Host="10.1.2.3:8866")[0].status == 200


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "dashboards").mkdir()
    with serving(tmp_path / "data", str(tmp_path / "dashboards")) as server:
        folder = tmp_path / "data" / "matches"
        folder.rename(tmp_path / "away")
        folder.write_text("no folder")
        assert not health_of(server, 503)["stores_matches"]
        assert get(server, "/health/live")[0].status == 200
        folder.unlink()
        (tmp_path / "away").rename(folder)
        assert health_of(server, 200)["stores_matches"]
        assert server.stop().count("health") == 0, "and nothing is logged each time"


@pytest.mark.skipif(os.name == "nt", reason="Windows stops no process")
def test_a_database_that_does_not_answer_is_said(tmp_path: Path) -> None:
    with cluster(needed()) as address, room_at(address, tmp_path) as (server, _, _):
        assert health_of(server, 200)["serves_rooms"]
        stopped = processes_of(address.partition("host=")[2].partition("&")[0])
        for process in stopped:
            process.send_signal(signal.SIGSTOP)
        try:
            assert not health_of(server, 503)["serves_rooms"]
            assert get(server, "/health/live")[0].status == 200
        finally:
            for process in stopped:
                process.send_signal(signal.SIGCONT)
        assert health_of(server, 200)["serves_rooms"]


def test_a_full_server_takes_nobody() -> None:
    slots = KernelSlots(most=1, most_each=1, rest=120, grace=15)
    probe = HealthProbe(slots, None, has_rooms=False)
    probe.started = True
    assert asyncio.run(probe.get_health()).is_ready
    slots.take_slot("ada", "10.0.0.7")
    probe.measured_at = 0.0
    found = asyncio.run(probe.get_health())
    assert not found.is_ready and found.free_tables == 0 and found.serves_rooms is None


def metrics_of(server: Server, **headers: str) -> dict[tuple[str, ...], float]:
    """The metrics of a server, by name and values of labels."""
    answer, text = get(server, "/metrics", **headers)
    assert answer.status == 200, text
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_prometheus_needs_the_token(server: Server) -> None:
    for headers in ({}, {"Authorization": "Bearer wrong"}):
        answer, text = get(server, "/metrics", **headers)
        assert answer.status == 403 and "classkit_tables" not in text
    found = metrics_of(server, Authorization=f"Bearer {TOKEN}")
    assert found["classkit_tables_open",] == 0 and found["classkit_tables_max",] == 3
    assert found["classkit_refused_requests_total", "403"] >= 2
    assert found["process_cpu_seconds_total",] > 0


def test_answers_and_pages_of_a_room_are_counted(tmp_path: Path) -> None:
    (tmp_path / "dashboards").mkdir()
    rooms = {"CLASSKIT_ROOMS": f"sqlite:///{tmp_path}/rooms.sqlite", "CLASSKIT_TOKEN": TOKEN}
    with serving(tmp_path / "data", str(tmp_path / "dashboards"), **rooms) as server:
        teacher = cookies_of(get(server, f"/desk/?token={TOKEN}")[0])
        phones = seated(server, teacher, opened(server, teacher, "economy", 3))
        told = {"Authorization": f"Bearer {TOKEN}"}
        end = time.monotonic() + 30
        while (before := metrics_of(server, **told))["classkit_room_pages_open",] != len(phones):
            assert time.monotonic() < end, "the desk was closed a while ago"
            time.sleep(0.2)
        assert before["classkit_rooms_open",] == 1
        phone, ask = asking(phones)
        phone.send(json.dumps({"do": "default", "seat": ask["seat"], "id": 9}))
        answered(phone, 9)
        after = metrics_of(server, **told)
        assert after["classkit_room_answers_total",] > before["classkit_room_answers_total",]
        for phone in phones:
            phone.close()


def test_a_token_that_the_host_has_set_is_not_printed(server: Server) -> None:
    assert TOKEN not in server.said
    assert "the token that you have set" in server.said


def test_a_second_server_with_the_same_token_knows_the_visitor(
    server: Server, tmp_path: Path
) -> None:
    cookie = cookies_of(get(server, f"/?token={TOKEN}", Host="localhost")[0])
    (tmp_path / "dashboards").mkdir()
    words = (tmp_path / "data", str(tmp_path / "dashboards"))
    asked = {"Cookie": cookie, "Host": "localhost"}
    for token, status in ((TOKEN, 200), (TOKEN[::-1], 302)):
        with serving(*words, CLASSKIT_TOKEN=token) as other:
            assert get(other, "/voila/tree/", **asked)[0].status == status


def test_a_secret_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    settings = ServerSettings(tmp_path, token="a-short-token-17", cookie_secret_file=file)
    with pytest.raises(ServerSettingsError, match=r"cannot be read: No such file.*openssl"):
        settings.validate_settings()
    file.write_text("too short")
    file.chmod(0o600)
    with pytest.raises(ServerSettingsError, match="has 9 bytes and could be guessed"):
        settings.validate_settings()
    file.write_text("0123456789abcdef" * 4 + "\n")
    assert settings.validate_settings().get_cookie_secret() == b"0123456789abcdef" * 4
    if os.name == "posix":
        file.chmod(0o640)  # a group, as container platforms set it
        settings.validate_settings()
        file.chmod(0o644)
        with pytest.raises(ServerSettingsError, match="Other users can read"):
            settings.validate_settings()


def test_a_short_token_signs_nothing(tmp_path: Path) -> None:
    """It could be guessed from a signature, without asking the server."""
    settings = ServerSettings(tmp_path, token="a-short-token-17")
    assert settings.get_cookie_secret() != settings.get_cookie_secret()
