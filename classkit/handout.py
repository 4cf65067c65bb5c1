"""Exporter that writes a lesson as a single HTML page that works offline.

``classkit lesson html`` uses this exporter; ``jupyter nbconvert --to classkit.handout.OnePage
--execute`` does the same for any notebook. Charts stay interactive (the page contains plotly.js
once), and tables become pictures. Formulas and diagrams remain source text, because nbconvert would
load scripts for them from the network.

Plain ``jupyter nbconvert --to html --execute`` renders charts and tables in the same way, because
``nbconvert.json`` is installed as its configuration. ``jupyterlab_config.py`` configures
JupyterLab.
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

from .notebook_preprocessors import CHART_MIME, HTML_MIME

WIDGET_MIME = "application/vnd.jupyter.widget-view+json"
PAGE_TEMPLATE = """{% extends 'index.html.j2' %}
{%- block html_head_js -%}{%- endblock -%}
{%- block jupyter_widgets -%}{%- endblock -%}
{%- block html_head_js_mathjax -%}{%- endblock -%}
{%- block html_head_js_mermaidjs -%}{%- endblock -%}
"""
"""nbconvert's template without the scripts that it would load from other servers."""


class Pictures(Preprocessor):
    """Render charts as HTML, and replace live tables with static pictures."""

    alone = Bool(
        False, help="Also omit widgets that have no picture, instead of requesting one from a page."
    ).tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Return the notebook with HTML outputs for charts and tables."""
        nb = deepcopy(nb)
        drawn = live = False
        for cell in nb.cells:
            for output in cell.get("outputs", []):
                data = output.get("data", {})
                if CHART_MIME in data:
                    output.data = {HTML_MIME: render_chart(data[CHART_MIME], carries=not drawn)}
                    drawn = True
                elif WIDGET_MIME in data and (self.alone or HTML_MIME in data):
                    data.pop(WIDGET_MIME)
                live = live or WIDGET_MIME in data
        if not live:
            nb.metadata.pop("widgets", None)
        return nb, resources


def render_chart(figure: Any, carries: bool) -> str:
    """Render a chart as HTML. If ``carries`` is True, include plotly.js."""
    from plotly.graph_objects import Figure  # slow import

    made = Figure(data=figure["data"], layout=figure["layout"])
    piece: str = made.to_html(full_html=False, include_plotlyjs=carries, include_mathjax=False)
    return piece


class OnePage(HTMLExporter):
    """Exporter that writes a notebook as a single page that works offline."""

    @property
    def default_config(self) -> Config:
        """Return the settings of nbconvert's HTML exporter, including `Pictures`."""
        own = Config({"OnePage": {"preprocessors": [Pictures]}, "Pictures": {"alone": True}})
        own.merge(super().default_config)
        return own

    @default("raw_template")
    def _raw_template_default(self) -> str:
        return PAGE_TEMPLATE


def write_pages(
    sources: list[Path], to: Path, writer: type[HTMLExporter] = OnePage, ending: str = ".html"
) -> Iterator[Path]:
    """Run each notebook in its own folder, export it to ``to/NAME.html``, and yield the path.

    ``writer`` is the exporter class, and ``ending`` the file extension.
    """
    to.mkdir(parents=True, exist_ok=True)
    for source in sources:
        book = nbformat.read(source, as_version=4)
        about = run_notebook(book, source)
        exporter: Any = writer
        page, _ = exporter().from_notebook_node(book, about)
        path = to / f"{source.stem}{ending}"
        path.write_text(page, encoding="utf-8")
        yield path


def run_notebook(book: Any, source: Path) -> dict[str, Any]:
    """Run a notebook in the folder of its file, and return the resources for exporters.

    The notebook is modified in place. Raises nbconvert's ``CellExecutionError`` if a cell fails.
    """
    about = {"metadata": {"path": str(source.parent), "name": source.stem}}
    quiet = ["--IPKernelApp.log_level=40"]  # log only errors
    runner: Any = ExecutePreprocessor
    made = runner(timeout=600, store_widget_state=False, extra_arguments=quiet)
    made.preprocess(book, about)
    return about
