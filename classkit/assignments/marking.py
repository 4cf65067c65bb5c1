"""Marking a folder of submissions: run each one apart, let nbgrader mark it, write one CSV.

A second process, which never runs a line of the student's code, gives the marks: nbgrader's
autograder gets the students' version of the notebook with the answers written in as literals. So
nothing that a submission redefines reaches a test, and no submission sees the hidden tests.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unicodedata import normalize

from classkit.engine.errors import ClasskitError
from classkit.filenames import legible
from classkit.frames.export import to_csv, write

from .answers import READ_AS
from .collecting import hand_in_of, handed_in_at, is_visible
from .gradebooks import as_csv, gradebooks
from .grading import Course, Mark
from .handed import Handed
from .lateness import Due
from .marked import Marked, reasons
from .marks_page import page
from .names import read_student, read_word, student_of
from .plain import literal
from .running import Limits
from .source import STUDENT, WORD, Source, id_of, metadata, text_of

CODE_SHOWN_MAX = 20_000


def grade(
    folder: Path,
    source: Source,
    to: Path,
    *,
    limits: Limits | None = None,
    at_once: int = 1,
    column: str = "",
    due: Due | None = None,
    tell: Callable[[Marked], None] | None = None,
) -> list[Marked]:
    """Mark all submissions of an assignment, write ``to/NAME.csv``, and return the results.

    Beside it stand ``NAME-reasons.csv`` with the reason for every point lost, ``NAME.html``, a page
    with all of it, and the files that Moodle, Canvas and Blackboard import. In these ``column`` is
    the heading of the points, NAME if it is empty. What is handed in after it was ``due`` has its
    lateness in a column, and loses what that costs from its total.

    ``folder`` has one folder for each student, named after the student, with the notebook in it.
    ``to`` becomes a course folder of nbgrader, whose formgrader shows the answers to be read. Until
    all are marked, finished ones are kept in ``to/NAME.part.csv``: if marking breaks off, neither
    they nor the CSV of an earlier marking are lost.
    """
    if not folder.is_dir():
        raise ClasskitError(f"There is no folder {folder} of submissions.")
    if source.has_word and not source.words:
        raise ClasskitError(
            f"{source.name} draws its numbers from a word of the day: say which one you gave out, "
            "with --word WORD."
        )
    folder, to = folder.resolve(), to.resolve()
    if to.is_relative_to(folder):
        raise ClasskitError(
            f"The marks cannot go into {to}: folders in {folder} are taken for students. Name one "
            "outside it."
        )
    students = sorted(path for path in folder.iterdir() if path.is_dir() and is_visible(path.name))
    if not students:
        raise ClasskitError(
            f"{folder} holds no folders: one for each student is expected, named after the "
            f"student, with {source.name}.ipynb in it."
        )
    results: list[Marked] = []
    part = to / f"{source.name}.part.csv"
    names = safe_names([legible(path.name) for path in students])

    def run(path: Path) -> Handed:
        try:
            return hand_in_of(path, source, limits or Limits())
        except OSError as error:
            return Handed(problem=f"it could not be marked on this machine: {error}")

    with Course(to) as course, ThreadPoolExecutor(at_once) as pool:
        release = json.loads(course.release(source).read_text(encoding="utf-8"))
        nothing = graded(release)
        for path, name, handed in zip(students, names, pool.map(run, students), strict=True):
            result = Marked(legible(path.name), nothing, handed.remarks, handed.problem)
            result.absent = "" if result.problem else handed.absent
            result.word = word_typed(handed) if source.words else None
            result.late = None if due is None else ""
            if due is not None and result.is_marked:
                late = due.late(handed_in_at(path, source))
                result.late, result.kept = due.in_words(late), due.kept(late)
            if result.is_marked:
                mark(result, handed, release, source, course, name)
            results.append(result)
            write(part, to_csv([one.row() for one in results]))
            if tell is not None:
                tell(result)
    part.replace(to / f"{source.name}.csv")
    write(to / f"{source.name}-reasons.csv", to_csv(reasons(results)))
    write(to / f"{source.name}.html", page(source.name, results))
    for system, rows in gradebooks(results, column or source.name).items():
        write(to / f"{source.name}-{system}.csv", as_csv(rows))
    return results


def mark(
    result: Marked, handed: Handed, release: dict[str, Any], source: Source, course: Course,
    name: str,
) -> None:  # fmt: skip
    """Let nbgrader mark the answers, under the name by which it knows the student."""
    message = other_student(handed.answers.get("student"), result.student)
    if message and handed.code:
        result.remarks.append(message)
    where = course.submission(source, name)
    paper = paper_of(release, source, handed)
    read = course.read_by_hand(source, name)
    same = read & unchanged(where, paper)
    where.write_text(json.dumps(paper), encoding="utf-8")
    try:
        result.marks = course.autograde(source, name, same, handed.doubts)
    except ClasskitError as error:
        result.problem = str(error)
    else:
        result.remarks += [
            f"{mark.grade_id}: {mark.reason} Give its points by hand."
            for mark in result.marks
            if mark.is_open
        ]
        result.remarks += [
            f"{mark.grade_id}: {mark.reason}"
            for mark in result.marks
            if mark.points and READ_AS in mark.reason
        ]
        if anew := sorted(read - same):
            result.remarks.append(f"handed in again since it was read: {', '.join(anew)}")


def graded(release: dict[str, Any]) -> list[Mark]:
    """Return the graded cells of an assignment with no points yet."""
    found = [cell["metadata"].get("nbgrader", {}) for cell in release["cells"]]
    return [Mark(one["grade_id"], 0.0, float(one["points"]), False) for one in found
            if one.get("grade")]  # fmt: skip


def unchanged(where: Path, paper: dict[str, Any]) -> set[str]:
    """Return the graded cells that have not changed since the last marking."""
    try:
        before = cells_of(json.loads(where.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return set()
    now = cells_of(paper)
    texts = {key for key, (kind, _) in now.items() if kind == "markdown"}
    same = {key for key in texts if before.get(key) == now[key]}
    if all(before.get(key) == now[key] for key in now.keys() - texts):
        same |= now.keys() - texts
    return same


def cells_of(paper: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Return the cells that are marked, or that marks depend on: id -> type and text."""
    return {
        name: (cell["cell_type"], text_of(cell)) for cell in paper["cells"] if (name := id_of(cell))
    }


