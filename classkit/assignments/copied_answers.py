"""Remarks about answers that may have been copied, for the teacher. They change no points.

Students have different numbers, so a wrong answer that is right for the numbers of another student
is unlikely to be a coincidence, unless many students have the same right answer. Written answers
are compared as text, and numbers that students typed instead of their names are compared, too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.engine.rulebook_text import join_list

from .nbgrader_source import STUDENT, WORD, NbgraderSource
from .question_bank import DrawnQuestions
from .student_names import get_student, normalize_word, parse_student, parse_word

CONTROL_NAMES = tuple(f"control {number}" for number in range(1, 31))
"""Names that no student has. Their numbers show how often an answer is right by coincidence."""
MAX_COINCIDENCE = 0.1
"""Maximum share of the control names for which a suspicious answer may be right."""
MIN_TEXT_LENGTH = 20
"""Minimum number of letters and digits in written answers that are compared.

A shorter text, such as "I do not know", may be the same by coincidence.
"""
LETTERS_PER_IDEOGRAPH = 3
"""Number of letters for which one Chinese character, kana or Korean syllable counts."""
IDEOGRAPH = re.compile(
    "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
)
MAX_NAMES_SHOWN = 3


@dataclass
class AnsweredPaper:
    """A student's answers by name, written answers by cell, and the checks that were wrong."""

    student: str
    answers: dict[str, Any]
    texts: dict[str, str]
    wrong: set[str] = field(default_factory=set)

    @property
    def drawn_for(self) -> Owner:
        """The name and the word of the day for which the numbers were drawn."""
        try:
            word = parse_word(self.answers[WORD]) if self.answers.get(WORD) else None
        except ClasskitError:
            word = None
        return parse_student(get_student(self.answers.get(STUDENT))), word


Owner = tuple[str, str | None]
"""The name, and the word of the day, for which questions are drawn."""
DrawQuestions = Callable[[str, str | None], DrawnQuestions]


class QuestionDraws:
    """The questions of several students. Each student's questions are drawn once."""

    def __init__(self, draw: DrawQuestions) -> None:
        self.draw, self.drawn = draw, dict[Owner, DrawnQuestions]()

    def is_right(self, owner: Owner, key: str, value: Any) -> bool:
        """Return True if an answer is right for the numbers of an owner."""
        if owner not in self.drawn:
            self.drawn[owner] = self.draw(*owner)
        try:
            return self.drawn[owner].get_question(key).check(value).share == 1
        except Exception:  # an untrusted value may raise anything, and no mark depends on this
            return False

    def is_coincidence(self, word: str | None, key: str, value: Any) -> bool:
        """Return True if an answer is right for many names."""
        right = sum(self.is_right((name, word), key, value) for name in CONTROL_NAMES)
        return right > MAX_COINCIDENCE * len(CONTROL_NAMES)


def find_copies(
    papers: Sequence[AnsweredPaper], source: NbgraderSource, draw: DrawQuestions
) -> dict[str, list[str]]:
    """Return remarks by student: answers that are right for another student, and equal texts.

    Args:
        papers: The papers of all students.
        source: The assignment.
        draw: Returns the questions for a name and a word of the day.
    """
    remarks: dict[str, list[str]] = defaultdict(list)
    for student, remark in [
        *find_foreign_answers(papers, source, QuestionDraws(draw)),
        *find_equal_texts(papers),
        *find_shared_numbers(papers),
    ]:
        remarks[student].append(remark)
    return dict(remarks)


def find_foreign_answers(
    papers: Sequence[AnsweredPaper], source: NbgraderSource, draws: QuestionDraws
) -> Iterator[tuple[str, str]]:
    """Yield (student, remark) for each wrong answer that is right for another student."""
    cells = {cell.grade_id: cell for cell in source.answer_cells if not cell.contest}
    for check in source.checks:
        cell = cells.get(check.answer_id)
        if not check.key or cell is None or len(cell.answers) != 1:
            continue
        for paper in papers:
            value = paper.answers.get(cell.answers[0])
            if value is None or check.grade_id not in paper.wrong:
                continue
            others = [
                other.student
                for other in papers
                if other.drawn_for != paper.drawn_for
                and draws.is_right(other.drawn_for, check.key, value)
            ]
            if others and not draws.is_coincidence(paper.drawn_for[1], check.key, value):
                yield (
                    paper.student,
                    f"look at {cell.grade_id}: wrong for this student's numbers, and right for "
                    f"those of {join_names(others)}",
                )


def find_equal_texts(papers: Sequence[AnsweredPaper]) -> list[tuple[str, str]]:
    """Return (student, remark) for each written answer that another student wrote, too."""
    writers: dict[tuple[str, str], list[str]] = defaultdict(list)
    for paper in papers:
        for cell, text in paper.texts.items():
            words = normalize_word(text)
            more = (LETTERS_PER_IDEOGRAPH - 1) * len(IDEOGRAPH.findall(words))
            if len(words) + more >= MIN_TEXT_LENGTH:
                writers[cell, words].append(paper.student)
    return [
        (student, f"look at {cell}: {join_names([o for o in same if o != student])} wrote the same")
        for (cell, _), same in writers.items()
        if len(same) > 1
        for student in same
    ]


def find_shared_numbers(papers: Sequence[AnsweredPaper]) -> list[tuple[str, str]]:
    """Return (student, remark) for each student who typed the same number as another.

    A number cannot be compared with a student's name, so it may be the other student's.
    """
    writers: dict[str, list[str]] = defaultdict(list)
    for paper in papers:
        writers[paper.drawn_for[0]].append(paper.student)
    return [
        (student, f"look at the first cell: {join_names([o for o in same if o != student])} typed "
         f"the same number, {number}")
        for number, same in writers.items()
        if number.isdigit() and len(same) > 1
        for student in same
    ]  # fmt: skip


def join_names(names: Sequence[str]) -> str:
    """Return names as text, at most ``MAX_NAMES_SHOWN`` of them.

    >>> join_names(["ada", "bo"]), join_names(["ada", "bo", "cy", "di"])
    ('ada and bo', 'ada, bo, cy and 1 more')
    """
    shown = [name[:60] for name in names[:MAX_NAMES_SHOWN]]
    if len(names) > MAX_NAMES_SHOWN:
        return f"{', '.join(shown)} and {len(names) - MAX_NAMES_SHOWN} more"
    return join_list(shown)
