"""Both notebooks on a match, as they are written, run, marked and handed on."""

from __future__ import annotations

import base64
import contextlib
import io
import re
import zipfile
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

import classkit
from classkit.assignments import grader
from classkit.assignments.feedback import Unanswered
from classkit.assignments.grader import grade_folder
from classkit.assignments.homework import Homework
from classkit.assignments.homework.homework_notebook import (
    build_notebooks,
    write_homework,
    zip_homework,
)
from classkit.assignments.homework.markdown_escape import escape_markdown
from classkit.assignments.key import open_key
from classkit.assignments.nbgrader_source import NbgraderSource
from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match
from classkit.widgets import table

from ..papers import course, hand_in
from .matches import played, run


def test_both_notebooks_run_the_students_to_its_first_question(made: dict[str, str]) -> None:
    assert run(made["homework-teacher"]) == ["Right."] * 5
    with pytest.raises(Unanswered, match="Replace None in the cell above"):
        run(made["homework"])


@pytest.mark.deep
def test_a_kernel_runs_the_teachers_notebook_and_stops_kindly_in_the_students() -> None:
    """One kernel for both, one after the other: to start it takes longer than to run them."""
    made = build_notebooks(played("poleconomy"))
    teachers, students = (
        nbformat.reads(made[name], as_version=4) for name in ("homework-teacher", "homework")
    )
    for cell in students.cells:
        cell.id = f"students-{cell.id}"
    both = nbformat.v4.new_notebook(cells=[*teachers.cells, *students.cells])
    with pytest.raises(CellExecutionError, match="No answer yet"):
        NotebookClient(both, timeout=600, kernel_name="python3").execute()
    first, second = both.cells[: len(teachers.cells)], both.cells[len(teachers.cells) :]
    figures = [
        output
        for cell in first
        for output in cell.get("outputs", [])
        if "application/vnd.plotly.v1+json" in output.get("data", {})
    ]
    assert len(figures) == 3
    assert next(cell for cell in second if cell.cell_type == "code").execution_count


def test_the_student_is_told_no_answer(made: dict[str, str]) -> None:
    text = made["homework"]
    for secret in ("answer(", "key", "SOLUTION", "HIDDEN", "Marking", "Model answer"):
        assert secret not in nbformat.reads(text, as_version=4).cells[-1].source
        assert not any(secret in cell.source.replace("MATCH", "") for cell in code_of(text)), secret
    for cell in nbformat.reads(text, as_version=4).cells:
        assert not cell.get("outputs")


def code_of(text: str) -> list[Any]:
    """The cells of code but the one that holds the match."""
    cells = nbformat.reads(text, as_version=4).cells
    return [one for one in cells if one.cell_type == "code" and "MATCH =" not in one.source]


def test_nbgrader_makes_the_students_notebook_of_the_teachers(tmp_path: Path) -> None:
    """Cells with ids and points, so that sixty can be graded."""
    student, teacher = write_homework(played("economy"), tmp_path, "monday")
    source = NbgraderSource.read(teacher)
    assert source.name == "monday-homework"
    made = nbformat.read(course().release(source), as_version=4)
    ours = nbformat.read(student, as_version=4)
    assert ours.metadata["classkit"] == made.metadata["classkit"]
    for one, other in zip(ours.cells, made.cells, strict=True):
        kept = dict(other.metadata.get("nbgrader", {}))
        kept = {name: kept[name] for name in kept.keys() - {"checksum", "cell_type"}}
        assert (one.cell_type, one.source) == (other.cell_type, other.source)
        assert one.metadata.get("nbgrader", {}) == kept
    points = [one.metadata.get("nbgrader", {}).get("points", 0) for one in ours.cells]
    assert sum(points) == 15 and f"**Points:** {sum(points)}" in ours.cells[0].source


