"""No kernel before the cookie has come back; whoever drops it is told so, in words."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from classkit.hosting.session_cookie import COOKIE_NAME, RETRY_FLAG

from .dashboards import write_page
from .serving import Server, serving
from .visitor import Line, cookies_of, get, kernel_of, open_page, visit

PAGE = "/voila/render/page.ipynb"
QUERY = """
import os
print("asked for:", os.environ["QUERY_STRING"], "and no more")
"""
CODE = "A-code-of-a-match-that-is-none"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("dashboards")
    write_page(folder, "page", QUERY)
    words = (str(folder), "--max-kernels", "8", "--proxy", "127.0.0.1", "--grace", "1")
    framed = ("--framed-by", "https://moodle.uni.example")
    with serving(tmp_path_factory.mktemp("data"), *words, *framed) as server:
        yield server


def statuses(server: Server, path: str, count: int, **headers: str) -> set[int]:
    """The answers to so many visitors at once, who keep no cookies."""
    with ThreadPoolExecutor(8) as crowd:
        asked = [crowd.submit(get, server, path, **headers) for _ in range(count)]
    return {each.result()[0].status for each in asked}


def test_who_keeps_no_cookies_takes_no_place(server: Server) -> None:
    """A hundred pages without one; then again where they are sent to, and back from there."""
    assert statuses(server, PAGE, 100) == {303}
    assert statuses(server, f"{PAGE}?{RETRY_FLAG}", 50) == {403}
    assert statuses(server, f"{PAGE}?{RETRY_FLAG}&{RETRY_FLAG}", 10) == {403}
    assert server.kernels() == []


def test_a_cookie_that_was_made_elsewhere_takes_no_place(server: Server) -> None:
    """Nor does one of an earlier server, or of this one under another name."""
    (own,) = re.findall(rf"{COOKIE_NAME}=([^;]+)", cookies_of(get(server, "/")[0]))
    forged = [
        "a" * 22,
        f"2|1:0|10:1795000000|{len(COOKIE_NAME)}:{COOKIE_NAME}|4:YWFh|{'0' * 64}",
        own[:-1] + ("0" if own[-1] != "0" else "1"),
        own.replace("|1:0|", "|1:1|"),
        "YWFh|1795000000|" + "0" * 40,
        "|" * 1_000,
        '"',
    ]
    for value in forged:
        assert get(server, PAGE, Cookie=f"{COOKIE_NAME}={value}")[0].status == 303, value
        assert (
            get(server, f"{PAGE}?{RETRY_FLAG}", Cookie=f"{COOKIE_NAME}={value}")[0].status == 403
        ), value
    assert get(server, PAGE, Cookie=f"_xsrf={own}")[0].status == 303
    assert server.kernels() == []


def test_other_ways_to_ask_take_no_place_either(server: Server) -> None:
    known = {"Cookie": cookies_of(get(server, "/")[0])}
    for method in ("HEAD", "POST", "OPTIONS", "PUT", "TRACE"):
        assert get(server, PAGE, method, **known)[0].status in (403, 405), method
    asked = f"GET {PAGE} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    for request in (asked * 50, f"GET {PAGE} HTTP/1.0\r\n\r\n".encode()):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            line.sendall(request)
            line.shutdown(socket.SHUT_WR)
            while line.recv(65_536):
                pass
    assert server.kernels() == []


def test_a_visitor_is_sent_once_and_nothing_of_the_address_is_lost(server: Server) -> None:
    answer, _ = get(server, f"{PAGE}?code={CODE}&x=%20%ff")
    assert answer.status == 303
    assert answer.getheader("Location") == (
        f"./{PAGE.rpartition('/')[2]}?code={CODE}&x=%20%ff&{RETRY_FLAG}"
    )
    cookie = answer.getheader("Set-Cookie") or ""
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Secure" not in cookie
    answer, text = visit(server, f"{PAGE}?code={CODE}")
    assert answer.status == 200
    Line(server, kernel_of(text)).leave()
    assert f"asked for: code={CODE} and no more" in text, "what the kernel is told"


def test_who_comes_back_without_the_cookie_is_told_what_to_do(server: Server) -> None:
    answer, text = get(server, f"{PAGE}?code={CODE}&{RETRY_FLAG}")
    assert answer.status == 403 and answer.getheader("Cache-Control") == "no-store"
    assert "This page needs a cookie" in text and "Allow cookies for this site" in text
    assert f'href="{PAGE}?code={CODE}">Try again' in text
    assert 'http-equiv="refresh"' not in text
    assert cookies_of(answer), "who has allowed it meanwhile gets it now"


def test_the_index_sets_the_cookie_and_a_table_opens_at_once(server: Server) -> None:
    known = cookies_of(get(server, "/")[0])
    answer, text = get(server, PAGE, Cookie=known)
    assert answer.status == 200 and answer.getheader("Set-Cookie") is None
    Line(server, kernel_of(text)).leave()
    assert get(server, "/", Cookie=known)[0].getheader("Set-Cookie") is None, "it stays"


def test_inside_a_page_of_another_site_it_is_a_cookie_that_browsers_keep_there(
    server: Server,
) -> None:
    inside = {
        "Sec_Fetch_Site": "cross-site",
        "Sec_Fetch_Mode": "navigate",
        "Sec_Fetch_Dest": "iframe",
        "Referer": "https://moodle.uni.example/course",
    }
    answer, _ = get(server, PAGE, **inside)
    assert answer.status == 303
    assert answer.getheader("Referrer-Policy") is None, "or browsers would not name it again"
    assert "SameSite=None; Secure; Partitioned" in (answer.getheader("Set-Cookie") or "")
    answer, text = get(server, f"{PAGE}?{RETRY_FLAG}", **inside)
    assert answer.status == 403 and "in a separate tab" in text
    assert f'href="{PAGE}" target="_blank">Open the table' in text
    answer, text = visit(server, PAGE, **inside)
    assert answer.status == 200
    Line(server, kernel_of(text)).leave()


def test_behind_the_proxy_an_address_that_drops_its_cookies_leaves_places_to_others(
    server: Server,
) -> None:
    """Each page with a cookie of its own, and the address another each time, as strangers say."""
    server.wait_for_kernels(0)
    with ThreadPoolExecutor(4) as crowd:
        pages = [
            crowd.submit(
                visit,
                server,
                PAGE,
                X_Forwarded_For=f"10.9.9.{number}, 192.0.2.7",
                X_Real_IP="1.1.1.1",
            )
            for number in range(4)
        ]
    assert {page.result()[0].status for page in pages} == {200}
    lines = [Line(server, kernel_of(page.result()[1])) for page in pages]
    for _ in range(2):
        lines.append(Line(server, open_page(server, "page.ipynb", X_Forwarded_For="192.0.2.7")))
    answer, text = visit(server, PAGE, X_Forwarded_For="8.8.8.8,192.0.2.7")
    assert answer.status == 503 and "for your network" in text
    for address in ("192.0.2.8", "2001:db8:1:2::3"):
        lines.append(Line(server, open_page(server, "page.ipynb", X_Forwarded_For=address)))
    assert len(server.kernels()) == 8
    for line in lines:
        line.leave()
    server.wait_for_kernels(0)


def test_behind_a_proxy_with_https_the_cookie_is_for_https(server: Server) -> None:
    told = {"X_Forwarded_For": "192.0.2.7", "X_Forwarded_Proto": "https"}
    assert "Secure" in (get(server, PAGE, **told)[0].getheader("Set-Cookie") or "")
