"""487-opoly at the table, in a real browser: an auction by keys, who bid what, record sheets."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.classroom import nothing_is_covered
from tests.browser.desks import show_table

PERSONS = """\
import classkit
table = classkit.table("opoly", seats=["Ada", "Bo <b>", "Cy", "Di"], seed=7, bots="person")
table
"""

BID = re.compile(r"^Bid( \$[\d,]+)?$")
"""The button of a bid, with its amount where that is one."""


def test_an_open_auction_is_played_with_one_key_a_raise(page: Page, harness: str) -> None:
    """Q2.2: the standing bid is in the question; afterwards it is told who bid what."""
    table = show_table(page, harness, PERSONS)
    panel, question = table.root.locator("classkit-ask"), table.root.locator(".ck-question")
    bid = panel.get_by_role("button", name=BID)
    expect(bid).to_be_visible()
    edge, body = bid.bounding_box(), panel.locator(".ck-ask-body").bounding_box()
    nothing_is_covered(table)
    assert edge and body and edge["y"] + edge["height"] <= body["y"] + body["height"]
    table.root.focus()
    page.keyboard.press("r")
    expect(question).to_contain_text("Baltic Avenue: Ada bids $1. Raise or pass?")
    page.keyboard.press("r")
    expect(question).to_contain_text("Baltic Avenue: Bo <b> bids $6. Raise or pass?")
    for who in ("Cy", "Di", "Ada"):
        expect(panel.locator(".ck-ask-who")).to_contain_text(who)
        panel.get_by_role("button", name="Pass", exact=True).click()
    told = "Bo <b> buys Baltic Avenue for $6 (second-highest bid $1, so $5 left on the table)."
    expect(table.root.locator(".ck-told")).to_contain_text(told)
    news = table.root.locator("classkit-news")
    expect(news).to_contain_text("; final bids: Ada $1, Bo <b> $6.")


def test_the_middle_of_the_board_shows_the_auction(page: Page, harness: str) -> None:
    """Q2.2: the lot, the standing bid and who is in; bids worth offering are a click away.

    What is no whole number is refused as it was typed.
    """
    table = show_table(page, harness, PERSONS)
    panel, board = table.root.locator("classkit-ask"), table.root.locator("classkit-board")
    expect(board).to_contain_text("for sale · appraised at $60 · from $1")
    expect(board.locator(".ck-dial-ring path").first).to_be_visible()
    expect(board).to_contain_text("No bid yet, from $1")
    for typed, told in (("2.5", "A whole number of dollars."), ("1.600", "1.6 or 1,600")):
        panel.locator(".ck-number").fill(typed)
        panel.locator(".ck-number").press("Enter")
        expect(panel.locator(".ck-reason >> visible=true")).to_contain_text(told)
        expect(panel.locator(".ck-number")).to_have_value(typed)
    expect(board).to_contain_text("No bid yet, from $1")
    panel.get_by_role("button", name="Appraised $60", exact=True).click()
    panel.get_by_role("button", name=BID).click()
    expect(board).to_contain_text("$60 by A")
    expect(panel.locator(".ck-number")).to_have_value("$65")
    for offer in ("Minimum $65", "Half my cash $750", "All my cash $1,500"):
        expect(panel.get_by_role("button", name=offer, exact=True)).to_be_visible()
    expect(panel.get_by_role("button", name="Appraised $60", exact=True)).to_have_count(0)
    panel.get_by_role("button", name="Pass", exact=True).click()
    expect(board).to_contain_text("passes")


def test_sealed_bids_stay_behind_the_curtain(page: Page, harness: str) -> None:
    """Q2.3: each in secret; afterwards who bid what, the second price, and what was left."""
    source = PERSONS.replace(
        'bots="person"', 'bots="person", options={"auction_format": "second_price"}'
    )
    table = show_table(page, harness, source)
    panel, board = table.root.locator("classkit-ask"), table.root.locator("classkit-board")
    expect(board).to_contain_text("Sealed bids, from $1")
    for name, offer in (("Ada", "Appraised $60"), ("Bo <b>", "$0"), ("Cy", "Minimum $1")):
        panel.get_by_role("button", name=f"I am {name}: show my choices", exact=True).click()
        panel.get_by_role("button", name=offer, exact=True).click()
        panel.get_by_role("button", name=BID).click()
        expect(table.root.locator("classkit-news")).not_to_contain_text("bids $")
        expect(board.get_by_text("in", exact=True)).to_have_count(4)  # nobody is seen to bid
    panel.get_by_role("button", name="I am Di: show my choices", exact=True).click()
    panel.locator(".ck-number").fill("75")
    panel.get_by_role("button", name=BID).click()
    told = "Di buys Baltic Avenue for $60 (second-highest bid $60, so nothing left on the table)."
    expect(table.root.locator(".ck-told")).to_contain_text(told)
    news = table.root.locator("classkit-news")
    expect(news).to_contain_text("; final bids: Ada $60, Cy $1, Di $75.")


def test_record_sheets_are_read_and_taken_along(page: Page, harness: str) -> None:
    """Q1.6: cash flow with reasons, holdings and contracts, of all or of one company."""
    source = PERSONS.replace('bots="person"', 'bots="appraiser"')
    table = show_table(page, harness, source)
    table.step(6)
    table.tab("Sheets")
    sheets = table.root.locator("classkit-sheets")
    expect(sheets.locator("thead")).to_contain_text("Cash afterwards, $")
    expect(sheets.locator("tbody")).to_contain_text("bought at auction")
    expect(sheets.locator("tbody")).to_contain_text("Bo <b>")
    rows = sheets.locator("tbody tr")
    every = rows.count()
    sheets.get_by_label("Of whom").select_option("B")
    expect(sheets.locator("thead")).not_to_contain_text("Company")
    assert 0 < rows.count() < every
    with page.expect_download() as download:
        sheets.get_by_role("button", name="Download (CSV)").click()
    file = Path(download.value.path())
    with file.open(newline="", encoding="utf-8") as lines:
        assert len(list(csv.DictReader(lines))) == every
    sheets.get_by_label("Which sheet").select_option("holdings")
    expect(sheets.locator("thead")).to_contain_text("Cost basis, $")


OVER = """\
import classkit
lots = ["st_james_place", "tennessee_avenue", "new_york_avenue"]
position = {"turn": 80, "pawn": "soft_landing_recession", "luck": [(4, 6), (5, 5)],
            "A": {"properties": lots, "cash": 200}, "B": {"cash": 3000}, "C": {"cash": 5}}
names = ["Ada", "Bo <b>", "Cy"]
table = classkit.table("opoly", seats=names, seed=7, position=position, bots="passive")
table
"""


def test_both_scores_have_their_winners(page: Page, harness: str) -> None:
    """Q11.3: the end names two winners, and the standings show both scores with their places."""
    table = show_table(page, harness, OVER)
    table.root.get_by_role("button", name="Step", exact=True).click()
    question = table.root.locator(".ck-question")
    expect(question).to_contain_text("Bo <b> wins ASSET. Ada wins FUTURE EARNINGS.")
    table.root.get_by_role("button", name="Show the table", exact=True).click()
    table.tab("Standings")
    heads = table.root.locator("classkit-standings thead th")
    expect(heads).to_have_text(["Place", "Seat", "ASSET", "FUTURE EARNINGS", "Place"])
    first = table.root.locator("classkit-standings tbody tr").first.locator("td")
    expect(first).to_have_text(["1", "$3,000 Why?", "$0.00 Why?", "2"])
    table.root.get_by_role("button", name="Why? FUTURE EARNINGS of Ada").click()
    told = table.root.locator("classkit-standings [role=status]:not([hidden])")
    expect(told).to_contain_text("FUTURE EARNINGS of Ada")
