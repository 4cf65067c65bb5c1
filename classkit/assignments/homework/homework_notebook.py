"""Builder of the two homework notebooks: for students, and with answers for the teacher."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat

from classkit.assignments.nbgrader_worker import CODE_STUB, TEXT_STUB
from classkit.engine.errors import ClasskitError
from classkit.engine.game import format_winners
from classkit.engine.match import Match
from classkit.engine.serialization import write_atomic
from classkit.widgets.match_lifecycle import INSTRUCTOR_NOTE

from .counterfactual import WHAT_IF_KEY
from .homework_sheet import Homework, pack_match
from .markdown_escape import escape_markdown
from .match_story import build_story
from .played_match import PlayedMatch
from .question_finders import QUESTION_COUNT, MatchTooShort, explain_too_short
from .question_variety import describe_low_variety

MAX_CHARTS = 3
STUDENT_SUFFIX, TEACHER_SUFFIX = "homework", "homework-teacher"


def build_notebooks(
    match: Match, *, names: bool = False, name: str = STUDENT_SUFFIX, left: bool = False
) -> dict[str, str]:
    """Return the JSON text of both notebooks: {"homework": ..., "homework-teacher": ...}.

    The teacher's notebook is an nbgrader source with the answers. The students' notebook is the
    release version that nbgrader would generate from it.

    Args:
        match: The match that the questions are about.
        names: True to use the players' names in the story instead of the seats' names.
        name: The name of the assignment, and of the files that students hand in.
        left: True if nobody will continue the match. Fewer than five questions are then accepted,
            as for a match that is over.

    Raises:
        ClasskitError: If nothing has been played, or not enough for good questions.
    """
    if match.turn < 2:
        if match.is_over:
            raise ClasskitError(
                "This match ended in its first turn, so there is nothing to ask. Choose "
                "another match."
            )
        raise ClasskitError("There is nothing to ask about yet. Play some turns first.")
    if own := match.game.custom_metrics:
        raise ClasskitError(
            f"This match has custom figures ({', '.join(own)}), which students cannot load. "
            "Save the match, and create the homework from classkit.load(..., partial=True), "
            "which omits them."
        )
    from classkit.assignments.nbgrader_source import mark_given_texts  # imports this package

    work = Homework(match)  # raises an error for a match without a good question
    if len(work.questions) < QUESTION_COUNT and not (left or match.is_over):
        raise MatchTooShort(explain_too_short(match, len(work.questions)))
    made = {}
    for kind in (STUDENT_SUFFIX, TEACHER_SUFFIX):
        book = nbformat.v4.new_notebook(
            cells=list(build_cells(work, names, kind == TEACHER_SUFFIX))
        )
        book.metadata["kernelspec"] = KERNEL_SPEC
        book.metadata["language_info"] = {"name": "python"}
        book.metadata["classkit"] = {"sheet": work.name, "name": name}
        for number, cell in enumerate(book.cells):
            # fixed ids, so that the same match produces the same notebook; editors preserve ids
            cell["id"] = cell.metadata.get("nbgrader", {}).get("grade_id", f"cell-{number}")
        if kind == STUDENT_SUFFIX:
            book = nbformat.from_dict(mark_given_texts(book))
        nbformat.validate(book)
        made[kind] = nbformat.writes(book) + "\n"
    return made


KERNEL_SPEC = {"display_name": "Python 3", "language": "python", "name": "python3"}
OPEN_CODE = (
    "from classkit.assignments.homework import open_homework\n\n"
    "work = open_homework(MATCH, student)\nwork"
)


def write_homework(
    match: Match,
    folder: Path,
    stem: str,
    *,
    names: bool = False,
    left: bool = False,
    over: bool = False,
) -> list[Path]:
    """Write ``STEM-homework.ipynb`` and ``STEM-homework-teacher.ipynb``. Return the paths.

    Existing files may contain somebody's work, and are replaced only if ``over`` is True.
    """
    targets = find_targets(folder, stem, over=over)
    made = build_notebooks(match, names=names, name=f"{stem}-{STUDENT_SUFFIX}", left=left)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for kind, path in targets.items():
            write_atomic(path, made[kind].encode())
            path.chmod(0o644)  # readable for everyone, because the files are shared
    except OSError as error:
        raise ClasskitError(f"Could not write to {folder}: {error.strerror or error}.") from error
    return list(targets.values())


def find_targets(folder: Path, stem: str, *, over: bool = False) -> dict[str, Path]:
    """Return the path of each notebook by its kind.

    Raises:
        ClasskitError: If one of the files exists and ``over`` is False.
    """
    targets = {kind: folder / f"{stem}-{kind}.ipynb" for kind in (STUDENT_SUFFIX, TEACHER_SUFFIX)}
    there = [path for path in targets.values() if path.exists()]
    if there and not over:
        raise ClasskitError(
            f"{there[0]} already exists and may contain somebody's work. Move it, choose "
            "another folder, or use --force to overwrite it."
        )
    return targets


def zip_homework(match: Match) -> dict[str, Any]:
    """Return both notebooks in one ZIP file for a page: ``{"name", "base64", "note"}``."""
    stem = f"{match.game.name}-turn-{match.turn}"
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for kind, text in build_notebooks(match, name=f"{stem}-{STUDENT_SUFFIX}").items():
            name = zipfile.ZipInfo(f"{stem}-{kind}.ipynb")
            archive.writestr(name, text, zipfile.ZIP_DEFLATED)
    secret = match.game.has_secrets(match.table)
    notes = [
        "The notebook with “teacher” in its name has the answers.",
        describe_low_variety(match),
        secret * INSTRUCTOR_NOTE,
    ]
    return {
        "name": f"{stem}-homework.zip",
        "base64": base64.b64encode(whole.getvalue()).decode(),
        "note": " ".join(note for note in notes if note),
    }


# --- cells ---------------------------------------------


def build_cells(work: Homework, names: bool, teacher: bool) -> Iterator[Any]:
    """Yield all cells in order."""
    past = PlayedMatch(work.played, names)
    yield make_markdown_cell(build_header(past, len(work.questions)))
    yield make_markdown_cell(YOUR_QUESTIONS_TEXT)
    yield make_answer_cell("student", STUDENT_LINE, 'student = ""', teacher)
    yield make_hidden_cell(f'MATCH = """\n{pack_match(work.played)}\n"""')
    yield make_code_cell(OPEN_CODE)
    yield make_markdown_cell("## What happened")
    for chapter in build_story(past):
        yield make_markdown_cell(chapter)
    yield make_markdown_cell("## The same in charts")
    for key in list_chart_keys(past):
        yield make_display_cell(f'work.chart("{key}")')
    yield make_markdown_cell(DATA_TEXT)
    yield make_display_cell("work.ledger.head()")
    yield make_markdown_cell(f"## Questions{describe_seat_names(past) if names else ''}")
    for number, key in enumerate(work.questions, start=1):
        yield from build_question_cells(number, key, teacher)
    task, notes = (
        (REFLECTION_TASK, GRADING_NOTES)
        if WHAT_IF_KEY in work.questions
        else (ANY_DECISION_TASK, ANY_DECISION_NOTES)
    )
    yield make_markdown_cell(f"## In your words\n\n{task} {READ_NOTE}")
    yield make_reflection_cell("reflection", notes if teacher else TEXT_STUB, REFLECTION_POINTS)


def build_question_cells(number: int, key: str, teacher: bool) -> Iterator[Any]:
    """Yield the cells of a question: text, answer cell and check."""
    answer = f"answer_{number}"
    solution = (
        f"{OPEN_KEY_CODE}\n\nkey = open_key(work)\nprint(key.worked({key!r}))\n"
        f"{answer} = key.answer({key!r})"
    ).replace("'", '"')
    yield make_markdown_cell(f"### Question {number}")
    yield make_display_cell(f'work.ask("{key}")')
    yield make_answer_cell(f"answer-{key}", f"{answer} = None", solution, teacher)
    test = f'work.check("{key}", {answer})'
    if teacher:
        test += (
            f'\n### BEGIN HIDDEN TESTS\n{OPEN_KEY_CODE}\n\nopen_key(work).mark("{key}", {answer}, '
            f"points={QUESTION_POINTS})\n### END HIDDEN TESTS"
        )
    yield add_nbgrader_metadata(make_code_cell(test), f"test-{key}", points=QUESTION_POINTS)


def make_answer_cell(grade_id: str, line: str, solution: str, teacher: bool) -> Any:
    """Return an answer cell. The teacher's version contains the solution."""
    rest = f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION" if teacher else CODE_STUB
    cell = add_nbgrader_metadata(make_code_cell(f"{line}\n{rest}"), grade_id, solution=True)
    cell.metadata["classkit"] = {"answers": [line.partition(" ")[0]]}
    return cell


