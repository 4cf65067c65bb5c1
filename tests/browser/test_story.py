"""What is this?, before the first step, and the end of a match as a screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.access import WCAG, themes, violations
from tests.browser.classroom import CROWD, Seen
from tests.browser.desks import open_sight
from tests.browser.legible import overlapping
from tests.browser.sweeps import shared_out
from tests.browser.waiting import charts_are_drawn, eventually, resize, send
from tests.games.poleconomy.tables import in_country

GAMES = ("poleconomy", "opoly", "economicon", "economy")
SCREENS = (
    (1366, 768, "light", 11), (1920, 1080, "projector", 18),
    (1000, 600, "light", 11), (390, 844, "light", 11),
)  # fmt: skip
"""Windows, their theme, and the smallest letters allowed in them."""
SMALLEST = """panel => Math.min(...[...panel.querySelectorAll('*')]
    .filter(one => !one.closest('classkit-chart, classkit-course, svg')
        && one.getClientRects().length
        && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .map(one => parseFloat(getComputedStyle(one).fontSize)))"""
CUT = """panel => [...panel.querySelectorAll('h2, h3, p, dt, dd, td, th, caption, button')]
    .filter(one => !one.closest('classkit-chart, classkit-course, .ck-only-read')
        && one.getClientRects().length && (one.scrollWidth > one.clientWidth + 1
            && getComputedStyle(one).overflowX !== 'visible'))
    .map(one => one.textContent)"""
"""What is cut off at its edge."""


@pytest.fixture(scope="module")
def ended() -> dict[str, Any]:
    """Each game, played to its end."""
    return {
        game: classkit.new(game, seats=["Ada", "Bo", "Cy", "Di"], seed=7).play(until="end")
        for game in GAMES
    }


@pytest.fixture(autouse=True)
def usual_size(page: Page) -> Iterator[None]:
    """Leave the shared tab as wide as it was."""
    yield
    resize(page, 1366, 768)


def opened(page: Page, harness: str, match: Any, theme: str = "light") -> Seen:
    """Open a match with whatever it opens with."""
    sight = PageView(MatchController(match))
    sight.set_theme(theme)
    open_sight(page, harness, sight)
    return Seen(page, page.locator("classkit-table"))


def new_match(name: str = "poleconomy", /, **options: Any) -> Any:
    return classkit.new(name, seats=["Ada", "Bo", "Cy", "Di"], seed=7, options=options)


def at_every_size(
    page: Page, harness: str, match: Any, row: int, deep: bool
) -> Iterator[tuple[Seen, int, int]]:
    """Open a match in every window; give its width and the smallest letters allowed in it.

    In the short form in one of them, which is another for each game.
    """
    for width, height, theme, least in shared_out(SCREENS, row, 1, deep):
        resize(page, width, height)
        yield opened(page, harness, match, theme), width, least


def panel(table: Seen) -> Locator:
    """What lies over the table: the opening, or the end."""
    return table.root.locator(":is(classkit-opening, classkit-ending) >> visible=true")


def test_what_is_this_stands_over_the_board_when_asked_for(page: Page, harness: str) -> None:
    """A match begins with its board and its charts; "?" and the menu tell what the game is."""
    table = opened(page, harness, new_match())
    opening = table.root.locator("classkit-opening")
    expect(opening).to_be_hidden()
    expect(table.root.locator(".ck-said")).to_contain_text("net worth wins")
    table.tab("?")
    for words in ("About", "Who wins", "Measured by", "The largest net worth wins"):
        expect(opening).to_contain_text(words)
    assert "Inflation Number" in (opening.get_by_role("img").get_attribute("alt") or "")
    expect(table.root.locator(".ck-instrument >> visible=true")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(opening).to_be_hidden()
    table.menu().get_by_role("button", name="What is this?").click()
    expect(opening).to_be_visible()
    table.step()
    expect(opening).to_be_visible()
    table.root.focus()
    page.keyboard.press("i")
    expect(opening).to_be_hidden()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_the_opening_can_be_read_at_every_size(
    page: Page, harness: str, game: str, deep: bool
) -> None:
    """No text under 11 px, nor under 18 px on a projector; all of it in its place (design 7)."""
    row = GAMES.index(game)
    for table, _, least in at_every_size(page, harness, new_match(game), row, deep):
        table.tab("?")
        assert panel(table).evaluate(SMALLEST) >= least
        assert panel(table).evaluate(CUT) == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_the_end_can_be_read_at_every_size(
    page: Page, harness: str, ended: dict[str, Any], game: str, deep: bool
) -> None:
    row = GAMES.index(game) + 1
    for table, width, least in at_every_size(page, harness, ended[game], row, deep):
        expect(panel(table).locator("h2")).to_contain_text("win")
        assert panel(table).evaluate(SMALLEST) >= least
        assert panel(table).evaluate(CUT) == []
        if width >= 1366:
            side = panel(table).locator(".ck-ending-side")
            assert side.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), (game, width)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("game", "seats"), [("opoly", 8), ("economy", 6)])
def test_the_end_of_a_full_table_has_every_figure_and_turning_point_in_sight(
    page: Page, harness: str, game: str, seats: int, deep: bool
) -> None:
    """Whatever the names are: these may be cut short, a figure may not."""
    names = [*CROWD, "Bo", "Zoe"][:seats]
    match = classkit.new(game, seats=names, seed=7).play(until="end")
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
    for table, width, _ in at_every_size(page, harness, match, game == "economy", deep):
        score = panel(table).locator(".ck-ending-score")
        assert score.evaluate_all(cut) == 0, width
        if width >= 1366:
            side = panel(table).locator(".ck-ending-side")
            assert side.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), width
            assert overlapping(page, ".ck-ending-side, .ck-ending-main") == [], width


def test_all_turning_points_of_two_races_stand_in_sight_on_a_low_projector(
    page: Page, harness: str, ended: dict[str, Any]
) -> None:
    """Seen: the fourth lay below the edge at 1280 x 720."""
    resize(page, 1280, 720)
    end = panel(opened(page, harness, ended["opoly"], "projector"))
    assert end.locator(".ck-ending-turns > li").count() >= 4
    for part in (".ck-ending-side", ".ck-ending-main"):
        assert end.locator(part).evaluate("one => one.scrollHeight <= one.clientHeight + 1"), part
    assert panel(Seen(page, page.locator("classkit-table"))).evaluate(SMALLEST) >= 11


PLOTS = """() => [...document.querySelectorAll('classkit-course .nsewdrag')].map((one) => {
    const { height, bottom } = one.getBoundingClientRect();
    return [Math.round(height), bottom <= innerHeight];
})"""


def test_the_end_in_a_cell_keeps_both_plots_beside_five_turning_points(
    page: Page, harness: str
) -> None:
    resize(page, 934, 560)
    match = classkit.new("opoly", seats=4, seed=2).play(until="end")
    end = panel(opened(page, harness, match))
    charts_are_drawn(page)
    expect(end.locator(".ck-ending-turns > li")).to_have_count(5)
    eventually(page, lambda: all(high >= 110 for high, _ in page.evaluate(PLOTS)), True)
    assert [inside for _, inside in page.evaluate(PLOTS)] == [True, True]
    last = end.locator(".ck-ending-turns").bounding_box()
    assert last and last["y"] + last["height"] <= 560 - 44 + 1, last


@pytest.mark.deep
def test_the_end_of_eight_long_names_keeps_figures_and_turning_points_in_sight(
    page: Page, harness: str
) -> None:
    """Names of 60 letters at 1280 x 720: they may be cut, no figure may, and nothing is below."""
    resize(page, 1280, 720)
    long = "the one whose name is so long that it takes all sixty letters"
    names = [f"{one} {long}"[:60] for one in ("Ada", "Bo", "Cy", "Di", "Esi", "Flo", "Gus", "Hal")]
    match = classkit.new("opoly", seats=names, seed=7).play(until="end")
    for theme in ("light", "projector"):
        end = panel(opened(page, harness, match, theme))
        charts_are_drawn(page)
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
        assert end.locator(".ck-ending-score").evaluate_all(cut) == 0, theme
        for part in (".ck-ending-side", ".ck-ending-main"):
            inside = end.locator(part).evaluate("one => one.scrollHeight <= one.clientHeight + 1")
            assert inside, (theme, part)
        assert overlapping(page, ".ck-ending-side, .ck-ending-main") == [], theme


def test_nobody_is_marked_as_the_winner_of_a_country_that_is_bankrupt(
    page: Page, harness: str
) -> None:
    """P17.5: the game ends without a winner; who is richest is no winner."""
    match = in_country([(1, 2)], marker=3, mover="B", unissued=0, treasury=10_000)
    match.answer("throw")
    table = opened(page, harness, match)
    expect(panel(table).locator("h2")).to_have_text("Nobody wins")
    expect(panel(table).locator(".ck-ending-race li")).to_have_count(len(match.seats))
    expect(panel(table).locator(".ck-first-place")).to_have_count(0)


BANKRUPT = """async () => {
    const table = document.querySelector('classkit-table');
    const ending = table.querySelector('classkit-ending');
    const seen = {};
    const began = performance.now();
    [...table.querySelectorAll('classkit-ask button')]
        .find((one) => one.textContent.trim() === 'Throw the dice').click();
    while (performance.now() - began < 20_000 && ending.hidden) {
        await new Promise(requestAnimationFrame);
        if (!table.store.now.over || !ending.hidden) continue;
        seen.since ??= performance.now();
        seen.treasury = table.querySelector('.ck-treas .ck-chart-figure').checkVisibility()
            && table.querySelector('.ck-treas .ck-chart-figure').textContent;
        seen.struck = Math.max(seen.struck ?? 0, table.querySelectorAll('.ck-struck').length);
        seen.pale = Math.min(seen.pale ?? 1,
            Number(getComputedStyle(table.querySelector('.ck-board .ck-sheet')).opacity));
        seen.held = performance.now() - seen.since;
    }
    seen.left = table.querySelectorAll('.ck-struck').length;
    return seen;
}"""
"""What a class sees of a bankruptcy before the end screen comes."""


def test_a_class_sees_the_country_go_bankrupt_and_then_the_end(page: Page, harness: str) -> None:
    """The Treasury, a pale board, scores struck through; without motion the end at once."""
    for motion, most in (("no-preference", 3_000), ("reduce", 0)):
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        match = in_country([(1, 2)], marker=3, mover="B", unissued=0, treasury=10_000)
        table = opened(page, harness, match)
        charts_are_drawn(page)
        seen = page.evaluate(BANKRUPT)
        expect(panel(table).locator("h2")).to_have_text("Nobody wins")
        assert seen["left"] == 0
        if not most:
            assert "held" not in seen, seen
            continue
        assert 1_000 < seen["held"] < most, seen
        assert seen["treasury"] == "$10k" and seen["struck"] == len(match.seats), seen
        assert seen["pale"] < 0.5, seen


def test_the_end_is_put_away_and_brought_back(
    page: Page, harness: str, ended: dict[str, Any]
) -> None:
    """A reload shows it too; Back leaves it; the course is drawn as a chart."""
    table = opened(page, harness, ended["poleconomy"].fork())
    charts_are_drawn(page)
    expect(panel(table).locator("classkit-course .main-svg").first).to_be_visible()
    expect(table.root.locator("classkit-board")).to_be_hidden()
    table.root.get_by_role("button", name="Show the table").click()
    expect(table.root.locator("classkit-board")).to_be_visible()
    table.menu().get_by_role("button", name="How it ended").click()
    expect(panel(table)).to_be_visible()
    table.root.focus()
    page.keyboard.press("PageUp")  # Back has no button here: it is a key, and on the table
    expect(table.root.locator("classkit-ending")).to_be_hidden()
    table.press("Forward")
    expect(table.root.locator("classkit-ending")).to_be_visible()


def test_a_turning_point_is_gone_to_and_played_on_from(
    page: Page, harness: str, ended: dict[str, Any]
) -> None:
    table = opened(page, harness, ended["poleconomy"].fork())
    first = panel(table).locator(".ck-ending-turns li").first
    words = first.get_by_role("button", name="What if, from here").get_attribute("aria-label")
    first.get_by_role("button", name="Futures from there").click()
    expect(table.root.locator("classkit-ending")).to_be_hidden()
    assert table.turn == int((words or "").removeprefix("What if, from here: Turn "))
    expect(table.root.get_by_role("tab", name="Futures")).to_have_attribute("aria-selected", "true")
    expect(table.root.locator("classkit-ahead")).to_contain_text("of 200")
    send(page, do="cancel_study")


def test_a_turning_point_is_weighed_in_its_place(page: Page, harness: str) -> None:
    """A bar while futures are played, Cancel, and the verdict below the sentence."""
    match = classkit.new(
        "economicon", seats=["Ada", "Bo", "Cy", "Di"], seed=11, options={"final_valuation": "spot"}
    ).play(until="end")
    resize(page, 1366, 768)
    table = opened(page, harness, match)
    points = panel(table).locator(".ck-ending-turns li")
    gain = points.filter(has_text="largest lasting gain")
    name = match.say().seat(match.winners[0])
    expect(gain).to_contain_text(f"{name} gains ")
    expect(panel(table).locator(".ck-ending-turns")).not_to_contain_text("Decisive:")
    long = points.filter(has_not_text="largest lasting gain").first
    long.get_by_role("button", name="Was it decisive?").click()
    expect(long.get_by_role("progressbar")).to_be_visible()
    long.get_by_role("button", name="Cancel").click()
    expect(long).to_contain_text("futures played, then cancelled.")
    gain.get_by_role("button", name="Was it decisive?").click()
    expect(gain).to_contain_text(
        f"Decisive: without it {name} wins 0 of 100 futures, with it 100; then", timeout=60_000
    )
    expect(gain.get_by_role("progressbar")).to_be_hidden()
    expect(gain.get_by_role("button", name="Cancel")).to_be_hidden()
    assert overlapping(page, ".ck-ending-side, .ck-ending-main") == []
    assert violations(page, "classkit-table", *WCAG) == []


def test_the_end_leads_to_a_new_match(page: Page, harness: str, ended: dict[str, Any]) -> None:
    """What was played is kept as a branch; a class that knows the game begins at once."""
    table = opened(page, harness, ended["economy"].fork())
    table.root.get_by_role("button", name="New match, new luck").click()
    expect(table.root.locator("classkit-ending")).to_be_hidden()
    expect(table.root.locator("classkit-opening")).to_be_hidden()
    expect(table.root.get_by_label("Branch", exact=True).locator("option")).to_have_count(2)


def test_both_panels_are_accessible(
    page: Page, harness: str, ended: dict[str, Any], deep: bool
) -> None:
    """In the short form in one theme (see `themes`)."""
    for theme in themes(deep):
        for match in (new_match(), ended["opoly"]):
            opened(page, harness, match, theme)
            charts_are_drawn(page)
            assert violations(page, "classkit-table", *WCAG) == []


def test_news_and_ledger_of_economicon_count_rounds(page: Page, harness: str) -> None:
    """Board, charts and timeline count rounds there; nobody has heard of a turn 23."""
    match = classkit.new("economicon", seats=3, seed=7).play(until="round", bots="gold_anchor")
    table = opened(page, harness, match.play(until="turn", bots="gold_anchor"))
    table.tab("News")
    told = table.root.locator(".ck-news-turn")
    eventually(page, lambda: {"1", "2"} <= set(told.all_text_contents()) <= {"0", "1", "2"}, True)
    table.tab("Ledger")
    ledger = table.root.locator("classkit-ledger")
    expect(ledger.locator("th").first).to_have_text("Round")
    counted = ledger.locator("td:first-child")
    eventually(
        page, lambda: {"1", "2"} <= set(counted.all_text_contents()) <= {"0", "1", "2"}, True
    )


def test_a_turning_point_and_a_score_say_why(page: Page, harness: str, ended: Any) -> None:
    """The change is opened with its parts, and each part with the ledger behind it."""
    opened(page, harness, ended["poleconomy"])
    panel = page.locator("classkit-ending")
    panel.get_by_role("button", name="Why? Turn").last.click()
    box = panel.locator(".ck-trail").filter(has_text="Net worth of ")
    expect(box).to_be_visible()
    box.locator("summary").first.click()
    expect(box.locator("details ul").first).to_be_visible()
    page.get_by_role("button", name="Show the table").click()
    page.get_by_role("tab", name="Standings").click()
    standings = page.locator("classkit-standings")
    standings.get_by_role("button", name="Why? Net worth of Bo").click()
    told = standings.locator(".ck-trail:not([hidden])")
    expect(told).to_contain_text("Net worth of Bo: ")
