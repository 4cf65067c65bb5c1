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

from classkit.assignments.catalogue import find_sources
from classkit.assignments.copied_answers import (
    AnsweredPaper,
    QuestionDraws,
    find_copies,
    find_equal_texts,
    find_shared_numbers,
)
from classkit.assignments.gradebooks import build_gradebooks, format_csv
from classkit.assignments.graded_results import GradedResult
from classkit.assignments.grader import add_file_problem, set_lateness
from classkit.assignments.lateness import DueDate
from classkit.assignments.lms_download import Student, open_submissions
from classkit.assignments.lms_worksheet import Worksheet
from classkit.assignments.name_comparison import describe_other_student
from classkit.assignments.nbgrader_folder import CellGrade
from classkit.assignments.submitted_files import make_safe_name
from classkit.cli import main
from classkit.commands.assignment_command import describe_unknown_times
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


BLANK = '{"cells": [], "nbformat": 4, "metadata": {}}'


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


def test_canvas_names_may_contain_underscores_and_late_in_small_letters(make) -> None:  # type: ignore[no-untyped-def]
    """A group may be called Team_Blue; older servers write the whole name in small letters."""
    files = {
        "de_la_cruzana_501_9001_x.ipynb": "ana", "team_blue_LATE_502_9002_x-2.ipynb": "team",
        "bergbo_late_503_9003_x.ipynb": "bo",
    }  # fmt: skip
    with open_submissions(make(files)) as found:
        assert {name: one.id for name, one in found.students.items()} == {
            "de_la_cruzana": "501", "team_blue": "502", "bergbo": "503",
        }  # fmt: skip
        assert found.late == {"team_blue", "bergbo"}


def test_a_folder_that_looks_like_a_file_of_canvas_is_a_folder(tmp_path: Path) -> None:
    path = zipped(tmp_path / "in.zip", CANVAS, "econ_101_2026_week 3/")
    with open_submissions(path) as found:
        assert {*found.students} == {"lovelaceada", "bergbo"}


@pytest.mark.parametrize("extra", ["Thumbs.db", "desktop.ini", "__MACOSX/submissions/._x"])
def test_what_a_system_adds_next_to_the_folder_is_passed_over(tmp_path: Path, extra: str) -> None:
    files = {f"submissions/{name}": text for name, text in MOODLE.items()} | {extra: ""}
    with open_submissions(zipped(tmp_path / "in.zip", files)) as found:
        assert len(found.students) == 3


@pytest.mark.parametrize("word", ["Participant", "Group A-Participant", "Teilnehmerin"])
def test_hidden_names_of_moodle_are_compared_with_no_name(tmp_path: Path, word: str) -> None:
    files = {
        f"{word}_{number}_assignsubmission_file/economy-read.ipynb": "" for number in (4711, 4712)
    }
    with open_submissions(zipped(tmp_path / "in.zip", files)) as found:
        assert {one.id for one in found.students.values()} == {"4711", "4712"}
        assert all(describe_other_student("ada", one) == "" for one in found.students.values())
        sheet = tmp_path / "worksheet.csv"
        sheet.write_text("Identifier,Grade\nParticipant 4711,\n", encoding="utf-8")
        assert Worksheet.open(sheet, found, "").key == "Identifier"


def test_blackboard_without_its_text_files_mixes_no_students(tmp_path: Path) -> None:
    start = "Week_3 Homework"
    files = {
        f"{start}_{login}_attempt_2026-11-26-10-00-00_economy-read.ipynb": login
        for login in ("bo_vdb", "al_vdb", "ada")
    }
    with open_submissions(zipped(tmp_path / "in.zip", files)) as found:
        assert {*found.students} == {"bo_vdb", "al_vdb", "ada"}
    earlier = f"{start}_bo_vdb_attempt_2026-11-25-10-00-00"
    files |= {f"{earlier}_x.ipynb": "old", f"{earlier}.txt": "Name: Bo Berg (bo_vdb)\n"}
    with open_submissions(zipped(tmp_path / "in.zip", files)) as found:
        assert found.remarks == {"bo_vdb": ["2 attempts: the last one was marked"]}