def make_reflection_cell(grade_id: str, text: str, points: int) -> Any:
    """Return a cell for a written answer, which the teacher grades."""
    return add_nbgrader_metadata(make_markdown_cell(text), grade_id, solution=True, points=points)


def add_nbgrader_metadata(
    cell: Any, grade_id: str, *, solution: bool = False, points: int = 0
) -> Any:
    """Add nbgrader's metadata to a cell, and return the cell."""
    about: dict[str, Any] = {
        "schema_version": 3, "grade_id": grade_id, "grade": bool(points), "solution": solution,
        "locked": not solution, "task": False,
    }  # fmt: skip
    cell.metadata["nbgrader"] = {**about, "points": points} if points else about
    return cell


def make_display_cell(text: str) -> Any:
    """Return a code cell that only displays a value. Grading skips such cells."""
    cell = make_code_cell(text)
    cell.metadata["classkit"] = {"look": True}
    return cell


def describe_seat_names(past: PlayedMatch) -> str:
    """Return a sentence that maps player names to the names in the questions.

    Return "" if they are equal.
    """
    in_questions = past.match.say(names=False)
    pairs = [(in_questions.seat(seat), past.say.seat(seat)) for seat in past.seats]
    renamed = [f"{usual} is {typed}" for usual, typed in pairs if usual != typed]
    if not renamed:
        return ""
    listed = escape_markdown(past.say.format_list(renamed))
    return f"\n\nThe questions use the players' seat names: {listed}."


