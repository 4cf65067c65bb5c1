"""The table fits where it is shown: halls, notebooks, telephones, enlarged windows, paper."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.access import wear
from tests.browser.classroom import COLD, Seen, open_table, seen
from tests.browser.desks import open_desk, open_sight
from tests.browser.legible import scrolls
from tests.browser.servers import TABLE, Place
from tests.browser.waiting import charts_are_drawn, eventually, laid_out, resize, send

GAMES = ("poleconomy", "opoly", "economicon", "economy")
HALL = (1280, 720)
HALLS = ((1366, 768), HALL)
WALL = (1920, 1080)
TELEPHONE = (390, 844)
ENLARGED = (683, 384)
"""What a window of 1366x768 has left when it is shown twice as large."""

CUT = """() => [...document.querySelectorAll('.ck-strip-score, .ck-strip-score > *')]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent)"""
PLOTS = """() => [...document.querySelectorAll('.ck-first, .ck-tab-chart')]
    .map((one) => one.querySelector('.nsewdrag')?.getBoundingClientRect().height ?? 0)"""
COVERED = """() => {
    const more = document.querySelector('.ck-answer-more').getBoundingClientRect();
    return [...document.querySelectorAll('.ck-ask-head *')].filter((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        return one.checkVisibility() && [...words.getClientRects()].some((box) =>
            box.left < more.right && box.right > more.left
            && box.top < more.bottom && box.bottom > more.top);
    }).map((one) => one.textContent);
}"""
"""What of a question or beside it lies below the button that opens the answers."""


def show(page: Page, address: str, game: str, size: tuple[int, int], turns: int = 8) -> Seen:
    """Show a table after some turns in a window of this size."""
    match = classkit.new(game, seats=4, seed=7)
    for _ in range(turns):
        match.play(until="turn", bots="passive")
    resize(page, *size)
    open_sight(page, address, PageView(MatchController(match, "passive")))
    return seen(page)


def box(page: Page, part: str) -> dict[str, float]:
    """Return where a part is: its edges, in pixels."""
    found = page.locator(part).first.bounding_box()
    assert found, part
    return {
        "left": found["x"],
        "top": found["y"],
        "right": found["x"] + found["width"],
        "bottom": found["y"] + found["height"],
        "height": found["height"],
    }


@pytest.mark.sweep(2)
@pytest.mark.parametrize("game", GAMES)
def test_a_hall_sees_whole_figures_and_both_plots(page: Page, harness: str, game: str) -> None:
    """1366x768 and 1280x720 in the projector's theme: most halls have no more.

    It makes no difference what the window was before: the table has come from a wall.
    """
    table = show(page, harness, game, WALL)
    wear(page, "projector")
    for size in HALLS:
        resize(page, *size)
        laid_out(page)
        charts_are_drawn(page)
        eventually(page, lambda: [high >= 149.5 for high in page.evaluate(PLOTS)], [True, True])
        eventually(page, lambda: page.evaluate(CUT), [])
        scores = table.root.locator(".ck-strip-score").all_inner_texts()
        assert all("…" not in score for score in scores)
        eventually(page, lambda: 0 <= below_the_answers(page) <= 36, True)


@pytest.mark.parametrize(("game", "bot"), [("opoly", "appraiser"), ("economy", "raider")])
def test_a_hall_sees_both_plots_also_of_two_branches(
    page: Page, harness: str, game: str, bot: str
) -> None:
    """What tells them apart has a line above the stage, and stands in place of a chart's tools.

    Economy's lower chart has the names of nine sectors below it.
    """
    desk = MatchController(classkit.new(game, seats=4, seed=3), dict.fromkeys("ABCD", bot))
    for _ in range(6):
        desk.step("turn")
    desk.goto(turn=4)
    desk.fork()
    desk.assign_players("random")
    desk.branches.active.play_anew = True
    for _ in range(4):
        desk.step("turn")
    resize(page, *HALL)
    open_desk(page, harness, desk)
    wear(page, "projector")
    laid_out(page)
    charts_are_drawn(page)
    eventually(page, lambda: [high >= 149.5 for high in page.evaluate(PLOTS)], [True, True])
    if game == "economy":
        return  # bars and cells draw one branch alone
    chart = page.locator(".ck-tab-chart")
    told, tool = chart.locator(".ck-chart-apart"), chart.get_by_role("button", name="Numbers")
    expect(told).to_contain_text(re.compile("^After"))
    expect(tool).to_have_css("opacity", "0")
    chart.hover()
    expect(told).to_be_hidden()
    expect(tool).to_have_css("opacity", "1")


FULL = {"opoly": 8, "poleconomy": 6, "economy": 6}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", FULL)
def test_a_hall_sees_the_figures_of_a_full_table_too(page: Page, harness: str, game: str) -> None:
    """One name may be long; no figure is cut, and both plots keep their height."""
    names = ["Wilhelmina of Saxony", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal"][: FULL[game]]
    match = classkit.new(game, seats=names, seed=3)
    for _ in range(6):
        match.play("turn")
    open_desk(page, harness, MatchController(match))
    wear(page, "projector")
    for size in (HALL, (1366, 768), (1600, 1000)):
        resize(page, *size)
        laid_out(page)
        charts_are_drawn(page)
        eventually(page, lambda: [high >= 149.5 for high in page.evaluate(PLOTS)], [True, True])
        eventually(page, lambda: page.evaluate(CUT), [])


def below_the_answers(page: Page) -> float:
    """Return how much room the bar has below its answers: none where they are cut off."""
    ends: float = page.locator(".ck-ask-body > :not([hidden])").evaluate_all(
        "all => Math.max(...all.flatMap((one) => [one, ...one.querySelectorAll('*')])"
        ".map((one) => one.getBoundingClientRect().bottom))"
    )
    return box(page, "classkit-ask")["bottom"] - ends


def test_millions_are_told_in_few_letters_in_a_hall_and_in_full_where_there_is_room(
    page: Page, harness: str
) -> None:
    rich = {seat: {"cash": 2_360_000} for seat in "ABCD"}
    match = classkit.new(
        "poleconomy", seats=4, seed=7, position={"mover": "B", **rich}, options={"game": 1}
    )
    resize(page, *HALL)
    open_desk(page, harness, MatchController(match))
    wear(page, "projector")
    scores = page.locator(".ck-strip-score > :first-child")
    expect(scores.first).to_have_text("$2.36M")
    eventually(page, lambda: page.evaluate(CUT), [])
    wear(page, "light")
    resize(page, 1920, 1080)
    expect(scores.first).to_have_text("$2,360,000")
    eventually(page, lambda: page.evaluate(CUT), [])


@pytest.mark.sweep(2)
@pytest.mark.parametrize("size", [TELEPHONE, ENLARGED], ids=["telephone", "enlarged"])
@pytest.mark.parametrize("game", GAMES)
def test_a_chart_is_in_the_first_window_and_answers_take_a_fifth_until_opened(
    page: Page, harness: str, game: str, size: tuple[int, int]
) -> None:
    table = show(page, harness, game, size)
    send(page, do="step", until="turn")  # what it did is said above the chart
    page.evaluate("scrollTo(0, 0)")
    laid_out(page)
    charts_are_drawn(page)
    high = size[1]
    answers, chart = box(page, ".ck-answer-side"), box(page, ".ck-first classkit-chart >> nth=0")
    assert answers["height"] <= high / 5 + 1
    assert answers["bottom"] <= high + 1
    assert chart["top"] >= 0 and chart["bottom"] <= answers["top"] + 1, (chart, answers)
    assert page.evaluate(PLOTS)[0] >= 80
    more = table.root.locator(".ck-answer-more")
    assert page.evaluate(COVERED) == []
    more.click()
    expect(more).to_have_text("Less")
    assert box(page, ".ck-answer-side")["height"] <= 0.6 * high + 1
    assert page.evaluate(COVERED) == []
    more.click()
    eventually(page, lambda: box(page, ".ck-answer-side")["height"] <= high / 5 + 1, True)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_has_a_scroll_bar_that_scrolls_nothing(page: Page, harness: str, game: str) -> None:
    """At 1366x768, after some steps; and every tab is in sight beside a narrow column."""
    show(page, harness, game, (1366, 768))
    for _ in range(6):
        send(page, do="step", until="turn")
        eventually(page, lambda: scrolls(page, ".classkit *, main, body, html"), [])
    resize(page, 1168, 879)
    eventually(page, lambda: scrolls(page, ".ck-tab-bar"), [])


def test_waiting_for_the_kernel_covers_no_headline(page: Page, harness: str) -> None:
    """It takes a place of its own beside what the last step did."""
    table = show(page, harness, "poleconomy", (1366, 768))
    long = "Ada buys I.P. Sharp Associates from the Bank for $100,000 and pays with a bond."
    table.root.locator("classkit-live").evaluate(
        """(live, words) => {
            live.said.textContent = words;
            live.slow.hidden = false;
        }""",
        long,
    )
    said, slow = box(page, ".ck-said"), box(page, ".ck-slow")
    assert said["right"] <= slow["left"] + 1
    line = box(page, ".ck-line")
    assert slow["top"] >= line["top"] - 1 and slow["bottom"] <= line["bottom"] + 1


def test_no_bar_reaches_the_upper_edge_of_its_chart(page: Page, harness: str) -> None:
    """Also where the tallest stands at a good end of the axis, such as 20."""
    reach = page.goto(f"{harness}kernel.html") and page.evaluate(
        """async () => {
            const { rangeOf } = await import('../../classkit/widgets/page/charts/axes.js');
            const ends = (type, ...rest) =>
                rangeOf([{ type, x: ['A', 'B'], y: [20, 12] }], { shapes: [] }, ...rest)[1];
            return [ends('bar', {}), ends('scatter', {}), ends('bar', { most: 20 })];
        }"""
    )
    assert reach[0] > 20 and reach[1] == 20 and reach[2] == 20


def test_what_an_option_is_said_to_be_is_not_cut(page: Page, harness: str) -> None:
    """Text: "As the edition says" in place of a number, in the dialog for a new match."""
    table = show(page, harness, "poleconomy", (1366, 768))
    table.tab("Match")
    table.root.get_by_role("button", name="New match with other options").click()
    dialog = table.root.locator("dialog.ck-new")
    expect(dialog).to_be_visible()
    if dialog.locator("details > summary").is_visible():
        dialog.locator("details > summary").click()
    words = dialog.locator("input.ck-number")
    assert any("As the edition says" in one.input_value() for one in words.all())
    cut = words.evaluate_all(
        "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.value)"
    )
    assert cut == []


def test_a_board_on_paper_is_drawn_and_no_picture(page: Page, harness: str) -> None:
    """487-opoly's bars were printed as pictures, each as large as the sheet: ten megabytes."""
    show(page, harness, "opoly", (1366, 768))
    assert len(page.pdf(format="A4")) < 1_500_000


