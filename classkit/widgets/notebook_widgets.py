"""What cells show beside tables: lines of text, buttons and boxes, as ipywidgets has them.

Where there is no Jupyter they are those of ``bare.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from classkit import abilities

if TYPE_CHECKING or abilities.has_jupyter():
    from IPython.core.getipython import get_ipython
    from IPython.display import display
    from ipywidgets import HTML, Button, HBox, Output, Text, VBox
else:
    from .bare import HTML, Button, HBox, Output, Text, VBox, display, get_ipython

__all__ = ["HTML", "Button", "HBox", "Output", "Text", "VBox", "display", "get_ipython"]
