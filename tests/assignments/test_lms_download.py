"""Submissions as Moodle, Canvas and Blackboard download them, up to the file that they import."""

from __future__ import annotations

import csv
import io
import stat
import zipfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest

from classkit.assignments.copied_answers import QuestionDraws
from classkit.assignments.gradebooks import build_gradebooks
from classkit.assignments.graded_results import GradedResult
from classkit.assignments.grader import describe_other_student
from classkit.assignments.lms_download import Student, make_safe_name, open_submissions
from classkit.assignments.lms_worksheet import Worksheet
from classkit.assignments.nbgrader_folder import CellGrade
from classkit.cli import main
from classkit.engine.errors import ClasskitError

from .papers import filled, hand_in, right_answers

NAME = "economy-read"
MOODLE = {
    "Ada Lovelace_4711_assignsubmission_file_/economy-read.ipynb": "ada",
    "Ada Lovelace_4711_assignsubmission_onlinetext_/onlinetext.html": "<p>see file</p>",
    "Bo van den Berg_4712_assignsubmission_file_/Copy of economy-read (1).ipynb": "bo",
    "Ada Lovelace_4713_assignsubmission_file_/economy-read.ipynb": "the other",
}
MOODLE_FLAT = {
    "Ada Lovelace_4711_assignsubmission_file_economy-read.ipynb": "ada",
    "Bo_van_Berg_4712_assignsubmission_file_economy-read.ipynb": "bo",
}
CANVAS = {
    "lovelaceada_501_9001_economy-read.ipynb": "ada",
    "bergbo_LATE_502_9002_economy-read-1.ipynb": "bo",
}
BLACKBOARD = {
    "Homework_1_ada_attempt_2026-11-25-09-00-00_economy-read.ipynb": "the first",
    "Homework_1_ada_attempt_2026-11-26-17-59-12.txt": "Name: Ada Lovelace (ada)\nAssignment: H",
    "Homework_1_ada_attempt_2026-11-26-17-59-12_economy-read.ipynb": "the last",
    "Homework_1_bo_vdb_attempt_2026-11-26-10-00-00.txt": "Name: Bo Berg (bo_vdb)\r\nAssignment: H",
    "Homework_1_bo_vdb_attempt_2026-11-26-10-00-00_economy-read.ipynb": "bo",
}


def zipped(path: Path, files: Mapping[str, str], wrapper: str = "") -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(wrapper + name, text)
    return path