# --- in a notebook ----------------------------------------------------------------------------


def test_a_cell_of_jupyterlab_shows_the_table_and_a_dead_kernel_covers_nothing(
    own_page: Page, in_lab: Place
) -> None:
    """At 1600x1000, beside the file browser: tabs, answers and charts without a scroll bar."""
    page = own_page
    resize(page, 1600, 1000)
    table = open_table(page, in_lab, in_lab.write("fits.ipynb", TABLE))
    table.step(3)
    pane = ".jp-WindowedPanel-outer"

    def fits() -> list[Any]:
        table.root.evaluate("one => one.scrollIntoView({ block: 'end' })")
        around = box(page, pane)
        parts = [".ck-tab-bar", "classkit-ask", ".ck-first", ".ck-tabs", ".ck-head"]
        outside = [
            part
            for part in parts
            if box(page, part)["top"] < around["top"] - 1
            or box(page, part)["bottom"] > around["bottom"] + 1
        ]
        return outside + scrolls(page, ".jp-Cell *")

    eventually(page, fits, [])
    page.locator(".lm-MenuBar-item", has_text="Kernel").first.click()
    page.locator(".lm-Menu-item", has_text="Restart Kernel…").first.click()
    page.locator(".jp-Dialog .jp-mod-warn").click()
    notice = page.locator(".classkit-connection [role=alert]")
    expect(notice).to_contain_text("was restarted or shut down", timeout=COLD)
    said = notice.bounding_box()
    assert said and said["y"] + said["height"] <= box(page, "classkit-table")["top"] + 1
    eventually(page, fits, [])