def safe_names(students: list[str]) -> list[str]:
    """Return a name for each student that nbgrader can use, all of them different.

    >>> safe_names(["ada", "bo b", "bo+b"])
    ['ada', 'bo_b', 'bo_b_2']
    """
    names: list[str] = []
    for student in students:
        base = name = re.sub(r"[^\w.-]", "_", student)
        number = 1
        while name in names:
            number += 1
            name = f"{base}_{number}"
        names.append(name)
    return names


def other_student(typed: Any, student: str) -> str:
    """Return a remark if the numbers were drawn for somebody else.

    >>> other_student("Ada", "ada"), other_student("", "ada")
    ('', 'answered with the numbers of the class')
    >>> other_student("bo", "ada")
    "answered with the numbers of 'bo'"
    >>> other_student("Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "Zoe\N{COMBINING DIAERESIS}")
    ''
    """
    name = read_student(student_of(typed))
    if not name:
        return "answered with the numbers of the class"
    wanted = " ".join(student.split()).lower()
    same = normalize("NFC", name) == normalize("NFC", wanted)  # macOS splits off accents
    return "" if same else f"answered with the numbers of {name[:60]!r}"


def paper_of(release: dict[str, Any], source: Source, handed: Handed) -> dict[str, Any]:
    """Return the students' version with the answers written in as literals, and with the texts.

    Code is shown as text and never run: the code of an answer below it, and that of a student's own
    cells above the next answer, or at the end.
    """
    asked = {one.grade_id: one for one in source.asked}
    cells: list[dict[str, Any]] = []
    for cell in release["cells"]:
        if metadata(cell).get("look"):
            continue
        one = asked.get(id_of(cell))
        if one is not None and (own := handed.own.get(one.grade_id)):
            cells.append(shown(f"{one.grade_id[:50]}-above", "Own cells, as handed in", own))
        cells.append(cell := {**cell})
        if one is None:
            continue
        if one.by_hand:
            written = handed.texts.get(one.grade_id)
            cell["source"] = text_of(cell) if written is None else harmless(written)
        else:
            given = [literal(name, answer_of(handed, name, source)) for name in one.answers]
            cell["source"] = "\n".join(given)
        if code := handed.code.get(one.grade_id, "").strip():
            cells.append(shown(f"{one.grade_id[:50]}-handed", "As handed in", code))
    if own := handed.own.get(""):
        cells.append(shown("end-handed", "Own cells below all answers, as handed in", own))
    return {**release, "cells": cells}


