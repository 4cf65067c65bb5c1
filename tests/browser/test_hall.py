"""The hall's view: what a whole hall reads, without controls; it follows the table."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.classroom import open_table
from tests.browser.desks import PAGE, answer_for, open_part, open_sight
from tests.browser.servers import Place
from tests.browser.waiting import charts_are_drawn, eventually, resize
from tests.toy import GAME as TOY

SIZES = ((1280, 720), (1920, 1080))
GAMES: dict[Any, Any] = {
    "poleconomy": {"game": 2}, "opoly": None, "economicon": None, "economy": None, TOY: None,
}  # fmt: skip

FAULTS = """([wide]) => {
    const faults = [];
    const hall = document.querySelector('classkit-hall');
    const scale = wide / 1920;
    const boxes = ['.ck-hall-when', '.ck-hall-said', '.ck-sheet', '.ck-infl', '.ck-treas',
        '.ck-worth'].map((name) => [name, hall.querySelector(name).getBoundingClientRect()]);
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    boxes.forEach(([name, at], index) => {
        if (at.left < 0 || at.top < 0 || at.right > innerWidth || at.bottom > innerHeight)
            faults.push(`${name} is cut off`);
        for (const [other, where] of boxes.slice(index + 1))
            if (over(at, where)) faults.push(`${name} lies over ${other}`);
    });
    const seen = (node) =>
        node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    for (const control of hall.querySelectorAll('button, input, select, textarea, a, [tabindex]'))
        if (seen(control)) faults.push(`a control: ${control.outerHTML.slice(0, 80)}`);
    const said = hall.querySelector('.ck-hall-said');
    if (said.scrollHeight > said.clientHeight + 20 * scale) faults.push('the sentence is cut');
    if (said.clientHeight > 150 * scale) faults.push('the sentence has more than two rows');
    for (const node of hall.querySelectorAll(':not(.ck-picture *):not(.ck-reels *)')) {
        const words = [...node.childNodes].filter((one) => one.nodeType === 3 && one.data.trim());
        const exempt = '.ck-gauge, title, .ck-hall-blank, .ck-badge, .ck-end-badge';
        if (!words.length || !seen(node) || node.closest(exempt)) continue;
        const size = parseFloat(getComputedStyle(node).fontSize);
        if (size < 25.5 * scale) faults.push(`${size} px: ${words[0].data.slice(0, 30)}`);
    }
    for (const chart of hall.querySelectorAll('classkit-chart')) {
        const figure = document.createRange();
        figure.selectNodeContents(chart.querySelector('.ck-chart-figure'));
        if (figure.getBoundingClientRect().right > chart.getBoundingClientRect().right)
            faults.push(`the figure ${figure} leaves its chart`);
        const plot = chart.querySelector('.nsewdrag')?.getBoundingClientRect();
        if (!plot || plot.width < 400 * scale || plot.height < 90 * scale)
            faults.push(`${chart.key}: plot of ${plot?.width} by ${plot?.height}`);
    }
    return faults;
}"""


def controller(game: Any, turns: int = 12, options: Any = None) -> MatchController:
    """Return a match after some turns."""
    desk = MatchController(classkit.new(game, seats=4, seed=39, options=options))
    while desk.match.turn < turns and not desk.match.is_over:
        desk.step("turn")
    return desk


def open_hall(page: Page, harness: str, sight: PageView) -> None:
    """Show the hall's view in a page of its own, as a dashboard does by ``?view=hall``."""
    answer_for(page, harness, sight)
    page.goto(f"{harness}{PAGE}?view=hall")
    page.evaluate("() => window.showTable(true)")
    expect(page.locator("classkit-hall .ck-space").first).to_be_attached()


@pytest.mark.sweep(2)
@pytest.mark.parametrize("game", GAMES)
def test_all_is_in_view_large_enough_and_without_a_control(
    page: Page, harness: str, game: Any
) -> None:
    """Row 20 is 18 m away: nothing is smaller than 26 pixels of 1920."""
    open_hall(page, harness, PageView(controller(game, options=GAMES[game])))
    for wide, high in SIZES:
        resize(page, wide, high)
        eventually(page, partial(page.evaluate, FAULTS, [wide]), [])


