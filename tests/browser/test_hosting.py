"""A hosted table in a real browser: nothing is lost, nothing stays behind, nothing leaves.

Design section 7, "Dashboards". Pings are made ten times as fast here, so that a dead kernel is
noticed in two seconds; everything else is as visitors get it.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.servers import started
from tests.hosting.serving import Server, serving

FASTER_PINGS = """
  const slowly = window.setInterval.bind(window);
  window.setInterval = (run, wait, ...more) => slowly(run, wait === 5000 ? 500 : wait, ...more);
"""
TABLE = "voila/render/poleconomy.ipynb"
OPEN = 30_000
"""How long a cold table may take, in milliseconds, before a test gives up."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """A visitor: 1366x768, every address outside black-holed and noted, no kernel left behind."""
    visitor = browser.new_context(viewport={"width": 1366, "height": 768})
    outside: list[str] = []

    def refuse(route: Route) -> None:
        outside.append(route.request.url)
        route.abort()

    visitor.route(re.compile(r"^\w+://(?!(127\.0\.0\.1|localhost)[:/])"), refuse)
    visitor.add_init_script(FASTER_PINGS)
    visitor.set_default_timeout(15_000)
    yield visitor
    for page in visitor.pages:  # as people do; a context that is closed as a whole ends like a
        page.close()  # browser that is killed, and leaves kernels to the server's own clock
    server.wait_for_kernels(0)
    visitor.close()
    assert outside == [], "no request leaves the server"


@pytest.fixture
def open_table(context: BrowserContext, server: Server) -> Callable[..., Page]:
    """Opens a table, as a rule a new one, and waits until it can be played."""

    def open_one(address: str = "", page: Page | None = None) -> Page:
        page = page or context.new_page()
        page.goto(address or server.url + TABLE)
        usable(page)
        return page

    return open_one


def usable(page: Page) -> None:
    """Wait until the table can be played and has been told its code."""
    expect(page.get_by_role("button", name="Step", exact=True)).to_be_enabled(timeout=OPEN)
    page.wait_for_function(
        "() => Object.keys(sessionStorage).some((key) => key.startsWith('classkit:'))"
    )


def now(page: Page) -> dict[str, object]:
    """What the page knows of the match."""
    found: dict[str, object] = page.evaluate("document.querySelector('classkit-table').store.now")
    return found


def code(page: Page) -> str:
    """The code that the page remembers."""
    found: str = page.evaluate("sessionStorage.getItem('classkit:' + location.pathname)")
    return found


def step(page: Page, turns: int) -> int:
    """Click Step so many times, waiting for each; the turn on the screen."""
    page.get_by_role("radio", name="turn").check(force=True)
    for _ in range(turns):
        before = int(now(page)["turn"])  # type: ignore[call-overload]
        page.get_by_role("button", name="Step", exact=True).click()
        page.wait_for_function(
            "(turn) => document.querySelector('classkit-table').store.now.turn > turn", arg=before
        )
    return int(now(page)["turn"])  # type: ignore[call-overload]


def same_match(page: Page, before: dict[str, object]) -> None:
    """The match on the page is the one from before, to the last dollar."""
    after = now(page)
    for key in ("turn", "step", "standings", "news", "board", "seats", "branch"):
        assert after[key] == before[key], key


def stored(server: Server, page: Page) -> dict[str, object]:
    """The record that the server keeps for a page."""
    path = server.data / "matches" / f"{code(page)}.json"
    found: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
    return found


# --- the index page ----------------------------------------------------------------------------


def test_the_index_shows_each_game_with_a_picture_and_costs_no_kernel(
    context: BrowserContext, server: Server
) -> None:
    before = len(server.kernels())
    page = context.new_page()
    page.goto(server.url)
    expect(page.get_by_role("heading", name="Choose a table")).to_be_visible()
    picture = page.locator("[data-table] img").first
    assert picture.evaluate("(image) => image.complete && image.naturalWidth > 0")
    assert "poleconomy.svg" in (picture.get_attribute("src") or "")
    page.get_by_role("link", name="Poleconomy").hover()
    assert len(server.kernels()) == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["", "voila/tree", "no/such/page"])
def test_the_pages_around_the_table_are_accessible(
    browser: Browser, server: Server, path: str, scheme: str
) -> None:
    """WCAG 2.1 AA by the rules of axe, in both colour schemes."""
    context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]  # light, dark
    page = context.new_page()
    page.goto(server.url + path)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    context.close()


def test_the_token_is_asked_for_and_leaves_the_address_bar(
    context: BrowserContext, tmp_path: Path
) -> None:
    with serving(tmp_path, "--token", "correct-horse-battery") as server:
        page = context.new_page()
        page.goto(server.url.split("?")[0])
        expect(page.get_by_role("heading", name="Which token?")).to_be_visible()
        assert Axe().run(page).violations_count == 0
        page.get_by_label("Token").fill("wrong-horse-battery")
        page.get_by_role("button", name="Open").click()
        expect(page.get_by_role("alert")).to_contain_text("not the token")
        page.get_by_label("Token").fill("correct-horse-battery")
        page.get_by_role("button", name="Open").click()
        expect(page.get_by_role("heading", name="Choose a table")).to_be_visible()
        fresh = context.new_page()
        fresh.goto(server.url + "")
        expect(fresh.get_by_role("heading", name="Choose a table")).to_be_visible()
        assert "token" not in fresh.url
        fresh.goto(f"{server.url.split('?')[0]}{TABLE}?token=correct-horse-battery")
        usable(fresh)
        assert "token" not in fresh.url
        step(fresh, 1)
        context.clear_cookies(name="_xsrf")
        fresh.close()


# --- the page of a table -------------------------------------------------------------------------


def test_an_outline_stands_until_the_table_does(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    page.goto(server.url + TABLE, wait_until="commit")
    expect(page.locator("#classkit-skeleton")).to_be_visible()
    usable(page)
    expect(page.locator("#classkit-skeleton")).to_have_count(0)


def test_nothing_is_blocked_by_the_policy_of_the_page(
    context: BrowserContext, open_table: Callable[..., Page]
) -> None:
    said: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    open_table(page=page)
    step(page, 2)
    assert not [text for text in said if "Content Security" in text or "Refused" in text]


def test_kernels_end_with_their_pages(
    server: Server, open_table: Callable[..., Page], context: BrowserContext
) -> None:
    """Closed, reloaded, left by a link: no kernel outlives its page (XSRF protection is on)."""
    first, second = open_table(), open_table()
    assert len(server.kernels()) == 2
    first.close()
    server.wait_for_kernels(1)
    before = {kernel.pid for kernel in server.kernels()}
    second.reload()
    usable(second)
    server.wait_for_kernels(1)
    assert {kernel.pid for kernel in server.kernels()} != before
    second.goto(server.url)
    server.wait_for_kernels(0)


def test_kernels_of_pages_without_a_table_end_too(context: BrowserContext, tmp_path: Path) -> None:
    """A host's own dashboard, and any page that is left while it still loads."""
    folder = tmp_path / "dashboards"
    folder.mkdir()
    sources = {
        "own": "import ipywidgets\nipywidgets.Button(description='hello')",
        "slow": "import time\ntime.sleep(30)",
    }
    for name, source in sources.items():
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
        nbformat.write(book, folder / f"{name}.ipynb")
    with serving(tmp_path / "data", str(folder)) as server:
        page = context.new_page()
        page.goto(f"{server.url}voila/render/own.ipynb")
        expect(page.get_by_role("button", name="hello")).to_be_visible(timeout=OPEN)
        page.close()
        server.wait_for_kernels(0)
        page = context.new_page()
        page.goto(f"{server.url}voila/render/slow.ipynb", wait_until="commit")
        page.wait_for_function("() => document.getElementById('jupyter-config-data')")
        page.wait_for_function("() => document.cookie.includes('_xsrf')")
        assert len(server.kernels()) == 1
        page.goto(server.url)
        server.wait_for_kernels(0)


