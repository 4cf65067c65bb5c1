"""A class whose pages are translated: the desk with its wall, and phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hosting.telephones import (
    asked_of,
    by_hand,
    choose,
    join,
    opened,
    play_to,
    telephone,
)
from tests.browser.hosting.test_class import NAMES, all_are_polled
from tests.browser.translation import texts, translate_all
from tests.browser.waiting import eventually
from tests.hosting.serving import Server

MARKED = "marked"
"""Words stay as they are, between marks that have no width: a test finds them by what they say."""
ROOT = "classkit-live, classkit-news, classkit-ask, .ck-wall, .ck-phone-me"


@pytest.fixture
def translated(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """A browser that translates every page."""
    make = browser.new_context

    def translating(**settings: object) -> object:
        context = make(**settings)  # type: ignore[arg-type]
        translate_all(context, MARKED)
        return context

    monkeypatch.setattr(browser, "new_context", translating)
    return browser


@pytest.mark.deep
def test_a_class_whose_pages_are_translated(translated: Browser, server: Server) -> None:
    """They join, decide and are asked; each page says what it says when it is loaded anew."""
    failed: list[str] = []
    desk, code = opened(translated, server, "poleconomy")
    phones = [telephone(translated, server, code) for _ in range(3)]
    for page in (desk, *phones):
        page.on("pageerror", lambda error: failed.append(str(error)))
    for phone, name in zip(phones, NAMES, strict=True):
        join(phone, name)
    desk.get_by_role("button", name="Seat 3 waiting").click()
    for _ in range(4):
        by_hand(asked_of(phones))
    play_to(phones, 3)
    choose(desk, "Pause all")
    for phone in phones:
        expect(phone.get_by_text("The teacher has paused your table.")).to_be_visible()
    for page in (desk, *phones):
        is_as_when_loaded_anew(page)
    choose(desk, "Go on")
    for phone in phones:
        expect(phone.get_by_text("The teacher has paused")).to_have_count(0)
    late = telephone(translated, server, code)
    late.get_by_label("Your name").fill("Eve")
    late.get_by_role("button", name="Join").click()
    expect(late.locator(".ck-phone-name")).to_have_text("Eve")
    all_are_polled(desk, phones[:2])
    assert failed == []


def is_as_when_loaded_anew(page: Page) -> None:
    """See that a page says what it says when it is loaded anew."""
    live = texts(page, ROOT, MARKED)
    assert any(live.values())
    page.reload()
    eventually(page, lambda: texts(page, ROOT, MARKED), live)
