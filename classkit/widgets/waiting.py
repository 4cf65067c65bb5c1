"""Cells that wait for the class: what would give an answer away is shown once it has answered.

A notebook in which all cells are run at once, or one that Voila shows, has come to its end before
anybody could answer. What depends on the answer is put off there, and comes in its cell when the
class has uncovered the chart. Where nobody can answer, nothing waits: in a script, in a test, and
where nbconvert or papermill executes a notebook.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from IPython.core.getipython import get_ipython
from IPython.display import display
from ipywidgets import HTML, Button, Output, VBox

WORDS = "<p>This comes once the class has answered: uncover the chart on the table above.</p>"
GO_ON = "Go on without an answer"


def somebody_answers() -> bool:
    """Return whether there are people who could answer: in JupyterLab, Notebook and Voila.

    A front end of people lets a cell ask for input; those that just execute a notebook do not, and
    neither does Voila, which names itself.
    """
    if sys.platform == "emscripten" or os.environ.get("SERVER_SOFTWARE", "").startswith("voila/"):
        return True
    kernel = getattr(get_ipython(), "kernel", None)
    return bool(getattr(kernel, "_allow_stdin", False))


class Waiting(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """What is shown in a cell that waits: a sentence, a button, and then what came."""

    def __init__(self, what: Any, go_on: Callable[[], None]) -> None:
        self.what = what
        self.shown = Output()
        self.button = Button(description=GO_ON, layout={"width": "auto"})
        self.button.on_click(lambda _button: go_on())
        super().__init__([HTML(WORDS), self.button, self.shown])

    def reveal(self) -> None:
        """Show what was put off, in this cell."""
        self.children = [self.shown]
        with self.shown:
            came = outcome(self.what)
            if came is not None:
                display(came)  # type: ignore[no-untyped-call]


def outcome(what: Any) -> Any:
    """Return what was put off: the result of a function, or anything else as it is."""
    return what() if callable(what) else what
