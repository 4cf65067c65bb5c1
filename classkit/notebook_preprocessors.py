"""Preprocessors for nbconvert that divide a lesson into slides of one chart each.

``lessons/slides.json`` configures them for nbconvert; ``classkit.slide_show`` uses them for offline
slides.
"""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

from nbconvert.preprocessors import Preprocessor

CHART_MIME = "application/vnd.plotly.v1+json"
HTML_MIME = "text/html"
FRAME_PATTERN = re.compile(r"(<div[^>]*plotly-graph-div[^>]*?)width: ?100%")
"""Matches the HTML element around a chart, up to its width."""
FOLD_PATTERN = re.compile(r"<details[^>]*>\s*<summary>(.*?)</summary>")
"""Matches the beginning of a collapsible text. The group is its summary."""
WIDTH_STYLE = "width:1150px"
"""Width of a chart on a slide in pixels, because a percentage of a hidden slide would be 0."""


class Unfolded(Preprocessor):
    """Expand collapsed texts, which on slides follow the slide with the prediction."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Return the notebook with each summary as a heading above its collapsed text."""
        nb = deepcopy(nb)
        for cell in nb.cells:
            if cell.cell_type == "markdown":
                cell.source = FOLD_PATTERN.sub(r"\1\n", cell.source).replace("</details>", "")
        return nb, resources


class OneChartEach(Preprocessor):
    """Put each chart of a cell on its own slide, as wide as the slide."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Return the notebook with one cell per chart in place of cells with several charts."""
        nb = deepcopy(nb)
        nb.cells = [part for cell in nb.cells for part in split_charts(cell)]
        for cell in nb.cells:
            for output in filter(is_chart, cell.get("outputs", [])):
                set_width(output.data)
        return nb, resources


def split_charts(cell: Any) -> list[Any]:
    """Split a cell that shows several charts into one cell for each chart.

    Outputs before a chart are placed in the cell of that chart, and outputs after the last chart in
    the last cell.
    """
    outputs = cell.get("outputs", [])
    charts = [at for at, output in enumerate(outputs) if is_chart(output)]
    if len(charts) < 2:
        return [cell]
    ends = [at + 1 for at in charts[:-1]] + [len(outputs)]
    found = []
    for number, (start, end) in enumerate(zip([0, *ends], ends, strict=False)):
        part = deepcopy(cell)
        part.outputs = outputs[start:end]
        part.id = f"{cell.id}-chart-{number + 1}" if number else cell.id
        found.append(part)
    return found


def is_chart(output: Any) -> bool:
    """Return whether an output is a plotly chart, as JSON or as HTML."""
    data = output.get("data", {})
    return CHART_MIME in data or "Plotly.newPlot" in "".join(data.get(HTML_MIME, ""))


def set_width(data: Any) -> None:
    """Set the width of an HTML chart in pixels."""
    if HTML_MIME in data:
        data[HTML_MIME] = FRAME_PATTERN.sub(rf"\1{WIDTH_STYLE}", "".join(data[HTML_MIME]))
