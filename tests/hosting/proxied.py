"""A server behind a real nginx in the configurations that the field reports."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import nginx

from .serving import Server, serving

PREFIX, STRIPPED = "/econ/", "/user/ada/proxy/8866/"


@dataclass
class Proxied:
    """Addresses of one server through each configuration, and the server itself."""

    good: str
    no_upgrade: str
    lost_port: str
    short_timeout: str
    stripped: str
    server: Server


@contextmanager
def proxied(folder: Path, seconds: int = 10) -> Iterator[Proxied]:
    """Run a server below a prefix, another one without, and nginx before both.

    ``seconds`` is the short timeout of a connection without traffic.
    """
    program = nginx.needed()
    good, no_upgrade, lost_port, short, stripped = ports = nginx.free_ports(5)
    words = ("--proxy", "127.0.0.1")
    with (
        serving(folder / "data", "--base-url", PREFIX, *words) as server,
        serving(folder / "other", *words) as other,
    ):
        whole = f"location {PREFIX} {{ proxy_pass http://127.0.0.1:{server.port};"
        cut = f"location {STRIPPED} {{ proxy_pass http://127.0.0.1:{other.port}/;"
        kept, lost = nginx.KEPT_HOST, nginx.LOST_PORT
        blocks = {
            good: f"{whole} {nginx.GOOD} }}",
            no_upgrade: f"{whole} {kept} {nginx.VISITOR} }}",
            lost_port: f"{whole} {nginx.UPGRADE} {lost} {nginx.VISITOR} }}",
            short: f"{whole} {nginx.GOOD} proxy_read_timeout {seconds}s; }}",
            stripped: f"{cut} {nginx.GOOD} }}",
        }
        with nginx.proxying(program, folder, blocks):
            *whole_urls, cut_url = (f"http://localhost:{port}" for port in ports)
            found = [f"{url}{PREFIX}" for url in whole_urls]
            yield Proxied(*found, f"{cut_url}{STRIPPED}", server)
