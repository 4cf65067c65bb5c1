"""A phone and a desk whose database is locked say that an answer is being stored, and go on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.hosting.serving import serving

from .telephones import opened, telephone


def test_a_page_says_that_it_is_stored_until_it_is(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "dashboards").mkdir()
    file = tmp_path / "rooms.sqlite"
    with serving(
        tmp_path / "data", str(tmp_path / "dashboards"), CLASSKIT_ROOMS=f"sqlite:///{file}"
    ) as server:
        desk, code = opened(browser, server, "economy")
        phone = telephone(browser, server, code)
        lock = sqlite3.connect(file, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        phone.get_by_label("Your name").fill("Ada")
        phone.get_by_role("button", name="Join").click()
        expect(phone.get_by_text("Storing …")).to_be_visible(timeout=30_000)
        expect(desk.get_by_title("Storing …")).to_be_visible(timeout=30_000)
        lock.execute("ROLLBACK")
        lock.close()
        expect(phone.get_by_role("heading")).to_contain_text("You are in", timeout=30_000)
        expect(phone.get_by_text("Storing …")).to_be_hidden()
        expect(desk.get_by_title("Storing …")).to_be_hidden()
        for page in (desk, phone):
            page.context.close()
