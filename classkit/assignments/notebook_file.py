"""Reader for submitted notebooks, which are untrusted files of any size and in any state.

Outputs of cells are never read. They are skipped before the size limit is applied, so that images
and tables do not make a submission too large.
"""

from __future__ import annotations

import json
import mmap
import re
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from classkit.engine.errors import escape_surrogates
from classkit.engine.untrusted_input import (
    BYTE_ORDER_MARK,
    describe_wide_text,
    find_json_damage,
    is_utf_16,
)

from .nbgrader_source import WORD, get_metadata, is_as_given

MAX_FILE_BYTES = 5_000_000
"""Maximum size of a notebook in bytes, excluding its outputs."""
MAX_WHOLE_BYTES = 300_000_000
"""Maximum size of a file in bytes, including its outputs."""
MAX_TOKENS = 8_000_000
"""Maximum number of brackets and strings read from one file."""
MAX_DEPTH = 200
"""Maximum depth of nested brackets."""
MAX_CELLS = 500
CELL_DEPTHS = (3, 5)
"""Depths of a cell's keys in format 4 and, because of worksheets, in format 3."""
SKIPPED_KEYS = {
    b'"outputs"': CELL_DEPTHS,
    b'"attachments"': CELL_DEPTHS,
    b'"widgets"': (2,),
}
"""Maps a key that grading does not need to the depths at which its value is skipped."""
SIGN_PATTERN = re.compile(rb'["{}\[\]]')
PLAIN_PATTERN = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+', re.DOTALL)
"""Matches everything up to the next bracket, without backtracking."""
VALUE_PATTERN = re.compile(rb"\s*:\s*(?=[\[{])")

TOO_LARGE_REASON = (
    f"the file is larger than {MAX_FILE_BYTES // 1_000_000} MB even without its outputs: ask for "
    "a copy with all outputs cleared and without the data or pictures that were pasted into its "
    "cells"
)
WHOLE_TOO_LARGE_REASON = (
    f"the file is larger than {MAX_WHOLE_BYTES // 1_000_000} MB: clear the outputs of all its "
    "cells and save it"
)

NotebookBytes: TypeAlias = "bytes | mmap.mmap"


class SubmittedNotebook(NamedTuple):
    """A submission as read: its cells and sheet, or the reason ``why`` it has no cells."""

    cells: list[dict[str, Any]]
    why: str = ""
    sheet: str = ""


class NotebookTooLarge(Exception):
    """Raised if a notebook without its outputs is too large, too deeply nested or too dense."""


def read_submission(path: Path) -> SubmittedNotebook:
    """Read a submission. If it has no cells, ``why`` contains the reason and the remedy."""
    try:
        if not path.is_file():
            return SubmittedNotebook([], "it is not a file")
        if path.stat().st_size > MAX_WHOLE_BYTES:
            return SubmittedNotebook([], WHOLE_TOO_LARGE_REASON)
        content = read_without_outputs(path)
    except OSError as error:
        return SubmittedNotebook([], f"the file cannot be read: {error.strerror or error}")
    except NotebookTooLarge:
        return SubmittedNotebook([], TOO_LARGE_REASON)
    try:
        book = json.loads(content.decode("utf-8").lstrip(BYTE_ORDER_MARK))
        cells = get_cells(book)
        if len(cells) > MAX_CELLS:
            return SubmittedNotebook(
                [], f"it has more than {MAX_CELLS} cells: ask for one without them"
            )
        sheet = escape_surrogates(str(get_metadata(book).get("sheet", "")))
        return SubmittedNotebook([read_cell(cell) for cell in cells], sheet=sheet)
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        return SubmittedNotebook([], explain_unreadable(content, error))


def read_without_outputs(path: Path) -> bytes:
    """Return the text of a file. For a large file, omit the outputs of its cells."""
    with path.open("rb") as file:
        content = file.read(MAX_FILE_BYTES + 1)
        if len(content) <= MAX_FILE_BYTES:
            return content
        if is_utf_16(content):
            return content[:100]
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as whole:
            return strip_outputs(whole)


