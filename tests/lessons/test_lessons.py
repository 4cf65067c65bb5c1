"""Lessons as a teacher gives them: to the pattern of design 9, stripped, and they run."""

from __future__ import annotations

import ast
import json
import re
from ast import literal_eval
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import plotly.graph_objects as go
import pytest
from nbconvert import SlidesExporter
from traitlets.config import Config

from classkit.notebook_preprocessors import CHART_MIME, OneChartEach
from classkit.widgets import live_table
from classkit.widgets.prediction_wait import WaitingCell

from . import books
from .books import LESSONS, read, results, words

LONGEST_CELL = 12


@pytest.fixture(scope="module", params=LESSONS[::-1], ids=lambda path: path.stem)
def lesson(request: pytest.FixtureRequest) -> Path:
    """Each lesson, the last one first: another process, which checks claims, runs the first.

    A lesson is run once for both, and neither is to wait for the other.
    """
    return Path(request.param)


def test_these_lessons_are_there() -> None:
    assert {path.name for path in LESSONS} >= {
        "01-inflation-and-the-price-of-everything.ipynb",
        "02-who-pays-for-the-government.ipynb",
        "03-deficits-bonds-and-bankruptcy.ipynb",
        "04-who-owns-an-industry.ipynb",
        "07-what-is-money-worth.ipynb",
        "08-pegs-floats-and-the-trilemma.ipynb",
        "09-luck-or-skill.ipynb",
        "10-write-a-policy.ipynb",
        "11-who-gains-from-trade.ipynb",
        "12-leverage-in-a-recession.ipynb",
    }


def test_outputs_are_stripped(lesson: Path) -> None:
    for cell in read(lesson).cells:
        if cell.cell_type == "code":
            assert not cell.outputs and cell.execution_count is None


def test_cells_are_short(lesson: Path) -> None:
    for cell in read(lesson).cells:
        if cell.cell_type == "code":
            assert len(cell.source.splitlines()) <= LONGEST_CELL, cell.id


def test_dollars_are_no_formulas(lesson: Path) -> None:
    """Two dollar signs in a paragraph, even escaped, are mathematics to JupyterLab."""
    for cell in read(lesson).cells:
        if cell.cell_type == "markdown":
            assert "$" not in cell.source, cell.id


@pytest.mark.parametrize(
    "part",
    ["You will be able to", "Time:", "Predict", "What to notice", "Reflection",
     "Further questions", "Answers for the teacher", "never who won"],
)  # fmt: skip
def test_a_lesson_has_its_parts(lesson: Path, part: str) -> None:
    assert part in words(read(lesson))


def test_two_or_three_things_to_read(lesson: Path) -> None:
    """Each cited in full, with its year."""
    reading = next(one.source for one in read(lesson).cells if one.id == "reading")
    works = reading.split("\n- ")[1:]
    assert 2 <= len(works) <= 3, works
    assert all(re.search(r"\((17|18|19|20)\d\d\)", work) for work in works), works


def test_a_prediction_is_asked_for_before_anything_is_played(lesson: Path) -> None:
    cells = read(lesson).cells
    asked = next(at for at, cell in enumerate(cells) if "Predict" in cell.source)
    played = next(at for at, cell in enumerate(cells) if ".step(" in cell.source)
    assert asked < played


def test_each_cell_has_its_place_in_the_slides(lesson: Path) -> None:
    """Text and charts are shown, other code is left out, what is the teacher's is in the notes."""
    for cell in read(lesson).cells:
        place = cell.metadata["slideshow"]["slide_type"]
        tags = cell.metadata.get("tags", [])
        if cell.cell_type == "code":
            assert (place, tags) in (("skip", []), ("subslide", ["hide-input"])), cell.id
        elif "teacher" in tags:
            assert place == "notes", cell.id
        else:
            assert place in ("slide", "subslide") or (place, cell.id) == ("skip", "further")
    charts = [
        cell.source for cell in read(lesson).cells if "hide-input" in cell.metadata.get("tags", [])
    ]
    assert charts and not any("classkit.table(" in source for source in charts)


SPOKEN_OF = {"01": ("branches",), "02": ("owe", "compare"), "05": ("bids",)}
"""The results of which the text beside them speaks number by number."""


def test_slides_show_the_results_that_they_speak_of(lesson: Path) -> None:
    """After the prediction and before what is to be noticed of them."""
    cells = read(lesson).cells
    for cell_id in SPOKEN_OF.get(lesson.name[:2], ()):
        at = next(at for at, cell in enumerate(cells) if cell.id == cell_id)
        assert cells[at].metadata["slideshow"]["slide_type"] == "subslide", cell_id
        before = [cell.source for cell in cells[:at] if cell.cell_type == "markdown"]
        after = [cell.source for cell in cells[at:] if cell.cell_type == "markdown"]
        assert "Predict" in "".join(before) and "What to notice" in "".join(after)


