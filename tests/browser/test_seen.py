"""Who looks, in a browser: everybody's view by default, a seat's only after a second question.

The page talks to a desk in the test's own process, so no server of notebooks is needed.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.channel import Channel, Hub
from classkit.widgets.desk import Desk
from tests.browser.test_page import ROOT, Files
from tests.toy import GAME

THEMES = ("light", "dark", "projector")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The checkout on a port of its own."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/tests/page/kernel.html"
    server.shutdown()
    server.server_close()


def open_desk(page: Page, address: str, desk: Desk) -> None:
    """Show a desk in the page."""
    sent: list[dict[str, Any]] = []
    channel = Channel(Hub(desk), lambda content, buffers=None: sent.append(content))

    def kernel(content: dict[str, Any]) -> list[dict[str, Any]]:
        sent.clear()
        channel.receive(content)
        answers: list[dict[str, Any]] = json.loads(json.dumps(sent))
        return answers

    page.expose_function("kernel", kernel)
    page.goto(address)
    expect(page.locator(".ck-board .ck-space").first).to_be_visible()


def harbour(**options: Any) -> Desk:
    """A toy match of three persons, in the middle of whose first voyage they pause."""
    match = classkit.new(GAME, seats=["Ada", "Bo", "Cy"], seed=4, **options)
    for seat in match.seats:
        match.answer("sell", seat=seat, grain=0, oil=0, spice=0)
    return Desk(match, dict.fromkeys("ABC"))


def test_the_projected_page_gives_no_hand_away_and_a_seat_is_asked_for_twice(
    page: Page, address: str
) -> None:
    """T1.3: what a merchant draws only he sees."""
    open_desk(page, address, harbour())
    news, seen_as = page.locator("classkit-news"), page.get_by_label("Seen as")
    expect(seen_as).to_have_value("everybody")
    expect(news).to_contain_text("Ada draws 3 hidden goods")
    seen_as.select_option("A")
    expect(news).to_contain_text("Ada draws 3 hidden goods")
    question = page.get_by_role("dialog", name="Who should look now")
    expect(question).to_contain_text("Is Ada the only one who looks?")
    expect(question.get_by_role("button", name="Leave it hidden")).to_be_focused()
    question.get_by_role("button", name="Leave it hidden").click()
    expect(seen_as).to_have_value("everybody")
    expect(seen_as).to_be_focused()
    seen_as.select_option("A")
    question.get_by_role("button", name="Show it").click()
    expect(seen_as).to_have_value("A")
    expect(news).not_to_contain_text("Ada draws 3 hidden goods")
    expect(news).to_contain_text("Bo draws 3 hidden goods")
    expect(page.locator("classkit-live")).to_contain_text("Shown as Ada sees it.")


def test_one_key_hides_everything_again(page: Page, address: str) -> None:
    desk = harbour()
    desk.set_seen_as("instructor")
    open_desk(page, address, desk)
    news = page.locator("classkit-news")
    expect(news).not_to_contain_text("hidden goods")
    line = news.locator(".ck-news-line", has_text="Bo draws").first
    line.click()
    expect(news.locator(".ck-trail").filter(has_text="from the sea")).to_be_visible()
    page.locator("classkit-table").focus()
    page.keyboard.press("e")
    expect(page.get_by_label("Seen as")).to_have_value("everybody")
    expect(news).to_contain_text("Bo draws 3 hidden goods")
    expect(news.locator(".ck-trail").filter(has_text="from the sea")).to_have_count(0)


def test_arrow_keys_on_the_choice_reveal_nothing_by_themselves(page: Page, address: str) -> None:
    open_desk(page, address, harbour())
    page.get_by_label("Seen as").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("dialog", name="Who should look now")).to_be_visible()
    expect(page.locator("classkit-news")).to_contain_text("Ada draws 3 hidden goods")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Seen as")).to_have_value("everybody")


def test_what_a_seat_may_do_in_secret_is_opened_by_that_seat(page: Page, address: str) -> None:
    """T3.4: every merchant may pawn; the form lists what he holds."""
    open_desk(page, address, harbour())
    ask = page.locator("classkit-ask")
    box = ask.locator("details", has_text="Only Bo should look: what Bo may also do")
    expect(box).to_be_visible()
    expect(ask).not_to_contain_text("Pawn")
    box.locator("summary").click()
    expect(box.get_by_role("button", name="Pawn")).to_be_visible()


def test_a_private_decision_waits_for_its_seat_and_is_hidden_again(
    page: Page, address: str
) -> None:
    """T4.6: what goes overboard shows what a merchant holds."""
    desk = harbour(rounds=30)
    while desk.asked()[0].name != "storm":
        desk.let_bot(desk.asked()[0].seat, "default")
    name = desk.say.seat(desk.asked()[0].seat)
    open_desk(page, address, desk)
    ask = page.locator("classkit-ask")
    expect(ask).to_contain_text(f"{name} decides, unseen by the others.")
    expect(ask).not_to_contain_text("Which good goes overboard")
    ask.get_by_role("button", name=f"I am {name}: show my choices").click()
    expect(ask).to_contain_text("Which good goes overboard?")
    ask.get_by_role("button", name="Hide again").click()
    expect(ask).not_to_contain_text("Which good goes overboard")
    ask.get_by_role("button", name=f"I am {name}: show my choices").click()
    ask.get_by_role("button", name="Default: ").click()
    expect(ask).not_to_contain_text("Which good goes overboard")


def test_what_is_drawn_unseen_is_typed_in_unseen(page: Page, address: str) -> None:
    match = classkit.new(GAME, seats=["Ada", "Bo"], seed=4, luck="by_hand")
    open_desk(page, address, Desk(match, dict.fromkeys("AB")))
    ask = page.locator("classkit-ask")
    expect(ask).to_contain_text("Ada draws, unseen by the others.")
    ask.get_by_role("button", name="Enter what was drawn, unseen by the others").click()
    for number in (1, 2, 3):
        ask.get_by_role("group", name=f"Items {number}").get_by_role("radio", name="Grain").check()
    ask.get_by_role("button", name="Enter what was drawn", exact=True).click()
    expect(ask).to_contain_text("Bo draws, unseen by the others.")


def test_a_game_without_secrets_shows_no_choice(page: Page, address: str) -> None:
    open_desk(page, address, harbour(open_hands=True))
    expect(page.get_by_label("Seen as")).to_be_hidden()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seen_as", ["everybody", "instructor"])
def test_the_choice_has_its_place_and_keeps_to_the_rules_of_access(
    page: Page, address: str, theme: str, seen_as: str
) -> None:
    """It stands in the head beside the theme, in one line; axe-core finds nothing (WCAG 2.1 AA)."""
    desk = harbour()
    desk.set_theme(theme)
    desk.set_seen_as(seen_as)
    open_desk(page, address, desk)
    head = page.locator(".ck-head").bounding_box()
    choice = page.get_by_label("Seen as").bounding_box()
    shown = page.get_by_label("Theme").bounding_box()
    assert head and choice and shown
    assert choice["x"] + choice["width"] <= shown["x"]
    assert abs(choice["y"] + choice["height"] / 2 - shown["y"] - shown["height"] / 2) <= 1
    assert choice["x"] >= head["x"] and head["height"] < 80
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
    found = Axe().run(page, context="classkit-table", options=rules)
    told = [(rule["id"], [node["target"] for node in rule["nodes"]])
            for rule in found.response["violations"]]  # fmt: skip
    assert not told, told
