"""Base class of the live table: a Jupyter widget with type annotations.

ipywidgets has no types, so a type checker would accept any method of a table. The widget members
that people use are declared here. Without Jupyter, the base class is taken from
``pyodide_widgets.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classkit import platform_features

if TYPE_CHECKING:
    from collections.abc import Callable

    import traitlets

    from .connection_protocol import MessageSender

    class Widget(traitlets.HasTraits):
        """Members of a Jupyter widget that a table and its users need."""

        layout: Any
        """Width, height and borders, as in all ipywidgets."""
        model_id: str

        def open(self) -> Any:
            """Open the connection to the page."""

        def close(self) -> None:
            """Remove the widget from all pages."""

        def send(self, content: Any, buffers: Any = None) -> None:
            """Send a message to the page."""

        def set_state(self, sync_data: Any) -> None:
            """Apply the state that a page has sent."""

        def on_msg(self, callback: Callable[[Any, Any, Any], Any], remove: bool = False) -> None:
            """Call ``callback(widget, content, buffers)`` for each message from the page."""

        def add_class(self, className: str) -> Any:
            """Add a CSS class to the widget's element."""

        def _handle_msg(self, msg: Any) -> None:
            """Handle a message from the page, of any method."""

        def _repr_mimebundle_(self, **kwargs: Any) -> Any:
            """Show the widget."""

        def get_sender(self) -> MessageSender:
            """Return the function that sends messages to the page."""

elif platform_features.has_jupyter():
    from anywidget import AnyWidget

    from .asset_loader import loader_source
    from .message_compression import with_compression

    class Widget(AnyWidget):
        """A widget that loads the page modules and compresses long messages."""

        _esm = loader_source()

        def get_sender(self):
            return with_compression(self.send)

else:
    from .pyodide_widgets import Widget

__all__ = ["Widget"]