BEFORE = {
    "before", "look", "rates", "worth", "laws", "markets", "field", "asked", "one-lot",
    "what-if-before", "slip",
}  # fmt: skip
"""Cells between a prediction and what is to be noticed that show what is so before it."""


def test_nothing_that_is_asked_about_is_shown_before_the_class_has_answered(lesson: Path) -> None:
    """In every part: a cell after a prediction shows a table, a question, or waits."""
    asked, waits = False, 0
    for cell in read(lesson).cells:
        if cell.cell_type == "markdown":
            asked = "**Predict" in cell.source or (asked and "What to notice" not in cell.source)
        elif asked and cell.id not in BEFORE and not cell.source.startswith("%%"):
            *body, end = ast.parse(cell.source).body
            called = [
                ast.unparse(one.value.func).rpartition(".")[2]
                for one in (*body, end)
                if isinstance(one, ast.Expr) and isinstance(one.value, ast.Call)
            ]
            assert not {"print", "show", "display"} & set(called), cell.id
            if isinstance(end, ast.Expr) and not isinstance(end.value, ast.Name):
                assert called[-1:] in (["once_answered"], ["ask"], ["bookmark"]), cell.id
                waits += called[-1] == "once_answered"
    assert waits >= 5


GAVE_AWAY = {
    "01": ("400 %", "as the Number does"), "02": ("The law stands",), "05": ("minus 48",),
    "08": ("Grain became cheaper",), "09": ("Is the saver *better*", "is the tycoon also richer"),
    "10": ("bid no more than", "The bots have beaten", "as *insured* does"),
}  # fmt: skip
"""What stood open in texts between a question and its answer, or below, and gave it away."""


def test_no_text_stands_open_that_gives_an_answer_away(lesson: Path) -> None:
    """In Voila all is on the page before anybody has answered: what came is folded there too."""
    for cell in read(lesson).cells:
        if cell.cell_type == "markdown" and "teacher" not in cell.metadata.get("tags", []):
            opened = cell.source.partition("<details")[0]
            assert not cell.id.startswith("notice") or not opened, cell.id
            assert "What to notice" not in opened, cell.id
            words = " ".join(opened.split())
            assert not [one for one in GAVE_AWAY.get(lesson.name[:2], ()) if one in words]


WAITS = {
    "01": ("duel", "inflation", ("after",)),
    "03": ("snowball", "debt", ("thrown", "bankrupt", "circulation")),
    "04": ("street", "sector_hhi", ("landed",)),
    "07": ("market", "price_index", ("bought",)),
    "08": ("glut", "currencies", ("delivered",)),
}
"""The table of Part 1 that is asked about, its chart, and the cells that tell what came."""


