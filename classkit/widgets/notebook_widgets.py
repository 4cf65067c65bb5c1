"""Widgets of notebook cells other than tables: text inputs, buttons and boxes.

They are imported from ipywidgets, or from ``pyodide_widgets.py`` if Jupyter is not available.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from classkit import platform_features

if TYPE_CHECKING or platform_features.has_jupyter():
    from IPython.core.getipython import get_ipython
    from IPython.display import display
    from ipywidgets import HTML, Button, HBox, Output, Text, VBox
else:
    from .pyodide_widgets import HTML, Button, HBox, Output, Text, VBox, display, get_ipython

__all__ = ["HTML", "Button", "HBox", "Output", "Text", "VBox", "display", "get_ipython"]
