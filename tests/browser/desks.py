"""The page without Jupyter: served from the checkout, over a desk in the test's own process."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Locator, Page, expect

from classkit.engine.events import EVERYBODY
from classkit.widgets.connection_protocol import Channel, Hub
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.classroom import Seen, seen

ROOT = Path(__file__).parents[2]
PAGE = "kernel.html"

Kernel = Callable[[dict[str, Any]], str]
KERNELS: WeakKeyDictionary[Page, Kernel] = WeakKeyDictionary()
"""What answers each page now: a page can be given a function only once.

It answers with the JSON of its messages: Playwright would look at each of their figures in turn,
which takes longer than the answer.
"""


class Files(SimpleHTTPRequestHandler):
    """The checkout, and the charts' library from the plotly package."""

    def translate_path(self, path: str) -> str:
        """Where a requested file lies."""
        if path.split("?")[0].endswith("/plotly.min.js"):
            spec = find_spec("plotly")
            assert spec is not None
            places = spec.submodule_search_locations
            assert places is not None
            return str(Path(places[0]) / "package_data" / "plotly.min.js")
        return super().translate_path(path)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: tests are quiet."""


@contextlib.contextmanager
def served() -> Iterator[str]:
    """Serve the checkout on a port of its own; gives the address of `tests/page`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/tests/page/"
    server.shutdown()
    server.server_close()


def open_desk(page: Page, address: str, desk: MatchController, seen_as: str = EVERYBODY) -> None:
    """Show a desk in the page, to these eyes."""
    open_sight(page, address, PageView(desk, seen_as))


def open_sight(page: Page, address: str, sight: PageView, charts: bool = True) -> None:
    """Show a desk in the page as this sight has it, in place of any that it shows.

    Without ``charts`` these are left as they are out of sight: they have their places and are not
    drawn.
    """
    answer_for(page, address, sight)
    page.evaluate("charts => window.showTable(charts)", charts)
    expect(page.locator(".ck-board .ck-space").first).to_be_attached()


def open_part(page: Page, address: str, sight: PageView, part: str, width: int) -> Locator:
    """Show one part of a table alone in a column of so many pixels; gives it."""
    answer_for(page, address, sight)
    page.evaluate("wide => { document.documentElement.style.width = `${wide}px`; }", width)
    page.evaluate("part => window.showTable(true, part)", part)
    return page.locator(f"classkit-{part}")


def answer_for(page: Page, address: str, sight: PageView) -> None:
    """Open the page, unless it is open, and let a desk as this sight has it answer what it asks."""
    sent: list[dict[str, Any]] = []
    hub = Hub(sight.controller)
    channel = Channel(hub, lambda content, buffers=None: sent.append(content), sight)

    def kernel(content: dict[str, Any], files: list[list[int]]) -> str:
        sent.clear()
        channel.receive_message(content, [bytes(file) for file in files])
        return json.dumps(sent)

    if page not in KERNELS:
        page.expose_function("kernel", lambda *sent: KERNELS[page](*sent))
    KERNELS[page] = kernel
    if page.url != f"{address}{PAGE}":  # to load its modules again would take as long as the rest
        page.goto(f"{address}{PAGE}")


def show_table(page: Page, address: str, source: str, charts: bool = True) -> Seen:
    """Run the code of a notebook here, and show its ``table`` in the page."""
    made: dict[str, Any] = {}
    exec(source, made)
    open_sight(page, address, made["table"].page_view, charts=charts)
    return seen(page)
