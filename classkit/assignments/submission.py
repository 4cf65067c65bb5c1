"""Processing of one submission: finds answer cells, runs them in the sandbox, collects remarks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.untrusted_input import MERGE_REASON, find_merge_conflict

from .cell_layout import CellLayout
from .feedback_messages import merge_remarks
from .nbgrader_source import (
    IDENTITY_NAMES,
    MATCH_CELL_PATTERN,
    WORD,
    AnswerCell,
    NbgraderSource,
    get_cell_text,
    remove_whitespace,
)
from .nbgrader_worker import TEXT_STUB
from .notebook_file import SubmittedNotebook
from .open_points import explain_open_points
from .plain_data import to_one_line
from .run_supervisor import RunFailed, SubmissionLimits, run_cells
from .student_names import parse_word
from .submission_contents import (
    BLANK_TEXTS,
    SubmissionContents,
    add_own_code,
    add_text,
    has_answer_code,
    is_blank_submission,
)

KEY_ACCESS_PATTERN = re.compile(
    r"\b(?:open_key|AnswerKey|DrawnQuestions|draw_questions|load_plan|draw_valid|get_provider|"
    r"Drawer|open_drawer|plan_of|draw_until|asker_of|"  # names from earlier versions
    r"assignments\.(?:question_bank|key|sheets|attempts|question_server|exam|bank|tries))\b|/proc/"
)
"""Matches code that tries to access the answer key, which the sandbox does not contain."""
BOT_USE_PATTERN = re.compile(r"\bgames\.\w+(?:\.| import )bots\b|\.policies\b|\.bots\(\)")
"""Matches code that uses the game's own bots instead of a student's policy."""
SUSPECT_PATTERNS = {
    KEY_ACCESS_PATTERN: "looks for the answer key",
    BOT_USE_PATTERN: "uses a bot of the game",
}
"""Maps a pattern to the remark on matching code, which only teachers see."""


def run_submission(
    book: SubmittedNotebook, source: NbgraderSource, limits: SubmissionLimits
) -> SubmissionContents:
    """Run a submission and return its contents. If it could not be run, ``problem`` is set."""
    layout = CellLayout(book.cells, source)
    if why := book.why or explain_mismatch(book, layout):
        return SubmissionContents(problem=why)
    handed = SubmissionContents()
    paper = prepare_cells(layout, handed)
    names = [name for one in source.answer_cells for name in one.answers]
    try:
        run = run_cells(paper, source.question_server, limits, names)
    except RunFailed as error:
        handed.problem = str(error)
        return handed
    handed.answers = run.answers
    handed.remarks += run.remarks
    handed.problem = explain_wrong_word(handed, source)
    handed.remarks += [
        *describe_unset_answers(handed, source),
        *describe_missing_cells(layout, handed),
    ]
    handed.remarks = merge_remarks(handed.remarks)
    handed.doubts = explain_open_points(layout, handed, run)
    if is_blank_submission(handed):
        handed.absent = "it contains no answers; if it is the wrong file, ask for the right one"
    return handed


def prepare_cells(layout: CellLayout, handed: SubmissionContents) -> list[dict[str, Any]]:
    """Return the cells to run and the answers that each sets. Record texts, code and remarks.

    The value that counts is the value that the check of an answer reads. It may be set by the
    answer's own cell, by a copy of that cell, or by a cell that the student added, if they are
    above the check. All written answers count, because the teacher reads them.
    """
    paper: list[dict[str, Any]] = []
    seen: Counter[str] = Counter()
    between: list[str] = []  # code of added cells since the last answer
    place: int | None = None
    """Number of the last cell that is part of the assignment, as numbered there."""
    codes = {remove_whitespace(check.code) for check in layout.source.checks}
    shown = {remove_whitespace(text) for text in layout.source.display_texts}
    for at, cell in enumerate(layout.cells):
        text, one = cell["source"], layout.answer_cells.get(cell["grade_id"])
        squeeze = remove_whitespace(text)
        if one is not None:
            seen[one.grade_id] += 1
            add_own_code(handed, one.grade_id, between)
        if one is not None and one.by_hand:
            add_text(handed, one.grade_id, text if not cell.get("given") else TEXT_STUB)
            if cell.get("given") and squeeze not in BLANK_TEXTS:
                handed.remarks.append(f"{one.grade_id}: {AS_GIVEN_REMARK}")
        elif cell["type"] != "code" and one is None:
            add_own_text(layout, handed, at, place)
        place = place if (known := layout.get_cell_number(cell)) is None else known
        is_own_cell = one is not None and layout.own_cells[one.grade_id] == at
        if (one is not None and one.by_hand) or (cell["type"] != "code" and not is_own_cell):
            continue
        checks = {check.answer_id: check for place_of, check in layout.checks.values()
                  if place_of == at}  # fmt: skip
        is_copy = not checks and one is None and (cell["test"] or squeeze in codes)
        if is_copy or squeeze in shown:
            continue
        where = get_cell_label(cell, at, is_own_cell, [check.grade_id for check in checks.values()])
        if suspicious := find_suspicions(text, where):
            handed.remarks += suspicious
            handed.suspects.add(where)
        is_opener = at in (layout.reader_cells.get(name) for name in IDENTITY_NAMES)
        is_given = squeeze in codes if checks else one is None and layout.is_unchanged(cell)
        gives = (
            list(layout.iter_possible_answers(at)) if not is_given or checks or is_opener else []
        )
        gives += [one] if is_own_cell and one is not None and layout.is_late(one) else []
        if is_own_cell and one is not None:
            handed.code[one.grade_id] = text
        elif not is_given:
            add_code(layout, handed, gives, f"# {where}\n{text}", at, between)
        if lack := explain_skipped_cell(cell, is_own_cell):
            handed.lacks[where] = lack
        keys = {name: checks[asked.grade_id].key for asked in gives if asked.grade_id in checks
                for name in asked.answers}  # fmt: skip
        whose = [
            name for name in IDENTITY_NAMES if is_opener and layout.reader_cells.get(name) == at
        ]
        paper.append(
            {
                "id": where,
                "source": "" if checks and is_given else text,
                "answers": [name for asked in gives for name in asked.answers],
                "contests": {name: asked.contest for asked in gives for name in asked.answers
                             if asked.contest},
                "checks": keys | dict.fromkeys(whose, ""),
                "fallback": [name for asked in gives if layout.is_late(asked)
                             for name in asked.answers if layout.own_cells[asked.grade_id] == at],
                "whose": [name for name in whose if name not in layout.own_cells],
                "own": not is_own_cell,
                "given": is_given,
                "skipped": bool(lack),
            }
        )  # fmt: skip
    add_own_code(handed, "", between)
    distribute_loose_texts(layout, handed)
    handed.remarks += [
        f"{grade_id} occurs {format_times(count)}; "
        f"{COPY_RULES[layout.answer_cells[grade_id].by_hand]}"
        for grade_id, count in seen.items()
        if count > 1
    ]
    return paper


def get_cell_label(cell: dict[str, Any], at: int, is_own_cell: bool, checks: list[str]) -> str:
    """Return the label of a cell for remarks: its id for an answer or check cell."""
    if is_own_cell:
        return str(cell["grade_id"])
    return checks[0] if len(checks) == 1 else f"cell {at + 1}"


def explain_skipped_cell(cell: dict[str, Any], is_own_cell: bool) -> str:
    """Explain why a cell cannot be run, or return "" if it can."""
    if find_merge_conflict(cell["source"]) is not None:
        return f"it {MERGE_REASON}, and mark it again"
    if is_own_cell and cell["type"] != "code" and cell["source"].strip():
        return f"its cell is now a {to_one_line(str(cell['type']))} cell, which is read but not run"
    return ""


def add_code(
    layout: CellLayout,
    handed: SubmissionContents,
    gives: Iterable[AnswerCell],
    code: str,
    at: int,
    between: list[str],
) -> None:
    """Record added code with the answer that it may set, or otherwise above the next answer."""
    ready = [one for one in gives if layout.own_cells.get(one.grade_id, at) <= at]
    named = [one for one in ready if any(has_name(code, name) for name in one.answers)]
    checked = [one for one in ready if one.grade_id in layout.reader_cells]
    for one in (named or checked)[:1]:
        above = handed.code.get(one.grade_id, "")
        handed.code[one.grade_id] = f"{above}\n\n{code}".strip()
        return
    between.append(code)


def has_name(code: str, name: str) -> bool:
    """Return True if the code contains a name as a whole word.

    >>> has_name("cost = 3", "cost"), has_name("costs = 3", "cost")
    (True, False)
    """
    return re.search(rf"\b{re.escape(name)}\b", code) is not None


AS_GIVEN_REMARK = (
    "its text is as it was handed out, so it counts as not answered; the wording has changed since"
)


def add_own_text(
    layout: CellLayout, handed: SubmissionContents, at: int, place: int | None
) -> None:
    """Record an added text with the adjacent written answer, or otherwise as a loose text."""
    cell = layout.cells[at]
    text = cell["source"].strip()
    is_given = cell.get("given") or layout.is_unchanged(cell)
    if text and text != TEXT_STUB and is_given:
        return
    beside = [
        one.grade_id
        for one in layout.answer_cells.values()
        if one.by_hand
        and place is not None
        and place in (layout.cell_numbers[one.grade_id], layout.cell_numbers[one.grade_id] - 1)
    ]
    if beside:  # an untouched cell counts, too: its answer is known to be blank
        add_text(handed, beside[0], text)
    elif text and text != TEXT_STUB:
        handed.loose[at] = text


def distribute_loose_texts(layout: CellLayout, handed: SubmissionContents) -> None:
    """Add loose texts to all written answers that are empty, and to the code of nearby answers."""
    for at, text in handed.loose.items():
        for one in layout.iter_possible_answers(at):
            if one.grade_id in layout.reader_cells and one.grade_id not in IDENTITY_NAMES:
                lines = "".join(f"\n# {line}" for line in text.splitlines())
                above = handed.code.get(one.grade_id, "")
                handed.code[one.grade_id] = f"{above}\n\n# text in cell {at + 1}:{lines}".strip()
    for one in layout.answer_cells.values():
        if one.by_hand and remove_whitespace(handed.texts.get(one.grade_id, "")) in BLANK_TEXTS:
            for text in handed.loose.values():
                add_text(handed, one.grade_id, text)


def describe_missing_cells(layout: CellLayout, handed: SubmissionContents) -> list[str]:
    """Return remarks on answers whose own cells are missing."""
    gone = [one for one in layout.answer_cells.values() if one.grade_id not in layout.own_cells]
    if not layout.own_cells:
        return ["its cells have lost their ids, so they were identified by their checks"]
    answered = [
        one.grade_id
        for one in gone
        if one.grade_id in handed.texts or (one.answers and handed.answers.keys() >= {*one.answers})
    ]
    lost = [one.grade_id for one in gone if one.grade_id not in answered]
    remarks = [
        (f"{name}: its own cell is missing; the value that its check reads counts")
        for name in answered
    ]
    return remarks + ([f"missing: {', '.join(lost)}"] if lost else [])


COPY_RULES = {
    False: "the last copy above its check that sets an answer counts",
    True: "the teacher reads all of its texts",
}
"""Rule for several copies of a cell. The key is True if the teacher reads the answer."""


def format_times(count: int) -> str:
    """Format a count as "once", "twice" or "n times".

    >>> format_times(2), format_times(3)
    ('twice', '3 times')
    """
    return "twice" if count == 2 else f"{count} times"


def explain_wrong_word(handed: SubmissionContents, source: NbgraderSource) -> str:
    """Explain why the word of the day in a submission is wrong, or return "" if it is right.

    In a submission without any answer, the word does not matter.
    """
    if not source.has_word or not handed.answers.keys() - IDENTITY_NAMES:
        return ""
    try:
        word = parse_word(handed.answers.get("word") or "")
    except ClasskitError:
        return "it was done without the word of the day, so its numbers are unknown"
    if word in source.words:
        return ""
    return (
        f"it was done with the word {truncate_text(handed.answers['word'])} instead of "
        f"{' or '.join(map(repr, source.words))}: to accept this word too, add it with --word"
    )


def describe_unset_answers(handed: SubmissionContents, source: NbgraderSource) -> list[str]:
    """Return remarks on code that did not set its answer, for example because of a misspelling."""
    spoken = {remark.partition(":")[0] for remark in handed.remarks}
    return [
        f"{one.grade_id}: its code does not set {name}"
        for one in source.answer_cells
        for name in one.answers
        if name not in handed.answers
        and one.grade_id not in spoken
        and has_answer_code(handed.code.get(one.grade_id, ""))
    ]


def find_suspicions(code: str, where: str) -> list[str]:
    """Return remarks on code that tries to access the answer key or uses a bot.

    >>> find_suspicions("from classkit.games.economy.bots import Raider", "answer-policy")
    ['answer-policy: uses a bot of the game (games.economy.bots): read its code before you award \
its points']
    """
    return [
        f"{where}: {said} ({', '.join(found)}): read its code before you award its points"
        for pattern, said in SUSPECT_PATTERNS.items()
        if (found := dict.fromkeys(pattern.findall(code)))
    ]


def explain_mismatch(book: SubmittedNotebook, layout: CellLayout) -> str:
    """Explain why a notebook does not belong to an assignment, or return "" if it does."""
    source = layout.source
    sheet = book.sheet or layout.sheet
    if sheet and sheet != source.sheet:
        if is_homework_sheet(sheet) and is_homework_sheet(source.sheet):
            return "it is the homework on another match"
        return to_one_line(f"it is the notebook of {sheet} with this file name")
    if not layout.has_known_cells:
        return "it contains none of the answer cells"
    own, held = find_packed_match(book.cells), find_packed_match(list_source_cells(source))
    if own and own != held:
        return "it is the homework on another match"
    has_word = any(cell["grade_id"] == WORD for cell in book.cells)
    has_word = has_word or (not layout.own_cells and has_word_binding(book.cells))
    if source.has_word and not has_word:
        return (
            "this is not the sheet of the day, or its cell for the word is missing: look at "
            "it before you mark it"
        )
    if not source.has_word and has_word:
        return "its numbers are drawn from a word of the day: mark it with --word WORD"
    return ""


def list_source_cells(source: NbgraderSource) -> list[dict[str, Any]]:
    """Return the cells of an assignment with their type and text."""
    return [
        {"type": cell["cell_type"], "source": get_cell_text(cell)} for cell in source.book["cells"]
    ]


def find_packed_match(cells: list[dict[str, Any]]) -> str:
    """Return the packed match in the cells of a homework, or "" if there is none."""
    found = (
        MATCH_CELL_PATTERN.fullmatch(cell["source"]) for cell in cells if cell["type"] == "code"
    )
    return next((remove_whitespace(one[1]) for one in found if one), "")


def has_word_binding(cells: list[dict[str, Any]]) -> bool:
    """Return True if a cell sets the word of the day."""
    return any(re.search(r"^word\s*=", cell["source"], re.MULTILINE) for cell in cells
               if cell["type"] == "code")  # fmt: skip


def is_homework_sheet(sheet: str) -> bool:
    """Return True if this is the name of a homework's sheet."""
    return sheet.startswith("homework-")
