"""The notebook of an assignment as its author wrote it: nbgrader's source."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classkit.engine.errors import ClasskitError

SOURCE_MAX = 5_000_000
NAMED = re.compile(r"\w[\w .()-]{0,99}")
"""Matches a name that may stand in a path."""
FOLDER = Path("lessons") / "assignments"


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
class Source:
    """An assignment: its notebook, its sheet, and the cells to be answered."""

    path: Path
    book: dict[str, Any]

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
    def sheet(self) -> str:
        """The name of its sheet."""
        return str(metadata(self.book)["sheet"])

    @property
    def shown(self) -> set[str]:
        """The texts of cells that only show something, such as a chart: marking needs none."""
        return {text_of(cell) for cell in self.book["cells"] if metadata(cell).get("look")}

    @property
    def checks(self) -> set[str]:
        """The ids of the cells that check an answer."""
        gradings = [cell["metadata"].get("nbgrader", {}) for cell in self.book["cells"]]
        return {one["grade_id"] for one in gradings if one.get("grade") and not one["solution"]}

    @property
    def asked(self) -> list[Asked]:
        """The cells to be answered, in order."""
        found = []
        for cell in self.book["cells"]:
            grading = cell["metadata"].get("nbgrader", {})
            if grading.get("solution"):
                own = metadata(cell)
                found.append(
                    Asked(
                        grading["grade_id"],
                        tuple(own.get("answers", ())),
                        own.get("contest", ""),
                        bool(grading.get("grade")),
                    )
                )
        return found


def text_of(cell: dict[str, Any]) -> str:
    """Return the text of a cell, which a file may keep as a list of lines."""
    source = cell["source"]
    return "".join(source) if isinstance(source, list) else str(source)


def metadata(part: Any) -> dict[str, Any]:
    """Return the entry ``classkit`` in the metadata of a notebook or a cell."""
    found = part.get("metadata", {}).get("classkit", {})
    return found if isinstance(found, dict) else {}


def find_sources(wanted: list[Path]) -> list[Source]:
    """Return the sources named, those in the folders named, or all in lessons/assignments."""
    paths: list[Path] = []
    for path in wanted or [FOLDER]:
        if path.is_dir():
            paths += sorted(path.glob("*.ipynb"))
        elif path.suffix == ".ipynb":
            paths.append(path)
        elif (named := FOLDER / f"{path}.ipynb").is_file():
            paths.append(named)
        else:
            raise ClasskitError(
                f"There is no assignment {path}: name a notebook, a folder of notebooks, or one "
                f"of those in {FOLDER} (run this beside it)."
            )
    if not paths:
        raise ClasskitError(
            f"There are no assignments in {', '.join(map(str, wanted or [FOLDER]))}."
        )
    return [Source.read(path) for path in paths]
