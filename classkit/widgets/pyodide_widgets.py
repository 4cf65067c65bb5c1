"""Replacements for Jupyter widgets on a page whose kernel is Pyodide in a worker.

They implement the parts of the ipywidgets interface that tables and cells use. The state of a
control is sent to the page when the control is displayed, and again when it changes. All output is
sent through :data:`SCREEN`, which ``classkit.site.browser_notebook`` connects to the page.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import count
from types import TracebackType
from typing import Any, Self

import traitlets

OutputData = dict[str, Any]
"""One output: ``is`` is its kind ("text", "error", "html", "chart", "table", "control"), and
``name`` the display id under which it can be updated.
"""

WIDGET_VIEW_MIME = "application/vnd.jupyter.widget-view+json"
ID_COUNTER = count(1)


class Screen:
    """Output of cells and of output widgets, sent to the page.

    Attributes:
        send_message: Function that sends a message to the page.
        format_error: Function that formats an error.
        output_stack: The currently active cell and output widgets, innermost last.
        widgets: All widgets by their ids.
    """

    def __init__(self) -> None:
        self.send_message: Callable[[dict[str, Any]], object] = lambda message: None
        self.format_error: Callable[[BaseException], str] = str
        self.output_stack: list[NotebookCell | Output] = []
        self.widgets: dict[str, Widget | Control] = {}

    def show_output(self, shown: OutputData) -> None:
        """Add an output to the innermost active cell or output widget, if there is one."""
        if self.output_stack:
            place = self.output_stack[-1]
            place.outputs.append(shown)
            self.send_message({"kind": "shown", "at": place.model_id, "shown": shown})

    def show_error(self, error: BaseException) -> None:
        """Add a formatted error to the output."""
        self.show_output({"is": "error", "text": self.format_error(error)})

    def replace_output(self, name: str, shown: OutputData) -> None:
        """Replace the output with this name."""
        self.send_message({"kind": "anew", "name": name, "shown": shown})


SCREEN = Screen()


class NotebookCell:
    """A cell of the page and its outputs."""

    def __init__(self, model_id: str) -> None:
        self.model_id = model_id
        self.outputs: list[OutputData] = []


class Layout(traitlets.HasTraits):
    """Layout of a widget. The page only uses ``display``; "none" hides a control."""

    display = traitlets.Unicode(None, allow_none=True)
    flex_flow = traitlets.Unicode("")
    width = traitlets.Unicode("")
    align_self = traitlets.Unicode("")
    border = traitlets.Unicode("")


class Widget(traitlets.HasTraits):
    """Base class of tables and their parts. It has the ipywidgets methods that they use."""

    part: Any
    chart: Any

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.model_id = f"w{next(ID_COUNTER)}"
        self.layout = Layout()
        self._callbacks: list[Callable[[Any, Any, Any], Any]] = []
        SCREEN.widgets[self.model_id] = self

    def get_sender(self) -> Callable[..., None]:
        """Return the function that sends messages to the page.

        The page and the worker run in one browser, so messages are not compressed.
        """
        return self.send

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message to the page. Buffers are ignored, because messages here have none."""
        SCREEN.send_message({"kind": "said", "id": self.model_id, "message": content})

    def on_msg(self, callback: Callable[[Any, Any, Any], Any], remove: bool = False) -> None:
        """Call ``callback(widget, content, buffers)`` for each message from the page.

        ``remove`` is ignored.
        """
        self._callbacks.append(callback)

    def receive_message(self, content: Any, files: Sequence[bytes]) -> None:
        """Pass a message from the page to all callbacks."""
        for callback in self._callbacks:
            callback(self, content, files)

    def open(self) -> None:
        """Do nothing: the connection to the page is always open."""

    def close(self) -> None:
        """Remove the widget from the screen."""
        SCREEN.widgets.pop(self.model_id, None)

    def add_class(self, className: str) -> Self:
        """Do nothing: tables have no CSS classes here."""
        return self

    def set_state(self, sync_data: Any) -> None:
        """Do nothing: this page does not set the state of widgets."""

    def _handle_msg(self, msg: Any) -> None:
        """Do nothing: messages of this page arrive through :meth:`receive_message`."""

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {WIDGET_VIEW_MIME: {"model_id": self.model_id}}

    def describe_output(self) -> OutputData:
        """Return the output that displays the widget."""
        return {"is": "table", "id": self.model_id, "part": self.part, "chart": self.chart}


class Control(traitlets.HasTraits):
    """Base class of controls in cells. The page receives each change of their state."""

    def __init__(self, **traits: Any) -> None:
        layout = traits.pop("layout", {})
        self.layout = Layout(**layout)
        self.model_id = f"w{next(ID_COUNTER)}"
        self.cell: NotebookCell | Output | None = None
        self.classes: list[str] = []
        super().__init__(**traits)
        SCREEN.widgets[self.model_id] = self
        self.observe(self._send_state, traitlets.All)
        self.layout.observe(self._send_state, "display")

    def _send_state(self, change: Any) -> None:
        SCREEN.send_message({"kind": "changed", "id": self.model_id, "state": self.page_state()})

    def page_state(self) -> dict[str, Any]:
        """Return the state that the page shows."""
        hidden = self.layout.display == "none"
        return {"is": type(self).tag, "hidden": hidden, "classes": list(self.classes)}

    def add_class(self, className: str) -> Self:
        """Add a CSS class to the control's element."""
        self.classes = [*self.classes, className]
        self._send_state(None)
        return self

    def remove_class(self, className: str) -> Self:
        """Remove a CSS class from the control's element."""
        self.classes = [name for name in self.classes if name != className]
        self._send_state(None)
        return self

    tag = "box"

    def describe_output(self) -> OutputData:
        """Return the output that displays the control.

        Output of its event handlers is added to the cell that displayed it first.
        """
        if self.cell is None and SCREEN.output_stack:
            self.cell = SCREEN.output_stack[-1]
        return {"is": "control", "id": self.model_id, "state": self.page_state()}

    def on_page_event(self, what: dict[str, Any]) -> None:
        """Handle an event of the control on the page, such as a click."""

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {WIDGET_VIEW_MIME: {"model_id": self.model_id}}


