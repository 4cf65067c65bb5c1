"""Poleconomy Game 2 at the table, in a real browser: laws from rows, votes, bonds, a new match."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.access import OF_LOOKS, WCAG, themes, violations, wear
from tests.browser.classroom import Seen
from tests.browser.desks import show_table
from tests.browser.waiting import eventually, resize, send

GOVERNING = """\
import classkit
table = classkit.table(
    "poleconomy", seats=["Ada", "Bo", "Cy", "Di"], seed=7, options={"game": 2}, bots="tycoon"
)
while not (table.match.requests() and table.match.requests()[0].name == "pm_action"):
    table.step()
for seat in "ABCD":
    table.hand(seat, "person")
table
"""
TALKING = """\
import classkit
table = classkit.table(
    "poleconomy", seats=["Ada", "Bo", "Cy", "Di"], seed=7, options={"game": 2}, bots="person"
)
table
"""
RUINED = """\
import classkit
table = classkit.table(
    "poleconomy", seats=["Ada", "Bo", "Cy", "Di"], seed=1, options={"game": 2}, bots="politician"
)
table.step(until="end")
table.back(until="turn")
table
"""


def decision(table: Seen) -> Locator:
    """The panel of the decision."""
    return table.root.locator("classkit-ask")


def press(panel: Locator, name: str) -> None:
    """Press a button by its whole words."""
    panel.get_by_role("button", name=name, exact=True).click()


def vote(panel: Locator, name: str, answer: str) -> None:
    """A seat says that it is there and answers in secret."""
    press(panel, f"I am {name}: show my choices")
    press(panel, answer)


def choose(group: Locator, option: str) -> None:
    """One of the options that stand side by side."""
    group.get_by_role("radio", name=option, exact=True).check()


def preview(panel: Locator) -> Locator:
    """The table of what an answer would bring about."""
    return panel.locator(".ck-opened .ck-word-table")


@pytest.fixture
def governing(page: Page, harness: str) -> Seen:
    """A table at which Ada is Prime Minister and all seats are persons."""
    return show_table(page, harness, GOVERNING)


def test_a_prime_minister_tables_a_law_from_rows_and_parliament_votes(governing: Seen) -> None:
    """P19.1 to P19.4: rows with a live preview, then a sealed vote with the votes in sight."""
    panel = decision(governing)
    expect(panel.locator(".ck-question")).to_contain_text("What do you do?")
    press(panel, "Table a tax law …")
    expect(panel.get_by_role("button", name="Issue bonds …")).to_be_hidden()
    panel.get_by_label("Add to: Who owes what 1").select_option(label="Each pays")
    panel.get_by_label("Each pays", exact=True).fill("30000")
    expect(preview(panel)).to_contain_text("The Treasury would get $120,000")
    expect(preview(panel).locator("tbody tr")).to_have_count(4)
    panel.get_by_label("Each pays", exact=True).fill("35000")
    beside = panel.locator(".ck-beside")
    expect(beside).to_have_text("In steps of $10,000.")
    panel.get_by_label("Each pays", exact=True).fill("30000")
    expect(beside).to_have_count(0)

    press(panel, "+ Who owes what")
    expect(beside).to_contain_text("Bracket 1 has no condition")
    first = panel.get_by_role("group", name="Who owes what 1", exact=True)
    first.get_by_label("Add to: Who owes what 1").select_option(label="Only with")
    first.get_by_label("Add: Only with").select_option(label="1 or more companies")
    expect(beside).to_have_count(0)
    first.get_by_label("From", exact=True).fill("46")
    expect(beside).to_contain_text(
        "46 to 45 is not a range: the first must be the smaller (P19.2)."
    )
    first.get_by_label("From", exact=True).fill("1")
    expect(beside).to_have_count(0)
    press(panel, "Table a tax law")

    expect(panel.locator(".ck-question")).to_contain_text("4 of 4 still to come")
    expect(panel).to_contain_text(
        "players with 1 or more companies owe $30,000; all others owe nothing"
    )
    facts = panel.locator(".ck-ask-body > .ck-word-table")
    needed = int(facts.locator("td").last.inner_text())
    held = [int(text) for text in facts.locator("td").all_inner_texts()[:4]]
    assert needed == sum(held) // 2 + 1
    press(panel, "I am Bo: show my choices")
    expect(panel.locator(".ck-question")).to_contain_text("Yes or no?")
    told = panel.locator(".ck-ask-facts")  # without its note it is one line of the bar
    expect(told).to_contain_text(f"Needed{needed}")
    expect(told).to_be_in_viewport(ratio=1)
    press(panel, "Yes")
    for name in ("Ada", "Cy", "Di"):
        vote(panel, name, "Yes")
    news = governing.root.locator("classkit-news")
    expect(news).to_contain_text("passes by")
    expect(panel.locator(".ck-question")).to_contain_text("What do you do?")
    press(panel, "Table a tax law …")
    panel.get_by_label("Start from: Tax law").select_option(index=1)
    expect(preview(panel)).to_contain_text("under the law in force")


def test_bonds_a_subsidy_and_a_salary_show_what_they_cost(governing: Seen) -> None:
    """P17.3, P18.3, P19.5, and the chart of the Treasury follows."""
    panel = decision(governing)
    press(panel, "Issue bonds …")
    panel.get_by_label("Bonds", exact=True).fill("4")
    expect(preview(panel)).to_contain_text("The new bonds cost $400,000 of interest")
    press(panel, "Issue bonds")
    expect(panel.locator(".ck-question")).to_contain_text("$400,000 and 26 bonds")
    press(panel, "Table a subsidy …")
    panel.get_by_label("Purpose").select_option(label="Household support")
    panel.get_by_label("Rounds until paid", exact=True).fill("0")
    expect(preview(panel)).to_contain_text("The bill would be $40,000")
    press(panel, "All choices")
    expect(panel.get_by_role("button", name="Table a subsidy …")).to_be_focused()
    press(panel, "Redeem bonds …")
    choose(panel.get_by_role("group", name="Held by the Bank"), "3")
    expect(preview(panel)).to_contain_text("Redeeming costs $300,000 and saves $300,000")
    press(panel, "Redeem bonds")
    expect(panel.locator(".ck-question")).to_contain_text("$100,000 and 29 bonds")
    press(panel, "Set salaries …")
    expect(preview(panel)).to_contain_text("Together $100,000 of at most $500,000")
    salary = panel.get_by_label("Ada: New salary", exact=True)
    expect(salary).to_have_value("$100,000")
    salary.fill("500000")
    expect(panel.locator(".ck-beside")).to_contain_text("may be raised by at most")
    salary.fill("150000")
    expect(preview(panel)).to_contain_text("Together $150,000 of at most $500,000")
    press(panel, "Set salaries")
    expect(governing.root.locator("classkit-news")).to_contain_text("$150,000")


CABINET = """\
import classkit
facts = {
    "mover": "A", "prime_minister": "A", "government": ["A", "B", "C", "D"], "treasury": 60_000,
    "A.votes": 10, "B.votes": 9, "C.votes": 8, "D.votes": 7, "A.salary": 200_000,
    "B.post": "Finance", "B.salary": 100_000, "C.post": "Transport", "C.salary": 50_000,
    "D.post": "Employment",
}
table = classkit.table(
    "poleconomy",
    seats=["Ada", "Bo", "Cy", "Di"],
    seed=7,
    options={"game": 2},
    bots="person",
    position=facts,
)
table
"""


@pytest.fixture
def cabinet(page: Page, harness: str) -> Seen:
    """A Prime Minister with three ministers, all seats persons."""
    return show_table(page, harness, CABINET)


def salary(panel: Locator, name: str) -> Locator:
    """Where the new salary of a holder is typed in."""
    return panel.get_by_label(f"{name}: New salary", exact=True)


def bounds(panel: Locator, name: str) -> tuple[str | None, str | None]:
    """The least and the most of a holder's slider."""
    slider = panel.get_by_label(f"{name}: New salary, slider", exact=True)
    return slider.get_attribute("min"), slider.get_attribute("max")


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("size", "theme"), [((1366, 768), "light"), ((1280, 720), "projector")], ids=str
)
def test_salaries_are_one_small_table(cabinet: Seen, size: tuple[int, int], theme: str) -> None:
    """P18.2 to P18.4: a row each, only legal amounts, what it costs, and all set at once."""
    resize(cabinet.page, size[0], size[1])
    wear(cabinet.page, theme)
    panel = decision(cabinet)
    press(panel, "Set salaries …")
    rows = panel.locator(".ck-grid tbody tr:not(.ck-grid-why)")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text("Finance")
    expect(rows.nth(1)).to_contain_text("$100,000")
    expect(preview(panel)).to_contain_text("Together $350,000 of at most $500,000")
    eventually(cabinet.page, partial(bounds, panel, "Ada"), ("100000", "300000"))
    eventually(cabinet.page, partial(bounds, panel, "Di"), ("0", "100000"))

    salary(panel, "Ada").fill("300000")
    expect(preview(panel)).to_contain_text("Together $450,000")
    eventually(cabinet.page, partial(bounds, panel, "Bo"), ("0", "150000"))
    salary(panel, "Di").fill("60000")
    beside = panel.locator(".ck-beside")
    expect(beside).to_contain_text("All salaries together would be $510,000")
    assert beside.evaluate("node => node.closest('tr').previousSibling.textContent").startswith(
        "Di"
    )
    salary(panel, "Cy").fill("much")
    expect(beside).to_contain_text("is not a number")
    salary(panel, "Cy").fill("0")
    expect(beside).to_have_count(0)
    expect(preview(panel)).to_contain_text("Together $460,000")
    body = panel.locator(".ck-ask-body")
    assert body.evaluate("box => box.scrollWidth <= box.clientWidth + 1")
    button = panel.get_by_role("button", name="Set salaries", exact=True)
    expect(button).to_be_in_viewport(ratio=1)
    press(panel, "Set salaries")
    expect(panel.get_by_role("button", name="Set salaries …")).to_be_visible()
    press(panel, "Set salaries …")
    expect(salary(panel, "Ada")).to_have_value("$300,000")
    expect(salary(panel, "Cy")).to_have_value("$0")


