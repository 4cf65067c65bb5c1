"""What is said where a match cannot be read or written, and what is left as it is."""

from __future__ import annotations

import os
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.hosting.visits import OPEN, TABLE, code, step, stored, tab, usable
from tests.browser.tabs import leave
from tests.hosting.serving import Server


def test_an_unknown_code_gets_a_message_never_a_match_under_it(
    server: Server, context: BrowserContext, deep: bool
) -> None:
    """Malformed codes never reach the store (tests/hosting/test_session.py).

    A page is shown such ones with ``--deep``, in the short form only one that is well-formed.
    """
    page = tab(context)
    dialog = page.get_by_role("alertdialog", name="This match was not opened")
    malformed = ("../../../../etc/passwd", "x", "%00" * 20) if deep else ()
    for wrong in (*malformed, "A" * 22):
        leave(page)
        server.wait_for_kernels(0)
        before = set(os.listdir(server.data / "matches"))
        page.goto(f"{server.url}{TABLE}?code={wrong}")
        expect(dialog).to_be_visible(timeout=OPEN)
        fresh = set(os.listdir(server.data / "matches")) - before
        assert len({name.partition(".")[0] for name in fresh} | {wrong}) <= 2, "one fresh code"
        assert not any(name.startswith(wrong) for name in fresh)
    dialog.get_by_role("button", name="Play a new match").click()
    usable(page)
    step(page, 1)
    assert code(page) != wrong
    fresh = set(os.listdir(server.data / "matches")) - before
    assert fresh and all(name.startswith(code(page)) for name in fresh)


def test_a_disk_that_cannot_be_written_and_a_damaged_record_are_said(
    server: Server, open_table: Callable[..., Page], context: BrowserContext
) -> None:
    """The match goes on where the disk cannot be written; a damaged record is left as it is."""
    page = open_table()
    step(page, 1)
    kept = stored(server, page)
    matches, aside = server.data / "matches", server.data / "aside"
    matches.rename(aside)
    matches.write_text("in the way")
    try:
        step(page, 1)
        expect(page.get_by_role("alert")).to_contain_text("could not be stored")
        step(page, 1)
    finally:
        matches.unlink()
        aside.rename(matches)
    assert stored(server, page) == kept, "what was stored before is still there"
    turn = step(page, 1)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert stored(server, page) != kept
    page.reload()
    usable(page)
    page.wait_for_function(
        "(turn) => document.querySelector('classkit-table').store.now.turn === turn", arg=turn
    )

    path = server.data / "matches" / f"{code(page)}.json"
    leave(page)
    server.wait_for_kernels(0)
    damaged = path.read_text(encoding="utf-8")[:300]
    path.write_text(damaged, encoding="utf-8")
    page.goto(f"{server.url}{TABLE}?code={path.stem}")
    dialog = page.get_by_role("alertdialog", name="This match was not opened")
    expect(dialog).to_contain_text("cut off or damaged", timeout=OPEN)
    dialog.get_by_role("button", name="Play a new match").click()
    usable(page)
    step(page, 1)
    assert path.read_text(encoding="utf-8") == damaged