def test_an_impossible_time_of_blackboard_is_unknown(tmp_path: Path) -> None:
    files = {"H_ada_attempt_2026-13-45-99-00-00_economy-read.ipynb": "ada"}
    with open_submissions(zipped(tmp_path / "in.zip", files)) as found:
        assert {*contents(found.folder)} == {"ada/economy-read.ipynb"}


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
    monkeypatch.setattr("classkit.assignments.submitted_files.MAX_FILES", 1)
    with (
        pytest.raises(ClasskitError, match=r"2 files\. The limit is 1\. Download the"),
        open_submissions(zipped(tmp_path / "in.zip", CANVAS)),
    ):
        pass


@pytest.mark.parametrize("limit", ["MAX_WHOLE_BYTES", "MAX_TOTAL_BYTES"])
def test_a_file_that_is_too_large_makes_only_its_student_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(f"classkit.assignments.submitted_files.{limit}", 10)
    path = zipped(tmp_path / "in.zip", CANVAS | {"cy_503_1_x.ipynb": "x" * 20})
    with open_submissions(path) as found:
        assert {*found.students} == {"lovelaceada", "bergbo", "cy"}
        assert (
            found.problems.keys() == {"cy"}
            and "x.ipynb has 0 MB; the limit" in found.problems["cy"]
        )
        assert {*contents(found.folder)} == {
            "lovelaceada/economy-read.ipynb", "bergbo/economy-read-1.ipynb",
        }  # fmt: skip


def test_any_damage_to_a_zip_gets_a_sentence(tmp_path: Path) -> None:
    """Every byte is damaged once; what is readable in spite of it may be read."""
    path = tmp_path / "in.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ada_501_9001_x.ipynb", "some text, some text " * 9)
    whole = path.read_bytes()
    refused = 0
    for place in range(len(whole)):
        for change in (0x5A, 0xFF):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ change]) + whole[place + 1 :])
            try:
                with open_submissions(path):
                    pass
            except ClasskitError as error:
                refused += 1
                assert "Download it again" in str(error) or "encrypted" in str(error)
    assert refused > len(whole) / 4


def test_an_error_while_marking_is_not_called_damage(tmp_path: Path) -> None:
    with pytest.raises(EOFError), open_submissions(zipped(tmp_path / "in.zip", CANVAS)):
        raise EOFError


def test_a_name_may_be_a_file_and_a_folder(tmp_path: Path) -> None:
    start = "Ada_1_assignsubmission_file_"
    for first, second in (("x", "x/economy-read.ipynb"), ("x/economy-read.ipynb", "x")):
        files = {f"{start}/{first}": "1", f"{start}/{second}": "2"}
        with open_submissions(zipped(tmp_path / "in.zip", files)) as found:
            assert {*contents(found.folder).values()} == {"1", "2"}


def test_names_in_utf_8_need_no_flag(tmp_path: Path) -> None:
    """Finder writes such names; a name from an old Windows is kept as it is read."""

    class Unflagged(zipfile.ZipInfo):
        def _encodeFilenameFlags(self) -> tuple[bytes, int]:  # noqa: N802
            return self.filename.encode(codec), self.flag_bits & ~0x800

    path = tmp_path / "in.zip"
    for codec in ("utf-8", "cp437"):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(Unflagged("J\u00fcrgen M_4711_assignsubmission_file_/x.ipynb"), "x")
        with open_submissions(path) as found:
            assert [*found.students] == ["J\u00fcrgen M"], codec


def test_a_students_link_or_text_is_listed(make) -> None:  # type: ignore[no-untyped-def]
    files = CANVAS | {
        "cy_503_link.html": "<a href='https://colab.example'>", "di_LATE_504_text.html": "<p>",
    }  # fmt: skip
    with open_submissions(make(files)) as found:
        assert found.students["cy"].id == "503" and found.students["di"].id == "504"
        assert contents(found.folder)["cy/link.html"].startswith("<a")
        assert found.late == {"bergbo", "di"} and not found.has_times


def test_blackboard_marks_the_last_attempt_with_a_file_and_lists_texts(make) -> None:  # type: ignore[no-untyped-def]
    files = BLACKBOARD | {
        "Homework_1_ada_attempt_2026-11-27-09-00-00.txt": "Name: Ada Lovelace (ada)\nsee above",
        "Homework_1_cy_attempt_2026-11-27-09-00-00.txt": "Name: Cy Dee (cy)\nmy answer",
    }
    with open_submissions(make(files)) as found:
        assert contents(found.folder)["ada/economy-read.ipynb"] == "the last"
        assert found.remarks["ada"] == ["3 attempts: the last one with a file was marked"]
        assert "my answer" in contents(found.folder)["cy/text.txt"]


