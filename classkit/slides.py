"""Slides of a lesson: one chart on each, so that none lies below the edge of the screen.

What a notebook folds away is open here: nobody sees a slide before the teacher shows it.

``lessons/slides.json`` names this to nbconvert, which is what imports it; ``classkit.show`` makes
slides that need no network.
"""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

from nbconvert.preprocessors import Preprocessor

CHART = "application/vnd.plotly.v1+json"
PAGE = "text/html"
FRAME = re.compile(r"(<div[^>]*plotly-graph-div[^>]*?)width: ?100%")
"""Matches the frame of a chart in a page, up to its width."""
FOLD = re.compile(r"<details[^>]*>\s*<summary>(.*?)</summary>")
"""Matches the beginning of a text that is folded away, with the words that stay in sight."""
WIDE = "width:1150px"
"""The width of a chart on a slide: of a slide that is still hidden, a share of it is nothing."""


class Unfolded(Preprocessor):
    """Show what is folded away in a notebook: its slide comes after that of the prediction."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Return the notebook with the words of every fold as a heading, and its text below."""
        nb = deepcopy(nb)
        for cell in nb.cells:
            if cell.cell_type == "markdown":
                cell.source = FOLD.sub(r"\1\n", cell.source).replace("</details>", "")
        return nb, resources


class OneChartEach(Preprocessor):
    """Show each chart of a cell on a slide of its own, as wide as the slide."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Return the notebook with every cell of several charts taken apart."""
        nb = deepcopy(nb)
        nb.cells = [part for cell in nb.cells for part in parts(cell)]
        for cell in nb.cells:
            for output in filter(is_chart, cell.get("outputs", [])):
                widen(output.data)
        return nb, resources


def parts(cell: Any) -> list[Any]:
    """Return the cell, or, if it shows several charts, one for each of them.

    Whatever comes before a chart stays with it; whatever follows the last, with the last.
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
    """Return whether an output is a chart of plotly, as data or as a piece of a page."""
    data = output.get("data", {})
    return CHART in data or "Plotly.newPlot" in "".join(data.get(PAGE, ""))


def widen(data: Any) -> None:
    """Give a chart its width in pixels."""
    if PAGE in data:
        data[PAGE] = FRAME.sub(rf"\1{WIDE}", "".join(data[PAGE]))
