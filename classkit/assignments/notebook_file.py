"""Reader for submitted notebooks: strangers' files, of any size and in any state.

The outputs of cells are never read. They are skipped before the size of a file is judged, so that
pictures and tables cost nobody a mark.
"""

from __future__ import annotations

import json
import mmap
import re
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from classkit.engine.errors import encodable

from .source import WORD, metadata

FILE_MAX = 5_000_000
"""Maximum size of a notebook in bytes, without its outputs."""
WHOLE_MAX = 300_000_000
"""Maximum size of a file in bytes, with its outputs."""
TOKENS_MAX = 8_000_000
"""Maximum number of brackets and texts read from one file."""
DEPTH_MAX = 200
"""Maximum depth of nested brackets."""
CELLS_MAX = 500
CELL_DEPTHS = (3, 5)
"""Depths of the keys of a cell: in the present format, and in format 3 with its worksheets."""
SKIPPED = {
    b'"outputs"': CELL_DEPTHS,
    b'"attachments"': CELL_DEPTHS,
    b'"widgets"': (2,),
}
"""Keys whose values marking does not need -> the depths at which they are skipped."""
SIGNS = re.compile(rb'["{}\[\]]')
PLAIN = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+', re.DOTALL)
"""Matches everything up to the next bracket, in one step, without a way back that takes memory."""
VALUE = re.compile(rb"\s*:\s*(?=[\[{])")

TOO_LARGE = (
    f"the file is larger than {FILE_MAX // 1_000_000} MB even without its outputs: ask for a copy "
    "with all outputs cleared and without the data or pictures that were pasted into its cells"
)
FAR_TOO_LARGE = (
    f"the file is larger than {WHOLE_MAX // 1_000_000} MB: clear the outputs of all its cells and "
    "save it"
)
CONFLICT = re.compile(r"^[ \t]*(?:<{7} |>{7} |={7}\r?$)", re.MULTILINE)
"""Matches the marks that Git leaves in a file with a merge conflict."""
CONFLICTING = (
    "holds the marks of a merge conflict (<<<<<<<, =======, >>>>>>>): keep one side of each, "
    "delete the marks"
)
UTF_16 = "is saved as UTF-16: open it in a text editor, save it as UTF-8"

Text: TypeAlias = "bytes | mmap.mmap"


class Notebook(NamedTuple):
    """A submission as read: its cells, or why there are none, and the sheet that it names."""

    cells: list[dict[str, Any]]
    why: str = ""
    sheet: str = ""


class TooLarge(Exception):
    """A notebook that is too large without its outputs, or too deep or too dense to read."""


def read_submission(path: Path) -> Notebook:
    """Read a submission; without cells ``why`` gives the reason and the remedy."""
    try:
        if not path.is_file():
            return Notebook([], "it is not a file")
        if path.stat().st_size > WHOLE_MAX:
            return Notebook([], FAR_TOO_LARGE)
        content = read_without_outputs(path)
    except OSError as error:
        return Notebook([], f"the file cannot be read: {error.strerror or error}")
    except TooLarge:
        return Notebook([], TOO_LARGE)
    try:
        book = json.loads(content.decode("utf-8-sig"))  # some editors mark their UTF-8
        cells = cells_of(book)
        if len(cells) > CELLS_MAX:
            return Notebook([], f"it has more than {CELLS_MAX} cells: ask for one without them")
        sheet = encodable(str(metadata(book).get("sheet", "")))
        return Notebook([read_cell(cell) for cell in cells], sheet=sheet)
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        return Notebook([], why_unreadable(content, error))


def read_without_outputs(path: Path) -> bytes:
    """Return the text of a file; a large one without the outputs of its cells."""
    with path.open("rb") as file:
        content = file.read(FILE_MAX + 1)
        if len(content) <= FILE_MAX:
            return content
        if is_utf_16(content):
            return content[:100]
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as whole:
            return without_outputs(whole)


