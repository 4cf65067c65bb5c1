"""Pages of other sites may link to a table, and do nothing else with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from classkit.hosting.config import ServerSettings
from classkit.hosting.cross_origin import get_refusal
from classkit.hosting.web_settings import build_content_policy

HOST = "games.uni.example"
MOODLE = "https://moodle.uni.example"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},
        {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"},
        {
            "Sec-Fetch-Site": "cross-site",
            "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "document",
            "Referer": MOODLE,
        },
        {
            "Sec-Fetch-Site": "same-site",
            "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "document",
        },
        {"Referer": f"{MOODLE}/", "Accept": "text/html,application/xhtml+xml,*/*;q=0.8"},
        {"Referer": f"http://{HOST}/voila/tree/", "Accept": "*/*"},
        {"Origin": f"http://{HOST}"},
    ],
)
def test_links_and_pages_of_our_own_open_a_table(headers: dict[str, str]) -> None:
    assert get_refusal(headers, HOST) == ""


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}
        for site in ("cross-site", "same-site", "nonsense")
        for mode, dest in (
            ("no-cors", "image"),
            ("no-cors", "script"),
            ("cors", "empty"),
            ("navigate", "iframe"),
            ("navigate", "embed"),
            ("navigate", "object"),
            ("no-cors", "document"),
        )
    ]
    + [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://[evil"},
        {"Origin": "https://evil.example", "Accept": "text/html"},
        {"Referer": "https://evil.example/", "Accept": "image/avif,*/*"},
        {"Referer": f"https://{HOST}.evil.example/"},
        {"Sec-Fetch-Site": "none", "Sec-Purpose": "prefetch;prerender"},
        {"Purpose": "prefetch"},
    ],
)
def test_whatever_else_another_site_asks_for_is_refused(headers: dict[str, str]) -> None:
    assert get_refusal(headers, HOST) != ""


def test_a_site_that_the_host_has_named_may_show_tables_inside_its_pages() -> None:
    inside = {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "iframe",
    }
    assert get_refusal({**inside, "Referer": f"{MOODLE}/course"}, HOST, (MOODLE,)) == ""
    assert get_refusal({**inside, "Referer": f"{MOODLE}.evil.example/"}, HOST, (MOODLE,)) != ""
    assert get_refusal(inside, HOST, (MOODLE,)) != ""


def test_browsers_are_told_who_may_show_a_table() -> None:
    assert build_content_policy(ServerSettings(Path("."))).endswith("frame-ancestors 'self'")
    told = build_content_policy(ServerSettings(Path("."), framed_by=(MOODLE,)))
    assert told.endswith(f"frame-ancestors 'self' {MOODLE}")
