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
    old_http: str
    no_cookie: str
    other_host: str
    login: str
    server: Server


@contextmanager
def proxied(folder: Path, seconds: int = 10) -> Iterator[Proxied]:
    """Run a server below a prefix, another one without, and nginx before both.

    ``seconds`` is the short timeout of a connection without traffic.
    """
    program = nginx.needed()
    ports = nginx.free_ports(9)
    good, no_upgrade, lost_port, short, stripped, old, no_cookie, other_host, login = ports
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
            old: f"{whole} {nginx.UPGRADE.replace('1.1', '1.0')} {kept} {nginx.VISITOR} }}",
            no_cookie: f"{whole} {nginx.GOOD} proxy_hide_header Set-Cookie; }}",
            other_host: f"{whole} {nginx.UPGRADE} proxy_set_header Host app.lan; }}",
            login: "location / { return 302 http://127.0.0.1:9/login?next=$uri; }",
        }
        with nginx.proxying(program, folder, blocks):
            yield Proxied(
                *(
                    f"http://localhost:{port}{STRIPPED if port == stripped else PREFIX}"
                    for port in ports
                ),
                server=server,
            )