def test_the_code_is_kept_in_the_tab_and_out_of_the_address_bar(
    server: Server, open_table: Callable[..., Page]
) -> None:
    page = open_table()
    assert re.fullmatch(r"[A-Za-z0-9_-]{16,32}", code(page))
    other = open_table(f"{server.url}{TABLE}?code={code(page)}")
    assert urlsplit(other.url).query == ""
    assert code(other) == code(page)


def test_link_to_this_match(server: Server, open_table: Callable[..., Page]) -> None:
    page = open_table()
    step(page, 1)
    page.get_by_role("tab", name="Match").click()
    page.get_by_role("button", name="Link to this match").click()
    field = page.get_by_label("Address of this match")
    found = Axe().run(page, context=".classkit-connection")
    assert found.violations_count == 0, found.generate_report()
    link = field.input_value()
    assert link == f"{server.url}{TABLE}?code={code(page)}"
    page.get_by_role("button", name="Close").click()
    expect(field).to_have_count(0)
    before = now(page)
    same_match(open_table(link), before)


# --- nothing is lost -----------------------------------------------------------------------------


def test_the_match_goes_on_after_a_reload(server: Server, open_table: Callable[..., Page]) -> None:
    page = open_table()
    step(page, 3)
    before, kept = now(page), code(page)
    page.reload()
    usable(page)
    page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 1")
    same_match(page, before)
    assert code(page) == kept
    step(page, 1)


