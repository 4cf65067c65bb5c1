"""The Jupyter widget that every table is, told to type checkers.

ipywidgets has no types, so whoever checks a notebook's code would be told that a table has every
method there is. What people use of a widget is declared here; the rest is :class:`Table`'s own.
Where there is no Jupyter it is a bare widget.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classkit import abilities

if TYPE_CHECKING:
    from collections.abc import Callable

    import traitlets

    from .channel import Send

    class Widget(traitlets.HasTraits):
        """An ordinary Jupyter widget, as far as a table and its users need one."""

        layout: Any
        """Width, height and borders, as of every widget of ipywidgets."""
        model_id: str

        def open(self) -> Any:
            """Open the line to the page."""

        def close(self) -> None:
            """Take the widget from all pages."""

        def send(self, content: Any, buffers: Any = None) -> None:
            """Send a message to the page."""

        def set_state(self, sync_data: Any) -> None:
            """Take over what a page has set of the state that it shares."""

        def on_msg(self, callback: Callable[[Any, Any, Any], Any], remove: bool = False) -> None:
            """Call ``callback(widget, content, buffers)`` for each message of the page."""

        def add_class(self, className: str) -> Any:
            """Give the widget's element a CSS class."""

        def _handle_msg(self, msg: Any) -> None:
            """Take a message of the page, whatever its method is."""

        def _repr_mimebundle_(self, **kwargs: Any) -> Any:
            """Show the widget."""

        def line(self) -> Send:
            """Return what sends messages to the page."""

elif abilities.has_jupyter():
    from anywidget import AnyWidget

    from .loader import module
    from .packed import packing

    class Widget(AnyWidget):
        """A widget whose page has the modules of the table, and packs what is long."""

        _esm = module()

        def line(self):
            return packing(self.send)

else:
    from .bare import Widget

__all__ = ["Widget"]
