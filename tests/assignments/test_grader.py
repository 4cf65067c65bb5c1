"""Submissions of every kind, marked by nbgrader: each gets what it deserves, none stops others."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from nbconvert.filters.markdown_mistune import markdown2html_mistune

from classkit.assignments import grader, nbgrader_folder, notebook_file
from classkit.assignments.cell_layout import CellLayout
from classkit.assignments.contest import Contest
from classkit.assignments.graded_results import GradedResult
from classkit.assignments.grader import build_grading_notebook, grade_folder, sanitize_markdown
from classkit.assignments.nbgrader_folder import CellGrade, NbgraderFolder
from classkit.assignments.notebook_file import read_cell, read_submission
from classkit.assignments.policy_answer import PolicyAnswer
from classkit.assignments.question_server import QuestionServer
from classkit.assignments.results_page import render_page
from classkit.assignments.run_supervisor import SubmissionLimits, run_cells
from classkit.assignments.submission import find_suspicions, prepare_cells
from classkit.assignments.submission_contents import SubmissionContents
from classkit.assignments.submission_finder import find_submissions
from classkit.cli import main
from classkit.engine.match import Match
from classkit.sandbox.isolation_probe import get_isolation_layers

from .papers import (
    FOLDER,
    begin_course,
    cell,
    filled,
    hand_in,
    released,
    right_answers,
    source,
    students_version,
)

NAME = "poleconomy-1-read"
AUTO, BY_HAND = 12, 4
LIMITS = SubmissionLimits(cell_seconds=2, seconds=5, megabytes=1_500)
REASON = "The Number rose, and A held cash."

LOOP = "while True:\n    pass"
STUBBORN = (
    "import signal\nsignal.setitimer(signal.ITIMER_PROF, 0)\nwhile True:\n    try:\n"
    "        pass\n    except BaseException:\n        pass"
)
GREEDY = "hoard = []\nwhile True:\n    hoard.append(bytes(2_000_000_000))"
REDEFINED = """
import classkit.assignments.question_sheet as module
import classkit.assignments.answer_types as answers
from classkit.assignments.feedback import RIGHT
module.QuestionSheet.check = lambda *a, **k: RIGHT
module.QuestionSheet.mark = lambda *a, points, **k: points
answers.NumberAnswer.judge = lambda *a: RIGHT
sheet.check = sheet.mark = print
received = -1
"""
READER = """
import glob, os
found = [open(path).read() for path in [{path!r}] if os.path.exists(path)]
received = [line for text in found for line in text.splitlines() if "HIDDEN" in line] or None
"""


SEARCH = "received = next(n for n in range(0, 900_000, 10_000) if sheet.check('landing', n).right)"
KEY = "from classkit.assignments.key import open_key\nprice = open_key(sheet).answer('marker')"
BANK = """
from classkit.assignments.question_bank import draw_questions
cards = draw_questions(sheet.name, sheet.student).get_question("cards_left").right
"""
ANEW = """
from importlib import import_module, reload
import classkit.assignments.question_sheet as module
reload(module).set_provider_factory(module.open_bank_questions)
cannot_pay = import_module("classkit.assignments.key").open_key(sheet).answer("tax")
"""
QUIET = """
for jump_turn in range(500):
    if sheet.check("jump", jump_turn).right:
        break
else:
    jump_turn = None
