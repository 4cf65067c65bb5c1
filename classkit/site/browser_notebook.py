"""The notebook of a lesson in a page: runs its cells one after the other in the page's worker.

The worker's own script (``cells.js``) calls this module. The outputs of cells are sent to the page
as messages (``classkit.widgets.pyodide_widgets``), and so are the messages of the tables in them.
"""

from __future__ import annotations

import ast
import json
import linecache
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import TextIOBase
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from classkit import platform_features
from classkit.engine.errors import ClasskitError
from classkit.platform_features import UnsupportedFeature
from classkit.widgets.pyodide_widgets import SCREEN, Control, NotebookCell, Output, Widget, display

from .kernel import SecondPython
from .plotly_renderer import PlotlyFinder

WRITEFILE_PATTERN = re.compile(r"%%writefile\s+(.+)\n")
"""Matches the first line of a cell that is written to a file."""
JUPYTER_PATTERN = re.compile(r"\s*[%!?]|.*\?\s*$")
"""Matches a line that only Jupyter understands."""
OPTIONAL_PACKAGES = ("numpy", "pandas", "scipy")
"""Packages that a site contains only if it is built with them."""
MISSING_PACKAGE_TEXT = (
    "This needs {name}, and these pages were built without it. Build them with the packages of "
    "Pyodide: classkit site OUT --packages FOLDER."
)
NO_MODULE_TEXT = (
    "There is no module {name} in these pages. They have classkit, plotly and the standard library."
)
RUN_ABOVE_TEXT = "{error}. Have the cells above been run? “Run all up to here” runs them."
MISSING_ABOVE_TEXT = "{error}. A cell above needs something that these pages do not have."
NO_INPUT_TEXT = "A cell of these pages cannot use input(). Write the value into the cell instead."
NOT_PYTHON_TEXT = (
    "“{line}” works only in Jupyter. Cells of this page contain Python, or start with "
    "%%writefile FILE."
)


CellOutcome = Literal["well", "lacking", "wrong"]
"""The outcome of a cell."""


class CellStream(TextIOBase):
    """Output stream of cells, shown on the screen except for lines that overwrite themselves."""

    def write(self, text: str) -> int:
        """Show a piece of text."""
        if text and "\r" not in text:
            SCREEN.show_output({"is": "text", "text": text})
        return len(text)


