"""Two files from one source: what the class gets lacks what is for the teacher (design 9)."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from classkit.cli import main
from classkit.engine.errors import ClasskitError
from classkit.lessons.lesson_build import build_lessons, find_lesson, make_class_version

from .books import LESSONS, read

ROOT = Path(__file__).parents[2]
FOR_CLASS = ROOT / "lessons" / "class"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_what_lies_there_is_what_the_source_gives(path: Path, tmp_path: Path) -> None:
    """Made by: classkit lesson build."""
    assert main(["lesson", "build", str(path), "--to", str(tmp_path)]) == 0
    kept = (FOR_CLASS / path.name).read_text(encoding="utf-8")
    assert kept == (tmp_path / path.name).read_text(encoding="utf-8")


def test_there_is_a_version_for_the_class_of_each_and_of_nothing_else() -> None:
    assert [path.name for path in sorted(FOR_CLASS.iterdir())] == [path.name for path in LESSONS]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_the_class_sees_neither_answers_nor_marking(path: Path) -> None:
    text = (FOR_CLASS / path.name).read_text(encoding="utf-8")
    for phrase in ("for the teacher", "For the teacher", "Grade participation", "never who won"):
        assert phrase not in text, phrase
    assert "Further questions" in text and "Predict" in text
    source, shown = read(path), nbformat.reads(text, as_version=4)
    code = [one.source for one in source.cells if one.cell_type == "code"]
    assert [one.source for one in shown.cells if one.cell_type == "code"] == code
    left_out = [one.id for one in source.cells if "teacher" in one.metadata.get("tags", ())]
    assert {"teacher", "answers"} <= set(left_out)
    assert not {one.id for one in shown.cells} & set(left_out)


@pytest.mark.parametrize("folder", [ROOT / "lessons", FOR_CLASS], ids=lambda folder: folder.name)
@pytest.mark.parametrize("name", [path.name for path in LESSONS])
def test_whoever_scrolls_on_reads_no_result(folder: Path, name: str) -> None:
    """What to notice is folded, in the teacher's file too: it is the one that Voila shows."""
    notices = [one for one in read(folder / name).cells if "What to notice</b>" in one.source]
    assert len(notices) >= 2
    for one in notices:
        heading, text = one.source.split("</summary>\n")
        assert heading == '<details class="notice"><summary><b>What to notice</b>'
        assert text.startswith("\n- ") and text.endswith("\n\n</details>"), "Markdown inside"
        assert "<details>" not in text


def test_what_a_teacher_s_own_lesson_leaves_open_is_folded_for_the_class() -> None:
    book = nbformat.v4.new_notebook()
    book.cells.append(nbformat.v4.new_markdown_cell("**What to notice**\n\n- It fell."))
    (shown,) = make_class_version(book).cells
    heading = '<details class="notice"><summary><b>What to notice</b></summary>'
    assert shown.source == f"{heading}\n\n- It fell.\n\n</details>"


def test_code_is_never_for_the_teacher_alone() -> None:
    book = nbformat.v4.new_notebook()
    cell = nbformat.v4.new_code_cell("x = 1", metadata={"tags": ["teacher"]})
    book.cells.append(cell)
    with pytest.raises(ClasskitError, match="Use the tag only for text cells"):
        make_class_version(book)


def test_a_lesson_is_found_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert find_lesson(Path("5")).name.startswith("05-")
    assert find_lesson(Path("10")).name.startswith("10-")
    for name in ("0", "99", "five", "9" * 40, "lessons"):
        with pytest.raises(ClasskitError, match="There is no lesson"):
            find_lesson(Path(name))


def test_the_source_is_not_overwritten(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["lesson", "build", "1", "--to", "lessons"]) == 1
    assert "is the source." in capsys.readouterr().err


def test_a_folder_without_lessons_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["lesson", "build"]) == 1
    assert "There are no lessons in lessons" in capsys.readouterr().err


def test_links_lead_the_class_to_its_version() -> None:
    """On Binder and in the guide; the teacher's are named as the teacher's."""
    guide = (ROOT / "lessons" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"\| \[(\d+) [^\]]+\]\(([^)]+)\) \| \[class\]\(([^)]+)\) \|", guide)
    assert len(rows) == len(LESSONS)
    for number, source, shown in rows:
        assert source.startswith(f"{int(number):02d}-") and shown == f"class/{source}"
    binder = (ROOT / "lessons/guide/how-to/use-binder.md").read_text(encoding="utf-8")
    for text in (binder, (ROOT / "README.md").read_text(encoding="utf-8")):
        on_binder = re.findall(r"urlpath=lab/tree/(lessons/[^\s)`]*\d\d-[^\s)`]+)", text)
        assert all(one.startswith("lessons/class/") for one in on_binder)
    assert "urlpath=lab/tree/lessons/class/" in binder


def test_a_lesson_may_have_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / LESSONS[0].name
    path.write_bytes(b"\xef\xbb\xbf" + LESSONS[0].read_bytes())
    (built,) = build_lessons([path], tmp_path / "class")
    assert built.read_bytes() == (FOR_CLASS / path.name).read_bytes()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{}".encode("utf-16"), "saved as UTF-16"),
        (b'{"cells": [\n<<<<<<< HEAD\n=======\n>>>>>>> x\n]}', "merge conflict"),
        (b"{", "is not a notebook"),
    ],
)
def test_why_a_lesson_cannot_be_read(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "mine.ipynb").write_bytes(content)
    with pytest.raises(ClasskitError, match=reason):
        [*build_lessons([tmp_path / "mine.ipynb"], tmp_path / "class")]


def test_a_clause_shows_its_text_on_hover_in_the_class_version() -> None:
    """Offline, and only for the games that the notebook plays."""
    book = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_markdown_cell("See P4.2 and E2.1."),
            nbformat.v4.new_code_cell('table = classkit.table("poleconomy")'),
        ]
    )
    shown = make_class_version(book).cells[0].source
    assert shown.startswith('See <abbr title="The number at the marker')
    assert shown.endswith(">P4.2</abbr> and E2.1.")