"""


@pytest.fixture(scope="module")
def nbgrader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NbgraderFolder]:
    """One nbgrader for all that is built and marked here, since it takes long to start."""
    with begin_course(tmp_path_factory.mktemp("course")) as course:
        yield course


@contextmanager
def only(course: NbgraderFolder) -> Iterator[None]:
    """Let everything be built and marked in this one course folder meanwhile."""

    def same(folder: Path) -> AbstractContextManager[NbgraderFolder]:
        folder.mkdir(parents=True, exist_ok=True)
        return nullcontext(course)

    with pytest.MonkeyPatch.context() as patch:
        for module in (nbgrader_folder, grader):
            patch.setattr(module, "NbgraderFolder", same)
        yield


@pytest.fixture(scope="module")
def marks_folder(nbgrader: NbgraderFolder, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the marks of all of them, marked once."""
    folder = tmp_path_factory.mktemp("submissions")
    to = folder.parent / "marks"

    def cheat(student: str, **code: str) -> None:
        answers = right_answers(NAME, student)
        answers |= {f"answer-{key.replace('_', '-')}": text for key, text in code.items()}
        hand_in(folder, student, NAME, filled(NAME, student, answers))

    whole = filled(NAME, "Perfect", right_answers(NAME, "Perfect"))
    cell(whole, "explain-illusion")["source"] = REASON
    hand_in(folder, "Perfect", NAME, whole)
    half = right_answers(NAME, "half")
    for key in ("landing", "marker", "illusion"):
        half[f"answer-{key}"] = half[f"answer-{key}"].split("=")[0] + "= 1"
    hand_in(folder, "half", NAME, filled(NAME, "half", half))
    hand_in(folder, "untouched", NAME, students_version(NAME))
    empty = filled(NAME, "", {"answer-landing": "received = 1"})
    hand_in(folder, "empty", NAME, empty)
    hand_in(folder, "no-notebook", NAME, "\x00 this is a photograph")
    gaps = filled(NAME, "gaps", {**right_answers(NAME, "gaps"), "answer-marker": "price = = 3"})
    gaps["cells"] = [one for one in gaps["cells"] if "tax" not in str(one["metadata"])]
    hand_in(folder, "gaps", NAME, gaps)
    (folder / "nothing").mkdir()
    cheat("redefines", landing=REDEFINED)
    cheat("asks", landing="received = sheet.answer('landing')")
    cheat("searches", landing=SEARCH, marker=KEY, jump=QUIET, cards_left=BANK, tax=ANEW)
    cheat("reads", landing=READER.format(path=str(FOLDER / f"{NAME}.ipynb")))
    cheat("loops", landing=LOOP, marker=STUBBORN)
    cheat("greedy", landing=GREEDY, marker="import os\nos._exit(0)")
    with only(nbgrader):
        grade_folder(folder, source(NAME), to, limits=LIMITS, at_once=2, column="Reading (123)")
    return to


@pytest.fixture(scope="module")
def marked(marks_folder: Path) -> dict[str, dict[str, Any]]:
    """Student -> row of the CSV."""
    with (marks_folder / f"{NAME}.csv").open(newline="", encoding="utf-8-sig") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def read_csv(path: Path) -> list[list[str]]:
    """The rows of a CSV file, the heading first."""
    with path.open(newline="", encoding="utf-8-sig") as file:
        return list(csv.reader(file))


def points(row: dict[str, Any]) -> dict[str, float | None]:
    """The points of each test, None where they are open; those to be read left out."""
    return {key: float(row[key]) if row[key] else None for key in row if key.startswith("test-")}


def full(name: str = NAME) -> dict[str, float | None]:
    """All points that a test can give."""
    cells = json.loads(released(name))["cells"]
    kept = [one["metadata"].get("nbgrader", {}) for one in cells]
    return {one["grade_id"]: one["points"] for one in kept if one.get("locked") and one["grade"]}


def test_all_are_there(marked: dict[str, dict[str, Any]]) -> None:
    assert sorted(marked) == sorted(
        ["Perfect", "half", "empty", "no-notebook", "gaps", "nothing", "redefines", "asks",
         "reads", "loops", "greedy", "searches", "untouched"]
    )  # fmt: skip
    assert {row["out_of"] for row in marked.values()} == {str(float(AUTO + BY_HAND))}


def test_perfect(marked: dict[str, dict[str, Any]]) -> None:
    row = marked["Perfect"]
    assert points(row) == full() and float(row["total"]) == AUTO
    assert (row["to_read"], float(row["to_read_points"])) == ("explain-illusion", BY_HAND)
    assert row["explain-illusion"] == "" and row["remarks"] == ""


