"""A student's work in one ZIP file, for servers without storage such as Binder."""

from __future__ import annotations

import base64
import io
import os
import zipfile
from pathlib import Path

from classkit.engine.errors import ClasskitError
from classkit.engine.serialization import write_atomic

from .match_lifecycle import build_record_file
from .page_view import PageView
from .wire_types import WorkData

NOTEBOOK_VARIABLE = "JPY_SESSION_NAME"
"""Environment variable in which a Jupyter server passes the path of a kernel's notebook."""
MAX_ZIP_BYTES = 3_000_000
"""Maximum size in bytes, because the file is sent over the page's connection."""

README_TEMPLATE = """Contents

{listed}

The match opens again with "Open a saved match" on any table of {title}, or in a notebook with
    classkit.load("{record}")
Seats have their letters as keys, and their own names in sentences: A is Ada. Names that people
typed are left out. The tables contain what {viewer} may know. Notebooks are included as last saved.
"""


def build_work_file(page_view: PageView) -> WorkData:
    """Return the match, its tables and its notebook as one ZIP file.

    Raises:
        ClasskitError: The file is too large to be sent to a page.
    """
    packed = build_zip(page_view, find_notebook())
    if len(packed) > MAX_ZIP_BYTES:
        raise ClasskitError(
            f"Your work is {len(packed) / 1e6:.1f} MB, more than the {MAX_ZIP_BYTES / 1e6:.0f} MB "
            "allowed for one download. Use Save this match, and download the notebook from the "
            "File menu."
        )
    record = build_record_file(page_view.controller)
    stem = record["name"].removesuffix(".classkit.json")
    return {
        "name": f"{stem}-my-work.zip",
        "base64": base64.b64encode(packed).decode(),
        "note": record["note"],
    }


def write_zip(page_view: PageView, path: Path) -> Path:
    """Write the ZIP file to disk and return its path, which gets the suffix ".zip" if needed.

    An existing file is replaced only after the new one is complete.

    Raises:
        ClasskitError: The file cannot be written.
    """
    path = path if path.suffix == ".zip" else path.with_name(path.name + ".zip")
    try:
        write_atomic(path, build_zip(page_view, find_notebook()))
    except OSError as error:
        raise ClasskitError(f"{path} cannot be written: {error.strerror or error}.") from None
    return path


def find_notebook() -> Path | None:
    """Return the path of this kernel's notebook if it is known and not too large, else None."""
    told = os.environ.get(NOTEBOOK_VARIABLE, "")
    path = Path(told)
    if not told or path.suffix != ".ipynb":
        return None
    found = next((p for p in (path, Path(path.name)) if p.is_file()), None)
    return found if found is not None and found.stat().st_size <= MAX_ZIP_BYTES else None


def build_zip(page_view: PageView, notebook: Path | None) -> bytes:
    """Return the content of the ZIP file. It has no dates, so equal work gives equal bytes."""
    from classkit.frames.columns import PREDICTIONS
    from classkit.frames.file_export import (  # imported only when needed
        build_tables,
        list_columns,
        sheet_rows,
        to_csv,
    )
    from classkit.frames.history_tables import history_table

    match, seen_as = page_view.match, page_view.seen_as
    record = build_record_file(page_view.controller)
    files: dict[str, str | bytes] = {record["name"]: record["text"]}
    listed = [f"{record['name']}: the match"]
    rows = {**build_tables(match, seen_as, names=False), **sheet_rows(match, seen_as)}
    rows["figures"] = history_table(match, seen_as)
    for name, some in rows.items():
        files[f"tables/{name}.csv"] = to_csv(some)
    expected = page_view.prediction_rows()
    if expected:
        files["tables/predictions.csv"] = to_csv(expected)
        listed.append(
            "tables/predictions.csv: predictions of the class, and their outcomes; the answers "
            f"are in {record['name']} too, with the names that people entered"
        )
    more = {"predictions": PREDICTIONS} if expected else {}
    files["tables/columns.csv"] = to_csv(list_columns(match, seen_as, more))
    listed.append(
        "tables: its history, ledger, events and answers, and its figures with a row for each "
        "turn, for a spreadsheet; columns.csv describes each column"
    )
    if notebook is not None:
        files[notebook.name] = notebook.read_bytes()
        listed.append(f"{notebook.name}: your notebook")
    viewer = f"seat {seen_as}" if seen_as in match.seats else seen_as
    files["read-me.txt"] = README_TEMPLATE.format(
        listed="\n".join(f"- {line}" for line in listed),
        title=match.game.title,
        record=record["name"],
        viewer=f"the {viewer}" if viewer == "instructor" else viewer,
    )
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return whole.getvalue()
