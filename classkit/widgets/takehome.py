"""All of somebody's work in one file to take along, for servers that forget, such as Binder."""

from __future__ import annotations

import base64
import io
import os
import zipfile
from pathlib import Path

from classkit.engine.errors import ClasskitError
from classkit.engine.record import write_whole

from .records import record_for_page
from .shapes import Work
from .sight import Sight

NOTEBOOK = "JPY_SESSION_NAME"
"""The variable in which a Jupyter server names a kernel's notebook."""
LARGEST = 3_000_000
"""The most that is taken along, in bytes: it travels through the page's own connection."""

READ_ME = """What is in here

{listed}

The match opens again with "Open a saved match" on any table of {title}, or in a notebook with
    classkit.load("{record}")
Seats go by their letters; names stay where they were typed. The tables hold what
{viewer} may know. A notebook is here as it was last saved.
"""


def work_for_page(sight: Sight) -> Work:
    """Return the match, its tables and the notebook it is played in, as one ZIP file.

    ClasskitError if it is larger than a page can be sent.
    """
    packed = pack(sight, notebook())
    if len(packed) > LARGEST:
        raise ClasskitError(
            f"Your work has {len(packed) / 1e6:.1f} MB, more than the {LARGEST / 1e6:.0f} MB that "
            "can be taken along at once. Use Save this match, and download the notebook from the "
            "menu File."
        )
    record = record_for_page(sight.desk)
    stem = record["name"].removesuffix(".classkit.json")
    return {
        "name": f"{stem}-my-work.zip",
        "base64": base64.b64encode(packed).decode(),
        "note": record["note"],
    }


def write_work(sight: Sight, path: Path) -> Path:
    """Write the same ZIP file to a disk; what was there stays until all is written."""
    path = path if path.suffix == ".zip" else path.with_name(path.name + ".zip")
    try:
        write_whole(path, pack(sight, notebook()))
    except OSError as error:
        raise ClasskitError(f"{path} cannot be written: {error.strerror or error}.") from None
    return path


def notebook() -> Path | None:
    """Return the notebook this kernel belongs to, where the server has told it."""
    told = os.environ.get(NOTEBOOK, "")
    path = Path(told)
    if not told or path.suffix != ".ipynb":
        return None
    found = next((p for p in (path, Path(path.name)) if p.is_file()), None)
    return found if found is not None and found.stat().st_size <= LARGEST else None


def pack(sight: Sight, notebook: Path | None) -> bytes:
    """Return the files as a ZIP; the same bytes for the same work."""
    from classkit.frames.columns import PREDICTIONS
    from classkit.frames.export import columns_of, sheet_rows, tables, to_csv  # when asked for
    from classkit.frames.history import history_table

    match, seen_as = sight.match, sight.seen_as
    record = record_for_page(sight.desk)
    files: dict[str, str | bytes] = {record["name"]: record["text"]}
    listed = [f"{record['name']}: the match"]
    rows = {**tables(match, seen_as, names=False), **sheet_rows(match, seen_as)}
    rows["figures"] = history_table(match, seen_as)
    for name, some in rows.items():
        files[f"tables/{name}.csv"] = to_csv(some)
    expected = sight.prediction_rows()
    if expected:
        files["tables/predictions.csv"] = to_csv(expected)
        listed.append(
            "tables/predictions.csv: what the class expected, and what came; the answers are in "
            f"{record['name']} too, with the names that were typed to them"
        )
    more = {"predictions": PREDICTIONS} if expected else {}
    files["tables/columns.csv"] = to_csv(columns_of(match, seen_as, more))
    listed.append(
        "tables: its history, ledger, events and answers, and its figures with a row for each "
        "turn, for a spreadsheet; columns.csv says what each column means"
    )
    if notebook is not None:
        files[notebook.name] = notebook.read_bytes()
        listed.append(f"{notebook.name}: your notebook")
    viewer = f"seat {seen_as}" if seen_as in match.seats else seen_as
    files["read-me.txt"] = READ_ME.format(
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