def test_a_price_index_of_100_percent_fits_beside_its_plot(page: Page, harness: str) -> None:
    open_hall(page, harness, PageView(controller("opoly", turns=0)))
    for wide, high in SIZES:
        resize(page, wide, high)
        expect(page.locator(".ck-chart-figure").first).to_have_text("100%")
        eventually(page, partial(page.evaluate, FAULTS, [wide]), [])


def test_sentence_number_and_treasury_have_the_sizes_of_a_hall(page: Page, harness: str) -> None:
    """At 1920: the sentence 66 (60 if it is long), the Number 190, the Treasury 120, names 34."""
    open_hall(page, harness, PageView(controller("poleconomy", options={"game": 2})))
    resize(page, 1920, 1080)
    expect(page.locator(".ck-infl .ck-chart-figure")).not_to_be_empty()
    expect(page.locator(".ck-worth .ck-end").first).to_be_visible()
    charts_are_drawn(page)
    sizes = page.evaluate("""() => ['.ck-hall-said', '.ck-infl .ck-chart-figure',
        '.ck-treas .ck-chart-figure', '.ck-worth .ck-end']
        .map((one) => parseFloat(getComputedStyle(document.querySelector(one)).fontSize))""")
    assert sizes[0] in (60, 66)
    assert sizes[1] == pytest.approx(190, abs=3) and sizes[2] == pytest.approx(120, abs=3)
    assert sizes[3] == pytest.approx(34, abs=1)


def test_the_three_plots_have_one_axis(page: Page, harness: str) -> None:
    """A cause stands above its effects."""
    open_hall(page, harness, PageView(controller("poleconomy", options={"game": 2})))
    resize(page, 1920, 1080)

    def edges() -> int:
        found: int = page.evaluate("""() => new Set([...document.querySelectorAll('.nsewdrag')]
            .map((one) => one.getBoundingClientRect())
            .map(({ left, right }) => `${Math.round(left)} ${Math.round(right)}`)).size""")
        return found

    eventually(page, edges, 1)


def test_the_menu_opens_a_window_that_follows_the_table(page: Page, harness: str) -> None:
    """It has eyes and a theme of its own, hears a presenter's remote, and closes with the page."""
    desk = controller("poleconomy", options={"game": 2})
    open_sight(page, harness, PageView(desk, "instructor"))
    page.get_by_role("button", name="Menu").click()
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Open the hall’s view").click()
    hall = opened.value
    turn = hall.locator(".ck-hall-turn")
    expect(turn).to_have_text(f"Turn {desk.match.turn}")
    expect(hall.locator("classkit-hall")).to_have_attribute("data-theme", "projector")
    expect(page.locator("classkit-table")).to_have_attribute("data-theme", "light")
    page.get_by_role("button", name="Step", exact=True).click()
    expect(turn).to_have_text(f"Turn {desk.match.turn}")
    before = desk.match.turn
    hall.keyboard.press("PageDown")
    expect(turn).to_have_text(f"Turn {before + 1}")
    expect(page.locator(".ck-moment")).to_have_text(f"Turn {before + 1}")
    hall.keyboard.press("PageUp")
    expect(turn).to_have_text(f"Turn {before}")
    hall.keyboard.press(".")
    expect(hall.locator(".ck-hall-blank")).to_be_visible()
    hall.keyboard.press("b")
    expect(hall.locator(".ck-hall-blank")).to_be_hidden()
    with hall.expect_event("close"):
        page.goto("about:blank")


LIVE = """\
import classkit
table = classkit.table("poleconomy", seats=4, seed=39, bots="passive", options={"game": 1})
table
"""


