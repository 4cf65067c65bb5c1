"""A homework as students open it: its sentences are sentences, whatever signs are in them."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import classkit
from classkit.assignments.homework import notebooks
from tests.browser.servers import Place


def test_no_sentence_becomes_mathematics(page: Page, in_lab: Place) -> None:
    """Two sums of dollars in one paragraph are typeset as a formula if nothing keeps them apart."""
    seats = ["$Ada$", "<b>Bo</b>", r"\(x\)", "[D](http://x.com) www.x.com"]
    match = classkit.new("poleconomy", seats=seats, seed=11, game=2)
    for _ in range(6):
        match.play("turn", bots="politician")
    book = notebooks(match, names=True)["homework"]
    (in_lab.folder / "homework.ipynb").write_text(book, encoding="utf-8")
    page.goto(in_lab.address("homework.ipynb"))
    shown = page.locator(".jp-RenderedMarkdown")
    expect(shown.get_by_role("heading", name="Set-up")).to_be_visible(timeout=60_000)
    set_up = shown.locator("p").filter(has_text="Basic Income").first
    expect(set_up).to_contain_text("$Ada$ has a Basic Income of $")
    for name in seats:
        expect(set_up).to_contain_text(name)
    page.wait_for_timeout(3_000)  # mathematics comes late, if it comes
    assert page.locator("mjx-container").count() == 0
    assert shown.locator("b, a[href^='http']").count() == 0
