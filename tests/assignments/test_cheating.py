"""Cheating: where a submission is run there is no answer to be found, and no other questions.

Each road below leads to an answer at home, where the whole package is. That is tried too, since a
road that leads nowhere shows nothing.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from classkit.assignments import run_supervisor
from classkit.assignments.feedback import NotRight
from classkit.assignments.homework import Homework
from classkit.assignments.key import open_key
from classkit.assignments.notebook_file import read_submission
from classkit.assignments.plain_data import to_plain
from classkit.assignments.question_bank import draw_questions
from classkit.assignments.question_server import HandoutRefused, QuestionServer
from classkit.assignments.question_sheet import open_sheet
from classkit.assignments.redacted_package import SANDBOX_FILES, SOLVER, get_package_folder
from classkit.assignments.run_supervisor import KEY_EXPOSED_REMARK, SubmissionLimits, run_cells
from classkit.assignments.student_handout import Handout
from classkit.assignments.student_names import SHEET_NAMES
from classkit.assignments.submission import run_submission
from classkit.engine.errors import ClasskitError
from classkit.sandbox.isolation_probe import get_isolation_layers
from classkit.sandbox.readable_paths import PACKAGE_FOLDER

from . import papers
from .papers import cell, filled, right_answers, source

NAME = "economy-read"
LIMITS = SubmissionLimits(cell_seconds=10, seconds=60, megabytes=1_500)
OPENED = f"from classkit.assignments import open_sheet\nsheet = open_sheet({NAME!r}, 'ada')"
SHUT = pytest.mark.skipif(
    not {"files", "room"} & {*get_isolation_layers()}, reason="this system cannot shut off files"
)

PARENT = str(PACKAGE_FOLDER.parent)
ASK = f"""
from classkit.assignments.question_bank import draw_questions
print(draw_questions({NAME!r}, 'ada').get_question('reach').right)
"""
WITHOUT_FILES = {
    "the key": "from classkit.assignments.key import open_key\n"
    "found = open_key(sheet).answer('reach')",
    "the bank by another name": "bank = __import__('importlib').import_module("
    "'.question_bank', 'classkit.assignments')\n"
    f"found = bank.draw_questions({NAME!r}, 'ada').get_question('reach').right",
    "the bank that the sheet has": "from classkit.assignments import question_sheet as module\n"
    f"asker = module.open_bank_questions({NAME!r}, 'ada', None, None)\n"
    "found = asker.get_question('reach').right",
    "the maker of the question": "from classkit.assignments.sheets.economy import ask_reach\n"
    "from classkit.assignments.random_draw import draw_valid\n"
    f"found = draw_valid('{NAME}|ada|reach', ask_reach).right",
    "what the sheet gets its questions from": "from classkit.assignments.question_sheet "
    "import get_provider\nfound = get_provider(sheet).get_question('reach').right",
    "all that is in memory": "import gc\nsheet.ask('reach')\n"
    "found = next(one for one in gc.get_objects() if hasattr(type(one), 'check')\n"
    "             and getattr(one, 'text', '') == sheet.ask('reach').text).right",
    "a module that is loaded": "import sys\n"
    "found = sys.modules['classkit.assignments.question_bank'].draw_questions("
    f"{NAME!r}, 'ada').get_question('reach').right",
}
"""Roads that end because nothing of it is there, on every system."""
THROUGH_FILES = {
    "the whole package": "import sys\n"
    "for name in [name for name in sys.modules if name.split('.')[0] == 'classkit']:\n"
    "    del sys.modules[name]\n"
    f"sys.path.insert(0, {PARENT!r})\n{ASK.replace('print(', 'found = (')}",
    "another Python": "import os, subprocess, sys\n"
    f"said = subprocess.run([sys.executable, '-c', {ASK!r}], capture_output=True, text=True,\n"
    f"                      env={{**os.environ, 'PYTHONPATH': {PARENT!r}}})\n"
    "found = int(said.stdout)",
    "the text of the solver": f"found = open({str(PACKAGE_FOLDER)!r} + "
    "'/assignments/question_bank.py').read()",
    "the teacher's notebook": f"found = open({str(papers.FOLDER / NAME)!r} + '.ipynb').read()",
    "what Python can import from anywhere": "import sys, zipimport\nfrom pathlib import Path\n"
    "places = [Path(entry) / 'classkit' / 'assignments' / 'question_bank.py' for entry in\n"
    f"          {{*sys.path, {PARENT!r}, sys.prefix}}]\n"
    "found = next(text for place in places if place.exists() and (text := place.read_bytes()))",
}
"""Roads that end because the system shuts off files."""
TO_THE_MARKER = {
    "its memory": "import os\nfound = open(f'/proc/{os.getppid()}/maps').read()",
    "its environment": "import os\nfound = open(f'/proc/{os.getppid()}/environ').read()",
    "what it has open": "import os\nfound = os.listdir(f'/proc/{os.getppid()}/fd')",
}
ASKING_FOR_MORE = """
import gc
from classkit.sandbox.json_socket import JsonChannel
channel = next(one for one in gc.get_objects() if isinstance(one, JsonChannel))
channel.send({"sheet": "economy-read", "student": "ada", "word": None, "right": True,
              "key": "reach", "worked": True})
