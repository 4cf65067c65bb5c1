"""HTML for the outputs of lesson cells, on pages without a kernel.

A plotly chart becomes its JSON description, which ``style/charts.js`` draws with the plotly.js of
the site. A live table becomes its picture.
"""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from classkit.handout import WIDGET_MIME
from classkit.notebook_preprocessors import CHART_MIME, HTML_MIME

CHART_TAG = '<div class="chart"'
"""Start of the opening tag of a chart's element, in which ``style/charts.js`` draws."""
DEFAULT_HEIGHT = 450
"""Height in pixels of a chart that does not set one. Plotly uses the same default."""


def replace_outputs(book: Any) -> Any:
    """Return a copy of an executed notebook with each chart and table replaced by HTML."""
    book = deepcopy(book)
    for cell in book.cells:
        if cell.cell_type == "code":
            cell.outputs = [drawn for output in cell.outputs if (drawn := convert_output(output))]
    return book


def convert_output(output: Any) -> Any:
    """Convert an output for a page. Return None for a widget without a picture."""
    data = output.get("data", {})
    if CHART_MIME in data:
        output.data = {HTML_MIME: render_chart_html(data[CHART_MIME])}
    elif WIDGET_MIME in data:
        if HTML_MIME not in data:
            return None
        output.data = {HTML_MIME: f'<div class="picture">{"".join(data[HTML_MIME])}</div>'}
    return output


def render_chart_html(figure: Any) -> str:
    """Return the HTML of a chart.

    >>> print(render_chart_html({"data": [], "layout": {"title": {"text": "</script>"}}}))
    <div class="chart" style="min-height:450px"><script type="application/json">{"data": [], \
"layout": {"title": {"text": "\\u003c/script>"}}}</script></div>
    """
    layout = figure.get("layout", {})
    told = json.dumps({"data": figure["data"], "layout": layout}).replace("<", "\\u003c")
    height = int(layout.get("height") or DEFAULT_HEIGHT)
    return (
        f'{CHART_TAG} style="min-height:{height}px">'
        f'<script type="application/json">{told}</script></div>'
    )
