"""The pages that commands make open where there is no network: every outside address is black."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import Page, Route, expect
from traitlets.config import Config

import classkit
from classkit.cli import main
from classkit.handout import OnePage
from classkit.notebook_preprocessors import CHART_MIME

GAMES = ("poleconomy", "opoly", "economicon", "economy")
SETTINGS = Path(classkit.__file__).parent / "nbconvert.json"


def opened_alone(page: Page, written: Path) -> list[str]:
    """Open a page of this machine's where every outside address leads nowhere; gives those asked.

    Whatever it asks for is waited for: a page that hangs there would not be ready in a class.
    """
    asked: list[str] = []

    def black(route: Route) -> None:
        if route.request.url.startswith(("file:", "data:", "blob:")):
            route.continue_()
        else:
            asked.append(route.request.url)
            route.abort()

    page.route("**/*", black)
    page.goto(written.as_uri(), wait_until="load")
    page.wait_for_timeout(200)
    page.unroute("**/*", black)
    return asked


def book_of_a_table() -> Any:
    """Return a notebook in which a table and a chart have been shown."""
    table = classkit.table("poleconomy", seats=3, seed=7, options={"game": 2}).step(until="turn")
    shown = [table._repr_mimebundle_()[0], {CHART_MIME: table.figure("inflation").to_plotly_json()}]
    cell = nbformat.v4.new_code_cell("table")
    cell.outputs = [
        nbformat.v4.new_output("display_data", nbformat.from_dict(one)) for one in shown
    ]
    return nbformat.v4.new_notebook(cells=[cell])


def test_a_page_taken_home_draws_its_charts_and_asks_nobody(page: Page, tmp_path: Path) -> None:
    written = tmp_path / "home.html"
    written.write_text(OnePage().from_notebook_node(book_of_a_table())[0], encoding="utf-8")
    asked = opened_alone(page, written)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    expect(page.locator(".jp-OutputArea svg").first).to_be_visible()
    assert asked == []


def test_a_page_of_plain_nbconvert_has_its_pictures_without_a_network(
    page: Page, tmp_path: Path
) -> None:
    """What nbconvert itself asks others for draws formulas and diagrams, and lessons have none."""
    exporter: Any = HTMLExporter
    settings = Config(json.loads(SETTINGS.read_text(encoding="utf-8")))
    written = tmp_path / "plain.html"
    written.write_text(
        exporter(config=settings).from_notebook_node(book_of_a_table())[0], encoding="utf-8"
    )
    asked = opened_alone(page, written)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    expect(page.locator(".jp-OutputArea svg").first).to_be_visible()
    expect(page.locator(".jp-OutputArea b").first).to_be_visible()
    assert all("cdnjs.cloudflare.com" in url for url in asked), asked


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_and_a_form_of_a_game_ask_nobody(page: Page, tmp_path: Path, game: str) -> None:
    match = classkit.new(game, seats=3, seed=7).play(until="round")
    match.save(tmp_path / "match.json")
    sheet, form = tmp_path / "sheet.html", tmp_path / "form.html"
    assert main(["games", game, "--sheet", str(sheet)]) == 0
    assert main(["export", str(tmp_path / "match.json"), "--play-test", str(form)]) == 0
    for written in (sheet, form):
        assert opened_alone(page, written) == []
        expect(page.locator("h1").first).to_be_visible()


def test_the_results_of_a_tournament_ask_nobody(page: Page, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("def policy(view, decision):\n    return decision.default\n")
    command = ["tournament", str(tmp_path), "--matches", "2", "--seats", "2", "--to"]
    assert main([*command, str(tmp_path / "results"), "--bots", "saver", "--quiet"]) == 0
    assert opened_alone(page, tmp_path / "results" / "tournament.html") == []
    expect(page.locator("table").first).to_be_visible()
