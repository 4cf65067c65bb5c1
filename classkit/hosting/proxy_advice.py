"""Remedies for proxies in front of a server, in the words of their administrators."""

from __future__ import annotations

from typing import NamedTuple


class ProxyAdvice(NamedTuple):
    """What a proxy must do, and the lines of nginx that do it. Caddy does all of it by default."""

    remedy: str
    nginx: tuple[str, ...] = ()

    def format_advice(self) -> str:
        """Return the remedy, with the lines of nginx below it.

        >>> print(LONG_TIMEOUT.format_advice())
        Let a connection without traffic stay open for at least 75 seconds. In nginx:
            proxy_read_timeout 75s;
            proxy_send_timeout 75s;
        """
        if not self.nginx:
            return self.remedy
        return "\n    ".join([f"{self.remedy} In nginx:", *self.nginx])


FORWARD_UPGRADE = ProxyAdvice(
    "Forward the headers Upgrade and Connection, over HTTP/1.1.",
    (
        "proxy_http_version 1.1;",
        "proxy_set_header Upgrade $http_upgrade;",
        'proxy_set_header Connection "upgrade";',
    ),
)
KEEP_HOST = ProxyAdvice(
    "Forward the header Host unchanged, with its port.", ("proxy_set_header Host $http_host;",)
)
FORWARD_CLIENT = ProxyAdvice(
    "Forward the address and the protocol of the visitor, and start classkit with --proxy and the "
    "address of the proxy, such as --proxy 127.0.0.1.",
    (
        "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
        "proxy_set_header X-Forwarded-Proto $scheme;",
    ),
)
LONG_TIMEOUT = ProxyAdvice(
    "Let a connection without traffic stay open for at least 75 seconds.",
    ("proxy_read_timeout 75s;", "proxy_send_timeout 75s;"),
)
LARGE_FRAMES = ProxyAdvice(
    "Let WebSocket messages of up to 5.1 MB through in both directions, without inspecting them."
)
RAISE_LIMITS = ProxyAdvice(
    "Raise the limits on requests and connections for this address (in nginx limit_req and "
    "limit_conn): each page opens a few connections, and a whole class may share one IP address."
)
NO_LOGIN = ProxyAdvice(
    "Let all paths below this address through without a login page: phones have no account."
)
REACH_PROGRAM = ProxyAdvice(
    "Start classkit, and forward to the address and port that it prints.",
    ("proxy_pass http://127.0.0.1:8866;",),
)
RENEW_CERTIFICATE = ProxyAdvice(
    "Renew the certificate for this name, and send all intermediate certificates with it.",
    ("ssl_certificate fullchain.pem;",),
)


def advise_prefix(base: str) -> ProxyAdvice:
    """Return how to publish a server below a path.

    >>> advise_prefix("/econ/").nginx
    ('location /econ/ { proxy_pass http://127.0.0.1:8866; ... }',)
    """
    return ProxyAdvice(
        f"Start classkit with --base-url {base} and forward the whole path to it "
        "(jupyter-server-proxy: absolute_url).",
        (f"location {base} {{ proxy_pass http://127.0.0.1:8866; ... }}",),
    )
