"""A lesson as one page that asks no other server: its charts alive, its tables as pictures.

``classkit lesson html`` writes it; ``jupyter nbconvert --to classkit.handout.OnePage --execute``
does so for any notebook. The page carries plotly.js once. Formulas and diagrams, for which
nbconvert's own pages ask others, it leaves as they are written: lessons have none.

Plain ``jupyter nbconvert --to html --execute`` draws the same charts and tables without a network:
``nbconvert.json`` beside this file is installed as its configuration; ``lab`` tells the server by
which JupyterLab exports a notebook.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors import ExecutePreprocessor, Preprocessor
from traitlets import Bool, default
from traitlets.config import Config

from .slides import CHART, PAGE

WIDGET = "application/vnd.jupyter.widget-view+json"
PAGE_ALONE = """{% extends 'index.html.j2' %}
{%- block html_head_js -%}{%- endblock -%}
{%- block jupyter_widgets -%}{%- endblock -%}
{%- block html_head_js_mathjax -%}{%- endblock -%}
{%- block html_head_js_mermaidjs -%}{%- endblock -%}
"""
"""nbconvert's page without what it fetches from others."""


class Pictures(Preprocessor):
    """Draw charts from their figures, and show tables as the pictures that stand beside them."""

    alone = Bool(
        False, help="Whether widgets without a picture are left out too: no page is asked for them."
    ).tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Return the notebook with a piece of a page for each chart and each table."""
        nb = deepcopy(nb)
        drawn = live = False
        for cell in nb.cells:
            for output in cell.get("outputs", []):
                data = output.get("data", {})
                if CHART in data:
                    output.data = {PAGE: drawn_here(data[CHART], carries=not drawn)}
                    drawn = True
                elif WIDGET in data and (self.alone or PAGE in data):
                    data.pop(WIDGET)
                live = live or WIDGET in data
        if not live:
            nb.metadata.pop("widgets", None)
        return nb, resources


def drawn_here(figure: Any, carries: bool) -> str:
    """Return a chart as a piece of a page; the first of a page ``carries`` plotly.js."""
    from plotly.graph_objects import Figure  # takes its time

    made = Figure(data=figure["data"], layout=figure["layout"])
    piece: str = made.to_html(full_html=False, include_plotlyjs=carries, include_mathjax=False)
    return piece


class OnePage(HTMLExporter):
    """Writes a notebook as one page that needs no network."""

    @property
    def default_config(self) -> Config:
        """Return the settings of nbconvert's page, and the preprocessor that draws."""
        own = Config({"OnePage": {"preprocessors": [Pictures]}, "Pictures": {"alone": True}})
        own.merge(super().default_config)
        return own

    @default("raw_template")
    def _raw_template_default(self) -> str:
        return PAGE_ALONE


def write_pages(
    sources: list[Path], to: Path, writer: type[HTMLExporter] = OnePage, ending: str = ".html"
) -> Iterator[Path]:
    """Run each lesson in its own folder, and write it to ``to/NAME.html``. Yield the paths.

    ``writer`` says as what it is written, and ``ending`` how the names of its files end.
    """
    to.mkdir(parents=True, exist_ok=True)
    for source in sources:
        book = nbformat.read(source, as_version=4)
        about = run_through(book, source)
        exporter: Any = writer
        page, _ = exporter().from_notebook_node(book, about)
        path = to / f"{source.stem}{ending}"
        path.write_text(page, encoding="utf-8")
        yield path


def run_through(book: Any, source: Path) -> dict[str, Any]:
    """Run a notebook in place, in the folder of its file, and return what exporters are told of it.

    Raises nbconvert's ``CellExecutionError`` where a cell fails.
    """
    about = {"metadata": {"path": str(source.parent), "name": source.stem}}
    quiet = ["--IPKernelApp.log_level=40"]  # errors only
    runner: Any = ExecutePreprocessor
    made = runner(timeout=600, store_widget_state=False, extra_arguments=quiet)
    made.preprocess(book, about)
    return about