def test_half(marked: dict[str, dict[str, Any]]) -> None:
    wrong = {"test-landing": 0, "test-marker": 0, "test-illusion": 0}
    assert points(marked["half"]) == full() | wrong and float(marked["half"]["total"]) == AUTO / 2


def test_who_answers_nothing_is_marked_by_what_is_there(
    marked: dict[str, dict[str, Any]],
) -> None:
    """One answer, a wrong one: the others were left out, and that is no want of evidence."""
    row = marked["empty"]
    assert set(points(row).values()) == {0.0} and float(row["total"]) == 0
    assert row["to_read"] == "" and "class's numbers" in row["remarks"]


@pytest.mark.parametrize(
    ("student", "remark"),
    [
        ("untouched", "it contains no answers"),
        ("nothing", "nothing was handed in"),
    ],
)
def test_nothing_is_not_handed_in(
    marked: dict[str, dict[str, Any]], student: str, remark: str
) -> None:
    row = marked[student]
    assert set(points(row).values()) == {None} and row["total"] == row["to_read"] == ""
    assert remark in row["remarks"]


def test_what_cannot_be_marked_has_no_points(marked: dict[str, dict[str, Any]]) -> None:
    row = marked["no-notebook"]
    assert {row[key] for key in full()} == {""} and row["total"] == ""
    assert row["remarks"] == "the file is not a notebook"


def test_missing_cells_and_broken_code_cost_their_own_points(
    marked: dict[str, dict[str, Any]],
) -> None:
    row = marked["gaps"]
    assert points(row) == full() | {"test-marker": 0, "test-tax": None}
    assert "missing: answer-tax" in row["remarks"] and "SyntaxError" in row["remarks"]


@pytest.mark.parametrize("student", ["redefines", "asks", "reads"])
def test_a_cheat_gains_nothing(marked: dict[str, dict[str, Any]], student: str) -> None:
    """The checker redefined, the answer asked for, the tests read: no point, all others stand."""
    assert points(marked[student]) == full() | {"test-landing": 0}


def test_a_submission_cannot_search_while_it_is_marked(marked: dict[str, dict[str, Any]]) -> None:
    """Nothing is judged in the process that runs it, and the key stays shut; teachers hear."""
    row = marked["searches"]
    tried = ("landing", "marker", "jump", "cards-left", "tax")
    assert points(row) == full() | {f"test-{key}": 0 for key in tried}
    assert "answer-marker: looks for the answer key (assignments.key, open_key)" in row["remarks"]
    assert (
        "answer-cards-left: looks for the answer key (assignments.question_bank, draw_questions)"
        in row["remarks"]
    )
    assert "answer-tax: looks for the answer key (assignments.key, open_key)" in row["remarks"]


def test_every_loss_has_its_reason(marks_folder: Path, marked: dict[str, dict[str, Any]]) -> None:
    """Points per question, the reason for each loss, what could not be read."""
    _, *rows = read_csv(marks_folder / f"{NAME}-reasons.csv")
    said = {(student, question): reason for student, question, _, _, reason in rows}
    assert len(said) == len(marked) * (len(full()) + 1)
    for student, question, points, out_of, reason in rows:
        assert bool(reason) == (points == "" or float(points) < float(out_of)), (student, question)
        assert not points or points == marked[student][question]
    assert said["half", "test-landing"].startswith("1 dollar is too low.")
    assert said["empty", "test-tax"] == "Nothing was answered."
    assert said["gaps", "test-tax"] == (
        "Left open: its cell is not in the notebook, and nothing above its check answers it."
    )
    assert "SyntaxError" in said["gaps", "test-marker"]
    assert said["loops", "test-landing"] == "Left open: it took more than 2 seconds of CPU time."
    assert "looks for the answer key" in said["searches", "test-marker"]
    assert said["empty", "explain-illusion"].startswith("The answer is empty")
    assert said["Perfect", "explain-illusion"] == "Not yet read by the teacher."
    assert said["no-notebook", "test-tax"] == "Could not be marked: the file is not a notebook."
    page = (marks_folder / f"{NAME}.html").read_text(encoding="utf-8")
    assert all(f"<bdi>{student}</bdi>" in page for student in marked)
    assert "the file is not a notebook" in page and "1 dollar is too low." in page
    assert "http" not in page.replace("http://www.w3.org", ""), "nothing is loaded from elsewhere"


