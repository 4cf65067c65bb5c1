"""What lies on a board, links, ways to a choice, and the kinds of charts, in a real browser.

The harness has three made-up games: a grid with cards (`sectors`), a ring of 40 spaces (`ring`), a
market with stacks and links (`market`). The toy game runs behind the same page without Jupyter.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.testing.match_strategies import Setup
from classkit.widgets.match_controller import MatchController
from tests.browser.access import OF_LOOKS, THEMES, themes, violations, wear
from tests.browser.chart_menu import open_menu, pick_chart, use_tool
from tests.browser.desks import open_desk
from tests.browser.sweeps import shared_out
from tests.browser.test_page import at_rest, boxes, open_harness
from tests.browser.waiting import eventually, resize
from tests.toy import GAME as TOY

GAMES = ("sectors", "ring", "market")


@pytest.fixture
def address(harness: str) -> str:
    """The page over made-up matches."""
    return f"{harness}harness.html"


def step(page: Page) -> None:
    """Press Step, and wait until the table shows it."""
    before = page.locator(".ck-where").inner_text()
    page.locator("classkit-controls .ck-main").click()
    expect(page.locator(".ck-where")).not_to_have_text(before, use_inner_text=True)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_no_board_breaks_the_accessibility_rules(
    page: Page, address: str, game: str, deep: bool
) -> None:
    """axe-core finds nothing on cards, stacks, links and charts, nor in their numbers.

    A theme changes no more than looks, so the other rules are checked in the first alone. The
    key of the numbers changes the charts. The short form looks at all three games in one theme
    (see `themes`).
    """
    open_harness(page, address, f"game={game}")
    for theme in themes(deep):
        wear(page, theme)
        rules = () if deep or theme == THEMES[0] else OF_LOOKS
        page.locator(".ck-choice:visible, classkit-ask .ck-do:visible").first.hover()
        assert violations(page, "", *rules) == [], theme
        for key in ("n", "n"):
            page.locator("classkit-table").focus()
            page.keyboard.press(key)
            assert violations(page, "" if deep else "classkit-chart", *rules) == [], theme


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_jumps(page: Page, address: str, game: str, deep: bool) -> None:
    """Steps, and pointing at spaces with long words, move no panel and not the board itself.

    In the short form each game in one of the two windows.
    """
    open_harness(page, address, f"game={game}")
    sheet = page.locator(".ck-sheet")
    windows = ((1366, 768), (1920, 1080))
    for wide, high in shared_out(windows, GAMES.index(game), 1, deep):
        resize(page, wide, high)
        before, lying = boxes(page), sheet.bounding_box()
        assert all(right <= wide and bottom <= high for _, _, right, bottom in before.values())
        for at in range(6):
            page.locator(".ck-space").nth(at * 2).hover(force=True)
            step(page)
            assert boxes(page) == before and sheet.bounding_box() == lying


def test_pointing_at_a_choice_shows_the_way_to_it(page: Page, address: str) -> None:
    """On the board and in the list alike; drawn and told; and away again."""
    open_harness(page, address, "game=sectors&turn=21")
    told, way = page.locator(".ck-told"), page.locator(".ck-way > *")
    expect(told).to_contain_text("Bo <b> landed on d4 and pays Ada 4 points")
    expect(way).to_have_count(0)
    page.locator(".ck-choice").first.hover()
    first = told.inner_text()
    assert " · by " in first
    assert way.count() >= 3
    page.locator(".ck-question").hover()
    expect(told).to_contain_text("landed on d4")
    expect(way).to_have_count(0)
    options = page.locator("classkit-ask select.ck-options")
    options.focus()
    options.press("ArrowDown")
    expect(told).to_contain_text(" · by ")
    expect(told).to_be_visible()  # though neither pointer nor focus are on the board
    expect(page.locator(".ck-choice.ck-looked")).to_have_count(1)
    options.press("ArrowDown")
    expect(told).not_to_have_text(first)
    page.locator(".ck-moment").click()
    page.locator("classkit-table").focus()
    expect(told).to_be_hidden()
    expect(way).to_have_count(0)


def test_the_keyboard_goes_from_choice_to_choice(page: Page, address: str) -> None:
    """One stop of the Tab key; arrow keys lead on and show the way; Enter answers."""
    open_harness(page, address, "game=sectors&turn=21")
    assert page.locator(".ck-choice").count() > 8
    assert page.locator('.ck-choice[tabindex="0"]').count() == 1
    page.locator('.ck-choice[tabindex="0"]').focus()
    where = page.locator(".ck-where").inner_text()
    seen = set()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
        seen.add(page.evaluate("document.activeElement.choice.space"))
        assert page.locator('.ck-choice[tabindex="0"]').count() == 1
    assert len(seen) >= 3 and page.locator(".ck-where").inner_text() == where
    expect(page.locator(".ck-told")).to_contain_text(
        page.evaluate("document.activeElement.choice.space")
    )
    wanted = page.evaluate("document.activeElement.choice.space")
    page.keyboard.press("Enter")
    sent = page.evaluate("window.model.sent.findLast((one) => one.do === 'answer')")
    assert sent["with"] == {"to": wanted}


def test_forty_choices_are_a_list_and_not_forty_buttons(page: Page, address: str) -> None:
    open_harness(page, address, "game=ring")
    ask = page.locator("classkit-ask")
    assert ask.locator("select option").count() > 30
    assert ask.locator(".ck-ask-body button:visible").count() <= 2
    ask.locator(".ck-move select").first.select_option(index=7)
    expect(page.locator(".ck-choice.ck-looked")).to_have_count(1)


def test_what_lies_face_down_can_be_covered(page: Page, address: str) -> None:
    """Known cards are marked; covered, nothing in the page tells what they are."""
    open_harness(page, address, "game=sectors")
    hidden = page.locator(".ck-hidden-card:not(.ck-unknown)")
    number, written = hidden.count(), hidden.first.text_content() or ""
    assert number >= 2 and "face down" in written and ":" in written
    page.get_by_role("button", name="Cover what is face-down").click()
    expect(hidden).to_have_count(0)
    assert page.locator(".ck-unknown").count() > number
    page.get_by_role("tab", name="Spaces").click()
    rows = page.locator("classkit-spaces tr", has_text="face down").all_inner_texts()
    assert len(rows) > number
    for text in [*page.locator(".ck-unknown").all_text_contents(), *rows]:
        assert not any(name in text for name in ("Steel", "Food", "Media", "Factory", "Shop"))
    page.get_by_role("tab", name="Board").click()
    page.get_by_role("button", name="Show what is face-down").click()
    expect(hidden).to_have_count(number)


def test_what_was_typed_is_never_read_as_markup(page: Page, address: str) -> None:
    """Sentences, links and charts show a name with a tag letter by letter."""
    open_harness(page, address, "game=market&turn=3")
    expect(page.locator(".ck-told")).to_have_text("Bo <b> ties Borea to Alba.")
    assert page.locator("classkit-table b:not(.ck-trail b, .ck-end > b)").count() == 0
    ticks = page.locator('[place="0"] .yaxislayer-above text, [place="0"] .ytick text')
    assert "Bo <b>" in ticks.all_text_contents()


def test_links_stay_where_they_are_while_their_texts_change(page: Page, address: str) -> None:
    open_harness(page, address, "game=market&turn=3")
    lines = """() => [...document.querySelectorAll('.ck-link-line')]
        .map((line) => line.getAttribute('d'))"""
    before, words = page.evaluate(lines), page.locator(".ck-link-words").all_text_contents()
    page.evaluate("document.querySelector('.ck-link').kept = true")
    for _ in range(3):
        step(page)
    assert page.evaluate(lines) == before and len(before) == 4
    assert page.locator(".ck-link-words").all_text_contents() != words
    assert page.evaluate("document.querySelector('.ck-link').kept")


def test_stacks_are_as_high_as_their_levels(page: Page, address: str) -> None:
    open_harness(page, address, "game=market&turn=3")
    found = page.evaluate(
        """() => [...document.querySelectorAll('.ck-stack')].slice(1).map((stack) => {
            const { looks } = document.querySelector('classkit-board').store.now.board;
            const look = looks[stack.closest('[data-space]').dataset.space];
            return Number(stack.getAttribute('height')) / look.level; })"""
    )
    assert len(found) == 7 and max(found) - min(found) < 0.02 * max(found)


# --- charts ---------------------------------------------


CHART = "document.querySelector('[place=\"{0}\"] .ck-canvas')"


def choose(page: Page, place: int, key: str) -> str:
    """Show a chart in one of the two places; gives the expression of its canvas."""
    pick_chart(page.locator(f'classkit-chart[place="{place}"]'), key)
    canvas = CHART.format(place)
    page.wait_for_function(f"{canvas}.data?.length > 0")
    page.wait_for_timeout(150)
    return canvas


def test_a_heat_map_has_its_value_in_each_cell_and_is_updated_in_place(
    page: Page, address: str
) -> None:
    open_harness(page, address, "game=sectors")
    canvas = choose(page, 0, "share")
    page.evaluate(f"{canvas}.querySelector('.main-svg').kept = true")
    cells = page.locator('[place="0"] .textpoint')
    before = ""
    for _ in range(2):
        page.wait_for_function(
            f"before => JSON.stringify({canvas}.data[0].z) !== before", arg=before
        )
        values = page.evaluate(f"{canvas}.data[0].z")
        wanted = [str(one) for line in values for one in line]  # narrow cells have no sign
        eventually(page, lambda: [text.rstrip("%") for text in cells.all_text_contents()], wanted)
        before = page.evaluate(f"JSON.stringify({canvas}.data[0].z)")
        step(page)
    assert page.evaluate(f"{canvas}.querySelector('.main-svg').kept")


def test_bands_that_grew_are_the_bands_drawn_anew(page: Page, address: str) -> None:
    """They stand behind the lines, and grow with them without the chart being drawn anew."""
    open_harness(page, address, "game=sectors&turn=6")
    canvas = choose(page, 1, "assets")
    fills = f"() => [...{canvas}.querySelectorAll('.js-fill')].map((one) => one.getAttribute('d'))"
    first = at_rest(page, fills)
    for _ in range(6):
        step(page)
    page.wait_for_function(
        f"first => JSON.stringify(({fills})()) !== JSON.stringify(first)", arg=first
    )
    grown = at_rest(page, fills)
    assert grown
    page.evaluate(f"() => Plotly.newPlot({canvas}, {canvas}.data, {canvas}.layout)")
    assert page.evaluate(fills) == grown
    order = (
        f"[...{canvas}.querySelectorAll('.cartesianlayer > .overplot > *, .cartesianlayer > *')]"
    )
    assert page.evaluate(f"{order}.length") > 0
    expect(page.locator('[place="1"] .ck-chart-remark')).to_contain_text("recession")


def test_a_chart_says_what_its_figures_mean_and_nothing_moves(page: Page, address: str) -> None:
    """Section 7: what a figure counts, over which time and by which clause, on demand."""
    open_harness(page, address, "game=sectors")
    choose(page, 1, "assets")
    chart = page.locator('[place="1"]')
    places = """() => [...document.querySelectorAll('[place="1"] :is(.ck-canvas, button, select)')]
        .map((one) => JSON.stringify(one.getBoundingClientRect()))"""
    before = page.evaluate(places)
    use_tool(chart, "About")
    told = chart.get_by_role("group", name="What “Assets” shows")
    expect(told.locator("dt")).to_have_text(["Assets", "Recession"])
    expect(told.locator("dd").first).to_contain_text(
        "What the player <b>owns</b> at this moment, in dollars."
    )
    expect(told.locator("dd span").first).to_have_text("Time: this moment · Clause Q2.1")
    assert page.evaluate(places) == before
    choose(page, 1, "hhi")
    told = chart.locator(".ck-about:not(.ck-why, .ck-asked)")
    expect(told.locator("dt")).to_have_text(["Concentration (HHI)"])
    use_tool(chart, "About")
    expect(told).to_be_hidden()


def test_an_axis_turns_logarithmic_and_back(page: Page, address: str) -> None:
    open_harness(page, address, "game=sectors&turn=12")
    canvas = choose(page, 1, "assets")
    chart = page.locator('classkit-chart[place="1"]')
    use_tool(chart, "Log")
    page.wait_for_function(f"{canvas}.layout.yaxis.type === 'log'")
    for _ in range(3):
        step(page)
    page.wait_for_function(f"{canvas}.data[0].x.length === 16")
    use_tool(chart, "Log")
    page.wait_for_function(f"{canvas}.layout.yaxis.type !== 'log'")
    choose(page, 1, "cash")
    expect(open_menu(chart).get_by_role("button", name="Log")).to_be_hidden()


def test_a_scatter_ends_in_the_present_and_bars_show_it(page: Page, address: str) -> None:
    open_harness(page, address, "game=sectors&turn=5")
    scatter, bars = choose(page, 0, "quantity"), choose(page, 1, "cash")
    for _ in range(2):
        row: dict[str, Any] = page.evaluate("model.match.rows[model.turn].values")
        ends = f"{scatter}.data.slice(4).map((one) => [one.x[0], one.y[0]])"
        present = [[row["supply"][seat], row["price"][seat]] for seat in "ABCD"]
        eventually(page, partial(page.evaluate, ends), present)
        drawn = f"{bars}.data.map((one) => one.y)"
        held = [[row[key][seat] for seat in "ABCD"] for key in ("cash", "exposure")]
        eventually(page, partial(page.evaluate, drawn), held)
        step(page)


# --- a real match ---------------------------------------------


def test_the_toy_game_is_sailed_from_the_board(page: Page, harness: str) -> None:
    """A real match behind the page: a way of the pilot is pointed at, clicked, and sailed."""
    match = Setup(TOY, 3, 6, {"rounds": 20, "pilots": True}).new()
    while len(stops(match)) < 4:
        match.play(until="decision", bots="patient")
        if match.requests()[0].name == "choose_voyage":
            match.answer("sail")
        else:
            match.answer(match.requests()[0].default, seat=match.requests()[0].seat)
    open_desk(page, harness, MatchController(match))
    goal, mover = stops(match)[2], match.table.mover
    page.evaluate(
        """(id) => [...document.querySelectorAll('.ck-choice')]
            .find((one) => one.choice.space === id).id = 'goal'""",
        goal,
    )
    page.locator("#goal").hover()
    expect(page.locator(".ck-told")).to_contain_text(" · by ")
    assert page.locator(".ck-way-stop").count() >= 2
    page.locator("#goal").click()
    expect(page.locator(".ck-way > *")).to_have_count(0)
    assert match.table.ships[mover] == goal


def stops(match: Any) -> list[str]:
    """Where the pilot may stop now."""
    found = [one for one in match.requests() if one.name == "choose_stop"]
    return list(found[0].moves[0].fields["place"].options) if found else []


WATCH = """() => {
    window.touched = new Set();
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver((changes) => changes.forEach(({ target }) => {
        const space = (target.closest ? target : target.parentElement)?.closest('[data-space]');
        if (space) window.touched.add(space.dataset.space);
    })).observe(document.querySelector('.ck-spaces'), all);
}"""
QUIET = "() => { const quiet = !window.touched.size; window.touched.clear(); return quiet; }"
"""Whether nothing was touched since this was asked last; begins to watch anew."""
LIT = "() => document.querySelector('classkit-board').store.now.board.lit ?? []"
LOOKS = "() => document.querySelector('classkit-board').store.now.board.looks"


def test_a_step_touches_no_more_spaces_than_change(page: Page, harness: str) -> None:
    """Section 7: nodes are pooled and changed in place, never made anew."""
    match = (
        Setup(TOY, 3, 6, {"rounds": 20, "pilots": True}).new().play(until="round", bots="patient")
    )
    desk = MatchController(match, "patient")
    open_desk(page, harness, desk)
    page.evaluate(WATCH)
    page.wait_for_function(QUIET, polling=300)
    before = page.evaluate(LOOKS)
    changed: set[str] = set()
    for _ in range(8):
        step(page)
        after = page.evaluate(LOOKS)
        changed |= {space for space in after if after[space] != before.get(space)}
        before = after
    assert desk.match.turn > 1 and changed
    assert set(page.evaluate("[...window.touched]")) <= changed


WATCH_DRAWN = """() => {
    window.touched = new Set();
    new MutationObserver((changes) => changes.forEach(({ target }) => {
        const space = target.closest('[data-space]');
        if (space && target.localName === 'g') window.touched.add(space.dataset.space);
    })).observe(document.querySelector('.ck-spaces'), { subtree: true, childList: true });
}"""
"""Notes the spaces in which something is drawn anew; their titles may say something else."""
DRAWN = ("owner", "colour", "emblem", "count", "pattern")
"""All of a look that is drawn on a lot without a colour."""


def test_prices_that_no_lot_writes_draw_no_lot_anew(page: Page, harness: str) -> None:
    """Section 7, "nodes changed in place": with the Number the price of every lot changes."""
    desk = MatchController(
        classkit.new("poleconomy", seats=4, seed=1, options={"game": 1}), "politician"
    )
    open_desk(page, harness, desk)
    page.evaluate(WATCH_DRAWN)
    page.wait_for_function(QUIET, polling=300)
    before, dearer = page.evaluate(LOOKS), 0
    drawn: set[str] = set()
    lit = {*page.evaluate(LIT)}
    for _ in range(14):
        step(page)
        lit |= {*page.evaluate(LIT)}
        after = page.evaluate(LOOKS)
        changed = {space for space in after if after[space] != before.get(space, {})}
        changed |= before.keys() - after.keys()
        for space in changed:
            old, new = before.get(space, {}), after.get(space, {})
            if any(old.get(key) != new.get(key) for key in DRAWN):
                drawn.add(space)
        dearer = max(dearer, len(changed - drawn))
        before = after
    assert dearer > 10 and drawn
    assert len(lit) > 1, "the Number moves along its stops, which are drawn anew"
    assert set(page.evaluate("[...window.touched]")) - lit == drawn