class BrowserNotebook:
    """The cells of a page, which share one namespace, and their outputs."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self.main = ModuleType("__main__")
        self.main.__dict__["display"] = display
        sys.modules["__main__"] = self.main
        self.main.__dict__["input"] = refuse_input
        SCREEN.send_message = lambda message: tell(json.dumps(message, ensure_ascii=False))
        SCREEN.format_error = self.format_error
        self.runs, self.lacking = 0, False

    def run(self, place: str, source: str) -> CellOutcome:
        """Run a cell, show the value of its last line, and return the outcome.

        The outcome is "lacking" for a cell that needs something unavailable in a page, or a name
        that such a cell would have defined. The cells below it may still succeed.
        """
        self.runs += 1
        with self.show_output(NotebookCell(place)) as wrong:
            came = self.execute_cell(source)
            if came is not None:
                self.main.__dict__["_"] = came
                display(came)
        if not wrong:
            return "well"
        is_lacking = isinstance(wrong[0], (ModuleNotFoundError, UnsupportedFeature))
        self.lacking = self.lacking or is_lacking
        follows = self.lacking and isinstance(wrong[0], NameError)
        return "lacking" if is_lacking or follows else "wrong"

    def format_error(self, error: BaseException) -> str:
        """Return an error as one sentence, which mentions a failed cell above as possible cause."""
        if self.lacking and isinstance(error, NameError):
            return MISSING_ABOVE_TEXT.format(
                error=f"{type(error).__name__}: {error}{format_line(error)}"
            )
        return format_error(error)

    def execute_cell(self, source: str) -> Any:
        """Run a cell and return the value of its last line, if that is an expression."""
        if written := WRITEFILE_PATTERN.match(source):
            return self.write_file(written[1].strip(), source[written.end() :])
        refuse_commands(source)
        name = f"<cell {self.runs}>"
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        body = ast.parse(source, name).body
        last = body[-1] if body else None
        if not isinstance(last, ast.Expr) or source.rstrip().endswith(";"):
            exec(compile(ast.Module(body, []), name, "exec"), self.main.__dict__)
            return None
        first = compile(ast.Module(body[:-1], []), name, "exec")
        ends = compile(ast.Expression(last.value), name, "eval")
        exec(first, self.main.__dict__)
        return eval(ends, self.main.__dict__)

    def write_file(self, name: str, text: str) -> None:
        """Write a cell to a file, as ``%%writefile`` does, with names in braces filled in."""
        path = Path(name.format_map(self.main.__dict__))
        print(f"{'Overwriting' if path.exists() else 'Writing'} {path}")
        path.write_text(text if text.endswith("\n") else f"{text}\n", encoding="utf-8")

    def receive(self, widget: str, text: str, files: Sequence[bytes | memoryview] = ()) -> None:
        """Pass a message from the page to a table."""
        table = SCREEN.widgets.get(widget)
        if isinstance(table, Widget):
            table.receive_message(json.loads(text), [bytes(one) for one in files])

    def do(self, widget: str, text: str) -> None:
        """Run an action on a control, and show its output in the control's cell."""
        control = SCREEN.widgets.get(widget)
        if isinstance(control, Control) and control.cell is not None:
            with self.show_output(control.cell):
                control.on_page_event(json.loads(text))

    @contextmanager
    def show_output(self, place: NotebookCell | Output) -> Iterator[list[BaseException]]:
        """Show all output of the block in a cell, and collect the error that ends it, if any."""
        wrong: list[BaseException] = []
        SCREEN.output_stack[:] = [place]
        stream = CellStream()
        try:
            with redirect_stdout(stream), redirect_stderr(stream):
                yield wrong
        except BaseException as error:  # the page continues after any error in a cell
            wrong.append(error)
            SCREEN.show_error(error)
        finally:
            SCREEN.output_stack.clear()


def begin(
    tell: Callable[[str], object],
    second: Any = None,
) -> BrowserNotebook:
    """Create a page's notebook. If there is a ``second`` worker, it plays the futures."""
    if second is not None:
        platform_features.helper = SecondPython(second)
    sys.meta_path.insert(0, PlotlyFinder())
    return BrowserNotebook(tell)


def refuse_input(*_: object) -> str:
    """Replace ``input()``, which cannot be answered here, and raise an error."""
    raise ClasskitError(NO_INPUT_TEXT)


def refuse_commands(source: str) -> None:
    """Raise ClasskitError if a cell has a line that only Jupyter understands."""
    try:
        ast.parse(source)
    except SyntaxError:
        for line in source.splitlines():
            if JUPYTER_PATTERN.match(line):
                raise ClasskitError(NOT_PYTHON_TEXT.format(line=line.strip()[:60])) from None


def format_error(error: BaseException) -> str:
    """Return an error as one sentence that names the line of the cell where it occurred.

    >>> format_error(ModuleNotFoundError("No module named 'pandas'", name="pandas"))[:24]
    'This needs pandas, and t'
    """
    if isinstance(error, ClasskitError):
        return str(error)
    if isinstance(error, SyntaxError):
        return f"Python cannot read line {error.lineno}: {error.msg}."
    if isinstance(error, ImportError):
        return format_import_error(error)
    place = format_line(error)
    words = f"{type(error).__name__}: {error}".removesuffix(": ")
    if isinstance(error, NameError):
        return RUN_ABOVE_TEXT.format(error=f"{words}{place}")
    return f"{words}{place}."


def format_import_error(error: ImportError) -> str:
    """Return a sentence that names the missing module and the package that provides it."""
    name = (error.name or "").partition(".")[0]
    needed = next((one for one in OPTIONAL_PACKAGES if one in (name, *str(error).split())), None)
    if needed:
        return MISSING_PACKAGE_TEXT.format(name=needed)
    return (
        NO_MODULE_TEXT.format(name=name) if isinstance(error, ModuleNotFoundError) else str(error)
    )


def format_line(error: BaseException) -> str:
    """Return in words the line of a cell in which an error occurred; '' if it was not in a cell."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename.startswith("<cell ")]
    return f" (line {lines[-1]})" if lines else ""