def test_many_moves_fit_their_panel(cabinet: Seen) -> None:
    """At 1366x768 what may be done is in sight; what may not, and why, at most a button away."""
    resize(cabinet.page, 1366, 768)
    panel = decision(cabinet)
    for name in ("Finish politics and move", "Reverse the arrow", "Set salaries …",
                 "Issue bonds …", "Table a tax law …", "Table a subsidy …"):  # fmt: skip
        expect(panel.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    more = panel.get_by_role("button", name="More …", exact=True)
    has_more = more.is_visible()
    if has_more:
        more.click()
    told = panel.get_by_text("No bonds have been issued yet (P17.8).").locator("visible=true")
    expect(told).to_be_in_viewport(ratio=1)
    if has_more:
        press(panel, "Show less")
    expect(panel.get_by_role("button", name="Set salaries …")).to_be_in_viewport(ratio=1)


def test_a_form_half_filled_in_outlasts_what_is_done_aside(cabinet: Seen) -> None:
    """The same decision waits: its form stays open and filled in (design 7)."""
    panel = decision(cabinet)
    press(panel, "Table a tax law …")
    panel.get_by_label("Add to: Who owes what 1").select_option(label="Each pays")
    panel.get_by_label("Each pays", exact=True).fill("35000")
    beside = panel.locator(".ck-beside")
    expect(beside).to_have_text("In steps of $10,000.")
    nothing = {"cash": 0, "squares": [], "business": 0, "debt": 0}
    deal = {"partner": "B", "give": {**nothing, "cash": 10_000}, "get": nothing}
    send(cabinet.page, do="aside", seat="A", move="propose_trade", **{"with": deal})
    question = panel.locator(".ck-question")
    expect(panel.locator(".ck-ask-who")).to_contain_text("Bo decides")
    press(panel, "Accept")
    expect(question).to_contain_text("What do you do?")
    expect(panel.get_by_label("Each pays", exact=True)).to_have_value("$35,000")
    expect(beside).to_have_text("In steps of $10,000.")
    panel.get_by_label("Each pays", exact=True).fill("30000")
    expect(preview(panel)).to_contain_text("The Treasury would get $120,000")
    press(panel, "All choices")
    press(panel, "Set salaries …")
    salary(panel, "Bo").fill("110000")
    expect(preview(panel)).to_contain_text("Together $360,000")
    press(panel, "Set salaries")
    press(panel, "Table a tax law …")
    expect(panel.get_by_label("Each pays", exact=True)).to_be_hidden()


def test_an_election_from_parties_to_a_prime_minister(page: Page, harness: str) -> None:
    """P16.2 to P16.7 by four persons: parties, coalition talks, choice of the Prime Minister."""
    table = show_table(page, harness, TALKING)
    panel = decision(table)
    question = panel.locator(".ck-question")
    for name in ("Ada", "Bo", "Cy", "Di"):
        expect(panel.locator(".ck-ask-who")).to_contain_text(f"{name} decides")
        press(panel, "Stay independent")
    expect(question).to_contain_text("form a Government")
    expect(panel.get_by_text("Needed").locator("visible=true").first).to_be_visible()
    for box in panel.locator(".ck-check input").all():
        box.check()
    press(panel, "Propose a coalition")
    expect(question).to_contain_text("3 of 3")
    for name in ("Bo", "Cy", "Di"):
        vote(panel, name, "Yes")
    expect(question).to_contain_text("4 of 4")
    for name in ("Ada", "Bo", "Cy", "Di"):
        press(panel, f"I am {name}: show my choices")
        panel.locator(".ck-segment", has_text="Cy").click()
        press(panel, "Name a member")
    expect(question).to_contain_text("What do you do?")
    expect(panel.locator(".ck-ask-who")).to_contain_text("Cy decides")


def test_a_country_goes_bankrupt_and_nobody_wins(page: Page, harness: str) -> None:
    """P17.5: the last step ends the match, and the table says why."""
    table = show_table(page, harness, RUINED)
    table.press("Step")
    question = decision(table).locator(".ck-question")
    expect(question).to_contain_text("bankrupt")
    expect(question).to_contain_text("Nobody wins")


def test_a_new_match_with_other_options_from_the_page(governing: Seen) -> None:
    """Both games and quick start, 2 to 6 seats: chosen in the page, refused with the reason."""
    root = governing.root
    governing.tab("Match")
    root.get_by_role("button", name="New match with other options …").click()
    dialog = root.locator("dialog.ck-new")
    option = dialog.locator("[data-setting]")
    expect(option).to_have_count(23)
    choose(dialog.locator('[data-setting="seats"]'), "5")
    choose(dialog.locator('[data-setting="game"]'), "Game 1: companies and inflation")
    choose(dialog.locator('[data-setting="quick_start"]'), "Yes")
    rounds = dialog.get_by_label("Rounds until the end", exact=True)
    expect(rounds).to_have_value("As the edition says")
    rounds.fill("500")
    expect(dialog.get_by_role("alert")).to_have_text("At most 200, or 0, or “As the edition says”.")
    rounds.fill("9")
    dialog.get_by_text("More options").click()
    dialog.get_by_label("The Banker").select_option(label="F")
    dialog.get_by_role("button", name="Begin this match").click()
    expect(dialog.get_by_role("alert")).to_contain_text("one of A, B, C, D, E, not 'F'")
    expect(dialog).to_be_visible()
    dialog.get_by_label("The Banker").select_option(label="Bo")
    dialog.get_by_role("button", name="Begin this match").click()
    expect(dialog).to_be_hidden()
    expect(root.locator(".ck-worth .ck-end")).to_have_count(5)
    expect(root.locator(".ck-facts")).to_contain_text("Quick start")
    expect(decision(governing).locator(".ck-question")).not_to_contain_text("What do you do?")
    root.get_by_label("Branch", exact=True).select_option(label="Main")
    expect(root.locator(".ck-worth .ck-end")).to_have_count(4)
    expect(decision(governing).locator(".ck-question")).to_contain_text("What do you do?")


def test_the_forms_can_be_used_by_all(governing: Seen, deep: bool) -> None:
    """WCAG 2.1 AA over an open law and over the options of a new match (design 7).

    A theme changes no more than looks, so the other rules are checked in the first alone, and in
    the short form nothing else (see `themes`).
    """
    page, panel, root = governing.page, decision(governing), governing.root
    rules: tuple[str, ...] = WCAG
    for theme in themes(deep):
        wear(page, theme)
        press(panel, "Table a tax law …")
        panel.get_by_label("Start from: Tax law").select_option(index=2)
        expect(preview(panel)).to_contain_text("The Treasury would get")
        assert violations(page, "classkit-table", *rules) == [], theme
        press(panel, "All choices")
        press(panel, "Set salaries …")
        salary(panel, "Ada").fill("500000")
        expect(panel.locator(".ck-beside")).to_contain_text("may be raised by at most")
        assert violations(page, "classkit-ask", *rules) == [], theme
        press(panel, "All choices")
        governing.tab("Match")
        root.get_by_role("button", name="New match with other options …").click()
        dialog = root.locator("dialog.ck-new")
        if not dialog.locator("details").evaluate("details => details.open"):
            dialog.locator("summary").click()
        assert violations(page, "dialog.ck-new", *rules) == [], theme
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        rules = WCAG if deep else OF_LOOKS


@pytest.mark.sweep(1)
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_an_open_law_does_not_run_out_of_its_panel(governing: Seen, size: tuple[int, int]) -> None:
    """Nothing of a form is cut off sideways, and its button stays in sight."""
    resize(governing.page, size[0], size[1])
    panel = decision(governing)
    press(panel, "Table a tax law …")
    panel.get_by_label("Start from: Tax law").select_option(index=4)
    expect(preview(panel)).to_contain_text("The Treasury would get")
    body = panel.locator(".ck-ask-body")
    assert body.evaluate("box => box.scrollWidth <= box.clientWidth + 1")
    table = preview(panel)
    assert table.evaluate("box => box.scrollWidth <= box.clientWidth + 1")
    out = panel.evaluate(
        """panel => { const edge = panel.querySelector('.ck-fields:not([hidden]) .ck-bundle-box');
          const right = panel.querySelector('.ck-opened .ck-side').getBoundingClientRect().left;
          return [...panel.querySelectorAll('.ck-opened .ck-fields :is(input, button, select)')]
            .filter((one) => one.offsetParent && one.getBoundingClientRect().right > right)
            .map((one) => one.outerHTML.slice(0, 80)); }"""
    )
    assert out == []
    body.evaluate("box => { box.scrollTop = box.scrollHeight; }")
    button = panel.get_by_role("button", name="Table a tax law", exact=True)
    expect(button).to_be_in_viewport(ratio=1)
