"""`classkit class open` behind a reverse proxy: prefix, names, and a desk that needs its token."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from classkit.commands.class_command import print_class_address
from classkit.commands.command_options import print_self_test
from classkit.hosting.config import ServerSettings

from .serving import Server, serving

HOST = "games.uni.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    words = (
        "economy", "--seats", "3", "--address", "127.0.0.1", "--base-url", "/econ/",
        "--proxy", "127.0.0.1", "--public-name", HOST,
    )  # fmt: skip
    data = tmp_path_factory.mktemp("class")
    with serving(data, *words, command="class open", CLASSKIT_ROOMS="") as started:
        yield started


def get(server: Server, path: str, host: str = HOST) -> tuple[int, str]:
    """Ask as a proxy does that passes on a visitor from outside."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=60)
    passed_on = {"Host": host, "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
    line.request("GET", path, headers=passed_on)
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, answer.getheader("Location") or text


def test_the_address_of_the_class_is_that_of_the_proxy(server: Server) -> None:
    found = re.search(rf"class +{HOST}/econ/class/(\S+) \(through your proxy\)", server.said)
    assert found, server.said
    status, page = get(server, f"/econ/class/{found[1]}")
    assert status == 200
    assert "/econ/" in page


def test_strangers_do_not_reach_the_desk_through_the_proxy(server: Server) -> None:
    desk = re.search(r"/econ/desk/(\w+)\?token=(\S+)", server.said)
    assert desk, server.said
    refused = get(server, f"/econ/desk/{desk[1]}")
    assert refused[0] in (302, 401, 403) and "desk" not in refused[1].partition("?")[0]
    assert get(server, f"/econ/desk/{desk[1]}?token={desk[2]}")[0] in (200, 302)
    assert get(server, f"/econ/desk/{desk[1]}?token=wrong-token-0123456789")[0] != 200


def test_a_name_that_was_not_stated_is_refused(server: Server) -> None:
    assert get(server, "/econ/", host="evil.example")[0] == 403


@pytest.mark.parametrize(
    ("settings", "said", "unsaid"),
    [
        (
            {"proxies": ("127.0.0.1",), "base_url": "/econ/"},
            "class  /econ/class/ABC, after the name of your proxy",
            "on the same network",
        ),
        (
            {},
            "class  http://127.0.0.1:9/class/ABC\n  Only this computer can open it",
            "on the same network",
        ),
        ({"address": "192.0.2.7"}, "Phones must be on the same network", "Only this"),
    ],
)
def test_the_address_that_is_printed_is_one_that_phones_can_open(
    settings: dict[str, Any], said: str, unsaid: str, capsys: pytest.CaptureFixture[str]
) -> None:
    serving = ServerSettings(Path("."), **({"address": "127.0.0.1"} | settings))
    print_class_address(serving, 9, "ABC")
    print_self_test(serving, 9)
    out = capsys.readouterr().out
    assert said in out and unsaid not in out
    assert ("127.0.0.1" in out) == (settings == {})