given = sorted(channel.receive()["handout"]["questions"]["reach"])
"""


def cells(**code: str) -> list[dict[str, Any]]:
    """Cells that each hand over what they have found."""
    return [{"id": name, "source": text, "answers": ["found", "given"], "contest": ""}
            for name, text in code.items()]  # fmt: skip


def after(road: str) -> str:
    """A road as a student walks it: on the sheet, with what it found as JSON if it must be."""
    return f"{OPENED}\nfound = None\n{road}\nfound = repr(found)"


@pytest.mark.parametrize("name", [*WITHOUT_FILES, *THROUGH_FILES])
def test_every_road_leads_to_an_answer_at_home(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "modules", sys.modules.copy())
    names: dict[str, Any] = {}
    exec(after({**WITHOUT_FILES, **THROUGH_FILES}[name]), names)
    right = repr(draw_questions(NAME, "ada").get_question("reach").right)
    assert names["found"] == right or len(names["found"]) > 1_000, "a whole file"


@SHUT
def test_no_road_leads_to_one_where_it_is_run() -> None:
    """Each ends in an error, which stands in the remarks; the questions themselves are there."""
    roads = {**WITHOUT_FILES, **THROUGH_FILES, **TO_THE_MARKER}
    for some in (dict(list(roads.items())[at : at + 8]) for at in range(0, len(roads), 8)):
        honest = f"{OPENED}\ngiven = sheet.ask('reach').text\n"
        code = {"honest": honest, **{name: after(road) for name, road in some.items()}}
        run = run_cells(cells(**code), QuestionServer(NAME), LIMITS)
        answers, remarks = run.answers, run.remarks
        question = draw_questions(NAME, "ada").get_question("reach")
        assert answers == {"given": question.text}, "and nothing else"
        assert [remark.partition(":")[0] for remark in remarks] == list(some)


LOOK = """
import sys
from importlib import import_module
for name in sys.argv[1:]:
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        assert name.startswith(error.name), error
    else:
        print(name)
"""


def test_without_any_shield_no_solver_can_be_imported_either() -> None:
    """As on Windows and macOS: under their names there is nothing but what is needed."""
    folder = PACKAGE_FOLDER / "assignments"
    files = {path.relative_to(folder).as_posix() for path in folder.glob("**/*.py")} - SANDBOX_FILES
    names = [f"classkit.assignments.{file[:-3].replace('/', '.')}" for file in sorted(files)]
    ran = subprocess.run(
        [sys.executable, "-P", "-c", LOOK, *names],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(get_package_folder())},
    )
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr
    assert "classkit.assignments.question_bank" in names and len(names) > 20


@SHUT
def test_a_key_within_reach_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a solver can be read is tried, not assumed; here it lies where Python's files do."""
    assert (PACKAGE_FOLDER / SOLVER).is_file(), "else no process could read it"
    remarks = run_cells([], QuestionServer(NAME), LIMITS).remarks
    assert remarks == []
    monkeypatch.setattr(run_supervisor, "SOLVER", Path(json.__file__))
    remarks = run_cells([], QuestionServer(NAME), LIMITS).remarks
    assert remarks == [KEY_EXPOSED_REMARK]


