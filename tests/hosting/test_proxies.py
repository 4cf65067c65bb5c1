"""Whose a request is: proxies that the host has named are believed, and nobody else."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path

import pytest
from tornado.httpclient import AsyncHTTPClient
from tornado.testing import bind_unused_port
from tornado.web import Application, RequestHandler

from classkit.hosting.config import ServerSettings, ServerSettingsError
from classkit.hosting.connection_limit import ConnectionSet
from classkit.hosting.ip_addresses import NetworkSet, normalize_address
from classkit.hosting.proxies import ProxyAwareServer


class Whose(RequestHandler):
    """Says what the server takes a visitor for."""

    def get(self) -> None:
        self.finish(json.dumps([self.request.remote_ip, self.request.protocol]))


def whose(*requests: dict[str, str], proxies: tuple[str, ...] = ()) -> list[list[str]]:
    """What a server with these proxies takes the senders of requests from this machine for."""

    async def ask() -> list[list[str]]:
        server = ProxyAwareServer(
            Application([("/", Whose)]),
            proxies=NetworkSet(proxies),
            connection_set=ConnectionSet(100),
        )
        listening, port = bind_unused_port()
        server.add_socket(listening)
        client = AsyncHTTPClient(force_instance=True)
        try:
            found = []
            for headers in requests:
                answer = await client.fetch(f"http://127.0.0.1:{port}/", headers=headers)
                found.append(json.loads(answer.body))
            return found
        finally:
            client.close()
            server.stop()

    return asyncio.run(ask())


FORGED = {
    "X-Forwarded-For": "192.0.2.7",
    "X-Real-Ip": "192.0.2.8",
    "X-Scheme": "https",
    "X-Forwarded-Proto": "https",
}


@pytest.mark.parametrize("proxies", [(), ("10.8.0.0/16", "::1")])
def test_nobody_else_is_believed(proxies: tuple[str, ...]) -> None:
    assert whose(FORGED, {}, proxies=proxies) == [["127.0.0.1", "http"]] * 2
    assert whose({"X-Forwarded-Proto": "https"}, proxies=proxies) == [["127.0.0.1", "http"]]


@pytest.mark.parametrize(
    ("stated", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("1.1.1.1, 192.0.2.7", "192.0.2.7"),
        ("1.1.1.1, 192.0.2.7, 10.8.3.4", "192.0.2.7"),
        ("127.0.0.1,192.0.2.7 ,127.0.0.1", "192.0.2.7"),
        ("2001:db8::7", "2001:db8::7"),
        ("192.0.2.7, unknown", "127.0.0.1"),
        ("192.0.2.7, <script>", "127.0.0.1"),
        ("10.8.3.4", "127.0.0.1"),
        (", ,", "127.0.0.1"),
        ("1.1.1.1, " * 900 + "192.0.2.7", "192.0.2.7"),
    ],
)
def test_a_named_proxy_is_believed_as_far_as_it_has_seen(stated: str, address: str) -> None:
    """Up to the last address that is no proxy's: what stands before it the visitor has written."""
    headers = {"X-Forwarded-For": stated, "X-Real-Ip": "1.1.1.1", "X-Scheme": "https"}
    assert whose(headers, proxies=("127.0.0.1", "10.8.0.0/16")) == [[address, "http"]]


@pytest.mark.parametrize(
    ("addresses", "protocols", "found"),
    [
        ("192.0.2.7, 10.8.0.2", "https,http", "https"),
        ("192.0.2.7, 10.8.0.2", "https, http", "https"),
        ("192.0.2.7, 10.8.0.2", "http", "http"),
        ("192.0.2.7, 10.8.0.2", "https,http,http", "http"),
        ("192.0.2.7", "https,http", "http"),
        ("192.0.2.7, 10.8.0.2, 10.8.0.3", "https", "https"),
        ("rubbish", "https,http", "http"),
    ],
)
def test_the_protocol_is_that_of_the_outermost_proxy(
    addresses: str, protocols: str, found: str
) -> None:
    """JupyterHub's proxy appends its own; what a visitor has written before them is ignored."""
    headers = {"X-Forwarded-For": addresses, "X-Forwarded-Proto": protocols}
    ((_, protocol),) = whose(headers, proxies=("127.0.0.1", "10.8.0.0/16"))
    assert protocol == found


def test_what_one_request_states_is_not_left_for_the_next() -> None:
    headers = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "http, https"}
    found = whose(headers, {}, proxies=("127.0.0.1",))
    assert found == [["192.0.2.7", "https"], ["127.0.0.1", "http"]]


def test_the_host_is_told_once_where_visitors_cannot_be_told_apart(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING, "classkit.hosting.proxies"):
        whose(FORGED, FORGED, {})
        (told,) = caplog.messages
        assert "add --proxy 127.0.0.1; until then all its visitors count as one" in told
        caplog.clear()
        whose({}, {}, proxies=("127.0.0.1",))
        (told,) = caplog.messages
        assert told.startswith("The proxy at 127.0.0.1 does not send X-Forwarded-For")
        caplog.clear()
        whose(FORGED, proxies=("10.8.0.1",))
        assert caplog.messages == [], "a host who has named a proxy knows of it"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("fe80::1%eth0", "fe80::"),
        ("::1", "::1"),
        ("nowhere", "nowhere"),
    ],
)
def test_a_household_of_the_newer_internet_counts_as_one_address(
    address: str, network: str
) -> None:
    assert normalize_address(address) == network


@pytest.mark.parametrize("stated", ["10.8.0.1", "10.8.0.0/16", "::1", "2001:db8::/32"])
def test_a_proxy_is_named_by_its_address_or_network(stated: str, tmp_path: Path) -> None:
    assert ServerSettings(tmp_path, proxies=(stated,)).validate_settings().proxies == (stated,)


@pytest.mark.parametrize(
    ("stated", "said"),
    [("proxy.uni.example", "must be an address, such as 10.8"), ("", "must be an address"),
     ("0.0.0.0/0", "includes every address"), ("::/0", "includes every address")],
)  # fmt: skip
def test_what_is_no_proxy_is_refused(stated: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ServerSettingsError, match=said):
        ServerSettings(tmp_path, proxies=(stated,)).validate_settings()
