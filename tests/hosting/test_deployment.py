"""`classkit deploy`: programs accept the files that are for them, and these work together."""

from __future__ import annotations

import os
import shlex
import shutil
import ssl
import subprocess
import sys
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest

from classkit.cli import main
from tests import nginx

from .serving import serving

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the files are for Linux")
NAME, BASE_URL = "localhost", "/econ/"


def deployed(folder: Path, port: int = 8866) -> dict[str, str]:
    """The files that the command writes, by name."""
    words = ["--for", "one-machine", "--name", NAME, "--base-url", BASE_URL, "--port", str(port)]
    assert main(["deploy", str(folder), *words]) == 0
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def deployed_hub(folder: Path, *words: str) -> dict[str, str]:
    """The files for a JupyterHub, by name."""
    assert main(["deploy", str(folder), "--for", "jupyterhub", "--name", NAME, *words]) == 0
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def value_of(unit: str, key: str) -> str:
    """The value of a key in a unit or an environment file."""
    (found,) = [line for line in unit.splitlines() if line.startswith(f"{key}=")]
    return found.partition("=")[2]


def find(program: str) -> str:
    """A program, or the test is skipped by its name."""
    return shutil.which(program) or pytest.skip(f"No {program} is installed here.")


def test_each_deployment_has_a_token_of_its_own_that_others_cannot_read(tmp_path: Path) -> None:
    tokens = set()
    for name in ("one", "other"):
        tokens.add(value_of(deployed(tmp_path / name)["classkit.env"], "CLASSKIT_TOKEN"))
        assert (tmp_path / name / "classkit.env").stat().st_mode & 0o777 == 0o600
    assert len(tokens) == 2
    for name, text in deployed(tmp_path / "third").items():
        assert name == "classkit.env" or not any(token in text for token in tokens)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--name", "games uni"], "must be the host name"),
        (["--name", "x;\n}"], "must be the host name"),
        (["--name", "a.example", "--base-url", "/econ"], "must begin and end with /"),
        (["--name", "a.example", "--base-url", "/a;b/"], "only letters from a to z, digits"),
        (["--name", "a.example", "--port", "0x1"], "whole number"),
        (["--name", "a.example", "--lti", "canvas"], "--lti works only with --for jupyterhub"),
        (["--name", "a.example", "--for", "jupyterhub", "--lti", "http://a.b"], "canvas, or the"),
        (
            ["--name", "a.example", "--for", "jupyterhub", "--lti", 'https://a"\nx'],
            "--lti must be canvas, or the address of a Moodle",
        ),
    ],
)
def test_wrong_settings_write_nothing(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        assert main(["deploy", str(tmp_path / "out"), "--for", "one-machine", *words]) == 1
    except SystemExit as stopped:
        assert stopped.code == 2
    assert told in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "out").exists()


def test_a_folder_that_exists_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deploy", str(tmp_path), "--for", "one-machine", "--name", "a.example"]) == 1
    assert "already exists. Choose another folder." in " ".join(capsys.readouterr().err.split())
    assert not [*tmp_path.iterdir()]