def test_anonymous_submissions_of_canvas(tmp_path: Path) -> None:
    files = {"anon_a1B2c_12345_x.ipynb": "1", "anon_LATE_d1B2c_12346_x.ipynb": "2",
             "anon_e1B2c_LATE_text.html": "3"}  # fmt: skip
    with open_submissions(zipped(tmp_path / "in.zip", files)) as found:
        assert [*found.students] == ["anon_a1B2c", "anon_d1B2c", "anon_e1B2c"]
        assert found.late == {"anon_d1B2c", "anon_e1B2c"}
        assert describe_other_student("Ada", found.students["anon_a1B2c"]) == ""
    with pytest.raises(ClasskitError, match=r"anonymous.*Turn off anonymous grading in Canvas"):
        worksheet(tmp_path, files, "Student,ID,x\nAda,501,\n", "x")


def test_a_teachers_folders_are_no_download_of_canvas(make) -> None:  # type: ignore[no-untyped-def]
    files = {"ada/x.ipynb": "1", "bo/x.ipynb": "2", "grades_2026_11_26.csv": "3"}
    with open_submissions(make(files)) as found:
        assert (found.system, found.students) == ("", {})


def test_a_folder_around_a_download_may_have_hidden_neighbours(tmp_path: Path) -> None:
    folder = unpacked(tmp_path / "in", {f"subs/{name}": text for name, text in MOODLE.items()})
    (folder / ".DS_Store").write_text("x", encoding="utf-8")
    with open_submissions(folder) as found:
        assert found.system == "moodle"


@pytest.mark.parametrize("start", ["Cy_9_assignsubmission_file_", "cy"])
def test_a_student_whose_file_cannot_be_read_does_not_vanish(tmp_path: Path, start: str) -> None:
    path = tmp_path / "in.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(start.replace("Cy_9", "Ada_8").replace("cy", "ada") + "/x.ipynb", "x")
        archive.writestr(f"{start}/../../escaped.ipynb", "x")
        link = zipfile.ZipInfo(f"{start.replace('Cy_9', 'Di_7').replace('cy', 'di')}/x.ipynb")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    with open_submissions(path) as found:
        problems = {name.casefold(): why for name, why in found.problems.items()}
        assert problems == {
            "cy": "the path of escaped.ipynb contains '..': ask for the file again",
            "di": "x.ipynb is a link: replace it with a copy of the file",
        }
        assert {one.name.casefold() for one in found.folder.iterdir()} == {"ada", "cy", "di"}


def test_a_link_in_an_unpacked_download_does_not_vanish(tmp_path: Path) -> None:
    folder = unpacked(tmp_path / "in", MOODLE)
    (folder / "Cy_9_assignsubmission_file_").mkdir()
    (folder / "Cy_9_assignsubmission_file_" / "x.ipynb").symlink_to(tmp_path)
    with open_submissions(folder) as found:
        assert found.problems == {"Cy": "x.ipynb is a link: replace it with a copy of the file"}


def test_a_problem_of_a_file_is_the_row_of_a_student_without_a_notebook() -> None:
    marked, absent, other = (
        GradedResult("ada", remarks=[]),
        GradedResult("bo", absent="nothing was handed in"),
        GradedResult("cy", problem="there is no notebook in the folder, only x.pdf"),
    )
    for one in (marked, absent, other):
        add_file_problem(one, "x.ipynb is a link")
        add_file_problem(one, "")
    assert (marked.problem, marked.remarks) == ("", ["x.ipynb is a link"])
    assert (absent.problem, absent.absent) == ("x.ipynb is a link", "")
    assert other.problem == "x.ipynb is a link; there is no notebook in the folder, only x.pdf"