@pytest.mark.parametrize("kind", ["voila", pytest.param("lab", marks=pytest.mark.deep)])
def test_the_window_follows_its_table_in_jupyter(
    own_page: Page, request: pytest.FixtureRequest, kind: str
) -> None:
    """It needs no kernel of its own, which another page of Voila would have."""
    place: Place = request.getfixturevalue(f"in_{kind}")
    open_table(own_page, place, place.write("hall.ipynb", LIVE))
    own_page.get_by_role("button", name="Menu", exact=True).click()
    with own_page.expect_popup() as opened:
        own_page.get_by_role("button", name="Open the hall’s view").click()
    turn = opened.value.locator(".ck-hall-turn")
    expect(turn).to_be_visible()
    before = turn.inner_text()
    own_page.get_by_role("button", name="Step", exact=True).click()
    expect(turn).not_to_have_text(before)
    expect(opened.value.locator(".ck-infl .main-svg").first).to_be_attached()


def test_what_is_covered_on_the_table_is_not_told_in_the_hall(page: Page, harness: str) -> None:
    """Neither a worth in a label nor one in the sentence nor one on the board."""
    desk = controller("poleconomy", options={"game": 2})
    sight = PageView(desk, "instructor")
    open_hall(page, harness, sight)
    labels = page.locator(".ck-worth .ck-end b")
    expect(labels.first).to_be_visible()
    worths = [one for one in labels.all_inner_texts() if one]
    covers = "window.kernel({ do: 'cover', chart: 'net_worth', on: true, id: 7 }, [])"
    page.evaluate(covers)
    hall = page.locator("classkit-hall")
    hall.evaluate("(hall) => hall.store.refresh()")
    expect(page.locator(".ck-worth .ck-lid")).to_be_visible()
    assert worths
    eventually(page, lambda: [worth for worth in worths if worth in hall.inner_text()], [])


def test_the_pointer_is_seen_while_it_moves(page: Page, harness: str) -> None:
    open_hall(page, harness, PageView(controller("poleconomy")))
    hall = page.locator("classkit-hall")
    page.mouse.move(300, 300)
    assert hall.evaluate("(one) => getComputedStyle(one).cursor") != "none"
    eventually(page, lambda: hall.evaluate("(one) => getComputedStyle(one).cursor"), "none")


def test_the_remote_has_two_thumbs_a_curtain_and_three_covers(page: Page, harness: str) -> None:
    """On the teacher's phone; Step that is held plays until it is let go."""
    desk = controller("poleconomy", options={"game": 2})
    resize(page, 390, 844)
    remote = open_part(page, harness, PageView(desk), "remote", 390)
    step, back = (remote.get_by_role("button", name=name) for name in ("Step", "Back"))
    for thumb in (step, back):
        box = thumb.bounding_box()
        assert box and box["height"] >= 96 and box["width"] >= 96
        assert box["y"] + box["height"] <= 844
    turn = desk.match.turn
    step.click()
    eventually(page, lambda: desk.match.turn, turn + 1)
    back.click()
    eventually(page, lambda: desk.match.turn, turn)
    step.hover()
    page.mouse.down()
    eventually(page, lambda: desk.match.turn >= turn + 2, True)
    page.mouse.up()
    page.wait_for_timeout(300)
    reached = desk.match.turn
    page.wait_for_timeout(1_500)
    assert desk.match.turn == reached
    remote.get_by_role("button", name="Curtain").click()
    eventually(page, lambda: desk.is_hall_blank, True)
    remote.get_by_role("button", name="Cover Treasury").click()
    eventually(page, lambda: list(desk.hall_covered), ["treasury"])


def test_turning_points_have_no_numbers_where_nothing_says_what_they_are(
    page: Page, harness: str
) -> None:
    """At the end of a match; the charts of the end screen have them."""
    open_hall(page, harness, PageView(controller("poleconomy", 10_000, {"game": 2})))
    resize(page, 1280, 720)
    expect(page.locator(".ck-worth .ck-end").first).to_be_visible()
    charts_are_drawn(page)
    drawn = page.evaluate("""() => [...document.querySelectorAll('.js-plotly-plot')]
        .flatMap(({ data }) => data.map(({ meta }) => meta))""")
    assert drawn and "turned" not in drawn
