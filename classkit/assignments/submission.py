"""A submission: a stranger's notebook, read with care and run in isolation."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError, encodable, shorten

from .names import read_word
from .plain import one_line
from .remarks import folded
from .running import Limits, NotRun, sit
from .source import OPENS, WHOSE, WORD, Asked, Source, metadata, text_of

FILE_MAX = 5_000_000
CELLS_MAX = 500
TOO_LARGE = (
    f"the file is larger than {FILE_MAX // 1_000_000} MB: clear the outputs of all its cells and "
    "save it"
)


REACHES = re.compile(
    r"\b(?:open_key|AnswerKey|Drawer|open_drawer|plan_of|draw_until|asker_of|"
    r"assignments\.(?:bank|key|sheets|tries|exam))\b|/proc/"
)
"""Matches what no answer needs: the ways to the answer key, which is not there."""
BORROWS = re.compile(r"\bgames\.\w+(?:\.| import )bots\b|\.policies\b|\.bots\(\)")
"""Matches the ways to the game's own bots, which would answer in place of a student's policy."""
SUSPECT = {REACHES: "looks for the answer key", BORROWS: "uses a bot of the game"}
"""Pattern -> what a remark says of such code. It is meant for teachers and not for gradebooks."""


@dataclass
class Handed:
    """A submission's contents: answers by name, texts by cell, code by cell, and remarks.

    ``own`` has the code of other cells of the student's own that were run: of those above an answer
    under its id, and of those below all answers under "".
    ``problem`` tells why it could not be read or run, if so; nobody then knows that the student is
    to blame for what is missing.
    """

    answers: dict[str, Any] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    code: dict[str, str] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    problem: str = ""


class Notebook(NamedTuple):
    """A submission as read: its cells, or why there are none, and the sheet that it names."""

    cells: list[dict[str, Any]]
    why: str = ""
    sheet: str = ""


def read_submission(path: Path) -> Notebook:
    """Read a submission; without cells ``why`` gives the reason."""
    try:
        if not path.is_file():
            return Notebook([], "it is not a file")
        if path.stat().st_size > FILE_MAX:
            return Notebook([], TOO_LARGE)
        book = json.loads(path.read_text(encoding="utf-8-sig"))  # some editors mark their UTF-8
        cells = book["cells"]
        if book["nbformat"] < 4 or not isinstance(cells, list) or len(cells) > CELLS_MAX:
            return Notebook([], "it is not a notebook of the present format")
        sheet = encodable(str(metadata(book).get("sheet", "")))
        return Notebook([read_cell(cell) for cell in cells], sheet=sheet)
    except OSError as error:
        return Notebook([], f"the file cannot be read: {error.strerror or error}")
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return Notebook([], "the file is not a notebook")


def read_cell(cell: Any) -> dict[str, Any]:
    """Return what matters of a cell: its type, its text, and its id for grading."""
    source = cell["source"]
    text = "".join(source) if isinstance(source, list) else source
    if not isinstance(text, str):
        raise TypeError
    grading = cell.get("metadata", {}).get("nbgrader", {})
    word = WORD if metadata(cell).get("answers") == [WORD] else ""
    return {
        "type": cell["cell_type"],
        "source": encodable(text),
        "grade_id": encodable(str(grading.get("grade_id", "") or word or cell.get("id", ""))),
        "test": bool(grading.get("grade")) and not grading.get("solution"),
    }


def hand_in(book: Notebook, source: Source, limits: Limits) -> Handed:
    """Run a submission. Return a result whatever it does."""
    if why := book.why or why_not_of(book, source):
        return Handed(problem=why)
    handed = Handed()
    paper = cells_to_run(book, source, handed)
    try:
        handed.answers, remarks = sit(paper, source.exam, limits)
        handed.remarks += remarks
    except NotRun as error:
        handed.problem = str(error)
    else:
        handed.problem = why_not_with_its_word(handed, source)
        handed.remarks += without_value(handed, source)
        handed.remarks = folded(handed.remarks)
    return handed


def cells_to_run(book: Notebook, source: Source, handed: Handed) -> list[dict[str, Any]]:
    """Return the cells to run, each with the answers that it gives; note texts, code and remarks.

    What counts is what the check of an answer reads: its own cell, a copy of that cell, and cells
    that the student has added, as far as they stand above the check. The last of them counts. Of
    texts, which a person reads, all count.
    """
    asked = {one.grade_id: one for one in source.asked}
    paper: list[dict[str, Any]] = []
    seen: Counter[str] = Counter()
    waiting: Asked | None = None  # an answer whose check has not come yet
    between: list[str] = []  # code of the student's own since the last answer
    given = {text_of(cell) for cell in source.book["cells"]}
    checks = source.checks
    for number, cell in enumerate(book.cells, start=1):
        one = asked.get(cell["grade_id"])
        if one is not None:
            seen[one.grade_id] += 1
            note_own(handed, one.grade_id, between)
            if one.by_hand:
                note_text(handed, one.grade_id, cell["source"])
            elif seen[one.grade_id] > 1:
                one = None  # a copy is a cell of the student's own
            else:
                handed.code[one.grade_id] = cell["source"]
        is_check = cell["test"] or cell["grade_id"] in checks
        if one is not None or is_check or is_settled(waiting, cell):
            waiting = one
        if cell["type"] != "code" or is_check or (one is not None and one.by_hand):
            continue
        if cell["source"] in source.shown:
            continue
        where = one.grade_id if one else f"cell {number}"
        handed.remarks += suspicions(cell["source"], where)
        read = one
        if one is None and cell["source"] not in given:
            own = f"# {where}\n{cell['source']}"
            if waiting is None:
                between.append(own)
            else:
                read = waiting  # it may set what the check below it reads
                above = handed.code.get(waiting.grade_id, "")
                handed.code[waiting.grade_id] = f"{above}\n\n{own}"
        paper.append(
            {
                "id": where,
                "source": cell["source"],
                "answers": list(read.answers) if read else [],
                "contest": read.contest if read else "",
            }
        )
    note_own(handed, "", between)
    handed.remarks += [
        f"{grade_id} is there {times(count)}; {COUNTS[asked[grade_id].by_hand]}"
        for grade_id, count in seen.items()
        if count > 1
    ]
    missing = [grade_id for grade_id in asked if grade_id not in seen]
    if missing:
        handed.remarks.append(f"missing: {', '.join(missing)}")
    return paper


COUNTS = {
    False: "the last one above its check that gives an answer counts",
    True: "all of its texts are given to be read",
}
"""Whether an answer is read by the teacher -> what counts of it if it is there several times."""


def times(count: int) -> str:
    """Say how many times.

    >>> times(2), times(3)
    ('twice', '3 times')
    """
    return "twice" if count == 2 else f"{count} times"


def note_own(handed: Handed, below: str, code: list[str]) -> None:
    """Note the code of the student's own cells above an answer, and empty the list."""
    if code:
        above = [handed.own[below]] if below in handed.own else []
        handed.own[below] = "\n\n".join([*above, *code])
        code.clear()


