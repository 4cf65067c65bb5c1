"""Source notebook of an assignment, with solutions and hidden tests, in nbgrader's format."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from classkit.clause_hovers import mark_clauses, remove_hovers
from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match
from classkit.engine.registry import find
from classkit.engine.rulebook_text import Rulebook
from classkit.engine.untrusted_input import UnreadableData, decode_text, find_json_damage

from .homework.homework_sheet import get_homework_name, unpack_match
from .question_bank import DrawnQuestions, draw_questions
from .question_server import QuestionServer
from .student_names import SHEET_NAMES, normalize_word

MAX_SOURCE_BYTES = 5_000_000
NAME_PATTERN = re.compile(r"\w[\w .()-]{0,99}")
"""Matches a name that is safe to use in a path."""
OPEN_CALL_PATTERN = re.compile(r"\bopen_(?:sheet|homework)\(")
"""Matches the code that opens a sheet."""
CHECK_CALL_PATTERN = re.compile(r"""\.check\(\s*(["'])(\w+)\1""")
"""Matches a check of an answer, and captures the key of the question."""
COMMENT_PATTERN = re.compile(r"^[ \t]*#.*", re.MULTILINE)
"""Matches a comment line."""
HIDDEN_TESTS_PATTERN = re.compile(r"### BEGIN HIDDEN TESTS.*?### END HIDDEN TESTS", re.DOTALL)
MATCH_CELL_PATTERN = re.compile(r'MATCH = """\n([\w+/=\s]*)"""\s*')
"""Matches the cell that contains the match of a homework."""
STUDENT, WORD = "student", "word"
"""Names of the cells and the answers for the student's name and the word of the day."""
IDENTITY_NAMES = frozenset({STUDENT, WORD})


@dataclass(frozen=True)
class AnswerCell:
    """A cell for an answer: its id, and the names of the variables that it sets.

    ``contest`` is the key of the question if the answer is a policy.
    """

    grade_id: str
    answers: tuple[str, ...] = ()
    contest: str = ""
    by_hand: bool = False


@dataclass(frozen=True)
class CheckCell:
    """A cell that checks an answer: its id, the question that it names, and its visible code.

    ``answer_id`` is the id of the answer cell above it. ``key`` is empty if the code names no
    question.
    """

    grade_id: str
    answer_id: str
    key: str
    code: str


@dataclass(frozen=True)
class NbgraderSource:
    """An assignment: its notebook, its sheet and its answer cells.

    ``words`` are the words of the day that the teacher announced, if the numbers depend on a word.
    """

    path: Path
    book: dict[str, Any]
    words: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path) -> NbgraderSource:
        """Read a source notebook. Raise ClasskitError, with the reason, if the file is not one."""
        try:
            if path.stat().st_size > MAX_SOURCE_BYTES:
                raise ClasskitError(f"{path} is too large for an assignment.")
            content = path.read_bytes()
            text = decode_text(content, MAX_SOURCE_BYTES)
            book = json.loads(text)
        except OSError as error:
            raise ClasskitError(f"{path} cannot be read: {error.strerror or error}.") from None
        except UnreadableData as error:
            raise ClasskitError(f"{path} {error.reason}.") from None
        except ClasskitError:
            raise
        except RecursionError:
            raise ClasskitError(f"{path} is not a notebook.") from None
        except ValueError as error:
            reason = find_json_damage(text, error) or "is not a notebook"
            raise ClasskitError(f"{path} {reason}.") from None
        if not isinstance(book, dict) or "sheet" not in get_metadata(book):
            raise ClasskitError(f"{path} is not an assignment: its metadata does not name a sheet.")
        return cls(path, book)

    @property
    def name(self) -> str:
        """Name of the assignment, and of the files that students hand in.

        This is the name of the file unless the metadata contain another name, as for a homework.
        """
        given = get_metadata(self.book).get("name")
        return given if isinstance(given, str) and NAME_PATTERN.fullmatch(given) else self.path.stem

    @property
    def title(self) -> str:
        """Title of the notebook, or "" if it has none."""
        return str(self.book["metadata"].get("title", ""))

    @property
    def sheet(self) -> str:
        return str(get_metadata(self.book)["sheet"])

    @property
    def has_word(self) -> bool:
        """True if the numbers depend on a word of the day."""
        return get_metadata(self.book).get(WORD) is True

    @cached_property
    def question_server(self) -> QuestionServer:
        """Server that provides the questions while a submission is run."""
        return QuestionServer(self.sheet, self._load_match(), self.has_word)

    def draw_questions(self, student: str, word: str | None = None) -> DrawnQuestions:
        """Return the questions of the sheet for a student and a word of the day."""
        return draw_questions(self.sheet, student, word, self._load_match())

    def _load_match(self) -> Match | None:
        """Return the match of a homework, or None for other assignments."""
        texts = map(get_cell_text, self.book["cells"])
        found = next(
            (found for text in texts if (found := MATCH_CELL_PATTERN.fullmatch(text))), None
        )
        if found is None:
            return None
        played = unpack_match(found[1])
        if get_homework_name(played) != self.sheet:
            raise ClasskitError(
                f"The questions in {self.path} do not belong to the match in that file. "
                "Create the homework again."
            )
        return played

    @property
    def text(self) -> str:
        """JSON text of the notebook. Clause numbers in its texts show their clauses on hover."""
        rulebook = find(self.sheet.split("-")[0]).rulebook if self.sheet in SHEET_NAMES else None
        cells = [add_hovers(cell, rulebook) for cell in self.book["cells"]]
        return json.dumps({**self.book, "cells": cells}, indent=1, ensure_ascii=False) + "\n"

    def with_word_cell(self) -> NbgraderSource:
        """Return a version whose numbers also depend on a word of the day.

        It has an additional cell for the word below the student's name, and opens the sheet with
        both.
        """
        if self.has_word:
            return self
        cells: list[dict[str, Any]] = []
        opened = 0
        for cell in self.book["cells"]:
            text, count = WORDLESS_CALL_PATTERN.subn(r"\1, word)", get_cell_text(cell))
            opened += count if cell["cell_type"] == "code" else 0
            cells.append({**cell, "source": text.splitlines(True)} if count else cell)
            if get_cell_id(cell) == STUDENT:
                cells += WORD_CELLS
        if opened != 1 or len(cells) != len(self.book["cells"]) + len(WORD_CELLS):
            raise ClasskitError(
                f"{self.path} cannot be built with --seed-later: it needs one cell with the "
                "grade id 'student', and one that opens the sheet with open_sheet(NAME, student)."
            )
        about = {**get_metadata(self.book), WORD: True}
        book = {
            **self.book,
            "metadata": {**self.book["metadata"], "classkit": about},
            "cells": cells,
        }
        return replace(self, book=book)

    def with_words(self, words: Iterable[str]) -> NbgraderSource:
        """Return a version that accepts submissions made with one of these words of the day."""
        read = tuple(normalize_word(word) for word in words)
        if not all(read):
            raise ClasskitError(
                "--word requires the word that you announced, such as --word lantern."
            )
        return replace(self.with_word_cell(), words=read)

    @property
    def display_texts(self) -> set[str]:
        """Texts of the cells that only display a value, such as a chart.

        Grading skips these cells.
        """
        return {
            get_cell_text(cell) for cell in self.book["cells"] if get_metadata(cell).get("look")
        }

    @property
    def checks(self) -> list[CheckCell]:
        """Cells that check an answer, in order."""
        asked = {one.grade_id for one in self.answer_cells if not one.by_hand}
        found: list[CheckCell] = []
        above = ""
        for cell in self.book["cells"]:
            about = get_nbgrader_metadata(cell)
            above = get_cell_id(cell) if get_cell_id(cell) in asked else above
            if about.get("grade") and not about["solution"]:
                code = HIDDEN_TESTS_PATTERN.sub("", get_cell_text(cell))
                key = next(iter(list_checked_keys(code)), "")
                found.append(CheckCell(about["grade_id"], above, key, code))
        return found

    @property
    def answer_cells(self) -> list[AnswerCell]:
        """Answer cells, in order."""
        return [
            AnswerCell(
                get_cell_id(cell),
                tuple(get_metadata(cell).get("answers", ())),
                get_metadata(cell).get("contest", ""),
                bool(get_nbgrader_metadata(cell).get("grade")),
            )
            for cell in self.book["cells"]
            if get_nbgrader_metadata(cell).get("solution") or get_cell_id(cell) == WORD
        ]


def list_checked_keys(code: str) -> list[str]:
    """Return the keys of the questions that the code checks, ignoring comments.

    >>> list_checked_keys('sheet.check("tax", cost)')
    ['tax']
    >>> list_checked_keys('# sheet.check("tax", 3) is right')
    []
    """
    return [found[2] for found in CHECK_CALL_PATTERN.finditer(COMMENT_PATTERN.sub("", code))]


def remove_whitespace(text: str) -> str:
    """Remove whitespace from a text, because editors change whitespace."""
    return "".join(text.split())


GIVEN = "given"
"""Key of the metadata with which a handed-out text says what it was: a hash of its text."""


def mark_given_texts(book: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook whose texts carry a hash of themselves, to hand out.

    With it, an untouched text is recognized even if the wording has changed since. Hovers over
    clauses and spaces do not count.

    >>> cell = {"cell_type": "markdown", "metadata": {}, "source": "Why?"}
    >>> marked = mark_given_texts({"cells": [cell]})["cells"][0]
    >>> is_as_given(marked), is_as_given({**marked, "source": "Because."}), is_as_given(cell)
    (True, False, False)
    """
    cells = [
        cell
        if cell["cell_type"] != "markdown"
        else {**cell, "metadata": {
            **cell["metadata"],
            "classkit": {**get_metadata(cell), GIVEN: hash_text(get_cell_text(cell))},
        }}
        for cell in book["cells"]
    ]  # fmt: skip
    return {**book, "cells": cells}


def is_as_given(cell: dict[str, Any]) -> bool:
    """Return True if the text of a cell is the one that was handed out, by the cell's metadata."""
    stated = get_metadata(cell).get(GIVEN)
    return isinstance(stated, str) and stated == hash_text(get_cell_text(cell))


def hash_text(text: str) -> str:
    """Return a hash of a text without spaces and hovers, as 16 hexadecimal digits."""
    plain = remove_whitespace(remove_hovers(text))
    return blake2b(plain.encode("utf-8", "replace"), digest_size=8).hexdigest()


def get_nbgrader_metadata(cell: dict[str, Any]) -> dict[str, Any]:
    """Return nbgrader's metadata of a cell."""
    found: dict[str, Any] = cell["metadata"].get("nbgrader", {})
    return found


def get_cell_id(cell: dict[str, Any]) -> str:
    """Return the id of an answer cell: nbgrader's, or "word" for the word of the day.

    The cell for the word has no nbgrader metadata, because nbgrader's gradebook cannot contain both
    versions of an assignment.
    """
    found: str = get_nbgrader_metadata(cell).get("grade_id", "")
    return found or (WORD if cell.get("id") == WORD and get_metadata(cell).get("answers") else "")


def add_hovers(cell: dict[str, Any], rulebook: Rulebook | None) -> dict[str, Any]:
    """Return a text cell whose clause numbers show their clauses. Other cells are unchanged."""
    is_answer = cell["metadata"].get("nbgrader", {}).get("solution")
    text = remove_hovers(get_cell_text(cell))
    if cell["cell_type"] != "markdown" or is_answer or mark_clauses(text, rulebook) == text:
        return cell
    return {**cell, "source": mark_clauses(text, rulebook).splitlines(keepends=True)}


def get_cell_text(cell: dict[str, Any]) -> str:
    """Return the text of a cell, which may be stored as a list of lines."""
    source = cell["source"]
    return "".join(source) if isinstance(source, list) else str(source)


def get_metadata(part: Any) -> dict[str, Any]:
    """Return the entry ``classkit`` in the metadata of a notebook or a cell."""
    found = part.get("metadata", {}).get("classkit", {})
    return found if isinstance(found, dict) else {}


WORDLESS_CALL_PATTERN = re.compile(r"(\bopen_(?:sheet|homework)\([^()]*\bstudent)\)")
WORD_CELLS: tuple[dict[str, Any], ...] = (
    {
        "cell_type": "markdown",
        "id": "word-text",
        "metadata": {},
        "source": [
            "Your teacher announces a word when you begin. Write it between the quotes and run "
            "the cell: it draws\n",
            "your numbers, together with your name.",
        ],
    },
    {
        "cell_type": "code",
        "execution_count": None,
        "id": WORD,
        "metadata": {"classkit": {"answers": [WORD]}, "deletable": False},
        "outputs": [],
        "source": ['word = ""  # the word that your teacher announces'],
    },
)
"""The cells for the word of the day, added below the student's name."""
