"""The live table in a real browser, in Voila, JupyterLab and Notebook alike (design 7)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response, Route, expect

from tests.browser.access import OF_LOOKS, WCAG, violations, wear
from tests.browser.classroom import COLD, STEP, Seen, open_table, run_all, save, seen
from tests.browser.desks import show_table
from tests.browser.servers import TABLE, Place

PERSONS = TABLE.replace('bots="default"', "bots={}")


@pytest.fixture(params=["voila", "lab", "notebook"])
def place(request: pytest.FixtureRequest) -> Place:
    """Each of the three places in turn."""
    found: Place = request.getfixturevalue(f"in_{request.param}")
    return found


def test_a_class_steps_goes_back_and_sees_it_on_the_charts(own_page: Page, place: Place) -> None:
    """The same in Voila, JupyterLab and Notebook 7: step, back, forward, charts, news.

    Page modules and plotly.js come from one address in all three, for the browser to keep.
    """
    fetched: list[Response] = []
    own_page.on("response", lambda response: fetched.append(response))
    table = open_table(own_page, place, place.write("plain.ipynb", TABLE))
    assert table.turn == 1
    table.step(3)
    assert table.turn == 4
    before = points(own_page, 4)
    expect(table.charts().first).to_be_visible(timeout=COLD)
    expect(table.root.locator("classkit-news li").first).to_contain_text("Turn 4")
    for turn in (3, 2):
        table.press("Back")
        where = table.root.locator("classkit-timeline .ck-where")
        expect(where).to_contain_text(f"Turn {turn} of 4")
    own_page.locator("classkit-chart .ck-canvas").first.scroll_into_view_if_needed()
    own_page.wait_for_function("n => window.classkitPoints() < n", arg=before, timeout=COLD)
    table.press("Forward")
    expect(table.root.locator("classkit-timeline .ck-where")).to_contain_text("step")
    for name in ("page.js", "plotly.min.js"):
        (of_it,) = {
            one for one in fetched if f"voila/templates/classkit/static/{name}?v=" in one.url
        }
        assert of_it.ok and of_it.header_value("etag")
        assert "max-age=" in (of_it.header_value("cache-control") or "")


def points(page: Page, least: int = 1) -> int:
    """How many points the first line of the first chart has, once it has at least so many.

    It is drawn only while in sight.
    """
    page.locator("classkit-chart .ck-canvas").first.scroll_into_view_if_needed()
    page.evaluate(
        """() => { window.classkitPoints = () => {
            const plot = document.querySelector('classkit-chart .js-plotly-plot');
            return plot?.data?.[0]?.x?.length ?? 0;
        }; }"""
    )
    page.wait_for_function("n => window.classkitPoints() >= n", arg=least, timeout=COLD)
    return int(page.evaluate("() => window.classkitPoints()"))


def test_a_reload_in_jupyterlab_shows_the_present_not_the_beginning(
    page: Page, in_lab: Place
) -> None:
    name = in_lab.write("reload.ipynb", TABLE)
    table = open_table(page, in_lab, name)
    table.step(5)
    save(page)
    page.goto(in_lab.url + f"lab/tree/{name}")
    table = seen(page)
    expect(table.root.locator("classkit-timeline .ck-where")).to_contain_text("Turn 6 of 6")
    points(page, 5)
    table.step()
    assert table.turn == 7


def test_the_notebook_keeps_its_keys_and_the_table_its_own(page: Page, in_lab: Place) -> None:
    """Ctrl+S saves the notebook with the focus in the table; letters do not edit its cells."""
    table = open_table(page, in_lab, in_lab.write("keys.ipynb", TABLE, "1 + 1"))
    cells = page.locator(".jp-Notebook .jp-CodeCell")
    number = cells.count()
    table.root.locator(STEP).focus()
    for key in ("d", "d", "b", "x"):
        page.keyboard.press(key)
    expect(cells).to_have_count(number)
    expect(page.locator(".jp-mod-dirty")).not_to_have_count(0)
    page.keyboard.press("Control+s")
    expect(page.locator(".jp-mod-dirty")).to_have_count(0)
    table.root.locator(STEP).focus()
    page.keyboard.press("x")
    expect(cells).to_have_count(number)


def test_a_table_displayed_twice_is_one_match_and_two_sights(page: Page, in_lab: Place) -> None:
    """Each display has a theme of its own, also after a reload; a step on one is seen on both."""
    name = in_lab.write("two.ipynb", TABLE, "table")
    page.goto(in_lab.address(name))
    run_all(page, in_lab)
    first, second = seen(page, 0), seen(page, 1)
    first.step(2)
    where = "classkit-timeline .ck-where"
    expect(second.root.locator(where)).to_contain_text("Turn 3 of 3", timeout=COLD)
    second.root.scroll_into_view_if_needed()
    second.step()
    for view in (first, second):
        expect(view.root.locator(where)).to_contain_text("Turn 4 of 4", timeout=COLD)
    second.root.get_by_label("Theme").select_option("dark")
    expect(second.root).to_have_attribute("data-theme", "dark")
    expect(first.root).to_have_attribute("data-theme", "light")
    save(page)
    page.reload()
    expect(seen(page, 1).root).to_have_attribute("data-theme", "dark", timeout=COLD)
    expect(seen(page, 0).root).to_have_attribute("data-theme", "light", timeout=COLD)
    expect(seen(page, 0).root.locator(where)).to_contain_text("Turn 4 of 4", timeout=COLD)


def test_two_browser_tabs_on_one_kernel_show_the_same(browser: Browser, in_lab: Place) -> None:
    name = in_lab.write("tabs.ipynb", TABLE)
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    try:
        one = open_table(context.new_page(), in_lab, name)
        one.step(2)
        save(one.page)
        page = context.new_page()
        page.goto(in_lab.url + f"lab/tree/{name}")
        other = seen(page)
        expect(other.root.locator("classkit-timeline .ck-where")).to_contain_text("Turn 3 of 3")
        other.step()
        expect(one.root.locator("classkit-timeline .ck-where")).to_contain_text("Turn 4 of 4")
    finally:
        context.close()


def test_charts_that_come_two_seconds_late_miss_nothing(own_page: Page, in_voila: Place) -> None:
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


def test_names_are_shown_never_interpreted(page: Page, in_voila: Place) -> None:
    """HTML, a link, money signs and right-to-left text in names are text everywhere."""
    names = [
        '<img src=x onerror="window.hacked=1">',
        "<a href='//evil'>Bo</a>",
        "$1 $2 $$x$$",
        "عدي",
    ]
    new = f"classkit.table('poleconomy', seats={names!r}, seed=7, bots='default')"
    cell = f"import classkit\n{new}"
    table = open_table(page, in_voila, in_voila.write("names.ipynb", cell))
    table.step(6)
    points(page)
    for name in names:
        expect(table.root.locator("classkit-seatstrip")).to_contain_text(name)
    for tab in ("Standings", "Seats", "Ledger", "News"):
        table.tab(tab)
    assert page.evaluate("() => window.hacked") is None
    assert table.root.locator("img[src=x], a[href*=evil], .MathJax, mjx-container").count() == 0


def test_a_person_decides_at_the_ask_panel(page: Page, harness: str) -> None:
    table = show_table(page, harness, PERSONS)
    ask = table.root.locator("classkit-ask")
    expect(ask).to_contain_text("decides")
    table.press("Step")
    expect(table.root.locator("classkit-live")).to_contain_text("must decide now")
    ask.get_by_role("button", name="Keep the arrow", exact=True).click()
    expect(table.root.locator("classkit-timeline .ck-where")).to_contain_text("step 1")
    ask.get_by_role("button", name="Throw the dice", exact=True).click()
    expect(table.root.locator("classkit-timeline .ck-where")).not_to_contain_text("step 1")


def test_secret_answers_are_given_behind_a_curtain(page: Page, harness: str) -> None:
    """On a shared screen a seat says that it is there; then alone it sees what it may answer."""
    cell = (
        "import classkit\nfrom tests.toy import GAME\n"
        'table = classkit.table(classkit.new(GAME, seats=["Ada", "Bo"], seed=4), bots={})'
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
    expect(table.root.locator("classkit-timeline .ck-where")).to_contain_text("Turn 2 of 6")
    table.root.get_by_role("button", name="What if").click()
    expect(table.root).to_contain_text("Branch 1")
    table.step()
    page.wait_for_function(f"n => ({TRACES})() > n", arg=before)


TRACES = """() => [...document.querySelectorAll('classkit-chart .js-plotly-plot')]
    .reduce((sum, plot) => sum + plot.data.length, 0)"""


def test_news_open_their_money_and_their_clause(page: Page, harness: str) -> None:
    table = show_table(page, harness, TABLE)
    table.step(8)
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
    expect(other.root.locator("classkit-timeline .ck-where")).to_contain_text("Turn 5 of 5")
    other.root.locator("input[type=file]").set_input_files(
        {"name": "bad.json", "mimeType": "application/json", "buffer": b'{"classkit": 1, "log'}
    )
    expect(other.root).to_contain_text("cut off or damaged")
    expect(other.root.locator("classkit-timeline .ck-where")).to_contain_text("Turn 5 of 5")


def test_play_runs_by_itself_and_pauses(page: Page, harness: str) -> None:
    table = show_table(page, harness, TABLE)
    table.root.get_by_role("combobox", name="Speed of Play").select_option(index=4)
    table.press("Play")
    page.wait_for_function(
        "() => Number(document.querySelector('.ck-where').textContent.match(/Turn (\\d+)/)[1]) > 6",
        timeout=COLD,
    )
    table.press("Pause")
    expect(table.root.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.wait_for_timeout(1_500)  # the step under way when it was pressed may still arrive
    where = table.where
    page.wait_for_timeout(1_500)
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
    line = table.root.locator("classkit-live [aria-live=polite]")
    expect(line).to_contain_text("Turn 2")


def test_each_chart_has_its_numbers_as_a_table(page: Page, harness: str) -> None:
    table = show_table(page, harness, TABLE)
    table.step(2)
    drawn = points(page, 3)
    chart = table.root.locator("classkit-chart").first
    chart.get_by_role("button", name="Numbers").click()
    expect(chart.locator("table tbody tr")).to_have_count(drawn)


def test_a_covered_chart_waits_for_the_class(page: Page, harness: str) -> None:
    cell = TABLE.replace('bots="default"', 'bots="default", covered=["inflation"]')
    table = show_table(page, harness, cell)
    chart = table.root.locator("classkit-chart").first
    expect(chart).to_contain_text("covered until the class has predicted")
    chart.get_by_label("The class predicts").fill("4")
    chart.get_by_role("button", name="Predict and uncover").click()
    expect(chart.locator(".ck-lid")).to_be_hidden()


def test_it_fits_the_screen_and_keeps_to_the_rules_of_access(
    page: Page, in_voila: Place, deep: bool
) -> None:
    """In each theme, on each screen, axe-core finds nothing against WCAG 2.1 A and AA (design 7).

    Theme and screen change no more than looks, so the other rules are checked in the first alone.

    Nothing to scroll to on a projector: controls, board, question and charts at once.
    """
    table = open_table(page, in_voila, in_voila.write("fits.ipynb", TABLE))
    table.step(6)
    points(page)
    rules = WCAG
    for width, height in ((1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark", "projector"):
            wear(page, theme)
            assert violations(page, "classkit-table", *rules) == [], (theme, width)
            rules = WCAG if deep else OF_LOOKS
            for part in (STEP, "classkit-board", "classkit-ask", "classkit-chart >> nth=1"):
                box = table.root.locator(part).first.bounding_box()
                assert box, part
                assert box["x"] >= 0 and box["x"] + box["width"] <= width + 1, (part, box)
                assert box["y"] >= 0 and box["y"] + box["height"] <= height + 1, (part, box)
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width


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
    expect(page.locator("classkit-timeline.ck-alone .ck-where")).to_contain_text("Turn 3 of 3")


def test_the_kernel_ends_and_the_table_stays_readable(page: Page, in_lab: Place) -> None:
    """What is on the screen stays there when nobody answers any more."""
    table = open_table(page, in_lab, in_lab.write("gone.ipynb", TABLE, "import os"))
    table.step(2)
    assert isinstance(table, Seen)
    page.evaluate("() => window.stop()")
    expect(table.root.locator("classkit-board svg").first).to_be_visible()