def test_a_page_shows_what_was_handed_in_as_text() -> None:
    hostile = "<script>alert(1)</script>"
    lost = CellGrade(hostile, 0.0, 2.0, False, f"{hostile} is not right.")
    text = render_page(
        hostile, [GradedResult(hostile, [lost], [hostile]), GradedResult("b", problem=hostile)]
    )
    assert "<script" not in text and text.count("&lt;script&gt;") >= 6


def final(marked: dict[str, dict[str, Any]]) -> dict[str, float]:
    """The points of those who are marked in full."""
    done = [row for row in marked.values() if row["total"] and not row["to_read"]]
    return {row["student"]: float(row["total"]) for row in done}


def test_moodle_imports_the_marks(marks_folder: Path, marked: dict[str, dict[str, Any]]) -> None:
    """Moodle maps any columns, and wants the points beside the feedback (its note 3)."""
    head, *rows = read_csv(marks_folder / f"{NAME}-moodle.csv")
    assert head == ["Username", "Reading (123) (points)", "Reading (123) (feedback)"]
    assert {student: float(points) for student, points, _ in rows} == final(marked)
    assert "Perfect" in marked and "Perfect" not in final(marked), "an answer waits to be read"
    feedback = {student: words for student, _, words in rows}
    assert "tax, 0 of 2: Nothing was answered." in feedback["empty"]
    assert "marker, 0 of 2: " in feedback["searches"]
    assert "looks for the answer key" not in feedback["searches"], "a warning for teachers alone"


def test_canvas_imports_the_marks(marks_folder: Path, marked: dict[str, dict[str, Any]]) -> None:
    """As its importer reads: heading, row of points possible, students by login or name."""
    head, possible, *rows = read_csv(marks_folder / f"{NAME}-canvas.csv")
    assert len(head) > 3 and "Student" in head[0] and "ID" in head[1]
    assert head[2] == "SIS Login ID" and "Section" in head[3] and head[4] == "Reading (123)"
    assert "Points Possible" in possible[0] and float(possible[4]) == AUTO + BY_HAND
    assert {row[2]: float(row[4]) for row in rows} == final(marked)
    assert all(row[0] == row[2] and not row[1] and not row[3] for row in rows)


def test_blackboard_imports_the_marks(
    marks_folder: Path, marked: dict[str, dict[str, Any]]
) -> None:
    """Students by user name, every cell in quotation marks."""
    head, *rows = read_csv(marks_folder / f"{NAME}-blackboard.csv")
    assert head == ["Username", "Reading (123)"]
    assert {student: float(points) for student, points in rows} == final(marked)
    text = (marks_folder / f"{NAME}-blackboard.csv").read_text(encoding="utf-8")
    assert text.count('"') == 2 * (len(head) + sum(map(len, rows)))


def test_files_are_shut(marked: dict[str, dict[str, Any]]) -> None:
    """What the system cannot shut off is said in the remarks, and nothing is said otherwise."""
    assert ("cannot deny access to other files" in marked["reads"]["remarks"]) == (
        "files" not in get_isolation_layers()
    )


