"""What goes wrong before a class: the remote, predictions, and news that nobody sees."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart_menu import use_tool
from tests.browser.classroom import COLD, Seen
from tests.browser.desks import show_table
from tests.browser.servers import TABLE
from tests.browser.tabs import Tab
from tests.browser.waiting import charts_are_drawn, send


@pytest.fixture(scope="module")
def table(tab: Tab, harness: str) -> Iterator[Seen]:
    """One table for all that follows, played by bots."""
    with tab.another() as page:
        opened = show_table(page, harness, TABLE)
        expect(opened.charts().first).to_be_visible(timeout=COLD)
        opened.step(4)
        yield opened


# --- the remote --------------------------------------------------------------------------------

FOCUSABLE = """(table, whole) => {
    const wanted = 'a[href], button, select, input, textarea, summary, [tabindex]';
    const kinds = whole ? new Set() : window.classkitKinds ??= new Set();
    window.classkitFound = [table, ...table.querySelectorAll(wanted)].filter((one) => {
        const text = one.matches(
            'textarea, [type=text], [type=number], [type=search], [type=file]');
        if (one.disabled || text || !one.getClientRects().length) return false;
        const kind = [one.localName, one.type, one.getAttribute('role'), one.className?.baseVal
            ?? one.className, whole && one.getAttribute('aria-label')].join('|');
        return !kinds.has(kind) && kinds.add(kind);
    });
    return window.classkitFound.length;
}"""
"""One of each kind of control in sight that can have the focus.

