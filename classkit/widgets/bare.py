"""What cells show where there is no Jupyter: in a page whose kernel is Python in a worker of it.

A table and the few controls that cells use are as ipywidgets has them; each tells the page what it
is when it is shown, and again when it changes. All that is shown goes through :data:`SCREEN`, which
the notebook of the page (``classkit.site.notebook``) reads.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import count
from types import TracebackType
from typing import Any, Self

import traitlets

Shown = dict[str, Any]
"""One thing that is shown: ``is`` says what ("text", "error", "html", "chart", "table", "control"),
and ``name`` under which name it may be shown anew."""

VIEW = "application/vnd.jupyter.widget-view+json"
NUMBERS = count(1)


class Screen:
    """Where things are shown: in a cell, or in an output within it.

    ``tell(message)`` hands a message to the page, ``sentence(error)`` says an error in words.
    """

    def __init__(self) -> None:
        self.tell: Callable[[dict[str, Any]], object] = lambda message: None
        self.sentence: Callable[[BaseException], str] = str
        self.places: list[Cell | Output] = []
        self.widgets: dict[str, Widget | Control] = {}

    def show(self, shown: Shown) -> None:
        """Show something in the place that is the innermost now; nowhere if there is none."""
        if self.places:
            place = self.places[-1]
            place.shown.append(shown)
            self.tell({"kind": "shown", "at": place.model_id, "shown": shown})

    def fail(self, error: BaseException) -> None:
        """Show an error, in one sentence."""
        self.show({"is": "error", "text": self.sentence(error)})

    def anew(self, name: str, shown: Shown) -> None:
        """Show something in the place of what was shown under this name."""
        self.tell({"kind": "anew", "name": name, "shown": shown})


SCREEN = Screen()


class Cell:
    """A cell of a page, as a place in which things are shown."""

    def __init__(self, model_id: str) -> None:
        self.model_id = model_id
        self.shown: list[Shown] = []


class Layout(traitlets.HasTraits):
    """How a control lies; a page heeds no more of it than whether it is there at all."""

    display = traitlets.Unicode(None, allow_none=True)
    flex_flow = traitlets.Unicode("")
    width = traitlets.Unicode("")
    align_self = traitlets.Unicode("")
    border = traitlets.Unicode("")


class Widget(traitlets.HasTraits):
    """A widget that is a part of a table, as far as a table needs one."""

    part: Any
    chart: Any

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.model_id = f"w{next(NUMBERS)}"
        self.layout = Layout()
        self._heard: list[Callable[[Any, Any, Any], Any]] = []
        SCREEN.widgets[self.model_id] = self

    def line(self) -> Callable[..., None]:
        """Return what sends messages to the page: nothing is packed within one browser."""
        return self.send

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message to the page; a page asks for no bytes."""
        SCREEN.tell({"kind": "said", "id": self.model_id, "message": content})

    def on_msg(self, callback: Callable[[Any, Any, Any], Any], remove: bool = False) -> None:
        """Call ``callback(widget, content, buffers)`` for each message of the page."""
        self._heard.append(callback)

    def hear(self, content: Any, files: Sequence[bytes]) -> None:
        """Take a message of the page."""
        for callback in self._heard:
            callback(self, content, files)

    def open(self) -> None:
        """Open the line to the page, which is open always."""

    def close(self) -> None:
        """Take the widget from all pages."""
        SCREEN.widgets.pop(self.model_id, None)

    def add_class(self, className: str) -> Self:
        """Give the widget's element a CSS class: none here has a style of its own."""
        return self

    def set_state(self, sync_data: Any) -> None:
        """Take over what a page has set: a bare page sets nothing."""

    def _handle_msg(self, msg: Any) -> None:
        """Take a message of the page, whatever its method is: a bare one has but one kind."""

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {VIEW: {"model_id": self.model_id}}

    def as_shown(self) -> Shown:
        """Return what the page is told of it."""
        return {"is": "table", "id": self.model_id, "part": self.part, "chart": self.chart}


class Control(traitlets.HasTraits):
    """A control of a cell: a page is told of each change."""

    def __init__(self, **traits: Any) -> None:
        layout = traits.pop("layout", {})
        self.layout = Layout(**layout)
        self.model_id = f"w{next(NUMBERS)}"
        self.cell: Cell | Output | None = None
        self.classes: list[str] = []
        super().__init__(**traits)
        SCREEN.widgets[self.model_id] = self
        self.observe(self._tell, traitlets.All)
        self.layout.observe(self._tell, "display")

    def _tell(self, change: Any) -> None:
        SCREEN.tell({"kind": "changed", "id": self.model_id, "state": self.state()})

    def state(self) -> dict[str, Any]:
        """Return all that a page shows of it."""
        hidden = self.layout.display == "none"
        return {"is": type(self).tag, "hidden": hidden, "classes": list(self.classes)}

    def add_class(self, className: str) -> Self:
        """Give the control's element a CSS class."""
        self.classes = [*self.classes, className]
        self._tell(None)
        return self

    def remove_class(self, className: str) -> Self:
        """Take a CSS class from the control's element."""
        self.classes = [name for name in self.classes if name != className]
        self._tell(None)
        return self

    tag = "box"

    def as_shown(self) -> Shown:
        """Return what the page is told of it; what its buttons show goes into the same place."""
        if self.cell is None and SCREEN.places:
            self.cell = SCREEN.places[-1]
        return {"is": "control", "id": self.model_id, "state": self.state()}

    def do(self, what: dict[str, Any]) -> None:
        """Carry out what somebody did with the control on the page."""

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {VIEW: {"model_id": self.model_id}}


