"""A site without a server: its tables play in the reader's browser, and ask nobody else."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

import classkit
from classkit.engine.registry import loads
from classkit.widgets.match_controller import MatchController
from tests.browser.classroom import COLD
from tests.browser.sites import BELOW, LESSON, SiteTable, serving, written_site
from tests.browser.tabs import EMPTY
from tests.browser.translation import plays_translated
from tests.browser.waiting import eventually


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a host with a site in it, which is built once."""
    return written_site(tmp_path_factory.mktemp("site"), lessons=True)


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    """The address of the site."""
    with serving(folder) as address:
        yield address


@pytest.fixture(scope="module")
def monday(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The saved match of a class, of twelve turns."""
    desk = MatchController(classkit.new("poleconomy", options={"game": 2}, seed=3))
    for _ in range(12):
        desk.step("turn")
    path = tmp_path_factory.mktemp("saved") / "monday.classkit.json"
    desk.match.save(path)
    return path


def test_a_lesson_of_poleconomy(own_page: Page, site: str, monday: Path, deep: bool) -> None:
    """What is pressed before Python is there is played once it is; then all that a class does."""
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    own_page.context.on("request", note)
    own_page.goto(site)
    own_page.get_by_role("link", name="Poleconomy", exact=True).click()
    table = SiteTable(own_page).arrived()
    start = own_page.get_by_role("status").filter(has_text="…")
    expect(start).to_be_visible()
    own_page.get_by_role("button", name="Step", exact=True).click()
    shown = table.ready()
    where = shown.root.locator(".ck-where")
    expect(where).to_contain_text("Turn 1 ·")
    expect(start).to_have_count(0)

    shown.root.locator("input[type=file]").set_input_files(monday)
    expect(where).to_contain_text("Turn 12 ·")
    shown.press("Back")
    expect(where).to_contain_text("Turn 11 ·")
    shown.root.get_by_role("button", name="What if?", exact=True).click()
    expect(shown.root).to_contain_text("Branch 1")
    another = shown.root.locator("classkit-ask .ck-answers button[type=submit]:enabled").nth(1)
    another.click()
    shown.tab("Branches")
    expect(shown.root.locator("classkit-apart")).to_be_visible()

    shown.step(2)
    table.charts_are_drawn()
    assert shown.root.locator("classkit-chart .js-plotly-plot >> visible=true").count() == 3
    match = loads(table.record())  # which holds the digests of turns against what is played here
    assert (match.turn, match.step) == (table.ask("store.now.turn"), table.ask("store.now.step"))

    hosts = {urlsplit(url).netloc for url in asked if url.startswith("http")}
    assert hosts == {urlsplit(site).netloc}
    assert any(url.endswith("pyodide.asm.wasm") for url in asked)  # what the worker asks is seen

    number = 60 if deep else 6
    table.send(do="futures", n=number)
    eventually(own_page, lambda: table.ask("store.now.futures.done"), number)
    assert any(url.endswith("helper.js") for url in asked)  # a second Python has helped


HOSTILE = """
class Rude:
    def _repr_html_(self):
        return '<b>kept</b><img src="x" onerror="alert(1)"><script>document.title = 2</script>'
print('<i>as it is</i>')
Rude()
"""


def test_a_lesson_is_done_in_its_page_on_a_telephone(own_page: Page, site: str) -> None:
    """A live table, what a class answers, charts, and cells of one's own."""
    page = own_page
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site}docs/lessons/{LESSON}.html")
    cells = page.locator("div.cell")

    def run(number: int, name: str = "Run") -> None:
        cells.nth(number).get_by_role("button", name=name, exact=True).click()

    def write(number: int, source: str) -> None:
        edit = cells.nth(number).get_by_role("button", name="Edit")
        if edit.is_visible():
            edit.click()
        cells.nth(number).get_by_role("textbox").first.fill(source)
        run(number)

    run(4, "Run all up to here")
    table = page.locator("classkit-table")
    expect(table).to_be_visible()
    throw, chart = (cells.nth(number).locator(".cell_output") for number in (3, 4))
    expect(throw).to_contain_text("The result appears once the class has answered")
    expect(chart).to_contain_text("The result appears once the class has answered")
    notice = page.locator("details.notice").first
    notice.locator("summary").click()
    expect(notice.locator("p, li").first).to_be_hidden()
    lid = table.locator(".ck-lid >> visible=true").first
    lid.get_by_role("button", name="More", exact=True).click()
    lid.get_by_role("button", name="Uncover", exact=True).click()
    expect(throw).to_contain_text("Inflation Number: 5")
    expect(notice.locator("p, li").first).to_be_visible()
    expect(chart.locator(".js-plotly-plot .trace").first).to_be_attached()
    expect(table.locator(".ck-where")).to_contain_text("Turn 2 ·")
    table.get_by_role("button", name="Step", exact=True).click()
    expect(table.locator(".ck-where")).to_contain_text("Turn 3 ·")

    write(2, "len(duel.match.history) / 0")
    said = cells.nth(2).get_by_role("alert")
    expect(said).to_have_text("ZeroDivisionError: division by zero (line 1).")
    write(2, HOSTILE)
    shown = cells.nth(2).locator(".cell_output")
    expect(shown.locator("b")).to_have_text("kept")
    expect(shown).to_contain_text("<i>as it is</i>")
    assert shown.locator("img, script").count() == 0 and page.title() != "2"
    write(2, "import colorsys, classkit\ncolorsys.rgb_to_hsv(0, 0, 1), len(duel.branches)")
    expect(shown).to_contain_text("1), 1)")
    write(2, "import pandas")
    expect(said).to_contain_text("This needs pandas, and these pages were built without it")
    write(2, "%matplotlib inline")
    expect(said).to_contain_text("works only in Jupyter")
    write(2, "while True: pass")
    cells.nth(2).get_by_role("button", name="Stop").click()
    expect(cells.nth(2).locator(".lesson-said")).to_contain_text("Stopped.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert {urlsplit(url).netloc for url in asked if url.startswith("http")} == {
        urlsplit(site).netloc
    }


