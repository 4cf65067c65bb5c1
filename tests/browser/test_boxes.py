"""Parts in boxes of widgets: they have a width of their own accord, and use what they are given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.classroom import COLD, STEP, run_all
from tests.browser.legible import scrolls
from tests.browser.servers import Place
from tests.browser.tabs import Tab, watched
from tests.browser.waiting import eventually, resize

GUIDE = Path(__file__).parents[2] / "lessons/guide/how-to/build-a-dashboard.md"

BOXES = """\
import classkit
from classkit import widgets
from ipywidgets import GridBox, HBox, Layout, Tab, VBox

table = classkit.table("poleconomy", seats=4, seed=7, options={"game": 1})

def part(made, **layout):
    made.layout = Layout(**layout)
    return made

def named(box, name):
    box.add_class(name)
    return box

def inflation():
    return widgets.chart(table, "inflation")

def worth():
    return widgets.chart(table, "net_worth")

columns = Layout(grid_template_columns="1fr 2fr")
third, rest = {"width": "30%"}, {"width": "70%"}
small = {"width": "300px", "height": "220px"}
VBox([
    named(HBox([inflation(), worth()]), "two"),
    named(HBox([widgets.board(table), inflation()]), "beside"),
    named(GridBox([inflation(), worth()], layout=columns), "grid"),
    named(Tab([worth(), widgets.board(table)]), "tab"),
    named(HBox([part(inflation(), **third), part(worth(), **rest)]), "shares"),
    named(HBox([part(inflation(), **small), part(worth(), width="400px")]), "pixels"),
])
"""

NOTICE = """(notice) => {
    const parts = document.querySelectorAll('.ck-place > .ck-alone');
    for (const { store } of parts) store.set({ notice });
}"""
"""Tell each part, whose store is its own, what it tells when its kernel is gone."""

OUTSIDE = """(box) => [...box.querySelectorAll(
    '.ck-alone, .ck-sheet, .ck-chart-box, button')].filter((node) => {
    if (!node.checkVisibility()) return false;
    const around = box.getBoundingClientRect(), own = node.getBoundingClientRect();
    return own.left < around.left - 1 || own.right > around.right + 1
        || own.bottom > around.bottom + 1;
}).map((node) => node.className)"""
"""What of a box sticks out of it, at its sides or below."""


@pytest.fixture(params=["voila", "lab", "notebook"])
def place(request: pytest.FixtureRequest, deep: bool) -> Place:
    """Each of the three places in turn; Notebook, which is made of JupyterLab, in the long form."""
    if request.param == "notebook" and not deep:
        pytest.skip("Notebook is tried with --deep")
    found: Place = request.getfixturevalue(f"in_{request.param}")
    return found


@pytest.fixture
def page(tab: Tab, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Page]:
    """A page of this test alone."""
    with tab.another() as opened, watched(opened, request, tmp_path):
        yield opened


def show(page: Page, place: Place, name: str, source: str) -> None:
    """Open a notebook with this cell, and wait for its first chart."""
    page.goto(place.address(place.write(name, source)))
    if place.kind != "voila":
        run_all(page, place)
    expect(page.locator("classkit-chart .main-svg >> visible=true").first).to_be_visible(
        timeout=COLD
    )


def width(part: Locator) -> float:
    """Return how wide a part is, in pixels."""
    box = part.bounding_box()
    return box["width"] if box else 0.0


def height(part: Locator) -> float:
    """Return how high a part is, in pixels."""
    box = part.bounding_box()
    return box["height"] if box else 0.0


def code_of_the_guide() -> str:
    """Return the code of the page "Build your own dashboard", as teachers copy it."""
    found = re.search(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


@pytest.mark.sweep(1)
def test_the_dashboard_of_the_guide_is_stepped_and_played(page: Page, place: Place) -> None:
    """Eight lines: a board beside two charts, with controls above and answers below."""
    source = code_of_the_guide()
    assert len(source.splitlines()) <= 8
    show(page, place, f"guide-{place.kind}.ipynb", source)
    board, ask = page.locator("classkit-board"), page.locator("classkit-ask")
    first, second = page.locator("classkit-chart").all()
    for chart in (first, second):
        assert width(chart) >= 300 and height(chart) >= 180
    assert width(board) >= 300 and width(board.locator(".ck-sheet")) >= 280

    def edges(part: Locator) -> dict[str, float]:
        box = part.bounding_box()
        assert box
        return {**box, "right": box["x"] + box["width"], "below": box["y"] + box["height"]}

    at = {name: edges(part) for name, part in
          {"board": board, "ask": ask, "first": first, "second": second}.items()}  # fmt: skip
    assert at["board"]["right"] <= at["first"]["x"] + 1
    assert at["first"]["below"] <= at["second"]["y"] + 1
    assert max(at["board"]["below"], at["second"]["below"]) <= at["ask"]["y"] + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if place.kind == "voila":
        for size in ((1280, 720), (1366, 768)):
            resize(page, *size)
            eventually(page, lambda: edges(ask)["below"] <= page.evaluate("innerHeight"), True)
            assert scrolls(page, "html, body, body :not(.classkit *)") == [], size
            assert min(height(chart) for chart in (first, second)) >= 180, size
    if place.kind == "lab":
        stands_in_the_window(page, ask)
        page.evaluate(NOTICE, "The kernel was restarted. " * 9)
        expect(page.locator(".classkit-connection")).to_have_count(1)
        stands_in_the_window(page, ask)
        page.evaluate(NOTICE, "")

    turn = "() => document.querySelector('classkit-chart').store.now.turn"
    before = page.evaluate(turn)
    page.locator(STEP).click()
    page.wait_for_function(f"before => ({turn})() > before", arg=before, timeout=COLD)
    now = page.evaluate(turn)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function(f"now => ({turn})() > now", arg=now, timeout=COLD)
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible(timeout=COLD)


def stands_in_the_window(page: Page, ask: Locator) -> None:
    """At 1366x768, beside the file browser, with the controls at the upper edge of the notebook."""
    resize(page, 1366, 768)
    pane = page.locator(".jp-WindowedPanel-outer")

    def below() -> float:
        page.locator(".jp-OutputArea:has(classkit-ask)").first.evaluate(
            "area => area.scrollIntoView()"
        )
        reach, own = pane.bounding_box(), ask.bounding_box()
        assert reach and own
        return own["y"] + own["height"] - reach["y"] - reach["height"]

    eventually(page, lambda: below() <= 1, True)


@pytest.mark.sweep(1)
def test_parts_share_the_width_of_their_boxes(page: Page, place: Place) -> None:
    show(page, place, f"boxes-{place.kind}.ipynb", BOXES)

    def charts(name: str) -> list[float]:
        return [width(chart) for chart in page.locator(f".{name} classkit-chart").all()]

    def wide(name: str) -> float:
        inner: float = page.locator(f".{name}").evaluate("box => box.clientWidth")
        return inner

    expect(page.locator(".pixels classkit-chart")).to_have_count(2, timeout=COLD)
    left, right = charts("two")
    assert left == pytest.approx(right, rel=0.02) and left + right >= 0.95 * wide("two")
    (beside,) = charts("beside")
    assert beside >= 300 and width(page.locator(".beside classkit-board")) >= 300
    narrow, broad = charts("grid")
    assert broad == pytest.approx(2 * narrow, rel=0.1) and narrow + broad >= 0.95 * wide("grid")
    (shown,) = [one for one in charts("tab") if one]
    assert shown >= 0.9 * wide("tab")
    page.locator(".tab .lm-TabBar-tab").nth(1).click()
    eventually(page, lambda: width(page.locator(".tab classkit-board .ck-sheet")) >= 280, True)
    less, more = charts("shares")
    assert less == pytest.approx(0.3 * wide("shares"), abs=12)
    assert more == pytest.approx(0.7 * wide("shares"), abs=12)
    assert charts("pixels") == [pytest.approx(300, abs=6), pytest.approx(400, abs=6)]
    assert height(page.locator(".pixels classkit-chart").first) == pytest.approx(220, abs=6)
    outside: dict[str, Any] = {
        name: page.locator(f".{name}").evaluate(OUTSIDE)
        for name in ("two", "beside", "grid", "tab", "shares", "pixels")
    }
    assert not any(outside.values()), outside