def test_loops_and_memory_end_their_cell_and_no_more(
    marked: dict[str, dict[str, Any]],
) -> None:
    lost = {"test-landing": None, "test-marker": None}
    assert points(marked["loops"]) == full() | lost, "nobody knows what they would have given"
    assert "answer-landing: took more than 2 seconds of CPU time" in marked["loops"]["remarks"]
    assert (
        "answer-marker: skipped, because it used up the CPU time of the whole submission"
        in marked["loops"]["remarks"]
    )
    assert points(marked["greedy"]) == full() | lost
    assert "answer-marker: skipped, because it ended its process" in marked["greedy"]["remarks"]
    if sys.platform == "linux":
        assert "answer-landing: MemoryError" in marked["greedy"]["remarks"]


def test_a_policy_is_marked_by_what_it_played(tmp_path: Path) -> None:
    """What is handed over is played again; answers that were not given count for nothing."""
    contest = Contest("poleconomy", 3, "A", "passive", (1, 2), {"round_limit": 3})
    kind = PolicyAnswer(contest)

    def buyer(view: Any, decision: Any) -> Any:
        offered = [move.name for move in decision.legal]
        return "yes" if decision.name == "buy_square" and "yes" in offered else decision.default

    plays = json.loads(json.dumps(contest.collect_answers(buyer)))
    assert kind.judge(plays, 1) == kind.judge(buyer, 1) and kind.judge(plays, 1).right
    short, long, other = plays[:1], [[*plays[0], plays[0][0]], plays[1]], [plays[0][1:], plays[1]]
    claimed = [[["win", {}]]] * 2
    for forged in (short, long, other, claimed, [[5], [6]], [{"won": True}] * 2):
        verdict = kind.judge(forged, 1)
        assert not verdict.right and verdict.share == 0, verdict.words
    paper = [{
        "id": "p", "answers": ["policy"], "contests": {"policy": "policy"},
        "source": "student = ''\ndef policy(view, decision):\n    return decision.default",
    }]  # fmt: skip
    run = run_cells(paper, QuestionServer("economy-decide"), LIMITS)
    handed, remarks = run.answers, run.remarks
    assert len(handed["policy"]) == 16 and not remarks


@pytest.mark.parametrize(
    "code",
    [
        "from classkit.games.economy import bots",
        "from classkit.games.economy.bots import Raider",
        "policy = find('economy').policies['raider']()",
        "policy = find('economy').bots()['raider']",
    ],
)
def test_a_borrowed_bot_is_remarked(code: str) -> None:
    """A bot of the game would win every point of a policy for somebody who knows nothing."""
    assert "uses a bot of the game" in find_suspicions(code, "answer-policy")[0]
    assert not find_suspicions("compare_moves(match, bots='raider')", "answer-policy")


def test_what_default_answers_reach_earns_nothing() -> None:
    """Only what a policy reaches beyond it counts; the verdict says how often they reach it."""
    contest = Contest("poleconomy", 3, "A", "passive", tuple(range(1, 9)), {"round_limit": 3})
    idle = contest.count_default_successes()
    assert idle, "somebody wins a match in which nobody does anything"
    verdict = PolicyAnswer(contest).judge(lambda view, decision: decision.default, 8)
    assert not verdict.right and verdict.share == 0
    assert f"default answers alone reach it in {idle}." in verdict.words


def test_half_of_what_is_asked_earns_nothing() -> None:
    """Luck may bring it; from there on every match counts, up to all the points."""

    def lucky(match: Match, seat: str) -> bool:
        return match.seed <= 4

    contest = Contest(
        "poleconomy", 3, "A", "passive", tuple(range(1, 11)), {"round_limit": 1}, lucky
    )
    busy = contest.collect_answers(lambda view, decision: decision.default)
    shares = {right: PolicyAnswer(contest).judge(busy, right).share for right in (4, 5, 6, 8)}
    assert shares == {4: 1.0, 5: 0.0, 6: 0.0, 8: 0.0}, "default answers reach as many"
    kind = PolicyAnswer(NeverIdle(**vars(contest)))
    shares = {right: kind.judge(busy, right).share for right in (4, 5, 6, 8)}
    assert shares == {4: 1.0, 5: 2 / 3, 6: 1 / 3, 8: 0.0}