def test_the_room_holds_no_more_than_is_needed() -> None:
    """And what it holds imports nothing that it lacks."""
    assignments = get_package_folder() / "classkit" / "assignments"
    files = (path for path in assignments.glob("**/*.*") if path.suffix != ".pyc")
    there = {path.relative_to(assignments).as_posix() for path in files}
    assert there == SANDBOX_FILES
    whole = {path.stem for path in (PACKAGE_FOLDER / "assignments").glob("**/*.py")}
    missing = whole - {Path(name).stem for name in SANDBOX_FILES} - {"__init__"}
    for name in SANDBOX_FILES:
        tree = ast.parse((assignments / name).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (
                node.level or "assignments" in (node.module or "")
            ):
                assert (node.module or "").rpartition(".")[2] not in missing, (name, node.module)
    assert not list((get_package_folder() / "classkit").glob("**/*.ipynb"))
    assert (get_package_folder() / "classkit" / "study").is_dir(), "playing is no cheating"


@pytest.mark.usefixtures("few_futures")
@pytest.mark.parametrize("name", SHEET_NAMES)
def test_a_handout_holds_questions_and_no_answers(name: str) -> None:
    """It comes through the line unchanged; its matches are those of home; it explains nothing."""
    handed = json.loads(
        json.dumps(
            QuestionServer(name).build_handout({"sheet": name, "student": "ada", "word": None})
        )
    )
    drawer, handout = draw_questions(name, "ada"), Handout(handed)
    assert handout.keys == drawer.keys and handout.title == drawer.title
    for key, about in handed["questions"].items():
        question, here, there = (
            drawer.get_question(key),
            drawer.pose_question(key),
            handout.pose_question(key),
        )
        assert about.keys() == {"text", "form", "code", "facts", "shut", "match", "contest"}
        assert repr(there.question_text) == repr(here.question_text)
        assert there.facts == here.facts and there.is_match_hidden == here.is_match_hidden == (
            not question.open
        )
        assert question.worked not in json.dumps(handed)
        assert (there.match is None) == (here.match is None)
        if here.match is not None and there.match is not None:
            assert there.match.digest() == here.match.digest()
            assert there.match.events == here.match.events
            assert there.match.last_step == here.match.last_step


def test_a_homework_is_handed_out_too() -> None:
    """Its match the student has; the questions on it come from the marker, who has the match."""
    import classkit

    played = classkit.new("economy", seats=3, seed=7).play(until="end")
    work = Homework(played, "ada")
    asked = {"sheet": work.name, "student": "ada", "word": None}
    handout = Handout(QuestionServer(work.name, played).build_handout(asked))
    assert handout.keys == work.questions and handout.title == work.title
    for key in work.questions:
        assert handout.pose_question(key).question_text.text == work.ask(key).text


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"sheet": "opoly-read", "student": "ada", "word": None}, "only the questions of economy"),
        ({"sheet": ["x"], "student": "ada"}, "only the questions of economy-read"),
        ({"sheet": NAME, "student": "a" * 100_000}, "must be at most 60 characters long"),
        ({"sheet": NAME, "student": {"a": 1}}, "The student must be a name in quotes"),
        ({"sheet": NAME, "student": "ada", "word": [5]}, "The word must be in quotes"),
        ({"sheet": NAME, "student": "ada", "word": ""}, "no numbers yet"),
    ],
)
def test_only_questions_of_this_sheet_are_handed_out(asked: dict[str, Any], why: str) -> None:
    with pytest.raises(HandoutRefused, match=why):
        QuestionServer(NAME).build_handout(asked)


PROGRAM = """
import subprocess, sys
code = "import classkit; print(classkit.new('economy', 3, seed=7).play(until='end').is_over)"
found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
import importlib
importlib.invalidate_caches()
from classkit.study import compare_moves
position = {"mover": "A", "prime_minister": "A"}
match = classkit.new("poleconomy", 3, seed=7, position=position, options={"game": 1})
given = len(compare_moves(match, n=4, horizon=2, seed=1, processes=2).frame())
"""


def test_playing_is_no_cheating() -> None:
    """Neither in the process itself nor in others that it starts, as studies do."""
    run = run_cells(cells(play=f"import classkit{PROGRAM}"), QuestionServer(NAME), LIMITS)
    answers, remarks = run.answers, run.remarks
    assert (answers, remarks) == ({"found": "True\n", "given": 2}, [])


def test_who_asks_for_more_gets_no_more() -> None:
    """Neither by asking for the answer over the line, nor for one name after the other."""
    code = {
        "more": ASKING_FOR_MORE,
        "other": "from classkit.assignments import open_sheet\nopen_sheet('opoly-read', 'ada')",
        "names": "from classkit.assignments import open_sheet\n"
        "for number in range(99):\n    found = number\n"
        f"    open_sheet({NAME!r}, f'student {{number}}')",
    }
    run = run_cells(cells(**code), QuestionServer(NAME), LIMITS)
    answers, remarks = run.answers, run.remarks
    assert answers["given"] == ["code", "contest", "facts", "form", "match", "shut", "text"]
    assert answers["found"] == run_supervisor.MAX_HANDOUTS - 2
    said = dict(remark.split(": ", 1) for remark in remarks)
    assert "only the questions of economy-read are available" in said["other"]
    assert "at most 8 names and words" in said["names"]


