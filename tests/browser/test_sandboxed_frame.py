"""A front end that shows a widget in a sandboxed frame, as Colab and VS Code do.

What these require of an anywidget, as far as it can be emulated: the module comes from the kernel
and is imported from a blob; the frame has no server, no storage and no cookies; everything else,
plotly.js too, comes over the widget's own connection.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.asset_loader import loader_source
from classkit.widgets.connection_protocol import Channel, Hub
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.classroom import STEP

INSTALLED = "const INSTALLED ="
"""In the loader: whether a Jupyter server beside this package has the page, too."""


def test_a_table_plays_in_a_frame_that_may_load_nothing(own_page: Page, harness: str) -> None:
    match = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
    controller = MatchController(match)
    sent: list[tuple[Any, list[str]]] = []

    def send(content: Any, buffers: Any = None) -> None:
        sent.append((content, [base64.b64encode(bytes(one)).decode() for one in buffers or []]))

    channel = Channel(Hub(controller), send, PageView(controller))

    def kernel(content: dict[str, Any]) -> str:
        sent.clear()
        channel.receive_message(content, [])
        return json.dumps(sent)

    own_page.expose_function("kernel", kernel)
    own_page.goto(f"{harness}sandboxed.html")
    asked: list[str] = []
    own_page.on("request", lambda request: asked.append(request.url))
    errors: list[str] = []
    own_page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    assert INSTALLED in loader_source()
    installed = loader_source().replace(INSTALLED, f"{INSTALLED} true ||")
    own_page.evaluate("source => window.showTable(source)", installed)
    frame = own_page.frame_locator("iframe")
    expect(frame.locator(".ck-board .ck-space").first).to_be_attached()
    expect(frame.locator(".js-plotly-plot .main-svg").nth(2)).to_be_attached()
    step, where = frame.locator(STEP), frame.locator("classkit-timeline .ck-where")
    before, begun = where.inner_text(), match.turn
    step.click()
    expect(where).not_to_have_text(before, use_inner_text=True)
    assert match.turn > begun
    assert step.evaluate("node => getComputedStyle(node).borderRadius") != "0px", "it has its style"
    by_url = [url for url in asked if not url.startswith(("blob:", "data:", "about:"))]
    assert not by_url, "everything comes over the widget's connection"
    assert not errors, errors
