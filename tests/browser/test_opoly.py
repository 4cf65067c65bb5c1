"""487-opoly at the table, in a real browser: an auction by keys, who bid what, record sheets."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.classroom import open_table
from tests.browser.servers import Place

PERSONS = """\
import classkit
table = classkit.table("opoly", seats=["Ada", "Bo <b>", "Cy", "Di"], seed=7, bots={})
table
"""


def test_an_open_auction_is_played_with_one_key_a_raise(page: Page, in_voila: Place) -> None:
    """Q2.2: the standing bid is in the question; afterwards it is told who bid what."""
    table = open_table(page, in_voila, in_voila.write("auction.ipynb", PERSONS))
    panel, question = table.root.locator("classkit-ask"), table.root.locator(".ck-question")
    bid = panel.get_by_role("button", name="Bid", exact=True)
    expect(bid).to_be_visible()
    edge, body = bid.bounding_box(), panel.locator(".ck-ask-body").bounding_box()
    assert edge and body and edge["y"] + edge["height"] <= body["y"] + body["height"]
    table.root.focus()
    page.keyboard.press("r")
    expect(question).to_contain_text("the standing bid is $1 by Ada")
    page.keyboard.press("r")
    expect(question).to_contain_text("the standing bid is $6 by Bo <b>")
    for who in ("Cy", "Di", "Ada"):
        expect(panel.locator(".ck-ask-who")).to_contain_text(who)
        panel.get_by_role("button", name="Pass", exact=True).click()
    told = "Bo <b> buys Baltic Avenue for $6 (second bid $1, $5 left on the table)."
    expect(table.root.locator(".ck-told")).to_contain_text(told)
    news = table.root.locator("classkit-news")
    expect(news).to_contain_text(re.compile(r"Last bids: Ada \$1, Bo <b> \$6\."))


def test_record_sheets_are_read_and_taken_along(page: Page, in_voila: Place) -> None:
    """Q1.6: cash flow with reasons, holdings and contracts, of all or of one company."""
    source = PERSONS.replace("bots={}", 'bots="appraiser"')
    table = open_table(page, in_voila, in_voila.write("sheets.ipynb", source))
    table.step(6)
    table.tab("Sheets")
    sheets = table.root.locator("classkit-sheets")
    expect(sheets.locator("thead")).to_contain_text("Cash after it, $")
    expect(sheets.locator("tbody")).to_contain_text("bought at auction")
    expect(sheets.locator("tbody")).to_contain_text("Bo <b>")
    rows = sheets.locator("tbody tr")
    every = rows.count()
    sheets.get_by_label("Of whom").select_option("B")
    expect(sheets.locator("thead")).not_to_contain_text("Company")
    assert 0 < rows.count() < every
    with page.expect_download() as download:
        sheets.get_by_role("button", name="Take along (CSV)").click()
    file = Path(download.value.path())
    with file.open(newline="", encoding="utf-8") as lines:
        assert len(list(csv.DictReader(lines))) == every
    sheets.get_by_label("Which sheet").select_option("holdings")
    expect(sheets.locator("thead")).to_contain_text("Cost basis, $")