def without_outputs(text: Text) -> bytes:
    """Return the text of a notebook with null in place of outputs, attachments and widgets.

    Nothing is decoded or kept of what is skipped. Raises TooLarge if what is left is too large.

    >>> without_outputs(b'{"cells": [{"outputs": [{"data": "]}"}], "source": "x"}]}')
    b'{"cells": [{"outputs": null, "source": "x"}]}'
    """
    kept: list[bytes] = []
    size = at = start = depth = tokens = 0
    skipped_from: int | None = None
    while True:
        if skipped_from is not None and (plain := PLAIN.match(text, at)):
            at = plain.end()
        if (sign := SIGNS.search(text, at)) is None:
            break
        tokens += 1
        begun, at, kind = sign.start(), sign.end(), sign[0]
        if kind == b'"':
            at = end_of_string(text, begun)
            is_skipped = skipped_from is None and depth in SKIPPED.get(text[begun:at], ())
            if is_skipped and (value := VALUE.match(text, at)):
                kept.append(text[start : value.end()])
                size += len(kept[-1])
                skipped_from, at = depth, value.end()
        elif kind in b"[{":
            depth += 1
        else:
            depth -= 1
            if depth == skipped_from:
                kept.append(b"null")
                skipped_from, start = None, at
        left = 0 if skipped_from is not None else at - start
        if size + left > FILE_MAX or tokens > TOKENS_MAX or depth > DEPTH_MAX:
            raise TooLarge
    if skipped_from is None:
        kept.append(text[start:])
    if size + len(kept[-1]) > FILE_MAX:
        raise TooLarge
    return b"".join(kept)


def end_of_string(text: Text, begun: int) -> int:
    """Return the position behind the text in quotation marks that begins there.

    >>> end_of_string(rb'"a\\"b", 5', 0)
    6
    """
    at = begun
    while (at := text.find(b'"', at + 1)) >= 0:
        before = at - 1
        while text[before] == BACKSLASH:
            before -= 1
        if (at - before) % 2:
            return at + 1
    return len(text)


BACKSLASH = ord("\\")


def cells_of(book: Any) -> list[Any]:
    """Return the cells of a notebook in any format since 3, which keeps them in worksheets."""
    if book["nbformat"] >= 4:
        cells = book["cells"]
    else:
        cells = [cell for sheet in book["worksheets"] for cell in sheet["cells"]]
    if not isinstance(cells, list):
        raise TypeError
    return cells


def read_cell(cell: Any) -> dict[str, Any]:
    """Return what matters of a cell: its type, its text, and its id for grading."""
    kind = cell["cell_type"]
    source = cell["input"] if kind == "code" and "source" not in cell else cell["source"]
    text = "".join(source) if isinstance(source, list) else source
    if not isinstance(text, str):
        raise TypeError
    grading = cell.get("metadata", {}).get("nbgrader", {})
    word = WORD if metadata(cell).get("answers") == [WORD] else ""
    return {
        "type": kind,
        "source": encodable(text),
        "grade_id": encodable(str(grading.get("grade_id", "") or word or cell.get("id", ""))),
        "test": bool(grading.get("grade")) and not grading.get("solution"),
    }


def is_utf_16(content: bytes) -> bool:
    """Return True for text in UTF-16, with or without a mark at its beginning.

    >>> is_utf_16("{}".encode("utf-16")), is_utf_16("{}".encode("utf-16-le")), is_utf_16(b"{}")
    (True, True, False)
    """
    return content[:2] in (b"\xff\xfe", b"\xfe\xff", b"{\0", b"\0{")


def why_unreadable(content: bytes, error: Exception) -> str:
    """Return why a file is not a notebook that can be read, with the remedy where there is one.

    >>> why_unreadable(b'{"cells": [{"source": "a', ValueError("x"))
    'the file is not a notebook'
    """
    if is_utf_16(content):
        return f"the file {UTF_16}, and mark it again"
    text = content.decode("utf-8-sig", "replace")
    if CONFLICT.search(text):
        return f"the file {CONFLICTING}, and mark it again"
    if isinstance(error, UnicodeDecodeError) and '"cells"' in text:
        return "the file is not saved as UTF-8: save it so in a text editor, and mark it again"
    if isinstance(error, json.JSONDecodeError) and '"cells"' in text:
        is_cut = error.msg.startswith("Unterminated") or error.pos >= len(text.rstrip()) - 1
        where = "it ends in the middle" if is_cut else f"its line {error.lineno} is damaged"
        return f"the file is not a whole notebook, {where}: ask for it again"
    return "the file is not a notebook"
