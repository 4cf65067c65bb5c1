"""A submission: a stranger's notebook, read with care and run in isolation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from classkit.engine.errors import ClasskitError, shorten

from .doubts import doubts_of
from .handed import NO_TEXT, Handed, is_blank, is_more_than_none, note_own, note_text
from .layout import Layout
from .names import read_word
from .nbgrading import TEXT_STUB
from .notebook_file import CONFLICT, CONFLICTING, Notebook
from .plain import one_line
from .remarks import folded
from .running import Limits, NotRun, sit
from .source import HOLDS_MATCH, WHOSE, WORD, Asked, Source, squeezed, text_of

REACHES = re.compile(
    r"\b(?:open_key|AnswerKey|Drawer|open_drawer|plan_of|draw_until|asker_of|"
    r"assignments\.(?:bank|key|sheets|tries|exam))\b|/proc/"
)
"""Matches what no answer needs: the ways to the answer key, which is not there."""
BORROWS = re.compile(r"\bgames\.\w+(?:\.| import )bots\b|\.policies\b|\.bots\(\)")
"""Matches the ways to the game's own bots, which would answer in place of a student's policy."""
SUSPECT = {REACHES: "looks for the answer key", BORROWS: "uses a bot of the game"}
"""Pattern -> what a remark says of such code. It is meant for teachers and not for gradebooks."""


def hand_in(book: Notebook, source: Source, limits: Limits) -> Handed:
    """Run a submission. Return a result whatever it does."""
    layout = Layout(book.cells, source)
    if why := book.why or why_not_of(book, layout):
        return Handed(problem=why)
    handed = Handed()
    paper = cells_to_run(layout, handed)
    names = [name for one in source.asked for name in one.answers]
    try:
        run = sit(paper, source.exam, limits, names)
    except NotRun as error:
        handed.problem = str(error)
        return handed
    handed.answers = run.answers
    handed.remarks += run.remarks
    handed.problem = why_not_with_its_word(handed, source)
    handed.remarks += [*without_value(handed, source), *missing_cells(layout, handed)]
    handed.remarks = folded(handed.remarks)
    handed.doubts = doubts_of(layout, handed, run)
    if is_blank(handed):
        handed.absent = "no question is answered in it; ask for the right file if this is another"
    return handed


def cells_to_run(layout: Layout, handed: Handed) -> list[dict[str, Any]]:
    """Return the cells to run, each with the answers that it gives; note texts, code and remarks.

    What counts is what the check of an answer reads: its own cell, a copy of that cell, and cells
    that the student has added, as far as they stand above the check. The last of them counts. Of
    texts, which a person reads, all count.
    """
    paper: list[dict[str, Any]] = []
    seen: Counter[str] = Counter()
    between: list[str] = []  # code of the student's own since the last answer
    place: int | None = None
    """The place in the assignment of the last of its cells."""
    codes = {squeezed(check.code) for check in layout.source.checks}
    shown = {squeezed(text) for text in layout.source.shown}
    for at, cell in enumerate(layout.cells):
        text, one = cell["source"], layout.asked.get(cell["grade_id"])
        squeeze = squeezed(text)
        if one is not None:
            seen[one.grade_id] += 1
            note_own(handed, one.grade_id, between)
        if one is not None and one.by_hand:
            note_text(handed, one.grade_id, text)
        elif cell["type"] != "code" and one is None:
            note_own_text(layout, handed, at, place)
        place = place if (known := layout.place(cell)) is None else known
        is_own_cell = one is not None and layout.own[one.grade_id] == at
        if (one is not None and one.by_hand) or (cell["type"] != "code" and not is_own_cell):
            continue
        checks = {check.asked: check for place_of, check in layout.checks.values()
                  if place_of == at}  # fmt: skip
        is_copy = not checks and one is None and (cell["test"] or squeeze in codes)
        if is_copy or squeeze in shown:
            continue
        where = named(cell, at, is_own_cell, [check.grade_id for check in checks.values()])
        if suspicious := suspicions(text, where):
            handed.remarks += suspicious
            handed.suspects.add(where)
        is_opener = at in (layout.limits.get(name) for name in WHOSE)
        is_given = squeeze in codes if checks else one is None and layout.is_given(cell)
        gives = list(layout.may_give(at)) if not is_given or checks or is_opener else []
        gives += [one] if is_own_cell and one is not None and layout.is_late(one) else []
        if is_own_cell and one is not None:
            handed.code[one.grade_id] = text
        elif not is_given:
            note_code(layout, handed, gives, f"# {where}\n{text}", at, between)
        if lack := lack_of_cell(cell, is_own_cell):
            handed.lacks[where] = lack
        keys = {name: checks[asked.grade_id].key for asked in gives if asked.grade_id in checks
                for name in asked.answers}  # fmt: skip
        whose = [name for name in WHOSE if is_opener and layout.limits.get(name) == at]
        paper.append(
            {
                "id": where,
                "source": "" if checks and is_given else text,
                "answers": [name for asked in gives for name in asked.answers],
                "contests": {name: asked.contest for asked in gives for name in asked.answers
                             if asked.contest},
                "checks": keys | dict.fromkeys(whose, ""),
                "fallback": [name for asked in gives if layout.is_late(asked)
                             for name in asked.answers if layout.own[asked.grade_id] == at],
                "whose": [name for name in whose if name not in layout.own],
                "own": not is_own_cell,
                "given": is_given,
                "skipped": bool(lack),
            }
        )  # fmt: skip
    note_own(handed, "", between)
    note_loose(layout, handed)
    handed.remarks += [
        f"{grade_id} is there {times(count)}; {COUNTS[layout.asked[grade_id].by_hand]}"
        for grade_id, count in seen.items()
        if count > 1
    ]
    return paper


def named(cell: dict[str, Any], at: int, is_own_cell: bool, checks: list[str]) -> str:
    """Return the name of a cell in remarks: its id if it is an answer's or a check's own cell."""
    if is_own_cell:
        return str(cell["grade_id"])
    return checks[0] if len(checks) == 1 else f"cell {at + 1}"


def lack_of_cell(cell: dict[str, Any], is_own_cell: bool) -> str:
    """Return why a cell cannot be run; empty if it can."""
    if CONFLICT.search(cell["source"]):
        return f"it {CONFLICTING}, and mark it again"
    if is_own_cell and cell["type"] != "code" and cell["source"].strip():
        return f"its cell is a {one_line(str(cell['type']))} cell now, which is read and not run"
    return ""


def note_code(
    layout: Layout, handed: Handed, gives: Iterable[Asked], code: str, at: int, between: list[str]
) -> None:
    """Note a student's own code: with the answer that it may give, or above the next answer."""
    ready = [one for one in gives if layout.own.get(one.grade_id, at) <= at]
    named = [one for one in ready if any(mentions(code, name) for name in one.answers)]
    checked = [one for one in ready if one.grade_id in layout.limits]
    for one in (named or checked)[:1]:
        above = handed.code.get(one.grade_id, "")
        handed.code[one.grade_id] = f"{above}\n\n{code}".strip()
        return
    between.append(code)