def test_systemd_accepts_the_service_and_finds_it_well_confined(tmp_path: Path) -> None:
    program = find("systemd-analyze")
    unit = deployed(tmp_path / "out")["classkit.service"]
    file = tmp_path / "classkit.service"
    file.write_text(unit.replace("/opt/classkit/bin/classkit", sys.executable))
    ran = subprocess.run(
        [program, "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    security = [program, "security", "--offline=yes", "--threshold=30", str(file)]
    ran = subprocess.run(security, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-400:]


def test_caddy_accepts_its_file(tmp_path: Path) -> None:
    program = find("caddy")
    deployed(tmp_path / "out")
    words = ["validate", "--adapter", "caddyfile", "--config", str(tmp_path / "out" / "Caddyfile")]
    ran = subprocess.run(
        [program, *words], capture_output=True, text=True, check=False,
        env={**os.environ, "HOME": str(tmp_path)},
    )  # fmt: skip
    assert ran.returncode == 0 and "Valid configuration" in ran.stdout + ran.stderr


def test_caddy_refuses_the_numbers_before_it_passes_anything_on(tmp_path: Path) -> None:
    """Beside `handle` it would come after it, whatever the order of the lines."""
    inside = deployed(tmp_path / "out")["Caddyfile"].split(f"handle {BASE_URL}* {{")[1]
    assert inside.split()[:3] == ["respond", "@metrics", "403"]


@pytest.mark.parametrize("words", [(), ("--lti", "https://moodle.uni.example")], ids=["pam", "lti"])
def test_programs_accept_the_files_of_a_hub(words: tuple[str, ...], tmp_path: Path) -> None:
    written = deployed_hub(tmp_path / "out", *words)
    compile(written["jupyterhub_config.py"], "jupyterhub_config.py", "exec")
    assert ("LMSAuthenticator" in written["jupyterhub_config.py"]) == bool(words)
    assert ("oauth_callback" in written["README.md"]) == bool(words)
    cert, key = certificate(tmp_path)
    block = written["nginx.conf"]
    for name, file in (("fullchain", cert), ("privkey", key)):
        block = block.replace(f"/etc/letsencrypt/live/{NAME}/{name}.pem", str(file))
    conf = tmp_path / "nginx.conf"
    conf.write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/log;\nevents {{}} http {{ {block} }}"
    )
    unit = tmp_path / "jupyterhub.service"
    unit.write_text(
        written[unit.name].replace("/opt/jupyterhub/bin/jupyterhub ", f"{sys.executable} ")
    )
    caddy = ["validate", "--adapter", "caddyfile", "--config", str(tmp_path / "out" / "Caddyfile")]
    for command in (
        ["sh", "-n", str(tmp_path / "out" / "start-lab")],
        [str(nginx.needed()), "-t", "-p", str(tmp_path), "-c", str(conf)],
        [find("systemd-analyze"), "verify", str(unit)],
        [find("caddy"), *caddy],
    ):
        ran = subprocess.run(
            command, capture_output=True, text=True, check=False,
            env={**os.environ, "HOME": str(tmp_path)},
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout + ran.stderr


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine that nobody has signed, and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    words += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(cert)]
    subprocess.run([find("openssl"), *words], capture_output=True, check=True)
    return cert, key


def test_service_and_nginx_serve_as_they_are_written(tmp_path: Path) -> None:
    """Only ports, paths of certificates and IPv6 are others here."""
    program = nginx.needed()
    port, plain, secure = nginx.free_ports(3)
    written = deployed(tmp_path / "out", port)
    cert, key = certificate(tmp_path)
    block = written["nginx.conf"]
    for old, new in (
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen [::]:80;", ""),
        ("listen 443 ssl", f"listen 127.0.0.1:{secure} ssl"),
        ("listen [::]:443 ssl http2;", ""),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(cert)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
    ):
        assert old in block
        block = block.replace(old, new)
    words = shlex.split(value_of(written["classkit.service"], "ExecStart"))
    at = words.index("--port")
    assert words[:2] == ["/opt/classkit/bin/classkit", "serve"] and words[at + 1] == str(port)
    token = value_of(written["classkit.env"], "CLASSKIT_TOKEN")
    rest = [*words[2:at], *words[at + 2 :]]
    with (
        serving(tmp_path / "data", *rest, port=port, CLASSKIT_TOKEN=token),
        nginx.proxying(program, tmp_path, {}, also=block, ports=(plain, secure)),
    ):
        ran = subprocess.run(
            [sys.executable, "-m", "classkit", "doctor", "--seconds", "2", "--at",
             f"https://{NAME}:{secure}{BASE_URL}"],
            capture_output=True, text=True, check=False,
            env={**os.environ, "SSL_CERT_FILE": str(cert)},
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout + ran.stderr
        redirect = HTTPConnection(NAME, plain)
        redirect.request("GET", BASE_URL)
        answer = redirect.getresponse()
        assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}{BASE_URL}")
        trusted = ssl.create_default_context(cafile=str(cert))

        def get(path: str, **headers: str) -> int:
            connection = HTTPSConnection(NAME, secure, context=trusted)
            connection.request("GET", f"{BASE_URL}{path}", headers=headers)
            return connection.getresponse().status

        assert get("health") == 200
        assert get("metrics", Authorization=f"Bearer {token}") == 403, "not from outside"
        assert get("desk/") in (302, 403), "the token is asked for"