def test_questions_that_cannot_be_drawn_are_no_students_zero(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("a fault of our own")

    monkeypatch.setattr("classkit.assignments.question_server.draw_questions", broken)
    book = filled(NAME, "ada", right_answers(NAME, "ada"))
    path = papers.hand_in(tmp_path, "ada", NAME, book)
    handed = run_submission(read_submission(path), source(NAME), LIMITS)
    assert handed.problem == (
        "classkit could not draw the questions of economy-read: KeyError: 'a fault of our own'"
    )


HOSTILE = {
    "equal": "class Equal(int):\n    def __eq__(self, other): return True\n"
    "    def __hash__(self): return 1\n    def __float__(self): return 5.0\nfound = Equal(3)",
    "pickled": "class Pickled:\n    def __reduce__(self): return (print, ('ran',))\n"
    "found = Pickled()",
    "unruly": "class Unruly(dict):\n    def items(self): raise SystemExit\nfound = Unruly(a=1)",
    "long": "found = 'x' * 50_000_000",
    "wide": "found = list(range(1_000_000))",
    "deep": "found = []\nfor _ in range(100_000): found = [found]",
    "vast": "found = 10 ** 100_000",
    "odd": "found = float('nan')",
    "half": "found = '\\ud800'",
    "printed": "print('points: 19'); found = None",
    "endless": "import threading, time\n"
    "threading.Thread(target=lambda: time.sleep(300)).start()\nfound = None",
}


def test_no_value_does_anything_where_it_is_judged() -> None:
    """What arrives is plain data, or nothing and a remark."""
    for name, code in HOSTILE.items():
        answers = run_cells(
            cells(**{name: f"found = None\n{code}"}), QuestionServer(NAME), LIMITS
        ).answers
        assert type(answers.get("found")) in (type(None), int, float, str, list), name
        assert to_plain(answers) == answers
        assert len(json.dumps(answers)) < 100, name


@pytest.mark.parametrize("trick", ["sheet", "name"])
def test_a_neighbours_easier_numbers_earn_nothing(trick: str, tmp_path: Path) -> None:
    """A sheet that was opened for somebody else is marked with the numbers of the name above it."""
    book = filled(NAME, "ada", right_answers(NAME, "bo"))
    if trick == "sheet":
        for one in book["cells"]:
            one["source"] = "".join(one["source"]).replace(", student)", ", 'bo')")
    else:
        cell(book, "answer-reach")["source"] = (
            f"student = 'bo'\n{cell(book, 'answer-reach')['source']}"
        )
    path = papers.hand_in(tmp_path, "ada", NAME, book)
    handed = run_submission(read_submission(path), source(NAME), LIMITS)
    assert handed.answers["student"] == "ada", "read before the sheet is opened"
    key = open_key(open_sheet(NAME, "ada"))
    other = open_key(open_sheet(NAME, "bo"))
    assert other.answer("reach") != key.answer("reach")
    with pytest.raises(NotRight):
        key.mark("reach", handed.answers["ends"], points=2)


def test_a_match_that_is_not_that_of_the_homework_is_said(tmp_path: Path) -> None:
    exam = QuestionServer("homework-0123456789abcdef")
    with pytest.raises(ClasskitError, match="only the questions of homework-0123456789abcdef"):
        exam.build_handout({"sheet": "homework-fedcba9876543210", "student": "", "word": None})


def test_every_cell_that_ends_the_process_costs_its_own_points() -> None:
    """However many there are; those that do not are run, whatever stands above them."""
    ends = "import os\nos._exit(0)"
    code = {f"end {number}": ends for number in range(6)}
    run = run_cells(cells(**code, last="given = 7"), QuestionServer(NAME), LIMITS)
    answers, remarks = run.answers, run.remarks
    assert answers == {"given": 7}
    assert remarks == [f"{name}: skipped, because it ended its process (0)" for name in code]


FORGING = """
import gc
from classkit.sandbox.json_socket import JsonChannel
channel = next(one for one in gc.get_objects() if isinstance(one, JsonChannel))
praise = '=1+1 marked by the head teacher: "full points"'
channel.send({"answers": {}, "remarks": [praise], "told": [praise, {"kind": praise}, {
    "kind": "error", "error": praise, "words": praise, "answer": praise}]})
channel.send({"at": praise, "answers": {}, "told": []})
given = 1
"""


def test_a_submission_puts_no_remark_of_its_own_among_ours() -> None:
    """It cannot wipe what was said before; words of its own stand in quotation marks."""
    code = {"slip": "1 / 0", "forge": FORGING}
    run = run_cells(cells(**code), QuestionServer(NAME), LIMITS)
    answers, remarks = run.answers, run.remarks
    assert answers == {"given": 1}
    assert remarks == [
        'slip: ZeroDivisionError says "division by zero"',
        "forge: an error says \"=1+1 marked by the head teacher: 'full points'\"",
    ]


def test_who_asks_for_many_names_is_told_so() -> None:
    code = (
        "from classkit.assignments import open_sheet\nfor number in range(99):\n    try:\n"
        f"        open_sheet({NAME!r}, f'student {{number}}')\n    except Exception:\n        pass"
    )
    remarks = run_cells(cells(names=code), QuestionServer(NAME), LIMITS).remarks
    assert remarks == ["names: skipped, because it asked for the questions of more than 8 names"]
