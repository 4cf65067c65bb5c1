"""`classkit deploy --for compose`: confined containers, and Caddy in front of two servers."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from contextlib import ExitStack
from http.client import HTTPConnection
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from classkit.cli import main
from classkit.version import __version__
from tests import nginx

from .serving import serving

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the files are for Linux")
NAME, BASE_URL = "games.uni.example", "/econ/"
SERVERS = ("server1", "server2", "server3")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    words = ["--for", "compose", "--name", NAME, "--base-url", BASE_URL, "--servers", "3"]
    assert main(["deploy", str(tmp_path / "out"), *words]) == 0
    return tmp_path / "out"


@pytest.fixture
def services(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((out / "compose.yaml").read_text("utf-8"))["services"]
    return found


def test_every_container_is_confined(services: dict[str, Any]) -> None:
    assert [*services] == ["caddy", *SERVERS, "database"]
    for name, service in services.items():
        assert service["read_only"] and service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else [])
        assert ("ports" in service) == (name == "caddy"), "nothing else is reached from outside"
        assert name == "caddy" or service["user"] in ("1000:1000", "postgres")


def test_servers_share_matches_and_believe_caddy_only(out: Path, services: dict[str, Any]) -> None:
    address = services["caddy"]["networks"]["inside"]["ipv4_address"]
    for name in SERVERS:
        command = services[name]["command"]
        assert command[command.index("--proxy") + 1] == address
        assert command[command.index("--public-name") + 1] == NAME
        assert services[name]["volumes"] == ["matches:/data"], name
        assert BASE_URL + "health/live" in services[name]["healthcheck"]["test"][-1]
    image = (out / "Dockerfile").read_text("utf-8")
    assert f"classkit[postgres]=={__version__}" in image and "CLASSKIT_DATA=/data" in image
    assert image.index("USER 1000:1000") < image.index("ENTRYPOINT")


def test_nobody_else_gets_the_address_of_caddy(out: Path, services: dict[str, Any]) -> None:
    """Whoever has it is believed, and Caddy does not start while another container has it."""
    address = ip_address(services["caddy"]["networks"]["inside"]["ipv4_address"])
    networks = yaml.safe_load((out / "compose.yaml").read_text("utf-8"))["networks"]
    (config,) = networks["inside"]["ipam"]["config"]
    assert address in ip_network(config["subnet"]) and str(address) != config["gateway"]
    assert address not in ip_network(config["ip_range"])
    assert all(services[name]["networks"] == ["inside"] for name in (*SERVERS, "database"))


def test_the_image_is_built_once(services: dict[str, Any]) -> None:
    assert [name for name in services if "build" in services[name]] == ["server1"]
    assert {services[name]["image"] for name in SERVERS} == {"classkit-local"}
    policies = [services[name]["pull_policy"] for name in SERVERS]
    assert policies == ["build", "never", "never"], "nobody else's image is fetched"


def test_secrets_are_private_and_agree(out: Path) -> None:
    secret = {name: (out / name).read_text("utf-8") for name in ("classkit.env", "database.env")}
    for name in secret:
        assert (out / name).stat().st_mode & 0o777 == 0o600, name
    password = secret["database.env"].strip().partition("=")[2]
    assert len(password) > 30
    assert f"postgresql://classkit:{password}@database/classkit" in secret["classkit.env"]
    others = [one.read_text("utf-8") for one in out.iterdir() if one.name not in secret]
    assert not any(password in text for text in others)


@pytest.mark.parametrize("number", ["0", "21", "x"])
def test_a_wrong_number_of_servers_writes_nothing(number: str, tmp_path: Path) -> None:
    words = ["--for", "compose", "--name", NAME, "--servers", number]
    try:
        assert main(["deploy", str(tmp_path / "out"), *words]) == 1
    except SystemExit as stopped:
        assert stopped.code == 2
    assert not (tmp_path / "out").exists()


def caddy() -> str:
    return shutil.which("caddy") or pytest.skip("No caddy is installed here.")


def test_caddy_accepts_its_file(out: Path, tmp_path: Path) -> None:
    words = ["validate", "--adapter", "caddyfile", "--config", str(out / "Caddyfile")]
    ran = subprocess.run(
        [caddy(), *words], capture_output=True, text=True, check=False,
        env={**os.environ, "HOME": str(tmp_path)},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr


def ask(port: int, path: str, cookie: str = "", token: str = "") -> tuple[int, str]:
    """The status of an address, and the cookie that names a server."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"Host": NAME, "Cookie": cookie, "Authorization": f"Bearer {token}"}
    connection.request("GET", f"{BASE_URL}{path}", headers=headers)
    answer = connection.getresponse()
    cookies = answer.headers.get_all("Set-Cookie", [])
    return answer.status, next((one.split(";")[0] for one in cookies if "_server=" in one), "")


TOKEN = "t" * 40


def test_a_visitor_stays_at_one_server_and_moves_when_it_ends(out: Path, tmp_path: Path) -> None:
    """Only addresses and HTTPS are others here."""
    program = caddy()
    first, second, third, outside = nginx.free_ports(4)
    file = (out / "Caddyfile").read_text("utf-8")
    for name, port in zip(SERVERS, (first, second, third), strict=True):
        assert f"{name}:8866" in file
        file = file.replace(f"{name}:8866", "" if name == "server3" else f"127.0.0.1:{port}")
    file = file.replace(f"{NAME} {{", f"http://{NAME}:{outside} {{", 1)
    config = tmp_path / "Caddyfile"
    config.write_text("{\n\tadmin off\n\tauto_https off\n}\n" + file, encoding="utf-8")
    words = ["--base-url", BASE_URL, "--proxy", "127.0.0.1", "--public-name", NAME]
    with ExitStack() as stack:
        servers = [
            stack.enter_context(serving(tmp_path / "data", *words, port=port, CLASSKIT_TOKEN=TOKEN))
            for port in (first, second)
        ]
        log = stack.enter_context((tmp_path / "caddy.log").open("wb"))
        running = subprocess.Popen(
            [program, "run", "--adapter", "caddyfile", "--config", str(config)],
            stdout=log, stderr=log, env={**os.environ, "HOME": str(tmp_path)},
        )  # fmt: skip
        stack.callback(running.wait)
        stack.callback(running.terminate)
        nginx.wait_for_port(outside, running)
        status, cookie = ask(outside, "health/live")
        assert status == 200 and cookie, (tmp_path / "caddy.log").read_text("utf-8")
        assert {ask(outside, "health/live", cookie) for _ in range(6)} == {(200, "")}, "it stays"
        assert ask(first, "metrics", token=TOKEN)[0] == 200, "inside the network"
        assert ask(outside, "metrics", token=TOKEN) == (403, ""), "Caddy itself refuses"
        servers[0].process.send_signal(signal.SIGKILL)
        servers[0].process.wait()
        given = [ask(outside, "health/live", cookie) for _ in range(4)]
        assert {status for status, _ in given} == {200}
        began = time.monotonic()
        while ask(outside, "health/live")[0] != 200:
            assert time.monotonic() - began < 60