Whole, in each tab, and of each name; otherwise of the kinds that no earlier tab had.
"""

SET = """table => JSON.stringify([
    [...table.querySelectorAll('select, input:not([type=range])')]
        .map((one) => [one.value, one.checked]),
    [...document.querySelectorAll('dialog')].map((one) => one.open),
    table.store.now.theme, table.store.now.seen_as, table.dataset.sight,
])"""
"""What is set by all lists, choices and texts of the table."""


def test_the_remote_steps_wherever_the_focus_is(page: Page, harness: str, deep: bool) -> None:
    """Page Down steps and Page Up goes back; whatever has the focus stays as it is."""
    table = show_table(page, harness, TABLE, charts=False)
    table.step(4)
    tried: list[str] = []
    for tab in ("News", "Standings", "Ledger", "Spaces", "Rules", "Seats", "Match"):
        table.tab(tab)
        if tab == "News":
            table.root.locator("classkit-news button").nth(2).click()
        for at in range(table.root.evaluate(FOCUSABLE, deep)):
            focused = table.page.evaluate(
                "at => { const one = classkitFound[at]; one.focus();"
                " return document.activeElement === one ? one.outerHTML.slice(0, 90) : ''; }",
                at,
            )
            if not focused or focused in tried:
                continue
            tried.append(focused)
            before = table.root.evaluate(SET)
            steps_and_back(table, focused)
            assert table.root.evaluate(SET) == before, focused
    assert len(tried) > (30 if deep else 15), tried
    for control in ("<select", 'type="range"', 'type="radio"', 'role="tab"', "ck-news-line"):
        assert any(control in one for one in tried), control


def steps_and_back(table: Seen, focused: str) -> None:
    """Press both keys of the remote, and see the match go there and back."""
    step = int(table.root.evaluate("table => table.store.now.step"))
    for key, wanted in (("PageDown", "now.step > step"), ("PageUp", "now.step === step")):
        table.page.keyboard.press(key)
        table.page.wait_for_function(
            f"step => {{ const {{ now, local }} = document.querySelector('classkit-table').store;"
            f" return {wanted} && !local.busy; }}",
            arg=step,
        )


def test_the_remote_steps_with_a_dialog_open_and_leaves_texts_alone(table: Seen) -> None:
    table.page.keyboard.press("Escape")
    table.menu().get_by_role("button", name="Keys").click()
    steps_and_back(table, "the list of keys")
    table.page.keyboard.press("Escape")
    table.root.get_by_role("button", name="Bookmark").click()
    step = table.root.evaluate("table => table.store.now.step")
    table.page.keyboard.press("PageDown")
    table.root.get_by_role("button", name="Cancel").click()
    assert table.root.evaluate("table => table.store.now.step") == step


# --- predictions -------------------------------------------------------------------------------


def predict(table: Seen, words: str) -> Locator:
    """Cover the first chart, predict, uncover it; gives the chart."""
    chart = table.root.locator("classkit-chart").first
    use_tool(chart, "Cover")
    chart.get_by_label("The class predicts").fill(words)
    chart.get_by_role("button", name="Predict and uncover").click()
    expect(chart.locator(".ck-lid")).to_be_hidden()
    return chart


def lines(chart: Locator) -> list[str]:
    """The labels beside a chart."""
    return chart.locator(".ck-end").all_text_contents()


@pytest.mark.parametrize("words", ["from high to low", "it rises a lot", "<b>up</b> & down"])
def test_a_prediction_in_words_is_shown_as_it_was_typed_and_never_drawn(
    table: Seen, words: str
) -> None:
    chart = predict(table, words)
    expect(chart.locator(".ck-guessed bdi")).to_have_text(words)
    charts_are_drawn(table.page)
    assert not any("The class" in line for line in lines(chart))


def test_a_number_is_drawn_until_it_is_put_away_or_the_chart_is_covered(table: Seen) -> None:
    chart = predict(table, "3,5")
    expect(chart.locator(".ck-guessed bdi")).to_have_text("3,5")
    expect(chart.locator(".ck-end", has_text="The class3,5")).to_be_visible()
    (height,) = chart.locator(".js-plotly-plot").evaluate(
        "plot => plot.layout.shapes.map((one) => one.y0).filter((y) => y === 3.5)"
    )
    assert height == 3.5
    chart.get_by_role("button", name="Put away").click()
    expect(chart.locator(".ck-guessed")).to_be_hidden()
    expect(chart.locator(".ck-end", has_text="The class")).to_have_count(0)
    predict(table, "4")
    expect(chart.locator(".ck-guessed")).to_be_visible()
    use_tool(chart, "Cover")
    chart.locator(".ck-lid").get_by_role("button", name="More").click()
    chart.get_by_role("button", name="Uncover", exact=True).click()
    expect(chart.locator(".ck-lid")).to_be_hidden()
    expect(chart.locator(".ck-guessed")).to_be_hidden()


# --- news --------------------------------------------------------------------------------------


def test_news_come_back_into_sight_and_a_new_match_has_only_its_own(table: Seen) -> None:
    """After an older line was read, at the next step and in a new match the newest is on top."""
    chart = predict(table, "5")
    table.tab("News")
    table.step(3)
    read_an_older_line(table)
    table.step()
    expect(table.root.locator("classkit-news li").first).to_be_in_viewport()
    read_an_older_line(table)
    send(table.page, do="new_seed")
    expect(table.root.locator("classkit-timeline .ck-where")).to_contain_text("Turn 1 · step")
    first = table.root.locator("classkit-news li").first
    expect(first).to_contain_text("begins turn 1.")
    expect(first).to_be_in_viewport()
    assert table.root.locator("classkit-news .ck-news-turn").all_inner_texts().count("1") >= 1
    assert set(table.root.locator("classkit-news .ck-news-turn").all_inner_texts()) <= {"0", "1"}
    expect(table.root.locator("classkit-news .ck-trail:not([hidden])")).to_have_count(0)
    expect(chart.locator(".ck-guessed")).to_be_hidden()


def test_news_that_came_while_another_tab_was_open_are_on_top(table: Seen) -> None:
    """A new match is begun under Match, where the news are out of sight and cannot be scrolled."""
    first = table.root.locator("classkit-news li").first
    table.tab("News")
    table.step(3)
    read_an_older_line(table)
    table.tab("Standings")
    table.step()
    table.tab("News")
    expect(first).to_be_in_viewport()
    read_an_older_line(table)
    table.tab("Match")
    table.root.get_by_role("button", name="New match with new luck").click()
    table.root.get_by_role("button", name="Yes, start over").click()
    expect(table.root.locator("classkit-timeline .ck-where")).to_contain_text("Turn 1 · step")
    table.tab("News")
    expect(first).to_contain_text("begins turn 1.")
    expect(first).to_be_in_viewport()


def read_an_older_line(table: Seen) -> None:
    """Scroll down to the oldest line and open what stands behind it."""
    line = table.root.locator("classkit-news li").last
    line.locator("button").click()
    expect(line.locator(".ck-trail")).not_to_be_empty()
    expect(table.root.locator("classkit-news li").first).not_to_be_in_viewport()
