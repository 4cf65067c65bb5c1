"""Shows figures of plotly in their cell: ``figure.show()`` would look for a browser of its own."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from classkit.widgets.pyodide_widgets import display

PLOTLY_OUTPUT = "plotly.io"
"""The part of plotly that shows figures; it is fetched when a cell imports it first."""


class PlotlyFinder(MetaPathFinder):
    """Has plotly show its figures in the cell at work, as soon as it has been imported."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where plotly's output is, so that a renderer is added once it has been run."""
        if name != PLOTLY_OUTPUT:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        run = spec.loader.exec_module

        def run_and_add(module: ModuleType) -> None:
            run(module)
            add_renderer(module)

        spec.loader.exec_module = run_and_add  # type: ignore[method-assign]  # it is of this spec alone
        return spec


def add_renderer(output: Any) -> None:
    """Make cells the place where plotly shows figures by default."""
    from plotly.graph_objects import Figure
    from plotly.io.base_renderers import ExternalRenderer

    class Cells(ExternalRenderer):  # type: ignore[misc]  # plotly ships no types
        """Shows a figure in the cell at work."""

        def render(self, figure: dict[str, Any]) -> None:
            display(Figure(figure))

    output.renderers["cells"] = Cells()
    output.renderers.default = "cells"
