"""Cells that wait for the class: what would give an answer away is shown once it has answered.

A notebook in which all cells are run at once, or one that Voila shows, has come to its end before
anybody could answer. What depends on the answer is put off there, and comes in its cell when the
class has uncovered the chart, or has answered the question. Until then *What to notice* further
down, ``<details class="notice">``, does not open either. Where nobody can answer, nothing waits:
in a script, in a test, and where nbconvert or papermill executes a notebook.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from classkit import abilities

from .notebook_widgets import HTML, Button, Output, VBox, display, get_ipython

COVERED = "This comes once the class has answered: uncover the chart on the table above."
ASKED = "This comes once the class has answered the question above."
GO_ON = "Go on without an answer"
WAITS = "classkit-waits"
"""The CSS class of a cell that still waits for an answer."""
KEPT_SHUT = """<style>
:is(.jp-Cell:has(.classkit-waits), div:has(> .jp-Cell .classkit-waits)) ~ div details.notice {
  > :not(summary) { display: none; }
  > summary::after { content: " (once the class has answered what is asked above)"; }
}
</style>"""
"""Styles that keep folds in the cells below shut, in Jupyter and in Voila."""
EDGED = {"align_self": "flex-start", "border": "1px solid #767676", "width": "max-content"}
"""The look of a secondary button: without a border it would look like plain text in Voila."""


def somebody_answers() -> bool:
    """Return whether there are people who could answer: in JupyterLab, Notebook and Voila.

    A front end of people lets a cell ask for input; those that just execute a notebook do not, and
    neither does Voila, which names itself.
    """
    if not abilities.has_jupyter() or os.environ.get("SERVER_SOFTWARE", "").startswith("voila/"):
        return True
    kernel = getattr(get_ipython(), "kernel", None)
    return bool(getattr(kernel, "_allow_stdin", False))


class Waiting(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """What is shown in a cell that waits: a sentence, a button, and then what came."""

    def __init__(self, what: tuple[Any, ...], go_on: Callable[[], object], words: str) -> None:
        self.what = what
        self.shown = Output()
        self.button = Button(description=GO_ON, layout=EDGED)
        self.button.on_click(lambda _button: go_on())
        super().__init__([HTML(f"{KEPT_SHUT}<p>{words}</p>"), self.button, self.shown])
        self.add_class(WAITS)

    def reveal(self) -> None:
        """Show what was put off, in this cell."""
        self.children = [self.shown]
        self.remove_class(WAITS)
        with self.shown:
            show(outcome(self.what))


def outcome(what: tuple[Any, ...]) -> Any:
    """Return what was put off: the result of a function, or anything else as it is.

    Of several all but the last are shown, one below the other.
    """
    came = None
    for one in what:
        show(came)
        came = one() if callable(one) else one
    return came


def show(came: Any) -> None:
    """Show what came of something, if anything did."""
    if came is not None:
        display(came)  # type: ignore[no-untyped-call]
