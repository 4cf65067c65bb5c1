"""Every text of the page at every size: large enough, whole, and in colours that can be told apart.

Design 7: no text under 11 px at 1366x768, none under 18 px in the projector theme at 1920x1080.
Boards and charts have tests of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.engine.match import Match
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.access import wear
from tests.browser.classroom import Seen, seen
from tests.browser.decisions import positions
from tests.browser.desks import open_sight
from tests.browser.legible import overlapping, sticks_out, too_small
from tests.browser.sweeps import shared_out
from tests.browser.waiting import eventually, resize, send

GAMES = ("poleconomy", "opoly", "economicon", "economy")
TELEPHONE = (390, 844)
ENLARGED = (320, 568)
"""What a window of 1280 pixels has left when it is shown four times as large."""
SCREENS = {"light": (1366, 768, 11), "projector": (1920, 1080, 18), "dark": (1000, 600, 11)}
FORMS = {
    "poleconomy": ("pm_action", "bid", "answer_trade"),
    "opoly": ("propose", "bid_english"),
    "economicon": ("trade", "order_production"),
    "economy": ("choose_destination",),
}
"""Decisions with the longest forms."""


def show(page: Page, address: str, game: str, charts: bool = False) -> Seen:
    """Show a table in the middle of a match, with its charts drawn or without."""
    match = classkit.new(game, seats=4, seed=7)
    for _ in range(4):
        match.play(until="turn", bots="passive")
    open_sight(page, address, PageView(MatchController(match, "passive")), charts=charts)
    return seen(page)


def states(table: Seen, deep: bool) -> Iterator[str]:
    """Open each tab, or every third in the short form, the keys, and the dialog for a new match."""
    for tab in table.root.get_by_role("tab").all()[:: 1 if deep else 3]:
        if tab.is_visible():
            tab.click()
            yield tab.inner_text()
    table.menu().get_by_role("button", name="Keys").click()
    yield "Keys"
    table.page.keyboard.press("Escape")
    table.tab("Match")
    table.root.get_by_role("button", name="New match with other options").click()
    yield "A new match"
    table.page.keyboard.press("Escape")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_every_text_is_large_enough(page: Page, harness: str, game: str, deep: bool) -> None:
    """On each screen; in the short form each game on one of the three."""
    table = show(page, harness, game)
    for theme in shared_out([*SCREENS], GAMES.index(game), 1, deep):
        width, height, least = SCREENS[theme]
        resize(page, width, height)
        wear(page, theme)
        for state in states(table, deep):
            assert too_small(page, least) == [], (theme, state)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_branches_are_in_sight_and_what_is_typed_into_has_its_words_whole(
    page: Page, harness: str, game: str
) -> None:
    """A branch is not to be scrolled for, and no word is an identifier."""
    resize(page, 1366, 768)
    table = show(page, harness, game)
    table.press("Back")
    table.root.get_by_role("button", name="What if?", exact=True).click()
    table.tab("Match")
    drop = table.root.get_by_role("button", name="Drop this branch")
    drop.wait_for()
    room = table.root.locator("classkit-records").evaluate(
        "one => one.closest('[role=tabpanel]').getBoundingClientRect().bottom"
    )
    box = drop.first.bounding_box()
    assert box and box["y"] + box["height"] <= room
    table.tab("Spaces")
    assert "_" not in table.root.locator("classkit-spaces").inner_text()
    table.tab("Rules")
    find = table.root.get_by_role("searchbox", name="Find in the rules")
    assert find.evaluate(
        """one => {
            const pen = document.createElement('canvas').getContext('2d');
            pen.font = getComputedStyle(one).font;
            return pen.measureText(one.placeholder).width < one.clientWidth - 20;
        }"""
    )


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_sticks_out_of_a_narrow_window(
    page: Page, harness: str, game: str, deep: bool
) -> None:
    """On a telephone, and where a reader has enlarged the page four times.

    In the short form each game in one of the two windows.
    """
    table = show(page, harness, game)
    for width, height in shared_out((TELEPHONE, ENLARGED), GAMES.index(game), 1, deep):
        resize(page, width, height)
        for state in states(table, deep):
            assert sticks_out(page) == [], (width, state)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_forms_are_as_wide_as_a_telephone(page: Page, harness: str, game: str) -> None:
    met: dict[str, Match] = positions(game)
    resize(page, TELEPHONE[0], TELEPHONE[1])
    for name in FORMS[game]:
        match = met[name].fork()
        open_sight(
            page,
            harness,
            PageView(MatchController(match, dict.fromkeys(match.seats))),
            charts=False,
        )
        table = seen(page)
        assert sticks_out(page) == [], name
        for opener in table.root.locator("classkit-ask .ck-opener >> visible=true").all()[:1]:
            opener.click()
            assert sticks_out(page) == [], f"{name}, opened"


def test_words_that_a_reader_has_set_apart_are_whole(page: Page, harness: str, deep: bool) -> None:
    """WCAG 1.4.12: with more room between lines, letters and words nothing is lost."""
    table = show(page, harness, "poleconomy")
    spaced = """.classkit :not(svg *) { line-height: 1.5 !important;
        letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }"""
    style = page.add_style_tag(content=spaced)
    for width, height in ((1366, 768), TELEPHONE):
        resize(page, width, height)
        assert overlapping(page, "classkit-table") == [] or width < 700
        for state in states(table, deep):
            assert sticks_out(page) == [], (width, state)
    style.evaluate("(node) => node.remove()")


def test_the_size_of_type_that_a_reader_has_chosen_is_heeded(
    page: Page, harness: str, deep: bool
) -> None:
    """One and a half times as large: the table has the columns of a smaller window then."""
    table = show(page, harness, "poleconomy", charts=True)
    size = "(node) => parseFloat(getComputedStyle(node).fontSize)"
    assert table.root.evaluate(size) == 15
    tick = table.root.locator(".ck-infl .xtick text").first
    drawn = tick.evaluate(size)
    page.evaluate("document.documentElement.style.fontSize = '24px'")
    resize(page, 1366, 760)
    assert table.root.evaluate(size) == 22.5
    expect(table.root).to_have_attribute("data-width", "medium")
    page.wait_for_function(
        "least => parseFloat(getComputedStyle("
        "document.querySelector('.ck-infl .xtick text')).fontSize) >= least",
        arg=1.4 * drawn,
    )
    for state in states(table, deep):
        assert too_small(page, 1.5 * 11) == [], state
    resize(page, *TELEPHONE)
    expect(table.root).to_have_attribute("data-width", "narrow")
    for state in states(table, deep):
        assert sticks_out(page) == [], state


def test_at_twice_the_size_of_type_question_and_step_are_in_sight(page: Page, harness: str) -> None:
    table = show(page, harness, "poleconomy")
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    resize(page, 1366, 760)
    expect(table.root.locator(".ck-ask-title")).to_be_in_viewport(ratio=0.99)
    for name in ("Throw the dice", "Step"):
        button = table.root.get_by_role("button", name=name, exact=True)
        expect(button).to_be_in_viewport(ratio=0.99)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_keep_what_colours_say(page: Page, harness: str, scheme: str) -> None:
    """Swatches keep theirs; panes, the chosen tab and the reach are told by lines."""
    page.emulate_media(
        forced_colors="active",
        color_scheme=scheme,  # type: ignore[arg-type]  # one of its words
    )
    table = show(page, harness, "poleconomy", charts=True)
    table.root.locator(".ck-infl .xtick text").first.wait_for()
    under = "(node) => getComputedStyle(node).borderBottomColor"
    chosen = table.root.locator(".ck-tab[aria-selected=true]")
    rest = table.root.locator(".ck-tab[aria-selected=false] >> visible=true")
    assert chosen.evaluate(under) not in {tab.evaluate(under) for tab in rest.all()}
    ground = table.root.locator(".ck-chart-box").first.evaluate(
        "(node) => getComputedStyle(node).backgroundColor"
    )
    label = table.root.locator(".ck-infl .xtick text").first.evaluate(
        "(node) => getComputedStyle(node).fill"
    )
    assert (ground, label) == ("rgb(255, 255, 255)", "rgb(74, 89, 99)")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_what_a_step_did_is_told_whole_in_a_notebooks_cell(
    page: Page, harness: str, game: str
) -> None:
    """The sentence has one row there or two, and ends in no dots of the page's."""
    resize(page, 1000, 600)
    show(page, harness, game)
    cut = """() => [document.querySelector('.ck-said')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1
            || one.scrollHeight > one.clientHeight + 2)
        .map((one) => one.textContent)"""
    for _ in range(12):
        send(page, do="step", until="turn")
        eventually(page, lambda: page.evaluate(cut), [])


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_every_tab_is_one_click_away_beside_the_sidebar_of_jupyterlab(
    page: Page, harness: str, game: str
) -> None:
    """Seats and Match are the last of them."""
    resize(page, 934, 640)
    table = show(page, harness, game)
    table.root.locator(".ck-tab-more").click()
    for tab in table.root.get_by_role("tab").all():
        if tab.is_visible():
            expect(tab).to_be_in_viewport(ratio=1)
