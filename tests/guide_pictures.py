"""The pictures of the guide's first tutorial: an hour at the table, taken in Chromium.

``python -m tests.guide_pictures`` plays the hour and writes ``lessons/guide/tutorials/pictures``.
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.classroom import Seen
from tests.browser.desks import served, show_table
from tests.browser.tabs import profile, window
from tests.browser.waiting import charts_are_drawn, laid_out, play_out, resize, send, settled

FOLDER = Path(__file__).parent.parent / "lessons" / "guide" / "tutorials" / "pictures"
MAX_BYTES = 150_000
TABLE = """\
from classkit.hosting.session import open_table

table = open_table("poleconomy", seats=["Ada", "Bruno", "Chiara", "Dov"], seed=18)
"""
FORKED_TURN = 9
"""The Prime Minister reverses the arrow in this turn; the other branch is without it."""


def play_hour(page: Page, address: str, take: Callable[[str], None]) -> None:
    """Play the hour of the tutorial, and take a picture by name where the tutorial shows one."""
    resize(page, 1280, 720)
    page.emulate_media(reduced_motion="reduce")
    table = show_table(page, address, TABLE)
    take("table")
    table.step(3)
    take("three-turns")
    read_news(table)
    take("news")
    table.tab("Board")
    predict(table, take)
    ask_what_if(table)
    take("what-if")
    play_out(page)
    expect(page.locator("classkit-ending")).to_be_visible()
    take("end")


def read_news(table: Seen) -> None:
    """Open the payments behind a line of the news."""
    table.tab("News")
    line = table.root.locator("classkit-news li", has_text="pays the Bank").first
    line.locator("button").first.click()
    settled(table.page)


def predict(table: Seen, take: Callable[[str], None]) -> None:
    """Cover the Inflation Number, type what the class predicts, play on, and uncover it."""
    page = table.page
    table.root.get_by_role("button", name="Cover", exact=True).click()
    covers = table.root.get_by_role("group", name="Covered until the class has predicted")
    covers.get_by_role("button", name="Inflation Number").click()
    page.keyboard.press("Escape")
    chart = table.root.locator("classkit-chart").first
    expect(chart).to_contain_text("Covered until the class has predicted")
    chart.get_by_label("The class predicts").fill("4")
    take("covered")
    for until in ("round", "round", "round", "turn"):
        send(page, do="step", until=until)
    chart.get_by_role("button", name="Predict and uncover").click()
    expect(chart.locator(".ck-lid")).to_be_hidden()
    take("uncovered")


def ask_what_if(table: Seen) -> None:
    """Go back to the Prime Minister's decision, decide otherwise, and compare the branches."""
    page = table.page
    send(page, do="goto", turn=FORKED_TURN)
    table.root.get_by_role("button", name="What if?", exact=True).click()
    settled(page)
    ask = table.root.locator("classkit-ask")
    ask.get_by_role("button", name="Finish politics and move", exact=True).click()
    settled(page)
    table.tab("Branches")
    line = page.locator("classkit-apart")
    line.get_by_role("button", name="Play this branch to the same turn").click()
    expect(line).to_contain_text(re.compile(r"after \d+ turns"))


def compress(picture: bytes) -> bytes:
    """Return a PNG with 256 colours. The method keeps the colours of thin lines apart."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    reduced = image.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    content = io.BytesIO()
    reduced.save(content, "PNG", optimize=True)
    return content.getvalue()


def write_picture(page: Page, folder: Path, name: str) -> None:
    """Write what the page shows, once its charts are drawn."""
    if page.locator("classkit-chart >> visible=true").count():
        charts_are_drawn(page)
    laid_out(page)
    (folder / f"{name}.png").write_bytes(compress(page.screenshot()))


def main() -> None:
    """Play the hour and write its pictures."""
    FOLDER.mkdir(exist_ok=True)
    with (
        sync_playwright() as playwright,
        served() as address,
        tempfile.TemporaryDirectory() as folder,
        profile(playwright, Path(folder)) as context,
    ):
        page = window(context)
        page.set_default_timeout(20_000)
        play_hour(page, address, lambda name: write_picture(page, FOLDER, name))


if __name__ == "__main__":
    main()
