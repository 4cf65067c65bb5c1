"""A server behind a real nginx: what `classkit doctor --at` finds, and what the log names."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from classkit.cli import main

from .proxied import Proxied, proxied


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    with proxied(tmp_path_factory.mktemp("nginx"), seconds=5) as sites:
        yield sites


def doctor(
    capsys: pytest.CaptureFixture[str], address: str, seconds: int = 0
) -> tuple[int, dict[str, dict[str, object]]]:
    """Exit code and findings."""
    code = main(["doctor", "--at", address, "--seconds", str(seconds), "--json"])
    return code, {one["what"]: one for one in json.loads(capsys.readouterr().out)}


def failed(findings: dict[str, dict[str, object]]) -> dict[str, object]:
    """The failed checks, and who refused."""
    return {what: one["refused_by"] for what, one in findings.items() if not one["good"]}


def test_a_good_proxy_passes_every_check(
    sites: Proxied, capsys: pytest.CaptureFixture[str]
) -> None:
    code, findings = doctor(capsys, f"{sites.good}voila/tree?x=1", seconds=4)
    assert (code, failed(findings)) == (0, {}), findings
    assert not any(one["is_skipped"] for one in findings.values())
    assert "5,072,000 bytes arrive in each direction" in str(findings["frames"]["found"])
    assert "10 turns were played" in str(findings["table"]["found"])
    assert "pings answered during the load" in str(findings["minute"]["found"])
    assert "is open after" in str(findings["quiet"]["found"])


def test_a_proxy_without_upgrade(sites: Proxied, capsys: pytest.CaptureFixture[str]) -> None:
    code, findings = doctor(capsys, sites.no_upgrade)
    assert (code, failed(findings)) == (1, {"websocket": "the proxy"})
    assert "without the header Upgrade" in str(findings["websocket"]["found"])
    assert "proxy_set_header Upgrade $http_upgrade;" in str(findings["websocket"]["remedy"])
    assert all(findings[what]["is_skipped"] for what in ("frames", "table", "minute"))


def test_a_proxy_that_loses_the_port(sites: Proxied, capsys: pytest.CaptureFixture[str]) -> None:
    code, findings = doctor(capsys, sites.lost_port)
    assert (code, failed(findings)) == (1, dict.fromkeys(("host", "websocket"), "the program"))
    assert "arrives for the host localhost, from a page at http://localhost:" in str(
        findings["websocket"]["found"]
    )
    assert "proxy_set_header Host $http_host;" in str(findings["websocket"]["remedy"])


def test_a_proxy_that_strips_the_prefix(sites: Proxied, capsys: pytest.CaptureFixture[str]) -> None:
    """Websockets open, but no file or link of a page would."""
    code, findings = doctor(capsys, sites.stripped)
    assert (code, failed(findings)) == (1, {"prefix": "the proxy"})
    assert "--base-url /user/ada/proxy/8866/" in str(findings["prefix"]["remedy"])


def test_a_proxy_that_speaks_http_1_0(sites: Proxied, capsys: pytest.CaptureFixture[str]) -> None:
    """Nginx does by default, and forwards no message even if Upgrade arrives."""
    code, findings = doctor(capsys, sites.old_http)
    assert (code, failed(findings)) == (1, {"websocket": "the proxy"})
    assert "over HTTP/1.0" in str(findings["websocket"]["found"])
    assert "proxy_http_version 1.1;" in str(findings["websocket"]["remedy"])


def test_a_lost_cookie_is_the_only_problem(
    sites: Proxied, capsys: pytest.CaptureFixture[str]
) -> None:
    """No table opens without the cookie, for which the program is not to blame."""
    code, findings = doctor(capsys, sites.no_cookie)
    assert (code, failed(findings)) == (1, {"cookie": "the proxy"})
    assert findings["table"]["is_skipped"]


def test_a_proxy_that_names_another_host(
    sites: Proxied, capsys: pytest.CaptureFixture[str]
) -> None:
    code, findings = doctor(capsys, sites.other_host)
    assert (code, failed(findings)) == (1, {"page": "the program"})
    assert "proxy_set_header Host $http_host;" in str(findings["page"]["remedy"])


def test_a_login_that_knows_the_wanted_address_is_no_moved_server(
    sites: Proxied, capsys: pytest.CaptureFixture[str]
) -> None:
    code, findings = doctor(capsys, sites.login)
    assert (code, failed(findings)) == (1, {"page": "the proxy"})
    assert "a page that is not classkit's" in str(findings["page"]["found"])


def test_a_short_timeout_is_noted_and_no_failure(
    sites: Proxied, capsys: pytest.CaptureFixture[str]
) -> None:
    code, findings = doctor(capsys, sites.short_timeout, seconds=7)
    assert (code, failed(findings)) == (0, {}), findings
    assert "was closed by the proxy" in str(findings["quiet"]["found"])
    assert "proxy_read_timeout 75s;" in str(findings["quiet"]["remedy"])


def test_the_printed_form_names_who_refused(
    sites: Proxied, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--at", sites.no_upgrade, "--seconds", "0"]) == 1
    told = capsys.readouterr().out
    assert "PROBLEM  websocket (refused by the proxy): it arrives without the header" in told
    assert "-> Forward the headers Upgrade and Connection, over HTTP/1.1. In nginx:\n" in told
    assert "skipped  frames" in told and told.endswith("1 problems.\n")


def test_an_address_where_nothing_or_something_else_answers(
    sites: Proxied, capsys: pytest.CaptureFixture[str]
) -> None:
    code, findings = doctor(capsys, sites.good.replace("/econ/", "/elsewhere/"))
    assert (code, failed(findings)) == (1, {"page": "the proxy"})
    assert str(findings["page"]["found"])[:3] in ("403", "404"), "nginx's own page"
    code, findings = doctor(capsys, "http://127.0.0.1:9/")
    assert (code, failed(findings)) == (1, {"page": "the network"})


def test_the_log_names_both_hosts_once_for_each_pair(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    with proxied(tmp_path_factory.mktemp("log")) as sites:
        for _ in range(2):
            doctor(capsys, sites.no_upgrade)
            doctor(capsys, sites.lost_port)
        told = sites.server.stop()
    origin = sites.lost_port.removesuffix("/econ/")
    named = f"arrived for the host localhost, from a page at {origin}. If"
    assert told.count("because the hosts differ") == told.count(named) == 1, told
    assert told.count("because its header Upgrade was lost") == 1