def unpacked(path: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(text, encoding="utf-8")
    return path


def contents(folder: Path) -> dict[str, str]:
    return {
        one.relative_to(folder).as_posix(): one.read_text(encoding="utf-8")
        for one in folder.rglob("*")
        if one.is_file()
    }


@pytest.fixture(params=["zip", "zip with a folder", "folder"])
def make(request: pytest.FixtureRequest, tmp_path: Path):  # type: ignore[no-untyped-def]
    def make(files: Mapping[str, str]) -> Path:
        if request.param == "folder":
            return unpacked(tmp_path / "in", files)
        wrapper = "submissions/" if "with" in request.param else ""
        return zipped(tmp_path / "in.zip", files, wrapper)

    return make


def test_moodle_folders_become_students_with_their_number(make) -> None:  # type: ignore[no-untyped-def]
    with open_submissions(make(MOODLE)) as found:
        assert found.system == "moodle"
        assert {name: one.id for name, one in found.students.items()} == {
            "Ada Lovelace (4711)": "4711", "Bo van den Berg": "4712", "Ada Lovelace (4713)": "4713",
        }  # fmt: skip
        assert contents(found.folder)["Ada Lovelace (4713)/economy-read.ipynb"] == "the other"
        assert contents(found.folder)["Bo van den Berg/Copy of economy-read (1).ipynb"] == "bo"


def test_moodle_without_folders(make) -> None:  # type: ignore[no-untyped-def]
    with open_submissions(make(MOODLE_FLAT)) as found:
        assert found.students["Bo_van_Berg"] == Student("Bo_van_Berg", "4712", "Bo_van_Berg")
        assert contents(found.folder)["Ada Lovelace/economy-read.ipynb"] == "ada"


def test_canvas_names_have_the_number_of_the_user(make) -> None:  # type: ignore[no-untyped-def]
    with open_submissions(make(CANVAS)) as found:
        assert found.system == "canvas"
        assert {name: one.id for name, one in found.students.items()} == {
            "lovelaceada": "501", "bergbo": "502",
        }  # fmt: skip
        assert contents(found.folder)["bergbo/economy-read-1.ipynb"] == "bo"
        assert found.remarks == {"bergbo": ["Canvas marked it as late"]}


def test_blackboard_counts_the_last_attempt_and_knows_user_names(make) -> None:  # type: ignore[no-untyped-def]
    with open_submissions(make(BLACKBOARD)) as found:
        assert found.system == "blackboard"
        assert contents(found.folder) == {
            "ada/economy-read.ipynb": "the last", "bo_vdb/economy-read.ipynb": "bo",
        }  # fmt: skip
        assert found.students["bo_vdb"].full_name == "Bo Berg"
        assert found.remarks == {"ada": ["2 attempts: the last one was marked"]}
        when = (found.folder / "ada" / "economy-read.ipynb").stat().st_mtime
        assert datetime.fromtimestamp(when) == datetime(2026, 11, 26, 17, 59, 12)


def test_a_zip_of_folders_named_after_students(tmp_path: Path) -> None:
    files = {"ada/economy-read.ipynb": "ada", "bo/work/economy-read.ipynb": "bo"}
    for wrapper in ("", "handed-in/"):
        with open_submissions(zipped(tmp_path / "in.zip", files, wrapper)) as found:
            assert (found.system, found.students) == ("", {})
            assert contents(found.folder) == files, wrapper


def test_a_folder_named_after_students_is_used_as_it_is(tmp_path: Path) -> None:
    folder = unpacked(tmp_path, {"ada/economy-read.ipynb": "ada", "notes.txt": "mine"})
    with open_submissions(folder) as found:
        assert found.folder == folder


def test_nothing_leads_outside(tmp_path: Path) -> None:
    path = tmp_path / "in.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../escaped.ipynb", "x")
        archive.writestr("/etc/escaped_501_9_x.ipynb", "x")
        archive.writestr("a_501_9001_..", "x")
        archive.writestr("b_502_9002_..\\..\\escaped.ipynb", "x")
        archive.writestr("c:_503_9003_x.ipynb", "x")
        link = zipfile.ZipInfo("d_504_9004_link.ipynb")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    before = {*tmp_path.parent.rglob("*")}
    with open_submissions(path) as found:
        kept = {*found.folder.rglob("*")}
        assert all(one.resolve().is_relative_to(found.folder.resolve()) for one in kept)
        assert not any(one.is_symlink() or "link" in one.name for one in kept)
    assert {*tmp_path.parent.rglob("*")} == before


@pytest.mark.parametrize(
    "name", ["..", ".", "...", "a/b", "a\x00b", "x" * 400 + ".ipynb", "é" * 300]
)
def test_any_name_becomes_one_that_every_system_accepts(tmp_path: Path, name: str) -> None:
    safe = make_safe_name(name)
    (tmp_path / safe).touch()
    assert [one.name for one in tmp_path.iterdir()] == [safe]


def test_what_is_no_zip_or_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = tmp_path / "damaged.zip"
    damaged.write_bytes(b"PK\x03\x04 and no more")
    with (
        pytest.raises(ClasskitError, match=r"damaged\.zip is not a complete zip file.*Download it"),
        open_submissions(damaged),
    ):
        pass
    with (
        pytest.raises(ClasskitError, match="no folder or zip file"),
        open_submissions(tmp_path / "missing.zip"),
    ):
        pass
    monkeypatch.setattr("classkit.assignments.lms_download.MAX_TOTAL_BYTES", 10)
    with (
        pytest.raises(ClasskitError, match=r"20,000 files and 0 MB.*pass the folder"),
        open_submissions(zipped(tmp_path / "in.zip", CANVAS | {"e_1_1_x.ipynb": "x" * 20})),
    ):
        pass