def strip_outputs(text: NotebookBytes) -> bytes:
    """Return the text of a notebook with null in place of outputs, attachments and widgets.

    Skipped values are neither decoded nor stored. Raises NotebookTooLarge if the remaining text is
    too large.

    >>> strip_outputs(b'{"cells": [{"outputs": [{"data": "]}"}], "source": "x"}]}')
    b'{"cells": [{"outputs": null, "source": "x"}]}'
    """
    kept: list[bytes] = []
    size = at = start = depth = tokens = 0
    skipped_from: int | None = None
    while True:
        if skipped_from is not None and (plain := PLAIN_PATTERN.match(text, at)):
            at = plain.end()
        if (sign := SIGN_PATTERN.search(text, at)) is None:
            break
        tokens += 1
        begun, at, kind = sign.start(), sign.end(), sign[0]
        if kind == b'"':
            at = find_string_end(text, begun)
            is_skipped = skipped_from is None and depth in SKIPPED_KEYS.get(text[begun:at], ())
            if is_skipped and (value := VALUE_PATTERN.match(text, at)):
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
        if size + left > MAX_FILE_BYTES or tokens > MAX_TOKENS or depth > MAX_DEPTH:
            raise NotebookTooLarge
    if skipped_from is None:
        kept.append(text[start:])
    if size + len(kept[-1]) > MAX_FILE_BYTES:
        raise NotebookTooLarge
    return b"".join(kept)


def find_string_end(text: NotebookBytes, begun: int) -> int:
    """Return the position after the JSON string that begins at ``begun``.

    >>> find_string_end(rb'"a\\"b", 5', 0)
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


def get_cells(book: Any) -> list[Any]:
    """Return the cells of a notebook in format 4, or in format 3, which has worksheets."""
    if book["nbformat"] >= 4:
        cells = book["cells"]
    else:
        cells = [cell for sheet in book["worksheets"] for cell in sheet["cells"]]
    if not isinstance(cells, list):
        raise TypeError
    return cells


def read_cell(cell: Any) -> dict[str, Any]:
    """Return the type, text and grading id of a cell."""
    kind = cell["cell_type"]
    source = cell["input"] if kind == "code" and "source" not in cell else cell["source"]
    text = "".join(source) if isinstance(source, list) else source
    if not isinstance(text, str):
        raise TypeError
    grading = cell.get("metadata", {}).get("nbgrader", {})
    word = WORD if get_metadata(cell).get("answers") == [WORD] else ""
    return {
        "type": kind,
        "source": escape_surrogates(text),
        "grade_id": escape_surrogates(
            str(grading.get("grade_id", "") or word or cell.get("id", ""))
        ),
        "test": bool(grading.get("grade")) and not grading.get("solution"),
        "given": kind == "markdown" and is_as_given({**cell, "source": text}),
    }


def explain_unreadable(content: bytes, error: Exception) -> str:
    """Explain why a file is not a readable notebook, and suggest a remedy if there is one.

    >>> explain_unreadable(b'{"cells": [{"source": "a', ValueError("x"))
    'the file is not a notebook'
    """
    if is_utf_16(content):
        return f"the file {describe_wide_text(content)}, and mark it again"
    text = content.decode("utf-8", "replace").lstrip(BYTE_ORDER_MARK)
    if isinstance(error, json.JSONDecodeError) and "cells" in text:
        reason = find_json_damage(text, error)
        if reason:
            return f"the file {reason}, and mark it again"
    if isinstance(error, UnicodeDecodeError) and '"cells"' in text:
        return "the file is not in UTF-8: save it as UTF-8 in a text editor, and mark it again"
    if isinstance(error, json.JSONDecodeError) and '"cells"' in text:
        is_cut = error.msg.startswith("Unterminated") or error.pos >= len(text.rstrip()) - 1
        where = "it is truncated" if is_cut else f"its line {error.lineno} is damaged"
        return f"the notebook is incomplete, {where}: ask for the file again"
    return "the file is not a notebook"