def note_text(handed: Handed, grade_id: str, text: str) -> None:
    """Note a text to be read, below what was written in another copy of its cell."""
    above = handed.texts.get(grade_id)
    if above is None:
        handed.texts[grade_id] = text
    elif text not in above:
        handed.texts[grade_id] = f"{above}\n\n{text}"


def is_settled(waiting: Asked | None, cell: dict[str, Any]) -> bool:
    """Return True where a sheet is opened: the name and the word above have been read then."""
    return (
        waiting is not None
        and WHOSE.issuperset(waiting.answers)
        and OPENS.search(cell["source"]) is not None
    )


def why_not_with_its_word(handed: Handed, source: Source) -> str:
    """Return why a submission is not marked with the word of the day; empty if it is.

    One without any answer loses nothing by another word.
    """
    if not source.has_word or not handed.answers.keys() - WHOSE:
        return ""
    try:
        word = read_word(handed.answers.get("word") or "")
    except ClasskitError:
        return "it was sat without the word of the day, so nobody knows its numbers"
    if word in source.words:
        return ""
    return (
        f"it was sat with the word {shorten(handed.answers['word'])} and not with "
        f"{' or '.join(map(repr, source.words))}: if that is all right, give it as a --word too"
    )


def without_value(handed: Handed, source: Source) -> list[str]:
    """Return remarks on code that ran and gave its answer no value, such as another name one."""
    spoken = {remark.partition(":")[0] for remark in handed.remarks}
    return [
        f"{one.grade_id}: its code gives {name} no value"
        for one in source.asked
        for name in one.answers
        if name not in handed.answers
        and one.grade_id not in spoken
        and is_more_than_none(handed.code.get(one.grade_id, ""), name)
    ]


def is_more_than_none(code: str, name: str) -> bool:
    """Return True if code does more than the cell that was handed out, which gives None.

    >>> is_more_than_none("cost = None\\n# Write your answer above.", "cost")
    False
    >>> is_more_than_none("cots = 300_000", "cost")
    True
    """
    lines = (line.partition("#")[0].strip() for line in code.splitlines())
    return any(line and line != f"{name} = None" for line in lines)


def suspicions(code: str, where: str) -> list[str]:
    """Return remarks on code that may not be a student's own work.

    >>> suspicions("from classkit.games.economy.bots import Raider", "answer-policy")
    ['answer-policy: uses a bot of the game (games.economy.bots): read its code before you give \
its points']
    """
    return [
        f"{where}: {said} ({', '.join(found)}): read its code before you give its points"
        for pattern, said in SUSPECT.items()
        if (found := dict.fromkeys(pattern.findall(code)))
    ]


def why_not_of(book: Notebook, source: Source) -> str:
    """Return why a notebook does not belong to an assignment; empty if it does."""
    if book.sheet and book.sheet != source.sheet:
        if is_homework(book.sheet) and is_homework(source.sheet):
            return "it is the homework on another match"
        return one_line(f"it is the notebook of {book.sheet} under this name")
    there = {cell["grade_id"] for cell in book.cells}
    if not {one.grade_id for one in source.asked} & there:
        return "none of the cells to be answered are in it"
    if source.has_word and WORD not in there:
        return (
            "this is not the sheet of the day, or its cell for the word is gone: look at it before "
            "you mark it"
        )
    if not source.has_word and WORD in there:
        return "its numbers are drawn from a word of the day: mark it with --word WORD"
    return ""


def is_homework(sheet: str) -> bool:
    """Return True for the sheet of a homework."""
    return sheet.startswith("homework-")