def graded(student: str, points: float = 2.0) -> GradedResult:
    return GradedResult(
        student, [CellGrade("test-tax", points, 2.0, False, "" if points else "No.")]
    )


def test_moodles_worksheet_names_participants_by_number(tmp_path: Path) -> None:
    with open_submissions(zipped(tmp_path / "in.zip", MOODLE)) as found:
        results = [graded("Bo van den Berg"), graded("Ada Lovelace (4713)", 0)]
        books = build_gradebooks(results, "Homework", found)
    assert books == {
        "moodle": [
            ["Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)",
             "Feedback comments"],
            ["Participant 4712", "Bo van den Berg", 2.0, 2.0, "-", ""],
            ["Participant 4713", "Ada Lovelace", 0.0, 2.0, "-", "tax, 0 of 2: No."],
        ]
    }  # fmt: skip


def test_canvas_gradebook_has_its_own_ids(tmp_path: Path) -> None:
    with open_submissions(zipped(tmp_path / "in.zip", CANVAS)) as found:
        rows = build_gradebooks([graded("lovelaceada")], "Homework", found)["canvas"]
    assert rows[2] == ["lovelaceada", "501", "", "", 2.0]


WORKSHEET = (
    "\ufeffIdentifier,Full name,Email address,Status,Grade,Maximum Grade,Last modified (grade),"
    "Feedback comments\r\n"
    'Participant 4712,Bo van den Berg,bo@uni.example,Submitted,,14,"Monday, 9:00",\r\n'
    "Participant 4799,Cy,cy@uni.example,No submission,,14,-,\r\n"
)


def worksheet(tmp_path: Path, files: Mapping[str, str], text: str, column: str = "") -> Worksheet:
    sheet = tmp_path / "worksheet.csv"
    sheet.write_text(text, encoding="utf-8")
    with open_submissions(zipped(tmp_path / "in.zip", files)) as found:
        return Worksheet.open(sheet, found, column)


@pytest.mark.parametrize("separator", [",", ";"])
def test_a_worksheet_keeps_what_it_has(tmp_path: Path, separator: str) -> None:
    text = WORKSHEET.replace(",", separator).replace("Monday;", "Monday,")
    points = [
        ["Identifier", "Full name", "Grade", "Feedback comments"],
        ["Participant 4712", "Bo", 3.5, "tax: no"],
    ]
    head, bo, cy = worksheet(tmp_path, MOODLE, text).fill(points)
    assert head[0] == "Identifier"
    assert bo == [
        *("Participant 4712", "Bo van den Berg", "bo@uni.example", "Submitted"),
        *(3.5, "14", "Monday, 9:00", "tax: no"),
    ]
    assert cy[4] == ""


def test_the_gradebook_of_canvas_is_filled_in_the_column_with_its_number(tmp_path: Path) -> None:
    text = (
        "Student,ID,SIS User ID,Section,Week 1 (77),Week 2 (78)\n    Points Possible,,,,14,9\n"
        "A,501,s,X,,3\n"
    )
    points = [["Student", "ID", "SIS Login ID", "Section", "Week 1"], ["a", "501", "", "", 12.5]]
    filled_in = worksheet(tmp_path, CANVAS, text, "Week 1").fill(points)
    assert filled_in[2] == ["A", "501", "s", "X", 12.5, "3"]


@pytest.mark.parametrize(
    ("text", "files", "reason"),
    [
        ("Nummer,Bewertung\n1,2", MOODLE, "no column 'Identifier' and no column 'Grade', only: "),
        (
            "Identifier,Grade\nParticipant 9,",
            MOODLE,
            "none of the students who handed in, such as 'Part",
        ),
        ("", MOODLE, "no column 'Identifier'"),
        ("Identifier,Grade\n", BLACKBOARD, "zip file downloaded from Moodle or Canvas"),
        ("Student,ID,Week 2 (78)\n", CANVAS, "no column 'Week 1', only.*--column"),
    ],
)
def test_a_wrong_worksheet_is_refused(
    tmp_path: Path, text: str, files: Mapping[str, str], reason: str
) -> None:
    with pytest.raises(ClasskitError, match=reason):
        worksheet(tmp_path, files, text, "Week 1")


