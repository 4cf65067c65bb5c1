"""The nginx of the tests: the one installed, else one that is installed now; and a proxy."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.system_packages import install_debian_package, may_install

WHY_NOT = (
    "No nginx is installed here: servers are not tested behind a proxy. Install your system's "
    "package 'nginx', or name its program in CLASSKIT_NGINX."
)
REASON = "servers are also tested behind a proxy"
UPGRADE = (
    "proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; "
    'proxy_set_header Connection "upgrade";'
)
KEPT_HOST, LOST_PORT = "proxy_set_header Host $http_host;", "proxy_set_header Host $host;"
VISITOR = (
    "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; "
    "proxy_set_header X-Forwarded-Proto $scheme;"
)
GOOD = f"{UPGRADE} {KEPT_HOST} {VISITOR}"


def find() -> Path | None:
    """The program: ``CLASSKIT_NGINX``, or one installed."""
    stated = os.environ.get("CLASSKIT_NGINX") or shutil.which("nginx")
    found = Path(stated or "/usr/sbin/nginx")
    return found if found.is_file() else None


def find_or_install() -> Path | None:
    """As :func:`find`; where Debian's packages can be had, it is installed first."""
    if found := find():
        return found
    return find() if install_debian_package("nginx", REASON) else None


def needed() -> Path:
    """The program; without one the test is skipped, or fails where it must run."""
    found = find() if sys.platform != "win32" else None
    if found is None and may_install() and os.environ.get("CI") and sys.platform == "linux":
        pytest.fail(WHY_NOT)
    if found is None:
        pytest.skip(WHY_NOT)
    return found


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on now."""
    taken = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in taken]
    for one in taken:
        one.close()
    return ports


@contextmanager
def proxying(
    program: Path,
    folder: Path,
    servers: Mapping[int, str],
    also: str = "",
    ports: Collection[int] = (),
) -> Iterator[None]:
    """Run nginx with what stands in ``location`` blocks, by the port of their server.

    ``also`` are further blocks, which listen on ``ports``.
    """
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    blocks = "".join(
        f"server {{ listen 127.0.0.1:{port}; {block} }}\n" for port, block in servers.items()
    )
    conf = folder / "nginx.conf"
    conf.write_text(
        f"worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        "events { worker_connections 256; }\n"
        f"http {{ access_log off;\n{temporary}{blocks}{also}}}\n"
    )
    with subprocess.Popen([program, "-p", folder, "-c", conf]) as process:
        try:
            for port in (*servers, *ports):
                wait_for_port(port, process)
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def wait_for_port(port: int, process: subprocess.Popen[bytes], seconds: float = 30) -> None:
    """Wait until something listens."""
    end = time.monotonic() + seconds
    while True:
        assert process.poll() is None, "nginx did not start"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
        except OSError:
            assert time.monotonic() < end, "nginx does not answer"
            time.sleep(0.05)
        else:
            return