@pytest.mark.parametrize(
    ("files", "when", "late", "left"),
    [
        (CANVAS, (2026, 11, 26, 17, 0, 0), {"lovelaceada": "", "bergbo": "late"}, 1.0),
        (MOODLE_FLAT, (2026, 11, 26, 17, 0, 0), {"Ada Lovelace": "1 day 5 h 0 min"}, 0.8),
        (MOODLE_FLAT, (1980, 1, 1, 0, 0, 0), {"Ada Lovelace": "unknown"}, 1.0),
    ],
)
def test_only_a_known_time_costs_points(
    tmp_path: Path,
    files: Mapping[str, str],
    when: tuple[int, int, int, int, int, int],
    late: Mapping[str, str],
    left: float,
) -> None:
    """Canvas's entries have the time of the download; 1980 is what programs write for no time."""
    path = tmp_path / "in.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in files:
            archive.writestr(zipfile.ZipInfo(name, when), BLANK)
    source = find_sources([Path(NAME)])[0]
    due = DueDate.parse("2026-11-25 12:00", 10)
    with open_submissions(path) as found:
        for name, shown in late.items():
            result = GradedResult(name)
            set_lateness(result, due, found, found.folder / name, source)
            assert (result.late, result.share_left) == (shown, left)


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
    "start",
    [
        "\n\r\n", "sep=;\r\n", "\ufeffSEP=;\n;;\n", "\ufeff\ufeff",
    ],
)  # fmt: skip
def test_a_worksheet_that_a_spreadsheet_has_saved(tmp_path: Path, start: str) -> None:
    """Lines before the heading, separators inside quotes, and spaces that do not break."""
    head = 'Identifier;"Name, in full, as is";Grade\u00a0\r\n'
    text = f"{start}{head}Participant\u00a04711;Ada;\r\n"
    opened = worksheet(tmp_path, MOODLE, text)
    filled_in = opened.fill([["Identifier", "Full name", "Grade"], ["Participant 4711", "Ada", 2]])
    assert opened.format(filled_in).endswith("Participant\u00a04711;Ada;2\r\n")


def test_points_have_the_decimal_comma_of_the_file(tmp_path: Path) -> None:
    """Spreadsheets in such a country read 2.5 as a date."""
    text = "Identifier;Grade;Maximum Grade\nParticipant 4711;;5,00\nParticipant 4712;;5\n"
    opened = worksheet(tmp_path, MOODLE, text)
    points = [["Identifier", "Full name", "Grade"], ["Participant 4711", "Ada", 2.5]]
    points.append(["Participant 4712", "Bo", 2.5])
    assert opened.format(opened.fill(points, 5)).splitlines()[1:] == [
        'Participant 4711;"2,5";5,00', "Participant 4712;2.5;5",
    ]  # fmt: skip


def test_two_columns_with_one_name_and_missing_students_are_named(tmp_path: Path) -> None:
    head, rows = "Student,ID,Week 1 (77),Week 1 (78)\n", "Ada,501,,\nBo,502.0,,\n"
    with pytest.raises(ClasskitError, match=r"'Week 1 \(77\)' and 'Week 1 \(78\)' have the same"):
        worksheet(tmp_path, CANVAS, head + rows, "Week 1")
    opened = worksheet(tmp_path, CANVAS, head + rows, "Week 1 (78)")
    points = [["Student", "ID", "Week 1 (78)"], ["", "", 2], ["ada", "501", 1], ["bo", "502", 2]]
    assert opened.describe_missing(points).startswith("worksheet.csv does not list bo: enter")
    assert opened.describe_missing(points[:3]) == ""


def test_only_cells_of_marked_students_change(tmp_path: Path) -> None:
    """Cells that begin like formulas, quotation marks, spaces, line ends and the mark of UTF-8."""
    text = (
        "\ufeffIdentifier,Full name,Phone,Grade,Maximum Grade,Last modified (grade),"
        '"Feedback comments"\r\n'
        "Participant 4712,@bo,+49 30 1234,,2,-,kept note\n"
        'Participant 4711,"=ada",-,,2, - ,"- well\nthought"\r\n'
        "Participant 4799,-cy,+1,-,2,-,@x"
    )
    sheet = worksheet(tmp_path, MOODLE, text)
    points = [
        ["Identifier", "Full name", "Grade", "Feedback comments"],
        ["Participant 4712", "Bo", 3.5, ""],
        ["Participant 4711", "Ada", 1.0, '=tax: "no"'],
    ]
    written = sheet.format(sheet.fill(points))
    assert written == (
        text.replace("1234,,2", "1234,3.5,2").replace('-,,2, - ,', '-,1.0,2, - ,').replace(
            '"- well\nthought"', '"- well\nthought\n\'=tax: ""no"""'
        )
    )  # fmt: skip
    again = worksheet(tmp_path, MOODLE, written)
    assert again.format(again.fill(points)) == written, "feedback is not added twice"