def may_ask_no_other_host(page: Page, site: str) -> None:
    """Neither page nor worker: an answer would come of another name of this very server."""
    elsewhere = site.replace("127.0.0.1", "localhost")
    ask = f"fetch({elsewhere!r}, {{ mode: 'no-cors' }}).then(() => 'came', () => 'refused')"
    here = f"fetch({site!r}).then(() => 'came', () => 'refused')"
    (worker,) = page.workers
    for place in (page, worker):
        assert (place.evaluate(ask), place.evaluate(here)) == ("refused", "came")


def test_matches_stay_in_the_browser_which_asks_no_other_host(own_page: Page, site: str) -> None:
    """Through a reload in mid-turn, and from the list into another tab, which then has it alone."""
    address = f"{site}tables/opoly.html"
    table = SiteTable(own_page).open(address)
    table.ready()
    may_ask_no_other_host(own_page, site)
    table.send(do="step", until="turn")
    table.send(do="step", until="decision")
    step, turn = table.ask("store.now.step"), table.ask("store.now.turn")
    digest = loads(table.record()).digest()
    own_page.reload()
    table.ready()
    eventually(own_page, lambda: table.ask("store.now.step"), step)
    assert loads(table.record()).digest() == digest

    with own_page.context.expect_page() as opened:
        own_page.evaluate("window.open('../index.html')")
    newer = SiteTable(opened.value)
    with own_page.expect_download() as exported:
        own_page.get_by_role("tab", name="Match", exact=True).click()
        own_page.get_by_role("button", name="Export everything").click()
    with zipfile.ZipFile(exported.value.path()) as packed:
        saved = [packed.read(name).decode() for name in packed.namelist()]
    assert digest in {loads(text).digest() for text in saved}
    kept = newer.page.locator("#matches li")
    latest = kept.first
    latest.get_by_role("link", name=f"487-opoly, turn {turn}").click()
    newer.arrived().ready()
    eventually(newer.page, lambda: newer.ask("store.now.step"), step)
    assert "code=" not in newer.page.url
    eventually(own_page, lambda: table.ask("store.local.stopped"), True)
    assert "newer page" in table.send(do="step", until="turn")["reason"]
    newer.send(do="step", until="turn")

    newer.page.goto(site)
    expect(latest).to_be_visible()
    before = kept.count()
    newer.page.once("dialog", lambda dialog: dialog.accept())
    latest.get_by_role("button", name="Remove").click()
    expect(kept).to_have_count(before - 1)
    newer.page.close()