def test_a_homework_is_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What students hand in is found by its name, and each has questions of their own."""
    student, teacher = write_homework(played("economy"), tmp_path, "monday")
    other, _ = write_homework(played("economy", 6), tmp_path, "tuesday")
    key_of = open_key(Homework(played("economy"), "ada"))
    for name, book in (("ada", student), ("bo", student), ("cy", other)):
        filled = nbformat.read(book, as_version=4)
        for cell in filled.cells:
            grade_id = cell.metadata.get("nbgrader", {}).get("grade_id", "")
            if grade_id == "student":
                cell.source = f"student = {name!r}"
            elif grade_id.startswith("answer-") and grade_id != "answer-spillover":
                right = key_of.answer(grade_id.removeprefix("answer-"))
                cell.source = f"{cell.metadata['classkit']['answers'][0]} = {right!r}"
        hand_in(tmp_path / "in", name, "monday-homework", nbformat.writes(filled))
    monkeypatch.setattr(grader, "NbgraderFolder", lambda folder: nullcontext(course()))
    (tmp_path / "marks").mkdir()
    ada, bo, cy = grade_folder(tmp_path / "in", NbgraderSource.read(teacher), tmp_path / "marks")
    assert (ada.build_row()["total"], ada.build_row()["test-spillover"], ada.remarks) == (
        8.0,
        0.0,
        [],
    )
    assert bo.build_row()["total"] < 8, "the questions are ada's, the answers too"
    assert cy.problem == "it is the homework on another match"


def test_the_same_match_makes_the_same_notebooks(match: Match, made: dict[str, str]) -> None:
    assert build_notebooks(match) == made


def test_the_story_tells_every_turn_with_something_to_tell(
    match: Match, made: dict[str, str]
) -> None:
    text = made["homework"]
    told = {event.turn for event in match.events if match.say(False).event_sentence(event)}
    assert all(f"**Turn {turn}:**" in text for turn in told - {0})


def test_no_typed_name_is_in_the_notebooks_unless_names_are_asked_for() -> None:
    match = played("poleconomy", seats=["Zoë", "<b>Bo</b>", "$Cy$", "Dov"])
    usual, named = (
        build_notebooks(match)["homework"],
        build_notebooks(match, names=True)["homework"],
    )
    assert not re.search(r"\b(Zoë\b|Bo<|Cy\b)", usual), "the packed match has any letters inside"
    told = "\n".join(cell.source for cell in nbformat.reads(named, as_version=4).cells)
    listed = re.search(r"players' seat names: (.*)\.", told)
    assert listed and listed[1].startswith("Ada is Zoë, Bruno is ") and "Dov" not in listed[1]
    assert Homework(match).ask(Homework(match).questions[0]).text.count("Zoë") == 0
    assert "players' seat names" not in usual
    assert "Zoë" in named and "<b>" not in named and "$Cy" not in named.replace("\\\\$Cy", "")


@pytest.mark.parametrize(
    "text", ["$5 and $6", "www.x.com", "a@b.co", "<b>x</b>", "[a](b)", "*a* _b_ `c`", "# h"]
)
def test_words_of_people_are_never_marks(text: str) -> None:
    safe = escape_markdown(text)
    for place, sign in enumerate(safe):
        if sign in "[]()*_`@":
            assert safe[place - 1] == "\\"
    assert "$" not in safe and "www." not in safe and "<b" not in safe.replace("\\<b", "")


def test_before_anything_was_played_there_is_nothing_to_ask() -> None:
    with pytest.raises(ClasskitError, match="Play some turns first"):
        build_notebooks(classkit.new("poleconomy", seats=3, options={"game": 1}))


def test_the_button_gives_both_notebooks(match: Match) -> None:
    data = zip_homework(match)
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(data["base64"]))) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    name = next(name for name in texts if "teacher" not in name).removesuffix(".ipynb")
    assert sorted(texts.values()) == sorted(build_notebooks(match, name=name).values())
    assert "teacher" in data["note"]


def test_the_page_is_answered_by_the_table(match: Match) -> None:
    live = table(match)
    with contextlib.suppress(ClasskitError):
        live.on_action("homework", lambda content: None)
    live = classkit.table(match)
    answer = live._channel.handlers["homework"]({"do": "homework"})
    assert answer["kind"] == "detail" and answer["data"]["name"].endswith("-homework.zip")
