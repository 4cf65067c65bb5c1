"""Slides of a lesson in one page, which asks no other server."""

from __future__ import annotations

import re

import nbformat
import plotly.graph_objects as go
import pytest

from classkit import slide_show
from classkit.cli import main
from classkit.notebook_preprocessors import CHART_MIME
from tests.lessons.test_handout import ASKS, without_programs


def test_slides_carry_what_shows_them_and_ask_nobody() -> None:
    """Reveal.js, its styles, the charts: two charts are two slides."""
    pytest.importorskip("sphinx_revealjs")
    code = nbformat.v4.new_code_cell("show", metadata={"slideshow": {"slide_type": "slide"}})
    for level in (1, 2):
        drawn = go.Figure().add_scatter(y=[level, 2]).to_plotly_json()
        code.outputs.append(nbformat.v4.new_output("display_data", {CHART_MIME: drawn}))
    text = nbformat.v4.new_markdown_cell("# One", metadata={"slideshow": {"slide_type": "slide"}})
    page, _ = slide_show.OneShow().from_notebook_node(nbformat.v4.new_notebook(cells=[text, code]))
    bare = without_programs(page)
    assert not ASKS.findall(bare) and "REVEAL/" not in page and "@import" not in bare
    assert page.count("* plotly.js v") == 1 and page.count("Plotly.newPlot(") == 2
    assert page.count("Reveal.initialize(") == 1 and "RevealNotes" in page
    assert len(re.findall(r"<section", bare)) >= 5, "each chart stands on a slide of its own"


def test_without_reveal_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(slide_show, "find_spec", lambda _name: None)
    assert main(["lesson", "slides", "1"]) == 1
    assert "pip install 'classkit[slides]'" in capsys.readouterr().err
