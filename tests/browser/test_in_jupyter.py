"""The live table where Jupyter shows it: in Voila, JupyterLab and Notebook 7 (design 7)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Locator, Page, Response, expect

import classkit
from classkit.assignments.homework.homework_notebook import build_notebooks
from classkit.lessons.lesson_build import FOLDED_TEMPLATE
from tests.browser.badline import lay_bad_line
from tests.browser.classroom import COLD, STEP, Seen, open_table, points, run_all, save, seen
from tests.browser.servers import BUSY, TABLE, Place
from tests.browser.tabs import Tab, watched, window

NAMES = [
    '<img src=x onerror="window.hacked=1">',
    "<a href='//evil'>Bo</a>",
    "$1 $2 $$x$$",
    "عدي",
]
"""HTML, a link, money signs and right-to-left text."""

NAMED = f"""\
import classkit
options = {{"game": 1}}
table = classkit.table("poleconomy", seats={NAMES!r}, seed=7, bots="passive", options=options)
table
"""


OTHERS = ("voila", "lab")
"""Places that other tests open as well."""


@pytest.fixture(
    params=["notebook", *(pytest.param(place, marks=pytest.mark.deep) for place in OTHERS)]
)
def place(request: pytest.FixtureRequest) -> Place:
    """Each of the three places in turn; in the short form Notebook, which no other test opens."""
    found: Place = request.getfixturevalue(f"in_{request.param}")
    return found


@pytest.fixture(scope="module")
def lab_tab(tab: Tab, in_lab: Place) -> Iterator[Page]:
    """A tab in which JupyterLab stays open from test to test: to open it costs more than a test."""
    with tab.another() as opened:
        yield opened


@pytest.fixture
def lab(lab_tab: Page, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Page]:
    """The tab of JupyterLab."""
    with watched(lab_tab, request, tmp_path):
        yield lab_tab


@pytest.fixture
def there(request: pytest.FixtureRequest, place: Place) -> Page:
    """A page for the place: in JupyterLab the one in which it stays open."""
    shown: Page = request.getfixturevalue("lab" if place.kind == "lab" else "own_page")
    return shown


def test_a_class_steps_goes_back_and_sees_it_on_the_charts(there: Page, place: Place) -> None:
    """The same in Voila, JupyterLab and Notebook 7: step, back, forward, charts, news.

    Page modules and plotly.js come from one address in all three, for the browser to keep. Names
    are shown and never interpreted, as HTML, as mathematics or otherwise. Where kernels can be
    restarted by hand, that is done in the end.
    """
    fetched: list[Response] = []
    there.on("response", lambda response: fetched.append(response))
    table = open_table(there, place, place.write(f"{place.kind}.ipynb", NAMED))
    where = table.root.locator("classkit-timeline .ck-where")
    assert table.turn == 1
    table.step(6)
    assert table.turn == 7
    before = points(there, 7)
    expect(table.charts().first).to_be_visible(timeout=COLD)
    expect(table.root.locator("classkit-news .ck-news-turn").first).to_have_text("7")
    for turn in (6, 5):
        table.press("Back")
        expect(where).to_contain_text(f"Turn {turn} · 7 played")
    there.locator("classkit-chart .ck-canvas").first.scroll_into_view_if_needed()
    there.wait_for_function("n => window.classkitPoints() < n", arg=before, timeout=COLD)
    table.press("Forward")
    expect(where).to_contain_text("step")
    for name in ("page.js", "plotly.min.js"):
        (of_it,) = {
            one for one in fetched if f"voila/templates/classkit/static/{name}?v=" in one.url
        }
        assert of_it.ok and of_it.header_value("etag")
        assert "max-age=" in (of_it.header_value("cache-control") or "")
    names_are_text(table)
    if place.kind != "voila":
        a_restart_is_said_and_the_cell_brings_a_new_table(table, place)


def names_are_text(table: Seen) -> None:
    """HTML, a link, money signs and right-to-left text in names are text everywhere."""
    titles = table.root.locator(".ck-worth .ck-end bdi").evaluate_all(
        "names => names.map((one) => one.title)"
    )
    assert sorted(titles) == sorted(NAMES), "labels cut long names, and have them whole"
    for tab in ("Seats", "Ledger", "News", "Standings"):
        table.tab(tab)
    for name in NAMES:
        expect(table.root.locator("classkit-standings")).to_contain_text(name)
    assert table.page.evaluate("() => window.hacked") is None
    assert table.root.locator("img[src=x], a[href*=evil], .MathJax, mjx-container").count() == 0


def menu(page: Page, *path: str) -> None:
    """Choose from the menu bar."""
    page.locator(".lm-MenuBar-item", has_text=path[0]).first.click()
    page.locator(".lm-Menu-item", has_text=path[1]).first.click()


def notice(page: Page) -> Locator:
    return page.locator(".classkit-connection [role=alert]")


def a_restart_is_said_and_the_cell_brings_a_new_table(table: Seen, place: Place) -> None:
    """The times of the page are those of everybody: it is mostly said at once.

    What is on the screen stays there when nobody answers any more.
    """
    page = table.page
    table.tab("Board")
    table.step(2)
    before = table.turn
    menu(page, "Kernel", "Restart Kernel…")
    page.locator(".jp-Dialog .jp-mod-warn").click()
    expect(notice(page)).to_contain_text("was restarted or shut down", timeout=COLD)
    expect(notice(page)).to_contain_text("Run its cell again")
    expect(table.root.locator("classkit-board svg").first).to_be_visible()
    assert table.turn == before
    table.press("Step")
    expect(table.root.locator(".ck-toast")).to_contain_text("was restarted or shut down")
    expect(table.root.locator(".ck-slow")).to_be_hidden()
    run_all(page, place)
    expect(notice(page)).to_have_count(0, timeout=COLD)
    table = seen(page)
    assert table.turn == 1
    table.step()


# --- JupyterLab -------------------------------------------------------------------------------


def show(page: Page, place: Place, name: str) -> None:
    """Open a notebook in JupyterLab, alone, without loading Lab anew where it is open."""
    if page.url.startswith(place.url):
        save(page)
        page.evaluate(
            """async (path) => {
                const { commands } = window.jupyterapp;
                await commands.execute('application:close-all');
                await commands.execute('docmanager:open', { path });
            }""",
            name,
        )
    else:
        page.goto(place.address(name))


def test_two_views_and_two_tabs_show_one_match_each_in_its_theme(lab: Page, in_lab: Place) -> None:
    """And a reload shows the present, not the beginning.

    The notebook keeps its keys: Ctrl+S saves it from the table, no letter edits a cell.
    """
    page = lab
    where = "classkit-timeline .ck-where"
    name = in_lab.write("two.ipynb", TABLE, "table", "1 + 1")
    show(page, in_lab, name)
    run_all(page, in_lab)
    first, second = seen(page, 0), seen(page, 1)
    first.step(2)
    expect(second.root.locator(where)).to_contain_text("Turn 3 · step", timeout=COLD)
    second.root.scroll_into_view_if_needed()
    second.step()
    for view in (first, second):
        expect(view.root.locator(where)).to_contain_text("Turn 4 · step", timeout=COLD)
    second.root.locator(".ck-menu-opener").press("Enter")  # news of Jupyter may lie over it
    second.menu().get_by_label("Theme").select_option("dark")
    expect(second.root).to_have_attribute("data-theme", "dark", timeout=COLD)
    expect(first.root).to_have_attribute("data-theme", "light")

    cells = page.locator(".jp-Notebook .jp-CodeCell")
    number = cells.count()
    first.root.locator(STEP).focus()
    for key in ("d", "d", "b", "x"):
        page.keyboard.press(key)
    expect(cells).to_have_count(number)
    expect(page.locator(".jp-mod-dirty")).not_to_have_count(0)
    page.keyboard.press("Control+s")
    expect(page.locator(".jp-mod-dirty")).to_have_count(0)
    first.root.locator(STEP).focus()
    page.keyboard.press("x")
    expect(cells).to_have_count(number)

    tab = window(page.context)
    try:
        tab.goto(in_lab.url + f"lab/tree/{name}")
        other = seen(tab)
        expect(other.root.locator(where)).to_contain_text("Turn 4 · step", timeout=COLD)
        expect(seen(tab, 1).root).to_have_attribute("data-theme", "dark", timeout=COLD)
        expect(other.root).to_have_attribute("data-theme", "light")
        other.step()
        expect(first.root.locator(where)).to_contain_text("Turn 5 · step", timeout=COLD)
    finally:
        tab.close()
    first.step()
    a_reload_shows_the_present_not_the_beginning(page, in_lab.url + f"lab/tree/{name}")


def notes_its_windows(response: Response) -> bool:
    """JupyterLab has stored a layout with the second view in it."""
    asked = response.request
    stored = asked.method == "PUT" and "/api/workspaces" in asked.url
    return stored and "cloned-output" in (asked.post_data or "")


def a_reload_shows_the_present_not_the_beginning(page: Page, address: str) -> None:
    """And a second view that JupyterLab does not bring back says what to do."""
    page.locator(".jp-OutputArea-promptOverlay").first.click(button="right")
    with page.expect_response(notes_its_windows):
        page.locator(".lm-Menu-item", has_text="Create New View for").click()
        view = page.locator(".jp-LinkedOutputView classkit-table")
        expect(view.locator(STEP)).to_be_enabled(timeout=COLD)
    save(page)
    page.goto(address)
    view = page.locator(".jp-LinkedOutputView")
    expect(view).to_contain_text("Create New View", timeout=COLD)
    expect(view).not_to_contain_text("Loading widget")
    table = seen(page)
    expect(table.root.locator("classkit-timeline .ck-where")).to_contain_text("Turn 6 · step")
    points(page, 5)
    table.step()
    assert table.turn == 7


# --- a question of a lesson -----------------------------------------------------------------------


def test_a_question_is_answered_and_the_saved_notebook_tells_it(lab: Page, in_lab: Place) -> None:
    asks = "from classkit import lessons\nguess = lessons.ask('Who wins <most>?')\nguess"
    came = "guess.once_answered(lambda: f'{6 * 7} wins')"
    name = in_lab.write(
        "question.ipynb", asks, came, FOLDED_TEMPLATE.format("\n\n- It is six times seven.")
    )
    lab.goto(in_lab.address(name))
    run_all(lab, in_lab)
    line = lab.get_by_placeholder("Prediction of the class")
    line.fill("<i>A</i>")
    lab.get_by_placeholder("Name (optional)").fill("Bo")
    lab.get_by_role("button", name="Note it").click()
    expect(line).to_have_value("")
    expect(lab.get_by_text("42 wins")).to_have_count(0)
    lab.get_by_text("What to notice", exact=True).click()
    notice = lab.get_by_text("It is six times seven.", exact=True)
    expect(notice).to_be_hidden()
    lab.get_by_role("button", name="Show the result").click()
    expect(lab.get_by_text("42 wins")).to_be_visible(timeout=COLD)
    expect(notice).to_be_visible()
    expect(lab.locator(".jp-Notebook b", has_text="Bo")).to_be_visible()
    save(lab)
    saved = nbformat.read(in_lab.folder / name, as_version=4).cells[0].outputs[0].data
    assert "Bo: &lt;i&gt;A&lt;/i&gt;" in saved["text/html"]


# --- a kernel that is busy ------------------------------------------------------------------------


@pytest.mark.deep
def test_a_kernel_at_work_is_told_from_one_that_was_restarted(
    own_page: Page, in_lab: Place
) -> None:
    """JupyterLab calls it idle once another cell has run, though the table waits still."""
    page = own_page
    lay_bad_line(page)
    table = open_table(page, in_lab, in_lab.write("work.ipynb", BUSY, TABLE, "1 + 1"))
    table.step()
    table.mark()
    expect(notice(page)).to_contain_text("Interrupt Kernel", timeout=COLD)
    page.locator(".jp-Notebook .jp-CodeCell .jp-InputArea-editor").nth(2).click()
    page.keyboard.press("Control+Enter")
    expect(notice(page)).to_contain_text("No answer from the kernel", timeout=COLD)
    (in_lab.folder / "enough").touch()
    expect(notice(page)).to_have_count(0, timeout=COLD)
    table.step()
    expect(table.root.locator("classkit-timeline .ck-where")).to_contain_text("Turn 3 · step")


# --- homework ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("short_homework")
def test_no_sentence_of_a_homework_becomes_mathematics(lab: Page, in_lab: Place) -> None:
    """Two sums of dollars in one paragraph are typeset as a formula if nothing keeps them apart."""
    seats = ["$Ada$", "<b>Bo</b>", r"\(x\)", "[D](http://x.com) www.x.com"]
    match = classkit.new("poleconomy", seats=seats, seed=11, options={"game": 2})
    for _ in range(6):
        match.play("round", bots="politician")
    book = build_notebooks(match, names=True)["homework"]
    (in_lab.folder / "homework.ipynb").write_text(book, encoding="utf-8")
    page = lab
    show(page, in_lab, "homework.ipynb")
    shown = page.locator(".jp-RenderedMarkdown")
    shown.locator("summary", has_text="Every turn").first.click(timeout=COLD)
    expect(shown.get_by_role("heading", name="Set-up")).to_be_visible(timeout=COLD)
    set_up = shown.locator("p").filter(has_text="Basic Income").first
    expect(set_up).to_contain_text(
        "$Ada$ throws a 2 and a 4 for Basic Income and has a Basic Income of $"
    )
    for name in seats:
        expect(set_up).to_contain_text(name)
    page.wait_for_timeout(3_000)  # mathematics comes late, if it comes
    assert page.locator("mjx-container").count() == 0
    assert shown.locator("b, a[href^='http']").count() == 0
