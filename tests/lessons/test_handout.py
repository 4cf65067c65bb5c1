"""Lessons as pages that are taken home: charts and tables are in them, and they ask nobody."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import plotly.graph_objects as go
import pytest

import classkit
from classkit.cli import main
from classkit.handout import WIDGET_MIME, OnePage, Pictures
from classkit.notebook_preprocessors import CHART_MIME

SETTINGS = Path(classkit.__file__).parent / "nbconvert.json"
ASKS = re.compile(r"<(?:script|link|img|iframe)[^>]*\s(?:src|href)=[\"']?(?!data:)[^\s\"'>]+")
"""Matches an element of a page that fetches something."""


def page_of(*outputs: dict[str, Any]) -> str:
    """Return the page of a notebook with these outputs."""
    cell = nbformat.v4.new_code_cell("show")
    cell.outputs = [nbformat.v4.new_output("display_data", data) for data in outputs]
    page: str = OnePage().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))[0]
    return page


def without_programs(page: str) -> str:
    """Return a page without what its scripts are made of."""
    return re.sub(r"(<script[^>]*>).*?</script>", r"\1", page, flags=re.DOTALL)


def test_a_page_carries_what_draws_its_charts_once_and_asks_nobody() -> None:
    figure = go.Figure().add_scatter(y=[1, 2]).to_plotly_json()
    page = page_of({CHART_MIME: figure}, {CHART_MIME: figure})
    assert page.count("Plotly.newPlot(") == 2
    assert page.count("* plotly.js v") == 1
    assert not ASKS.findall(without_programs(page))
    assert "mathjax" not in without_programs(page).lower()


def test_a_table_is_a_picture_with_its_headline() -> None:
    table = classkit.table("poleconomy", seats=["<b>Ada</b>", "Bo"], seed=7, options={"game": 2})
    table.step(until="turn")
    data, *_ = table._repr_mimebundle_()
    assert WIDGET_MIME in data, "a notebook shows the live table all the same"
    page = page_of(data)
    assert WIDGET_MIME not in page and "<svg" in page
    assert table._repr_mimebundle_()[0]["text/html"].startswith("<p><b>")
    assert "<b>Ada</b>" not in page, "names are escaped"


def test_a_picture_tells_what_everybody_may_know() -> None:
    table = classkit.table("economy", seats=4, seed=7, seen_as="instructor")
    shown, *_ = table._repr_mimebundle_()
    table = classkit.table("economy", seats=4, seed=7)
    assert shown["text/html"] == table._repr_mimebundle_()[0]["text/html"]


def plain_page(book: Any, to: Path) -> str:
    """Return the page of plain `jupyter nbconvert --to html --execute`, settings and all."""
    settings = to / "etc"
    settings.mkdir()
    (settings / "jupyter_nbconvert_config.json").write_text(SETTINGS.read_text("utf-8"))
    nbformat.write(book, to / "plain.ipynb")
    subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", "html", "--execute", str(to / "plain.ipynb")],
        check=True, capture_output=True, env={**os.environ, "JUPYTER_CONFIG_PATH": str(settings)},
    )  # fmt: skip
    return (to / "plain.html").read_text(encoding="utf-8")


def test_the_plain_command_has_pictures_in_its_page_too(tmp_path: Path) -> None:
    """Charts are drawn by what the page carries once, and tables are pictures."""
    page = plain_page(book_of_two(), tmp_path)
    assert page.count("Plotly.newPlot(") == 1 and page.count("* plotly.js v") == 1
    assert "<svg" in without_programs(page) and WIDGET_MIME not in page
    assert "unpkg.com" not in without_programs(page), "no widget is left to fetch a program for"


def test_a_widget_without_a_picture_stays_what_it_is_in_a_plain_page() -> None:
    """It is of another package: only a page that asks nobody does without it."""
    cell = nbformat.v4.new_code_cell("slider")
    data = {WIDGET_MIME: {"model_id": "1"}, "text/plain": "IntSlider()"}
    cell.outputs = [nbformat.v4.new_output("display_data", data)]
    book = nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": {"state": {}}})
    plain, _ = Pictures().preprocess(book, {})
    assert WIDGET_MIME in plain.cells[0].outputs[0].data and "widgets" in plain.metadata
    alone, _ = Pictures(alone=True).preprocess(book, {})
    assert WIDGET_MIME not in alone.cells[0].outputs[0].data and "widgets" not in alone.metadata


def book_of_two() -> Any:
    """Return a notebook with a table and a chart."""
    book = nbformat.v4.new_notebook()
    book.cells = [
        nbformat.v4.new_code_cell(
            "import classkit\ntable = classkit.table('poleconomy', seats=3, seed=7)\ntable"
        ),
        nbformat.v4.new_code_cell("table.step(until='turn')\ntable.figure('inflation')"),
    ]
    return book


def test_the_command_runs_a_notebook_and_writes_its_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nbformat.write(book_of_two(), tmp_path / "mine.ipynb")
    assert main(["lesson", "html", str(tmp_path / "mine.ipynb"), "--to", str(tmp_path)]) == 0
    page = (tmp_path / "mine.html").read_text(encoding="utf-8")
    assert capsys.readouterr().out.strip().endswith("mine.html")
    assert "Plotly.newPlot(" in page and "<svg" in without_programs(page)
    assert not ASKS.findall(without_programs(page))
