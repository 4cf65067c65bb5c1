"""Refused websockets: what is remembered, and what the log says of it."""

from __future__ import annotations

import logging

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine

from classkit.hosting.socket_refusals import (
    LOST_UPGRADE,
    MAX_ATTEMPTS,
    MAX_PAIRS,
    OLD_HTTP,
    OPENED,
    OTHER_HOST,
    SocketAttempt,
    SocketRefusals,
    find_lost_upgrade,
    has_upgrade,
)


def request(host: str, origin: str = "https://uni.example", **headers: str) -> HTTPServerRequest:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    stated = HTTPHeaders({"Host": host, "Origin": origin, **named})
    return HTTPServerRequest(start_line=RequestStartLine("GET", "/", "HTTP/1.1"), headers=stated)


def test_a_pair_of_hosts_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    refusals = SocketRefusals()
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            refusals.log_refusal(OTHER_HOST, request("uni.example:81", X_Forwarded_Host="a.b"))
        refusals.log_refusal(LOST_UPGRADE, request("uni.example:81"))
    differ, lost = (record.getMessage() for record in caplog.records)
    assert (
        "the host uni.example:81, from a page at https://uni.example (X-Forwarded-Host: a.b)"
        in (differ)
    )
    assert "its header Upgrade was lost" in lost


def test_what_strangers_send_neither_fills_the_log_nor_the_memory(
    caplog: pytest.LogCaptureFixture,
) -> None:
    refusals = SocketRefusals()
    with caplog.at_level(logging.WARNING):
        for number in range(2 * MAX_PAIRS):
            refusals.log_refusal(OTHER_HOST, request(f"h{number}", "x" * 10_000 + str(number)))
    assert len(caplog.records) == len(refusals.logged_pairs) == MAX_PAIRS
    assert max(len(record.getMessage()) for record in caplog.records) < 800
    for number in range(2 * MAX_ATTEMPTS):
        refusals.remember_attempt(f"id {number}", SocketAttempt(OPENED, "h", "o"))
    assert len(refusals.attempts) == MAX_ATTEMPTS
    assert f"id {2 * MAX_ATTEMPTS - 1}" in refusals.attempts and "id 0" not in refusals.attempts


@pytest.mark.parametrize(
    ("headers", "complete", "lost"),
    [
        ({"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "k"}, True, ""),
        ({"Upgrade": "WebSocket", "Connection": "keep-alive, Upgrade"}, True, ""),
        (
            {"Upgrade": "websocket", "Connection": "close", "Sec-WebSocket-Key": "k"},
            False,
            LOST_UPGRADE,
        ),
        ({"Connection": "close", "Sec-WebSocket-Key": "k"}, False, LOST_UPGRADE),
        ({"Connection": "close"}, False, ""),
    ],
)
def test_which_headers_a_websocket_needs(
    headers: dict[str, str], complete: bool, lost: str
) -> None:
    """RFC 6455, section 4.2.1; an ordinary request is no websocket that lost something."""
    assert (has_upgrade(headers), find_lost_upgrade(headers)) == (complete, lost)
    expected = OLD_HTTP if complete and "Sec-WebSocket-Key" in headers else lost
    assert find_lost_upgrade(headers, "HTTP/1.0") == expected, "HTTP/1.0 has no websockets"