@pytest.mark.parametrize(
    ("typed", "folder"),
    [
        ("Ada", "Ada Lovelace"), ("Lovelace, Ada", "Ada Lovelace"), ("ada lovelace", "lovelaceada"),
        ("Zo\u00eb", "Zoe\u0308"), ("zoe m\u00fcller", "M\u00fcller Zo\u00eb"),
        ("O\u2019Brien", "O'Brien"),
    ],
)  # fmt: skip
def test_a_name_and_a_folder_that_agree_need_no_remark(typed: str, folder: str) -> None:
    assert describe_other_student(typed, [folder]) == ""


@pytest.mark.parametrize(
    ("typed", "folder"),
    [("Amy", "May"), ("Ada", "Adam Smith"), ("Bo Berg", "Bo Lovelace"), ("Bo", "x")],
)
def test_a_name_and_a_folder_that_disagree_get_one(typed: str, folder: str) -> None:
    assert "numbers of" in describe_other_student(typed, [folder])


def test_the_command_marks_a_zip_and_fills_the_worksheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bo has copied a figure and a text: the teacher is told, and no mark changes."""
    reason = "Because the owner of the card earns it whether or not she has built anything on it."
    adas, bos = right_answers(NAME, "Ada Lovelace"), right_answers(NAME, "bo van den berg")
    copied = "answer-free-ride"
    assert adas[copied] != bos[copied]
    books = {}
    for name, student, answers in (
        ("Ada Lovelace_4711", "Ada Lovelace", adas),
        ("Bo van den Berg_4712", "bo van den berg", bos | {copied: adas[copied]}),
    ):
        book = filled(NAME, student, answers)
        texts = [
            c
            for c in book["cells"]
            if "explain" in str(c["metadata"]) and c["cell_type"] == "markdown"
        ]
        texts[0]["source"] = reason
        books[f"{name}_assignsubmission_file_/{NAME}.ipynb"] = book
    path = tmp_path / "course-economy.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, book in books.items():
            archive.writestr(name, hand_in(tmp_path / "x", "x", NAME, book).read_text("utf-8"))
    sheet = tmp_path / "worksheet.csv"
    sheet.write_text(WORKSHEET, encoding="utf-8")
    words = [
        "assignment",
        "grade",
        str(path),
        "--assignment",
        NAME,
        "--worksheet",
        str(sheet),
        "--excel",
    ]
    assert main(words) == 0
    said = capsys.readouterr().out
    marks = tmp_path / "course-economy-marks"
    raw = (marks / f"{NAME}.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf"), "spreadsheets read UTF-8 by this mark"
    ada, bo = csv.DictReader(io.StringIO(raw.decode("utf-8-sig")))
    assert "numbers of" not in ada["remarks"] + bo["remarks"]
    assert f"look at {copied}: wrong for this student's numbers, and right for" in bo["remarks"]
    assert "Ada Lovelace wrote the same" in bo["remarks"]
    assert "Bo van den Berg wrote the same" in ada["remarks"] and "right for" not in ada["remarks"]
    assert f"Bo van den Berg: look at {copied}" in said
    filled_in = [*csv.reader(io.StringIO((marks / f"{NAME}-moodle.csv").read_text("utf-8")))]
    assert filled_in[1][:2] == ["Participant 4712", "Bo van den Berg"]
    assert filled_in[1][4] == "", "its marks are not final: a text is to be read"
    assert not (marks / f"{NAME}-canvas.csv").exists()
    opened = openpyxl.load_workbook(marks / f"{NAME}.xlsx")
    assert opened.sheetnames == ["marks", "reasons"]
    assert [row[0].value for row in opened["marks"]] == [
        "student",
        "Ada Lovelace",
        "Bo van den Berg",
    ]


def test_an_answer_that_breaks_its_question_gets_no_remark_and_loses_no_mark() -> None:
    class Broken:
        def get_question(self, key: str) -> None:
            raise RuntimeError(key)

    draws = QuestionDraws(lambda name, word: Broken())  # type: ignore[arg-type, return-value]
    assert not draws.is_right(("ada", None), "landing", object())
