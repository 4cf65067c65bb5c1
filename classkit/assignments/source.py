"""The notebook of an assignment as its author wrote it: nbgrader's source."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match

from .exam import Exam
from .homework.work import name_of, unpacked
from .names import letters_of

SOURCE_MAX = 5_000_000
NAMED = re.compile(r"\w[\w .()-]{0,99}")
"""Matches a name that may stand in a path."""
OPENS = re.compile(r"\bopen_(?:sheet|homework)\(")
"""Matches the code that opens a sheet."""
CHECKS = re.compile(r"""\.check\(\s*(["'])(\w+)\1""")
"""Matches the code that checks the answer to a question, which it names."""
COMMENT = re.compile(r"^[ \t]*#.*", re.MULTILINE)
"""Matches a line that is a comment."""
HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS.*?### END HIDDEN TESTS", re.DOTALL)
HOLDS_MATCH = re.compile(r'MATCH = """\n([\w+/=\s]*)"""\s*')
"""Matches the cell that holds the match of a homework."""
STUDENT, WORD = "student", "word"
"""The cells, and their answers, for the student's name and for the word of the day."""
WHOSE = frozenset({STUDENT, WORD})


@dataclass(frozen=True)
class Asked:
    """A cell to be answered: its id, and the names of its answers.

    ``contest`` is the key of the question if the answer is a policy.
    """

    grade_id: str
    answers: tuple[str, ...] = ()
    contest: str = ""
    by_hand: bool = False


@dataclass(frozen=True)
class Check:
    """A cell that checks an answer: its id, the question it names, and the code that is visible.

    ``asked`` is the id of the cell to be answered above it; ``key`` is empty if it names none.
    """

    grade_id: str
    asked: str
    key: str
    code: str


@dataclass(frozen=True)
class Source:
    """An assignment: its notebook, its sheet, and the cells to be answered.

    ``words`` are the words of the day that were given out, if its numbers are drawn from one.
    """

    path: Path
    book: dict[str, Any]
    words: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Source:
        """Read a source; raise ClasskitError with the reason if it is none."""
        try:
            if path.stat().st_size > SOURCE_MAX:
                raise ClasskitError(f"{path} is larger than an assignment can be.")
            book = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise ClasskitError(f"{path} cannot be read: {error.strerror or error}.") from None
        except ClasskitError:
            raise
        except (ValueError, RecursionError):
            raise ClasskitError(f"{path} is not a notebook.") from None
        if not isinstance(book, dict) or "sheet" not in metadata(book):
            raise ClasskitError(f"{path} is not an assignment: its metadata name no sheet.")
        return cls(path, book)

    @property
    def name(self) -> str:
        """The name of the assignment: what its students hand in is called by it.

        It is the name of the file, unless the notebook gives another, as that of a homework does.
        """
        given = metadata(self.book).get("name")
        return given if isinstance(given, str) and NAMED.fullmatch(given) else self.path.stem

    @property
    def title(self) -> str:
        """The title of the notebook; empty if it has none."""
        return str(self.book["metadata"].get("title", ""))

    @property
    def sheet(self) -> str:
        return str(metadata(self.book)["sheet"])

    @property
    def has_word(self) -> bool:
        """True if its numbers are drawn when it is sat, from a word of the day."""
        return metadata(self.book).get(WORD) is True

    @cached_property
    def exam(self) -> Exam:
        """The exam that hands out its questions when a submission is run."""
        return Exam(self.sheet, self._played(), self.has_word)

    def _played(self) -> Match | None:
        """Return the match of a homework; None for other assignments."""
        texts = map(text_of, self.book["cells"])
        found = next((found for text in texts if (found := HOLDS_MATCH.fullmatch(text))), None)
        if found is None:
            return None
        played = unpacked(found[1])
        if name_of(played) != self.sheet:
            raise ClasskitError(f"{self.path} asks about another match than it holds.")
        return played

    @property
    def text(self) -> str:
        """The notebook as the text of a file."""
        return json.dumps(self.book, indent=1, ensure_ascii=False) + "\n"

    def later(self) -> Source:
        """Return the assignment with numbers that are drawn when it is sat, from a word of the day.

        Below the student's name stands a cell for the word, and the sheet is opened with both.
        """
        if self.has_word:
            return self
        cells: list[dict[str, Any]] = []
        opened = 0
        for cell in self.book["cells"]:
            text, count = WITHOUT_WORD.subn(r"\1, word)", text_of(cell))
            opened += count if cell["cell_type"] == "code" else 0
            cells.append({**cell, "source": text.splitlines(True)} if count else cell)
            if id_of(cell) == STUDENT:
                cells += WORD_CELLS
        if opened != 1 or len(cells) != len(self.book["cells"]) + len(WORD_CELLS):
            raise ClasskitError(
                f"{self.path} cannot be built with --seed-later: it needs one cell with the "
                "grade id 'student', and one that opens the sheet with open_sheet(NAME, student)."
            )
        about = {**metadata(self.book), WORD: True}
        book = {
            **self.book,
            "metadata": {**self.book["metadata"], "classkit": about},
            "cells": cells,
        }
        return replace(self, book=book)

    def sat_with(self, words: Iterable[str]) -> Source:
        """Return the assignment as it was sat with these words of the day."""
        read = tuple(letters_of(word) for word in words)
        if not all(read):
            raise ClasskitError("--word takes the word that you gave out, as in --word lantern.")
        return replace(self.later(), words=read)

    @property
    def shown(self) -> set[str]:
        """The texts of cells that only show something, such as a chart: marking needs none."""
        return {text_of(cell) for cell in self.book["cells"] if metadata(cell).get("look")}

    @property
    def checks(self) -> list[Check]:
        """The cells that check an answer, in order."""
        asked = {one.grade_id for one in self.asked if not one.by_hand}
        found: list[Check] = []
        above = ""
        for cell in self.book["cells"]:
            about = graded(cell)
            above = id_of(cell) if id_of(cell) in asked else above
            if about.get("grade") and not about["solution"]:
                code = HIDDEN.sub("", text_of(cell))
                key = next(iter(keys_checked(code)), "")
                found.append(Check(about["grade_id"], above, key, code))
        return found

    @property
    def asked(self) -> list[Asked]:
        """The cells to be answered, in order."""
        return [
            Asked(
                id_of(cell),
                tuple(metadata(cell).get("answers", ())),
                metadata(cell).get("contest", ""),
                bool(graded(cell).get("grade")),
            )
            for cell in self.book["cells"]
            if graded(cell).get("solution") or id_of(cell) == WORD
        ]


def keys_checked(code: str) -> list[str]:
    """List the questions that code checks.

    >>> keys_checked('sheet.check("tax", cost)'), keys_checked('# sheet.check("tax", 3) is right')
    (['tax'], [])
    """
    return [found[2] for found in CHECKS.finditer(COMMENT.sub("", code))]


def squeezed(text: str) -> str:
    """Return a text without its blanks, which editors change."""
    return "".join(text.split())


def graded(cell: dict[str, Any]) -> dict[str, Any]:
    """Return what nbgrader keeps of a cell."""
    found: dict[str, Any] = cell["metadata"].get("nbgrader", {})
    return found


def id_of(cell: dict[str, Any]) -> str:
    """Return the id by which an answer is known: nbgrader's, or that of the cell for a word.

    A cell for the word of the day is none of nbgrader's, whose gradebook would not have both
    versions of an assignment.
    """
    found: str = graded(cell).get("grade_id", "")
    return found or (WORD if cell.get("id") == WORD and metadata(cell).get("answers") else "")


def text_of(cell: dict[str, Any]) -> str:
    """Return the text of a cell, which a file may keep as a list of lines."""
    source = cell["source"]
    return "".join(source) if isinstance(source, list) else str(source)


def metadata(part: Any) -> dict[str, Any]:
    """Return the entry ``classkit`` in the metadata of a notebook or a cell."""
    found = part.get("metadata", {}).get("classkit", {})
    return found if isinstance(found, dict) else {}


WITHOUT_WORD = re.compile(r"(\bopen_(?:sheet|homework)\([^()]*\bstudent)\)")
WORD_CELLS: tuple[dict[str, Any], ...] = (
    {
        "cell_type": "markdown",
        "id": "word-text",
        "metadata": {},
        "source": [
            "Your teacher gives out a word when you begin. Write it between the quotes, and run "
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
        "source": ['word = ""  # the word that your teacher gives out'],
    },
)
"""What a sheet with a word of the day has below the student's name."""
