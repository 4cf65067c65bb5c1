"""The two notebooks of a homework: one for students, one with the answers for the teacher."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat

from classkit.assignments.question import Question
from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match
from classkit.engine.record import write_whole
from classkit.widgets.records import TELLS_ALL

from .packing import packed
from .past import Past
from .story import escaped, story
from .work import Homework

CHARTS = 3
STUDENT, TEACHER = "homework", "homework-teacher"


def notebooks(match: Match, *, names: bool = False) -> dict[str, str]:
    """Return the text of both notebooks: {"homework": ..., "homework-teacher": ...}.

    Seats go by their letters unless ``names`` is set. Raises ClasskitError if nothing has been
    played yet.
    """
    if match.turn < 2:
        raise ClasskitError(
            "There is nothing to ask about yet: play some turns, then make a homework of them."
        )
    work = Homework(match, names)
    made = {}
    for kind in (STUDENT, TEACHER):
        book = nbformat.v4.new_notebook(cells=list(cells(work, names, kind == TEACHER)))
        book.metadata["kernelspec"] = KERNEL
        book.metadata["language_info"] = {"name": "python"}
        for number, cell in enumerate(book.cells):
            cell["id"] = f"cell-{number}"  # the same match makes the same notebook
        nbformat.validate(book)
        made[kind] = nbformat.writes(book) + "\n"
    return made


KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
OPEN = "from classkit.assignments.homework import open_homework\n\nwork = open_homework(MATCH)"


def write_homework(
    match: Match, folder: Path, stem: str, *, names: bool = False, over: bool = False
) -> list[Path]:
    """Write ``STEM-homework.ipynb`` and ``STEM-homework-teacher.ipynb``. Return the paths.

    An existing file may hold somebody's work: it is replaced only with ``over``.
    """
    targets = {
        folder / f"{stem}-{kind}.ipynb": text
        for kind, text in notebooks(match, names=names).items()
    }
    there = [path for path in targets if path.exists()]
    if there and not over:
        raise ClasskitError(
            f"{there[0]} exists already, perhaps with somebody's work in it. Move it away, "
            "choose another folder, or use --force to overwrite it."
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in targets.items():
            write_whole(path, text.encode())
            path.chmod(0o644)  # to be handed on
    except OSError as error:
        raise ClasskitError(f"Could not write into {folder}: {error.strerror or error}.") from error
    return list(targets)


def for_page(match: Match) -> dict[str, Any]:
    """Return both notebooks as one ZIP file to download: ``{"name", "base64", "note"}``."""
    stem = f"{match.game.name}-turn-{match.turn}"
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for kind, text in notebooks(match).items():
            name = zipfile.ZipInfo(f"{stem}-{kind}.ipynb")
            archive.writestr(name, text, zipfile.ZIP_DEFLATED)
    secret = match.game.has_secrets(match.table)
    return {
        "name": f"{stem}-homework.zip",
        "base64": base64.b64encode(whole.getvalue()).decode(),
        "note": "The notebook called teacher has the answers."
        + (f" {TELLS_ALL}" if secret else ""),
    }


# --- cells ---------------------------------------------


def cells(work: Homework, names: bool, teacher: bool) -> Iterator[Any]:
    """Yield all cells in order."""
    past = Past(work.played, names)
    yield markdown(head(past, teacher))
    yield hidden(f'MATCH = """\n{packed(work.played)}\n"""')
    yield code(OPEN)
    yield markdown("## What happened")
    for chapter in story(past):
        yield markdown(chapter)
    yield markdown("## The same in charts")
    for key in charts(past):
        yield code(f'work.chart("{key}")')
    yield markdown(DATA)
    yield code("work.ledger.head()")
    yield markdown("## Five questions")
    for number, key in enumerate(work.plan.makers, start=1):
        yield from question_cells(work, number, key, teacher)
    yield markdown(reflection())
    yield markdown(FOR_THE_TEACHER if teacher else "*Your answer, in half a page.*")


def question_cells(work: Homework, number: int, key: str, teacher: bool) -> Iterator[Any]:
    """Yield a question, the place for its answer, and the check."""
    question: Question = work.ask(key)
    form = escaped(question.kind.form)
    yield markdown(f"**Question {number}.** {escaped(question.text)}\n\n*Answer with {form}.*")
    name = f"answer_{number}"
    value = f'work.answer("{key}")' if teacher else "None  # your answer"
    yield code(f'{name} = {value}\nwork.check("{key}", {name})')
    if teacher:
        yield markdown(f"*For the teacher.* {escaped(question.worked)}")


def head(past: Past, teacher: bool) -> str:
    """Return the title and the instructions."""
    match, say = past.match, past.say
    seats = say.listing([say.seat(seat) for seat in past.seats])
    outcome = (
        f"{match.turn} turns, won by {say.listing([say.seat(s) for s in match.winners])}"
        if match.winners
        else (
            f"{match.turn} turns, which nobody won"
            if match.is_over
            else f"as it stood in turn {match.turn}"
        )
    )
    title = "Homework, the teacher's version" if teacher else "Homework"
    return (
        f"# {title}: a match of {escaped(match.game.title)}\n\n"
        f"A match of {escaped(seats)}, {escaped(outcome)}. "
        f"Source of the game: {escaped(match.game.authors)}.\n\n"
        "Run the cells from the top. Read what happened, look at the charts, then answer the "
        "questions: put your answer in place of `None`, run the cell, and it tells you at once "
        "whether it is right."
    )


DATA = (
    "## The same as data\n\n"
    "`work.history` has the figures after each turn, `work.ledger` every transfer, `work.events` "
    "all that happened, `work.answers` every answer; each is a pandas frame, and "
    '`.attrs["columns"]` says what its columns mean, `work.history.attrs["figures"]` what each '
    "figure counts, in which unit and over which time."
)
FOR_THE_TEACHER = (
    "*For the teacher.* No answer is the right one here. Give points for a decision that is "
    "really in the record, for a prediction that follows from the rules with their clauses, and "
    "for saying what would have to be known to be sure; none for who won."
)


def reflection() -> str:
    """Return the task to write about one decision of this match."""
    return (
        "**To write.** Choose one answer in `work.answers` that was not forced and that you "
        "would have given otherwise. What would have changed in the next round, for whom, and "
        "under which clauses? What can you not know? "
        "(`work.played.fork().goto(turn=...)` lets you try.)"
    )


def charts(past: Past) -> list[str]:
    """Return the keys of the first charts that run over turns."""
    plans = past.match.game.charts_of(past.match.table)
    return [chart.key for chart in plans if not chart.now and chart.kind != "heat_map"][:CHARTS]


def markdown(text: str) -> Any:
    return nbformat.v4.new_markdown_cell(text)


def code(text: str) -> Any:
    return nbformat.v4.new_code_cell(text)


def hidden(text: str) -> Any:
    """Return a collapsed cell that nobody needs to read."""
    cell = code(text)
    cell.metadata["jupyter"] = {"source_hidden": True}
    cell.metadata["tags"] = ["match-of-this-homework"]
    return cell
