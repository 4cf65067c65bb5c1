"""Connections that say nothing do not keep others out of a server."""

from __future__ import annotations

import contextlib
import socket
from pathlib import Path

import psutil
import pytest

from classkit.hosting.config import count_fitting_kernels
from classkit.hosting.connection_limit import MAX_KNOWN_EACH, ConnectionSet
from classkit.hosting.machine_resources import get_file_limit

from .dashboards import write_page
from .serving import serving
from .visitor import Line, get, message, open_page

FILES = 400
"""Open files of the server in this test: a hundred connections."""


class Connection:
    """A connection that notes whether it was closed."""

    closed = False

    def close(self) -> None:
        self.closed = True


def arrive(crowd: ConnectionSet, number: int, peer: str) -> list[Connection]:
    came = [Connection() for _ in range(number)]
    for one in came:
        crowd.add_connection(one, peer)
    return came


def test_the_oldest_of_one_address_makes_room() -> None:
    crowd = ConnectionSet(100)
    others = arrive(crowd, 10, "10.0.0.8")
    stranger = arrive(crowd, 60, "10.0.0.7")
    assert [one.closed for one in stranger] == [True] * 10 + [False] * 50
    assert not any(one.closed for one in others)
    arrive(crowd, 60, "2001:db8:1:2::1")
    assert sum(one.closed for one in others) == 10, "of all together the oldest"


def test_connections_of_known_visitors_go_last() -> None:
    crowd = ConnectionSet(100)
    (ada,) = arrive(crowd, 1, "10.0.0.7")
    crowd.mark_known(ada, "ada")
    greedy = arrive(crowd, 20, "10.0.0.7")
    for one in greedy:
        crowd.mark_known(one, "greedy")
    arrive(crowd, 200, "10.0.0.7")
    arrive(crowd, 200, "10.0.0.8")
    assert not ada.closed and sum(not one.closed for one in greedy) == MAX_KNOWN_EACH
    assert len(crowd.all) + len(crowd.known) == 100
    for one in (ada, *greedy):
        crowd.discard_connection(one)
    assert not crowd.known and not crowd.by_name


def test_those_who_have_gone_take_no_room() -> None:
    crowd = ConnectionSet(100)
    for one in arrive(crowd, 50, "10.0.0.7"):
        crowd.discard_connection(one)
        crowd.discard_connection(one)
    assert not crowd.all and not crowd.by_address
    assert not any(one.closed for one in arrive(crowd, 50, "10.0.0.7"))


def test_behind_a_proxy_are_many() -> None:
    crowd = ConnectionSet(100)
    assert not any(one.closed for one in arrive(crowd, 100, "127.0.0.1"))


def test_a_server_whose_files_are_used_up_answers(tmp_path: Path) -> None:
    """It could accept nobody, and would try again as fast as it can."""
    write_page(tmp_path, "page", "1")
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES}))"
    (tmp_path / "sitecustomize.py").write_text(limit, encoding="utf-8")
    words = (str(tmp_path), "--max-kernels", "2")
    with contextlib.ExitStack() as held:
        server = held.enter_context(serving(tmp_path / "data", *words, PYTHONPATH=str(tmp_path)))
        line = Line(server, open_page(server, "page.ipynb"))
        for _ in range(2 * FILES):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=20)
            held.enter_context(connection)
        assert get(server, "/voila/tree/")[0].status == 200
        line.asks(message("kernel_info_request"))
        line.leave()
        assert psutil.Process(server.process.pid).num_fds() < FILES


def test_kernels_have_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("classkit.hosting.config.get_file_limit", lambda: 1_024)
    assert count_fitting_kernels() <= 32
    assert get_file_limit() >= 1_024