def test_the_first_rows_of_a_gradebook_of_canvas_are_kept(tmp_path: Path) -> None:
    text = (
        "Student,ID,SIS User ID,Week 1 (77)\n,,,Manual Posting\n    Points Possible,,,20.00\n"
        "A,501,s,\n"
    )
    sheet = worksheet(tmp_path, CANVAS, text, "Week 1")
    points = [["Student", "ID", "SIS Login ID", "Section", "Week 1"],
              ["    Points Possible", "", "", "", 14], ["a", "501", "", "", 7.0]]  # fmt: skip
    assert sheet.format(sheet.fill(points, 14)) == text.replace("501,s,", "501,s,10.0")
    assert "is 20 and the assignment has 14 points" in sheet.describe_scale(points, 14)
    assert sheet.describe_scale(points, 20) == ""


@pytest.mark.parametrize(
    ("maximum", "grade", "said"),
    [("100.00", 57.14, "14 points become 100"), ('"100,00"', "57,14", "100"), ("14.00", 8, ""),
     ("Good", 8, ""), ("", 8, "")],
)  # fmt: skip
def test_points_are_converted_to_the_maximum_of_the_worksheet(
    tmp_path: Path, maximum: str, grade: float | str, said: str
) -> None:
    """Moodle reads an imported grade on the scale of its own assignment."""
    text = f"Identifier,Grade,Maximum Grade\nParticipant 4712,,{maximum}\n"
    points = [["Identifier", "Grade", "Feedback comments"], ["Participant 4712", 8.0, ""]]
    sheet = worksheet(tmp_path, MOODLE, text)
    assert sheet.fill(points, 14)[1][1] == grade
    assert said in (told := sheet.describe_scale(points, 14)) and bool(told) == bool(said)


