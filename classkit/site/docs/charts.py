"""What the cells of a lesson have shown, as a page without a kernel shows it.

A chart of plotly is its description, which ``style/charts.js`` draws by the one plotly.js of the
site; a live table is the picture that stands beside it.
"""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from classkit.handout import WIDGET
from classkit.slides import CHART, PAGE

PLACE = '<div class="chart"'
"""The opening tag of a chart's element, without its end; ``style/charts.js`` draws in it."""
HEIGHT = 450
"""The height of a chart that says none, in pixels, as plotly has it."""


def with_pictures(book: Any) -> Any:
    """Return a copy of an executed notebook in which each chart and table is a piece of HTML."""
    book = deepcopy(book)
    for cell in book.cells:
        if cell.cell_type == "code":
            cell.outputs = [drawn for output in cell.outputs if (drawn := picture_of(output))]
    return book


def picture_of(output: Any) -> Any:
    """Turn an output into what a page can show; return None for a widget without a picture."""
    data = output.get("data", {})
    if CHART in data:
        output.data = {PAGE: piece_of(data[CHART])}
    elif WIDGET in data:
        if PAGE not in data:
            return None
        output.data = {PAGE: f'<div class="picture">{"".join(data[PAGE])}</div>'}
    return output


def piece_of(figure: Any) -> str:
    """Return a chart as a piece of a page.

    >>> print(piece_of({"data": [], "layout": {"title": {"text": "</script>"}}}))
    <div class="chart" style="min-height:450px"><script type="application/json">{"data": [], \
"layout": {"title": {"text": "\\u003c/script>"}}}</script></div>
    """
    layout = figure.get("layout", {})
    told = json.dumps({"data": figure["data"], "layout": layout}).replace("<", "\\u003c")
    height = int(layout.get("height") or HEIGHT)
    return (
        f'{PLACE} style="min-height:{height}px">'
        f'<script type="application/json">{told}</script></div>'
    )