def test_a_lesson_that_asks_waits_for_its_class_also_when_all_cells_are_run_at_once(
    lesson: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is played before the class has answered; then each cell tells what came."""
    if lesson.name[:2] not in WAITS:
        pytest.skip("its Part 1 asks for words, of no chart")
    name, chart, ids = WAITS[lesson.name[:2]]
    monkeypatch.setattr(live_table, "is_interactive", lambda: True)
    cells = [cell for cell in read(lesson).cells if cell.cell_type == "code"]
    last = max(at for at, cell in enumerate(cells) if cell.id in ids)
    space: dict[str, Any] = {"display": lambda *_: None}
    waiting, steps = [], []
    for cell in cells[: last + 1]:
        *body, end = ast.parse(cell.source).body
        exec(compile(ast.Module(body, []), cell.id, "exec"), space)
        if cell.id in ids:
            assert isinstance(end, ast.Expr)
            steps.append(space[name].match.step)
            waiting.append(eval(compile(ast.Expression(end.value), cell.id, "eval"), space))
        else:
            exec(compile(ast.Module([end], []), cell.id, "exec"), space)
    table = space[name]
    assert all(isinstance(one, WaitingCell) for one in waiting)
    assert {*steps, table.match.step} == {steps[0]}, "nothing has been played"
    for covered in [*table.page_view.covered]:
        table.cover(covered, on=False)
    assert table.match.step > steps[0] and chart not in table.page_view.covered


def test_nbconvert_makes_slides_of_it(lesson: Path) -> None:
    """With the settings beside the lessons, save that nothing is run: text without code."""
    settings = json.loads((lesson.parent / "slides.json").read_text(encoding="utf-8"))
    assert settings["ExecutePreprocessor"] == {"enabled": True, "store_widget_state": False}
    settings["ExecutePreprocessor"]["enabled"] = False
    shown, _ = SlidesExporter(config=Config(settings)).from_notebook_node(
        read(lesson.parent / "class" / lesson.name)
    )
    body = shown[shown.index('<div class="slides">') :]
    assert body.count("<section") > 10 and "What to notice" in body and "Reflection" in body
    assert "<details" not in body and "<summary" not in body, "a slide hides nothing"
    assert "import classkit" not in body and "Further questions" not in body


def test_a_slide_has_one_chart(lesson: Path) -> None:
    """A second one would lie below the edge of the screen."""
    book = read(lesson)
    chart = {"output_type": "display_data", "metadata": {}, "data": {CHART_MIME: {}}}
    line = {"output_type": "stream", "name": "stdout", "text": "said"}
    code = [one for one in book.cells if one.cell_type == "code"]
    for one in code:
        one.outputs = [nbformat.from_dict(output) for output in (line, chart, chart, chart, line)]
    slides, _ = OneChartEach().preprocess(book, {})
    shown = [one for one in slides.cells if one.cell_type == "code"]
    assert len(shown) == 3 * len(code) and len({one.id for one in slides.cells}) == len(
        slides.cells
    )
    kinds = [[output.output_type for output in one.outputs] for one in shown[:3]]
    assert kinds == [["stream", "display_data"], ["display_data"], ["display_data", "stream"]]
    settings = json.loads((lesson.parent / "slides.json").read_text(encoding="utf-8"))
    assert settings["SlidesExporter"]["preprocessors"] == [
        "classkit.notebook_preprocessors.Unfolded", "classkit.notebook_preprocessors.OneChartEach"
    ]  # fmt: skip


def test_a_chart_on_a_slide_is_as_wide_as_the_slide() -> None:
    """It is drawn while its slide is hidden, when a share of the width would be nothing."""
    figure = go.Figure().add_scatter(y=[1, 2])
    cell = nbformat.v4.new_code_cell("show")
    cell.outputs = [nbformat.v4.new_output("display_data", {"text/html": figure.to_html()})]
    slides, _ = OneChartEach().preprocess(nbformat.v4.new_notebook(cells=[cell]), {})
    page = slides.cells[0].outputs[0].data["text/html"]
    div = re.search(r'class="plotly-graph-div" style="([^"]*)"', page)
    assert div is not None and "width:1150px;" in div[1]


@pytest.fixture(scope="module")
def executed(lesson: Path) -> Any:
    """The lesson run from top to bottom."""
    return books.executed(lesson)


def test_it_runs_and_shows_its_tables(executed: Any) -> None:
    shown = [
        key
        for cell in executed.cells
        for output in cell.get("outputs", [])
        for key in output.get("data", {})
    ]
    assert shown.count("application/vnd.jupyter.widget-view+json") >= 1
    assert "application/vnd.plotly.v1+json" in shown


SAYS_AN_ANSWER = {"checked"}
"""The cell whose report quotes the answer of a program, as it was given."""
RAW = re.compile(r"[\[{(]['\"]?\w+['\"]?[:,] ")
"""Matches the beginning of a list, a dictionary or a tuple as Python writes it."""


def test_no_page_prints_raw_python(executed: Any) -> None:
    """A student reads a table or a sentence."""
    for cell in executed.cells[1:]:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if output.output_type == "stream":
                assert cell.id in SAYS_AN_ANSWER or not RAW.search(output.text), cell.id
            else:
                assert {"text/html", CHART_MIME, "application/vnd.jupyter.widget-view+json"} & {
                    *data
                }, cell.id


def test_the_first_lesson_says_what_is_seen(executed: Any, lesson: Path) -> None:
    """The figures in the notes of Part 1 and the answers are those of the table."""
    if not lesson.name.startswith("01-"):
        return
    assert results(executed, "before") == ("(1, {'A': 300000, 'B': 300000}, {'A': 3.0, 'B': 3.0})")
    assert results(executed, "after") == ("(5, {'A': 300000, 'B': 1500000}, {'A': 0.6, 'B': 3.0})")
    numbers = literal_eval(results(executed, "compare"))
    main, turned = numbers["Main"], numbers["Arrow turned"]
    first = next(at for at, (a, b) in enumerate(zip(main, turned, strict=False)) if a != b)
    assert 8 <= first < len(main), "they agree at first, and differ later"
    assert any(b < a for a, b in pairwise(main)), "down as well as up"