def test_the_index_offers_to_go_on_or_to_begin_anew(
    server: Server, open_table: Callable[..., Page]
) -> None:
    page = open_table()
    step(page, 2)
    kept = code(page)
    page.goto(server.url)
    page.get_by_role("link", name="Start a new match").click()
    usable(page)
    page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn === 1")
    assert code(page) != kept
    assert urlsplit(page.url).query == ""


def test_names_players_forks_and_what_lies_ahead_come_back_too(
    server: Server, open_table: Callable[..., Page]
) -> None:
    page = open_table()
    step(page, 4)
    for action in (
        {"do": "name", "seat": "A", "name": "<b>Zoë & Co</b>"},
        {"do": "seat", "seat": "B", "who": "saver"},
        {"do": "bookmark", "label": "here"},
        {"do": "fork", "name": "What if"},
        {"do": "back", "until": "turn"},
        {"do": "back", "until": "turn"},
    ):
        page.evaluate("(a) => document.querySelector('classkit-table').store.send(a)", action)
    page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn === 3")
    before = now(page)
    page.reload()
    usable(page)
    page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn === 3")
    after = now(page)
    for key in ("seats", "timeline", "branch", "step", "standings"):
        assert after[key] == before[key], key
    names = [branch["name"] for branch in after["branches"]]  # type: ignore[attr-defined]
    assert sorted(names) == ["Main", "What if"]


def test_a_killed_kernel_is_noticed_said_and_nothing_is_lost(
    server: Server, open_table: Callable[..., Page]
) -> None:
    """The server starts an empty kernel under the same id: without pings the page looks alive."""
    page = open_table()
    step(page, 3)
    before = now(page)
    (kernel,) = server.kernels()
    kernel.send_signal(signal.SIGKILL)
    dialog = page.get_by_role("alertdialog", name="Connection lost")
    expect(dialog).to_be_visible(timeout=20_000)
    expect(dialog).to_contain_text("Nothing is lost")
    found = Axe().run(page, context=".classkit-connection")
    assert found.violations_count == 0, found.generate_report()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Continue").click()
    usable(page)
    page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 1")
    same_match(page, before)
    step(page, 1)
    server.wait_for_kernels(1)


def test_a_kernel_killed_in_mid_turn_loses_nothing_that_was_answered(
    server: Server, open_table: Callable[..., Page]
) -> None:
    page = open_table()
    page.get_by_role("radio", name="decision").check(force=True)
    for expected in range(1, 6):
        page.get_by_role("button", name="Step", exact=True).click()
        page.wait_for_function(
            "(step) => document.querySelector('classkit-table').store.now.step >= step",
            arg=expected,
        )
    before = now(page)
    (kernel,) = server.kernels()
    kernel.send_signal(signal.SIGKILL)
    page.get_by_role("button", name="Continue").click(timeout=20_000)
    usable(page)
    page.wait_for_function("() => document.querySelector('classkit-table').store.now.step > 0")
    same_match(page, before)


