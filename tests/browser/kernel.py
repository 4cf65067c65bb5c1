"""A match behind a page without Jupyter: the page's actions go to a channel, its answers back."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from classkit.engine.match import Match
from classkit.widgets.channel import Channel, Hub
from classkit.widgets.desk import Desk

PLOTLY = "/plotly.min.js"


def show(page: Page, address: str, match: Match, bots: Any = None, query: str = "") -> Desk:
    """Show a match on a page of the harness, and wait until its board is drawn."""
    desk = Desk(match, {} if bots is None else bots)
    made: list[dict[str, Any]] = []
    channel = Channel(Hub(desk), lambda content, buffers=None: made.append(content))

    def kernel(action: str) -> str:
        made.clear()
        channel.receive(json.loads(action))
        for message in made:
            if message["kind"] == "snapshot":
                message["fixed"]["plotly"]["urls"] = [PLOTLY]
        return json.dumps(made)

    page.expose_function("kernel", kernel)
    page.goto(address.replace("harness.html", "live.html") + f"?{query}")
    expect(page.locator(".ck-board .ck-space").first).to_be_visible()
    return desk
