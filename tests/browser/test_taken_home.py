"""A lesson's page opens where there is no network: every outside address leads nowhere here."""

from __future__ import annotations

from pathlib import Path

import nbformat
from playwright.sync_api import Page, expect

import classkit
from classkit.handout import OnePage
from classkit.slides import CHART


def test_a_page_taken_home_draws_its_charts_and_asks_nobody(page: Page, tmp_path: Path) -> None:
    table = classkit.table("poleconomy", seats=3, seed=7, game=2).step(until="turn")
    shown = [table._repr_mimebundle_()[0], {CHART: table.figure("inflation").to_plotly_json()}]
    cell = nbformat.v4.new_code_cell("table")
    cell.outputs = [
        nbformat.v4.new_output("display_data", nbformat.from_dict(one)) for one in shown
    ]
    written = tmp_path / "home.html"
    written.write_text(
        OnePage().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))[0], encoding="utf-8"
    )
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(written.as_uri())
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    expect(page.locator(".jp-OutputArea svg").first).to_be_visible()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
