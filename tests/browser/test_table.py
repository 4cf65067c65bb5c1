"""The live table in a real browser (design 7)."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, Route, expect

import classkit
from classkit.widgets.match_controller import MatchController
from tests.browser.access import OF_LOOKS, WCAG, themes, violations, wear
from tests.browser.chart_menu import use_tool
from tests.browser.classroom import COLD, STEP, Seen, open_table, points
from tests.browser.desks import open_desk, show_table
from tests.browser.legible import scrolls
from tests.browser.servers import TABLE, Place
from tests.browser.waiting import play_out, resize, settled

PERSONS = TABLE.replace('bots="passive"', 'bots="person"')


def test_charts_that_come_two_seconds_late_miss_nothing_and_all_fits_the_screen(
    own_page: Page, in_voila: Place, deep: bool
) -> None:
    """Steps made while the library is loading are on the charts when it is there."""
    held: list[Route] = []
    own_page.route("**/plotly.min.js*", lambda route: held.append(route))
    table = open_table(own_page, in_voila, in_voila.write("late.ipynb", TABLE))
    table.step(3)
    own_page.wait_for_timeout(2_000)
    assert held and table.charts().count() == 0, "usable before the charts are there"
    for route in held:
        route.continue_()
    points(own_page, 4)
    table.step(3)
    it_fits_the_screen_and_keeps_to_the_rules_of_access(table, deep)


def it_fits_the_screen_and_keeps_to_the_rules_of_access(table: Seen, deep: bool) -> None:
    """In each theme, on each screen, axe-core finds nothing against WCAG 2.1 A and AA (design 7).

    Theme and screen change no more than looks, so the other rules are checked in the first alone.
    The short form looks at both screens in one theme (see `themes`).

    Nothing to scroll to on a projector: controls, board, question and charts at once.
    """
    page = table.page
    rules: tuple[str, ...] = WCAG
    for width, height in ((1366, 768), (1920, 1080)):
        resize(page, width, height)
        for theme in ("light", "dark", "projector"):
            wear(page, theme)
            if theme in themes(deep):
                assert violations(page, "classkit-table", *rules) == [], (theme, width)
            rules = WCAG if deep else OF_LOOKS
            for part in (STEP, "classkit-board", "classkit-ask", "classkit-chart >> nth=1"):
                box = table.root.locator(part).first.bounding_box()
                assert box, part
                assert box["x"] >= 0 and box["x"] + box["width"] <= width + 1, (part, box)
                assert box["y"] >= 0 and box["y"] + box["height"] <= height + 1, (part, box)
            assert scrolls(page, "html, body, body :not(.classkit *)") == [], (theme, width)


def test_without_the_servers_folder_everything_comes_over_the_connection(
    own_page: Page, in_voila: Place
) -> None:
    """No address works: page modules and plotly.js come from the kernel (design 7)."""
    own_page.route("**/static/page.js*", lambda route: route.abort())
    own_page.route("**/static/plotly.min.js*", lambda route: route.abort())
    table = open_table(own_page, in_voila, in_voila.write("packed.ipynb", TABLE))
    table.step(2)
    assert table.turn == 3
    points(own_page, 3)
    colour = table.root.locator(STEP).evaluate("b => getComputedStyle(b).backgroundColor")
    assert colour != "rgba(0, 0, 0, 0)", "the styles came too"


def test_a_person_decides_at_the_ask_panel(page: Page, harness: str) -> None:
    table = show_table(page, harness, PERSONS)
    ask = table.root.locator("classkit-ask")
    expect(ask).to_contain_text("decides")
    table.press("Answer for Di")
    page.wait_for_function(
        "() => document.activeElement?.closest('classkit-ask .ck-answers') !== null"
    )
    ask.get_by_role("button", name="Keep the arrow", exact=True).click()
    expect(table.root.locator("classkit-timeline .ck-where")).to_contain_text("step 1")
    ask.get_by_role("button", name="Throw the dice", exact=True).click()
    expect(table.root.locator("classkit-timeline .ck-where")).not_to_contain_text("step 1")


def test_secret_answers_are_given_behind_a_curtain(page: Page, harness: str) -> None:
    """On a shared screen a seat says that it is there; then alone it sees what it may answer."""
    cell = (
        "import classkit\nfrom tests.toy import GAME\n"
        'table = classkit.table(classkit.new(GAME, seats=["Ada", "Bo"], seed=4), bots="person")'
    )
    table = show_table(page, harness, cell)
    ask = table.root.locator("classkit-ask")
    expect(ask).to_contain_text("2 of 2 still to come")
    expect(ask.locator("input[type=radio], input[type=range]")).to_have_count(0)
    for name in ("Ada", "Bo"):
        ask.get_by_role("button", name=f"I am {name}: show my choices").click()
        ask.locator(".ck-moves .ck-move button[type=submit]").first.click()
        if name == "Ada":
            expect(ask).to_contain_text("1 of 2 still to come")
            expect(ask).to_contain_text("has answered")
    expect(ask).to_contain_text("decides")


def test_a_fork_keeps_both_branches_on_the_charts(page: Page, harness: str) -> None:
    table = show_table(page, harness, TABLE)
    table.step(5)
    points(page)
    before = page.evaluate(TRACES)
    table.root.locator("classkit-timeline input[type=range]").fill("2")
    expect(table.root.locator("classkit-timeline .ck-where")).to_contain_text("Turn 2 · 6 played")
    table.root.get_by_role("button", name="What if").click()
    expect(table.root).to_contain_text("Branch 1")
    table.step()
    page.wait_for_function(f"n => ({TRACES})() > n", arg=before)


TRACES = """() => [...document.querySelectorAll('classkit-chart .js-plotly-plot')]
    .reduce((sum, plot) => sum + plot.data.length, 0)"""


def test_news_open_their_money_and_their_clause(page: Page, harness: str) -> None:
    table = show_table(page, harness, TABLE)
    table.step(8)
    table.tab("News")
    line = table.root.locator("classkit-news li", has_text=" pays ").first
    line.locator("button").first.click()
    expect(line).to_contain_text("from")
    expect(line).to_contain_text("P")


def test_a_saved_match_can_be_opened_again(page: Page, harness: str, tmp_path: Path) -> None:
    table = show_table(page, harness, TABLE)
    table.step(4)
    table.tab("Match")
    with page.expect_download() as download:
        table.root.get_by_role("button", name="Save this match").click()
    saved = tmp_path / "saved.json"
    download.value.save_as(saved)
    record = json.loads(saved.read_text())
    assert record["game"] == "poleconomy" and record["seed"] != 7
    other = show_table(page, harness, TABLE)
    other.tab("Match")
    other.root.locator("input[type=file]").set_input_files(saved)
    expect(other.root.locator("classkit-timeline .ck-where")).to_contain_text("Turn 5 · step")
    other.root.locator("input[type=file]").set_input_files(
        {"name": "bad.json", "mimeType": "application/json", "buffer": b'{"classkit": 1, "log'}
    )
    said = other.root.locator("classkit-records [role=status]")
    expect(said).to_contain_text("cut off or damaged")
    # It is no answer to what a player is asked, and is not told as one.
    expect(other.root.locator("classkit-ask .ck-refused")).to_have_text("")
    expect(other.root.locator("classkit-timeline .ck-where")).to_contain_text("Turn 5 · step")


def test_play_runs_by_itself_and_pauses(page: Page, harness: str) -> None:
    table = show_table(page, harness, TABLE)
    table.menu().get_by_label("Speed of Play").select_option(index=4)
    table.press("Play")
    page.wait_for_function(
        "() => Number(document.querySelector('.ck-where').textContent.match(/Turn (\\d+)/)[1]) > 6",
        timeout=COLD,
    )
    table.press("Pause")
    expect(table.root.get_by_role("button", name="Play", exact=True)).to_be_visible()
    settled(page)  # the step under way when it was pressed may still arrive
    where = table.where
    page.wait_for_timeout(700)  # more than a dozen ticks of Play
    settled(page)
    assert table.where == where


def test_the_table_is_played_by_keyboard_alone(page: Page, harness: str) -> None:
    table = show_table(page, harness, TABLE)
    table.root.locator(STEP).focus()
    before = table.where
    page.keyboard.press("Enter")
    expect(table.root.locator("classkit-timeline .ck-where")).not_to_have_text(before)
    focused = set()
    for _ in range(25):
        page.keyboard.press("Tab")
        focused.add(
            page.evaluate(
                "() => [document.activeElement.tagName, document.activeElement.textContent].join()"
            )
        )
    assert len(focused) > 12, "the focus walks through the controls"


def test_a_step_is_said_in_a_live_line(page: Page, harness: str) -> None:
    table = show_table(page, harness, TABLE)
    table.step()
    line = table.root.locator("classkit-live .ck-said[aria-live=polite]")
    expect(line).to_contain_text("The Number rises from 1 to 2")


def test_each_chart_has_its_numbers_as_a_table(page: Page, harness: str) -> None:
    table = show_table(page, harness, TABLE)
    table.step(2)
    drawn = points(page, 3)
    chart = table.root.locator("classkit-chart").first
    use_tool(chart, "Numbers")
    expect(chart.locator("table tbody tr")).to_have_count(drawn)


def test_a_covered_chart_waits_for_the_class(page: Page, harness: str) -> None:
    cell = TABLE.replace('bots="passive"', 'bots="passive", covered=["inflation"]')
    table = show_table(page, harness, cell)
    chart = table.root.locator("classkit-chart").first
    expect(chart).to_contain_text("Covered until the class has predicted")
    chart.get_by_label("The class predicts").fill("4")
    chart.get_by_role("button", name="Predict and uncover").click()
    expect(chart.locator(".ck-lid")).to_be_hidden()


def test_parts_stand_alone_in_a_lesson_and_follow_the_table(page: Page, in_voila: Place) -> None:
    cell = (
        "import ipywidgets\nfrom classkit import widgets\n"
        "ipywidgets.VBox([widgets.board(table), widgets.chart(table, 'inflation'), "
        "widgets.timeline(table), widgets.news(table), widgets.ask(table)])"
    )
    name = in_voila.write("parts.ipynb", TABLE, cell)
    table = open_table(page, in_voila, name)
    for part in ("board", "chart", "timeline", "news", "ask"):
        alone = page.locator(f"classkit-{part}.ck-alone")
        expect(alone).to_have_count(1, timeout=COLD)
    table.step(2)
    expect(page.locator("classkit-timeline.ck-alone .ck-where")).to_contain_text("Turn 3 · step")


UNSAID = """() => [...document.querySelectorAll('.classkit button:disabled')]
    .filter((one) => one.checkVisibility() && !one.title && !one.closest('.ck-barred'))
    .map((one) => one.textContent)"""


def test_each_button_that_rests_says_why(page: Page, harness: str) -> None:
    """At the opening, with a covered chart, at the end, and where one can only look (design 7)."""
    desk = MatchController(
        classkit.new("economy", seats=["Ada", "Bo", "Cy"], seed=7, options={"turn_limit": 6})
    )
    open_desk(page, harness, desk)
    back = page.get_by_role("button", name="Back", exact=True)
    expect(back).to_have_attribute("title", "This is the beginning: nothing has been played yet")
    bar = page.locator(".ck-menu-bar")
    bar.get_by_role("button", name="Cover", exact=True).click()
    bar.get_by_role("group", name="Covered until").get_by_role("button").first.click()
    expect(page.locator(".ck-instrument .ck-lid >> visible=true").first).to_be_visible()
    assert page.evaluate(UNSAID) == []
    page.evaluate("() => document.querySelector('classkit-table').tabs.offer('ahead', true)")
    page.get_by_role("tab", name="Futures").click()
    assert page.evaluate(UNSAID) == []
    play_out(page)
    page.keyboard.press("i")
    step = page.get_by_role("button", name="Step", exact=True)
    expect(step).to_have_attribute("title", "The match is over: go back, or start a new match")
    assert page.evaluate(UNSAID) == []


def test_numbers_are_counted_as_their_chart_is(page: Page, harness: str) -> None:
    """A chart that counts rounds has the round first in its numbers."""
    match = classkit.new("economicon", seats=["Ada", "Bo", "Cy"], seed=7)
    for _ in range(2):
        match.play("round", bots="gold_anchor")
    open_desk(page, harness, MatchController(match, "gold_anchor"))
    use_tool(page.locator('[place="0"]'), "Numbers")
    table = page.locator('[place="0"] .ck-numbers table')
    expect(table.locator("thead th").first).to_have_text("Round")
    rounds = table.locator("tbody th").all_inner_texts()
    assert rounds[0] == str(match.round) and len(set(rounds)) > 1
    assert rounds == sorted(rounds, key=int, reverse=True)