class HTML(Control):
    """Words with their markup, which the page cleans."""

    tag = "html"
    value = traitlets.Unicode("")

    def __init__(self, value: str = "", **traits: Any) -> None:
        super().__init__(value=value, **traits)

    def state(self) -> dict[str, Any]:
        return {**super().state(), "html": self.value}


class Text(Control):
    """A line in which somebody writes."""

    tag = "line"
    value = traitlets.Unicode("")
    placeholder = traitlets.Unicode("")

    def state(self) -> dict[str, Any]:
        return {**super().state(), "value": self.value, "placeholder": self.placeholder}

    def do(self, what: dict[str, Any]) -> None:
        self.value = str(what.get("value", ""))


class Button(Control):
    """A button, with what it does."""

    tag = "button"
    description = traitlets.Unicode("")
    button_style = traitlets.Unicode("")

    def __init__(self, **traits: Any) -> None:
        self._run: list[Callable[[Any], object]] = []
        super().__init__(**traits)

    def on_click(self, run: Callable[[Any], object]) -> None:
        """Call ``run(button)`` each time the button is pressed."""
        self._run.append(run)

    def state(self) -> dict[str, Any]:
        first = self.button_style == "primary"
        return {**super().state(), "words": self.description, "first": first}

    def do(self, what: dict[str, Any]) -> None:
        for run in self._run:
            run(self)


class Box(Control):
    """Controls one after the other."""

    children = traitlets.List(traitlets.Instance(Control))

    def __init__(self, children: Sequence[Control] = (), **traits: Any) -> None:
        super().__init__(children=list(children), **traits)

    def state(self) -> dict[str, Any]:
        return {**super().state(), "inner": [one.as_shown() for one in self.children]}


class VBox(Box):
    """A box whose controls stand one below the other."""

    tag = "column"


class HBox(Box):
    """A box whose controls stand side by side."""

    tag = "row"


class Output(Control):
    """A place in a cell, in which is shown what is shown within a ``with``."""

    tag = "output"

    def __init__(self, **traits: Any) -> None:
        self.shown: list[Shown] = []
        super().__init__(**traits)

    def state(self) -> dict[str, Any]:
        return {**super().state(), "shown": list(self.shown)}

    def __enter__(self) -> Self:
        SCREEN.places.append(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> bool:
        if error is not None:
            SCREEN.fail(error)
        SCREEN.places.pop()
        return error is not None


def get_ipython() -> None:
    """Return no shell: there is no IPython."""


def display(
    *things: Any, raw: bool = False, display_id: str | None = None, update: bool = False
) -> None:
    """Show things, one below the other; ``raw`` as bundles of what they are in several forms.

    With ``update`` they are shown in the place of what was shown under ``display_id``.
    """
    for thing in things:
        shown = as_shown(thing if raw else None, thing)
        if shown is None:
            continue
        if display_id is not None:
            shown = {**shown, "name": display_id}
        if update and display_id is not None:
            SCREEN.anew(display_id, shown)
        else:
            SCREEN.show(shown)


def as_shown(bundle: Any, thing: Any) -> Shown | None:
    """Return something as a page shows it; None for what shows itself.

    >>> as_shown(None, 3)
    {'is': 'text', 'text': '3\\n'}
    """
    if bundle is None:
        if hasattr(thing, "_ipython_display_") and not is_chart(thing):
            thing._ipython_display_()
            return None
        if is_chart(thing):
            told = json.loads(thing.to_json())
            return {"is": "chart", "figure": {"data": told["data"], "layout": told["layout"]}}
        bundle = bundle_of(thing)
    if VIEW in bundle:
        return SCREEN.widgets[bundle[VIEW]["model_id"]].as_shown()
    if "text/html" in bundle:
        return {"is": "html", "html": bundle["text/html"]}
    if "image/svg+xml" in bundle:
        return {"is": "html", "html": bundle["image/svg+xml"]}
    return {"is": "text", "text": f"{bundle.get('text/plain', '')}\n"}


def is_chart(thing: Any) -> bool:
    """Return whether something is a figure of plotly."""
    return hasattr(thing, "to_plotly_json") and hasattr(thing, "to_json")


def bundle_of(thing: Any) -> dict[str, Any]:
    """Return the forms in which a thing may be shown."""
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