class NeverIdle(Contest):
    """A contest in which default answers reach nothing."""

    def count_default_successes(self) -> int:
        return 0


def test_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], nbgrader: NbgraderFolder
) -> None:
    """Build, hand in, grade: from the words of the command line to the CSV."""
    with only(nbgrader):
        path = str(FOLDER / f"{NAME}.ipynb")
        words = ["assignment", "build", "--assignment", path, "--to", str(tmp_path / "out")]
        assert main(words) == 0
        student = tmp_path / "out" / "student" / f"{NAME}.ipynb"
        assert json.loads(student.read_text()) and (tmp_path / "out" / "teacher").is_dir()
        book = filled(NAME, "=ada", {"answer-landing": "received = 1"})
        hand_in(tmp_path / "in", "=ada", f"{NAME} (1)", book)
        assert main(["assignment", "grade", str(tmp_path / "in"), "--assignment", path]) == 0
    said = capsys.readouterr().out
    assert "=ada" in said and "0 of 16" in said and f"{NAME}.csv" in said
    text = (tmp_path / "in-marks" / f"{NAME}.csv").read_text(encoding="utf-8-sig")
    assert "\n'=ada,0.0," in text, "no formula for a spreadsheet"


def test_what_is_wrong_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(FOLDER / f"{NAME}.ipynb")
    assert main(["assignment", "grade", str(tmp_path / "no"), "--assignment", path]) == 1
    assert "There is no folder" in capsys.readouterr().err
    assert main(["assignment", "grade", str(tmp_path), "--assignment", path]) == 1
    assert "no student's folder" in capsys.readouterr().err
    assert main(["assignment", "build", "--assignment", "nowhere"]) == 1
    assert "There is no assignment 'nowhere'" in capsys.readouterr().err
    plain = tmp_path / "x.ipynb"
    plain.write_text('{"cells": [], "metadata": {}}')
    assert main(["assignment", "build", "--assignment", str(plain)]) == 1
    assert "does not name a sheet" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "nbgrader", None)
    assert main(["assignment", "build", "--assignment", path]) == 1
    assert "pip install 'classkit[grading]'" in capsys.readouterr().err


def test_what_a_student_wrote_is_shown_and_not_run() -> None:
    """Text keeps its words and loses its mark-up; code stands below the answer, in a fence."""
    book = filled(NAME, "ada", {})
    reason = (
        "Because 2 < 3.<script>alert(1)</script> [x](javascript:a) ![y](http://evil/y.png) [z][1] "
        "$\\href{javascript:a}{b}$ `row['A']`\n\n[1]: javascript:a"
    )
    code = "~~~~\nreceived = 1"
    handed = SubmissionContents(
        {"received": 1}, {"explain-illusion": reason}, {"answer-landing": code}
    )
    paper = build_grading_notebook(book, source(NAME), handed)
    assert cell(paper, "explain-illusion")["source"].startswith("Because 2 &lt; 3.&lt;script>")
    html = markdown2html_mistune(cell(paper, "explain-illusion")["source"])
    assert not any(mark in html for mark in ("<img", "<script", "\\href"))
    assert 'href="javascript' not in html
    assert "row['A']" in html.replace("&#39;", "'")
    assert cell(paper, "answer-landing")["source"] == "received = 1"
    below = paper["cells"][paper["cells"].index(cell(paper, "answer-landing")) + 1]
    assert below["cell_type"] == "markdown" and below["source"].count("~~~~~") == 2


def test_a_link_to_anothers_folder_is_not_handed_in(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "bob").mkdir()
    (tmp_path / "ada" / f"{NAME}.ipynb").write_text("{}")
    (tmp_path / "bob" / "mine").symlink_to(tmp_path / "ada", target_is_directory=True)
    assert not find_submissions(tmp_path / "bob", source(NAME))
    assert len(find_submissions(tmp_path / "ada", source(NAME))) == 1


