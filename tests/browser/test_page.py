"""The page alone, without a kernel: layout, themes, keys and accessibility (design 7).

`tests/page/harness.html` shows the whole table over a made-up match, so what is looked at here
depends on the page's own files only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import OF_LOOKS, THEMES, themes, violations, wear
from tests.browser.chart_menu import pick_chart
from tests.browser.waiting import charts_are_drawn, resize

QUESTIONS = ("opportunity", "sealed", "trade", "roll")
"""The scenes in which nothing differs from the first but what is asked."""
SCENES = ("", "corners", "opportunity", "sealed", "trade", "roll", "covered", "over", "readonly")


@pytest.fixture
def address(harness: str) -> str:
    """The page over a made-up match."""
    return f"{harness}harness.html"


def open_harness(page: Page, address: str, query: str = "") -> None:
    """Show a made-up match in the harness, and wait until its charts are drawn.

    The page stays where it is open already: to read plotly.js costs more than most tests.
    """
    if page.url != f"{address}?on_call":
        page.goto(f"{address}?on_call")
    page.evaluate("query => window.showTable(query)", f"?plotly=/plotly.min.js&{query}")
    expect(page.locator(".ck-board .ck-space").first).to_be_visible()
    if "covered" not in query:
        expect(page.locator(".ck-canvas .main-svg").first).to_be_visible(timeout=90_000)
        charts_are_drawn(page)


def boxes(page: Page) -> dict[str, list[float]]:
    """Where the parts of the table lie."""
    found: dict[str, list[float]] = page.evaluate(
        """() => Object.fromEntries(['.ck-desk', '.ck-ask', '.ck-tabs',
            '.ck-infl', '.ck-treas', '.ck-worth', '.ck-desk .ck-main'].map((name) => {
              const box = document.querySelector(name).getBoundingClientRect();
              return [name, [box.left, box.top, box.right, box.bottom].map(Math.round)]; }))"""
    )
    return found


@pytest.mark.sweep(1)
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_the_essentials_are_on_one_screen(page: Page, address: str, size: tuple[int, int]) -> None:
    """Step, board, question, its first answer, three charts: no scrolling, in any theme."""
    resize(page, size[0], size[1])
    open_harness(page, address)
    for theme in THEMES:
        wear(page, theme)
        for name, (left, top, right, bottom) in boxes(page).items():
            assert left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1], (theme, name)
            assert right - left > 60 and bottom - top > 20, (theme, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        answer = page.locator(".ck-answers .ck-main").locator("visible=true").first
        expect(answer).to_be_in_viewport(ratio=1)


def test_nothing_jumps_when_the_decision_changes(page: Page, address: str) -> None:
    """Stepping changes what is in the panels, never where they are."""
    open_harness(page, address, "turn=3")
    before = boxes(page)
    for _ in range(12):
        page.locator("classkit-controls .ck-main").click()
        page.wait_for_timeout(40)
        assert boxes(page) == before


@pytest.mark.sweep(1)
@pytest.mark.parametrize("scene", SCENES)
def test_no_theme_and_no_question_breaks_the_accessibility_rules(
    page: Page, address: str, scene: str, deep: bool
) -> None:
    """axe-core finds nothing, in any theme, with any kind of question.

    A theme changes no more than looks, so the other rules are checked in the first alone. A tab
    changes what lies in the drawer, so the rest of the page is checked beside the first alone, and
    so it is where only the question is another. The short form looks at the first scene in all
    themes, at its tabs and at the other scenes in one (see `themes`).
    """
    open_harness(page, address, f"scene={scene}")
    tabs = page.locator('[role="tab"]:not([hidden])').all()
    for theme in themes(deep or not scene):
        tabs[0].click()  # the chart in it puts on a theme's colours only while it is in sight
        wear(page, theme)
        rules = () if deep or theme == THEMES[0] else OF_LOOKS
        every_tab = not scene and (deep or theme == THEMES[0])
        for at, tab in enumerate(tabs if every_tab else tabs[:1]):
            tab.click()
            where = "" if deep or at == 0 else ".ck-tabs"
            if scene in QUESTIONS and not deep:
                where = "classkit-ask"
            assert violations(page, where, *rules) == [], theme


def test_a_secret_answer_stays_behind_its_curtain(page: Page, address: str) -> None:
    """On a shared screen a sealed question shows nothing until its seat says that it is there."""
    open_harness(page, address, "scene=sealed")
    ask = page.locator("classkit-ask")
    expect(ask).not_to_contain_text("What do you bid")
    ask.get_by_role("button", name="I am Ada: show my choices").click()
    expect(ask).to_contain_text("What do you bid")
    ask.get_by_role("button", name="Hide again").click()
    expect(ask).not_to_contain_text("What do you bid")


def test_all_can_be_done_from_the_keyboard(page: Page, address: str) -> None:
    """Keys step, go back and change the look; a space of the board is a button like others."""
    open_harness(page, address, "scene=corners&turn=8")
    where = page.locator(".ck-where")
    page.keyboard.press("Space")
    expect(where).to_contain_text("Turn 9")
    page.keyboard.press("PageUp")
    expect(where).to_contain_text("Turn 8")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    corner = page.locator(".ck-choice").first
    corner.focus()
    page.keyboard.press("Enter")
    expect(where).to_contain_text("Turn 9")
    sent = page.evaluate("window.model.sent.at(-1)")
    assert sent["do"] == "answer" and sent["move"].startswith("C")
    page.keyboard.press("3")
    page.locator("classkit-controls").get_by_role("button", name="Back").click()
    page.keyboard.press("f")
    sent = page.evaluate("window.model.sent.slice(-2).map(({ do: verb, until }) => [verb, until])")
    assert sent == [["back", "round"], ["forward", "round"]], "all three take the same stride"


def test_a_name_is_shown_and_never_read_as_markup(page: Page, address: str) -> None:
    """A seat of the made-up match is called "Bo <b>": it stands there letter by letter."""
    open_harness(page, address)
    expect(page.locator(".ck-worth")).to_contain_text("Bo <b>")
    assert page.locator("classkit-table b:not(.ck-trail b, .ck-end b)").count() == 0
    expect(page.locator('[place="1"] .ck-ends')).to_contain_text("Bo <b>")


def test_the_charts_grow_shorten_and_follow_the_window(page: Page, address: str) -> None:
    """A step adds a point, going back takes points away, a larger window gives larger charts."""
    open_harness(page, address, "turn=10")
    points = "document.querySelector('[place=\"1\"] .ck-canvas').data[0].x.length"
    drawn = "document.querySelector('[place=\"1\"] .ck-canvas').layout.width"
    before, width = page.evaluate(points), page.evaluate(drawn)
    page.locator("classkit-controls .ck-main").click()
    page.wait_for_function(f"{points} === {before + 1}")
    page.get_by_role("button", name="Back").click()
    page.wait_for_function(f"{points} === {before}")
    resize(page, 1920, 1080)
    page.wait_for_function(f"{drawn} > {width + 50}")
    assert page.evaluate("document.querySelector('.ck-table').offsetHeight") == 1080


LINES = """() => [...document.querySelectorAll('.ck-canvas')].map((canvas) =>
    [...canvas.querySelectorAll('.scatterlayer .js-line, .scatterlayer .point')]
        .map((node) => [node.getAttribute('d'), node.getAttribute('transform')]))"""


TICKS = """() => [...document.querySelectorAll('.ck-canvas')].map((canvas) =>
    [...canvas.querySelectorAll('.xtick text, .ytick text, .ygrid')]
        .map((node) => [node.textContent,
            ...['transform', 'x', 'y'].map((name) => node.getAttribute(name))].join(' ')).sort())"""
"""Ticks and grid lines, sorted: one that was added later stands later in the drawing."""


def at_rest(page: Page, drawn: str) -> list[Any]:
    """Return what is drawn once it is the same twice in a row, half a second apart.

    What an earlier look has found does not count: it may be of the step before.
    """
    charts_are_drawn(page)
    page.evaluate("() => { window.seen = null; }")
    page.wait_for_function(
        f"() => {{ const now = JSON.stringify(({drawn})()); const same = now === window.seen;"
        " window.seen = now; return same; }",
        polling=500,
    )
    found: list[Any] = page.evaluate(drawn)
    return found


def test_an_outgrown_axis_and_a_new_mark_are_drawn_as_from_nothing(
    counting_page: Page, address: str
) -> None:
    """Section 7: whatever a step adds, the axes are those of a full drawing."""
    page = counting_page
    open_harness(page, address, "turn=10")
    ends = "[...document.querySelectorAll('.ck-canvas')].map((one) => one.layout.xaxis.range[1])"
    marks = "document.querySelector('.ck-canvas').data[1].x.length"
    first, marked = page.evaluate(ends), page.evaluate(marks)
    at_rest(page, TICKS)
    page.evaluate(COUNTED)
    where = page.locator("classkit-timeline .ck-where")
    for _ in range(14):
        before = where.inner_text()
        page.locator("classkit-controls .ck-main").click()
        expect(where).not_to_have_text(before, use_inner_text=True)
    page.wait_for_function(
        f"([first, marked]) => {marks} > marked && {ends}.every((end, at) => end > first[at])",
        arg=[first, marked],
    )
    grown = at_rest(page, TICKS)
    page.evaluate(
        "() => Promise.all([...document.querySelectorAll('.ck-canvas')].map((one) => "
        "Plotly.newPlot(one, one.data, one.layout)))"
    )
    assert page.evaluate(TICKS) == grown


def test_lines_that_grew_are_the_lines_drawn_anew(page: Page, address: str) -> None:
    """Section 7: turns are appended, never resent; what is in view is what a full drawing gives."""
    open_harness(page, address, "turn=10")
    where = page.locator("classkit-timeline .ck-where")
    for _ in range(12):
        before = where.inner_text()
        page.locator("classkit-controls .ck-main").click()
        expect(where).not_to_have_text(before, use_inner_text=True)
    grown = at_rest(page, LINES)
    assert len(grown) == 3 and all(grown)
    page.evaluate(
        "() => Promise.all([...document.querySelectorAll('.ck-canvas')].map((one) => "
        "Plotly.newPlot(one, one.data, one.layout)))"
    )
    assert page.evaluate(LINES) == grown


PICTURE = """() => [...document.querySelectorAll('.ck-canvas')].map((canvas) =>
    [...canvas.querySelectorAll(
        '.scatterlayer .js-line, .scatterlayer .js-fill, .scatterlayer .point')]
        .map((node) => [node.getAttribute('class'), node.getAttribute('d'),
            node.getAttribute('transform')]))"""
"""Every path and marker of the charts."""

COUNTED = """() => { window.drawn = 0;
    const { react } = Plotly;
    Plotly.react = (...given) => { window.drawn += 1; return react(...given); };
    window.uncount = () => Object.assign(Plotly, { react }); }"""
"""Counts how often plotly is told of a picture."""


@pytest.fixture
def counting_page(patched_page: Page) -> Iterator[Page]:
    """A page in which drawings may be counted. Afterwards plotly is as it was."""
    yield patched_page
    patched_page.evaluate("() => window.uncount?.()")


HELD = """() => { const { scheduler } = window, held = [];
    const post = scheduler.postTask.bind(scheduler);
    scheduler.postTask = (run, how) =>
        how?.priority === 'background' ? held.push(run) : post(run, how);
    window.release = () => {
        delete scheduler.postTask; // the page's own again
        for (const run of held.splice(0)) run();
    }; }"""
"""Puts off the drawing of charts until it is released, however long the page takes."""


def go_on(page: Page, steps: int, name: str = "Step") -> None:
    """Go on, or back, by some turns, one after the other at once."""
    where = page.locator("classkit-timeline .ck-where")
    for _ in range(steps):
        before = where.inner_text()
        page.get_by_role("button", name=name, exact=True).evaluate("(it) => it.click()")
        expect(where).not_to_have_text(before, use_inner_text=True)


def drawn_anew(page: Page) -> list[Any]:
    """The picture when plotly draws the same data from nothing."""
    found: list[Any] = page.evaluate(
        "async () => { await Promise.all([...document.querySelectorAll('.ck-canvas')].map("
        "(one) => Plotly.newPlot(one, one.data, one.layout))); "
        f"return ({PICTURE})(); }}"
    )
    return found


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("query", "charts"),
    [
        ("turn=25", ("inflation", "net_worth")),
        ("turn=25&theme=projector", ("inflation", "real")),
        ("turn=25&scene=fork", ("net_worth", "bank")),
        ("turn=25&game=sectors", ("assets", "assets")),
    ],
)
def test_charts_that_went_on_and_back_are_as_drawn_from_nothing(
    counting_page: Page, address: str, query: str, charts: tuple[str, str]
) -> None:
    """Section 7: turns are appended; lines, markers, bands and branches are where they belong."""
    page = counting_page
    open_harness(page, address, query)
    for place, key in enumerate(charts):
        pick_chart(page.locator(f'classkit-chart[place="{place}"]'), key)
    before = at_rest(page, PICTURE)
    page.evaluate(COUNTED)
    go_on(page, 3)
    there = at_rest(page, PICTURE)
    assert all(now != then for now, then in zip(there, before, strict=True))
    assert page.evaluate("window.drawn") <= 3 * 3, "once for each chart and step at most"
    assert there == drawn_anew(page)
    go_on(page, 2)
    go_on(page, 4, "Back")
    back = at_rest(page, PICTURE)
    assert back != there and back == drawn_anew(page)


def test_a_step_moves_the_end_of_the_axis_to_now(page: Page, address: str) -> None:
    """Section 7: an axis of turns ends where the match is, on the way back too."""
    open_harness(page, address, "turn=18")
    ends = """() => [...document.querySelectorAll('.ck-canvas')]
        .filter((one) => one.data?.length).map((one) => one.layout.xaxis.range[1])"""
    for steps, name, turn in ((1, "Step", 19), (3, "Step", 22), (2, "Back", 20)):
        go_on(page, steps, name)
        at_rest(page, PICTURE)
        assert {*page.evaluate(ends)} == {turn}


SLOW = """() => {
    const { react } = Plotly;
    Plotly.react = (...given) => {
        const end = performance.now() + 60;
        while (performance.now() < end);
        return react(...given);
    };
}"""
"""Every call of plotly takes as long as on a slow laptop."""


def test_a_step_waits_for_no_slow_chart_and_the_latest_is_drawn_once(
    fresh_page: Page, address: str
) -> None:
    """Section 7: the turn is shown and Step can be pressed again before any chart is drawn."""
    page = fresh_page
    open_harness(page, address, "turn=25&turns=600")
    page.evaluate(SLOW)
    go_on(page, 1)
    at_rest(page, PICTURE)
    page.evaluate(COUNTED)
    page.evaluate(HELD)
    go_on(page, 3)
    expect(page.get_by_role("button", name="Step", exact=True)).to_be_enabled()
    assert page.evaluate("window.drawn") == 0
    page.evaluate("window.release()")
    page.wait_for_function("window.drawn === 3")
    assert at_rest(page, PICTURE) == drawn_anew(page)


def test_who_points_at_a_new_point_reads_its_turn_and_play_does_not_outrun_the_charts(
    counting_page: Page, address: str
) -> None:
    page = counting_page
    open_harness(page, address, "turn=25&turns=600")
    go_on(page, 1)
    at_rest(page, PICTURE)
    box = page.locator('[place="1"] .nsewdrag').first.bounding_box()
    assert box is not None
    ends = page.evaluate("document.querySelector('[place=\"1\"] .ck-canvas').layout.xaxis.range")
    assert ends[1] == 26
    page.mouse.move(box["x"] + box["width"] * 25.8 / 26, box["y"] + box["height"] / 2)
    expect(page.locator('[place="1"] .hoverlayer')).to_contain_text("26")
    page.mouse.move(5, 5)
    page.evaluate(COUNTED)
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("combobox", name="Speed of Play").select_option(label="fastest")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("window.drawn >= 6")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()


def test_a_chart_without_its_library_shows_its_numbers(page: Page, address: str) -> None:
    """Where plotly.js cannot be had, the table works and the charts are tables."""
    page.goto(f"{address}?turn=5")
    numbers = page.locator('[place="1"] .ck-numbers table')
    expect(numbers).to_be_visible(timeout=90_000)
    expect(numbers.locator("tbody tr")).to_have_count(6)
    page.locator("classkit-controls .ck-main").click()
    expect(numbers.locator("tbody tr")).to_have_count(7)


def test_a_part_that_stands_alone_brings_its_style(page: Page, address: str) -> None:
    """Board, ask, chart, timeline and news work without the rest."""
    for part in ("board", "ask", "chart", "timeline", "news"):
        page.goto(f"{address}?plotly=/plotly.min.js&part={part}")
        element = page.locator(f"classkit-{part}.classkit")
        expect(element).to_be_visible()
        assert element.evaluate("(it) => getComputedStyle(it).fontFamily").startswith('"CK Text"')
