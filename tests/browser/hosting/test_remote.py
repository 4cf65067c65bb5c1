"""A teacher's phone drives the hall's view of a table of a room."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.hosting.telephones import PHONE, join, opened, telephone
from tests.hosting.serving import Server

STEP = "() => document.querySelector('classkit-hall').store.now.step"


def open_table(page: Page, address: str) -> None:
    """Open the only table of a room from its wall."""
    page.goto(address)
    page.locator(".ck-wall-table").get_by_role("button").click()


def test_a_teachers_phone_steps_covers_and_draws_the_curtain(
    browser: Browser, server: Server
) -> None:
    desk, code = opened(browser, server, "poleconomy")
    student = telephone(browser, server, code)
    join(student, "Ada")
    desk.get_by_role("button", name="Seat 1 waiting").click()
    hall = desk.context.new_page()
    hall.set_viewport_size({"width": 1280, "height": 720})
    open_table(hall, f"{desk.url}?view=hall")
    shown = hall.locator("classkit-hall")
    expect(shown.locator(".ck-space").first).to_be_attached()
    phone = browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, storage_state=desk.context.storage_state()
    ).new_page()
    open_table(phone, desk.url)
    remote = phone.locator("classkit-remote")
    step = remote.locator(".ck-remote-step")
    moment = shown.evaluate(STEP)
    expect(step).to_contain_text("Waiting for Ada")
    step.tap()  # nobody is answered for by a tap
    step.dispatch_event("pointerdown")
    hall.wait_for_function(f"step => ({STEP})() > step", arg=moment)
    step.dispatch_event("pointerup")
    remote.get_by_role("button", name="Cover Treasury").tap()
    expect(shown.locator(".ck-treas .ck-lid")).to_be_visible()
    remote.get_by_role("button", name="Curtain").tap()
    expect(shown.locator(".ck-hall-blank")).to_be_visible()
    for button in (step, remote.get_by_role("button", name="Back")):
        box = button.bounding_box()
        assert box and box["height"] >= 96 and box["y"] + box["height"] <= PHONE["height"]