def shown(name: str, head: str, code: str) -> dict[str, Any]:
    """Return a cell that shows code to be read; it says so if it does not show all of it.

    >>> print(shown("x", "As handed in", "ends = 7")["source"])
    As handed in:
    <BLANKLINE>
    ~~~python
    ends = 7
    ~~~
    """
    fence = "~" * (3 + longest_run(code, "~"))
    text = f"{head}:\n\n{fence}python\n{code[:CODE_SHOWN_MAX]}\n{fence}"
    if (left := len(code) - CODE_SHOWN_MAX) > 0:
        text += f"\n\n**Cut: read the other {left:,} characters in what was handed in.**"
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}


def harmless(text: str) -> str:
    """Make a stranger's Markdown safe for the teacher's browser without changing its words.

    It loses tags, pictures, and links other than visible addresses: a click on a link could run a
    script, and a picture would tell another server who is reading. Commands in formulas that make
    links stop working too.

    >>> shown = harmless("[see](javascript:go) <b> $\\\\href{x}{y}$ `row['A']`")
    >>> shown.replace(GAP, "|")
    "[see]|(javascript:go) &lt;b> $\\\\|href{x}{y}$ `row['A']`"
    """
    text = re.sub(r"\](?=\s*[(\[:])", "]" + GAP, text.replace("<", "&lt;"))
    return re.sub(rf"\\(?={LINKING})", lambda found: found[0] + GAP, text)


GAP = "\N{ZERO WIDTH SPACE}"
LINKING = (
    "(?:href|url|html|style|class|cssId|data|mmlToken|bbox|includegraphics|require|csname|"
    "def|let|(?:re)?new(?:command|environment)|providecommand|unicode)"
)
"""Matches commands in formulas that make links, styles, attributes or pictures, or new commands."""


def answer_of(handed: Handed, name: str, source: Source) -> Any:
    """Return an answer as it is marked; without a name it uses the numbers of the class.

    The word of the day is the one that was given out: a submission with answers has no other.
    """
    value = handed.answers.get(name)
    if name == WORD:
        return word_of(value, source.words)
    return student_of(value) if name == STUDENT else value


def word_typed(handed: Handed) -> str:
    """Return the word that a submission was sat with; empty if it names none.

    >>> word_typed(Handed({"word": "Lantern "})), word_typed(Handed())
    ('lantern', '')
    """
    try:
        return read_word(handed.answers.get(WORD) or "") or ""
    except ClasskitError:
        return ""


def word_of(typed: Any, words: tuple[str, ...]) -> str:
    """Return the word that was typed if it was given out, or else the first that was.

    >>> word_of("Lantern ", ("harbour", "lantern")), word_of(None, ("harbour", "lantern"))
    ('lantern', 'harbour')
    """
    try:
        word = read_word(typed)
    except ClasskitError:
        word = None
    return word if word in words else words[0]


def longest_run(text: str, sign: str) -> int:
    """Return the length of the longest run of a character.

    >>> longest_run("a~~b~", "~")
    2
    """
    return max((len(run) for run in re.findall(f"{sign}+", text)), default=0)