def test_the_time_of_no_earlier_grade_is_written_as_moodle_does() -> None:
    assert format_csv([["-", "+", "-x"]]) == '"-","+","\'-x"\r\n'


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("Identifier,Name\nParticipant 4712,M\u00fcller".encode("latin-1"),
         "not saved as UTF-8: download it again"),
        (b"PK\x03\x04\xff\xfe", "is a workbook: save it as CSV"),
        ("Identifier".encode("utf-16"), "UTF-16"),
        (b"<<<<<<< HEAD\nIdentifier,Grade\n=======\nIdentifier\n>>>>>>> x\n", "merge conflict"),
    ],
)  # fmt: skip
def test_a_worksheet_in_another_format_is_named(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    (tmp_path / "w.csv").write_bytes(content)
    with (
        open_submissions(zipped(tmp_path / "in.zip", MOODLE)) as found,
        pytest.raises(ClasskitError, match=reason),
    ):
        Worksheet.open(tmp_path / "w.csv", found, "")


@pytest.mark.parametrize(
    ("text", "files", "reason"),
    [
        ("Nummer,Bewertung\n1,2", MOODLE, "no column 'Identifier' and no column 'Grade', only: "),
        (
            "Identifier,Grade\nParticipant 9,",
            MOODLE,
            "none of the students who submitted, such as 'Part",
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
        ("O\u2019Brien", "O'Brien"), ("Ali Ali", "aliali"), ("Ada Lovelace", "ada"),
        ("Jos\u00e9 Mar\u00eda de la Cruz Ibarra", "cruzibarrajos\u00e9mar\u00edadela"),
        ("4711", "Ada Lovelace"), ("Ada Lovelace", "4711"), ("Lukasz", "\u0141ukasz"),
        ("S\u00f8ren", "Soren"), ("Mueller", "J\u00fcrgen M\u00fcller"), ("Gross", "Gro\u00df"),
        ("\u0110or\u0111e", "Dorde"), ("Aesa", "\u00c6sa"), ("\uff21\uff44\uff41", "Ada"),
    ],
)  # fmt: skip
def test_a_name_and_a_folder_that_agree_need_no_remark(typed: str, folder: str) -> None:
    assert describe_other_student(typed, Student(folder)) == ""


@pytest.mark.parametrize(
    ("typed", "folder"),
    [
        ("Amy", "May"),
        ("Ada", "Adam Smith"),
        ("Bo Berg", "Bo Lovelace"),
        ("Bo", "x"),
        ("4711", "4712"),
    ],
)
def test_a_name_and_a_folder_that_disagree_get_one(typed: str, folder: str) -> None:
    assert "numbers of" in describe_other_student(typed, Student(folder))


@pytest.mark.parametrize(
    ("typed", "is_named"),
    [("Bo", False), ("van den Berg", False), ("Berg Bo", False), ("Den", True), ("Bo Lee", True)],
)
def test_part_of_a_name_of_canvas_is_enough(typed: str, is_named: bool) -> None:
    """Canvas writes names without spaces, the family name first."""
    said = describe_other_student(typed, Student("vandenbergbo", "501"))
    assert bool(said) == is_named


@pytest.mark.parametrize(
    "student",
    [Student("samesame (8001)", "8001"), Student("Same Same (8001)", "8001", "Same Same")],
)
def test_the_number_that_tells_two_namesakes_apart_is_not_part_of_the_name(
    student: Student,
) -> None:
    assert describe_other_student("Same Same", student) == ""


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


@pytest.mark.parametrize(
    ("text", "is_compared"),
    [
        ("It invested; the other score sees it.", True),
        ("\u5b83\u6295\u8cc7\u4e86\uff0c\u53e6\u4e00\u500b\u5206\u6578\u770b\u5f97\u5230", True),
        ("I do not know.", False), ("\u6211\u4e0d\u77e5\u9053", False),
    ],
)  # fmt: skip
def test_short_texts_that_are_the_same_are_remarked(text: str, is_compared: bool) -> None:
    papers = [AnsweredPaper(name, {}, {"explain": text}) for name in ("ada", "bo", "cy")]
    found = find_equal_texts(papers)
    assert [name for name, _ in found] == ["ada", "bo", "cy"] * is_compared
    assert not is_compared or found[0][1] == "look at explain: bo and cy wrote the same"


def test_two_students_with_one_number_are_remarked() -> None:
    """A number says nothing about a name, so nothing else could show that it is another's."""
    numbers = {
        "ada": "4711",
        "bo": "\uff14711",
        "cy": "4712",
        "di": "cy",
        "ed": "cy",
    }
    papers = [AnsweredPaper(name, {"student": typed}, {}) for name, typed in numbers.items()]
    assert find_shared_numbers(papers) == [
        ("ada", "look at the first cell: bo typed the same number, 4711"),
        ("bo", "look at the first cell: ada typed the same number, 4711"),
    ]
    source = find_sources([Path(NAME)])[0]
    assert {*find_copies(papers, source, source.draw_questions)} == {"ada", "bo"}


def test_namesakes_with_long_names_stay_two_students(tmp_path: Path) -> None:
    """Names are cut at 200 bytes; an umlaut may be one character or two."""
    for one, other in (("\u738b" * 80, "\u738b" * 80), ("J\u00fcrgen", "Ju\u0308rgen")):
        files = {
            f"{one}_1_assignsubmission_file_/x": "1",
            f"{other}_2_assignsubmission_file_/x": "2",
        }
        with open_submissions(zipped(tmp_path / "in.zip", files)) as found:
            assert [name[-4:] for name in found.students] == [" (1)", " (2)"]
            assert sorted(contents(found.folder).values()) == ["1", "2"]


def test_a_file_of_nobody_that_leads_outside_makes_no_student(tmp_path: Path) -> None:
    with open_submissions(zipped(tmp_path / "in.zip", MOODLE | {"../../tmp/x.txt": "x"})) as found:
        assert not found.problems and len([*found.folder.iterdir()]) == 3


@pytest.mark.parametrize(("per_day", "end"), [(0, "as late."), (10, "no points were deducted.")])
def test_unknown_times_are_said(per_day: float, end: str) -> None:
    said = describe_unknown_times(DueDate.parse("2026-11-26", per_day))
    assert said.startswith("Files from Canvas do not contain submission times") and said.endswith(
        end
    )