OWN = "def _helper():\n    return 7"


def with_own_cell(book: dict[str, Any], at: int, code: str) -> dict[str, Any]:
    """A notebook with a cell of the student's own."""
    book["cells"].insert(at, {"cell_type": "code", "metadata": {}, "source": code})
    return book


@pytest.mark.parametrize("place", ["above all", "after the sheet", "below all"])
def test_every_own_cell_that_ran_is_shown(place: str) -> None:
    """Wherever it stands: an answer may be worked out far above its own cell."""
    book = filled(NAME, "ada", {"answer-landing": "received = _helper()"})
    opens = next(at for at, one in enumerate(book["cells"]) if "open_sheet" in str(one["source"]))
    at = {"above all": 0, "after the sheet": opens + 1, "below all": len(book["cells"])}[place]
    with_own_cell(book, at, OWN)
    handed = SubmissionContents()
    paper = prepare_cells(
        CellLayout([read_cell(one) for one in book["cells"]], source(NAME)), handed
    )
    assert OWN in [one["source"] for one in paper], "it runs"
    texts = [
        "".join(one["source"])
        for one in build_grading_notebook(students_version(NAME), source(NAME), handed)["cells"]
    ]
    assert sum(OWN in text for text in texts) == 1
    assert sum("open_sheet(" in text for text in texts) == 1, "what was given is not shown again"


def test_code_that_is_cut_says_so() -> None:
    code = "# nothing to see here, please go on\n" * 600 + "received = 7"
    handed = SubmissionContents(code={"answer-landing": code})
    paper = build_grading_notebook(students_version(NAME), source(NAME), handed)
    below = paper["cells"][paper["cells"].index(cell(paper, "answer-landing")) + 1]["source"]
    left = len(code) - grader.MAX_CODE_SHOWN
    assert left > 0
    assert below.endswith(
        f"**Truncated: read the remaining {left:,} characters in the submitted file.**"
    )


@pytest.mark.parametrize(
    "command",
    [
        "mmlToken{mi}[href=javascript:alert(1)]{x}", "href{javascript:a}{b}", "url{javascript:a}",
        "data{onclick=a}{b}", "htmlData{a=b}{c}", "bbox[background:url(//evil)]{x}",
        "includegraphics{http://evil/x.png}", "renewcommand{a}{b}", "newenvironment{a}{b}{c}",
    ],
)  # fmt: skip
def test_no_formula_makes_a_link_or_loads_a_picture(command: str) -> None:
    name = command.partition("{")[0].partition("[")[0]
    assert f"\\{name}" in f"$\\{command}$" and f"\\{name}" not in sanitize_markdown(
        f"$\\{command}$"
    )
    assert sanitize_markdown(r"$\frac{a}{b} \left( \delta \text{dead} \right)$") == (
        r"$\frac{a}{b} \left( \delta \text{dead} \right)$"
    )


def test_a_list_of_moves_is_no_policy() -> None:
    """Made at home it may reach every aim, for it knows what luck brings; the teacher hears."""
    paper = [
        {
            "id": "p",
            "answers": ["policy"],
            "contests": {"policy": "policy"},
            "source": "policy = [[]]",
        }
    ]
    run = run_cells(paper, QuestionServer("economy-decide"), LIMITS)
    handed, remarks = run.answers, run.remarks
    assert handed == {"policy": [[]]}
    assert remarks == [
        "p: policy is a list of moves, not a function, so it does not depend on the match"
    ]


def test_a_large_file_is_refused_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = hand_in(tmp_path, "ada", NAME, "x" * 5_000_001)
    assert "with all outputs cleared" in read_submission(path).why
    monkeypatch.setattr(notebook_file, "MAX_WHOLE_BYTES", 5_000_000)
    assert "clear the outputs" in read_submission(path).why
