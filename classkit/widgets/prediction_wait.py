"""Notebook cells whose results appear once the class has made its prediction.

If all cells of a notebook are run together, or in Voila, the last cell finishes before anybody can
answer. A result that would reveal the answer is therefore delayed until the class has uncovered
the chart or answered the question. Until then, the texts *What to notice* below the cell
(``<details class="notice">``) do not open either. If nobody can answer, as in a script, a test,
nbconvert or papermill, results appear immediately.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from classkit import platform_features

from .notebook_widgets import HTML, Button, Output, VBox, display, get_ipython

COVERED_TEXT = (
    "The result appears once the class has answered. Uncover the chart on the table above."
)
ASKED_TEXT = "The result appears once the class has answered the question above."
GO_ON_LABEL = "Continue without an answer"
WAITS_CLASS = "classkit-waits"
"""CSS class of a cell that waits for an answer."""
FOLD_STYLES = """<style>
:is(.jp-Cell:has(.classkit-waits), div:has(> .jp-Cell .classkit-waits)) ~ div details.notice {
  > :not(summary) { display: none; }
  > summary::after { content: " (once the class has answered the question above)"; }
}
</style>"""
"""Styles that prevent collapsed texts below the cell from opening, in Jupyter and in Voila."""
BUTTON_LAYOUT = {"align_self": "flex-start", "border": "1px solid #767676", "width": "max-content"}
"""Style of a secondary button: without a border it would look like text in Voila."""


def is_interactive() -> bool:
    """Return whether people can answer, which is the case in JupyterLab, Notebook and Voila.

    Interactive front ends allow input requests (stdin); programs that only execute a notebook do
    not. Voila does not either, but is recognized by its environment variable. Where Python
    runs in a browser, people run the cells.
    """
    if platform_features.in_browser() or os.environ.get("SERVER_SOFTWARE", "").startswith("voila/"):
        return True
    kernel = getattr(get_ipython(), "kernel", None)
    return bool(getattr(kernel, "_allow_stdin", False))


class WaitingCell(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Output of a waiting cell: a sentence and a button, later replaced by the result."""

    def __init__(self, what: tuple[Any, ...], go_on: Callable[[], object], words: str) -> None:
        self.content = what
        self.output_area = Output()
        self.button = Button(description=GO_ON_LABEL, layout=BUTTON_LAYOUT)
        self.button.on_click(lambda _button: go_on())
        super().__init__([HTML(f"{FOLD_STYLES}<p>{words}</p>"), self.button, self.output_area])
        self.add_class(WAITS_CLASS)

    def reveal(self) -> None:
        """Show the delayed result."""
        self.children = [self.output_area]
        self.remove_class(WAITS_CLASS)
        with self.output_area:
            display_result(resolve_content(self.content))


def resolve_content(what: tuple[Any, ...]) -> Any:
    """Return the last result and display the preceding ones.

    Functions are called; other objects are results themselves.
    """
    came = None
    for one in what:
        display_result(came)
        came = one() if callable(one) else one
    return came


def display_result(came: Any) -> None:
    """Display a result unless it is None."""
    if came is not None:
        display(came)  # type: ignore[no-untyped-call]