def build_header(past: PlayedMatch, questions: int) -> str:
    """Return the title and instructions of the notebook."""
    match, say = past.match, past.say
    seats = say.format_list([say.seat(seat) for seat in past.seats])
    length = f"{match.turn} turns" if match.is_over else f"as of turn {match.turn}"
    won = (
        f" {format_winners(say, match.winners, match.as_seen_by(None).races)}"
        if match.is_over
        else ""
    )
    return (
        f"# Homework: a match of {escape_markdown(match.game.title)}\n\n"
        f"A match between {escape_markdown(seats)}, {length}.{escape_markdown(won)} "
        f"{describe_bot_turns(match)}"
        f"Source of the game: {escape_markdown(match.game.authors)}.\n\n"
        f"**Points:** {questions * QUESTION_POINTS + REFLECTION_POINTS}, {REFLECTION_POINTS} of "
        "them for your reasoning.\n\n"
        "Run the cells from top to bottom. Read what happened, look at the charts, and then answer "
        "the questions: replace `None` with your answer, run the cell, and run the cell below it, "
        "which checks the answer. For each question, the check tells you only once how far off you "
        "are, and comments on only a few answers, so think before you try."
    )


def describe_bot_turns(match: Match) -> str:
    """Return a sentence on the turns played only by bots after people stopped, or "" if none."""
    by_people = [
        turn
        for turn, given in match.steps
        if given.kind == "answer" and given.seat and not given.by
    ]
    if not by_people or max(by_people) == match.turn:
        return ""
    return f"From turn {max(by_people) + 1} on, bots played for everybody. "


DATA_TEXT = (
    "## The same match as data\n\n`work.history` contains the metrics after each turn, "
    "`work.ledger` every transfer, `work.events` every event, and `work.answers` every answer. "
    'Each is a pandas data frame. `.attrs["columns"]` describes its columns, and '
    '`work.history.attrs["figures"]` describes each metric with its unit and period.'
)
QUESTION_POINTS, REFLECTION_POINTS = 2, 5
"""Points for each question, and for the written answer."""
OPEN_KEY_CODE = "from classkit.assignments.key import open_key"
STUDENT_LINE = (
    'student = ""  # your name or number as your teacher knows it; it determines your questions'
)
YOUR_QUESTIONS_TEXT = (
    "## Your questions\n\nWrite your name or number between the quotes, and run the cell. (If "
    "you leave it empty, you get the questions that the whole class shares.)"
)
REFLECTION_TASK = (
    "Go back to the decision in the question “what-if”. Write half a page. Which answer would "
    "you have given, and *why* does one of them end higher? Play one future of each, see which "
    "payments were made for which reason (`match.why` splits a change into its parts), and name "
    "the clauses. Is the difference that you found large compared with the spread of the "
    "futures? What do these futures take for granted? Then use one of your figures from the "
    "other questions to say who gained in this match, and at whose expense."
)
GRADING_NOTES = (
    "*Model answer.* Every student has a different decision, so there is no model text. The "
    "teacher's version of that question prints both means and how often each answer ended "
    "higher.\n\n"
    "*Marking.* 1 point: chooses an answer for which the reasons argue. 1: names a reason that "
    "changed the score (payments by their reason, or prices), with the clauses. 1: compares the "
    "difference between the means with the spread of the futures, or with how often each answer "
    "ended higher. 1: names one assumption behind the futures (who plays, how far, what is "
    "counted). 1: uses a figure from the other questions to say who gained at whose expense. No "
    "points for who won."
)
ANY_DECISION_TASK = (
    "In `work.answers`, choose one answer that was not forced and that you would have given "
    "differently. Write half a page. What would have changed in the next round, for whom, and "
    "under which clauses? What can't you know? (Use `work.played.fork().goto(turn=...)` to try.)"
)
ANY_DECISION_NOTES = (
    "*Model answer.* Every student chooses a different answer, so there is no model text.\n\n"
    "*Marking.* 1 point: chooses an answer in the record. 1: says who the change would have "
    "affected. 2: derives the prediction from the rules, with their clauses. 1: says what you "
    "would have to know to be sure. No points for who won."
)
READ_NOTE = (
    f"*(Read by your teacher: {REFLECTION_POINTS} points for the reasoning, and none for who won.)*"
)


def list_chart_keys(past: PlayedMatch) -> list[str]:
    """Return the keys of the first charts with turns on the x-axis."""
    plans = past.match.game.active_charts(past.match.table)
    return [chart.key for chart in plans if not chart.now and chart.kind != "heat_map"][:MAX_CHARTS]


def make_markdown_cell(text: str) -> Any:
    return nbformat.v4.new_markdown_cell(text)


def make_code_cell(text: str) -> Any:
    return nbformat.v4.new_code_cell(text)


def make_hidden_cell(text: str) -> Any:
    """Return a collapsed cell for code that readers can ignore."""
    cell = make_code_cell(text)
    cell.metadata["jupyter"] = {"source_hidden": True}
    cell.metadata["tags"] = ["match-of-this-homework"]
    return cell