FORBIDDEN = """
    const Made = Blob;
    const forbid = "SCRIPT";
    window.Blob = function (parts, options) {
        return new Made(options?.type === 'text/javascript' ? [...parts, forbid] : parts, options);
    };
    Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('no'); } });
"""
"""A browser whose settings forbid storage, to the page and to its worker; or whose disk is full."""
NONE = "self.indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };"
FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); };"
RUDE = "</script><img src=x onerror='document.title = 1'>"


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("script", "why"),
    [(NONE, "it keeps nothing for this page (SecurityError)"), (FULL, "its storage is full")],
)
def test_a_table_goes_on_where_nothing_can_be_kept(
    own_page: Page, site: str, tmp_path: Path, monday: Path, script: str, why: str, deep: bool
) -> None:
    """On a telephone, with a rude name, a file of another version, and one of another game.

    With ``--deep`` it is a slow one, which Chromium feigns by twice as much work as the page has.
    """
    own_page.add_init_script(FORBIDDEN.replace("SCRIPT", script))
    own_page.set_viewport_size({"width": 390, "height": 844})
    slow = own_page.context.new_cdp_session(own_page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 3 if deep else 1})
    table = SiteTable(own_page).open(f"{site}tables/economy.html")
    shown = table.ready()
    shown.step(1)
    told = own_page.get_by_role("alert").filter(has_text="This match is not stored")
    expect(told).to_contain_text(f"This match is not stored in this browser: {why}.")
    table.send(do="name", seat="A", name=RUDE)
    expect(shown.root).to_contain_text(RUDE[:20])
    newer = tmp_path / "newer.classkit.json"
    newer.write_text(json.dumps({**json.loads(table.record()), "classkit": 99}))
    shown.root.locator("input[type=file]").set_input_files(newer)
    expect(own_page.get_by_text("saved in format 99").first).to_be_attached()
    shown.step(2)
    assert own_page.locator("img[src='x']").count() == 0
    assert own_page.evaluate("document.documentElement.scrollWidth") <= 390
    shown.root.locator("input[type=file]").set_input_files(monday)  # its rules are fetched now
    offer = own_page.get_by_text("Open as a table of Poleconomy").first
    offer.evaluate("button => button.click()")  # wherever on the telephone it stands
    expect(shown.root.locator(".ck-where")).to_contain_text("Turn 12 ·")
    slow.detach()
    own_page.goto(EMPTY)


@pytest.mark.deep
def test_a_translated_table_says_what_is_so(own_page: Page, site: str) -> None:
    """As one in Voila does (test_translation.py)."""
    SiteTable(own_page).open(f"{site}tables/poleconomy-1.html").ready()
    plays_translated(own_page)


REGISTERED = "navigator.serviceWorker.getRegistrations().then(({ length }) => length)"
KEPT = """navigator.serviceWorker.getRegistration()
    .then((found) => Boolean(found?.active && !found.installing))"""


def test_a_site_plays_without_a_network_and_offers_what_is_newer(
    own_page: Page, folder: Path, deep: bool
) -> None:
    """Of which only its index was seen; with ``--deep`` a match goes on there, too."""
    table = SiteTable(own_page)
    with serving(folder) as address:
        own_page.goto(address)
        opener = own_page.get_by_role(
            "button", name=re.compile(r"^Keep this site offline, \d\d MB$")
        )
        expect(opener).to_be_visible()
        assert own_page.evaluate(REGISTERED) == 0, "nothing is stored before somebody accepts"
        opener.click()
        expect(opener).to_be_hidden(timeout=COLD)
        if deep:
            table.open(f"{address}tables/economicon.html").ready()
            table.send(do="step", until="turn")
            turn = table.ask("store.now.turn")
            eventually(own_page, lambda: own_page.evaluate(KEPT), True)
        own_page.goto(address)
        kept = own_page.get_by_text(re.compile(r"Kept for use without a network: all \d+ files\."))
        expect(kept).to_be_visible(timeout=COLD)
    if deep:
        own_page.locator("#matches li a").first.click()
        table.arrived().ready()
        eventually(own_page, lambda: table.ask("store.now.turn"), turn)
    own_page.goto(f"{address}docs/lessons/{LESSON}.html")
    expect(own_page.get_by_role("button", name="Run", exact=True).first).to_be_visible()
    own_page.goto(f"{address}?code=none")
    expect(kept).to_be_visible()  # without the network it says so, too
    own_page.get_by_role("link", name="Poleconomy, Game 1").click()
    table.arrived().ready().step()  # another table, which was never opened with a network
    turn = table.ask("store.now.turn")

    newer = folder / BELOW / "tables" / "poleconomy-1.html"
    script = folder / BELOW / "sw.js"
    newer.write_text(newer.read_text().replace("<title>", "<title>Newer: "))
    script.write_text(script.read_text().replace('VERSION = "', 'VERSION = "newer-'))
    with serving(folder, urlsplit(address).port or 0):
        own_page.reload()
        table.arrived()
        expect(own_page).to_have_title("Poleconomy, Game 1 · classkit")
        offer = own_page.get_by_role("status").filter(has_text="A newer version")
        offer.get_by_role("button", name="Use it now").click()
        expect(own_page).to_have_title("Newer: Poleconomy, Game 1 · classkit")
        table.arrived().ready()
        eventually(own_page, lambda: table.ask("store.now.turn"), turn)  # the match goes on
