"""After a wrong answer, a student steps through such a situation in a notebook."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.classroom import open_table
from tests.browser.servers import Place

WRONG = """
from classkit.assignments import open_sheet
sheet = open_sheet("poleconomy-1-read", "ada")
sheet.check("landing", 0)
sheet.why_wrong("landing")
"""


def test_the_situation_is_stepped_through_and_names_its_clauses(
    own_page: Page, in_voila: Place
) -> None:
    table = open_table(own_page, in_voila, in_voila.write("why_wrong.ipynb", WRONG))
    expect(own_page.get_by_text("with other numbers")).to_be_visible()
    expect(own_page.locator("blockquote")).to_contain_text("How much does C receive?")
    table.step(1)
    expect(table.root).to_contain_text("P6.2")
