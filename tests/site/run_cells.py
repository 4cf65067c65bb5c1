"""Runs the cells of a lesson as its page does, in any Python, and answers what a class is asked.

Nothing here but the standard library and the notebook: `lessons.mjs` runs it in Pyodide.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Message = dict[str, Any]


def run_lesson(begin: Callable[[Callable[[str], object]], Any], cells: list[str]) -> list[Message]:
    """Return of each cell whether it went through, and all that it has shown in the end.

    Cells that wait for the class go on at once: somebody presses the last button that they have.
    """
    said: list[Message] = []
    notebook = begin(lambda text: said.append(json.loads(text)))
    found = []
    for number, source in enumerate(cells):
        said.clear()
        well = notebook.run(f"cell {number}", source) == "well"
        for shown in [one["shown"] for one in said if one["kind"] == "shown"]:
            for button in [*buttons(shown)][-1:]:
                notebook.do(button, "{}")
        shown = [one["shown"] for one in said if one["kind"] == "shown"]
        errors = [one["text"] for one in shown if one["is"] == "error"]
        words = [one[one["is"]] for one in shown if one["is"] in ("html", "text")]
        kinds = [one["is"] for one in shown]
        found.append({"well": well and not errors, "errors": errors, "words": words, "is": kinds})
    return found


def buttons(shown: Message) -> Any:
    """The buttons of a control, first to last."""
    state = shown.get("state", {})
    if state.get("is") == "button" and not state["hidden"]:
        yield shown["id"]
    for one in state.get("inner", ()):
        yield from buttons(one)