class HTML(Control):
    """Text with HTML markup, which the page sanitizes."""

    tag = "html"
    value = traitlets.Unicode("")

    def __init__(self, value: str = "", **traits: Any) -> None:
        super().__init__(value=value, **traits)

    def page_state(self) -> dict[str, Any]:
        return {**super().page_state(), "html": self.value}


class Text(Control):
    """A single-line text input."""

    tag = "line"
    value = traitlets.Unicode("")
    placeholder = traitlets.Unicode("")

    def page_state(self) -> dict[str, Any]:
        return {**super().page_state(), "value": self.value, "placeholder": self.placeholder}

    def on_page_event(self, what: dict[str, Any]) -> None:
        self.value = str(what.get("value", ""))


class Button(Control):
    """A button."""

    tag = "button"
    description = traitlets.Unicode("")
    button_style = traitlets.Unicode("")

    def __init__(self, **traits: Any) -> None:
        self._click_callbacks: list[Callable[[Any], object]] = []
        super().__init__(**traits)

    def on_click(self, run: Callable[[Any], object]) -> None:
        """Call ``run(button)`` on each click."""
        self._click_callbacks.append(run)

    def page_state(self) -> dict[str, Any]:
        first = self.button_style == "primary"
        return {**super().page_state(), "words": self.description, "first": first}

    def on_page_event(self, what: dict[str, Any]) -> None:
        for run in self._click_callbacks:
            run(self)


class Box(Control):
    """Base class of containers of controls."""

    children = traitlets.List(traitlets.Instance(Control))

    def __init__(self, children: Sequence[Control] = (), **traits: Any) -> None:
        super().__init__(children=list(children), **traits)

    def page_state(self) -> dict[str, Any]:
        return {**super().page_state(), "inner": [one.describe_output() for one in self.children]}


class VBox(Box):
    """A container that arranges controls in a column."""

    tag = "column"


class HBox(Box):
    """A container that arranges controls in a row."""

    tag = "row"


class Output(Control):
    """An area that captures what is displayed inside its ``with`` block.

    An error that ends the block is shown there, and not raised.
    """

    tag = "output"

    def __init__(self, **traits: Any) -> None:
        self.outputs: list[OutputData] = []
        super().__init__(**traits)

    def page_state(self) -> dict[str, Any]:
        return {**super().page_state(), "shown": list(self.outputs)}

    def __enter__(self) -> Self:
        SCREEN.output_stack.append(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> bool:
        if error is not None:
            SCREEN.show_error(error)
        SCREEN.output_stack.pop()
        return error is not None


def get_ipython() -> None:
    """Return None, because IPython is not available."""


def display(
    *things: Any, raw: bool = False, display_id: str | None = None, update: bool = False
) -> None:
    """Show objects in the current cell, one below the other.

    Args:
        things: Objects to show.
        raw: True if the objects are MIME bundles, which map MIME types to content.
        display_id: Name under which the output can be updated.
        update: True to replace the output with this ``display_id``.
    """
    for thing in things:
        shown = describe_output(thing if raw else None, thing)
        if shown is None:
            continue
        if display_id is not None:
            shown = {**shown, "name": display_id}
        if update and display_id is not None:
            SCREEN.replace_output(display_id, shown)
        else:
            SCREEN.show_output(shown)


def describe_output(bundle: Any, thing: Any) -> OutputData | None:
    """Return the output that displays an object, or None if the object displays itself.

    >>> describe_output(None, 3)
    {'is': 'text', 'text': '3\\n'}
    """
    if bundle is None:
        if hasattr(thing, "_ipython_display_") and not is_chart(thing):
            thing._ipython_display_()
            return None
        if is_chart(thing):
            told = json.loads(thing.to_json())
            return {"is": "chart", "figure": {"data": told["data"], "layout": told["layout"]}}
        bundle = mime_bundle(thing)
    if WIDGET_VIEW_MIME in bundle:
        return SCREEN.widgets[bundle[WIDGET_VIEW_MIME]["model_id"]].describe_output()
    if "text/html" in bundle:
        return {"is": "html", "html": bundle["text/html"]}
    if "image/svg+xml" in bundle:
        return {"is": "html", "html": bundle["image/svg+xml"]}
    return {"is": "text", "text": f"{bundle.get('text/plain', '')}\n"}


def is_chart(thing: Any) -> bool:
    """Return whether an object is a plotly figure."""
    return hasattr(thing, "to_plotly_json") and hasattr(thing, "to_json")


def mime_bundle(thing: Any) -> dict[str, Any]:
    """Return the representations of an object by MIME type."""
    whole = getattr(thing, "_repr_mimebundle_", None)
    if whole is not None and not isinstance(thing, type):
        made = whole()
        if made is not None:
            return dict(made[0] if isinstance(made, tuple) else made)
    for form, name in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
        make = getattr(thing, name, None)
        if make is not None and not isinstance(thing, type) and (made := make()) is not None:
            return {form: made}
    return {"text/plain": repr(thing)}
