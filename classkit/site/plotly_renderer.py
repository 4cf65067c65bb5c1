"""Renderer that shows plotly figures in their cell.

Without it, ``figure.show()`` would open a browser.
"""

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
"""The plotly module that shows figures. It is fetched when a cell first imports it."""


class PlotlyFinder(MetaPathFinder):
    """Import hook that makes plotly show its figures in the current cell."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of plotly's output module, with a loader that then adds the renderer."""
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
    """Make the current cell plotly's default renderer."""
    from plotly.graph_objects import Figure
    from plotly.io.base_renderers import ExternalRenderer

    class Cells(ExternalRenderer):  # type: ignore[misc]  # plotly ships no types
        """Shows a figure in the current cell."""

        def render(self, figure: dict[str, Any]) -> None:
            display(Figure(figure))

    output.renderers["cells"] = Cells()
    output.renderers.default = "cells"