def mentions(code: str, name: str) -> bool:
    """Return True if a name stands in code.

    >>> mentions("cost = 3", "cost"), mentions("costs = 3", "cost")
    (True, False)
    """
    return re.search(rf"\b{re.escape(name)}\b", code) is not None


def note_own_text(layout: Layout, handed: Handed, at: int, place: int | None) -> None:
    """Note a text of the student's own: with the answer in words beside it, or as a loose one."""
    cell = layout.cells[at]
    text = cell["source"].strip()
    if not text or text == TEXT_STUB or layout.is_given(cell):
        return
    beside = [
        one.grade_id
        for one in layout.asked.values()
        if one.by_hand
        and place is not None
        and place in (layout.places[one.grade_id], layout.places[one.grade_id] - 1)
    ]
    if beside:
        note_text(handed, beside[0], text)
    else:
        handed.loose[at] = text


def note_loose(layout: Layout, handed: Handed) -> None:
    """Show every loose text: to be read with an answer in words that has none, or with the code."""
    for at, text in handed.loose.items():
        for one in layout.may_give(at):
            if one.grade_id in layout.limits and one.grade_id not in WHOSE:
                lines = "".join(f"\n# {line}" for line in text.splitlines())
                above = handed.code.get(one.grade_id, "")
                handed.code[one.grade_id] = f"{above}\n\n# text in cell {at + 1}:{lines}".strip()
    for one in layout.asked.values():
        if one.by_hand and squeezed(handed.texts.get(one.grade_id, "")) in NO_TEXT:
            for text in handed.loose.values():
                note_text(handed, one.grade_id, text)


def missing_cells(layout: Layout, handed: Handed) -> list[str]:
    """Return remarks on answers whose own cells are gone."""
    gone = [one for one in layout.asked.values() if one.grade_id not in layout.own]
    if not layout.own:
        return ["its cells have lost their names: they were found by the words of their checks"]
    answered = [
        one.grade_id
        for one in gone
        if one.grade_id in handed.texts or (one.answers and handed.answers.keys() >= {*one.answers})
    ]
    lost = [one.grade_id for one in gone if one.grade_id not in answered]
    remarks = [f"{name}: its own cell is gone; what its check reads counts" for name in answered]
    return remarks + ([f"missing: {', '.join(lost)}"] if lost else [])


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
        and is_more_than_none(handed.code.get(one.grade_id, ""))
    ]


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


def why_not_of(book: Notebook, layout: Layout) -> str:
    """Return why a notebook does not belong to an assignment; empty if it does."""
    source = layout.source
    sheet = book.sheet or layout.sheet
    if sheet and sheet != source.sheet:
        if is_homework(sheet) and is_homework(source.sheet):
            return "it is the homework on another match"
        return one_line(f"it is the notebook of {sheet} under this name")
    if not layout.is_known:
        return "none of the cells to be answered are in it"
    own, held = match_in(book.cells), match_in(read_cells(source))
    if own and own != held:
        return "it is the homework on another match"
    has_word = any(cell["grade_id"] == WORD for cell in book.cells)
    has_word = has_word or (not layout.own and binds_word(book.cells))
    if source.has_word and not has_word:
        return (
            "this is not the sheet of the day, or its cell for the word is gone: look at it before "
            "you mark it"
        )
    if not source.has_word and has_word:
        return "its numbers are drawn from a word of the day: mark it with --word WORD"
    return ""


def read_cells(source: Source) -> list[dict[str, Any]]:
    """Return the cells of an assignment as far as their texts matter."""
    return [{"type": cell["cell_type"], "source": text_of(cell)} for cell in source.book["cells"]]


def match_in(cells: list[dict[str, Any]]) -> str:
    """Return the match that the cells of a homework hold, packed; empty if they hold none."""
    found = (HOLDS_MATCH.fullmatch(cell["source"]) for cell in cells if cell["type"] == "code")
    return next((squeezed(one[1]) for one in found if one), "")


def binds_word(cells: list[dict[str, Any]]) -> bool:
    """Return True if a cell gives a word of the day."""
    return any(re.search(r"^word\s*=", cell["source"], re.MULTILINE) for cell in cells
               if cell["type"] == "code")  # fmt: skip


def is_homework(sheet: str) -> bool:
    """Return True for the sheet of a homework."""
    return sheet.startswith("homework-")