def test_the_match_goes_on_after_the_server_was_started_anew(
    context: BrowserContext, tmp_path: Path
) -> None:
    with serving(tmp_path) as server:
        page = context.new_page()
        page.goto(server.url + TABLE)
        usable(page)
        step(page, 3)
        before, port = now(page), server.port
        server.stop()
        dialog = page.get_by_role("alertdialog", name="Connection lost")
        expect(dialog).to_be_visible(timeout=30_000)
    with serving(tmp_path, port=port):
        dialog.get_by_role("button", name="Continue").click()
        usable(page)
        page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 1")
        same_match(page, before)
        step(page, 1)
        page.close()


def test_a_kernel_that_answers_again_takes_the_message_away(
    server: Server, open_table: Callable[..., Page]
) -> None:
    page = open_table()
    (kernel,) = server.kernels()
    kernel.send_signal(signal.SIGSTOP)
    try:
        dialog = page.get_by_role("alertdialog", name="Connection lost")
        expect(dialog).to_be_visible(timeout=20_000)
    finally:
        kernel.send_signal(signal.SIGCONT)
    expect(dialog).to_have_count(0, timeout=20_000)
    step(page, 1)


def test_a_busy_kernel_is_not_lost(server: Server, open_table: Callable[..., Page]) -> None:
    page = open_table()
    asked: list[str] = []

    def busy(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(json={"execution_state": "busy"})

    page.route("**/api/kernels/*", busy)
    (kernel,) = server.kernels()
    kernel.send_signal(signal.SIGSTOP)
    try:
        while len(asked) < 4:
            page.wait_for_timeout(100)
        expect(page.get_by_role("alertdialog")).to_have_count(0)
    finally:
        kernel.send_signal(signal.SIGCONT)
        page.unroute("**/api/kernels/*")
    step(page, 1)


# --- one writer ----------------------------------------------------------------------------------


def test_the_newest_page_plays_and_the_older_one_looks_on(
    server: Server, open_table: Callable[..., Page], browser: Browser
) -> None:
    older = open_table()
    step(older, 2)
    elsewhere = browser.new_context()
    newer = elsewhere.new_page()
    newer.goto(f"{server.url}{TABLE}?code={code(older)}")
    usable(newer)
    newer.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 1")
    older.wait_for_function(
        "() => document.querySelector('classkit-table').store.now.read_only !== null"
    )
    expect(older.get_by_text("opened on a newer page").first).to_be_visible()
    step(newer, 2)
    kept = stored(server, newer)
    older.evaluate(
        "() => document.querySelector('classkit-table').store.send({do: 'step', until: 'turn'})"
    )
    older.wait_for_timeout(500)
    assert stored(server, newer) == kept, "the older page wrote nothing"
    older.reload()
    usable(older)
    older.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 3")
    assert now(older)["read_only"] is None, "a reload takes the pen back"
    newer.wait_for_function(
        "() => document.querySelector('classkit-table').store.now.read_only !== null"
    )
    newer.close()
    elsewhere.close()


@pytest.mark.parametrize("wrong", ["A" * 22, "../../../../etc/passwd", "x", "%00" * 20])
def test_an_unknown_code_gets_a_message_never_a_match_under_it(
    server: Server, context: BrowserContext, wrong: str
) -> None:
    before = set(os.listdir(server.data / "matches"))
    page = context.new_page()
    page.goto(f"{server.url}{TABLE}?code={wrong}")
    dialog = page.get_by_role("alertdialog", name="This match was not opened")
    expect(dialog).to_be_visible(timeout=OPEN)
    dialog.get_by_role("button", name="Play a new match").click()
    usable(page)
    step(page, 1)
    assert code(page) != wrong
    fresh = set(os.listdir(server.data / "matches")) - before
    assert fresh and all(name.startswith(code(page)) for name in fresh)
    page.close()


def test_a_disk_that_cannot_be_written_is_said_and_the_match_goes_on(
    server: Server, open_table: Callable[..., Page]
) -> None:
    page = open_table()
    step(page, 1)
    kept = stored(server, page)
    matches, aside = server.data / "matches", server.data / "aside"
    matches.rename(aside)
    matches.write_text("in the way")
    try:
        step(page, 1)
        expect(page.get_by_role("alert")).to_contain_text("could not be stored")
        step(page, 1)
    finally:
        matches.unlink()
        aside.rename(matches)
    assert stored(server, page) == kept, "what was stored before is still there"
    step(page, 1)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert stored(server, page) != kept
    page.reload()
    usable(page)
    page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn === 5")


def test_a_damaged_record_is_said_and_left_as_it_is(
    server: Server, open_table: Callable[..., Page], context: BrowserContext
) -> None:
    page = open_table()
    step(page, 2)
    path = server.data / "matches" / f"{code(page)}.json"
    page.close()
    damaged = path.read_text(encoding="utf-8")[:300]
    path.write_text(damaged, encoding="utf-8")
    again = context.new_page()
    again.goto(f"{server.url}{TABLE}?code={path.stem}")
    dialog = again.get_by_role("alertdialog", name="This match was not opened")
    expect(dialog).to_contain_text("cut off or damaged", timeout=OPEN)
    dialog.get_by_role("button", name="Play a new match").click()
    usable(again)
    step(again, 1)
    assert path.read_text(encoding="utf-8") == damaged


# --- inside a Jupyter server, as on Binder ---------------------------------------------------


def test_inside_a_jupyter_server_as_on_binder(browser: Browser, tmp_path: Path) -> None:
    """The settings of binder/postBuild: template, resume, kernels that end, nothing from outside.

    The copies that `pip install` laid out are served here: after a change of the template,
    `pip install -e .` again (`classkit doctor` says when).
    """
    root = Path(__file__).parents[2]
    settings = (root / "binder" / "postBuild").read_text(encoding="utf-8")
    blocks = re.findall(r"<<'SETTINGS'\n(.*?)\nSETTINGS", settings, re.DOTALL)
    for name, text in zip(("voila.json", "jupyter_server_config.json"), blocks, strict=True):
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root"]
    command += ["--ServerApp.port=0", "--ServerApp.token=", f"--ServerApp.root_dir={root}"]
    command += ["--ServerApp.base_url=/user/someone/"]
    environment = {
        "JUPYTER_CONFIG_DIR": str(tmp_path),
        "JUPYTER_RUNTIME_DIR": str(tmp_path / "runtime"),
        "CLASSKIT_DATA": str(tmp_path / "data"),
    }
    ready = r"(http://(?:localhost|127\.0\.0\.1):\d+/user/someone/)"
    with started(command, ready, root, **environment) as url:
        visitor = browser.new_context(viewport={"width": 1366, "height": 768})
        asked: list[str] = []
        visitor.on("request", lambda request: asked.append(request.url))
        page = visitor.new_page()
        page.goto(f"{url}voila/tree/lessons/dashboards")
        expect(page.get_by_role("link", name="Poleconomy")).to_be_visible()
        page.goto(f"{url}voila/render/lessons/dashboards/poleconomy.ipynb")
        usable(page)
        step(page, 2)
        before = now(page)
        page.reload()
        usable(page)
        page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 1")
        same_match(page, before)
        kernels = f"{url}api/kernels"
        assert len(page.request.get(kernels).json()) == 1
        page.goto(f"{url}voila/tree/lessons/dashboards")
        for _ in range(100):
            if not page.request.get(kernels).json():
                break
            page.wait_for_timeout(100)
        assert page.request.get(kernels).json() == []
        outside = [u for u in asked if urlsplit(u).hostname not in ("localhost", "127.0.0.1")]
        assert [u for u in outside if not u.startswith(("data:", "blob:"))] == []
        visitor.close()
